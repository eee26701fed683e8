//! Listing placements up to symmetry, showing them as text, drawing one from all at random, and all on one page.
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

/// Prints it.
pub fn main() -> Result<(), Box<dyn Error>> {
    let (text, page) = run()?;
    eprint!("{text}");
    print!("{page}");
    Ok(())
}

/// What is printed: lines of text, and a page.
pub fn run() -> Result<(String, String), Box<dyn Error>> {
    let problem: Problem = "6x6 Q4 N2".parse()?;
    let selection = Selection { up_to: UpTo::Symmetry, ..Selection::default() };

    let (mut text, mut pictures) = (String::new(), Vec::new());
    for listed in list_lex(&problem, selection, &Silent)? {
        // Every placement can be checked against the rules of movement alone.
        assert_eq!(listed.placement.fault(&problem), None);
        text += &format!("{}\n", listed.placement.display(&problem));
        pictures.push(Picture::new(&problem, &listed.placement));
    }
    let title = format!("{problem}: {} placements up to symmetry", pictures.len());

    // Uniformly, since these placements can be counted; the seed says which one.
    let mut sampler = Sampler::new(&problem, 1, &Silent)?;
    assert!(sampler.is_uniform());
    for placement in sampler.draw(1, &Silent)? {
        text += &format!("one at random:\n{:#}\n", placement.display(&problem));
    }
    Ok((text, svg::page(&pictures, &title, "", &Look::default())))
}
