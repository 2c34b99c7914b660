//! From conditions to rows: each row is a set of atoms that must hold and a set that must not.
//!
//! Only De Morgan's laws and distributivity are used, which are exact where atoms can be unknown. A row that asks for an
//! atom and for its opposite is kept: where the atom is unknown, the row has fired.

use crate::term::Term;
use rev_table::{MOST_ATOMS, MOST_ROWS};
use std::collections::BTreeMap;

/// How many rows may be looked at on the way.
const MOST_ON_THE_WAY: usize = 16 * MOST_ROWS;

/// Atoms by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Row {
    pub yes: u128,
    pub no: u128,
}

/// More conditions than one case of a tool may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMany;

/// The atoms of one case, each with its number.
#[derive(Debug, Default)]
pub(crate) struct Atoms {
    numbers: BTreeMap<Term, u32>,
}

impl Atoms {
    fn number(&mut self, atom: &Term) -> Result<u32, TooMany> {
        if let Some(number) = self.numbers.get(atom) {
            return Ok(*number);
        }
        let next = self.numbers.len();
        if next >= MOST_ATOMS {
            return Err(TooMany);
        }
        let next = u32::try_from(next).map_err(|_| TooMany)?;
        self.numbers.insert(atom.clone(), next);
        Ok(next)
    }

    pub(crate) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// In the order of their numbers.
    pub(crate) fn sorted(&self) -> Vec<&Term> {
        let mut atoms: Vec<(&Term, u32)> =
            self.numbers.iter().map(|(term, at)| (term, *at)).collect();
        atoms.sort_by_key(|(_, number)| *number);
        atoms.into_iter().map(|(term, _)| term).collect()
    }

    /// The rows of a condition: it is not false where one of them is not.
    pub(crate) fn rows(&mut self, condition: &Term) -> Result<Vec<Row>, TooMany> {
        self.normal(condition, false)
    }

    fn normal(&mut self, term: &Term, negated: bool) -> Result<Vec<Row>, TooMany> {
        match (term, negated) {
            (Term::Bool(value), _) => Ok(match *value != negated {
                true => vec![Row { yes: 0, no: 0 }],
                false => Vec::new(),
            }),
            (Term::Not(inner), _) => self.normal(inner, !negated),
            (Term::And(parts), false) | (Term::Or(parts), true) => {
                let mut rows = vec![Row { yes: 0, no: 0 }];
                for part in parts {
                    let part = self.normal(part, negated)?;
                    rows = product(&rows, &part)?;
                }
                Ok(rows)
            }
            (Term::Or(parts), false) | (Term::And(parts), true) => {
                let mut rows = Vec::new();
                for part in parts {
                    rows.extend(self.normal(part, negated)?);
                    if rows.len() > MOST_ON_THE_WAY {
                        return Err(TooMany);
                    }
                }
                Ok(absorbed(rows))
            }
            (atom, _) => {
                let bit = 1_u128 << self.number(atom)?;
                Ok(vec![match negated {
                    false => Row { yes: bit, no: 0 },
                    true => Row { yes: 0, no: bit },
                }])
            }
        }
    }
}

/// Every row of one with every row of the other.
fn product(a: &[Row], b: &[Row]) -> Result<Vec<Row>, TooMany> {
    if a.len().saturating_mul(b.len()) > MOST_ON_THE_WAY {
        return Err(TooMany);
    }
    let pairs = a.iter().flat_map(|a| b.iter().map(move |b| (a, b)));
    let rows = pairs.map(|(a, b)| Row {
        yes: a.yes | b.yes,
        no: a.no | b.no,
    });
    Ok(absorbed(rows.collect()))
}

