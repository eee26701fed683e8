//! The [operations on half boards](super::lanes) in AVX2.

use super::lanes::JoinLanes;
use crate::engines::kernel::Avx2;

impl JoinLanes for Avx2 {}
