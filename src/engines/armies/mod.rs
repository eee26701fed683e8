//! Engines for opposing armies: pieces of one army may attack each other, but none of another.

pub(crate) mod lines;