/// Without rows that ask for all that another asks for and more, sorted: where such a one has fired, so has the other.
fn absorbed(mut rows: Vec<Row>) -> Vec<Row> {
    rows.sort_by_key(|row| (row.yes.count_ones() + row.no.count_ones(), *row));
    rows.dedup();
    let mut kept: Vec<Row> = Vec::with_capacity(rows.len());
    for row in rows {
        let asks_less = |other: &Row| other.yes & !row.yes == 0 && other.no & !row.no == 0;
        if !kept.iter().any(asks_less) {
            kept.push(row);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Kleene's three values: false, unknown, true.
    fn value(term: &Term, of: &[Option<bool>]) -> Option<bool> {
        match term {
            Term::Bool(value) => Some(*value),
            Term::RunSpent(atom) => of.get(*atom as usize).copied().flatten(),
            Term::Not(inner) => value(inner, of).map(|value| !value),
            Term::And(parts) => {
                let values: Vec<_> = parts.iter().map(|part| value(part, of)).collect();
                match values.contains(&Some(false)) {
                    true => Some(false),
                    false => values.iter().all(|it| *it == Some(true)).then_some(true),
                }
            }
            Term::Or(parts) => {
                let values: Vec<_> = parts.iter().map(|part| value(part, of)).collect();
                match values.contains(&Some(true)) {
                    true => Some(true),
                    false => values.iter().all(|it| *it == Some(false)).then_some(false),
                }
            }
            _ => None,
        }
    }

    fn term() -> impl Strategy<Value = Term> {
        let leaf = prop_oneof![
            8 => (0_u32..5).prop_map(Term::RunSpent),
            1 => any::<bool>().prop_map(Term::Bool),
        ];
        leaf.prop_recursive(4, 24, 4, |inner| {
            prop_oneof![
                inner.clone().prop_map(|it| Term::Not(Box::new(it))),
                prop::collection::vec(inner.clone(), 0..4).prop_map(Term::And),
                prop::collection::vec(inner, 0..4).prop_map(Term::Or),
            ]
        })
    }

    proptest! {
        /// Over every assignment of three values, a condition is not false exactly where one of its rows is not.
        #[test]
        fn rows_fire_where_their_condition_does(term in term()) {
            let mut atoms = Atoms::default();
            let rows = atoms.rows(&term).expect("few atoms");
            let named: Vec<u32> = atoms.sorted().iter().map(|atom| match atom {
                Term::RunSpent(atom) => *atom,
                _ => panic!("not an atom"),
            }).collect();
            for code in 0..3_u32.pow(5) {
                let of: Vec<Option<bool>> = (0..5)
                    .map(|at| [Some(false), None, Some(true)][(code / 3_u32.pow(at) % 3) as usize])
                    .collect();
                let holds = |bit: usize| of[named[bit] as usize];
                let fires = |row: &Row| (0..named.len()).all(|bit| {
                    let fine = row.yes >> bit & 1 == 0 || holds(bit) != Some(false);
                    fine && (row.no >> bit & 1 == 0 || holds(bit) != Some(true))
                });
                prop_assert_eq!(value(&term, &of) != Some(false), rows.iter().any(fires));
            }
        }

        /// Joining what is said twice, and settling constants, changes no value.
        #[test]
        fn tidying_a_condition_keeps_its_value(term in term(), of in prop::collection::vec(any::<Option<bool>>(), 5)) {
            prop_assert_eq!(value(&tidy(&term), &of), value(&term, &of));
        }
    }

    fn tidy(term: &Term) -> Term {
        match term {
            Term::Not(inner) => tidy(inner).negated(),
            Term::And(parts) => Term::all(parts.iter().map(tidy)),
            Term::Or(parts) => Term::any(parts.iter().map(tidy)),
            other => other.clone(),
        }
    }

    #[test]
    fn a_row_that_contradicts_itself_is_kept() {
        let atom = || Term::RunSpent(0);
        let rows = Atoms::default().rows(&Term::all([atom(), atom().negated()]));
        assert_eq!(rows, Ok(vec![Row { yes: 1, no: 1 }]));
    }

    #[test]
    fn too_many_conditions_are_told() {
        let mut atoms = Atoms::default();
        let many = Term::any((0..=MOST_ATOMS as u32).map(Term::RunSpent));
        assert_eq!(atoms.rows(&many), Err(TooMany));
        let pairs = (0..20).map(|at| Term::any([Term::RunSpent(at), Term::RunHas(at)]));
        assert_eq!(Atoms::default().rows(&Term::all(pairs)), Err(TooMany));
    }
}
