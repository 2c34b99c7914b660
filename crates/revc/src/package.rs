//! From the paths on the command line to the files to read, each once, in the order of their names.
//!
//! A folder is a package with all `.rev` files below it. A folder below it that has a `rev.toml` of its own is a package
//! of its own, and its files are not the outer one's.

use crate::failure::Failure;
use rev_analysis::manifest;
use rev_diagnostics::suggest;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// What to paste into a first file. It checks clean, which a test holds it to.
const FIRST_POLICY: &str = "\
policy my_policy 0.1.0
tool orders.get { args { order: text }; effect none }
agent my_agent { may orders.*; up_to read_only }
";

/// One byte more than a file may have is enough for `rev_syntax::decode` to refuse it.
const READ_AT_MOST: u64 = rev_syntax::MAX_BYTES as u64 + 1;

/// A file of a package.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceFile {
    /// As printed: the way the user gave it, with forward slashes.
    pub name: String,
    pub path: PathBuf,
}

impl SourceFile {
    pub fn read(&self) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        fs::File::open(&self.path)
            .and_then(|file| file.take(READ_AT_MOST).read_to_end(&mut bytes))
            .map_err(|error| Failure::io("read", &self.name, &error))?;
        Ok(bytes)
    }
}

/// The files named by `paths`: a folder stands for all `.rev` files below it.
pub fn gather(paths: &[PathBuf]) -> Result<Vec<SourceFile>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        let metadata = fs::metadata(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => missing(path),
            _ => Failure::io("read", &shown(path), &error),
        })?;
        if metadata.is_dir() {
            files.extend(below(path)?);
        } else {
            files.push(source_file(path));
        }
    }
    files.sort();
    let mut seen = BTreeSet::new();
    files.retain(|file| {
        let real = fs::canonicalize(&file.path).unwrap_or_else(|_| file.path.clone());
        seen.insert(real)
    });
    Ok(files)
}

/// A folder that is a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    pub path: PathBuf,
    pub manifest: Option<SourceFile>,
    pub files: Vec<SourceFile>,
}

/// The package of a folder, even if it has no files, and behind it those further down.
pub fn folders(folder: &Path) -> Result<Vec<Folder>, Failure> {
    let (mut files, mut manifests) = (Vec::new(), Vec::new());
    for path in walk(folder)? {
        match is_rev(&path) {
            true => files.push(path),
            false => manifests.push(path),
        }
    }
    let mut all = vec![Folder {
        path: folder.to_owned(),
        manifest: None,
        files: Vec::new(),
    }];
    manifests.sort();
    for path in manifests {
        let manifest = Some(source_file(&path));
        match path.parent() {
            Some(parent) if parent != folder => all.push(Folder {
                path: parent.to_owned(),
                manifest,
                files: Vec::new(),
            }),
            _ => all
                .iter_mut()
                .take(1)
                .for_each(|it| it.manifest = manifest.clone()),
        }
    }
    let by_path: BTreeMap<PathBuf, usize> = all.iter().map(|it| it.path.clone()).zip(0..).collect();
    files.sort();
    for path in files {
        let nearest = path.ancestors().find_map(|above| by_path.get(above));
        if let Some(package) = all.get_mut(nearest.copied().unwrap_or(0)) {
            package.files.push(source_file(&path));
        }
    }
    Ok(all)
}

/// All `.rev` files below a folder; it is a failure to have none.
fn below(folder: &Path) -> Result<Vec<SourceFile>, Failure> {
    let files: Vec<SourceFile> = walk(folder)?
        .iter()
        .filter(|path| is_rev(path))
        .map(|path| source_file(path))
        .collect();
    match files.is_empty() {
        true => Err(nothing_below(folder)),
        false => Ok(files),
    }
}

