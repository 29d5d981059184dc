//! Hidden text beside the text: captions, pictures, embedded pages, formulas and comments are dropped, kept or marked as text is.

use crate::hidden::{SECRET, article};
use dehusk::parts::Parts;
use dehusk::render::Markup;
use dehusk::visibility::HiddenText;
use dehusk::{Extractor, Options};

/// What a page shows beside its paragraphs: `@` is where an attribute hides a text, a picture or a formula. The last are the lists
/// and forms that have it if nothing hides it.
const BESIDE: [&str; 10] = [
    "<figure><img src=a.jpg width=300 height=300><figcaption @>SECRET</figcaption></figure>",
    "<figure><img src=a.jpg width=300 height=300><figcaption>The wheel <span @>SECRET</span></figcaption></figure>",
    "<figure @><img src=a.jpg width=300 height=300><figcaption>SECRET</figcaption></figure>",
    "<div class=wp-caption><img src=a.jpg width=300 height=300><p class=wp-caption-text><i @>SECRET</i></p></div>",
    "<figure><video src=a.mp4 controls></video><figcaption @>SECRET</figcaption></figure>",
    "<p>See <img @ src=a.jpg width=300 height=300 alt='SECRET'> here.</p>",
    "<iframe @ title='SECRET' src=https://www.youtube.com/embed/abc></iframe>",
    "<p>So <math @><mtext>SECRET</mtext></math> it is.</p>",
    "<p>So <math><mi>x</mi><mtext @>SECRET</mtext></math> it is.</p>",
    "<p>So <math @ alttext='\\text{SECRET}'></math> it is.</p>",
];

/// Everything that Markdown, HTML and lists say about a page.
fn all_forms(page: &str, options: Options) -> (String, dehusk::Extraction) {
    let options = options.with_markup(Markup::ALL).with_parts(Parts::ALL);
    let answer = Extractor::new(options).extract(page.as_bytes(), None);
    let forms = [answer.markdown(), answer.html()].into_iter().flatten().map(str::to_owned);
    let lists = [format!("{:?} {:?} {:?}", answer.images(), answer.links(), answer.comments())];
    (forms.chain(lists).collect::<Vec<_>>().join("\n"), answer)
}

/// An article with a picture, a caption or a formula that has this attribute.
fn beside(place: &str, attribute: &str) -> String {
    let place = place.replace('@', attribute).replace("SECRET", SECRET);
    format!("<style>.x{{display:none}}</style>{}", article(&place))
}

#[test]
fn captions_pictures_and_formulas_are_dropped_as_text_is() {
    for place in BESIDE {
        assert!(all_forms(&beside(place, ""), Options::new()).0.contains(SECRET), "{place}");
        for way in
            ["hidden", "style='display:none'", "class=x", "style='opacity:0'", "style='visibility:hidden'"]
        {
            let forms = |mode: HiddenText| {
                all_forms(&beside(place, way), Options::new().with_hidden(mode)).0.contains(SECRET)
            };
            assert!(!forms(HiddenText::Drop), "{place} {way}");
            assert!(forms(HiddenText::Keep) && forms(HiddenText::Flag), "{place} {way}");
        }
        // A picture that is transparent is one that fades in.
        for way in ["hidden", "style='opacity:0'"] {
            let (forms, _) = all_forms(&beside(place, way), Options::new());
            let fades_in = place.contains("<img @") && way != "hidden";
            assert_eq!(forms.contains(SECRET), fades_in, "{place} {way}: {forms}");
        }
    }
}

#[test]
fn what_is_kept_beside_text_although_it_is_hidden_is_marked() {
    for place in &BESIDE[..6] {
        let options = Options::new().with_hidden(HiddenText::Flag);
        let (_, answer) = all_forms(&beside(place, "hidden"), options);
        let marked = answer.images().iter().any(|image| image.hidden.is_some());
        assert!(marked || answer.hidden_kept() > 0, "{place}");
    }
    let (_, answer) = all_forms(&beside(BESIDE[0], "hidden"), Options::new());
    assert_eq!((answer.hidden_kept(), answer.hidden_removed(), answer.images().len()), (0, 1, 1));
    let explanation = |mode: HiddenText| {
        let mut extractor = Extractor::new(Options::new().with_hidden(mode));
        let page = beside(BESIDE[5], "hidden");
        let mut open = extractor.open(page.as_bytes(), None);
        let explained = open.explain(&dehusk::methods::Grain::default()).unwrap();
        explained.blocks.iter().find(|block| block.kind == "image").map(|block| (block.kept, block.reason()))
    };
    let how = "hidden: hidden attribute";
    assert_eq!(explanation(HiddenText::Auto), Some((false, how.to_owned())));
    assert_eq!(explanation(HiddenText::Flag), Some((true, format!("in content; {how}"))));
}

