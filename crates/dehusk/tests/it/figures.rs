//! Images, films and embedded pages of the main content, with their captions; and which images are none of it.

use crate::cases::options;
use dehusk::parts::Parts;
use dehusk::render::Markup;
use dehusk::{Extraction, Extractor};

const ADDRESS: &str = "https://a.example/b/c.html";
const STORY: &str = "<p>The old water mill in the valley opened its doors again on Monday, after ten years of slow repair work.</p>
    <p>Visitors can follow the grain from the hopper down to the sack, and buy flour that was ground on the same day.</p>
    <p>The wheel turns at noon and at two, said the miller, if there is enough water in the river to drive it.</p>";
const MORE: &str = "<p>Her grandfather ran the place until the war, and the stones came from a quarry on the other side of the hills.</p>
    <p>In winter the council plans to open a small museum, with old tools, photographs and the books of four families.</p>";

/// Returns an article with a piece between its title and its text, one among its texts, and one after it.
fn article([lead, middle, end]: [&str; 3]) -> String {
    format!(
        "<html><head><title>The old mill reopens</title></head><body><nav><a href=/>Home</a> <a href=/n>News</a></nav>
         <main><article><h1>The old mill reopens</h1>{lead}{STORY}{middle}{MORE}{end}</article></main>
         <footer><a href=/about>About</a></footer></body></html>"
    )
}

fn extract_with(page: &str, method: &str, markup: Markup) -> Extraction {
    let options = options(method).with_markup(markup).with_parts(Parts::ALL).with_address(ADDRESS);
    Extractor::new(options).extract(page.as_bytes(), None)
}

fn extract(page: &str) -> Extraction {
    extract_with(page, "grain", Markup::ALL)
}

/// The lines of the Markdown that the story and the title do not have.
fn added(page: &str) -> Vec<String> {
    let extraction = extract(page);
    let lines = extraction.markdown().unwrap().lines();
    let is_story = |line: &str| line.starts_with('#') || STORY.contains(line) || MORE.contains(line);
    lines.filter(|line| !line.is_empty() && !is_story(line)).map(str::to_owned).collect()
}

#[test]
fn images_of_the_content_are_kept_with_their_captions() {
    let caption = ["![x](https://a.example/b/a.jpg)", "Cap, by *Ann*."];
    let reversed = [caption[1], caption[0]];
    let alone = ["![x](https://a.example/b/a.jpg)"];
    for (piece, expected) in [
        ("<figure><img src=a.jpg alt=x><figcaption>Cap, by <i>Ann</i>.</figcaption></figure>", &caption[..]),
        ("<figure><figcaption>Cap, by <i>Ann</i>.</figcaption><img src=a.jpg alt=x></figure>", &reversed),
        (
            "<figure><img src=a.jpg alt=x><figcaption><span style='position:absolute;clip:rect(0,0,0,0)'>Image:</span>Cap, by <i>Ann</i>.\
             </figcaption></figure>",
            &caption,
        ),
        (
            "<a href=/gallery/plan.pdf><img src=/icons/pdf-icon.png alt=x></a>",
            &["[![x](https://a.example/icons/pdf-icon.png)](https://a.example/gallery/plan.pdf)"],
        ),
        (
            "<figure><div><div><img src=a.jpg alt=x><p><span>Source, </span>Reuters</p></div></div>\
             <div><figcaption>Cap, by <i>Ann</i>.</figcaption></div></figure>",
            &caption,
        ),
        (
            "<div class=wp-caption><img src=a.jpg alt=x><p class=wp-caption-text>Cap, by <i>Ann</i>.</p></div>",
            &caption,
        ),
        (
            "<div><figure><img src=a.jpg alt=x></figure><figcaption>Cap, by <i>Ann</i>.</figcaption></div>",
            &caption,
        ),
        ("<p><img src=a.jpg alt=x></p>", &alone),
        ("<picture><source srcset='a.jpg 1x'><img alt=x></picture>", &alone),
        ("<div><img alt=x data-src=a.jpg src=data:image/gif;base64,R0lGODlhAQABA></div>", &alone),
        ("<div><img alt=x data-srcset='b.jpg 200w, a.jpg 800w' src=/blank.gif></div>", &alone),
        ("<div><img alt=x src=blank.gif data-src=a.jpg></div>", &alone),
        ("<img alt=x src=data:image/svg+xml,x data-any-lazy-src=a.jpg data-placeholder-src=b.jpg>", &alone),
        ("<img alt=x src=data:image/svg+xml,x nitro-lazy-srcset='b.jpg 200w, a.jpg 800w'>", &alone),
        (
            "<div><img alt=x src=a.jpg> <a class=photo-credit href=https://b.example/x>The Mill</a></div>",
            &alone,
        ),
        ("<div class=box-9ad19770><img alt=x src=a.jpg> The Mill</div>", &alone),
        ("<div><img alt=x src=spacer.gif><noscript><img src=a.jpg></noscript></div>", &alone),
        ("<picture alt=x><source srcset='a.jpg 1x'></picture>", &alone),
        ("<div><img alt=x class=lazy><noscript><img src=a.jpg></noscript></div>", &alone),
        ("<div><img alt=x src=a.jpg><noscript><img src=a.jpg></noscript></div>", &alone),
        (
            "<a href=/gallery/1><img src=a.jpg alt=x></a>",
            &["[![x](https://a.example/b/a.jpg)](https://a.example/gallery/1)"],
        ),
    ] {
        assert_eq!(added(&article(["", piece, ""])), expected, "in the middle: {piece}");
        assert_eq!(added(&article([piece, "", ""])), expected, "as lead: {piece}");
    }
}

