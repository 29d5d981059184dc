//! The text around a plot: title, method, parameters and notes.

/// What is written around a plot. All of it may come from strangers: it is cleaned, isolated and cut to its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// Title of the page.
    pub title: String,
    /// Language tag of the title, for readers of the SVG.
    pub language: Option<String>,
    /// Name of the page: its file or address.
    pub page: String,
    /// Name of the method.
    pub method: String,
    /// Its parameters and their values.
    pub params: Vec<(String, String)>,
    /// What else is to be known, a sentence each: written at the bottom.
    pub notes: Vec<String>,
}
