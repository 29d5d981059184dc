//! The position of an element in the tree, as an XPath. Only requested paths are formatted.

use crate::markup::Tag;
use crate::page::Element;
use std::fmt::Write;

/// One step of a path.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// The n-th child with this tag name.
    Named(Tag, u32),
    /// The n-th child, whatever its name. Used for unknown names and for names that XPath cannot express without a namespace.
    Nth(u32),
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    step: Step,
    /// The number of child elements that were entered so far.
    children: u32,
    /// The index of the first entry of [`Path::counts`] for the children of this element.
    counts: usize,
    /// The end of this element's path in [`Path::text`], once the path is written.
    end: usize,
}

/// The path to the innermost open element of a walk.
#[derive(Debug, Default)]
pub(super) struct Path {
    frames: Vec<Frame>,
    /// The number of children so far with each tag name, for each open element. This is a stack; the entries of
    /// the innermost open element are last.
    counts: Vec<(Tag, u32)>,
    /// The path of the first `written` frames.
    text: String,
    written: usize,
}

impl Path {
    pub(super) fn enter(&mut self, element: &Element<'_>) {
        let step = self.step(element);
        self.frames.push(Frame { step, children: 0, counts: self.counts.len(), end: 0 });
    }

    fn step(&mut self, element: &Element<'_>) -> Step {
        let Some(parent) = self.frames.last_mut() else { return Step::Named(element.tag(), 1) };
        parent.children += 1;
        let tag = element.tag();
        // The number of element names is bounded, so this search takes constant time.
        let count = match self.counts[parent.counts..].iter_mut().find(|(name, _)| *name == tag) {
            _ if element.is_foreign() || tag == Tag::Unknown => return Step::Nth(parent.children),
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                self.counts.push((tag, 1));
                1
            }
        };
        Step::Named(tag, count)
    }

    pub(super) fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        self.counts.truncate(frame.counts);
        if self.written > self.frames.len() {
            self.written = self.frames.len();
            self.text.truncate(self.frames.last().map_or(0, |frame| frame.end));
        }
    }

    /// The number of open elements.
    pub(super) fn depth(&self) -> usize {
        self.frames.len()
    }

    /// The path of the open element at a depth. The outermost element has depth 1.
    pub(super) fn to(&mut self, depth: usize) -> &str {
        while self.written < depth {
            let frame = &mut self.frames[self.written];
            // Writing to a string cannot fail.
            let _ = match frame.step {
                Step::Named(tag @ (Tag::Html | Tag::Body), 1) => write!(self.text, "/{}", tag.name()),
                Step::Named(tag, number) => write!(self.text, "/{}[{number}]", tag.name()),
                Step::Nth(number) => write!(self.text, "/*[{number}]"),
            };
            frame.end = self.text.len();
            self.written += 1;
        }
        depth.checked_sub(1).map_or("", |last| &self.text[..self.frames[last].end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Event, Page};
    use crate::source::Source;

    #[test]
    fn siblings_are_counted_by_name_unless_xpath_cannot_express_it() {
        let page =
            Page::parse(Source::from_text("<p>a<div><p>b<p>c</div><svg><g/></svg><x-y><i>d</i></x-y><p>e"));
        let (mut path, mut paths) = (Path::default(), Vec::new());
        for event in page.walk() {
            match event {
                Event::Enter(element) => path.enter(&element),
                Event::Leave(_) => path.leave(),
                Event::Text(_) => {
                    let depth = path.depth();
                    paths.push(path.to(depth).to_owned());
                }
            }
        }
        let expected = ["p[1]", "div[1]/p[1]", "div[1]/p[2]", "*[4]/i[1]", "p[2]"];
        assert_eq!(paths, expected.map(|path| format!("/html/body/{path}")));
    }
}
