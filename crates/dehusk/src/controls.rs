//! Finds the text of controls within the text of a page: buttons in a heading, links that unfold a quotation, names of icons,
//! links that put a product into a cart, and words that a page writes a second time for screen readers.
//!
//! Only what stands within a text is found. Menus and forms beside it are the method's concern, and buttons in code are found with
//! its line numbers (`line_numbers.rs`).

use crate::budget::{Deadline, TimedOut};
use crate::cart_links::changes_cart;
use crate::markup::{HEADING, Tag, TokenKind};
use crate::page::{Element, Event, Mark, Page, Run};
use crate::source::{Span, disjoint};
use crate::visibility::SCREEN_READER_CLASSES;

/// Classes of links that unfold a quotation: vBulletin and XenForo 1, XenForo 2.
const UNFOLDING_CLASSES: [&str; 2] = ["quoteexpand", "bbcodeblock-expandlink"];
/// Classes of elements whose text is the name of an icon, which the font of Google's Material icons shows instead.
const ICON_CLASSES: [&str; 8] = [
    "material-icons",
    "material-icons-outlined",
    "material-icons-round",
    "material-icons-sharp",
    "material-icons-two-tone",
    "material-symbols-outlined",
    "material-symbols-rounded",
    "material-symbols-sharp",
];
/// How these classes begin.
const ICON_PREFIXES: [&str; 2] = ["material-icons", "material-symbols"];
/// What is in the source of pages with links that put a product into a cart or on a list. Where nothing of it is, no link is looked
/// at.
const CART_WORDS: [&str; 8] = ["cart", "Cart", "asket", "anier", "ishlist", "buy-now", "buy_now", "buynow"];
/// Maximum bytes of the text of such a link. Chosen by hand: `Añadir al carrito de compras`. A longer one may be the name of a product.
const MAX_CART_BYTES: usize = 40;
/// Maximum bytes of the name of an icon. Chosen by hand; the longest have about 40.
const MAX_ICON_BYTES: usize = 64;
/// Maximum bytes of a text that is written twice. Chosen by hand: a unit or a label.
const MAX_DOUBLED_BYTES: usize = 60;

/// Returns the spans of controls within text, in the order of the source; they do not overlap. `text` is the part of the source
/// from the first to the last text that is kept. Takes linear time.
pub(crate) fn in_text(page: &Page<'_>, text: Span, deadline: &mut Deadline) -> Result<Vec<Span>, TimedOut> {
    let mut found = Vec::new();
    let (has_buttons, has_quotes) = hints(page.marks());
    let source = page.source().slice(text);
    let has_doubled = has_any(source, &SCREEN_READER_CLASSES);
    let has_icons = has_any(source, &ICON_PREFIXES);
    let has_carts = has_any(source, &CART_WORDS);
    if !(has_buttons || has_quotes || has_doubled || has_icons || has_carts) {
        return Ok(found);
    }
    let (mut doubled, mut said_again) = (Doubled::default(), SaidAgain::default());
    let mut carts = CartLinks::default();
    let (mut heading_end, mut quote_end) = (0, 0);
    for event in page.walk() {
        deadline.tick()?;
        if has_doubled {
            found.extend(doubled.read(page, &event));
            found.extend(said_again.read(page, &event));
        }
        if has_carts {
            found.extend(carts.read(page, &event));
        }
        let Event::Enter(element) = event else { continue };
        let span = element.span();
        if has_icons && is_icon(page, &element) {
            found.push(span);
        }
        // What is inside has been searched with the element around it.
        if has_buttons && element.tag().is(HEADING) && span.start() >= heading_end {
            heading_end = span.end();
            found.extend(buttons_beside_text(page, &element));
        }
        if has_quotes && element.tag() == Tag::Blockquote && span.start() >= quote_end {
            quote_end = span.end();
            found.extend(unfolding_links(&element));
        }
    }
    found.extend(carts.link);
    Ok(disjoint(found))
}

