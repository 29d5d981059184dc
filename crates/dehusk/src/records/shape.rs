//! The shape of an element: a sketch of the markup in it, by which siblings are compared. Takes constant space and constant time
//! for each element.
//!
//! Which siblings make a group is decided in [`super::siblings`].

use crate::fnv;
use crate::markup::Tag;
use crate::page::Element;

/// The number of classes of an element that are compared. Chosen by hand.
const CLASSES: usize = 2;
/// Maximum bytes of `class` that are read. Longer lists of classes are truncated. Chosen by hand.
const MAX_CLASS_BYTES: usize = 256;
/// Elements directly inside count this many times as much as those below them. Chosen by hand.
const WEIGHT_INSIDE: u32 = 2;
/// Cells of a row are told apart up to this column, so that rows with different numbers of cells differ. Chosen by hand.
const MAX_COLUMNS: u32 = 8;
/// The tag in the shape of a line of text that has no element of its own. `br` itself never contains anything.
pub(super) const LINE: Tag = Tag::Br;

/// What is compared of an element: its tag, its first classes without digits, and sketches of what is inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The tag of the element; [`LINE`] for a line of text without an element of its own.
    pub(crate) tag: Tag,
    /// Hashes of the first classes; 0 if there are fewer.
    pub(super) classes: [u32; CLASSES],
    /// A bit for each kind of element or text directly inside.
    inside: u64,
    /// A bit for each kind of element or text one level deeper.
    deeper: u64,
    columns: u32,
}

impl Shape {
    /// The shape of an element without its content.
    pub(super) fn of(element: &Element<'_>) -> Shape {
        Shape { classes: first_classes(element.raw_class()), ..Shape::empty(element.tag()) }
    }

    /// The shape of a line of text.
    pub(super) fn line() -> Shape {
        Shape::empty(LINE)
    }

    fn empty(tag: Tag) -> Shape {
        Shape { tag, classes: [0; CLASSES], inside: 0, deeper: 0, columns: 0 }
    }

    /// Adds text directly inside.
    pub(super) fn add_text(&mut self) {
        self.inside |= 1;
    }

    /// Adds an element directly inside. Elements that only format text do not count.
    pub(super) fn add(&mut self, child: &Shape) {
        if is_formatting(child.tag) {
            self.inside |= child.inside;
            self.deeper |= child.deeper;
            return;
        }
        let mut number = u32::from(child.tag as u8);
        if matches!(child.tag, Tag::Td | Tag::Th) {
            self.columns = (self.columns + 1).min(MAX_COLUMNS);
            number |= self.columns << u8::BITS;
        }
        self.inside |= bit(number);
        if child.classes[0] != 0 {
            self.inside |= bit(number ^ child.classes[0]);
        }
        self.deeper |= child.inside.rotate_left(bit(number).trailing_zeros());
    }

    /// Adds an element or a line of text directly inside.
    pub(super) fn add_child(&mut self, child: &Shape) {
        if child.tag == LINE {
            self.inside |= child.inside;
            self.deeper |= child.deeper;
        } else {
            self.add(child);
        }
    }

    /// Whether both have a class in common.
    pub(super) fn shares_class(&self, other: &Shape) -> bool {
        self.classes.iter().any(|class| *class != 0 && other.classes.contains(class))
    }

    /// Whether the element has a class.
    pub(super) fn has_class(&self) -> bool {
        self.classes[0] != 0
    }

    /// How much of the markup is common to both, from 0 to 1.
    pub(super) fn likeness(&self, other: &Shape) -> f32 {
        let weigh = |inside: u64, deeper: u64| WEIGHT_INSIDE * inside.count_ones() + deeper.count_ones();
        let common = weigh(self.inside & other.inside, self.deeper & other.deeper);
        match weigh(self.inside | other.inside, self.deeper | other.deeper) {
            0 => 1.0,
            all => common as f32 / all as f32,
        }
    }
}

/// A bit that depends on a number. Bit 0 means text.
fn bit(number: u32) -> u64 {
    /// 2^64 divided by the golden ratio (Knuth, The Art of Computer Programming 3, 6.4).
    const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
    1 << (u64::from(number).wrapping_mul(SPREAD) >> (u64::BITS - 6)).max(1)
}

/// Whether an element changes only the look of the text in it.
pub(super) fn is_formatting(tag: Tag) -> bool {
    matches!(
        tag,
        Tag::B
            | Tag::Strong
            | Tag::I
            | Tag::Em
            | Tag::U
            | Tag::Font
            | Tag::Small
            | Tag::Big
            | Tag::Wbr
            | Tag::Sup
            | Tag::Sub
    )
}

/// Hashes of the first classes. Digits are left out, because many sites number their items: `post-17`.
fn first_classes(value: &str) -> [u32; CLASSES] {
    let end = value.floor_char_boundary(MAX_CLASS_BYTES);
    let hashes = value[..end].split_ascii_whitespace().filter_map(|word| {
        let letters = || word.bytes().filter(|byte| !byte.is_ascii_digit());
        let is_word = letters().any(|byte| !matches!(byte, b'-' | b'_'));
        let hash = |hash, byte: u8| fnv::with(hash, &[byte.to_ascii_lowercase()]);
        is_word.then(|| letters().fold(fnv::OFFSET, hash) as u32 | 1)
    });
    let mut classes = [0; CLASSES];
    classes.iter_mut().zip(hashes).for_each(|(class, hash)| *class = hash);
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use crate::source::Source;

    fn shapes_of(html: &str) -> (Shape, Shape) {
        let page = Page::parse(Source::from_text(html));
        let of = |element: Element<'_>| {
            let mut shape = Shape::of(&element);
            for child in element.children() {
                let mut inner = Shape::of(&child);
                child.children().for_each(|it| inner.add(&Shape::of(&it)));
                shape.add(&inner);
            }
            shape
        };
        let mut children = page.body().unwrap().children();
        (of(children.next().unwrap()), of(children.next().unwrap()))
    }

    #[test]
    fn likeness_of_two_elements() {
        // (two elements, the least and the greatest likeness)
        let cases = [
            ("<div><p></p></div><div><p></p></div>", 1.0, 1.0),
            ("<div><p></p></div><div><b></b><p></p></div>", 1.0, 1.0),
            ("<div></div><div></div>", 1.0, 1.0),
            ("<div><p></p></div><div><ul></ul></div>", 0.0, 0.0),
            ("<div><h3></h3><p></p><img></div><div><h3></h3><p></p></div>", 0.6, 0.7),
            ("<div><p class=name></p></div><div><p class=price></p></div>", 0.2, 0.5),
        ];
        for (html, least, greatest) in cases {
            let (a, b) = shapes_of(html);
            let likeness = a.likeness(&b);
            assert!(least <= likeness && likeness <= greatest, "{likeness} {html}");
            assert_eq!(likeness, b.likeness(&a), "{html}");
        }
    }

    #[test]
    fn classes_are_compared_without_digits() {
        let shares = |html| {
            let (a, b) = shapes_of(html);
            a.shares_class(&b)
        };
        assert!(shares("<p class='post-17 odd'></p><p class='even post-18'></p>"));
        assert!(!shares("<p class=a></p><p class=b></p>"));
        assert!(!shares("<p></p><p></p>"));
        assert!(!shares("<p class=12></p><p class=12></p>"));
    }
}
