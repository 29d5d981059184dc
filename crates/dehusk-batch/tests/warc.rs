//! WARC archives, complete and damaged: which pages are read, which errors are reported, and where reading can resume.

// Helpers of integration tests are not inside `#[test]` functions, where clippy.toml allows these.
#![allow(clippy::unwrap_used)]

mod compression;

use std::io::{Cursor as Memory, Write};

use compression::{gzip, zstd};
use dehusk_batch::read::{Cursor, PageReader, RawPage, WarcReader};
use proptest::prelude::*;

const LIMIT: usize = 10_000;

fn record(kind: &str, content_type: &str, id: &str, block: &[u8]) -> Vec<u8> {
    let length = block.len();
    let head = format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{id}>\r\nWARC-Date: 2026-05-04T00:00:00Z\r\n\
         WARC-Target-URI: https://mill.example/{id}\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\n\r\n"
    );
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

fn response(id: &str, body: &str) -> Vec<u8> {
    let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{body}");
    record("response", "application/http; msgtype=response", id, http.as_bytes())
}

fn reader(file: &[u8], from: Cursor) -> WarcReader {
    WarcReader::open(Box::new(Memory::new(file.to_vec())), from, "a.warc".to_owned(), LIMIT).unwrap()
}

fn pages(file: &[u8]) -> Vec<RawPage> {
    let mut reader = reader(file, Cursor::default());
    std::iter::from_fn(|| reader.next_page().unwrap()).collect()
}

/// The body of a page, or its error.
fn outcome(page: &RawPage) -> Result<String, String> {
    match &page.error {
        Some(error) => Err(error.clone()),
        None => Ok(String::from_utf8(page.html.clone()).unwrap()),
    }
}

fn outcomes(file: &[u8]) -> Vec<Result<String, String>> {
    pages(file).iter().map(outcome).collect()
}

fn good(body: &str) -> Result<String, String> {
    Ok(body.to_owned())
}

#[test]
fn zero_bytes_after_the_last_member_are_no_record() {
    let file = [gzip(&response("1", "<p>one")), gzip(&response("2", "<p>two")), vec![0; 100_000]].concat();
    assert_eq!(outcomes(&file), [good("<p>one"), good("<p>two")]);
}

/// An archive with three pages among other records, uncompressed, as gzip and as zstd: its name, its bytes, and the offset at which
/// each page is complete.
fn archives() -> Vec<(&'static str, Vec<u8>, Vec<usize>)> {
    let records = [
        record("warcinfo", "application/warc-fields", "info", b"software: ours\r\n"),
        response("1", "<p>one"),
        record("request", "application/http; msgtype=request", "2", b"GET / HTTP/1.1\r\n\r\n"),
        record("conversion", "text/plain", "3", b"three"),
        record("resource", "text/html", "4", b"<p>four"),
    ];
    let is_page = [false, true, false, true, true];
    type Compress = fn(&[u8]) -> Vec<u8>;
    let compressors: [(&str, Compress); 3] =
        [("plain", |bytes| bytes.to_vec()), ("gzip", gzip), ("zstd", zstd)];
    let compressed = compressors.into_iter().map(|(name, compress)| {
        let (mut file, mut ends) = (Vec::new(), Vec::new());
        for (record, is_page) in records.iter().zip(is_page) {
            file.extend(compress(record));
            ends.extend(is_page.then_some(file.len()));
        }
        (name, file, ends)
    });
    compressed.collect()
}

#[test]
fn pages_have_the_information_of_their_records() {
    for (name, file, _) in archives() {
        let pages = pages(&file);
        let bodies: Vec<_> = pages.iter().map(outcome).collect();
        assert_eq!(bodies, [good("<p>one"), good("three"), good("<p>four")], "{name}");
        let (page, archived) = (&pages[0], pages[0].warc.as_ref().unwrap());
        assert_eq!((page.id.as_str(), page.url.as_deref()), ("urn:uuid:1", Some("https://mill.example/1")));
        assert_eq!(page.content_type.as_deref(), Some("text/html; charset=utf-8"));
        assert_eq!(
            (archived.http_status, archived.date.as_deref()),
            (Some(200), Some("2026-05-04T00:00:00Z"))
        );
        let length = archived.length.unwrap();
        let alone = &file[archived.cursor.offset as usize..(archived.cursor.offset + length) as usize];
        assert_eq!(outcomes(alone), [good("<p>one")], "{name}: read by offset and length");
    }
}

#[test]
fn the_notes_of_a_crawler_are_no_pages() {
    let page = response("1", "<p>one");
    let notes = String::from_utf8(record("resource", "text/plain", "2", b"--mirror")).unwrap();
    let notes =
        notes.replace("https://mill.example/2", "metadata://gnu.org/software/wget/warc/wget_arguments.txt");
    let file = [page.as_slice(), notes.as_bytes(), page.as_slice()].concat();
    assert_eq!(outcomes(&file), [good("<p>one"), good("<p>one")]);
}

