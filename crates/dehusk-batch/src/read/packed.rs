//! Files of frames: gzip members, zstd frames, or plain bytes as one frame. A web archive has a frame for each record, so the
//! offset of a frame is where a record can be read again.
//!
//! What the bytes mean is not known here.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::mem;
use std::num::ParseIntError;
use std::str::FromStr;

use flate2::bufread::GzDecoder;

/// Bytes read from disk at once.
const INPUT_BYTES: usize = 1 << 18;
/// Unpacked bytes that wait to be consumed.
const OUTPUT_BYTES: usize = 1 << 16;

const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];
const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Skippable frames are `50` to `5f` followed by these; their length follows as four bytes.
const SKIPPABLE_MAGIC: [u8; 3] = [0x2a, 0x4d, 0x18];
/// The skippable frame at the beginning of a `.warc.zst` that holds the dictionary of all its frames.
const DICTIONARY_MAGIC: [u8; 4] = [0x5d, 0x2a, 0x4d, 0x18];
/// The largest dictionary taken; those of web archives have about 100 KB.
const MAX_DICTIONARY_BYTES: u32 = 16 << 20;

/// A place in a file where reading can begin: some unpacked bytes after the beginning of a frame. Readers of other files than
/// archives and lines count pages or rows in `offset`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Cursor {
    /// Bytes of the file before the frame.
    pub offset: u64,
    /// Unpacked bytes of the frame before the place.
    pub skip: u64,
}

/// As people write it: `81723`, or `0+81723` where it lies within a frame.
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

    /// Reads what [`Cursor`] is displayed as.
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

/// What can be read and moved in: a file, or bytes.
pub trait Input: Read + Seek + Send {}
impl<T: Read + Seek + Send> Input for T {}

type Bytes = Counted<BufReader<Box<dyn Input>>>;
type ZstdDecoder = zstd::stream::read::Decoder<'static, Bytes>;

/// How the bytes of a file are packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packing {
    Plain,
    Gzip,
    Zstd,
}

impl Packing {
    /// A file that ends within the mark of its packing is one that was cut.
    fn of(head: &[u8]) -> Packing {
        let begins =
            |magic: &[u8]| !head.is_empty() && head.starts_with(&magic[..magic.len().min(head.len())]);
        match head {
            _ if begins(&GZIP_MAGIC) => Packing::Gzip,
            _ if begins(&ZSTD_MAGIC) || head.get(1..4) == Some(&SKIPPABLE_MAGIC) => Packing::Zstd,
            _ => Packing::Plain,
        }
    }
}

/// The decoder of the frame that is being read, or the input between two frames.
#[expect(clippy::large_enum_variant, reason = "there is one per file")]
enum Decoder {
    Between(Bytes),
    Plain(Bytes),
    Gzip(GzDecoder<Bytes>),
    Zstd(ZstdDecoder),
    /// Only while one of the others becomes another.
    Nothing,
}

/// The unpacked bytes of a file, frame after frame.
pub struct Frames {
    packing: Packing,
    decoder: Decoder,
    dictionary: Vec<u8>,
    /// Where the frame begins in the file.
    start: u64,
    /// Unpacked bytes of the frame that were consumed.
    consumed: u64,
    buffer: Vec<u8>,
    at: usize,
}

impl Frames {
    /// Reads from a place on that [`Frames::cursor`] gave, or from the beginning of a frame.
    ///
    /// # Errors
    /// When the input cannot be read.
    pub fn new(input: Box<dyn Input>, from: Cursor) -> io::Result<Frames> {
        let mut bytes = Counted { inner: BufReader::with_capacity(INPUT_BYTES, input), position: 0 };
        let head = bytes.fill_buf()?;
        let packing = Packing::of(head);
        let dictionary =
            if head.starts_with(&DICTIONARY_MAGIC) { read_dictionary(&mut bytes)? } else { Vec::new() };
        if from.offset > 0 {
            bytes.seek(from.offset)?;
        }
        let start = bytes.position;
        let decoder = Decoder::Between(bytes);
        let mut frames =
            Frames { packing, decoder, dictionary, start, consumed: 0, buffer: Vec::new(), at: 0 };
        frames.pass(from.skip)?;
        Ok(frames)
    }

    /// Where reading is.
    #[must_use]
    pub fn cursor(&self) -> Cursor {
        match self.packing {
            Packing::Plain => Cursor { offset: self.start + self.consumed, skip: 0 },
            _ => Cursor { offset: self.start, skip: self.consumed },
        }
    }

    /// Whether the file is one of frames.
    #[must_use]
    pub fn is_packed(&self) -> bool {
        self.packing != Packing::Plain
    }

