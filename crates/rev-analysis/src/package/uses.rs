//! Which names an item mentions, of items of other kinds or its own. From its tree alone.

use crate::db::{Db, Package, SourceFile};
use crate::glob;
use crate::item::{Kind, file_items};
use rev_diagnostics::Span;
use rev_syntax::ast::{
    self, AgentField, AssumptionField, BlastField, Block, BoundaryExprKind, BoundaryField,
    BudgetField, Call, EntryMarkKind, Expr, ExprKind, InvariantField, ItemKind, LabelMark, Name,
    RecordType, ReversalField, RuleField, SagaField, Step, TestKind, ToolField, Type, TypeKind,
    Yields,
};
use smol_str::SmolStr;
use std::collections::BTreeSet;

/// Names, each with the kind of what it means.
pub(crate) type Uses = BTreeSet<(Kind, SmolStr)>;

/// Whether something of this kind that nobody names is told.
pub(crate) fn must_be_used(kind: Kind) -> bool {
    use Kind::{Boundary, Dimension, Gate, Label, Type};
    matches!(kind, Label | Type | Gate | Dimension | Boundary)
}

/// Every name that is mentioned in some other item than its own, of the kinds that must be.
#[salsa::tracked]
pub(crate) fn used(db: &dyn Db, package: Package) -> Uses {
    let files = package.files(db).iter().chain(package.foreign(db));
    let mut all = Uses::new();
    for &file in files {
        let new = used_in(db, file).iter().filter(|it| !all.contains(it));
        let new: Vec<_> = new.cloned().collect();
        all.extend(new);
    }
    all
}

#[salsa::tracked]
fn used_in(db: &dyn Db, file: SourceFile) -> Uses {
    let mut all = Uses::new();
    for &item in &file_items(db, file).items {
        let key = item.key(db);
        for (kind, name) in uses(&item.tree(db).kind) {
            let own = kind == key.kind && key.names.contains(&name);
            if must_be_used(kind) && !own {
                all.insert((kind, name));
            }
        }
    }
    all
}

/// Every name that an item mentions.
pub(crate) fn uses(item: &ItemKind) -> Uses {
    let all = mentions(item).into_iter();
    all.map(|mention| (mention.kind, mention.name)).collect()
}

/// A place where an item is named. A class is named as what `class C gate …` is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mention {
    pub kind: Kind,
    pub name: SmolStr,
    /// Counted from the start of the item that mentions it.
    pub span: Span,
}

/// Every place in an item where another one, or itself, is named. What `call is` asks for stands here as a tool, and
/// may be a class; a type may be a unit, and is there as both.
pub fn mentions(item: &ItemKind) -> Vec<Mention> {
    let mut mentions = Mentions::default();
    mentions.item(item);
    mentions.names
}

/// Whether every value that an expression reads stands under one of these roots.
pub(crate) fn reads_only(expr: &Expr, roots: &[&str]) -> bool {
    let mut mentions = Mentions::default();
    mentions.expr(expr);
    let mut firsts = (mentions.values.iter()).filter_map(|path| path.segments.first());
    firsts.all(|first| roots.contains(&first.text.as_str()))
}

/// The values under `root` that a tool reads, each by the name that stands behind the root, in the order of their places.
pub(crate) fn values(tool: &ast::Tool, root: &str) -> Vec<Name> {
    let mut mentions = Mentions::default();
    mentions.tool(&tool.body);
    let mut values: Vec<Name> = mentions
        .values
        .into_iter()
        .filter_map(|path| match path.segments.as_slice() {
            [first, name, ..] if first.text == root => Some(name.clone()),
            _ => None,
        })
        .collect();
    values.sort_by_key(|name| name.span);
    values
}

#[derive(Default)]
struct Mentions {
    names: Vec<Mention>,
    values: Vec<ast::Path>,
}

impl Mentions {
    fn name(&mut self, kind: Kind, name: &Name) {
        self.push(kind, name.text.clone(), name.span);
    }

