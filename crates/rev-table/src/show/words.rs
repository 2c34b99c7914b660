//! Conditions, values, types and gates in the words of the language.

use crate::layout::*;
use crate::load::Table;
use crate::node::{CompareOp, MatchOp, Node, Quantifier, Root, SumOp};
use crate::types::Type;

/// How many nodes and types are spelled out before the rest is left out.
const MOST: usize = 2_000;

/// Stands in exact words for what is too large to be spelled out. Nothing that is written has this character.
pub const TOO_LARGE: &str = "\u{1}";

/// Spells out what belongs to one tool.
pub(super) struct Words<'a> {
    pub table: &'a Table,
    /// The arguments of the tool.
    pub fields: &'a [FieldRecord],
    left: usize,
    most: usize,
    /// Words that mean one thing: nothing is left out that a table can hold, and a unit tells its decimals.
    exact: bool,
    /// Types without what their fields yield and whether they are trusted.
    pub bare: bool,
    /// Of each boundary, what it is made of; only where that is asked for.
    unnamed: Vec<String>,
}

/// How tightly something holds together, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binds {
    Or,
    And,
    Not,
    Test,
    Sum,
    Value,
}

impl<'a> Words<'a> {
    pub(super) fn new(table: &'a Table, tool: Option<&ToolRecord>) -> Words<'a> {
        let args = tool.and_then(|tool| table.ty(tool.args.get()));
        let fields = match args {
            Some(Type::Record { first, len, .. }) => table.fields(first, len),
            _ => &[],
        };
        Words {
            table,
            fields,
            left: 0,
            most: MOST,
            exact: false,
            bare: false,
            unnamed: Vec::new(),
        }
    }

    /// Words that are the same for what means the same, and for nothing else; see [`TOO_LARGE`].
    pub(super) fn exact(table: &'a Table) -> Words<'a> {
        let mut words = Words {
            most: 2 * LARGEST_NODE as usize,
            exact: true,
            ..Words::new(table, None)
        };
        // The parts of a boundary stand before it.
        for record in table.boundaries() {
            let made = words.made_of(record);
            words
                .unnamed
                .push(match made.len() > LARGEST_NODE as usize {
                    true => TOO_LARGE.to_owned(),
                    false => made,
                });
        }
        words
    }

    /// From here on, of this tool.
    pub(super) fn of(&mut self, tool: &ToolRecord) {
        self.fields = Words::new(self.table, Some(tool)).fields;
    }

    /// A composed boundary by its parts.
    pub(super) fn made_of(&self, record: &BoundaryRecord) -> String {
        let by = match record.kind {
            boundary::AND => " and ",
            boundary::THEN => " then ",
            boundary::OR => " or ",
            _ => return String::new(),
        };
        let parts = self.table.refs(record.parts);
        let parts: Vec<String> = parts.map(|part| self.boundary(part)).collect();
        format!("({})", parts.join(by))
    }

    fn left_out(&self) -> String {
        if self.exact { TOO_LARGE } else { "…" }.to_owned()
    }

    /// A value or a condition.
    pub(super) fn node(&mut self, number: u32) -> String {
        self.left = self.most;
        self.written(number, Binds::Or)
    }

    /// A value or a condition as a part of another.
    pub(super) fn part(&mut self, number: u32) -> String {
        self.left = self.most;
        self.written(number, Binds::Not)
    }

    fn written(&mut self, number: u32, least: Binds) -> String {
        if self.left == 0 {
            return self.left_out();
        }
        self.left -= 1;
        let (text, binds) = self.spelled(self.table.node(number));
        match binds < least {
            true => format!("({text})"),
            false => text,
        }
    }

    fn spelled(&mut self, node: Node) -> (String, Binds) {
        let table = self.table;
        let value = |text: String| (text, Binds::Value);
        match node {
            Node::Unknown => value("unknown".to_owned()),
            Node::Bool(truth) => value(truth.to_string()),
            Node::Int(number) => value(number.to_string()),
            Node::Decimal { digits, scale } => value(self.amount(digits, u32::from(scale))),
            Node::Quantity { amount, scale } => value(self.amount(amount, u32::from(scale))),
            Node::Duration(time) => value(duration(time)),
            Node::Text(text) => value(quoted(table.text(text))),
            Node::List(range) => value(format!("[{}]", self.joined(range, ", ", Binds::Or))),
            Node::Record(range) => value(self.record(range)),
            Node::Arg { field, path } => {
                let name = self.fields.get(usize::from(field));
                let name = name.map_or("?", |field| table.text(field.name.get()));
                value(format!("args.{}{}", shown_name(name), self.path(path)))
            }
            Node::Path { root, path } => value(format!("{}{}", root_word(root), self.path(path))),
            Node::Not(inner) => (
                format!("not {}", self.written(inner, Binds::Not)),
                Binds::Not,
            ),
            Node::And(range) => (self.joined(range, " and ", Binds::Not), Binds::And),
            Node::Or(range) => (self.joined(range, " or ", Binds::And), Binds::Or),
            Node::Compare {
                op,
                each,
                left,
                right,
            } => {
                let (left, right) = (
                    self.written(left, Binds::Sum),
                    self.written(right, Binds::Sum),
                );
                let op = compare_word(op);
                (
                    format!("{}{left} {op} {right}", each_word(each)),
                    Binds::Test,
                )
            }
            Node::Sum { op, left, right } => {
                let (left, right) = (
                    self.written(left, Binds::Value),
                    self.written(right, Binds::Value),
                );
                let op = match op {
                    SumOp::Add => "+",
                    SumOp::Subtract => "-",
                    SumOp::Multiply => "*",
                };
                (format!("{left} {op} {right}"), Binds::Sum)
            }
            Node::Has {
                each,
                subject,
                label,
            } => {
                let test = format!("has {}", self.label(label));
                self.test(each, subject, &test)
            }
            Node::Said { each, subject } => self.test(each, subject, "said"),
            Node::Endorsed { each, subject } => self.test(each, subject, "endorsed"),
            Node::Present { each, subject } => self.test(each, subject, "present"),
            Node::Absent { each, subject } => self.test(each, subject, "absent"),
            Node::Match {
                op,
                each,
                subject,
                patterns,
                ..
            } => {
                let test = format!("{} {}", match_word(op), self.written(patterns, Binds::Or));
                self.test(each, subject, &test)
            }
            Node::Patterns(range) => {
                let texts: Vec<String> = table
                    .refs(range)
                    .map(|text| quoted(table.text(text)))
                    .collect();
                value(texts.join(", "))
            }
            Node::AnyValue { op, kind, patterns } => {
                let patterns = self.written(patterns, Binds::Or);
                let text = format!("some {} {} {patterns}", kind.word(), match_word(op));
                (text, Binds::Test)
            }
            Node::RunHas(label) => (format!("run has {}", self.label(label)), Binds::Test),
            Node::CallIs(glob) => (format!("call is {}", table.text(glob)), Binds::Test),
            Node::IsRecovery => ("call is recovery".to_owned(), Binds::Test),
            Node::AgentIs(agent) => {
                let name = table
                    .agent(agent)
                    .map_or("?", |it| table.text(it.name.get()));
                (format!("agent is {name}"), Binds::Test)
            }
            Node::RunCalls => value("run.calls".to_owned()),
            Node::RunCallsOf(counter) => {
                let counter = table.counters().get(counter as usize);
                let glob = counter.map_or("?", |it| table.text(it.glob.get()));
                value(format!("run.calls({glob})"))
            }
            Node::RunSubjects => value("run.subjects".to_owned()),
            Node::RunDenied => value("run.denied".to_owned()),
            Node::RunSpent(dimension) => value(format!("run.spent({})", self.dimension(dimension))),
            Node::Crossing(it) => (format!("crossing {}", self.boundary(it)), Binds::Test),
            Node::Crossed(it) => (format!("crossed {}", self.boundary(it)), Binds::Test),
            Node::Distance(it) => value(format!("distance({})", self.boundary(it))),
            Node::Size(inner) => value(format!("size({})", self.written(inner, Binds::Or))),
            Node::Links(inner) => value(format!("links({})", self.written(inner, Binds::Or))),
        }
    }

    fn test(&mut self, each: Quantifier, subject: u32, test: &str) -> (String, Binds) {
        let subject = self.written(subject, Binds::Value);
        (format!("{}{subject} {test}", each_word(each)), Binds::Test)
    }

    fn joined(&mut self, range: Range, by: &str, least: Binds) -> String {
        let numbers: Vec<u32> = self.table.refs(range).take(self.most).collect();
        let parts: Vec<String> = numbers
            .into_iter()
            .map(|number| self.written(number, least))
            .collect();
        parts.join(by)
    }

    fn record(&mut self, range: Range) -> String {
        let pairs: Vec<(u32, u32)> = self.table.pairs(range).take(self.most).collect();
        let pairs: Vec<String> = pairs
            .into_iter()
            .map(|(name, node)| {
                let name = shown_name(self.table.text(name));
                format!("{name}: {}", self.written(node, Binds::Or))
            })
            .collect();
        match pairs.is_empty() {
            true => "{ }".to_owned(),
            false => format!("{{ {} }}", pairs.join(", ")),
        }
    }

    fn path(&self, path: Range) -> String {
        let names = self.table.refs(path);
        let names = names.map(|name| format!(".{}", shown_name(self.table.text(name))));
        names.collect()
    }

    /// A call with what is bound to its arguments.
    pub(super) fn call(&mut self, number: u32) -> String {
        self.left = self.most;
        let Some(call) = self.table.call(number) else {
            return "?".to_owned();
        };
        let args = self.record(call.args);
        format!("{} {args}", self.table.text(call.target.get()))
    }

    pub(super) fn amount(&self, number: u32, scale: u32) -> String {
        let Some(amount) = self.table.amount(number) else {
            return "?".to_owned();
        };
        let digits = amount.unsigned_abs().to_string();
        let scale = scale as usize;
        let padded = format!("{digits:0>width$}", width = scale + 1);
        let (whole, part) = padded
            .split_at_checked(padded.len() - scale)
            .unwrap_or((&padded, ""));
        let sign = if amount < 0 { "-" } else { "" };
        match part.trim_end_matches('0') {
            "" => format!("{sign}{whole}"),
            _ => format!("{sign}{whole}.{part}"),
        }
    }

    pub(super) fn label(&self, number: u32) -> &'a str {
        let label = self.table.labels().get(number as usize);
        label.map_or("?", |label| self.table.text(label.name.get()))
    }

    pub(super) fn labels(&self, set: u32) -> Vec<&'a str> {
        let set = self.table.label_set(set);
        set.iter().map(|label| self.label(label)).collect()
    }

