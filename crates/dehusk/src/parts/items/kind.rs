//! Decides what the items of a group are, and which groups are no series of records at all.

use super::clues::{MAX_WORD_BYTES, attribute, sign};
use super::fields::Read;
use super::values::NumberForm;
use crate::budget::MAX_ADDRESS_BYTES;
use crate::page::{Element, Page};
use crate::parts::ItemKind;
use crate::records::Form;
use crate::sentence_ends::{ends_sentence, is_unmarked};
use std::collections::HashSet;

/// Items are of a kind if at least this share of them has what the kind needs. Chosen by hand.
const MIN_SHARE: f32 = 0.6;
/// Maximum characters of a heading above a list. Chosen by hand.
const MAX_HEADING_CHARS: usize = 60;
/// Maximum characters of an ingredient, and of the name of a fact. Chosen by hand.
const MAX_INGREDIENT_CHARS: usize = 120;
/// Minimum characters of the longest stretch of text outside of links in a post, on average. Chosen by hand.
const MIN_POST_CHARS: usize = 30;
/// The number of elements around a group whose classes are read. Chosen by hand.
const ELEMENTS_AROUND: usize = 3;
/// A few elements with more characters than this on average are parts of the layout. Chosen by hand.
const MAX_RECORD_CHARS: usize = 1500;
/// The number of elements up to which they may be parts of the layout. Chosen by hand.
const MAX_PARTS: usize = 10;
/// Minimum characters of an item that is a sentence of running text. Chosen by hand.
const MIN_SENTENCE_CHARS: usize = 60;
/// The date of a section with a heading is within this number of its first texts. Chosen by hand.
const MAX_TEXTS_ABOVE_DATE: usize = 4;
/// Minimum number of boxes that make a group if nothing says what they are. Chosen by hand.
const MIN_BOXES: usize = 3;

/// What a paragraph may end with besides the marks of sentences. Chosen by hand.
const PARAGRAPH_ENDS: [char; 10] = ['…', ':', '"', '”', '“', '»', ')', '」', '：', '）'];

/// Links to fewer pages by their numbers are no pager. Chosen by hand.
const MIN_PAGES: usize = 3;

/// What headings and classes of lists of ingredients contain, in lower case. Chosen by hand.
const INGREDIENT_WORDS: [&str; 16] = [
    "ingredient",
    "ingrédient",
    "zutat",
    "ingrediën",
    "składnik",
    "ингредиент",
    "продукты",
    "malzeme",
    "hozzávaló",
    "suroviny",
    "ainekset",
    "材料",
    "食材",
    "재료",
    "מצרכים",
    "المقادير",
];
/// What headings and classes of lists of steps contain, in lower case. Chosen by hand.
const STEP_WORDS: [&str; 20] = [
    "instruction",
    "direction",
    "method",
    "preparation",
    "zubereitung",
    "préparation",
    "preparazione",
    "preparación",
    "preparo",
    "bereiding",
    "przygotowani",
    "приготовлени",
    "yapılış",
    "så gör",
    "fremgangs",
    "elkészítés",
    "postup",
    "作り方",
    "做法",
    "만드는",
];

/// Words before the number of a step, in lower case. Chosen by hand.
const STEP_NAMES: [&str; 16] = [
    "step", "étape", "etape", "schritt", "paso", "passo", "stap", "krok", "шаг", "крок", "steg", "trin",
    "adım", "langkah", "bước", "vaihe",
];
/// Maximum characters of the name of a fact. Chosen by hand.
const MAX_FACT_NAME_CHARS: usize = 40;
/// Maximum characters of the value of a fact. Chosen by hand.
const MAX_FACT_VALUE_CHARS: usize = 100;
/// Maximum number of texts after the name and the value of an amount, such as its unit and a share. Chosen by hand.
const MAX_TEXTS_AFTER_AMOUNT: usize = 2;

/// Words of classes and ids of shopping carts, in lower case. Chosen by hand.
const CART_WORDS: [&str; 6] = ["cart", "minicart", "basket", "minibasket", "warenkorb", "panier"];

