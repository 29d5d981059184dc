//! What is behind the text of an element: the nearest background around it, or the paper of the page, as far as it is known.

use super::cascade::Winners;
use super::color::{BLACK, Color, old_color};
use super::reading::color_scheme;
use super::style::{Property, Value};
use super::thresholds::{MAX_UNSEEN_ALPHA, are_alike};
use crate::markup::Tag;
use crate::page::{Element, Page};

/// What is behind the text of an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Backdrop {
    /// The color, if it is known.
    color: Option<Color>,
    /// Whether it is that of the paper.
    is_paper: bool,
    /// Whether it is only likely, since other sheets may give the page another one.
    pub(super) is_guessed: bool,
    /// Whether something may lie between the paper and the text: a picture below a box that is placed over it, for example.
    pub(super) is_doubtful: bool,
    /// The colors of the shadow and the stroke of the text.
    outlines: [Option<Color>; 2],
    pub(super) text: TextColor,
}

/// The color of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextColor {
    /// Nothing, if it is not known.
    pub(super) color: Option<Color>,
    /// Whether it is that of `-webkit-text-fill-color`, which `color` does not change.
    is_fill: bool,
}

impl Backdrop {
    /// What is behind a page: white, unless it has dark colors.
    pub(super) fn paper(page: &Page<'_>, has_linked_sheets: bool) -> Backdrop {
        let color = (!has_dark_colors(page)).then_some([u8::MAX; 4]);
        let is_guessed = has_linked_sheets;
        let text = TextColor { color: (!is_guessed && color.is_some()).then_some(BLACK), is_fill: false };
        Backdrop { color, is_paper: true, is_guessed, is_doubtful: is_guessed, outlines: [None; 2], text }
    }

    /// Whether text of a color cannot be seen, nor its shadow and its stroke.
    pub(super) fn hides(self, text: Color) -> bool {
        let is_unseen = |color: Color| {
            color[3] <= MAX_UNSEEN_ALPHA || self.color.is_some_and(|behind| are_alike(color, behind))
        };
        is_unseen(text) && self.outlines.into_iter().flatten().all(is_unseen)
    }

    /// What is behind the text of an element that is on this.
    pub(super) fn of(
        self,
        element: Element<'_>,
        winners: &Winners,
        is_unknown: bool,
        has_underlay: impl FnOnce() -> bool,
    ) -> Backdrop {
        let own = |property: Property| winners[property as usize].map(|winner| winner.value);
        let attribute = || color_attribute(element, "bgcolor");
        let color = match own(Property::Background) {
            Some(Value::Color([.., alpha])) if alpha <= MAX_UNSEEN_ALPHA => None,
            Some(Value::Color(color)) if color[3] == u8::MAX => Some(Some(color)),
            Some(Value::Inherit) => None,
            Some(_) => Some(None),
            None => attribute().map(Some),
        };
        let has_image = own(Property::BackgroundImage) == Some(Value::Other)
            || shows_image(winners)
            || has_image_attribute(element);
        let is_dark = own(Property::ColorScheme) == Some(Value::Dark) && self.is_paper;
        let is_paper = self.is_paper && color.is_none() && !has_image && !is_dark;
        let is_declared = color.is_some();
        let color = color.unwrap_or(self.color).filter(|_| !has_image && !is_dark);
        let lies_over = || lies_over(winners) || has_underlay();
        let is_doubtful = !is_declared && (self.is_doubtful || is_unknown || lies_over());
        let outline = |property: Property, around: Option<Color>| match own(property) {
            Some(Value::Color(color)) => Some(color),
            Some(Value::Inherit) | None => around,
            Some(_) => None,
        };
        let [shadow, stroke] = self.outlines;
        let outlines = [outline(Property::Shadow, shadow), outline(Property::Stroke, stroke)];
        let text = self.text.of(element, winners, is_unknown);
        Backdrop { color, is_paper, is_guessed: is_paper && self.is_guessed, is_doubtful, outlines, text }
    }
}

impl TextColor {
    /// The color of the text of an element in a text of this color.
    fn of(self, element: Element<'_>, winners: &Winners, is_unknown: bool) -> TextColor {
        let own = |property: Property| winners[property as usize].map(|winner| winner.value);
        // A fill that shows the background through the text belongs to a background that another sheet may give.
        match own(Property::TextFill) {
            Some(Value::Color(color)) if !is_unknown => {
                return TextColor { color: Some(color), is_fill: true };
            }
            None | Some(Value::Inherit) if self.is_fill => return self,
            _ => {}
        }
        let is_link = element.tag() == Tag::A && element.attribute("href").is_some();
        let color = match own(Property::Color) {
            Some(Value::Color(color)) => Some(color),
            Some(Value::Inherit) => self.color,
            Some(_) => None,
            None if is_link || is_unknown => None,
            None => text_attribute(element).or(self.color),
        };
        TextColor { color, is_fill: false }
    }
}

/// The color that an attribute of old pages gives the text of an element.
pub(super) fn text_attribute(element: Element<'_>) -> Option<Color> {
    match element.tag() {
        Tag::Font => color_attribute(element, "color"),
        Tag::Body => color_attribute(element, "text"),
        _ => None,
    }
}

/// Whether an attribute of old pages gives an element a picture as its background.
fn has_image_attribute(element: Element<'_>) -> bool {
    const TAGS: [Tag; 5] = [Tag::Body, Tag::Table, Tag::Td, Tag::Th, Tag::Tr];
    TAGS.contains(&element.tag()) && element.attribute("background").is_some_and(|it| !it.is_empty())
}

/// Whether an element may lie over another one that has a background, or paints one itself in a rare way.
fn lies_over(winners: &Winners) -> bool {
    let own = |property: Property| winners[property as usize].map(|winner| winner.value);
    let is_placed = own(Property::Position).is_some_and(|value| value != Value::None);
    let is_drawn_back = |property| matches!(own(property), Some(Value::Length(pixels)) if pixels < 0.0);
    is_placed
        || own(Property::Underlay).is_some()
        || [Property::MarginTop, Property::MarginLeft].into_iter().any(is_drawn_back)
}

/// Whether the page says that its colors are dark ones.
fn has_dark_colors(page: &Page<'_>) -> bool {
    page.elements_with(Tag::Meta).any(|meta| {
        let names_it = meta.attribute("name").is_some_and(|name| name.eq_ignore_ascii_case("color-scheme"));
        let is_dark = |content: &str| color_scheme(&content.to_ascii_lowercase()) == Value::Dark;
        names_it && meta.attribute("content").is_some_and(|content| is_dark(&content))
    })
}

/// Whether the background has the color of the text, whatever that is, so that nothing is seen.
pub(super) fn has_color_of_text(winners: &Winners) -> bool {
    let own = |property: Property| winners[property as usize].map(|winner| winner.value);
    let is_plain = own(Property::BackgroundImage) != Some(Value::Other) && own(Property::TextFill).is_none();
    own(Property::Background) == Some(Value::OfText) && is_plain && !shows_image(winners)
}

/// Whether the text is the shape through which its background is seen.
pub(super) fn shows_image(winners: &Winners) -> bool {
    winners[Property::BackgroundClip as usize].is_some_and(|winner| winner.value == Value::Empty)
}

pub(super) fn has_background(element: Element<'_>, winners: &Winners) -> bool {
    let properties = [Property::Background, Property::BackgroundImage];
    properties.iter().any(|property| winners[*property as usize].is_some())
        || element.attribute("bgcolor").is_some()
}

pub(super) fn color_attribute(element: Element<'_>, name: &str) -> Option<Color> {
    element.attribute(name).and_then(|value| old_color(&value))
}
