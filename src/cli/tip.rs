//! Errors about arguments, with tips that lead somewhere.
//!
//! The parser of arguments suggests what is near by letters, and how to pass anything as a value; neither is right for
//! `--torus` or `-v`. Here suggestions are names that differ by a slip of the finger, or lines that were written for what
//! people are known to type. The line of usage is always that of the whole verb.

use super::args::Arguments;
use super::output;
use super::typed::{is_board, is_piece, option, verb_of};
use armistice::notation::nearest;
use clap::builder::{StyledStr, Styles};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};
use std::ffi::OsString;

/// What is said about unknown options.
enum Advice {
    /// The first of these options that the verb has.
    Options(&'static [&'static str]),
    /// This, whatever the verb is.
    Line(&'static str),
    /// The board, with this behind it.
    Board(&'static str),
    /// Another verb with the same problem, and this behind it.
    Verb(&'static str, &'static str),
}

/// What people type as options, and the answers.
const OPTIONS: &[(&[&str], Advice)] = &[
    (&["--torus", "--toroidal", "--wrap"], Advice::Board("/torus")),
    (&["--cylinder", "--cylindrical"], Advice::Board("/cylinder")),
    (&["--holes", "--hole"], Advice::Line("holes belong to the board: 8x8-c3,d4")),
    (
        &["--size", "--board", "--pieces", "--queens", "--rows", "--cols"],
        Advice::Line("board and pieces are the problem: 8x8 Q8"),
    ),
    (
        &[
            "--unique",
            "--fundamental",
            "--distinct",
            "--inequivalent",
            "--up-to-symmetry",
            "--sym",
            "--reduced",
        ],
        Advice::Options(&["up-to symmetry"]),
    ),
    (
        &["--time", "--timeout", "--time-limit", "--max-time", "--limit-time", "--deadline"],
        Advice::Options(&["stop-after TIME", "budget TIME"]),
    ),
    (&["-v"], Advice::Line("the version is -V; every answer on a terminal says how it was found")),
    (
        &["--verbose", "--debug", "--stats"],
        Advice::Line("every answer on a terminal says how it was found, and --format json has all figures"),
    ),
    (
        &["--color", "--colour", "--no-color", "--no-colour", "--colors"],
        Advice::Line("colours follow the terminal; with NO_COLOR=1 in the environment there are none"),
    ),
    (&["--theme", "--dark", "--light"], Advice::Line("pictures follow the theme of whoever looks at them")),
    (&["--progress"], Advice::Line("what takes a while shows its progress by itself on a terminal")),
    (&["--dry-run", "--estimate"], Advice::Verb("explain", "")),
    (&["--all", "--list", "--show", "--print", "--solutions", "--enumerate"], Advice::Verb("solve", "--all")),
    (&["--max", "--maximum", "--largest"], Advice::Verb("max", "")),
    (&["--svg", "--png", "--draw", "--picture"], Advice::Verb("draw", "-o picture.svg")),
    (&["--save"], Advice::Options(&["journal FILE", "output FILE"])),
    (&["--gpu"], Advice::Line("engines run on processors; --threads says on how many cores")),
];

/// What people type as verbs, and the answers.
const VERBS: &[(&[&str], Advice)] = &[
    (&["enumerate", "solutions", "all", "placements"], Advice::Verb("solve", "--all")),
    (&["find", "show", "print", "first"], Advice::Verb("solve", "")),
    (&["run", "compute", "calculate", "number", "how-many"], Advice::Verb("count", "")),
    (&["largest", "maximum", "maximize", "most"], Advice::Verb("max", "")),
    (&["plot", "chart", "graph"], Advice::Line("armistice table '{n}x{n} Q{n}' --n 1..12 --chart")),
    (&["svg", "png", "picture", "image", "diagram"], Advice::Verb("draw", "-o picture.svg")),
    (&["animate", "animation", "play", "watch", "gif"], Advice::Verb("trace", "--watch")),
    (
        &["resume", "continue"],
        Advice::Line("armistice count --resume goes on with the count that was stopped last"),
    ),
    (&["estimate", "bench", "benchmark", "profile"], Advice::Verb("explain", "")),
    (&["validate", "valid", "test"], Advice::Verb("check", "--fen TEXT")),
    (&["kinds", "letters", "piece"], Advice::Line("armistice pieces")),
    (&["search", "sequence", "sequences"], Advice::Line("armistice verify --list shows all sequences")),
    (&["runs", "jobs", "journals"], Advice::Line("armistice status")),
    (&["man", "manual"], Advice::Line("armistice generate man")),
    (
        &["bash", "zsh", "fish", "powershell"],
        Advice::Line("armistice generate writes completions for shells"),
    ),
    (
        &["split", "distribute", "parallel"],
        Advice::Line("armistice plan, then armistice shard for each part, then armistice merge"),
    ),
];

/// What people type as values, and the value.
const VALUES: &[(&str, &[&str], &str)] = &[(
    "--up-to <WHAT>",
    &[
        "rotation",
        "rotations",
        "reflection",
        "reflections",
        "mirror",
        "isomorphism",
        "equivalence",
        "d4",
        "dihedral",
    ],
    "symmetry",
)];

/// The error with our tips in the place of others, and the usage of the whole verb.
pub(super) fn improved(mut error: clap::Error, typed: &[OsString]) -> clap::Error {
    if !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return error;
    }
    let mut command = Arguments::command();
    command.build();
    let verb = verb_of(&command, typed).cloned();
    if error.get(ContextKind::Usage).is_some() {
        let usage = verb.clone().unwrap_or_else(|| command.clone()).render_usage();
        error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    }
    match error.kind() {
        ErrorKind::UnknownArgument => about_option(&mut error, verb.as_ref(), typed),
        ErrorKind::InvalidSubcommand => about_verb(&mut error, &command, typed),
        ErrorKind::InvalidValue => about_value(&mut error),
        _ => {}
    }
    error
}

