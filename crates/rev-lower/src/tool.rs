//! Tools: one record for each name, and one for each of its cases.

use crate::boundary::{Crossing, Ordered};
use crate::conditions::Conditions;
use crate::cx::{Cx, class_number};
use crate::program::{Named, Program};
use crate::settle::{Case, plain};
use crate::term::{Term, texts};
use crate::types::kinds_in;
use rev_analysis::hir::{DryRun, Effect, Expr, ReversalKind, Variant, counts};
use rev_analysis::{Item, facts};
use rev_table::{NONE, Range, ToolRecord, U32, VariantRecord, effect, reversal, tool, variant};
use smol_str::SmolStr;
use std::collections::HashMap;

/// What all names of a tool share.
struct Shared<'db> {
    /// Names of the arguments, sorted.
    args: Vec<SmolStr>,
    /// The conditions of every boundary, typed for this tool.
    typed: Vec<Vec<Option<Expr>>>,
    /// The cases in an order that does not depend on how they are written.
    cases: Vec<(&'db Variant, VariantRecord)>,
}

/// Lowers all tools.
pub(crate) fn tools<'db>(
    cx: &mut Cx<'db>,
    program: &Program<'db>,
    boundaries: &[Ordered<'db>],
    conditions: &mut Conditions<'db>,
) {
    let mut known: HashMap<Item<'db>, Shared<'db>> = HashMap::new();
    for named in &program.tools {
        let shared = match known.remove(&named.item) {
            Some(shared) => shared,
            None => shared(cx, program, boundaries, named),
        };
        lower(cx, boundaries, conditions, named, &shared);
        if named.tool.signature.names.len() > 1 {
            known.insert(named.item, shared);
        }
    }
}

fn shared<'db>(
    cx: &mut Cx<'db>,
    program: &Program<'db>,
    boundaries: &[Ordered<'db>],
    named: &Named<'db>,
) -> Shared<'db> {
    let fields = named.tool.signature.args.fields.iter();
    let mut args: Vec<SmolStr> = fields.map(|field| field.name.clone()).collect();
    args.sort();
    let mut cases: Vec<(Option<Term>, &Variant)> = named
        .tool
        .variants
        .iter()
        .map(|variant| {
            let when = variant.when.as_ref();
            (when.map(|when| cx.settled(when, &args)), variant)
        })
        .collect();
    // `otherwise` stands last.
    cases.sort_by(|(a, _), (b, _)| (a.is_none(), a).cmp(&(b.is_none(), b)));
    let cases = cases
        .into_iter()
        .map(|(when, variant)| (variant, facts_of(cx, program, named, &args, when, variant)))
        .collect();
    Shared {
        typed: cx.typed_boundaries(boundaries, named.item),
        cases,
        args,
    }
}

fn lower<'db>(
    cx: &mut Cx<'db>,
    boundaries: &[Ordered<'db>],
    conditions: &mut Conditions<'db>,
    named: &Named<'db>,
    shared: &Shared<'db>,
) {
    let signature = &named.tool.signature;
    let kinds = kinds_in(&signature.args);
    let crossing = Crossing {
        args: &shared.args,
        kinds: &kinds,
        typed: &shared.typed,
    };
    let mut records = Vec::with_capacity(shared.cases.len());
    for (variant, record) in &shared.cases {
        let mut case = Case {
            name: named.name.clone(),
            class: variant.class,
            effect: variant.effect,
            outbound: variant.outbound,
            recoveries: facts::recoveries(cx.db, cx.package, named.name),
            crossings: Vec::with_capacity(boundaries.len()),
            allowed: None,
        };
        let mut record = *record;
        let mut pairs = Vec::new();
        for (boundary, when) in cx.crossings(boundaries, &crossing, &mut case) {
            pairs.extend([boundary, cx.optional(when.as_ref()).get()]);
        }
        record.crossings = cx.to.refs(&pairs);
        conditions.lower(cx, named, &shared.args, variant, &case, &mut record);
        records.push(record);
    }
    let wire = match (named.is_glob, &named.tool.wire) {
        (true, _) => named.name.clone(),
        (false, Some(wire)) => wire.clone(),
        (false, None) => plain(named.name),
    };
    let name = match named.is_glob {
        true => named.name.clone(),
        false => plain(named.name),
    };
    let glob = if named.is_glob { tool::GLOB } else { 0 };
    let undoes = match signature.is_recovery_tool() {
        true => tool::UNDOES,
        false => 0,
    };
    let result = signature.result.as_ref();
    let yields = result
        .map(|ty| cx.field_yields(ty))
        .unwrap_or(rev_table::LabelSet::EMPTY);
    let record = ToolRecord {
        name: cx.text(&name),
        wire: cx.text(&wire),
        args: U32::new(cx.record(&signature.args)),
        result: U32::new(result.map_or(NONE, |ty| cx.ty(ty))),
        flags: U32::new(glob | undoes),
        first_variant: U32::ZERO,
        variants: U32::ZERO,
        field_yields: U32::new(cx.to.label_set(yields)),
        agents: Range::EMPTY,
        counters: Range::EMPTY,
        source: cx.source_of(named.item, named.name),
    };
    cx.to.tool(record, &records);
}

