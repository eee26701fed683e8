//! The foundation of all packages: names, clocks, random numbers, and the choice of instructions.
//!
//! The parts for users are re-exported as `armistice::{Named, clock}` and `armistice::engines::Kernel`.

pub mod clock;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub mod interchange;
#[doc(hidden)]
pub mod kernel;
pub mod named;
#[doc(hidden)]
pub mod random;
#[doc(hidden)]
pub mod work;
