//! The static page as the command writes it: a folder for a server, or one file.

use crate::common::program::{Folder, PROGRAM, assert_refused, read, run};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The shortest library that a browser accepts. Whether the real one counts in these pages is tested in a browser.
const WASM: &[u8] = b"\0asm\x01\0\0\0";

/// A folder with a library.
fn folder_with_library(name: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    let wasm = folder.file("any.wasm");
    fs::write(&wasm, WASM).unwrap();
    (folder, wasm)
}

fn content_of(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

#[test]
fn the_folder_is_the_page_that_the_sources_have() {
    let (folder, wasm) = folder_with_library("page-folder");
    let site = folder.file("a/site");
    assert_eq!(run(&["page", "-o", &site, "--wasm", &wasm]), (String::new(), String::new(), 0));
    let mut expected = content_of(concat!(env!("CARGO_MANIFEST_DIR"), "/web/page"));
    // The page keeps all its files for offline use.
    let kept = String::from_utf8(expected["offline.js"].clone()).unwrap();
    let list = kept.split("FILES = [").nth(1).unwrap().split(']').next().unwrap();
    let names: BTreeSet<&str> = list.split('"').skip(1).step_by(2).filter(|name| *name != "./").collect();
    expected.insert("armistice.wasm".to_owned(), WASM.to_vec());
    assert!(content_of(&site) == expected, "{:?}", content_of(&site).keys());
    let written: BTreeSet<&str> =
        expected.keys().map(String::as_str).filter(|name| *name != "offline.js").collect();
    assert_eq!(names, written);
}

#[test]
fn an_earlier_page_is_written_again_and_nothing_else() {
    let (folder, wasm) = folder_with_library("page-again");
    let write = |name: &str| run(&["page", "-o", &folder.file(name), "--wasm", &wasm]);
    // A clone of an empty repository, then with the page and a file of the user's.
    fs::create_dir_all(folder.file("site/.git")).unwrap();
    assert_eq!(write("site").2, 0);
    fs::write(folder.file("site/CNAME"), "example.org").unwrap();
    fs::write(folder.file("site/main.js"), "old").unwrap();
    assert_eq!(write("site").2, 0);
    assert_eq!(fs::read_to_string(folder.file("site/CNAME")).unwrap(), "example.org");
    assert_ne!(fs::read_to_string(folder.file("site/main.js")).unwrap(), "old");
    // Folders of other people's files.
    fs::create_dir_all(folder.file("home")).unwrap();
    fs::write(folder.file("home/style.css"), "mine").unwrap();
    assert_refused(&["page", "-o", &folder.file("home"), "--wasm", &wasm], "name a new or an empty folder");
    fs::write(folder.file("home/index.html"), "<title>Armistice</title>").unwrap();
    assert_refused(&["page", "-o", &folder.file("home"), "--wasm", &wasm], "name a new or an empty folder");
    assert_eq!(content_of(&folder.file("home")).len(), 2);
    assert_refused(&["page", "-o", &wasm, "--wasm", &wasm], "this is a file");
    for other in
        [&["8x8", "Q8"] as &[&str], &["--port", "8000"], &["--threads", "2"], &["--single", "x.html"]]
    {
        let (_, error, code) = run(&[&["page", "-o", &folder.file("no")], other].concat());
        assert!(code == 2 && error.contains("cannot be used with"), "{error}");
    }
    assert!(!Path::new(&folder.file("no")).exists());
    // One file.
    let single = folder.file("board.html");
    let write_single = |path: &str| run(&["page", "--single", path, "--wasm", &wasm]).2;
    assert_eq!((write_single(&single), write_single(&single)), (0, 0));
    let other = folder.file("home/index.html");
    assert_refused(&["page", "--single", &other, "--wasm", &wasm], "this file is no page of this program");
    assert_eq!(fs::read_to_string(&other).unwrap(), "<title>Armistice</title>");
    assert_refused(&["page", "--single", &folder.file("board"), "--wasm", &wasm], "end it with .html");
    assert_refused(
        &["page", "--single", &folder.file("home"), "--wasm", &wasm],
        "expected the name of a file",
    );
}

#[test]
fn one_file_contains_all_others_and_names_none() {
    let (folder, wasm) = folder_with_library("page-single");
    let file = folder.file("board.html");
    assert_eq!(run(&["page", "--single", &file, "--wasm", &wasm]), (String::new(), String::new(), 0));
    let page = fs::read_to_string(&file).unwrap();
    // All addresses are inside.
    for attribute in ["src=\"", "href=\""] {
        for address in page.split(attribute).skip(1) {
            assert!(address.starts_with("data:"), "{}", &address[..address.len().min(80)]);
        }
    }
    assert!(!page.contains("no-server") && !page.contains("armistice.wasm") && !page.contains("url("));
    let style = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/web/page/style.css")).unwrap();
    assert!(page.contains(&style) && !style.contains("</"));
    // All modules are inside, under the names by which they import each other.
    let map = page.split("<script type=\"importmap\">").nth(1).unwrap().split("</script>").next().unwrap();
    let map: serde_json::Value = serde_json::from_str(map).unwrap();
    let modules = map["imports"].as_object().unwrap();
    assert!(modules.len() > 30 && page.contains("import \"armistice/main.js\""));
    for (name, address) in modules {
        let code = decode(address.as_str().unwrap().strip_prefix("data:text/javascript;base64,").unwrap());
        for line in code.lines().filter(|line| line.contains(" from \"")) {
            let imported = line.split('"').nth(1).unwrap();
            assert!(modules.contains_key(imported), "{name}: {line}");
        }
        assert!(!code.contains("import.meta"), "{name}");
    }
    assert!(
        decode(modules["armistice/library.js"].as_str().unwrap().split(',').nth(1).unwrap())
            .contains("isWhole = true")
    );
    let worker = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/web/page/worker.js")).unwrap();
    assert!(page.contains(&worker) && !worker.contains("</"));
    // Links lead to a published page.
    assert!(page.contains("<meta name=\"published\" content=\"\">"));
    let linked = run(&["page", "--single", &file, "--wasm", &wasm, "--link", "https://example.org/"]);
    assert_eq!(linked.2, 0);
    assert!(
        fs::read_to_string(&file)
            .unwrap()
            .contains("<meta name=\"published\" content=\"https://example.org/\">")
    );
}

/// Decodes base64.
fn decode(text: &str) -> String {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut bytes = Vec::new();
    for group in text.as_bytes().chunks(4) {
        let word = group.iter().fold(0, |word, &letter| word << 6 | u32::from(value(letter) & 63));
        let number = 3 - group.iter().filter(|&&letter| letter == b'=').count();
        bytes.extend(&word.to_be_bytes()[1..=number]);
    }
    String::from_utf8(bytes).unwrap()
}

/// The library lies beside the program, or where `web/build` leaves it. Otherwise the message says what to do.
#[test]
fn the_library_is_found_beside_the_program_and_in_the_sources() {
    let (folder, wasm) = folder_with_library("page-library");
    let copy = |place: &str| {
        let program = folder.file(place);
        fs::create_dir_all(Path::new(&program).parent().unwrap()).unwrap();
        fs::copy(&*PROGRAM, &program).unwrap();
        program
    };
    let write = |program: &str, name: &str| {
        let output = Command::new(program).args(["page", "-o", &folder.file(name)]).output().unwrap();
        read(&output)
    };
    let alone = copy("bin/armistice");
    let (answer, error, code) = write(&alone, "site");
    assert_eq!((answer.as_str(), code, error.lines().count()), ("", 2, 1), "{error}");
    assert!(error.contains("run web/build in the sources, or name the file with --wasm FILE"), "{error}");
    assert!(!Path::new(&folder.file("site")).exists());
    fs::copy(&wasm, folder.file("bin/armistice.wasm")).unwrap();
    assert_eq!(write(&alone, "site"), (String::new(), String::new(), 0));
    let built = copy("sources/target/debug/armistice");
    assert_eq!(write(&built, "other").2, 2);
    fs::create_dir_all(folder.file("sources/web/dist")).unwrap();
    fs::copy(&wasm, folder.file("sources/web/dist/armistice.wasm")).unwrap();
    assert_eq!(write(&built, "other"), (String::new(), String::new(), 0));
    let (text, site) = (folder.file("text.wasm"), folder.file("third"));
    fs::write(&text, "no library").unwrap();
    assert_refused(&["page", "-o", &site, "--wasm", &text], "no WebAssembly");
    assert_refused(&["page", "--wasm", &wasm], "--wasm is for -o DIR and --single FILE");
}
