//! What must hold for every input. Each function takes one input and says what is broken.
//!
//! The fuzz targets call them under libFuzzer; `tests/seeds.rs` calls them on stable Rust. Panics are failures, too: nothing is
//! caught here.

pub mod archive;
pub mod html;
pub mod limits;
pub mod lists;
pub mod metadata;
pub mod page;
pub mod selectors;
pub mod spans;
pub mod styles;
pub mod table;

#[allow(dead_code, reason = "the tests of the core use more of it")]
#[path = "../../../crates/dehusk/tests/it/round_trip.rs"]
mod round_trip;

/// What is broken, in words and with the output that shows it.
pub type Broken = String;

/// Panics with what is broken, for libFuzzer and for tests.
///
/// # Panics
/// If something is broken.
pub fn assert_holds(result: Result<(), Broken>) {
    if let Err(broken) = result {
        panic!("{broken}");
    }
}

/// Says that something is broken unless `holds`.
fn ensure(holds: bool, broken: impl FnOnce() -> Broken) -> Result<(), Broken> {
    if holds { Ok(()) } else { Err(broken()) }
}

/// Returns a number that depends on the input alone, to choose what else is checked.
fn digest(bytes: &[u8]) -> usize {
    // FNV-1a, <http://www.isthe.com/chongo/tech/comp/fnv/>.
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, step);
    usize::try_from(hash >> 16 & 0xffff_ffff).unwrap_or_default()
}

/// Whether the characters of `part` that are not whitespace occur in `whole`, in this order.
fn is_part(part: &str, whole: &str) -> bool {
    let mut rest = whole.chars().filter(|c| !c.is_whitespace());
    let mut wanted = part.chars().filter(|c| !c.is_whitespace());
    wanted.all(|c| rest.any(|other| other == c))
}
