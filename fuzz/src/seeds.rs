//! Seeds: inputs that fuzzing begins with and that the tests on stable Rust check. All are the project's own: small pages of the
//! recipes, the cases of the core's tests, and archives and tables made of them.

use crate::recipe::Recipe;
use anyhow::{Context, Result, anyhow};
use arrow_array::{RecordBatch, StringArray};
use flate2::Compression;
use flate2::write::GzEncoder;
use parquet::arrow::ArrowWriter;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The size of the pages of recipes, in bytes.
const PAGE_BYTES: usize = 600;
/// Pages in an archive or a table.
const PAGES_PER_FILE: usize = 4;
/// Selectors, one for each page in turn.
const SELECTORS: [&str; 6] = [
    "p",
    "div > .a:not(b)",
    "li:nth-child(2n+1 of .a)",
    ":is(a, b) ~ c",
    "[href^=\"/\" i]",
    "main :has(> p)",
];

/// Feeds, sitemaps and a robots.txt, with their names.
const LISTS: [(&str, &str); 7] = [
    (
        "rss",
        "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>Mill</title><item><title>It &amp;amp; reopens</title><link>/a</link>\
         <pubDate>Mon, 23 Nov 2026 16:18:39 GMT</pubDate><description><![CDATA[<p>Text]]></description></item></channel></rss>",
    ),
    (
        "atom",
        "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Mill</title><entry><id>1</id><link href=\"b\"/><updated>2026-11-23T10:00:00Z\
         </updated><content type=\"html\">&lt;p&gt;Text</content></entry></feed>",
    ),
    (
        "json",
        r#"{"version":"https://jsonfeed.org/version/1.1","title":"Mill","items":[{"id":"1","url":"/c","content_html":"<p>Text"}]}"#,
    ),
    (
        "sitemap",
        "<urlset><url><loc>https://mill.example/a?b&amp;c</loc><lastmod>2026-11-23</lastmod></url><url><loc>/d</loc></url></urlset>",
    ),
    ("index", "<sitemapindex><sitemap><loc>https://mill.example/s.xml.gz</loc></sitemap></sitemapindex>"),
    ("lines", "https://mill.example/a\r\nhttps://mill.example/b\n\n# c\n/d"),
    (
        "robots",
        "User-agent: *\nDisallow: /private\nAllow: /private/*.html$\nCrawl-delay: 2\n\nuser-agent: dehusk\ndisallow:\nSitemap: /s.xml\n",
    ),
];

/// An input of a fuzz target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seed {
    /// The name of the target.
    pub target: &'static str,
    /// Where it comes from.
    pub name: String,
    /// The input.
    pub bytes: Vec<u8>,
}

/// Returns the recipes of a folder, with their file names, sorted.
///
/// # Errors
/// If a file cannot be read or is no recipe.
pub fn recipes(folder: &Path) -> Result<Vec<(String, Recipe)>> {
    let mut found = Vec::new();
    for path in files(folder, "recipe")? {
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let recipe = text.parse().map_err(|error| anyhow!("{}: {error}", path.display()))?;
        found.push((path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), recipe));
    }
    Ok(found)
}

/// Returns all files below a folder that have this extension, sorted.
fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path, extension)?);
        } else if path.extension().is_some_and(|it| it == extension) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Returns all seeds of all targets.
///
/// # Errors
/// If a file of the project cannot be read.
pub fn all() -> Result<Vec<Seed>> {
    let pages = pages()?;
    let mut seeds = Vec::new();
    for (index, (name, page)) in pages.iter().enumerate() {
        let mut add = |target, bytes| seeds.push(Seed { target, name: name.clone(), bytes });
        add("page", page.clone());
        add("metadata", page.clone());
        add("response", response(page));
        add("selectors", [SELECTORS[index % SELECTORS.len()].as_bytes(), b"\n", page].concat());
        let text = String::from_utf8_lossy(page);
        let styles =
            text.split("<style>").skip(1).map(|part| part.split("</style>").next().unwrap_or_default());
        styles.for_each(|style| add("styles", style.as_bytes().to_vec()));
    }
    for (index, group) in pages.chunks(PAGES_PER_FILE).enumerate() {
        let mut add = |target, bytes| seeds.push(Seed { target, name: format!("{index}"), bytes });
        add("warc", warc(group, index % 2 == 1)?);
        add("jsonl", jsonl(group));
        add("parquet", parquet(group)?);
    }
    for (name, page) in &pages {
        seeds.push(Seed { target: "mhtml", name: name.clone(), bytes: mhtml(page) });
    }
    seeds.extend(LISTS.map(|(name, list)| Seed {
        target: "lists",
        name: name.to_owned(),
        bytes: list.as_bytes().to_vec(),
    }));
    Ok(seeds)
}

