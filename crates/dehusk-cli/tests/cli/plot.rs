//! `dehusk plot`: the picture, its options, and the messages when no picture can be drawn.

use std::fs;
use std::path::Path;

use crate::run::{Run, dehusk, dehusk_with_stdin, folder_with, page};

fn plot(folder: &Path, options: &[&str]) -> Run {
    dehusk(folder, &[&["plot"], options].concat())
}

/// The SVG of an ordinary page with these options.
fn svg(options: &[&str]) -> String {
    let gold = "Paragraph 3 tells at some length about mills, with enough plain words in a row that";
    let folder = folder_with(&[("a.html", page("mills").as_bytes()), ("gold.txt", gold.as_bytes())]);
    let run = plot(folder.path(), &[&["a.html", "-o", "a.svg"], options].concat());
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""), "{options:?}");
    fs::read_to_string(folder.path().join("a.svg")).unwrap()
}

/// Runs with options for which no picture can be drawn, and returns the message, which must be one line.
fn refused(folder: &Path, options: &[&str]) -> String {
    let run = plot(folder, options);
    assert_eq!(
        (run.code, run.stdout.as_str(), run.stderr.lines().count()),
        (2, "", 1),
        "{options:?} {}",
        run.stderr
    );
    assert!(!folder.join("a.svg").exists(), "{options:?}");
    run.stderr
}

#[test]
fn each_option_changes_the_picture() {
    let usual = svg(&[]);
    assert!(usual.contains(">mills</text>") && usual.contains("addanag"), "{usual}");
    let more = [
        &["--method", "danag"][..],
        &["--method", "r2l"],
        &["--method", "plain"],
        &["--param", "L=40"],
        &["--gold", "gold.txt"],
        &["--width", "900"],
        &["--height", "600"],
        &["--scale", "root"],
        &["--figure", "2"],
        &["--figure", "2", "--method", "dana"],
        &["--figure", "2", "--scale", "root"],
        &["--figure", "3"],
        &["--figure", "5"],
        &["--figure", "6"],
    ];
    let mut pictures: Vec<String> = more.iter().map(|options| svg(options)).collect();
    pictures.push(usual);
    for (index, picture) in pictures.iter().enumerate() {
        assert!(picture.ends_with("</svg>\n"));
        assert!(pictures[index + 1..].iter().all(|other| other != picture), "{:?}", more[index]);
    }
}

#[test]
fn the_extension_determines_the_format() {
    let folder = folder_with(&[("a.html", page("mills").as_bytes())]);
    assert_eq!(plot(folder.path(), &["a.html", "-o", "a.PNG", "--width", "700"]).code, 0);
    let png = fs::read(folder.path().join("a.PNG")).unwrap();
    assert_eq!((&png[1..4], &png[16..20]), (&b"PNG"[..], &700_u32.to_be_bytes()[..]));
}

#[test]
fn standard_input_is_a_page() {
    let folder = folder_with(&[]);
    let run = dehusk_with_stdin(folder.path(), &["plot", "-", "-o", "a.svg"], page("mills").as_bytes());
    assert_eq!(run.code, 0);
    assert!(fs::read_to_string(folder.path().join("a.svg")).unwrap().contains("standard input"));
}

#[test]
fn the_picture_of_an_almost_empty_page_says_so() {
    for (bytes, words) in [
        (&b""[..], "The page is empty"),
        (b"<p>One line", "1 line"),
        (b"<img src=a>\n<hr>\n", "No main content: no column above axis."),
    ] {
        let folder = folder_with(&[("a.html", bytes)]);
        assert_eq!(plot(folder.path(), &["a.html", "--method", "dana", "-o", "a.svg"]).code, 0);
        let svg = fs::read_to_string(folder.path().join("a.svg")).unwrap();
        assert!(svg.contains(words), "{words}: {svg}");
    }
}

#[test]
fn a_figure_names_its_paper_and_says_if_there_is_no_content() {
    for (figure, words) in [
        ("2", "R2L paper, figure 2"),
        ("3", "R2L paper, figure 3"),
        ("5", "AdDANAg paper, figure 5"),
        ("6", "AdDANAg paper, figure 6"),
    ] {
        for (bytes, emptiness) in [
            (&b""[..], "The page is empty"),
            (b"<img src=a>\n<hr>\n", "No main content: no column above axis."),
        ] {
            let folder = folder_with(&[("a.html", bytes)]);
            assert_eq!(plot(folder.path(), &["a.html", "--figure", figure, "-o", "a.svg"]).code, 0);
            let svg = fs::read_to_string(folder.path().join("a.svg")).unwrap();
            assert!(svg.contains(words) && svg.contains(emptiness), "{figure} {words}: {svg}");
        }
    }
}