/// Every prefix of a file yields the records that are complete in it, and one error unless the prefix ends between two records.
#[test]
fn every_prefix_yields_its_complete_records_and_one_error() {
    for (name, file, ends) in archives() {
        let all = outcomes(&file);
        let mut between = 0;
        for cut in 0..file.len() {
            let found = outcomes(&file[..cut]);
            let whole = ends.iter().filter(|end| **end <= cut).count();
            let (errors, bodies): (Vec<_>, Vec<_>) = found.into_iter().partition(Result::is_err);
            // In an uncompressed file, a record is complete without the line ends that follow it.
            assert!(bodies.len() == whole || (name == "plain" && bodies.len() == whole + 1), "{name} {cut}");
            assert_eq!(bodies[..], all[..bodies.len()], "{name} {cut}");
            match &errors[..] {
                [] => between += 1,
                [Err(error)] => assert_eq!(error, "the file ends within this record", "{name} {cut}"),
                several => panic!("{name} {cut}: {several:?}"),
            }
        }
        // There are five records. In an uncompressed file, each record is followed by four bytes of line ends, any of which may
        // be missing.
        assert!(
            between <= if name == "plain" { 5 * 5 } else { 5 },
            "{name}: {between} cuts without an error"
        );
    }
}

#[test]
fn reading_resumes_at_a_cursor() {
    let whole = |compress: fn(&[u8]) -> Vec<u8>| {
        compress(&[response("1", "one"), response("2", "two"), response("3", "three")].concat())
    };
    let in_frames = [response("1", "one"), response("2", "two"), response("3", "three")].concat();
    let in_frames: Vec<u8> = in_frames.chunks(100).flat_map(gzip).collect();
    let files = archives().into_iter().map(|(_, file, _)| file).chain([whole(gzip), whole(zstd), in_frames]);
    for file in files {
        let all = outcomes(&file);
        assert_eq!(all.len(), 3);
        let mut first = reader(&file, Cursor::default());
        for done in 0..=all.len() {
            let mut rest = reader(&file, first.cursor());
            let rest: Vec<_> =
                std::iter::from_fn(|| rest.next_page().unwrap()).map(|page| outcome(&page)).collect();
            assert_eq!(rest, all[done..]);
            first.next_page().unwrap();
        }
    }
}

#[test]
fn a_page_of_a_file_compressed_as_a_whole_is_read_again_by_offset_and_skip() {
    let records = [response("1", "one"), response("2", "two"), response("3", "three")].concat();
    for file in [gzip(&records), zstd(&records)] {
        for page in pages(&file) {
            let at = page.warc.as_ref().unwrap();
            assert_eq!((at.cursor.offset, at.length), (0, None));
            let place = at.cursor;
            let again = reader(&file, place.to_string().parse().unwrap()).next_page().unwrap().unwrap();
            assert_eq!((again.id, again.html), (page.id, page.html));
        }
    }
}

#[test]
fn a_damaged_record_affects_no_other() {
    let records = [response("1", "one"), response("2", "two"), response("3", "three")];
    for compress in [gzip, zstd] {
        let mut compressed = records.each_ref().map(|record| compress(record));
        let middle = compressed[1].len() / 2;
        compressed[1][middle] ^= 0xff;
        compressed[1][middle + 1] ^= 0xff;
        let found = outcomes(&compressed.concat());
        assert_eq!(
            (&found[0], found.last().unwrap(), found.len()),
            (&good("one"), &good("three"), 3),
            "{found:?}"
        );
        assert!(found[1].is_err(), "{found:?}");
    }
}

/// Compresses without compressing, so that the bytes of the next member are taken for those of a member that was cut.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Wherever a member is cut in the middle of an archive, its page is an error with its address, and the others are as before.
#[test]
fn a_member_cut_in_mid_archive_affects_no_other() {
    let records = [response("1", "one"), response("2", &"two ".repeat(50)), response("3", "three")];
    for compress in [gzip, stored, zstd] {
        let compressed = records.each_ref().map(|record| compress(record));
        for cut in 1..compressed[1].len() {
            let file = [&compressed[0], &compressed[1][..cut], &compressed[2]].concat();
            let pages = pages(&file);
            let found: Vec<_> = pages.iter().map(outcome).collect();
            assert_eq!(
                (&found[0], found.last().unwrap()),
                (&good("one"), &good("three")),
                "{cut}: {found:?}"
            );
            assert!(found[1..found.len() - 1].iter().all(Result::is_err), "{cut}: {found:?}");
        }
    }
    let file = [&stored(&records[0]), &stored(&records[1])[..400], &stored(&records[2])].concat();
    let cut = &pages(&file)[1];
    assert_eq!(cut.url.as_deref(), Some("https://mill.example/2"));
    assert!(cut.error.as_ref().unwrap().starts_with("the compressed data is damaged"), "{cut:?}");
}

