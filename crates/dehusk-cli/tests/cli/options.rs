//! Every option has an effect, and an invalid option is reported before any work.

use serde_json::Value;

use crate::run::{Run, dehusk, folder_with, page};

/// Extracts a page with deep nesting, many elements and long text, which can exceed every limit.
fn with_options(options: &[&str]) -> Run {
    let deep =
        format!("{}<p>deep down {}</p>{}", "<div>\n".repeat(40), "words ".repeat(30), "</div>\n".repeat(40));
    let bytes = page("apples") + &deep;
    let folder = folder_with(&[("a.html", bytes.as_bytes())]);
    dehusk(folder.path(), &[&["extract", "--format", "jsonl", "a.html"], options].concat())
}

fn record(options: &[&str]) -> Value {
    with_options(options).record("a.html")
}

#[test]
fn each_method_is_named_in_the_record_and_in_the_options_hash() {
    let (first, second) = (record(&["--method", "addanag"]), record(&["--method", "r2l"]));
    assert_eq!((&first["method"], &second["method"]), (&"addanag".into(), &"r2l".into()));
    assert_ne!(first["options_hash"], second["options_hash"]);
    assert_ne!(first["text"], second["text"]);
}

#[test]
fn focus_is_short_for_a_parameter_of_grain() {
    let hash = |options: &[&str]| record(options)["options_hash"].clone();
    for focus in ["precision", "recall"] {
        assert_eq!(hash(&["--focus", focus]), hash(&["--param", &format!("focus={focus}")]));
        assert_ne!(hash(&["--focus", focus]), hash(&[]));
    }
    let run = with_options(&["--focus", "recall", "--method", "plain"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("focus"), "{}", run.stderr);
}

#[test]
fn hidden_text_is_removed_kept_or_marked() {
    let secret =
        "<p>Apples keep well in a cool cellar until the spring.</p><p style=opacity:0>Praise the cellar.</p>";
    let folder = folder_with(&[("a.html", secret.as_bytes())]);
    for (options, kept, counts, says) in [
        (&["--hidden", "drop"][..], false, (None, Some(1)), Some("opacity")),
        (&["--hidden", "auto"], false, (None, Some(1)), Some("opacity")),
        (&["--hidden", "flag"], true, (Some(1), None), Some("opacity")),
        (&["--hidden", "keep"], true, (None, None), None),
        (&["--method", "plain"], true, (None, None), None),
        (&[], false, (None, Some(1)), Some("opacity")),
    ] {
        let words = ["extract", "--format", "jsonl", "--with", "blocks", "--explain", "a.html"];
        let record = dehusk(folder.path(), &[&words, options].concat()).record("a.html");
        assert_eq!(record["text"].as_str().unwrap().contains("Praise"), kept, "{options:?}");
        assert_eq!(
            (record["hidden_kept"].as_u64(), record["hidden_removed"].as_u64()),
            counts,
            "{options:?}"
        );
        assert_eq!(record["blocks"][1]["hidden"].as_str(), says, "{options:?}");
        assert_eq!(record["explanation"][1]["hidden"].as_str(), says, "{options:?}");
        if !kept {
            assert_eq!(record["explanation"][1]["says"], "hidden: opacity", "{options:?}");
        }
    }
}

#[test]
fn invisible_characters_are_counted_or_left_out() {
    let page = "<p>Apples keep well in a cool\u{200B} cellar until the spring.</p>";
    let folder = folder_with(&[("a.html", page.as_bytes())]);
    for (options, kept) in
        [(&[][..], true), (&["--invisible", "keep"], true), (&["--invisible", "strip"], false)]
    {
        let words = ["extract", "--format", "jsonl", "--with", "blocks,markdown", "a.html"];
        let record = dehusk(folder.path(), &[&words, options].concat()).record("a.html");
        assert_eq!(record["invisible"], 1, "{options:?}");
        for field in ["text", "markdown"] {
            assert_eq!(record[field].as_str().unwrap().contains('\u{200B}'), kept, "{options:?} {field}");
        }
        assert_eq!(
            record["blocks"][0]["text_end"].as_u64(),
            record["text"].as_str().map(|it| it.len() as u64)
        );
    }
}

#[test]
fn max_bytes_makes_a_page_too_large() {
    let run = with_options(&["--max-bytes", "100"]);
    assert_eq!((run.record("a.html")["status"].as_str(), run.code), (Some("too_large"), 1));
}

#[test]
fn max_output_cuts_the_text() {
    let run = with_options(&["--max-output", "50"]);
    let record = run.record("a.html");
    assert_eq!((&record["status"], &record["reason"]), (&"partial".into(), &"max_output".into()));
    assert!(record["text"].as_str().unwrap().len() <= 50);
    assert!(run.line_about("a.html").contains("--max-output"), "{}", run.stderr);
    assert_eq!(run.code, 0);
}

#[test]
fn limits_of_the_tree_make_a_page_partial() {
    let limits =
        [("--max-elements", "max_elements"), ("--max-depth", "max_depth"), ("--max-memory", "max_memory")];
    for (option, reason) in limits {
        let run = with_options(&[option, "5"]);
        let record = run.record("a.html");
        assert_eq!((&record["status"], &record["reason"]), (&"partial".into(), &reason.into()));
        assert!(run.line_about("a.html").contains(option), "{}", run.stderr);
    }
}

#[test]
fn timeout_ends_a_page_unless_it_is_0() {
    let folder = folder_with(&[("a.html", page("apples").repeat(5_000).as_bytes())]);
    for (milliseconds, status, code) in [("1", "timeout", 1), ("0", "ok", 0)] {
        let words = ["extract", "--format", "jsonl", "--timeout-ms", milliseconds, "a.html"];
        let run = dehusk(folder.path(), &words);
        assert_eq!((run.record("a.html")["status"].as_str(), run.code), (Some(status), code));
    }
}

#[test]
fn limits_are_in_the_options_hash() {
    let usual = record(&[])["options_hash"].clone();
    for option in
        ["--max-bytes", "--max-output", "--max-elements", "--max-depth", "--max-memory", "--timeout-ms"]
    {
        assert_ne!(record(&[option, "123456"])["options_hash"], usual, "{option}");
    }
}

#[test]
fn with_adds_fields_and_base_resolves_their_links() {
    let usual = record(&[]);
    assert!(usual.get("markdown").is_none() && usual.get("html").is_none());
    let both = record(&["--with", "markdown,html"]);
    assert_eq!(both["text"], usual["text"]);
    assert!(both["markdown"].as_str().unwrap().contains("about apples"));
    assert!(
        both["html"].as_str().unwrap().contains("\n<p>Paragraph 1 tells at some length about apples"),
        "{both}"
    );
    assert_ne!(both["options_hash"], usual["options_hash"]);
    let folder =
        folder_with(&[("a.html", b"<p>Read more <a href=b>about the old mill</a> of our town.</p>")]);
    for (format, link) in [("md", "(https://a.example/b)"), ("html", "\"https://a.example/b\"")] {
        let words = ["extract", "--method", "plain", "--format", format, "a.html"];
        assert!(!dehusk(folder.path(), &words).stdout.contains(link));
        let run = dehusk(folder.path(), &[&words[..], &["--base", "https://a.example/x"]].concat());
        assert!(run.stdout.contains(link), "{}", run.stdout);
    }
}

#[test]
fn base_resolves_the_addresses_of_each_list() {
    let item = "<li><h3><a href=mill>The old mill</a></h3><img src=mill.png alt=Mill> reopens on Monday</li>";
    let list = format!("<ul>{item}{}</ul>", item.replace("mill", "dam"));
    let folder = folder_with(&[("a.html", list.as_bytes())]);
    let run = |options: &[&str]| {
        let words = ["extract", "--format", "json", "--method", "plain", "--base", "https://a.example/x/"];
        dehusk(folder.path(), &[&words[..], options, &["a.html"]].concat())
    };
    for (list, address) in [
        ("links", "https://a.example/x/mill"),
        ("images", "https://a.example/x/mill.png"),
        ("items", "https://a.example/x/mill"),
        ("all", "https://a.example/x/mill"),
    ] {
        let found = run(&["--with", list]);
        assert_eq!(found.code, 0, "{list}: {}", found.stderr);
        assert!(found.stdout.contains(&format!("\"{address}\"")), "{list}: {}", found.stdout);
    }
    // These have no addresses, or only those of the page's own address.
    for list in ["metadata", "blocks", "tables", "comments", "jsonld"] {
        let refused = run(&["--with", list]);
        assert_eq!(refused.code, 2, "{list}");
        assert!(refused.stderr.contains("--with links, images, items"), "{}", refused.stderr);
    }
}

#[test]
fn select_and_exclude_restrict_the_page() {
    let usual = record(&[]);
    let selected = record(&["--select", "p:nth-of-type(2), nosuch", "--exclude", "nosuch"]);
    assert!(selected["text"].as_str().unwrap().starts_with("Paragraph 2 tells"), "{selected}");
    assert!(!selected["text"].as_str().unwrap().contains("Paragraph 1"), "{selected}");
    let excluded = record(&["--exclude", "p:nth-of-type(2)", "--exclude", "a"]);
    assert!(!excluded["text"].as_str().unwrap().contains("Paragraph 2"), "{excluded}");
    let hashes = [&usual, &selected, &excluded].map(|it| it["options_hash"].as_str().unwrap().to_owned());
    assert!(hashes[0] != hashes[1] && hashes[1] != hashes[2]);
    let nothing = with_options(&["--select", "nosuch"]);
    assert_eq!((nothing.record("a.html")["reason"].as_str(), nothing.code), (Some("nothing_selected"), 0));
    assert!(
        nothing.line_about("a.html").contains("warning: no element matches --select"),
        "{}",
        nothing.stderr
    );
    let wrong = with_options(&["--select", "p >"]);
    assert!(
        wrong.stderr.contains("\"p >\" is not a CSS selector: it ends in a combinator"),
        "{}",
        wrong.stderr
    );
}

const STRUCTURED: &str = "<html lang=en><title>The mill | Mill News</title><meta name=author content='Ann Smith'><meta name=description content='It says \"grind\".'>\
    <meta name=keywords content='mill, flour'><h1>The mill</h1><p>It grinds.<ol><li>rye<li>oats</ol>\
    <table><tr><th>Day<th>Hour<tr><td>Monday<td>9</table>";

fn structured(options: &[&str]) -> String {
    let folder = folder_with(&[("a.html", STRUCTURED.as_bytes())]);
    let run = dehusk(folder.path(), &[&["extract", "--method", "plain", "a.html"], options].concat());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    run.stdout
}

#[test]
fn each_option_of_text_has_an_effect() {
    let usual = "The mill\nIt grinds.\nrye\noats\nDay\nHour\nMonday\n9\n";
    assert_eq!(structured(&[]), usual);
    assert_eq!(structured(&["--list-marks"]), usual.replace("rye\noats", "1. rye\n2. oats"));
    assert_eq!(structured(&["--table-rows"]), usual.replace("Day\nHour\nMonday\n9", "Day\tHour\nMonday\t9"));
    assert_eq!(structured(&["--no-tables"]), "The mill\nIt grinds.\nrye\noats\n");
    assert_eq!(structured(&["--title", "out"]), usual.replace("The mill\n", ""));
    assert_eq!(structured(&["--title", "in", "--select", "p"]), "The mill\nIt grinds.\n");
    assert_eq!(structured(&["--title", "as-found", "--select", "p"]), "It grinds.\n");
    let begins =
        |options: &[&str]| structured(&[&["--format", "md"], options].concat()).starts_with("# The mill\n");
    assert!(begins(&["--title", "auto"]) && !begins(&["--exclude", "h1"]) && !begins(&["--select", "p"]));
    assert!(!structured(&["--format", "md", "--no-tables"]).contains("Monday"));
    let hashes: std::collections::HashSet<String> = [
        &[][..],
        &["--list-marks"],
        &["--table-rows"],
        &["--no-tables"],
        &["--title", "in"],
        &["--title", "out"],
    ]
    .iter()
    .map(|options| record(options)["options_hash"].to_string())
    .collect();
    assert_eq!(hashes.len(), 6);
}

#[test]
fn links_and_images_are_kept_on_request() {
    let png = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91Jpz";
    let page = format!("<p>It <a href=/g>grinds</a> <img src=/a.png> <img src='{png}'> again.");
    let folder = folder_with(&[("a.html", page.as_bytes())]);
    let markdown = |options: &[&str]| {
        let words = ["extract", "--method", "plain", "--format", "md", "a.html"];
        dehusk(folder.path(), &[&words[..], options].concat()).stdout
    };
    let usual = "It [grinds](/g) ![](/a.png) again.\n";
    assert_eq!(markdown(&[]), usual);
    assert_eq!(markdown(&["--no-links"]), usual.replace("[grinds](/g)", "grinds"));
    assert_eq!(markdown(&["--no-images"]), usual.replace(" ![](/a.png)", ""));
    assert_eq!(markdown(&["--data-images"]), usual.replace("png)", &format!("png) ![]({png})")));
}

#[test]
fn front_matter_is_yaml_before_markdown() {
    let expected = "---\ntitle: \"The mill\"\ndescription: \"It says \\\"grind\\\".\"\nlanguage: \"en\"\nauthors: [\"Ann Smith\"]\n\
        tags: [\"mill\", \"flour\"]\n---\n\n# The mill\n";
    let with = structured(&["--format", "md", "--front-matter"]);
    assert!(with.starts_with(expected), "{with}");
    assert!(!structured(&["--format", "md"]).contains("---\ntitle"));
}

#[test]
fn readers_comments_are_kept_or_removed() {
    let comments = "<div id=comments><p class=comment>Nice mill!</p><p class=comment>So old!</p></div>";
    let bytes = page("apples").replace("</body>", &format!("{comments}</body>"));
    let folder = folder_with(&[("a.html", bytes.as_bytes())]);
    let record = |options: &[&str]| {
        let words = ["extract", "--method", "plain", "--format", "jsonl", "--with", "comments", "a.html"];
        dehusk(folder.path(), &[&words[..], options].concat()).record("a.html")
    };
    for (options, stay) in
        [(&["--comments"][..], true), (&["--no-comments"], false), (&["--no-comments", "--comments"], true)]
    {
        let record = record(options);
        assert_eq!(record["text"].as_str().unwrap().contains("Nice mill!"), stay, "{options:?}");
        assert_eq!(record["comments"].as_array().unwrap().len(), 2, "{options:?}");
    }
    let selected = record(&["--no-comments", "--select", "#comments"]);
    assert_eq!((selected["text"].as_str(), selected["reason"].as_str()), (Some(""), Some("comments")));
    let words = ["extract", "--method", "plain", "--explain", "a.html"];
    let explained = |options: &[&str]| dehusk(folder.path(), &[&words[..], options].concat()).stdout;
    assert!(explained(&[]).contains("+ 1.00 p.comment"), "{}", explained(&[]));
    assert!(
        explained(&["--no-comments"]).contains("\"Nice mill!\" (comments)"),
        "{}",
        explained(&["--no-comments"])
    );
    assert_ne!(record(&["--no-comments"])["options_hash"], record(&["--comments"])["options_hash"]);
}

#[test]
fn a_parameter_changes_the_options_hash() {
    let listed = dehusk(folder_with(&[]).path(), &["methods", "--format", "json"]).stdout;
    let methods: Value = serde_json::from_str(&listed).unwrap();
    let addanag = methods.as_array().unwrap().iter().find(|method| method["name"] == "addanag").unwrap();
    let usual = record(&["--method", "addanag"])["options_hash"].clone();
    let mut changed = 0;
    for param in addanag["params"].as_array().unwrap() {
        let (name, default) = (param["name"].as_str().unwrap(), param["default"].as_str().unwrap());
        if let Ok(number) = default.parse::<u32>() {
            let other = format!("{name}={}", number + 1);
            assert_ne!(record(&["--method", "addanag", "--param", &other])["options_hash"], usual, "{other}");
            changed += 1;
        }
    }
    assert!(changed > 0);
}

#[test]
fn invalid_options_are_usage_errors() {
    for options in [
        &["--method", "nonsense"][..],
        &["--param", "nonsense=1"],
        &["--param", "nonsense"],
        &["--format", "nonsense"],
        &["--max-bytes", "0"],
        &["--max-depth", "-1"],
        &["--timeout-ms", "soon"],
        &["--jobs", "0"],
        &["--with", "nonsense"],
        &["--metadata"],
        &["--schema"],
        &["--base", "https://a.example/"],
        &["--base", "folder/", "--with", "html"],
        &["--select", "p >"],
        &["--exclude", "a:hover"],
        &["--title", "nonsense"],
        &["--no-tables", "--table-rows"],
        &["--no-links"],
        &["--format", "md", "--no-images", "--data-images"],
        &["--front-matter"],
        &["--nonsense"],
        &["-", "-"],
        &[""],
    ] {
        let run = with_options(options);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{options:?}");
        assert!(!run.stderr.is_empty(), "{options:?}");
    }
}

#[test]
fn the_message_about_an_unknown_method_lists_the_known_ones() {
    let run = with_options(&["--method", "nonsense"]);
    assert!(run.stderr.contains("nonsense") && run.stderr.contains("addanag"), "{}", run.stderr);
}

#[test]
fn help_has_the_default_of_every_option_and_examples() {
    let run = dehusk(folder_with(&[]).path(), &["extract", "--help"]);
    assert_eq!(run.code, 0);
    let options = run.stdout.lines().filter(|line| line.starts_with("      --")).count() + 1;
    assert!(run.stdout.matches("[default: ").count() >= options, "{}", run.stdout);
    assert!(run.stdout.contains("Examples:") && run.stdout.contains("Exit codes:"));
}

#[test]
fn short_help_is_one_screen_and_long_help_has_every_option_under_a_heading() {
    /// Lines of a screen.
    const MAX_LINES: usize = 40;
    let folder = folder_with(&[]);
    for command in commands(&dehusk(folder.path(), &["--help"]).stdout) {
        let short = dehusk(folder.path(), &[&command, "-h"]).stdout;
        assert!(short.starts_with(char::is_alphabetic) && short.lines().count() < MAX_LINES, "{short}");
    }
    let short = dehusk(folder.path(), &["extract", "-h"]).stdout;
    assert!(short.contains("--format") && !short.contains("--max-depth"), "{short}");
    let long = dehusk(folder.path(), &["extract", "--help"]).stdout;
    let headings: Vec<&str> =
        long.lines().filter(|line| !line.starts_with(' ') && line.ends_with(':')).collect();
    let expected = ["Arguments:", "Options:", "Choosing main content:", "Output:", "Reading pages:"];
    assert!(expected.iter().all(|heading| headings.contains(heading)), "{headings:?}");
    let options = long.split("\nOptions:").nth(1).unwrap().split("\n\nReading").next().unwrap();
    assert!(!options.contains("\n      --"), "options without a heading: {options}");
}

/// The names of the subcommands that a help text lists.
fn commands(help: &str) -> Vec<String> {
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<String> = names.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect();
    assert!(names.len() > 10, "{help}");
    names.into_iter().filter(|name| name != "help").collect()
}

#[test]
fn both_names_of_markdown_are_known() {
    let bytes = page("apples");
    let folder = folder_with(&[("page.html", bytes.as_bytes())]);
    let run = |options: &[&str]| dehusk(folder.path(), &[&["extract", "page.html"], options].concat());
    let [md, markdown] = ["md", "markdown"].map(|name| run(&["--format", name]).stdout);
    assert!(!md.is_empty() && md == markdown, "{md}");
    let [md, markdown] = ["md", "markdown"].map(|name| run(&["--format", "json", "--with", name]).stdout);
    assert!(md.contains("\"markdown\"") && md == markdown, "{md}");
}

#[test]
fn sizes_may_have_units() {
    let bytes = page("apples");
    let folder = folder_with(&[("page.html", bytes.as_bytes())]);
    let code = |size: &str| dehusk(folder.path(), &["extract", "page.html", "--max-bytes", size]).code;
    assert_eq!((code("10k"), code("1G"), code("9"), code("0"), code("10x")), (0, 0, 1, 2, 2));
}

#[test]
fn an_address_without_a_scheme_is_explained() {
    for (typed, expected) in [
        ("example.org/news", "write https://example.org/news"),
        ("localhost:8080", "write http://localhost:8080"),
        ("localhost/news", "write http://localhost/news"),
        ("127.0.0.1:8080/a", "write http://127.0.0.1:8080/a"),
    ] {
        let run = dehusk(folder_with(&[]).path(), &["extract", typed]);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""));
        assert!(run.stderr.contains(expected), "{}", run.stderr);
    }
}

