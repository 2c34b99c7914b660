//! Where everything stands: five columns, from agents over what is read and the labels on it to what acts and the
//! boundaries that it crosses. A dangerous path then reads from left to right.

use crate::graph::{EdgeKind, Graph, Node, NodeKind};
use crate::name::cells;
use std::collections::{BTreeMap, BTreeSet};

/// Width of a cell of text at a size of one.
pub const CELL: f64 = 0.602;
/// The size of names.
pub const SIZE: f64 = 12.0;
pub const ROW: f64 = 24.0;
pub const CARD: f64 = 40.0;
pub const HEADING: f64 = 36.0;
pub const MARGIN: f64 = 24.0;
pub const INDENT: f64 = 18.0;
/// A mark for an agent that may call a tool.
pub const MARK: f64 = 16.0;
/// With more agents than that, a tool tells how many may call it instead of which.
pub const MOST_MARKS: usize = 12;
/// Names are shortened to so many cells.
pub const LONGEST: usize = 32;
const GAP: f64 = 4.0;
const BELOW_GROUP: f64 = 14.0;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Box {
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
}

impl Box {
    pub fn right(self) -> f64 {
        self.x + self.w
    }

    pub fn bottom(self) -> f64 {
        self.y + self.h
    }

    pub fn middle(self) -> f64 {
        self.y + self.h / 2.0
    }
}

/// The tools of one class in one column.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    pub class: u8,
    /// The heading with everything below it.
    pub frame: Box,
}

/// The columns, from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    Agents,
    Reads,
    Labels,
    Acts,
    Boundaries,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// By the number of the node.
    pub boxes: Vec<Box>,
    pub groups: Vec<Group>,
    /// Tools that stand below the one that they take back.
    pub below: BTreeMap<usize, usize>,
    pub width: f64,
    pub bottom: f64,
}

/// The column of a node.
pub fn column(node: &Node) -> Column {
    match node.kind {
        NodeKind::Agent => Column::Agents,
        NodeKind::Tool { acts: false, .. } => Column::Reads,
        NodeKind::Tool { acts: true, .. } => Column::Acts,
        NodeKind::Label { .. } => Column::Labels,
        NodeKind::Boundary => Column::Boundaries,
    }
}

/// Width of a text of this many cells.
pub fn width(cells: usize, size: f64) -> f64 {
    cells as f64 * CELL * size
}

/// How wide the marks of the agents are at the end of a tool.
pub fn marks(agents: usize) -> f64 {
    match agents > MOST_MARKS {
        true => width("100 agents".len(), 10.0),
        false => agents as f64 * MARK,
    }
}

/// Places every node, from this height on.
pub fn layout(graph: &Graph, top: f64) -> Layout {
    let mut layout = Layout {
        boxes: vec![Box::default(); graph.nodes.len()],
        ..Layout::default()
    };
    let agents = graph.agents();
    let mut x = MARGIN;
    let of_agents = widest(graph, Column::Agents, 22) + 46.0;
    x = layout.cards(&agents, x, top, of_agents, 90.0);
    let of_tools = |column| widest(graph, column, 18) + 44.0 + INDENT + marks(agents.len());
    let reads = of_tools(Column::Reads);
    let labels = graph.numbers(|kind| matches!(kind, NodeKind::Label { .. }));
    let of_labels = widest(graph, Column::Labels, 12) + 28.0;
    let acts = of_tools(Column::Acts);
    let boundaries = graph.numbers(|kind| kind == NodeKind::Boundary);
    let of_boundaries = widest(graph, Column::Boundaries, 20) + 28.0;

    if layout.tools(graph, Column::Reads, x, top, reads) {
        x += reads + 130.0;
    }
    let labels_at = x;
    if !labels.is_empty() {
        x += of_labels + 180.0;
    }
    if layout.tools(graph, Column::Acts, x, top, acts) {
        x += acts + 40.0 + 7.0 * layout.lanes(graph) as f64;
    }
    let boundaries_at = x + 30.0;
    layout.bottom = layout
        .boxes
        .iter()
        .map(|one| one.bottom())
        .fold(top, f64::max);
    layout.spread(graph, &labels, labels_at, top, of_labels);
    layout.spread(graph, &boundaries, boundaries_at, top, of_boundaries);
    let right = layout
        .boxes
        .iter()
        .map(|one| one.right())
        .fold(0.0, f64::max);
    layout.width = right + MARGIN + 7.0 * layout.lanes(graph) as f64;
    layout.bottom = layout
        .boxes
        .iter()
        .map(|one| one.bottom())
        .fold(layout.bottom, f64::max);
    layout
}

/// The width of the longest name of a column, as it is shown.
fn widest(graph: &Graph, of: Column, least: usize) -> f64 {
    let nodes = graph.nodes.iter().filter(|node| column(node) == of);
    let longest = nodes.map(|node| cells(&crate::name::visible(&node.name)));
    let longest = longest.map(|cells| cells.min(LONGEST)).max().unwrap_or(0);
    width(longest.max(least), SIZE)
}

impl Layout {
    pub fn at(&self, node: usize) -> Box {
        self.boxes.get(node).copied().unwrap_or_default()
    }

    fn put(&mut self, node: usize, at: Box) {
        if let Some(place) = self.boxes.get_mut(node) {
            *place = at;
        }
    }