    fn push(&mut self, kind: Kind, name: SmolStr, span: Span) {
        self.names.push(Mention { kind, name, span });
    }

    fn names(&mut self, kind: Kind, names: &[Name]) {
        for name in names {
            self.name(kind, name);
        }
    }

    fn tools(&mut self, paths: &[ast::Path]) {
        for path in paths {
            self.push(Kind::Tool, glob::pattern(path), path.span);
        }
    }

    fn item(&mut self, item: &ItemKind) {
        match item {
            ItemKind::Policy(_) | ItemKind::Unit(_) | ItemKind::Gate(_) => {}
            ItemKind::Dimension(it) => self.name(Kind::Unit, &it.unit),
            ItemKind::Label(it) => {
                for mark in &it.marks {
                    if let LabelMark::Implies(_, names) = mark {
                        self.names(Kind::Label, names);
                    }
                }
            }
            ItemKind::Type(it) => self.ty(&it.ty),
            ItemKind::Event(it) => self.record(&it.fields),
            ItemKind::Context(it) => self.record(&it.fields),
            ItemKind::Assumption(it) => self.assumption(it),
            ItemKind::Tool(it) => {
                self.tools(&it.undoes);
                self.tool(&it.body);
            }
            ItemKind::ClassGate(it) => {
                self.name(Kind::ClassGate, &it.class);
                self.name(Kind::Gate, &it.gate);
            }
            ItemKind::Rule(it) => {
                for field in &it.body.fields {
                    match &field.kind {
                        RuleField::When(condition) => self.expr(condition),
                        RuleField::Gate(name) => self.name(Kind::Gate, name),
                        RuleField::Deny | RuleField::Because(_) => {}
                    }
                }
            }
            ItemKind::Boundary(it) => self.boundary(it),
            ItemKind::Budget(it) => {
                for field in &it.body.fields {
                    match &field.kind {
                        BudgetField::Ceiling { dimension, .. }
                        | BudgetField::HumanOnly { dimension, .. } => {
                            self.name(Kind::Dimension, dimension);
                        }
                        BudgetField::Weight { class, .. } => self.name(Kind::ClassGate, class),
                    }
                }
            }
            ItemKind::Agent(it) => {
                for field in &it.body.fields {
                    match &field.kind {
                        AgentField::May(globs) => self.tools(globs),
                        AgentField::Budget(name) => self.name(Kind::Budget, name),
                        AgentField::UpTo(class) => self.name(Kind::ClassGate, class),
                    }
                }
            }
            ItemKind::Saga(it) => {
                for field in &it.body.fields {
                    match &field.kind {
                        SagaField::Key(expr) => self.expr(expr),
                        SagaField::Steps(steps) => self.tools(steps),
                    }
                }
            }
            ItemKind::Invariant(it) => {
                for field in &it.body.fields {
                    match &field.kind {
                        InvariantField::For(names) => self.names(Kind::Agent, names),
                        InvariantField::Never(condition) => self.expr(condition),
                    }
                }
            }
            ItemKind::Test(it) => {
                self.name(Kind::Agent, &it.agent);
                for step in &it.steps.fields {
                    self.step(&step.kind);
                }
            }
        }
    }

    fn assumption(&mut self, assumption: &ast::Assumption) {
        for field in &assumption.body.fields {
            match &field.kind {
                AssumptionField::Parameter(entry) => self.entry(entry),
                AssumptionField::BrokenBy { event, condition } => {
                    self.push(Kind::Event, event.dotted(), event.span);
                    self.exprs(condition);
                }
                AssumptionField::CheckedBy { call, condition } => {
                    self.call(Kind::Tool, call);
                    self.exprs(condition);
                }
            }
        }
    }

