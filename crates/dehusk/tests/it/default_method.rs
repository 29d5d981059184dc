//! The default method on edge cases: fragments, pages without text, unknown scripts, very many blocks. Any sensible model gives
//! the expected answers for these pages, so the tests survive retraining.

use dehusk::assessment::{Assessment, Grade, PageType};
use dehusk::{Extraction, Extractor, Options, Status, methods};

fn extract(page: &str) -> Extraction {
    dehusk::extract(page.as_bytes())
}

#[test]
fn a_fragment_is_kept_as_it_is() {
    for (page, text) in [
        ("Hello", "Hello"),
        ("<p>Hello</p>", "Hello"),
        ("<h1>Mill</h1><p>It reopens on Monday.</p>", "Mill\nIt reopens on Monday."),
        ("A plain text, on one line.", "A plain text, on one line."),
        ("<ul><li>one</li><li>two</li></ul>", "one\ntwo"),
        ("<p>Read <a href=/>this</a> now, please.</p>", "Read this now, please."),
        (
            "<p>The old mill reopens on Monday, they say.</p><script>x()</script>",
            "The old mill reopens on Monday, they say.",
        ),
        (
            "<title>T</title><script>a()</script><h1>The mill</h1><p>It reopens on Monday, after ten years of repair.</p>",
            "The mill\nIt reopens on Monday, after ten years of repair.",
        ),
        ("<table><tr><td>3 May<td>Rain</table>", "3 May\nRain"),
        ("ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ", "ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ"),
        ("<p>བོད་ཡིག་གི་ཡི་གེ་འདི་ཐུང་ངོ།</p>", "བོད་ཡིག་གི་ཡི་གེ་འདི་ཐུང་ངོ།"),
    ] {
        let extraction = extract(page);
        assert_eq!((extraction.status(), extraction.text()), (Status::Ok, text), "{page}");
    }
}

#[test]
fn a_page_without_content_is_empty_with_a_reason() {
    for (page, reason) in [
        ("<!DOCTYPE html><html><head><title>t</title></head><body></body></html>", "no_visible_text"),
        ("<img src=a.png><script>text()</script>", "no_visible_text"),
        (
            "<div id=root></div><noscript>Please enable JavaScript.</noscript><script src=a.js></script>",
            "needs_javascript",
        ),
        ("<div id=app>Loading…</div><script src=a.js></script>", "nothing_likely"),
        ("<nav><a href=/>Home</a> <a href=/b>About</a></nav>", "nothing_likely"),
    ] {
        let extraction = extract(page);
        assert_eq!((extraction.status(), extraction.reason()), (Status::Empty, Some(reason)), "{page}");
        assert!(extraction.quality().is_none_or(|quality| quality.verdict == Grade::Empty), "{page}");
    }
}

#[test]
fn content_in_noscript_beside_a_menu_is_kept() {
    let menu = |labels: usize| "<li><a href=/x>A label of the menu</a>".repeat(labels);
    let post = "<p>We run a small water mill and our stones have not been dressed for ten years. The flour comes out warm, \
        and the furrows are almost gone. How do you sharpen them without a professional? We have a mill bill.</p>";
    let page = |labels: usize, posts: usize, shown: &str| {
        let posts = post.repeat(posts);
        format!(
            "<ul>{}</ul>{shown}<noscript><h1>How to sharpen millstones</h1>{posts}</noscript>",
            menu(labels)
        )
    };
    let story =
        format!("<h1>The mill reopens</h1>{}", "<p>The mill reopens on Monday, they say.</p>".repeat(6));
    for (labels, posts, shown, expected) in [
        (0, 4, "", true),
        (60, 4, "", true),
        (60, 4, "<p>Log in</p>", true),
        (60, 1, "", false),
        (60, 4, &*story, false),
    ] {
        let kept = extract(&page(labels, posts, shown)).text().contains("water mill");
        assert_eq!(kept, expected, "{labels} {posts} {shown}");
    }
}

/// Returns a page with a story between a menu and a footer, written in the script of `sentence`.
fn story(sentence: &str) -> String {
    let menu = "<nav><ul><li><a href=/a>A</a></li><li><a href=/b>B</a></li></ul></nav>";
    let paragraphs = format!("<p>{}</p>", format!("{sentence} ").repeat(4)).repeat(6);
    format!(
        "<html><body>{menu}<article><h1>{sentence}</h1>{paragraphs}</article><footer><a href=/c>C</a></footer></body></html>"
    )
}

