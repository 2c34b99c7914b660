//! In place of the other engines, where the program was built without them.

use crate::contestant::Contestant;
use crate::policy::Policy;
use std::error::Error;

#[derive(Debug)]
pub struct Peers;

impl Peers {
    pub fn new(_: &Policy) -> Result<Peers, Box<dyn Error>> {
        Ok(Peers)
    }

    pub fn contestants(&mut self) -> Vec<Contestant<'_>> {
        Vec::new()
    }
}

/// There is no other text to compile.
pub fn source(_: &Policy) -> Option<Source> {
    None
}

#[derive(Debug)]
pub enum Source {}

impl Source {
    pub fn len(&self) -> usize {
        match *self {}
    }

    pub fn compile(&self) -> Result<(), Box<dyn Error>> {
        match *self {}
    }
}