    /// Cards below each other; what comes next stands so far to the right.
    fn cards(&mut self, nodes: &[usize], x: f64, top: f64, w: f64, gap: f64) -> f64 {
        let mut y = top;
        for node in nodes {
            self.put(*node, Box { x, y, w, h: CARD });
            y += CARD + 10.0;
        }
        if nodes.is_empty() { x } else { x + w + gap }
    }

    /// The tools of a column by class, each with those below it that only take it back. Whether there are any.
    fn tools(&mut self, graph: &Graph, of: Column, x: f64, top: f64, w: f64) -> bool {
        let mut classes: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
        let below = below(graph, of);
        for (number, node) in graph.nodes.iter().enumerate() {
            if let NodeKind::Tool { class, .. } = node.kind
                && column(node) == of
                && !below.contains_key(&number)
            {
                classes.entry(class).or_default().push(number);
            }
        }
        let mut y = top;
        for (class, mut tools) in classes {
            tools.sort_by_key(|tool| graph.name(*tool));
            let start = y;
            y += HEADING;
            for tool in tools {
                self.put(tool, Box { x, y, w, h: ROW });
                y += ROW + GAP;
                for (own, _) in below.iter().filter(|(_, over)| **over == tool) {
                    let (x, w) = (x + INDENT, w - INDENT);
                    self.put(*own, Box { x, y, w, h: ROW });
                    y += ROW + GAP;
                }
            }
            let frame = Box {
                x: x - 10.0,
                y: start,
                w: w + 20.0,
                h: y - start + 4.0,
            };
            self.groups.push(Group { class, frame });
            y += BELOW_GROUP;
        }
        self.below.extend(below);
        y > top
    }

    /// Nodes over the whole height, each near to what it is joined with.
    fn spread(&mut self, graph: &Graph, nodes: &[usize], x: f64, top: f64, w: f64) {
        let count = nodes.len() as f64;
        let mut near: Vec<(f64, &str, usize)> = Vec::new();
        for node in nodes {
            let joined = graph.edges.iter().filter_map(|edge| {
                let other = match (edge.from == *node, edge.to == *node) {
                    (true, false) => edge.to,
                    (false, true) => edge.from,
                    _ => return None,
                };
                (!nodes.contains(&other)).then(|| self.at(other).middle())
            });
            let joined: Vec<f64> = joined.collect();
            let mean = joined.iter().sum::<f64>() / (joined.len() as f64).max(1.0);
            near.push((mean, graph.name(*node), *node));
        }
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1)));
        let free = (self.bottom - top - count * CARD).max(0.0);
        let gap = (free / count.max(1.0)).clamp(14.0, 120.0);
        let used = count * (CARD + gap) - gap;
        let mut y = top + ((self.bottom - top - used) / 2.0).max(0.0);
        for (_, _, node) in near {
            self.put(node, Box { x, y, w, h: CARD });
            y += CARD + gap;
        }
    }

    /// Edges within a column that run at its right side, each in a lane of its own where they would meet.
    pub fn arcs(&self, graph: &Graph) -> Vec<(usize, usize)> {
        let mut arcs: Vec<(f64, f64, usize)> = Vec::new();
        for (number, edge) in graph.edges.iter().enumerate() {
            let within = matches!(edge.kind, EdgeKind::Undone)
                && self.below.get(&edge.to) != Some(&edge.from)
                && same_column(graph, edge.from, edge.to);
            if within {
                let (a, b) = (self.at(edge.from).middle(), self.at(edge.to).middle());
                arcs.push((a.min(b), a.max(b), number));
            }
        }
        arcs.sort_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)).then(a.2.cmp(&b.2)));
        let mut lanes: Vec<Vec<(f64, f64)>> = Vec::new();
        let mut placed = Vec::new();
        for (from, to, number) in arcs {
            let free = |lane: &Vec<(f64, f64)>| lane.iter().all(|(a, b)| to < *a || from > *b);
            let lane = lanes.iter().position(free).unwrap_or(lanes.len());
            match lanes.get_mut(lane) {
                Some(taken) => taken.push((from, to)),
                None => lanes.push(vec![(from, to)]),
            }
            placed.push((number, lane));
        }
        placed
    }

    fn lanes(&self, graph: &Graph) -> usize {
        let lanes: BTreeSet<usize> = self.arcs(graph).into_iter().map(|(_, lane)| lane).collect();
        lanes.len()
    }
}

fn same_column(graph: &Graph, a: usize, b: usize) -> bool {
    let of = |node: usize| graph.nodes.get(node).map(column);
    of(a) == of(b)
}

/// Tools that do nothing but take one other back, which stands above them.
fn below(graph: &Graph, of: Column) -> BTreeMap<usize, usize> {
    let mut over: BTreeMap<usize, usize> = BTreeMap::new();
    for edge in graph
        .edges
        .iter()
        .filter(|edge| edge.kind == EdgeKind::Undone)
    {
        let only = |node: usize| {
            let node = graph.nodes.get(node);
            node.filter(|node| column(node) == of)
                .map(|node| matches!(node.kind, NodeKind::Tool { undoes: true, .. }))
        };
        if (only(edge.from), only(edge.to)) == (Some(false), Some(true)) {
            over.entry(edge.to).or_insert(edge.from);
        }
    }
    over
}
