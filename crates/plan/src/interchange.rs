//! Feature `serde`: names in written plans.

use crate::kept::Settled;
use armistice_base::as_text;

as_text! {
    Settled: str::parse;
}
