//! `revc ask`: a reviewer's questions, answered in plain words.

use crate::sandbox::Sandbox;

const POLICY: &str = r#"policy desk 1.0.0

unit EUR scale 2

dimension money in EUR

label secret confidential
label board confidential may leave

tool vault.read { effect none; yields secret }
tool board.read { effect none; yields board }

tool mail.send {
    args     { to: email, fee: EUR }
    effect   public
    subject  args.to
    consent  args.to
    spends   money = args.fee
    reversal irreversible { human }
    blast    { calls 5; money 2.50 EUR }
}

tool page.post {
    args     { body: text }
    effect   public
    reversal irreversible { hold 1m; cancel page.drop {} }
    blast    { calls 5 }
}

tool page.drop undoes page.post { effect internal }

RULE

agent bot { may *; up_to irreversible_public }
agent clerk { may board.*; up_to read_only }
"#;

fn ask(agent: &str, question: &str) -> String {
    let rule = "rule ask { when run has secret and call is outbound; gate approval }";
    asked(&POLICY.replace("RULE", rule), agent, question)
}

fn asked(policy: &str, agent: &str, question: &str) -> String {
    let sandbox = Sandbox::new(&[("desk.rev", policy)]);
    let answer = sandbox.run(&["ask", agent, question]);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    answer.out
}

#[test]
fn can_it_send_a_secret_out() {
    assert_eq!(
        ask("bot", "secrets"),
        "bot: no: `secret` never leaves without a person\n  not looked at, since the policy lets it leave: `board`\n"
    );
    assert_eq!(
        ask("clerk", "secrets"),
        "clerk: no: its tools yield nothing confidential that is to be kept\n  not looked at, since the policy lets it leave: `board`\n"
    );
}

#[test]
fn a_leak_is_an_answer_with_its_path() {
    assert_eq!(
        asked(&POLICY.replace("RULE", ""), "bot", "secrets"),
        "bot: yes, without a person:\n  `secret`: vault.read → page.post\n  not looked at, since the policy lets it leave: `board`\n"
    );
}

#[test]
fn what_can_it_spend() {
    assert_eq!(
        ask("bot", "spend"),
        "bot: before a person is asked:\n  at most 2.50 EUR of money\n"
    );
    assert_eq!(
        asked(
            "policy p 1.0.0\n\nagent bot { may *; up_to read_only }\n",
            "bot",
            "spend"
        ),
        "bot: nothing that is counted: the policy has no dimension\n"
    );
}

/// Two calls of the one case and eight of the other: what one case spent leaves the calls of the other.
#[test]
fn cases_of_one_tool_spend_one_after_the_other() {
    let policy = r#"policy p 1.0.0

unit note

dimension notes in note

tool post.send {
    args     { kind: "long" | "short" }
    effect   public
    reversal irreversible { hold 1m; cancel post.drop {} }
    case args.kind == "long" {
        spends notes = 5 note
        blast  { calls 2; notes LONG note }
    }
    case args.kind == "short" {
        spends notes = 1 note
        blast  { calls 10; notes 100 note }
    }
}

tool post.drop undoes post.send { effect internal }

agent bot { may *; up_to irreversible_public }
"#;
    for (bound, text) in [("100", "20"), ("7", "17")] {
        assert_eq!(
            asked(&policy.replace("LONG", bound), "bot", "spend"),
            format!("bot: before a person is asked:\n  at most {text} note of notes\n")
        );
    }
}

#[test]
fn what_can_never_be_taken_back() {
    assert_eq!(
        ask("bot", "irreversible"),
        "bot: can never be taken back:\n  mail.send: for good at once; a person is asked first, or has named where it lands\n  page.post: for good after 1m; no person need be asked\n"
    );
    assert_eq!(
        ask("clerk", "irreversible"),
        "clerk: none: every call can be taken back\n"
    );
}

#[test]
fn nobody_by_that_name() {
    let policy = "policy p 1.0.0\n\nagent bot { may *; up_to read_only }\n";
    let sandbox = Sandbox::new(&[("p.rev", policy)]);
    let answer = sandbox.run(&["ask", "boss", "secrets"]);
    assert_eq!(answer.code, 2);
    assert!(
        answer
            .err
            .contains("there is no agent `boss`\nhelp: its agents are: bot")
    );
}
