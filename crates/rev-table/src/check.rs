//! What must hold in a table before anything is decided by it: every number leads to something of the right kind, nothing
//! refers to itself, texts are texts, and what is sorted is sorted.

use crate::layout::*;
use crate::load::{LoadError, Table};
use crate::node::Node;
use crate::types::Type;
use crate::view::bits_of;

type Checked = Result<(), LoadError>;

/// Checks a table that was just read.
pub(crate) fn check(table: &Table) -> Checked {
    texts(table)?;
    types(table)?;
    nodes(table)?;
    small(table)?;
    boundaries(table)?;
    contracts(table)?;
    tools(table)?;
    agents(table)?;
    sources(table)
}

/// One entry of a section, while it is looked at.
struct Entry<'a> {
    table: &'a Table,
    section: &'static str,
    entry: usize,
}

impl Entry<'_> {
    fn must(&self, holds: bool, why: &'static str) -> Checked {
        match holds {
            true => Ok(()),
            false => Err(LoadError::Broken {
                section: self.section,
                entry: self.entry,
                why,
            }),
        }
    }

    fn is_in<T>(&self, pool: &[T], number: u32) -> Checked {
        self.must(
            (number as usize) < pool.len(),
            "refers to something that is not there",
        )
    }

    fn may_be_in<T>(&self, pool: &[T], number: u32) -> Checked {
        match number {
            NONE => Ok(()),
            _ => self.is_in(pool, number),
        }
    }

    fn text(&self, number: u32) -> Checked {
        self.is_in(&self.table.texts, number)
    }

    fn node(&self, number: u32) -> Checked {
        self.is_in(&self.table.nodes, number)
    }

    fn range(&self, range: Range, groups_of: u32) -> Checked {
        let end = u64::from(range.start.get()) + u64::from(range.len.get());
        self.must(
            end <= self.table.refs.len() as u64 && range.len.get().is_multiple_of(groups_of),
            "refers to a run that is not there",
        )
    }

    fn each(&self, range: Range, mut one: impl FnMut(u32) -> Checked) -> Checked {
        self.range(range, 1)?;
        self.table.refs(range).try_for_each(&mut one)
    }

    fn pairs(&self, range: Range, mut one: impl FnMut(u32, u32) -> Checked) -> Checked {
        self.range(range, 2)?;
        self.table.pairs(range).try_for_each(|(a, b)| one(a, b))
    }

    fn triples(&self, range: Range, mut one: impl FnMut(u32, u32, u32) -> Checked) -> Checked {
        self.range(range, 3)?;
        self.table
            .triples(range)
            .try_for_each(|(a, b, c)| one(a, b, c))
    }
}

/// Looks at every entry of a pool.
fn all<'a, T>(
    table: &'a Table,
    section: &'static str,
    pool: &'a [T],
    mut look: impl FnMut(&Entry<'a>, &'a T) -> Checked,
) -> Checked {
    pool.iter().enumerate().try_for_each(|(entry, record)| {
        let entry = Entry {
            table,
            section,
            entry,
        };
        look(&entry, record)
    })
}

fn texts(table: &Table) -> Checked {
    all(table, "texts", &table.texts, |entry, text| {
        let (start, len) = (text.at.get() as usize, text.len.get() as usize);
        entry.must(table.text.get(start..start + len).is_some(), "is no text")
    })
}

/// A type is made of earlier types, so that walking one ends, and of not too many, so that it ends soon.
fn types(table: &Table) -> Checked {
    let mut depths: Vec<u16> = Vec::with_capacity(table.types.len());
    all(table, "types", &table.types, |entry, record| {
        let depth = std::cell::Cell::new(0_u16);
        let earlier = |number: u32| match depths.get(number as usize) {
            Some(inner) => {
                depth.set(depth.get().max(inner.saturating_add(1)));
                Ok(())
            }
            None => entry.must(false, "is made of a later type"),
        };
        let fine = match Type::read(record) {
            None => entry.must(false, "is of no kind"),
            Some(Type::Quantity { unit, scale }) => {
                entry.text(unit)?;
                entry.must(scale <= 38, "has too many decimals")
            }
            Some(Type::Like { base, pattern }) => {
                entry.text(pattern)?;
                earlier(base)
            }
            Some(Type::Texts(range)) => entry.each(range, |text| entry.text(text)),
            Some(Type::List(inner) | Type::Map(inner) | Type::Optional(inner)) => earlier(inner),
            Some(Type::Record { first, len, .. }) => {
                let end = u64::from(first) + u64::from(len);
                entry.must(
                    end <= table.fields.len() as u64,
                    "has fields that are not there",
                )?;
                let fields = table.fields(first, len);
                for field in fields {
                    entry.text(field.name.get())?;
                    earlier(field.ty.get())?;
                    entry.is_in(&table.label_sets, field.yields.get())?;
                }
                let names = fields.iter().map(|field| table.text(field.name.get()));
                let sorted = names.clone().zip(names.skip(1)).all(|(a, b)| a < b);
                entry.must(sorted, "has fields out of order")
            }
            Some(_) => Ok(()),
        };
        fine?;
        entry.must(depth.get() <= DEEPEST_TYPE, "is too deep")?;
        depths.push(depth.get());
        Ok(())
    })
}

