//! Finds the groups of a page in one walk: whenever an element ends, the series among its children are found.
//!
//! The children of an element are the elements in it that hold a block of their own, and the lines of text between these. Children
//! without text and images do not count.

use super::shape::{LINE, Shape, is_formatting};
use super::siblings::{Child, Series, alike, series};
use super::{AUTHOR_ATTRIBUTE, Form, Group, Groups, Item};
use crate::budget::{Deadline, TimedOut};
use crate::markup::{BLOCK, HEADING, Tag};
use crate::page::{Element, Page, Run, Visitor, push_growing_slowly};
use crate::source::Span;

/// If the items of a group have at least this share of the text of an element, the element only wraps the group. Chosen by hand.
const MIN_WRAPPED: f64 = 0.9;
/// At least this share of the items of all wrappers must agree on whether they have links, and whether they have images. Chosen by
/// hand.
const MIN_SAME_CONTENT: f64 = 0.8;

/// The number of elements around a block that only format it and whose text before the block is a line of its own. Chosen by
/// hand.
const MAX_FORMATTING: usize = 8;
/// Maximum number of levels of wrappers around wrappers. Each level copies the items once. Chosen by hand.
const MAX_MERGES: u8 = 3;
/// Posts and the replies that are deeper are one group if at least this number of posts are siblings. Chosen by hand.
const MIN_SIBLING_POSTS: usize = 2;
/// Number of attributes that are searched for what says that an element is a post. Chosen by hand.
const MAX_ATTRIBUTES: usize = 20;
/// The end of the types of posts and readers' comments, by schema.org.
const COMMENT_TYPE: &str = "/Comment";

/// Returns the groups of a page, without places.
pub(super) fn find(page: &Page<'_>, deadline: &mut Deadline) -> Result<Groups, TimedOut> {
    let mut finder = Finder::default();
    page.walk().visit(&mut finder, deadline)?;
    Ok(finder.finish())
}

/// An open element.
struct Frame {
    /// What is known without its children.
    own: Child,
    before: Before,
    /// The line of text that is being read.
    line: Option<Child>,
    /// The greatest number of elements inside each other in it for which [`Finder::join_replies`] made a group.
    joined: u8,
}

/// How much was found before an element.
#[derive(Clone, Copy)]
struct Before {
    /// The number of open or finished children.
    children: usize,
    posts: usize,
    drafts: usize,
}

/// A group that may become a part of a larger one.
struct Draft {
    group: Group,
    /// The shape of its first item.
    shape: Shape,
    /// Whether its items are in an ordered list.
    is_ordered: bool,
    /// How often groups were merged to make it.
    merges: u8,
    /// Whether it is a part of a larger group.
    is_merged: bool,
}

#[derive(Default)]
struct Finder {
    frames: Vec<Frame>,
    /// The finished children of all open elements.
    children: Vec<Child>,
    drafts: Vec<Draft>,
    items: Vec<Item>,
    /// The elements whose attributes say that they are posts, without those inside others, in the order of the page.
    posts: Vec<Item>,
    /// The number of runs that the walk has passed.
    runs: u32,
    /// The number of open scripts and styles. Their text makes no runs.
    raw: u32,
}

