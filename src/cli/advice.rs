//! Advice for words that people type and that this program does not have. This file holds only lists.
//!
//! A word has several pieces of advice. The first that leads to a valid command is given; [`tip`](super::tip)
//! finds out which one does.

/// A piece of advice.
pub(super) enum Advice {
    /// The first of these options that the verb has.
    Options(&'static [&'static str]),
    /// This line, for every verb.
    Line(&'static str),
    /// This line, if the verb is one of these.
    Of(&'static [&'static str], &'static str),
    /// The same command with this text behind the board. `VALUE` is the word that follows the option.
    Board(&'static str),
    /// The same command with this text behind the problem. `VALUE` is the word that follows the option.
    Problem(&'static str),
    /// This verb with the typed words and this text behind them. `VALUE` is the word that follows the option,
    /// and `FILE` is that word if it looks like the name of a file.
    Verb(&'static str, &'static str),
    /// The typed verb and words with this text behind them. `BEFORE` is one less than the number that follows
    /// the option.
    Same(&'static str),
    /// A table by the number of pieces of the only kind, with this text behind it.
    ByNumber(&'static str),
    /// A table of maxima.
    Largest,
    /// The search for a sequence with the typed numbers.
    Terms,
}

impl Advice {
    /// Whether the advice is written for this verb, rather than for all verbs with a problem.
    pub(super) fn is_of_this_verb(&self) -> bool {
        matches!(self, Of(verbs, _) if verbs.len() < PLAIN.len())
    }
}

use Advice::{Board, ByNumber, Largest, Line, Of, Options, Problem, Same, Terms, Verb};

/// Verbs that take a problem or a family of problems.
const PROBLEMS: &[&str] =
    &["count", "explain", "max", "solve", "trace", "table", "check", "draw", "export", "plan", "shard"];

/// Verbs that write to standard output only.
const PLAIN: &[&str] = &["count", "explain", "max", "verify", "check", "status", "missing"];

const DRAWN: &[Advice] = &[Verb("draw", "-o FILE")];
const NOT_DONE: &str = "min '8x8 Q' finds the fewest non-attacking queens that leave no room for another; min \
                        --dominating finds the fewest that attack every empty square, and count --dominating \
                        counts such placements";

const STAYS_EMPTY: &str = "a reserved square, 8x8~d4, stays empty, and lines pass over it; a hole, 8x8-d4, \
                           also stops lines; Q8~d4 keeps only the queens off a square";

const UNIQUE: &str = "solve --unique says whether there is exactly one placement; --up-to symmetry counts \
                      equivalent placements once";

const QUEENS: &str = "the puzzle called Queens: 'armistice puzzle 8x8 K8 rank=1 file=1 --regions'";
const STARS: &str = "Star Battle with two stars: 'armistice puzzle 10x10 K20 rank=2 file=2 --regions=2'";

/// Words that people type as options, with advice.
const OPTIONS: &[(&[&str], &[Advice])] = &[
    (
        &["--torus", "--toroidal", "--wrap", "--periodic"],
        &[Board("/torus"), Of(PROBLEMS, "this belongs to the board: 8x8/torus")],
    ),
    (
        &["--cylinder", "--cylindrical"],
        &[Board("/cylinder"), Of(PROBLEMS, "this belongs to the board: 8x8/cylinder")],
    ),
    (&["--holes", "--hole"], &[Board("-VALUE"), Of(PROBLEMS, "holes belong to the board: 8x8-c3,d4")]),
    (
        &["--exclude", "--without", "--block", "--forbidden", "--empty", "--avoid"],
        &[Of(PROBLEMS, STAYS_EMPTY)],
    ),
    (
        &["--size", "--width", "--scale"],
        &[Options(&["size WIDTH"]), Of(PROBLEMS, "write the board and the pieces as the problem: 8x8 Q8")],
    ),
    (
        &["--board", "--pieces", "--queens", "--rows", "--cols"],
        &[Of(PROBLEMS, "write the board and the pieces as the problem: 8x8 Q8")],
    ),
    (&["--stars"], &[Line(STARS)]),
    (&["--unique"], &[Of(&["count", "explain"], UNIQUE), Options(&["up-to symmetry"])]),
    (
        &[
            "--fundamental",
            "--distinct",
            "--inequivalent",
            "--essentially-different",
            "--up-to-symmetry",
            "--symmetry",
            "--symmetries",
            "--sym",
            "--orbits",
            "--classes",
            "--reduced",
            "--up-to",
        ],
        &[
            Options(&["up-to symmetry"]),
            Of(
                &["export"],
                "every placement is a solution of the file; count --up-to symmetry counts classes",
            ),
        ],
    ),
    (
        &["--time", "--timeout", "--time-limit", "--max-time", "--limit-time", "--deadline", "--budget"],
        &[
            Options(&["budget TIME"]),
            Of(&["solve"], "solve has no time limit: Ctrl-C stops it and keeps the placements found so far"),
        ],
    ),
    (
        &["-v", "--verbose", "--debug", "--stats"],
        &[
            Options(&["verbose"]),
            Line(
                "count, max, min and explain say with --verbose how they found their answer; the version is -V",
            ),
        ],
    ),
    (
        &["--color", "--colour", "--no-color", "--no-colour", "--colors"],
        &[
            Options(&["theme VALUE"]),
            Line("colours follow the terminal; with NO_COLOR=1 in the environment there are none"),
        ],
    ),
    (
        &["--theme", "--dark", "--light"],
        &[Options(&["theme VALUE"]), Line("pages use the light or dark setting of the reader's browser")],
    ),
    (&["--no-labels", "--no-coords", "--coordinates"], &[Options(&["no-coordinates"])]),
    (
        &["--blank"],
        &[Of(
            &["draw"],
            "to draw an empty board, leave out the pieces: armistice draw 8x8 -o \
                                    board.svg",
        )],
    ),
    (&["--puzzles", "--exercise", "--exercises"], &[Options(&["worksheet N"])]),
    (&["--progress"], &[Line("on a terminal, a long command shows its progress without an option")]),
    (&["--dry-run"], &[Verb("explain", "")]),
    (
        &["--estimate", "--approx", "--approximate"],
        &[Options(&["estimate 5%"]), Verb("count", "--estimate 5%")],
    ),
    (&["--print", "--show"], &[Verb("solve", "--format VALUE"), Verb("solve", "--all")]),
    (
        &["--all", "-a", "--list", "--solutions", "--all-solutions", "--enumerate"],
        &[
            Verb("solve", "--all"),
            Of(&["pieces"], "armistice pieces without a kind lists all of them"),
            Of(&["status"], "armistice status without a path lists all counts that were stopped"),
            Of(
                &["shard"],
                "count one part at a time: --part 0, --part 1; 'armistice missing' lists those still to be \
                 counted",
            ),
        ],
    ),
    (&["--random", "--sample", "--shuffle"], &[Verb("solve", "--random")]),
    (
        &["-n", "-N", "--limit", "--number", "--first"],
        &[Options(&["limit N", "count N"]), Verb("solve", "--limit VALUE")],
    ),
    (&["--count", "--count-only", "--num-solutions"], &[Verb("count", "")]),
    (&["--solve"], &[Verb("solve", "")]),
    (&["--trace", "--watch"], &[Verb("trace", "--watch")]),
    (
        &["--solution", "--index", "--nth"],
        &[
            Same("--skip BEFORE --limit 1"),
            Of(&["solve", "draw"], "--skip N passes over the first N placements"),
        ],
    ),
    (&["--max", "--maximum", "--largest"], &[Verb("max", ""), Largest]),
    (&["--min", "--minimum", "--dominating"], &[Of(PROBLEMS, NOT_DONE)]),
    (&["--value", "--term"], &[Options(&["at N"])]),
    (&["--n"], &[Options(&["at N", "terms N"]), Largest, Verb("table", "--n VALUE")]),
    (&["--m"], &[Largest, Verb("table", "--m VALUE")]),
    (&["--k"], &[Largest, Verb("table", "--k VALUE")]),
    (
        &["--i", "--j", "--a", "--b", "--p", "--x", "--N", "--M", "--K"],
        &[Of(&["table"], "the variables of a table are n, m and k, like {n}x{n} Q{n} with --n 1..12")],
    ),
    (
        &["--svg", "--png", "--draw", "--picture", "--image"],
        &[Options(&["svg FILE"]), Verb("draw", "-o FILE")],
    ),
    (&["--save"], &[Options(&["journal FILE", "output FILE"])]),
    (
        &["-o", "--output", "--out"],
        &[
            Options(&["output FILE", "svg FILE", "out DIR"]),
            Of(PLAIN, "results go to standard output: > FILE writes them to a file"),
        ],
    ),
    (
        &["--csv", "--excel", "--xlsx"],
        &[Of(PLAIN, "armistice table writes CSV, with -o FILE or --format csv; here there is --format json")],
    ),
    (&["--file", "--input", "-i", "-f"], &[Options(&["file FILE", "registry FILE"])]),
    (
        &["--polynomial", "--by-size", "--by-count", "--distribution"],
        &[ByNumber(""), Options(&["by-number"])],
    ),
    (
        &["--by-number"],
        &[Of(&["table"], "a variable has a column for each number: {n}x{n} K{k} with --k 0..")],
    ),
    (
        &["--saturated", "--unextendable", "--maximal"],
        &[
            Options(&["maximal"]),
            Of(&["export"], "every placement is a solution of the file; count --maximal counts maximal ones"),
        ],
    ),
    (&["--cnf", "--dimacs", "--sat"], &[Options(&["to cnf"]), Verb("export", "--to cnf")]),
    (&["--asp", "--clingo"], &[Options(&["to asp"]), Verb("export", "--to asp")]),
    (&["--lp", "--ilp", "--mip"], &[Options(&["to lp"]), Verb("export", "--to lp")]),
    (&["--minizinc", "--mzn"], &[Options(&["to mzn"]), Verb("export", "--to mzn")]),
    (&["--no-symmetry"], &[Of(PROBLEMS, "without --up-to every placement counts")]),
    (&["--blocked", "--blocking"], &[Problem(" blocked"), Options(&["lines blocked"])]),
    (
        &["--fix", "--fixed", "--at", "--with", "--given"],
        &[Problem("@VALUE"), Of(PROBLEMS, "pre-placed pieces belong to the problem: 8x8 Q8@a1,b5")],
    ),
    (
        &["--white", "--black", "--armies"],
        &[Of(PROBLEMS, "armies belong to the problem, with a / between them: 8x8 Q4/Q4")],
    ),
    (
        &["--symmetric"],
        &[
            Of(
                &["formula"],
                "a formula counts all placements, or classes with --up-to; armistice table counts symmetric \
                 ones",
            ),
            Options(&["fixed-by half-turn"]),
            Verb("count", "--fixed-by half-turn"),
        ],
    ),
    (&["--resume"], &[Of(&["table"], "to resume, repeat the command with the same -o")]),
    (&["--proof"], &[Options(&["certificate FILE"])]),
    (
        &["--quiet", "-q", "--silent", "-s"],
        &[Of(&["solve"], "--format squares writes one placement a line, without headings")],
    ),
    (&["--method", "--algorithm", "--solver", "--backend"], &[Options(&["engine NAME"])]),
    (
        &["--brute", "--brute-force", "--naive"],
        &[
            Of(&["plan", "shard"], "--engine naive counts in one go, without parts"),
            Options(&["engine naive"]),
        ],
    ),
    (&["--verify", "--check", "--double"], &[Options(&["double-check"])]),
    (&["--parallel", "--workers", "--procs"], &[Options(&["threads N"])]),
    (&["--graph", "--plot", "--chart"], &[Options(&["chart"]), ByNumber("--chart")]),
    (&["--search", "--piece"], &[Options(&["topic WORD"])]),
    (&["--delete", "--remove"], &[Options(&["clean"])]),
    (&["--fps"], &[Options(&["speed STEPS"])]),
    (&["--step"], &[Of(&["table"], "a step belongs to its range: --n 4..20..2")]),
    (
        &["--start", "--from"],
        &[Options(&["from N"]), Of(&["table"], "a range begins with its first value: --n 4..12")],
    ),
    (&["--range", "--to", "--end"], &[Of(&["table"], "a range has both ends: --n 1..12")]),
    (&["--shards"], &[Options(&["parts N"])]),
    (
        &["--dir", "--directory", "--folder"],
        &[
            Of(&["generate"], "man pages go to a folder: 'armistice generate man --out DIR'"),
            Options(&["out DIR"]),
        ],
    ),
    (&["--gpu"], &[Line("Armistice does not use GPUs; --threads sets the number of processor cores")]),
];

/// Words that people type as verbs, with advice.
const VERBS: &[(&[&str], &[Advice])] = &[
    (&["enumerate", "solutions", "all", "placements"], &[Verb("solve", "--all")]),
    (&["find", "show", "print", "first", "place"], &[Verb("solve", "")]),
    (&["random", "sample"], &[Verb("solve", "--random")]),
    (&["fen"], &[Verb("solve", "--format fen")]),
    (&["run", "compute", "calculate", "number", "how-many", "count-all"], &[Verb("count", "")]),
    (&["unique"], &[Verb("solve", "--unique")]),
    (&["symmetry", "fundamental"], &[Verb("count", "--up-to symmetry")]),
    (&["polynomial"], &[ByNumber(""), Verb("count", "--by-number")]),
    (&["largest", "maximum", "maximize", "most", "max-independent-set"], &[Verb("max", "")]),
    (
        &["plot", "chart", "graph"],
        &[
            Verb("table", "--chart"),
            ByNumber("--chart"),
            Line("a table shows growth: armistice table '{n}x{n} Q{n}' --n 1..12 --chart"),
        ],
    ),
    (&["cnf", "dimacs", "sat"], &[Verb("export", "--to cnf")]),
    (&["asp", "clingo"], &[Verb("export", "--to asp")]),
    (&["lp", "ilp", "mip"], &[Verb("export", "--to lp")]),
    (&["minizinc", "mzn"], &[Verb("export", "--to mzn")]),
    (&["graph6", "g6"], &[Verb("export", "--to graph6")]),
    (&["svg", "picture", "image", "diagram", "render", "drawing"], DRAWN),
    (&["png"], &[Verb("draw", "-o picture.png")]),
    (&["tikz", "latex", "tex"], &[Verb("draw", "-o picture.tex")]),
    (&["pdf"], &[Verb("draw", "-o picture.pdf")]),
    (&["worksheet"], &[Verb("draw", "--worksheet 6 -o worksheet.pdf")]),
    (&["html"], &[Verb("draw", "-o picture.html")]),
    (&["animate", "animation", "play", "watch", "gif"], &[Verb("trace", "--watch")]),
    (
        &["resume", "continue"],
        &[Line("'armistice count --resume' continues the count that was stopped last")],
    ),
    (&["estimate", "approximate"], &[Verb("count", "--estimate 5%")]),
    (&["bench", "benchmark", "profile", "time"], &[Verb("explain", "")]),
    (
        &["validate", "valid", "is-valid", "test"],
        &[
            Verb("check", ""),
            Line("a placement is checked like this: armistice check 4x4 Q4 --fen 1Q2/3Q/Q3/2Q1"),
        ],
    ),
    (&["kinds", "letters", "piece", "moves", "attack", "info", "describe"], &[Verb("pieces", "")]),
    (
        &["search", "identify", "lookup", "seq"],
        &[Verb("verify", ""), Terms, Line("armistice verify --list shows all sequences")],
    ),
    (&["dominate", "domination", "dominating", "min", "minimum"], &[Line(NOT_DONE)]),
    (&["runs", "jobs", "journals", "journal"], &[Verb("status", "")]),
    (&["clean"], &[Verb("status", "--clean")]),
    (&["torus", "cylinder"], &[Line("this belongs to the board: 8x8/torus, 8x8/cylinder")]),
    (&["armies", "peaceable"], &[Line("write / between opposing armies: armistice max 8x8 Q/Q")]),
    (&["linkedin", "queens-puzzle"], &[Line(QUEENS)]),
    (&["star-battle", "starbattle", "star_battle", "stars"], &[Line(STARS)]),
    (
        &["nqueens", "n-queens"],
        &[Line("queens are Q: armistice 8x8 Q8, armistice table '{n}x{n} Q{n}' --n 1..12")],
    ),
    (
        &["examples", "example", "tutorial", "docs", "readme", "faq", "usage"],
        &[Line("'armistice help' shows examples, and 'armistice help count' those of one command")],
    ),
    (
        &["serve", "server", "web", "gui", "ui", "browser"],
        &[Line("'armistice page' serves a page for your browser, which counts on this machine")],
    ),
    (&["manual", "manpage"], &[Verb("generate", "man")]),
    (&["split", "distribute", "parallel"], &[Verb("plan", "--parts 64 --out DIR")]),
];

/// Topics that people want help about, and the command that helps.
const TOPICS: &[(&[&str], &str)] = &[
    (&["board", "boards", "problem", "problems", "torus", "holes", "format"], "armistice help count"),
    (&["betza", "kinds", "piece", "letters", "moves", "notation"], "armistice help pieces"),
    (&["family", "families", "range", "ranges"], "armistice help table"),
    (&["fen", "placement", "placements"], "armistice help check"),
    (&["oeis"], "armistice help verify"),
    (&["journal", "journals", "resume"], "armistice help status"),
];

/// Words that people type as values: the name of the option, the words, and the values that they may mean.
/// The first value that the option has is suggested.
const VALUES: &[(&str, &[&str], &[&str])] = &[
    ("up-to", &["mirror", "isomorphism", "isometry", "equivalence", "d4", "dihedral"], &["symmetry"]),
    ("up-to", &["dilation", "dilations", "similarity"], &["affine"]),
    ("up-to", &["colour", "colours", "color", "colors", "swap"], &["armies"]),
    ("order", &["mrv", "fail-first"], &["first-fail"]),
    ("order", &["lexicographic", "reading"], &["lex"]),
    ("order", &["lex", "left-right", "files", "naive"], &["leftmost"]),
    ("order", &["ff", "smallest"], &["first-fail"]),
    ("lines", &["stop", "block"], &["blocked"]),
    ("to", &["dimacs", "sat"], &["cnf"]),
    ("to", &["clingo", "clasp"], &["asp"]),
    ("to", &["cplex", "ilp", "mip", "mps", "glpk"], &["lp"]),
    ("to", &["minizinc"], &["mzn"]),
    ("to", &["g6", "nauty"], &["graph6"]),
    ("to", &["col", "clq", "clique", "cliquer"], &["graph"]),
    ("from", &["dimacs", "sat", "minisat", "cadical", "kissat"], &["cnf"]),
    ("from", &["clingo", "clasp"], &["asp"]),
    ("from", &["glpsol", "glpk", "highs", "cbc", "scip", "gurobi", "ilp", "mip"], &["lp"]),
    ("from", &["minizinc"], &["mzn"]),
    ("from", &["cliquer", "clique"], &["graph"]),
    ("engine", &["brute", "brute-force", "oracle"], &["naive"]),
    ("format", &["list"], &["squares"]),
    ("format", &["tex", "latex"], &["latex", "tikz"]),
    ("format", &["md"], &["markdown"]),
    ("format", &["jsonl", "ndjson"], &["json"]),
    ("format", &["ascii", "board", "plain"], &["diagram", "text"]),
];

fn find_word<T>(list: &'static [(&[&str], T)], word: &str) -> Option<&'static T> {
    list.iter().find(|(words, _)| words.contains(&word)).map(|(_, advice)| advice)
}

/// Returns the advice for an unknown option; `None` if the lists do not contain it.
pub(super) fn for_option(name: &str) -> Option<&'static [Advice]> {
    find_word(OPTIONS, name).copied()
}

/// Returns the advice for an unknown verb, in upper or lower case.
pub(super) fn for_verb(name: &str) -> &'static [Advice] {
    find_word(VERBS, &name.to_lowercase()).copied().unwrap_or_default()
}

/// Returns the command that helps with a topic.
pub(super) fn for_topic(name: &str) -> Option<&'static str> {
    find_word(TOPICS, &name.to_lowercase()).copied()
}

/// Returns the problem text of a puzzle with a name of its own.
pub(super) fn for_puzzle(name: &str) -> Option<&'static str> {
    match name.to_lowercase().as_str() {
        "queens" => Some(QUEENS),
        name => for_verb(name).iter().find_map(|advice| match advice {
            Line(line) if [QUEENS, STARS].contains(line) => Some(*line),
            _ => None,
        }),
    }
}

/// Returns the values that a typed value of an option may mean.
pub(super) fn for_value(option: &str, value: &str) -> &'static [&'static str] {
    let value = value.to_lowercase();
    let is_meant = |(of, words, _): &&(&str, &[&str], _)| *of == option && words.contains(&value.as_str());
    VALUES.iter().find(is_meant).map(|(_, _, meant)| *meant).unwrap_or_default()
}

/// Whether people type a word as a value of an option.
pub(super) fn is_value_of(option: &str, word: &str) -> bool {
    !for_value(option, word).is_empty()
}
