//! What names in expressions mean: arguments, results, the state of the run, calls, agents and boundaries.

use super::cx::mended;
use super::expr::BROKEN;
use super::{Cx, Env};
use crate::glob;
use crate::hir::{CallPattern, Class, ClassPattern, Effect, ExprKind, Record, Root, Type};
use crate::item::Kind;
use crate::scope::{self, ToolsMeant};
use rev_diagnostics::{Span, codes, suggest};
use rev_syntax::ast;
use smol_str::SmolStr;

impl<'db> Cx<'db> {
    /// `args.order`, `seen`, `run.calls`, or a parameter.
    pub(super) fn path(&mut self, path: &ast::Path, env: &Env) -> (ExprKind, Type) {
        let Some((first, rest)) = path.segments.split_first() else {
            return BROKEN;
        };
        if first.text == "run" && env.decision {
            return self.run_field(rest, path.span);
        }
        if let Some(entry) = env.root(&first.text) {
            if !rest.is_empty() && self.was_told(&entry.ty, &entry.owner) {
                return BROKEN;
            }
            let ty = self.fields_of(&entry.ty, path, rest, &entry.owner);
            let fields = rest.iter().map(|name| name.text.clone()).collect();
            let root = entry.root.clone();
            return (ExprKind::Path { root, fields }, ty);
        }
        let known =
            |parameters: &&Record| parameters.broken || parameters.get(&first.text).is_some();
        let Some(parameters) = env.parameters.as_ref().filter(known) else {
            self.no_such_value(first, env);
            return BROKEN;
        };
        let ty = match parameters.get(&first.text) {
            Some(field) => self.fields_of(&field.read_type(), path, rest, ""),
            None => Type::Unknown,
        };
        let fields = path.segments.iter().map(|name| name.text.clone());
        let kind = ExprKind::Path {
            root: Root::Parameter,
            fields: fields.collect(),
        };
        (kind, ty)
    }

    /// Whether nothing is declared there, and that has been told of another name: what was to be declared is not known.
    fn was_told(&mut self, ty: &Type, owner: &str) -> bool {
        let bare = matches!(ty, Type::Record(record) if record.fields.is_empty() && !record.broken);
        let told = bare && self.bare.iter().any(|other| other == owner);
        if bare && !told {
            self.bare.push(owner.to_owned());
        }
        told
    }

    /// The type that is reached from `ty` through `fields`, which are the last segments of `path`.
    fn fields_of(
        &mut self,
        ty: &Type,
        path: &ast::Path,
        fields: &[ast::Name],
        owner: &str,
    ) -> Type {
        let mut ty = ty;
        let mut optional = false;
        for (at, name) in fields.iter().enumerate() {
            optional |= matches!(ty, Type::Optional(_));
            ty = match ty.present() {
                Type::Unknown => return Type::Unknown,
                Type::Json => return Type::Json,
                Type::Map(inner) => {
                    optional = true;
                    inner
                }
                Type::Record(record) if record.broken && record.get(&name.text).is_none() => {
                    return Type::Unknown;
                }
                other => {
                    if let Type::Record(record) = other
                        && let Some(field) = record.get(&name.text)
                    {
                        optional |= field.optional;
                        ty = &field.ty;
                        continue;
                    }
                    let before = path.segments.len() - fields.len() + at;
                    let before: Vec<&str> = path
                        .segments
                        .iter()
                        .take(before)
                        .map(|name| name.text.as_str())
                        .collect();
                    let owner = match (at, owner) {
                        (0, owner) if !owner.is_empty() => owner.to_owned(),
                        _ => format!("`{}`", before.join(".")),
                    };
                    self.no_such_field(other, name, &owner);
                    return Type::Unknown;
                }
            };
        }
        match optional {
            true => ty.clone().optional(),
            false => ty.clone(),
        }
    }