/// The links below charts name their sources. Those of teasers are around their images, or in boxes.
#[test]
fn images_above_the_links_of_their_sources_are_kept() {
    let sources = "<br><em>Sources: <a href=//h.example/1>Home</a> | <a href=//h.example/2>Houzz</a> | \
        <a href=//h.example/3>Rocket</a></em>";
    for (images, expected) in [
        ("<img src=chart-1.jpg><br><img src=chart-2.jpg>", 2),
        ("<a href=/1><img src=chart-1.jpg></a><a href=/2><img src=chart-2.jpg></a>", 0),
    ] {
        let page = article(["", &format!("<p>{images}{sources}</p>"), "<h2>When to go</h2>"]);
        let extraction = extract(&page);
        assert!(!extraction.text().contains("Houzz"), "the sources are left out, or the case shows nothing");
        assert_eq!(extraction.images().len(), expected, "{images}");
    }
}

#[test]
fn photos_with_names_like_those_of_placeholders_are_kept() {
    let figure = |name: &str, caption: &str| format!("<figure><img src={name}>{caption}</figure>");
    let caption = "<figcaption>By Ann.</figcaption>";
    for (name, caption, is_kept) in [
        ("loading-dock.jpg", "", true),
        ("lazy-sunday.jpg", caption, true),
        ("pixel.jpg", caption, true),
        ("pixel.jpg", "", false),
        ("pixel.gif", caption, false),
        ("loading-ring.svg", caption, false),
    ] {
        let found = added(&article([&figure(name, caption), "", ""]));
        let image = format!("![](https://a.example/b/{name})");
        assert_eq!(found.contains(&image), is_kept, "{name}: {found:?}");
    }
}

#[test]
fn films_and_embedded_pages_become_links() {
    for (piece, expected) in [
        (
            "<iframe src='https://www.youtube.com/embed/a1?rel=0' title='How the mill works'></iframe>",
            "[How the mill works](https://www.youtube.com/watch?v=a1)",
        ),
        (
            "<div><iframe data-src=//player.vimeo.com/video/7></iframe></div>",
            "[vimeo.com/7](https://vimeo.com/7)",
        ),
        ("<video src=mill.mp4 title=Mill>No film.</video>", "[Mill](https://a.example/b/mill.mp4)"),
        ("<audio title=Wheel><source src=wheel.ogg></audio>", "[Wheel](https://a.example/b/wheel.ogg)"),
        (
            "<iframe src=https://maps.example/m title='Map of the valley'></iframe>",
            "[Map of the valley](https://maps.example/m)",
        ),
    ] {
        let page = article(["", piece, ""]);
        assert!(added(&page).iter().any(|line| line == expected), "{piece}: {:?}", added(&page));
        let found = extract(&page);
        assert!(found.html().unwrap().contains("<p><a href=\"https://"), "{piece}");
        assert_eq!(found.links().len(), 1, "{piece}");
    }
}

#[test]
fn icons_adverts_and_the_images_of_other_articles_are_left_out() {
    let related = "<div class=related><h3>More</h3><ul><li><a href=/x><img src=x.jpg><span>The bridge is closed</span></a></li>\
        <li><a href=/y><img src=y.jpg><span>New bus to the valley</span></a></li></ul></div>";
    for piece in [
        "<img src=pixel.gif width=1 height=1>",
        "<img src=/icons/share-icon.svg>",
        "<img src=ann.jpg class=avatar>",
        "<div class=share><a href=//s.example/share><img src=s.png></a></div>",
        "<a href=https://ads.example/click><img src=https://cdn.example/banner.gif></a>",
        "<div style='display:none'><img src=a.jpg></div>",
        "<p><a href='mailto:?body=x'><img src=send.png></a></p>",
        "<img src=line.gif width=600 height=2>",
        "<iframe src=https://ad.doubleclick.net/x title=Advertisement></iframe>",
        "<template><img src=a.jpg></template>",
        related,
    ] {
        let page = article(["", piece, related]);
        let markdown = extract(&page).markdown().unwrap().to_owned();
        assert!(!markdown.contains("![") && !markdown.contains("doubleclick"), "{piece}: {markdown}");
    }
}