fn text_of(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    }
}

/// Puts a line in the place of all suggestions.
fn advise(error: &mut clap::Error, line: &str) {
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(line.to_owned())]));
}

/// Something that can be typed, in the colour of what is right.
fn right(text: &str) -> String {
    let style = *Styles::styled().get_valid();
    format!("'{style}{text}{style:#}'")
}

fn about_option(error: &mut clap::Error, verb: Option<&Command>, typed: &[OsString]) {
    error.remove(ContextKind::SuggestedArg);
    error.remove(ContextKind::Suggested);
    let (Some(unknown), Some(verb)) = (text_of(error, ContextKind::InvalidArg), verb) else { return };
    let known = OPTIONS.iter().find(|(names, _)| names.contains(&unknown.as_str()));
    if let Some(line) = known.and_then(|(_, advice)| line(advice, &unknown, Some(verb), typed)) {
        return advise(error, &line);
    }
    let names =
        verb.get_arguments().filter(|option| !option.is_hide_set()).filter_map(|option| option.get_long());
    let name = unknown.strip_prefix("--").and_then(|unknown| nearest(unknown, names));
    if let Some(name) = name {
        error.insert(ContextKind::SuggestedArg, ContextValue::String(format!("--{name}")));
    }
}

fn about_verb(error: &mut clap::Error, command: &Command, typed: &[OsString]) {
    error.remove(ContextKind::SuggestedSubcommand);
    error.remove(ContextKind::Suggested);
    let Some(unknown) = text_of(error, ContextKind::InvalidSubcommand) else { return };
    if unknown == "list" {
        return advise(error, &list(typed));
    }
    if is_piece(&unknown) {
        let example = right("armistice 8x8 Q8");
        return advise(error, &format!("a problem begins with its board, like {example}"));
    }
    let known = VERBS.iter().find(|(names, _)| names.contains(&unknown.as_str()));
    if let Some(line) = known.and_then(|(_, advice)| line(advice, &unknown, None, typed)) {
        return advise(error, &line);
    }
    let names = command.get_subcommands().map(Command::get_name);
    if let Some(name) = nearest(&unknown, names) {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![name.to_owned()]));
    }
}