/// What is known about a group.
pub(super) struct Traits<'g, 'p> {
    pub(super) page: &'p Page<'p>,
    pub(super) form: Form,
    pub(super) container: u32,
    pub(super) items: &'g [Vec<Read<'p>>],
    /// For each item, whether it has an image.
    pub(super) images: &'g [bool],
    /// The heading above the group.
    pub(super) heading: Option<String>,
    /// The text of the block before the group, which may be the heading.
    pub(super) text_above: Option<String>,
    /// Whether the page may be a discussion.
    pub(super) is_discussion: bool,
}

impl Traits<'_, '_> {
    /// Returns the kind of the items. `None` if the group is no series of records, such as the paragraphs of an
    /// article.
    pub(super) fn kind(&self) -> Option<ItemKind> {
        if self.are_buttons() || self.are_same() || self.are_labels_of_cart() {
            return None;
        }
        if let Some(kind) = self.named() {
            return Some(kind);
        }
        if self.share(|item| item.iter().any(|it| it.price.is_some())) >= MIN_SHARE && self.leads() {
            return Some(ItemKind::Products);
        }
        if self.are_posts() {
            return Some(ItemKind::Posts);
        }
        if self.are_parts_of_layout() {
            return None;
        }
        match self.form {
            Form::Definitions => Some(ItemKind::Facts),
            Form::Rows if self.are_rows_of_facts() => Some(ItemKind::Facts),
            form if form != Form::Rows && self.are_facts() => Some(ItemKind::Facts),
            Form::Paragraphs | Form::Lines | Form::Sections | Form::Headings => {
                self.are_short_links().then_some(ItemKind::Results)
            }
            Form::Boxes | Form::Sequences if self.items.len() < MIN_BOXES && !self.are_links() => None,
            Form::Boxes | Form::Sequences if self.are_prose() || self.are_bare_dates() => None,
            _ if self.are_links() => Some(ItemKind::Results),
            _ => Some(ItemKind::Items),
        }
    }

