//! The sources of a run of `dehusk batch`: what its arguments, its list and its folders name, each once.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::bail;
use dehusk_batch::read::Source;

use super::args::BatchArgs;
use crate::input::{self, Extensions, Input, STDIN};
use crate::report::{self, counted, first_names};

/// The number of pages of a folder that form one source, for shards and threads. Chosen by hand.
const PAGES_PER_SOURCE: usize = 10_000;
/// The name of a source of pages that the command line names, for messages.
const NAMED_PAGES: &str = "the named pages";

/// The list of inputs on standard input, for the process that tries a page.
static LIST_ON_STDIN: OnceLock<Vec<u8>> = OnceLock::new();

/// The list that was read from standard input; nothing if there was none.
pub(super) fn list_on_stdin() -> &'static [u8] {
    LIST_ON_STDIN.get().map_or(&[], Vec::as_slice)
}

/// The sources that the arguments name.
pub(super) fn of(args: &BatchArgs) -> anyhow::Result<Vec<Source>> {
    let mut inputs = args.inputs.clone();
    if let Some(list) = &args.input_file {
        inputs.extend(listed(list)?);
    }
    let mut found = Sources { extensions: Extensions::new(&args.ext), ..Sources::default() };
    found.has_several = inputs.len() > 1;
    inputs.iter().try_for_each(|path| found.add(path))?;
    found.report_repeated();
    let sources = found.sources;
    if let Some(other) = sources.iter().find(|source| source.kind() != sources[0].kind()) {
        bail!(
            "{} and {} are of different kinds; process them in separate runs",
            sources[0].name(),
            other.name()
        );
    }
    Ok(sources)
}

/// The paths in a list. That on standard input is kept for [`list_on_stdin`].
fn listed(list: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let bytes = input::read_list_file(list)?;
    let paths = input::paths_in_list(&bytes, list)?;
    if list.as_os_str() == STDIN {
        let _ = LIST_ON_STDIN.set(bytes);
    }
    Ok(paths)
}

/// The sources found so far.
#[derive(Default)]
struct Sources {
    extensions: Extensions,
    /// Whether more than one input is named. Then the IDs of pages begin with the name of their folder.
    has_several: bool,
    sources: Vec<Source>,
    /// The real paths of the inputs so far.
    seen: HashSet<PathBuf>,
    /// The inputs that were named before.
    repeated: Vec<String>,
}

impl Sources {
    fn add(&mut self, path: &Path) -> anyhow::Result<()> {
        check_path(path)?;
        if !self.is_new(path) {
            return Ok(());
        }
        if path.is_dir() {
            return self.add_folder(path);
        }
        let name = path.file_name().map(input::name_of_file).unwrap_or_default();
        match Source::from_path(path) {
            Some(source) => self.sources.push(source),
            None if self.extensions.include(&name) => self.add_page(path),
            None => bail!(
                "the extension of {} is not supported; use .warc, .cdx, .cdxj, .jsonl, .ndjson (also with .gz or .zst), .parquet, .html, \
                 .htm, .xhtml, .mhtml, .mht or a folder; --ext reads files of other names as pages",
                path.display()
            ),
        }
        Ok(())
    }

    /// Whether an input was not named before, under this name or another.
    fn is_new(&mut self, path: &Path) -> bool {
        let is_new = self.seen.insert(path.canonicalize().unwrap_or_else(|_| path.to_owned()));
        if !is_new {
            self.repeated.push(path.display().to_string());
        }
        is_new
    }

    /// Adds a page that is named itself to the pages named before it.
    fn add_page(&mut self, path: &Path) {
        let page = (input::name_of_file(path.as_os_str()), path.to_owned());
        match self.sources.last_mut() {
            Some(Source::Files { name, pages }) if name == NAMED_PAGES && pages.len() < PAGES_PER_SOURCE => {
                pages.push(page);
            }
            _ => self.sources.push(Source::Files { name: NAMED_PAGES.to_owned(), pages: vec![page] }),
        }
    }

    /// Adds the pages of a folder or, if it has none, its archives and tables.
    fn add_folder(&mut self, path: &Path) -> anyhow::Result<()> {
        let found = input::folder_pages(path, &self.extensions);
        if found.inputs.iter().all(|input| matches!(input, Input::Refused { .. })) {
            let sources = sources_in(path);
            if !sources.is_empty() {
                self.add_sources(sources);
                return Ok(());
            }
        }
        if let Some(sentence) = found.skipped {
            report::print_message(&sentence);
        }
        let mut pages = Vec::new();
        for input in found.inputs {
            match input {
                Input::File { id, path: page } => pages.push((self.id_in(path, id), page)),
                Input::Refused { id, sentence } => bail!("{id}: {sentence}"),
                _ => {}
            }
        }
        let name = path.display().to_string();
        let groups = pages.chunks(PAGES_PER_SOURCE);
        self.sources.extend(groups.map(|pages| Source::Files { name: name.clone(), pages: pages.to_vec() }));
        Ok(())
    }

    fn add_sources(&mut self, found: Vec<(PathBuf, Source)>) {
        for (path, source) in found {
            if self.is_new(&path) {
                self.sources.push(source);
            }
        }
    }

    /// The ID of a page of a folder.
    fn id_in(&self, folder: &Path, id: String) -> String {
        if !self.has_several {
            return id;
        }
        let folder = input::name_of_file(folder.as_os_str());
        format!("{}/{id}", folder.trim_end_matches('/'))
    }

    fn report_repeated(&self) {
        if self.repeated.is_empty() {
            return;
        }
        let inputs = counted(self.repeated.len(), "input is", "inputs are");
        let names = first_names(&self.repeated);
        report::print_message(&format!("{inputs} named more than once, and read once: {names}"));
    }
}

/// Refuses a path that is an address or does not exist.
fn check_path(path: &Path) -> anyhow::Result<()> {
    let Err(error) = path.metadata() else { return Ok(()) };
    let name = input::name_of_file(path.as_os_str());
    if name == STDIN {
        bail!(
            "dehusk batch reads no archive from standard input; save it as a file, such as pages.warc.gz, and name that"
        );
    }
    if name.contains("://") {
        bail!(
            "{name} is an address, and dehusk batch reads files only; download it first, for example with curl -O or aws s3 cp, or \
             mount the bucket; dehusk extract fetches single pages"
        );
    }
    bail!("cannot read {}: {error}; check the path", path.display());
}

/// The archives and tables in a folder, with their paths. An index belongs to archives that are in the folder themselves. Hidden
/// files are those of a run that was killed.
fn sources_in(folder: &Path) -> Vec<(PathBuf, Source)> {
    let source = |path: &Path| Source::from_path(path).filter(|source| !matches!(source, Source::Cdx(_)));
    let include = |name: &str| !name.starts_with('.') && source(name.as_ref()).is_some();
    let paths = input::folder_files(folder, &include).into_iter();
    paths.filter_map(|path| Some((path.clone(), source(&path)?))).collect()
}
