//! Reads files that consist of frames: gzip members, zstd frames, or an uncompressed file as a single frame. A WARC archive usually
//! has one frame per record, so a record can be read again from the offset of its frame.
//!
//! This module does not interpret the decompressed bytes.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::mem;
use std::num::ParseIntError;
use std::str::FromStr;

use dehusk_http::content_coding::{GZIP_MAGIC, ZSTD_MAGIC};
use flate2::bufread::GzDecoder;

/// The size of the buffer for compressed bytes. Chosen by hand.
const INPUT_BUFFER_BYTES: usize = 1 << 18;
/// The size of the buffer for decompressed bytes. Chosen by hand.
const OUTPUT_BUFFER_BYTES: usize = 1 << 16;

/// The first bytes of a member as they are looked for after damage: the only compression method is 8 (RFC 1952, 2.3.1).
const MEMBER_MAGIC: [u8; 3] = [0x1f, 0x8b, 8];
/// A skippable zstd frame starts with a byte from `50` to `5f` and these bytes, followed by its length in four bytes (RFC 8878).
const SKIPPABLE_MAGIC: [u8; 3] = [0x2a, 0x4d, 0x18];
/// The start of the skippable frame with the dictionary of all frames, at the start of a `.warc.zst` file
/// (<https://iipc.github.io/warc-specifications/specifications/warc-zstd/>).
const DICTIONARY_MAGIC: [u8; 4] = [0x5d, 0x2a, 0x4d, 0x18];
/// The maximum size of a dictionary. The dictionaries of web archives have about 100 KB; the limit is chosen by hand.
const MAX_DICTIONARY_BYTES: u32 = 16 << 20;

/// The maximum number of decompressed bytes of a frame that are held back until its end was checked. Real records have some
/// hundred kilobytes; chosen by hand.
const MAX_CHECKED_BYTES: u64 = 8 << 20;
/// The number of compressed bytes that are looked at to see whether a zstd frame starts a record: more than a block (RFC 8878,
/// 3.1.1.2.4: 128 KB), after which its first byte is known.
const ZSTD_PROBE_BYTES: u64 = 160 << 10;
/// The same for a gzip member. Its header with a file name and the code lengths of a block (RFC 1951, 3.2.7) have some hundred bytes;
/// chosen by hand.
const GZIP_PROBE_BYTES: u64 = 2048;
/// The maximum number of places in a file that look like the start of a frame and are none, or of damaged frames. Chosen by hand: the
/// first bytes of a member occur by chance once in 16 MB.
const MAX_FAILURES: u32 = 10_000;
/// A damaged frame counts once more for this many decompressed bytes. Chosen by hand.
const BYTES_PER_FAILURE: u64 = 1 << 20;

/// A position in a file at which reading can start: a frame, and a number of decompressed bytes after its start. For readers of
/// files without frames, `offset` is a number of pages or rows.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub struct Cursor {
    /// The number of bytes of the file before the frame.
    pub offset: u64,
    /// The number of decompressed bytes of the frame before the position.
    pub skip: u64,
}

/// Formats the cursor as on the command line: `81723`, or `0+81723` within a frame.
impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.skip {
            0 => write!(f, "{}", self.offset),
            skip => write!(f, "{}+{skip}", self.offset),
        }
    }
}

impl FromStr for Cursor {
    type Err = ParseIntError;

    /// Parses the format of [`Cursor`]'s `Display`.
    ///
    /// ```
    /// use dehusk_batch::read::Cursor;
    /// assert_eq!("512+81723".parse(), Ok(Cursor { offset: 512, skip: 81723 }));
    /// ```
    fn from_str(text: &str) -> Result<Cursor, ParseIntError> {
        let (offset, skip) = text.split_once('+').unwrap_or((text, "0"));
        Ok(Cursor { offset: offset.parse()?, skip: skip.parse()? })
    }
}

/// A seekable input: a file, or bytes in memory.
pub trait Input: Read + Seek + Send {}
impl<T: Read + Seek + Send> Input for T {}

type Bytes = Counted<BufReader<Box<dyn Input>>>;
type ZstdDecoder = zstd::stream::read::Decoder<'static, Bytes>;

/// The compression of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Compression {
    Plain,
    Gzip,
    Zstd,
}