#[test]
fn record_and_offset_require_an_archive() {
    for option in [["--record", "x"], ["--offset", "3"]] {
        let run = with_options(&option);
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert!(run.stderr.contains("--warc"), "{}", run.stderr);
    }
}

#[test]
fn names_of_options_in_other_programs_are_understood_or_have_a_tip() {
    let folder = folder_with(&[("a.html", page("mills").as_bytes())]);
    for words in
        [&["extract", "--threads", "2", "a.html"][..], &["extract", "-j", "2", "-m", "plain", "a.html"]]
    {
        assert_eq!(dehusk(folder.path(), words).code, 0, "{words:?}");
    }
    for (words, tip) in [
        (&["extract", "--json", "a.html"][..], "tip: write --format json, or"),
        (&["extract", "--timeout", "5", "a.html"], "tip: --timeout-ms takes milliseconds"),
        (&["extract", "--output-dir", "a", "a.html"], "tip: write -o DIR/"),
        (&["extract", "--languages", "de"], "'--language'"),
        (&["extract", "--items", "a.html"], "tip: write --format jsonl --with items"),
        (&["extract", "--method", "grian", "a.html"], "'grain'"),
        (&["extract", "--timeout-ms", "abc", "a.html"], "write a whole number of milliseconds"),
        (&["extract", "--encoding", "utf8000", "a.html"], "write the name of an encoding"),
        (&["explain", "a.html"], "write: dehusk extract --explain PAGE"),
    ] {
        let run = dehusk(folder.path(), words);
        assert!(run.code == 2 && run.stderr.contains(tip), "{}", run.stderr);
        assert!(
            !run.stderr.contains("as a value") && run.stderr.matches("tip: ").count() <= 1,
            "{}",
            run.stderr
        );
    }
}
