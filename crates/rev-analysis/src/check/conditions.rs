//! Conditions over the calls of any tool: in rules, boundaries and invariants.
//!
//! The arguments that such a condition reads may have other types in other tools. It is checked once for every
//! combination of types that occurs, and can be asked for with the types of one tool.

use super::about::{About, Read, about};
use super::cx::mended;
use super::never::never;
use super::row_set::RowSet;
use super::rows::{ArgumentName, Found, Row, Taking, arguments, found, near, rows, taking};
use super::tool::signature::signature;
use super::{Cx, Env, context_type};
use crate::db::{Db, Package};
use crate::finding::Finding;
use crate::glob;
use crate::hir::{Expr, Field, Record, Root, Type};
use crate::item::{Item, Kind};
use rev_diagnostics::{codes, suggest};
use rev_syntax::ast::{self, BoundaryField, InvariantField, ItemKind, RuleField};
use smol_str::SmolStr;
use std::collections::{BTreeMap, HashSet};

/// A condition as written, and the tools that were named before it.
struct Written<'a> {
    condition: &'a ast::Expr,
    /// `tool GLOB, … where CONDITION`; `None`: any tool.
    tools: Option<Vec<SmolStr>>,
    /// Only an invariant knows what was decided.
    allowed: bool,
}

/// The conditions of a rule, a boundary or an invariant, as they are written one after the other.
fn written(tree: &ast::Item) -> Vec<Written<'_>> {
    let plain = |condition| Written {
        condition,
        tools: None,
        allowed: false,
    };
    match &tree.kind {
        ItemKind::Rule(rule) => {
            let fields = rule.body.fields.iter();
            let conditions = fields.filter_map(|field| match &field.kind {
                RuleField::When(condition) => Some(plain(condition)),
                _ => None,
            });
            conditions.collect()
        }
        ItemKind::Invariant(invariant) => {
            let fields = invariant.body.fields.iter();
            let conditions = fields.filter_map(|field| match &field.kind {
                InvariantField::Never(condition) => Some(Written {
                    allowed: true,
                    ..plain(condition)
                }),
                InvariantField::For(_) => None,
            });
            conditions.collect()
        }
        ItemKind::Boundary(boundary) => of_boundary(boundary),
        _ => Vec::new(),
    }
}

/// The lines of a boundary each speak for themselves; `when` limits them all. Where all of them name tools, so does it.
fn of_boundary(boundary: &ast::Boundary) -> Vec<Written<'_>> {
    let fields = || boundary.body.iter().flat_map(|body| &body.fields);
    let mut named: Option<Vec<SmolStr>> = None;
    for field in fields() {
        if let BoundaryField::Tool { globs, .. } = &field.kind {
            let names = globs.iter().map(glob::pattern);
            named.get_or_insert_default().extend(names);
        }
    }
    let values = fields().any(|field| matches!(field.kind, BoundaryField::Matches { .. }));
    let mut all = Vec::new();
    for field in fields() {
        match &field.kind {
            BoundaryField::Tool {
                globs,
                condition: Some(condition),
            } => all.push(Written {
                condition,
                tools: Some(globs.iter().map(glob::pattern).collect()),
                allowed: false,
            }),
            BoundaryField::When(condition) => all.push(Written {
                condition,
                tools: named.clone().filter(|_| !values),
                allowed: false,
            }),
            _ => {}
        }
    }
    all
}

/// What the conditions of an item are about, in the order in which they are written.
#[salsa::tracked]
pub(crate) fn item_about<'db>(db: &'db dyn Db, package: Package, item: Item<'db>) -> Vec<About> {
    let (rows, found) = (rows(db, package), found(db, package));
    let written = written(item.tree(db));
    let all = written.iter().map(|one| {
        let base = one.tools.as_ref().map(|globs| meant(rows, found, globs));
        let mut about = about(rows, found, one.condition, base.as_ref());
        // A boundary that names a tool which is not there has been told so.
        about.broken |= base.is_some_and(|base| base.is_empty());
        about
    });
    all.collect()
}