impl Compression {
    /// Detects the compression from the first bytes of a file. A file that ends within a magic number counts as compressed and
    /// truncated.
    fn detect(head: &[u8]) -> Compression {
        let starts_with =
            |magic: &[u8]| !head.is_empty() && head.starts_with(&magic[..magic.len().min(head.len())]);
        match head {
            _ if starts_with(&GZIP_MAGIC) => Compression::Gzip,
            _ if starts_with(&ZSTD_MAGIC) || starts_skippable_frame(head) => Compression::Zstd,
            _ => Compression::Plain,
        }
    }
}

/// The decoder of the current frame, or the input between two frames.
#[expect(clippy::large_enum_variant, reason = "there is one per file")]
enum Decoder {
    Between(Bytes),
    Plain(Bytes),
    Gzip(GzDecoder<Bytes>),
    Zstd(ZstdDecoder),
    /// A placeholder while one of the other variants is being replaced by another.
    Taken,
}

/// The decompressed bytes of a file, frame by frame.
///
/// [`Frames::new`] hands out bytes as they are decompressed. `Frames::of_records` first decompresses a whole frame and checks
/// its end and its checksum, unless the frame is very long.
pub struct Frames {
    /// The first bytes of every record, if frames are checked before their bytes are handed out.
    record_start: Option<&'static [u8]>,
    /// Whether the check of the current frame failed, so that none of its records can be trusted.
    is_damaged: bool,
    /// An error of the current frame that is due after the bytes in `buffer`.
    failure: Option<io::Error>,
    compression: Compression,
    decoder: Decoder,
    dictionary: Vec<u8>,
    /// The offset of the current frame in the file.
    start: u64,
    /// The number of decompressed bytes of the current frame that were consumed.
    consumed: u64,
    buffer: Vec<u8>,
    /// The offset of the next byte in `buffer`.
    buffer_start: usize,
    /// The number of places so far that looked like the start of a frame and were none, and of damaged frames.
    failures: u32,
}

