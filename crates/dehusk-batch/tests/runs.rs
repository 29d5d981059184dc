//! Complete runs: the same rows whatever the number of threads, wherever a run was stopped, and in every format; and refused runs.

// Helpers of integration tests are not inside `#[test]` functions, where clippy.toml allows these.
#![allow(clippy::unwrap_used)]

#[expect(dead_code, reason = "no test here needs zstd")]
mod compression;

use std::fs;
use std::path::{Path, PathBuf};

use compression::gzip;
use dehusk::{Options, methods::Plain, parts::Parts};
use dehusk_batch::BatchOptions;
use dehusk_batch::read::{ReadOptions, Source};
use dehusk_batch::run::{Output, Plan, RunError, Shard, Summary, run};
use dehusk_batch::write::FileFormat;
use tempfile::TempDir;

const PAGES: usize = 40;

fn record(id: usize, body: &str) -> Vec<u8> {
    let head = if body.starts_with('%') { "" } else { "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" };
    let http = format!("{head}{body}");
    format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{id}>\r\nWARC-Target-URI: https://mill.example/{id}\r\n\
         Content-Type: application/http\r\nContent-Length: {}\r\n\r\n{http}\r\n\r\n",
        http.len()
    )
    .into_bytes()
}

fn body(archive: usize, id: usize) -> String {
    match id % 9 {
        7 => "%PDF-1.7".to_owned(), // Its record has no HTTP header, so it fails.
        8 => String::new(),
        _ => format!("<p>Page {id} of archive {archive}: {}</p>", "the mill reopens. ".repeat(id * 7 % 400)),
    }
}

/// Archives with `PAGES` pages each.
fn archives(folder: &Path, count: usize) -> Vec<Source> {
    let path = |archive: usize| folder.join(format!("{archive}.warc.gz"));
    for archive in 0..count {
        let records = (0..PAGES).map(|id| gzip(&record(id, &body(archive, id))));
        fs::write(path(archive), records.collect::<Vec<_>>().concat()).unwrap();
    }
    (0..count).map(|archive| Source::Warc(path(archive))).collect()
}

fn plan(sources: Vec<Source>, output: Output) -> Plan {
    Plan {
        sources,
        read: ReadOptions::default(),
        batch: BatchOptions::new(Options::new().with(Plain)),
        output,
        format: FileFormat::JsonLines,
        jobs: 2,
        shard: Shard { number: 1, of: 1 },
        manifest: None,
        trial: None,
        errors: None,
        part_bytes: 20_000,
    }
}

fn done(plan: &Plan) -> Summary {
    run(plan, &|_| ()).unwrap()
}

/// The names and bytes of all files of a folder except hidden ones: lock files, and unfinished files of killed runs.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let mut files: Vec<_> = entries
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .filter(|(name, _)| !name.starts_with('.'))
        .collect();
    files.sort();
    files
}

#[test]
fn parts_do_not_depend_on_the_number_of_threads() {
    let folder = TempDir::new().unwrap();
    let sources = archives(folder.path(), 3);
    for format in FileFormat::ALL {
        let with = |jobs: usize| {
            let out = folder.path().join(format!("{}-{jobs}", format.extension()));
            let summary = done(&Plan { jobs, format, ..plan(sources.clone(), Output::Folder(out.clone())) });
            assert_eq!(summary.done.pages, 3 * PAGES as u64);
            files(&out)
        };
        let alone = with(1);
        assert!(alone.len() > 3, "no source has several parts");
        assert_eq!(alone, with(4));
    }
}

/// Without care, the other threads would wait for the batch of the thread that panicked.
#[test]
fn a_panic_outside_of_a_page_ends_the_run() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("all.jsonl");
    let plan = Plan { jobs: 4, ..plan(archives(folder.path(), 2), Output::File(out.clone())) };
    let failed = run(&plan, &|_| panic!("no room for the counts")).unwrap_err();
    assert!(failed.to_string().contains("internal error (no room for the counts)"), "{failed}");
    assert!(!out.exists());
}

