//! The list of comments: the author, the date and the text of each.

use super::Comment;
use crate::budget::{Deadline, TimedOut};
use crate::comments::Threads;
use crate::markup::Tag;
use crate::metadata::{self, Signature};
use crate::page::{Element, Event, Page, Run};
use crate::selection::{HiddenSpan, hiding_in};
use crate::visibility::SCREEN_READER_CLASSES;

/// Maximum bytes of an author's name; a longer text is not a name. Chosen by hand.
const MAX_NAME_BYTES: usize = 120;

/// Maximum bytes of text beside the signature of a comment whose body is a record of its own: the words between the name and the
/// date. Chosen by hand.
const MAX_BYTES_BESIDE: usize = 40;

/// The role of a text in a comment. It is declared by the innermost element around the text that has a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Author,
    Date,
    Body,
    /// The body that a property of schema.org declares. It is exact, while classes may name a box around it.
    Text,
    /// What a class says to be a control, which is not part of the text.
    Control,
    /// Links that are controls, buttons and forms. Their labels are not the body of a comment, whatever their classes say.
    Widget,
}

/// Lists the comments of all threads of a page, without the hidden texts that do not stay.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(crate) fn comments(
    page: &Page<'_>,
    threads: &Threads,
    hidden: &[HiddenSpan],
    deadline: &mut Deadline,
) -> Result<Vec<Comment>, TimedOut> {
    let mut comments = Vec::new();
    for (thread, records) in threads.elements(page) {
        list_thread((page, hidden), &thread, records, &mut comments, deadline)?;
    }
    Ok(comments)
}

/// Adds the comments of a thread, given the elements of its records in the order of the page.
fn list_thread<'p>(
    (page, hidden): (&'p Page<'p>, &[HiddenSpan]),
    thread: &Element<'p>,
    records: impl Iterator<Item = Element<'p>>,
    comments: &mut Vec<Comment>,
    deadline: &mut Deadline,
) -> Result<(), TimedOut> {
    let mut records = records.peekable();
    let language = page.root().and_then(|root| root.attribute("lang"));
    let signature = Signature::of_language(language.as_deref());
    let mut reader =
        Reader { page, hidden, signature, comments, open: Vec::new(), roles: Vec::new(), depth: 0 };
    for event in thread.walk() {
        deadline.tick()?;
        match event {
            Event::Enter(element) => {
                reader.depth += 1;
                if records.next_if(|record| *record == element).is_some() {
                    reader.begin(&element);
                } else {
                    reader.enter(&element);
                }
            }
            Event::Text(run) => reader.text(&run),
            Event::Leave(_) => reader.leave(),
        }
    }
    Ok(())
}

/// A comment that is being read.
struct Open {
    /// Its index in the list.
    index: usize,
    /// The depth of its element in the thread.
    depth: usize,
    author: String,
    date: String,
    /// Its text outside all elements that have a role.
    unmarked: String,
    /// Its text inside elements with the role [`Role::Body`].
    body: String,
    /// Its text inside elements with the role [`Role::Text`].
    declared: String,
    /// Whether its element declares that it is the body of a comment.
    is_body: bool,
    /// If it is, all of its text but controls and signatures.
    whole: String,
    /// Whether the walk has reached an inner element that holds only the name: the `b` in
    /// `<div class=author>by <b class=author>Ann</b></div>`.
    has_name: bool,
}

impl Open {
    /// Adds a part of the author's name. After the element that holds only the name, other text in the element around it is no part
    /// of the name, and the name itself may be repeated there. `is_outer` says that the text is in the outer element only.
    fn add_author(&mut self, text: &str, is_outer: bool) {
        let name = self.author.trim();
        let is_other = !name.is_empty() && (self.has_name && is_outer || name == text.trim());
        if !is_other && self.author.len() <= MAX_NAME_BYTES {
            append(&mut self.author, text);
        }
    }

