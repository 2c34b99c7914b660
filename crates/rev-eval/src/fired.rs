//! What a decision touched in its table, for whoever asks how much of a policy some calls reach.

use crate::call::Call;
use crate::decide::{Atoms, look};
use crate::decision::Decision;
use crate::run::Run;
use rev_table::Table;
use rev_text::Truth;
use rev_value::Args;

impl Decision {
    /// The declarations that the call falls under, each with the case that applies: numbers of tools, and of their cases.
    /// ```
    /// let (table, run, call) = rev_eval::example();
    /// assert_eq!(run.decide(&table, &call).cases().count(), 1);
    /// ```
    pub fn cases(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.parts.iter().copied()
    }

    /// The rows that fired, by their numbers in the table. The run must be as it was when the call was decided.
    /// ```
    /// let (table, run, call) = rev_eval::example();
    /// assert_eq!(run.decide(&table, &call).fired(&table, &run, &call).len(), 1);
    /// ```
    pub fn fired(&self, table: &Table, run: &Run, call: &Call<'_>) -> Vec<u32> {
        let boundaries = table.boundaries().iter();
        let crossing = boundaries.map(|boundary| {
            let bit = boundary.first_bit.get();
            let step = self.steps.iter().rev().find(|(step, _)| *step == bit);
            step.map_or(Truth::False, |(_, now)| *now)
        });
        let crossing: Vec<Truth> = crossing.collect();
        let mut fired = Vec::new();
        for (number, case) in self.cases() {
            let Some(tool) = table.tool(number) else {
                continue;
            };
            let reader = run.reader(table);
            let facts = table.variants(tool).get(case as usize);
            let args = Args::check(reader, call.args, tool.args.get());
            let (Some(facts), Ok(args)) = (facts, args) else {
                continue;
            };
            let look = look(reader, run, call, tool, &args, self.recovery);
            let look = look.with(&crossing);
            let mut atoms = Atoms::new(&look, facts);
            let rows = table.rows(facts).iter().zip(facts.first_row.get()..);
            let rows = rows.filter(|(row, _)| atoms.row(row) != Truth::False);
            fired.extend(rows.map(|(_, number)| number));
        }
        fired
    }
}
