//! The graph of the files and their uses, read from the sources.
//!
//! Every module has the package before its path. So a path leads from one package into another, through all
//! re-exports.
//!
//! Every path in a `use` or in the code is followed through `crate`, `self`, `super`, children and imports to
//! the file that defines the item. A `pub use` is a window: it is not a use by itself, and a user of the
//! window uses the files behind it. Tests and comments may refer to any file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

type Segments = Vec<String>;

/// An item of a `use`: the path, its name in this module, and whether it is public.
struct Import {
    path: Segments,
    name: String,
    is_window: bool,
}

/// The packages: their names in paths, the folders of their sources, and the prefix of the names of their
/// files.
///
/// If the package is a room, the prefix is its name.
const PACKAGES: [(&str, &str, &str); 10] = [
    ("armistice_base", "crates/base/src", "base"),
    ("armistice_chess", "crates/chess/src", ""),
    ("armistice_algebra", "crates/algebra/src", "algebra"),
    ("armistice_lines", "crates/lines/src", "lines"),
    ("armistice_proof", "crates/proof/src", "proof"),
    ("armistice_engines", "crates/engines/src", "engines"),
    ("armistice_plan", "crates/plan/src", "plan"),
    ("armistice_search", "crates/search/src", "search"),
    ("armistice_families", "crates/families/src", ""),
    ("armistice", "src", ""),
];

/// The roots of packages with several rooms, which only re-export.
pub const ROOTS: [&str; 3] = ["armistice", "armistice_chess", "armistice_families"];

pub struct File {
    /// The room of the file, and the path from there.
    pub name: String,
    /// Whether the file is in one of the packages under `crates/`.
    pub is_core: bool,
    pub lines: usize,
    /// The path of its module, after the package.
    path: Segments,
    imports: Vec<Import>,
    /// The paths and words in the code.
    mentions: BTreeSet<Segments>,
}

fn segments(path: &str) -> Segments {
    path.split("::").map(str::trim).filter(|segment| !segment.is_empty()).map(str::to_owned).collect()
}

/// Returns the texts before and after a word that begins an item.
fn item<'a>(line: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let is_visibility = |before: &str| {
        before.is_empty() || before == "pub" || before.starts_with("pub(") && before.ends_with(')')
    };
    line.split_once(word).filter(|(before, _)| is_visibility(before.trim()))
}

/// Returns the lines of code without tests and comments.
fn code(text: &str) -> impl Iterator<Item = String> {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let mut is_inner = false;
    text.lines().filter(|line| !line.trim_start().starts_with("//")).map(move |line| {
        // A visibility is not a use.
        let line = line.split(" // ").next().unwrap().replace("pub(in crate::", "pub(in ");
        // The parent of a module in this file is this file.
        is_inner =
            line != "}" && (is_inner || item(&line, "mod ").is_some_and(|(_, name)| name.ends_with('{')));
        if is_inner {
            line.replace("super::", "self::").replace("self::self::", "self::super::")
        } else {
            line
        }
    })
}

/// Returns the parts of a list between commas outside of braces.
fn parts(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    let is_comma = move |sign: char| {
        depth += i32::from(sign == '{') - i32::from(sign == '}');
        sign == ',' && depth == 0
    };
    list.split(is_comma).map(str::trim).filter(|part| !part.is_empty())
}

/// Returns the imports of a tree like `a::{b, c::{self, d as e}}` below a path: paths and names.
fn leaves(tree: &str, above: &[String]) -> Vec<(Segments, String)> {
    if let Some((path, rest)) = tree.split_once('{') {
        let above = [above, &segments(path)].concat();
        return parts(rest.rsplit_once('}').unwrap().0).flat_map(|part| leaves(part, &above)).collect();
    }
    let (path, name) = tree.split_once(" as ").map_or((tree, None), |(path, name)| (path, Some(name)));
    let mut path = [above, &segments(path)].concat();
    path.pop_if(|last| last == "self");
    let name = name.map_or_else(|| path.last().unwrap().clone(), |name| name.trim().to_owned());
    vec![(path, name)]
}

