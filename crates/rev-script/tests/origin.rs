//! What can be relied on about where values come from, for words and results that nobody would think of.

#[cfg(test)]
mod origin {
    use proptest::prelude::*;
    use rev_analysis::{Database, Levels, Package, SourceFile};
    use rev_eval::{Call, Capability, Json, LabelSet, Origin, Origins, Outcome, Run};
    use rev_origin::Tracker;
    use rev_table::Table;
    use serde_json::{Value, json};
    use std::sync::{Arc, OnceLock};

    const POLICY: &str = r#"policy p 1.0.0

label external untrusted
label secret confidential

tool web.get { args { at: text }; effect none; yields external }
tool vault.get { effect none; yields secret }
tool book.find { args { name: text }; effect none; trusted }
tool book.all { effect none; trusted }
tool use { args { value: json }; effect none }

rule noted { when call is use and (args.value has external or args.value has secret); gate approval }

agent bot { may *; up_to read_only }
"#;

    fn table() -> &'static Table {
        static TABLE: OnceLock<Table> = OnceLock::new();
        TABLE.get_or_init(|| {
            let db = Database::default();
            let file = SourceFile::new(&db, "p.rev".to_owned(), Arc::from(POLICY));
            let package = Package::new(&db, vec![file], Levels::default(), Vec::new());
            rev_lower::lower(&db, package).unwrap().table
        })
    }

    /// A run and its tracker.
    #[derive(Clone)]
    struct Session {
        run: Run,
        tracker: Tracker,
    }

    impl Session {
        fn new() -> Session {
            Session {
                run: Run::open(table(), "bot", Capability::default()).unwrap(),
                tracker: Tracker::new(),
            }
        }

        fn prompt(mut self, words: &str) -> Session {
            self.tracker.person_said(words);
            self.run.person_spoke();
            self
        }

        fn call(mut self, tool: &str, args: Value, result: &Value) -> Session {
            let call = Call::new(tool, Json::Tree(&args));
            let traced = self.tracker.trace(table(), &self.run, &call);
            let origins = traced.origins();
            let decision = self.run.decide(table(), &call.from(Origins(&origins)));
            let result = Json::Tree(result);
            self.run
                .commit(table(), &decision, Outcome::Returned(result));
            let labels = self.tracker.returned(table(), &decision, &traced, result);
            self.run.label(table(), labels);
            self
        }

        fn origin(&self, value: &Value) -> Origin {
            let args = json!({ "value": value });
            let call = Call::new("use", Json::Tree(&args));
            let traced = self.tracker.trace(table(), &self.run, &call);
            let mut origins = traced.origins().into_iter();
            origins.find(|(name, _)| *name == "value").unwrap().1
        }

        fn labels(&self, value: &Value) -> LabelSet {
            self.origin(value).labels.unwrap_or(self.run.labels())
        }
    }

    const PIECES: &[&str] = &[
        "alice",
        "Bo",
        "ann@x.example",
        "https://x.example/a",
        "www.x.example",
        "12",
        "4,000",
        "123456",
        "é",
        "王小明",
        " ",
        " ",
        "\n",
        "'",
        "\"",
        "-",
        ".",
        ",",
        ": ",
        "- ",
        "> ",
        "s",
    ];

    fn text() -> impl Strategy<Value = String> {
        let piece = prop::sample::select(PIECES);
        prop::collection::vec(piece, 0..10).prop_map(|pieces| pieces.concat())
    }

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            text().prop_map(Value::from),
            prop::sample::select(&[0_i64, 7, 12, 4000, 123_456][..]).prop_map(Value::from),
            any::<bool>().prop_map(Value::from),
            Just(Value::Null),
        ];
        leaf.prop_recursive(2, 8, 3, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
                prop::collection::btree_map("[a-c]", inner, 0..3)
                    .prop_map(|entries| Value::Object(entries.into_iter().collect())),
            ]
        })
    }

    /// A value, and a text that is likely to contain it.
    fn contained() -> impl Strategy<Value = (String, Value)> {
        (text(), text(), text()).prop_map(|(before, value, after)| {
            (format!("{before} {value} {after}"), Value::from(value))
        })
    }

    proptest! {
        #[test]
        fn more_words_never_make_less_said((words, value) in contained(), more in text()) {
            let said = |session: &Session| session.origin(&value).said;
            let before = Session::new().prompt(&words);
            if said(&before) {
                let behind = format!("{words}\n{more}");
                let ahead = format!("{more}\n{words}");
                let read = before.clone().call("web.get", json!({ "at": more }), &json!(more));
                let again = before.prompt(&more);
                for more in [Session::new().prompt(&behind), Session::new().prompt(&ahead), read, again] {
                    prop_assert!(said(&more));
                }
            }
        }

        #[test]
        fn nothing_in_a_strangers_result_becomes_said_or_endorsed(words in text(), result in value(), value in value()) {
            let before = Session::new().prompt(&words);
            let after = before.clone().call("web.get", json!({ "at": words }), &result);
            for value in [&value, &result] {
                let (before, after) = (before.origin(value), after.origin(value));
                prop_assert_eq!((before.said, before.endorsed), (after.said, after.endorsed));
            }
        }

        #[test]
        fn asking_by_what_nobody_said_says_nothing((name, value) in contained(), result in value()) {
            let asked = Session::new().prompt("something else").call("book.find", json!({ "name": name }), &result);
            prop_assume!(!name.trim().is_empty());
            for part in [&value, &result] {
                let said = Session::new().prompt("something else").origin(part).said;
                prop_assert_eq!(asked.origin(part).said, said);
            }
            // What the call put in itself it does not vouch for.
            let echoed = Session::new().call("book.find", json!({ "name": name }), &json!([name, value]));
            let nothing = Session::new().origin(&value);
            prop_assert_eq!(echoed.origin(&value).endorsed, nothing.endorsed);
        }

        #[test]
        fn what_was_read_only_ever_adds_labels(words in text(), read in value(), value in value()) {
            let before = Session::new().prompt(&words).call("vault.get", json!({}), &json!("k"));
            let after = before.clone().call("vault.get", json!({}), &read);
            prop_assert!(before.labels(&value).without(after.labels(&value)).is_empty());
        }

        #[test]
        fn a_said_value_carries_what_the_results_with_it_carry((secret, value) in contained()) {
            let session = Session::new().prompt(&secret).call("vault.get", json!({}), &json!({ "a": [secret] }));
            let origin = session.origin(&value);
            let empty = value.as_str().is_some_and(|text| text.trim().is_empty());
            if origin.said && !empty {
                let secret = table().labels().iter().position(|it| table().text(it.name.get()) == "secret");
                prop_assert!(session.labels(&value).has(u32::try_from(secret.unwrap()).unwrap()), "{origin:?}");
            }
        }
    }
}