    fn share(&self, fits: impl Fn(&[Read<'_>]) -> bool) -> f32 {
        self.items.iter().filter(|item| fits(item)).count() as f32 / self.items.len().max(1) as f32
    }

    /// Returns the kind that the heading above the group names, or else the nearest class around its items, or else the text above
    /// the group.
    fn named(&self) -> Option<ItemKind> {
        let is_text = matches!(
            self.form,
            Form::List | Form::Lines | Form::Paragraphs | Form::Rows | Form::Boxes | Form::Sequences
        );
        if self.share(is_numbered_step) >= MIN_SHARE {
            return Some(ItemKind::Steps);
        }
        if !is_text || self.share(|item| item.iter().all(|it| it.piece.link.is_some())) >= MIN_SHARE {
            return None;
        }
        let is_short = self.share(|item| chars(item) <= MAX_INGREDIENT_CHARS) >= MIN_SHARE;
        let kind_in = |name: &str| match part_of_recipe(name) {
            Some(ItemKind::Ingredients) if !is_short => None,
            Some(ItemKind::Steps) if self.form == Form::Rows && self.are_links() => None,
            kind => kind,
        };
        let short = |text: &Option<String>| {
            let text = text.as_ref().filter(|it| it.chars().count() <= MAX_HEADING_CHARS);
            text.and_then(|it| kind_in(&it.to_lowercase()))
        };
        let in_classes = || self.classes().into_iter().find_map(|class| kind_in(&class));
        short(&self.heading).or_else(in_classes).or_else(|| short(&self.text_above))
    }

    /// The classes, ids and properties of the elements around the text of the first item, in lower case, the nearest element first.
    fn classes(&self) -> Vec<String> {
        let first = self.items.first().and_then(|item| item.first());
        let inside = first.into_iter().flat_map(|read| {
            std::iter::successors(Some(read.piece.element), Element::parent)
                .take_while(|it| it.id() != self.container)
        });
        let elements = inside.take(ELEMENTS_AROUND).chain(self.around());
        elements.map(|element| names_of(std::iter::once(element))).collect()
    }

    /// The element around the items and those around it.
    fn around(&self) -> impl Iterator<Item = Element<'_>> {
        let container = self.page.element(self.container);
        std::iter::successors(Some(container), Element::parent).take(ELEMENTS_AROUND)
    }

    /// Whether the items are the parts of an empty shopping cart: `There are 0 items in your cart`.
    fn are_labels_of_cart(&self) -> bool {
        let has_price = self.items.iter().flatten().any(|it| it.price.is_some());
        let names = if has_price { String::new() } else { names_of(self.around()) };
        names.split(|c: char| !c.is_alphanumeric()).any(|word| CART_WORDS.contains(&word))
    }

    /// Whether nearly all items lead to an address or have an image.
    fn leads(&self) -> bool {
        let linked = self.share(|item| item.iter().any(|it| it.piece.link.is_some()));
        let illustrated =
            self.images.iter().filter(|it| **it).count() as f32 / self.images.len().max(1) as f32;
        linked >= MIN_SHARE || illustrated >= MIN_SHARE
    }

    /// Whether the items lead to different addresses.
    fn are_links(&self) -> bool {
        let mut addresses = HashSet::new();
        let linked = self.items.iter().filter(|item| {
            let mut links = item.iter().filter_map(|it| it.piece.link);
            links
                .next()
                .and_then(|link| attribute(&link, "href", MAX_ADDRESS_BYTES))
                .is_some_and(|href| !href.starts_with('#') && addresses.insert(href))
        });
        linked.count() as f32 >= MIN_SHARE * self.items.len() as f32
    }

    /// Whether the items lead to different addresses and are not prose with links in it: the link comes first,
    /// or there is a date.
    fn are_short_links(&self) -> bool {
        let is_record = |item: &[Read<'_>]| {
            let head = if self.form == Form::Sections { MAX_TEXTS_ABOVE_DATE } else { item.len() };
            item.first().is_some_and(|it| it.piece.link.is_some())
                || item.iter().take(head).any(Read::is_date)
        };
        self.are_links() && self.share(is_record) >= MIN_SHARE
    }

    /// Whether the items say the same and lead nowhere, such as labels of adverts.
    fn are_same(&self) -> bool {
        let Some((first, others)) = self.items.split_first() else { return true };
        let is_same = |item: &Vec<Read<'_>>| {
            item.iter().map(|it| &it.piece.text).eq(first.iter().map(|it| &it.piece.text))
        };
        !others.is_empty() && others.iter().all(is_same) && !self.leads()
    }

    /// Whether the items are dates and nothing else, such as headings between records.
    fn are_bare_dates(&self) -> bool {
        let is_bare =
            |item: &[Read<'_>]| matches!(item, [date] if date.is_date() && date.piece.link.is_none());
        self.share(is_bare) >= MIN_SHARE
    }

    /// Whether the items are paragraphs of running text: each is one line and ends like a sentence, without a title, an image, a
    /// date or a price of its own. There may be links within the sentences.
    fn are_prose(&self) -> bool {
        let is_prose = |(item, has_image): (&Vec<Read<'_>>, &bool)| {
            let (Some(first), Some(last)) = (item.first(), item.last()) else { return false };
            let is_own = |it: &Read<'_>| it.has(sign::HEADING | sign::TITLE) || it.is_date();
            !has_image
                && first.piece.link.is_none()
                && item.iter().skip(1).all(|it| !it.piece.begins_line)
                && !item.iter().any(is_own)
                && chars(item) >= MIN_SENTENCE_CHARS
                && ends_prose(item, &last.piece.text)
        };
        let prose = self.items.iter().zip(self.images).filter(|it| is_prose(*it)).count();
        prose as f32 >= MIN_SHARE * self.items.len() as f32
    }

    /// Whether the items are nothing but links to parts of the page or to scripts (buttons, or a table of
    /// contents), or pagers.
    fn are_buttons(&self) -> bool {
        let is_inside = |it: &Read<'_>| {
            let address = it.piece.link.and_then(|link| attribute(&link, "href", MAX_ADDRESS_BYTES));
            address.is_some_and(|href| href.starts_with('#') || href.starts_with("javascript:"))
        };
        self.share(|item| item.iter().all(is_inside) || is_pager(item)) >= MIN_SHARE
    }

