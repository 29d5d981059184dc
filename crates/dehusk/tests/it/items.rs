//! The items of a page: their kinds and fields, for pages of common forum software and others, and for hostile pages.

use dehusk::parts::{Item, Parts};
use dehusk::{Extractor, Options};

pub(super) fn items(page: &str) -> Vec<Item> {
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
        ("<dl><dt>Built<dd>1850<dt>Wheels<dd>2</dl>", "facts: title=Built, value=1850 | Built / 1850", 2),
        (
            "<table><tr><th>Built<td>1850<tr><th>Wheels<td>two<tr><th>Owner<td>Hale</table>",
            "facts: title=Built, value=1850 | Built / 1850",
            3,
        ),
        (
            "<ul><li><span>kcal</span><span>726</span><li><span>fat</span><span>25 g</span></ul>",
            "facts: title=kcal, value=726 | kcal 726",
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

/// A link is compared with the text before it, not with the link above.
#[test]
fn links_in_brackets_below_a_link() {
    let item = |name: &str| {
        format!("<li><a href=/{name}>It swells.</a><br>\n[<a href=/{name}.pdf>{name}.example</a>]")
    };
    let page = format!("<ul>{}{}</ul>", item("oak"), item("elm"));
    assert_eq!(
        described(&page)[0],
        "results: title=oak.example, url=/oak.pdf, link=/oak | It swells. / [oak.example]"
    );
}

/// What forums print beside the date, the author and the number of a post.
#[test]
fn fields_of_posts() {
    // (head of a post with its number, day and name in the place of N, D and A; the fields of the first post)
    let cases = [
        // The author was last seen after the post was written, and the post is linked.
        (
            "<p class=who>A</p><p>Last seen: <i>30 June 2020</i></p><a href=#pN>D May 2011</a>",
            "url=#p1, date=2011-05-05",
        ),
        ("<a href=/u/7/A>A</a><p>D-May-20</p>", "date=2020-05-05, author=Ann"),
        ("<a href=/u/7/A>A</a><p>Created: 0D.05.20</p>", "date=2020-05-05, author=Ann"),
        (
            "<a href=/u/7/A>A</a><p><i>D May 2011</i> changed <i>9 June 2012</i></p>",
            "date=2011-05-05, author=Ann",
        ),
        ("<i class=author>by</i> <b class=author>A</b><p>D May 2011</p>", "date=2011-05-05, author=Ann"),
        // The first letters of the name in the place of a picture.
        (
            "<a class=avatar href=/u/7/A><i>A</i></a><b class=author>AA</b><p>D May 2011</p>",
            "date=2011-05-05, author=AnnAnn",
        ),
        ("<b class=author>A</b><p>D May 2011</p><p><i>#N</i> ·</p>", "date=2011-05-05, author=Ann, number=1"),
        ("<b class=author>A</b><p>D May 2011</p><p>#N</p>", "date=2011-05-05, author=Ann, number=1"),
        ("<b class=author>A</b><p>D May 2011 #N</p>", "date=2011-05-05, author=Ann, number=1"),
        ("<b class=author>A</b><p>D May 2011</p><p>N</p>", "date=2011-05-05, author=Ann, number=1"),
        ("<b class=author>A</b><p>D May 2011</p><p>Posts: <i>40N</i></p>", "date=2011-05-05, author=Ann"),
        ("<b class=author>A</b><p>D May 2011</p><p>2011</p><p>7N:15</p>", "date=2011-05-05, author=Ann"),
        (
            "<b class=author>A</b><i class=author>post #N of 3</i><p>D May 2011</p>",
            "date=2011-05-05, author=Ann, number=1",
        ),
    ];
    for (head, expected) in cases {
        let post = |number: &str, day: &str, name: &str| {
            let head = head.replace('N', number).replace('D', day).replace('A', name);
            format!(
                "<div class=post>{head}<div class=body>The wheel turns again since Monday, after years.</div></div>"
            )
        };
        let page =
            [("1", "5", "Ann"), ("2", "6", "Bo"), ("3", "7", "Ann")].map(|(n, d, a)| post(n, d, a)).concat();
        let found = described(&page);
        let first = found.first().map_or("", |first| first.split(" | ").next().unwrap_or_default());
        assert_eq!((first, found.len()), (format!("posts: {expected}").as_str(), 3), "{page}\n{found:#?}");
        let is_left = |post: &String| post.ends_with("The wheel turns again since Monday, after years.");
        assert!(found.iter().all(is_left), "{found:#?}");
    }
}

/// Numbers of records, and numbers that count something.
#[test]
fn numbers_of_items() {
    // (what each row of a list has after its link, with its index in the place of N; the number of the first row)
    let cases = [
        ("<p>22-53N</p>", Some("22-530")),
        ("<p>A16674N</p>", Some("A166740")),
        ("<p>22-53N and 22-54N</p>", Some("22-530 and 22-540")),
        ("<p>15-313N-cv (L)</p>", Some("15-3130-cv (L)")),
        ("<p>no. <b>3N</b></p>", Some("30")),
        ("<p>N</p>", Some("0")),
        ("<p>1N9K</p>", None),
        ("<p>17:3N</p>", None),
        ("<p>1hN5</p>", None),
        ("<p>200N</p>", None),
        ("<p>7N</p><p>7N7</p>", None),
        ("<p><b>1234N</b> <i>views</i></p>", None),
        ("<p>pops22N</p>", None),
    ];
    for (rest, expected) in cases {
        let row = |index: usize| {
            // Counts do not rise one by one.
            let number = if rest.contains("7N7") { index * index * 3 } else { index };
            format!(
                "<li><a href=/{index}>Mill {}</a>{}",
                ["one", "two", "six", "ten"][index],
                rest.replace('N', &number.to_string())
            )
        };
        let page = format!("<ul>{}</ul>", (0..4).map(row).collect::<String>());
        let found = items(&page);
        assert_eq!(
            (found.first().and_then(|it| it.get("number")), found.len()),
            (expected, 4),
            "{page}\n{found:#?}"
        );
    }
}

#[test]
fn dates_in_long_texts_and_regular_prices() {
    let text =
        "The court finds that the mill may turn again, and that the dam may stay where it is. ".repeat(5);
    let case =
        |day: u8| format!("<p><a href=/{day}>210{day}</a> <b>Hale v. Mill</b> 5/{day}/2011 {text}</p>");
    let cases: String = (14..18).map(case).collect();
    let dates: Vec<_> = items(&cases).iter().map(|item| item.get("date").map(str::to_owned)).collect();
    let expected = (14..18).map(|day| Some(format!("2011-05-{day}")));
    assert_eq!(dates, expected.collect::<Vec<_>>());

    let page = "<ul><li><a href=/a>Mill</a> <span class=regular-price>$9</span><li><a href=/b>Dam</a> <span class=regular-price>$8</span> \
                <span class=special-price>$7</span><li><a href=/c>Weir</a> <del>$6</del></ul>";
    let prices: Vec<_> = items(page).iter().map(|item| item.get("price").map(str::to_owned)).collect();
    assert_eq!(prices, [Some("$9".to_owned()), Some("$7".to_owned()), None]);
}

/// Checks the kinds of the items of pages and how many there are, such as `results 3`.
pub(super) fn assert_says(name: &str, page: &str, expected: &str) {
    let found = items(page);
    let kinds: Vec<&str> = found.iter().map(|item| item.kind.as_str()).collect();
    let says = kinds.chunk_by(|a, b| a == b).map(|same| format!("{} {}", same[0], same.len()));
    assert_eq!(says.collect::<Vec<_>>().join(", "), expected, "{name}: {page}\n{found:#?}");
}

/// Which groups are records, and where they begin and end.
#[test]
fn records_of_groups() {
    const TEXT: &str = "The wheel turns again since Monday, after two years of repair.";
    let post = |class: &str, name: &str| {
        format!(
            "<div class={class}><b class=author>{name}</b><p>5 May 2011</p><div class=body>{TEXT}</div></div>"
        )
    };
    let listed = |name: &str| format!("<li><b class=author>{name}</b><p>5 May 2011</p><p>{TEXT}</p>");
    let pair = |name: &str| {
        format!(
            "<div class=post><h4>Re: Does the wheel of the mill by the old weir turn?</h4><div class=part><b class=author>{name}</b><p>5 May 2011</p><p>{TEXT}</p></div>\
             <div class=part><b class=author>{name}</b><p>is away: {TEXT}</p></div></div>"
        )
    };
    let row = |number: u8| {
        format!("<tbody><tr><td><a href=/{number}>Hale v. Mill {number}</a><td>22-10{number}</tbody>")
    };
    // (page, kinds of the items and how many there are)
    let cases = [
        ("a section of a table for each row", format!("<table>{}</table>", [1, 2, 3].map(row).concat()), "results 3"),
        (
            "a counter and a pager between posts",
            format!("<ul>{}<li>2 answers{}<li><a href=?p=2>2</a>{}{}</ul>", listed("Ann"), listed("Bo"), listed("Cy"), listed("Di")),
            "posts 4",
        ),
        ("posts of two parts", ["Ann", "Bo", "Cy"].map(pair).concat(), "posts 3"),
        (
            "records of fields with names",
            (1..4).map(|n| format!("<div class=case><ul><li><b>Docket</b> <p>22-10{n}</p><li><b>Caption</b> <p>Hale v. Mill {n}</p><li><b>File</b> \
                <p><a href=/{n}>Read</a></p></ul></div>")).collect(),
            "results 3",
        ),
        (
            "a question before the answers",
            format!("<div>{}</div><h2>2 answers</h2><div>{}{}</div>", post("question", "Ann"), post("answer", "Bo"), post("answer", "Cy")),
            "posts 3",
        ),
    ];
    for (name, page, expected) in cases {
        assert_says(name, &page, expected);
    }
}

/// Which groups are lists of records, and which of their items are.
#[test]
fn lists_of_records() {
    let cases = [
        (
            "a list of boards",
            "<ul><li><a href=/f1>The mill</a><p>All about the wheel and the old dam.</p><p>Last: <a href=/u/ann>Ann</a> 5 May 2011</p>\
             <li><a href=/f2>The weir</a><p>All about the weir and the fish in it.</p><p>Last: <a href=/u/bo>Bo</a> 5 May 2011</p></ul>"
                .to_owned(),
            "results 2",
        ),
        (
            "ingredients in columns",
            "<h2>Ingredients</h2><div class=box><p class=hint>For two</p></div><div class=box><ul><li>2 eggs<li>100 g rye flour<li>1 onion\
             <li>a bunch of chives</ul></div>"
                .to_owned(),
            "ingredients 4",
        ),
        (
            "headings between results",
            "<ul><li><a href=/a>Mill</a> at noon<li><a href=/b>Dam</a> at one<li><h4>Friday</h4><li><a href=/c>Weir</a> at two\
             <li><a href=/d>Pond</a> at ten</ul>"
                .to_owned(),
            "results 4",
        ),
        (
            "pagers",
            "<ul><li>Page: <a href=?1>1</a> <a href=?2>2</a> <a href=?3>3</a><li>Page: <a href=?1>1</a> <a href=?2>2</a> <a href=?3>3</a></ul>"
                .to_owned(),
            "",
        ),
        ("buttons", "<ul><li><a href=#>Save</a><li><a href=#>Print</a><li><a href='javascript:x()'>Send</a></ul>".to_owned(), ""),
    ];
    for (name, page, expected) in cases {
        assert_says(name, &page, expected);
    }
}

/// The question of a thread is the first of its posts, with its author, and is not listed a second time.
#[test]
fn opening_posts() {
    let answer = |name: &str| {
        format!(
            "<div class=answer><a href=/users/{name}>{name}</a><p>The wheel turns again since Monday, after two years.</p></div>"
        )
    };
    let page = format!(
        "<div class=question><h1>Which mill?</h1><a class=pic href=/users/ann>A</a> <a href=/users/ann>Ann</a><p>Which mill has the oldest wheel of all on this river?\
         <ul><li>The upper one?<li>The lower one?</ul></div><p>2 answers</p><div>{}{}</div>",
        answer("Bo"),
        answer("Cy")
    );
    let found = items(&page);
    let authors: Vec<_> =
        found.iter().map(|item| (item.kind.as_str(), item.get("author").unwrap_or(""))).collect();
    assert_eq!(authors, [("posts", "Ann"), ("posts", "Bo"), ("posts", "Cy")], "{found:#?}");
}

/// Kinds that a heading, the names of the items or the form of the items says.
#[test]
fn kinds_of_groups() {
    // (page, the kind of its items)
    let cases = [
        (
            "<h2>Ingredients</h2><p>Serves 4</p><p>Halve all for two guests.</p><ul><li>2 eggs<li>100 g rye</ul>",
            "ingredients",
        ),
        (
            "<h2>Preparation</h2><p>Heat the oven.</p><button>Print</button><ol><li>Beat the eggs.<li>Add rye.</ol>",
            "steps",
        ),
        (
            "<div class=s><b>Step 1</b><p>Beat the eggs.</p></div><div class=s><b>Step 2</b><p>Add rye.</p></div>\
             <div class=s><b>Step 3</b><p>Bake.</p></div>",
            "steps",
        ),
        (
            "<ul><li><h3>Etape 1</h3>Battez.<li><h3>Etape 2</h3>Ajoutez.<li><h3>Etape 3</h3>Cuisez.</ul>",
            "steps",
        ),
        ("<ul><li><b>Yield:</b> 4 loaves<li><b>Time:</b> two hours<li><b>Author:</b> Ann Hale</ul>", "facts"),
        (
            "<div class=f><b>Energy</b><i>677 kcal</i></div><div class=f><b>Fat</b><i>12 g</i></div><div class=f><b>Salt</b><i>1 g</i></div>",
            "facts",
        ),
        ("<p><b>Yield:</b> 4 loaves<p><b>Time:</b> two hours<p><b>Oven:</b> 200 degrees", "facts"),
        ("<ul><li>350 g <b>flour</b><li>2 <b>eggs</b><li>1 pinch <b>salt</b></ul>", "items"),
        ("<ul><li><b>Mill:</b> <a href=/a>A</a><li><b>Dam:</b> <a href=/b>B</a></ul>", "facts"),
    ];
    for (page, kind) in cases {
        let found = items(page);
        let kinds: Vec<&str> = found.iter().map(|item| item.kind.as_str()).collect();
        assert!(!kinds.is_empty() && kinds.iter().all(|it| *it == kind), "{kind}: {page}\n{found:#?}");
        assert!(
            found.iter().all(|item| item.get("author").is_none() && item.get("number").is_none()),
            "{found:#?}"
        );
    }
}

/// A word in bold or a link within a sentence is no title.
#[test]
fn titles_are_not_within_sentences() {
    // (items of a list, the title of the first)
    let cases = [
        ("<li><b>Beat</b> the eggs well.<li><b>Add</b> the rye.<li><b>Bake</b> for an hour.", None),
        (
            "<li>We use <a href=/a>rye flour</a> here.<li>Or take <a href=/b>oats</a> now.<li>And a <a href=/c>pan</a>.",
            None,
        ),
        ("<li><b>Rye:</b> it is dark.<li><b>Oats:</b> they are soft.<li><b>Salt:</b> a pinch.", Some("Rye")),
        (
            "<li><a href=/a>Rye flour</a> for bread<li><a href=/b>Oats</a> for porridge<li><a href=/c>Pan</a> of iron",
            Some("Rye flour"),
        ),
    ];
    for (list, expected) in cases {
        let found = items(&format!("<ul>{list}</ul>"));
        assert_eq!(found[0].get("title"), expected, "{list}\n{found:#?}");
    }
}

#[test]
fn prose_has_no_items() {
    let paragraph = "<p>The mill, which <a href=/plan>reopens</a> on Monday, is old.";
    assert_eq!(described(&format!("<h1>The mill</h1>{}", paragraph.repeat(4))), Vec::<String>::new());
    // Urdu and Hindi have stops of their own, Thai has none.
    for paragraph in [
        "<p># پرانی چکی، جو پیر کو <a href=/#>دوبارہ کھل</a> رہی ہے، دریا کے کنارے واقع ہے اور بہت پرانی ہے۔",
        "<p># पुरानी चक्की, जो सोमवार को <a href=/#>फिर से खुल</a> रही है, नदी के किनारे है और बहुत पुरानी है।",
        "<p># โรงสีเก่าริมแม่น้ำเปิดอีกครั้งในวันจันทร์หลังจากซ่อมแซมมานานถึงสองฤดูหนาวติดต่อกัน",
    ] {
        let paragraphs: String = (1..=4).map(|number| paragraph.replace('#', &number.to_string())).collect();
        assert_eq!(described(&format!("<h1>The mill</h1>{paragraphs}")), Vec::<String>::new(), "{paragraph}");
    }
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
        "<tbody><tr><td><a href=/a>a</a>".repeat(MANY),
        "<div><b class=author>a</b><p>5 May 2011</p><p>The wheel turns again since Monday.</p></div>".repeat(MANY),
        "<div><p>The wheel turns again since Monday, <b class=author>a</b></p><ul><li><b class=author>a</b> 5 May 2011 <p>The wheel turns \
         again since Monday, after years<li><b class=author>b</b> 5 May 2011 <p>The wheel turns again since Monday</ul></div>"
            .repeat(MANY / 10),
        format!("<ul><li>{0}<li>{0}</ul>", "<p>5 May 2011".repeat(MANY)),
    ];
    for page in cases {
        for item in items(&page) {
            assert!(item.source.end() <= page.len());
        }
    }
}

/// The name and the value of a fact are pieces of the page, also if both are in one text.
#[test]
fn values_of_facts() {
    // (page, the fields of its first item)
    let cases = [
        (
            "<dl><dt>Built:<dd>1850, <a href=/oak>of oak</a><dt>Wheels<dd>2</dl>",
            "title=Built, value=1850, of oak",
        ),
        ("<dl><dt>Owner<dd>Ann Hale<dd>Bo Hale<dt>Wheels<dd>2</dl>", "title=Owner, value=Ann Hale Bo Hale"),
        (
            "<ul><li>Yield: 4 loaves<li>Time: two hours<li>Oven: 200 degrees</ul>",
            "title=Yield, value=4 loaves",
        ),
        ("<ul><li><b>Yield:</b> 4 loaves<li><b>Time:</b> two hours</ul>", "title=Yield, value=4 loaves"),
        ("<table><tr><th>Built<td>1850<tr><th>Owner<td>Hale</table>", "title=Built, value=1850"),
    ];
    for (page, expected) in cases {
        let found = described(page);
        let first = found.first().map_or("", |first| first.split(" | ").next().unwrap_or_default());
        assert_eq!(first, format!("facts: {expected}"), "{page}\n{found:#?}");
        for field in items(page).iter().flat_map(|item| &item.fields) {
            let end = field.value.split(' ').next_back().unwrap_or_default();
            assert!(page[field.source.range()].contains(end), "{field:?}");
        }
    }
}

/// A row that begins with a date or a number is a record and no fact.
#[test]
fn rows_with_dates_or_numbers_are_no_facts() {
    for first in ["10-0N-2014", "A-23-11N"] {
        let row = |number: &str| format!("<tr><td>{}<td>Bar admissions", first.replace('N', number));
        let page = format!("<table>{}</table>", ["1", "2", "3"].map(row).concat());
        assert_says("rows", &page, "items 3");
    }
}

/// Common forum software: its name; what is around the posts, with `P` in their place; a post, with its number, name and day in the places of
/// N, A and D; whether the page links to the post.
const FORUMS: [(&str, &str, &str, bool); 8] = [
    (
        "phpBB",
        "<div id=page-body>P</div>",
        "<div id=p10N class='post has-profile bg2'><div class=inner><dl class=postprofile><dt><a href='./memberlist.php?mode=viewprofile&amp;u=N' \
         class=username>A</a></dt><dd class=profile-posts><strong>Posts:</strong> <a href='./search.php?author_id=N'>8N3</a></dd>\
         <dd class=profile-joined><strong>Joined:</strong> Sun Mar 0N, 2009 6:12 pm</dd></dl><div class=postbody>\
         <h3><a href='#p10N'>Re: Leaking wheel</a></h3><p class=author><a href='./viewtopic.php?p=10N#p10N'>Thu May 0D, 2011 7:03 am</a></p>\
         <div class=content>TEXT</div></div></div></div>",
        true,
    ),
    (
        "vBulletin",
        "<ol id=posts>P</ol>",
        "<li class=postbitlegacy id=post_10N><div class=posthead><span class=postdate><span class=date>2011-05-0D, <span class=time>07:03 \
         AM</span></span></span> <span class=nodecontrols><a href='showthread.php?p=10N#post10N'>#N</a></span></div>\
         <div class=postdetails><div class=userinfo><a class='username offline' href='member.php?N-A'><strong>A</strong></a>\
         <dl class=userinfo_extra><dt>Join Date</dt><dd>Mar 2009</dd><dt>Posts</dt><dd>8N3</dd></dl></div>\
         <div class=postbody><blockquote class=postcontent>TEXT</blockquote></div></div></li>",
        false,
    ),
    (
        "XenForo",
        "<div class=block-body>P</div>",
        "<article class='message message--post' id=js-post-10N><div class=message-inner><div class=message-cell--user><h4 class=message-name>\
         <a href='/members/A.N/' class=username>A</a></h4></div><div class=message-cell--main><header class=message-attribution>\
         <a href='/threads/wheel.7/post-10N'><time datetime='2011-05-0DT07:03:00+0200'>May D, 2011</time></a></header>\
         <div class=message-body><div class=bbWrapper>TEXT</div></div></div></div></article>",
        true,
    ),
    (
        "wpForo",
        "<div class=wpforo-main>P</div>",
        "<div id=post-10N class='post-wrap wpfn-N'><div class=wpforo-post-head><div class=bleft><a href='/community/10N#post-10N'>2011-05-0D 7:03 \
         am</a></div></div><div class=wpforo-post-content-wrap><div class=author-name><a href='/participant/A/' class=wpf-author>A</a>\
         </div><div class=wpforo-post-content><p>TEXT</p></div></div></div>",
        true,
    ),
    (
        "Stack Exchange",
        "<div id=answers>P</div>",
        "<div id=answer-10N class=answer><div class=post-layout><div class=votecell>1N</div><div class=answercell><div class='s-prose js-post-body' \
         itemprop=text><p>TEXT</p></div><div class=post-signature><div class=user-info><div class=user-action-time>answered \
         <span title='2011-05-0D 07:03:00Z' class=relativetime>May D, 2011 at 7:03</span></div><div class=user-details itemprop=author>\
         <a href='/users/N/A'>A</a></div></div></div></div></div></div>",
        false,
    ),
    (
        "Hacker News",
        "<table class=comment-tree>P</table>",
        "<tr class='athing comtr' id=10N><td><table><tr><td class=ind></td><td class=default><div><span class=comhead>\
         <a href='user?id=A'>A</a> <span title='2011-05-0DT07:03:00 13045790N0'><a href='item?id=10N'>2 hours ago</a></span></span></div>\
         <div class=comment><div class=commtext>TEXT</div></div></td></tr></table></td></tr>",
        true,
    ),
    (
        "old Reddit",
        "<div class=sitetable>P</div>",
        "<div class='thing comment' id=thing_t1_N><div class=entry><p class=tagline><a href='/user/A' class=author>A</a> <span class=score>1N points</span> \
         <time datetime='2011-05-0DT07:03:00+00:00'>May D, 2011</time></p><div class=usertext-body><div class=md><p>TEXT</p></div></div>\
         <ul class='flat-list buttons'><li><a href='/r/mills/comments/7/wheel/10N/'>permalink</a></li></ul></div></div>",
        false,
    ),
    (
        "a mailing-list archive",
        "<div class=thread>P</div>",
        "<div class=email><div class=email-header><span class=email-author>A</span> <span class=email-date><a href='/message/10N/'>5 D May 2011 \
         07:03</a></span></div><div class=email-body><p>TEXT</p></div></div>",
        true,
    ),
];

/// Posts in the markup of common forum software: the author, the date, the address and the text of each.
#[test]
fn posts_of_forum_software() {
    const TEXT: &str = "The wheel turns again since Monday, after two years.";
    for (software, around, post, is_linked) in FORUMS {
        let posts = [("1", "5", "Ann"), ("2", "6", "Bo"), ("3", "7", "Cy")].map(|(number, day, name)| {
            let post = post.replace("5 D May", "D May").replace("TEXT", &TEXT.to_lowercase());
            let post = post
                .replace("0D", &format!("0{day}"))
                .replace("D,", &format!("{day},"))
                .replace("D May", &format!("{day} May"));
            post.replace("Posts", "posts")
                .replace("PM", "pm")
                .replace('N', number)
                .replace("A<", &format!("{name}<"))
        });
        let page = format!("<h1>Leaking wheel</h1>{}", around.replace('P', &posts.concat()));
        let found = items(&page);
        let said: Vec<_> = found
            .iter()
            .map(|item| {
                (
                    item.kind.as_str(),
                    item.get("author").unwrap_or(""),
                    item.get("date").map_or("", |date| &date[..10]),
                )
            })
            .collect();
        let expected =
            [("posts", "Ann", "2011-05-05"), ("posts", "Bo", "2011-05-06"), ("posts", "Cy", "2011-05-07")];
        assert_eq!(said, expected, "{software}: {page}\n{found:#?}");
        assert!(found.iter().all(|item| item.text.contains("wheel turns again")), "{software}: {found:#?}");
        assert!(!is_linked || found.iter().all(|item| item.get("url").is_some()), "{software}: {found:#?}");
    }
}
