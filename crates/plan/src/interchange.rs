//! Feature `serde`: names in written plans.

use crate::kept::SettledPart;
use armistice_base::as_text;

as_text! {
    SettledPart: str::parse;
}