/// Whether a page has buttons inside of headings, and quotations.
fn hints(marks: &[Mark]) -> (bool, bool) {
    let (mut is_in_heading, mut has_buttons, mut has_quotes) = (false, false, false);
    for mark in marks {
        match mark.tag {
            tag if tag.is(HEADING) => is_in_heading = mark.kind == TokenKind::StartTag,
            Tag::Button => has_buttons |= is_in_heading,
            Tag::Blockquote => has_quotes = true,
            _ => {}
        }
    }
    (has_buttons, has_quotes)
}

fn has_any(source: &str, classes: &[&str]) -> bool {
    classes.iter().any(|class| memchr::memmem::find(source.as_bytes(), class.as_bytes()).is_some())
}

/// Whether the text of an element is the name of an icon: `shopping_cart`.
fn is_icon(page: &Page<'_>, element: &Element<'_>) -> bool {
    let is_name = |text: &str| text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_'));
    let mut inside = element.walk().skip(1);
    element.has_class(&ICON_CLASSES)
        && matches!(inside.next(), Some(Event::Text(run)) if run.span.len() <= MAX_ICON_BYTES && is_name(page.text_of(&run).trim()))
        && matches!(inside.next(), Some(Event::Leave(_)) | None)
}

/// The buttons of a heading that has other text. A heading may also be a button itself, which unfolds its section.
fn buttons_beside_text(page: &Page<'_>, heading: &Element<'_>) -> Vec<Span> {
    let mut buttons: Vec<Span> = Vec::new();
    let mut has_text = false;
    for event in heading.walk() {
        let is_inside = |at: usize| buttons.last().is_some_and(|button| at < button.end());
        match event {
            Event::Enter(element) if element.tag() == Tag::Button && !is_inside(element.span().start()) => {
                buttons.push(element.span());
            }
            Event::Text(run) if !is_inside(run.span.start()) => has_text |= has_letters(page, &run),
            _ => {}
        }
    }
    if has_text { buttons } else { Vec::new() }
}

fn has_letters(page: &Page<'_>, run: &Run) -> bool {
    run.is_visible() && page.text_of(run).chars().any(char::is_alphanumeric)
}

fn unfolding_links(quote: &Element<'_>) -> Vec<Span> {
    let mut found: Vec<Span> = Vec::new();
    for event in quote.walk() {
        let Event::Enter(element) = event else { continue };
        let is_new = found.last().is_none_or(|last| element.span().start() >= last.end());
        if is_new && element.has_class(&UNFOLDING_CLASSES) {
            found.push(element.span());
        }
    }
    found
}

/// Finds links that put a product into a cart or on a list and stand by themselves. A link within a sentence is a part of it.
#[derive(Default)]
struct CartLinks {
    /// The link that is read, or that was read last and after which no text followed yet.
    link: Option<Span>,
    /// Bytes of its text.
    bytes: usize,
    /// Whether the last text is no link, and a sentence may go on after it.
    goes_on: bool,
    /// Whether a line began after the last text.
    is_new_line: bool,
}

impl CartLinks {
    fn read(&mut self, page: &Page<'_>, event: &Event<'_>) -> Option<Span> {
        match event {
            Event::Enter(element) if element.tag() == Tag::A => self.enter(element),
            Event::Text(run) if run.is_visible() => self.text(page, run),
            _ => None,
        }
    }

    fn enter(&mut self, element: &Element<'_>) -> Option<Span> {
        let last = self.link.take();
        (self.link, self.bytes) = (changes_cart(element).then(|| element.span()), 0);
        last
    }

    fn text(&mut self, page: &Page<'_>, run: &Run) -> Option<Span> {
        self.is_new_line |= run.begins_line();
        let text = page.text_of(run);
        let text = text.trim();
        if text.is_empty() {
            return None;
        }
        let is_new_line = std::mem::take(&mut self.is_new_line);
        let goes_on = !run.is_link() && text.ends_with(|c: char| c.is_alphabetic() || c == ',');
        let follows = std::mem::replace(&mut self.goes_on, goes_on) && !is_new_line;
        let link = self.link?;
        if run.span.start() < link.end() {
            self.bytes += text.len();
            let is_in_sentence = self.bytes == text.len() && follows;
            self.link = (!is_in_sentence && self.bytes <= MAX_CART_BYTES).then_some(link);
            return None;
        }
        self.link = None;
        (is_new_line || run.is_link() || !text.starts_with(char::is_lowercase)).then_some(link)
    }
}

