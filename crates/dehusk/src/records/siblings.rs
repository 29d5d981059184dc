//! Finds the series among the children of one element: children that are alike, or sequences of children that repeat.
//!
//! Takes linear time in the number of children. The children come from [`super::finder`].

use super::shape::{LINE, Shape};
use super::{Form, Item};
use crate::markup::{HEADING, Tag};

/// Maximum number of kinds of children that are compared at the same time. If there are more, the rarest kind gives way. Chosen by
/// hand.
const MAX_KINDS: usize = 8;
/// Minimum likeness of two siblings that share a class. Chosen by hand.
const MIN_LIKENESS_SAME_CLASS: f32 = 0.3;
/// Minimum likeness of two siblings without classes. Chosen by hand.
const MIN_LIKENESS: f32 = 0.6;
/// Minimum likeness of two siblings with different classes. Chosen by hand.
const MIN_LIKENESS_OTHER_CLASS: f32 = 0.7;
/// Minimum likeness of two rows of a table. Chosen by hand.
const MIN_LIKENESS_ROWS: f32 = 0.55;
/// Minimum likeness of two paragraphs or lines. Chosen by hand.
const MIN_LIKENESS_LINES: f32 = 0.3;
/// Minimum number of items if nothing but their likeness says that they belong together. Chosen by hand.
const MIN_ITEMS: usize = 3;
/// Minimum number of items that share a class and have several blocks each, and of the items of a list. Chosen by hand.
const MIN_MARKED_ITEMS: usize = 2;
/// At least this share of the stretches between two children of a kind must be the same for them to be parts of the items.
/// Chosen by hand.
const MIN_REGULAR: f32 = 0.7;

/// What the search knows about a child: an element, or a line of text without an element of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) shape: Shape,
    /// What is in it.
    pub(super) item: Item,
    /// The group that makes up nearly all of its text, if there is one: it only wraps this group.
    pub(super) wrapped: Option<u32>,
    /// Whether its attributes say that it is a post.
    pub(super) is_post: bool,
}

/// Items among the children of an element.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Series {
    pub(super) form: Form,
    /// The first child of each item and the child after its last.
    pub(super) items: Vec<(usize, usize)>,
}

/// Children that are alike.
#[derive(Clone, Copy, Debug)]
struct Kind {
    shape: Shape,
    /// The number of the kind among all kinds of the element.
    number: usize,
    children: usize,
}

/// Returns the series among the children of an element. Two series never share a child.
pub(super) fn series(children: &[Child]) -> Vec<Series> {
    if children.len() < MIN_MARKED_ITEMS {
        return Vec::new();
    }
    let (kind_of, kinds) = kinds(children);
    if let Some(repeated) = repeated(children, &kind_of, &kinds) {
        return vec![repeated];
    }
    let mut items: Vec<Vec<(usize, usize)>> = vec![Vec::new(); kinds.len()];
    for (index, kind) in kind_of.iter().enumerate() {
        items[*kind].push((index, index + 1));
    }
    let series = items.into_iter().map(|items| Series { form: form(&children[items[0].0].shape), items });
    series.filter(|series| is_series(children, series)).collect()
}

/// Returns the number of the kind of each child, and the first child and the size of each kind.
fn kinds(children: &[Child]) -> (Vec<usize>, Vec<(Shape, usize)>) {
    let mut compared: Vec<Kind> = Vec::with_capacity(MAX_KINDS);
    let mut all: Vec<(Shape, usize)> = Vec::new();
    let kind_of = children.iter().map(|child| {
        let number = find_kind(&mut compared, &child.shape, all.len());
        if number == all.len() {
            all.push((child.shape, 0));
        }
        all[number].1 += 1;
        number
    });
    let kind_of = kind_of.collect();
    (kind_of, all)
}

