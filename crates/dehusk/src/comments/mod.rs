//! Reader comments: finds the threads of comments on a page, and decides whether the comments are the subject of the page.
//!
//! Comments are recognized by their markup: schema.org's `Comment` and `UserComments`, `itemprop=comment`, the word `comment` (in
//! several languages) in classes and ids of repeated records, and headings such as "Comments" above signed texts or a text field.
//! There is no list of sites or of comment systems. Replies in a forum are the content of its page, not comments
//! ([`Threads::are_subject`]). Like site noise, comments are removed from the text after the method and before the
//! renderer, so this works with every method. [`crate::parts`] lists the comments one by one.

mod headings;
mod subject;
mod words;

pub(crate) use subject::KeptBytes;

use crate::budget::{Deadline, TimedOut};
use crate::markup::{BLOCK, Tag};
use crate::page::{Element, Event, Page, Run, Visitor};
use crate::source::Span;
use std::collections::{HashMap, HashSet};
use words::Role;

/// At least this share of the text in a container of comments must be inside single comments. Chosen by hand.
const MIN_SHARE_IN_RECORDS: f64 = 0.5;
/// Maximum number of containers whose class or id names comments but that hold neither a comment nor an input field. If there are
/// more, they are taken for a field of the items in a list, such as `Comments: 12 pages`. Chosen by hand.
const MAX_EMPTY_PLACES: usize = 2;

/// A thread of comments: the element that holds it, and the elements of its comments, in the order of the page.
#[derive(Clone, Debug)]
struct Thread {
    root: u32,
    records: Vec<u32>,
}

/// The threads of comments of a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Threads {
    /// The threads, in the order of the page.
    threads: Vec<Thread>,
    /// The spans of the elements that hold the threads, in the order of the source.
    roots: Vec<Span>,
    /// The texts of all threads, in the order of the source, without overlaps.
    texts: Vec<Span>,
}

impl Threads {
    /// Finds the threads of a page, whether or not they are its subject. Takes time linear in the size of the page.
    ///
    /// # Errors
    /// [`TimedOut`] when the deadline passes.
    pub(crate) fn find(page: &Page<'_>, deadline: &mut Deadline) -> Result<Threads, TimedOut> {
        let candidates = Finder::candidates(page, deadline)?;
        let accepted = accept(&candidates);
        let mut threads = Threads::default();
        let roots = (0..candidates.len())
            .filter(|at| accepted[*at] && candidates[*at].around.is_none_or(|around| !accepted[around]));
        for root in roots {
            let element = candidates[root].element;
            threads.roots.push(element.span());
            for event in element.walk() {
                deadline.tick()?;
                if let Event::Text(run) = event
                    && run.is_visible()
                    && !run.is_blank()
                {
                    threads.texts.push(run.span);
                }
            }
            let inside = candidates.iter().enumerate().skip(root);
            let inside = inside.take_while(|(at, it)| *at == root || it.depth > candidates[root].depth);
            let records = inside.filter(|(_, it)| it.is_record() && it.own > 0);
            let records = records.map(|(_, it)| it.element.id()).collect();
            threads.threads.push(Thread { root: element.id(), records });
        }
        threads.roots.sort_unstable();
        threads.texts.sort_unstable();
        Ok(threads)
    }

    /// Whether an offset of the source is in one of the elements that hold the threads.
    pub(crate) fn hold(&self, offset: usize) -> bool {
        let next = self.roots.partition_point(|root| root.end() <= offset);
        self.roots.get(next).is_some_and(|root| root.start() <= offset)
    }

    /// Whether a text is in one of the threads.
    pub(crate) fn contains(&self, text: Span) -> bool {
        let next = self.texts.partition_point(|span| span.end() <= text.start());
        self.texts.get(next).is_some_and(|span| span.start() <= text.start())
    }

    /// Whether the page has no comments.
    pub(crate) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The texts of all threads, in the order of the source.
    pub(crate) fn texts(&self) -> &[Span] {
        &self.texts
    }

    /// Each thread of the page: the element that holds it, and the elements of its comments.
    pub(crate) fn elements<'p>(
        &self,
        page: &'p Page<'p>,
    ) -> impl Iterator<Item = (Element<'p>, impl Iterator<Item = Element<'p>>)> {
        let element = |id: u32| page.element(id);
        self.threads
            .iter()
            .map(move |thread| (element(thread.root), thread.records.iter().map(move |id| element(*id))))
    }
}

/// An element that may be a comment or a container of comments.
#[derive(Clone, Copy, Debug)]
struct Candidate<'p> {
    element: Element<'p>,
    role: Role,
    depth: usize,
    /// The index of the innermost candidate around it.
    around: Option<usize>,
    /// The number of its parent element; elements are numbered from 1, in the order of the page. 0 if there is no parent.
    parent: usize,
    /// Bytes of visible text in the element, including the text of nested candidates.
    mass: usize,
    /// Bytes of visible text in the element, without the text of nested candidates.
    own: usize,
    /// Bytes of visible text in the nested candidates that are single comments.
    in_records: usize,
    /// Whether it contains an `h1`, a `main`, or the body or headline of an article: the subject of the page.
    holds_subject: bool,
    /// Whether it contains a `textarea`.
    holds_field: bool,
    /// Whether it contains an author or a date.
    signed: bool,
}