/// Finds text for screen readers that is followed by the same text for everybody else, hidden from screen readers (`aria-hidden`).
#[derive(Default)]
struct Doubled {
    /// The open element for screen readers.
    open: Option<Span>,
    /// The text of the last element for screen readers.
    text: String,
    /// Where it is, if nothing but whitespace followed yet.
    last: Option<Span>,
    /// Whether the text that follows is hidden from screen readers.
    is_for_eyes: bool,
}

impl Doubled {
    fn read(&mut self, page: &Page<'_>, event: &Event<'_>) -> Option<Span> {
        match event {
            Event::Enter(element) if self.open.is_none() => self.enter(element),
            Event::Text(run) if run.is_visible() => return self.text(&page.text_of(run)),
            Event::Leave(element) if self.open == Some(element.span()) => {
                (self.last, self.open) = (self.open.take(), None);
            }
            _ => {}
        }
        None
    }

    fn enter(&mut self, element: &Element<'_>) {
        if element.has_class(&SCREEN_READER_CLASSES) {
            *self = Doubled { open: Some(element.span()), ..Doubled::default() };
        } else if self.last.is_some() {
            self.is_for_eyes |= element.attribute("aria-hidden").as_deref() == Some("true");
        }
    }

    fn text(&mut self, text: &str) -> Option<Span> {
        let text = text.trim();
        if text.is_empty() {
            return None;
        }
        if self.open.is_some() {
            if self.text.len() + text.len() <= MAX_DOUBLED_BYTES {
                self.text.push_str(text);
            } else {
                // Longer than any text that follows.
                self.open = None;
            }
            return None;
        }
        let last = self.last.take().filter(|_| self.is_for_eyes && self.text == text);
        *self = Doubled::default();
        last
    }
}

/// Finds text for screen readers that repeats the number right before it, which only those who see the page get (`aria-hidden`). So
/// WooCommerce writes prices: `<del aria-hidden=true>249 €</del> <span class=screen-reader-text>Original price was: 249 €.</span>`.
/// Texts are compared without whitespace.
#[derive(Default)]
struct SaidAgain {
    /// The open element that is hidden from screen readers.
    shown_in: Option<Span>,
    /// The text of the last such element, if nothing but whitespace followed yet.
    shown: String,
    /// The open element for screen readers.
    said_in: Option<Span>,
    said: String,
}

impl SaidAgain {
    fn read(&mut self, page: &Page<'_>, event: &Event<'_>) -> Option<Span> {
        match event {
            Event::Enter(element) if self.said_in.is_none() => self.enter(element),
            Event::Text(run) if run.is_visible() => self.text(&page.text_of(run)),
            Event::Leave(element) if self.said_in == Some(element.span()) => {
                self.said_in = None;
                let is_again = says(&self.said, &self.shown);
                self.shown.clear();
                return is_again.then_some(element.span());
            }
            Event::Leave(element) if self.shown_in == Some(element.span()) => self.shown_in = None,
            _ => {}
        }
        None
    }

    fn enter(&mut self, element: &Element<'_>) {
        if element.has_class(&SCREEN_READER_CLASSES) {
            self.said_in = Some(element.span());
            self.said.clear();
        } else if self.shown_in.is_none() && element.attribute("aria-hidden").as_deref() == Some("true") {
            self.shown_in = Some(element.span());
            self.shown.clear();
        }
    }

    fn text(&mut self, text: &str) {
        let letters = text.chars().filter(|c| !c.is_whitespace());
        match (self.said_in, self.shown_in) {
            (Some(_), _) if self.said.len() + text.len() <= MAX_DOUBLED_BYTES => self.said.extend(letters),
            (None, Some(_)) if self.shown.len() + text.len() <= MAX_DOUBLED_BYTES => {
                self.shown.extend(letters)
            }
            // Too long, or text after what was shown.
            _ if text.trim().is_empty() => {}
            _ => self.shown.clear(),
        }
    }
}

