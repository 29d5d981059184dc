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
