//! The text around a plot: title, method, parameters and notes.

/// The text around a plot. It may come from untrusted pages, so it is cleaned, isolated in direction and cut
/// to fit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// Title of the page.
    pub title: String,
    /// Language tag of the title, written into the SVG.
    pub language: Option<String>,
    /// Name of the page: its file or URL.
    pub page: String,
    /// Name of the method.
    pub method: String,
    /// Parameters of the method, each with its value.
    pub params: Vec<(String, String)>,
    /// Further remarks, one sentence each, written at the bottom.
    pub notes: Vec<String>,
}