#[test]
fn one_file_has_every_page_in_order() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("all.jsonl");
    done(&plan(archives(folder.path(), 2), Output::File(out.clone())));
    let text = fs::read_to_string(out).unwrap();
    let rows: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let found: Vec<(&str, &str)> = rows
        .iter()
        .map(|row| (row["warc_filename"].as_str().unwrap(), row["id"].as_str().unwrap()))
        .collect();
    let ids: Vec<String> = (0..PAGES).map(|id| format!("urn:uuid:{id}")).collect();
    let expected: Vec<(&str, &str)> = ["0.warc.gz", "1.warc.gz"]
        .iter()
        .flat_map(|name| ids.iter().map(|id| (*name, id.as_str())))
        .collect();
    assert_eq!(found, expected);
    assert_eq!((&rows[7]["status"], &rows[8]["status"]), (&"error".into(), &"empty".into()));
}

/// A killed run may leave any part of the manifest, but parts only after the first bytes of it. In each case, the next run has the same
/// result as an undisturbed run.
#[test]
fn a_run_resumes_where_another_was_stopped() {
    let folder = TempDir::new().unwrap();
    let sources = archives(folder.path(), 2);
    let of = |name: &str| {
        let path = |kind: &str| Some(folder.path().join(format!("{name}.{kind}")));
        let output = Output::Folder(folder.path().join(name));
        Plan { manifest: path("manifest"), errors: path("errors"), jobs: 1, ..plan(sources.clone(), output) }
    };
    let whole = of("whole");
    assert_eq!(done(&whole).skipped.pages, 0);
    let manifest = fs::read(whole.manifest.unwrap()).unwrap();
    let errors = fs::read(whole.errors.unwrap()).unwrap();
    let expected = files(&folder.path().join("whole"));
    for (number, cut) in (1..manifest.len()).step_by(37).enumerate() {
        let name = format!("cut-{number}");
        let again = of(&name);
        let out = folder.path().join(&name);
        fs::create_dir(&out).unwrap();
        let text = String::from_utf8_lossy(&manifest[..cut]).replace("whole", &name);
        fs::write(again.manifest.as_ref().unwrap(), text).unwrap();
        fs::write(again.errors.as_ref().unwrap(), &errors).unwrap();
        for (name, bytes) in &expected {
            fs::write(out.join(name), bytes).unwrap();
            fs::write(out.join(format!(".unfinished-{name}")), b"half").unwrap();
        }
        let summary = done(&again);
        assert_eq!(summary.done.pages + summary.skipped.pages, 2 * PAGES as u64, "{cut}");
        assert_eq!(files(&out), expected, "{cut}");
        assert_eq!(fs::read(again.errors.unwrap()).unwrap(), errors, "{cut}");
    }
}

/// The paths of deeply nested blocks make the output hundreds of times longer than the pages, so a batch is written in pieces.
#[test]
fn a_batch_with_a_long_output_is_written_in_pieces() {
    let folder = TempDir::new().unwrap();
    let deep = "<div>x".repeat(500);
    let page =
        |id: usize| if id.is_multiple_of(3) { "<p>The dam.".to_owned() } else { format!("{id}{deep}") };
    let path = folder.path().join("in.jsonl");
    let line = |id: usize| serde_json::json!({"id": id.to_string(), "html": page(id)}).to_string();
    fs::write(&path, (0..60).map(line).collect::<Vec<_>>().join("\n")).unwrap();
    let options = Options::new().with(Plain).with_parts(Parts::ALL);
    let with = |jobs: usize| {
        let out = folder.path().join(format!("{jobs}.jsonl"));
        let plan = plan(vec![Source::from_path(&path).unwrap()], Output::File(out.clone()));
        let summary = done(&Plan { jobs, batch: BatchOptions::new(options.clone()), ..plan });
        assert_eq!((summary.done.pages, summary.done.statuses.values().sum::<u64>()), (60, 60));
        fs::read_to_string(out).unwrap()
    };
    let text = with(1);
    assert!(text.len() > 32 << 20, "{} bytes", text.len());
    let ids: Vec<String> = text
        .lines()
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).unwrap()["id"].as_str().unwrap().to_owned()
        })
        .collect();
    assert_eq!(ids, (0..60).map(|id| id.to_string()).collect::<Vec<_>>());
    assert!(text == with(4));
}

