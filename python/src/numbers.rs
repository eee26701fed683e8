//! Integers of any size.

use num_bigint::{BigInt, BigUint, Sign};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The integer of Python. (The conversion in PyO3 is for an older version of num-bigint.)
pub(crate) fn integer<'py>(python: Python<'py>, number: &BigUint) -> PyResult<Bound<'py, PyAny>> {
    signed(python, &BigInt::from(number.clone()))
}

/// The same of a number that may be negative.
pub(crate) fn signed<'py>(python: Python<'py>, number: &BigInt) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(small) = i64::try_from(number) {
        return Ok(small.into_pyobject(python)?.into_any());
    }
    let bytes = PyBytes::new(python, &number.magnitude().to_bytes_le());
    let positive = python.get_type::<pyo3::types::PyInt>().call_method1("from_bytes", (bytes, "little"))?;
    if number.sign() == Sign::Minus { positive.neg() } else { Ok(positive) }
}

/// A number from its decimal digits, as Python writes integers.
pub(crate) fn natural(number: &Bound<'_, PyAny>) -> PyResult<BigUint> {
    let text = number.str()?.to_string();
    text.parse().map_err(|_| {
        pyo3::exceptions::PyValueError::new_err(format!("{text}: expected an integer from 0 on"))
    })
}