impl Visitor<'_> for Finder {
    fn enter(&mut self, element: Element<'_>) {
        let tag = element.tag();
        if tag.is(BLOCK) {
            self.end_lines();
        }
        self.raw += u32::from(is_raw(tag));
        let is_link = tag == Tag::A && element.attribute("href").is_some();
        let item = Item {
            runs: (self.runs, self.runs),
            span: element.span(),
            links: is_link.into(),
            images: (tag == Tag::Img).into(),
            headings: tag.is(HEADING).into(),
            ..Item::default()
        };
        let own = Child { shape: Shape::of(&element), item, wrapped: None, is_post: false };
        let before =
            Before { children: self.children.len(), posts: self.posts.len(), drafts: self.drafts.len() };
        self.frames.push(Frame { own, before, line: None, joined: 0 });
    }

    fn text(&mut self, run: &Run) {
        if self.raw > 0 {
            return;
        }
        self.runs += 1;
        if run.is_blank() || !(run.is_visible() || run.is_unscripted()) {
            return;
        }
        let Some(frame) = self.frames.last_mut() else { return };
        let text = run.span.len() as u32;
        let linked = if run.is_link() { text } else { 0 };
        let runs = (self.runs - 1, self.runs);
        let item = Item { runs, span: run.span, text, linked, lines: 1, ..Item::default() };
        let line = frame.line.get_or_insert_with(|| Child::line(item.at_start()));
        line.shape.add_text();
        line.item = line.item.with(&item);
    }

    fn leave(&mut self, element: Element<'_>) {
        self.end_line();
        self.raw -= u32::from(is_raw(element.tag()));
        let Some(Frame { mut own, before, joined, .. }) = self.frames.pop() else { return };
        self.pass_joined(joined);
        let children = &self.children[before.children..];
        let is_inline =
            !element.tag().is(BLOCK) && children.len() < 2 && children.iter().all(|it| it.shape.tag == LINE);
        for child in children {
            own.item = own.item.with_lines(&child.item);
            own.shape.add_child(&child.shape);
        }
        let is_row = element.tag() == Tag::Tbody && matches!(children, [row] if row.shape.tag == Tag::Tr);
        if is_row || (!is_inline && is_formatting(element.tag())) {
            return; // its children become children of its parent
        }
        own.item.span = element.span();
        if !is_inline {
            own.wrapped = self.end_children(&element, before, joined, own.item.text);
        }
        self.children.truncate(before.children);
        if own.item.text > 0 || own.item.images > 0 {
            if !is_inline && own.item.lines > 1 && declares_post(&element) {
                (own.is_post, own.item.posts) = (true, 1);
                self.posts.truncate(before.posts);
                push_growing_slowly(&mut self.posts, own.item);
            }
            self.add(own, is_inline);
        }
    }
}

impl Finder {
    /// Tells the innermost open element how many elements inside each other in it have groups of posts with replies.
    fn pass_joined(&mut self, joined: u8) {
        if let Some(parent) = self.frames.last_mut() {
            parent.joined = parent.joined.max(joined);
        }
    }

    /// Adds a finished element to the line of its parent, or to its children.
    fn add(&mut self, child: Child, is_inline: bool) {
        if !is_inline {
            self.end_line();
            push_growing_slowly(&mut self.children, child);
        } else if let Some(parent) = self.frames.last_mut() {
            let line = parent.line.get_or_insert_with(|| Child::line(child.item.at_start()));
            line.shape.add(&child.shape);
            line.item = line.item.with(&child.item);
        }
    }

    /// Ends the lines of text in the innermost open element and in those that it only formats.
    fn end_lines(&mut self) {
        let formatting = self.frames.iter().rev().take(MAX_FORMATTING);
        let formatting = formatting.take_while(|frame| is_formatting(frame.own.shape.tag)).count();
        let outermost = self.frames.len().saturating_sub(formatting + 1);
        for line in self.frames[outermost..].iter_mut().filter_map(|frame| frame.line.take()) {
            push_growing_slowly(&mut self.children, line);
        }
    }

    /// Ends the line of text in the innermost open element.
    fn end_line(&mut self) {
        if let Some(line) = self.frames.last_mut().and_then(|frame| frame.line.take()) {
            push_growing_slowly(&mut self.children, line);
        }
    }

    /// Finds the groups among the children of an element that ends. Returns the group that the element only wraps, if there is
    /// one.
    fn end_children(&mut self, element: &Element<'_>, before: Before, joined: u8, text: u32) -> Option<u32> {
        let (element, is_ordered) = (element.id(), element.tag() == Tag::Ol);
        let first_child = before.children;
        let mut found = series(&self.children[first_child..]);
        let posts = self.join_replies(element, before, joined);
        if posts.is_none()
            && let Some(merged) = self.merge(element, first_child)
        {
            return Some(merged);
        }
        let is_most = |part: u32| f64::from(part) >= MIN_WRAPPED * f64::from(text);
        let children = self.children[first_child..].iter();
        let mut wrapped = children.filter(|it| is_most(it.item.text)).find_map(|it| it.wrapped);
        if let Some(posts) = posts {
            let (first, end) = self.drafts[posts as usize].group.items;
            let items = &self.items[first as usize..end as usize];
            wrapped = is_most(items.iter().map(|item| item.text).sum()).then_some(posts);
            found.retain(|series| !self.holds_posts(first_child, series));
        }
        for series in found {
            let first_item = self.items.len();
            let shape = self.children[first_child + series.items[0].0].shape;
            self.add_items(first_child, &series);
            if is_most(self.items[first_item..].iter().map(|item| item.text).sum()) {
                wrapped = Some(self.drafts.len() as u32);
            }
            self.add_draft(Draft { is_ordered, ..Draft::new(element, series.form, shape) }, first_item);
        }
        wrapped
    }

