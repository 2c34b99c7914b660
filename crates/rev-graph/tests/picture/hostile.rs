//! Names that would break out of their place, or that nobody could read.

/// A policy of such names.
pub fn package() -> String {
    let names = names();
    let mut text = String::from("policy \"</title><script>hacked=1</script>\" 1.0.0\n\n");
    text.push_str("label \"</script><script>hacked=1</script>\" confidential\n");
    text.push_str("label \"&lt;b&gt; ]]> --> @DATA@ @JS@\" untrusted\n\n");
    for name in &names {
        text.push_str(&format!(
            "tool \"{name}\" {{ args {{ t: text }}; effect none; yields \"</script><script>hacked=1</script>\", \"&lt;b&gt; ]]> --> @DATA@ @JS@\" }}\n"
        ));
        text.push_str(&format!(
            "tool \"{name} (sends)\" {{ args {{ t: text }}; effect public; reversal irreversible {{ hold 10m; cancel \"{name} (stops)\" {{ t: \"x\" }} }}; blast {{ calls 5 }} }}\n"
        ));
        text.push_str(&format!(
            "tool \"{name} (stops)\" undoes \"{name} (sends)\" {{ args {{ t: text }}; effect internal }}\n"
        ));
    }
    let may: Vec<String> = names
        .iter()
        .flat_map(|name| [format!("\"{name}\""), format!("\"{name} (sends)\"")])
        .collect();
    text.push_str(&format!(
        "\nagent \"' onload='hacked=1\" {{ may {}; up_to time_window_undoable }}\n",
        may.join(", ")
    ));
    text
}

/// As they are written between quotes.
pub fn names() -> Vec<String> {
    let long = "a_very_long_name_that_goes_on_and_on_".repeat(8);
    let mut names: Vec<String> = [
        "<script>hacked=1</script>",
        "<img src=x onerror=hacked=1>",
        "\\\"quoted\\\" and 'single'",
        "back\\\\slash & </g></svg>",
        "@DATA@ and @SCRIPT@",
        "שלום עולם",
        "مرحبا بالعالم",
        "出荷を取り消す",
        "e\u{301}\u{302}\u{303}\u{304}\u{305} z\u{335}\u{336}a\u{489}lgo",
        "👩‍👩‍👧‍👦 family 🏳️‍🌈",
    ]
    .map(str::to_owned)
    .to_vec();
    names.push(long);
    names
}
