//! The graph as plain data: nodes with what is known of them, and edges.

use rev_compose::{Closer, Danger, Way, together};
use rev_table::{
    AgentRecord, BoundaryRecord, CLASSES, Gate, NONE, Table, ToolRecord, action, boundary, effect,
    gate, label, tool, variant,
};
use std::collections::BTreeSet;

/// Agents, then tools, labels and boundaries, each by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    pub policy: String,
    pub version: String,
    pub nodes: Vec<Node>,
    /// Sorted.
    pub edges: Vec<Edge>,
    /// What each class asks for.
    pub gates: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    pub kind: NodeKind,
    pub name: String,
    /// A word of the language each, and what stands behind it.
    pub facts: Vec<(String, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NodeKind {
    Agent,
    Tool {
        /// The highest of its cases.
        class: u8,
        /// Whether some case changes anything.
        acts: bool,
        outbound: bool,
        /// It only takes calls of others back.
        undoes: bool,
    },
    Label {
        confidential: bool,
        untrusted: bool,
        may_leave: bool,
    },
    Boundary,
}

/// Nodes by number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    pub kind: EdgeKind,
    /// The path that a dangerous edge is the end of.
    pub path: Option<Path>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EdgeKind {
    /// An agent may call a tool.
    May,
    /// A tool's result carries a label.
    Yields,
    /// A label brings another one.
    Implies,
    /// A label can leave by a tool.
    Leaks,
    /// A stranger's text can steer a tool.
    Steers,
    /// A call of a tool crosses a boundary.
    Crosses,
    /// A boundary is made of others.
    PartOf,
    /// A call of a tool is taken back by another tool.
    Undone,
}

/// A dangerous path of one agent.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Path {
    pub agent: usize,
    /// Whether some call of it is allowed without a person.
    pub open: bool,
    /// The tools it begins with.
    pub sources: Vec<usize>,
    /// What closes it, in words.
    pub closed_by: String,
}

impl EdgeKind {
    /// The word for it, as in the sentence `from WORD to`.
    pub fn word(self) -> &'static str {
        match self {
            EdgeKind::May => "may call",
            EdgeKind::Yields => "yields",
            EdgeKind::Implies => "implies",
            EdgeKind::Leaks => "leaks through",
            EdgeKind::Steers => "steers",
            EdgeKind::Crosses => "crosses",
            EdgeKind::PartOf => "is part of",
            EdgeKind::Undone => "is taken back by",
        }
    }
}

impl Graph {
    /// Whether there is anything to look at.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The numbers of the nodes that are meant.
    pub(crate) fn numbers(&self, meant: impl Fn(NodeKind) -> bool) -> Vec<usize> {
        let all = self.nodes.iter().enumerate();
        let meant = all.filter(|(_, node)| meant(node.kind));
        meant.map(|(number, _)| number).collect()
    }

    pub(crate) fn agents(&self) -> Vec<usize> {
        self.numbers(|kind| kind == NodeKind::Agent)
    }

    pub(crate) fn name(&self, node: usize) -> &str {
        self.nodes.get(node).map_or("", |node| &node.name)
    }
}

