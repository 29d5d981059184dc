//! What the extension of a file says: whether it is a page of a folder, and whether it is compressed.

use std::path::Path;

/// The extensions of pages.
const PAGES: [&str; 5] = ["html", "htm", "xhtml", "mhtml", "mht"];

/// Extensions of files that belong to pages but are none: nobody misses them in a saved site.
const PARTS_OF_PAGES: [&str; 28] = [
    "avif",
    "bmp",
    "css",
    "eot",
    "gif",
    "ico",
    "jpeg",
    "jpg",
    "js",
    "m4a",
    "map",
    "mjs",
    "mp3",
    "mp4",
    "ogg",
    "otf",
    "png",
    "svg",
    "swf",
    "tif",
    "tiff",
    "ttf",
    "wav",
    "webm",
    "webmanifest",
    "webp",
    "woff",
    "woff2",
];

/// The extension of compressed files.
const GZIP: &str = "gz";
/// The word for files without an extension.
pub(super) const NONE: &str = "none";
/// The word for all files.
const ALL: &str = "all";

/// The files that are read in folders.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extensions {
    added: Vec<Added>,
}

/// Files that are read too. All words are in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Added {
    All,
    /// Without the dot.
    Extension(String),
    /// A file name with `*` for any characters and `?` for one.
    Pattern(String),
}

impl Extensions {
    /// Pages, and the files with these extensions, with or without a dot, or with names like these patterns.
    pub(crate) fn new(added: &[String]) -> Extensions {
        Extensions { added: added.iter().filter_map(|word| Added::new(word)).collect() }
    }

    pub(crate) fn include(&self, name: &str) -> bool {
        let extension = of_name(name);
        PAGES.contains(&extension.as_str()) || self.added.iter().any(|added| added.includes(name, &extension))
    }
}

impl Added {
    fn new(typed: &str) -> Option<Added> {
        let word = typed.trim().to_ascii_lowercase();
        let extension = word.strip_prefix("*.").unwrap_or(&word).trim_start_matches('.');
        match word.as_str() {
            "" => None,
            ALL | "*" | "*.*" => Some(Added::All),
            _ if extension.contains(['*', '?']) => Some(Added::Pattern(word)),
            _ => Some(Added::Extension(extension.to_owned())),
        }
    }

    fn includes(&self, name: &str, extension: &str) -> bool {
        match self {
            Added::All => true,
            Added::Extension(word) => word == extension,
            Added::Pattern(pattern) => {
                let name = name.to_ascii_lowercase();
                matches(pattern, &name) || matches(pattern, name.strip_suffix(".gz").unwrap_or(&name))
            }
        }
    }
}

/// Whether a name is like a pattern with `*` for any characters and `?` for one.
fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut at, mut read) = (0, 0);
    // After the last `*`, and where in the name what follows it was last tried.
    let mut retry: Option<(usize, usize)> = None;
    while read < name.len() {
        match pattern.get(at) {
            Some('*') => {
                at += 1;
                retry = Some((at, read));
            }
            Some(expected) if *expected == '?' || *expected == name[read] => (at, read) = (at + 1, read + 1),
            _ => {
                let Some((after_star, tried)) = retry else { return false };
                (at, read) = (after_star, tried + 1);
                retry = Some((after_star, read));
            }
        }
    }
    pattern[at..].iter().all(|rest| *rest == '*')
}

/// Whether a file is compressed, by its name.
pub(crate) fn is_gzip(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(GZIP))
}

/// Whether a file that is not read should be mentioned.
pub(super) fn is_worth_a_word(extension: &str) -> bool {
    !PARTS_OF_PAGES.contains(&extension)
}

/// The extension of a file name in lower case, without a final `.gz`; [`NONE`] if it has none.
pub(super) fn of_name(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() && !extension.is_empty() => extension.to_owned(),
        _ => NONE.to_owned(),
    }
}

/// A file name without the extension of a page, also of a compressed one.
pub(crate) fn without_page_extension(name: &str) -> &str {
    let extension = of_name(name);
    if !PAGES.contains(&extension.as_str()) {
        return name;
    }
    let gzip = if name.to_ascii_lowercase().ends_with(".gz") { ".gz".len() } else { 0 };
    &name[..name.len() - gzip - extension.len() - ".".len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_names_are_recognized_in_any_case_and_with_gz() {
        let pages = Extensions::default();
        for name in ["a.html", "a.HTM", "a.xhtml", "a.b.html.gz", "A.Html.GZ", "a.mhtml"] {
            assert!(pages.include(name), "{name}");
        }
        for name in ["a.txt", "html", "a.html.zip", "a.gz", "a.html~", ".html"] {
            assert!(!pages.include(name), "{name}");
        }
    }

    #[test]
    fn other_extensions_are_read_on_request() {
        let with =
            |words: &[&str]| Extensions::new(&words.iter().map(ToString::to_string).collect::<Vec<_>>());
        let some = with(&["php", ".TXT", "*.asp", "none"]);
        for name in ["a.PHP", "a.txt.gz", "a.asp", "index", ".htaccess", "a.html"] {
            assert!(some.include(name), "{name}");
        }
        assert!(!some.include("a.jsp") && !with(&[""]).include("a"));
        for word in ["all", "*", "*.*", " ALL "] {
            assert!(with(&[word]).include("a.jsp") && with(&[word]).include("README"), "{word}");
        }
    }

    #[test]
    fn extensions_of_pages_are_removed() {
        for (name, expected) in
            [("a.html", "a"), ("A.b.HTM.GZ", "A.b"), ("a.php", "a.php"), ("html", "html"), ("a.gz", "a.gz")]
        {
            assert_eq!(without_page_extension(name), expected);
        }
    }

    #[test]
    fn patterns_stand_for_names() {
        for (pattern, name, expected) in [
            ("page-*", "page-7", true),
            ("page-*", "Page-7.txt", true),
            ("page-*", "a-page-7", false),
            ("*.php?", "a.php5", true),
            ("*.php?", "a.php5.gz", true),
            ("*.php?", "a.php", false),
            ("*a*b", "xaxbxb", true),
            ("*a*b", "xaxbx", false),
            ("???", "ทดส", true),
        ] {
            assert_eq!(Extensions::new(&[pattern.to_owned()]).include(name), expected, "{pattern} {name}");
        }
        let hostile = "a".repeat(2000);
        assert!(!matches(&("*a".repeat(200) + "b"), &hostile));
    }
}
