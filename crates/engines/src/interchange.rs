//! Feature `serde`: engines in the formats that serde supports.

use crate::Engine;
use armistice_base::as_text;

as_text! {
    Engine: str::parse;
}
