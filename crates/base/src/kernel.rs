//! The instruction set of the inner loops, chosen once at run time.
//!
//! A hot loop is written as a [`Vectored`] task and passed to [`Kernel::run`], which compiles it for each
//! instruction set. Each copy receives a *token*, a value that exists only if the processor has the
//! instructions; code with a token may use intrinsics. All other code of the task must be inlined into the
//! copy, because separate functions are compiled without the instructions.

use crate::named::{Named, named};
#[cfg(target_arch = "aarch64")]
pub use arm::Neon;
#[cfg(target_arch = "x86_64")]
pub use registers::NUMBERS;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub use registers::{Plain, load, store};
#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx512};

named! {
    /// A set of instructions that the hot loops are compiled for, the simplest first.
    ///
    /// The binary holds all of them; what the processor lacks is never run.
    #[derive(PartialOrd, Ord)]
    pub enum Kernel {
        /// Plain 64-bit words.
        Portable = "portable",
        /// arm64 with NEON, which all of them have.
        Neon = "neon",
        /// x86-64 with AVX2.
        ///
        /// And BMI1, BMI2, LZCNT and POPCNT: 2013 and later.
        Avx2 = "avx2",
        /// x86-64 with AVX-512.
        ///
        /// That is F, BW, DQ, VL, VBMI, VBMI2, VPOPCNTDQ and BITALG, and GFNI: 2019 and later. Eight boards in a register.
        Avx512 = "avx512",
    }
}

impl Kernel {
    /// Returns true if this processor has the instructions.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "aarch64")]
            Self::Neon => Neon::new().is_some(),
            #[cfg(not(target_arch = "aarch64"))]
            Self::Neon => false,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => Avx2::new().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => Avx512::new().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx2 | Self::Avx512 => false,
        }
    }

    /// Returns the instruction sets of this processor, the simplest first.
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        Self::ALL.iter().copied().filter(|kernel| kernel.is_available())
    }

    /// Returns the best instruction set of this processor.
    #[must_use]
    pub fn best() -> Self {
        Self::available().next_back().unwrap_or(Self::Portable)
    }

    /// Runs a task with these instructions, or with the best simpler ones that the processor has.
    #[doc(hidden)]
    pub fn run<T: Vectored>(self, task: T) -> T::Output {
        #[cfg(target_arch = "x86_64")]
        {
            if const { matches!(T::BEST, Self::Avx512) }
                && self == Self::Avx512
                && let Some(lanes) = Avx512::new()
            {
                // SAFETY: a value of this type exists, so the processor has the features.
                return unsafe { x86::run_avx512(lanes, task) };
            }
            if const { !matches!(T::BEST, Self::Portable) }
                && self >= Self::Avx2
                && let Some(lanes) = Avx2::new()
            {
                // SAFETY: a value of this type exists, so the processor has the features.
                return unsafe { x86::run_avx2(lanes, task) };
            }
        }
        #[cfg(target_arch = "aarch64")]
        if self >= Self::Neon
            && let Some(lanes) = Neon::new()
        {
            // SAFETY: a value of this type exists, so the processor has the features.
            return unsafe { arm::run_neon(lanes, task) };
        }
        run_portable(task)
    }
}

/// Runs the portable kernel of a task. It is not inlined, so that callers do not grow by a copy that is
/// hardly ever run.
#[inline(never)]
fn run_portable<T: Vectored>(task: T) -> T::Output {
    task.portable()
}

/// Work that is compiled for each instruction set. All methods must be `#[inline(always)]`.
pub trait Vectored: Sized {
    /// The result of the work.
    type Output;

    /// The best instruction set that makes the work faster. It is not compiled for better ones.
    #[cfg_attr(
        not(target_arch = "x86_64"),
        allow(dead_code, reason = "here there are no others than plain words")
    )]
    const BEST: Kernel = Kernel::Avx512;

    /// Runs the portable kernel.
    fn portable(self) -> Self::Output;

    /// Runs the NEON kernel. Without intrinsics it is the portable kernel, already compiled for NEON.
    #[cfg(target_arch = "aarch64")]
    #[inline(always)]
    fn neon(self, _: Neon) -> Self::Output {
        run_portable(self)
    }

    /// Runs the AVX2 kernel. Without intrinsics it is the portable kernel, compiled for AVX2.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx2(self, _: Avx2) -> Self::Output {
        self.portable()
    }

    /// Runs the AVX-512 kernel. Without intrinsics it is the portable kernel, compiled for AVX-512.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn avx512(self, _: Avx512) -> Self::Output {
        self.portable()
    }
}

