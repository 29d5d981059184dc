//! `dehusk cloud`: the words, the picture, each option, and the messages when there is no cloud.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::run::{Run, dehusk, dehusk_with_stdin, folder_with};

const STORY: &str = "<p>The Mill on the hill grinds wheat. Mills grind wheat all day: a mill, 2,000 sacks of wheat, \
    no mill without a miller. Old miller, old mill; the river mill is an old mill.</p>";
const THAI: &str = "<p>ฝนตกหนักในกรุงเทพ น้ำท่วมถนนในกรุงเทพ รถติดเพราะฝนตกหนัก</p>";

fn folder() -> TempDir {
    let picture = "<svg xmlns='http://www.w3.org/2000/svg' width='30' height='30'><circle cx='15' cy='15' r='14'/></svg>";
    folder_with(&[
        ("a.html", STORY.as_bytes()),
        ("thai.html", THAI.as_bytes()),
        ("empty.html", b"<a href=/>Home</a>"),
        ("bad.html", b"%PDF-1.7"),
        ("other/b.html", b"<p>The wheat and the wheat of the mill, and the hill.</p>"),
        ("other/c.html", b"<p>More wheat for the hill.</p>"),
        ("list.txt", "river mill\nน้ำท่วมถนน\n".as_bytes()),
        ("stop.txt", b"wheat\n"),
        ("latin1.txt", b"\xE9t\xE9\n"),
        ("round.svg", picture.as_bytes()),
    ])
}

fn cloud(folder: &Path, options: &[&str]) -> Run {
    dehusk(folder, &[&["cloud", "--method", "plain"], options].concat())
}

/// Returns the JSON of a cloud with these arguments.
fn json(options: &[&str]) -> Value {
    let folder = folder();
    let run = cloud(folder.path(), &[options, &["-o", "-", "--format", "json"]].concat());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{options:?}");
    serde_json::from_str(&run.stdout).unwrap()
}

/// The words of a cloud with their counts, by descending weight.
fn counts(cloud: &Value) -> Vec<(&str, u64)> {
    let words = cloud["words"].as_array().unwrap().iter();
    words.map(|word| (word["text"].as_str().unwrap(), word["count"].as_u64().unwrap())).collect()
}

/// Runs with options for which no cloud can be drawn, and returns the message, which must be one line.
fn refused(options: &[&str]) -> String {
    let folder = folder();
    let run = cloud(folder.path(), options);
    assert_eq!(
        (run.code, run.stdout.as_str(), run.stderr.lines().count()),
        (2, "", 1),
        "{options:?} {}",
        run.stderr
    );
    assert!(!folder.path().join("a.svg").exists(), "{options:?}");
    run.stderr
}

#[test]
fn words_are_counted_without_stop_words_and_numbers() {
    assert_eq!(counts(&json(&["a.html"]))[..4], [("mill", 6), ("wheat", 3), ("old", 3), ("miller", 2)]);
}

#[test]
fn thai_words_are_whole() {
    let cloud = json(&["thai.html"]);
    let words = counts(&cloud);
    assert!(words.contains(&("กรุงเทพ", 2)) && words.contains(&("น้ำท่วม", 1)), "{words:?}");
    let listed = json(&["thai.html", "--words", "list.txt"]);
    assert!(counts(&listed).contains(&("น้ำท่วมถนน", 1)), "{listed}");
}

/// The picture is written by `dehusk cloud examples/pages/bangkok.html --method thai --width 900 --height 450 -o
/// examples/clouds/bangkok.svg`.
#[test]
fn the_picture_of_the_readme_is_current() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let words = ["cloud", "pages/bangkok.html", "--method", "thai", "--width", "900", "--height", "450"];
    let run = dehusk(&examples, &[&words[..], &["-o", "-", "--format", "svg"]].concat());
    // The guide has a copy, because GitHub shows no picture behind a symbolic link.
    for copy in ["clouds/bangkok.svg", "../docs/src/guide/bangkok.svg"] {
        assert!(run.stdout == fs::read_to_string(examples.join(copy)).unwrap(), "{copy} {}", run.stderr);
    }
}

