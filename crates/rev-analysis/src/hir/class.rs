//! Risk classes and gates: the order of the classes, how a class follows from facts, and how gates join.

use rev_syntax::ast::{Effect, ReversalKind};

/// A risk class. The order is the language's: later is riskier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    ReadOnly,
    ReversibleInternal,
    Compensating,
    TimeWindowUndoable,
    IrreversibleInternal,
    IrreversiblePublic,
    AuthorityModifying,
}

impl Class {
    /// All of them, in their order.
    pub const ALL: [Class; 7] = [
        Class::ReadOnly,
        Class::ReversibleInternal,
        Class::Compensating,
        Class::TimeWindowUndoable,
        Class::IrreversibleInternal,
        Class::IrreversiblePublic,
        Class::AuthorityModifying,
    ];

    /// The word of the language.
    pub fn word(self) -> &'static str {
        match self {
            Class::ReadOnly => "read_only",
            Class::ReversibleInternal => "reversible_internal",
            Class::Compensating => "compensating",
            Class::TimeWindowUndoable => "time_window_undoable",
            Class::IrreversibleInternal => "irreversible_internal",
            Class::IrreversiblePublic => "irreversible_public",
            Class::AuthorityModifying => "authority_modifying",
        }
    }

    /// The class of this word.
    pub fn from_word(word: &str) -> Option<Class> {
        Class::ALL.into_iter().find(|class| class.word() == word)
    }

    /// The gate that a class has by itself, and that nothing may weaken.
    pub fn gate(self) -> Gate {
        match self {
            Class::ReadOnly | Class::ReversibleInternal | Class::Compensating => Gate::AUTO,
            Class::TimeWindowUndoable => Gate::UNDO_WINDOW,
            Class::IrreversibleInternal => Gate::DRY_RUN,
            Class::IrreversiblePublic => Gate::COOLING,
            Class::AuthorityModifying => Gate::OUT_OF_BAND,
        }
    }

    /// Whether a gate is at least what this class demands.
    pub fn admits(self, gate: Gate) -> bool {
        let two_people = self == Class::IrreversiblePublic && gate.approvers >= 2;
        gate.deny || two_people || gate.covers(self.gate())
    }
}

/// `call is C` or `call is at_least C`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClassPattern {
    pub class: Class,
    pub at_least: bool,
}

impl ClassPattern {
    /// Whether a class is meant.
    pub fn matches(self, class: Class) -> bool {
        match self.at_least {
            true => class >= self.class,
            false => class == self.class,
        }
    }
}

/// The facts that a class follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClassFacts {
    pub effect: Effect,
    pub reversal: Option<ReversalKind>,
    /// `within` a duration, not forever.
    pub bounded: bool,
    /// `hold` and `cancel` are both there.
    pub held: bool,
    pub human: bool,
    /// It only undoes other tools' calls.
    pub undoes: bool,
}

/// The class of a tool, or of one case of it. What is missing or contradicts itself is told elsewhere; here it
/// counts as the worst that it could be.
pub fn derive(facts: ClassFacts) -> Class {
    use ReversalKind::{Compensable, Irreversible, Reversible};
    match (facts.effect, facts.reversal) {
        (Effect::None, _) => Class::ReadOnly,
        (Effect::Authority, _) => Class::AuthorityModifying,
        (Effect::Internal, _) if facts.undoes => Class::ReversibleInternal,
        (Effect::Public, _) if facts.undoes => Class::Compensating,
        (_, Some(Compensable)) => Class::Compensating,
        (Effect::Internal, Some(Reversible)) if facts.bounded => Class::TimeWindowUndoable,
        (Effect::Internal, Some(Reversible)) => Class::ReversibleInternal,
        (_, Some(Irreversible)) if facts.held && !facts.human => Class::TimeWindowUndoable,
        (Effect::Internal, _) => Class::IrreversibleInternal,
        (Effect::Public, _) => Class::IrreversiblePublic,
    }
}

/// Whether what a call spends counts against a budget that says nothing of its class: not where it can be taken back
/// exactly.
pub fn counts(class: Class, reversal: Option<ReversalKind>) -> bool {
    match class {
        Class::ReadOnly | Class::ReversibleInternal => false,
        Class::TimeWindowUndoable | Class::AuthorityModifying => {
            reversal != Some(ReversalKind::Reversible)
        }
        Class::Compensating | Class::IrreversibleInternal | Class::IrreversiblePublic => true,
    }
}

/// What must happen before a call goes on. Gates join field by field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Gate {
    pub undo: Undo,
    pub dry_run: bool,
    pub approvers: u32,
    /// In milliseconds.
    pub cooling: u64,
    pub out_of_band: bool,
    pub deny: bool,
}

/// How long undo is offered after a call. It never delays, and it never holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Undo {
    #[default]
    No,
    /// As long as the tool's own contract gives.
    Window,
    /// In milliseconds, or as long as the contract gives, if that is more.
    AtLeast(u64),
}

