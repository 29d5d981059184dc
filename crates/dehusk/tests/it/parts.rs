//! The parts of a page: links, images, tables, comments, and blocks with their positions in the source, the text and the tree.

use crate::shared;
use crate::tree::Oracle;
use dehusk::methods::Method;
use dehusk::page::Page;
use dehusk::parts::{Block, Parts};
use dehusk::selection::Emission;
use dehusk::{Extraction, Extractor, Options, methods};
use std::path::{Path, PathBuf};

fn options(method: &str) -> Options {
    Options::new().with_method(method).unwrap().with_parts(Parts::ALL)
}

fn extract(method: &str, page: &str) -> Extraction {
    Extractor::new(options(method)).extract(page.as_bytes(), None)
}

/// Returns the pages of this repository, and every `step`-th page of the corpora.
fn pages(step: usize) -> Vec<PathBuf> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own =
        [project.join("tests/cases"), project.join("tests/render"), project.join("../../examples/pages")];
    let mut pages: Vec<PathBuf> = own.iter().flat_map(|folder| html_beneath(folder)).collect();
    assert!(pages.len() > 20);
    pages.extend(shared::pages().into_iter().step_by(step));
    pages
}

fn html_beneath(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<PathBuf> = Vec::new();
    for path in entries {
        if path.is_dir() {
            found.extend(html_beneath(&path));
        } else if path.extension().is_some_and(|it| it == "html") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn solid(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Returns the visible text of a block, run by run and without whitespace: a naive reimplementation of the renderer.
fn shown(page: &Page<'_>, block: &Block, emission: Emission) -> String {
    let mut text = String::new();
    for run in page.runs().filter(|run| run.is_visible() || emission == Emission::Unscripted) {
        let is_sign = ["¶", "#", "🔗", "\u{F0C1}"].contains(&page.text_of(&run).trim());
        if emission == Emission::Formatted && run.is_link() && is_sign {
            continue;
        }
        let start = run.span.start().max(block.source.start());
        let end = run.span.end().min(block.source.end());
        if start < end {
            text += &dehusk::markup::Decode::text(&page.source().text()[start..end], run.kind);
        }
    }
    solid(&text)
}

/// Whether the span of a block contains another block. This happens if the parser moves text out of a table (foster parenting).
fn is_interleaved(blocks: &[Block], block: &Block) -> bool {
    blocks.iter().any(|other| {
        other.source != block.source
            && other.source.start() < block.source.end()
            && block.source.start() < other.source.end()
    })
}

/// Checks the blocks of a page. Returns the number of blocks and the number of interleaved blocks, or a description of the first
/// error.
fn check(bytes: &[u8], method: &dyn Method) -> Result<(usize, usize), String> {
    let options = Options::new().with_boxed(method.boxed()).with_parts(Parts::ALL);
    let mut extractor = Extractor::new(options);
    let mut open = extractor.open(bytes, None);
    let answer = open.extract(method);
    let (text, blocks) = (answer.text(), answer.blocks());
    let Some(page) = open.page() else { return Ok((0, 0)) };
    let oracle = Oracle::parse(page.source().text());
    let emission = answer.selection().map_or(Emission::Parser, |it| it.emission);
    let unscripted = emission == Emission::Unscripted;
    let (mut at, mut interleaved) = (0, 0);
    let mut sources: Vec<_> = blocks.iter().map(|block| block.source).collect();
    sources.sort_unstable();
    for block in blocks {
        let source = shown(page, block, emission);
        let moved = is_interleaved(blocks, block);
        interleaved += usize::from(moved);
        if let Some(span) = block.text {
            if !block.kept || !text[at..span.start()].chars().all(char::is_whitespace) {
                return Err(format!("{:?} before {block:?}", &text[at..span.start()]));
            }
            at = span.end();
            let slice = &text[span.range()];
            // A reference that the page escaped twice is decoded in the text of grain.
            let decoded = |text: &str| text.replace("&amp;", "&");
            if slice.trim() != slice || (!moved && decoded(&solid(slice)) != decoded(&source)) {
                return Err(format!("{slice:?} is not {source:?}: {block:?}"));
            }
        } else if block.kept && !source.is_empty() && method.name() != "r2l" {
            return Err(format!("kept but not in the text: {block:?}"));
        }
        let element = oracle.at(&block.xpath).ok_or(format!("no element at {}", block.xpath))?;
        let whole = shown(page, block, Emission::Parser);
        if page.limit().is_none() && !moved && !unscripted && !oracle.solid_text(element).contains(&whole) {
            return Err(format!("{whole:?} is not in {}", block.xpath));
        }
    }
    let is_raw = method.name() == "r2l";
    if !is_raw && !text[at..].trim().is_empty() {
        return Err(format!("no block has {:?}", &text[at..]));
    }
    Ok((blocks.len(), interleaved))
}

#[test]
fn every_block_is_at_its_positions() {
    let pages = pages(12);
    let methods = ["plain", "addanag", "grain", "r2l"].map(|name| methods::by_name(name).unwrap());
    let checked = shared::in_parallel(&pages, |path| {
        let bytes = std::fs::read(path).unwrap();
        methods.iter().map(|method| check(&bytes, &**method)).collect::<Vec<_>>()
    });
    let (mut blocks, mut interleaved, mut wrong) = (0, 0, Vec::new());
    for (path, results) in pages.iter().zip(checked) {
        for result in results {
            match result {
                Ok((all, moved)) => (blocks, interleaved) = (blocks + all, interleaved + moved),
                Err(what) => wrong.push(format!("{}: {what}", path.display())),
            }
        }
    }
    println!(
        "{blocks} blocks of {} pages, {interleaved} of them interleaved, {} wrong",
        pages.len(),
        wrong.len()
    );
    wrong.iter().take(12).for_each(|what| println!("{what}"));
    assert!(wrong.is_empty());
    assert!(blocks > 500 && interleaved * 50 <= blocks, "{interleaved} of {blocks}");
}

/// Checks links, images and tables. The expected parts are written in a short form, one string each.
#[test]
fn links_images_and_tables_are_listed() {
    let listed = |page: &str| {
        let address = "https://a.example/b/";
        let answer = Extractor::new(options("plain").with_address(address)).extract(page.as_bytes(), None);
        let links = answer.links().iter().map(|it| format!("link {} {:?} {:?}", it.url, it.text, it.rel));
        let images = answer
            .images()
            .iter()
            .map(|it| format!("image {} {:?} {:?} {:?}", it.src, it.alt, it.title, it.caption));
        let tables = answer.tables().iter();
        let tables = tables.map(|it| format!("table {:?} {} {:?}", it.caption, it.header_rows, it.rows));
        links.chain(images).chain(tables).collect::<Vec<_>>()
    };
    let table = "<table><caption>Prices <b>now</b></caption><thead><tr><th>a<th>b</thead>\
         <tr><td rowspan=2>c<td>d &amp; e<tr><td>f<br>g</table>";
    for (page, expected) in [
        (
            "x <a href=c rel='nofollow  me'>go <b>on</b>\n now</a>",
            vec!["link https://a.example/b/c \"go on now\" Some(\"nofollow me\")"],
        ),
        ("x <a href='java&#9;script:alert(1)'>y</a> <a name=z>z</a> <a href=d></a>", vec![]),
        ("<base href=//c.example/d/>x <a href=e>y</a>", vec!["link https://c.example/d/e \"y\" None"]),
        (
            "x <a href=c><img src=d alt='a\n mill'></a> y",
            vec![
                "link https://a.example/b/c \"\" None",
                "image https://a.example/b/d Some(\"a mill\") None None",
            ],
        ),
        (
            "<p>x<figure><img src='data:image/gif;base64,R0' data-src=big.jpg title=t><figcaption>The <i>mill</i>\
             <p>in May</figcaption></figure><p>y",
            vec!["image https://a.example/b/big.jpg None Some(\"t\") Some(\"The mill in May\")"],
        ),
        ("x <img srcset='s.jpg 1x, l.jpg 2x'> y", vec!["image https://a.example/b/l.jpg None None None"]),
        ("x <img src=pixel.gif width=1 height=1> <img alt=none> y", vec![]),
        (table, vec!["table Some(\"Prices now\") 1 [[\"a\", \"b\"], [\"c\", \"d & e\"], [\"c\", \"f g\"]]"]),
        ("<table><tr><td>layout</table>", vec![]),
        // A table inside a table is a part of one of its cells.
        (
            "<table><tr><td>c<td>d<td>e<tr><td>c<td>d<td>e<tr><td>c<td>d<td>e<tr><td><table><tr><td>p<td>q</table>\
             <tr><td>f<td>g<td>h</table>",
            vec![
                "table None 0 [[\"c\", \"d\", \"e\"], [\"c\", \"d\", \"e\"], [\"c\", \"d\", \"e\"], \
                 [\"p q\", \"\", \"\"], [\"f\", \"g\", \"h\"]]",
            ],
        ),
        (
            "<table><tr><th colspan=9007199254740991>a<tr><td>b<td>c</table>",
            vec!["table None 1 [[\"a\", \"\"], [\"b\", \"c\"]]"],
        ),
        ("<script type='application/ld+json'><img src=x></script>", vec![]),
    ] {
        assert_eq!(listed(page), expected, "{page}");
    }
}

#[test]
fn links_and_tables_have_positions_in_the_text() {
    let answer =
        extract("plain", "<p>a <a href=/x>b &amp; c</a> d<table><tr><th>e<th>f<tr><td>g<td>h</table>i");
    let text = answer.text();
    assert_eq!(&text[answer.links()[0].text_span.unwrap().range()], "b & c");
    assert_eq!(&text[answer.tables()[0].text_span.unwrap().range()], "e\nf\ng\nh");
    // R2L prints raw characters, so elements have no positions in its text. R2L ignores the first line, which is in Latin script.
    let page = format!(
        "<p>ABC</p>\n<p>{}<a href=/x>مرحبا بكم</a>\n</p>\n",
        "مرحبا بكم في المطحنة القديمة على النهر. ".repeat(12)
    );
    let raw = Extractor::new(options("r2l")).extract(page.as_bytes(), None);
    assert_eq!((raw.links()[0].text.as_str(), raw.links()[0].text_span), ("مرحبا بكم", None));
    let listed: Vec<_> = raw.blocks().iter().map(|it| (it.kept, it.reason.as_str(), it.text)).collect();
    assert_eq!(listed, [(false, "unjudged", None), (true, "in_region", None)]);
}

#[test]
fn blocks_have_kinds_directions_and_verdicts() {
    let page = "<h2>a</h2><ul><li><p>b</ul><blockquote>c<pre>d</pre></blockquote><dl><dt>e<dd>f</dl>\
         <table><tr><th>g<th>h<tr><td>i<td>j</table><table><tr><td>k</table>\
         <figure><img src=x><figcaption>l</figcaption></figure><div dir=RTL><p>m<p dir=auto>n</div>\
         <div id=comments><p class=comment>o<p class=comment>q</div>";
    let answer = extract("plain", page);
    let kinds: Vec<_> = answer.blocks().iter().map(|it| it.kind.as_str()).collect();
    let expected = "heading list_item quote code term definition table_cell table_cell table_cell table_cell paragraph \
         caption paragraph paragraph paragraph paragraph";
    assert_eq!(kinds.join(" "), expected);
    let directions: Vec<_> = answer.blocks().iter().filter_map(|it| it.direction).collect();
    assert_eq!(directions, ["rtl", "auto"]);
}

/// Returns a page with an article, followed by `piece`.
fn article(piece: &str) -> String {
    let story =
        "The old mill by the river grinds again, after ten years of slow repair, says the miller. ".repeat(9);
    format!(
        "<html lang=en><body><main><h1>The mill</h1><article><p>{story}</p></article>{piece}</main></body></html>"
    )
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of pieces with their comments")]
fn comments_are_found_and_listed() {
    let list = |piece: &str| {
        let page = article(piece);
        let drops = Extractor::new(options("plain").without_comments()).extract(page.as_bytes(), None);
        let keeps = extract("plain", &page);
        assert_eq!(keeps.comments(), drops.comments(), "{piece}");
        let listed = |it: &dehusk::parts::Comment| {
            let or = |value: &Option<String>| value.clone().unwrap_or("-".to_owned());
            format!("{} {} {}: {}", it.depth, or(&it.author), or(&it.date), it.text.replace('\n', "/"))
        };
        let after =
            |answer: &Extraction| answer.text().split("says the miller.").last().unwrap().trim().to_owned();
        (keeps.comments().iter().map(listed).collect::<Vec<_>>(), after(&drops))
    };
    let wordpress = "<div id=comments class=comments-area><h2>2 thoughts</h2><ol class=comment-list>\
         <li class='comment even' id=comment-1><article class=comment-body><footer class=comment-meta>\
         <div class='comment-author vcard'><img src=x><b class=fn>Ann</b> <span class=says>says:</span></div>\
         <div class=comment-metadata><a href=#><time datetime=2011-05-06T10:00:00Z>May 6</time></a></div></footer>\
         <div class=comment-content><p>So old.<p>So good.</div><div class=reply><a href=#>Reply</a></div></article>\
         <ol class=children><li class=comment><article class=comment-body><b class=fn>Bo</b>\
         <div class=comment-content><p>Indeed.</div></article></ol></ol>\
         <div id=respond class=comment-respond><form><textarea></textarea></form><p>Write one</div></div>";
    let under = |heading: &str| {
        format!(
            "{}\n{}",
            heading.replace(" 1 May", "\n1 May"),
            ["In most languages they begin with a sign of their own."; 4].join("\n")
        )
    };
    let headed = |heading: &str, sign: &str| {
        let texts = "<p>In most languages they begin with a sign of their own.".repeat(4);
        format!("<section><h2>{heading}</h2>{sign}{texts}</section>")
    };
    let microdata = "<section><div itemprop=comment itemscope itemtype='https://schema.org/Comment'>\
         <span itemprop=author><span itemprop=name>Cy</span></span><meta itemprop=dateCreated content=2012-01-02>\
         <p itemprop=text>Nice mill</div></section>";
    for (piece, comments, rest) in [
        (wordpress, vec!["0 Ann 2011-05-06T10:00:00Z: So old./So good.", "1 Bo -: Indeed."], ""),
        (microdata, vec!["0 Cy 2012-01-02: Nice mill"], ""),
        (
            "<div class=x><div class=comment><span class=username>Di</span><p>Yes</div><div class=comment><p>No</div></div>",
            vec!["0 Di -: Yes", "0 - -: No"],
            "",
        ),
        // The body is marked as a comment too. All of it counts, but no button.
        (
            "<article class=comment><header><b class=username>Di</b> wrote on <time datetime=2012-01-02>2 Jan</time></header>\
             <div itemprop=comment class=comment-body><div class=x-summary>Yes</div><div class=x-content><p>I do</div>\
             <a class=button href=#>More</a></div></article>",
            vec!["0 Di 2012-01-02: Yes/I do"],
            "",
        ),
        (
            "<div class=comment><b class=username>Di</b><p>Yes</p><p class=text>No</p>\
             <div class='comment comment-body'><p>But why</div></div>",
            vec!["0 Di -: No", "1 - -: But why"],
            "",
        ),
        // A control with a text for screen readers, whose class has a word of bodies.
        (
            &"<div class=comment><b class=username>Di</b><div class=description>Yes</div>\
              <a class=vote href=#><i class=screen-reader-text>Vote</i> <i class=text>up</i></a></div>"
                .repeat(2),
            vec!["0 Di -: Yes", "0 Di -: Yes"],
            "",
        ),
        ("<div class=comment><b class=username>Di</b> <i class='text sr-only'>said</i> yes</div>".repeat(2).as_str(), vec!["0 Di -: said yes"; 2], ""),
        // What microdata declares is exact. The name is repeated after the element that holds nothing else.
        (
            &"<div itemprop=comment class=comment><div class=comment-body><i>$</i> <b itemprop=text>Yes <i class=text>or no</i></b>\
              <div itemprop=author><i itemprop=name>Di Ek</i> &ndash; <a href=/di>Di Ek</a> <a class=username>Di Ek</a></div></div></div>"
                .repeat(2),
            vec!["0 Di Ek -: Yes or no"; 2],
            "",
        ),
        ("<div class=comment><p>A column of the editor</div>", vec![], "A column of the editor"),
        ("<div class=commentary><p>one</div><div class=no-comments>two</div>", vec![], "one\ntwo"),
        ("<div class=post><p>Answer</div><div class=post><p>Another</div>", vec![], "Answer\nAnother"),
        (
            "<dl><dt>A paper<dd class=list-comments>Comments: 12 pages</dl>".repeat(3).as_str(),
            vec![],
            ["A paper\nComments: 12 pages"; 3].join("\n").as_str(),
        ),
        ("<div id=disqus_thread><p>Please enable scripts</div>", vec![], ""),
        (
            "<div id=kommentare><div class=kommentar><b class=username>Di</b><p>Ja</div><div class=kommentar><p>Nein</div></div>",
            vec!["0 Di -: Ja", "0 - -: Nein"],
            "",
        ),
        (&headed("3 σχόλια", "<time>1 May</time>"), vec![], ""),
        (&headed("ความคิดเห็น (2)", "<form><textarea></textarea></form>"), vec![], ""),
        // A chapter about comments, which is not a list of comments.
        (&headed("Comments", ""), vec![], &under("Comments")),
        (&headed("評論", "<time>1 May</time>"), vec![], &under("評論 1 May")),
        (
            &format!("<section><p>Of mills</p>{}", headed("Comments", "<time>1 May</time>"))
                .replace("<section><h2>", "<h2>"),
            vec![],
            &format!("Of mills\n{}", under("Comments 1 May")),
        ),
    ] {
        assert_eq!(
            list(piece),
            (comments.into_iter().map(str::to_owned).collect(), rest.to_owned()),
            "{piece}"
        );
    }
}

#[test]
fn a_page_that_is_about_its_comments_keeps_them() {
    let posts = "<div class=comment><p>We ask here how mills were built, at some length.</div>".repeat(20);
    for page in [
        format!("<h1>Mills</h1><div id=comments>{posts}</div>"),
        article(&format!(
            "<div id=comments>{posts}</div><script>{{\"@type\":\"DiscussionForumPosting\"}}</script>"
        )),
    ] {
        let answer = Extractor::new(options("plain").without_comments()).extract(page.as_bytes(), None);
        assert_eq!(answer.text().matches("We ask here").count(), 20);
        assert!(answer.comments().is_empty());
        assert!(answer.blocks().iter().all(|block| block.kind.as_str() != "comment"));
    }
}

#[test]
fn removed_comments_have_their_reason() {
    let page = article("<div id=comments><p>Nice!</div>");
    let answer = Extractor::new(options("plain").without_comments()).extract(page.as_bytes(), None);
    let last = answer.blocks().last().unwrap();
    assert_eq!((last.kind.as_str(), last.kept, last.reason.as_str()), ("comment", false, "comments"));
}

/// On hostile pages, the lists of parts stay small and extraction stays fast.
#[test]
fn lists_of_hostile_pages_are_bounded() {
    let limits = dehusk::budget::Limits { max_output: 1 << 20, ..dehusk::budget::Limits::default() };
    let deep = "<div>".repeat(500) + &"<p>x".repeat(20_000);
    let tables = "<table><tr><td>".repeat(1000) + "x";
    let grid = format!("<table>{}</table>", "<tr><th colspan=1000 rowspan=65534>x<td>y".repeat(3000));
    let wide = format!("<table><tr>{}{}</table>", "<td>x".repeat(20_000), "<tr><td>y".repeat(20_000));
    let links = "<a href=/x>".to_owned() + &"y".repeat(100) + &"<p>z".repeat(30_000);
    let comments = "<div class=comment><div class=comment>x".repeat(20_000);
    let names = (0..20_000).map(|n| format!("<x{n}>y<p>z</p></x{n}>")).collect::<String>();
    for page in [deep, tables, grid, wide, links, comments, names] {
        let options = options("plain").with_limits(limits.clone()).without_comments();
        let answer = Extractor::new(options).extract(page.as_bytes(), None);
        let paths: usize = answer.blocks().iter().map(|block| block.xpath.len()).sum();
        let cells: usize = answer.tables().iter().flat_map(|table| &table.rows).map(Vec::len).sum();
        assert!(paths <= 1 << 20 && cells * 24 <= 1 << 20, "{}", &page[..40]);
        assert_ne!(answer.status().as_str(), "timeout", "{}", &page[..40]);
    }
}

#[test]
fn each_list_can_be_had_alone_and_changes_the_hash_but_not_the_text() {
    let page = article(
        "<p><a href=x>y</a> <img src=z> w<table><tr><th>a<th>b<tr><td>c<td>d</table>\
         <div id=comments><p class=comment>Yes<p class=comment>No</div><script type=application/ld+json>{}</script>",
    );
    let whole = extract("plain", &page);
    let text = Extractor::new(Options::new().with_method("plain").unwrap()).extract(page.as_bytes(), None);
    assert_eq!(whole.text(), text.text());
    let mut hashes = std::collections::HashSet::new();
    type Choice = fn(&mut Parts);
    type Count = fn(&Extraction) -> usize;
    let choices: [(Choice, Count); 6] = [
        (|it| it.blocks = true, |it| it.blocks().len()),
        (|it| it.links = true, |it| it.links().len()),
        (|it| it.images = true, |it| it.images().len()),
        (|it| it.tables = true, |it| it.tables().len()),
        (|it| it.comments = true, |it| it.comments().len()),
        (|it| it.json_ld = true, |it| it.json_ld().len()),
    ];
    for (choose, length) in &choices {
        let mut parts = Parts::NONE;
        choose(&mut parts);
        let options = Options::new().with_method("plain").unwrap().with_parts(parts);
        assert!(hashes.insert(options.hash()));
        let one = Extractor::new(options).extract(page.as_bytes(), None);
        assert_eq!(choices.iter().filter(|(_, length)| length(&one) > 0).count(), 1);
        assert!(length(&one) == length(&whole) && length(&whole) > 0);
        assert_eq!(one.text(), text.text());
    }
}