#[test]
fn each_option_has_an_effect() {
    let options = [
        &[][..],
        &["--method", "r2l", "thai.html"],
        &["--param", "footer_len=3", "--method", "thai"],
        &["--words", "list.txt"],
        &["--stop-words", "stop.txt"],
        &["--stop-words", "none"],
        &["--language", "fr"],
        &["--fold", "none"],
        &["--fold", "case,plural"],
        &["--phrases", "2"],
        &["--min-length", "5"],
        &["--numbers"],
        &["--weight", "tfidf"],
        &["--weight", "tfidf", "--reference", "other"],
        &["--max-words", "3"],
        &["--width", "900"],
        &["--height", "900"],
        &["--seed", "7"],
        &["--scale", "log"],
        &["--scale", "linear"],
        &["--min-size", "30"],
        &["--max-size", "60"],
        &["--rotate", "some"],
        &["--rotate", "free"],
        &["--shape", "ellipse"],
        &["--shape", "round.svg"],
        &["--padding", "40"],
        &["--palette", "mono"],
        &["--segmenter", "lstm"],
        &["--segmenter", "longest", "--words", "list.txt"],
    ];
    let clouds: Vec<String> = options
        .iter()
        .map(|more| {
            let method = if more.contains(&"--method") { &[][..] } else { &["--method", "plain"] };
            let folder = folder();
            let words = [&["cloud", "a.html", "-o", "-", "--format", "json"], method, more].concat();
            let run = dehusk(folder.path(), &words);
            assert_eq!(run.code, 0, "{more:?}: {}", run.stderr);
            run.stdout
        })
        .collect();
    for (index, cloud) in clouds.iter().enumerate() {
        let other = clouds[index + 1..].iter().position(|other| other == cloud);
        assert!(other.is_none(), "{:?} and {:?}", options[index], options[index + 1 + other.unwrap()]);
    }
}

#[test]
fn the_extension_determines_the_format_and_the_theme_the_colors() {
    let folder = folder();
    let read = |name: &str, options: &[&str]| {
        let run = cloud(folder.path(), &[&["a.html", "-o", name], options].concat());
        assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""), "{name}");
        fs::read(folder.path().join(name)).unwrap()
    };
    assert!(read("a.PNG", &[]).starts_with(b"\x89PNG"));
    let html = String::from_utf8(read("a.html.html", &[])).unwrap();
    assert!(html.starts_with("<!DOCTYPE html>") && html.contains("no mill without a miller"));
    assert!(read("a.json", &[]).starts_with(b"{"));
    let themes = ["light", "dark", "auto"].map(|theme| read("a.svg", &["--theme", theme]));
    assert!(themes[0].ends_with(b"</svg>\n") && themes[0] != themes[1] && themes[1] != themes[2]);
}

#[test]
fn the_cloud_does_not_depend_on_the_number_of_jobs() {
    let folder = folder();
    let one = |jobs: &str| {
        cloud(folder.path(), &["a.html", "thai.html", "other", "-o", "-", "--format", "html", "--jobs", jobs])
    };
    let (first, second) = (one("1"), one("3"));
    assert!(first.code == 0 && first.stdout == second.stdout);
}

#[test]
fn two_clouds_are_compared() {
    let cloud = json(&["a.html", "other", "--compare"]);
    let clouds: Vec<u64> =
        cloud["words"].as_array().unwrap().iter().map(|word| word["cloud"].as_u64().unwrap()).collect();
    assert!(clouds.contains(&0) && clouds.contains(&1));
    assert!(refused(&["a.html", "--compare", "-o", "a.svg"]).contains("--compare needs exactly two inputs"));
}

#[test]
fn standard_input_is_a_page() {
    let folder = folder();
    let run = dehusk_with_stdin(
        folder.path(),
        &["cloud", "--method", "plain", "-o", "-", "--format", "json"],
        STORY.as_bytes(),
    );
    let cloud: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(counts(&cloud)[0], ("mill", 6));
}