/// Tells every node that a node is made of.
pub(crate) fn children(table: &Table, node: Node, tell: &mut impl FnMut(u32)) {
    match node {
        Node::List(range) | Node::And(range) | Node::Or(range) => table.refs(range).for_each(tell),
        Node::Record(range) => table.pairs(range).for_each(|(_, node)| tell(node)),
        Node::Not(a) | Node::Size(a) | Node::Links(a) => tell(a),
        Node::Compare { left, right, .. } | Node::Sum { left, right, .. } => {
            tell(left);
            tell(right);
        }
        Node::Has { subject, .. }
        | Node::Said { subject, .. }
        | Node::Endorsed { subject, .. }
        | Node::Present { subject, .. }
        | Node::Absent { subject, .. } => tell(subject),
        Node::Match {
            subject, patterns, ..
        } => {
            tell(subject);
            tell(patterns);
        }
        Node::AnyValue { patterns, .. } => tell(patterns),
        _ => {}
    }
}

/// A node may be part of many, so that a few could stand for more work than anybody can wait for: what each comes to,
/// with all that it is made of, is bounded.
fn nodes(table: &Table) -> Checked {
    let mut sizes: Vec<u32> = Vec::with_capacity(table.nodes.len());
    all(table, "nodes", &table.nodes, |entry, record| {
        let Some(node) = Node::read(record) else {
            return entry.must(false, "is of no kind");
        };
        match node {
            Node::Decimal {
                digits: amount,
                scale,
            }
            | Node::Quantity { amount, scale } => {
                entry.is_in(&table.amounts, amount)?;
                entry.must(scale <= 38, "has too many decimals")?;
            }
            Node::Text(text) | Node::CallIs(text) => entry.text(text)?,
            Node::List(range) | Node::And(range) | Node::Or(range) => entry.range(range, 1)?,
            Node::Record(pairs) => entry.pairs(pairs, |name, _| entry.text(name))?,
            Node::Arg { path, .. } | Node::Path { path, .. } | Node::Patterns(path) => {
                entry.each(path, |text| entry.text(text))?;
            }
            Node::Match { patterns, .. } | Node::AnyValue { patterns, .. } => {
                let fine = matches!(table.node(patterns), Node::Patterns(_));
                entry.must(fine, "has no patterns")?;
            }
            Node::Has { label, .. } | Node::RunHas(label) => entry.is_in(&table.labels, label)?,
            Node::AgentIs(agent) => entry.is_in(&table.agents, agent)?,
            Node::RunCallsOf(counter) => entry.is_in(&table.counters, counter)?,
            Node::RunSpent(dimension) => entry.is_in(&table.dimensions, dimension)?,
            Node::Crossing(boundary) | Node::Crossed(boundary) | Node::Distance(boundary) => {
                entry.is_in(&table.boundaries, boundary)?;
            }
            _ => {}
        }
        let mut fine = record.depth <= DEEPEST;
        let mut size = 1_u32;
        children(table, node, &mut |child| {
            size = size.saturating_add(sizes.get(child as usize).copied().unwrap_or(u32::MAX));
            let made_of = table.nodes.get(child as usize);
            let shallower = made_of.is_some_and(|made_of| made_of.depth < record.depth);
            fine &= (child as usize) < entry.entry && shallower;
        });
        entry.must(fine, "is made of a later node, or too deep")?;
        entry.must(size <= LARGEST_NODE, "is made of too many nodes")?;
        sizes.push(size);
        Ok(())
    })
}

