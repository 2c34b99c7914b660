//! What belongs to a tool in words that are the same for what means the same, so that two tables can be compared.

use super::facts::limit;
use super::words::{Words, duration, gate};
use crate::layout::*;
use crate::load::Table;

/// Spells out what belongs to one tool, or to none.
#[allow(missing_debug_implementations)]
pub struct Exact<'a>(Words<'a>);

impl<'a> Exact<'a> {
    pub fn new(table: &'a Table) -> Exact<'a> {
        Exact(Words::exact(table))
    }

    /// From here on, of this tool.
    pub fn tool(&mut self, tool: &ToolRecord) {
        self.0.of(tool);
    }

    /// A value or a condition.
    pub fn node(&mut self, number: u32) -> String {
        self.0.node(number)
    }

    /// A value or a condition as a part of another.
    pub fn part(&mut self, number: u32) -> String {
        self.0.part(number)
    }

    /// A call with what is bound to its arguments.
    pub fn call(&mut self, number: u32) -> String {
        self.0.call(number)
    }

    pub fn ty(&mut self, number: u32) -> String {
        self.0.ty(number)
    }

    /// A type without what its fields yield and whether they are trusted.
    pub fn bare_ty(&mut self, number: u32) -> String {
        self.0.bare = true;
        let text = self.0.ty(number);
        self.0.bare = false;
        text
    }

    pub fn label(&self, number: u32) -> &'a str {
        self.0.label(number)
    }

    pub fn dimension(&self, number: u32) -> &'a str {
        self.0.dimension(number)
    }

    /// A boundary by name, or by what it is made of.
    pub fn boundary(&self, number: u32) -> String {
        self.0.boundary(number)
    }

    /// What a composed boundary is made of; nothing of another.
    pub fn made_of(&self, record: &BoundaryRecord) -> String {
        self.0.made_of(record)
    }

    /// A bound or a ceiling in a dimension.
    pub fn limit(&self, dimension: u32, amount: u32, flags: u32) -> String {
        limit(&self.0, dimension, amount, flags)
    }

    pub fn amount(&self, number: u32, scale: u32) -> String {
        self.0.amount(number, scale)
    }

    pub fn duration(&self, time: u64) -> String {
        duration(time)
    }

    /// A gate in words.
    pub fn gate(&self, record: &GateRecord) -> String {
        gate(record)
    }
}