/// The graph of a table.
pub fn graph(table: &Table) -> Graph {
    let together = together(table);
    let first = First::of(table);
    let mut edges = BTreeSet::new();
    let mut join = |kind: EdgeKind, from: usize, to: usize, path: Option<Path>| {
        edges.insert(Edge {
            from,
            to,
            kind,
            path,
        });
    };
    for (agent, tool) in together.may {
        join(EdgeKind::May, at(agent), first.tool(tool), None);
    }
    for (number, record) in (0..).zip(table.tools()) {
        for label in yields(table, record) {
            join(
                EdgeKind::Yields,
                first.tool(number),
                first.label(label),
                None,
            );
        }
        for other in undone_by(table, record) {
            join(
                EdgeKind::Undone,
                first.tool(number),
                first.tool(other),
                None,
            );
        }
    }
    for (number, record) in (0..).zip(table.labels()) {
        let implied = table.label_set(record.implies.get()).iter();
        for other in implied.filter(|other| *other != number) {
            join(
                EdgeKind::Implies,
                first.label(number),
                first.label(other),
                None,
            );
        }
    }
    for (tool, number) in together.crosses {
        let record = table.boundary(number);
        if record.is_some_and(|record| record.kind == boundary::SIMPLE) {
            join(
                EdgeKind::Crosses,
                first.tool(tool),
                first.boundary(number),
                None,
            );
        }
    }
    for (number, record) in (0..).zip(table.boundaries()) {
        for part in table.refs(record.parts) {
            join(
                EdgeKind::PartOf,
                first.boundary(part),
                first.boundary(number),
                None,
            );
        }
    }
    for way in &together.ways {
        let kind = match way.danger {
            Danger::Leak => EdgeKind::Leaks,
            Danger::Steering => EdgeKind::Steers,
        };
        let path = Path {
            agent: at(way.agent),
            open: way.open,
            sources: way.from.iter().map(|tool| first.tool(*tool)).collect(),
            closed_by: closed_by(table, way),
        };
        join(kind, first.label(way.label), first.tool(way.to), Some(path));
    }
    let gates = (0..)
        .zip(CLASSES)
        .map(|(class, _)| words_of_class(table, class));
    Graph {
        policy: table.policy().to_owned(),
        version: table.version().to_owned(),
        nodes: nodes(table),
        edges: edges.into_iter().collect(),
        gates: gates.collect(),
    }
}

/// Where the nodes of each kind begin.
struct First {
    tools: usize,
    labels: usize,
    boundaries: usize,
}

fn at(number: u32) -> usize {
    number as usize
}

impl First {
    fn of(table: &Table) -> First {
        let tools = table.agents().len();
        let labels = tools + table.tools().len();
        let boundaries = labels + table.labels().len();
        First {
            tools,
            labels,
            boundaries,
        }
    }

    fn tool(&self, number: u32) -> usize {
        self.tools + at(number)
    }

    fn label(&self, number: u32) -> usize {
        self.labels + at(number)
    }

    fn boundary(&self, number: u32) -> usize {
        self.boundaries + at(number)
    }
}

fn nodes(table: &Table) -> Vec<Node> {
    let agents = table.agents().iter().map(|record| Node {
        kind: NodeKind::Agent,
        name: table.text(record.name.get()).to_owned(),
        facts: of_agent(table, record),
    });
    let tools = table.tools().iter().map(|record| Node {
        kind: tool_kind(table, record),
        name: table.text(record.name.get()).to_owned(),
        facts: rev_table::about(table, record),
    });
    let labels = table.labels().iter().map(|record| {
        let has = |flag| record.flags.get() & flag != 0;
        Node {
            kind: NodeKind::Label {
                confidential: has(label::CONFIDENTIAL),
                untrusted: has(label::UNTRUSTED),
                may_leave: has(label::MAY_LEAVE),
            },
            name: table.text(record.name.get()).to_owned(),
            facts: Vec::new(),
        }
    });
    let boundaries = table.boundaries().iter().map(|record| Node {
        kind: NodeKind::Boundary,
        name: table.text(record.name.get()).to_owned(),
        facts: of_boundary(table, record),
    });
    agents
        .chain(tools)
        .chain(labels)
        .chain(boundaries)
        .collect()
}

fn tool_kind(table: &Table, record: &ToolRecord) -> NodeKind {
    let cases = table.variants(record);
    NodeKind::Tool {
        class: cases.iter().map(|case| case.class).max().unwrap_or(0),
        acts: cases.iter().any(|case| case.effect != effect::NONE),
        outbound: cases
            .iter()
            .any(|case| case.flags.get() & variant::OUTBOUND != 0),
        undoes: record.flags.get() & tool::UNDOES != 0,
    }
}

