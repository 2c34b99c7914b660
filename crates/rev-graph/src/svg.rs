//! The picture as SVG that needs nothing else: styles, legend and explanations are in it.

use crate::boxes::{drawn, hot};
use crate::draw::{number, rect, text, title};
use crate::escape;
use crate::graph::{Graph, NodeKind};
use crate::layout::{self as place, Column, Group, HEADING, Layout, MARGIN, SIZE, column};
use crate::legend::legend;
use crate::lines::edges;
use crate::name::{counted, visible};
use rev_table::CLASSES;

/// How the picture looks, in light and in dark.
pub const STYLE: &str = include_str!("../page/picture.css");
const LEAST_WIDTH: f64 = 900.0;

/// The picture as a file of its own.
pub fn svg(graph: &Graph) -> String {
    let style = format!("<style>\n{STYLE}</style>\n");
    picture(graph, &style, " xmlns=\"http://www.w3.org/2000/svg\"")
}

/// The picture with this in front, as a file or as a part of one.
pub fn picture(graph: &Graph, front: &str, attributes: &str) -> String {
    let width = place::layout(graph, 0.0).width.max(LEAST_WIDTH);
    let (legend, below) = legend(76.0, width - MARGIN);
    let layout = place::layout(graph, below + 30.0);
    let height = layout.bottom + MARGIN + 10.0;
    let name = format!("{} {}", graph.policy, graph.version);
    let summary = summary(graph);
    let [w, h] = [width, height].map(number);
    let label = escape::xml(&visible(&format!("{name}: {summary}")));
    let mut out = format!(
        "<svg{attributes} class=\"rev\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\" aria-label=\"{label}\">\n{front}"
    );
    out.push_str(&format!(
        "<rect class=\"ground\" width=\"{w}\" height=\"{h}\"/>\n"
    ));
    out.push_str(&text("title", (MARGIN, 34.0), 17.0, 60, &name));
    out.push_str(&text("quiet", (MARGIN, 54.0), 12.0, 110, &summary));
    out.push('\n');
    out.push_str(&legend);
    out.push_str(&headings(graph, &layout));
    for group in &layout.groups {
        let frame = rect("frame", group.frame, 8.0);
        out.push_str(&format!("<g class=\"k{}\">{frame}</g>\n", group.class));
    }
    out.push_str("<g class=\"edges\">\n");
    out.push_str(&edges(graph, &layout));
    out.push_str("</g>\n");
    for group in &layout.groups {
        out.push_str(&head(graph, group));
    }
    out.push_str("<g class=\"nodes\">\n");
    let hot = hot(graph);
    for (number, node) in graph.nodes.iter().enumerate() {
        out.push_str(&drawn(graph, &layout, number, node, &hot));
    }
    out.push_str("</g>\n</svg>\n");
    out
}

/// How many there are of everything, and how many dangerous paths.
fn summary(graph: &Graph) -> String {
    let count = |meant: fn(NodeKind) -> bool| graph.numbers(meant).len();
    let mut parts = vec![
        counted(graph.agents().len(), "agent", "agents"),
        counted(
            count(|kind| matches!(kind, NodeKind::Tool { .. })),
            "tool",
            "tools",
        ),
        counted(
            count(|kind| matches!(kind, NodeKind::Label { .. })),
            "label",
            "labels",
        ),
        counted(
            count(|kind| kind == NodeKind::Boundary),
            "boundary",
            "boundaries",
        ),
    ];
    let paths: Vec<bool> = graph
        .edges
        .iter()
        .filter_map(|edge| Some(edge.path.as_ref()?.open))
        .collect();
    let open = paths.iter().filter(|open| **open).count();
    parts.push(match (paths.len(), open) {
        (0, _) => "no dangerous paths".to_owned(),
        (all, open) => format!(
            "{}: {open} open, {} closed",
            counted(all, "dangerous path", "dangerous paths"),
            all - open
        ),
    });
    parts.join(" · ")
}

/// What the columns hold.
fn headings(graph: &Graph, layout: &Layout) -> String {
    let words = [
        (Column::Agents, "agents"),
        (Column::Reads, "tools that only read"),
        (Column::Labels, "labels"),
        (Column::Acts, "tools that act"),
        (Column::Boundaries, "boundaries"),
    ];
    let mut out = String::new();
    for (of, word) in words {
        let nodes = graph.nodes.iter().zip(&layout.boxes);
        let own = nodes
            .filter(|(node, _)| column(node) == of)
            .map(|(_, at)| *at);
        let left = own.map(|at| at.x).min_by(f64::total_cmp);
        let top = layout.boxes.iter().map(|at| at.y).min_by(f64::total_cmp);
        let groups = layout
            .groups
            .iter()
            .map(|group| group.frame.y)
            .min_by(f64::total_cmp);
        if let (Some(left), Some(top)) = (left, top.map(|top| groups.map_or(top, |y| y.min(top)))) {
            out.push_str(&text("column", (left, top - 12.0), 11.0, 40, word));
        }
    }
    out.push('\n');
    out
}

/// The words over a group, above the lines that pass there.
fn head(graph: &Graph, group: &Group) -> String {
    let number = usize::from(group.class);
    let class = CLASSES.get(number).copied().unwrap_or("?");
    let gate = graph.gates.get(number).map_or("", |gate| gate);
    let at = group.frame;
    let cells = ((at.w - 24.0) / (SIZE * place::CELL)) as usize;
    let (x, below) = (at.x + 10.0, at.y + HEADING - 8.0);
    format!(
        "<g class=\"group k{number}\">{}{}{}</g>\n",
        title(&[format!("{class}: {gate}")]),
        text("class", (x, at.y + 15.0), SIZE, cells, class),
        text("quiet", (x, below), 10.0, cells, gate)
    )
}