#[test]
fn shards_cover_every_page_once() {
    let folder = TempDir::new().unwrap();
    let sources = archives(folder.path(), 5);
    let out = folder.path().join("out");
    for number in 1..=2 {
        let shard = Shard { number, of: 2 };
        done(&Plan { shard, ..plan(sources.clone(), Output::Folder(out.clone())) });
    }
    let whole = folder.path().join("whole");
    done(&plan(sources, Output::Folder(whole.clone())));
    assert_eq!(files(&out), files(&whole));
}

#[test]
fn failed_pages_are_listed_with_their_reason() {
    let folder = TempDir::new().unwrap();
    let errors = folder.path().join("errors.jsonl");
    let output = Output::Folder(folder.path().join("out"));
    done(&Plan { errors: Some(errors.clone()), ..plan(archives(folder.path(), 1), output) });
    let text = fs::read_to_string(errors).unwrap();
    let first: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!((&first["id"], &first["status"]), (&"urn:uuid:7".into(), &"error".into()));
    assert_eq!(text.lines().count(), (0..PAGES).filter(|id| id % 9 == 7).count());
}

#[test]
fn a_run_that_conflicts_with_another_is_refused() {
    let folder = TempDir::new().unwrap();
    let sources = archives(folder.path(), 1);
    let out = folder.path().join("out");
    let manifest = Some(folder.path().join("manifest"));
    let first = Plan { manifest: manifest.clone(), ..plan(sources.clone(), Output::Folder(out.clone())) };
    done(&first);
    let refused = |plan: &Plan| run(plan, &|_| ()).unwrap_err();
    assert!(matches!(
        refused(&plan(sources.clone(), Output::Folder(out.clone()))),
        RunError::AlreadyExists(_)
    ));
    let fresh = Plan { manifest: Some(folder.path().join("fresh")), ..first.clone() };
    let parts = files(&out);
    assert!(matches!(refused(&fresh), RunError::NotRecorded(..)));
    // The second try is refused too: the first has not begun the manifest.
    assert!(matches!(refused(&fresh), RunError::NotRecorded(..)));
    assert_eq!(files(&out), parts);
    let other = Plan { batch: BatchOptions::new(Options::new()), ..first.clone() };
    assert!(matches!(refused(&other), RunError::ManifestMismatch { .. }));
    let lock = fs::File::open(manifest.as_ref().unwrap()).unwrap();
    lock.lock().unwrap();
    assert!(matches!(refused(&first), RunError::InUse { .. }));
    drop(lock);
    fs::write(folder.path().join("0.warc.gz"), gzip(&record(1, "<p>other"))).unwrap();
    assert!(matches!(refused(&first), RunError::SourceChanged(_)));
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    assert!(matches!(refused(&plan(sources, Output::Folder(file.join("out")))), RunError::Output(..)));
}

