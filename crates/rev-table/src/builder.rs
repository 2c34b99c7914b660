//! Gathers the records of a table. Whatever is said twice is kept once, in the order in which it was first said, so that
//! the bytes depend on what is said and on nothing else.

use crate::layout::*;
use crate::load::Table;
use crate::lookup;
use crate::node::Node;
use crate::types::Type;
use std::collections::HashMap;
use zerocopy::IntoBytes;
use zerocopy::little_endian::{I128, U32};

/// Where something was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

/// A table in the making.
#[derive(Debug, Default)]
pub struct Builder {
    table: Table,
    texts: HashMap<String, u32>,
    files: HashMap<String, u32>,
    runs: HashMap<Vec<u32>, Range>,
    known: HashMap<(&'static str, Vec<u8>), u32>,
}

fn number(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(NONE)
}

/// Adds a record, or finds it.
fn add<T: IntoBytes + zerocopy::Immutable>(
    known: &mut HashMap<(&'static str, Vec<u8>), u32>,
    pool: &mut Vec<T>,
    name: &'static str,
    record: T,
) -> u32 {
    let next = number(pool.len());
    let found = *known
        .entry((name, record.as_bytes().to_vec()))
        .or_insert(next);
    if found == next {
        pool.push(record);
    }
    found
}

impl Builder {
    pub fn text(&mut self, text: &str) -> u32 {
        if let Some(found) = self.texts.get(text) {
            return *found;
        }
        let table = &mut self.table;
        let next = number(table.texts.len());
        table.texts.push(TextRecord {
            at: U32::new(number(table.text.len())),
            len: U32::new(number(text.len())),
        });
        table.text.push_str(text);
        self.texts.insert(text.to_owned(), next);
        next
    }

    pub fn optional_text(&mut self, text: Option<&str>) -> u32 {
        text.map_or(NONE, |text| self.text(text))
    }

    /// A run of numbers.
    pub fn refs(&mut self, numbers: &[u32]) -> Range {
        if numbers.is_empty() {
            return Range::EMPTY;
        }
        if let Some(found) = self.runs.get(numbers) {
            return *found;
        }
        let refs = &mut self.table.refs;
        let range = Range::new(number(refs.len()), number(numbers.len()));
        refs.extend(numbers.iter().map(|number| U32::new(*number)));
        self.runs.insert(numbers.to_vec(), range);
        range
    }

    pub fn ty(&mut self, ty: Type) -> u32 {
        add(&mut self.known, &mut self.table.types, "type", ty.record())
    }

    /// A record type, from its fields sorted by name.
    pub fn record_type(&mut self, fields: &[FieldRecord], open: bool) -> u32 {
        let key = ("fields", fields.as_bytes().to_vec());
        let next = number(self.table.fields.len());
        let first = *self.known.entry(key).or_insert(next);
        if first == next && !fields.is_empty() {
            self.table.fields.extend_from_slice(fields);
        }
        let first = if fields.is_empty() { 0 } else { first };
        self.ty(Type::Record {
            first,
            len: number(fields.len()),
            open,
        })
    }

    /// A value or a condition; what it is made of was added before.
    pub fn node(&mut self, node: Node) -> u32 {
        let depth = self.depth(node);
        let record = node.record(depth);
        add(&mut self.known, &mut self.table.nodes, "node", record)
    }

    fn depth(&self, node: Node) -> u8 {
        let mut deepest = 0;
        crate::check::children(&self.table, node, &mut |child| {
            let depth = self
                .table
                .nodes
                .get(child as usize)
                .map_or(DEEPEST, |node| node.depth);
            deepest = deepest.max(depth.saturating_add(1));
        });
        deepest
    }

    pub fn amount(&mut self, value: i128) -> u32 {
        let record = AmountRecord {
            value: I128::new(value),
        };
        add(&mut self.known, &mut self.table.amounts, "amount", record)
    }

    pub fn label_set(&mut self, set: LabelSet) -> u32 {
        add(&mut self.known, &mut self.table.label_sets, "labels", set)
    }

    pub fn gate(&mut self, gate: GateRecord) -> u32 {
        add(&mut self.known, &mut self.table.gates, "gate", gate)
    }

    pub fn reason(&mut self, reason: ReasonRecord) -> u32 {
        add(&mut self.known, &mut self.table.reasons, "reason", reason)
    }

    pub fn blast(&mut self, blast: BlastRecord) -> u32 {
        push(&mut self.table.blasts, blast)
    }

    pub fn contract(&mut self, contract: ContractRecord) -> u32 {
        push(&mut self.table.contracts, contract)
    }

    pub fn call(&mut self, call: CallRecord) -> u32 {
        add(&mut self.known, &mut self.table.calls, "call", call)
    }

    pub fn assumption(&mut self, assumption: AssumptionRecord) -> u32 {
        push(&mut self.table.assumptions, assumption)
    }

    pub fn label(&mut self, label: LabelRecord) -> u32 {
        push(&mut self.table.labels, label)
    }

    pub fn dimension(&mut self, dimension: DimensionRecord) -> u32 {
        push(&mut self.table.dimensions, dimension)
    }

    /// A boundary; those it is made of were added before. Its place among the bits of progress is worked out here.
    pub fn boundary(&mut self, mut boundary: BoundaryRecord) -> u32 {
        boundary.first_bit = U32::new(number(self.table.progress_bits()));
        push(&mut self.table.boundaries, boundary)
    }

    pub fn budget(&mut self, budget: BudgetRecord) -> u32 {
        push(&mut self.table.budgets, budget)
    }

    pub fn agent(&mut self, agent: AgentRecord) -> u32 {
        push(&mut self.table.agents, agent)
    }

    pub fn context(&mut self, context: ContextRecord) -> u32 {
        push(&mut self.table.contexts, context)
    }

    pub fn counter(&mut self, glob: &str) -> u32 {
        let glob = U32::new(self.text(glob));
        add(
            &mut self.known,
            &mut self.table.counters,
            "counter",
            CounterRecord { glob },
        )
    }

    /// The rows of one case, which stand together.
    pub fn rows(&mut self, rows: &[RowRecord]) -> (u32, u32) {
        let first = number(self.table.rows.len());
        self.table.rows.extend_from_slice(rows);
        (first, number(rows.len()))
    }

    /// A tool and its cases.
    pub fn tool(&mut self, mut tool: ToolRecord, variants: &[VariantRecord]) -> u32 {
        tool.first_variant = U32::new(number(self.table.variants.len()));
        tool.variants = U32::new(number(variants.len()));
        self.table.variants.extend_from_slice(variants);
        push(&mut self.table.tools, tool)
    }

    /// Where something was written. It is no part of a table's identity, so each place has its own number.
    pub fn source(&mut self, source: &Source) -> u32 {
        let next = number(self.table.source_texts.len());
        let file = *self.files.entry(source.file.clone()).or_insert(next);
        let table = &mut self.table;
        if file == next {
            table.source_texts.push(TextRecord {
                at: U32::new(number(table.source_text.len())),
                len: U32::new(number(source.file.len())),
            });
            table.source_text.push_str(&source.file);
        }
        push(
            &mut table.sources,
            SourceRecord {
                file: U32::new(file),
                line: U32::new(source.line),
                column: U32::new(source.column),
            },
        )
    }

    /// The policy's name and version, and the gate of each class in their order.
    pub fn policy(&mut self, name: &str, version: &str, class_gates: [u32; CLASSES.len()]) {
        let head = [self.text(name), self.text(version)];
        let meta = head.into_iter().chain(class_gates);
        self.table.meta = meta.map(U32::new).collect();
    }

    /// Works out for every tool which agents name it and which counters it raises, so that no call has to.
    fn named(&mut self) {
        for at in 0..self.table.tools.len() {
            let table = &self.table;
            let Some(tool) = table.tools.get(at) else {
                continue;
            };
            if tool.flags.get() & tool::GLOB != 0 {
                continue;
            }
            let name = table.text(tool.name.get());
            let agents: Vec<u32> = table.agents_of(name).collect();
            let counters: Vec<u32> = table.counters_of(name).collect();
            let (agents, counters) = (self.refs(&agents), self.refs(&counters));
            if let Some(tool) = self.table.tools.get_mut(at) {
                (tool.agents, tool.counters) = (agents, counters);
            }
        }
    }

    /// The bytes of the table.
    pub fn finish(mut self) -> Vec<u8> {
        self.named();
        let table = &mut self.table;
        let globs = table.tools.iter().enumerate();
        let globs = globs.filter(|(_, one)| one.flags.get() & tool::GLOB != 0);
        table.globs = globs.map(|(at, _)| U32::new(number(at))).collect();
        table.slots = lookup::slots(
            &table.tools,
            |one| one.wire.get(),
            |name| lookup::hash(table.text(name)),
        );
        self.table.to_bytes()
    }
}

fn push<T>(pool: &mut Vec<T>, record: T) -> u32 {
    pool.push(record);
    number(pool.len() - 1)
}
