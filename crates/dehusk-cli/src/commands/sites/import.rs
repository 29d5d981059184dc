//! `dehusk sites import`: writes a sites file from a folder of Full-Text RSS rules.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use dehusk_eval::tune::{SiteEntry, Sites};

use super::ftr::{self, Translation};
use crate::exit::Exit;
use crate::input::STDIN;
use crate::output::print;
use crate::report::print_message;

/// The maximum size of a file of rules in bytes; real ones have a few thousand. Chosen by hand.
const MAX_FILE_BYTES: u64 = 1 << 20;
/// The extension of files of rules.
const EXTENSION: &str = "txt";

const EXAMPLES: &str = "\
Examples:
  git clone --depth 1 https://github.com/fivefilters/ftr-site-config
  dehusk sites import ftr-site-config -o sites.toml 2> left-out.txt
      Convert all rules; left-out.txt names every statement that has no counterpart, with its file, line and reason.
  dehusk extract --sites sites.toml https://example.org/news/1
      Use them.

Translated: body, strip, strip_id_or_class, strip_image_src, title, author, date, and prune: no as the method plain. Of several
body statements only the first that matches a page is used, as there. XPath becomes CSS where CSS can say the same: text of
elements, positions in a whole result and computed values have no selector. test_url becomes a comment. Statements that do not
change the text, such as tidy, are skipped.
Exit codes: 0 if all files were read, 1 if a file could not be read, 2 if the command could not be run.";

/// Convert site rules of FiveFilters' Full-Text RSS (ftr-site-config) into a file for --sites
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct ImportArgs {
    /// A folder with one .txt file per site, or one such file
    #[arg(value_name = "DIR")]
    from: PathBuf,

    /// Write to this file; - means standard output [default: -]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What became of the files.
#[derive(Default)]
struct Outcome {
    entries: BTreeMap<String, SiteEntry>,
    test_urls: BTreeMap<String, Vec<String>>,
    files: usize,
    complete: usize,
    /// Files of which all selectors are converted, but not all other statements.
    all_selectors: usize,
    partial: usize,
    /// Files for a site that another file has a rule for.
    second: usize,
    unread: usize,
}

pub(super) fn execute(args: &ImportArgs) -> anyhow::Result<Exit> {
    let files = files(&args.from)?;
    let mut outcome = Outcome::default();
    for file in &files {
        outcome.file(file);
    }
    let text = outcome.text()?;
    match args.output.as_deref().filter(|path| path.as_os_str() != STDIN) {
        None => print(text.as_bytes())?,
        Some(path) if files.iter().any(|file| file == path) => bail!("the output file is one of the inputs"),
        Some(path) => fs::write(path, &text).with_context(|| format!("cannot write {}", path.display()))?,
    }
    print_message(&outcome.summary());
    Ok(if outcome.unread > 0 { Exit::SomePageFailed } else { Exit::Success })
}

/// The files of rules, in the order of their sites.
fn files(from: &Path) -> anyhow::Result<Vec<PathBuf>> {
    from.metadata().with_context(|| format!("cannot read {}; check the path", from.display()))?;
    if !from.is_dir() {
        return Ok(vec![from.to_owned()]);
    }
    let cannot_list = || format!("cannot list the folder {}", from.display());
    let entries = fs::read_dir(from).with_context(cannot_list)?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>();
    let mut paths = paths.with_context(cannot_list)?;
    paths.retain(|path| {
        path.extension().is_some_and(|extension| extension == EXTENSION) && site(path).is_some()
    });
    // Of two files for a site, the one without a leading dot comes first and is used.
    paths.sort_by_key(|path| {
        (site(path), path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b".")))
    });
    if paths.is_empty() {
        bail!("{} has no files such as example.org.txt; name the folder with the rules", from.display());
    }
    Ok(paths)
}

/// The site of a file: `.example.org.txt` is for the subdomains of example.org, which a rule for it covers.
/// None for a file that is not named after a site, such as LICENSE.txt.
fn site(path: &Path) -> Option<String> {
    let name = path.file_stem()?.to_str()?.trim_matches('.').to_ascii_lowercase();
    let name = name.strip_prefix("www.").map(str::to_owned).unwrap_or(name);
    name.contains('.').then_some(name)
}

impl Outcome {
    fn file(&mut self, path: &Path) {
        self.files += 1;
        let Some(site) = site(path) else {
            return self.unread(path, "its name is not that of a site, such as example.org.txt");
        };
        let text = match read(path) {
            Ok(text) => text,
            Err(reason) => return self.unread(path, &reason),
        };
        let translation = ftr::translate(&text);
        for it in &translation.left_out {
            print_message(&format!("{}:{}: {}: {}", path.display(), it.line, it.statement, it.reason));
        }
        self.add(path, site, translation);
    }

    fn add(&mut self, path: &Path, site: String, translation: Translation) {
        if translation.is_empty() {
            return print_message(&format!("{}: nothing in this file can be used", path.display()));
        }
        let checked = Sites::from_entries([(site.clone(), translation.entry.clone())]);
        if let Err(error) = checked {
            return print_message(&format!("{}: left out: {error}", path.display()));
        }
        if self.entries.contains_key(&site) {
            let sentence =
                format!("{}: left out, because another file has a rule for {site} too", path.display());
            self.second += 1;
            return print_message(&sentence);
        }
        match translation.has_all_selectors() {
            _ if translation.left_out.is_empty() => self.complete += 1,
            true => self.all_selectors += 1,
            false => self.partial += 1,
        }
        self.test_urls.insert(site.clone(), translation.test_urls);
        self.entries.insert(site, translation.entry);
    }

    fn unread(&mut self, path: &Path, reason: &str) {
        self.unread += 1;
        print_message(&format!("{}: cannot be read: {reason}", path.display()));
    }

    /// The sites file, with the pages to try a rule on as comments.
    fn text(&self) -> anyhow::Result<String> {
        let sites = Sites::from_entries(self.entries.clone())?;
        let text = sites.text("Site rules converted from Full-Text RSS by `dehusk sites import`")?;
        let mut commented = String::with_capacity(text.len());
        for line in text.lines() {
            commented.push_str(line);
            commented.push('\n');
            let site = line.strip_prefix("[sites.").and_then(|line| line.strip_suffix(']'));
            let urls = site.and_then(|site| self.test_urls.get(site.trim_matches('"')));
            for url in urls.into_iter().flatten() {
                let url: String = url.chars().filter(|c| !c.is_control()).collect();
                commented.push_str(&format!("# {url}\n"));
            }
        }
        Ok(commented)
    }

    fn summary(&self) -> String {
        let Outcome { files, complete, all_selectors, partial, second, unread, .. } = self;
        let unused = *files - complete - all_selectors - partial - second - unread;
        let files = if *files == 1 { "1 file".to_owned() } else { format!("{files} files") };
        format!(
            "{files}: {complete} converted completely, {all_selectors} with all their selectors, {partial} in part; {second} left \
             out for another file of the same site, {unused} have nothing to convert, {unread} unreadable"
        )
    }
}

fn read(path: &Path) -> Result<String, String> {
    let size = fs::metadata(path).map_err(|error| error.to_string())?.len();
    if size > MAX_FILE_BYTES {
        return Err(format!("it has {size} bytes, more than {MAX_FILE_BYTES}"));
    }
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