fn small(table: &Table) -> Checked {
    all(table, "reasons", &table.reasons, |entry, reason| {
        entry.text(reason.code.get())?;
        entry.may_be_in(&table.texts, reason.because.get())?;
        entry.is_in(&table.gates, reason.gate.get())?;
        entry.may_be_in(&table.sources, reason.source.get())
    })?;
    all(table, "labels", &table.labels, |entry, label| {
        entry.must(entry.entry < MOST_LABELS, "is one too many")?;
        entry.text(label.name.get())?;
        entry.is_in(&table.label_sets, label.implies.get())
    })?;
    all(
        table,
        "dimensions",
        &table.dimensions,
        |entry, dimension| {
            entry.text(dimension.name.get())?;
            entry.text(dimension.unit.get())?;
            entry.must(dimension.scale.get() <= 35, "has too many decimals")
        },
    )?;
    all(table, "context", &table.contexts, |entry, context| {
        entry.text(context.name.get())?;
        entry.is_in(&table.types, context.ty.get())
    })?;
    all(table, "counters", &table.counters, |entry, counter| {
        entry.text(counter.glob.get())
    })?;
    all(table, "policy", &table.meta, |entry, number| {
        match entry.entry {
            0 | 1 => entry.text(number.get()),
            _ => entry.is_in(&table.gates, number.get()),
        }
    })?;
    let policy = Entry {
        table,
        section: "policy",
        entry: 0,
    };
    policy.must(table.meta.len() == 2 + CLASSES.len(), "lacks a class")
}

fn boundaries(table: &Table) -> Checked {
    let mut next_bit = 0_u64;
    all(table, "boundaries", &table.boundaries, |entry, record| {
        entry.text(record.name.get())?;
        entry.must(record.kind <= boundary::OR, "is of no kind")?;
        entry.must(record.action <= action::GATE, "has no such action")?;
        entry.may_be_in(&table.reasons, record.reason.get())?;
        entry.must(
            record.action == action::MARK || record.reason.get() != NONE,
            "acts without a reason",
        )?;
        entry.must(
            u64::from(record.first_bit.get()) == next_bit,
            "has bits out of order",
        )?;
        next_bit += u64::from(bits_of(record));
        entry.must(next_bit <= 1 << 16, "is one too many")?;
        entry.each(record.parts, |part| {
            entry.must((part as usize) < entry.entry, "is made of a later boundary")
        })
    })
}

fn contracts(table: &Table) -> Checked {
    all(table, "calls", &table.calls, |entry, call| {
        entry.text(call.target.get())?;
        entry.may_be_in(&table.tools, call.tool.get())?;
        entry.pairs(call.args, |name, node| {
            entry.text(name)?;
            entry.node(node)
        })
    })?;
    all(
        table,
        "assumptions",
        &table.assumptions,
        |entry, assumption| {
            entry.text(assumption.name.get())?;
            entry.pairs(assumption.broken_by, |event, when| {
                entry.text(event)?;
                entry.may_be_in(&table.nodes, when)
            })?;
            entry.pairs(assumption.checked_by, |call, when| {
                entry.is_in(&table.calls, call)?;
                entry.may_be_in(&table.nodes, when)
            })
        },
    )?;
    all(table, "contracts", &table.contracts, |entry, contract| {
        entry.each(contract.by, |call| entry.is_in(&table.calls, call))?;
        for call in [contract.verify, contract.capture, contract.cancel] {
            entry.may_be_in(&table.calls, call.get())?;
        }
        for node in [contract.until, contract.handle] {
            entry.may_be_in(&table.nodes, node.get())?;
        }
        entry.may_be_in(&table.gates, contract.policy.get())?;
        entry.must(
            contract.approval <= approval::DUAL_CONTROL,
            "has no such approval",
        )?;
        entry.pairs(contract.assumes, |assumption, call| {
            entry.is_in(&table.assumptions, assumption)?;
            entry.is_in(&table.calls, call)
        })
    })?;
    all(table, "blast radii", &table.blasts, |entry, blast| {
        entry.must(blast.scope <= scope::CROSS_TENANT, "has no such scope")?;
        entry.triples(blast.bounds, |dimension, amount, _| {
            entry.is_in(&table.dimensions, dimension)?;
            entry.is_in(&table.amounts, amount)
        })
    })
}

