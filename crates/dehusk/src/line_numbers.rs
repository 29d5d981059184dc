//! Finds the text beside code that is no code: line numbers and buttons.
//!
//! Line numbers are found by their values. Inside a `pre`, elements at the beginnings of lines hold consecutive numbers. Beside
//! code, an element holds nothing but consecutive numbers, and the next element is or holds the code. Numbers that style sheets
//! make have no text, and numbers in the text of the code itself stay. Which code is main content is decided elsewhere.

use crate::budget::{Deadline, TimedOut};
use crate::markup::{BLOCK, Tag};
use crate::page::{Element, Event, Page, Run};
use crate::source::{Span, disjoint};

/// Minimum count of numbers that are line numbers. A single number may be anything, unless a class says that it is one.
const MIN_NUMBERS: u32 = 2;
/// Classes of elements with line numbers: Pygments, SyntaxHighlighter, Rouge, Crayon and Chroma.
const CLASSES: [&str; 6] = ["linenos", "lineno", "gutter", "rouge-gutter", "crayon-nums", "lntd"];
/// Number of starts and ends of elements and texts that are searched for code at the beginning of the element after numbers.
/// Chosen by hand.
const MAX_EVENTS: usize = 16;
/// Maximum digits of a line number. Chosen by hand.
const MAX_DIGITS: usize = 6;

/// Returns the spans of line numbers beside code, and of buttons in it, in the order of the source. They do not overlap. Takes
/// linear time.
pub(crate) fn beside_code(page: &Page<'_>, deadline: &mut Deadline) -> Result<Vec<Span>, TimedOut> {
    let has_code = page.marks().iter().any(|mark| matches!(mark.tag, Tag::Pre | Tag::Code));
    if !has_code {
        return Ok(Vec::new());
    }
    let mut finder = Finder { page, open: Vec::new(), pre: None, found: Vec::new() };
    for event in page.walk() {
        deadline.tick()?;
        match event {
            Event::Enter(element) => finder.enter(element),
            Event::Text(run) => finder.text(&run),
            Event::Leave(element) => finder.leave(&element),
        }
    }
    Ok(disjoint(finder.found))
}

struct Finder<'p> {
    page: &'p Page<'p>,
    open: Vec<Open>,
    /// The outermost open `pre`.
    pre: Option<Pre>,
    found: Vec<Span>,
}

struct Open {
    numbers: Numbers,
    /// Whether the element is in a `pre` and at the beginning of a line.
    begins_line: bool,
    is_pre: bool,
}

/// An open `pre`.
struct Pre {
    at_line_start: bool,
    /// The elements at the beginnings of lines that hold one number, and the numbers.
    numbered: Vec<(Span, u32)>,
}

impl<'p> Finder<'p> {
    fn enter(&mut self, element: Element<'p>) {
        let is_pre = element.tag() == Tag::Pre && self.pre.is_none();
        if is_pre {
            self.pre = Some(Pre { at_line_start: true, numbered: Vec::new() });
        }
        let mut begins_line = false;
        if let Some(pre) = &mut self.pre {
            pre.at_line_start |= element.tag().is(BLOCK) || element.tag() == Tag::Br;
            begins_line = pre.at_line_start && !is_pre;
            if element.tag() == Tag::Button {
                self.found.push(element.span());
            }
        }
        self.open.push(Open { numbers: Numbers::default(), begins_line, is_pre });
    }

    fn text(&mut self, run: &Run) {
        if !run.is_visible() {
            return;
        }
        let text = self.page.text_of(run);
        if let Some(open) = self.open.last_mut() {
            open.numbers.read(&text);
        }
        if let Some(pre) = &mut self.pre {
            let last_line = text.rsplit('\n').next().unwrap_or_default();
            let is_blank = last_line.trim().is_empty();
            pre.at_line_start = is_blank && (pre.at_line_start || text.contains('\n'));
        }
    }

    fn leave(&mut self, element: &Element<'p>) {
        let Some(Open { numbers, begins_line, is_pre }) = self.open.pop() else { return };
        if is_pre && let Some(pre) = self.pre.take() {
            self.found.extend(consecutive(&pre.numbered));
        }
        if let Some((first, last)) = numbers.range() {
            match &mut self.pre {
                Some(pre) if begins_line && first == last => pre.numbered.push((element.span(), first)),
                _ => {}
            }
            let is_enough = last - first + 1 >= MIN_NUMBERS || has_class_of_numbers(element);
            if is_enough && precedes_code(element) {
                self.found.push(element.span());
            }
        }
        if let Some(outer) = self.open.last_mut() {
            outer.numbers.add(numbers);
        }
    }
}