    pub(super) fn no_such_field(&mut self, ty: &Type, name: &ast::Name, owner: &str) {
        let Type::Record(record) = ty else {
            let what = format!("{owner} is `{}`, which has no fields", ty.shown());
            self.push(codes::type_mismatch(name.span, what));
            return;
        };
        let names = record.fields.iter().map(|field| field.name.as_str());
        let near = suggest::nearest(&name.text, names);
        let finding = codes::unknown_field(name.span, owner, &name.text);
        let finding = mended(finding, near);
        self.push(match record.fields.is_empty() {
            true => finding.help("nothing is declared there: declare it first"),
            false => finding,
        });
    }

    fn no_such_value(&mut self, name: &ast::Name, env: &Env) {
        let finding = codes::unknown_name(name.span, "value", &name.text);
        if let Some(why) = env.why_not(&name.text) {
            self.push(finding.label("not known here").help(why));
            return;
        }
        let words = env.words();
        let is_argument =
            |ty: &Type| matches!(ty, Type::Record(args) if args.get(&name.text).is_some());
        if env.root("args").is_some_and(|args| is_argument(&args.ty)) {
            self.push(mended(finding, Some(&format!("args.{}", name.text))));
            return;
        }
        let near = suggest::nearest(&name.text, words.iter().copied());
        if near.is_some() {
            self.push(mended(finding, near));
            return;
        }
        let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        self.push(match quoted.as_slice() {
            [] => finding.help("write a value here"),
            [only] => finding.help(format!("what can be seen here is {only}")),
            [init @ .., last] => finding.help(format!(
                "what can be seen here is {} and {last}",
                init.join(", ")
            )),
        });
    }

    /// `run.calls`, `run.subjects`, `run.denied`.
    fn run_field(&mut self, rest: &[ast::Name], span: Span) -> (ExprKind, Type) {
        match rest {
            [name] if name.text == "calls" => (ExprKind::RunCalls(None), Type::Int),
            [name] if name.text == "subjects" => (ExprKind::RunSubjects, Type::Int),
            [name] if name.text == "denied" => (ExprKind::RunDenied, Type::Int),
            [name, ..] => {
                let known = ["calls", "subjects", "denied", "spent"];
                let near = suggest::nearest(&name.text, known);
                let finding = codes::unknown_field(name.span, "`run`", &name.text);
                let help =
                    "`run` has `calls`, `calls(TOOL)`, `subjects`, `spent(DIMENSION)` and `denied`";
                self.push(mended(finding.help(help), near));
                BROKEN
            }
            [] => {
                let what = "`run` alone is no value";
                let help = "write `run has LABEL`, `run.calls`, `run.subjects`, `run.spent(DIMENSION)` or `run.denied`";
                self.push(codes::type_mismatch(span, what).help(help));
                BROKEN
            }
        }
    }

    /// What only a decision knows.
    pub(super) fn decision_only(&mut self, span: Span, word: &str, env: &Env) {
        if !env.decision {
            let finding = codes::unknown_name(span, "value", word);
            self.push(
                finding.help("the state of a run is known where calls are decided, not here"),
            );
        }
    }

    pub(super) fn boundary(
        &mut self,
        span: Span,
        name: &ast::Name,
        env: &Env,
        kind: fn(SmolStr) -> ExprKind,
        ty: Type,
    ) -> (ExprKind, Type) {
        self.decision_only(span, &name.text, env);
        match self.named(Kind::Boundary, &name.text, name.span) {
            Some(_) => (kind(name.text.clone()), ty),
            None => BROKEN,
        }
    }

