//! A bound of the number of non-attacking vertices, by pairs of conflicting ones.
//!
//! At most one of two conflicting vertices is taken, so pairs give a bound of half of all vertices. This is
//! better than any other cover by cliques if cliques are small, as among knights. The pairs need not be
//! whole: odd cycles with half a pair for each of their edges are also allowed. A matching of two copies of
//! the graph finds these halves, where each vertex of one copy is matched with a neighbour in the other. By
//! duality, no linear relaxation over pairs is better (G. Nemhauser and L. Trotter 1975). The matching grows
//! by augmenting paths (H. Kuhn 1955), the shortest first from each start; vertices that a start reaches in
//! vain are useless for every other start.
//!
//! If vertices have two colours and no conflict within a colour, there is a placement of exactly that number
//! (D. Kőnig 1931), and the matching shows it ([`most_of_two_colours`]). Squares have this property for
//! leapers that change the colour, with or without holes.

use std::collections::VecDeque;

/// The absence of a vertex.
pub(super) const NONE: usize = usize::MAX;

/// A maximum matching between two copies of a graph.
struct Matching {
    /// For each vertex of the first copy, its partner in the second one.
    of_first: Vec<usize>,
    of_second: Vec<usize>,
    /// The number of vertices of the first copy without a partner.
    single: usize,
}

/// Returns a bound of the number of these vertices that can be taken, by pairs of conflicting ones. If it is
/// stopped before, the bound is the number of vertices.
pub(super) fn bound_by_pairs(
    neighbours: &[Vec<usize>],
    is_counted: &[bool],
    should_stop: &dyn Fn() -> bool,
) -> usize {
    let vertices = is_counted.iter().filter(|&&is_counted| is_counted).count();
    // Each single vertex of the first copy adds half a vertex to the bound.
    let single = matching(neighbours, is_counted, should_stop).map_or(vertices, |matching| matching.single);
    (vertices + single) / 2
}

/// Returns a maximum set of non-attacking vertices of a graph with two colours; `None` for other graphs, and
/// if it is stopped.
pub(crate) fn most_of_two_colours(
    neighbours: &[Vec<usize>],
    should_stop: &dyn Fn() -> bool,
) -> Option<Vec<usize>> {
    let is_dark = two_colours(neighbours)?;
    let all = vec![true; neighbours.len()];
    let Matching { of_first, of_second, .. } = matching(neighbours, &all, should_stop)?;
    // The vertices that alternating paths from single vertices reach, in either copy. Each edge joins a light
    // vertex of the first copy and a dark one of the second. Either the first is not reached or the second
    // is, and these vertices cover all edges, one for each pair.
    let mut is_reached = [vec![false; neighbours.len()], vec![false; neighbours.len()]];
    let mut todo: Vec<usize> = (0..neighbours.len()).filter(|&vertex| of_first[vertex] == NONE).collect();
    while let Some(vertex) = todo.pop() {
        is_reached[0][vertex] = true;
        for &other in &neighbours[vertex] {
            if !std::mem::replace(&mut is_reached[1][other], true) {
                todo.push(of_second[other]);
            }
        }
    }
    let is_taken =
        |&vertex: &usize| if is_dark[vertex] { !is_reached[1][vertex] } else { is_reached[0][vertex] };
    Some((0..neighbours.len()).filter(is_taken).collect())
}

/// Returns the dark vertices, if no two vertices of a colour conflict.
pub(crate) fn two_colours(neighbours: &[Vec<usize>]) -> Option<Vec<bool>> {
    let mut is_dark: Vec<Option<bool>> = vec![None; neighbours.len()];
    for root in 0..neighbours.len() {
        let mut todo = if is_dark[root].is_none() { vec![root] } else { Vec::new() };
        while let Some(vertex) = todo.pop() {
            let colour = *is_dark[vertex].get_or_insert(false);
            for &other in &neighbours[vertex] {
                match is_dark[other] {
                    None => {
                        is_dark[other] = Some(!colour);
                        todo.push(other);
                    }
                    Some(other) if other == colour => return None,
                    Some(_) => {}
                }
            }
        }
    }
    is_dark.into_iter().collect()
}

/// Returns the partner of each vertex in a maximum matching between the two copies of a graph; [`NONE`] for
/// vertices without one. Partners of vertices of one colour are a maximum matching of a graph with two.
pub(super) fn max_matching(neighbours: &[Vec<usize>], should_stop: &dyn Fn() -> bool) -> Option<Vec<usize>> {
    let all = vec![true; neighbours.len()];
    matching(neighbours, &all, should_stop).map(|matching| matching.of_first)
}