    pub(super) fn dimension(&self, number: u32) -> &'a str {
        let dimension = self.table.dimensions().get(number as usize);
        dimension.map_or("?", |it| self.table.text(it.name.get()))
    }

    /// A boundary by name; one without a name by what it is made of.
    pub(super) fn boundary(&self, number: u32) -> String {
        let Some(record) = self.table.boundary(number) else {
            return "?".to_owned();
        };
        match self.table.text(record.name.get()) {
            "" => match self.unnamed.get(number as usize) {
                Some(made) => made.clone(),
                None => format!("#{number}"),
            },
            name => name.to_owned(),
        }
    }

    pub(super) fn ty(&mut self, number: u32) -> String {
        self.left = self.most;
        self.type_of(number)
    }

    fn type_of(&mut self, number: u32) -> String {
        let table = self.table;
        if self.left == 0 {
            return self.left_out();
        }
        self.left -= 1;
        match table.ty(number) {
            None => "?".to_owned(),
            Some(Type::Bool) => "bool".to_owned(),
            Some(Type::Int) => "int".to_owned(),
            Some(Type::Decimal) => "decimal".to_owned(),
            Some(Type::Text) => "text".to_owned(),
            Some(Type::Duration) => "duration".to_owned(),
            Some(Type::Time) => "time".to_owned(),
            Some(Type::Json) => "json".to_owned(),
            Some(Type::Quantity { unit, scale }) => match self.exact {
                true => format!("{} scale {scale}", table.text(unit)),
                false => table.text(unit).to_owned(),
            },
            Some(Type::Meaning(kind)) => kind.word().to_owned(),
            Some(Type::Like { base, pattern }) => {
                format!(
                    "{} like {}",
                    self.type_of(base),
                    quoted(table.text(pattern))
                )
            }
            Some(Type::Texts(range)) => {
                let texts = table.refs(range).take(self.most);
                let texts: Vec<String> = texts.map(|text| quoted(table.text(text))).collect();
                texts.join(" | ")
            }
            Some(Type::List(inner)) => format!("list<{}>", self.type_of(inner)),
            Some(Type::Map(inner)) => format!("map<{}>", self.type_of(inner)),
            Some(Type::Optional(inner)) => format!("{}?", self.type_of(inner)),
            Some(Type::Record { first, len, open }) => {
                let fields = self.fields_of(first, len);
                let open = if open { "open " } else { "" };
                match fields.is_empty() {
                    true => format!("{open}{{ }}"),
                    false => format!("{open}{{ {} }}", fields.join(", ")),
                }
            }
        }
    }

    fn fields_of(&mut self, first: u32, len: u32) -> Vec<String> {
        let table = self.table;
        let fields = table.fields(first, len).iter().take(self.most);
        fields
            .map(|field| {
                let flags = field.flags.get();
                let optional = if flags & field::OPTIONAL != 0 {
                    "?"
                } else {
                    ""
                };
                let name = shown_name(table.text(field.name.get()));
                let mut text = format!("{name}{optional}: {}", self.type_of(field.ty.get()));
                if self.bare {
                    return text;
                }
                let yields = self.labels(field.yields.get());
                if !yields.is_empty() {
                    text.push_str(" yields ");
                    text.push_str(&yields.join(", "));
                }
                if flags & field::TRUSTED != 0 {
                    text.push_str(" trusted");
                }
                text
            })
            .collect()
    }
}

