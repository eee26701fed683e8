//! Exact algebra: recurrences, polynomials and what is periodic about them, from terms to a formula.
//!
//! Nothing here knows boards or pieces. A sequence of integers comes in, and what annihilates it goes out: numbers modulo
//! primes find it, big integers check it. Nothing is ever rounded, but for growth rates, which come with a proved number of
//! digits.
//!
//! | file | noun |
//! |---|---|
//! | `modular` | numbers modulo a prime below 2^62 |

#![cfg_attr(not(test), expect(dead_code, reason = "no formula is derived yet"))]

pub(crate) mod berlekamp_massey;
pub(crate) mod integer;
pub(crate) mod modular;
pub(crate) mod polynomial;
pub(crate) mod recurrence;
pub(crate) mod residues;