#[test]
fn every_kind_of_input_gives_the_same_texts() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let text = |source: Source, name: &str| {
        let out = at(&format!("{name}.out.jsonl"));
        done(&plan(vec![source], Output::File(out.clone())));
        let rows = fs::read_to_string(out).unwrap();
        let of = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["text"].clone();
        rows.lines().map(of).collect::<Vec<_>>()
    };
    let warc = archives(folder.path(), 1).remove(0);
    let expected = text(warc, "warc");
    let bodies: Vec<String> = (0..PAGES).map(|id| body(0, id)).collect();

    let lines = bodies
        .iter()
        .enumerate()
        .map(|(id, body)| serde_json::json!({"id": id, "html": body, "more": [1]}).to_string() + "\n");
    let lines = lines.collect::<String>();
    fs::write(at("in.jsonl"), &lines).unwrap();
    fs::write(at("in.jsonl.gz"), gzip(lines.as_bytes())).unwrap();
    for name in ["in.jsonl", "in.jsonl.gz"] {
        assert_eq!(text(Source::from_path(&at(name)).unwrap(), name), expected, "{name}");
    }

    let pages: Vec<(String, PathBuf)> =
        (0..PAGES).map(|id| (id.to_string(), at(&format!("{id:03}.html")))).collect();
    for ((_, path), body) in pages.iter().zip(&bodies) {
        fs::write(path, body).unwrap();
    }
    assert_eq!(text(Source::Files { name: "pages".to_owned(), pages }, "files"), expected);

    // An index of all pages in reverse order.
    let file = fs::read(at("0.warc.gz")).unwrap();
    let mut offset = 0;
    let mut index = Vec::new();
    for (id, body) in bodies.iter().enumerate() {
        let length = gzip(&record(id, body)).len();
        let entry = serde_json::json!({"filename": "far/away/0.warc.gz", "offset": offset.to_string(), "length": length});
        index.push(format!("example,mill)/{id} 20260504000000 {entry}\n"));
        offset += length;
    }
    assert_eq!(offset, file.len());
    index.reverse();
    fs::write(at("in.cdxj"), index.concat() + "nonsense\n").unwrap();
    let mut found = text(Source::from_path(&at("in.cdxj")).unwrap(), "cdx");
    assert_eq!(found.pop(), Some("".into()));
    found.reverse();
    assert_eq!(found, expected);
}

#[test]
fn parquet_keeps_its_other_columns() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let html = folder.path().join("html.parquet");
    let mut with_html = plan(archives(folder.path(), 1), Output::File(html.clone()));
    with_html.format = FileFormat::Parquet;
    with_html.batch = BatchOptions::new(Options::new().with(Plain).with_markup(dehusk::render::Markup::HTML));
    done(&with_html);
    // The first output has a column `html`, and other columns with the same names as columns that the kernel adds.
    let source = Source::from_path(&html).unwrap();
    done(&plan(vec![source], Output::File(at("out.jsonl"))));
    let rows = fs::read_to_string(at("out.jsonl")).unwrap();
    let row: serde_json::Value = serde_json::from_str(rows.lines().nth(5).unwrap()).unwrap();
    assert_eq!((&row["id"], &row["warc_filename"]), (&"urn:uuid:5".into(), &"0.warc.gz".into()));
    assert_eq!((&row["input_method"], &row["input_text"]), (&"plain".into(), &row["text"]));
    assert!(row["text"].as_str().unwrap().starts_with("Page 5 of archive 0"));
}

/// A column that is neither copied nor needed is not read: here its bytes in the file are destroyed.
#[test]
fn columns_of_parquet_that_nobody_wants_are_not_read() {
    use arrow_array::{ArrayRef, RecordBatch, StringArray};
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let column = |cell: &str| std::sync::Arc::new(StringArray::from(vec![cell])) as ArrayRef;
    let secret = "a cell that would be read";
    let batch = RecordBatch::try_from_iter([
        ("id", column("7")),
        ("other", column(secret)),
        ("html", column("<p>The mill reopens.")),
        ("url", column("https://mill.example/")),
    ]);
    let properties =
        parquet::file::properties::WriterProperties::builder().set_dictionary_enabled(false).build();
    let file = fs::File::create(at("in.parquet")).unwrap();
    let batch = batch.unwrap();
    let mut writer = parquet::arrow::ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    let metadata = writer.close().unwrap();
    let (start, length) = metadata.row_group(0).column(1).byte_range();
    let mut bytes = fs::read(at("in.parquet")).unwrap();
    bytes[start as usize..(start + length) as usize].fill(0xFF);
    fs::write(at("in.parquet"), bytes).unwrap();

    let row = |columns: Option<&[&str]>| {
        let read = ReadOptions {
            columns: columns.map(|names| names.iter().map(|name| (*name).to_owned()).collect()),
            ..ReadOptions::default()
        };
        let out = at("out.jsonl");
        let source = Source::from_path(&at("in.parquet")).unwrap();
        let summary = run(&Plan { read, ..plan(vec![source], Output::File(out.clone())) }, &|_| ())?;
        assert_eq!(summary.unread.is_empty(), columns.is_some());
        let text = fs::read_to_string(out).unwrap();
        Ok::<_, RunError>(
            text.lines().next().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()),
        )
    };
    assert_eq!(row(None).unwrap(), None);
    let id = row(Some(&["id"])).unwrap().unwrap();
    assert_eq!(
        (&id["id"], &id["text"], &id["url"]),
        (&"7".into(), &"The mill reopens.".into(), &"https://mill.example/".into())
    );
    assert!(id.get("other").is_none());
    assert!(row(Some(&[])).unwrap().unwrap().get("id").is_none());
    let refused = row(Some(&["id", "ids"])).unwrap_err().to_string();
    assert!(refused.contains("no column ids; the file has id, other, html, url"), "{refused}");
}

