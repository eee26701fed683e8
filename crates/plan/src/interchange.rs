//! Feature `serde`: names in plans that are written down.

use crate::kept::Settled;
use armistice_base::as_text;

as_text! {
    Settled: str::parse;
}
