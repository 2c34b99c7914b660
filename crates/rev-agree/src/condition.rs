//! Conditions, as texts.

use crate::dice::Dice;
use crate::words::{CLASSES, LABELS};

/// What a condition may speak of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    /// Arguments that every tool it is about declares.
    pub args: Vec<&'static str>,
    /// The run and the call, too, and these boundaries.
    pub run: bool,
    pub boundaries: Vec<&'static str>,
    /// Names and globs of tools.
    pub tools: Vec<String>,
    /// Only what more facts can make true, never false.
    pub monotone: bool,
}

/// A condition of some depth.
pub(crate) fn condition(dice: &mut Dice, scope: &Scope, depth: usize) -> String {
    if depth == 0 || dice.percent(35) {
        return atom(dice, scope);
    }
    let mut part = || condition(dice, scope, depth - 1);
    let (a, b) = (part(), part());
    match dice.below(10) {
        0..4 => format!("({a} and {b})"),
        4..8 => format!("({a} or {b})"),
        _ if scope.monotone => format!("({a} or {b})"),
        _ => format!("not ({a})"),
    }
}

fn atom(dice: &mut Dice, scope: &Scope) -> String {
    let of_args = !scope.args.is_empty() && dice.percent(60);
    if of_args || !scope.run {
        return match scope.args.is_empty() || (!scope.monotone && dice.percent(12)) {
            true => context(dice),
            false => {
                let name = dice.one(&scope.args);
                argument(dice, name, scope.monotone)
            }
        };
    }
    if scope.monotone {
        return of_more(dice, scope);
    }
    match dice.below(12) {
        0..5 => of_run(dice, scope),
        5 => context(dice),
        6 => format!("call is {}", dice.one(CLASSES)),
        7 => format!("call is at_least {}", dice.one(CLASSES)),
        8 => format!(
            "call is {}",
            dice.one(&["outbound", "recovery", "public", "internal", "none"])
        ),
        9 if !scope.tools.is_empty() => format!("call is {}", dice.one(&scope.tools)),
        10 => format!("agent is {}", dice.one(&["bot", "clerk"])),
        _ => of_boundary(dice, scope),
    }
}

/// What grows with labels, calls and spending.
fn of_more(dice: &mut Dice, scope: &Scope) -> String {
    match dice.below(7) {
        0 | 1 => format!("run has {}", dice.one(LABELS)),
        2 => format!("run.calls >= {}", dice.below(6)),
        3 => format!("run.calls({}) > {}", dice.one(&scope.tools), dice.below(3)),
        4 => format!("run.subjects >= {}", 1 + dice.below(3)),
        5 => format!("run.spent(money) > {} INR", dice.below(200)),
        _ => match scope.boundaries.is_empty() {
            true => format!("run.denied >= {}", 1 + dice.below(4)),
            false => format!("crossed {}", dice.one(&scope.boundaries)),
        },
    }
}

fn of_run(dice: &mut Dice, scope: &Scope) -> String {
    let op = dice.one(&["<", "<=", ">", ">=", "==", "!="]);
    match dice.below(7) {
        0 | 1 => format!("run has {}", dice.one(LABELS)),
        2 => format!("run.calls {op} {}", dice.below(8)),
        3 if !scope.tools.is_empty() => {
            format!(
                "run.calls({}) {op} {}",
                dice.one(&scope.tools),
                dice.below(4)
            )
        }
        4 => format!("run.subjects {op} {}", dice.below(4)),
        5 => format!("run.denied {op} {}", dice.below(4)),
        _ => format!(
            "run.spent({}) {op} {}",
            "money",
            dice.one(&["0 INR", "10 INR", "104.25 INR"])
        ),
    }
}

fn of_boundary(dice: &mut Dice, scope: &Scope) -> String {
    let Some(name) = scope.boundaries.get(dice.below(scope.boundaries.len())) else {
        return of_run(dice, scope);
    };
    match dice.below(3) {
        0 => format!("crossing {name}"),
        1 => format!("crossed {name}"),
        _ => format!("distance({name}) <= {}", dice.below(4)),
    }
}

fn context(dice: &mut Dice) -> String {
    dice.one(&[
        "context.env == \"prod\"",
        "context.env != \"dev\"",
        "context.env in [\"prod\"]",
        "context.level > 2",
        "context.level + 1 <= 3",
        "context.tenant == \"t1\"",
        "context.tenant like \"t*\"",
        "context.safe",
        "context.home under \"/home\"",
    ])
    .to_owned()
}

