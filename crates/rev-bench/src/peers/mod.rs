//! Other engines, each with the same policy in its own words.

pub mod casbin;
pub mod cedar;
pub mod rego;

use crate::contestant::Contestant;
use crate::policy::Policy;
use std::error::Error;

/// All of them, ready to decide.
#[derive(Debug)]
pub struct Peers<'p> {
    cedar: cedar::Cedar<'p>,
    rego: rego::Best<'p>,
    rego_naive: rego::Naive<'p>,
    casbin: casbin::Best<'p>,
    casbin_naive: casbin::Naive<'p>,
}

impl<'p> Peers<'p> {
    pub fn new(policy: &'p Policy) -> Result<Peers<'p>, Box<dyn Error>> {
        Ok(Peers {
            cedar: cedar::Cedar::new(policy)?,
            rego: rego::Best::new(policy)?,
            rego_naive: rego::Naive::new(policy)?,
            casbin: casbin::Best::new(policy)?,
            casbin_naive: casbin::Naive::new(policy)?,
        })
    }

    pub fn contestants(&mut self) -> Vec<Contestant<'_>> {
        let Peers {
            cedar,
            rego,
            rego_naive,
            casbin,
            casbin_naive,
        } = self;
        let (cedar, casbin, casbin_naive) = (&*cedar, &*casbin, &*casbin_naive);
        vec![
            Contestant::new("regorus", |_, asked| rego.decide(asked)),
            Contestant::new("Cedar", |_, asked| cedar.best(asked)),
            Contestant::new("casbin", |_, asked| casbin.decide(asked)),
            Contestant::new("regorus, naive", |_, asked| rego_naive.decide(asked)),
            Contestant::new("Cedar, naive", |_, asked| cedar.naive(asked)),
            Contestant::new("casbin, naive", |_, asked| casbin_naive.decide(asked)),
        ]
    }
}

/// The policy as Cedar's texts.
pub fn source(policy: &Policy) -> Option<cedar::Parts> {
    Some(cedar::parts(policy))
}