/// Returns the number of the kind of a child, which is a new kind if the child is like none of those that are compared.
fn find_kind(compared: &mut Vec<Kind>, shape: &Shape, new: usize) -> usize {
    let alike = compared.iter_mut().filter_map(|kind| Some((alike(&kind.shape, shape)?, kind)));
    if let Some((_, kind)) = alike.max_by(|(a, _), (b, _)| a.total_cmp(b)) {
        kind.children += 1;
        return kind.number;
    }
    let kind = Kind { shape: *shape, number: new, children: 1 };
    if compared.len() < MAX_KINDS {
        compared.push(kind);
    } else if let Some(rarest) = compared.iter_mut().min_by_key(|kind| kind.children) {
        *rarest = kind;
    }
    new
}

/// Returns the likeness of two siblings that are alike.
pub(super) fn alike(a: &Shape, b: &Shape) -> Option<f32> {
    if a.tag != b.tag {
        return None;
    }
    let likeness = a.likeness(b);
    (likeness >= min_likeness(a, b)).then_some(likeness)
}

fn min_likeness(a: &Shape, b: &Shape) -> f32 {
    match a.tag {
        Tag::Li | Tag::Dt | Tag::Dd | Tag::Option => 0.0,
        LINE | Tag::P => MIN_LIKENESS_LINES,
        Tag::Tr => MIN_LIKENESS_ROWS,
        _ if a.shares_class(b) => MIN_LIKENESS_SAME_CLASS,
        _ if a.has_class() && b.has_class() => MIN_LIKENESS_OTHER_CLASS,
        _ => MIN_LIKENESS,
    }
}

fn form(shape: &Shape) -> Form {
    match shape.tag {
        LINE => Form::Lines,
        Tag::P => Form::Paragraphs,
        Tag::Li => Form::List,
        Tag::Tr => Form::Rows,
        Tag::Dt | Tag::Dd => Form::Definitions,
        tag if tag.is(HEADING) => Form::Headings,
        _ => Form::Boxes,
    }
}

/// Whether children of one kind are items of a series.
fn is_series(children: &[Child], series: &Series) -> bool {
    let items = || series.items.iter().map(|(first, _)| &children[*first]);
    let Some(first) = items().next() else { return false };
    let has_several_lines = || items().filter(|item| item.item.lines > 1).count() * 2 > series.items.len();
    let is_marked = match first.shape.tag {
        // Sections of a table are no items; a cell is one only if it is like a box.
        Tag::Tbody | Tag::Thead | Tag::Tfoot => return false,
        Tag::Td | Tag::Th => {
            let linked = items().filter(|item| item.item.links > 0).count();
            return has_several_lines()
                && linked * 2 > series.items.len()
                && series.items.len() >= MIN_MARKED_ITEMS;
        }
        Tag::Li | Tag::Tr | Tag::Dt | Tag::Option => true,
        _ => first.shape.has_class() && has_several_lines(),
    };
    series.items.len() >= if is_marked { MIN_MARKED_ITEMS } else { MIN_ITEMS }
}

/// Returns the series of items that consist of several children each: terms with their definitions, headings with what follows, or
/// any sequence of kinds that repeats.
fn repeated(children: &[Child], kind_of: &[usize], kinds: &[(Shape, usize)]) -> Option<Series> {
    if kinds.len() < 2 {
        return None;
    }
    let leader = |tag| kinds.iter().position(|(shape, size)| shape.tag == tag && *size >= MIN_MARKED_ITEMS);
    if let Some(terms) = leader(Tag::Dt) {
        let is_term = |index: usize| kind_of[index] == terms;
        let begins = |index: &usize| is_term(*index) && (*index == 0 || !is_term(*index - 1));
        return led(children, begins, Form::Definitions);
    }
    if let Some(first) = cycle(kind_of, kinds) {
        return led(children, |index| kind_of[*index] == first, Form::Sequences);
    }
    let headings = kinds.iter().enumerate().filter(|(_, (shape, _))| shape.tag.is(HEADING));
    let (heading, (_, size)) = headings.max_by_key(|(_, (_, size))| *size)?;
    let is_heading = |index: usize| kind_of[index] == heading;
    let is_followed =
        |index: &usize| is_heading(*index) && *index + 1 < children.len() && !is_heading(index + 1);
    let followed = (0..children.len()).filter(is_followed).count();
    (*size >= MIN_MARKED_ITEMS && followed * 2 > *size)
        .then(|| led(children, |index| is_heading(*index), Form::Sections))
        .flatten()
}

