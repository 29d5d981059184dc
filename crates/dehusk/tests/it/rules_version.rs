//! Ensures that `RULES_VERSION` changes whenever an answer changes. A committed file has the version, and digests of its answers
//! for pages that we wrote ourselves. The test fails if the answers or the version differ from that file.
//!
//! The file also has one line per corpus, with a digest of the answers for its pages. These lines are checked only where the
//! corpora are present.

use crate::shared;
use dehusk::metadata::{Context, Field};
use dehusk::parts::Parts;
use dehusk::render::Markup;
use dehusk::source::Span;
use dehusk::{Extraction, Extractor, Options, RULES_VERSION, methods};
use std::path::{Path, PathBuf};

const COMMITTED: &str = "tests/it/rules_version.tsv";
/// Of each corpus, only every page with an index divisible by this number is used, because its answers take a second or two.
const EVERY: usize = 12;

/// Adds a text to a 64-bit FNV-1a hash. The hash is the same on every machine and in every version of Rust.
fn digest(hash: u64, text: &str) -> u64 {
    text.bytes().fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

/// Returns a digest of what users see of the answers for a page: the text of every method, and the markup, verdicts, lists and
/// metadata of the default method.
fn answers(page: &[u8]) -> u64 {
    const START: u64 = 0xCBF2_9CE4_8422_2325;
    let presets = methods::presets().iter().map(|preset| preset.build());
    let texts = methods::all().iter().map(|method| method.boxed()).chain(presets).map(|method| {
        let extraction = Extractor::new(Options::new().with_boxed(method)).extract(page, None);
        format!("{} {:?} {}", extraction.status().as_str(), extraction.reason(), extraction.text())
    });
    let hash = texts.fold(START, |hash, text| digest(hash, &text));
    let options = Options::new().with_markup(Markup::ALL).with_parts(Parts::ALL);
    let mut extractor = Extractor::new(options.clone());
    let mut opened = extractor.open(page, None);
    let metadata = opened.metadata(&Context::default()).map(|it| {
        let text = |field: Option<Field<String>>| field.map(|field| field.value);
        let names = it.authors.map(|field| field.value);
        [
            text(it.title),
            names.map(|it| it.join(";")),
            text(it.published),
            text(it.modified),
            text(it.site_name),
        ]
    });
    let extraction = opened.extract(options.method_value());
    [format!("{metadata:?}"), forms(&extraction), verdicts(&extraction), lists(&extraction)]
        .iter()
        .fold(hash, |hash, text| digest(hash, text))
}

fn forms(extraction: &Extraction) -> String {
    format!("{:?} {:?}", extraction.markdown(), extraction.html())
}

fn verdicts(extraction: &Extraction) -> String {
    let verdicts = extraction.selection().map_or(&[][..], |selection| &selection.verdicts);
    let verdicts = verdicts.iter().map(|it| {
        format!("{:?} {} {} {}\n", it.span.range(), it.kept, rounded(it.score), it.reason.as_str())
    });
    let kinds = extraction.assessment().map(|it| (it.page_types.map(rounded), rounded(it.expected_f1)));
    format!("{}{kinds:?}", verdicts.collect::<String>())
}

fn lists(extraction: &Extraction) -> String {
    let place = |span: Option<Span>| span.map(|span| span.range());
    let blocks = extraction.blocks().iter();
    let blocks = blocks.map(|it| format!("{} {:?} {}\n", it.kind.as_str(), place(it.text), it.xpath));
    let links = extraction.links().iter().map(|it| format!("{} {}\n", it.url, it.text));
    let images = extraction.images().iter().map(|it| format!("{} {:?}\n", it.src, it.caption));
    let tables = extraction.tables().iter().map(|it| format!("{:?}\n", it.rows));
    let comments = extraction.comments().iter();
    let comments = comments.map(|it| format!("{:?} {:?} {}\n", it.author, it.date, it.text));
    blocks.chain(links).chain(images).chain(tables).chain(comments).collect()
}

/// Rounds to thousandths, because the last bits of exponentials differ between machines.
fn rounded(number: f32) -> i32 {
    (number * 1000.0).round() as i32
}

fn pages(folder: &Path, every: usize) -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|entries| entries.map(|entry| entry.unwrap().path()).collect())
        .unwrap_or_default();
    pages.sort();
    pages.into_iter().step_by(every).collect()
}

fn digest_of(pages: &[PathBuf]) -> String {
    let hashes = shared::in_parallel(pages, |page| answers(&std::fs::read(page).unwrap()));
    format!("{:016x}", hashes.iter().fold(0, |hash, page| digest(hash, &page.to_string())))
}

/// Returns a name and a digest of the answers for each page that we wrote ourselves, and for each corpus that is present.
fn current() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cases = pages(&root.join("tests/cases"), 1).into_iter().map(|case| case.join("page.html"));
    let own = cases.chain(pages(&root.join("../../examples/pages"), 1)).map(|page| {
        let name = page.strip_prefix(root).unwrap_or(&page).to_string_lossy().replace("tests/cases/", "");
        (name.replace("../../", ""), digest_of(std::slice::from_ref(&page)))
    });
    let corpora = shared::corpora().into_iter().map(|corpus| {
        let name = corpus.file_name().unwrap_or_default().to_string_lossy().into_owned();
        (name, digest_of(&pages(&corpus.join("pages"), EVERY)))
    });
    own.chain(corpora).collect()
}

#[test]
fn the_version_of_the_rules_changes_with_the_answers() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(COMMITTED);
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    let known: Vec<(&str, &str)> =
        committed.lines().skip(1).filter_map(|line| line.split_once('\t')).collect();
    let current = current();
    let of = |name: &str| known.iter().find(|(known, _)| *known == name).map(|(_, digest)| *digest);
    let changed: Vec<&str> = current
        .iter()
        .filter(|(name, digest)| of(name) != Some(digest.as_str()))
        .map(|(name, _)| name.as_str())
        .collect();
    let version = committed.lines().next().unwrap_or_default();
    if std::env::var_os("UPDATE_RULES_VERSION").is_some() && (version != RULES_VERSION || !changed.is_empty())
    {
        assert!(
            changed.is_empty() || version != RULES_VERSION,
            "raise RULES_VERSION in crates/dehusk/src/lib.rs first: the answers for {changed:?} changed"
        );
        let missing = known.iter().filter(|(name, _)| !current.iter().any(|(it, _)| it == name));
        let lines = current.iter().map(|(name, digest)| format!("{name}\t{digest}\n"));
        let lines: String =
            lines.chain(missing.map(|(name, digest)| format!("{name}\t{digest}\n"))).collect();
        std::fs::write(&path, format!("{RULES_VERSION}\n{lines}")).unwrap();
        return;
    }
    assert_eq!(version, RULES_VERSION, "run this test with UPDATE_RULES_VERSION=1 and commit {COMMITTED}");
    assert!(
        changed.is_empty(),
        "the answers for {changed:?} are not those of rules {version}: if that is meant, raise RULES_VERSION in \
         crates/dehusk/src/lib.rs, run this test with UPDATE_RULES_VERSION=1 where the corpora are, and commit {COMMITTED}"
    );
}
