//! The steps of tests.

use super::build::Builder;
use super::doc::Level;
use crate::ast::{CallStep, ExpectEvent, Field, Outcome, Step};

impl<'a> Builder<'a> {
    pub fn step(&mut self, field: &'a Field<Step>) {
        self.leaf(field.word);
        match &field.kind {
            Step::Approve => {}
            Step::Prompt(text) | Step::Wait(text) => {
                self.word(" ");
                self.leaf(text.span);
            }
            Step::GivenContext(values) => {
                self.word(" context ");
                self.record(values);
            }
            Step::GivenReturns { tool, value } => {
                self.word(" ");
                self.leaf(tool.span);
                self.line_may_end(Level::Clause, tool.span.end, value.span.start);
                self.word("returns ");
                self.expr(value);
            }
            Step::Call(step) => self.call_step(step),
            Step::Event {
                event,
                after,
                expect,
            } => {
                self.word(" ");
                self.call(event);
                let mut end = event.span.end;
                if let Some(after) = after {
                    self.line_may_end(Level::Fill, end, after.span.start);
                    self.word("after ");
                    self.leaf(after.span);
                    end = after.span.end;
                }
                self.expect_event(end, expect);
            }
        }
    }

    fn call_step(&mut self, step: &'a CallStep) {
        self.word(" ");
        self.call(&step.call);
        let mut end = step.call.span.end;
        match &step.outcome {
            Some(Outcome::Returns(value)) => {
                self.line_may_end(Level::Clause, end, value.span.start);
                self.word("returns ");
                self.expr(value);
                end = value.span.end;
            }
            Some(Outcome::Fails(span)) => {
                self.word(" fails");
                end = span.end;
            }
            None => {}
        }
        let expect = &step.expect;
        self.line_may_end(Level::Clause, end, expect.verdict.span.start);
        self.word("expect ");
        self.leaf(expect.verdict.span);
        end = expect.verdict.span.end;
        if let Some(gate) = &expect.gate {
            self.word(" gate ");
            self.leaf(gate.span);
            end = gate.span.end;
        }
        if let Some(code) = expect.because.first() {
            self.line_may_end(Level::Fill, end, code.span.start);
            self.word("because ");
            self.paths(&expect.because);
        }
    }

    fn expect_event(&mut self, end: u32, expect: &'a ExpectEvent) {
        match expect {
            ExpectEvent::Recover {
                calls, approval, ..
            } => {
                let first = calls.first().map_or(end, |call| call.span.start);
                self.line_may_end(Level::Clause, end, first);
                self.word("expect recover ");
                self.calls(calls, Level::Fill);
                self.word(" approval ");
                self.leaf(approval.span);
            }
            ExpectEvent::Manual(span) => {
                self.line_may_end(Level::Clause, end, span.end);
                self.word("expect manual");
            }
            ExpectEvent::Nothing(span) => {
                self.line_may_end(Level::Clause, end, span.end);
                self.word("expect nothing");
            }
        }
    }
}