/// Every `.rev` file and every `rev.toml` below a folder.
fn walk(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let root =
        fs::canonicalize(folder).map_err(|error| Failure::io("read", &shown(folder), &error))?;
    let mut linked = BTreeSet::new();
    let entries = WalkDir::new(folder)
        .follow_links(true)
        .into_iter()
        .filter_entry(|entry| {
            entry.depth() == 0 || !(is_skipped(entry) || leads_back(entry, &root, &mut linked))
        });

    let mut files = Vec::new();
    for entry in entries {
        match entry {
            Ok(entry) if entry.file_type().is_file() && is_ours(entry.path()) => {
                files.push(entry.into_path());
            }
            Ok(_) => {}
            Err(error) => {
                let Some(path) = error.path().filter(|path| !is_harmless(path)) else {
                    continue;
                };
                let name = shown(path);
                return Err(match error.io_error() {
                    Some(error) => Failure::io("read", &name, error),
                    None => Failure::new(format!("cannot read `{name}`")),
                });
            }
        }
    }
    Ok(files)
}

/// Hidden folders and those that tools fill.
fn is_skipped(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    entry.file_type().is_dir()
        && (name.starts_with('.') || name == "target" || name == "node_modules")
}

/// Whether a linked folder has been or will be visited anyway, so that links cannot lead in circles.
fn leads_back(entry: &DirEntry, root: &Path, linked: &mut BTreeSet<PathBuf>) -> bool {
    if !(entry.path_is_symlink() && entry.file_type().is_dir()) {
        return false;
    }
    let Ok(target) = fs::canonicalize(entry.path()) else {
        return true;
    };
    target.starts_with(root) || root.starts_with(&target) || !linked.insert(target)
}

/// A link to nowhere matters only if a policy should be there; editors mark open files with `.#` links.
fn is_harmless(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.is_symlink() && (!is_ours(path) || name.starts_with(".#"))
}

fn is_ours(path: &Path) -> bool {
    is_rev(path) || is_manifest(path)
}

pub fn is_manifest(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == manifest::NAME)
}

fn is_rev(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rev")
}

pub fn source_file(path: &Path) -> SourceFile {
    SourceFile {
        name: shown(path),
        path: path.to_owned(),
    }
}

/// A path as printed: forward slashes everywhere, no `./` in front.
pub fn shown(path: &Path) -> String {
    let mut name = String::new();
    for component in path.components() {
        match component {
            Component::CurDir => continue,
            Component::RootDir => name.push('/'),
            Component::Prefix(_) | Component::ParentDir | Component::Normal(_) => {
                if !(name.is_empty() || name.ends_with('/')) {
                    name.push('/');
                }
                name.push_str(&component.as_os_str().to_string_lossy());
            }
        }
    }
    if name.is_empty() {
        ".".to_owned()
    } else {
        name
    }
}

pub fn missing(path: &Path) -> Failure {
    let failure = Failure::new(format!("`{}` does not exist", shown(path)));
    match near(path) {
        Some(name) => failure.help(format!("did you mean `{name}`?")),
        None => failure,
    }
}

/// The path with its first wrong part replaced by a name that is there.
pub fn near(path: &Path) -> Option<String> {
    let is_missing = |part: &&Path| !(part.as_os_str().is_empty() || part.exists());
    let wrong = path.ancestors().take_while(is_missing).last()?;
    let parent = wrong.parent()?;
    let folder = if parent.as_os_str().is_empty() {
        Path::new(".")
    } else {
        parent
    };
    let names: Vec<String> = fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| !name.starts_with('.'))
        .collect();
    let word = wrong.file_name()?.to_string_lossy();
    let best = suggest::nearest(&word, names.iter().map(String::as_str))?;
    let rest = path.strip_prefix(wrong).ok()?;
    let whole = parent.join(best).join(rest);
    whole.exists().then(|| shown(&whole))
}

