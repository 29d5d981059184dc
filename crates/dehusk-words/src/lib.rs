//! Finds and counts the words of texts in any script, for tag clouds and word statistics.
//!
//! The input is plain text with its language, if known; the output is weighted terms. A [`Segmenter`] splits
//! lines into words. By default it uses PyThaiNLP's list for Thai, and ICU4X's dictionaries for Lao, Khmer,
//! Burmese, Chinese and Japanese. Alternatives are ICU4X's neural model and the user's own list. [`Folding`]
//! merges spellings, [`StopWords`] are dropped, and a [`Counter`] counts the remaining words and phrases.
//! [`Weighting`] orders the [`Terms`] by frequency or by TF-IDF against a [`Reference`].
//!
//! ```
//! use dehusk_words::{Backend, Counter, Lexicon, Segmenter, Settings, StopWords, Weighting};
//!
//! let settings = Settings {
//!     segmenter: Segmenter::new(Backend::Dictionary, Lexicon::parse("Bangkok Post\nน้ำท่วมใหญ่")?)?,
//!     stop_words: StopWords::default().with_list("ข่าว")?,
//!     ..Settings::default()
//! };
//! let mut counter = Counter::new(settings);
//! counter.add("ข่าวน้ำท่วมใหญ่ในกรุงเทพจาก Bangkok Post\nน้ำท่วมใหญ่กรุงเทพอีกครั้ง", Some("th"));
//! let terms = counter.terms(Weighting::Frequency, None);
//! let texts: Vec<&str> = terms.terms.iter().map(|term| &*term.text).collect();
//! assert_eq!(texts, ["น้ำท่วมใหญ่", "กรุงเทพ", "Bangkok Post"]);
//! assert_eq!(terms.terms[0].sentences.len(), 2);
//! # Ok::<(), dehusk_words::Error>(())
//! ```
//!
//! A word is a segment with a letter or a digit. By default, numbers and words of one character are not
//! counted. URLs, e-mail addresses and words of more than 100 characters are never counted; [`Totals`] says
//! how many there were. Soft hyphens, word joiners and direction marks are ignored. A zero-width space
//! separates words only in scripts without spaces between words. ZWNJ stays inside Persian words.
//!
//! For any text, time is linear in its length and memory is linear in the number of its words. The same text
//! gives the same terms on every platform.
//!
//! This crate does not draw, parse HTML or open files: lists and tables are built in.

mod address;
mod clean;
mod compounds;
mod counter;
mod cue;
mod error;
mod facts;
mod folding;
mod lexicon;
mod names;
mod phrases;
mod reference;
mod segment;
mod sentence;
mod stop_words;
mod syllable;
mod terms;
mod unicode;

pub use counter::{Counter, Settings, Totals};
pub use dehusk_language::detect;
pub use error::Error;
pub use folding::Folding;
pub use lexicon::Lexicon;
pub use reference::Reference;
pub use segment::{Backend, Segmenter};
pub use stop_words::StopWords;
pub use terms::{LanguageUse, Sentence, Term, Terms, Weighting};
pub use unicode::is_unspaced;
