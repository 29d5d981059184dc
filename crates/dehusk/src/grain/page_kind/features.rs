//! Features of a whole page and of its kept text, for the models of the page's kind and of the quality of its extraction.
//!
//! The features are one ordered list of values with names. Lengths are masses as in [`crate::grain::outline`]. The type that a
//! page declares for itself is used only here: it separates kinds of pages well, but gives no information about blocks.

use crate::grain::features::{FEW_LINKS, LONG};
use crate::grain::outline::{Kind, Outline, Piece, mix};
use crate::markup::{HEADING, Tag};
use crate::page::Page;

/// The data about a page after its blocks were chosen.
pub(in crate::grain) struct Decided<'d> {
    pub(in crate::grain) outline: &'d Outline,
    pub(in crate::grain) probabilities: &'d [f32],
    /// For each block, whether it is kept.
    pub(in crate::grain) kept: &'d [bool],
}

/// The values in order, each with its name.
pub(in crate::grain) type Values = Vec<(&'static str, f32)>;

/// The fingerprint of the list of features of a whole page. A model can only be used with the list that it was trained on.
#[must_use]
pub fn fingerprint() -> u64 {
    let nothing = Page::parse(crate::source::Source::from_text(""));
    let never = &mut crate::budget::Deadline::after(None);
    let Ok(outline) = Outline::of(&nothing, never) else { return 0 };
    let values = values(&nothing, &Decided { outline: &outline, probabilities: &[], kept: &[] });
    let bytes = values.iter().flat_map(|(name, _)| name.bytes().chain([b'\n']));
    bytes.fold(0, |hash, byte| mix(hash, u64::from(byte)))
}

/// All values of a page.
pub(in crate::grain) fn values(page: &Page<'_>, decided: &Decided<'_>) -> Values {
    let mut values = Values::with_capacity(100);
    certainty(decided, &mut values);
    runs_of_kept(decided, &mut values);
    what_is_kept(decided, &mut values);
    what_there_is(decided, &mut values);
    elements(decided.outline, &mut values);
    declared(page, &mut values);
    values
}

fn share(part: f32, whole: f32) -> f32 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// The total mass of the blocks for which `counts` is true.
fn mass_where(decided: &Decided<'_>, counts: impl Fn(usize, &Piece) -> bool) -> f32 {
    let pieces = decided.outline.pieces.iter().enumerate();
    pieces.filter(|(index, piece)| counts(*index, piece)).map(|(_, piece)| piece.shape.mass as f32).sum()
}

/// Adds features of the certainty of the block model.
fn certainty(decided: &Decided<'_>, values: &mut Values) {
    let Decided { outline, probabilities, kept } = decided;
    let (mut expected, mut found, mut taken, mut doubt, mut surprise) = (0.0, 0.0, 0.0, 0.0, 0.0);
    let (mut least_kept, mut most_left, mut most) = (1f32, 0f32, 0f32);
    for ((piece, probability), kept) in outline.pieces.iter().zip(*probabilities).zip(*kept) {
        let (p, mass) = (*probability, piece.shape.mass as f32);
        expected += p * mass;
        doubt += p * (1.0 - p) * mass;
        most = most.max(p);
        if *kept {
            found += p * mass;
            taken += mass;
            least_kept = least_kept.min(p);
        } else {
            most_left = most_left.max(p);
        }
        surprise += if *kept == (p >= 0.5) { 0.0 } else { mass };
    }
    let within = |low: f32, high: f32| {
        mass_where(decided, |index, _| probabilities.get(index).is_some_and(|p| (low..high).contains(p)))
    };
    values.extend([
        ("expected_content", expected),
        ("expected_f1", share(2.0 * found, taken + expected)),
        ("expected_precision", share(found, taken)),
        ("expected_recall", share(found, expected)),
        ("doubt_of_content", share(doubt, expected)),
        ("doubt_of_page", share(doubt, outline.mass())),
        ("kept_against_half", share(surprise, outline.mass())),
        ("least_kept", least_kept),
        ("most_left", most_left),
        ("most_probable", most),
        ("between_10_and_30", share(within(0.1, 0.3), expected)),
        ("between_30_and_50", share(within(0.3, 0.5), expected)),
        ("between_50_and_70", share(within(0.5, 0.7), expected)),
        ("between_70_and_90", share(within(0.7, 0.9), expected)),
        ("above_90", share(within(0.9, 2.0), expected)),
    ]);
}

/// Adds features of the positions of the kept blocks on the page.
fn runs_of_kept(decided: &Decided<'_>, values: &mut Values) {
    let Decided { outline, kept, .. } = decided;
    let (mut runs, mut run, mut longest, mut inside) = (0f32, 0f32, 0f32, 0f32);
    let first = kept.iter().position(|kept| *kept);
    let last = kept.iter().rposition(|kept| *kept);
    let mut before = false;
    for (index, (piece, now)) in outline.pieces.iter().zip(*kept).enumerate() {
        let mass = piece.shape.mass as f32;
        runs += f32::from(u8::from(*now && !before));
        run = if *now { run + mass } else { 0.0 };
        longest = longest.max(run);
        let within = first.is_some_and(|first| index > first) && last.is_some_and(|last| index < last);
        inside += if within && !*now { mass } else { 0.0 };
        before = *now;
    }
    let taken = mass_where(decided, |index, _| kept[index]);
    let place = |index: Option<usize>| index.map_or(-1.0, |index| share(index as f32, kept.len() as f32));
    values.extend([
        ("runs", runs),
        ("longest_run_share", share(longest, taken)),
        ("left_inside_share", share(inside, taken)),
        ("first_place", place(first)),
        ("last_place", place(last)),
    ]);
}

/// Adds features of the kept blocks.
fn what_is_kept(decided: &Decided<'_>, values: &mut Values) {
    let Decided { outline, kept, .. } = decided;
    let blocks = kept.iter().filter(|kept| **kept).count() as f32;
    let taken = mass_where(decided, |index, _| kept[index]);
    let sum = |part: &dyn Fn(&Piece) -> f32| {
        let pieces = outline.pieces.iter().zip(*kept).filter(|(_, kept)| **kept);
        pieces.map(|(piece, _)| part(piece)).sum::<f32>()
    };
    let share_in = |kind: Kind| {
        let is_in = |piece: &Piece| outline.container_of(piece).is_in(kind);
        share(mass_where(decided, |index, piece| kept[index] && is_in(piece)), taken)
    };
    values.extend([
        ("kept_blocks", blocks),
        ("kept_mass", taken),
        ("kept_share", share(taken, outline.mass())),
        ("kept_blocks_share", share(blocks, kept.len() as f32)),
        ("kept_mean", share(taken, blocks)),
        ("kept_link_share", share(sum(&|piece| piece.shape.link as f32), taken)),
        ("kept_sentences", share(sum(&Piece::sentence_mass), taken)),
        ("kept_ends", share(sum(&|piece| piece.shape.ends as f32), blocks)),
        ("kept_currencies", share(sum(&|piece| piece.shape.currency as f32), blocks)),
        ("kept_images", share(sum(&|piece| piece.images as f32), blocks)),
        ("kept_in_paragraphs", share_in(Kind::Paragraph)),
        ("kept_in_headings", share_in(Kind::Heading)),
        ("kept_in_items", share_in(Kind::Item)),
        ("kept_in_tables", share_in(Kind::Table)),
        ("kept_in_pre", share_in(Kind::Pre)),
        ("kept_in_articles", share_in(Kind::Article)),
        ("kept_in_main", share_in(Kind::Main)),
        ("kept_in_forms", share_in(Kind::Form)),
        ("kept_hidden", share(mass_where(decided, |index, piece| kept[index] && piece.hidden), taken)),
    ]);
}

/// Adds features of the whole text of the page.
fn what_there_is(decided: &Decided<'_>, values: &mut Values) {
    let outline = decided.outline;
    let (total, mass) = (&outline.containers[0].total, outline.mass());
    let sum = |part: &dyn Fn(&Piece) -> u32| outline.pieces.iter().map(part).sum::<u32>() as f32;
    let count =
        |part: &dyn Fn(&Piece) -> bool| outline.pieces.iter().filter(|piece| part(piece)).count() as f32;
    let blocks = outline.pieces.len() as f32;
    let share_in = |kind: Kind| {
        let is_in = |piece: &Piece| outline.container_of(piece).is_in(kind);
        mass_where(decided, |_, piece| is_in(piece)) / mass
    };
    values.extend([
        ("blocks", blocks),
        ("mass", mass),
        ("mean", share(mass, blocks)),
        ("largest", total.largest),
        ("link_share", total.link / mass),
        ("sentences", total.sentences / mass),
        ("long_blocks", count(&|piece| piece.shape.mass >= LONG && piece.link_share() < FEW_LINKS)),
        ("ends", sum(&|piece| piece.shape.ends)),
        ("currencies", count(&|piece| piece.shape.currency > 0)),
        ("years", count(&|piece| piece.shape.years > 0)),
        ("images", sum(&|piece| piece.images)),
        ("images_per_block", share(sum(&|piece| piece.images), blocks)),
        ("in_paragraphs", total.paragraphs / mass),
        ("in_items", share_in(Kind::Item)),
        ("in_tables", share_in(Kind::Table)),
        ("in_nav", share_in(Kind::Nav)),
        ("in_aside", share_in(Kind::Aside)),
        ("in_footer", share_in(Kind::Footer)),
        ("in_main", share_in(Kind::Main)),
        ("in_articles", share_in(Kind::Article)),
        ("in_pre", share_in(Kind::Pre)),
        ("hidden", mass_where(decided, |_, piece| piece.hidden) / mass),
        ("unscripted", f32::from(u8::from(outline.unscripted))),
    ]);
}

/// Adds features of the containers of the page, and of the largest group of similar containers.
fn elements(outline: &Outline, values: &mut Values) {
    let count = |tag: Tag| outline.containers.iter().filter(|container| container.tag == tag).count() as f32;
    let headings = outline.containers.iter().filter(|container| container.tag.is(HEADING)).count() as f32;
    let deepest = outline.containers.iter().map(|container| container.depth).max().unwrap_or(0);
    values.extend([
        ("containers", outline.containers.len() as f32),
        ("depth", f32::from(deepest)),
        ("headings", headings),
        ("h1s", count(Tag::H1)),
        ("h2s", count(Tag::H2)),
        ("h3s", count(Tag::H3)),
        ("articles", count(Tag::Article)),
        ("sections", count(Tag::Section)),
        ("forms", count(Tag::Form)),
        ("lists", count(Tag::Ul) + count(Tag::Ol)),
        ("items", count(Tag::Li)),
        ("tables", count(Tag::Table)),
        ("rows", count(Tag::Tr)),
        ("pres", count(Tag::Pre)),
        ("quotes", count(Tag::Blockquote)),
        ("figures", count(Tag::Figure)),
        ("definitions", count(Tag::Dl)),
        ("buttons", count(Tag::Button)),
        ("labels", count(Tag::Label)),
    ]);
    let (repeats, mass) = largest_group(outline);
    values.extend([("group_repeats", repeats), ("group_share", mass / outline.mass())]);
}

/// Returns the number of containers and the mass of the group with the most text, among groups of containers that have the same
/// classes and several blocks each.
fn largest_group(outline: &Outline) -> (f32, f32) {
    /// Minimum number of containers of a group. Chosen by hand; the trees were trained with it.
    const MIN_REPEATS: f32 = 3.0;
    let mut groups = vec![(0.0, 0.0); outline.styled_paths.len()];
    for container in outline.containers.iter().filter(|container| container.total.blocks > 1) {
        let group = &mut groups[container.styled_group as usize];
        *group = (group.0 + 1.0, group.1 + container.total.mass);
    }
    let groups = groups.into_iter().filter(|(repeats, _)| *repeats >= MIN_REPEATS);
    groups.fold((0.0, 0.0), |best, next| if (next.1, next.0) > (best.1, best.0) { next } else { best })
}

/// The features that count declared types, each with the types of schema.org and Open Graph that it counts. These types separate
/// kinds of pages. Only the last part of the name of a type is compared. Chosen by hand.
const TYPES: [(&str, &[&str]); 8] = [
    ("says_article", &["article", "blogposting", "newsarticle", "report", "blog"]),
    ("says_collection", &["collectionpage", "itemlist", "searchresultspage", "offercatalog"]),
    ("says_documentation", &["techarticle", "apireference", "howto", "faqpage"]),
    ("says_forum", &["discussionforumposting", "qapage", "question", "answer", "comment"]),
    (
        "says_product",
        &["product", "product.item", "product.group", "offer", "productgroup", "aggregateoffer"],
    ),
    (
        "says_organization",
        &["organization", "localbusiness", "service", "corporation", "professionalservice"],
    ),
    ("says_listing", &["jobposting", "event", "apartment", "recipe", "realestatelisting", "hotel"]),
    ("says_website", &["website", "webpage"]),
];

fn declared(page: &Page<'_>, values: &mut Values) {
    let mut counts = [0f32; TYPES.len()];
    let mut count = |name: &str| {
        let name = name.rsplit(['/', ':', '#']).next().unwrap_or(name).trim().to_ascii_lowercase();
        for (count, (_, names)) in counts.iter_mut().zip(TYPES) {
            *count += f32::from(u8::from(names.contains(&name.as_str())));
        }
    };
    each_declared(page, &mut count);
    values.extend(TYPES.iter().zip(counts).map(|((name, _), count)| (*name, count)));
}

/// Calls `found` with each type that the page declares for itself or a part of it: `og:type`, `itemtype` and `@type` of JSON-LD.
/// Searches the source for them, because another walk over the tree would take much longer.
fn each_declared<'p>(page: &'p Page<'_>, mut found: impl FnMut(&'p str)) {
    /// Number of bytes before and after the name that are searched for the tag and the value. Chosen by hand; a bound is needed because
    /// a page may repeat the name and end no tag.
    const REACH: usize = 256;
    let source = page.source().text();
    let before = |at: usize| &source[source.ceil_char_boundary(at.saturating_sub(REACH))..at];
    let from = |at: usize| &source[at..source.floor_char_boundary((at + REACH).min(source.len()))];
    let places = |name: &'static str| memchr::memmem::find_iter(source.as_bytes(), name);
    for at in places("og:type") {
        let start = before(at).rfind('<').map_or(at, |back| at - before(at).len() + back);
        let end = from(at).find('>').map_or(at + from(at).len(), |end| at + end);
        after(&source[start..end], "content=").into_iter().for_each(&mut found);
    }
    for at in places("itemtype=") {
        after(from(at), "itemtype=").into_iter().for_each(&mut found);
    }
    for at in places(JSON_TYPE) {
        json_types(&source[at + JSON_TYPE.len()..], &mut found);
    }
}