/// Returns the series of items that begin at certain children and end before the next such child.
fn led(children: &[Child], begins: impl Fn(&usize) -> bool, form: Form) -> Option<Series> {
    let mut items: Vec<(usize, usize)> = Vec::new();
    for first in (0..children.len()).filter(begins) {
        if let Some(last) = items.last_mut() {
            last.1 = first;
        }
        items.push((first, children.len()));
    }
    (items.len() >= MIN_MARKED_ITEMS).then_some(Series { form, items })
}

/// Returns the kind with which each item begins, if the same sequence of kinds repeats.
fn cycle(kind_of: &[usize], kinds: &[(Shape, usize)]) -> Option<usize> {
    let is_leader = |kind: usize| kinds[kind].1 >= MIN_ITEMS;
    let first = *kind_of.iter().find(|kind| is_leader(**kind))?;
    let starts: Vec<usize> = (0..kind_of.len()).filter(|index| kind_of[*index] == first).collect();
    let gaps = || starts.windows(2).map(|pair| &kind_of[pair[0] + 1..pair[1]]);
    let repeats = gaps().zip(gaps().skip(1)).filter(|(a, b)| a == b && !a.is_empty()).count();
    let pairs = starts.len().saturating_sub(2);
    (pairs > 0 && repeats as f32 >= MIN_REGULAR * pairs as f32).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use crate::source::Source;

    fn children_of(html: &str) -> Vec<Child> {
        let page = Page::parse(Source::from_text(html));
        let child = |element: crate::page::Element<'_>| {
            let mut shape = Shape::of(&element);
            element.children().for_each(|it| shape.add(&Shape::of(&it)));
            let lines = element.children().count().max(1) as u32;
            Child { shape, item: Item { lines, ..Item::default() }, wrapped: None, is_post: false }
        };
        page.body().unwrap().children().map(child).collect()
    }

    #[test]
    fn series_of_children() {
        type Expected = &'static [(Form, &'static [(usize, usize)])];
        // (children, the form and the items of each series)
        let cases: &[(&str, Expected)] = &[
            ("<p>a<p>b", &[]),
            ("<p>a<p>b<p>c", &[(Form::Paragraphs, &[(0, 1), (1, 2), (2, 3)])]),
            ("<li>a<li>b", &[(Form::List, &[(0, 1), (1, 2)])]),
            ("<div>a</div><h2>b</h2><div>c</div><ul></ul>", &[]),
            (
                "<div class=a><p>1<p>2</div><h2></h2><div class=a><p>1<p>2</div>",
                &[(Form::Boxes, &[(0, 1), (2, 3)])],
            ),
            (
                "<h3></h3><p></p><h3></h3><p></p><h3></h3><p></p>",
                &[(Form::Sequences, &[(0, 2), (2, 4), (4, 6)])],
            ),
            ("<h3></h3><p></p><p></p><h3></h3><p></p>", &[(Form::Sections, &[(0, 3), (3, 5)])]),
            (
                "<dt></dt><dt></dt><dd></dd><dt></dt><dd></dd><dd></dd>",
                &[(Form::Definitions, &[(0, 3), (3, 6)])],
            ),
            ("<h3></h3><h3></h3><h3></h3><p></p>", &[(Form::Headings, &[(0, 1), (1, 2), (2, 3)])]),
        ];
        for (html, expected) in cases {
            let found = series(&children_of(html));
            let found: Vec<_> = found.iter().map(|it| (it.form, it.items.as_slice())).collect();
            assert_eq!(found, *expected, "{html}");
        }
    }

    #[test]
    fn many_kinds_of_children_are_no_series() {
        let tags = ["div", "p", "ul", "ol", "h1", "h2", "h3", "table", "form", "section", "article", "aside"];
        let html: String = tags.iter().map(|tag| format!("<{tag}></{tag}>")).collect();
        assert_eq!(series(&children_of(&html)), []);
    }
}