/// What a case says whatever the name under which it is called.
fn facts_of<'db>(
    cx: &mut Cx<'db>,
    program: &Program<'db>,
    named: &Named<'db>,
    args: &[SmolStr],
    when: Option<Term>,
    written: &Variant,
) -> VariantRecord {
    let item = named.item;
    let kind = written.reversal.as_ref().map(|reversal| reversal.kind);
    let value = |cx: &mut Cx<'db>, value: Option<&Expr>| {
        let value = value.map(|value| cx.settled(value, args));
        cx.optional(value.as_ref())
    };
    let (dry_run, no_dry_run) = match &written.dry_run {
        None => (NONE, false),
        Some(DryRun::None(_)) => (NONE, true),
        Some(DryRun::Call(call)) => (cx.call(call, args), false),
    };
    let flag = |on: bool, flag: u32| if on { flag } else { 0 };
    let yields = cx.closed(&written.yields);
    // Only what is named is cleared: what a label implies may have come from elsewhere.
    let clears = written
        .clears
        .iter()
        .filter_map(|name| cx.names.label(name));
    let clears = clears.fold(rev_table::LabelSet::EMPTY, rev_table::LabelSet::with);
    let mut instead = written.instead.clone();
    instead.sort();
    instead.dedup();
    VariantRecord {
        when: cx.optional(when.as_ref()),
        class: class_number(written.class),
        effect: match written.effect {
            Effect::None => effect::NONE,
            Effect::Internal => effect::INTERNAL,
            Effect::Public => effect::PUBLIC,
            Effect::Authority => effect::AUTHORITY,
        },
        reversal: match kind {
            None => reversal::NONE,
            Some(ReversalKind::Reversible) => reversal::REVERSIBLE,
            Some(ReversalKind::Compensable) => reversal::COMPENSABLE,
            Some(ReversalKind::Irreversible) => reversal::IRREVERSIBLE,
        },
        weight: u8::from(counts(written.class, kind)),
        flags: U32::new(
            flag(written.outbound, variant::OUTBOUND)
                | flag(written.trusted, variant::TRUSTED)
                | flag(no_dry_run, variant::NO_DRY_RUN)
                | flag(written.consent.is_some(), variant::CONSENT),
        ),
        subject: value(cx, written.subject.as_ref()),
        tenant: value(cx, written.tenant.as_ref()),
        spends: spends(cx, args, written),
        yields: U32::new(cx.to.label_set(yields)),
        clears: U32::new(cx.to.label_set(clears)),
        consent: consent(cx, args, written),
        instead: texts(&mut cx.to, &instead),
        atoms: Range::EMPTY,
        first_row: U32::ZERO,
        rows: U32::ZERO,
        crossings: Range::EMPTY,
        blast: U32::new(match &written.blast {
            Some(blast) => cx.blast(item, written.span, blast),
            None => NONE,
        }),
        contract: U32::new(match &written.reversal {
            Some(reversal) => cx.contract(program, item, written.span, reversal, args),
            None => NONE,
        }),
        dry_run: U32::new(dry_run),
        source: cx.source(item, written.span),
    }
}

/// Pairs of a dimension and an amount, sorted.
fn spends(cx: &mut Cx<'_>, args: &[SmolStr], written: &Variant) -> Range {
    let spends = written.spends.iter();
    let spends = spends.filter_map(|spend| {
        let dimension = cx.names.dimension(&spend.dimension)?;
        Some((dimension, cx.settled(&spend.amount, args)))
    });
    let mut spends: Vec<(u32, Term)> = spends.collect();
    spends.sort();
    let mut pairs = Vec::new();
    for (dimension, amount) in spends {
        pairs.extend([dimension, cx.write(&amount).get()]);
    }
    cx.to.refs(&pairs)
}

/// The arguments whose being said is consent, sorted.
fn consent(cx: &mut Cx<'_>, args: &[SmolStr], written: &Variant) -> Range {
    let listed = written.consent.iter().flatten();
    let mut listed: Vec<Term> = listed.map(|path| cx.settled(path, args)).collect();
    listed.sort();
    listed.dedup();
    let numbers: Vec<u32> = listed.iter().map(|term| cx.write(term).get()).collect();
    cx.to.refs(&numbers)
}