    /// Its text: the declared one, or else what classes mark as its body, or else all that has no role.
    fn text(&self) -> &str {
        let marked = [&self.declared, &self.body].into_iter().find(|text| !text.trim().is_empty());
        let text =
            if self.is_body && !self.is_signed() { &self.whole } else { marked.unwrap_or(&self.unmarked) };
        text.trim()
    }

    fn is_signed(&self) -> bool {
        !self.author.trim().is_empty() || !self.date.is_empty()
    }

    /// Whether it is nothing but the body of the comment around it.
    fn is_body_of(&self, outer: &Open) -> bool {
        let is_empty = |text: &str| text.trim().is_empty();
        let lacks_body = is_empty(&outer.body)
            && is_empty(&outer.declared)
            && outer.unmarked.trim().len() <= MAX_BYTES_BESIDE;
        self.is_body && !self.is_signed() && outer.is_signed() && lacks_body
    }
}

struct Reader<'p, 'c> {
    page: &'p Page<'p>,
    hidden: &'c [HiddenSpan],
    signature: Signature,
    comments: &'c mut Vec<Comment>,
    open: Vec<Open>,
    /// The roles of open elements, with the depths of the elements.
    roles: Vec<(usize, Role)>,
    depth: usize,
}

impl Reader<'_, '_> {
    fn begin(&mut self, element: &Element<'_>) {
        let comment = Comment { depth: self.open.len(), source: element.span(), ..Comment::default() };
        let text = String::new;
        self.open.push(Open {
            index: self.comments.len(),
            depth: self.depth,
            author: text(),
            date: text(),
            unmarked: text(),
            body: text(),
            declared: text(),
            is_body: matches!(role(element), Some(Role::Body | Role::Text)),
            whole: text(),
            has_name: false,
        });
        self.comments.push(comment);
    }

    fn enter(&mut self, element: &Element<'_>) {
        let Some(open) = self.open.last_mut() else { return };
        let Some(role) = role(element) else { return };
        let inside = self.roles.iter().rev().take_while(|(depth, _)| *depth > open.depth);
        if matches!(role, Role::Body | Role::Text) && inside.clone().any(|(_, role)| *role == Role::Widget) {
            return;
        }
        if role == Role::Author {
            // The inner element holds only the name. The outer element may hold other text about the author.
            if inside.into_iter().any(|(_, role)| *role == Role::Author) && !open.has_name {
                open.author.clear();
                open.has_name = true;
            }
        } else if role == Role::Date && open.date.is_empty() {
            let written = ["datetime", "content", "title"].iter().find_map(|name| element.attribute(name));
            open.date = written.and_then(|written| self.signature.date(&written)).unwrap_or_default();
        }
        self.roles.push((self.depth, role));
    }

    fn text(&mut self, run: &Run) {
        let is_shown = run.is_visible() && hiding_in(self.hidden, run.span, false).is_none();
        let Some(open) = self.open.last_mut().filter(|_| is_shown) else { return };
        let comment = &mut self.comments[open.index];
        comment.hidden = comment.hidden.or_else(|| hiding_in(self.hidden, run.span, true));
        let roles =
            || self.roles.iter().rev().take_while(|(depth, _)| *depth > open.depth).map(|(_, role)| *role);
        let role = match roles().next() {
            Some(Role::Body) if roles().any(|role| role == Role::Text) => Some(Role::Text),
            role => role,
        };
        let is_outer = roles().filter(|role| *role == Role::Author).count() == 1;
        if run.begins_line() {
            [&mut open.unmarked, &mut open.body, &mut open.declared, &mut open.whole]
                .into_iter()
                .for_each(end_line);
        }
        let text = self.page.text_of(run);
        if open.is_body && matches!(role, Some(Role::Body | Role::Text) | None) {
            append(&mut open.whole, &text);
        }
        match role {
            Some(Role::Control | Role::Widget) => {}
            Some(Role::Author) => open.add_author(&text, is_outer),
            Some(Role::Date) => {
                if open.date.is_empty() {
                    open.date = self.signature.date(&text).unwrap_or_default();
                }
            }
            Some(Role::Body) => append(&mut open.body, &text),
            Some(Role::Text) => append(&mut open.declared, &text),
            None => append(&mut open.unmarked, &text),
        }
    }

