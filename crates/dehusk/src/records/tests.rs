//! Tests of the groups of whole pages.

use super::*;
use crate::page::{Element, Event};
use crate::source::Source;

fn found(page: &Page<'_>) -> Groups {
    Groups::find(page, &mut Deadline::after(None)).unwrap()
}

fn text_of(page: &Page<'_>, item: &Item) -> String {
    let runs = page.runs().skip(item.runs.0 as usize).take((item.runs.1 - item.runs.0) as usize);
    let shown = runs.filter(|run| run.is_visible() || run.is_unscripted());
    let text: String = shown.map(|run| format!("{} ", page.text_of(&run))).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Each group as its form and the texts of its items, inner groups first.
fn described(html: &str) -> Vec<String> {
    let page = Page::parse(Source::from_text(html));
    let groups = found(&page);
    let describe = |group: &Group| {
        let items: Vec<_> = groups.items_of(group).iter().map(|item| text_of(&page, item)).collect();
        format!("{:?}: {}", group.form, items.join(" / "))
    };
    groups.all().iter().map(describe).collect()
}

#[test]
fn groups_of_small_pages() {
    // (page, groups)
    let cases: &[(&str, &[&str])] = &[
        ("<p>One.<p>Two.", &[]),
        ("<ul><li>flour<li>water</ul>", &["List: flour / water"]),
        ("<ul><li><br><li><img src=a></ul>", &[]),
        ("<dl><dt>Mill<dd>1850<dd>brick<dt>Dam<dd>1851</dl>", &["Definitions: Mill 1850 brick / Dam 1851"]),
        ("1 egg<br>2 plums<br>salt", &["Lines: 1 egg / 2 plums / salt"]),
        ("<h2>A</h2><p>a<h2>B</h2><p>b<p>c", &["Sections: A a / B b c"]),
        // A row of headings has another shape than the rows below it.
        (
            "<table><tr><th>Name<th>Year<tr><td>Mill<td>1850<tr><td>Dam<td>1851</table>",
            &["Rows: Mill 1850 / Dam 1851"],
        ),
        // Each item in a wrapper of its own, with other classes.
        (
            "<div class=x><div><h3>A</h3><p>a</div></div><div class=y><div><h3>B</h3><p>b</div></div>
             <div class=z><div><h3>C</h3><p>c</div></div>",
            &["Boxes: A a / B b / C c"],
        ),
        // Three items to a row.
        (
            "<div class=row><div class=i><p>1<p>a</div><div class=i><p>2<p>b</div></div>
             <div class=row><div class=i><p>3<p>c</div><div class=i><p>4<p>d</div></div>",
            &["Boxes: 1 a / 2 b / 3 c / 4 d"],
        ),
        // The parts of an item are rows of their own.
        (
            "<table><tr class=t><td>1<td>A<tr><td colspan=2>a<tr class=t><td>2<td>B<tr><td colspan=2>b
             <tr class=t><td>3<td>C<tr><td colspan=2>c</table>",
            &["Sequences: 1 A a / 2 B b / 3 C c"],
        ),
        // Two interleaved groups.
        (
            "<section><p>1</p></section><ol><li>x</ol><section><p>2</p></section><ol><li>y</ol>
             <section><p>3</p></section><ol><li>z</ol>",
            &["Sequences: 1 x / 2 y / 3 z"],
        ),
        // The text of noscript, as in the copy for crawlers that forums have.
        (
            "<p>Loading</p><noscript><div class=post><p>Ann<p>Hi</div><div class=post><p>Bob<p>Hello</div></noscript>",
            &["Boxes: Ann Hi / Bob Hello"],
        ),
        // An element that is never closed and goes on around each item.
        (
            "<section><div><p>1<p>a<i></div><div><p>2<p>b</div><div><p>3<p>c</div></section>",
            &["Boxes: 1 a / 2 b / 3 c"],
        ),
        // Posts that attributes name, with replies in elements beside them.
        (
            "<div><div data-author=a><p>1<p>a</div><div><div data-author=b><p>2<p>b</div></div><div data-author=c><p>3<p>c</div></div>",
            &["Boxes: 1 a / 2 b / 3 c"],
        ),
        // A script is no text.
        ("<ul><li><script>a</script><li><script>b</script></ul>", &[]),
    ];
    for (html, expected) in cases {
        assert_eq!(described(html), *expected, "{html}");
    }
}

#[test]
fn a_menu_inside_an_item_is_a_group_of_its_own() {
    let html = "<ul><li>Mills<ul><li>Wind<li>Water</ul><li>Dams<ul><li>High<li>Low</ul></ul>";
    let page = Page::parse(Source::from_text(html));
    let groups = found(&page);
    let outer: Vec<_> = groups.all().iter().map(|group| group.outer).collect();
    assert_eq!(outer, [Some(Place { group: 2, item: 0 }), Some(Place { group: 2, item: 1 }), None]);
    let places: Vec<_> = groups.of_blocks().iter().map(|place| place.map(|it| (it.group, it.item))).collect();
    let expected = [(2, 0), (0, 0), (0, 1), (2, 1), (1, 0), (1, 1)].map(Some);
    assert_eq!(places, expected);
}

#[test]
fn a_block_of_several_lines_is_in_no_line() {
    let page = Page::parse(Source::from_text("<ul><li>1<br>2<br>3<li>4</ul>"));
    let groups = found(&page);
    let forms: Vec<_> = groups.all().iter().map(|group| group.form).collect();
    assert_eq!(forms, [Form::Lines, Form::List]);
    let places: Vec<_> = groups.of_blocks().iter().map(|place| place.map(|it| (it.group, it.item))).collect();
    assert_eq!(places, [Some((1, 0)), Some((1, 1))]);
}

#[test]
fn the_content_of_an_item_is_counted() {
    let html = "<ul><li><h3><a href=x>Mill</a></h3><img src=a>open<li>Dam</ul>";
    let page = Page::parse(Source::from_text(html));
    let groups = found(&page);
    let items = groups.items_of(&groups.all()[0]);
    let Item { text, linked, links, images, headings, lines, .. } = items[0];
    assert_eq!((text, linked, links, images, headings, lines), (8, 4, 1, 1, 1, 2));
    assert_eq!(page.source().slice(items[1].span), "<li>Dam");
}

/// Checks that items do not overlap within their group, and that they are inside the item around them.
fn check(page: &Page<'_>) -> Groups {
    let groups = found(page);
    for group in groups.all() {
        let items = groups.items_of(group);
        assert!(items.len() > 1);
        assert!(items.windows(2).all(|pair| pair[0].runs.1 <= pair[1].runs.0));
        if let Some(outer) = group.outer {
            let around = groups.items_of(&groups.all()[outer.group as usize])[outer.item as usize].runs;
            assert!(items.iter().all(|item| around.0 <= item.runs.0 && item.runs.1 <= around.1));
        }
    }
    assert_eq!(groups.of_blocks().len(), page.blocks().len());
    groups
}

#[test]
fn hostile_pages_have_groups_too() {
    const MANY: usize = 20_000;
    // (page, the number of items of its largest group)
    let cases = [
        ("<li>a".repeat(MANY), MANY),
        ("<li>".repeat(MANY), 0),
        ("<div><p>a".repeat(300), 0),
        // All that is deeper than the deepest allowed element is inside that element.
        ("<div><p>a".repeat(MANY), MANY - 509),
        ("<ul><li>a<li>".repeat(200), 2),
        ("<p>a<h2>b</h2>".repeat(MANY), MANY),
        ("<p>a</p><h2>b</h2><ul><li>c</li></ul>".repeat(MANY / 2), MANY / 2),
        ("<br>a".repeat(MANY), MANY),
        ("<table><tr><td>a".repeat(100), 0),
        ("<dt>a".repeat(MANY), MANY),
        ("<div><div><p>a<p>b<p>c</div><div><p>d</div>".repeat(100), 3),
    ];
    for (html, expected) in cases {
        let page = Page::parse(Source::from_text(&html));
        let groups = check(&page);
        let largest = groups.all().iter().map(|group| groups.items_of(group).len()).max().unwrap_or(0);
        assert_eq!(largest, expected, "{}", &html[..20.min(html.len())]);
    }
}

/// The number of steps is linear: a walk over the page, and items that are copied a limited number of times.
#[test]
fn wrappers_of_wrappers_do_not_copy_items_without_end() {
    let mut html = "<div class=i><p>a<p>b</div><div class=i><p>a<p>b</div>".to_owned();
    for _ in 0..12 {
        html = format!("<div class=w>{html}</div><div class=w>{html}</div>");
    }
    let page = Page::parse(Source::from_text(&html));
    let groups = check(&page);
    let items: usize = groups.all().iter().map(|group| groups.items_of(group).len()).sum();
    let elements = page.elements().count();
    assert!(items < elements, "{items} items of {elements} elements");
}

#[test]
fn replies_to_replies_are_not_copied_without_end() {
    let post = "<div class=p data-author=a><p>a<p>b</div>";
    let depth = 100;
    let html = format!("{}{}", format!("<div>{post}{post}").repeat(depth), "</div>".repeat(depth));
    let page = Page::parse(Source::from_text(&html));
    let groups = check(&page);
    let items: usize = groups.all().iter().map(|group| groups.items_of(group).len()).sum();
    assert_eq!(items, 2 * depth);
}

#[test]
fn every_run_of_an_item_is_inside_its_span() {
    let html = "<table><tr><td>a<td>b<div>c</div>d<tr><td>e<td>f</table><ul><li>1<li>2</ul>";
    let page = Page::parse(Source::from_text(html));
    let groups = check(&page);
    let runs: Vec<_> = page.runs().collect();
    let count = page.walk().filter(|event| matches!(event, Event::Text(_))).count();
    assert_eq!(runs.len(), count);
    for item in &groups.items {
        let inside = runs[item.runs.0 as usize..item.runs.1 as usize].iter();
        assert!(inside.filter(|run| !run.is_blank()).all(|run| item.span.start() <= run.span.start()));
    }
    let container = page.element(groups.all()[0].container);
    assert_eq!(Element::tag(&container), crate::markup::Tag::Tbody);
}

/// A page of a million equal items is this page a hundred times: the space grows with the page, and each item is in one group. The
/// growth of the time is measured in `fuzz/`.
#[test]
fn equal_items_are_one_group() {
    let item = "<li><a href=x>Mill</a> <b>9</b>";
    for count in [100, 10_000] {
        let html = format!("<ul>{}</ul>", item.repeat(count));
        let page = Page::parse(Source::from_text(&html));
        let groups = check(&page);
        assert_eq!((groups.all().len(), groups.items.len(), groups.of_blocks().len()), (1, count, count));
        let last = groups.of_blocks().last().copied().flatten();
        assert_eq!(last, Some(Place { group: 0, item: count as u32 - 1 }));
    }
}

#[test]
fn groups_in_each_other_beside_each_other_and_empty() {
    let nested = |depth: usize| format!("{}a{}", "<ul><li>a<li>".repeat(depth), "</ul>".repeat(depth));
    /// What a page is, the page, the forms of its groups and the number of their items.
    type Case<'a> = (&'a str, String, &'a [(Form, usize)]);
    let cases: &[Case<'_>] = &[
        ("items in items", nested(3), &[(Form::List, 2), (Form::List, 2), (Form::List, 2)]),
        ("empty items", "<ul><li> <li><!-- --><li><b></b><li></ul>".repeat(50), &[]),
        ("empty boxes in boxes", "<div class=a><div class=b><i></i></div></div>".repeat(200), &[]),
        (
            "one item of many has text",
            format!("<ul>{}<li>a{}</ul>", "<li>".repeat(99), "<li>".repeat(99)),
            &[],
        ),
        (
            "two interleaved kinds",
            "<div class=a><p>1<p>2</div><section class=b><h3>3</h3><p>4</section>".repeat(50),
            &[(Form::Sequences, 50)],
        ),
        (
            "two kinds in an irregular order",
            format!(
                "{0}{0}{1}{0}{1}{1}{1}{0}{0}{1}",
                "<div class=a><p>1<p>2</div>", "<section class=b><h3>3</h3><ol></ol>4</section>"
            ),
            &[(Form::Boxes, 5), (Form::Boxes, 5)],
        ),
    ];
    for (name, html, expected) in cases {
        let page = Page::parse(Source::from_text(html));
        let groups = check(&page);
        let found: Vec<_> =
            groups.all().iter().map(|group| (group.form, groups.items_of(group).len())).collect();
        assert_eq!(found, *expected, "{name}");
    }
}

#[test]
fn a_group_is_explained_in_words() {
    let page = Page::parse(Source::from_text("<ul><li>Mill<li>Dam<li>Weir</ul>"));
    let groups = found(&page);
    let says = |kept| groups.item(Place { group: 0, item: 1 }, "product", kept).unwrap().to_string();
    assert_eq!(says(3), "product 2 of 3 (items of a list; all 3 kept)");
    assert_eq!(says(1), "product 2 of 3 (items of a list; 1 of 3 kept)");
    assert_eq!(says(0), "product 2 of 3 (items of a list; none kept)");
}