#[test]
fn a_hostile_title_is_escaped() {
    let html = "<html lang='x\"><y'><title>\u{202e}evil</b> <script>alert(1)</script> &#0; &amp;amp; \u{7}]]></title><p>Text";
    let folder = folder_with(&[("a.html", html.as_bytes())]);
    assert_eq!(plot(folder.path(), &["a.html", "-o", "a.svg"]).code, 0);
    let svg = fs::read_to_string(folder.path().join("a.svg")).unwrap();
    assert!(svg.contains("evil&lt;/b&gt; &lt;script&gt;alert(1)&lt;/script&gt;"), "{svg}");
    assert!(
        !svg.contains(['\u{202e}', '\u{7}', '\0']) && !svg.contains("<script") && !svg.contains("<y"),
        "{svg}"
    );
}

#[test]
fn gold_that_is_not_on_the_page_is_reported_in_the_picture() {
    let folder =
        folder_with(&[("a.html", page("mills").as_bytes()), ("gold.txt", "Völlig andere Worte".as_bytes())]);
    let run = plot(folder.path(), &["a.html", "--gold", "gold.txt", "-o", "a.svg"]);
    assert!(run.code == 0 && run.stderr.contains("none of the gold text is in a.html"), "{}", run.stderr);
    let svg = fs::read_to_string(folder.path().join("a.svg")).unwrap();
    assert!(svg.contains("Nothing of the gold text was found"), "{svg}");
}

#[test]
fn errors_are_one_line_and_write_no_picture() {
    let page = page("mills");
    let binary = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0";
    let folder = folder_with(&[("a.html", page.as_bytes()), ("b.html", binary), ("latin1.txt", b"M\xfchle")]);
    for (options, words) in [
        (&["a.html", "-o", "a.gif"][..], ".svg or .png"),
        (&["a.html", "-o", "-"], ".svg or .png"),
        (&["missing.html", "-o", "a.svg"], "missing.html"),
        (&["b.html", "-o", "a.svg"], "does not look like HTML"),
        (&[".", "-o", "a.svg"], "is a folder"),
        (&["", "-o", "a.svg"], "empty name"),
        (&["ftp://example.org/a", "-o", "a.svg"], "ftp://"),
        (&["a.html", "--gold", "missing.txt", "-o", "a.svg"], "missing.txt"),
        (&["a.html", "--gold", "latin1.txt", "-o", "a.svg"], "not UTF-8"),
        (&["a.html", "--method", "nonsense", "-o", "a.svg"], "addanag"),
        (&["a.html", "--figure", "2", "--method", "plain", "-o", "a.svg"], "methods that have it: r2l, dana"),
        (&["a.html", "--figure", "3", "--method", "dana", "-o", "a.svg"], "methods that have it: r2l"),
        (&["a.html", "--figure", "6", "--method", "thai", "-o", "a.svg"], "addanag, danag, dana"),
        (&["a.html", "--param", "nonsense=1", "-o", "a.svg"], "nonsense"),
        (&["a.html", "-o", "nowhere/a.svg"], "nowhere"),
    ] {
        let line = refused(folder.path(), options);
        assert!(line.contains(words), "{words}: {line}");
    }
}

#[test]
fn usage_errors_have_the_same_exit_code() {
    let folder = folder_with(&[("a.html", b"<p>a")]);
    for options in [
        &["a.html"][..],
        &["-o", "a.svg"],
        &["a.html", "-o", "a.svg", "--width", "10"],
        &["a.html", "-o", "a.svg", "--figure", "4"],
        &["a.html", "-o", "a.svg", "--scale", "log"],
        &["a.html", "-o", "a.svg", "--height", "1e9"],
    ] {
        assert_eq!(plot(folder.path(), options).code, 2, "{options:?}");
        assert!(!folder.path().join("a.svg").exists());
    }
}

#[test]
fn an_input_is_never_overwritten() {
    let folder = folder_with(&[("a.svg", page("mills").as_bytes())]);
    let run = plot(folder.path(), &["a.svg", "-o", "./a.svg"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("is one of the inputs"), "{}", run.stderr);
    assert_eq!(fs::read_to_string(folder.path().join("a.svg")).unwrap(), page("mills"));
}

#[test]
fn help_has_examples_and_the_defaults() {
    let help = plot(folder_with(&[]).path(), &["--help"]).stdout;
    assert!(help.contains("Examples:") && help.contains("Exit codes:"), "{help}");
    assert!(help.contains("[default: 1200]") && help.contains("[default: 800]"), "{help}");
}
