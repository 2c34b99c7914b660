//! Tests that are written after their subject: `like`, `said`, `has` and their kind.

use super::expr::BROKEN;
use super::fits;
use super::{Cx, Env};
use crate::hir::{Expr, ExprKind, TestKind, Type};
use rev_diagnostics::{Span, codes};
use rev_syntax::ast;
use rev_syntax::ast::Quantifier;
use rev_text::Op;

impl Cx<'_> {
    pub(super) fn test(
        &mut self,
        span: Span,
        quantifier: Option<Quantifier>,
        subject: &ast::Expr,
        test: &ast::TestKind,
        env: &Env,
    ) -> (ExprKind, Type) {
        if let (ast::ExprKind::Path(path), ast::TestKind::Has(label)) = (&subject.kind, test)
            && let [only] = path.segments.as_slice()
            && only.text == "run"
        {
            self.decision_only(span, "run", env);
            return match self.label(label) {
                Some(label) => (ExprKind::RunHas(label), Type::Bool),
                None => BROKEN,
            };
        }
        let subject = self.value(subject, env);
        let test = self.test_kind(quantifier, &subject, test, env);
        let kind = ExprKind::Test {
            quantifier,
            subject: Box::new(subject),
            test,
        };
        (kind, Type::Bool)
    }

    fn test_kind(
        &mut self,
        quantifier: Option<Quantifier>,
        subject: &Expr,
        test: &ast::TestKind,
        env: &Env,
    ) -> TestKind {
        let patterns = |texts: &[ast::Text]| texts.iter().map(|text| text.value.clone()).collect();
        let sees_lists = matches!(
            test,
            ast::TestKind::Has(_)
                | ast::TestKind::Said
                | ast::TestKind::Endorsed
                | ast::TestKind::Present
                | ast::TestKind::Absent
        );
        // Such a test may stand on a whole list; what is said about its elements is still said about a list.
        if sees_lists && quantifier.is_some() {
            self.elements(quantifier, subject);
        }
        match test {
            ast::TestKind::Present => TestKind::Present,
            ast::TestKind::Absent => TestKind::Absent,
            ast::TestKind::Said => {
                self.of_an_argument(subject, "said", env);
                TestKind::Said
            }
            ast::TestKind::Endorsed => {
                self.of_an_argument(subject, "endorsed", env);
                TestKind::Endorsed
            }
            ast::TestKind::Has(label) => {
                self.of_an_argument(subject, "has", env);
                TestKind::Has(self.label(label).unwrap_or_default())
            }
            ast::TestKind::Like(texts) => {
                let help = "`like` is for texts";
                let ty = self.testable(quantifier, subject, "like", fits::is_matched, help);
                self.patterns_can_match(&ty, Op::Like, texts);
                TestKind::Like(patterns(texts))
            }
            ast::TestKind::Under(texts) => {
                let help = "`under` is for a `path` or a `url`: declare it as one";
                let ty = self.testable(quantifier, subject, "under", fits::has_folders, help);
                self.patterns_can_match(&ty, Op::Under, texts);
                TestKind::Under(patterns(texts))
            }
            ast::TestKind::Runs(texts) => {
                let help = "`runs` is for a `command`: declare it as one";
                let ty = self.testable(quantifier, subject, "runs", fits::is_command, help);
                self.patterns_can_match(&ty, Op::Runs, texts);
                TestKind::Runs(patterns(texts))
            }
            ast::TestKind::RunsOnly(texts) => {
                let help = "`runs only` is for a `command`: declare it as one";
                let ty = self.testable(quantifier, subject, "runs only", fits::is_command, help);
                self.patterns_can_match(&ty, Op::RunsOnly, texts);
                TestKind::RunsOnly(patterns(texts))
            }
        }
    }

    fn testable(
        &mut self,
        quantifier: Option<Quantifier>,
        subject: &Expr,
        word: &str,
        can: fn(&Type) -> bool,
        help: &str,
    ) -> Type {
        let ty = self.elements(quantifier, subject);
        if !can(&ty) {
            let what = format!("`{word}` cannot test `{}`", ty.shown());
            self.push(codes::type_mismatch(subject.span, what).help(help));
            return Type::Unknown;
        }
        ty
    }

    /// What a test or comparison sees: with `every` or `some` the elements of the list. A list without either is
    /// told, unless it may stand for itself.
    pub(super) fn elements(&mut self, quantifier: Option<Quantifier>, subject: &Expr) -> Type {
        match (quantifier, subject.ty.base()) {
            (_, Type::Unknown | Type::Json) => Type::Unknown,
            (Some(_), Type::List(element) | Type::Map(element)) => (**element).clone(),
            (Some(quantifier), other) => {
                let word = match quantifier {
                    Quantifier::Every => "every",
                    Quantifier::Some => "some",
                };
                let what = format!("`{word}` is for lists, and this is `{}`", other.shown());
                self.push(codes::type_mismatch(subject.span, what));
                Type::Unknown
            }
            (None, Type::List(_)) if !matches!(subject.kind, ExprKind::List(_)) => {
                let what = "a test on a list says which of its elements it is about";
                let help = "write `every` or `some` in front of it";
                self.push(codes::type_mismatch(subject.span, what).help(help));
                Type::Unknown
            }
            (None, _) => subject.ty.clone(),
        }
    }

    /// `said`, `endorsed` and `has` are about where an argument came from.
    fn of_an_argument(&mut self, subject: &Expr, word: &str, env: &Env) {
        self.decision_only(subject.span, word, env);
        if !is_from_args(subject) {
            let what = format!("`{word}` is about arguments of the call, and this is none");
            self.push(
                codes::type_mismatch(subject.span, what)
                    .help("write `args.NAME`, or `links(args.NAME)`"),
            );
        }
    }
}

fn is_from_args(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Path { root, .. } => *root == crate::hir::Root::Args,
        ExprKind::Links(inner) => is_from_args(inner),
        ExprKind::Broken => true,
        _ => false,
    }
}
