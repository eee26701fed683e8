//! The conflict graph in DIMACS form: `p edge V E`, and `e a b` for each edge.
//!
//! Vertices are variables of the model, and edges are its pairs. Placements are independent sets, or cliques
//! of the complement. If all numbers are open, they are the independent sets of any size, or the largest
//! ones. For one kind alone, they are the independent sets of the given size. A set cannot express several
//! kinds with a number each, so such kinds have **copies**. A kind with n pieces is in the graph n times: for
//! its first piece, its second and so on by square. A copy is a clique, because a piece has one square. A
//! vertex of one piece is adjacent to those of the next piece that are on earlier squares. Then the
//! placements are exactly the independent sets with one vertex for each piece: no copy can have two vertices,
//! so each has one.
//!
//! Pre-placed pieces are not vertices, and neither are the squares that they exclude: a set consists of the
//! remaining pieces.

use super::error::ExportError;
use super::format::Format;
use super::model::Model;
use crate::Quantity;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// The vertices, and the sets of them that are placements.
#[derive(Debug)]
pub(super) struct Graph {
    vertices: Vec<GraphVertex>,
    size: SetSize,
    /// Whether there are copies, which make edges of their own.
    has_copies: bool,
    /// For each variable its vertex, if it has one and there are no copies.
    vertex_of: Vec<Option<u32>>,
}

/// The size of the independent sets that are placements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SetSize {
    Any,
    Largest,
    Exactly(u64),
}

/// A variable, and the number of the piece of its kind that the vertex stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GraphVertex {
    pub(super) variable: usize,
    copy: u32,
}

impl Graph {
    pub(super) fn new(model: &Model<'_>, format: Format) -> Result<Self, ExportError> {
        let size = size(model, format)?;
        let mut is_closed = vec![false; model.variables()];
        model.closed_variables().iter().for_each(|&variable| is_closed[variable] = true);
        let given: BTreeSet<usize> = model.preplaced_variables().collect();
        for &variable in &given {
            for other in model.conflicts(variable) {
                if given.contains(&other) {
                    return Err(ExportError::GivenAttack(format));
                }
                is_closed[other] = true;
            }
            is_closed[variable] = true;
        }
        let has_copies = matches!(size, SetSize::Exactly(_)) && model.sorts().len() > 1;
        let mut vertices = Vec::new();
        for (sort, of) in model.sorts().iter().enumerate() {
            let free: Vec<usize> = model.variables_of(sort).filter(|&each| !is_closed[each]).collect();
            let copies = if has_copies { of.pieces.free_pieces() as usize } else { 1 };
            if copies > free.len() {
                continue;
            }
            for copy in 0..copies {
                // The squares before it must have room for earlier pieces, and the squares after it for later
                // ones.
                let room = copy..if has_copies { free.len() + copy + 1 - copies } else { free.len() };
                let squares = free[room].iter();
                vertices.extend(squares.map(|&variable| GraphVertex { variable, copy: copy as u32 }));
                if vertices.len() > u32::MAX as usize {
                    return Err(ExportError::TooMany(format, u32::MAX as usize));
                }
            }
        }
        let mut vertex_of = Vec::new();
        if !has_copies {
            vertex_of = vec![None; model.variables()];
            for (number, vertex) in vertices.iter().enumerate() {
                vertex_of[vertex.variable] = Some(number as u32);
            }
        }
        Ok(Self { vertices, size, has_copies, vertex_of })
    }

    /// Returns the number of vertices.
    pub(super) fn vertices(&self) -> usize {
        self.vertices.len()
    }

    /// Returns the variable of a vertex.
    pub(super) fn variable(&self, vertex: usize) -> Option<usize> {
        self.vertices.get(vertex).map(|vertex| vertex.variable)
    }

