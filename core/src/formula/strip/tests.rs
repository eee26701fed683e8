//! What is known of strips: sizes of closures, and counts by the engines.

use super::closure::Transfer;
use super::moves::{Growing, Strip};
use super::state::Merging;

pub(super) fn strip(text: &str) -> Strip {
    Strip::new(&text.parse().expect(text), Growing::Ranks).expect(text)
}

pub(super) fn transfer(text: &str, merging: Merging) -> Transfer {
    Transfer::new(&strip(text), merging, 1 << 22, &|| false).expect(text)
}

/// Boundary states as they arise and merged, from widths 2 on.
#[test]
fn closures_have_the_known_sizes() {
    let plain: &[(&str, &[usize])] = &[
        ("K*", &[2, 4, 6, 10, 15, 24, 37, 58, 90]),
        ("W*", &[3, 5, 8, 13, 21, 34, 55, 89, 144]),
        ("F*", &[4, 4, 9, 16, 25, 49, 81, 144]),
        ("N*", &[16, 20, 38, 112, 305, 627, 1340]),
        ("K* N*", &[20, 26, 64, 206, 545]),
        ("W* N*", &[20, 28, 68, 230, 620]),
        ("B*", &[4, 16, 64, 256, 1024]),
        ("R*", &[4, 8, 16, 32, 64, 128]),
        ("Q*", &[6, 21, 87, 405, 1992]),
        ("H*", &[16, 76, 4096]),
    ];
    let mirror = Merging { canonical: false, mirror: true };
    let merged: &[(&str, &[usize])] = &[
        ("K*", &[2, 3, 4, 7, 9, 15, 21, 34, 49, 78, 116]),
        ("W*", &[2, 4, 5, 9, 12, 21, 30, 51, 76]),
        ("F*", &[3, 4, 6, 9, 15, 25, 45]),
        ("N*", &[9, 16, 22, 63, 162, 329, 690]),
        ("K* N*", &[11, 21, 36, 113, 284]),
        ("W* N*", &[12, 22, 38, 126, 322]),
    ];
    let all: &[(&str, &[usize])] = &[("Q*", &[4, 12, 34, 143, 628])];
    let canonical = Merging { canonical: true, mirror: false };
    let largest: &[(&str, &[usize])] = &[("Q*", &[6, 18, 64, 270, 1241])];
    for (merging, table) in
        [(Merging::NONE, plain), (mirror, merged), (Merging::ALL, all), (canonical, largest)]
    {
        for (kinds, sizes) in table {
            for (width, &size) in (2..).zip(*sizes) {
                let text = format!("1x{width} {kinds}");
                assert_eq!(transfer(&text, merging).states(), size, "{text} {merging:?}");
            }
        }
    }
}
