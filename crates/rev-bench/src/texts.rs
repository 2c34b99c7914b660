//! Policies of any size: one that people could have written, and some that nobody would.

use std::fmt::Write;

/// A way to make a text of about so many bytes.
pub struct Kind {
    pub name: &'static str,
    pub text: fn(usize) -> String,
}

pub const KINDS: &[Kind] = &[
    Kind {
        name: "realistic",
        text: realistic,
    },
    Kind {
        name: "quotes",
        text: |bytes| "\"".repeat(bytes),
    },
    Kind {
        name: "quoted lines",
        text: |bytes| repeated("tool a { wire \"x\" \"y }\n", bytes),
    },
    Kind {
        name: "braces",
        text: |bytes| "{".repeat(bytes),
    },
    Kind {
        name: "braced lines",
        text: |bytes| repeated("tool a { case a { case b { }\n", bytes),
    },
    Kind {
        name: "slashes /",
        text: |bytes| repeated("/ ", bytes),
    },
    Kind {
        name: "comments //",
        text: |bytes| repeated("//\n", bytes),
    },
    Kind {
        name: "comments ///",
        text: |bytes| repeated("/// a\n", bytes),
    },
    Kind {
        name: "one long block",
        text: |bytes| format!("tool a {{\n{}}}\n", repeated("    yields a // b\n", bytes)),
    },
];

fn repeated(part: &str, bytes: usize) -> String {
    part.repeat(bytes / part.len())
}

/// Tools with contracts, rules, boundaries, budgets, agents and tests, with comments, in the usual proportions.
fn realistic(bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 8_000);
    text.push_str(HEAD);
    for number in 0_u32.. {
        if text.len() >= bytes {
            break;
        }
        for part in [READ, WRITE, SEND, RULES, AGENT, TEST] {
            // The generated names differ, as they would.
            let _ = write!(text, "{}", part.replace('§', &number.to_string()));
        }
    }
    text
}

const HEAD: &str = r#"policy generated 1.0.0

unit INR scale 2 // 5_000.50 INR is exact
unit message

dimension money    in INR
dimension messages in message

label pii
label secret confidential implies pii
label external untrusted // text that other people wrote

"#;

const READ: &str = r#"
/// Look an order up. Shows what the customer bought and where the parcel is.
tool shop_§.orders.get {
    args   { order: text, fields?: list<text>, page: int? }
    result { status: "open" | "shipped" | "returned", total: INR, note: text yields external }
    effect none
    yields pii // the address
}
"#;

const WRITE: &str = r#"
/// Refund an order through the payment provider.
/// The provider answers with a reference, which the recovery needs.
tool shop_§.payments.issue_refund {
    args   { order: text, amount: INR, reason: "damaged" | "late" | "other" }
    result { refund_id: text, psp_ref: text }

    effect    public
    contained because "an order id and an amount leave, nothing else"
    subject   args.order
    spends    money = args.amount
    require   args.amount <= 5_000 INR because "larger refunds are made by a person"

    reversal compensable {
        by       shop_§.payments.reverse_refund { refund: result.refund_id }
        within   72h
        handle   result.psp_ref
        approval human
        verify   shop_§.payments.get_refund { refund: result.refund_id }
                 until seen.status == "reversed" attempts 5
    }

    // More than this in one run is not a refund any more.
    blast {
        calls 3
        money 5_000 INR
        scope single_subject
    }
}

tool shop_§.payments.reverse_refund undoes shop_§.payments.issue_refund { args { refund: text }; effect public }
"#;

const SEND: &str = r#"
/// Write to a customer. The outbox keeps it for ten minutes, then it is gone for good.
tool shop_§.email.send {
    args     { to: email, subject: text, body: text }
    result   { outbox_id: text }
    effect   public
    subject  args.to
    spends   messages = 1 message
    instead  shop_§.email.draft
    reversal irreversible {
        hold   10m
        cancel shop_§.email.cancel { id: result.outbox_id }
    }
    blast { calls 2; messages 2 message; scope single_subject }
    case args.to like "*@example.com" {
        gate approval
    } otherwise {
        gate two_person because "a stranger reads it"
    }
}
"#;

const RULES: &str = r#"
rule no_secret_leaves_§ {
    when    run has secret and call is outbound
    gate    two_person
    because "what a third party has read cannot be unread"
}

rule refunds_are_asked_for_§ {
    when call is shop_§.payments.issue_refund and not args.order said
         or run.calls(shop_§.*) > 10 and (args.amount + 1 INR > 2_000 INR or args.reason in ["late", "other"])
    gate approval
}

boundary credentials_§ {
    path under "~/.ssh", "~/.aws"
    path like  "**/.env"
    refuse because "a secret once read cannot be unread"
}
"#;

const AGENT: &str = r#"
budget careful_§ {
    money    5_000 INR
    messages 1 message
}

agent support_bot_§ {
    may    shop_§.orders.*, shop_§.payments.*, shop_§.email.*
    up_to  time_window_undoable
    budget careful_§
}
"#;

const TEST: &str = r#"
test "the drifted refund §" for support_bot_§ {
    prompt "Order ord_1 never came, please refund it."
    given shop_§.orders.get returns { status: "open", total: 4_000 INR }
    call shop_§.payments.issue_refund { order: "ord_1", amount: 4_000 INR }
        returns { refund_id: "r1", psp_ref: "p1" }
        expect allow
    call shop_§.payments.issue_refund { order: "ord_1", amount: 4_000 INR }
        expect approval because blast.money, budget.money
    event warehouse.shipped { order: "ord_1" } after 90s
        expect recover shop_§.payments.reverse_refund { refund: "r1" } approval human
}
"#;
