//! The list of comments: the author, the date and the text of each.

use super::Comment;
use crate::budget::{Deadline, TimedOut};
use crate::comments::Threads;
use crate::markup::Tag;
use crate::metadata::{self, Signature};
use crate::page::{Element, Event, Page, Run};

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
    /// Buttons, forms and other controls, which are not part of the text.
    Control,
}

/// Lists the comments of all threads of a page.
///
/// # Errors
/// [`TimedOut`] when the deadline passes.
pub(crate) fn comments(
    page: &Page<'_>,
    threads: &Threads,
    deadline: &mut Deadline,
) -> Result<Vec<Comment>, TimedOut> {
    let mut comments = Vec::new();
    for (thread, records) in threads.elements(page) {
        list_thread(page, &thread, records, &mut comments, deadline)?;
    }
    Ok(comments)
}

/// Adds the comments of a thread, given the elements of its records in the order of the page.
fn list_thread<'p>(
    page: &'p Page<'p>,
    thread: &Element<'p>,
    records: impl Iterator<Item = Element<'p>>,
    comments: &mut Vec<Comment>,
    deadline: &mut Deadline,
) -> Result<(), TimedOut> {
    let mut records = records.peekable();
    let language = page.root().and_then(|root| root.attribute("lang"));
    let signature = Signature::of_language(language.as_deref());
    let mut reader = Reader { page, signature, comments, open: Vec::new(), roles: Vec::new(), depth: 0 };
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
    /// Whether its element declares that it is the body of a comment.
    is_body: bool,
    /// If it is, all of its text but controls and signatures.
    whole: String,
    /// Whether the walk has reached an inner element that holds only the name: the `b` in
    /// `<div class=author>by <b class=author>Ann</b></div>`.
    has_name: bool,
}

impl Open {
    fn is_signed(&self) -> bool {
        !self.author.trim().is_empty() || !self.date.is_empty()
    }

    /// Whether it is nothing but the body of the comment around it.
    fn is_body_of(&self, outer: &Open) -> bool {
        let lacks_body = outer.body.trim().is_empty() && outer.unmarked.trim().len() <= MAX_BYTES_BESIDE;
        self.is_body && !self.is_signed() && outer.is_signed() && lacks_body
    }
}

struct Reader<'p, 'c> {
    page: &'p Page<'p>,
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
            is_body: role(element) == Some(Role::Body),
            whole: text(),
            has_name: false,
        });
        self.comments.push(comment);
    }

    fn enter(&mut self, element: &Element<'_>) {
        let Some(open) = self.open.last_mut() else { return };
        let Some(role) = role(element) else { return };
        let inside = self.roles.iter().rev().take_while(|(depth, _)| *depth > open.depth);
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
        let Some(open) = self.open.last_mut().filter(|_| run.is_visible()) else { return };
        let roles = || self.roles.iter().rev().take_while(|(depth, _)| *depth > open.depth);
        let role = roles().next().map(|(_, role)| *role);
        if run.begins_line() {
            [&mut open.unmarked, &mut open.body, &mut open.whole].into_iter().for_each(end_line);
        }
        let text = self.page.text_of(run);
        if open.is_body && matches!(role, Some(Role::Body) | None) {
            append(&mut open.whole, &text);
        }
        match role {
            Some(Role::Control) => {}
            Some(Role::Author) if open.author.len() <= MAX_NAME_BYTES => append(&mut open.author, &text),
            Some(Role::Author) => {}
            Some(Role::Date) => {
                if open.date.is_empty() {
                    open.date = self.signature.date(&text).unwrap_or_default();
                }
            }
            Some(Role::Body) => append(&mut open.body, &text),
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
        let body = match open.body.trim() {
            _ if open.is_body && !open.is_signed() => &open.whole,
            "" => &open.unmarked,
            _ => &open.body,
        };
        comment.text = body.trim().to_owned();
        let author = open.author.trim().trim_end_matches(':').trim_end();
        let is_name = !author.is_empty() && author.len() <= MAX_NAME_BYTES;
        comment.author = is_name.then(|| author.replace('\n', " "));
        comment.date = (!open.date.is_empty()).then_some(open.date);
    }
}

/// The role that an element declares for the text inside it.
fn role(element: &Element<'_>) -> Option<Role> {
    match element.tag() {
        Tag::Time => return Some(Role::Date),
        Tag::Button | Tag::Form | Tag::Select | Tag::Textarea | Tag::Label => return Some(Role::Control),
        _ => {}
    }
    let property = element.attribute("itemprop");
    match property.as_deref().map(str::trim) {
        Some("author" | "creator" | "name") => return Some(Role::Author),
        Some("dateCreated" | "datePublished" | "commentTime" | "dateModified") => return Some(Role::Date),
        Some("text" | "commentText" | "description") => return Some(Role::Body),
        _ => {}
    }
    let class = element.attribute("class")?;
    let has_word = |words: &[&str]| {
        class
            .split(|c: char| !c.is_ascii_alphanumeric())
            .any(|word| words.iter().any(|it| word.eq_ignore_ascii_case(it)))
    };
    if has_word(&[
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
    ]) {
        Some(Role::Control)
    } else if has_word(&["fn", "commenter"]) || metadata::names_author(&class) {
        Some(Role::Author)
    } else if metadata::names_date(&class) {
        Some(Role::Date)
    } else if has_word(&["body", "content", "text", "message"]) {
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
