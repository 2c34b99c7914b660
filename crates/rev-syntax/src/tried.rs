//! The rules that were tried where reading stopped: which words they begin with, and what they are called.

use crate::grammar::{Rule, quoted_keyword};

/// Where a rule begins with a word, or with one of several, pest names the rule; here the words are wanted.
pub(crate) fn spread(tried: Vec<Rule>) -> Vec<Rule> {
    let mut words = Vec::new();
    for rule in tried {
        match rule {
            Rule::matches => words.extend([
                Rule::COMMAND,
                Rule::EMAIL,
                Rule::HOST,
                Rule::PATH,
                Rule::URL,
            ]),
            _ => words.push(first_word(rule)),
        }
    }
    words
}

/// The word that clauses and tests begin with.
fn first_word(rule: Rule) -> Rule {
    match rule {
        Rule::until => Rule::UNTIL,
        Rule::attempts => Rule::ATTEMPTS,
        Rule::every => Rule::EVERY,
        Rule::where_clause => Rule::WHERE,
        Rule::because | Rule::expect_because => Rule::BECAUSE,
        Rule::returns => Rule::RETURNS,
        Rule::expect_call => Rule::EXPECT,
        Rule::after => Rule::AFTER,
        Rule::undoes => Rule::UNDOES,
        Rule::has => Rule::HAS,
        Rule::is => Rule::IS,
        Rule::like => Rule::LIKE,
        Rule::under => Rule::UNDER,
        Rule::runs => Rule::RUNS,
        Rule::crossing => Rule::CROSSING,
        Rule::crossed => Rule::CROSSED,
        other => other,
    }
}

/// Operators and tests, which can follow any value.
pub(crate) fn goes_on(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::compare_op
            | Rule::add_op
            | Rule::mul_op
            | Rule::AND
            | Rule::OR
            | Rule::IN
            | Rule::HAS
            | Rule::IS
            | Rule::SAID
            | Rule::ENDORSED
            | Rule::PRESENT
            | Rule::ABSENT
            | Rule::LIKE
            | Rule::UNDER
            | Rule::RUNS
    )
}

/// What a value can begin with.
pub(crate) fn begins_value(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::path
            | Rule::name_word
            | Rule::text
            | Rule::number
            | Rule::amount
            | Rule::duration
            | Rule::record
            | Rule::list
            | Rule::paren
            | Rule::expr
            | Rule::NOT
            | Rule::EVERY
            | Rule::SOME
            | Rule::TRUE
            | Rule::FALSE
            | Rule::ALLOWED
            | Rule::RUN
            | Rule::SIZE
            | Rule::LINKS
            | Rule::DISTANCE
            | Rule::CROSSING
            | Rule::CROSSED
            | Rule::size
            | Rule::links
            | Rule::distance
            | Rule::crossing
            | Rule::crossed
            | Rule::run_calls
            | Rule::run_spent
    )
}

pub(crate) fn describe(rule: Rule) -> &'static str {
    match rule {
        Rule::duration => "a duration such as `72h`",
        Rule::integer => "a whole number such as `3`",
        Rule::number => "a number such as `5_000`",
        Rule::amount => "an amount such as `5_000 INR`",
        Rule::version => "a version such as `1.0.0`",
        Rule::unit_name => "a unit",
        Rule::text => "a text in double quotes",
        Rule::name | Rule::name_word => "a name",
        Rule::dotted | Rule::call => "a name such as `payments.refund`",
        Rule::glob | Rule::glob_part => "a name or a glob such as `payments.*`",
        Rule::because => "`because`",
        Rule::equals => "`=`",
        Rule::colon => "`:`",
        Rule::optional => "`?`",
        Rule::type_name
        | Rule::r#type
        | Rule::list_type
        | Rule::map_type
        | Rule::text_set
        | Rule::named_type => "a type such as `text`",
        Rule::record_type | Rule::record | Rule::bindings => "`{ … }`",
        Rule::entry => "an entry such as `order: text`",
        Rule::binding => "an entry such as `order: args.order`",
        Rule::expr | Rule::path | Rule::list | Rule::paren => "a value",
        Rule::either | Rule::sequence | Rule::both => "the name of a boundary",
        Rule::expect_call => "`expect`",
        Rule::returns => "`returns`",
        Rule::until => "`until`",
        Rule::attempts => "`attempts`",
        Rule::every => "`every`",
        Rule::where_clause => "`where`",
        Rule::after => "`after`",
        Rule::undoes => "`undoes`",
        Rule::expect_gate => "`gate`",
        Rule::expect_because => "`because`",
        Rule::tool_block
        | Rule::reversal_block
        | Rule::blast_block
        | Rule::gate_block
        | Rule::assumption_block
        | Rule::rule_block
        | Rule::boundary_block
        | Rule::budget_block
        | Rule::agent_block
        | Rule::saga_block
        | Rule::invariant_block
        | Rule::test_block => "`{`",
        Rule::angle_open => "`<`",
        Rule::angle_close => "`>`",
        Rule::allow_open => "`(`",
        _ => quoted_keyword(rule).unwrap_or("something else"),
    }
}
