//! Sets of the rows, or of the columns, of a quarter.

/// The sets of numbers below `side`, by size.
#[derive(Debug)]
pub(crate) struct Subsets {
    /// All sets of each size, in increasing order.
    by_size: Vec<Vec<u16>>,
    /// The place of each set among those of its size.
    ranks: Vec<u32>,
}

impl Subsets {
    /// Makes the subsets of `0 .. side`; `side` is at most 16.
    pub(crate) fn new(side: usize) -> Self {
        let mut by_size = vec![Vec::new(); side + 1];
        let mut ranks = Vec::with_capacity(1 << side);
        for set in 0..1u32 << side {
            let same_size = &mut by_size[set.count_ones() as usize];
            ranks.push(same_size.len() as u32);
            same_size.push(set as u16);
        }
        Self { by_size, ranks }
    }

    /// Returns the sets of `size` numbers, in increasing order.
    pub(crate) fn of_size(&self, size: usize) -> &[u16] {
        self.by_size.get(size).map_or(&[], Vec::as_slice)
    }

    /// Returns the place of a set among those of its size.
    pub(crate) fn rank(&self, set: u16) -> usize {
        self.ranks[usize::from(set)] as usize
    }
}
