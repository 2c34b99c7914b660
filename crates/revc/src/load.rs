//! From paths to packages that can be checked: texts read once, `rev.toml` obeyed, dependencies found.
//!
//! Every path is a package of its own: a folder with its `rev.toml`, or one file without. A file that lies in a folder
//! given beside it belongs to that folder.

use crate::dependencies;
use crate::failure::Failure;
use crate::package::{self, Folder, SourceFile};
use rev_analysis::manifest::{self, Manifest};
use rev_analysis::{Database, Levels, Package};
use rev_diagnostics::{Diagnostic, FileId, Sources};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Texts that stand in for what is on the disk, by real path.
pub type Overlay = BTreeMap<PathBuf, Arc<str>>;

/// Stands for the standard input.
pub const STDIN: &str = "-";

/// Everything that was read, and how it belongs together.
#[derive(Debug, Default)]
pub struct Loaded {
    pub db: Database,
    /// By their `FileId`.
    pub files: Vec<File>,
    pub packages: Vec<LoadedPackage>,
    /// What is wrong with texts that are no text, and with every `rev.toml`.
    pub findings: Vec<Diagnostic>,
    /// What could not be read at all.
    pub failures: Vec<Failure>,
    by_path: BTreeMap<PathBuf, FileId>,
    manifests: BTreeMap<PathBuf, Manifest>,
}

/// A file that was read.
#[derive(Debug)]
pub struct File {
    pub source: SourceFile,
    pub real: PathBuf,
    pub text: Arc<str>,
    /// `None` for what is not a policy: a `rev.toml`, or bytes that are no text.
    pub input: Option<rev_analysis::SourceFile>,
    /// Whether it belongs to a package that was asked for, rather than to a dependency.
    pub own: bool,
}

/// A package that was asked for.
#[derive(Debug)]
pub struct LoadedPackage {
    pub input: Package,
    /// Its files, then those of its dependencies: what the numbers of the analysis mean.
    pub ids: Vec<FileId>,
    /// Whether every file is text. If not, names may be missing that somebody else uses.
    pub readable: bool,
}

/// Reads what the paths stand for, and everything that depends on. What cannot be read keeps nothing else from being
/// read.
pub fn load(paths: &[PathBuf], overlay: &Overlay) -> Loaded {
    let mut loaded = Loaded::default();
    let mut folders: Vec<Folder> = Vec::new();
    let mut alone: Vec<SourceFile> = Vec::new();
    for path in paths {
        match meant(path) {
            Ok(Meant::Folders(found)) => folders.extend(found),
            Ok(Meant::File(file)) => alone.push(file),
            Err(failure) => loaded.failures.push(failure),
        }
    }

    let mut seen = std::collections::BTreeSet::new();
    folders.retain(|folder| seen.insert(real(&folder.path)));
    let mut own: Vec<Own<'_>> = Vec::new();
    for folder in &folders {
        let files = folder.files.iter();
        let read: Vec<Option<FileId>> = files.map(|file| loaded.tried(file, overlay)).collect();
        own.push(Own {
            folder: Some(folder),
            complete: read.iter().all(Option::is_some),
            ids: read.into_iter().flatten().collect(),
        });
    }
    for file in &alone {
        if !loaded.by_path.contains_key(&real(&file.path)) {
            own.extend(loaded.tried(file, overlay).map(|id| Own {
                folder: None,
                complete: true,
                ids: vec![id],
            }));
        }
    }
    for file in &mut loaded.files {
        file.own = true;
    }

    let mut cycles = dependencies::Cycles::default();
    for mut package in own {
        let told = loaded.findings.len();
        let read = match package.folder {
            Some(folder) => {
                dependencies::of(&mut loaded, folder, &package.ids, overlay, &mut cycles)
            }
            None => Ok((Levels::default(), Vec::new())),
        };
        let (levels, foreign) = read.unwrap_or_else(|failure| {
            loaded.failures.push(failure);
            package.complete = false;
            (Levels::default(), Vec::new())
        });
        // Items of a dependency that could not be loaded are missing everywhere, and that is one mistake.
        let complete = package.complete && loaded.findings.len() == told;
        loaded.package(package.ids, levels, foreign, complete);
    }
    loaded
}

/// A package that was asked for, read but for its dependencies.
struct Own<'a> {
    folder: Option<&'a Folder>,
    ids: Vec<FileId>,
    /// Each of its files could be read.
    complete: bool,
}

/// What a path stands for.
enum Meant {
    Folders(Vec<Folder>),
    File(SourceFile),
}

fn meant(path: &Path) -> Result<Meant, Failure> {
    if path == Path::new(STDIN) {
        return Ok(Meant::File(SourceFile {
            name: "<stdin>".to_owned(),
            path: path.to_owned(),
        }));
    }
    let metadata = fs::metadata(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => package::missing(path),
        _ => Failure::io("read", &package::shown(path), &error),
    })?;
    Ok(match path.parent() {
        _ if metadata.is_dir() => Meant::Folders(with_policies(path)?),
        Some(folder) if package::is_manifest(path) => {
            let here = Path::new(".");
            let empty = folder.as_os_str().is_empty();
            Meant::Folders(with_policies(if empty { here } else { folder })?)
        }
        _ => Meant::File(package::source_file(path)),
    })
}