    fn leave(&mut self) {
        if self.roles.last().is_some_and(|(depth, _)| *depth == self.depth) {
            self.roles.pop();
        }
        if self.open.last().is_some_and(|open| open.depth == self.depth)
            && let Some(open) = self.open.pop()
        {
            self.finish(open);
        }
        self.depth = self.depth.saturating_sub(1);
    }

    fn finish(&mut self, open: Open) {
        let is_last = open.index + 1 == self.comments.len();
        if let Some(outer) = self.open.last_mut().filter(|outer| is_last && open.is_body_of(outer)) {
            outer.body = open.whole;
            self.comments.truncate(open.index);
            return;
        }
        let comment = &mut self.comments[open.index];
        comment.text = open.text().to_owned();
        let author = open.author.trim().trim_end_matches(':').trim_end();
        let is_name = !author.is_empty() && author.len() <= MAX_NAME_BYTES;
        comment.author = is_name.then(|| author.replace('\n', " "));
        comment.date = (!open.date.is_empty()).then_some(open.date);
    }
}

/// Words of classes that say that an element is a control, in lower case. Chosen by hand.
const CONTROL_WORDS: [&str; 13] = [
    "reply",
    "replies",
    "vote",
    "votes",
    "like",
    "likes",
    "share",
    "report",
    "actions",
    "permalink",
    "avatar",
    "says",
    "button",
];
/// Words of classes that say that an element has the body of a comment. Chosen by hand.
const BODY_WORDS: [&str; 4] = ["body", "content", "text", "message"];

/// The role that an element declares for the text inside it.
fn role(element: &Element<'_>) -> Option<Role> {
    match element.tag() {
        Tag::Time => return Some(Role::Date),
        Tag::Button | Tag::Form | Tag::Select | Tag::Textarea | Tag::Label => return Some(Role::Widget),
        _ => {}
    }
    let property = element.attribute("itemprop");
    match property.as_deref().map(str::trim) {
        Some("author" | "creator" | "name") => return Some(Role::Author),
        Some("dateCreated" | "datePublished" | "commentTime" | "dateModified") => return Some(Role::Date),
        Some("text" | "commentText" | "description") => return Some(Role::Text),
        _ => {}
    }
    let class = element.attribute("class")?;
    match role_of_class(element, &class)? {
        Role::Control if element.tag() == Tag::A => Some(Role::Widget),
        role => Some(role),
    }
}

fn role_of_class(element: &Element<'_>, class: &str) -> Option<Role> {
    let has_word = |words: &[&str]| {
        class
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| words.iter().any(|it| word.eq_ignore_ascii_case(it)))
    };
    if has_word(&CONTROL_WORDS) {
        Some(Role::Control)
    } else if has_word(&["fn", "commenter"]) || metadata::names_author(class) {
        Some(Role::Author)
    } else if metadata::names_date(class) {
        Some(Role::Date)
    } else if has_word(&BODY_WORDS) && !element.has_class(&SCREEN_READER_CLASSES) {
        Some(Role::Body)
    } else {
        None
    }
}

/// Appends a text. Each run of whitespace becomes one space, and whitespace at the beginning of a line is dropped.
fn append(text: &mut String, more: &str) {
    for c in more.chars() {
        if !c.is_whitespace() {
            text.push(c);
        } else if !text.is_empty() && !text.ends_with([' ', '\n']) {
            text.push(' ');
        }
    }
}

fn end_line(text: &mut String) {
    text.truncate(text.trim_end_matches(' ').len());
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
}