/// The rows that some of these names and globs mean.
pub(super) fn meant(rows: &[Row<'_>], found: &Found, globs: &[SmolStr]) -> RowSet {
    let mut set = RowSet::none(rows.len());
    for glob in globs {
        for at in near(rows, found, glob) {
            let row = rows.get(at);
            if row.is_some_and(|row| glob::overlap(glob, &row.name)) {
                set.insert(at);
            }
        }
    }
    set
}

/// The rows that a condition is about: without those that lack an argument which it reads.
pub(super) fn concerned(db: &dyn Db, package: Package, about: &About) -> RowSet {
    let mut concerned = about.possible.clone();
    for read in &about.reads {
        let key = ArgumentName::new(db, read.name.clone());
        let mut missing = read.rows.clone();
        for &row in taking(db, package, key).iter().flat_map(|it| &it.rows) {
            missing.take(row);
        }
        concerned.remove(&missing);
    }
    concerned
}

/// The conditions of a rule, a boundary or an invariant as they are for one tool, in the order in which they are
/// written; `None` where one is not about this tool. Mistakes have been told by `check_item`.
pub fn conditions_for<'db>(
    db: &'db dyn Db,
    package: Package,
    item: Item<'db>,
    tool: Item<'db>,
) -> Vec<Option<Expr>> {
    let mut cx = Cx::new(db, package);
    let rows = rows(db, package);
    let args = &signature(db, package, tool).args;
    let mine: Vec<usize> = tool
        .key(db)
        .names
        .iter()
        .flat_map(|name| places(rows, name))
        .collect();
    let abouts = item_about(db, package, item);
    let typed = written(item.tree(db))
        .into_iter()
        .zip(abouts)
        .map(|(one, about)| {
            let concerned = |row: &usize| {
                about.possible.contains(*row)
                    && about
                        .reads
                        .iter()
                        .all(|read| !read.rows.contains(*row) || args.get(&read.name).is_some())
            };
            if !mine.iter().any(concerned) {
                return None;
            }
            let args = Record {
                broken: true,
                ..args.clone()
            };
            Some(cx.condition(one.condition, &env(&cx, args, one.allowed)))
        });
    typed.collect()
}

