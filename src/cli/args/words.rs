//! Arguments that are groups of maps: words with `+` between them.

use crate::{MapGroup, MapGroupError, MapName, Named, UpTo};
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use std::ffi::OsStr;
use std::marker::PhantomData;
use std::str::FromStr;

/// What placements can be the same up to: that each is one of its own is said by saying nothing.
pub(in crate::cli) fn same() -> Words<UpTo> {
    Words { further: Some(("translation", UpTo::ABOUT_TRANSLATION)), of: PhantomData }
}

/// What placements can be fixed by.
pub(super) fn group() -> Words<MapGroup> {
    Words { further: None, of: PhantomData }
}

/// Reads words with `+` between them, in either case. Help and completions show the words.
#[derive(Clone)]
pub(in crate::cli) struct Words<T> {
    /// A word beside the names of maps, with what it is.
    further: Option<(&'static str, &'static str)>,
    of: PhantomData<T>,
}

impl<T> Words<T> {
    /// The words, with what each is.
    pub(in crate::cli) fn all(&self) -> impl Iterator<Item = (&'static str, &'static str)> + use<T> {
        MapName::ALL.iter().map(|name| (name.name(), name.about())).chain(self.further)
    }

    fn shown(&self) -> impl Iterator<Item = PossibleValue> + use<T> {
        self.all().map(|(name, about)| PossibleValue::new(name).help(about))
    }
}

impl<T: FromStr<Err = MapGroupError> + Clone + Send + Sync + 'static> TypedValueParser for Words<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, typed: &OsStr) -> Result<T, Error> {
        // What is no text is no word either, and is refused as one.
        let typed = typed.to_string_lossy();
        let small = typed.to_ascii_lowercase();
        let is_known = |word: &str| self.shown().any(|one| one.get_name() == word);
        // The whole is refused as one of its words is; `identity` is a name in results.
        let unknown = small.split('+').find(|word| !is_known(word)).filter(|_| small != "identity");
        if let Some(unknown) = unknown {
            let word = if small.contains('+') { OsStr::new(unknown) } else { OsStr::new(typed.as_ref()) };
            PossibleValuesParser::new(self.shown()).parse_ref(command, argument, word)?;
        }
        let whole = StringValueParser::new().try_map(|text| text.parse::<T>());
        whole.parse_ref(command, argument, OsStr::new(&small))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.shown()))
    }
}
