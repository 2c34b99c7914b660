//! What a decision touched in its table, for whoever asks how much of a policy some calls reach.

use crate::call::{Args, Call};
use crate::decision::Decision;
use crate::look::{Look, Roots};
use crate::run::Run;
use crate::typed::Reader;
use rev_table::Table;
use rev_text::Truth;

impl Decision {
    /// The declarations that the call falls under, each with the case that applies: numbers of tools, and of their cases.
    pub fn cases(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.parts.iter().map(|part| (part.tool, part.variant))
    }

    /// The rows that fired, by their numbers in the table. The run must be as it was when the call was decided.
    pub fn fired(&self, table: &Table, run: &Run, call: &Call<'_>) -> Vec<u32> {
        let text = |name| run.context().get(name).and_then(|value| value.as_str());
        let reader = Reader {
            table,
            home: text("home"),
            cwd: text("cwd"),
        };
        let crossing: Vec<Truth> = table
            .boundaries()
            .iter()
            .map(|boundary| {
                let bit = boundary.first_bit.get();
                let step = self.steps.iter().rev().find(|(step, _)| *step == bit);
                step.map_or(Truth::False, |(_, now)| *now)
            })
            .collect();
        let mut fired = Vec::new();
        for part in &self.parts {
            let Some(tool) = table.tool(part.tool) else {
                continue;
            };
            let Some(facts) = table.variants(tool).get(part.variant as usize) else {
                continue;
            };
            let Ok(args) = Args::check(reader, call.args, tool.args.get()) else {
                continue;
            };
            let look = Look {
                reader,
                run: Some(run),
                name: &call.tool,
                recovery: self.recovery,
                args: &args,
                args_type: tool.args.get(),
                origins: call.origins,
                crossing: &crossing,
                roots: Roots::default(),
            };
            let atoms: Vec<Truth> = table
                .refs(facts.atoms)
                .map(|atom| look.holds(atom))
                .collect();
            let not = |[low, high]: [rev_table::U64; 2], value: Truth| {
                let mask = u128::from(low.get()) | u128::from(high.get()) << 64;
                let mut bits = atoms.iter().zip(0_u32..);
                bits.all(|(atom, bit)| mask >> bit & 1 == 0 || *atom != value)
            };
            for (row, number) in table.rows(facts).iter().zip(facts.first_row.get()..) {
                if not(row.yes, Truth::False) && not(row.no, Truth::True) {
                    fired.push(number);
                }
            }
        }
        fired
    }
}
