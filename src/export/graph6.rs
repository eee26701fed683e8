//! The conflict graph as graph6, a line of printable characters (Brendan McKay, `formats.txt` of nauty).
//!
//! The line has the number of vertices, then the upper triangle of the adjacency matrix column by column. Six
//! bits make a character, by adding 63. The format has no names: vertices are in the order of the DIMACS
//! file.

use super::graph::{Graph, Neighbours};
use super::model::Model;
use std::io::{self, Write};

/// The most vertices whose number takes four characters. A file with that number of vertices has 5 GB.
pub(super) const MAX_VERTICES: usize = 258_047;

/// The least number that takes more than one character.
const MIN_LONG: usize = 63;

pub(super) fn write(
    graph: &Graph,
    model: &Model<'_>,
    complement: bool,
    to: &mut dyn Write,
) -> io::Result<()> {
    let count = graph.vertices();
    if count < MIN_LONG {
        to.write_all(&[sign(count)])?;
    } else {
        to.write_all(&[126, sign(count >> 12), sign(count >> 6), sign(count)])?;
    }
    let mut bits = Bits { to, bits: 0, filled: 0 };
    let mut neighbours = Neighbours::default();
    for vertex in 0..count {
        graph.neighbours(model, vertex, complement, &mut neighbours);
        let mut next = 0;
        for &other in neighbours.list.iter().filter(|&&other| (other as usize) < vertex) {
            bits.zeros(other as usize - next)?;
            bits.push(true)?;
            next = other as usize + 1;
        }
        bits.zeros(vertex - next)?;
    }
    bits.finish()
}

/// Returns six bits as a printable character.
fn sign(bits: usize) -> u8 {
    (bits & 63) as u8 + 63
}

struct Bits<'a> {
    to: &'a mut dyn Write,
    bits: usize,
    filled: u32,
}

impl Bits<'_> {
    fn push(&mut self, bit: bool) -> io::Result<()> {
        self.bits = self.bits << 1 | usize::from(bit);
        self.filled += 1;
        if self.filled == 6 {
            self.to.write_all(&[sign(self.bits)])?;
            (self.bits, self.filled) = (0, 0);
        }
        Ok(())
    }

    fn zeros(&mut self, number: usize) -> io::Result<()> {
        (0..number).try_for_each(|_| self.push(false))
    }

    /// Fills the last character with zeros and writes the rest.
    fn finish(mut self) -> io::Result<()> {
        while self.filled > 0 {
            self.push(false)?;
        }
        self.to.write_all(b"\n")
    }
}
