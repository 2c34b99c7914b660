//! Packages by chance.

use crate::condition::Scope;
use crate::dice::Dice;
use crate::items::{agents, base, boundary, rule};
use crate::tool::{Optional, Tool, tool};
use crate::words::BOUNDARIES;

/// The text of a package, item by item, and what calls of its tools need to know.
#[derive(Clone, Debug)]
pub struct Package {
    pub items: Vec<String>,
    pub(crate) tools: Vec<Tool>,
}

const NAMES: &[&str] = &[
    "shop.buy",
    "shop.sell",
    "shop.stock.move",
    "mail.send",
    "mail.draft",
    "web.get",
    "web.put_page",
    "run_job",
];
const WIDE: &[&str] = &["net.*", "net.page.*", "*.fetch", "job_*", "db.*"];
const MEANT: &[&str] = &[
    "shop.*",
    "web.*",
    "mail.*",
    "shop.stock.*",
    "run_*",
    "*.get",
    "*",
];

impl Package {
    /// Any package.
    pub fn roll(dice: &mut Dice) -> Package {
        Package::of(dice, false)
    }

    /// One whose rules are such that more labels, calls and spending can only make them fire.
    pub fn monotone(dice: &mut Dice) -> Package {
        Package::of(dice, true)
    }

    fn of(dice: &mut Dice, monotone: bool) -> Package {
        let names = dice.some(NAMES, 55);
        let globs: Vec<&str> = dice.some(WIDE, 25);
        let mut known: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        known.push("look".to_owned());
        let mut meant = known.clone();
        let covered = |glob: &&&str| {
            names
                .iter()
                .any(|name| rev_analysis::glob::matches(glob, name))
        };
        meant.extend(MEANT.iter().filter(covered).map(|glob| (*glob).to_owned()));
        meant.extend(globs.iter().map(|glob| (*glob).to_owned()));
        let crossed: Vec<&'static str> = match monotone {
            true => Vec::new(),
            false => dice.some(BOUNDARIES, 45),
        };
        let scope = Scope {
            args: Vec::new(),
            run: true,
            boundaries: crossed.clone(),
            tools: meant,
            monotone,
        };
        let mut tools = vec![
            Tool {
                name: "look".to_owned(),
                args: vec![("id", Optional::Key)],
                ..Tool::default()
            },
            Tool {
                name: "revert".to_owned(),
                args: vec![("id", Optional::Key)],
                recovers: true,
                ..Tool::default()
            },
            Tool {
                name: "revert_any".to_owned(),
                args: vec![("id", Optional::Key)],
                recovers: true,
                ..Tool::default()
            },
        ];
        let own: Vec<Tool> = names
            .iter()
            .map(|name| tool(dice, name, false, &scope))
            .collect();
        let wide: Vec<Tool> = globs
            .iter()
            .map(|name| tool(dice, name, true, &scope))
            .collect();
        let mut items = vec!["policy p 1.0.0\n".to_owned(), base(dice)];
        let undone: Vec<&str> = own
            .iter()
            .filter(|tool| tool.text.contains(" revert {"))
            .map(|tool| tool.name.as_str())
            .collect();
        if !undone.is_empty() {
            let effect = dice.one(&["internal", "internal", "public"]);
            items.push(format!(
                "tool revert undoes {} {{ args {{ id?: text }}; effect {effect} }}\n",
                undone.join(", ")
            ));
        }
        items.extend(own.iter().chain(&wide).map(|tool| tool.text.clone()));
        for at in 0..dice.below(6) {
            items.push(rule(dice, &format!("rule_{at}"), &own, &scope));
        }
        let mut before = Scope {
            boundaries: Vec::new(),
            ..scope
        };
        for name in crossed {
            items.push(boundary(dice, name, &own, &before));
            before.boundaries.push(name);
        }
        items.push(agents(dice, &known));
        tools.extend(own.into_iter().chain(wide));
        Package { items, tools }
    }

    /// A package that somebody wrote.
    pub fn written(text: &str) -> Package {
        Package {
            items: vec![text.to_owned()],
            tools: Vec::new(),
        }
    }

    /// Whether every declaration that a call falls under needs an argument.
    pub fn needs(&self, tool: &str, argument: &str) -> bool {
        let mut own = self.tools.iter().filter(|one| one.called() == tool);
        let needs = |one: &Tool| {
            let mut args = one.args.iter();
            args.any(|(name, optional)| *name == argument && *optional != Optional::Key)
        };
        own.next().is_some_and(needs)
    }

    /// One more rule, about anything.
    pub fn another_rule(&self, dice: &mut Dice) -> String {
        let named: Vec<Tool> = self
            .tools
            .iter()
            .filter(|tool| !tool.text.is_empty() && !tool.name.contains('*'))
            .cloned()
            .collect();
        let scope = Scope {
            run: true,
            tools: named.iter().map(|tool| tool.name.clone()).collect(),
            ..Scope::default()
        };
        rule(dice, "another", &named, &scope)
    }

    pub fn text(&self) -> String {
        self.items.concat()
    }
}
