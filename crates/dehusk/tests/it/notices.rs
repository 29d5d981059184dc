//! Notices and tiny pages: a page that only says why it has no content is empty with that reason, and a short page is not empty.

use dehusk::assessment::Grade;
use dehusk::{Extraction, Status};

/// A case: the expected reason, the language, the shape of the page, its title, its heading and its text.
struct Case<'c> {
    expected: &'c str,
    page: String,
    text: &'c str,
}

const CASES: &str = include_str!("../notices/cases.tsv");

fn cases() -> Vec<Case<'static>> {
    let lines = CASES.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let [expected, language, shape, title, heading, text] = fields[..] else { panic!("{line}") };
            Case { expected, page: page(language, shape, title, heading, text), text }
        })
        .collect()
}

fn page(language: &str, shape: &str, title: &str, heading: &str, text: &str) -> String {
    let link = |label: &str| format!("<li><a href=/{label}>{label}</a></li>");
    let links = |labels: &str| labels.split(' ').map(link).collect::<String>();
    let menu = links("Home News Flour Bread Visit Archive Shop Contact");
    let menu = if shape == "menu" { menu.repeat(12) } else { menu };
    let form = "<form><label>E-mail <input name=email></label><label>***** <input type=password></label><button>OK</button></form>";
    let body = match shape {
        "bare" => format!("<div class=box><h1>{heading}</h1><p>{text}</p></div>"),
        "login" => format!("<nav><ul>{menu}</ul></nav><main><h1>{heading}</h1><p>{text}</p>{form}</main>"),
        _ => format!(
            "<header><nav><ul>{menu}</ul></nav></header><main><h1>{heading}</h1><p>{text}</p></main>
            <footer><ul>{}</ul><p>© 2024 The Mill. All rights reserved.</p></footer>",
            links("Imprint Privacy Terms Jobs")
        ),
    };
    format!(
        "<!DOCTYPE html><html lang={language}><head><meta charset=utf-8><title>{title}</title>
        <script src=a.js></script></head><body>{body}</body></html>"
    )
}

fn extract(page: &str) -> Extraction {
    dehusk::extract(page.as_bytes())
}

#[test]
fn a_page_that_only_says_why_it_is_empty_is_empty_with_that_reason() {
    let mut wrong = Vec::new();
    let cases = cases();
    for case in cases.iter().filter(|case| case.expected != "-") {
        let extraction = extract(&case.page);
        if (extraction.status(), extraction.reason()) != (Status::Empty, Some(case.expected)) {
            wrong.push(format!("{}: {:?} {}", case.expected, extraction.reason(), case.text));
        }
        assert!(
            extraction
                .quality()
                .is_none_or(|quality| quality.verdict == Grade::Empty || !extraction.text().is_empty())
        );
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[test]
fn a_page_with_content_is_kept_whatever_its_title_says() {
    for case in cases().iter().filter(|case| case.expected == "-") {
        let extraction = extract(&case.page);
        assert_eq!(extraction.status(), Status::Ok, "{}", case.text);
        assert!(extraction.text().contains(&case.text[..60]), "{}", extraction.text());
    }
}

const MENU: &str = "<nav><a href=/>Home</a> <a href=/a>About</a> <a href=/b>Contact</a></nav>";
const FOOTER: &str = "<footer><a href=/i>Imprint</a> <a href=/p>Privacy</a></footer>";

#[test]
fn a_tiny_page_is_not_an_empty_one() {
    for (body, expected) in [
        ("<article><h1>The mill</h1><p>It turns.</p></article>", "The mill\nIt turns."),
        (
            "<main><header><h1>The mill</h1><address>Ann</address></header><article><p>It turns again.</p></article></main>",
            "It turns again.",
        ),
        ("<main><h1>The mill</h1><p>It turns again.</p></main>", "The mill\nIt turns again."),
        ("<h1>The mill</h1><iframe src='https://www.youtube.com/embed/x'></iframe>", "The mill"),
        ("<article><h1>The mill</h1><video src=a.mp4></video></article>", "The mill"),
    ] {
        let page = format!(
            "<!DOCTYPE html><html><head><title>The mill</title></head><body>{MENU}{body}{FOOTER}</body></html>"
        );
        let extraction = extract(&page);
        assert_eq!(extraction.status(), Status::Ok, "{body}");
        assert!(extraction.text().contains(expected), "{body}: {}", extraction.text());
        assert!(!extraction.text().contains("Imprint"), "{body}: {}", extraction.text());
    }
}

#[test]
fn a_shell_is_still_empty() {
    for body in [
        "<main><div id=app>Loading…</div></main>",
        "<article></article>",
        "<article><h2><a href=/a>One</a></h2></article><article><h2><a href=/b>Two</a></h2></article>",
        "<main><form><h1>The mill</h1><input></form></main>",
    ] {
        let page = format!(
            "<!DOCTYPE html><html><head><title>The mill</title></head><body>{MENU}{body}{FOOTER}</body></html>"
        );
        assert_eq!(extract(&page).status(), Status::Empty, "{body}: {}", extract(&page).text());
    }
}
