//! A package as large as a company's: 100 tools, 6 agents, 10 labels, 3 boundaries.

/// Per part: its name, what its texts carry, what its secrets carry.
const PARTS: [(&str, &str, &str); 10] = [
    ("billing", "pii", "accounting"),
    ("calendar", "invitation", "pii"),
    ("chat", "letter", "invitation"),
    ("contracts", "pii", "contract"),
    ("crm", "pii", "contract"),
    ("deploy", "document", "credential"),
    ("files", "document", "source_code"),
    ("mail", "letter", "pii"),
    ("people", "pii", "salary"),
    ("web", "page", "document"),
];

pub fn big() -> String {
    let mut text = String::from(
        r#"policy company 3.2.0

label pii
label accounting confidential
label contract confidential implies pii
label credential confidential
label salary confidential implies pii
label source_code confidential
label letter untrusted
label page untrusted
label invitation untrusted
label document

rule credentials_stay { when run has credential and call is outbound; gate two_person; because "a key that others have read is no key" }
rule salaries_stay { when run has salary and call is outbound; deny because "nobody needs them outside" }
rule strangers_do_not_decide { when call is people.grant and not args.to said; gate approval }

boundary elsewhere { email like "*@elsewhere.example"; gate approval; because "these letters leave the house" }
boundary own_domain { email like "*@shop.example" }
boundary both_ways = own_domain then elsewhere { refuse because "what was told inside is told outside" }

agent accountant { may billing.*, contracts.*, mail.*; up_to time_window_undoable }
agent assistant { may calendar.*, mail.*, chat.*, crm.get, crm.list, web.*; up_to irreversible_public }
agent deployer { may deploy.*, files.*, chat.*; up_to authority_modifying }
agent recruiter { may people.*, mail.*, calendar.*, web.search, web.get; up_to authority_modifying }
agent researcher { may web.*, files.get, files.list, files.search, crm.search; up_to irreversible_public }
agent sales { may crm.*, contracts.get, contracts.list, mail.*, calendar.*; up_to compensating }
"#,
    );
    for (part, plain, secret) in PARTS {
        text.push_str(&tools(part, plain, secret));
    }
    text
}

fn tools(part: &str, plain: &str, secret: &str) -> String {
    let last = match part {
        "deploy" | "people" => format!(
            "tool {part}.grant {{ args {{ to: email, role: text }}; effect authority; reversal irreversible {{ human }}; blast {{ calls 2 }} }}\n"
        ),
        "chat" | "web" => format!(
            "tool {part}.publish {{ args {{ text: text }}; effect public; reversal irreversible {{ human }}; blast {{ calls 1 }} }}\n"
        ),
        "files" => format!(
            r#"tool {part}.purge_everything_older_than {{ args {{ id: text }}; effect internal; dry_run none because "nobody keeps a list"; reversal irreversible {{ human }}; blast {{ calls 1 }} }}
"#
        ),
        _ => format!("tool {part}.count {{ args {{ q: text }}; effect none }}\n"),
    };
    format!(
        r#"
tool {part}.get {{ args {{ id: text }}; effect none; yields {plain} }}
tool {part}.list {{ args {{ q: text }}; effect none; yields {plain} }}
tool {part}.search {{ args {{ q: text }}; effect none; yields {plain}, {secret} }}
tool {part}.export {{ args {{ q: text }}; effect none; yields {secret} }}
tool {part}.update {{
    args {{ id: text, text: text }}
    result {{ id: text }}
    effect internal
    reversal reversible {{ by {part}.restore {{ id: result.id }}; approval auto; verify {part}.get {{ id: result.id }} until seen absent attempts 1 }}
    blast {{ calls 20 }}
}}
tool {part}.restore undoes {part}.update, {part}.send {{ args {{ id: text }}; effect internal }}
tool {part}.charge_for {{
    args {{ id: text, to: email }}
    result {{ id: text }}
    effect public
    reversal compensable {{ by {part}.refund {{ id: result.id }}; within 72h; approval human; verify {part}.get {{ id: result.id }} until seen absent attempts 1 }}
    blast {{ calls 3 }}
}}
tool {part}.refund undoes {part}.charge_for {{ args {{ id: text }}; effect public }}
tool {part}.send {{
    args {{ to: email, body: text }}
    result {{ id: text }}
    effect public
    reversal irreversible {{ hold 10m; cancel {part}.restore {{ id: result.id }} }}
    blast {{ calls 5 }}
}}
{last}"#
    )
}