    /// Whether each item is a short name and a short value: `Yield: 4 loaves`, or a name beside an amount.
    fn are_facts(&self) -> bool {
        let is_prose = matches!(self.form, Form::Lines | Form::Paragraphs | Form::Sections | Form::Headings);
        let is_labeled = |item: &[Read<'_>]| {
            let Some(first) = item.first().filter(|it| it.piece.link.is_none()) else { return false };
            if !item.iter().any(|it| it.piece.text.contains(':')) {
                return false;
            }
            let whole = item.iter().map(|it| it.piece.text.as_str()).collect::<Vec<&str>>().join(" ");
            let Some((name, value)) = whole.split_once(':') else { return false };
            // In prose, the name is marked as one.
            let is_marked = !is_prose || (item.len() > 1 && first.piece.text.ends_with(':'));
            let is_value = !value.trim().is_empty() && value.chars().count() <= MAX_FACT_VALUE_CHARS;
            is_marked && is_value && is_name_of_fact(name)
        };
        let is_amount = |item: &[Read<'_>]| {
            let [name, value, rest @ ..] = item else { return false };
            let is_short = |it: &Read<'_>| it.piece.text.chars().count() <= MAX_FACT_NAME_CHARS;
            name.piece.link.is_none()
                && value.piece.link.is_none()
                && rest.len() <= MAX_TEXTS_AFTER_AMOUNT
                && item.iter().all(is_short)
                && is_name_of_fact(&name.piece.text)
                && value.piece.text.starts_with(|c: char| c.is_numeric() || c == '<' || c == '~')
        };
        self.share(is_labeled) >= MIN_SHARE || self.share(is_amount) >= MIN_SHARE
    }

    /// Whether each row is a name and a value.
    fn are_rows_of_facts(&self) -> bool {
        let is_fact = |item: &[Read<'_>]| {
            let lines = item.iter().filter(|it| it.piece.begins_line).count();
            let first = item.first();
            lines == 2
                && first.is_some_and(|it| {
                    it.piece.link.is_none()
                        && it.piece.text.chars().count() <= MAX_INGREDIENT_CHARS
                        && !(it.is_date() || it.number.is_some())
                })
        };
        self.share(is_fact) >= MIN_SHARE
    }

    /// Whether the items are posts of a discussion: each with an author or a date, and with text outside of
    /// links.
    fn are_posts(&self) -> bool {
        if !matches!(self.form, Form::List | Form::Rows | Form::Boxes | Form::Sequences) {
            return false;
        }
        let longest = |item: &[Read<'_>]| {
            let unlinked = item.iter().filter(|it| it.piece.link.is_none() && !it.is_date());
            unlinked.map(|it| it.piece.text.chars().count()).max().unwrap_or(0)
        };
        let is_named = self.share(|item| item.iter().any(|it| it.piece.signs & sign::AUTHOR != 0));
        let is_dated = self.share(|item| item.iter().any(Read::is_date));
        let may_be_undated = self.is_discussion && self.form != Form::Rows;
        let is_signed = if may_be_undated { is_named.max(is_dated) } else { is_named.min(is_dated) };
        let mean = |chars: &dyn Fn(&[Read<'_>]) -> usize| {
            self.items.iter().map(|item| chars(item)).sum::<usize>() / self.items.len().max(1)
        };
        if is_signed < MIN_SHARE || mean(&longest) < MIN_POST_CHARS {
            return false;
        }
        self.share_of_titles() < MIN_SHARE
    }

    /// The share of the items that have a linked heading of their own, or begin with a link. The subject of a
    /// thread, repeated above each post, is none, nor are names, dates and numbers.
    fn share_of_titles(&self) -> f32 {
        let is_title = |at: usize, it: &Read<'_>| {
            let is_text =
                it.number.is_none() && !it.is_date() && it.piece.text.chars().any(char::is_alphabetic);
            let is_marked = at == 0 || it.has(sign::HEADING);
            it.piece.link.is_some() && is_text && is_marked && !it.has(sign::AUTHOR)
        };
        let titles = self.items.iter().filter_map(|item| {
            let mut titles = item.iter().enumerate().filter(|(at, it)| is_title(*at, it));
            titles.next().map(|(_, it)| without_reply(&it.piece.text))
        });
        let texts: HashSet<&str> = titles.collect();
        texts.len() as f32 / self.items.len().max(1) as f32
    }