    fn tool(&mut self, body: &Block<ToolField>) {
        for field in &body.fields {
            match &field.kind {
                ToolField::Args { fields, .. } => self.record(fields),
                ToolField::Result(ty) => self.ty(ty),
                ToolField::Subject(expr) | ToolField::Tenant(expr) => self.expr(expr),
                ToolField::Spends { dimension, amount } => {
                    self.name(Kind::Dimension, dimension);
                    self.expr(amount);
                }
                ToolField::Require { condition, .. } => self.expr(condition),
                ToolField::Yields(Yields::Labels(names)) | ToolField::Clears(names) => {
                    self.names(Kind::Label, names);
                }
                ToolField::DryRun(call) => self.call(Kind::Tool, call),
                ToolField::Instead(tools) => self.tools(tools),
                ToolField::Consent(arguments) => self.exprs(arguments),
                ToolField::Gate {
                    gate, condition, ..
                } => {
                    self.name(Kind::Gate, gate);
                    self.exprs(condition);
                }
                ToolField::Reversal { body, .. } => self.reversal(body),
                ToolField::Blast(body) => {
                    for field in &body.fields {
                        if let BlastField::Dimension { dimension, .. } = &field.kind {
                            self.name(Kind::Dimension, dimension);
                        }
                    }
                }
                ToolField::Case { condition, body } => {
                    self.expr(condition);
                    self.tool(body);
                }
                ToolField::Otherwise(body) => self.tool(body),
                ToolField::Wire(_)
                | ToolField::Effect(_)
                | ToolField::Outbound
                | ToolField::Contained { .. }
                | ToolField::Yields(Yields::Nothing)
                | ToolField::Trusted
                | ToolField::DryRunNone { .. }
                | ToolField::Deny { .. } => {}
                ToolField::Class(name) => self.name(Kind::ClassGate, name),
            }
        }
    }

    fn reversal(&mut self, body: &Block<ReversalField>) {
        for field in &body.fields {
            match &field.kind {
                ReversalField::By(calls) => {
                    for call in calls {
                        self.call(Kind::Tool, call);
                    }
                }
                ReversalField::Verify { call, until, .. } => {
                    self.call(Kind::Tool, call);
                    self.exprs(until);
                }
                ReversalField::Capture(call) | ReversalField::Cancel(call) => {
                    self.call(Kind::Tool, call);
                }
                ReversalField::Handle(expr) => self.expr(expr),
                ReversalField::Policy(name) => self.name(Kind::Gate, name),
                ReversalField::Assumes(calls) => {
                    for call in calls {
                        self.call(Kind::Assumption, call);
                    }
                }
                ReversalField::Approval(_)
                | ReversalField::Within(_)
                | ReversalField::Expires(_)
                | ReversalField::Hold(_)
                | ReversalField::Human => {}
            }
        }
    }

    fn boundary(&mut self, boundary: &ast::Boundary) {
        if let Some(parts) = &boundary.composed {
            self.parts(parts);
        }
        for field in boundary.body.iter().flat_map(|body| &body.fields) {
            match &field.kind {
                BoundaryField::Tool { globs, condition } => {
                    self.tools(globs);
                    self.exprs(condition);
                }
                BoundaryField::When(condition) => self.expr(condition),
                BoundaryField::Gate(name) => self.name(Kind::Gate, name),
                BoundaryField::Matches { .. }
                | BoundaryField::Refuse
                | BoundaryField::Halt
                | BoundaryField::Because(_) => {}
            }
        }
    }

    fn parts(&mut self, parts: &ast::BoundaryExpr) {
        match &parts.kind {
            BoundaryExprKind::Name(name) => self.name(Kind::Boundary, name),
            BoundaryExprKind::And(all)
            | BoundaryExprKind::Then(all)
            | BoundaryExprKind::Or(all) => {
                for part in all {
                    self.parts(part);
                }
            }
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Prompt(_) | Step::Approve | Step::Wait(_) => {}
            Step::GivenContext(record) => self.bindings(record),
            Step::GivenReturns { tool, value } => {
                self.tools(std::slice::from_ref(tool));
                self.expr(value);
            }
            Step::Call(step) => {
                self.call(Kind::Tool, &step.call);
                if let Some(ast::Outcome::Returns(value)) = &step.outcome {
                    self.expr(value);
                }
                self.names(Kind::Gate, step.expect.gate.as_slice());
                for code in &step.expect.because {
                    self.code(code);
                }
            }
            Step::Event { event, expect, .. } => {
                self.call(Kind::Event, event);
                if let ast::ExpectEvent::Recover { calls, .. } = expect {
                    for call in calls {
                        self.call(Kind::Tool, call);
                    }
                }
            }
        }
    }

