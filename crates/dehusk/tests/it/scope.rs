//! Scopes on real pages. The text of the selected elements and the text of the page without them add up to the whole page, letter
//! for letter.

use crate::shared;
use dehusk::methods::Plain;
use dehusk::page::{Event, Page};
use dehusk::source::Source;
use dehusk::{Extractor, Options};

fn letters(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}

fn text(page: &[u8], options: Options) -> String {
    Extractor::new(options.with(Plain)).extract(page, None).into_text()
}

/// Counts the letters of visible text that the tree has inside elements with the given names.
fn letters_inside(page: &Page<'_>, names: &[&str]) -> usize {
    let (mut inside, mut count) = (0, 0);
    for event in page.walk() {
        match event {
            Event::Enter(element) => inside += usize::from(names.contains(&&*element.name())),
            Event::Leave(element) => inside -= usize::from(names.contains(&&*element.name())),
            Event::Text(run) if inside > 0 && run.is_visible() => count += letters(&page.text_of(&run)),
            Event::Text(_) => {}
        }
    }
    count
}

#[test]
fn selected_and_excluded_parts_are_the_whole_page() {
    const EVERY: usize = 9;
    /// The number of sampled pages for which one differing page is allowed. A page differs if the parser moves text out of a
    /// table, because by its position in the source that text still belongs to the table. This affects about 3 of 1,000 pages.
    const PAGES_PER_MOVED: usize = 100;
    let pages: Vec<_> = shared::pages().into_iter().step_by(EVERY).collect();
    let outcomes = shared::in_parallel(&pages, |path| {
        let bytes = std::fs::read(path).unwrap();
        let page = Page::parse(Source::decode(&bytes, None));
        if letters(&text(&bytes, Options::new())) == 0 {
            return (true, true);
        }
        let selected = letters(&text(&bytes, Options::new().with_select("p, li, h1").unwrap()));
        let left = letters(&text(&bytes, Options::new().with_exclude("p, li, h1").unwrap()));
        let whole = letters(&text(&bytes, Options::new()));
        (selected + left == whole, selected == letters_inside(&page, &["p", "li", "h1"]))
    });
    let named = |which: fn(&(bool, bool)) -> bool| -> Vec<_> {
        pages.iter().zip(&outcomes).filter(|(_, outcome)| !which(outcome)).map(|(path, _)| path).collect()
    };
    assert!(named(|outcome| outcome.0).is_empty(), "not the whole page: {:?}", named(|outcome| outcome.0));
    let moved = named(|outcome| outcome.1);
    println!("selected text differs from that of the tree on {} of {} pages", moved.len(), pages.len());
    assert!(moved.len() * PAGES_PER_MOVED <= pages.len(), "{moved:?}");
}

#[test]
fn a_title_that_is_excluded_stays_out() {
    let page =
        b"<title>The mill reopens</title><h1>The mill reopens</h1><p>It reopens on Monday, after ten years.";
    let options = || Options::new().with(Plain).with_title(dehusk::overrides::TitleLine::In);
    assert!(text(page, options()).contains("The mill"));
    assert!(!text(page, options().with_exclude("h1").unwrap()).contains("The mill"));
}
