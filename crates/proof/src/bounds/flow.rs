//! The largest flow through a network, by shortest ways (Dinic, 1970).

/// Arcs in pairs, each with its reverse; what an arc has left is its capacity.
#[derive(Debug, Default)]
pub(super) struct Flow {
    /// The first arc from each node, and the next one from the same node.
    first: Vec<Option<u32>>,
    next: Vec<Option<u32>>,
    to: Vec<u32>,
    left: Vec<i64>,
    level: Vec<u32>,
    at: Vec<Option<u32>>,
}

const FAR: u32 = u32::MAX;

impl Flow {
    /// Begins anew with so many nodes.
    pub(super) fn clear(&mut self, nodes: usize) {
        self.first.clear();
        self.first.resize(nodes, None);
        self.next.clear();
        self.to.clear();
        self.left.clear();
    }

    pub(super) fn arc(&mut self, from: usize, to: usize, capacity: i64) {
        for (from, to, capacity) in [(from, to, capacity), (to, from, 0)] {
            self.next.push(self.first[from]);
            self.first[from] = Some(self.to.len() as u32);
            self.to.push(to as u32);
            self.left.push(capacity);
        }
    }

    /// The arcs from a node: where to, and what is left of each and of its reverse.
    pub(super) fn arcs(&self, from: usize) -> impl Iterator<Item = (usize, i64, i64)> {
        std::iter::successors(self.first[from], |&arc| self.next[arc as usize]).map(|arc| {
            let arc = arc as usize;
            (self.to[arc] as usize, self.left[arc], self.left[arc ^ 1])
        })
    }

    /// Whether more could be sent to a node, after [`run`](Self::run).
    pub(super) fn is_reached(&self, node: usize) -> bool {
        self.level[node] != FAR
    }

    /// Sends as much as there is room for.
    pub(super) fn run(&mut self, source: usize, sink: usize) -> i64 {
        let mut sent = 0;
        while self.set_levels(source, sink) {
            self.at.clone_from(&self.first);
            sent += self.send(source, sink, i64::MAX);
        }
        sent
    }

    fn set_levels(&mut self, source: usize, sink: usize) -> bool {
        self.level.clear();
        self.level.resize(self.first.len(), FAR);
        self.level[source] = 0;
        let mut queue = vec![source];
        let mut head = 0;
        while let Some(&node) = queue.get(head) {
            head += 1;
            let mut arc = self.first[node];
            while let Some(at) = arc.map(|arc| arc as usize) {
                let to = self.to[at] as usize;
                if self.left[at] > 0 && self.level[to] == FAR {
                    self.level[to] = self.level[node] + 1;
                    queue.push(to);
                }
                arc = self.next[at];
            }
        }
        self.level[sink] != FAR
    }

    fn send(&mut self, node: usize, sink: usize, most: i64) -> i64 {
        if node == sink {
            return most;
        }
        let mut sent = 0;
        while let Some(at) = self.at[node].map(|arc| arc as usize) {
            let to = self.to[at] as usize;
            if self.left[at] > 0 && self.level[to] == self.level[node] + 1 {
                let more = self.send(to, sink, self.left[at].min(most - sent));
                self.left[at] -= more;
                self.left[at ^ 1] += more;
                sent += more;
                if sent == most {
                    break;
                }
            }
            self.at[node] = self.next[at];
        }
        sent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_much_flows_as_the_narrowest_cut_lets_through() {
        let mut flow = Flow::default();
        flow.clear(4);
        for (from, to, capacity) in [(0, 1, 3), (0, 2, 2), (1, 2, 5), (1, 3, 2), (2, 3, 2)] {
            flow.arc(from, to, capacity);
        }
        assert_eq!(flow.run(0, 3), 4);
        assert!(flow.is_reached(1) && !flow.is_reached(3));
    }
}