/// The addresses of adverts are often long.
#[test]
fn a_long_address_of_a_link_says_what_it_is_by_its_beginning() {
    for (address, expected) in [("/adclick?u=", 0), ("/paper.pdf?u=", 1)] {
        for length in [10, 1500] {
            let link = format!(
                "<p><a href={address}{}><img src=x.jpg width=300 height=300></a></p>",
                "x".repeat(length)
            );
            let page = article(["", &link, ""]);
            assert_eq!(extract(&page).images().len(), expected, "{address} {length}");
        }
    }
}

/// A picture above the text that links to the home page of the site is its banner.
#[test]
fn banners_above_the_text_are_left_out() {
    let picture = |address: &str| format!("<p><a href={address}><img src=mill.jpg alt=x></a></p>");
    for (piece, expected) in [
        (picture("/"), 0),
        (picture("/index.php"), 0),
        (picture("/plan"), 1),
        (format!("<figure>{}</figure>", picture("/")), 1),
    ] {
        assert_eq!(extract(&article([&piece, "", ""])).images().len(), expected, "{piece}");
    }
    assert_eq!(extract(&article(["", &picture("/"), ""])).images().len(), 1, "amid the text");
}

/// What the author of a post puts between two sentences is no advert, though it links elsewhere.
#[test]
fn pictures_of_the_own_host_within_a_paragraph_are_no_adverts() {
    let picture = |src: &str| format!("<a href=https://shop.test/d><img src={src} alt=x></a>");
    let (before, after) =
        ("The wheel turns at noon and at two on every day of the week.", "The miller told us so.");
    for (piece, expected) in [
        (format!("<p>{before}<br>{}<br>{after}</p>", picture("/b/wheel.jpg")), 1),
        (format!("<p>{before}</p><div>{}</div><p>{after}</p>", picture("/b/wheel.jpg")), 0),
        (format!("<p>{before}<br>{}<br>{after}</p>", picture("https://cdn.example/wheel.jpg")), 0),
    ] {
        assert_eq!(extract(&article(["", &piece, ""])).images().len(), expected, "{piece}");
    }
}

/// A picture that links to the page's own site is no advert, wherever the picture is stored.
#[test]
fn pictures_from_another_host_are_kept_if_they_link_to_the_own_site() {
    let picture =
        |site: &str| format!("<p><a href=https://{site}/d><img src=https://cdn.example/a.jpg alt=x></a></p>");
    let links = "<p>See <a href=https://a.example/1>one</a>, <a href=https://a.example/2>two</a>, \
        <a href=https://a.example/3>three</a>, <a href=https://a.example/4>four</a> and the rest of the papers there.</p>";
    for (site, expected) in [("a.example", 1), ("shop.test", 0)] {
        let page = article([links, &picture(site), ""]);
        let images = extract(&page).images().len();
        assert_eq!(images, expected, "{site}");
    }
}

/// The image that a page declares as its own is kept between title and text, whatever is around it.
#[test]
fn the_declared_image_is_kept_before_the_text() {
    let lead =
        "<div class=widget><a href=/x>x</a></div><aside class=promo><img src=/img/mill-wheel.jpg></aside>";
    let page = article([lead, "", ""]);
    let declared =
        page.replace("<title>", "<meta property=og:image content=https://a.example/l/mill-wheel.jpg><title>");
    let above_title =
        declared.replace(lead, "").replace("<h1>", &format!("{lead}<p><a href=/news>News</a><h1>"));
    assert!(above_title.contains(lead));
    let renamed = |name: &str| declared.replace("/img/mill-wheel", name);
    let [resized, longer, other] =
        ["/l/mill-wheel-640x480", "/l/the-mill-wheel-at-noon", "/l/wheel"].map(renamed);
    let below_summary =
        declared.replace(lead, &format!("<p>A day in the valley, with all that the mill can do.</p>{lead}"));
    assert_eq!(extract(&below_summary).images().len(), 1);
    let twice =
        declared.replace(lead, &lead.replace("</aside>", "<img src=/img/mill-wheel-640x480.jpg></aside>"));
    assert_eq!(extract(&twice).images().len(), 1);
    let images = [page, declared.clone(), above_title, resized, longer, other]
        .map(|page| extract(&page).images().len());
    assert_eq!(images, [0, 1, 1, 1, 0, 0]);
    let long = "/l/mill-wheel-at-the-river";
    let cut = declared
        .replace("/img/mill-wheel", long)
        .replace("l/mill-wheel.jpg", &format!("{}-8cd19c.jpg", &long[1..]));
    assert_eq!(extract(&cut).images().len(), 1);
}

