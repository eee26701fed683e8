//! Feature `serde`: engines in the formats that serde knows.

use crate::Engine;
use armistice_base::as_text;

as_text! {
    Engine: str::parse;
}