/// A name as it is written: quoted where it could not be read otherwise.
fn shown_name(name: &str) -> String {
    let plain = |c: char| c == '_' || c.is_ascii_alphanumeric();
    match !name.is_empty() && name.chars().all(plain) {
        true => name.to_owned(),
        false => quoted(name),
    }
}

/// A text in quotes, without characters that could be taken for something else.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '\'' => quoted.push(character),
            other => quoted.extend(other.escape_debug()),
        }
    }
    quoted.push('"');
    quoted
}

/// A gate in words.
pub(super) fn gate(record: &GateRecord) -> String {
    let flags = record.flags.get();
    let mut parts: Vec<String> = Vec::new();
    if flags & gate::DENY != 0 {
        parts.push("deny".to_owned());
    }
    match record.approvers.get() {
        0 => {}
        1 => parts.push("1 approver".to_owned()),
        many => parts.push(format!("{many} approvers")),
    }
    if flags & gate::DRY_RUN != 0 {
        parts.push("dry run".to_owned());
    }
    if flags & gate::OUT_OF_BAND != 0 {
        parts.push("out of band".to_owned());
    }
    if record.cooling.get() > 0 {
        parts.push(format!("cooling {}", duration(record.cooling.get())));
    }
    match (flags & gate::UNDO_WINDOW != 0, record.undo.get()) {
        (false, 0) => {}
        (_, 0) => parts.push("undo window".to_owned()),
        (_, time) => parts.push(format!("undo {}", duration(time))),
    }
    match parts.is_empty() {
        true => "auto".to_owned(),
        false => parts.join(", "),
    }
}