/// Bytes that look like the start of a member, after damage, end neither the search nor its progress.
#[test]
fn false_starts_of_members_are_passed() {
    let one = response("1", "one");
    for (compress, magic) in
        [(gzip as fn(&[u8]) -> Vec<u8>, &[0x1f, 0x8b, 8][..]), (zstd, &[0x28, 0xb5, 0x2f, 0xfd])]
    {
        for after in [&b""[..], b"not compressed", &compress(b"no record"), &[magic, magic].concat()] {
            let file = [&compress(&one), magic, after].concat();
            let found = outcomes(&file);
            assert_eq!(found[0], good("one"), "{found:?}");
            assert!(found[1..].iter().all(Result::is_err), "{found:?}");
            let last = outcomes(&[&file, &compress(&response("2", "two"))[..]].concat());
            assert_eq!(last.last(), Some(&good("two")), "{last:?}");
        }
    }
}

/// A checksum that does not match makes all records of its member doubtful.
#[test]
fn a_wrong_checksum_is_found_before_any_record_of_its_member() {
    let mut wrong = gzip(&[response("1", "one"), response("2", "two")].concat());
    let crc = wrong.len() - 8;
    wrong[crc] ^= 1;
    let found = outcomes(&[wrong, gzip(&response("3", "three"))].concat());
    assert!(found[0].as_ref().unwrap_err().contains("checksum"), "{found:?}");
    assert_eq!(found[1..], [good("three")]);
}

/// A frame that is too long to be checked as a whole is read as a stream.
#[test]
fn long_members_are_read_to_their_end() {
    let padding = record("metadata", "text/plain", "0", &vec![b'x'; 9 << 20]);
    let whole = gzip(&[padding, response("1", "one"), response("2", "two")].concat());
    assert_eq!(outcomes(&whole), [good("one"), good("two")]);
    let cut = outcomes(&whole[..whole.len() - 4]);
    assert_eq!(cut, [good("one"), Err("the file ends within this record".to_owned())]);
}

#[test]
fn a_wrong_length_affects_no_other_record_in_a_compressed_file() {
    let wrong = |by: i64| {
        let record = String::from_utf8(response("2", "two")).unwrap();
        let length: i64 =
            record.split("Content-Length: ").nth(1).unwrap().split('\r').next().unwrap().parse().unwrap();
        let (old, new) = (format!("Content-Length: {length}"), format!("Content-Length: {}", length + by));
        gzip(record.replace(&old, &new).as_bytes())
    };
    let around =
        |middle: Vec<u8>| [gzip(&response("1", "one")), middle, gzip(&response("3", "three"))].concat();
    let long = outcomes(&around(wrong(50)));
    assert!(long[1].as_ref().unwrap_err().contains("but the record ends after"), "{long:?}");
    assert_eq!((long.len(), &long[2]), (3, &good("three")));
    let short = outcomes(&around(wrong(-3)));
    assert_eq!((short.first(), short.last()), (Some(&good("one")), Some(&good("three"))));
    assert!(
        short.iter().any(|found| found.as_ref().is_err_and(|error| error.contains("not a WARC record"))),
        "{short:?}"
    );
}

#[test]
fn records_longer_than_the_limit_are_skipped() {
    let file = [response("1", &"x".repeat(LIMIT)), response("2", "two")].concat();
    for file in [file.clone(), gzip(&file)] {
        let found = outcomes(&file);
        assert!(
            found[0].as_ref().unwrap_err().contains("more than 10000; raise --max-record-bytes"),
            "{found:?}"
        );
        assert_eq!(found[1], good("two"));
    }
}

#[test]
fn a_file_that_is_not_an_archive_is_one_error() {
    for file in [&b"<p>a page"[..], b"WARC/1.0\r\nno length\r\n\r\n", &gzip(b"nothing")] {
        let found = outcomes(file);
        assert!(found.len() == 1 && found[0].is_err(), "{found:?}");
    }
    assert!(pages(b"").is_empty());
}

#[test]
fn a_dictionary_at_the_start_of_a_file_is_used() {
    let records =
        [response("1", "<p>The mill reopens on Monday."), response("2", "<p>The mill reopens on Tuesday.")];
    let dictionary = records.concat();
    let frames = records.each_ref().map(|record| {
        zstd::bulk::Compressor::with_dictionary(3, &dictionary).unwrap().compress(record).unwrap()
    });
    for stored in [dictionary.clone(), zstd(&dictionary)] {
        let head =
            [&[0x5d, 0x2a, 0x4d, 0x18][..], &u32::try_from(stored.len()).unwrap().to_le_bytes(), &stored]
                .concat();
        let file = [head, frames.concat()].concat();
        assert_eq!(
            outcomes(&file),
            [good("<p>The mill reopens on Monday."), good("<p>The mill reopens on Tuesday.")]
        );
    }
}

proptest! {
    /// Reading ends even if arbitrary bytes of a file are changed.
    #[test]
    fn reading_ends_despite_any_damage(which in 0_usize..3, at in 0_usize..2000, with: [u8; 3]) {
        let mut file = archives().swap_remove(which).1;
        let at = at % (file.len() - 3);
        file[at..at + 3].copy_from_slice(&with);
        prop_assert!(pages(&file).len() < 20);
    }
}
