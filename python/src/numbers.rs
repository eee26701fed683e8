//! Integers of any size, and the integers in arguments.

use crate::problem::text_of;
use armistice::plan::memory_size;
use num_bigint::{BigInt, BigUint, Sign};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::ops::RangeInclusive;

/// The most characters of an argument that are shown.
const LONGEST: usize = 40;

/// Converts a number to an integer of Python. (The conversion in PyO3 is for an older version of num-bigint.)
pub(crate) fn integer<'py>(python: Python<'py>, number: &BigUint) -> PyResult<Bound<'py, PyAny>> {
    signed(python, &BigInt::from(number.clone()))
}

/// Converts a number that may be negative to an integer of Python.
pub(crate) fn signed<'py>(python: Python<'py>, number: &BigInt) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(small) = i64::try_from(number) {
        return Ok(small.into_pyobject(python)?.into_any());
    }
    let bytes = PyBytes::new(python, &number.magnitude().to_bytes_le());
    let positive = python.get_type::<pyo3::types::PyInt>().call_method1("from_bytes", (bytes, "little"))?;
    if number.sign() == Sign::Minus { positive.neg() } else { Ok(positive) }
}

/// Returns an argument as messages show it: on one line, and cut off if it is long.
///
/// Python does not write numbers with very many digits.
pub(crate) fn shown(value: &Bound<'_, PyAny>) -> String {
    let Ok(text) = value.repr() else { return "a very large number".to_owned() };
    let text = text.to_string();
    let mut shown: String =
        text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// Returns the integer that an argument represents.
fn index<'py>(value: &Bound<'py, PyAny>, name: &str, expected: &str) -> PyResult<Bound<'py, PyAny>> {
    value
        .call_method0("__index__")
        .map_err(|_| PyTypeError::new_err(format!("{name}: found {}, expected {expected}", shown(value))))
}

/// Returns a natural number of any size.
pub(crate) fn natural(value: &Bound<'_, PyAny>, name: &str) -> PyResult<BigUint> {
    let expected = "whole numbers from 0 on";
    let number = index(value, name, expected)?;
    if number.lt(0)? {
        return Err(PyValueError::new_err(format!("{name}: found {}, expected {expected}", shown(value))));
    }
    let bits: usize = number.call_method0("bit_length")?.extract()?;
    let bytes = number.call_method1("to_bytes", (bits.div_ceil(8), "little"))?;
    Ok(BigUint::from_bytes_le(bytes.cast::<PyBytes>()?.as_bytes()))
}

/// Returns a number in this range from an argument.
pub(crate) fn whole(value: &Bound<'_, PyAny>, name: &str, range: RangeInclusive<u64>) -> PyResult<u64> {
    let expected = match range.end() {
        &u64::MAX => format!("a whole number from {} on", range.start()),
        end => format!("a whole number from {} to {end}", range.start()),
    };
    let number = index(value, name, &expected)?.extract().ok().filter(|number| range.contains(number));
    number
        .ok_or_else(|| PyValueError::new_err(format!("{name}: found {}, expected {expected}", shown(value))))
}

/// Returns a number of bytes from an argument: a text as the command accepts it, or a number.
pub(crate) fn size(value: &Bound<'_, PyAny>, name: &str) -> PyResult<u64> {
    let text = match value.cast::<PyString>() {
        Ok(text) => text_of(text, name)?,
        Err(_) => {
            index(value, name, "text like \"2G\", or a number of bytes")?;
            whole(value, name, 0..=u64::MAX)?.to_string()
        }
    };
    memory_size(&text)
        .map_err(|error| PyValueError::new_err(format!("{name}: found {}: {error}", shown(value))))
}

/// Like [`whole`], but accepts None.
pub(crate) fn whole_if_any(
    value: Option<&Bound<'_, PyAny>>,
    name: &str,
    range: RangeInclusive<u64>,
) -> PyResult<Option<u64>> {
    value.map(|value| whole(value, name, range)).transpose()
}