const JSON_TYPE: &str = "\"@type\"";

/// The value that follows a name in the source, without its quotes.
fn after<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let at = memchr::memmem::find(text.as_bytes(), name.as_bytes())?;
    let value = text.get(at + name.len()..)?;
    let end = |quote: char| value.get(1..).and_then(|rest| rest.split(quote).next());
    match value.chars().next()? {
        quote @ ('"' | '\'') => end(quote),
        _ => value.split([' ', '>']).next(),
    }
}

/// Calls `found` with the value of an `@type`, or, if it is a list, with the first names in it.
fn json_types<'t>(json: &'t str, found: &mut impl FnMut(&'t str)) {
    /// Number of bytes that are searched. Chosen by hand; the trees were trained with it.
    const REACH: usize = 120;
    let near = &json.as_bytes()[..json.len().min(REACH)];
    let is_list = near.iter().find(|byte| !b": \n\r\t".contains(byte)) == Some(&b'[');
    let end = if is_list { memchr::memchr(b']', near) } else { memchr::memchr2(b',', b'}', near) };
    let names = json.get(..end.unwrap_or(near.len())).unwrap_or("");
    names.split('"').skip(1).step_by(2).for_each(found);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    #[test]
    fn declared_types_are_read_off_the_source() {
        let source = r#"<meta property="og:type" content="Product"><div itemscope itemtype=https://schema.org/Offer>
            <script type="application/ld+json">{"@type": ["Article", "NewsArticle"], "b": {"@type":"Question"}}</script>"#;
        let mut found = Vec::new();
        each_declared(&Page::parse(Source::from_text(source)), |name| found.push(name.to_owned()));
        assert_eq!(found, ["Product", "https://schema.org/Offer", "Article", "NewsArticle", "Question"]);
    }
}
