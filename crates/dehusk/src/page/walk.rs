//! A walk over the tree in document order, for methods that work on elements.
//!
//! The walk does not recurse and does not change the tree.

use super::node::{DOCUMENT, Kind, NONE, NodeId, Step, flag};
use super::{Element, Page, Run};
use crate::budget::{Deadline, TimedOut};
use crate::markup::Tag;

/// One step of a [`Walk`].
#[derive(Clone, Copy, Debug)]
pub enum Event<'p> {
    /// An element begins.
    Enter(Element<'p>),
    /// A text. Scripts and styles are included as invisible runs.
    Text(Run),
    /// An element ends. This event follows for every element; for an empty element, it follows directly after
    /// [`Event::Enter`].
    Leave(Element<'p>),
}

/// The elements and texts of a page or of one element, in document order.
#[derive(Clone, Debug)]
pub struct Walk<'p> {
    page: &'p Page<'p>,
    /// The next step.
    step: Step,
    /// The element at whose end the walk ends.
    root: NodeId,
}

impl<'p> Walk<'p> {
    pub(super) fn whole(page: &'p Page<'p>) -> Walk<'p> {
        #[cfg(test)]
        super::counts::count(&super::counts::WALKS);
        let arena = &page.buffers.tree.arena;
        let step = if arena.nodes.is_empty() { Step::End } else { arena.following(DOCUMENT) };
        Walk { page, step, root: DOCUMENT }
    }

    pub(super) fn of(element: Element<'p>) -> Walk<'p> {
        Walk { page: element.page, step: Step::Enter(element.id), root: element.id }
    }

    fn text(&self, id: NodeId) -> Run {
        let mut run = self.page.run_at(id);
        let parent = self.page.buffers.tree.arena.at(self.page.buffers.tree.arena.at(id).parent);
        if matches!(parent.tag, Tag::Script | Tag::Style) && parent.is_element() {
            run.flags |= flag::INVISIBLE; // the layout does not set this flag for scripts and styles
        }
        run
    }
}

impl<'p> Iterator for Walk<'p> {
    type Item = Event<'p>;

    fn next(&mut self) -> Option<Event<'p>> {
        let arena = &self.page.buffers.tree.arena;
        let element = |id| Element { page: self.page, id };
        match self.step {
            Step::Enter(id) if arena.at(id).kind == Kind::Text => {
                self.step = arena.after(id);
                Some(Event::Text(self.text(id)))
            }
            Step::Enter(id) => {
                self.step = if arena.at(id).first == NONE { Step::Leave(id) } else { arena.following(id) };
                Some(Event::Enter(element(id)))
            }
            Step::Leave(DOCUMENT) | Step::End => None,
            Step::Leave(id) => {
                self.step = if id == self.root { Step::End } else { arena.after(id) };
                Some(Event::Leave(element(id)))
            }
        }
    }
}

/// Reads a page in document order.
pub(crate) trait Visitor<'p> {
    /// An element begins.
    fn enter(&mut self, element: Element<'p>);
    /// A text, visible or not.
    fn text(&mut self, run: &Run);
    /// An element ends.
    fn leave(&mut self, element: Element<'p>);
}

impl<'p> Walk<'p> {
    /// Passes every step to a visitor.
    pub(crate) fn visit(
        self,
        visitor: &mut impl Visitor<'p>,
        deadline: &mut Deadline,
    ) -> Result<(), TimedOut> {
        for event in self {
            deadline.tick()?;
            match event {
                Event::Enter(element) => visitor.enter(element),
                Event::Text(run) => visitor.text(&run),
                Event::Leave(element) => visitor.leave(element),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    fn described(page: &Page<'_>, walk: Walk<'_>) -> String {
        let describe = |event| match event {
            Event::Enter(element) => format!("<{}>", element.name()),
            Event::Text(run) => format!("{}{}", page.text_of(&run), if run.is_visible() { "" } else { "!" }),
            Event::Leave(element) => format!("</{}>", element.name()),
        };
        walk.map(describe).collect()
    }

    #[test]
    fn every_element_is_entered_and_left() {
        let page = Page::parse(Source::from_text("<p>a<br>b<img><i></i><script>c</script><div>d"));
        let body = "<body><p>a<br></br>b<img></img><i></i><script>c!</script></p><div>d</div></body>";
        assert_eq!(described(&page, page.walk()), format!("<html><head></head>{body}</html>"));
        assert_eq!(described(&page, page.body().unwrap().walk()), body);
        assert_eq!(
            described(&page, Page::parse(Source::from_text("")).walk()),
            "<html><head></head><body></body></html>"
        );
    }
}
