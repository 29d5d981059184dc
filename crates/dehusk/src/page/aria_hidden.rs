//! Takes back that `aria-hidden=true` hides text where it covers most of the text of a page: the attribute then says nothing about
//! what a part of the page is for.
//!
//! A page that an XML serializer wrote has `<i aria-hidden="true"/>` for its icons. By the HTML standard such an element stays open,
//! so all of the page behind the first icon is in it. A page that was stored while a dialog was open has the attribute around
//! everything but the dialog. In both, readers see the text.

use super::Tree;
use super::flags::hides_without_aria;
use super::node::{Arena, DOCUMENT, NONE, NodeId, Step, flag};
use crate::budget::{Deadline, TimedOut};

/// Maximum share of the text of a page that `aria-hidden` may hide. Chosen by hand: most of it.
const MAX_HIDDEN: f64 = 0.5;

/// If only `aria-hidden` hides most of the text, clears the flag of what it hides. Takes linear time.
pub(super) fn forgive(source: &str, tree: &mut Tree, deadline: &mut Deadline) -> Result<(), TimedOut> {
    let (mut all, mut hidden) = (0, 0);
    for node in tree.runs.iter().map(|id| tree.arena.at(*id)) {
        let bytes = if node.flags & (flag::INVISIBLE | flag::BLANK) == 0 { node.span.len() } else { 0 };
        all += bytes;
        hidden += if node.flags & flag::HIDDEN == 0 { 0 } else { bytes };
    }
    let is_most = |bytes: usize| bytes as f64 > MAX_HIDDEN * all as f64;
    if !is_most(hidden) {
        return Ok(());
    }
    let mut by_aria = 0;
    visit(source, tree, deadline, |arena, id| {
        let node = arena.at(id);
        let is_shown_text = !node.is_element() && node.flags & (flag::INVISIBLE | flag::BLANK) == 0;
        by_aria += if is_shown_text { node.span.len() } else { 0 };
    })?;
    if is_most(by_aria) {
        visit(source, tree, deadline, |arena, id| arena.at_mut(id).flags &= !flag::HIDDEN)?;
    }
    Ok(())
}

/// Calls `of_node` for each node that only `aria-hidden` hides.
fn visit(
    source: &str,
    tree: &mut Tree,
    deadline: &mut Deadline,
    mut of_node: impl FnMut(&mut Arena, NodeId),
) -> Result<(), TimedOut> {
    let Tree { arena, attrs, .. } = tree;
    // The open elements that something else hides.
    let mut hiding: Vec<NodeId> = Vec::new();
    let mut step = arena.following(DOCUMENT);
    loop {
        deadline.tick()?;
        step = match step {
            Step::Enter(id) => {
                let node = *arena.at(id);
                let own = &attrs[node.attrs as usize..(node.attrs + node.attrs_len) as usize];
                let is_hiding = node.is_element() && hides_without_aria(source, node.tag, own);
                if hiding.is_empty() && !is_hiding && node.flags & flag::HIDDEN != 0 {
                    of_node(arena, id);
                }
                // The walk does not leave empty elements.
                if is_hiding && node.first != NONE {
                    hiding.push(id);
                }
                arena.following(id)
            }
            Step::Leave(id) => {
                hiding.pop_if(|open| *open == id);
                arena.after(id)
            }
            Step::End => return Ok(()),
        };
    }
}

#[cfg(test)]
mod tests {
    use crate::page::Page;
    use crate::source::Source;

    #[test]
    fn aria_hidden_around_most_of_a_page_hides_nothing() {
        let text = "<p>The mill on the river turns again.</p>";
        for (page, expected) in [
            (format!("<p>a</p><div aria-hidden=true>{text}</div>"), "++"),
            (format!("<p>a <i aria-hidden=true /> b</p>{text}"), "+++"),
            (
                format!("<div aria-hidden=true>{text}<p hidden>b</p>c<b style=display:none>d</b></div>"),
                "+-+-",
            ),
            (format!("<p aria-hidden=true>a</p>{text}"), "-+"),
            (format!("<p>a</p><div hidden>{text}<i aria-hidden=true>b</i></div>"), "+--"),
            (format!("<div hidden>{text}</div><p aria-hidden=true>a</p>"), "--"),
            (format!("<br hidden><div aria-hidden=true>{text}</div>"), "+"),
        ] {
            let page = Page::parse(Source::from_text(&page));
            let texts = page.runs().filter(|run| !run.is_blank());
            let marks: String = texts.map(|run| if run.is_hidden() { '-' } else { '+' }).collect();
            assert_eq!(marks, expected, "{}", page.source().text());
        }
    }
}