/// The packages of a folder that have something in them; it is a failure to have none.
fn with_policies(folder: &Path) -> Result<Vec<Folder>, Failure> {
    let mut folders = package::folders(folder)?;
    if folders.iter().all(|folder| folder.files.is_empty()) {
        return Err(package::nothing_below(folder));
    }
    folders.retain(|folder| !folder.files.is_empty() || folder.manifest.is_some());
    Ok(folders)
}

/// Where a path leads, links followed.
pub fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

impl Loaded {
    /// The texts, for printing.
    pub fn sources(&self) -> Sources {
        let mut sources = Sources::default();
        for file in &self.files {
            sources.add(&file.source.name, Arc::clone(&file.text));
        }
        sources
    }

    pub fn file(&self, id: FileId) -> Option<&File> {
        self.files.get(id.0 as usize)
    }

    /// Reads a policy, or notes why it cannot be read.
    fn tried(&mut self, source: &SourceFile, overlay: &Overlay) -> Option<FileId> {
        match self.add(source, overlay) {
            Ok(id) => Some(id),
            Err(failure) => {
                self.failures.push(failure);
                None
            }
        }
    }

    /// Reads a policy, unless it has been read.
    pub fn add(&mut self, source: &SourceFile, overlay: &Overlay) -> Result<FileId, Failure> {
        let real = real(&source.path);
        if let Some(id) = self.by_path.get(&real) {
            return Ok(*id);
        }
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        let (text, wrong) = text(source, &real, overlay)?;
        let input = match wrong {
            None => {
                let name = source.name.clone();
                Some(rev_analysis::SourceFile::new(
                    &self.db,
                    name,
                    Arc::clone(&text),
                ))
            }
            Some(finding) => {
                self.findings.push(finding.placed(id, 0));
                None
            }
        };
        self.push(source, real, text, input);
        Ok(id)
    }

    /// Reads a `rev.toml`, unless it has been read; a folder without one has said nothing.
    pub fn manifest(
        &mut self,
        folder: &Folder,
        overlay: &Overlay,
    ) -> Result<(FileId, Manifest), Failure> {
        let Some(source) = &folder.manifest else {
            return Ok((FileId::default(), Manifest::default()));
        };
        let real = real(&source.path);
        if let (Some(id), Some(manifest)) = (self.by_path.get(&real), self.manifests.get(&real)) {
            return Ok((*id, manifest.clone()));
        }
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        let (text, wrong) = text(source, &real, overlay)?;
        let (manifest, findings) = match wrong {
            None => manifest::parse(&text),
            Some(finding) => (Manifest::default(), vec![finding]),
        };
        let placed = findings.into_iter().map(|finding| finding.placed(id, 0));
        self.findings.extend(placed);
        self.manifests.insert(real.clone(), manifest.clone());
        self.push(source, real, text, None);
        Ok((id, manifest))
    }

    fn push(
        &mut self,
        source: &SourceFile,
        real: PathBuf,
        text: Arc<str>,
        input: Option<rev_analysis::SourceFile>,
    ) {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.by_path.insert(real.clone(), id);
        self.files.push(File {
            source: source.clone(),
            real,
            text,
            input,
            own: false,
        });
    }

    fn package(&mut self, own: Vec<FileId>, levels: Levels, foreign: Vec<FileId>, complete: bool) {
        let inputs = |ids: &[FileId]| -> Vec<rev_analysis::SourceFile> {
            let files = ids.iter().filter_map(|id| self.file(*id));
            files.filter_map(|file| file.input).collect()
        };
        let (files, others) = (inputs(&own), inputs(&foreign));
        let all = own.len() + foreign.len();
        let readable = complete && files.len() + others.len() == all;
        let mut ids = own;
        ids.extend(foreign);
        // Only what is text has a number in the analysis.
        ids.retain(|id| self.file(*id).is_some_and(|file| file.input.is_some()));
        let input = Package::new(&self.db, files, levels, others);
        self.packages.push(LoadedPackage {
            input,
            ids,
            readable,
        });
    }
}

/// What a file says, or what can be shown of it and why that is no text.
fn text(
    source: &SourceFile,
    real: &Path,
    overlay: &Overlay,
) -> Result<(Arc<str>, Option<Diagnostic>), Failure> {
    if let Some(text) = overlay.get(real) {
        return Ok((Arc::clone(text), None));
    }
    let bytes = match source.path == Path::new(STDIN) {
        true => stdin()?,
        false => source.read()?,
    };
    Ok(match rev_syntax::decode(&bytes) {
        Ok(text) => (text.into(), None),
        Err(finding) => (String::from_utf8_lossy(&bytes).into(), Some(*finding)),
    })
}

fn stdin() -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let input = io::stdin().lock();
    let most = rev_syntax::MAX_BYTES as u64 + 1;
    let read = input.take(most).read_to_end(&mut bytes);
    read.map_err(|error| Failure::io("read", "standard input", &error))?;
    Ok(bytes)
}
