//! Other stories and dialogs: a page with one story keeps this story only; pages with several texts of their own keep all of them.

use dehusk::Extraction;

/// Our own texts: a heading, and the paragraphs below it.
const STORIES: [(&str, &[&str]); 3] = [
    (
        "The old mill on the Leam reopens",
        &[
            "The old water mill in the valley opened its doors again on Monday, after ten years of slow repair work by a dozen volunteers.",
            "The wheel, rebuilt from local oak, turned for the first time since the flood, and more than three hundred people came to see it.",
            "“We had no plan when we began, only a leaking roof and a lot of good will,” said Rosa Hale, who counted the hours of work in a notebook.",
            "Visitors can follow the grain from the hopper down to the sack, and they can buy flour that was ground on the same day.",
            "On the first floor, a small exhibition tells the story of the families who ran the mill, among them five generations of one name.",
        ],
    ),
    (
        "Night trains return to the northern line",
        &[
            "After a pause of twenty years, sleeping cars leave the harbor station again at half past nine every evening, except on Saturdays.",
            "The railway bought nine used carriages from a neighbor country and repainted them in the dark green that older travelers remember.",
            "A bed in a cabin for four costs as much as a simple hotel room, and breakfast with rolls and coffee is served before arrival.",
            "Most tickets for the summer were sold within a week, the company said, so two more carriages will join the train from June.",
            "Critics point out that the track along the coast is still closed on many nights because the tunnels there have to be repaired.",
        ],
    ),
    (
        "A library lends tools instead of books",
        &[
            "In the former fire station, members borrow drills, ladders and sewing machines for a week, for the price of one cup of tea.",
            "The idea came from two neighbors who both owned a hedge trimmer and noticed that each of them used it on one day of the year.",
            "Today the shelves hold some eight hundred things, each with a card on which borrowers write what they made with it and how.",
            "On Thursday evenings, a retired carpenter shows beginners how to sharpen a plane, to hang a door, or to mend a wobbly chair.",
            "The town council pays the rent of the hall until the end of next year; after that, the fees of the members have to be enough.",
        ],
    ),
];

fn paragraphs(texts: &[&str]) -> String {
    texts.iter().map(|text| format!("<p>{text}</p>")).collect()
}

/// A page whose own story is followed by the others. In `other`, `~` is the number of a story, `@` its heading and `%` its text.
fn page(head: &str, own: &str, other: &str) -> String {
    let fill = |shape: &str, number: usize| {
        let (heading, texts) = STORIES[number];
        shape.replace('~', &number.to_string()).replace('@', heading).replace('%', &paragraphs(texts))
    };
    format!(
        "<!DOCTYPE html><html lang=en><head><meta charset=utf-8>{head}</head><body><header><nav><ul><li><a href=/>Front</a>
        <li><a href=/news>News</a><li><a href=/sport>Sport</a></ul></nav></header><main>{}{}{}</main>
        <footer><p>© The Courier</p></footer></body></html>",
        fill(own, 0),
        fill(other, 1),
        fill(other, 2)
    )
}

const TITLE: &str = "<title>The old mill on the Leam reopens - The Courier</title>";
const CANONICAL: &str = "<link rel=canonical href=https://courier.example/news/0.html>";
const OWN: &str = "<article><h1>@</h1><time>4 May 2026</time>%</article>";

fn kept(page: &str) -> [bool; 3] {
    let extraction = dehusk::extract(page.as_bytes());
    STORIES.map(|(_, texts)| extraction.text().contains(texts[2]))
}

#[test]
fn whole_stories_of_other_pages_are_left_out() {
    let data = r##"<script type="application/ld+json">[{"@type": "NewsArticle", "headline": "The old mill on the Leam reopens"},
        {"@type": "NewsArticle", "headline": "Night trains return to the northern line"},
        {"@type": "NewsArticle", "headline": "A library lends tools instead of books"}]</script>"##;
    for (name, head, own, other) in [
        ("an address in data", CANONICAL, OWN, "<article data-url=/news/~.html><h1>@</h1>%</article>"),
        (
            "an address around it",
            CANONICAL,
            OWN,
            "<div data-href=/news/~.html><article><h2>@</h2>%</article></div>",
        ),
        (
            "a link in the heading",
            CANONICAL,
            OWN,
            "<article><h2><a href=https://courier.example/news/~.html>@</a></h2><time>3 May</time>%</article>",
        ),
        ("microdata", CANONICAL, OWN, "<article><link itemprop=url href=/news/~.html><h1>@</h1>%</article>"),
        ("JSON-LD", data, OWN, "<article><h1>@</h1>%</article>"),
        ("an h1 and a date of its own", "", OWN, "<article><h1>@</h1><time>3 May</time>%</article>"),
        (
            "its own heading in no article",
            "<meta property=og:type content=article>",
            "<h1>@</h1><div>%</div>",
            "<article data-url=/news/~.html><h1>@</h1>%</article>",
        ),
    ] {
        let page = page(&format!("{TITLE}{head}"), own, other);
        assert_eq!(kept(&page), [true, false, false], "{name}");
        let extraction = dehusk::extract(page.as_bytes());
        assert!(reasons(&extraction).contains(&"other_story"), "{name}");
    }
}

