//! The parameters of methods: none of them is unused.

use crate::hostile::run;

/// For every parameter of every method, a value that changes an answer: method, parameter, value.
const CHANGES: &[(&str, &str, &str)] = &[
    ("r2l", "P", "1"),
    ("r2l", "s1", "r2l_blocks"),
    ("r2l", "split", "never"),
    ("r2l", "split_ratio", "0.5"),
    ("r2l", "gap_rule", "gap<P"),
    ("r2l", "decode_refs", "true"),
    ("r2l", "seed", "text"),
    ("dana", "P", "1"),
    ("dana", "split", "never"),
    ("dana", "split_ratio", "0.5"),
    ("dana", "gap_rule", "gap<P"),
    ("dana", "count", "bytes"),
    ("dana", "seed", "text"),
    ("addanag", "L", "20"),
    ("addanag", "L", "auto"),
    ("addanag", "P", "auto"),
    ("addanag", "auto_gap", "jump"),
    ("addanag", "P", "0"),
    ("addanag", "region", "interval"),
    ("addanag", "against", "0"),
    ("addanag", "seed_rule", "column"),
    ("addanag", "fill_gaps", "true"),
    ("addanag", "snap", "none"),
    ("addanag", "count_ws", "true"),
    ("addanag", "lines", "keep"),
    ("addanag", "anchor_overhead", "0"),
    ("addanag", "lt_counts_ws", "true"),
    ("addanag", "never_lengthen", "true"),
    ("dsc", "w", "20"),
    ("dsc", "w", "auto"),
    ("dsc", "ratio", "0.9"),
    ("dsc", "run", "1"),
    ("dsc", "ignore_inline", "true"),
    ("ccb", "r", "5"),
    ("ccb", "t", "0"),
    ("ccb", "deviations", "1"),
    ("ccb", "iters", "2"),
    ("ccb", "iters", "stable"),
    ("accb", "r", "5"),
    ("accb", "t", "0"),
    ("accb", "deviations", "1"),
    ("accb", "iters", "2"),
    ("tccb", "r", "5"),
    ("tccb", "t", "0"),
    ("tccb", "deviations", "1"),
    ("tccb", "iters", "2"),
    ("density", "c1", "0.9"),
    ("density", "c2", "1"),
    ("lqf", "q", "0.9"),
    ("crunch", "ratio", "9"),
    ("crunch", "letters", "100"),
    ("crunch", "ignore_text_links", "false"),
    ("crunch", "ignore_forms", "false"),
    ("crunch", "min_text", "1000"),
    ("crunch", "ads", "adverts.example,b.example"),
    ("kfe", "K", "1"),
    ("cetr", "mode", "1d"),
    ("cetr", "wrap", "0"),
    ("cetr", "r", "9"),
    ("cetr", "alpha", "9"),
    ("cetr", "k", "2"),
    ("boilerpipe", "rule", "density"),
    ("cetr", "lambda", "0.1"),
    ("thai", "w_text", "0"),
    ("thai", "ar_max", "0.1"),
    ("thai", "min_len", "30"),
    ("thai", "few_href", "100"),
    ("thai", "many_elements", "100"),
    ("thai", "min_block_elements", "9"),
    ("thai", "footers", "some"),
    ("thai", "footer_len", "3"),
    ("thai", "drop_form", "none"),
    ("thai", "drop_form", "small"),
    ("grain", "focus", "precision"),
    ("grain", "focus", "recall"),
];

/// Every parameter of every method changes an answer, so no parameter is unused.
#[test]
fn each_parameter_changes_an_answer() {
    let pages = parameter_pages();
    for (method, name, value) in CHANGES.iter().copied() {
        // These parameters have an effect only together with another parameter.
        let others: &[(&str, &str)] = match name {
            "lambda" => &[("mode", "threshold")],
            "auto_gap" => &[("P", "auto")],
            "against" => &[("region", "interval")],
            _ => &[],
        };
        let changed = [others, &[(name, value)]].concat();
        let differs = |page: &String| run(method, others, page).text() != run(method, &changed, page).text();
        assert!(pages.iter().any(differs), "{method}: {name}={value} changes nothing");
    }
    for method in dehusk::methods::all().iter().filter(|method| method.name() != "danag") {
        for spec in method.params() {
            let tested = CHANGES.iter().any(|change| (change.0, change.1) == (method.name(), spec.name));
            assert!(tested, "{} {} untested", method.name(), spec.name);
        }
    }
}

