//! The tracker: what it is told, and what it answers.

use crate::heard::{Heard, Unendorsed, confidential};
use crate::index::{Index, Work};
use crate::links;
use crate::parts::{Part, parts};
use crate::result;
use rev_eval::{Call, Decision, Json, Origin, Run};
use rev_table::{LabelSet, Table, ToolRecord, Type, VariantRecord};
use rev_text::Truth;

/// So much text of results is kept. Of what is beyond, nothing can be relied on, and every value may have come from it.
const MOST: usize = 256 << 20;

/// An answer may look at every place of what is kept so often, and at so many more.
const LOOKS: usize = 4;
const MORE_LOOKS: usize = 1 << 20;

/// What a run was told, and by whom.
#[derive(Clone, Debug)]
pub struct Tracker {
    /// What the person said, each time they spoke.
    said: Vec<Index>,
    heard: Vec<Heard>,
    kept: usize,
    most: usize,
    /// Confidential labels of results that were too long to keep.
    beyond: LabelSet,
}

impl Default for Tracker {
    fn default() -> Tracker {
        Tracker {
            said: Vec::new(),
            heard: Vec::new(),
            kept: 0,
            most: MOST,
            beyond: LabelSet::EMPTY,
        }
    }
}

/// Where the arguments of one call came from.
#[derive(Clone, Debug)]
pub struct Traced {
    named: Vec<(String, Origin)>,
    /// What the arguments carry together.
    carried: LabelSet,
    looked_up: bool,
    unendorsed: Vec<String>,
}

impl Traced {
    /// Of every argument, and of what conditions can ask for inside it, by its name.
    pub fn origins(&self) -> Vec<(&str, Origin)> {
        let named = self.named.iter();
        named
            .map(|(name, origin)| (name.as_str(), *origin))
            .collect()
    }

    /// Replaces what was traced by what a host knows that tracks the flow of data itself.
    pub fn supply(&mut self, run: &Run, name: &str, origin: Origin) {
        self.carried = self.carried.union(origin.labels.unwrap_or(run.labels()));
        self.looked_up &= origin.said;
        let inside = |known: &str| {
            let known = known
                .strip_prefix("links(")
                .or_else(|| known.strip_prefix("consent("))
                .unwrap_or(known);
            let rest = known.strip_prefix(name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', ')']))
        };
        self.named.retain(|(known, _)| !inside(known));
        self.named.push((name.to_owned(), origin));
    }
}

/// What is known of a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    pub origin: Origin,
    /// The person said it when they last spoke, or asked for it since.
    pub fresh: bool,
}

impl Standing {
    /// Of what is absent or empty.
    const NOTHING: Standing = Standing {
        origin: Origin {
            said: true,
            endorsed: true,
            labels: Some(LabelSet::EMPTY),
        },
        fresh: true,
    };

    /// Of a value with one more part: said and endorsed is what every part is, labels come from each.
    fn and(self, other: Standing) -> Standing {
        let (a, b) = (self.origin, other.origin);
        Standing {
            origin: Origin {
                said: a.said && b.said,
                endorsed: a.endorsed && b.endorsed,
                labels: a.labels.zip(b.labels).map(|(a, b)| a.union(b)),
            },
            fresh: self.fresh && other.fresh,
        }
    }
}

impl Tracker {
    pub fn new() -> Tracker {
        Tracker::default()
    }

    /// The person spoke.
    pub fn person_said(&mut self, text: &str) {
        self.said.push(Index::of([text]));
    }