    /// `call is …` or `agent is …`.
    pub(super) fn is(
        &mut self,
        span: Span,
        subject: &ast::Expr,
        at_least: bool,
        pattern: &ast::Path,
        env: &Env,
    ) -> (ExprKind, Type) {
        let ast::ExprKind::Path(path) = &subject.kind else {
            return BROKEN;
        };
        self.decision_only(span, &path.dotted(), env);
        if path.dotted() == "agent" {
            return match self.named(Kind::Agent, &pattern.dotted(), pattern.span) {
                Some(_) => (ExprKind::AgentIs(pattern.dotted()), Type::Bool),
                None => BROKEN,
            };
        }
        match pattern.segments.as_slice() {
            [name] if at_least => match self.class(name) {
                Some(class) => {
                    let pattern = ClassPattern { class, at_least };
                    (ExprKind::CallIs(CallPattern::Class(pattern)), Type::Bool)
                }
                None => BROKEN,
            },
            _ if at_least => {
                let finding = codes::unknown_name(pattern.span, "class", pattern.dotted());
                self.push(finding);
                BROKEN
            }
            _ => {
                let meant = call_pattern(pattern);
                if let CallPattern::Tool(_) = &meant {
                    self.tool_or_word(pattern);
                }
                (ExprKind::CallIs(meant), Type::Bool)
            }
        }
    }

    /// A tool after `call is`, where a misspelt class or effect may be meant, too.
    fn tool_or_word(&mut self, pattern: &ast::Path) {
        let known = scope::find_tool(self.db, self.package, &glob::pattern(pattern));
        if let ([name], ToolsMeant::Nothing) = (pattern.segments.as_slice(), known)
            && !name.quoted
            && !pattern.is_glob()
            && let Some(near) = suggest::nearest(&name.text, CALL_WORDS)
        {
            let finding = codes::unknown_name(pattern.span, "tool, class or effect", &name.text);
            self.push(mended(finding, Some(near)));
            return;
        }
        self.tool_pattern(pattern);
    }

    /// A tool's name, which must be declared, or a glob, which should match something.
    pub(crate) fn tool_pattern(&mut self, path: &ast::Path) {
        let pattern = glob::pattern(path);
        if !glob::is_glob(&pattern) {
            self.tools(path);
            return;
        }
        let found = scope::some_tool_matches(self.db, self.package, &pattern);
        if !found && !scope::is_some_lost(self.db, self.package, &pattern) {
            self.push(codes::glob_matches_nothing(path.span, pattern));
        }
    }

    /// The items that declare a tool; a name that no item declares is told.
    pub(crate) fn tools(&mut self, path: &ast::Path) -> Vec<crate::item::Item<'db>> {
        let name = glob::pattern(path);
        match scope::find_tool(self.db, self.package, &name) {
            ToolsMeant::Some(items) => items.clone(),
            ToolsMeant::Twice => Vec::new(),
            ToolsMeant::Nothing => {
                self.unknown(Kind::Tool, &name, path.span);
                Vec::new()
            }
        }
    }
}

/// The words that may stand after `call is`.
const CALL_WORDS: [&str; 13] = [
    "read_only",
    "reversible_internal",
    "compensating",
    "time_window_undoable",
    "irreversible_internal",
    "irreversible_public",
    "authority_modifying",
    "outbound",
    "recovery",
    "none",
    "internal",
    "public",
    "authority",
];

/// What stands after `call is`, whether or not there is such a tool.
pub(super) fn call_pattern(pattern: &ast::Path) -> CallPattern {
    if let [name] = pattern.segments.as_slice()
        && !name.quoted
    {
        if let Some(class) = Class::from_word(&name.text) {
            let at_least = false;
            return CallPattern::Class(ClassPattern { class, at_least });
        }
        match name.text.as_str() {
            "outbound" => return CallPattern::Outbound,
            "recovery" => return CallPattern::Recovery,
            "none" => return CallPattern::Effect(Effect::None),
            "internal" => return CallPattern::Effect(Effect::Internal),
            "public" => return CallPattern::Effect(Effect::Public),
            "authority" => return CallPattern::Effect(Effect::Authority),
            _ => {}
        }
    }
    CallPattern::Tool(glob::pattern(pattern))
}
