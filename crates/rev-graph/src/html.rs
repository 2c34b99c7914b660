//! The picture as one page that can be moved, searched and asked. It loads nothing, and runs nothing but its own script.

use crate::boxes::below_name;
use crate::digest;
use crate::escape;
use crate::graph::{EdgeKind, Graph, NodeKind};
use crate::name::visible;
use crate::svg::{STYLE, picture};
use serde_json::{Value, json};

const PAGE: &str = include_str!("../page/page.html");
const CSS: &str = include_str!("../page/page.css");
const JS: &str = include_str!("../page/page.js");

/// The page.
pub fn html(graph: &Graph) -> String {
    let css = format!("\n{STYLE}{CSS}");
    let script = format!("\n{JS}");
    let title = escape::xml(&visible(&format!("{} {}", graph.policy, graph.version)));
    let data = escape::script(&data(graph).to_string());
    let picture = picture(graph, "", "");
    let mut out = String::with_capacity(PAGE.len() + picture.len() + data.len());
    // What is filled in is not looked through again, so that no name can pass for a place.
    for part in PAGE.split('@') {
        match part {
            "TITLE" => out.push_str(&title),
            "CSS" => out.push_str(&css),
            "JS" => out.push_str(&script),
            "STYLE" => out.push_str(&digest::source(&css)),
            "SCRIPT" => out.push_str(&digest::source(&script)),
            "PICTURE" => out.push_str(&picture),
            "DATA" => out.push_str(&data),
            text => out.push_str(text),
        }
    }
    out
}

/// What the script knows: nodes and edges by number.
fn data(graph: &Graph) -> Value {
    let nodes = graph.nodes.iter().map(|node| {
        let kind = match node.kind {
            NodeKind::Agent => "agent",
            NodeKind::Tool { .. } => "tool",
            NodeKind::Label { .. } => "label",
            NodeKind::Boundary => "boundary",
        };
        let mut facts: Vec<[String; 2]> = Vec::new();
        if let (NodeKind::Label { .. }, says) = (node.kind, below_name(node))
            && !says.is_empty()
        {
            facts.push(["is".to_owned(), says]);
        }
        let known = node
            .facts
            .iter()
            .map(|(word, text)| [visible(word), visible(text)]);
        facts.extend(known);
        json!({ "kind": kind, "name": visible(&node.name), "facts": facts })
    });
    let edges = graph.edges.iter().map(|edge| {
        let mut one = json!({
            "kind": edge.kind.word(),
            "from": edge.from,
            "to": edge.to,
            "danger": matches!(edge.kind, EdgeKind::Leaks | EdgeKind::Steers),
        });
        if let (Some(path), Some(fields)) = (&edge.path, one.as_object_mut()) {
            fields.insert("agent".to_owned(), json!(path.agent));
            fields.insert("open".to_owned(), json!(path.open));
            fields.insert("sources".to_owned(), json!(path.sources));
            fields.insert("closed".to_owned(), json!(visible(&path.closed_by)));
        }
        one
    });
    json!({ "nodes": nodes.collect::<Vec<Value>>(), "edges": edges.collect::<Vec<Value>>() })
}
