//! Arguments that accept a few names.

use crate::Named;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, Error};
use std::ffi::OsStr;

/// Makes a parser of these names. Help and completions show each name with its description.
pub(in crate::cli) fn one_of<T: Named>(all: &'static [T]) -> ChoiceParser<T> {
    ChoiceParser(all)
}

#[derive(Clone)]
pub(in crate::cli) struct ChoiceParser<T: 'static>(&'static [T]);

impl<T: Named> ChoiceParser<T> {
    fn value_list(&self) -> impl Iterator<Item = PossibleValue> + use<T> {
        self.0.iter().map(|one| PossibleValue::new(one.name()).help(one.description()))
    }
}

impl<T: Named + Send + Sync> TypedValueParser for ChoiceParser<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, typed: &OsStr) -> Result<T, Error> {
        let names = PossibleValuesParser::new(self.value_list());
        let known = names.try_map(|name| T::from_name(&name).ok_or("no such name"));
        // Arguments that are not UTF-8 are refused like unknown names.
        let typed = typed.to_string_lossy();
        let small = typed.to_ascii_lowercase();
        let is_name = self.value_list().any(|one| one.get_name() == small);
        known.parse_ref(command, argument, OsStr::new(if is_name { small.as_str() } else { typed.as_ref() }))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.value_list()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lines;
    use crate::MapName;
    use crate::cli::args::{FormatArgument, GenerateArgument, Order};
    use crate::engines::{Engine, Kernel};
    use crate::export::Format;
    use crate::report::{solution::Form, svg::PictureFormat, table::TableFormat, trace::TraceFormat};
    use crate::search::{Finder, listing};

    fn has_names<T: Named>() {
        for &one in T::ALL {
            assert!(T::from_name(one.name()) == Some(one), "{} is the name of two things", one.name());
            let line = one.description();
            assert!(
                !line.is_empty() && !line.ends_with('.') && line.trim() == line,
                "{}: {line}",
                one.name()
            );
        }
    }

    #[test]
    fn each_name_is_that_of_one_thing() {
        has_names::<Engine>();
        has_names::<Finder>();
        has_names::<Kernel>();
        has_names::<MapName>();
        has_names::<Lines>();
        has_names::<listing::Choice>();
        has_names::<listing::Values>();
        has_names::<Order>();
        has_names::<Form>();
        has_names::<Format>();
        has_names::<TableFormat>();
        has_names::<TraceFormat>();
        has_names::<PictureFormat>();
        has_names::<crate::report::svg::Theme>();
        has_names::<crate::report::svg::Paper>();
        has_names::<FormatArgument>();
        has_names::<GenerateArgument>();
    }
}
