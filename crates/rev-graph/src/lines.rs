//! The lines between boxes: one for all agents to whom it means the same, open dangers on top.

use crate::draw::{around, between, elbow, title};
use crate::graph::{Edge, EdgeKind, Graph};
use crate::layout::Layout;
use crate::name::visible;
use std::collections::BTreeMap;

/// With more of them, lines from agents to tools are shown only where somebody asks for one.
const MOST_CALLS: usize = 60;

/// A line on the picture: one for all agents to whom it means the same.
#[derive(Default)]
struct Line {
    class: String,
    way: String,
    numbers: Vec<usize>,
    told: Vec<String>,
}

/// Every line.
pub fn edges(graph: &Graph, layout: &Layout) -> String {
    let arcs: BTreeMap<usize, usize> = layout.arcs(graph).into_iter().collect();
    let calls = graph
        .edges
        .iter()
        .filter(|edge| edge.kind == EdgeKind::May)
        .count();
    let first_steps = first_steps(graph);
    // Quiet lines first, so that open paths lie on top.
    let mut lines: BTreeMap<(u8, usize, usize, bool), Line> = BTreeMap::new();
    for (number, edge) in graph.edges.iter().enumerate() {
        let open = edge.path.as_ref().is_some_and(|path| path.open);
        let (order, class) = match first_steps.get(&(edge.from, edge.to)) {
            Some(class) if edge.kind == EdgeKind::Yields => (8, *class),
            _ => looks(edge, open),
        };
        let mut class = class.to_owned();
        if edge.kind == EdgeKind::May && calls > MOST_CALLS {
            class.push_str(" many");
        }
        let line = lines.entry((order, edge.from, edge.to, open)).or_default();
        let (from, to) = (layout.at(edge.from), layout.at(edge.to));
        line.way = match arcs.get(&number) {
            Some(lane) => around(from, to, *lane),
            None if layout.below.get(&edge.to) == Some(&edge.from)
                && edge.kind == EdgeKind::Undone =>
            {
                elbow(from, to)
            }
            None if from.x == to.x => around(from, to, 0),
            None => between(from, to, shift(edge, open)),
        };
        line.class = class;
        line.numbers.push(number);
        line.told.push(sentence(graph, edge));
    }
    let mut out = String::new();
    for line in lines.values() {
        let numbers: Vec<String> = line.numbers.iter().map(usize::to_string).collect();
        let numbers = numbers.join(" ");
        out.push_str(&format!(
            "<path class=\"e {}\" data-e=\"{numbers}\" d=\"{}\">{}</path>\n",
            line.class,
            line.way,
            title(&line.told)
        ));
    }
    out
}

/// Edges of several kinds between the same boxes do not lie on each other.
fn shift(edge: &Edge, open: bool) -> f64 {
    match (edge.kind, open) {
        (EdgeKind::Leaks, true) => -5.0,
        (EdgeKind::Leaks, false) => -9.0,
        (EdgeKind::Steers, true) => 5.0,
        (EdgeKind::Steers, false) => 9.0,
        _ => 0.0,
    }
}

fn looks(edge: &Edge, open: bool) -> (u8, &'static str) {
    match (edge.kind, open) {
        (EdgeKind::May, _) => (0, "may"),
        (EdgeKind::PartOf, _) => (1, "part"),
        (EdgeKind::Implies, _) => (2, "implies"),
        (EdgeKind::Crosses, _) => (3, "crosses"),
        (EdgeKind::Undone, _) => (4, "undone"),
        (EdgeKind::Yields, _) => (5, "yields"),
        (EdgeKind::Leaks, false) => (6, "leak shut"),
        (EdgeKind::Steers, false) => (7, "steer shut"),
        (EdgeKind::Steers, true) => (9, "steer open"),
        (EdgeKind::Leaks, true) => (10, "leak open"),
    }
}

/// The first steps of open paths.
fn first_steps(graph: &Graph) -> BTreeMap<(usize, usize), &'static str> {
    let mut steps = BTreeMap::new();
    for edge in &graph.edges {
        if let Some(path) = edge.path.as_ref().filter(|path| path.open) {
            let leaks = edge.kind == EdgeKind::Leaks;
            for source in &path.sources {
                let step = steps.entry((*source, edge.from)).or_insert("yields warm");
                if leaks {
                    *step = "yields hot";
                }
            }
        }
    }
    steps
}

/// What an edge says, as a sentence.
fn sentence(graph: &Graph, edge: &Edge) -> String {
    let name = |node: usize| visible(graph.name(node));
    let plain = format!("{} {} {}", name(edge.from), edge.kind.word(), name(edge.to));
    let Some(path) = &edge.path else {
        return plain;
    };
    let agent = name(path.agent);
    match path.open {
        true => {
            let from: Vec<String> = path.sources.iter().map(|source| name(*source)).collect();
            format!("{plain}: open for {agent}, from {}", from.join(", "))
        }
        false => format!(
            "{plain}: closed for {agent} by {}",
            visible(&path.closed_by)
        ),
    }
}
