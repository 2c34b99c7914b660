//! A folder of its own for every test, and the program run in it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub struct Sandbox {
    root: tempfile::TempDir,
}

#[derive(Debug)]
pub struct Answer {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Sandbox {
    pub fn new(files: &[(&str, &str)]) -> Self {
        let root = tempfile::tempdir().unwrap();
        let sandbox = Self { root };
        for (name, text) in files {
            sandbox.write(name, text.as_bytes());
        }
        sandbox
    }

    pub fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    pub fn run(&self, args: &[&str]) -> Answer {
        self.run_with(args, &[], b"")
    }

    /// With variables of the environment and a standard input.
    pub fn run_with(&self, args: &[&str], vars: &[(&str, &str)], input: &[u8]) -> Answer {
        let mut child = command(self.root.path(), args)
            .envs(vars.iter().copied())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        let output = child.wait_with_output().unwrap();
        Answer {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// With a reader that goes away before anything is written. Gives the exit code and the standard error.
    pub fn run_unread(&self, args: &[&str]) -> (i32, String) {
        let mut child = command(self.root.path(), args).spawn().unwrap();
        drop(child.stdout.take());
        drop(child.stdin.take());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        (output.status.code().unwrap(), err)
    }

    /// With nobody to read either stream. Gives the exit code.
    pub fn run_unheard(&self, args: &[&str]) -> i32 {
        let mut child = command(self.root.path(), args).spawn().unwrap();
        drop(child.stdout.take());
        drop(child.stderr.take());
        drop(child.stdin.take());
        child.wait().unwrap().code().unwrap()
    }
}

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_revc"));
    command
        .args(args)
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}
