//! JSON Schema, as far as `docs/schemas/` uses it.
//!
//! A field that the schema does not describe is a fault here, although JSON Schema accepts it. Readers may
//! meet new fields, but our schemas should describe all of them. An unknown keyword causes a panic, so that a
//! schema cannot contain a rule that is never checked.

use serde_json::{Map, Value};
use std::path::Path;

/// A schema with the definitions that it refers to.
pub struct Schema {
    root: Value,
}

/// The keywords that put no condition on values.
const ANNOTATIONS: &[&str] = &["$schema", "$id", "$defs", "title", "description"];

impl Schema {
    pub fn read(path: &Path) -> Self {
        let text =
            std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let root = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self { root }
    }

    pub fn root(&self) -> &Value {
        &self.root
    }

    /// Describes the fault of a value and its place.
    pub fn check(&self, value: &Value) -> Result<(), String> {
        self.check_by(&self.root, value)
    }

    fn check_by(&self, schema: &Value, value: &Value) -> Result<(), String> {
        for (keyword, asked) in schema.as_object().expect("a schema is an object") {
            self.check_keyword(schema, keyword, asked, value)?;
        }
        Ok(())
    }

    fn check_keyword(
        &self,
        schema: &Value,
        keyword: &str,
        asked: &Value,
        value: &Value,
    ) -> Result<(), String> {
        let holds = match keyword {
            "$ref" => return self.check_by(self.definition(asked.as_str().unwrap()), value),
            "type" => names(asked).any(|name| has_type(value, name)),
            "const" => value == asked,
            "enum" => list(asked).contains(value),
            "pattern" => value.as_str().is_none_or(|text| matches(text, asked.as_str().unwrap())),
            "minimum" => value.as_f64().is_none_or(|number| number >= asked.as_f64().unwrap()),
            "oneOf" => list(asked).iter().filter(|one| self.check_by(one, value).is_ok()).count() == 1,
            "required" => match value.as_object() {
                Some(object) => return has_all(object, asked),
                None => true,
            },
            "items" => {
                return each(value.as_array().into_iter().flatten(), |item| self.check_by(asked, item));
            }
            "properties" | "additionalProperties" => return self.check_fields(schema, value),
            annotation => {
                assert!(ANNOTATIONS.contains(&annotation), "no keyword {annotation}");
                true
            }
        };
        if holds { Ok(()) } else { Err(format!("{value} is not {keyword} {asked}")) }
    }

    fn check_fields(&self, schema: &Value, value: &Value) -> Result<(), String> {
        let fields = value.as_object().into_iter().flatten();
        each(fields, |(name, field)| match [&schema["properties"][name], &schema["additionalProperties"]] {
            [Value::Null, Value::Null] => Err(format!("the schema has no field {name}")),
            [Value::Null, other] => self.check_by(other, field),
            [known, _] => self.check_by(known, field).map_err(|fault| format!("{name}: {fault}")),
        })
    }

    fn definition(&self, reference: &str) -> &Value {
        let name = reference.strip_prefix("#/$defs/").expect("definitions are in the same file");
        self.root["$defs"].get(name).unwrap_or_else(|| panic!("no definition {name}"))
    }
}

fn each<T>(
    mut values: impl Iterator<Item = T>,
    check: impl FnMut(T) -> Result<(), String>,
) -> Result<(), String> {
    values.try_for_each(check)
}

fn has_all(object: &Map<String, Value>, names: &Value) -> Result<(), String> {
    each(list(names).iter().map(|name| name.as_str().unwrap()), |name| match object.contains_key(name) {
        true => Ok(()),
        false => Err(format!("no field {name}")),
    })
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).expect("a list")
}

/// Returns one name, or several.
fn names(value: &Value) -> impl Iterator<Item = &str> {
    let several = value.as_array().into_iter().flatten();
    value.as_str().into_iter().chain(several.filter_map(Value::as_str))
}

fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        other => panic!("no type {other}"),
    }
}

/// Matches the patterns that the schemas use: decimal numbers, and hexadecimal ones of fixed length.
fn matches(text: &str, pattern: &str) -> bool {
    let is_lower_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let is_hex = |length: usize| text.len() == length && text.bytes().all(is_lower_hex);
    match pattern {
        "^[0-9]+$" => !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()),
        "^[0-9a-f]{8}$" => is_hex(8),
        "^[0-9a-f]{12}$" => is_hex(12),
        "^[0-9a-f]{64}$" => is_hex(64),
        other => panic!("no pattern {other}"),
    }
}

#[test]
fn faults_are_found() {
    let root = serde_json::json!({
        "type": "object",
        "required": ["count"],
        "properties": {
            "count": { "type": "string", "pattern": "^[0-9]+$" },
            "parts": { "type": "array", "items": { "$ref": "#/$defs/part" } },
            "sign": { "oneOf": [{ "type": "null" }, { "const": "-" }] },
            "by": { "type": "object", "additionalProperties": { "type": "integer", "minimum": 0 } },
        },
        "$defs": { "part": { "type": ["integer", "null"], "enum": [1, 2, null] } },
    });
    let schema = Schema { root };
    for (text, expected) in [
        (r#"{"count":"92"}"#, None),
        (r#"{"count":"92","parts":[1,null],"sign":"-","by":{"K":0}}"#, None),
        ("[]", Some("type")),
        ("{}", Some("no field count")),
        (r#"{"count":92}"#, Some("type")),
        (r#"{"count":"9x"}"#, Some("pattern")),
        (r#"{"count":"92","kount":1}"#, Some("no field kount")),
        (r#"{"count":"92","parts":[3]}"#, Some("enum")),
        (r#"{"count":"92","sign":1}"#, Some("oneOf")),
        (r#"{"count":"92","by":{"K":-1}}"#, Some("minimum")),
    ] {
        let found = schema.check(&serde_json::from_str(text).unwrap());
        match expected {
            None => assert_eq!(found, Ok(()), "{text}"),
            Some(word) => {
                assert!(found.as_ref().is_err_and(|fault| fault.contains(word)), "{text}: {found:?}");
            }
        }
    }
}