fn matching(
    neighbours: &[Vec<usize>],
    is_counted: &[bool],
    should_stop: &dyn Fn() -> bool,
) -> Option<Matching> {
    let vertices: Vec<usize> = (0..neighbours.len()).filter(|&vertex| is_counted[vertex]).collect();
    let near = |vertex: usize| neighbours[vertex].iter().copied().filter(|&other| is_counted[other]);
    let (mut of_first, mut of_second) = (vec![NONE; neighbours.len()], vec![NONE; neighbours.len()]);
    for &vertex in &vertices {
        if let Some(other) = near(vertex).find(|&other| of_second[other] == NONE) {
            (of_first[vertex], of_second[other]) = (other, vertex);
        }
    }
    // For each vertex of the second copy, the vertex from which it was reached.
    let mut from = vec![NONE; neighbours.len()];
    let mut single: usize = 0;
    for &root in vertices.iter().filter(|&&vertex| of_first[vertex] == NONE).collect::<Vec<_>>() {
        if should_stop() {
            return None;
        }
        let mut reached = Vec::new();
        let mut queue = VecDeque::from([root]);
        let mut end = NONE;
        while let Some(vertex) = queue.pop_front().filter(|_| end == NONE) {
            for other in near(vertex) {
                if from[other] != NONE {
                    continue;
                }
                from[other] = vertex;
                reached.push(other);
                match of_second[other] {
                    NONE => {
                        end = other;
                        break;
                    }
                    next => queue.push_back(next),
                }
            }
        }
        if end == NONE {
            single += 1;
            continue;
        }
        while end != NONE {
            let vertex = from[end];
            of_second[end] = vertex;
            end = std::mem::replace(&mut of_first[vertex], end);
        }
        reached.into_iter().for_each(|other| from[other] = NONE);
    }
    Some(Matching { of_first, of_second, single })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::random::Random;

    fn graph(vertices: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
        let mut neighbours = vec![Vec::new(); vertices];
        for &(one, other) in edges {
            neighbours[one].push(other);
            neighbours[other].push(one);
        }
        neighbours
    }

    fn bound(vertices: usize, edges: &[(usize, usize)]) -> usize {
        bound_by_pairs(&graph(vertices, edges), &vec![true; vertices], &|| false)
    }

    #[test]
    fn paths_cycles_and_stars_are_bounded() {
        assert_eq!(bound(3, &[]), 3);
        assert_eq!(bound(3, &[(0, 1), (1, 2)]), 2);
        assert_eq!(bound(5, &[(0, 1), (0, 2), (0, 3), (0, 4)]), 4);
        // The bound is two and a half, rounded down.
        assert_eq!(bound(5, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]), 2);
        assert_eq!(most_of_two_colours(&graph(3, &[(0, 1), (1, 2), (2, 0)]), &|| false), None);
        assert_eq!(bound(4, &[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]), 2);
    }

    /// In random graphs no more vertices are compatible than the bound, and in bipartite ones exactly as many
    /// (Kőnig).
    #[test]
    fn random_graphs_have_no_more_at_peace() {
        let mut random = Random::new(17);
        for round in 0..2000 {
            let vertices = 1 + random.draw_below(9);
            let in_halves = round % 2 == 0;
            let one_in = 2 + random.draw_below(4);
            let pairs = (0..vertices).flat_map(|one| (0..one).map(move |other| (one, other)));
            let edges: Vec<(usize, usize)> = pairs
                .filter(|(one, other)| {
                    (!in_halves || (one + other) % 2 == 1) && random.draw_below(one_in) == 0
                })
                .collect();
            let is_at_peace =
                |set: &u32| edges.iter().all(|&(one, other)| set >> one & set >> other & 1 == 0);
            let most =
                (0..1u32 << vertices).filter(is_at_peace).map(u32::count_ones).max().unwrap_or(0) as usize;
            let bound = bound(vertices, &edges);
            let found = most_of_two_colours(&graph(vertices, &edges), &|| false);
            assert!(found.is_some() || !in_halves);
            if let Some(found) = found {
                let set = found.iter().fold(0, |set, vertex| set | 1 << vertex);
                assert!(is_at_peace(&set) && found.len() == most, "{vertices} {edges:?}: {found:?}");
            }
            assert!(
                if in_halves { most == bound } else { most <= bound },
                "{vertices} {edges:?}: {most} {bound}"
            );
        }
    }
}
