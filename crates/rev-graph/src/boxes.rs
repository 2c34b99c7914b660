//! The box of each node: its name, what marks it, and all that is known of it for whoever rests the pointer there.

use crate::draw::{rect, text, title};
use crate::graph::{EdgeKind, Graph, Node, NodeKind};
use crate::layout::{self as place, Box, CARD, LONGEST, Layout, MARK, MOST_MARKS, SIZE, marks};
use crate::name::{counted, visible};
use std::collections::{BTreeMap, BTreeSet};

/// What stands on an open path: the label, the tools it begins with, and the one it ends in. A leak counts for more.
pub fn hot(graph: &Graph) -> BTreeMap<usize, &'static str> {
    let mut hot = BTreeMap::new();
    for kind in [EdgeKind::Steers, EdgeKind::Leaks] {
        let word = if kind == EdgeKind::Leaks {
            "hot"
        } else {
            "warm"
        };
        for edge in graph.edges.iter().filter(|edge| edge.kind == kind) {
            if let Some(path) = edge.path.as_ref().filter(|path| path.open) {
                let on = path.sources.iter().chain([&edge.from, &edge.to]);
                hot.extend(on.map(|node| (*node, word)));
            }
        }
    }
    hot
}

/// The box of a node.
pub fn drawn(
    graph: &Graph,
    layout: &Layout,
    number: usize,
    node: &Node,
    hot: &BTreeMap<usize, &str>,
) -> String {
    let at = layout.at(number);
    let agents = graph.agents();
    let mut class = match node.kind {
        NodeKind::Agent => format!(
            "agent a{}",
            agents.iter().position(|it| *it == number).unwrap_or(0) % 8
        ),
        NodeKind::Tool { class, undoes, .. } => {
            format!("tool k{class}{}", if undoes { " undoing" } else { "" })
        }
        NodeKind::Label {
            confidential: true, ..
        } => "label secret".to_owned(),
        NodeKind::Label {
            untrusted: true, ..
        } => "label strange".to_owned(),
        NodeKind::Label { .. } => "label".to_owned(),
        NodeKind::Boundary => "boundary".to_owned(),
    };
    if let Some(hot) = hot.get(&number) {
        class.push_str(&format!(" {hot}"));
    }
    let mut out = format!(
        "<g class=\"n {class}\" data-n=\"{number}\">{}",
        title(&told(graph, number, node))
    );
    out.push_str(&rect("box", at, 5.0));
    match node.kind {
        NodeKind::Tool { outbound, .. } => {
            out.push_str(&rect("bar", Box { w: 5.0, ..at }, 2.0));
            out.push_str(&text(
                "name",
                (at.x + 12.0, at.y + 16.0),
                SIZE,
                LONGEST,
                &node.name,
            ));
            if outbound {
                let x = at.right() - marks(agents.len()) - 18.0;
                out.push_str(&text("sign", (x, at.y + 16.0), 11.0, 1, "↗"));
            }
            out.push_str(&callers(graph, number, at, &agents));
        }
        NodeKind::Agent => {
            let place = agents.iter().position(|it| *it == number).unwrap_or(0) + 1;
            let badge = Box {
                x: at.x + 8.0,
                y: at.y + 10.0,
                w: 22.0,
                h: 20.0,
            };
            out.push_str(&rect("badge", badge, 4.0));
            let digits = place.to_string();
            let x = badge.x + (badge.w - place::width(digits.len(), 11.0)) / 2.0;
            out.push_str(&text("digit", (x, at.y + 24.0), 11.0, 4, &digits));
            out.push_str(&text(
                "name",
                (at.x + 38.0, at.y + 17.0),
                SIZE,
                LONGEST,
                &node.name,
            ));
            let up_to = node.facts.iter().find(|(word, _)| word == "up_to");
            let up_to = up_to.map_or("", |(_, class)| class);
            out.push_str(&text(
                "quiet",
                (at.x + 38.0, at.y + 32.0),
                10.0,
                30,
                &format!("up to {up_to}"),
            ));
        }
        NodeKind::Label { .. } | NodeKind::Boundary => {
            out.push_str(&text(
                "name",
                (at.x + 12.0, at.y + 17.0),
                SIZE,
                LONGEST,
                &node.name,
            ));
            let cells = ((at.w - 20.0) / (10.0 * place::CELL)) as usize;
            out.push_str(&text(
                "quiet",
                (at.x + 12.0, at.y + CARD - 9.0),
                10.0,
                cells,
                &below_name(node),
            ));
        }
    }
    out.push_str("</g>\n");
    out
}

/// What stands below the name of a label or a boundary.
pub fn below_name(node: &Node) -> String {
    match node.kind {
        NodeKind::Label {
            confidential,
            untrusted,
            may_leave,
        } => {
            let marks = [
                (confidential, "confidential"),
                (untrusted, "untrusted"),
                (may_leave, "may leave"),
            ];
            let marks: Vec<&str> = marks
                .into_iter()
                .filter(|(on, _)| *on)
                .map(|(_, word)| word)
                .collect();
            marks.join(", ")
        }
        _ => node
            .facts
            .first()
            .map_or(String::new(), |(_, does)| does.clone()),
    }
}

/// A mark for each agent that may call a tool, at the agent's place.
fn callers(graph: &Graph, tool: usize, at: Box, agents: &[usize]) -> String {
    let may: BTreeSet<usize> = graph
        .edges
        .iter()
        .filter(|edge| edge.kind == EdgeKind::May && edge.to == tool)
        .map(|edge| edge.from)
        .collect();
    let start = at.right() - marks(agents.len()) - 3.0;
    if agents.len() > MOST_MARKS {
        let count = counted(may.len(), "agent", "agents");
        return text("quiet", (start, at.y + 16.0), 10.0, 10, &count);
    }
    let mut out = String::new();
    for (place, agent) in agents.iter().enumerate() {
        if !may.contains(agent) {
            continue;
        }
        let spot = Box {
            x: start + place as f64 * MARK + 1.0,
            y: at.y + 5.0,
            w: MARK - 2.0,
            h: 14.0,
        };
        out.push_str(&format!("<g class=\"a{}\" data-a=\"{agent}\">", place % 8));
        out.push_str(&rect("badge", spot, 3.0));
        let digits = (place + 1).to_string();
        let x = spot.x + (spot.w - place::width(digits.len(), 10.0)) / 2.0;
        out.push_str(&text("digit", (x, at.y + 15.5), 10.0, 2, &digits));
        out.push_str("</g>");
    }
    out
}

/// Everything that is known of a node, a line each.
fn told(graph: &Graph, number: usize, node: &Node) -> Vec<String> {
    let mut lines = vec![node.name.clone()];
    if matches!(node.kind, NodeKind::Label { .. }) {
        lines.push(below_name(node));
    }
    let facts = node.facts.iter().map(|(word, text)| match text.is_empty() {
        true => word.clone(),
        false => format!("{word}: {text}"),
    });
    lines.extend(facts);
    if let NodeKind::Tool { .. } = node.kind {
        let may = graph
            .edges
            .iter()
            .filter(|edge| edge.kind == EdgeKind::May && edge.to == number);
        let may: Vec<&str> = may.map(|edge| graph.name(edge.from)).collect();
        if !may.is_empty() {
            lines.push(format!("may be called by: {}", may.join(", ")));
        }
    }
    lines.iter().map(|line| visible(line)).collect()
}
