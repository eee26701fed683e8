//! `armistice verify`: recounts published sequences.

use super::args::{FormatArgument, VerifyArguments};
use super::exit::{UsageError, fault_of_path};
use super::progress::{self, Bar, CountingMark, Interruption};
use super::{Exit, input, output, whole_file};
use crate::BigUint;
use crate::clock::Instant;
use crate::plan::StoppingObserver;
use crate::report::verification::{self as report, Limits, SequenceRecord, Totals};
use crate::report::{found, numbers};
use crate::run::files::is_special;
use crate::sequences::{self, Registry, RegistryEntry, Sequence, Stop, Verification, bfile, full_number};
use std::borrow::Cow;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

pub(super) fn run(arguments: &VerifyArguments) -> anyhow::Result<Exit> {
    let mut exit = Exit::Complete;
    let mut fault = |message: &str| {
        output::complain(message);
        exit = Exit::Usage;
    };
    let registry = registry(arguments, &mut fault)?;
    if !arguments.find.is_empty() {
        return Ok(exit.more_important(find_by_terms(&registry, arguments)?));
    }
    let entries = selection(&registry, arguments, &mut fault)?;
    // With `--all`, a misspelt name is reported before the long run.
    if arguments.all && !arguments.list && exit != Exit::Complete {
        return Ok(exit);
    }
    if arguments.list {
        return list(&entries, arguments).map(|()| exit);
    }
    let bfile = bfile_to_write(&entries, arguments)?;
    progress::catch_interruptions()?;
    // An interruption between two counts must not lose the verified terms either.
    let _counting = CountingMark::begin();
    if arguments.all && output::is_error_terminal() {
        output::note(&announcement(&entries, arguments.budget));
    }
    let start = Instant::now();
    let mut totals = Totals::default();
    for entry in &entries {
        let sequence = match entry {
            RegistryEntry::Supported(sequence) => sequence,
            RegistryEntry::Unsupported(unsupported) => {
                totals.out_of_scope += 1;
                // Only users who name the sequence see this message.
                if is_named(&unsupported.id, arguments) {
                    output::complain(&format!("{} is out of scope: {}", unsupported.id, unsupported.reason));
                    exit = exit.more_important(Exit::Usage);
                }
                continue;
            }
        };
        let (verification, elapsed) = verify(sequence, arguments);
        let record = SequenceRecord { sequence, verification: &verification, elapsed };
        output::write(&match arguments.format {
            FormatArgument::Text => report::text_with_limits(&record, limits()),
            FormatArgument::Json => report::json(&record),
        })?;
        totals.add(&verification);
        exit = exit.more_important(exit_of(&verification));
        if let Some(path) = bfile {
            exit = exit.more_important(write_bfile(path, sequence, &verification)?);
        }
        if progress::is_interrupted() {
            exit = Exit::Interrupted;
            break;
        }
    }
    if entries.len() > 1 {
        output::write(&match arguments.format {
            FormatArgument::Text => report::totals(&totals, start.elapsed()),
            FormatArgument::Json => report::totals_json(&totals, start.elapsed()),
        })?;
    }
    Ok(exit)
}

/// Lists the sequences with the typed terms, and says how many sequences were searched.
fn find_by_terms(registry: &Registry, arguments: &VerifyArguments) -> anyhow::Result<Exit> {
    let sought: Vec<BigUint> = arguments.find.iter().flat_map(|terms| terms.0.clone()).collect();
    let matches = registry.matching(&sought);
    let text = matches.iter().map(|found| match arguments.format {
        FormatArgument::Text => found::text(registry, found, sought.len()),
        FormatArgument::Json => found::json(registry, found),
    });
    output::write(&text.collect::<String>())?;
    let is_counted = |entry: &&RegistryEntry| matches!(entry, RegistryEntry::Supported(_));
    let number = registry.entries().iter().filter(is_counted).count();
    let own = if arguments.registry.is_some() { "known here" } else { "built in" };
    let searched = format!("the {number} sequences {own}, not the whole OEIS");
    if matches.is_empty() {
        let terms: Vec<String> = sought.iter().map(ToString::to_string).collect();
        output::complain(&format!(
            "no sequence has the terms {}, or nearly: searched {searched}",
            terms.join(", ")
        ));
        return Ok(Exit::Failed);
    }
    output::note(&format!("searched {searched}"));
    Ok(Exit::Complete)
}