impl File {
    /// Reads a file of a package. The names of its files begin with the room, if there is one.
    fn new((package, room): (&str, &str), file: &str, text: &str) -> Self {
        let path = segments(&file.trim_end_matches(".rs").trim_end_matches("/mod").replace('/', "::"));
        let inner = if file == "lib.rs" { Vec::new() } else { path };
        let path = [vec![package.to_owned()], inner].concat();
        let name = match room {
            "" if file == "lib.rs" => package.to_owned(),
            "" => file.to_owned(),
            room => format!("{room}/{file}"),
        };
        let is_core = package != "armistice";
        let (mut lines, mut imports, mut rest) = (code(text), Vec::new(), String::new());
        while let Some(line) = lines.next() {
            if let Some((before, tree)) = item(&line, "use ") {
                let mut tree = tree.to_owned();
                while !tree.contains(';') {
                    tree += &lines.next().unwrap();
                }
                let leaves = leaves(tree.split(';').next().unwrap(), &[]).into_iter();
                let is_window = before.trim().starts_with("pub");
                imports.extend(leaves.map(|(path, name)| Import { path, name, is_window }));
            } else if item(&line, "mod ").is_none() {
                rest += &(line + "\n");
            }
        }
        let is_sign = |sign: char| !(sign.is_alphanumeric() || sign == '_' || sign == ':');
        let mentions = rest.split(is_sign).map(segments).filter(|path| !path.is_empty()).collect();
        Self { name, is_core, path, imports, mentions, lines: text.lines().count() }
    }

    /// Returns whether a path of the file begins with this name, for example of a crate.
    pub fn names(&self, name: &str) -> bool {
        let mentions = self.mentions.iter().filter(|path| path.len() > 1);
        mentions.chain(self.imports.iter().map(|import| &import.path)).any(|path| path[0] == name)
    }
}

/// Returns the files of a package.
fn files_in(source: &Path, package: (&str, &str)) -> Vec<File> {
    let (mut files, mut folders) = (Vec::new(), vec![source.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(source).unwrap().to_str().unwrap().replace('\\', "/");
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".rs") && !name.ends_with("/tests.rs") && name != "main.rs" {
                files.push(File::new(package, &name, &fs::read_to_string(path).unwrap()));
            }
        }
    }
    files
}

/// The files by the paths of their modules.
pub struct House(BTreeMap<Segments, File>);

impl House {
    fn new(files: impl IntoIterator<Item = File>) -> Self {
        Self(files.into_iter().map(|file| (file.path.clone(), file)).collect())
    }

    pub fn read() -> Self {
        let house = Path::new(env!("CARGO_MANIFEST_DIR"));
        Self::new(
            PACKAGES.iter().flat_map(|(name, source, room)| files_in(&house.join(source), (name, room))),
        )
    }

    pub fn files(&self) -> impl Iterator<Item = &File> {
        self.0.values()
    }

    /// Returns the file that defines the target of a path in a module, and whether the target is the file's
    /// whole module; `None` for other crates.
    fn resolve(&self, module: &[String], path: &[String]) -> Option<(&File, bool)> {
        let (mut at, mut rest) = match path[0].as_str() {
            "crate" => (&self.0[&module[..1]], &path[1..]),
            _ if self.0.contains_key(&path[..1]) => (&self.0[&path[..1]], &path[1..]),
            "self" => (&self.0[module], &path[1..]),
            "super" => (&self.0[module], path),
            name if self.child(module, name).is_some() => (&self.0[module], path),
            _ => return self.imported(module, path),
        };
        while let Some((name, behind)) = rest.split_first() {
            match self.child(&at.path, name) {
                Some(child) => at = child,
                None if name == "super" => at = &self.0[&at.path[..at.path.len() - 1]],
                None => return self.imported(&at.path, rest).or(Some((at, false))),
            }
            rest = behind;
        }
        Some((at, true))
    }

    fn child(&self, module: &[String], name: &str) -> Option<&File> {
        self.0.get(&[module, &[name.to_owned()]].concat())
    }

    /// Resolves a path that begins with a name that the module imports.
    fn imported(&self, module: &[String], path: &[String]) -> Option<(&File, bool)> {
        // A name that refers to itself is excluded: a crate or the file around an inner module.
        let is_other = |import: &&Import| import.path[0] != path[0] && import.path[0] != "self";
        let import = self.0[module].imports.iter().filter(is_other).find(|import| import.name == path[0])?;
        self.resolve(module, &[&import.path, &path[1..]].concat())
    }

    /// Returns each file with the others that it uses.
    pub fn uses(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        self.0.values().map(|file| (file.name.as_str(), self.used(file))).collect()
    }

