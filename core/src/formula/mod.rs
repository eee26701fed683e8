//! From tables to formulas: what is known of a whole family of problems, and how it is proved.

#[cfg_attr(not(test), expect(dead_code, reason = "no command asks for it yet"))]
mod strip;