/// Names the options that limit a verification, or the interruption.
fn limits() -> Limits<'static> {
    Limits { time: if progress::is_interrupted() { "interrupted" } else { "--budget" }, terms: "--terms" }
}

/// Says how many sequences will be verified, and how long that takes at most.
fn announcement(entries: &[&RegistryEntry], budget: Duration) -> String {
    let sequences = entries.iter().filter(|entry| matches!(entry, RegistryEntry::Supported(_))).count();
    let most = budget.saturating_mul(u32::try_from(sequences).unwrap_or(u32::MAX));
    format!(
        "{sequences} sequences, up to {} each: at most about {}",
        numbers::time(budget),
        numbers::time(most)
    )
}

/// Returns the exit code for the result of a sequence.
fn exit_of(verification: &Verification) -> Exit {
    match verification {
        Verification { differences, .. } if !differences.is_empty() => Exit::Failed,
        Verification { stop: Some(Stop::Failed(_)), .. } => Exit::Failed,
        Verification { stop: Some(Stop::Refused(_)), agree: 0, .. } => Exit::Usage,
        _ => Exit::Complete,
    }
}

/// The largest registry file in bytes. A registry has a line for each sequence, so a larger or endless file
/// is not a registry.
const MAX_REGISTRY_BYTES: u64 = 1 << 26;

/// Reads the built-in sequences and those of the user.
fn registry(arguments: &VerifyArguments, fault: &mut impl FnMut(&str)) -> anyhow::Result<Registry> {
    let mut registry = Registry::built_in().clone();
    let Some(path) = &arguments.registry else { return Ok(registry) };
    let shown = output::quoted_path(path);
    let mut bytes = Vec::new();
    let read =
        fs::File::open(path).and_then(|file| file.take(MAX_REGISTRY_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|error| fault_of_path(path, error))?;
    if bytes.len() as u64 > MAX_REGISTRY_BYTES {
        return Err(UsageError::of_path(path, "larger than 64 MiB: expected a registry of sequences").into());
    }
    let bytes = bytes.strip_prefix(input::BYTE_ORDER_MARK).unwrap_or(&bytes);
    let mut text = String::new();
    for (place, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        match std::str::from_utf8(line) {
            Ok(line) => text += line,
            Err(_) => fault(&format!("{shown}, line {}: not UTF-8", place + 1)),
        }
        text.push('\n');
    }
    let (own, faults) = Registry::read(&text);
    faults.iter().for_each(|error| fault(&format!("{shown}, {error}")));
    registry.add(own);
    Ok(registry)
}

/// Returns the entries that the user asked for, each once, in the order of the registry.
fn selection<'a>(
    registry: &'a Registry,
    arguments: &VerifyArguments,
    fault: &mut impl FnMut(&str),
) -> Result<Vec<&'a RegistryEntry>, UsageError> {
    let families = arguments.topic.iter().map(|word| word.to_string_lossy());
    let families: Vec<_> = families.collect();
    if !arguments.all && families.is_empty() && arguments.sequences.is_empty() && !arguments.list {
        let message = "no sequences: name some, like A000170, or give --all, --topic kings or --list";
        return Err(UsageError(message.to_owned()));
    }
    for family in &families {
        if !registry.entries().iter().any(|entry| entry.is_about(family)) {
            let shown = output::quote(family);
            fault(&format!("{shown}: no sequence is about this: expected a piece or a topic, like kings"));
        }
    }
    let is_about =
        |entry: &RegistryEntry| !families.is_empty() && families.iter().all(|word| entry.is_about(word));
    let is_known = |family: &Cow<'_, str>| registry.entries().iter().any(|entry| entry.is_about(family));
    if families.len() > 1 && families.iter().all(is_known) && !registry.entries().iter().any(is_about) {
        let all: Vec<String> = families.iter().map(|family| output::quote(family)).collect();
        fault(&format!("{}: no sequence is about all of these", all.join(", ")));
    }
    let typed: Vec<_> = arguments.sequences.iter().map(|id| id.to_string_lossy()).collect();
    let is_known = |id: &str| registry.find(id).or_else(|| registry.find(&with_letter(id))).is_some();
    let unknown: Vec<_> = typed.iter().filter(|id| !is_known(id)).collect();
    let is_number = |id: &&Cow<'_, str>| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
    if !unknown.is_empty() && typed.len() > 1 && typed.iter().all(|id| is_number(&id)) {
        let command =
            output::command(&[&["verify".into(), "--find".into()], &arguments.sequences[..]].concat());
        let fault = format!("{}: not A-numbers of the registry; as terms: {command}", typed.join(" "));
        return Err(UsageError(fault));
    }
    for id in unknown {
        let shown = output::quote(id);
        fault(&format!(
            "{shown} is not a known sequence; 'armistice verify --list' lists them, and --registry FILE adds \
             others"
        ));
    }
    let everything =
        arguments.all || (arguments.list && families.is_empty() && arguments.sequences.is_empty());
    let wanted = |entry: &&RegistryEntry| everything || is_about(entry) || is_named(entry.id(), arguments);
    Ok(registry.entries().iter().filter(wanted).collect())
}

