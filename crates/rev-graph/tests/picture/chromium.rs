//! A browser without a window, asked over a pipe.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(60);

/// A browser with one page.
pub struct Chromium {
    child: Child,
    input: ChildStdin,
    answers: Receiver<Value>,
    next: u64,
    session: Option<String>,
    /// What the page complained of.
    pub complaints: Vec<String>,
    _profile: tempfile::TempDir,
}

/// A browser of this machine.
pub fn found() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("REV_CHROMIUM") {
        return Some(path.into());
    }
    let names = [
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    ];
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let all = names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    all.into_iter().find(|path| path.is_file())
}

impl Chromium {
    pub fn open(browser: &Path) -> Chromium {
        let profile = tempfile::tempdir().unwrap();
        // The pipe is expected at the third and the fourth descriptor.
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 >/dev/null 2>&1"])
            .arg(browser)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
            ])
            .args([
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
            ])
            .args([
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--remote-debugging-pipe",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = child.stdout.take().unwrap();
        let (send, answers) = channel();
        std::thread::spawn(move || {
            for message in BufReader::new(output).split(0).map_while(Result::ok) {
                let message = serde_json::from_slice(&message).unwrap_or(Value::Null);
                if send.send(message).is_err() {
                    return;
                }
            }
        });
        let mut browser = Chromium {
            child,
            input,
            answers,
            next: 0,
            session: None,
            complaints: Vec::new(),
            _profile: profile,
        };
        browser.begin();
        browser
    }

    fn begin(&mut self) {
        let made = self.ask("Target.createTarget", json!({ "url": "about:blank" }));
        let target = made["targetId"].clone();
        let attached = self.ask(
            "Target.attachToTarget",
            json!({ "targetId": target, "flatten": true }),
        );
        self.session = Some(attached["sessionId"].as_str().unwrap().to_owned());
        for domain in ["Page", "Runtime", "Log"] {
            self.ask(&format!("{domain}.enable"), json!({}));
        }
    }

    /// Sends a command and waits for its answer.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.input
            .write_all(format!("{message}\0").as_bytes())
            .unwrap();
        let answer = self.until(|message| message["id"] == id);
        assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
        answer["result"].clone()
    }

    fn until(&mut self, meant: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self
                .answers
                .recv_timeout(PATIENCE)
                .expect("the browser is silent");
            let method = message["method"].as_str().unwrap_or("");
            let level = |at: &str| message["params"][at].as_str().unwrap_or("").to_owned();
            let entry = &message["params"]["entry"];
            let bad = match method {
                "Runtime.exceptionThrown" => true,
                "Runtime.consoleAPICalled" => {
                    ["error", "warning"].contains(&level("type").as_str())
                }
                "Log.entryAdded" => {
                    ["error", "warning"].contains(&entry["level"].as_str().unwrap_or(""))
                }
                _ => false,
            };
            if bad {
                self.complaints.push(message["params"].to_string());
            }
            if meant(&message) {
                return message;
            }
        }
    }

    pub fn size(&mut self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.ask("Emulation.setDeviceMetricsOverride", size);
    }

    pub fn scheme(&mut self, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.ask(
            "Emulation.setEmulatedMedia",
            json!({ "features": features }),
        );
    }

    /// Opens a file and waits until it is there.
    pub fn visit(&mut self, file: &Path) {
        let url = format!("file://{}", file.display());
        self.ask("Page.navigate", json!({ "url": url }));
        self.until(|message| message["method"] == "Page.loadEventFired");
    }

    /// What an expression comes to in the page.
    pub fn value(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "returnByValue": true });
        let answer = self.ask("Runtime.evaluate", asked);
        assert!(
            answer["exceptionDetails"].is_null(),
            "{expression}: {answer}"
        );
        answer["result"]["value"].clone()
    }

    pub fn key(&mut self, key: &str) {
        let text = if key.chars().count() == 1 {
            json!(key)
        } else {
            Value::Null
        };
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({ "type": kind, "key": key });
            if kind == "keyDown" && !text.is_null() {
                event["text"] = text.clone();
            }
            self.ask("Input.dispatchKeyEvent", event);
        }
    }

    pub fn write(&mut self, text: &str) {
        self.ask("Input.insertText", json!({ "text": text }));
    }

    pub fn mouse(&mut self, kind: &str, x: f64, y: f64) {
        let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
        self.ask("Input.dispatchMouseEvent", event);
    }

    pub fn wheel(&mut self, x: f64, y: f64, by: f64) {
        let event = json!({ "type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": by });
        self.ask("Input.dispatchMouseEvent", event);
    }

    /// Keeps a picture of the page, where somebody wants to look at it: in the folder `REV_SCREENSHOTS`.
    pub fn keep(&mut self, name: &str) {
        let Some(folder) = std::env::var_os("REV_SCREENSHOTS") else {
            return;
        };
        let shot = self.ask("Page.captureScreenshot", json!({ "format": "png" }));
        let path = Path::new(&folder).join(format!("{name}.png"));
        std::fs::write(path, bytes(shot["data"].as_str().unwrap())).unwrap();
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Base64 as the browser sends it.
fn bytes(text: &str) -> Vec<u8> {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    for letter in text.chars().filter_map(|letter| letters.find(letter)) {
        bits = bits << 6 | u32::try_from(letter).unwrap();
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push(u8::try_from(bits >> count & 255).unwrap());
        }
        bits &= (1 << count) - 1;
    }
    out
}