/// Where the rows of this name stand.
fn places(rows: &[Row<'_>], name: &str) -> std::ops::Range<usize> {
    let start = rows.partition_point(|row| row.name.as_str() < name);
    let end = rows.partition_point(|row| row.name.as_str() <= name);
    start..end
}

/// A condition that was checked.
pub(super) struct Condition {
    /// With the types of the first tool that it is about.
    pub expr: Expr,
    /// The rows that it is about.
    pub rows: RowSet,
    /// No call makes it true, whatever its arguments are.
    pub never: bool,
}

impl<'db> Cx<'db> {
    /// Checks the conditions of an item, in the order in which they are written. In a block with a line that could
    /// not be read, a condition may have lost its end: only names that are not there are told.
    pub(super) fn conditions(&mut self, item: Item<'db>, broken: bool) -> Vec<Condition> {
        let abouts = item_about(self.db, self.package, item);
        let written = written(item.tree(self.db));
        let before = self.findings.len();
        let mut conditions = Vec::new();
        for (one, about) in written.into_iter().zip(abouts) {
            conditions.push(self.over_calls(&one, about));
        }
        if broken {
            let told = self.findings.split_off(before);
            let names = told.into_iter();
            let names = names.filter(|finding| finding.diagnostic.code == "E0101");
            self.findings.extend(names);
        }
        conditions
    }

    fn over_calls(&mut self, one: &Written<'_>, about: &About) -> Condition {
        let rows = rows(self.db, self.package);
        let mut names: Vec<SmolStr> = about.reads.iter().map(|read| read.name.clone()).collect();
        names.sort();
        names.dedup();
        let takings: Vec<Argument<'db>> = names
            .into_iter()
            .map(|name| {
                let key = ArgumentName::new(self.db, name.clone());
                let takings = taking(self.db, self.package, key);
                Argument::new(name, takings, about, rows.len())
            })
            .collect();
        let mut concerned = about.possible.clone();
        for read in &about.reads {
            let Some(argument) = takings.iter().find(|one| one.name == read.name) else {
                continue;
            };
            let mut missing = read.rows.clone();
            missing.remove(&argument.declared);
            if !about.broken {
                self.declared(read, argument, &missing, rows);
            }
            concerned.remove(&missing);
        }
        let (expr, never) = self.combinations(one, about, &takings, &concerned, rows);
        Condition {
            expr,
            rows: concerned,
            never,
        }
    }

    /// Tells an argument that tools which are named do not declare, or that no tool does.
    fn declared(
        &mut self,
        read: &Read,
        argument: &Argument<'_>,
        missing: &RowSet,
        rows: &[Row<'_>],
    ) {
        if read.named {
            let first = missing
                .iter()
                .filter_map(|at| rows.get(at))
                .find(|row| !row.broken);
            let Some(row) = first else { return };
            let args = &signature(self.db, self.package, row.item).args;
            let near = suggest::nearest(
                &read.name,
                args.fields.iter().map(|field| field.name.as_str()),
            );
            let owner = format!("`args` of `{}`", row.name);
            let finding = codes::unknown_field(read.span, owner, &read.name);
            let finding = match near {
                Some(_) => mended(finding, near),
                None => finding.help(format!(
                    "declare it in `{}`, or say with `call is` which tools are meant",
                    row.name
                )),
            };
            let related = "this condition is about it";
            self.push(Finding::from(finding).related(Kind::Tool, &row.name, related));
            return;
        }
        if argument.takings.is_empty() && !rows.iter().any(|row| row.broken) {
            let known = arguments(self.db, self.package);
            let near = suggest::nearest(&read.name, known.keys().map(SmolStr::as_str));
            let mut finding = codes::unknown_field(read.span, "`args`", &read.name);
            finding.message = format!("no tool has an argument `{}`", read.name);
            self.push(mended(finding, near));
        }
    }

    /// Checks a condition once for every combination of types that the arguments it reads have, and tells whether it
    /// is false with each of them.
    fn combinations(
        &mut self,
        one: &Written<'_>,
        about: &About,
        arguments: &[Argument<'_>],
        concerned: &RowSet,
        rows: &[Row<'_>],
    ) -> (Expr, bool) {
        let mut firsts: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
        if !about.broken && !arguments.is_empty() {
            for at in concerned.iter() {
                let types = arguments.iter().map(|argument| argument.type_at(at));
                firsts.entry(types.collect()).or_insert(at);
            }
        }
        let mut combinations: Vec<(usize, Vec<usize>)> =
            firsts.into_iter().map(|(types, at)| (at, types)).collect();
        combinations.sort();
        if combinations.is_empty() {
            let nothing = Record {
                broken: true,
                ..Record::default()
            };
            let env = env(self, nothing, one.allowed);
            let typed = self.condition(one.condition, &env);
            let never = never(&typed);
            return (typed, never);
        }
        let outside = std::mem::take(&mut self.findings);
        let several = combinations.len() > 1;
        let mut told: HashSet<Finding> = HashSet::new();
        let mut all: Vec<Finding> = Vec::new();
        let mut expr = None;
        let mut always_false = true;
        for (at, types) in combinations {
            let fields = arguments.iter().zip(types);
            let args = Record {
                fields: fields.filter_map(|(one, ty)| one.field(ty)).collect(),
                open: false,
                broken: true,
            };
            let env = env(self, args, one.allowed);
            let typed = self.condition(one.condition, &env);
            always_false &= never(&typed);
            expr.get_or_insert(typed);
            for finding in std::mem::take(&mut self.findings) {
                if told.insert(finding.clone()) {
                    let types = matches!(finding.diagnostic.code, "E0201" | "E0503");
                    all.push(match rows.get(at) {
                        Some(row) if several && types => finding.related(
                            Kind::Tool,
                            &row.name,
                            "with the arguments of this tool",
                        ),
                        _ => finding,
                    });
                }
            }
        }
        self.findings = outside;
        self.findings.extend(all);
        let expr = expr.unwrap_or(Expr {
            span: one.condition.span,
            ty: Type::Unknown,
            kind: crate::hir::ExprKind::Broken,
        });
        (expr, always_false)
    }
}

/// What a condition over calls sees.
fn env(cx: &Cx<'_>, args: Record, allowed: bool) -> Env {
    let mut env = Env::default()
        .with(Root::Args, Type::Record(args), "`args`")
        .with(Root::Context, context_type(cx), "the context")
        .deciding();
    env.allowed = allowed;
    env
}

/// An argument that a condition reads, and what it is in each row.
struct Argument<'a> {
    name: SmolStr,
    takings: &'a [Taking],
    declared: RowSet,
    /// For each row where it is read, which of `takings`.
    types: Vec<usize>,
}

/// Not read there, or not declared.
const NO_TYPE: usize = usize::MAX;

impl<'a> Argument<'a> {
    fn new(name: SmolStr, takings: &'a [Taking], about: &About, rows: usize) -> Self {
        let mut declared = RowSet::none(rows);
        let mut read = RowSet::none(rows);
        for one in about.reads.iter().filter(|one| one.name == name) {
            read.add(&one.rows);
        }
        let mut types = vec![NO_TYPE; rows];
        for (group, taking) in takings.iter().enumerate() {
            for &row in &taking.rows {
                declared.insert(row);
                if let Some(ty) = types.get_mut(row).filter(|_| read.contains(row)) {
                    *ty = group;
                }
            }
        }
        Self {
            name,
            takings,
            declared,
            types,
        }
    }

    fn type_at(&self, row: usize) -> usize {
        self.types.get(row).copied().unwrap_or(NO_TYPE)
    }

    fn field(&self, ty: usize) -> Option<Field> {
        let taking = self.takings.get(ty)?;
        Some(Field {
            name: self.name.clone(),
            ty: taking.ty.clone(),
            optional: false,
            yields: Vec::new(),
            yields_nothing: false,
            trusted: false,
        })
    }
}
