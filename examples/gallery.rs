//! List placements up to symmetry, show them as text, draw one of all placements at random, and show all on
//! one page.
//!
//! cargo run --release --example gallery > gallery.html
#![allow(clippy::print_stdout, clippy::print_stderr)]

use armistice::plan::Silent;
use armistice::report::svg::{self, Look, Picture};
use armistice::search::{
    listing::{Selection, list_lex},
    random::Sampler,
};
use armistice::{Problem, UpTo};
use std::error::Error;

/// Prints the output.
pub fn main() -> Result<(), Box<dyn Error>> {
    let (text, page) = run()?;
    eprint!("{text}");
    print!("{page}");
    Ok(())
}

/// Returns the output: lines of text, and a page.
pub fn run() -> Result<(String, String), Box<dyn Error>> {
    let problem: Problem = "6x6 Q4 N2".parse()?;
    let selection = Selection { up_to: UpTo::Symmetry, ..Selection::default() };

    let (mut text, mut pictures) = (String::new(), Vec::new());
    for listed in list_lex(&problem, selection, &Silent)? {
        // The rules of movement alone are enough to check every placement.
        assert_eq!(listed.placement.fault(&problem), None);
        text += &format!("{}\n", listed.placement.display(&problem));
        pictures.push(Picture::new(&problem, &listed.placement));
    }
    let title = format!("{problem}: {} placements up to symmetry", pictures.len());

    // The draw is uniform, because these placements can be counted. The seed determines the placement.
    let mut sampler = Sampler::new(&problem, 1, &Silent)?;
    assert!(sampler.is_uniform());
    for placement in sampler.draw(1, &Silent)? {
        text += &format!("one at random:\n{:#}\n", placement.display(&problem));
    }
    Ok((text, svg::page(&pictures, &title, "", &Look::default())))
}