#[test]
fn a_failed_page_affects_no_other() {
    let folder = folder();
    let run = cloud(folder.path(), &["a.html", "bad.html", "-o", "a.svg"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("bad.html"), "{}", run.stderr);
    assert!(folder.path().join("a.svg").exists());
}

#[test]
fn words_without_room_are_listed() {
    let folder = folder();
    let run = cloud(folder.path(), &["a.html", "-o", "a.json", "--width", "60", "--height", "30"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("not in the picture") && run.stderr.contains("grinds"), "{}", run.stderr);
    let cloud: Value = serde_json::from_slice(&fs::read(folder.path().join("a.json")).unwrap()).unwrap();
    let (placed, unplaced) =
        (cloud["words"].as_array().unwrap().len(), cloud["unplaced"].as_array().unwrap().len());
    assert_eq!(placed + unplaced, counts(&json(&["a.html"])).len());
}

#[test]
fn a_language_without_stop_words_is_reported() {
    let folder = folder();
    let run = cloud(folder.path(), &["a.html", "-o", "a.svg", "--language", "tlh"]);
    assert!(
        run.code == 0 && run.stderr.contains("--language tlh: no stop words are known"),
        "{}",
        run.stderr
    );
}

#[test]
fn inputs_are_never_overwritten() {
    for read in [
        &["--words", "list.txt", "-o", "list.txt"][..],
        &["--stop-words", "stop.txt", "-o", "stop.txt"],
        &["--shape", "round.svg", "-o", "round.svg"],
        &["--font", "stop.txt", "-o", "stop.txt"],
        &["--weight", "tfidf", "--reference", "other", "-o", "other/b.html"],
        &["--site-noise", "other", "-o", "other/c.html"],
    ] {
        let line = refused(&[&["a.html", "--format", "svg"], read].concat());
        assert!(line.contains("is one of the inputs"), "{line}");
    }
}

#[test]
fn a_single_word_is_drawn_however_long_it_is() {
    let folder = folder_with(&[("long.html", format!("<p>{}</p>", "Rindfleisch".repeat(8)).as_bytes())]);
    let run = cloud(folder.path(), &["long.html", "-o", "-", "--format", "json"]);
    let cloud: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((counts(&cloud).len(), run.stderr.as_str()), (1, ""));
}

#[test]
fn the_sentences_of_a_word_are_in_the_json() {
    let cloud = json(&["thai.html"]);
    let word = &cloud["words"][0];
    let sentence = cloud["clouds"][0]["sentences"][word["sentences"][0].as_u64().unwrap() as usize].as_str();
    assert!(sentence.unwrap().contains(word["text"].as_str().unwrap()), "{cloud}");
}

#[test]
fn errors_are_reported_in_one_line_before_a_file_is_created() {
    for (options, message) in [
        (&["a.html", "-o", "a"][..], "cannot tell the format"),
        (&["a.html", "-o", "-"], "cannot tell the format"),
        (&["empty.html", "-o", "a.svg", "--method", "thai"], "no main content was found"),
        (&["a.html", "-o", "a.svg", "--min-length", "50"], "too short"),
        (&["a.html", "-o", "a.svg", "--words", "none.txt"], "cannot read the word list none.txt"),
        (&["a.html", "-o", "a.svg", "--stop-words", "latin1.txt"], "latin1.txt is not UTF-8"),
        (&["a.html", "-o", "a.svg", "--segmenter", "longest"], "give it a word list"),
        (&["thai.html", "-o", "a.svg", "--weight", "tfidf"], "no built-in table"),
        (
            &["a.html", "-o", "a.svg", "--weight", "tfidf", "--reference", "empty.html", "--method", "thai"],
            "--reference: none of its 1 pages has main content",
        ),
        (&["a.html", "-o", "a.svg", "--reference", "other"], "--reference requires --weight tfidf"),
        (&["a.html", "-o", "a.svg", "--font", "No Such Family"], "No Such Family"),
        (&["a.html", "-o", "a.svg", "--font", "stop.txt"], "--font stop.txt"),
        (&["a.html", "-o", "a.svg", "--shape", "stop.txt"], "--shape stop.txt"),
        (&["a.html", "-o", "a.svg", "--shape", "square"], "neither rectangle nor ellipse"),
        (&["a.html", "-o", "no/a.svg"], "cannot write the cloud no/a.svg"),
        (&["a.html", "-o", "a.html"], "is one of the inputs"),
        (&["a.html", "-o", "a.svg", "--shape", "other"], "it is not a regular file"),
    ] {
        let line = refused_with(options);
        assert!(line.contains(message), "{options:?}: {line}");
    }
}

#[test]
fn a_cloud_of_pages_that_cannot_be_read_is_refused_without_advice_about_methods() {
    let folder = folder();
    for name in ["missing.html", "zero.html"] {
        fs::write(folder.path().join("zero.html"), "").unwrap();
        let run = dehusk(folder.path(), &["cloud", name, "-o", "a.svg"]);
        assert_eq!(run.code, 2);
        assert!(run.stderr.ends_with("no page could be read, so there is no cloud\n"), "{}", run.stderr);
    }
}

fn refused_with(options: &[&str]) -> String {
    if options.contains(&"--method") {
        let folder = folder();
        let run = dehusk(folder.path(), &[&["cloud"], options].concat());
        assert_eq!(run.code, 2, "{options:?}: {}", run.stderr);
        return run.stderr;
    }
    refused(options)
}
