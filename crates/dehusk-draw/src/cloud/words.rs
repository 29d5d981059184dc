//! What a cloud is made of: words with their weights, and what is known about them.

/// A word with its weight.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Word {
    /// In logical order.
    pub text: String,
    /// How often it occurs; shown to the reader.
    pub count: u64,
    /// What its size tells: positive and finite.
    pub weight: f64,
    /// The numbers of the sentences that it is from.
    pub sentences: Vec<u32>,
}

/// Words and what is known of them.
///
/// ```
/// use dehusk_draw::{Fonts, cloud::{Cloud, Settings, Theme, Word}};
/// let word = |text: &str, count| Word { text: text.into(), count, weight: count as f64, sentences: vec![0] };
/// let words = [word("ฝน", 4), word("วัน", 2), word("บ้าน", 1)];
/// let sentences = ["ฝนตกทั้งวันที่บ้าน".to_owned()];
/// let cloud = Cloud { words: &words, sentences: &sentences, title: "ฝน", language: Some("th"), about: &[] };
/// let layout = cloud.lay_out(&Settings::default(), &Fonts::embedded())?;
/// assert_eq!((layout.words().len(), layout.unplaced().len()), (3, 0));
/// assert!(layout.to_svg(Theme::Light).contains("ฝน"));
/// # Ok::<(), dehusk_draw::cloud::CloudError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Cloud<'a> {
    /// In any order; of equal weights the first is placed first.
    pub words: &'a [Word],
    /// What [`Word::sentences`] are numbers of. They are in the HTML.
    pub sentences: &'a [String],
    /// What the words are from.
    pub title: &'a str,
    /// A tag as in `lang`; it chooses among Chinese, Japanese and Korean forms of characters.
    pub language: Option<&'a str>,
    /// Facts for the JSON and the page: how words were found, weighed and chosen.
    pub about: &'a [(String, String)],
}