/// The second run starts while the first is processing a batch.
#[test]
fn concurrent_runs_do_not_write_to_the_same_folder() {
    let folder = TempDir::new().unwrap();
    let sources = archives(folder.path(), 2);
    let out = Output::Folder(folder.path().join("out"));
    let of = |number, of| Plan { shard: Shard { number, of }, ..plan(sources.clone(), out.clone()) };
    let tried = std::sync::Once::new();
    let on_batch = |_: &dehusk_batch::run::Tally| {
        tried.call_once(|| {
            for (number, whole) in [(1, 2), (1, 1), (2, 3)] {
                let refused = run(&of(number, whole), &|_| ()).unwrap_err();
                assert!(matches!(refused, RunError::FolderInUse(_)), "{number}/{whole}: {refused}");
            }
            done(&of(2, 2));
        });
    };
    run(&of(1, 2), &on_batch).unwrap();
    assert!(tried.is_completed());
}

/// The second run starts while the first is processing a batch. A third to another file of the same folder is not refused.
#[test]
fn concurrent_runs_do_not_write_to_the_same_file() {
    let folder = TempDir::new().unwrap();
    let sources = archives(folder.path(), 2);
    let to = |name: &str| plan(sources.clone(), Output::File(folder.path().join(name)));
    let tried = std::sync::Once::new();
    let on_batch = |_: &dehusk_batch::run::Tally| {
        tried.call_once(|| {
            let refused = run(&to("all.jsonl"), &|_| ()).unwrap_err();
            assert!(matches!(refused, RunError::InUse { what: "the output", .. }), "{refused}");
            done(&to("other.jsonl"));
        });
    };
    run(&to("all.jsonl"), &on_batch).unwrap();
    assert!(tried.is_completed());
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(text("all.jsonl").lines().count(), 2 * PAGES);
    assert_eq!(text("all.jsonl"), text("other.jsonl"));
    done(&to("all.jsonl"));
    let hidden = |entry: &std::io::Result<fs::DirEntry>| {
        entry.as_ref().unwrap().file_name().to_string_lossy().starts_with('.')
    };
    assert_eq!(fs::read_dir(folder.path()).unwrap().filter(hidden).count(), 0, "a lock file is left");
}

/// A byte at either end of an input, changed in place with the old modification time, a new modification time alone, and another order of the inputs.
#[test]
fn an_input_that_changed_is_noticed() {
    let folder = TempDir::new().unwrap();
    let manifest = Some(folder.path().join("manifest"));
    let plan =
        Plan { manifest, ..plan(archives(folder.path(), 2), Output::Folder(folder.path().join("out"))) };
    done(&plan);
    let reversed = Plan { sources: plan.sources.iter().rev().cloned().collect(), ..plan.clone() };
    assert!(matches!(run(&reversed, &|_| ()).unwrap_err(), RunError::OtherSource { number: 1, .. }));
    let path = folder.path().join("0.warc.gz");
    let (bytes, time) = (fs::read(&path).unwrap(), path.metadata().unwrap().modified().unwrap());
    let put = |bytes: &[u8], time| {
        fs::write(&path, bytes).unwrap();
        fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
        run(&plan, &|_| ())
    };
    for at in [100, bytes.len() - 100] {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert!(matches!(put(&changed, time).unwrap_err(), RunError::SourceChanged(_)), "{at}");
    }
    let later = time + std::time::Duration::from_secs(1);
    assert!(matches!(put(&bytes, later).unwrap_err(), RunError::SourceModified(_)));
    assert_eq!(put(&bytes, time).unwrap().skipped.pages, 2 * PAGES as u64);
}

