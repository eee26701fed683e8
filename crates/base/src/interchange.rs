//! Feature `serde`: reading and writing types as their text, in the formats of serde.

use crate::kernel::Kernel;
pub use serde::de::Error;
pub use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Implements serde for types that a function reads from their displayed text.
#[macro_export]
macro_rules! as_text {
    ($($Type:ty: $read:expr;)+) => {$(
        impl $crate::interchange::Serialize for $Type {
            fn serialize<S: $crate::interchange::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> $crate::interchange::Deserialize<'de> for $Type {
            fn deserialize<D: $crate::interchange::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'_, str> as $crate::interchange::Deserialize>::deserialize(deserializer)?;
                $read(&text).map_err(<D::Error as $crate::interchange::Error>::custom)
            }
        }
    )+};
}

as_text! {
    Kernel: str::parse;
}
