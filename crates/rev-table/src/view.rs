//! What stands in a loaded table. A number that leads nowhere cannot come from a table that was checked; should one be
//! asked for, the answer is the one that is safe: nothing, or the strictest.

use crate::layout::*;
use crate::load::Table;
use crate::node::Node;
use crate::types::Type;

/// A gate that nobody passes.
const CLOSED: GateRecord = GateRecord {
    cooling: zerocopy::little_endian::U64::ZERO,
    undo: zerocopy::little_endian::U64::ZERO,
    approvers: zerocopy::little_endian::U32::ZERO,
    flags: zerocopy::little_endian::U32::new(gate::DENY),
};

/// A record of a pool by number.
fn at<T>(pool: &[T], number: u32) -> Option<&T> {
    pool.get(number as usize)
}

impl Table {
    #[inline]
    pub fn text(&self, number: u32) -> &str {
        let Some(record) = at(&self.texts, number) else {
            return "";
        };
        let (start, len) = (record.at.get() as usize, record.len.get() as usize);
        self.text
            .get(start..start.saturating_add(len))
            .unwrap_or("")
    }

    /// A text that may not be there.
    pub fn optional_text(&self, number: u32) -> Option<&str> {
        (number != NONE).then(|| self.text(number))
    }

    /// The numbers of a range.
    #[inline]
    pub fn refs(&self, range: Range) -> impl ExactSizeIterator<Item = u32> + Clone + '_ {
        let start = range.start.get() as usize;
        let run = self
            .refs
            .get(start..start.saturating_add(range.len.get() as usize));
        run.unwrap_or(&[]).iter().map(|number| number.get())
    }

    /// The numbers of a range in pairs.
    pub fn pairs(&self, range: Range) -> impl Iterator<Item = (u32, u32)> + Clone + '_ {
        let mut numbers = self.refs(range);
        std::iter::from_fn(move || Some((numbers.next()?, numbers.next()?)))
    }

    /// The numbers of a range in threes.
    pub fn triples(&self, range: Range) -> impl Iterator<Item = (u32, u32, u32)> + Clone + '_ {
        let mut numbers = self.refs(range);
        std::iter::from_fn(move || Some((numbers.next()?, numbers.next()?, numbers.next()?)))
    }

    #[inline]
    pub fn ty(&self, number: u32) -> Option<Type> {
        at(&self.ready_types, number).copied()
    }

    /// The fields of a record type, sorted by name.
    #[inline]
    pub fn fields(&self, first: u32, len: u32) -> &[FieldRecord] {
        let first = first as usize;
        self.fields
            .get(first..first.saturating_add(len as usize))
            .unwrap_or(&[])
    }

    #[inline]
    pub fn node(&self, number: u32) -> Node {
        at(&self.ready_nodes, number)
            .copied()
            .unwrap_or(Node::Unknown)
    }

    pub fn amount(&self, number: u32) -> Option<i128> {
        at(&self.amounts, number).map(|amount| amount.value.get())
    }

    pub fn label_set(&self, number: u32) -> LabelSet {
        at(&self.label_sets, number)
            .copied()
            .unwrap_or(LabelSet::EMPTY)
    }

    /// Labels and all that they imply.
    pub fn implied(&self, labels: LabelSet) -> LabelSet {
        let all = self.labels().iter().zip(0..);
        let meant = all.filter(|(_, number)| labels.has(*number));
        meant.fold(labels, |set, (label, _)| {
            set.union(self.label_set(label.implies.get()))
        })
    }

    pub fn gate(&self, number: u32) -> &GateRecord {
        at(&self.gates, number).unwrap_or(&CLOSED)
    }

    /// The gate of a class.
    pub fn class_gate(&self, class: u8) -> &GateRecord {
        match self.meta.get(2 + usize::from(class)) {
            Some(number) => self.gate(number.get()),
            None => &CLOSED,
        }
    }

    pub fn policy(&self) -> &str {
        self.meta.first().map_or("", |name| self.text(name.get()))
    }

    pub fn version(&self) -> &str {
        self.meta
            .get(1)
            .map_or("", |version| self.text(version.get()))
    }

    pub fn tools(&self) -> &[ToolRecord] {
        &self.tools
    }

    pub fn tool(&self, number: u32) -> Option<&ToolRecord> {
        at(&self.tools, number)
    }

    #[inline]
    pub fn variants(&self, tool: &ToolRecord) -> &[VariantRecord] {
        let first = tool.first_variant.get() as usize;
        let end = first.saturating_add(tool.variants.get() as usize);
        self.variants.get(first..end).unwrap_or(&[])
    }

    #[inline]
    pub fn rows(&self, variant: &VariantRecord) -> &[RowRecord] {
        let first = variant.first_row.get() as usize;
        let end = first.saturating_add(variant.rows.get() as usize);
        self.rows.get(first..end).unwrap_or(&[])
    }

    pub fn reason(&self, number: u32) -> Option<&ReasonRecord> {
        at(&self.reasons, number)
    }

    pub fn reasons(&self) -> &[ReasonRecord] {
        &self.reasons
    }

    pub fn blast(&self, number: u32) -> Option<&BlastRecord> {
        at(&self.blasts, number)
    }

    pub fn contract(&self, number: u32) -> Option<&ContractRecord> {
        at(&self.contracts, number)
    }

    pub fn call(&self, number: u32) -> Option<&CallRecord> {
        at(&self.calls, number)
    }

    pub fn assumption(&self, number: u32) -> Option<&AssumptionRecord> {
        at(&self.assumptions, number)
    }

    pub fn labels(&self) -> &[LabelRecord] {
        &self.labels
    }

    pub fn dimensions(&self) -> &[DimensionRecord] {
        &self.dimensions
    }

    pub fn boundaries(&self) -> &[BoundaryRecord] {
        &self.boundaries
    }

    pub fn boundary(&self, number: u32) -> Option<&BoundaryRecord> {
        at(&self.boundaries, number)
    }

    pub fn budget(&self, number: u32) -> Option<&BudgetRecord> {
        at(&self.budgets, number)
    }

    pub fn agents(&self) -> &[AgentRecord] {
        &self.agents
    }

    pub fn agent(&self, number: u32) -> Option<&AgentRecord> {
        at(&self.agents, number)
    }

    /// The number of the agent of this name.
    pub fn agent_named(&self, name: &str) -> Option<u32> {
        let mut agents = self.agents.iter();
        let at = agents.position(|agent| self.text(agent.name.get()) == name)?;
        u32::try_from(at).ok()
    }

    pub fn contexts(&self) -> &[ContextRecord] {
        &self.contexts
    }

    pub fn counters(&self) -> &[CounterRecord] {
        &self.counters
    }

    /// Bits of a run's progress along the boundaries.
    pub fn progress_bits(&self) -> usize {
        let last = self.boundaries.last();
        last.map_or(0, |last| {
            last.first_bit.get() as usize + bits_of(last) as usize
        })
    }

    /// Where something was written: file, line and column.
    pub fn source(&self, number: u32) -> Option<(&str, u32, u32)> {
        let source = at(&self.sources, number)?;
        let file = at(&self.source_texts, source.file.get())?;
        let (start, len) = (file.at.get() as usize, file.len.get() as usize);
        let name = self.source_text.get(start..start.saturating_add(len))?;
        Some((name, source.line.get(), source.column.get()))
    }
}

/// How many bits of progress a boundary has: that it was crossed, and for a sequence each step before its last.
pub(crate) fn bits_of(record: &BoundaryRecord) -> u32 {
    match record.kind {
        boundary::THEN => record.parts.len.get().max(1),
        _ => 1,
    }
}