/// The spans of elements whose numbers are consecutive, if all are. Nested elements with the same number count once.
fn consecutive(numbered: &[(Span, u32)]) -> Vec<Span> {
    // The inner element ends first, so the outer one follows it.
    let mut lines: Vec<(Span, u32)> = Vec::new();
    for (span, number) in numbered {
        match lines.last_mut() {
            Some(last) if span.start() <= last.0.start() => *last = (*span, *number),
            _ => lines.push((*span, *number)),
        }
    }
    let are_lines = lines.windows(2).all(|pair| pair[1].1 == pair[0].1 + 1);
    let is_enough = lines.len() >= MIN_NUMBERS as usize;
    lines.into_iter().filter(|_| are_lines && is_enough).map(|(span, _)| span).collect()
}

fn has_class_of_numbers(element: &Element<'_>) -> bool {
    let class = element.attribute("class").unwrap_or_default();
    class.split_ascii_whitespace().any(|word| CLASSES.contains(&word))
}

/// Whether the next element is code or begins with code.
fn precedes_code(element: &Element<'_>) -> bool {
    let is_code = |event: Event<'_>| matches!(event, Event::Enter(inner) if matches!(inner.tag(), Tag::Pre | Tag::Code));
    element.next().is_some_and(|next| next.walk().take(MAX_EVENTS).any(is_code))
}

/// The numbers that the text of an element consists of.
#[derive(Clone, Copy, Default)]
enum Numbers {
    /// No text.
    #[default]
    None,
    /// Consecutive numbers, from the first to the last.
    Range(u32, u32),
    /// Other text.
    Other,
}

impl Numbers {
    fn range(self) -> Option<(u32, u32)> {
        if let Numbers::Range(first, last) = self { Some((first, last)) } else { None }
    }

    fn read(&mut self, text: &str) {
        for word in text.split_whitespace() {
            if matches!(self, Numbers::Other) {
                return;
            }
            let is_number = word.len() <= MAX_DIGITS && word.bytes().all(|byte| byte.is_ascii_digit());
            self.add(
                word.parse().ok().filter(|_| is_number).map_or(Numbers::Other, |it| Numbers::Range(it, it)),
            );
        }
    }

    /// Adds the numbers of a text that follows.
    fn add(&mut self, next: Numbers) {
        *self = match (*self, next) {
            (known, Numbers::None) => known,
            (Numbers::None, next) => next,
            (Numbers::Range(first, last), Numbers::Range(from, to)) if from == last + 1 => {
                Numbers::Range(first, to)
            }
            _ => Numbers::Other,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    fn found(html: &str) -> Vec<String> {
        let page = Page::parse(Source::from_text(html));
        let spans = beside_code(&page, &mut Deadline::after(None)).unwrap();
        let text = |span: &Span| page.source().slice(*span).replace('\n', "↵");
        spans.iter().map(text).collect()
    }

    #[test]
    fn line_numbers_and_buttons_are_found() {
        for (html, expected) in [
            // Outside of a table, `td` makes no element.
            ("<td><pre>1\n2\n</pre><td><pre>a\nb</pre>", vec!["<pre>1↵2↵</pre>"]),
            (
                "<table><tr><td><pre>1\n2\n</pre></td><td><pre>a\nb</pre></table>",
                vec!["<td><pre>1↵2↵</pre></td>"],
            ),
            ("<div>7<br>8</div><div><code>a</code></div>", vec!["<div>7<br>8</div>"]),
            ("<div>1<br>3</div><pre>a</pre>", vec![]),
            ("<div>1</div><pre>a</pre>", vec![]),
            ("<div class=gutter>1</div><pre>a</pre>", vec!["<div class=gutter>1</div>"]),
            ("<pre><i>1</i>a\n<i>2</i>b</pre>", vec!["<i>1</i>", "<i>2</i>"]),
            (
                "<pre> <b><i> 9</i></b> a<br><b><i>10</i></b> b</pre>",
                vec!["<b><i> 9</i></b>", "<b><i>10</i></b>"],
            ),
            ("<pre>x = <i>1</i>\n<i>2</i>b\n<i>3</i>", vec!["<i>2</i>", "<i>3</i>"]),
            ("<pre><i>1</i>a\n<i>5</i>b</pre>", vec![]),
            ("<pre>f(<i>1</i>, <i>2</i>)</pre>", vec![]),
            ("<pre><div><i>1</i>a</div><div><i>2</i>b</div></pre>", vec!["<i>1</i>", "<i>2</i>"]),
            ("<pre><button>Copy</button>a</pre><button>b</button>", vec!["<button>Copy</button>"]),
            ("<p>1 2 3<p>no code", vec![]),
        ] {
            assert_eq!(found(html), expected, "{html}");
        }
    }
}