    /// Whether the items are large parts of the page, such as its columns, and not records.
    fn are_parts_of_layout(&self) -> bool {
        let is_box = matches!(self.form, Form::Boxes | Form::Sequences | Form::Sections);
        let all: usize = self.items.iter().map(|item| chars(item)).sum();
        is_box && self.items.len() <= MAX_PARTS && all > MAX_RECORD_CHARS * self.items.len()
    }
}

/// The part of a recipe that a heading or a class names, in lower case. A name of both parts, such as `ingredients-and-directions`,
/// decides nothing.
fn part_of_recipe(name: &str) -> Option<ItemKind> {
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    match (has(&INGREDIENT_WORDS), has(&STEP_WORDS)) {
        (true, false) => Some(ItemKind::Ingredients),
        (false, true) => Some(ItemKind::Steps),
        _ => None,
    }
}

/// The classes, ids and properties of elements, in lower case.
fn names_of<'p>(elements: impl Iterator<Item = Element<'p>>) -> String {
    let mut names = String::new();
    for element in elements {
        for name in ["class", "id", "itemprop"] {
            let value = attribute(&element, name, MAX_WORD_BYTES).unwrap_or_default();
            names.push_str(&value.to_lowercase());
            names.push(' ');
        }
    }
    names
}

/// Whether an item is links to pages by their numbers.
fn is_pager(item: &[Read<'_>]) -> bool {
    let links = || item.iter().filter(|it| it.piece.link.is_some());
    let numbers = links().filter(|it| matches!(it.number, Some(NumberForm::Count(_)))).count();
    numbers >= MIN_PAGES && numbers as f32 >= MIN_SHARE * item.len() as f32
}

/// Whether an item begins with `Step 1`.
fn is_numbered_step(item: &[Read<'_>]) -> bool {
    let Some(first) = item.first() else { return false };
    let text = first.piece.text.to_lowercase();
    let number = STEP_NAMES.iter().find_map(|name| text.strip_prefix(name));
    number.is_some_and(|rest| rest.trim_start_matches([' ', '\u{a0}', '#']).starts_with(char::is_numeric))
}

/// Whether a text may be the name of a fact: short, with letters, not a number or a time.
fn is_name_of_fact(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
        && !text.starts_with(char::is_numeric)
        && text.chars().count() <= MAX_FACT_NAME_CHARS
}

/// The subject of a post without `Re:`.
fn without_reply(text: &str) -> &str {
    text.get(..3).filter(|re| re.eq_ignore_ascii_case("re:")).map_or(text, |_| text[3..].trim_start())
}

fn chars(item: &[Read<'_>]) -> usize {
    item.iter().map(|it| it.piece.text.chars().count()).sum()
}
/// Whether an item ends like a paragraph of running text. In scripts without marks at the end of sentences, having no link suffices.
fn ends_prose(item: &[Read<'_>], last: &str) -> bool {
    let is_open = |it: &Read<'_>| it.piece.link.is_none();
    last.ends_with(|c| ends_sentence(c) || PARAGRAPH_ENDS.contains(&c))
        || (last.ends_with(is_unmarked) && item.iter().all(is_open))
}
