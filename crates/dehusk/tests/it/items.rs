//! The items of a page: their kinds and fields, for pages of common forum software and others, and for hostile pages.

use dehusk::parts::{Item, Parts};
use dehusk::{Extractor, Options};

fn items(page: &str) -> Vec<Item> {
    let mut parts = Parts::NONE;
    parts.items = true;
    let options = Options::new().with_method("plain").unwrap().with_parts(parts);
    Extractor::new(options).extract(page.as_bytes(), None).items().to_vec()
}

/// Each item as its kind, its fields and its text.
fn described(page: &str) -> Vec<String> {
    let describe = |item: &Item| {
        let fields: Vec<String> =
            item.fields.iter().map(|field| format!("{}={}", field.name, field.value)).collect();
        format!("{}: {} | {}", item.kind.as_str(), fields.join(", "), item.text.replace('\n', " / "))
    };
    items(page).iter().map(describe).collect()
}

#[test]
fn kinds_and_fields() {
    // (page, its first item, the number of items)
    let cases = [
        (
            "<ul><li><a href=/a><img src=a.png></a><h3><a href=/a>Mill</a></h3><del>$9</del> <b>$7.50</b>\
             <li><a href=/b><img src=b.png></a><h3><a href=/b>Dam</a></h3><b>$8</b></ul>",
            "products: title=Mill, url=/a, image=a.png, price=$7.50 | Mill / $9 $7.50",
            2,
        ),
        (
            "<table><tr><th>Case<th>Decided<th>No.<tr><td><a href=1.pdf>Hale v. Mill</a><td>07/25/2014<td>13-104\
             <tr><td><a href=2.pdf>Dam v. Weir</a><td>07/04/2014<td>13-99<tr><td><a href=3.pdf>In re Pond</a><td>07/02/2014\
             <td>13-88</table>",
            "results: title=Hale v. Mill, url=1.pdf, date=2014-07-25, number=13-104 | Hale v. Mill / 07/25/2014 / 13-104",
            3,
        ),
        (
            "<div class=post><p class=author><a href=/u/ann>Ann</a></p><p class=date><a href=#p1>5 May 2011</a></p>\
             <div class=body>The wheel turns again since Monday, after two years.</div></div>\
             <div class=post><p class=author><a href=/u/bo>Bo</a></p><p class=date><a href=#p2>6 May 2011</a></p>\
             <div class=body>I have seen it, and heard it from the other bank too.</div></div>",
            "posts: url=#p1, date=2011-05-05, author=Ann | The wheel turns again since Monday, after two years.",
            2,
        ),
        (
            "<div class=p><b>Ann</b><p>Joined: <i>3 May 2009</i></p><p><i>5 May 2011</i></p><p>The wheel turns again since Monday, \
             after two years.</p></div><div class=p><b>Bo</b><p>Joined: <i>4 May 2010</i></p><p><i>6 May 2011</i></p><p>I have seen \
             it, and heard it from the other bank too.</p></div>",
            "posts: date=2011-05-05 | Ann / Joined: 3 May 2009 / The wheel turns again since Monday, after two years.",
            2,
        ),
        (
            "<h2>Ingredients</h2><ul><li>2 eggs<li>100 g rye</ul><h2>Preparation</h2><ol><li>Beat the eggs.<li>Add rye.</ol>",
            "ingredients:  | 2 eggs",
            4,
        ),
        ("<dl><dt>Built<dd>1850<dt>Wheels<dd>2</dl>", "facts: title=Built | Built / 1850", 2),
        (
            "<table><tr><th>Built<td>1850<tr><th>Wheels<td>two<tr><th>Owner<td>Hale</table>",
            "facts: title=Built | Built / 1850",
            3,
        ),
        (
            "<ul><li><span>kcal</span><span>726</span><li><span>fat</span><span>25 g</span></ul>",
            "items: title=kcal | kcal 726",
            2,
        ),
        ("<ul><li>Oak swells.<li>Elm lasts.</ul>", "items: title=Oak swells. | Oak swells.", 2),
    ];
    for (page, first, count) in cases {
        let found = described(page);
        assert_eq!(
            (found.first().map(String::as_str), found.len()),
            (Some(first), count),
            "{page}\n{found:#?}"
        );
    }
}

#[test]
fn prose_has_no_items() {
    let paragraph = "<p>The mill, which <a href=/plan>reopens</a> on Monday, is old.";
    assert_eq!(described(&format!("<h1>The mill</h1>{}", paragraph.repeat(4))), Vec::<String>::new());
}

/// Posts of `noscript`, as forums write them for crawlers.
#[test]
fn posts_in_noscript() {
    let post = |name: &str, day: u8| {
        format!(
            "<div itemscope itemtype=http://schema.org/DiscussionForumPosting class='topic-body crawler-post'>\
             <div class=crawler-post-meta><span itemprop=author>{name}</span> <time datetime=2011-05-{day:02}>May {day}</time></div>\
             <div class=post itemprop=articleBody><p>{}</p></div></div>",
            "The wheel turns again since Monday, after two long years of repair. ".repeat(6)
        )
    };
    let posts: String = [("Ann", 5), ("Bo", 6), ("Cy", 7)].map(|(name, day)| post(name, day)).concat();
    let page =
        format!("<title>Wheels</title><div id=main></div><noscript data-path=/t/wheels>{posts}</noscript>");
    let mut parts = Parts::NONE;
    parts.items = true;
    let found = Extractor::new(Options::new().with_parts(parts)).extract(page.as_bytes(), None);
    let signed: Vec<_> =
        found.items().iter().map(|item| (item.kind.as_str(), item.get("author"), item.get("date"))).collect();
    assert_eq!(signed[0], ("posts", Some("Ann"), Some("2011-05-05")), "{signed:?}");
    assert_eq!(signed.len(), 3);
}

#[test]
fn fields_are_pieces_of_the_page() {
    let page =
        "<ul><li><a href=/a>Mill &amp; dam</a> €7<li><a href=/b>Weir</a> €8<li><a href=/c>Pond</a> €9</ul>";
    let first = &items(page)[0];
    let pieces: Vec<&str> = first.fields.iter().map(|field| &page[field.source.range()]).collect();
    assert_eq!(pieces, ["Mill &amp; dam", "<a href=/a>Mill &amp; dam</a>", " €7"]);
    assert_eq!(&page[first.source.range()], "<li><a href=/a>Mill &amp; dam</a> €7");
}

#[test]
fn hostile_pages_have_items_in_linear_time() {
    const MANY: usize = 20_000;
    let cases = [
        "<li><a href=/a>a</a> $1".repeat(MANY),
        "<ul><li>a<li>b".repeat(MANY),
        "<div><div>".repeat(MANY),
        format!("<table><tr>{}</table>", "<td>a".repeat(MANY)),
        format!("<ul><li>{0}<li>{0}</ul>", "1 ".repeat(MANY * 10)),
        format!("<ul><li>{0}<li>{0}</ul>", "<b>a</b> <a href=x>b</a>".repeat(MANY)),
        format!("<ul><li>a<li class='{0}'>b</ul>", "é ".repeat(MANY)),
        format!("<ul><li>{0}<li>{0}</ul>", "$".repeat(MANY * 10)),
    ];
    for page in cases {
        for item in items(&page) {
            assert!(item.source.end() <= page.len());
        }
    }
}
