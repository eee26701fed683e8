//! Named values: users type the names, files contain them, and the program reads both.

/// One of a few values, each with a name.
///
/// ```
/// use armistice::{Named, engines::Kernel};
///
/// assert_eq!(Kernel::from_name("avx2"), Some(Kernel::Avx2));
/// assert_eq!("avx2".parse(), Ok(Kernel::Avx2));
/// assert_eq!(Kernel::Avx2.name(), "avx2");
/// assert_eq!(Kernel::Portable.description(), "Plain 64-bit words");
/// ```
pub trait Named: Copy + PartialEq + 'static {
    /// All values, in the order in which lists show them.
    const ALL: &'static [Self];

    /// Returns the name on the command line, in problem text and in results.
    fn name(self) -> &'static str;

    /// Returns a description in one line, without a full stop.
    fn description(self) -> &'static str;

    /// Returns the value with this name; `None` if there is none.
    #[must_use]
    fn from_name(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.name() == text)
    }
}

/// The error for a text that is not one of the names.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}': expected one of {1}")]
pub struct NoName(String, String);

/// Parses a name, as [`FromStr`](std::str::FromStr) requires.
///
/// # Errors
/// The text is not one of the names; the message lists them.
#[doc(hidden)]
pub fn parse<T: Named>(text: &str) -> Result<T, NoName> {
    let names = || T::ALL.iter().map(|one| one.name()).collect::<Vec<_>>().join(", ");
    let shown = || text.chars().take(40).flat_map(char::escape_debug).collect();
    T::from_name(text).ok_or_else(|| NoName(shown(), names()))
}

/// Defines an enum of [`Named`] values. The name follows each variant. The first line of the variant's
/// comment is its description, so that help and documentation say the same.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($(#[$of_all:meta])* $visible:vis enum $Type:ident {
        $(#[doc = $about:literal] $(#[$more:meta])* $Variant:ident = $name:literal,)+
    }) => {
        $(#[$of_all])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $visible enum $Type {
            $(#[doc = $about] $(#[$more])* $Variant,)+
        }

        impl $crate::named::Named for $Type {
            const ALL: &'static [Self] = &[$(Self::$Variant),+];

            fn name(self) -> &'static str {
                match self { $(Self::$Variant => $name),+ }
            }

            fn description(self) -> &'static str {
                let line = match self { $(Self::$Variant => $about),+ };
                line.trim().trim_end_matches('.')
            }
        }

        impl std::str::FromStr for $Type {
            type Err = $crate::named::NoName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::named::parse(text)
            }
        }

        impl std::fmt::Display for $Type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($crate::named::Named::name(*self))
            }
        }
    };
}

pub use named;
