//! Arguments that are groups of maps: words with `+` between them.

use crate::{MapGroup, MapGroupError, MapName, Named, UpTo};
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use std::ffi::OsStr;
use std::marker::PhantomData;
use std::str::FromStr;

/// Makes a parser of the groups up to which placements can be equivalent. Without the argument, each
/// placement is a class of its own.
pub(in crate::cli) fn equivalence_parser() -> Words<UpTo> {
    Words { further: Some(("translation", UpTo::ABOUT_TRANSLATION)), of: PhantomData }
}

/// Makes a parser of the groups that can leave placements unchanged.
pub(super) fn group() -> Words<MapGroup> {
    Words { further: None, of: PhantomData }
}

/// Reads words with `+` between them, in upper or lower case. Help and completions show the words.
#[derive(Clone)]
pub(in crate::cli) struct Words<T> {
    /// A word that is accepted in addition to the names of maps, with its description.
    further: Option<(&'static str, &'static str)>,
    of: PhantomData<T>,
}

impl<T> Words<T> {
    /// Returns the words, with their descriptions.
    pub(in crate::cli) fn names_and_descriptions(
        &self,
    ) -> impl Iterator<Item = (&'static str, &'static str)> + use<T> {
        MapName::ALL.iter().map(|name| (name.name(), name.description())).chain(self.further)
    }

    fn value_list(&self) -> impl Iterator<Item = PossibleValue> + use<T> {
        self.names_and_descriptions().map(|(name, about)| PossibleValue::new(name).help(about))
    }
}

impl<T: FromStr<Err = MapGroupError> + Clone + Send + Sync + 'static> TypedValueParser for Words<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, typed: &OsStr) -> Result<T, Error> {
        // Arguments that are not UTF-8 are refused like unknown words.
        let typed = typed.to_string_lossy();
        let small = typed.to_ascii_lowercase();
        let is_known = |word: &str| self.value_list().any(|one| one.get_name() == word);
        // An unknown word is refused alone. The name `identity` occurs in results, so the group's own parser
        // reads it.
        let unknown = small.split('+').find(|word| !is_known(word)).filter(|_| small != "identity");
        if let Some(unknown) = unknown {
            let word = if small.contains('+') { OsStr::new(unknown) } else { OsStr::new(typed.as_ref()) };
            PossibleValuesParser::new(self.value_list()).parse_ref(command, argument, word)?;
        }
        let whole = StringValueParser::new().try_map(|text| text.parse::<T>());
        whole.parse_ref(command, argument, OsStr::new(&small))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.value_list()))
    }
}