#[test]
fn pictures_that_scripts_show_stay_and_are_marked() {
    let picture = "<img src=a.jpg width=300 height=300 alt='The wheel'>";
    for (html, expected) in [
        (picture.to_owned(), Some(None)),
        ("<img src=a.jpg width=300 height=300 style='opacity:0'>".to_owned(), Some(Some("opacity"))),
        ("<img src=a.jpg width=300 height=300 aria-hidden=true>".to_owned(), Some(Some("aria_hidden"))),
        (format!("<div class=tab-pane style='display:none'>{picture}</div>"), Some(Some("display_none"))),
        (format!("<div class=carousel><div class=x>{picture}</div></div>"), Some(Some("display_none"))),
        (format!("<details><summary>More</summary>{picture}</details>"), Some(Some("closed_details"))),
        (format!("<img class=x data-src=a.jpg><noscript>{picture}</noscript>"), Some(None)),
        (
            format!("<noscript><style>.y{{display:none}}</style></noscript><p class=y>{picture}</p>"),
            Some(None),
        ),
        (format!("<p class=x>{picture}</p><aside><a href=/b>More pictures</a>{picture}</aside>"), Some(None)),
        (format!("<p class=x>{picture}</p>"), None),
        (format!("<p style='clip-path:inset(50%)'>{picture}</p>"), None),
    ] {
        let (_, answer) = all_forms(&beside(&html, ""), Options::new());
        let ways: Vec<_> = answer.images().iter().map(|image| image.hidden.map(|how| how.as_str())).collect();
        assert_eq!(ways, expected.into_iter().collect::<Vec<_>>(), "{html}");
    }
}

#[test]
fn a_hidden_formula_that_readers_see_in_another_form_stays() {
    let tex = "E=mc^2";
    let math = format!(
        "<math><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow>\
         <annotation encoding='application/x-tex'>{tex}</annotation></semantics></math>"
    );
    let image = |alt: &str| format!("<span hidden>{math}</span><img src=/f.svg alt='{alt}'>");
    let katex = |html: &str| {
        format!(
            "<span class=katex><span hidden>{math}</span><span class=katex-html aria-hidden=true>{html}</span></span>"
        )
    };
    for (html, expected) in [
        (image(tex), true),
        (image("The wheel"), false),
        (katex("E = mc2"), true),
        (katex("E = m"), false),
        (
            format!(
                "<mjx-container><svg></svg><mjx-assistive-mml hidden>{math}</mjx-assistive-mml></mjx-container>"
            ),
            true,
        ),
        (format!("<span hidden>{math}</span>"), false),
    ] {
        let page = beside(&format!("<p>The miller says that {html} is the formula of all mills.</p>"), "");
        let (_, answer) = all_forms(&page, Options::new());
        let markdown = answer.markdown().unwrap();
        assert_eq!(markdown.contains(&format!("${tex}$")), expected, "{html}: {markdown}");
    }
}

#[test]
fn hidden_texts_of_comments_are_not_listed() {
    let comment = |attribute: &str| {
        format!(
            "<div class=comment><p class=author>Ann</p><p {attribute}>{SECRET}</p><p>I saw the mill last year.</p></div>"
        )
    };
    let page = |attribute: &str| {
        let comments = [comment(""), comment("")].concat().replace(SECRET, "A fine mill.");
        let comments =
            format!("<section id=comments><h3>Comments</h3>{comments}{}</section>", comment(attribute));
        format!("<style>.x{{display:none}}</style>{}{comments}", article(""))
    };
    for (attribute, expected) in
        [("", None), ("hidden", Some("hidden_attribute")), ("class=x", Some("display_none"))]
    {
        let listed = |mode: HiddenText| {
            let (_, answer) = all_forms(&page(attribute), Options::new().with_hidden(mode));
            assert_eq!(answer.comments().len(), 3, "{attribute}");
            let comment = &answer.comments()[2];
            (comment.text.contains(SECRET), comment.hidden.map(|how| how.as_str()))
        };
        assert_eq!(listed(HiddenText::Auto), (expected.is_none(), None), "{attribute}");
        assert_eq!(listed(HiddenText::Drop), (expected.is_none(), None), "{attribute}");
        assert_eq!(listed(HiddenText::Flag), (true, expected), "{attribute}");
        assert_eq!(listed(HiddenText::Keep), (true, None), "{attribute}");
    }
}