#[test]
fn the_rows_that_a_damaged_table_loses_are_named() {
    let folder = TempDir::new().unwrap();
    let (table, out) = (folder.path().join("in.parquet"), folder.path().join("out.jsonl"));
    let made =
        Plan { format: FileFormat::Parquet, ..plan(archives(folder.path(), 1), Output::File(table.clone())) };
    done(&made);
    let mut bytes = fs::read(&table).unwrap();
    let middle = bytes.len() / 8;
    bytes[4..middle].fill(0xff);
    fs::write(&table, bytes).unwrap();
    let batch = BatchOptions::new(Options::new().with(Plain)).with_html_column("text");
    let read = ReadOptions { html_column: "text".to_owned(), ..ReadOptions::default() };
    let summary = done(&Plan { batch, read, ..plan(vec![Source::Table(table)], Output::File(out)) });
    assert!(summary.unread[0].1.starts_with("the rows from 1 to 40 were not read: "), "{:?}", summary.unread);
}

#[test]
fn no_file_is_read_and_written_or_written_twice() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let line = "{\"html\": \"<p>mill\"}\n";
    fs::create_dir(at("out")).unwrap();
    for name in ["in.jsonl", "out/part-00000-0000.jsonl"] {
        fs::write(at(name), line).unwrap();
    }
    let source = |name: &str| vec![Source::from_path(&at(name)).unwrap()];
    let over = plan(source("in.jsonl"), Output::File(at("out/../in.jsonl")));
    let file = plan(source("in.jsonl"), Output::File(at("new.jsonl")));
    let parts = plan(source("in.jsonl"), Output::Folder(at("out")));
    let refused = [
        over,
        Plan { errors: Some(at("new.jsonl")), ..file.clone() },
        Plan { errors: Some(at("in.jsonl")), ..file },
        Plan { manifest: Some(at("in.jsonl")), ..parts.clone() },
        Plan { manifest: Some(at("m")), errors: Some(at("out/../m")), ..parts.clone() },
        Plan { errors: Some(at("out/part-00009-0000.jsonl")), ..parts.clone() },
        Plan { sources: source("out/part-00000-0000.jsonl"), manifest: Some(at("m")), ..parts },
    ];
    for plan in refused {
        let error = run(&plan, &|_| ()).unwrap_err();
        assert!(matches!(error, RunError::SameFile { .. }), "{error}");
    }
    assert_eq!(fs::read_to_string(at("in.jsonl")).unwrap(), line);
    assert!(!at("new.jsonl").exists() && !at("m").exists());
}

#[test]
fn a_recorded_part_must_exist_with_its_recorded_length() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out");
    let manifest = Some(folder.path().join("manifest"));
    let plan = Plan { manifest, ..plan(archives(folder.path(), 1), Output::Folder(out.clone())) };
    let first = done(&plan);
    assert_eq!(done(&plan).skipped.statuses, first.done.statuses);
    let part = out.join("part-00000-0000.jsonl");
    let bytes = fs::read(&part).unwrap();
    fs::write(&part, &bytes[1..]).unwrap();
    assert!(matches!(run(&plan, &|_| ()).unwrap_err(), RunError::PartMissing(path) if path == part));
    fs::remove_file(&part).unwrap();
    assert!(matches!(run(&plan, &|_| ()).unwrap_err(), RunError::PartMissing(path) if path == part));
    fs::write(&part, &bytes).unwrap();
    done(&plan);
}

#[test]
fn a_manifest_must_be_a_regular_file() {
    let folder = TempDir::new().unwrap();
    let output = Output::Folder(folder.path().join("out"));
    let manifest = Some(PathBuf::from("/dev/zero"));
    let refused = run(&Plan { manifest, ..plan(archives(folder.path(), 1), output) }, &|_| ()).unwrap_err();
    assert!(matches!(refused, RunError::NotRegularFile(..)), "{refused}");
}

