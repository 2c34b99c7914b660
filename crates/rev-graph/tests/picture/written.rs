//! How the graph is written: valid, escaped, and the same whatever order its package is in.

use crate::big::big;
use crate::hostile;
use crate::package::{example, of};
use crate::xml;
use rev_graph::{Graph, dot, html, svg};

fn all() -> Vec<(String, Graph)> {
    let texts = [
        hostile::package(),
        big(),
        example("support/support.rev"),
        example("agentdojo/slack/slack.rev"),
        example("exfiltration/together/policy.rev"),
        example("exfiltration/reads/policy.rev"),
    ];
    texts
        .into_iter()
        .map(|text| (text.clone(), of(&text)))
        .collect()
}

/// Tokens of DOT: quoted texts, words and signs. An error for what is neither.
fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '"' => quoted(rest).ok_or(format!("a text without an end: {rest:.60}"))?,
            '{' | '}' | '[' | ']' | ';' | ',' | '=' => 1,
            '-' if rest.starts_with("->") => 2,
            _ => rest
                .find(|it: char| !it.is_ascii_alphanumeric() && it != '_')
                .unwrap_or(rest.len()),
        };
        if end == 0 {
            return Err(format!("not of DOT: {rest:.60}"));
        }
        let (token, more) = rest.split_at(end);
        out.push(token.to_owned());
        rest = more.trim_start();
    }
    Ok(out)
}

fn quoted(text: &str) -> Option<usize> {
    let mut escaped = false;
    let mut inside = text.char_indices().skip(1);
    inside.find_map(|(at, one)| {
        let end = one == '"' && !escaped;
        escaped = one == '\\' && !escaped;
        end.then_some(at + 1)
    })
}

#[test]
fn dot_is_balanced_and_quoted() {
    for (_, graph) in all() {
        let tokens = tokens(&dot(&graph)).unwrap();
        assert_eq!(tokens[..3], ["digraph", "rev", "{"]);
        let mut open = Vec::new();
        for token in &tokens {
            match token.as_str() {
                "{" | "[" => open.push(token.clone()),
                "}" => assert_eq!(open.pop().as_deref(), Some("{")),
                "]" => assert_eq!(open.pop().as_deref(), Some("[")),
                _ => {}
            }
        }
        assert!(open.is_empty(), "{open:?}");
        let arrows = tokens.iter().filter(|token| *token == "->").count();
        assert_eq!(arrows, graph.edges.len());
        // Nodes are numbers; no name stands anywhere but between quotes.
        for (at, token) in tokens
            .iter()
            .enumerate()
            .filter(|(_, token)| *token == "->")
        {
            let ends = [&tokens[at - 1], &tokens[at + 1]];
            let is_node = |end: &String| {
                end.strip_prefix('n')
                    .is_some_and(|it| it.parse::<usize>().is_ok())
            };
            assert!(ends.into_iter().all(is_node), "{ends:?} {token}");
        }
    }
}

#[test]
fn svg_is_well_formed_and_needs_nothing_else() {
    for (_, graph) in all() {
        let text = svg(&graph);
        let elements = xml::read(&text).unwrap();
        let has = |name: &str| elements.iter().any(|(own, _)| own == name);
        assert!(has("svg") && has("style") && has("title") && has("text"));
        assert!(!has("script") && !has("image") && !has("a") && !has("foreignObject"));
        assert!(!text.contains("url(") && !text.contains("@import") && !text.contains("href"));
        // Each node says its whole name to whoever rests the pointer there.
        let titles: Vec<&str> = elements
            .iter()
            .filter(|(name, _)| name == "title")
            .map(|(_, text)| text.as_str())
            .collect();
        for node in graph
            .nodes
            .iter()
            .filter(|node| !node.name.contains('\u{200d}'))
        {
            let whole = titles
                .iter()
                .any(|title| title.lines().next() == Some(node.name.as_str()));
            assert!(whole, "{}", node.name);
        }
    }
}

#[test]
fn a_page_has_one_script_and_lets_no_name_in() {
    for (_, graph) in all() {
        let text = html(&graph);
        assert!(text.contains("default-src 'none'; script-src 'sha256-"));
        assert!(!text.contains("unsafe") && !text.contains("http:") && !text.contains("https:"));
        assert_eq!(text.matches("<script").count(), 2);
        assert_eq!(text.matches("</script").count(), 2);
        assert!(!text.contains("<img") && !text.contains("style=\""));
        let data = text.split("type=\"application/json\">").nth(1).unwrap();
        let data = data.split("</script>").next().unwrap();
        let data: serde_json::Value = serde_json::from_str(data).unwrap();
        assert_eq!(data["nodes"].as_array().unwrap().len(), graph.nodes.len());
        assert_eq!(data["edges"].as_array().unwrap().len(), graph.edges.len());
    }
}

/// Items in another order are the same bytes.
#[test]
fn order_means_nothing() {
    for (text, graph) in all() {
        let tree = rev_syntax::parse(&text).tree;
        let mut ends: Vec<usize> = tree
            .items
            .iter()
            .map(|placed| placed.item.span.shifted(placed.start).end as usize)
            .collect();
        ends.insert(0, 0);
        let items: Vec<&str> = ends
            .windows(2)
            .map(|ends| text.get(ends[0]..ends[1]).unwrap().trim())
            .collect();
        assert!(items.len() > 3);
        let mut shuffled = items.clone();
        shuffled.reverse();
        shuffled.rotate_left(items.len() / 3);
        let shuffled = of(&shuffled.join("\n\n"));
        assert_eq!(svg(&graph), svg(&shuffled));
        assert_eq!(dot(&graph), dot(&shuffled));
        assert_eq!(html(&graph), html(&shuffled));
    }
}