    fn used(&self, file: &File) -> BTreeSet<&str> {
        // A window and a module are used if their names occur. A trait may be used without its name.
        let is_used = |import: &&Import| {
            let is_module = self.resolve(&file.path, &import.path).is_some_and(|(_, is_module)| is_module);
            !(import.is_window || is_module) || file.mentions.contains(std::slice::from_ref(&import.name))
        };
        let imports = file.imports.iter().filter(is_used).map(|import| &import.path);
        let paths = imports.chain(file.mentions.iter().filter(|path| path.len() > 1));
        let files = paths.filter_map(|path| self.resolve(&file.path, path));
        files.map(|(to, _)| to.name.as_str()).filter(|name| *name != file.name).collect()
    }
}

/// Returns the sets of files in which each file leads to each other one.
pub fn circles<'a>(uses: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<BTreeSet<&'a str>> {
    let reached = |from: &'a str| {
        let (mut all, mut next) = (BTreeSet::new(), vec![from]);
        while let Some(file) = next.pop() {
            next.extend(uses[file].iter().filter(|to| all.insert(**to)));
        }
        all
    };
    let reached: BTreeMap<_, _> = uses.keys().map(|file| (*file, reached(file))).collect();
    let circle =
        |from: &&'a str| reached[from].iter().copied().filter(|to| reached[to].contains(from)).collect();
    reached.keys().map(circle).filter(|circle: &BTreeSet<_>| circle.len() > 1).collect()
}

#[test]
fn paths_lead_to_the_files_that_define_what_they_mean() {
    let files = [
        ("lib.rs", "mod a;\nmod b;\npub use a::Deep;\nuse crate as here;\nuse below::{low, Low};"),
        ("a/mod.rs", "mod deep;\nmod side;\npub use deep::{Deep, inner as named};\npub(crate) struct Own;"),
        (
            "a/deep.rs",
            "use super::Own;\nuse super::super::b::{self, c::{self, Two as Three}};\nfn f() { b::g(); c::h() }",
        ),
        (
            "a/side.rs",
            "use crate::{Deep,\n    here::a::named, low::lowest};\n// crate::b\nfn f() { std::f(); self::g() }",
        ),
        (
            "b/mod.rs",
            "pub mod c;\npub use std::fmt;\nuse fmt::Write;\nmod inner {\n    use super::One;\n}\nstruct One;",
        ),
        ("b/c.rs", "pub(in crate::a) struct Two;\n#[cfg(test)]\nmod tests {\n    use crate::a::Own;\n}"),
        ("d.rs", "use crate::b::c;\nfn f() { above::Deep::new(c::h()) }"),
    ];
    let below = [("lib.rs", "pub mod low;\npub use low::Low;"), ("low.rs", "pub struct Low;")];
    let above = files.map(|(file, text)| File::new(("above", ""), file, text));
    let below = below.map(|(file, text)| File::new(("below", "ground"), file, text));
    let house = House::new(above.into_iter().chain(below));
    let means = |module: &str, path: &str| {
        house.resolve(&segments(&format!("above::{module}")), &segments(path)).map(|(file, _)| &*file.name)
    };
    for (module, path, file) in [
        ("a::side", "crate::Deep", Some("a/deep.rs")),
        ("a::side", "super::named", Some("a/deep.rs")),
        ("a::side", "super::Own::new", Some("a/mod.rs")),
        ("a::side", "lowest", Some("ground/low.rs")),
        ("a::side", "crate::Low", Some("ground/low.rs")),
        ("a::deep", "Three::new", Some("b/c.rs")),
        ("a::deep", "c::h", Some("b/c.rs")),
        ("b", "c::Two", Some("b/c.rs")),
        ("b", "fmt::Write", None),
        ("b", "Vec::new", None),
    ] {
        assert_eq!(means(module, path), file, "{path} in {module}");
    }
    let uses = house.uses();
    let used = |file: &str| uses[file].iter().copied().collect::<Vec<_>>().join(" ");
    assert_eq!(used("a/side.rs"), "a/deep.rs ground/low.rs");
    assert_eq!(used("a/deep.rs"), "a/mod.rs b/c.rs b/mod.rs");
    assert_eq!(used("d.rs"), "a/deep.rs b/c.rs");
    // Windows are not uses by themselves.
    assert_eq!(["a/mod.rs", "b/mod.rs", "b/c.rs", "ground/lib.rs"].map(used), [""; 4]);
}

#[test]
fn circles_are_seen() {
    let uses = [("a", "b"), ("b", "c d"), ("c", "a"), ("d", "e"), ("e", "")];
    let uses = uses.map(|(file, used)| (file, used.split_whitespace().collect())).into();
    assert_eq!(circles(&uses), BTreeSet::from([BTreeSet::from(["a", "b", "c"])]));
}
