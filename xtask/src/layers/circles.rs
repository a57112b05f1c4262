//! The rule of circles: no files of a crate use each other in a circle, by imports and calls of methods.
//!
//! At least one import or call of a circle breaks the order of the files. So there is no circle where the rules
//! of imports and methods hold without an excuse; an excuse does not hide the circle that it closes.

use super::finding::Finding;
use super::imports::Imports;
use super::methods::Calls;
use super::rule::Rule;
use super::source::modules::Module;

/// One finding for each set of files that use each other in a circle.
pub fn findings(modules: &[Module], imports: &Imports, calls: &Calls) -> Vec<Finding> {
    let edges = [imports.edges(modules), calls.edges(modules)].concat();
    let finding = |circle: Vec<usize>| {
        let names: Vec<String> = circle.iter().map(|file| modules[*file].short_name()).collect();
        let message =
            format!("{} files use each other in a circle: {}", names.len(), names.join(", "));
        Finding::new(Rule::Circles, &modules[circle[0]].file.path, 0, message)
    };
    circles(modules.len(), &edges).into_iter().map(finding).collect()
}

/// The strongly connected components of more than one node, each in ascending order.
fn circles(nodes: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut next = vec![Vec::new(); nodes];
    for (from, to) in edges {
        next[*from].push(*to);
    }
    let reached: Vec<Vec<bool>> = (0..nodes).map(|node| reached_from(node, &next)).collect();
    let mut circles = Vec::new();
    let mut is_placed = vec![false; nodes];
    for node in 0..nodes {
        let circle: Vec<usize> =
            (node..nodes).filter(|other| reached[node][*other] && reached[*other][node]).collect();
        if circle.len() > 1 && !is_placed[node] {
            circle.iter().for_each(|node| is_placed[*node] = true);
            circles.push(circle);
        }
    }
    circles
}

/// Which nodes are reached from `start` by following edges.
fn reached_from(start: usize, next: &[Vec<usize>]) -> Vec<bool> {
    let mut is_reached = vec![false; next.len()];
    let mut open = vec![start];
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut is_reached[node], true) {
            open.extend(&next[node]);
        }
    }
    is_reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::source::modules::in_memory;

    #[test]
    fn each_circle_is_found_once() {
        let edges = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (5, 6), (6, 5), (4, 4)];
        assert_eq!(circles(7, &edges), [vec![0, 1, 2], vec![5, 6]]);
    }

    #[test]
    fn chain_is_no_circle() {
        assert_eq!(circles(4, &[(0, 1), (1, 2), (0, 2), (0, 3)]), [[0; 0]; 0]);
    }

    #[test]
    fn circle_of_an_import_and_a_call_is_reported() {
        let source = in_memory(&[
            ("src/lib.rs", "mod a; mod b; mod c;"),
            ("src/a.rs", "pub struct A; impl A { fn f(&self) { self.g() } }"),
            ("src/b.rs", "use crate::a::A; impl A { pub fn g(&self) {} }"),
            ("src/c.rs", "use crate::{a::A, b::B};"),
        ]);
        let imports = Imports::of(&source.modules);
        let calls = Calls::of(&source.modules, &imports);
        let found: Vec<String> =
            findings(&source.modules, &imports, &calls).iter().map(ToString::to_string).collect();
        assert_eq!(found, ["src/a.rs: 2 files use each other in a circle: a.rs, b.rs"]);
    }
}