impl Frames {
    /// Opens an input at a position that [`Frames::cursor`] returned, or at the start of a frame.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn new(input: Box<dyn Input>, from: Cursor) -> io::Result<Frames> {
        Frames::open(input, from, None)
    }

    /// Opens an input like [`Frames::new`], and checks each frame of up to 8 MiB before its bytes are handed out. Every record starts
    /// with the bytes `record_start`; they show where a damaged frame should have ended.
    pub(super) fn of_records(
        input: Box<dyn Input>,
        from: Cursor,
        record_start: &'static [u8],
    ) -> io::Result<Frames> {
        Frames::open(input, from, Some(record_start))
    }

    fn open(input: Box<dyn Input>, from: Cursor, record_start: Option<&'static [u8]>) -> io::Result<Frames> {
        let mut bytes = Counted { inner: BufReader::with_capacity(INPUT_BUFFER_BYTES, input), position: 0 };
        let head = bytes.fill_buf()?;
        let compression = Compression::detect(head);
        let dictionary =
            if head.starts_with(&DICTIONARY_MAGIC) { read_dictionary(&mut bytes)? } else { Vec::new() };
        if from.offset > 0 {
            bytes.seek(from.offset)?;
        }
        let start = bytes.position;
        let decoder = Decoder::Between(bytes);
        let mut frames = Frames {
            record_start,
            is_damaged: false,
            failure: None,
            compression,
            decoder,
            dictionary,
            start,
            consumed: 0,
            buffer: Vec::new(),
            buffer_start: 0,
            failures: 0,
        };
        frames.skip(from.skip)?;
        Ok(frames)
    }

    /// The current position.
    #[must_use]
    pub fn cursor(&self) -> Cursor {
        match self.compression {
            Compression::Plain => Cursor { offset: self.start + self.consumed, skip: 0 },
            _ => Cursor { offset: self.start, skip: self.consumed },
        }
    }

    /// Whether the file is compressed.
    #[must_use]
    pub fn is_compressed(&self) -> bool {
        self.compression != Compression::Plain
    }

    fn skip(&mut self, bytes: u64) -> io::Result<()> {
        let mut left = bytes;
        while left > 0 {
            let ready = self.fill_buf()?.len();
            if ready == 0 {
                break;
            }
            let wanted = usize::try_from(left).unwrap_or(usize::MAX).min(ready);
            self.consume(wanted);
            left -= wanted as u64;
        }
        Ok(())
    }

    /// Returns the decompressed bytes of the current frame that are available, or an empty slice at its end. After an error, the
    /// frame counts as ended.
    ///
    /// # Errors
    /// `UnexpectedEof` if the file ends within the frame, `InvalidData` if the data is damaged, or an error of reading.
    pub fn available(&mut self) -> io::Result<&[u8]> {
        if self.buffer_start == self.buffer.len() {
            self.refill()?;
        }
        Ok(&self.buffer[self.buffer_start..])
    }

    /// Consumes some of the bytes that [`Frames::available`] returned.
    pub fn consume(&mut self, count: usize) {
        self.buffer_start = (self.buffer_start + count).min(self.buffer.len());
        self.consumed += count as u64;
    }

    /// Moves to the next frame and discards the rest of the current one. Returns false at the end of the file.
    ///
    /// # Errors
    /// The same errors as [`Frames::available`].
    pub fn next_frame(&mut self) -> io::Result<bool> {
        while !self.available()?.is_empty() {
            self.consume(self.buffer.len() - self.buffer_start);
        }
        let Some(bytes) = self.take_input() else { return Ok(false) };
        self.open_frame(bytes)
    }

    /// Finds the next frame whose decompressed data starts with these bytes, to continue after damage. The current frame is
    /// included if none of it was consumed. Returns false at the end of the file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn find_frame(&mut self, prefix: &[u8]) -> io::Result<bool> {
        if self.consumed == 0 && !self.is_damaged && self.starts_with(prefix) {
            return Ok(true);
        }
        self.find_next_frame(prefix)
    }

    /// Goes on after an error of a file of lines, with the next frame that starts with `line_start`. Returns what is wrong, for the row
    /// of the line.
    ///
    /// # Errors
    /// The same error if it is not about the data, or if the file cannot be read.
    pub(super) fn recover(&mut self, error: io::Error, line_start: &[u8]) -> io::Result<String> {
        if error.raw_os_error().is_some() {
            return Err(error);
        }
        self.count_failures(1, 0)?;
        self.find_next_frame(line_start)?;
        Ok(format!("the compressed data is truncated or damaged: {error}"))
    }

    /// Finds the next frame like [`Frames::find_frame`], but never the current one.
    fn find_next_frame(&mut self, prefix: &[u8]) -> io::Result<bool> {
        self.count_failures(0, self.consumed)?;
        let Some(mut bytes) = self.take_input() else { return Ok(false) };
        bytes.seek(self.start + 1)?;
        let found = self.find_start(&mut bytes, prefix)?;
        Ok(self.open_frame(bytes)? && found)
    }

    /// Moves `bytes` to the next frame whose decompressed data starts with `prefix`, or to the end of the file.
    fn find_start(&mut self, bytes: &mut Bytes, prefix: &[u8]) -> io::Result<bool> {
        let (magic, probe_bytes): (&[u8], _) = match self.compression {
            Compression::Zstd => (&ZSTD_MAGIC, ZSTD_PROBE_BYTES),
            _ => (&MEMBER_MAGIC, GZIP_PROBE_BYTES),
        };
        while bytes.find(magic)? {
            let start = bytes.position;
            if self.decompresses_to(bytes.by_ref().take(probe_bytes), prefix) {
                bytes.move_to(start)?;
                return Ok(true);
            }
            bytes.move_to(start + 1)?;
            self.count_failures(1, 0)?;
        }
        Ok(false)
    }

    /// Counts places that only look like frames or hold damaged ones, and the decompressed bytes of the latter. Overlapping frames could
    /// else make reading take quadratic time.
    fn count_failures(&mut self, places: u32, bytes: u64) -> io::Result<()> {
        let bytes = u32::try_from(bytes / BYTES_PER_FAILURE).unwrap_or(u32::MAX);
        self.failures = self.failures.saturating_add(places).saturating_add(bytes);
        match self.failures {
            0..=MAX_FAILURES => Ok(()),
            _ => Err(invalid_data(format!(
                "the compressed data is damaged in more than {MAX_FAILURES} places, so the rest of it was not read"
            ))),
        }
    }

    /// Whether the decompressed bytes of a frame start with `prefix`. There must be at least one byte.
    fn decompresses_to(&self, frame: impl BufRead, prefix: &[u8]) -> bool {
        let mut start = vec![0; prefix.len().max(1)];
        let is_read = match self.compression {
            Compression::Zstd => {
                let decoder = zstd::stream::read::Decoder::with_dictionary(frame, &self.dictionary);
                decoder.is_ok_and(|mut decoder| decoder.read_exact(&mut start).is_ok())
            }
            _ => GzDecoder::new(frame).read_exact(&mut start).is_ok(),
        };
        is_read && start.starts_with(prefix)
    }

    /// Decompresses the frame that was just opened, as far as [`MAX_CHECKED_BYTES`]. The end of a frame includes its checksum.
    fn check_frame(&mut self, record_start: &[u8]) -> io::Result<()> {
        self.buffer.clear();
        let buffer = &mut self.buffer;
        let read = match &mut self.decoder {
            Decoder::Gzip(decoder) => decoder.take(MAX_CHECKED_BYTES).read_to_end(buffer),
            Decoder::Zstd(decoder) => decoder.take(MAX_CHECKED_BYTES).read_to_end(buffer),
            _ => Ok(0),
        };
        match read {
            Ok(_) => Ok(()),
            Err(error) if error.raw_os_error().is_some() => Err(error),
            Err(error) => self.note_failure(error, record_start),
        }
    }

    /// Notes that the current frame cannot be decompressed completely. If only the file ends too early, what precedes is good. But a
    /// frame that was cut in the middle of a file was continued with the bytes of the next one.
    fn note_failure(&mut self, error: io::Error, record_start: &[u8]) -> io::Result<()> {
        let is_end_missing = error.kind() == io::ErrorKind::UnexpectedEof;
        let Some(mut bytes) = self.take_bytes() else { return Err(error) };
        self.count_failures(1, self.buffer.len() as u64)?;
        bytes.seek(self.start + 1)?;
        self.is_damaged = !is_end_missing || self.find_start(&mut bytes, record_start)?;
        self.failure = Some(match self.is_damaged && is_end_missing {
            true => invalid_data("another record starts before its end".to_owned()),
            false => error,
        });
        self.decoder = Decoder::Between(bytes);
        Ok(())
    }

    /// Returns why the records of the current frame cannot be trusted, if its check failed.
    pub(super) fn take_damage(&mut self) -> Option<io::Error> {
        if self.is_damaged { self.failure.take() } else { None }
    }

    fn starts_with(&mut self, prefix: &[u8]) -> bool {
        self.available().is_ok_and(|ready| ready.starts_with(prefix))
    }

    /// Takes the input out of the decoder, at the position where the decoder left it.
    fn take_input(&mut self) -> Option<Bytes> {
        (self.buffer_start, self.consumed) = (0, 0);
        self.buffer.clear();
        (self.is_damaged, self.failure) = (false, None);
        self.take_bytes()
    }

    fn take_bytes(&mut self) -> Option<Bytes> {
        match mem::replace(&mut self.decoder, Decoder::Taken) {
            Decoder::Between(bytes) | Decoder::Plain(bytes) => Some(bytes),
            Decoder::Gzip(decoder) => Some(decoder.into_inner()),
            Decoder::Zstd(decoder) => Some(decoder.finish()),
            Decoder::Taken => None,
        }
    }

    /// Starts the frame at the current position of the input. Returns false at the end of the file.
    fn open_frame(&mut self, mut bytes: Bytes) -> io::Result<bool> {
        let is_found = match self.compression {
            Compression::Zstd => skip_skippable_frames(&mut bytes),
            Compression::Gzip => skip_padding(&mut bytes),
            Compression::Plain => bytes.fill_buf().map(|ready| !ready.is_empty()),
        };
        (self.start, self.consumed) = (bytes.position, 0);
        if !matches!(is_found, Ok(true)) {
            self.decoder = Decoder::Between(bytes);
            return is_found;
        }
        self.decoder = match self.compression {
            Compression::Plain => Decoder::Plain(bytes),
            Compression::Gzip => Decoder::Gzip(GzDecoder::new(bytes)),
            Compression::Zstd => {
                Decoder::Zstd(ZstdDecoder::with_dictionary(bytes, &self.dictionary)?.single_frame())
            }
        };
        match self.record_start {
            Some(record_start) => self.check_frame(record_start).map(|()| true),
            None => Ok(true),
        }
    }

    fn refill(&mut self) -> io::Result<()> {
        self.buffer_start = 0;
        if let Some(failure) = self.failure.take() {
            self.buffer.clear();
            return Err(failure);
        }
        self.buffer.resize(OUTPUT_BUFFER_BYTES, 0);
        let read = match &mut self.decoder {
            Decoder::Plain(bytes) => bytes.read(&mut self.buffer),
            Decoder::Gzip(decoder) => decoder.read(&mut self.buffer),
            Decoder::Zstd(decoder) => decoder.read(&mut self.buffer),
            Decoder::Between(_) | Decoder::Taken => Ok(0),
        };
        self.buffer.truncate(*read.as_ref().unwrap_or(&0));
        read.map(drop)
    }
}