/// A list can be one of placements, if there is a problem, or of several other things.
fn list(typed: &[OsString]) -> String {
    if has_problem(typed) {
        return line(&Advice::Verb("solve", "--all"), "list", None, typed).unwrap_or_default();
    }
    let [placements, sequences, kinds, runs] =
        ["armistice solve 8x8 Q8 --all", "armistice verify --list", "armistice pieces", "armistice status"]
            .map(right);
    format!("placements: {placements}, sequences: {sequences}, kinds: {kinds}, stopped counts: {runs}")
}

fn about_value(error: &mut clap::Error) {
    let suggested = text_of(error, ContextKind::SuggestedValue);
    error.remove(ContextKind::SuggestedValue);
    let Some(typed) = text_of(error, ContextKind::InvalidValue) else { return };
    let option = text_of(error, ContextKind::InvalidArg).unwrap_or_default();
    let known = VALUES.iter().find(|(of, words, _)| *of == option && words.contains(&typed.as_str()));
    let value = known.map(|(_, _, value)| (*value).to_owned());
    let near = suggested.filter(|value| nearest(&typed, [value.as_str()]).is_some());
    if let Some(value) = value.or(near) {
        error.insert(ContextKind::SuggestedValue, ContextValue::String(value));
    }
}

fn has_problem(typed: &[OsString]) -> bool {
    typed.iter().skip(2).any(|argument| {
        let argument = argument.to_string_lossy();
        argument.split_whitespace().any(is_board)
    })
}

/// The line of some advice; `None` if it does not help here.
fn line(advice: &Advice, unknown: &str, verb: Option<&Command>, typed: &[OsString]) -> Option<String> {
    match advice {
        Advice::Line(line) => Some((*line).to_owned()),
        Advice::Options(options) => {
            let has = |named: &&&str| option(verb?, named.split(' ').next()?);
            let named = options.iter().find(|named| has(named).is_some())?;
            Some(format!("use {}", right(&format!("--{named}"))))
        }
        Advice::Board(suffix) => {
            let place = typed.iter().position(|argument| {
                argument.to_string_lossy().split_whitespace().next().is_some_and(is_board)
            });
            let Some(place) = place else { return Some(format!("this belongs to the board: 8x8{suffix}")) };
            let mut meant = without(unknown, typed);
            let text = typed[place].to_string_lossy();
            let end = text.find(|c: char| c.is_whitespace() || c == '-').unwrap_or(text.len());
            let board = format!("{}{suffix}{}", &text[..end], &text[end..]);
            *meant.iter_mut().find(|argument| **argument == typed[place])? = board.into();
            Some(format!("this belongs to the board: {}", right(&output::command(&meant[1..]))))
        }
        Advice::Verb(name, more) => {
            let problem: Vec<OsString> = match has_problem(typed) {
                true => without(unknown, typed).split_off(if verb.is_some() { 2 } else { 1 }),
                false => vec!["8x8 Q8".into()],
            };
            let words = std::iter::once(OsString::from(name)).chain(problem);
            let words: Vec<OsString> = words.chain(more.split_whitespace().map(OsString::from)).collect();
            Some(format!("use {}", right(&output::command(&words))))
        }
    }
}

/// The arguments without one of them.
fn without(unknown: &str, typed: &[OsString]) -> Vec<OsString> {
    let mut is_there = true;
    let mut keeps = |argument: &&OsString| !(**argument == unknown && std::mem::take(&mut is_there));
    typed.iter().filter(|argument| keeps(argument)).cloned().collect()
}
