//! Feature `serde`: engines and counts by number in the formats that serde knows.

use crate::Engine;
use crate::tally::NumberCount;
use armistice_base::as_text;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

as_text! {
    Engine: str::parse;
}

impl Serialize for NumberCount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("NumberCount", 2)?;
        object.serialize_field("pieces", &self.pieces)?;
        object.serialize_field("count", &self.count.to_string())?;
        object.end()
    }
}