impl Gate {
    pub const AUTO: Gate = Gate {
        undo: Undo::No,
        dry_run: false,
        approvers: 0,
        cooling: 0,
        out_of_band: false,
        deny: false,
    };
    pub const UNDO_WINDOW: Gate = Gate {
        undo: Undo::Window,
        ..Gate::AUTO
    };
    pub const APPROVAL: Gate = Gate {
        approvers: 1,
        ..Gate::AUTO
    };
    pub const DRY_RUN: Gate = Gate {
        dry_run: true,
        ..Gate::APPROVAL
    };
    pub const COOLING: Gate = Gate {
        cooling: 30_000,
        ..Gate::APPROVAL
    };
    pub const TWO_PERSON: Gate = Gate {
        approvers: 2,
        ..Gate::AUTO
    };
    pub const OUT_OF_BAND: Gate = Gate {
        out_of_band: true,
        ..Gate::APPROVAL
    };
    pub const DENY: Gate = Gate {
        deny: true,
        ..Gate::AUTO
    };

    /// The built-in gates by name. A class's name means its gate; which that is may be changed, so it is not here.
    pub const BUILT_IN: [(&'static str, Gate); 8] = [
        ("auto", Gate::AUTO),
        ("undo_window", Gate::UNDO_WINDOW),
        ("approval", Gate::APPROVAL),
        ("dry_run", Gate::DRY_RUN),
        ("cooling", Gate::COOLING),
        ("two_person", Gate::TWO_PERSON),
        ("out_of_band", Gate::OUT_OF_BAND),
        ("deny", Gate::DENY),
    ];

    /// The least gate that satisfies both.
    pub fn join(self, other: Gate) -> Gate {
        Gate {
            undo: self.undo.max(other.undo),
            dry_run: self.dry_run || other.dry_run,
            approvers: self.approvers.max(other.approvers),
            cooling: self.cooling.max(other.cooling),
            out_of_band: self.out_of_band || other.out_of_band,
            deny: self.deny || other.deny,
        }
    }

    /// Whether it is at least as strict in every field.
    pub fn covers(self, other: Gate) -> bool {
        self.join(other) == self
    }

    /// Whether a person has to act.
    pub fn needs_a_person(self) -> bool {
        self.dry_run || self.approvers > 0 || self.out_of_band
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_keep_their_order_and_their_words() {
        assert!(Class::ALL.is_sorted());
        for class in Class::ALL {
            assert_eq!(Class::from_word(class.word()), Some(class));
            assert!(class.admits(class.gate()));
        }
    }

    /// One row for each row of the table of classes, and for each `or` in it.
    #[test]
    fn a_class_follows_from_the_facts() {
        use Effect::{Authority, Internal, None as Reads, Public};
        use ReversalKind::{Compensable, Irreversible, Reversible};
        let facts = ClassFacts {
            effect: Internal,
            reversal: None,
            bounded: false,
            held: false,
            human: false,
            undoes: false,
        };
        let declared = |effect, reversal| ClassFacts {
            effect,
            reversal: Some(reversal),
            ..facts
        };
        let bounded = |facts| ClassFacts {
            bounded: true,
            ..facts
        };
        let held = |facts| ClassFacts {
            held: true,
            ..facts
        };
        let human = |facts| ClassFacts {
            human: true,
            ..facts
        };
        let undoes = |effect| ClassFacts {
            effect,
            undoes: true,
            ..facts
        };
        let reads = ClassFacts {
            effect: Reads,
            ..facts
        };
        for (facts, class) in [
            (reads, Class::ReadOnly),
            (declared(Internal, Reversible), Class::ReversibleInternal),
            (declared(Internal, Compensable), Class::Compensating),
            (declared(Public, Compensable), Class::Compensating),
            (bounded(declared(Public, Compensable)), Class::Compensating),
            (
                bounded(declared(Internal, Reversible)),
                Class::TimeWindowUndoable,
            ),
            (
                held(declared(Internal, Irreversible)),
                Class::TimeWindowUndoable,
            ),
            (
                held(declared(Public, Irreversible)),
                Class::TimeWindowUndoable,
            ),
            (
                human(declared(Internal, Irreversible)),
                Class::IrreversibleInternal,
            ),
            (
                human(held(declared(Internal, Irreversible))),
                Class::IrreversibleInternal,
            ),
            (
                human(declared(Public, Irreversible)),
                Class::IrreversiblePublic,
            ),
            (
                human(held(declared(Public, Irreversible))),
                Class::IrreversiblePublic,
            ),
            (declared(Authority, Reversible), Class::AuthorityModifying),
            (declared(Authority, Compensable), Class::AuthorityModifying),
            (
                held(declared(Authority, Irreversible)),
                Class::AuthorityModifying,
            ),
            (undoes(Reads), Class::ReadOnly),
            (undoes(Internal), Class::ReversibleInternal),
            (undoes(Public), Class::Compensating),
            (undoes(Authority), Class::AuthorityModifying),
        ] {
            assert_eq!(derive(facts), class, "{facts:?}");
        }
    }

    #[test]
    fn two_people_stand_in_for_cooling_off_in_public_only() {
        assert!(Class::IrreversiblePublic.admits(Gate::TWO_PERSON));
        assert!(!Class::IrreversiblePublic.admits(Gate::APPROVAL));
        assert!(!Class::AuthorityModifying.admits(Gate::TWO_PERSON));
        assert!(Class::AuthorityModifying.admits(Gate::DENY));
    }

    #[test]
    fn join_is_the_least_gate_that_covers_both() {
        let gates = Gate::BUILT_IN.map(|(_, gate)| gate);
        for a in gates {
            assert_eq!(a.join(a), a);
            for b in gates {
                assert_eq!(a.join(b), b.join(a));
                assert!(a.join(b).covers(a) && a.join(b).covers(b));
                for c in gates {
                    assert_eq!(a.join(b).join(c), a.join(b.join(c)));
                }
            }
        }
    }
}
