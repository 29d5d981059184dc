//! Test cases stored as data. Each folder of `tests/cases` contains `page.html`, `about.txt` (what the case shows) and expected
//! texts. An expected file is named after the method and its parameters: `r2l,P=2.txt`. A new case needs no code.

use dehusk::{Extractor, Options};
use std::path::{Path, PathBuf};

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Parses options from `method,parameter=value,…`.
pub(crate) fn options(name: &str) -> Options {
    let mut parts = name.split(',');
    let options = Options::new().with_method(parts.next().unwrap()).unwrap();
    parts.fold(options, |options, part| {
        let (name, value) = part.split_once('=').unwrap();
        options.with_param(name, value).unwrap()
    })
}

#[test]
fn every_case_gives_its_expected_text() {
    let mut checked = 0;
    for folder in sorted(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")) {
        let page = std::fs::read(folder.join("page.html")).unwrap();
        assert!(folder.join("about.txt").is_file(), "{} has no about.txt", folder.display());
        for expected in sorted(&folder) {
            let name = expected.file_stem().unwrap().to_string_lossy().into_owned();
            if name == "page" || name == "about" {
                continue;
            }
            let extraction = Extractor::new(options(&name)).extract(&page, None);
            let text = std::fs::read_to_string(&expected).unwrap();
            assert_eq!(extraction.text(), text, "{}", expected.display());
            checked += 1;
        }
    }
    assert!(checked > 20);
}