/// Returns the pages of the project: cases of the core, and all recipes in a small size.
fn pages() -> Result<Vec<(String, Vec<u8>)>> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = Vec::new();
    for folder in ["cases", "render", "metadata"] {
        for path in files(&project.join("../crates/dehusk/tests").join(folder), "html")? {
            if path.file_name().is_some_and(|name| name == "page.html") {
                let name = path.parent().and_then(Path::file_name).unwrap_or_default();
                pages.push((format!("{folder}-{}", name.to_string_lossy()), fs::read(&path)?));
            }
        }
    }
    for (name, recipe) in recipes(&project.join("recipes"))? {
        pages.push((name, recipe.page(PAGE_BYTES).into_bytes()));
    }
    Ok(pages)
}

fn response(page: &[u8]) -> Vec<u8> {
    [b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n", page].concat()
}

/// Returns an archive with one record for each page; compressed archives have one gzip member for each record.
fn warc(pages: &[(String, Vec<u8>)], is_compressed: bool) -> Result<Vec<u8>> {
    let mut archive = Vec::new();
    for (name, page) in pages {
        let body = response(page);
        let head = format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:{name}>\r\nWARC-Target-URI: https://mill.example/{name}\r\n\
             Content-Type: application/http\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        let record = [head.as_bytes(), &body, b"\r\n\r\n"].concat();
        if is_compressed {
            let mut encoder = GzEncoder::new(&mut archive, Compression::fast());
            encoder.write_all(&record)?;
            encoder.finish()?;
        } else {
            archive.extend(record);
        }
    }
    Ok(archive)
}

/// Returns the page as a browser saves it. Half of the pages have an image before them.
fn mhtml(page: &[u8]) -> Vec<u8> {
    let head = "MIME-Version: 1.0\r\nSnapshot-Content-Location: https://mill.example/\r\n\
                Content-Type: multipart/related; boundary=\"--mill\"\r\n\r\n";
    let image =
        "----mill\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0=\r\n";
    let image = if page.len().is_multiple_of(2) { image } else { "" };
    let html = "----mill\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n";
    [head.as_bytes(), image.as_bytes(), html.as_bytes(), page, b"\r\n----mill--\r\n"].concat()
}

fn jsonl(pages: &[(String, Vec<u8>)]) -> Vec<u8> {
    let line = |(name, page): &(String, Vec<u8>)| {
        let page = String::from_utf8_lossy(page);
        format!("{{\"id\":\"{name}\",\"html\":\"{}\"}}\n", json_escaped(&page))
    };
    pages.iter().map(line).collect::<String>().into_bytes()
}

fn json_escaped(text: &str) -> String {
    let escape = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_ascii_control() => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    text.chars().map(escape).collect()
}

fn parquet(pages: &[(String, Vec<u8>)]) -> Result<Vec<u8>> {
    let html: Vec<String> =
        pages.iter().map(|(_, page)| String::from_utf8_lossy(page).into_owned()).collect();
    let url: Vec<String> = pages.iter().map(|(name, _)| format!("https://mill.example/{name}")).collect();
    let columns: [(&str, Vec<String>); 2] = [("html", html), ("url", url)];
    let columns = columns.map(|(name, values)| (name, Arc::new(StringArray::from(values)) as _));
    let batch = RecordBatch::try_from_iter(columns)?;
    let mut file = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut file, batch.schema(), None)?;
    writer.write(&batch)?;
    writer.close()?;
    Ok(file)
}
