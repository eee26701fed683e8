//! Feature `serde`: results in the formats that serde knows.

use crate::Outcome;
use num_bigint::BigUint;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Outcome", 8)?;
        object.serialize_field("count", &self.count.to_string())?;
        object.serialize_field("maximum", &self.maximum)?;
        object.serialize_field("by_number", &self.by_number)?;
        object.serialize_field("placements", &self.placements.as_ref().map(BigUint::to_string))?;
        object.serialize_field("complete", &self.complete)?;
        object.serialize_field("units_done", &self.units_done)?;
        object.serialize_field("nodes", &self.nodes)?;
        object.serialize_field("seconds", &self.elapsed.as_secs_f64())?;
        object.end()
    }
}