/// Whether a text has another one with a number in it, and no digit right beside it.
fn says(text: &str, shown: &str) -> bool {
    let is_digit = |c: Option<char>| c.is_some_and(char::is_numeric);
    shown.chars().any(char::is_numeric)
        && text.match_indices(shown).any(|(at, _)| {
            let (before, after) = (&text[..at], &text[at + shown.len()..]);
            !is_digit(before.chars().next_back()) && !is_digit(after.chars().next())
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn controls_within_text_are_found() {
        let price = "<del aria-hidden=true>249<bdi> €</bdi></del>";
        let ten = "10<i class=sr-only> min</i> ";
        for (html, expected) in [
            (
                "<h3>Zutaten <div><button>1x</button><button>2x</button></div></h3>",
                vec!["<button>1x</button>", "<button>2x</button>"],
            ),
            ("<h3><button>Opening hours</button></h3>", vec![]),
            ("<p>Press <button>OK</button>", vec![]),
            ("<p>Flour<p>$7 <a href='?add-to-cart=7'>Add</a>", vec!["<a href='?add-to-cart=7'>Add</a>"]),
            (
                "<a href=/7>Flour</a> <b>$7</b> <a onclick=addToCart(7)>Buy</a><a href=/8>Rye</a>",
                vec!["<a onclick=addToCart(7)>Buy</a>"],
            ),
            (
                "<p><a class=add_to_cart href=/7><b>Choose</b></a><p>the",
                vec!["<a class=add_to_cart href=/7><b>Choose</b></a>"],
            ),
            ("<p>Get it <a href='?add-to-cart=7'>now</a>.", vec![]),
            ("<p><a href='?add-to-cart=7'>Buy</a> it now.", vec![]),
            ("<a href='?add-to-cart=7'>Stone ground flour of the mill by the weir, number 7</a>", vec![]),
            ("<p>Your <a href=/cart>cart</a>", vec![]),
            (
                "<i class=material-icons>local_offer</i>Fridays",
                vec!["<i class=material-icons>local_offer</i>"],
            ),
            ("<i class=material-icons>A local offer</i>", vec![]),
            ("<i class=material>local_offer</i>", vec![]),
            (
                "<blockquote>a<div class=quoteExpand>More</div></blockquote>",
                vec!["<div class=quoteExpand>More</div>"],
            ),
            ("<blockquote>a<div class=quote>More</div></blockquote>", vec![]),
            (&format!("<p>{ten}<i aria-hidden=true>min</i>"), vec!["<i class=sr-only> min</i>"]),
            (&format!("<p>{ten}<i aria-hidden=true>mins</i>"), vec![]),
            (&format!("<p>{ten}<i>min</i>"), vec![]),
            (&format!("<p>{ten} or <i aria-hidden=true>min</i>"), vec![]),
            (
                &format!("<p>{price} <b class=sr-only>It was: 249 €.</b>"),
                vec!["<b class=sr-only>It was: 249 €.</b>"],
            ),
            (&format!("<p>{price} or <b class=sr-only>It was: 249 €.</b>"), vec![]),
            (&format!("<p>{price} <b class=sr-only>It was: 250 €.</b>"), vec![]),
            (&format!("<p>{price} <b>It was: 249 €.</b>"), vec![]),
            ("<p><i aria-hidden=true>5</i> <b class=sr-only>Read all 15 reviews</b>", vec![]),
            ("<p><i aria-hidden=true>e</i> <b class=sr-only>The answer is here</b>", vec![]),
        ] {
            let page = Page::parse(Source::from_text(html));
            let all = Span::new(0, html.len());
            let spans = in_text(&page, all, &mut Deadline::after(None)).unwrap();
            let found: Vec<&str> = spans.iter().map(|span| page.source().slice(*span)).collect();
            assert_eq!(found, expected, "{html}");
        }
    }
}