/// Defines a token and the function that runs a task with it. Each feature is listed only once, so that the
/// features that are detected are those that are compiled for.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! token {
    ($(#[$about:meta])* $token:ident, $is_detected:ident, $run:ident, $method:ident: $($feature:tt)*) => {
        $(#[$about])*
        #[derive(Clone, Copy)]
        pub struct $token(());

        impl $token {
            /// Returns the token, if this processor has the features. They are looked up once, because some
            /// tasks take hardly longer than the lookup.
            pub fn new() -> Option<Self> {
                static ARE_THERE: LazyLock<bool> = LazyLock::new(|| $($is_detected!($feature))&&*);
                ARE_THERE.then_some(Self(()))
            }
        }

        /// Runs a task that is compiled for the features.
        $(#[target_feature(enable = $feature)])*
        pub(super) fn $run<T: Vectored>(lanes: $token, task: T) -> T::Output {
            task.$method(lanes)
        }
    };
}

/// Tokens for x86-64 processors.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::Vectored;
    use std::sync::LazyLock;

    token! {
        /// The token for AVX2 and the extensions of its generation. A value exists only on processors that
        /// have them.
        Avx2, is_x86_feature_detected, run_avx2, avx2: "avx2" "bmi1" "bmi2" "lzcnt" "popcnt"
    }

    token! {
        /// The token for AVX-512 as of 2019, including AVX2. A value exists only on processors that have
        /// both.
        Avx512, is_x86_feature_detected, run_avx512, avx512:
        "avx2" "bmi1" "bmi2" "lzcnt" "popcnt"
        "avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512vbmi" "avx512vbmi2" "avx512vpopcntdq" "avx512bitalg" "gfni"
    }
}

/// The token for Arm processors.
#[cfg(target_arch = "aarch64")]
mod arm {
    use super::Vectored;
    use std::arch::is_aarch64_feature_detected;
    use std::sync::LazyLock;

    token! {
        /// The token for NEON. A value exists only on processors that have it.
        Neon, is_aarch64_feature_detected, run_neon, neon: "neon"
    }
}

/// Helpers that all engines with intrinsics share.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod registers {
    #[cfg(target_arch = "aarch64")]
    use std::arch::aarch64::{uint8x8_t, uint8x16_t, uint16x8_t, uint32x4_t, uint64x2_t};
    #[cfg(target_arch = "x86_64")]
    use std::arch::x86_64::{__m128i, __m256i, __m512i};

    /// Types without padding, for which any bytes are a valid value.
    ///
    /// # Safety
    /// The type must have these two properties.
    pub unsafe trait Plain: Copy {}

    macro_rules! plain {
        ($($type:ty)*) => {
            // SAFETY: the types are integers and registers of integers.
            $(unsafe impl Plain for $type {})*
        };
    }

    plain!(u8 u16 u32 u64);
    #[cfg(target_arch = "x86_64")]
    plain!(__m128i __m256i __m512i);
    #[cfg(target_arch = "aarch64")]
    plain!(uint8x8_t uint8x16_t uint16x8_t uint32x4_t uint64x2_t);

    /// Loads a register with the first numbers of a list, which must be long enough.
    #[inline(always)]
    pub fn load<R: Plain, T: Plain>(list: &[T]) -> R {
        let numbers = &list[..size_of::<R>() / size_of::<T>()];
        // SAFETY: the slice has as many bytes as are read, the read may be unaligned, and any bytes are a
        // valid value.
        unsafe { numbers.as_ptr().cast::<R>().read_unaligned() }
    }

    /// Writes a register over the first numbers of a list, which must be long enough.
    #[inline(always)]
    pub fn store<R: Plain, T: Plain>(list: &mut [T], register: R) {
        let numbers = &mut list[..size_of::<R>() / size_of::<T>()];
        // SAFETY: the slice has as many bytes as are written, the write may be unaligned, and any bytes are a
        // valid value.
        unsafe { numbers.as_mut_ptr().cast::<R>().write_unaligned(register) }
    }

    /// The numbers 0, 1, 2, …, 31.
    #[cfg(target_arch = "x86_64")]
    pub static NUMBERS: [u16; 32] = {
        let mut numbers = [0; 32];
        let mut number = 0;
        while number < numbers.len() {
            numbers[number] = number as u16;
            number += 1;
        }
        numbers
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A task that returns the kernel of the copy that runs.
    struct KernelProbe;

    impl Vectored for KernelProbe {
        type Output = Kernel;

        fn portable(self) -> Kernel {
            Kernel::Portable
        }

        #[cfg(target_arch = "aarch64")]
        fn neon(self, _: Neon) -> Kernel {
            Kernel::Neon
        }

        #[cfg(target_arch = "x86_64")]
        fn avx2(self, _: Avx2) -> Kernel {
            Kernel::Avx2
        }

        #[cfg(target_arch = "x86_64")]
        fn avx512(self, _: Avx512) -> Kernel {
            Kernel::Avx512
        }
    }

    #[test]
    fn a_kernel_that_is_not_there_is_replaced_by_the_best_below_it() {
        for &kernel in Kernel::ALL {
            let below = Kernel::available().rfind(|&other| other <= kernel);
            assert_eq!(Some(kernel.run(KernelProbe)), below);
        }
    }
}
