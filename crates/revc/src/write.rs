//! Replacing a file: whole or not at all.

use crate::failure::Failure;
use crate::package::SourceFile;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes beside the file and renames, so that nobody ever sees half a file.
pub fn replace(file: &SourceFile, text: &str) -> Result<(), Failure> {
    let write = || -> io::Result<()> {
        // Behind a link stands the file that is meant.
        let path = fs::canonicalize(&file.path)?;
        let folder = path.parent().unwrap_or_else(|| Path::new("."));
        let mut beside = tempfile::NamedTempFile::new_in(folder)?;
        beside.write_all(text.as_bytes())?;
        beside
            .as_file()
            .set_permissions(fs::metadata(&path)?.permissions())?;
        beside.persist(&path)?;
        Ok(())
    };
    write().map_err(|error| Failure::io("write", &file.name, &error))
}

/// Writes a file anew, whole or not at all.
pub fn create(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let write = || -> io::Result<()> {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let mut beside = tempfile::Builder::new();
        // What a new file usually lets others do; the umask takes away from it.
        #[cfg(unix)]
        beside.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut beside = beside.tempfile_in(folder.unwrap_or(Path::new(".")))?;
        beside.write_all(bytes)?;
        beside.persist(path)?;
        Ok(())
    };
    write().map_err(|error| Failure::io("write", &path.display().to_string(), &error))
}

/// A file that is marked as not to be written could still be replaced; that is not what the mark means.
pub fn must_be_writable(file: &SourceFile) -> Result<(), Failure> {
    let metadata =
        fs::metadata(&file.path).map_err(|error| Failure::io("write", &file.name, &error))?;
    match metadata.permissions().readonly() {
        true => Err(
            Failure::new(format!("cannot write `{}`: it is read-only", file.name))
                .help("it was left as it is: make it writable first"),
        ),
        false => Ok(()),
    }
}
