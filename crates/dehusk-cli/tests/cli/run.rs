//! Helpers to run the program, inspect its output and make pages. It contains no tests.

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// The result of a run.
pub(crate) struct Run {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: i32,
}

impl Run {
    /// Parses the output as JSON lines and returns its records.
    pub(crate) fn records(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    pub(crate) fn record(&self, id: &str) -> Value {
        let found = self.records().into_iter().find(|record| record["id"] == id);
        found.unwrap_or_else(|| panic!("no record {id} in {}", self.stdout))
    }

    pub(crate) fn ids(&self) -> Vec<String> {
        self.records().iter().map(|record| record["id"].as_str().unwrap().to_owned()).collect()
    }

    /// The line of standard error about one page.
    pub(crate) fn line_about(&self, id: &str) -> &str {
        let found = self.stderr.lines().find(|line| line.starts_with(&format!("dehusk: {id}: ")));
        found.unwrap_or_else(|| panic!("no line about {id} in {}", self.stderr))
    }
}

/// A command that runs the program in `folder`, without the proxy settings of this machine.
pub(crate) fn program(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("dehusk").unwrap();
    command.current_dir(folder).env("NO_PROXY", "*");
    for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
        command.env_remove(name);
    }
    command
}

pub(crate) fn dehusk(folder: &Path, words: &[&str]) -> Run {
    dehusk_with_stdin(folder, words, b"")
}

pub(crate) fn dehusk_with_stdin(folder: &Path, words: &[&str], stdin: &[u8]) -> Run {
    finished(program(folder).args(words).write_stdin(stdin).output().unwrap())
}

fn finished(output: Output) -> Run {
    Run {
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().unwrap(),
    }
}

/// A new temporary folder with these files.
pub(crate) fn folder_with(files: &[(&str, &[u8])]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

/// An ordinary page: a menu, then an article about `subject`.
pub(crate) fn page(subject: &str) -> String {
    page_with_head(subject, "<meta charset=\"utf-8\">")
}

pub(crate) fn page_with_head(subject: &str, head: &str) -> String {
    let mut page =
        format!("<!DOCTYPE html>\n<html>\n<head>\n{head}\n<title>{subject}</title>\n</head>\n<body>\n");
    for entry in 1..=12 {
        page += &format!(
            "<div class=\"menu\"><a href=\"/section/{entry}\" title=\"s{entry}\">S{entry}</a></div>\n"
        );
    }
    page += "<div id=\"article\">\n";
    for sentence in 1..=8 {
        page += &format!(
            "<p>Paragraph {sentence} tells at some length about {subject}, with enough plain words in a row that \
             nobody could take it for a menu, an advert or a footer of the page.</p>\n"
        );
    }
    page + "</div>\n</body>\n</html>\n"
}

pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}
