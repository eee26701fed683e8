//! Which instructions the inner loops use: chosen here, once, at run time.

use crate::named::{Named, named};

named! {
    /// A set of instructions that the hot loops are compiled for, the simplest first.
    ///
    /// The binary holds all of them; what the processor lacks is never run.
    #[derive(PartialOrd, Ord)]
    pub enum Kernel {
        /// Plain 64-bit words.
        Portable = "portable",
        /// x86-64 with AVX2.
        ///
        /// And BMI1, BMI2, LZCNT and POPCNT: 2013 and later.
        Avx2 = "avx2",
        /// x86-64 with AVX-512.
        ///
        /// That is F, BW, DQ, VL, VBMI2 and VPOPCNTDQ: 2019 and later. Eight boards in a register.
        Avx512 = "avx512",
    }
}

impl Kernel {
    /// Whether this processor has the instructions.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("popcnt")
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                Self::Avx2.is_available()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vbmi2")
                    && is_x86_feature_detected!("avx512vpopcntdq")
            }
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => false,
        }
    }

    /// Those that this processor has, the simplest first.
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        Self::ALL.iter().copied().filter(|kernel| kernel.is_available())
    }

    /// The best one that this processor has.
    #[must_use]
    pub fn best() -> Self {
        Self::available().next_back().unwrap_or(Self::Portable)
    }
}
