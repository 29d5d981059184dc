//! JSON lines and indexes whose compressed data is damaged: what is read, and where reading can resume.

// Helpers of integration tests are not inside `#[test]` functions, where clippy.toml allows these.
#![allow(clippy::unwrap_used)]

mod compression;

use std::io::Cursor as Memory;

use compression::{gzip, zstd};
use dehusk_batch::read::{CdxReader, Cursor, Frames, JsonLinesReader, PageReader, ReadOptions};

const LIMIT: usize = 10_000;
const LINES: &[u8] = b"{\"html\": \"<p>mill\"}\n{\"html\": \"<p>dam\"}\n";

/// The frame with its last bytes changed: the checksum and the length of a gzip member, or the end of a zstd block.
fn damaged(mut frame: Vec<u8>) -> Vec<u8> {
    let end = frame.len() - 8;
    frame[end..].fill(0xff);
    frame
}

fn frames(file: &[u8], from: Cursor) -> Frames {
    Frames::new(Box::new(Memory::new(file.to_vec())), from).unwrap()
}

fn json_lines(file: &[u8], from: Cursor) -> Box<dyn PageReader> {
    let options = ReadOptions { max_record_bytes: LIMIT, ..ReadOptions::default() };
    Box::new(JsonLinesReader::new(frames(file, from), options))
}

fn index(file: &[u8], from: Cursor) -> Box<dyn PageReader> {
    Box::new(CdxReader::new(frames(file, from), "no-such-folder".into(), LIMIT))
}

/// For each page, whether it has an error because of damaged data, and the position after it.
fn read(mut reader: Box<dyn PageReader>) -> Vec<(bool, Cursor)> {
    let is_damage = |error: &String| error.contains("truncated or damaged");
    let next = || {
        let page = reader.next_page().unwrap()?;
        Some((page.error.as_ref().is_some_and(is_damage), reader.cursor()))
    };
    std::iter::from_fn(next).collect()
}

#[test]
fn damaged_frames_are_errors_and_reading_goes_on() {
    let skippable = [0x50, 0x2a, 0x4d, 0x18, 99, 0, 0, 0];
    let cases: [(&str, Vec<u8>, &[bool]); 9] = [
        ("gzip", gzip(LINES), &[false, false]),
        // Lines are read before the checksum of their member.
        ("wrong checksum", [damaged(gzip(LINES)), gzip(LINES)].concat(), &[false, false, true, false, false]),
        ("no gzip after its first bytes", [b"\x1f\x8b\x08".to_vec(), LINES.to_vec()].concat(), &[true]),
        ("truncated gzip", gzip(LINES)[..20].to_vec(), &[true]),
        ("damaged zstd frame", [damaged(zstd(LINES)), zstd(LINES)].concat(), &[true, false, false]),
        ("no zstd after its first bytes", [b"\x28\xb5\x2f\xfd".to_vec(), LINES.to_vec()].concat(), &[true]),
        ("truncated skippable frame", skippable.to_vec(), &[true]),
        (
            "skippable frame and a truncated one",
            [zstd(LINES), skippable.to_vec()].concat(),
            &[false, false, true],
        ),
        // The first byte is not one with which a skippable frame starts.
        ("no zstd", b"{*M\x18\n".to_vec(), &[false]),
    ];
    for (name, file, expected) in cases {
        for open in [json_lines, index] {
            let all = read(open(&file, Cursor::default()));
            let found: Vec<bool> = all.iter().map(|(is_damage, _)| *is_damage).collect();
            assert_eq!(found, expected, "{name}");
            assert!(all.is_sorted_by(|a, b| a.1 < b.1), "{name}: {all:?}");
            for (index, (_, position)) in all.iter().enumerate() {
                assert_eq!(read(open(&file, *position)), all[index + 1..], "{name} from {position}");
            }
        }
    }
}

/// A file of nothing but starts of frames took minutes: 64 KB were read at each of them, to look for the end of a name.
#[test]
fn a_file_of_starts_of_frames_is_given_up() {
    for start in [&b"\x1f\x8b\x08\x08"[..], b"\x28\xb5\x2f\xfd", b"\x28\xb5\x2f\xfd\x04"] {
        let file = start.repeat(50_000);
        for open in [json_lines, index] {
            let mut reader = open(&file, Cursor::default());
            let error = std::iter::repeat_with(|| reader.next_page()).take(10).find_map(Result::err).unwrap();
            assert!(error.to_string().contains("damaged in more than 10000 places"), "{error}");
        }
    }
}