    /// Makes one group of the posts in the children of an element, if some of the posts are its children and others are deeper:
    /// replies in an element beside the post that they reply to. Groups around these posts become a part of it.
    fn join_replies(&mut self, element: u32, before: Before, joined: u8) -> Option<u32> {
        let children = &self.children[before.children..];
        let mut siblings = children.iter().filter(|child| child.is_post);
        let shape = siblings.next()?.shape;
        let siblings = 1 + siblings.count();
        let all = children.iter().map(|child| child.item.posts as usize).sum::<usize>();
        let posts = self.posts.get(before.posts..).filter(|posts| posts.len() > siblings)?;
        if siblings < MIN_SIBLING_POSTS || all <= siblings || joined >= MAX_MERGES {
            return None;
        }
        let posts = posts.to_vec();
        for draft in &mut self.drafts[before.drafts..] {
            let (first, end) = draft.group.items;
            let mut items = self.items[first as usize..end as usize].iter();
            draft.is_merged |= items.any(|item| item.posts > 0 && !is_inside(item, &posts));
        }
        let first_item = self.items.len();
        self.items.extend(posts);
        self.add_draft(Draft::new(element, Form::Boxes, shape), first_item);
        self.pass_joined(joined + 1);
        Some(self.drafts.len() as u32 - 1)
    }

    /// Whether items among the children of an element are posts, or hold posts.
    fn holds_posts(&self, first_child: usize, series: &Series) -> bool {
        let children = &self.children[first_child..];
        series.items.iter().any(|(first, end)| children[*first..*end].iter().any(|it| it.item.posts > 0))
    }

    fn add_items(&mut self, first_child: usize, series: &Series) {
        for (first, end) in &series.items {
            let mut children = self.children[first_child + first..first_child + end].iter();
            let Some(child) = children.next() else { continue };
            let item = children.fold(child.item, |item, child| item.with_lines(&child.item));
            push_growing_slowly(&mut self.items, item);
        }
    }

    /// Adds a group of the items from `first_item` on.
    fn add_draft(&mut self, mut draft: Draft, first_item: usize) {
        draft.group.items = (first_item as u32, self.items.len() as u32);
        self.drafts.push(draft);
    }

    /// Makes one group of the groups in the children of an element, if most children only wrap items that are alike. A list of steps
    /// (`ol`) does not go on in a list without an order.
    fn merge(&mut self, element: u32, first_child: usize) -> Option<u32> {
        let children = &self.children[first_child..];
        let wrappers = || children.iter().filter_map(|child| Some((child, child.wrapped?)));
        let (first, first_group) = wrappers().next()?;
        let Draft { group, shape, is_ordered, .. } = &self.drafts[first_group as usize];
        let (form, shape, is_ordered) = (group.form, *shape, *is_ordered);
        let is_alike = |wrapper: &Child, group: u32| {
            let other = &self.drafts[group as usize];
            other.group.form == form
                && other.is_ordered == is_ordered
                && alike(&shape, &other.shape).is_some()
                && alike(&first.shape, &wrapper.shape).is_some()
        };
        let groups: Vec<u32> =
            wrappers().filter(|(child, group)| is_alike(child, *group)).map(|(_, group)| group).collect();
        let is_most = groups.len() > 1 && groups.len() * 2 > children.len();
        if !is_most || !may_be_wrapped(form, first.shape.tag) || !self.have_same_content(&groups) {
            return None;
        }
        let merges = 1 + groups.iter().map(|group| self.drafts[*group as usize].merges).max().unwrap_or(0);
        if merges > MAX_MERGES {
            return None;
        }
        let first_item = self.items.len();
        for group in groups {
            let draft = &mut self.drafts[group as usize];
            draft.is_merged = true;
            let (first, end) = draft.group.items;
            self.items.extend_from_within(first as usize..end as usize);
        }
        self.add_draft(Draft { merges, is_ordered, ..Draft::new(element, form, shape) }, first_item);
        Some(self.drafts.len() as u32 - 1)
    }

