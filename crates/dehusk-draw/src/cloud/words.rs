//! The input of a cloud: words with their weights, and facts about their source.

/// A word with its weight.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Word {
    /// The text of the word, in logical order.
    pub text: String,
    /// How often it occurs; shown to the reader.
    pub count: u64,
    /// The weight, which its size reflects. It must be positive and finite.
    pub weight: f64,
    /// Indices of the sentences that contain it.
    pub sentences: Vec<u32>,
}

/// The words of a cloud, and facts about the text that they are from.
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
    /// In any order. Among words of equal weight, the first is placed first.
    pub words: &'a [Word],
    /// The sentences that [`Word::sentences`] refers to. They are written into the HTML and the JSON.
    pub sentences: &'a [String],
    /// The name of the text that the words are from.
    pub title: &'a str,
    /// A language tag as in the HTML attribute `lang`. It selects Chinese, Japanese or Korean forms of
    /// characters.
    pub language: Option<&'a str>,
    /// Facts for the JSON and the HTML page, as pairs of name and value: how words were found, weighted and
    /// chosen.
    pub about: &'a [(String, String)],
}
