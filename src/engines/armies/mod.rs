//! Opposing armies of queens: placements in which no queen attacks a queen of another army.

pub(crate) mod several;