/// Reads the dictionary in a skippable frame. The dictionary may be compressed itself.
fn read_dictionary(bytes: &mut Bytes) -> io::Result<Vec<u8>> {
    let mut head = [0; 8];
    bytes.read_exact(&mut head)?;
    let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
    if length > MAX_DICTIONARY_BYTES {
        return Err(invalid_data(format!(
            "the zstd dictionary has {length} bytes, more than {MAX_DICTIONARY_BYTES}"
        )));
    }
    let mut dictionary = Vec::new();
    bytes.take(u64::from(length)).read_to_end(&mut dictionary)?;
    if dictionary.starts_with(&ZSTD_MAGIC) {
        let compressed = mem::take(&mut dictionary);
        let decoder = zstd::stream::read::Decoder::new(compressed.as_slice())?;
        decoder.take(u64::from(MAX_DICTIONARY_BYTES)).read_to_end(&mut dictionary)?;
    }
    // No frame can be decompressed with a damaged dictionary.
    zstd::stream::read::Decoder::with_dictionary(io::empty(), &dictionary)
        .map_err(|error| invalid_data(format!("the zstd dictionary is damaged: {error}")))?;
    Ok(dictionary)
}

/// Whether the first bytes of a frame are those of a skippable one.
fn starts_skippable_frame(head: &[u8]) -> bool {
    head.first().is_some_and(|byte| byte & 0xf0 == 0x50) && head.get(1..4) == Some(&SKIPPABLE_MAGIC)
}