pub fn nothing_below(folder: &Path) -> Failure {
    let place = match shown(folder).as_str() {
        "." => "the current folder".to_owned(),
        name => format!("`{name}`"),
    };
    let policy: String = FIRST_POLICY
        .lines()
        .map(|line| format!("    {line}\n"))
        .collect();
    Failure::new(format!("no `.rev` files in {place}"))
        .help(format!(
            "a first policy; save it as `policy.rev` and run `revc check`\n\n{policy}"
        ))
        .help("`revc help` lists the commands, `revc explain` every mistake they can find")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[&str]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for file in files {
            let path = root.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        root
    }

    /// Names below `root`, as `gather` finds them in the folders `given`.
    fn gathered(root: &tempfile::TempDir, given: &[&str]) -> Vec<String> {
        let paths: Vec<PathBuf> = given.iter().map(|path| root.path().join(path)).collect();
        let prefix = format!("{}/", shown(root.path()));
        gather(&paths)
            .unwrap()
            .into_iter()
            .map(|file| file.name.replace(&prefix, ""))
            .collect()
    }

    #[test]
    fn a_folder_stands_for_its_policies() {
        let root = folder(&[
            "b.rev",
            "a/z.rev",
            "a/notes.md",
            ".git/x.rev",
            "target/y.rev",
            "a/node_modules/z.rev",
        ]);
        assert_eq!(gathered(&root, &[""]), ["a/z.rev", "b.rev"]);
    }

    #[test]
    fn a_file_given_twice_is_read_once() {
        let root = folder(&["a.rev", "b.txt"]);
        assert_eq!(
            gathered(&root, &["b.txt", "", "a.rev", "./a.rev"]),
            ["a.rev", "b.txt"]
        );
    }

    #[test]
    fn a_manifest_below_makes_a_package_of_its_own() {
        let root = folder(&[
            "a.rev",
            "p/rev.toml",
            "p/x/b.rev",
            "p/x/q/rev.toml",
            "p/x/q/c.rev",
            "r/d.rev",
        ]);
        let found: Vec<(bool, Vec<String>)> = folders(root.path())
            .unwrap()
            .into_iter()
            .map(|it| {
                let last = |file: SourceFile| {
                    file.path
                        .file_name()
                        .unwrap()
                        .to_string_lossy()
                        .into_owned()
                };
                (
                    it.manifest.is_some(),
                    it.files.into_iter().map(last).collect(),
                )
            })
            .collect();
        assert_eq!(
            found,
            [
                (false, vec!["a.rev".to_owned(), "d.rev".to_owned()]),
                (true, vec!["b.rev".to_owned()]),
                (true, vec!["c.rev".to_owned()]),
            ]
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_out_but_not_in_circles() {
        use std::os::unix::fs::symlink;
        let root = folder(&["in/a.rev", "out/b.rev"]);
        let at = |path: &str| root.path().join(path);
        symlink(at("in"), at("in/again")).unwrap();
        symlink(root.path(), at("in/up")).unwrap();
        symlink(at("out"), at("in/elsewhere")).unwrap();
        symlink(at("in"), at("out/back")).unwrap();
        symlink(at("out"), at("out/self")).unwrap();
        symlink("loop", at("in/loop")).unwrap();
        symlink("nobody@nowhere", at("in/.#a.rev")).unwrap();
        assert_eq!(gathered(&root, &["in"]), ["in/a.rev", "in/elsewhere/b.rev"]);
    }

    #[test]
    fn names_are_printed_as_given() {
        assert_eq!(
            shown(Path::new("./examples//support/a.rev")),
            "examples/support/a.rev"
        );
        assert_eq!(shown(Path::new("../a.rev")), "../a.rev");
        assert_eq!(shown(Path::new("/etc/a.rev")), "/etc/a.rev");
        assert_eq!(shown(Path::new(".")), ".");
    }

    #[test]
    fn a_misspelt_folder_is_found() {
        let root = folder(&["examples/support/a.rev"]);
        let near = near(&root.path().join("exampels/support/a.rev")).unwrap();
        assert!(near.ends_with("/examples/support/a.rev"), "{near}");
    }
}
