//! Compares longest matching with the independent Python reference on random runs of Thai consonants. Other
//! letters are not used, because the reference lacks the rule about combining marks.

use dehusk_words::{Backend, Lexicon, Segmenter};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const CASES: usize = 500;
const LETTERS: [char; 4] = ['ก', 'ต', 'น', 'ม'];

/// A small random number generator, so that the cases are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn word(&mut self, max_length: usize) -> String {
        (0..=self.below(max_length)).map(|_| LETTERS[self.below(LETTERS.len())]).collect()
    }
}

#[test]
fn longest_matching_agrees_with_the_reference() {
    let Some(reference) = reference() else {
        println!(
            "skipped: python3 or the reference is missing; set DEHUSK_REFERENCE to the folder with mce_ref.py"
        );
        return;
    };
    let mut random = Random(7);
    let cases: Vec<(String, Vec<String>)> = (0..CASES)
        .map(|_| (random.word(30), (0..=random.below(8)).map(|_| random.word(4)).collect()))
        .collect();
    for ((text, words), answer) in cases.iter().zip(answers(&reference, &cases)) {
        let lexicon = Lexicon::parse(&words.join("\n")).unwrap();
        let segmenter = Segmenter::new(Backend::Longest, lexicon).unwrap();
        assert_eq!(json!(segmenter.texts(text)), answer, "{text} {words:?}");
    }
}

fn reference() -> Option<PathBuf> {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/algorithms-check");
    let folder = std::env::var_os("DEHUSK_REFERENCE").map_or(default, PathBuf::from);
    let python = Command::new("python3").arg("--version").output().is_ok();
    (python && folder.join("mce_ref.py").exists()).then_some(folder)
}

fn answers(reference: &Path, cases: &[(String, Vec<String>)]) -> Vec<Value> {
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference_driver.py");
    let mut child = Command::new("python3")
        .arg(driver)
        .arg(reference)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3");
    let lines: String =
        cases.iter().map(|(text, words)| json!({"text": text, "words": words}).to_string() + "\n").collect();
    let mut input = child.stdin.take().expect("its input");
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("its answers");
    writer.join().expect("the writer").expect("all cases written");
    let answers = String::from_utf8(output.stdout).expect("UTF-8");
    let answers: Vec<Value> = answers.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), cases.len());
    answers
}
