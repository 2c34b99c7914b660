//! How the picture looks and answers in a browser. Without one, it says so and nothing is looked at.

use crate::big::big;
use crate::chromium::{Chromium, found};
use crate::hostile;
use crate::package;
use rev_graph::{html, svg};
use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;

/// Texts that lie on each other, and texts that stick out of their boxes. Nothing that is hidden.
const COLLISIONS: &str = r#"(() => {
  const texts = [...document.querySelectorAll("svg text")].filter((text) => text.getClientRects().length > 0);
  const boxes = texts.map((text) => text.getBoundingClientRect());
  const wrong = [];
  const slack = 0.5;
  texts.forEach((text, i) => {
    const a = boxes[i];
    for (let j = i + 1; j < texts.length; j++) {
      const b = boxes[j];
      const meet = a.left + slack < b.right && b.left + slack < a.right && a.top + slack < b.bottom && b.top + slack < a.bottom;
      if (meet) wrong.push(`${text.textContent} lies on ${texts[j].textContent}`);
    }
    const box = text.parentNode.querySelector("rect");
    if (!box || text.parentNode.tagName !== "g") return;
    const c = box.getBoundingClientRect();
    if (a.left + slack < c.left || a.right > c.right + slack || a.top + slack < c.top || a.bottom > c.bottom + slack) {
      wrong.push(`${text.textContent} sticks out of its box`);
    }
  });
  return { texts: texts.length, wrong };
})()"#;

/// The browser, or nothing after having said so.
fn browser() -> Option<Chromium> {
    let Some(path) = found() else {
        // Past the test's own output, which nobody sees of a test that passes.
        let told = "\n!!! NOT LOOKED AT IN A BROWSER: there is no chromium here; set REV_CHROMIUM to one\n";
        let _ = std::io::stderr().write_all(told.as_bytes());
        return None;
    };
    Some(Chromium::open(&path))
}

fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path
}

fn no_collisions(browser: &mut Chromium, least: u64) {
    let found = browser.value(COLLISIONS);
    assert!(found["texts"].as_u64().unwrap() >= least, "{found}");
    assert_eq!(found["wrong"], Value::Array(Vec::new()));
}

