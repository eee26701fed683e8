//! Betza notation: how a piece attacks, in a few letters.
//!
//! The subset that can be counted, from Ralph Betza's notation as XBoard and Fairy-Stockfish use it:
//!
//! | part | accepted |
//! |---|---|
//! | leaps | `W` (1,0) · `F` (1,1) · `D` (2,0) · `N` (2,1) · `A` (2,2) · `H` (3,0) · `C` or `L` (3,1) · `Z` or `J` (3,2) · `G` (3,3) · `(a,b)` any leap, numbers up to 999 |
//! | short for | `K` = `WF` · `R` = `WW` · `B` = `FF` · `Q` = `RB` |
//! | repeats | a doubled letter rides to the edge (`NN`, the nightrider); a number after an atom is the largest number of leaps (`W3`, `R4`), `0` means no limit (`(1,4)0`) |
//! | directions | before an atom: `f` forward (to higher ranks), `b` back, `l` left, `r` right, `v` = `f` and `b`, `s` = `l` and `r` |
//! | modality | `c` (captures only) attacks like the plain atom; `m` (moves without capturing) never attacks and adds nothing |
//! | hops | `p` over a first piece and on to any square behind it (`pR`, the cannon), `g` to the next one only (`gQ`, the grasshopper), before what rides without limit; `n` a [leap that pieces on its way stop](super::way) (`nN`, the Chinese horse; `nA`, the elephant) |
//!
//! Consecutive atoms add up: `QN` is queen and knight, `FsW` ferz and sideways wazir, `RflbrB` a rook with
//! one diagonal. A direction belongs to the next atom only.
//!
//! The meaning of directions depends on the atom:
//!
//! * along a rank or file (`W D H`, `R`): each letter selects one direction, and letters add up: `fsW`;
//! * diagonal (`F A G`, `B`): one letter selects two directions, a pair of perpendicular letters the one they
//!   share: `fF` both forward ones, `flF` one, `flbrB` one line;
//! * oblique (`N C Z`, `(1,4)`): one letter selects the two leaps whose long part goes there (`fN`, also
//!   `ffN`). A pair of perpendicular letters selects one leap, *the second letter naming its long part*:
//!   `frN` goes one forward and two right, `rfN` two forward and one right. `fsN` and `vlN` select two leaps.
//!   A letter with `h` selects all four leaps of that half (`fhN`).
//!
//! Letters form pairs where possible, from the left; a doubled letter counts as one (`ffF` is `fF`).
//!
//! Rides with the same leap are one ride, as long as the longest of them: `WR3` is `R3`.
//!
//! The reader rejects directions before `K` and `Q`, because programs disagree on them: write `fWfF`.
//!
//! It also rejects further parts, with their names, whose effect depends on other pieces (`j`, chained moves
//! `a`, and so on).

mod atoms;
mod read;
mod write;

pub use read::{BetzaError, BetzaFault, parse, parse_on};
pub use write::{MovesError, write};