#[test]
fn a_byte_order_mark_is_not_part_of_the_first_line() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("out.jsonl");
    let path = folder.path().join("in.jsonl");
    fs::write(&path, "\u{feff}{\"html\": \"<p>mill\"}\n{\"html\": \"<p>dam\"}\n").unwrap();
    let summary = done(&plan(vec![Source::from_path(&path).unwrap()], Output::File(out)));
    assert_eq!(summary.done.statuses, [("ok".to_owned(), 2)].into());
}

#[test]
fn a_lone_surrogate_in_json_is_replaced() {
    let folder = TempDir::new().unwrap();
    let (path, out) = (folder.path().join("in.jsonl"), folder.path().join("out.jsonl"));
    let lines = [
        r#"{"id": "\ud83d\ude00", "html": "<p>a\ud800b \uD83D\uDE00 c\udead"}"#,
        r#"{"id": "\\ud800", "html": "<p>\\\ud800\\"}"#,
        r#"{"id": "\udc00\ud8", "html": "<p>no string ends like this \ud8"}"#,
    ];
    fs::write(&path, lines.join("\n")).unwrap();
    done(&plan(vec![Source::from_path(&path).unwrap()], Output::File(out.clone())));
    let text = fs::read_to_string(out).unwrap();
    let rows: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&rows[0]["id"], &rows[0]["text"]), (&"😀".into(), &"a\u{fffd}b 😀 c\u{fffd}".into()));
    assert_eq!((&rows[1]["id"], &rows[1]["text"]), (&"\\ud800".into(), &"\\\u{fffd}\\".into()));
    assert_eq!(rows[2]["status"], "error");
}

#[test]
fn an_index_cannot_refer_to_files_outside_its_folder() {
    let folder = TempDir::new().unwrap();
    archives(folder.path(), 1);
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    let absolute = folder.path().join("0.warc.gz");
    let names = ["../0.warc.gz", "a/../../0.warc.gz", absolute.to_str().unwrap()];
    let lines = names.map(|name| format!("a 2026 {}\n", serde_json::json!({"filename": name, "offset": 0})));
    let (path, out) = (inner.join("in.cdxj"), folder.path().join("out.jsonl"));
    fs::write(&path, lines.concat()).unwrap();
    let summary = done(&plan(vec![Source::from_path(&path).unwrap()], Output::File(out.clone())));
    assert_eq!(summary.done.statuses, [("error".to_owned(), 3)].into());
    assert!(fs::read_to_string(out).unwrap().contains("outside the folder of the index"));
}

#[test]
fn an_error_file_belongs_to_one_run() {
    let folder = TempDir::new().unwrap();
    let sources = archives(folder.path(), 1);
    let errors = Some(folder.path().join("errors"));
    let to = |name: &str| Plan {
        errors: errors.clone(),
        ..plan(sources.clone(), Output::Folder(folder.path().join(name)))
    };
    let tried = std::sync::Once::new();
    let on_batch = |_: &dehusk_batch::run::Tally| {
        tried.call_once(|| {
            let refused = run(&to("other"), &|_| ()).unwrap_err();
            assert!(matches!(refused, RunError::InUse { what: "the error file", .. }), "{refused}");
        });
    };
    run(&to("out"), &on_batch).unwrap();
    assert!(tried.is_completed());
}

/// A run without a manifest may write its error file to a device. A run with a manifest may not, because it could not be resumed.
#[test]
#[cfg(unix)]
fn the_error_file_may_be_a_device() {
    let folder = TempDir::new().unwrap();
    let errors = Some(PathBuf::from("/dev/null"));
    let output = Output::Folder(folder.path().join("out"));
    let to_device = Plan { errors, ..plan(archives(folder.path(), 1), output) };
    let with_manifest = Plan { manifest: Some(folder.path().join("manifest")), ..to_device.clone() };
    assert!(matches!(run(&with_manifest, &|_| ()).unwrap_err(), RunError::NotRegularFile(_)));
    assert_eq!(done(&to_device).done.pages, PAGES as u64);
}
