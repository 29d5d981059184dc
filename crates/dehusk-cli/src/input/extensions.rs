//! Which files of a folder are pages, by their extensions.

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

/// The word for files without an extension.
pub(super) const NONE: &str = "none";
/// The word for all files.
const ALL: &str = "all";

/// The files that are read in folders.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extensions {
    /// In lower case, without the dot.
    added: Vec<String>,
}

impl Extensions {
    /// Pages, and the files with these extensions, with or without a dot.
    pub(crate) fn new(added: &[String]) -> Extensions {
        let plain = |word: &String| word.trim().trim_start_matches(['*', '.']).to_ascii_lowercase();
        Extensions { added: added.iter().map(plain).filter(|word| !word.is_empty()).collect() }
    }

    pub(super) fn include(&self, name: &str) -> bool {
        let extension = of_name(name);
        let is_added = |word: &String| word == ALL || *word == extension;
        PAGES.contains(&extension.as_str()) || self.added.iter().any(is_added)
    }
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
        assert!(!some.include("a.jsp") && with(&["all"]).include("a.jsp") && !with(&[""]).include("a"));
    }
}