#[test]
fn a_picture_of_a_hundred_tools_can_be_read() {
    let Some(mut browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let graph = package::of(&big());
    let picture = file(&folder, "big.svg", &svg(&graph));
    for scheme in ["light", "dark"] {
        browser.scheme(scheme);
        browser.size(2000, 1000);
        browser.visit(&picture);
        let root = browser.value("(({ width, height }) => ({ width, height }))(document.documentElement.viewBox.baseVal)");
        let size = |side: &str| root[side].as_f64().unwrap() as u32;
        browser.size(size("width"), size("height"));
        no_collisions(&mut browser, 200);
        browser.keep(&format!("big-svg-{scheme}"));
    }
    // A text that is moved onto another one is noticed.
    browser.value(
        "(() => { const [a, b] = document.querySelectorAll('.name'); b.setAttribute('x', a.getAttribute('x')); b.setAttribute('y', a.getAttribute('y')); })()",
    );
    let wrong = browser.value(COLLISIONS)["wrong"].as_array().unwrap().len();
    assert!(wrong > 0);
    assert!(browser.complaints.is_empty(), "{:#?}", browser.complaints);
}

#[test]
fn small_and_hostile_pictures_can_be_read() {
    let Some(mut browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let texts = [
        ("hostile", hostile::package()),
        ("support", package::example("support/support.rev")),
        (
            "together",
            package::example("exfiltration/together/policy.rev"),
        ),
        (
            "with_rule",
            package::example("exfiltration/with_rule/policy.rev"),
        ),
        ("slack", package::example("agentdojo/slack/slack.rev")),
    ];
    for (name, text) in texts {
        let graph = package::of(&text);
        browser.size(1800, 900);
        let picture = file(&folder, &format!("{name}.svg"), &svg(&graph));
        browser.visit(&picture);
        no_collisions(&mut browser, 10);
        browser.keep(&format!("{name}-svg"));
        let page = file(&folder, &format!("{name}.html"), &html(&graph));
        browser.visit(&page);
        assert_eq!(browser.value("window.hacked ?? 0"), 0);
        assert_eq!(
            browser.value("document.querySelectorAll('script, img, iframe').length"),
            2
        );
        assert!(browser.value("panel.textContent.length").as_u64().unwrap() > 20);
        browser.keep(&format!("{name}-html"));
    }
    assert!(browser.complaints.is_empty(), "{:#?}", browser.complaints);
}

#[test]
fn a_page_can_be_searched_moved_and_asked() {
    let Some(mut browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let page = file(&folder, "big.html", &html(&package::of(&big())));
    browser.size(1500, 900);
    browser.visit(&page);
    no_collisions(&mut browser, 200);
    browser.keep("big-html");
    let lit = "document.querySelectorAll('.n.on').length";
    let chosen = "document.querySelector('.n.chosen .name')?.textContent ?? ''";
    let in_sight = "(({ left, top, right, bottom }) => left > 0 && top > 0 && right < innerWidth && bottom < innerHeight)(document.querySelector('.n.chosen').getBoundingClientRect())";

    // A slash goes to the search; what is found is lit, centred and told.
    browser.key("/");
    browser.write("people.grant");
    assert_eq!(browser.value(chosen), "people.grant");
    assert_eq!(browser.value(in_sight), true);
    assert_eq!(browser.value("found.textContent"), "1 of 1");
    let told = browser.value("panel.textContent");
    assert!(
        told.as_str().unwrap().contains("authority_modifying"),
        "{told}"
    );
    browser.keep("big-html-search");
    browser.value("search.select()");
    browser.write("publish");
    assert_eq!(browser.value("found.textContent"), "1 of 2");
    browser.key("Enter");
    assert_eq!(browser.value("found.textContent"), "2 of 2");
    assert_eq!(browser.value(chosen), "web.publish");
    browser.key("Escape");
    assert_eq!(browser.value(chosen), "");
    assert_eq!(browser.value("search.value"), "");

    // A click shows the neighbours of a node and what is known of it.
    browser.value("follow.call(null, location.hash = 'node=mail.send')");
    browser.value("0");
    let spot = browser.value("(({ left, top, width, height }) => [left + width / 4, top + height / 2])(document.querySelector('.n.chosen').getBoundingClientRect())");
    let (x, y) = (spot[0].as_f64().unwrap(), spot[1].as_f64().unwrap());
    browser.value("choose(null)");
    browser.mouse("mousePressed", x, y);
    browser.mouse("mouseReleased", x, y);
    assert_eq!(browser.value(chosen), "mail.send");
    assert!(browser.value(lit).as_u64().unwrap() > 3);
    let told = browser.value("panel.textContent");
    for part in [
        "time_window_undoable",
        "may be called by",
        "assistant",
        "rule.credentials_stay",
    ] {
        assert!(told.as_str().unwrap().contains(part), "{part}: {told}");
    }
    browser.keep("big-html-click");

    // Dragging moves the picture and chooses nothing; the wheel and the keys change it, too.
    let view = "picture.getAttribute('viewBox')";
    browser.value("choose(null)");
    let mut before = browser.value(view);
    let mut changed = |browser: &mut Chromium, what: &str| {
        let after = browser.value(view);
        assert_ne!(before, after, "{what}");
        before = after;
    };
    browser.mouse("mousePressed", x, y);
    browser.mouse("mouseMoved", x + 60.0, y + 30.0);
    browser.mouse("mouseReleased", x + 60.0, y + 30.0);
    changed(&mut browser, "drag");
    assert_eq!(browser.value(chosen), "");
    browser.wheel(x, y, 120.0);
    changed(&mut browser, "wheel");
    browser.value("canvas.focus()");
    for key in ["ArrowLeft", "ArrowDown", "+", "0"] {
        browser.key(key);
        changed(&mut browser, key);
    }

    // Everything that can be clicked can be reached and used with the keys.
    browser.value("document.querySelector('.n.tool').focus()");
    browser.key("Enter");
    assert_ne!(browser.value(chosen), "");
    browser.key("Escape");

    // One agent alone.
    browser.value("agent.value = [...agent.options].find((it) => it.textContent === 'researcher').value, agent.dispatchEvent(new Event('change')), 0");
    assert!(browser.value(lit).as_u64().unwrap() < 60);
    assert!(
        browser
            .value("panel.textContent")
            .as_str()
            .unwrap()
            .contains("for researcher")
    );
    assert!(
        !browser
            .value("panel.textContent")
            .as_str()
            .unwrap()
            .contains("for sales")
    );
    browser.keep("big-html-agent");
    browser.key("Escape");
    browser.value("danger.click()");
    browser.keep("big-html-danger");
    assert!(browser.complaints.is_empty(), "{:#?}", browser.complaints);
}
