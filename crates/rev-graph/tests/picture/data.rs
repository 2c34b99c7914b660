//! What is in the graph.

use crate::big::big;
use crate::package::{ends, example, joined, of, table};
use rev_graph::{EdgeKind, Graph, NodeKind};

/// The dangerous paths, with who can go them and what closes them.
fn paths(graph: &Graph) -> Vec<String> {
    let dangerous = graph
        .edges
        .iter()
        .filter_map(|edge| Some((edge, edge.path.as_ref()?)));
    let told = dangerous.map(|(edge, path)| {
        let name = |node: usize| graph.nodes[node].name.as_str();
        let from: Vec<&str> = path.sources.iter().map(|source| name(*source)).collect();
        let state = match path.open {
            true => "open".to_owned(),
            false => format!("closed by {}", path.closed_by),
        };
        let word = edge.kind.word();
        format!(
            "{}: {} → {} {word}: {state}",
            name(path.agent),
            from.join(" or "),
            ends(graph, edge)
        )
    });
    told.collect()
}

#[test]
fn two_harmless_tools_are_an_open_path() {
    let graph = of(&example("exfiltration/together/policy.rev"));
    assert_eq!(
        paths(&graph),
        ["assistant: read_secret → secret → send_email leaks through: open"]
    );
    assert_eq!(
        joined(&graph, EdgeKind::May),
        ["assistant → read_secret", "assistant → send_email"]
    );
    assert_eq!(joined(&graph, EdgeKind::Yields), ["read_secret → secret"]);
    assert_eq!(
        joined(&graph, EdgeKind::Undone),
        ["send_email → cancel_email"]
    );
}

#[test]
fn a_rule_closes_it() {
    let graph = of(&example("exfiltration/with_rule/policy.rev"));
    assert_eq!(
        paths(&graph),
        [
            "assistant: read_secret → secret → send_email leaks through: closed by rule.no_secret_leaves (2 approvers)"
        ]
    );
}

#[test]
fn one_tool_alone_has_no_path() {
    for alone in ["reads", "sends"] {
        let graph = of(&example(&format!("exfiltration/{alone}/policy.rev")));
        assert_eq!(paths(&graph), Vec::<String>::new());
    }
}

const ACCESS: &str = r#"policy p 1.0.0

label secret confidential
label token confidential implies secret
label page untrusted
boundary outside { email like "*@else.example" }
boundary inside { email like "*@shop.example" }
boundary both = inside then outside { refuse }

tool vault.get { args { id: text }; result { v: text yields token }; effect none }
tool web.get { args { id: text }; effect none; yields page }
tool mail.send { args { to: email, body: text }; effect public; reversal irreversible { human }; blast { calls 5 } }
tool mail.post {
    args     { to: email, body: text }
    effect   public
    reversal irreversible { hold 10m; cancel mail.stop { to: args.to } }
    blast    { calls 5 }
}
tool mail.stop undoes mail.post { args { to: email }; effect internal }

agent reader { may vault.get, web.get; up_to read_only }
agent writer { may vault.get, mail.*; up_to irreversible_public }
agent surfer { may web.get, mail.post; up_to time_window_undoable }
"#;

#[test]
fn each_agent_has_paths_of_its_own() {
    let graph = of(ACCESS);
    assert_eq!(
        paths(&graph),
        [
            "surfer: web.get → page → mail.post steers: open",
            "writer: vault.get → token → mail.post leaks through: open",
            "writer: vault.get → token → mail.send leaks through: closed by class irreversible_public (one approver, 30s of cooling off)",
        ]
    );
    assert_eq!(joined(&graph, EdgeKind::Implies), ["token → secret"]);
    assert_eq!(
        joined(&graph, EdgeKind::PartOf),
        ["inside → both", "outside → both"]
    );
    assert!(joined(&graph, EdgeKind::Crosses).contains(&"mail.post → outside".to_owned()));
}

/// Several rules that only together leave no gap are told as such; each that does by itself is told.
#[test]
fn what_closes_a_path_is_told() {
    let with = |rules: &str| {
        let all = paths(&of(&format!("{ACCESS}\n{rules}")));
        let meant = |path: &String| path.contains("token → mail.post");
        all.into_iter().find(meant).unwrap()
    };
    let to_any =
        "rule a { when run has token and call is mail.post and args.to said; gate approval }
rule b { when run has token and call is mail.post and not args.to said; deny because \"no\" }";
    assert!(
        with(to_any).ends_with("closed by rule.a (one approver) together with rule.b (deny)"),
        "{}",
        with(to_any)
    );
    let twice = "rule a { when run has token and call is outbound; gate approval }
rule b { when run has secret and call is mail.post; gate two_person }";
    assert!(
        with(twice).ends_with("closed by rule.a (one approver), rule.b (2 approvers)"),
        "{}",
        with(twice)
    );
    // A rule about something else closes nothing.
    let other = "rule a { when run has page and call is outbound; deny because \"no\" }";
    assert!(with(other).ends_with("open"), "{}", with(other));
}

/// For whoever may be told of a leak by the checks, the graph has an open one, and the other way round.
#[test]
fn open_leaks_are_those_of_the_checks() {
    let packages = [
        big(),
        ACCESS.to_owned(),
        example("support/support.rev"),
        example("agentdojo/banking/banking.rev"),
        example("exfiltration/together/policy.rev"),
        example("exfiltration/with_rule/policy.rev"),
    ];
    let mut seen = 0;
    for text in packages {
        let table = table(&text);
        let graph = rev_graph::graph(&table);
        for (number, node) in graph.nodes.iter().enumerate() {
            if node.kind != NodeKind::Agent {
                continue;
            }
            let told = rev_compose::secrets(&table, &node.name).unwrap();
            let mut open: Vec<&str> = Vec::new();
            for edge in &graph.edges {
                let mine = edge
                    .path
                    .as_ref()
                    .is_some_and(|path| path.open && path.agent == number);
                if mine && edge.kind == EdgeKind::Leaks {
                    open.push(&graph.nodes[edge.from].name);
                }
            }
            let mut labels: Vec<&str> = told
                .paths
                .iter()
                .map(|path| table.text(table.labels()[path.label as usize].name.get()))
                .collect();
            seen += labels.len();
            open.sort_unstable();
            open.dedup();
            labels.sort_unstable();
            assert_eq!(open, labels, "{}", node.name);
        }
    }
    assert!(seen > 5, "{seen}");
}

#[test]
fn the_big_package_is_as_big_as_it_says() {
    let graph = of(&big());
    let count =
        |meant: fn(&NodeKind) -> bool| graph.nodes.iter().filter(|node| meant(&node.kind)).count();
    assert_eq!(count(|kind| matches!(kind, NodeKind::Tool { .. })), 100);
    assert_eq!(count(|kind| *kind == NodeKind::Agent), 6);
    assert_eq!(count(|kind| matches!(kind, NodeKind::Label { .. })), 10);
}