fn tools(table: &Table) -> Checked {
    all(table, "rows", &table.rows, |entry, row| {
        entry.is_in(&table.reasons, row.reason.get())
    })?;
    all(table, "cases", &table.variants, variant)?;
    all(table, "tools", &table.tools, |entry, tool| {
        entry.text(tool.name.get())?;
        entry.text(tool.wire.get())?;
        let is_record = matches!(table.ty(tool.args.get()), Some(Type::Record { .. }));
        entry.must(is_record, "has no arguments")?;
        entry.may_be_in(&table.types, tool.result.get())?;
        entry.is_in(&table.label_sets, tool.field_yields.get())?;
        entry.each(tool.agents, |agent| entry.is_in(&table.agents, agent))?;
        entry.each(tool.counters, |counter| {
            entry.is_in(&table.counters, counter)
        })?;
        let end = u64::from(tool.first_variant.get()) + u64::from(tool.variants.get());
        let there = tool.variants.get() > 0 && end <= table.variants.len() as u64;
        entry.must(there, "has cases that are not there")
    })?;
    all(table, "globs", &table.globs, |entry, number| {
        entry.is_in(&table.tools, number.get())
    })?;
    let size = Entry {
        table,
        section: "slots",
        entry: 0,
    };
    size.must(table.slots.len().is_power_of_two(), "are of a wrong number")?;
    let mut filled = 0;
    all(table, "slots", &table.slots, |entry, number| {
        filled += usize::from(number.get() != NONE);
        entry.may_be_in(&table.tools, number.get())
    })?;
    // A name that could not be found would be unknown, and denied; a look-up ends because some slot is empty.
    size.must(filled < table.slots.len(), "are all filled")
}

fn variant(entry: &Entry<'_>, variant: &VariantRecord) -> Checked {
    let table = entry.table;
    entry.must(
        usize::from(variant.class) < CLASSES.len(),
        "has no such class",
    )?;
    entry.must(variant.effect <= effect::AUTHORITY, "has no such effect")?;
    entry.must(
        variant.reversal <= reversal::IRREVERSIBLE,
        "has no such reversal",
    )?;
    entry.must(variant.weight <= 1, "has no such weight")?;
    for node in [variant.when, variant.subject, variant.tenant] {
        entry.may_be_in(&table.nodes, node.get())?;
    }
    entry.pairs(variant.spends, |dimension, amount| {
        entry.is_in(&table.dimensions, dimension)?;
        entry.node(amount)
    })?;
    entry.is_in(&table.label_sets, variant.yields.get())?;
    entry.is_in(&table.label_sets, variant.clears.get())?;
    entry.each(variant.consent, |node| entry.node(node))?;
    entry.each(variant.instead, |text| entry.text(text))?;
    entry.each(variant.atoms, |node| entry.node(node))?;
    let atoms = variant.atoms.len.get();
    entry.must(atoms as usize <= MOST_ATOMS, "has too many conditions")?;
    let rows = variant.rows.get();
    entry.must(rows as usize <= MOST_ROWS, "has too many rows")?;
    let end = u64::from(variant.first_row.get()) + u64::from(rows);
    entry.must(
        end <= table.rows.len() as u64,
        "has rows that are not there",
    )?;
    let beyond = |masks: [zerocopy::little_endian::U64; 2]| {
        let [low, high] = masks.map(|mask| u128::from(mask.get()));
        atoms < 128 && (low | high << 64) >> atoms != 0
    };
    let mut rows = table.rows(variant).iter();
    entry.must(
        !rows.any(|row| beyond(row.yes) || beyond(row.no)),
        "asks for no condition",
    )?;
    entry.pairs(variant.crossings, |boundary, when| {
        entry.is_in(&table.boundaries, boundary)?;
        entry.may_be_in(&table.nodes, when)
    })?;
    entry.may_be_in(&table.blasts, variant.blast.get())?;
    entry.may_be_in(&table.contracts, variant.contract.get())?;
    entry.may_be_in(&table.calls, variant.dry_run.get())
}

fn agents(table: &Table) -> Checked {
    all(table, "budgets", &table.budgets, |entry, budget| {
        entry.text(budget.name.get())?;
        entry.triples(budget.ceilings, |dimension, amount, _| {
            entry.is_in(&table.dimensions, dimension)?;
            entry.may_be_in(&table.amounts, amount)
        })?;
        entry.triples(budget.weights, |class, digits, scale| {
            entry.must((class as usize) < CLASSES.len(), "has no such class")?;
            entry.must(scale <= 35, "has too many decimals")?;
            entry.is_in(&table.amounts, digits)
        })
    })?;
    all(table, "agents", &table.agents, |entry, agent| {
        entry.text(agent.name.get())?;
        entry.must(
            usize::from(agent.up_to) < CLASSES.len(),
            "has no such class",
        )?;
        entry.may_be_in(&table.budgets, agent.budget.get())?;
        entry.each(agent.may, |glob| entry.text(glob))
    })
}

fn sources(table: &Table) -> Checked {
    all(table, "source texts", &table.source_texts, |entry, text| {
        let (start, len) = (text.at.get() as usize, text.len.get() as usize);
        entry.must(
            table.source_text.get(start..start + len).is_some(),
            "is no text",
        )
    })?;
    all(table, "sources", &table.sources, |entry, source| {
        entry.is_in(&table.source_texts, source.file.get())
    })
}