    /// Where the arguments of a call come from.
    pub fn trace(&self, table: &Table, run: &Run, call: &Call<'_>) -> Traced {
        let work = Work::new(LOOKS.saturating_mul(self.kept).saturating_add(MORE_LOOKS));
        let declared = table.exact(&call.tool).map(|(_, tool)| tool.args.get());
        let mut traced = Traced {
            named: Vec::new(),
            carried: LabelSet::EMPTY,
            looked_up: false,
            unendorsed: Vec::new(),
        };
        let (mut all_said, mut some) = (true, false);
        for entry in call.args.entries() {
            let Ok((key, value)) = entry else {
                // Arguments that cannot be read deny the call.
                traced.carried = run.labels();
                continue;
            };
            // A name that could be taken for a part of another argument is known by no name.
            let nameless = key.contains(['.', '(']);
            let ty = field_type(table, declared, &key);
            let mut whole = Standing::NOTHING;
            parts(table, value, ty, &mut |part| {
                some = true;
                let standing = self.standing(&part, &work);
                if !standing.origin.endorsed {
                    traced.unendorsed.extend(part.form().map(str::to_owned));
                }
                whole = whole.and(standing);
            });
            all_said &= whole.origin.said;
            traced.carried = traced
                .carried
                .union(whole.origin.labels.unwrap_or(run.labels()));
            if nameless {
                continue;
            }
            if whole.origin.said && !whole.fresh {
                let spent = Origin {
                    said: false,
                    ..whole.origin
                };
                traced.named.push((format!("consent({key})"), spent));
            }
            traced.named.push((key.to_string(), whole.origin));
            links::inside(table, &key, value, ty, &mut |name, part| {
                let standing = part.into_iter().fold(Standing::NOTHING, |whole, part| {
                    whole.and(self.standing(&part, &work))
                });
                traced.named.push((name, standing.origin));
            });
        }
        for name in absent(table, declared, &traced.named) {
            traced.named.push((name, Standing::NOTHING.origin));
        }
        traced.looked_up = all_said && some;
        traced
    }

    /// What is known of one part of a value.
    fn standing(&self, part: &Part, work: &Work) -> Standing {
        let now = self.said.len();
        let says = |words: &Index| part.is_said_in(words, work) == Truth::True;
        let fresh = self.said.last().is_some_and(says)
            || self
                .heard
                .iter()
                .any(|heard| heard.prompts == now && heard.says(part, work));
        let said = fresh
            || self.said.iter().any(says)
            || self.heard.iter().any(|heard| heard.says(part, work));
        let endorsed = said || self.heard.iter().any(|heard| heard.endorses(part, work));
        let labels = endorsed.then(|| {
            let heard = self.heard.iter().map(|heard| heard.labels(part, work));
            heard.fold(self.beyond, LabelSet::union)
        });
        Standing {
            origin: Origin {
                said,
                endorsed,
                labels,
            },
            fresh,
        }
    }

    /// A call that was decided, and traced before, returned this. Tells which labels the result carries.
    pub fn returned(
        &mut self,
        table: &Table,
        decision: &Decision,
        traced: &Traced,
        result: Json<'_>,
    ) -> LabelSet {
        let declared = decision.cases().filter_map(|(tool, case)| {
            let tool = table.tool(tool)?;
            Some((tool, table.variants(tool).get(case as usize)?))
        });
        let declared: Vec<(&ToolRecord, &VariantRecord)> = declared.collect();
        let contents = result::read(
            table,
            &declared,
            result,
            self.most.saturating_sub(self.kept),
        );
        let mut labels = contents.labels.0;
        for (_, facts) in &declared {
            let inherited = traced.carried.without(table.label_set(facts.clears.get()));
            labels = labels
                .union(table.label_set(facts.yields.get()))
                .union(inherited);
        }
        let confidential = confidential(table, labels);
        if contents.too_long {
            self.beyond = self.beyond.union(confidential);
            return labels;
        }
        let heard = Heard {
            trusted: contents.trusted,
            other: contents.other,
            confidential,
            unendorsed: Unendorsed::of(&traced.unendorsed),
            looked_up: traced.looked_up,
            prompts: self.said.len(),
        };
        self.kept += heard.size();
        self.heard.push(heard);
        labels
    }
}

fn field_type(table: &Table, args: Option<u32>, name: &str) -> Option<u32> {
    let ty = table.ty(args?)?;
    crate::parts::inside(table, ty, name)
}

/// Declared arguments that the call does not have.
fn absent(table: &Table, args: Option<u32>, given: &[(String, Origin)]) -> Vec<String> {
    let Some(Type::Record { first, len, .. }) = args.and_then(|args| table.ty(args)) else {
        return Vec::new();
    };
    let names = table.fields(first, len).iter();
    let names = names.map(|field| table.text(field.name.get()));
    let missing = names.filter(|name| !given.iter().any(|(given, _)| given == name));
    missing.map(str::to_owned).collect()
}
