//! Calls that somebody could make in a run that has come some way, drawn at random and the same every time.

use crate::policy::{Kind, NAMES, Policy};
use rustc_hash::FxHashMap;
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Allow,
    Hold,
    Deny,
}

/// A call, with all that a decision about it depends on.
#[derive(Clone, Debug)]
pub struct Asked {
    pub tool: String,
    pub args: Value,
    /// Tool and arguments as they come over the wire.
    pub bytes: Vec<u8>,
    /// Whether the person said the order, or the address.
    pub said: bool,
    /// What the run did before.
    pub before: Vec<(String, Value)>,
    /// The same, counted.
    pub run: HostRun,
}

/// What a host counts for engines that have no run of their own.
#[derive(Clone, Debug, Default)]
pub struct HostRun {
    pub secret: bool,
    pub external: bool,
    pub spent: i64,
    pub tools: FxHashMap<u32, Used>,
}

/// What one tool did in a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Used {
    pub calls: i64,
    pub spent: i64,
}

impl HostRun {
    pub fn of(&self, tool: u32) -> Used {
        self.tools.get(&tool).copied().unwrap_or_default()
    }
}

/// How well-behaved the calls are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// As agents call: arguments fit, most are allowed, some are held or denied.
    Usual,
    /// Everything that a contestant could get wrong.
    Any,
}

/// Draws calls.
pub fn draw(policy: &Policy, how_many: usize, mood: Mood) -> Vec<Asked> {
    let mut dice = Dice(0x5eed_0000_0000_0001);
    (0..how_many)
        .map(|_| call(policy, mood, &mut dice))
        .collect()
}

fn call(policy: &Policy, mood: Mood, dice: &mut Dice) -> Asked {
    let shop = dice.below(policy.shops);
    let kinds: &[&str] = match mood {
        Mood::Usual => &["get", "refund", "refund", "send", "send", "note", "key"],
        Mood::Any => &[],
    };
    let name = match dice.of(kinds) {
        Some(name) => name,
        None => dice.of(&NAMES).map_or("", |(name, _)| name),
    };
    let cap = policy.cap(shop);
    let mut tool = format!("shop_{shop}.{name}");
    let mut args = fitting(name, cap, dice);
    if mood == Mood::Any && dice.below(3) == 0 {
        spoil(&mut tool, &mut args, cap, dice);
    }
    let said = dice.below(10) < if mood == Mood::Usual { 9 } else { 5 };
    let before = match mood == Mood::Usual && dice.below(4) != 0 {
        true => Vec::new(),
        false => history(policy, shop, name, dice),
    };
    let run = counted(policy, &before);
    let bytes = json!({ "tool": tool, "args": args })
        .to_string()
        .into_bytes();
    Asked {
        tool,
        args,
        bytes,
        said,
        before,
        run,
    }
}

/// Arguments that fit the tool.
fn fitting(name: &str, cap: i64, dice: &mut Dice) -> Value {
    let order = format!("ord_{}", dice.below(100_000));
    let mut args = match name {
        "get" | "delete" => json!({ "order": order }),
        "key" => json!({ "name": dice.of(&["signing", "payment"]) }),
        "refund" => json!({
            "order": order,
            "amount": dice.up_to(cap),
            "reason": dice.of(&["damaged", "late", "other"]),
        }),
        "send" => {
            let house = dice.below(5) != 0;
            let domain = if house { "example.com" } else { "example.org" };
            json!({
                "to": format!("customer{}@{domain}", dice.below(1_000)),
                "subject": "Your order",
                "body": format!("We have looked at {order} and it will be with you on Monday."),
            })
        }
        "note" => json!({ "order": order, "text": "asked again on the telephone" }),
        "grant" => json!({ "who": "somebody", "role": dice.of(&["clerk", "owner"]) }),
        "reverse" => json!({ "refund": "r1" }),
        _ => json!({ "id": "x1" }),
    };
    match name {
        "get" if dice.below(2) == 0 => put(&mut args, "page", json!(dice.below(9))),
        "send" if dice.below(2) == 0 => {
            put(&mut args, "tags", json!(["order", "delay"]));
            put(&mut args, "urgent", json!(true));
        }
        _ => {}
    }
    args
}

/// One thing is wrong, or just within a bound, or just beyond it.
fn spoil(tool: &mut String, args: &mut Value, cap: i64, dice: &mut Dice) {
    let a_name = args
        .as_object()
        .and_then(|args| dice.of(&args.keys().cloned().collect::<Vec<_>>()));
    let a_name = a_name.unwrap_or_default();
    match dice.below(8) {
        0 => tool.push('s'),
        1 => put(args, "note", json!("please")),
        2 => _ = args.as_object_mut().and_then(|args| args.remove(&a_name)),
        3 => put(args, &a_name, json!({ "is": "a record" })),
        4 => put(args, &a_name, json!(["a list"])),
        5 => put(args, &a_name, json!("nothing that fits")),
        6 => put(args, &a_name, json!(-1)),
        _ => {
            let amount = dice.of(&[cap, cap + 1, cap * 2, 0]).unwrap_or(0);
            put(args, "amount", json!(amount));
        }
    }
}

fn put(args: &mut Value, name: &str, value: Value) {
    if let Some(args) = args.as_object_mut() {
        args.insert(name.to_owned(), value);
    }
}

/// What the run did before. All of it could be done, so all of it counts.
fn history(policy: &Policy, shop: usize, name: &str, dice: &mut Dice) -> Vec<(String, Value)> {
    let mut before = Vec::new();
    let mut add = |shop: usize, name: &str, dice: &mut Dice| {
        let args = fitting(name, policy.cap(shop), dice);
        before.push((format!("shop_{shop}.{name}"), args));
    };
    if dice.below(4) == 0 {
        add(shop, "get", dice);
    }
    if dice.below(4) == 0 {
        add(shop, "key", dice);
    }
    for _ in 0..dice.below(9) {
        add(dice.below(policy.shops), "refund", dice);
    }
    if matches!(name, "refund" | "send" | "delete" | "note") {
        let most = if name == "note" { 12 } else { 4 };
        for _ in 0..dice.below(most) {
            add(shop, name, dice);
        }
    }
    before
}

fn counted(policy: &Policy, before: &[(String, Value)]) -> HostRun {
    let mut run = HostRun::default();
    for (name, args) in before {
        let Some(tool) = policy.tools.get(name) else {
            continue;
        };
        let amount = args.get("amount").and_then(Value::as_i64).unwrap_or(0);
        let used = run.tools.entry(tool.number).or_default();
        used.calls += 1;
        used.spent += amount;
        run.spent += amount;
        run.secret |= tool.kind == Kind::Key;
        run.external |= tool.kind == Kind::Get;
    }
    run
}

/// Numbers that look random: xorshift with a multiplication, enough for drawing calls.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    fn below(&mut self, many: usize) -> usize {
        let many = u64::try_from(many.max(1)).unwrap_or(1);
        usize::try_from(self.next() % many).unwrap_or(0)
    }

    fn up_to(&mut self, most: i64) -> i64 {
        let many = usize::try_from(most).unwrap_or(0) + 1;
        i64::try_from(self.below(many)).unwrap_or(0)
    }

    fn of<T: Clone>(&mut self, list: &[T]) -> Option<T> {
        let at = self.below(list.len());
        list.get(at).cloned()
    }
}