fn of_agent(table: &Table, record: &AgentRecord) -> Vec<(String, String)> {
    let may: Vec<&str> = table
        .refs(record.may)
        .map(|glob| table.text(glob))
        .collect();
    let up_to = CLASSES.get(usize::from(record.up_to)).copied();
    let mut facts = vec![
        ("may".to_owned(), may.join(", ")),
        ("up_to".to_owned(), up_to.unwrap_or("?").to_owned()),
    ];
    if let Some(budget) = table.budget(record.budget.get()) {
        let name = table.text(budget.name.get());
        facts.push(("budget".to_owned(), name.to_owned()));
    }
    facts
}

fn of_boundary(table: &Table, record: &BoundaryRecord) -> Vec<(String, String)> {
    let reason = table.reason(record.reason.get());
    let gate = table.gate(reason.map_or(NONE, |reason| reason.gate.get()));
    let does = match record.action {
        action::REFUSE => "refuse".to_owned(),
        action::HALT => "halt".to_owned(),
        action::GATE => format!("gate: {}", Gate::of(gate, 0).words()),
        _ => "mark".to_owned(),
    };
    let by = match record.kind {
        boundary::AND => " and ",
        boundary::THEN => " then ",
        _ => " or ",
    };
    let parts: Vec<&str> = table
        .refs(record.parts)
        .filter_map(|part| Some(table.text(table.boundary(part)?.name.get())))
        .collect();
    let mut facts = vec![("does".to_owned(), does)];
    if !parts.is_empty() {
        facts.push(("parts".to_owned(), parts.join(by)));
    }
    if let Some(because) = reason.and_then(|it| table.optional_text(it.because.get())) {
        facts.push(("because".to_owned(), because.to_owned()));
    }
    facts
}

fn yields(table: &Table, record: &ToolRecord) -> Vec<u32> {
    let cases = table.variants(record).iter();
    let fields = table.label_set(record.field_yields.get());
    let all = cases.fold(fields, |set, case| {
        set.union(table.label_set(case.yields.get()))
    });
    all.iter().collect()
}

/// The tools that calls of this one are taken back by, or cancelled.
fn undone_by(table: &Table, record: &ToolRecord) -> BTreeSet<u32> {
    let mut tools = BTreeSet::new();
    for case in table.variants(record) {
        let Some(contract) = table.contract(case.contract.get()) else {
            continue;
        };
        let calls = table.refs(contract.by).chain([contract.cancel.get()]);
        for call in calls.filter_map(|call| table.call(call)) {
            match call.tool.get() {
                NONE => {
                    let target = table.text(call.target.get());
                    let all = (0..).zip(table.tools());
                    let meant = all.filter(|(_, tool)| {
                        let name = table.text(tool.name.get());
                        rev_table::names(name, target)
                    });
                    tools.extend(meant.map(|(number, _)| number));
                }
                number => {
                    tools.insert(number);
                }
            }
        }
    }
    tools
}

fn words_of_class(table: &Table, class: u8) -> String {
    let record = table.class_gate(class);
    let words = Gate::of(record, 0).words();
    match record.flags.get() & gate::UNDO_WINDOW != 0 {
        true if words == Gate::AUTO.words() => "undo is offered".to_owned(),
        true => format!("{words}, undo is offered"),
        false => words,
    }
}

fn closed_by(table: &Table, way: &Way) -> String {
    if way.open {
        return String::new();
    }
    let by = way.closed.by.iter().map(|closer| match closer {
        Closer::Reason(number) => {
            let reason = table.reason(*number);
            let code = reason.map_or("?", |it| table.text(it.code.get()));
            let gate = table.gate(reason.map_or(NONE, |it| it.gate.get()));
            format!("{code} ({})", Gate::of(gate, 0).words())
        }
        Closer::Class(class) => {
            let word = CLASSES.get(usize::from(*class)).copied().unwrap_or("?");
            format!("class {word} ({})", words_of_class(table, *class))
        }
        Closer::Bounds => "the bounds of what a run may do".to_owned(),
    });
    let by: Vec<String> = by.collect();
    match (by.is_empty(), way.closed.together) {
        (true, _) => "no such call can go out".to_owned(),
        (false, true) => by.join(" together with "),
        (false, false) => by.join(", "),
    }
}
