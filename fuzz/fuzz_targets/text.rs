//! A pattern on the first line, a value after it: nothing panics, one spelling stays one, and nothing known is hidden.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rev_text::{Context, Kind, Op, Pattern, Truth, command, inside, links, normalise};

const KINDS: [Kind; 6] = [
    Kind::Text,
    Kind::Path,
    Kind::Url,
    Kind::Host,
    Kind::Email,
    Kind::Command,
];
const OPS: [Op; 5] = [Op::Is, Op::Like, Op::Under, Op::Runs, Op::RunsOnly];

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let (pattern, value) = text.split_once('\n').unwrap_or((&text, &text));
    let nowhere = Context::default();
    let here = Context {
        home: Some("/home/u"),
        cwd: Some("/srv/app"),
        tried: true,
    };
    for context in [nowhere, here] {
        for kind in KINDS {
            let normal = normalise(kind, value, &context);
            if let Ok(once) = &normal {
                let twice = normalise(kind, once, &context);
                assert_eq!(twice.as_deref(), Ok(once.as_ref()), "{kind:?}");
            }
            for op in OPS {
                let value = normal.as_deref().unwrap_or(value);
                let _ = Pattern::canonical(kind, op, pattern).matches(value, &context);
                let Ok(once) = Pattern::parse(kind, op, pattern) else {
                    continue;
                };
                let written = once.to_string();
                let twice = Pattern::parse(kind, op, &written).map(|twice| twice.to_string());
                assert_eq!(twice.as_deref(), Ok(written.as_str()), "{kind:?} {op:?}");
                let _ = once.matches(value, &context);
            }
            let _ = inside(kind, value, &context);
        }
    }
    let _ = links(value);
    let script = command::read(&format!("rm -rf x\n{value}"));
    assert_eq!(script.runs("rm -rf"), Truth::True);
});