#[test]
fn an_image_is_shown_once() {
    let figure = "<figure><img src=a.jpg></figure>";
    assert_eq!(added(&article([figure, figure, ""])), ["![](https://a.example/b/a.jpg)"]);
    let lines = "<div><img src=line.png></div>".repeat(5);
    assert_eq!(added(&article(["", &lines, ""])), Vec::<String>::new());
}

#[test]
fn captions_are_in_markup_and_lists_but_not_in_the_text() {
    let figure = "<figure><img src=a.jpg alt=x><figcaption>Photo by Ann</figcaption></figure>";
    let page = article([figure, "", ""]);
    let found = extract(&page);
    assert_eq!(found.text(), extract_with(&page, "grain", Markup::NONE).text());
    let html = "<figure><img src=\"https://a.example/b/a.jpg\" alt=\"x\"><figcaption>Photo by Ann</figcaption>\n</figure>\n";
    assert!(found.html().unwrap().contains(html), "{}", found.html().unwrap());
    let [image] = found.images() else { panic!("{:?}", found.images()) };
    assert_eq!(image.caption.as_deref(), Some("Photo by Ann"));
    let mut without = Markup::ALL;
    without.without_images = true;
    let bare = extract_with(&page, "grain", without);
    assert!(!bare.markdown().unwrap().contains("Ann") && !bare.html().unwrap().contains("figure"));
}

#[test]
fn explanations_name_the_reason_for_each_image() {
    let page =
        article(["<figure><img src=a.jpg></figure>", "<img src=dot.gif width=1>", "<p><img src=b.jpg></p>"]);
    let options = options("grain");
    let mut extractor = Extractor::new(options.clone());
    let mut open = extractor.open(page.as_bytes(), None);
    let explanation = open.explain(options.method_value()).unwrap();
    let images = explanation.blocks.iter().filter(|block| block.kind == "image");
    let verdicts: Vec<_> =
        images.map(|it| (it.text.as_str(), it.kept, it.verdict.unwrap().reason.as_str())).collect();
    let expected =
        [("a.jpg", true, "lead_image"), ("dot.gif", false, "decoration"), ("b.jpg", true, "in_content")];
    assert_eq!(verdicts, expected);
}

/// Sentences in inline elements that the page shows on lines of their own.
#[test]
fn sentences_on_lines_of_their_own_are_not_glued() {
    let text = |piece: &str| {
        let before = "Visitors like to come on Sundays, and on market days they see how the millers work.";
        let page =
            article(["", &format!("<style>.line{{display:block}}</style><p>{before} {piece}</p>"), ""]);
        extract_with(&page, "grain", Markup::NONE).into_text()
    };
    for (piece, expected) in [
        ("It ran for two years.<span class=\"br\"></span>A series of repairs followed.", "years. A series"),
        (
            "<span class=line>It ran for two years.</span><span class=line>A series followed.</span>",
            "years. A series",
        ),
        (
            "<span class=line>It ran for two years</span><span class=line>a series followed.</span>",
            "years a series",
        ),
        ("<x-line>It ran for two years.</x-line><x-line>A series of repairs.</x-line>", "years. A series"),
        ("<x-line>It ran for two years</x-line><x-line>a series of repairs.</x-line>", "years a series"),
        ("It ran for two years.<b>A series of repairs followed.</b>", "years. A series"),
        ("<i class=x>It ran for two ye</i><i class=x>ars.</i>", "two years."),
        ("See <b>json.</b><i>JSONDecoder</i> for more.", "See json.JSONDecoder for"),
        ("See www.mill.<b>Com and so on</b>.", "See www.mill.Com and"),
    ] {
        let text = text(piece);
        assert!(text.contains(expected), "{piece}: {text}");
    }
}

/// Lines of code that are inline elements without line feeds between them.
#[test]
fn lines_of_code_of_their_own_are_not_glued() {
    let line = |class: &str, code: &str| format!("<span class={class}><i>{code}</i>();</span>");
    for (class, expected) in [
        ("gatsby-highlight-code-line", "first {\nsecond();\nthird();\nlast }"),
        ("token", "first {\nsecond();third();last }"),
    ] {
        let code = format!(
            "<pre><code>first {{\n{}{}last }}</code></pre>",
            line(class, "second"),
            line(class, "third")
        );
        let extraction = extract(&article(["", &code, ""]));
        assert!(extraction.text().contains(expected), "{}", extraction.text());
        assert!(extraction.markdown().unwrap().contains(expected));
    }
}