impl Candidate<'_> {
    /// Whether the candidate is a single comment (a record) and not a container.
    fn is_record(&self) -> bool {
        matches!(self.role, Role::Comment | Role::MaybeComment | Role::Body)
    }
}

/// Returns, for each candidate, whether it is a thread or inside a thread.
fn accept(candidates: &[Candidate<'_>]) -> Vec<bool> {
    let mut alike: HashMap<(usize, Tag), usize> = HashMap::new();
    for record in candidates.iter().filter(|it| it.is_record()) {
        *alike.entry((record.parent, record.element.tag())).or_default() += 1;
    }
    let is_empty = |it: &Candidate<'_>| it.in_records == 0 && !it.holds_field;
    let empty = candidates.iter().filter(|it| it.role == Role::CertainThread && is_empty(it)).count();
    let mut accepted: Vec<bool> = Vec::with_capacity(candidates.len());
    for it in candidates {
        let is_inside = it.around.is_some_and(|around| accepted[around]);
        let fits = match it.role {
            Role::Comment => true,
            Role::MaybeComment | Role::Body => it.signed || alike[&(it.parent, it.element.tag())] > 1,
            Role::Thread => it.holds_field || it.in_records as f64 >= MIN_SHARE_IN_RECORDS * it.mass as f64,
            Role::HeadedThread => it.holds_field || it.signed || it.in_records > 0,
            Role::CertainThread => empty <= MAX_EMPTY_PLACES || !is_empty(it),
        };
        accepted.push(is_inside || (fits && !it.holds_subject && it.mass > 0));
    }
    accepted
}

/// Finds the candidates in one walk over a page.
struct Finder<'p> {
    /// The ids of the elements that begin with a heading above comments.
    headed: HashSet<u32>,
    candidates: Vec<Candidate<'p>>,
    /// The indices of the open candidates.
    open: Vec<usize>,
    /// The numbers of the open elements, the innermost last; see [`Candidate::parent`].
    around: Vec<usize>,
    /// The number of elements that were entered so far.
    elements: usize,
}

impl<'p> Visitor<'p> for Finder<'p> {
    fn enter(&mut self, element: Element<'p>) {
        let tag = element.tag();
        if let Some(open) = self.open.last() {
            let it = &mut self.candidates[*open];
            it.holds_subject |= matches!(tag, Tag::H1 | Tag::Main);
            it.holds_field |= tag == Tag::Textarea;
            it.signed |= tag == Tag::Time;
        }
        let may_be_candidate =
            tag.is(BLOCK) && !matches!(tag, Tag::Html | Tag::Body | Tag::Main | Tag::Br | Tag::Hr);
        if may_be_candidate || !self.open.is_empty() {
            self.examine(element, may_be_candidate);
        }
        self.elements += 1;
        self.around.push(self.elements);
    }

    fn text(&mut self, run: &Run) {
        if let Some(open) = self.open.last()
            && run.is_visible()
            && !run.is_blank()
        {
            self.candidates[*open].own += run.span.len();
        }
    }

    fn leave(&mut self, _: Element<'p>) {
        self.around.pop();
        let Some(last) =
            self.open.last().copied().filter(|at| self.candidates[*at].depth == self.around.len())
        else {
            return;
        };
        self.open.pop();
        let it = &mut self.candidates[last];
        it.mass += it.own;
        let it = *it;
        if let Some(around) = it.around {
            let outer = &mut self.candidates[around];
            outer.mass += it.mass;
            outer.in_records += if it.is_record() { it.mass } else { it.in_records };
            outer.holds_subject |= it.holds_subject;
            outer.holds_field |= it.holds_field;
            outer.signed |= it.signed;
        }
    }
}

impl<'p> Finder<'p> {
    fn candidates(page: &'p Page<'p>, deadline: &mut Deadline) -> Result<Vec<Candidate<'p>>, TimedOut> {
        let headed = headings::elements_under(page);
        let mut finder =
            Finder { headed, candidates: Vec::new(), open: Vec::new(), around: Vec::new(), elements: 0 };
        page.walk().visit(&mut finder, deadline)?;
        Ok(finder.candidates)
    }

    fn examine(&mut self, element: Element<'p>, may_be_candidate: bool) {
        let clues = words::of(&element, !self.open.is_empty());
        if let Some(open) = self.open.last() {
            let it = &mut self.candidates[*open];
            it.holds_subject |= clues.is_subject;
            it.signed |= clues.is_signature;
        }
        let is_headed = || self.headed.contains(&element.id()).then_some(Role::HeadedThread);
        let is_in_record = || self.open.last().is_some_and(|open| self.candidates[*open].is_record());
        let role = clues.role.or_else(is_headed).filter(|role| *role != Role::Body || !is_in_record());
        let Some(role) = role.filter(|_| may_be_candidate && !element.is_invisible()) else { return };
        let candidate = Candidate {
            element,
            role,
            depth: self.around.len(),
            around: self.open.last().copied(),
            parent: self.around.last().copied().unwrap_or(0),
            mass: 0,
            own: 0,
            in_records: 0,
            holds_subject: false,
            holds_field: false,
            signed: false,
        };
        self.open.push(self.candidates.len());
        self.candidates.push(candidate);
    }
}