/// Skips the zero bytes with which some programs fill a file of gzip members up to the length of a block; `gzip` ignores them too.
/// Returns false at the end of the file.
fn skip_padding(bytes: &mut Bytes) -> io::Result<bool> {
    loop {
        let ready = bytes.fill_buf()?;
        let zeros = ready.iter().take_while(|byte| **byte == 0).count();
        let is_end = ready.is_empty();
        if is_end || zeros < ready.len() {
            bytes.consume(zeros);
            return Ok(!is_end);
        }
        bytes.consume(zeros);
    }
}

/// Skips skippable frames. Returns false at the end of the file.
fn skip_skippable_frames(bytes: &mut Bytes) -> io::Result<bool> {
    while starts_skippable_frame(bytes.fill_buf()?) {
        let mut head = [0; 8];
        bytes.read_exact(&mut head)?;
        let length = u64::from(u32::from_le_bytes([head[4], head[5], head[6], head[7]]));
        let skipped = io::copy(&mut bytes.take(length), &mut io::sink())?;
        if skipped < length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    Ok(!bytes.fill_buf()?.is_empty())
}

/// An error for damaged data.
pub(super) fn invalid_data(what: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// A reader that counts the consumed bytes.
struct Counted<R> {
    inner: R,
    position: u64,
}

impl<R: Read + Seek> Counted<BufReader<R>> {
    fn seek(&mut self, offset: u64) -> io::Result<()> {
        self.position = self.inner.seek(SeekFrom::Start(offset))?;
        Ok(())
    }

    /// Moves to a position nearby, without reading the buffered bytes again if it is among them.
    fn move_to(&mut self, offset: u64) -> io::Result<()> {
        let distance = offset.cast_signed() - self.position.cast_signed();
        self.inner.seek_relative(distance)?;
        self.position = offset;
        Ok(())
    }

    /// Moves to the next occurrence of the bytes `magic`. If there is none, moves to the end of the file and returns false. The
    /// first byte of `magic` must not occur in it a second time.
    fn find(&mut self, magic: &[u8]) -> io::Result<bool> {
        let mut matched = 0;
        while matched < magic.len() {
            let ready = self.inner.fill_buf()?;
            let Some(next) = ready.first() else { return Ok(false) };
            if *next == magic[matched] {
                matched += 1;
                self.consume(1);
            } else if matched > 0 {
                matched = 0;
            } else {
                let skipped = memchr::memchr(magic[0], ready).unwrap_or(ready.len());
                self.consume(skipped);
            }
        }
        self.move_to(self.position - magic.len() as u64)?;
        Ok(true)
    }
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(out)?;
        self.position += read as u64;
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.inner.consume(count);
        self.position += count as u64;
    }
}

/// Reads all frames as one stream of bytes, for line-based formats.
impl Read for Frames {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut ready = self.fill_buf()?;
        let read = ready.read(out)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Frames {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.available()?.is_empty() && self.next_frame()? {}
        self.available()
    }

    fn consume(&mut self, count: usize) {
        Frames::consume(self, count);
    }
}
