//! Words of a text in any script, for tag clouds and word statistics.
//!
//! Plain text goes in, line by line, with its language if that is known; weighted terms come out. On the way a
//! [`Segmenter`] cuts lines into words (Thai, Lao, Khmer, Burmese, Chinese and Japanese by ICU4X's dictionaries or
//! its neural model, or by the user's own list), [`Folding`] takes spellings together, [`StopWords`] are left out,
//! and a [`Counter`] counts what remains, as words or as phrases. [`Weighting`] orders the [`Terms`]: by frequency
//! or by TF-IDF against a [`Reference`].
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
//! What is a word: a stretch with a letter or a digit. Numbers, words of one character, URLs and e-mail addresses
//! are not counted unless that is asked for (addresses never, nor words of more than 100 characters; [`Totals`] says
//! how many there were). Soft hyphens, word joiners and marks of direction
//! are as if they were not there; a zero-width space ends words of scripts without blanks only; ZWNJ stays inside
//! words of Persian.
//!
//! Time is linear in the text and memory in its words, whatever the text. The same text gives the same terms
//! everywhere.
//!
//! It draws nothing, reads no page and opens no file: lists and tables are built in.

mod address;
mod clean;
mod count;
mod error;
mod fold;
mod language;
mod letters;
mod lexicon;
mod phrases;
mod reference;
mod segment;
mod sentence;
mod stop;
mod terms;

pub use count::{Counter, Settings, Totals};
pub use error::Error;
pub use fold::Folding;
pub use language::detect;
pub use lexicon::Lexicon;
pub use reference::Reference;
pub use segment::{Backend, Segmenter};
pub use stop::StopWords;
pub use terms::{LanguageUse, Sentence, Term, Terms, Weighting};
