//! The one policy that everybody decides by: shops with ten tools each, with argument constraints, caps, classes and taint.
//!
//! Every contestant writes it in its own words. What it means, once:
//!
//! | tool | arguments | allowed, unless |
//! |---|---|---|
//! | `get` | `order` like `ord_*`, `page?` | never; what it returns was written by strangers |
//! | `key` | `name` of two | never; what it returns is secret |
//! | `refund` | `order`, `amount`, `reason` of three | denied over the cap; held if nobody said the order, or a bound is passed |
//! | `send` | `to` like `*@*`, `subject`, `body`, `tags?`, `urgent?` | held if a secret was read, if a stranger named `to`, if it leaves the house, on the third |
//! | `delete` | `order` | always held: its class |
//! | `grant` | `who`, `role` of two | always denied: its class is out of the agent's reach |
//! | `note` | `order`, `text` | held on the eleventh |
//! | `reverse`, `cancel`, `unnote` | | always denied: only a recovery may call them |

use rustc_hash::FxHashMap;
use std::fmt::Write;

/// Calls of one tool in one run.
pub const REFUNDS: i64 = 3;
pub const LETTERS: i64 = 2;
pub const NOTES: i64 = 10;
/// What a run may spend, in whole INR.
pub const BUDGET: i64 = 6_000;

pub const TOOLS_OF_A_SHOP: usize = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Get,
    Key,
    Refund,
    Send,
    Delete,
    Grant,
    Note,
    /// A tool that only a recovery may call.
    Undo,
}

/// A tool, as a host would keep it.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    pub number: u32,
    pub kind: Kind,
    /// The largest refund, in whole INR. One tool may pay twice that in a run.
    pub cap: i64,
}

/// What each tool of a shop is called.
pub const NAMES: [(&str, Kind); TOOLS_OF_A_SHOP] = [
    ("get", Kind::Get),
    ("key", Kind::Key),
    ("refund", Kind::Refund),
    ("reverse", Kind::Undo),
    ("send", Kind::Send),
    ("cancel", Kind::Undo),
    ("delete", Kind::Delete),
    ("grant", Kind::Grant),
    ("note", Kind::Note),
    ("unnote", Kind::Undo),
];

/// The policy for so many tools.
#[derive(Debug)]
pub struct Policy {
    pub shops: usize,
    /// What is taken off every cap: 0, but in a policy that is wrong on purpose.
    pub wrong_by: i64,
    pub tools: FxHashMap<String, Tool>,
}

impl Policy {
    pub fn new(tools: usize) -> Policy {
        Policy::wrong(tools, 0)
    }

    /// A policy whose caps are not those of the others.
    pub fn wrong(tools: usize, wrong_by: i64) -> Policy {
        let shops = tools.div_ceil(TOOLS_OF_A_SHOP);
        let mut all = FxHashMap::default();
        for shop in 0..shops {
            for (name, kind) in NAMES {
                let number = u32::try_from(all.len()).unwrap_or(u32::MAX);
                let cap = cap(shop) - wrong_by;
                all.insert(format!("shop_{shop}.{name}"), Tool { number, kind, cap });
            }
        }
        Policy {
            shops,
            wrong_by,
            tools: all,
        }
    }

    /// How many tools it declares.
    pub fn len(&self) -> usize {
        self.shops * TOOLS_OF_A_SHOP
    }

    /// The cap of a shop.
    pub fn cap(&self, shop: usize) -> i64 {
        cap(shop) - self.wrong_by
    }

    /// Its package, in Rev.
    pub fn text(&self) -> String {
        let mut text = String::from(HEAD);
        for shop in 0..self.shops {
            let cap = self.cap(shop);
            let twice = 2 * cap;
            let shop = SHOP
                .replace("shop_0", &format!("shop_{shop}"))
                .replace("TWICE", &twice.to_string())
                .replace("CAP", &cap.to_string());
            let _ = write!(text, "{shop}");
        }
        text
    }
}

/// Caps differ, so that a contestant that took another shop's would be found out.
fn cap(shop: usize) -> i64 {
    let step = i64::try_from(shop % 40).unwrap_or(0);
    1_000 + step * 50
}

const HEAD: &str = r#"policy shops 1.0.0

unit INR scale 2

dimension money in INR

label secret confidential
label external untrusted

type Order = text like "ord_*"

rule no_secret_leaves {
    when    run has secret and call is outbound
    gate    two_person
    because "what a third party has read cannot be unread"
}

rule letters_go_where_the_person_said {
    when    call is *.send and args.to has external
    gate    approval
    because "an address that only a stranger's text named"
}

rule refunds_are_asked_for {
    when    call is *.refund and not args.order said
    gate    approval
    because "an order that only a stranger's text named"
}

budget careful { money 6_000 INR }

agent bot {
    may    *.*
    up_to  irreversible_internal
    budget careful
}
"#;

const SHOP: &str = r#"
/// Look an order up.
tool shop_0.get {
    args   { order: Order, page?: int }
    result { status: "open" | "gone", note: text yields external }
    effect none
}

tool shop_0.key {
    args   { name: "signing" | "payment" }
    result { key: text }
    effect none
    yields secret
}

/// Pay an order back through the payment provider.
tool shop_0.refund {
    args     { order: Order, amount: INR, reason: "damaged" | "late" | "other" }
    result   { id: text }
    effect   public
    contained because "an order and an amount leave, nothing else"
    spends   money = args.amount
    require  args.amount <= CAP INR because "larger refunds are made by a person"
    reversal compensable {
        by       shop_0.reverse { refund: result.id }
        within   72h
        approval human
        verify   shop_0.get { order: args.order } until seen.status == "open" attempts 5
    }
    blast { calls 3; money TWICE INR }
}

tool shop_0.reverse undoes shop_0.refund { args { refund: text }; effect public }

/// Write to a customer.
tool shop_0.send {
    args     { to: text like "*@*", subject: text, body: text, tags?: list<text>, urgent?: bool }
    result   { id: text }
    effect   public
    gate     approval when not args.to like "*@example.com" because "a stranger reads it"
    reversal irreversible {
        hold   10m
        cancel shop_0.cancel { id: result.id }
    }
    blast { calls 2 }
}

tool shop_0.cancel undoes shop_0.send { args { id: text }; effect internal }

/// Forget an order for good.
tool shop_0.delete {
    args     { order: Order }
    effect   internal
    dry_run  shop_0.get { order: args.order }
    reversal irreversible { human }
    blast { calls 2 }
}

/// Let somebody in.
tool shop_0.grant {
    args     { who: text, role: "clerk" | "owner" }
    effect   authority
    reversal irreversible { human }
    blast { calls 1 }
}

/// Keep a remark on an order.
tool shop_0.note {
    args     { order: Order, text: text }
    result   { id: text }
    effect   internal
    reversal reversible {
        by       shop_0.unnote { id: result.id }
        approval auto
        verify   shop_0.get { order: args.order } until seen.status == "open" attempts 3
    }
    blast { calls 10 }
}

tool shop_0.unnote undoes shop_0.note { args { id: text }; effect internal }
"#;