/// Adds the letter to an A-number: `170` becomes `A170`.
pub(super) fn with_letter(id: &str) -> Cow<'_, str> {
    if id.starts_with(|sign: char| sign.is_ascii_digit()) { format!("A{id}").into() } else { id.into() }
}

fn is_named(id: &str, arguments: &VerifyArguments) -> bool {
    let names = |typed: &std::ffi::OsString| {
        let typed = typed.to_string_lossy();
        typed == id || full_number(&with_letter(&typed)).is_some_and(|full| full == id)
    };
    arguments.sequences.iter().any(names)
}

fn list(entries: &[&RegistryEntry], arguments: &VerifyArguments) -> anyhow::Result<()> {
    let mut text = String::new();
    for entry in entries {
        text += &match arguments.format {
            FormatArgument::Text => report::entry(entry),
            FormatArgument::Json => report::entry_json(entry),
        };
    }
    output::write(&text)
}

/// Verifies a sequence within its time limit.
fn verify(sequence: &Sequence, arguments: &VerifyArguments) -> (Verification, Duration) {
    let settings = arguments.limits.settings().with_engine(arguments.engine);
    let start = Instant::now();
    let end = start.checked_add(arguments.budget);
    let ledger = Bar { label: &sequence.id, is_drawn: true, end: || end };
    let most = arguments.terms.map_or(usize::MAX, |terms| terms as usize);
    let observer = StoppingObserver { observer: &Interruption, end };
    let verification = sequences::verify(sequence, &settings, most, &ledger, &observer);
    (verification, start.elapsed())
}

/// Checks the path of the b-file before anything is counted.
fn bfile_to_write<'a>(
    entries: &[&RegistryEntry],
    arguments: &'a VerifyArguments,
) -> anyhow::Result<Option<&'a Path>> {
    let Some(path) = arguments.bfile.as_deref() else { return Ok(None) };
    if entries.len() != 1 {
        let message =
            format!("--bfile holds one sequence, but {} are asked for: name just one", entries.len());
        return Err(UsageError(message).into());
    }
    if !matches!(whole_file::extension(path).as_deref(), None | Some("txt")) && !is_special(path) {
        return Err(UsageError::of_path(path, "b-files are text: use a name ending in .txt").into());
    }
    whole_file::check(path)?;
    Ok(Some(path))
}

/// Writes the verified terms.
fn write_bfile(path: &Path, sequence: &Sequence, verification: &Verification) -> anyhow::Result<Exit> {
    let shown = output::quoted_path(path);
    let Some((first, terms)) = &verification.verified else {
        output::complain(&format!("{shown}: not written, as no term was verified"));
        return Ok(Exit::Failed);
    };
    let last = first + terms.len() as i64 - 1;
    let version = env!("CARGO_PKG_VERSION");
    let comments = [
        format!("{}: {}", sequence.id, sequence.name),
        format!("Table of n, a(n) for n = {first}..{last}"),
        format!("Counted by armistice {version} as {}", sequence.family),
    ];
    let comments: Vec<&str> = comments.iter().map(String::as_str).collect();
    let text = bfile::write(&comments, *first, terms);
    whole_file::write(path, text.as_bytes())?;
    Ok(Exit::Complete)
}