    /// A reason's code names what gave the reason.
    fn code(&mut self, code: &ast::Path) {
        let [first, name] = code.segments.as_slice() else {
            return;
        };
        let kind = match first.text.as_str() {
            "assumption" => Kind::Assumption,
            "boundary" => Kind::Boundary,
            "rule" => Kind::Rule,
            "gate" => Kind::Gate,
            "blast" | "budget" => Kind::Dimension,
            _ => return,
        };
        self.name(kind, name);
    }

    fn call(&mut self, kind: Kind, call: &Call) {
        let name = match kind {
            Kind::Tool => glob::pattern(&call.target),
            _ => call.target.dotted(),
        };
        self.push(kind, name, call.target.span);
        if let Some(record) = &call.args {
            self.bindings(record);
        }
    }

    fn bindings(&mut self, record: &ast::Record) {
        for binding in &record.bindings {
            self.expr(&binding.value);
        }
    }

    fn exprs<'a>(&mut self, exprs: impl IntoIterator<Item = &'a Expr>) {
        for expr in exprs {
            self.expr(expr);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Amount(amount) => self.names(Kind::Unit, amount.unit.as_slice()),
            ExprKind::List(all) | ExprKind::And(all) | ExprKind::Or(all) => self.exprs(all),
            ExprKind::Record(record) => self.bindings(record),
            ExprKind::Paren(inner)
            | ExprKind::Not(inner)
            | ExprKind::Size(inner)
            | ExprKind::Links(inner) => self.expr(inner),
            ExprKind::Compare { left, right, .. } | ExprKind::Arithmetic { left, right, .. } => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Test { subject, test, .. } => {
                self.expr(subject);
                if let TestKind::Has(label) = test {
                    self.name(Kind::Label, label);
                }
            }
            ExprKind::Is {
                subject, pattern, ..
            } => match &subject.kind {
                ExprKind::Path(path) if path.dotted() == "agent" => {
                    self.push(Kind::Agent, pattern.dotted(), pattern.span);
                }
                _ => self.tools(std::slice::from_ref(pattern)),
            },
            ExprKind::RunCalls(glob) => self.tools(std::slice::from_ref(glob)),
            ExprKind::RunSpent(name) => self.name(Kind::Dimension, name),
            ExprKind::Crossing(name) | ExprKind::Crossed(name) | ExprKind::Distance(name) => {
                self.name(Kind::Boundary, name);
            }
            ExprKind::Bool(_) | ExprKind::Text(_) | ExprKind::Duration(_) | ExprKind::Allowed => {}
            ExprKind::Path(path) => self.values.push(path.clone()),
        }
    }

    fn record(&mut self, record: &RecordType) {
        for entry in &record.entries {
            self.entry(entry);
        }
    }

    fn entry(&mut self, entry: &ast::Entry) {
        self.ty(&entry.ty);
        for mark in &entry.marks {
            if let EntryMarkKind::Yields(Yields::Labels(names)) = &mark.kind {
                self.names(Kind::Label, names);
            }
        }
    }

    fn ty(&mut self, ty: &Type) {
        match &ty.kind {
            TypeKind::Named(name) | TypeKind::Like { base: name, .. } => {
                self.name(Kind::Type, name);
                self.name(Kind::Unit, name);
            }
            TypeKind::List(inner) | TypeKind::Map(inner) => self.ty(inner),
            TypeKind::Record(record) => self.record(record),
            TypeKind::Texts(_) => {}
        }
    }
}