/// Returns pages with gaps of every width between paragraphs, with links, character references and several scripts.
fn parameter_pages() -> Vec<String> {
    let paragraph = |n: usize| format!("<p>{}</p>", "some words of the story, ".repeat(n));
    let gap = |lines: usize| "<hr class=\"rule rule rule rule\">\n".repeat(lines);
    let persian = "<p>امروز در شهر تهران باران شدید بارید و هوا خنک شد. &#1576;&#1575;</p>\n";
    let rain = "باران شدید در تهران ".repeat(9);
    let head = format!("<title>{rain}{rain}</title>\n<meta name=description content='{rain}{rain}'>\n");
    let mut pages = vec![format!("{head}{}<p>\n{rain}\n</p>\n", gap(30))];
    for lines in [1, 2, 8, 20, 21, 60] {
        pages.push(format!("<body>\n<p>خبر روز</p>\n{}{persian}{persian}“Latin – text” é\n", gap(lines)));
        pages.push(format!("<body>{}{}{}", paragraph(3), gap(lines), paragraph(9)));
        pages.push(format!("<body>{}{}{}", paragraph(30), gap(lines), paragraph(2)));
    }
    // Of its menu, grain is uncertain.
    pages.push(include_str!("../cases/grain-thai/page.html").to_owned());
    pages.push(persian.replace('\n', "").repeat(3) + "<a href=\"/index.html\">خانه</a>" + "\n");
    pages.push(format!("<b>x</b><b>y</b>{persian}<i>z</i>"));
    for links in [1, 2] {
        let links = format!("<a href=/>{}</a>", "one link ".repeat(40)).repeat(links);
        pages.push(format!("<div>{}{links}</div>", "<i>some words</i>".repeat(9)));
    }
    pages.push(format!("<form>{}</form><p>Powered by mills</p>", paragraph(2)));
    for items in [10, 20, 40] {
        let list = "<li class=\"item of a list\"><b>x</b></li>".repeat(items);
        pages.push(format!("<body>{}<ul>{list}</ul>{}", paragraph(9), paragraph(5)));
    }
    for links in 1..20 {
        let link = "<a href=\"/a/long/address/of/a/page\">a link of some words</a> ";
        let short = "<a href=x>a link of very many words that says a lot about its page</a> ";
        pages.push(format!("<body><div>{}</div>\n{}", link.repeat(links), paragraph(4)));
        pages.push(format!(
            "<body><div>{}</div>\n<ul class=\"u\"><li class=\"v\">x</ul>{}",
            short.repeat(links),
            paragraph(2)
        ));
    }
    pages.push("<i>a b c d e f</i> ".repeat(40));
    pages.push(tables_and_forms());
    for words in 1..12 {
        pages.push(format!("<a href=x>a b c d e f g h</a>{}", " word".repeat(words)).repeat(20));
    }
    let one_tall = format!("<body>{}{}", "x".repeat(400), gap(60));
    pages.push(format!(
        "{one_tall}{}",
        "<i class=z>some words and more</i> words of the text that is here ".repeat(30)
    ));
    pages.extend(pages.clone().iter().map(|page| page.replace(", ", ",\n      ")));
    pages
}

/// Returns table cells with links, forms, adverts and short tables.
fn tables_and_forms() -> String {
    let words = "some words of a story that is told in this cell of a table, ".repeat(3);
    let links = "<a href=/a>one</a> two <a href=/b>three</a> four five six seven";
    let advert = "<p>Buy <b src=http://adverts.example/x>now</b></p>";
    format!(
        "<table><tr><td>{words}</td><td>{links} {words}</td><td>{links}</td></tr></table><form>{words}</form>{advert}\
         <table><tr><td>short</td></tr></table>"
    )
}