    fn pass(&mut self, bytes: u64) -> io::Result<()> {
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

    /// Unpacked bytes of the frame that lie ready; none at its end. After an error the frame is over.
    ///
    /// # Errors
    /// `UnexpectedEof` if the file ends within the frame, `InvalidData` if its data are damaged; others of reading.
    pub fn available(&mut self) -> io::Result<&[u8]> {
        if self.at == self.buffer.len() {
            self.refill()?;
        }
        Ok(&self.buffer[self.at..])
    }

    /// Takes bytes that were [`Frames::available`].
    pub fn consume(&mut self, count: usize) {
        self.at = (self.at + count).min(self.buffer.len());
        self.consumed += count as u64;
    }

    /// Goes to the next frame; false at the end of the file. What is left of this one is not looked at.
    ///
    /// # Errors
    /// As [`Frames::available`].
    pub fn next_frame(&mut self) -> io::Result<bool> {
        while !self.available()?.is_empty() {
            self.consume(self.buffer.len() - self.at);
        }
        let Some(bytes) = self.input() else { return Ok(false) };
        self.open(bytes)
    }

    /// Looks for the next frame of packed data that begins with these bytes, this one included if nothing of it was consumed:
    /// how to go on after damage. False at the end of the file.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn find_frame(&mut self, beginning: &[u8]) -> io::Result<bool> {
        if self.consumed == 0 && self.begins_with(beginning) {
            return Ok(true);
        }
        let magic: &[u8] = if self.packing == Packing::Zstd { &ZSTD_MAGIC } else { &GZIP_MAGIC };
        let mut from = self.start + 1;
        while let Some(mut bytes) = self.input() {
            bytes.seek(from)?;
            let found = bytes.find(magic)?;
            from = bytes.position + 1;
            if !self.open(bytes)? || !found {
                break;
            }
            if self.begins_with(beginning) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn begins_with(&mut self, beginning: &[u8]) -> bool {
        self.available().is_ok_and(|ready| ready.starts_with(beginning))
    }

    /// The input behind the decoder, wherever that left it.
    fn input(&mut self) -> Option<Bytes> {
        (self.at, self.consumed) = (0, 0);
        self.buffer.clear();
        match mem::replace(&mut self.decoder, Decoder::Nothing) {
            Decoder::Between(bytes) | Decoder::Plain(bytes) => Some(bytes),
            Decoder::Gzip(decoder) => Some(decoder.into_inner()),
            Decoder::Zstd(decoder) => Some(decoder.finish()),
            Decoder::Nothing => None,
        }
    }

    /// Begins the frame that the input is at; false at the end of the file.
    fn open(&mut self, mut bytes: Bytes) -> io::Result<bool> {
        if self.packing == Packing::Zstd {
            while skip_skippable(&mut bytes)? {}
        }
        let is_end = bytes.fill_buf()?.is_empty();
        (self.start, self.consumed) = (bytes.position, 0);
        if is_end {
            self.decoder = Decoder::Between(bytes);
            return Ok(false);
        }
        self.decoder = match self.packing {
            Packing::Plain => Decoder::Plain(bytes),
            Packing::Gzip => Decoder::Gzip(GzDecoder::new(bytes)),
            Packing::Zstd => {
                Decoder::Zstd(ZstdDecoder::with_dictionary(bytes, &self.dictionary)?.single_frame())
            }
        };
        Ok(true)
    }

    fn refill(&mut self) -> io::Result<()> {
        self.at = 0;
        self.buffer.resize(OUTPUT_BYTES, 0);
        let read = match &mut self.decoder {
            Decoder::Plain(bytes) => bytes.read(&mut self.buffer),
            Decoder::Gzip(decoder) => decoder.read(&mut self.buffer),
            Decoder::Zstd(decoder) => decoder.read(&mut self.buffer),
            Decoder::Between(_) | Decoder::Nothing => Ok(0),
        };
        self.buffer.truncate(*read.as_ref().unwrap_or(&0));
        read.map(drop)
    }
}

/// The dictionary in a skippable frame; it may be packed itself.
fn read_dictionary(bytes: &mut Bytes) -> io::Result<Vec<u8>> {
    let mut head = [0; 8];
    bytes.read_exact(&mut head)?;
    let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
    if length > MAX_DICTIONARY_BYTES {
        return Err(invalid(format!("its dictionary has {length} bytes, more than {MAX_DICTIONARY_BYTES}")));
    }
    let mut dictionary = Vec::new();
    bytes.take(u64::from(length)).read_to_end(&mut dictionary)?;
    if !dictionary.starts_with(&ZSTD_MAGIC) {
        return Ok(dictionary);
    }
    let mut unpacked = Vec::new();
    let decoder = zstd::stream::read::Decoder::new(dictionary.as_slice())?;
    decoder.take(u64::from(MAX_DICTIONARY_BYTES)).read_to_end(&mut unpacked)?;
    Ok(unpacked)
}

/// Whether there was a skippable frame, which is skipped now.
fn skip_skippable(bytes: &mut Bytes) -> io::Result<bool> {
    let head = bytes.fill_buf()?;
    let is_skippable =
        head.first().is_some_and(|byte| byte & 0xf0 == 0x50) && head.get(1..4) == Some(&SKIPPABLE_MAGIC);
    if !is_skippable {
        return Ok(false);
    }
    let mut head = [0; 8];
    bytes.read_exact(&mut head)?;
    let length = u64::from(u32::from_le_bytes([head[4], head[5], head[6], head[7]]));
    let skipped = io::copy(&mut bytes.take(length), &mut io::sink())?;
    if skipped < length { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(true) }
}

/// An error of damaged data.
pub(super) fn invalid(what: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// Knows how many bytes were consumed.
struct Counted<R> {
    inner: R,
    position: u64,
}

impl<R: Read + Seek> Counted<BufReader<R>> {
    fn seek(&mut self, offset: u64) -> io::Result<()> {
        self.position = self.inner.seek(SeekFrom::Start(offset))?;
        Ok(())
    }

    /// Goes to the next place that begins with these bytes, none of which is its first; false, at the end, if there is none.
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
        self.inner.seek_relative(-(magic.len() as i64))?;
        self.position -= magic.len() as u64;
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

/// All frames as one stream of bytes, for formats of lines.
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
