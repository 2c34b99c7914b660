//! The graph as DOT, for Graphviz and whatever else reads it.

use crate::escape;
use crate::graph::{Edge, EdgeKind, Graph, Node, NodeKind};
use crate::name::{shortened, visible};
use rev_table::CLASSES;
use std::collections::BTreeMap;

/// Longer names are shortened; the whole name is the tooltip.
const LONGEST: usize = 48;

/// Agents, tools grouped by class, labels and boundaries, and every edge with its kind.
pub fn dot(graph: &Graph) -> String {
    let mut out = String::from("digraph rev {\n");
    let title = format!("{} {}", graph.policy, graph.version);
    out.push_str(&format!("  label={};\n", escape::dot(&visible(&title))));
    out.push_str("  rankdir=LR;\n  node [fontname=\"monospace\", fontsize=11];\n");
    out.push_str("  edge [fontname=\"monospace\", fontsize=9, color=\"#8a94a6\"];\n");
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (number, node) in graph.nodes.iter().enumerate() {
        match node.kind {
            NodeKind::Tool { class, .. } => groups.entry(format!("{class}")).or_default(),
            _ => groups.entry(String::new()).or_default(),
        }
        .push(number);
    }
    for (class, nodes) in groups {
        let word = class
            .parse()
            .ok()
            .and_then(|class: usize| CLASSES.get(class));
        let indent = match word {
            Some(word) => {
                out.push_str(&format!(
                    "  subgraph cluster_{word} {{\n    label=\"{word}\";\n"
                ));
                "    "
            }
            None => "  ",
        };
        for number in nodes {
            if let Some(node) = graph.nodes.get(number) {
                out.push_str(&format!("{indent}n{number} [{}];\n", looks(node)));
            }
        }
        if word.is_some() {
            out.push_str("  }\n");
        }
    }
    for edge in &graph.edges {
        let ends = format!("n{} -> n{}", edge.from, edge.to);
        out.push_str(&format!("  {ends} [{}];\n", strokes(graph, edge)));
    }
    out.push_str("}\n");
    out
}

fn looks(node: &Node) -> String {
    let shape = match node.kind {
        NodeKind::Agent => "shape=oval",
        NodeKind::Tool { outbound: true, .. } => "shape=box, peripheries=2",
        NodeKind::Tool { undoes: true, .. } => "shape=box, style=dashed",
        NodeKind::Tool { .. } => "shape=box",
        NodeKind::Label {
            confidential: true, ..
        } => "shape=note, color=\"#8e3a9d\"",
        NodeKind::Label {
            untrusted: true, ..
        } => "shape=note, color=\"#d9772b\"",
        NodeKind::Label { .. } => "shape=note",
        NodeKind::Boundary => "shape=octagon",
    };
    let name = escape::dot(&shortened(&node.name, LONGEST));
    let whole = escape::dot(&visible(&node.name));
    format!("label={name}, tooltip={whole}, {shape}")
}

fn strokes(graph: &Graph, edge: &Edge) -> String {
    let word = edge.kind.word();
    let Some(path) = &edge.path else {
        return match edge.kind {
            EdgeKind::May => format!("class=\"{word}\", style=dotted"),
            EdgeKind::Undone => format!("label=\"{word}\", style=dashed"),
            _ => format!("label=\"{word}\""),
        };
    };
    let agent = visible(graph.name(path.agent));
    match path.open {
        true => format!(
            "label={}, color=\"#d1242f\", penwidth=2",
            escape::dot(&format!("{word}, {agent}"))
        ),
        false => format!(
            "label={}, color=\"#4c9f70\", style=dashed",
            escape::dot(&format!("{agent}: closed by {}", visible(&path.closed_by)))
        ),
    }
}
