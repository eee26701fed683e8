//! The programs in `examples` run unchanged, with the expected output.

#[path = "../../examples/classes.rs"]
mod classes;
#[path = "../../examples/gallery.rs"]
mod gallery;
#[path = "../../examples/own_kind.rs"]
mod own_kind;
#[path = "../../examples/sequence.rs"]
mod sequence;

type Main = fn() -> Result<(), Box<dyn std::error::Error>>;

/// These functions are not called here: they print the results of `run`.
const _: [Main; 4] = [classes::main, gallery::main, own_kind::main, sequence::main];

#[test]
fn classes_and_numbers_of_pieces() {
    let expected = "\
8x8 Q8: 92 placements
8x8 Q8: 12 up to symmetry
0 kings on 4x4: 1
1 kings on 4x4: 16
2 kings on 4x4: 78
3 kings on 4x4: 140
4 kings on 4x4: 79
6x6 Q2 B2 N2 by cells: 17472
6x6 Q2 B2 N2 by frontier: 17472
";
    assert_eq!(classes::run().unwrap(), expected);
}

/// The count by the definition is the same.
#[test]
fn a_kind_of_ones_own() {
    let expected = "X moves as bWWflfrN\n6x6/torus-c3 N@a1 X4 X=bWWflfrN: 662 placements\n";
    assert_eq!(own_kind::run().unwrap(), expected);
    let problem = "6x6/torus-c3 N@a1 X4 X=bWWflfrN".parse().unwrap();
    assert_eq!(crate::common::oracle(&problem), 662u32.into());
}

#[test]
fn a_gallery_of_classes() {
    let (text, page) = gallery::run().unwrap();
    assert!(text.starts_with("Qd1,b2,e3,f5 Na6,c6\nQa3,c4,f5,b6 Nd1,e1\none at random:\n"), "{text}");
    let board: Vec<&str> = text.lines().skip(3).collect();
    let problem = "6x6 Q4 N2".parse().unwrap();
    let drawn = armistice::notation::placement_from_diagram(&problem, &board).unwrap();
    assert_eq!(drawn.fault(&problem), None);
    assert!(page.contains("<title>6x6 Q4 N2: 2 placements up to symmetry</title>"), "{page}");
    assert_eq!(page.matches("<figure>").count(), 2);
}

#[test]
fn terms_of_a_sequence_and_a_largest_number() {
    let expected = "\
# Placements of n non-attacking queens on n X n
1 1
2 0
3 0
4 2
5 10
6 4
7 40
8 92
9 352
9 terms agree with A000170: Number of ways of placing n nonattacking queens on an n X n board.
8x8 Q5 Nmax: 5, in 16 ways
";
    let text = sequence::run().unwrap();
    assert!(text.starts_with(expected), "{text}");
    let board: Vec<&str> = text[expected.len()..].lines().collect();
    let problem = "8x8 Q5 N5".parse().unwrap();
    let drawn = armistice::notation::placement_from_diagram(&problem, &board).unwrap();
    assert_eq!(drawn.fault(&problem), None);
}
