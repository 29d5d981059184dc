//! Posts of forums that say in attributes what is a post and who wrote it, as XenForo does.

use super::items::items;
use crate::cases::options;
use dehusk::Extractor;
use dehusk::render::Markup;

/// A post with the name of its author in an attribute, facts about the author, and the date in a list. The name of the first author
/// is in another element than those of the others.
fn post(name: &str, day: u8, facts: &str) -> String {
    let shown = if name == "Ann" { name.to_owned() } else { format!("<span itemprop=name>{name}</span>") };
    format!(
        "<article class=message data-author={name}><div class=message-cell--user><h4 class=message-name><a class=username href=/x/{name}>\
         {shown}</a></h4>{facts}</div><div class=message-cell--main><header><ul class=listInline><li><a href=/t/{day}>\
         <time datetime=2011-05-0{day}>May {day}, 2011</time></a></li></ul></header><div class=body><p>The wheel turns again since \
         Monday, after two years of repair.</p></div></div></article>"
    )
}

fn facts(name: &str) -> String {
    format!(
        "<h5 class=userTitle>Member</h5><dl><dt>Place</dt><dd><a href=/misc/{name}>Upper {name} Mill</a></dd></dl>"
    )
}

/// The authors and the days of the posts of a page.
fn signatures(page: &str) -> Vec<(String, String)> {
    let field = |value: Option<&str>| value.unwrap_or_default().to_owned();
    items(page).iter().map(|item| (field(item.get("author")), field(item.get("date")))).collect()
}

#[test]
fn each_post_has_its_own_author() {
    let replies = |posts: &str| format!("<div class=replies>{posts}</div>");
    let [ann, bo, cy, di, eve] = [("Ann", 1), ("Bo", 2), ("Cy", 3), ("Di", 4), ("Eve", 5)]
        .map(|(name, day)| post(name, day, &facts(name)));
    // (how the posts are arranged, the page)
    let cases = [
        ("one after the other", format!("{ann}{bo}{cy}{di}{eve}")),
        ("some with replies beside them", format!("{ann}{}{cy}{di}{}", replies(&bo), replies(&eve))),
        (
            "all with replies beside them",
            format!("{ann}{}{cy}{}", replies(&bo), replies(&format!("{di}{eve}"))),
        ),
        ("replies to replies", format!("{ann}{}{eve}", replies(&format!("{bo}{cy}{}", replies(&di))))),
    ];
    let expected = [("Ann", 1), ("Bo", 2), ("Cy", 3), ("Di", 4), ("Eve", 5)];
    let expected = expected.map(|(name, day)| (name.to_owned(), format!("2011-05-0{day}")));
    for (arrangement, posts) in cases {
        assert_eq!(signatures(&format!("<div>{posts}</div>")), expected, "{arrangement}");
    }
}

/// A value in a list of facts about the author is no name, also without an attribute that names the author.
#[test]
fn facts_about_an_author_are_no_author() {
    let page = [("Ann", 1), ("Bo", 2), ("Cy", 3)].map(|(name, day)| post(name, day, &facts(name))).concat();
    let page = page.replace("data-author", "data-id").replace("class=username ", "");
    let authors: Vec<String> = signatures(&page).into_iter().map(|(author, _)| author).collect();
    assert_eq!(authors, ["Ann", "Bo", "Cy"]);
}

#[test]
fn a_list_with_nothing_but_the_date_is_on_the_line_of_the_author() {
    let page = [("Ann", 1), ("Bo", 2), ("Cy", 3)].map(|(name, day)| post(name, day, "")).concat();
    let extraction = Extractor::new(options("plain").with_markup(Markup::ALL)).extract(page.as_bytes(), None);
    let markdown = extraction.markdown().unwrap();
    for line in ["[**Ann**](/x/Ann) [May 1, 2011](/t/1)\n", "[**Bo**](/x/Bo) [May 2, 2011](/t/2)\n"] {
        assert!(markdown.contains(line), "{markdown}");
    }
}

/// The posts of three authors; in their markup, the name, the day and the number of a post stand in the places of A, D and N.
fn posts(markup: &str) -> Vec<dehusk::parts::Item> {
    let post = |(name, day): (&str, &str)| {
        let number = format!("8{day}");
        markup
            .replace('D', day)
            .replace('N', &number)
            .replace("A<", &format!("{name}<"))
            .replace("A>", &format!("{name}>"))
    };
    items(&[("Ann", "1"), ("Bo", "2"), ("Cy", "3")].map(post).concat())
}

/// Words before a name or a date that is a field are no text of a post.
#[test]
fn labels_of_fields_are_no_text() {
    const TEXT: &str = "The wheel turns again since Monday, after two years.";
    for head in [
        "<p class=author>Post by <b><a href=/u/A>A</a></b> » <time>D May 2011</time></p>",
        "<p>submitted <time>D May 2011</time> by <a href=/u/A>A</a></p>",
    ] {
        let found = posts(&format!("<div class=post>{head}<div class=body>{TEXT}</div></div>"));
        let said: Vec<_> = found.iter().map(|post| (post.get("author"), post.text.as_str())).collect();
        assert_eq!(said, [(Some("Ann"), TEXT), (Some("Bo"), TEXT), (Some("Cy"), TEXT)], "{found:#?}");
    }
}

/// The address of a post whose date is no link is the one that leads to the post.
#[test]
fn addresses_of_posts() {
    // (the id of a post, its links, its address)
    let cases = [
        ("pN", "<a href=/quote?p=N>Quote</a> <a href=/t/7#pN>Link</a>", Some("/t/7#p82")),
        ("thing_t1_N", "<a href=/r/7>Up</a> <a href=/r/7/wheel/N/>permalink</a>", Some("/r/7/wheel/82/")),
        ("pN", "<a href=/quote?p=N>Quote</a> <a href=/t/N rel=bookmark>Link</a>", Some("/t/82")),
        ("pN", "<a href=/quote?p=N>Quote</a> <a href=#top>Top</a>", None),
        ("pN", "<i><a href=/t/N>#D</a></i>", Some("/t/82")),
    ];
    for (id, links, expected) in cases {
        let found = posts(&format!(
            "<div id={id} class=post><a href=/u/A>A</a><p>D May 2011</p><p>The wheel turns again since Monday, after two years.</p>{links}</div>"
        ));
        assert_eq!((found.len(), found[1].get("url")), (3, expected), "{links}: {found:#?}");
    }
}

/// What stands beside the name of an author in a heading is no title of a post.
#[test]
fn ranks_are_no_titles() {
    let found = posts(
        "<div class=post><h3><a class=username href=/u/A>A</a> <em itemprop=title>Level of A</em></h3><p>D May 2011</p>\
         <p>The wheel turns again since Monday, after two years.</p></div>",
    );
    let titles: Vec<_> = found.iter().map(|post| (post.get("author"), post.get("title"))).collect();
    assert_eq!(titles, [(Some("Ann"), None), (Some("Bo"), None), (Some("Cy"), None)], "{found:#?}");
}