    /// Whether nearly all items of these groups agree on whether they have links, and whether they have images. The two halves of
    /// a post, one with the author and one with the text, do not agree.
    fn have_same_content(&self, groups: &[u32]) -> bool {
        let groups = groups.iter().map(|group| self.drafts[*group as usize].group.items);
        let items = groups.flat_map(|(first, end)| &self.items[first as usize..end as usize]);
        let (mut all, mut linked, mut illustrated) = (0_usize, 0_usize, 0_usize);
        for item in items {
            all += 1;
            linked += usize::from(item.links > 0);
            illustrated += usize::from(item.images > 0);
        }
        let agree = |with: usize| with.max(all - with) as f64 >= MIN_SAME_CONTENT * all as f64;
        agree(linked) && agree(illustrated)
    }

    /// Returns the groups that did not become a part of a larger one.
    fn finish(self) -> Groups {
        let mut found = Groups::default();
        for draft in self.drafts.into_iter().filter(|draft| !draft.is_merged) {
            let (first, end) = draft.group.items;
            let first_item = found.items.len() as u32;
            found.items.extend_from_slice(&self.items[first as usize..end as usize]);
            found.groups.push(Group { items: (first_item, found.items.len() as u32), ..draft.group });
        }
        found
    }
}

/// Whether items of this form may be spread over several elements with this tag. Paragraphs, lines and rows are parts of what is
/// around them too often.
fn may_be_wrapped(form: Form, wrapper: Tag) -> bool {
    match form {
        Form::List | Form::Boxes => true,
        Form::Rows | Form::Sequences => matches!(wrapper, Tag::Tbody),
        Form::Definitions | Form::Paragraphs | Form::Lines | Form::Headings | Form::Sections => false,
    }
}

/// Whether the attributes of an element say that it is a post: they name the author of its text, or its type is a comment.
fn declares_post(element: &Element<'_>) -> bool {
    let mut attributes = element.raw_attributes().take(MAX_ATTRIBUTES);
    element.tag() != Tag::Blockquote
        && attributes.any(|(name, value)| {
            let is_named = name.eq_ignore_ascii_case(AUTHOR_ATTRIBUTE) && !value.is_empty();
            is_named || (name.eq_ignore_ascii_case("itemtype") && value.trim_end().ends_with(COMMENT_TYPE))
        })
}

/// Whether an item is inside one of these posts, which are in the order of the page, and is not the post itself.
fn is_inside(item: &Item, posts: &[Item]) -> bool {
    let next = posts.partition_point(|post| post.runs.0 <= item.runs.0);
    let (start, end) = (item.span.start(), item.span.end());
    let around = next.checked_sub(1).map(|index| posts[index].span);
    around.is_some_and(|post| post != item.span && post.start() <= start && end <= post.end())
}

/// Whether the text in an element makes no runs.
fn is_raw(tag: Tag) -> bool {
    matches!(tag, Tag::Script | Tag::Style)
}

impl Draft {
    /// A group without items.
    fn new(container: u32, form: Form, shape: Shape) -> Draft {
        let group = Group { container, form, items: (0, 0), outer: None };
        Draft { group, shape, is_ordered: false, merges: 0, is_merged: false }
    }
}

impl Child {
    fn line(item: Item) -> Child {
        Child { shape: Shape::line(), item, wrapped: None, is_post: false }
    }
}

impl Item {
    /// An item without content, at the beginning of this one.
    fn at_start(&self) -> Item {
        Item { runs: (self.runs.0, self.runs.0), span: self.span, ..Item::default() }
    }

    /// The item together with what follows it on the same line.
    fn with(&self, next: &Item) -> Item {
        Item { lines: self.lines.max(next.lines), ..self.with_lines(next) }
    }

    /// The item together with what follows it on lines of its own.
    fn with_lines(&self, next: &Item) -> Item {
        let (start, end) = (self.span.start().min(next.span.start()), self.span.end().max(next.span.end()));
        Item {
            runs: (self.runs.0.min(next.runs.0), self.runs.1.max(next.runs.1)),
            span: Span::new(start, end),
            text: self.text + next.text,
            linked: self.linked + next.linked,
            links: self.links + next.links,
            images: self.images + next.images,
            headings: self.headings + next.headings,
            lines: self.lines + next.lines,
            posts: self.posts + next.posts,
        }
    }
}
