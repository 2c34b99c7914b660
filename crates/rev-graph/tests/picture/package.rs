//! Policies as graphs.

use rev_analysis::{Database, Levels, Package, SourceFile};
use rev_graph::{Edge, EdgeKind, Graph, graph};
use rev_table::Table;
use std::path::Path;
use std::sync::Arc;

pub fn table(text: &str) -> Table {
    let db = Database::default();
    let file = SourceFile::new(&db, "p.rev".to_owned(), Arc::from(text));
    let package = Package::new(&db, vec![file], Levels::default(), Vec::new());
    match rev_lower::lower(&db, package) {
        Ok(lowered) => lowered.table,
        Err(errors) => {
            let told = errors
                .iter()
                .map(|it| format!("{} {}", it.code, it.message));
            panic!("{:#?}", told.collect::<std::collections::BTreeSet<_>>())
        }
    }
}

pub fn of(text: &str) -> Graph {
    graph(&table(text))
}

/// The text of a policy among the examples.
pub fn example(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    std::fs::read_to_string(root.join(path)).unwrap()
}

/// The edges of a kind, as `from → to`.
pub fn joined(graph: &Graph, kind: EdgeKind) -> Vec<String> {
    let own = graph.edges.iter().filter(|edge| edge.kind == kind);
    own.map(|edge| ends(graph, edge)).collect()
}

pub fn ends(graph: &Graph, edge: &Edge) -> String {
    let name = |node: usize| &graph.nodes[node].name;
    format!("{} → {}", name(edge.from), name(edge.to))
}