/// Milliseconds as they are written.
pub(super) fn duration(time: u64) -> String {
    if time == u64::MAX {
        return "forever".to_owned();
    }
    let units = [
        (86_400_000, "d"),
        (3_600_000, "h"),
        (60_000, "m"),
        (1_000, "s"),
    ];
    let fits = |(size, _): &&(u64, &str)| time > 0 && time.is_multiple_of(*size);
    match units.iter().find(fits) {
        Some((size, unit)) => format!("{}{unit}", time / size),
        None => format!("{time}ms"),
    }
}

fn each_word(each: Quantifier) -> &'static str {
    match each {
        Quantifier::Whole => "",
        Quantifier::Every => "every ",
        Quantifier::Some => "some ",
    }
}

fn root_word(root: Root) -> &'static str {
    match root {
        Root::Args => "args",
        Root::Result => "result",
        Root::Prior => "prior",
        Root::Seen => "seen",
        Root::Undone => "undone",
        Root::Event => "event",
        Root::Context => "context",
        Root::Parameter => "given",
    }
}

fn compare_word(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Equal => "==",
        CompareOp::NotEqual => "!=",
        CompareOp::Less => "<",
        CompareOp::LessOrEqual => "<=",
        CompareOp::Greater => ">",
        CompareOp::GreaterOrEqual => ">=",
        CompareOp::In => "in",
    }
}

fn match_word(op: MatchOp) -> &'static str {
    match op {
        MatchOp::Like => "like",
        MatchOp::Under => "under",
        MatchOp::Runs => "runs",
        MatchOp::RunsOnly => "runs only",
        MatchOp::Is => "is",
    }
}