    /// Collects the neighbours of a vertex in the graph or its complement, in increasing order, into a list
    /// that is emptied first.
    pub(super) fn neighbours(
        &self,
        model: &Model<'_>,
        vertex: usize,
        complement: bool,
        into: &mut Neighbours,
    ) {
        let Neighbours { list, in_conflict } = into;
        list.clear();
        let Some(&of) = self.vertices.get(vertex) else { return };
        if !self.has_copies && !complement {
            list.extend(model.conflicts(of.variable).filter_map(|other| self.vertex_of[other]));
            return;
        }
        in_conflict.clear();
        in_conflict.resize(model.variables(), false);
        model.conflicts(of.variable).for_each(|other| in_conflict[other] = true);
        let count = model.open().len();
        let sort = of.variable.checked_div(count);
        let is_adjacent = |other: GraphVertex| {
            in_conflict[other.variable]
                || self.has_copies
                    && other.variable.checked_div(count) == sort
                    && match of.copy.cmp(&other.copy) {
                        std::cmp::Ordering::Less => of.variable >= other.variable,
                        std::cmp::Ordering::Equal => true,
                        std::cmp::Ordering::Greater => of.variable <= other.variable,
                    }
        };
        let numbered = (0u32..).zip(&self.vertices);
        let adjacent = numbered
            .filter(|&(number, &other)| number as usize != vertex && is_adjacent(other) != complement);
        list.extend(adjacent.map(|(number, _)| number));
    }

    /// Calls `visit` with every edge of the graph or its complement, the smaller vertex first.
    fn edges(
        &self,
        model: &Model<'_>,
        complement: bool,
        visit: &mut dyn FnMut(usize, usize) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut neighbours = Neighbours::default();
        for vertex in 0..self.vertices.len() {
            self.neighbours(model, vertex, complement, &mut neighbours);
            let later = neighbours.list.iter().map(|&other| other as usize).filter(|&other| other > vertex);
            later.into_iter().try_for_each(|other| visit(vertex, other))?;
        }
        Ok(())
    }
}

/// A buffer for the neighbours of one vertex after another.
#[derive(Debug, Default)]
pub(super) struct Neighbours {
    pub(super) list: Vec<u32>,
    /// For each variable, whether it is in conflict with that of the vertex.
    in_conflict: Vec<bool>,
}

fn size(model: &Model<'_>, format: Format) -> Result<SetSize, ExportError> {
    let all = |wanted: Quantity| model.sorts().iter().all(|sort| sort.pieces.quantity == wanted);
    let is_exact = model.sorts().iter().all(|sort| matches!(sort.pieces.quantity, Quantity::Exactly(_)));
    match () {
        () if is_exact => {
            let free = model.sorts().iter().map(|sort| u64::from(sort.pieces.free_pieces()));
            Ok(SetSize::Exactly(free.sum()))
        }
        () if all(Quantity::Any) => Ok(SetSize::Any),
        () if all(Quantity::Max) => Ok(SetSize::Largest),
        () => Err(ExportError::MixedNumbers(format)),
    }
}

pub(super) fn write(
    graph: &Graph,
    model: &Model<'_>,
    complement: bool,
    to: &mut dyn Write,
) -> io::Result<()> {
    let sets = if complement { "cliques" } else { "independent sets" };
    writeln!(to, "c {}", model.problem())?;
    match graph.size {
        SetSize::Any => writeln!(to, "c placements are the {sets} of any size, none included")?,
        SetSize::Largest => writeln!(to, "c placements are the largest {sets}")?,
        SetSize::Exactly(size) => writeln!(to, "c placements are the {sets} of {size} vertices")?,
    }
    if model.preplaced_variables().next().is_some() {
        writeln!(to, "c the pre-placed pieces are not vertices")?;
    }
    for (number, vertex) in graph.vertices.iter().enumerate() {
        if let Some((sort, square)) = model.meaning(vertex.variable) {
            writeln!(to, "c {} {} {square}", number + 1, sort.name)?;
        }
    }
    let mut edges = 0u64;
    graph.edges(model, complement, &mut |_, _| {
        edges += 1;
        Ok(())
    })?;
    writeln!(to, "p edge {} {edges}", graph.vertices())?;
    graph.edges(model, complement, &mut |first, second| writeln!(to, "e {} {}", first + 1, second + 1))
}