/// A test on an argument.
fn argument(dice: &mut Dice, name: &'static str, monotone: bool) -> String {
    if dice.percent(25) {
        let test = match monotone {
            true => format!("has {}", dice.one(LABELS)),
            false => match dice.below(6) {
                0 | 1 => "said".to_owned(),
                2 => "endorsed".to_owned(),
                3 => format!("has {}", dice.one(LABELS)),
                4 => "present".to_owned(),
                _ => "absent".to_owned(),
            },
        };
        return format!("args.{name} {test}");
    }
    let fine = |test: &&&str| !monotone || !test.ends_with(" said");
    let tests: Vec<&str> = tests(name).iter().filter(fine).copied().collect();
    dice.one(&tests).to_owned()
}

fn tests(name: &str) -> &'static [&'static str] {
    match name {
        "to" => &[
            "args.to like \"*@example.com\"",
            "args.to like \"*.example\", \"ann@*\"",
            "args.to == \"Ann@EXAMPLE.com\"",
            "args.to != \"ann@example.com\"",
            "args.to in [\"ann@example.com\", \"bob@example.com\"]",
        ],
        "cc" => &[
            "every args.cc like \"*@example.com\"",
            "some args.cc like \"*@evil.example\"",
            "some args.cc == \"ann@example.com\"",
            "every args.cc in [\"ann@example.com\"]",
            "size(args.cc) > 1",
        ],
        "link" => &[
            "args.link like \"stripe.com/**\"",
            "args.link like \"*.example/**\"",
            "args.link under \"stripe.com/checkout\"",
            "args.link == \"https://stripe.com/checkout/1\"",
        ],
        "host" => &[
            "args.host like \"*.example\"",
            "args.host == \"EXAMPLE.com\"",
            "args.host in [\"evil.example\", \"api.stripe.com\"]",
        ],
        "path" => &[
            "args.path under \"~/.ssh\"",
            "args.path under \"/srv\", \"/root\"",
            "args.path like \"**/*.txt\"",
            "args.path == \"/srv/app/data\"",
            "args.path == \"~/notes\"",
            "args.path in [\"~/.ssh/id\", \"/root/.ssh\"]",
        ],
        "cmd" => &[
            "args.cmd runs \"rm -rf\"",
            "args.cmd runs \"rm\", \"curl\"",
            "args.cmd runs only \"ls\", \"git status\"",
            "not args.cmd runs only \"ls\"",
            "size(args.cmd) > 20",
        ],
        "amount" => &[
            "args.amount > 5 INR",
            "args.amount <= 10.50 INR",
            "args.amount == 5 INR",
            "args.amount * 3 > 100 INR",
            "args.amount + 5 INR >= 15.5 INR",
            "args.amount in [1 INR, 100 INR]",
        ],
        "msgs" => &[
            "args.msgs > 1 message",
            "args.msgs * 2 <= 4 message",
            "args.msgs + args.msgs > 5 message",
        ],
        "count" => &[
            "args.count > 2",
            "args.count + 1 <= 3",
            "args.count * args.count > 8",
            "args.count - 4 < 0",
            "args.count in [1, 2, 7]",
            "args.count != 3",
        ],
        "rate" => &["args.rate >= 0.5", "args.rate == 0.25", "args.rate < 1"],
        "note" => &[
            "args.note == \"hello\"",
            "args.note like \"*evil*\"",
            "size(args.note) > 3",
            "size(links(args.note)) > 0",
            "some links(args.note) like \"*evil*\"",
        ],
        "id" => &[
            "args.id == \"id_1\"",
            "args.id like \"*_2\", \"id_\"",
            "args.id in [\"id_1\", \"id_2\"]",
        ],
        "mode" => &[
            "args.mode == \"fast\"",
            "args.mode in [\"slow\", \"safe\"]",
            "args.mode != \"safe\"",
        ],
        "flag" => &["args.flag", "args.flag == true", "not args.flag"],
        "since" => &["args.since present", "args.since == args.since"],
        "wait" => &["args.wait > 10s", "args.wait == 1s", "args.wait <= 1d"],
        "blob" => &[
            "args.blob == \"x\"",
            "args.blob == 1",
            "args.blob.a == 1",
            "args.blob.a == \"7\"",
            "args.blob.b.c absent",
            "some args.blob == \"rm -rf /srv\"",
        ],
        "tags" => &[
            "some args.tags like \"x*\"",
            "every args.tags == \"x\"",
            "size(args.tags) >= 2",
            "some args.tags absent",
        ],
        "meta" => &[
            "args.meta.k == \"v\"",
            "some args.meta == \"w\"",
            "size(args.meta) > 1",
            "args.meta.q absent",
        ],
        "rec" => &[
            "args.rec.a == \"x\"",
            "args.rec.b > 1",
            "args.rec.b absent",
            "some args.rec.c > 1",
            "args.rec.a said",
            "args.rec.b + 1 == 3",
        ],
        "rest" => &[
            "args.rest.p under \"~/.ssh\"",
            "args.rest.u like \"*.example/**\"",
            "args.rest.m.n > 2",
            "args.rest.u present",
        ],
        _ => &["true"],
    }
}
