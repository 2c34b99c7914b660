//! How much of a policy its tests reach: what is written and decides (rules, gates, requirements, boundaries), the cases of
//! tools, and the rows that conditions come to.

use rev_script::Reached;
use rev_table::{NONE, Table, ToolRecord, VariantRecord};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// What was reached, and what was not.
pub struct Coverage {
    reached: usize,
    missed: usize,
    told: Vec<Missed>,
}

/// Something that no test reaches.
struct Missed {
    /// Such as `rule.no_secret_leaves`.
    what: String,
    /// Where only a part of it is missed, which one.
    part: Option<String>,
    place: Option<(String, u32)>,
}

impl Coverage {
    pub fn new(table: &Table, reached: &Reached) -> Coverage {
        let mut coverage = Coverage {
            reached: 0,
            missed: 0,
            told: Vec::new(),
        };
        let missed = coverage.written(table, reached);
        coverage.rows(table, reached, &missed);
        coverage.cases(table, reached);
        coverage
            .told
            .sort_by(|a, b| (&a.place, &a.what, &a.part).cmp(&(&b.place, &b.what, &b.part)));
        coverage
    }

    /// Whole percents, rounded down. Of nothing, everything is reached.
    pub fn percent(&self) -> u32 {
        match self.all() {
            0 => 100,
            all => u32::try_from(self.reached * 100 / all).unwrap_or(0),
        }
    }

    fn all(&self) -> usize {
        self.reached + self.missed
    }

    fn count(&mut self, is_reached: bool) {
        match is_reached {
            true => self.reached += 1,
            false => self.missed += 1,
        }
    }

    /// Every reason that some row or boundary has; those that were missed.
    fn written(&mut self, table: &Table, reached: &Reached) -> BTreeSet<u32> {
        let mut used: BTreeMap<u32, &str> = BTreeMap::new();
        for tool in table.tools() {
            for facts in table.variants(tool) {
                for row in table.rows(facts) {
                    used.entry(row.reason.get())
                        .or_insert(table.text(tool.name.get()));
                }
            }
        }
        // A boundary that no tool could cross cannot be reached.
        for facts in table.tools().iter().flat_map(|tool| table.variants(tool)) {
            let crossed = table
                .pairs(facts.crossings)
                .filter_map(|(number, _)| table.boundary(number));
            let acting = crossed.map(|boundary| boundary.reason.get());
            used.extend(
                acting
                    .filter(|reason| *reason != NONE)
                    .map(|reason| (reason, "")),
            );
        }
        let mut missed = BTreeSet::new();
        for (number, tool) in used {
            let is_reached = reached.reasons.contains(&number);
            self.count(is_reached);
            let Some(reason) = table.reason(number).filter(|_| !is_reached) else {
                continue;
            };
            missed.insert(number);
            let code = table.text(reason.code.get());
            let of_tool = !code.starts_with("rule.") && !code.starts_with("boundary.");
            self.told.push(Missed {
                what: match of_tool {
                    true => format!("{code} of {tool}"),
                    false => code.to_owned(),
                },
                part: None,
                place: place(table, reason.source.get()),
            });
        }
        missed
    }

    /// Every row; those of a reason that was missed are told with it.
    fn rows(&mut self, table: &Table, reached: &Reached, told: &BTreeSet<u32>) {
        for tool in table.tools() {
            for facts in table.variants(tool) {
                let rows = table.rows(facts);
                for (row, number) in rows.iter().zip(facts.first_row.get()..) {
                    let is_reached = reached.rows.contains(&number);
                    self.count(is_reached);
                    let reason = row.reason.get();
                    if is_reached || told.contains(&reason) {
                        continue;
                    }
                    let same = || {
                        rows.iter()
                            .zip(facts.first_row.get()..)
                            .filter(|(row, _)| row.reason.get() == reason)
                    };
                    let all = same().count();
                    let at = same().filter(|(_, other)| *other <= number).count();
                    let name = named(table, tool, facts);
                    let record = table.reason(reason);
                    self.told.push(Missed {
                        what: record
                            .map_or("", |found| table.text(found.code.get()))
                            .to_owned(),
                        part: Some(match all {
                            1 => format!("for {name}"),
                            _ => format!("for {name}, way {at} of {all} in which it applies"),
                        }),
                        place: record.and_then(|found| place(table, found.source.get())),
                    });
                }
            }
        }
    }

    /// The cases of every tool that has several.
    fn cases(&mut self, table: &Table, reached: &Reached) {
        for (tool, number) in table.tools().iter().zip(0..) {
            let cases = table.variants(tool);
            if cases.len() < 2 {
                continue;
            }
            for (facts, case) in cases.iter().zip(0..) {
                let is_reached = reached.cases.contains(&(number, case));
                self.count(is_reached);
                if !is_reached {
                    let otherwise = facts.when.get() == NONE;
                    self.told.push(Missed {
                        what: match otherwise {
                            true => format!("otherwise of {}", table.text(tool.name.get())),
                            false => format!("a case of {}", table.text(tool.name.get())),
                        },
                        part: None,
                        place: place(table, facts.source.get()),
                    });
                }
            }
        }
    }

    pub fn human(&self) -> String {
        let mut out = String::new();
        let _ = writeln!(
            out,
            "coverage: {} % ({} of {} rules, gates, requirements, boundaries, cases and rows)",
            self.percent(),
            self.reached,
            self.all()
        );
        for one in &self.told {
            let place = one.place.as_ref();
            let place = place.map_or(String::new(), |(file, line)| format!("{file}:{line}: "));
            let part = one
                .part
                .as_ref()
                .map_or(String::new(), |part| format!(" {part}"));
            let _ = writeln!(out, "  {place}no test reaches {}{part}", one.what);
        }
        out
    }

    pub fn json(&self) -> Value {
        let missed: Vec<Value> = self
            .told
            .iter()
            .map(|one| {
                let mut entry = json!({ "what": one.what });
                if let Some(entry) = entry.as_object_mut() {
                    entry.extend(
                        one.part
                            .as_ref()
                            .map(|part| ("part".to_owned(), json!(part))),
                    );
                    if let Some((file, line)) = &one.place {
                        entry.insert("file".to_owned(), json!(file));
                        entry.insert("line".to_owned(), json!(line));
                    }
                }
                entry
            })
            .collect();
        json!({ "percent": self.percent(), "reached": self.reached, "all": self.all(), "missed": missed })
    }
}

/// A tool, and where it has several cases, the line of the case.
fn named(table: &Table, tool: &ToolRecord, facts: &VariantRecord) -> String {
    let name = table.text(tool.name.get());
    match table.source(facts.source.get()) {
        Some((_, line, _)) if tool.variants.get() > 1 => {
            format!("{name} (the case on line {line})")
        }
        _ => name.to_owned(),
    }
}

fn place(table: &Table, source: u32) -> Option<(String, u32)> {
    let (file, line, _) = table.source(source)?;
    Some((file.to_owned(), line))
}
