//! The packages that a package builds on, and those that they build on, each once.

use crate::failure::Failure;
use crate::load::{Loaded, Overlay, real};
use crate::package::{self, Folder};
use rev_analysis::Levels;
use rev_analysis::manifest::Dependency;
use rev_diagnostics::{Diagnostic, FileId, codes};
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// Circles that have been told, each by its members: the same one can be entered at any of them.
#[derive(Debug, Default)]
pub struct Cycles(BTreeSet<BTreeSet<PathBuf>>);

/// A package whose dependencies are being looked at.
struct Frame {
    /// As in messages.
    name: String,
    folder: PathBuf,
    real: PathBuf,
    manifest: FileId,
    left: std::vec::IntoIter<Dependency>,
}

/// The lint levels of a package, and the files of everything that it builds on.
pub fn of(
    loaded: &mut Loaded,
    folder: &Folder,
    own: &[FileId],
    overlay: &Overlay,
    cycles: &mut Cycles,
) -> Result<(Levels, Vec<FileId>), Failure> {
    let (id, manifest) = loaded.manifest(folder, overlay)?;
    if let Some(file) = loaded.files.get_mut(id.0 as usize)
        && folder.manifest.is_some()
    {
        file.own = true;
    }
    let levels = manifest.levels;
    let mut foreign: Vec<FileId> = Vec::new();
    let mut done: BTreeSet<PathBuf> = BTreeSet::new();
    let first = frame(folder, "this package", id, manifest.dependencies);
    done.insert(first.real.clone());
    let mut frames = vec![first];
    while let Some(frame) = frames.last_mut() {
        let Some(dependency) = frame.left.next() else {
            frames.pop();
            continue;
        };
        let manifest = frame.manifest;
        let target = match found(&frame.folder, &dependency) {
            Ok(target) => target,
            Err(finding) => {
                loaded.findings.push(finding.placed(manifest, 0));
                continue;
            }
        };
        let goal = real(&target.path);
        if let Some(at) = frames.iter().position(|frame| frame.real == goal) {
            let circle = frames.get(at..).unwrap_or_default();
            if cycles
                .0
                .insert(circle.iter().map(|it| it.real.clone()).collect())
            {
                let finding = circular(circle, &dependency);
                loaded.findings.push(finding.placed(manifest, 0));
            }
            continue;
        }
        if !done.insert(goal) {
            continue;
        }
        for file in &target.files {
            foreign.push(loaded.add(file, overlay)?);
        }
        let (id, manifest) = loaded.manifest(&target, overlay)?;
        frames.push(frame_of(
            &target,
            &dependency.name,
            id,
            manifest.dependencies,
        ));
    }
    // What lies below the package itself is in it already.
    let own: BTreeSet<&FileId> = own.iter().collect();
    foreign.retain(|id| !own.contains(id));
    let name = |id: &FileId| loaded.file(*id).map(|file| file.source.name.clone());
    foreign.sort_by_cached_key(name);
    foreign.dedup();
    Ok((levels, foreign))
}

fn frame(folder: &Folder, name: &str, manifest: FileId, left: Vec<Dependency>) -> Frame {
    Frame {
        name: name.to_owned(),
        folder: folder.path.clone(),
        real: real(&folder.path),
        manifest,
        left: left.into_iter(),
    }
}

fn frame_of(folder: &Folder, name: &str, manifest: FileId, left: Vec<Dependency>) -> Frame {
    frame(folder, &format!("`{name}`"), manifest, left)
}

/// The package that a dependency names, or what is wrong with the line.
fn found(folder: &Path, dependency: &Dependency) -> Result<Folder, Box<Diagnostic>> {
    let path = straight(&folder.join(&dependency.path));
    let (span, written) = (dependency.span, &dependency.path);
    if !path.exists() {
        let finding = codes::unknown_name(span, "folder", written).label("not there");
        return Err(Box::new(match package::near(&path) {
            Some(near) => {
                // As it would be written: from the folder of this file.
                let folder = format!("{}/", package::shown(folder));
                let near = near.strip_prefix(&folder).unwrap_or(&near);
                finding.help(format!("did you mean `{near}`?"))
            }
            None => finding.help("the path counts from the folder of this file"),
        }));
    }
    if !path.is_dir() {
        let what = format!("a dependency is a folder, and `{written}` is a file");
        return Err(Box::new(codes::type_mismatch(span, what)));
    }
    let folders = package::folders(&path).map_err(|failure| {
        codes::type_mismatch(span, format!("the folder `{written}` cannot be read"))
            .help(failure.to_string())
    });
    let folders = folders.map_err(Box::new)?;
    // Those further down are packages of their own.
    let target = folders.into_iter().next();
    target
        .filter(|folder| !folder.files.is_empty())
        .ok_or_else(|| {
            let what = format!("the folder `{written}` has no `.rev` files");
            Box::new(codes::type_mismatch(span, what))
        })
}

/// The same path without `x/..`, if it leads to the same place: `x` may be a link.
fn straight(path: &Path) -> PathBuf {
    let mut parts: Vec<Component<'_>> = Vec::new();
    for part in path.components() {
        match (part, parts.last()) {
            (Component::ParentDir, Some(Component::Normal(_))) => {
                parts.pop();
            }
            (Component::CurDir, _) => {}
            _ => parts.push(part),
        }
    }
    let mut short: PathBuf = parts.iter().collect();
    if parts.is_empty() {
        short.push(".");
    }
    match real(&short) == real(path) {
        true => short,
        false => path.to_owned(),
    }
}

fn circular(circle: &[Frame], closing: &Dependency) -> Diagnostic {
    let what = match circle {
        [_] => "this package depends on itself".to_owned(),
        _ => "these packages depend on each other in a circle".to_owned(),
    };
    let finding = codes::type_mismatch(closing.span, what).label("this closes the circle");
    let help = "move what both need into a package of its own";
    match circle {
        [_] => finding.help("remove the line"),
        [_, between @ ..] => {
            let names: Vec<&str> = between.iter().map(|it| it.name.as_str()).collect();
            finding.help(format!(
                "{help}; the circle goes through {}",
                names.join(", ")
            ))
        }
        [] => finding.help(help),
    }
}