#[test]
fn texts_of_the_page_itself_stay() {
    let front =
        "<title>The Courier - News from the valley</title><link rel=canonical href=https://courier.example/>";
    let live = format!(
        "{TITLE}{CANONICAL}<script type=application/ld+json>{{\"@type\": \"LiveBlogPosting\"}}</script>"
    );
    let story = format!("{TITLE}{CANONICAL}");
    let story = story.as_str();
    for (name, head, own, other) in [
        (
            "a front page",
            front,
            OWN,
            "<article><h1><a href=/news/~.html>@</a></h1><time>3 May</time>%</article>",
        ),
        (
            "a live blog",
            live.as_str(),
            OWN,
            "<article data-url=/news/~.html><h2>@</h2><time>9:0~</time>%</article>",
        ),
        ("parts", story, OWN, "<article><h2>@</h2>%</article>"),
        (
            "parts with places",
            story,
            OWN,
            "<article data-url=/news/0.html#part><h2><a href=#p~>@</a></h2>%</article>",
        ),
        (
            "parts in the story",
            story,
            "<article><h1>@</h1>%",
            "<article data-url=/news/~.html><h2>@</h2>%</article>",
        ),
        (
            "one sign alone",
            TITLE,
            "<article><h2>@</h2>%</article>",
            "<article data-url=/news/~.html><h2>@</h2>%</article>",
        ),
    ] {
        assert_eq!(kept(&page(head, own, other)), [true; 3], "{name}");
    }
}

fn reasons(extraction: &Extraction) -> Vec<&'static str> {
    extraction.selection().unwrap().verdicts.iter().map(|verdict| verdict.reason.as_str()).collect()
}

#[test]
fn a_dialog_beside_a_story_is_left_out() {
    for (shape, expected) in [
        ("<div role=dialog><h2>@</h2>%</div>", false),
        ("<div aria-modal=true><h2>@</h2>%</div>", false),
        ("<dialog><h2>@</h2>%</dialog>", false),
        ("<div class='guide modal'><h2>@</h2>%</div>", false),
        ("<div role=alert><h2>@</h2>%</div>", true),
        ("<div class=modality><h2>@</h2>%</div>", true),
    ] {
        let story = page(TITLE, OWN, shape);
        assert_eq!(kept(&story), [true, expected, expected], "{shape}");
        assert_eq!(reasons(&dehusk::extract(story.as_bytes())).contains(&"dialog"), !expected, "{shape}");
    }
    let all = page(TITLE, "<div role=dialog><h1>@</h1>%", "<h2>@</h2>%");
    assert_eq!(kept(&all), [true; 3], "the dialog is the page");
    let more = "<div class=modal><p>The mill society meets on the first Monday of the month, and guests are welcome.</p></div>";
    let several = page(TITLE, OWN, &format!("<div class=modal><h2>@</h2>%</div>{more}"));
    assert_eq!(kept(&several), [true; 3], "details of the page, in four dialogs");
    let unnamed = page("<title>The Courier</title>", OWN, "<div class=modal><h2>@</h2>%</div>");
    assert_eq!(kept(&unnamed), [true; 3], "nothing says what the story of the page is");
}

#[test]
fn many_other_stories_take_linear_time() {
    let story = paragraphs(STORIES[1].1);
    let deep = "<article data-url=/b.html>".repeat(10_000);
    let others: String = (0..10_000)
        .map(|n| {
            format!("<article data-url=/{n}.html><h1>Story of number {n}</h1><time>1</time>{story}</article>")
        })
        .collect();
    for other in [others, format!("{deep}<h1>{}</h1>{story}", "Night ".repeat(20_000))] {
        let page = page(&format!("{TITLE}{CANONICAL}"), OWN, "").replace("</main>", &other);
        // A page of ten thousand articles may also be taken for a list, whose articles are its content.
        assert!(dehusk::extract(page.as_bytes()).text().contains(STORIES[0].1[2]));
    }
}