#[test]
fn a_script_that_the_model_never_saw_is_kept_like_any_other() {
    for sentence in [
        "བོད་ཡིག་གི་སྒྲུང་འདི་ཧ་ཅང་རིང་པོ་ཡིན།",
        "ᎠᏂᏴᏫᏯ ᎤᎾᏓᏅᏖᎸ ᎠᏕᎶᏆᏍᏗ ᎾᎿ ᎦᏚᎲ.",
        "ⴰⵣⵓⵍ ⴼⵍⵍⴰⵡⵏ ⴰⵢⴰⵢⵜⵎⴰ ⴷ ⵉⵙⵜⵎⴰ.",
        "The old mill reopens on Monday, after ten years of repair.",
    ] {
        let extraction = extract(&story(sentence));
        assert!(extraction.text().matches(sentence).count() >= 24, "{sentence}: {}", extraction.text());
        assert!(!extraction.text().starts_with('A'), "{sentence}");
    }
}

#[test]
fn a_page_with_very_many_blocks_is_extracted() {
    let page = "<p>The old mill reopens on Monday, after ten years of repair.</p>".repeat(200_000);
    let options = Options::new()
        .with_limits(dehusk::budget::Limits { timeout: None, ..dehusk::budget::Limits::default() });
    let extraction = Extractor::new(options).extract(page.as_bytes(), None);
    assert_eq!(extraction.status(), Status::Ok);
    assert_eq!(extraction.selection().unwrap().verdicts.len(), 200_000);
}

#[test]
fn only_the_default_method_gives_a_kind_and_a_quality() {
    let page = story("The old mill reopens on Monday, after ten years of repair.");
    let extraction = extract(&page);
    let Some(Assessment { page_types, expected_f1, .. }) = extraction.assessment() else { panic!() };
    assert!((page_types.iter().sum::<f32>() - 1.0).abs() < 1e-5 && (0.0..=1.0).contains(expected_f1));
    assert_eq!(extraction.page_type(), Some(PageType::Article));
    assert_eq!(extraction.quality().unwrap().score, *expected_f1);
    let mut extractor = Extractor::new(Options::new().with(methods::Plain));
    let plain = extractor.extract(page.as_bytes(), None);
    assert_eq!((plain.page_type(), plain.quality()), (None, None));
    assert_eq!(extract("<p>Hello</p>").quality(), None, "a fragment is not a page");
}

#[test]
fn explanations_agree_with_the_selection_and_its_spans() {
    let page = story("The old mill reopens on Monday, after ten years of repair.");
    for method in methods::all() {
        let mut extractor = Extractor::new(Options::new());
        let mut open = extractor.open(page.as_bytes(), None);
        let extraction = open.extract(*method);
        let explanation = open.explain(*method).unwrap();
        assert_eq!(explanation.blocks.len(), 10, "{}", method.name());
        assert_eq!(explanation.least_kept().is_some(), method.name() == "grain");
        let kept: Vec<_> = extraction.selection().unwrap().kept().collect();
        for block in &explanation.blocks {
            let overlaps =
                kept.iter().any(|span| span.start() < block.span.end() && block.span.start() < span.end());
            assert_eq!(block.kept, overlaps, "{} {}", method.name(), block.text);
            assert!(!block.reason().is_empty() && !explanation.path(block.container).is_empty());
            assert_eq!(block.signals.is_empty(), method.name() != "grain");
        }
    }
}

#[test]
fn a_copy_of_the_text_for_other_screens_is_left_out_with_its_reason() {
    let sentence = "The old mill reopens on Monday, after ten years of repair.";
    let page = story(sentence);
    let article = &page[page.find("<article>").unwrap()..page.find("<footer>").unwrap()];
    let twice = page.replace(article, &article.repeat(2));
    let extraction = extract(&twice);
    assert_eq!(extraction.text(), extract(&page).text());
    let reasons = extraction.selection().unwrap().verdicts.iter().map(|verdict| verdict.reason.as_str());
    assert_eq!(reasons.filter(|reason| *reason == "repeats").count(), 7, "the heading and six paragraphs");
}
