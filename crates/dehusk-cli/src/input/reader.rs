//! Reads inputs of every kind into one reused buffer.

use std::sync::Arc;

use dehusk_batch::read::mhtml;
use dehusk_fetch::FetchOptions;
use dehusk_http::content_type::cannot_be_page;

use super::page_input::Input;
use super::read_error::ReadError;
use super::{fetch, file};
use crate::fetching::Fetching;

/// The bytes of one page, and what its server said about it.
pub(crate) struct ReadPage<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) content_type: Option<String>,
    /// The address of a fetched page after all redirects, without user and password, or that from which a page was saved.
    pub(crate) final_address: Option<String>,
    /// Whether a saved page lacks its end.
    pub(crate) is_truncated: bool,
}

/// Reads one page at a time. Each thread has its own reader.
pub(crate) struct Reader {
    max_bytes: usize,
    fetching: Arc<Fetching>,
    buffer: Vec<u8>,
}

impl Reader {
    /// Returns a reader of pages of at most `max_bytes` bytes. `fetching` has a limit of its own.
    pub(crate) fn new(max_bytes: usize, fetching: Arc<Fetching>) -> Reader {
        Reader { max_bytes, fetching, buffer: Vec::new() }
    }

    /// Returns a reader that fetches with the default options.
    pub(crate) fn with_default_fetcher(max_bytes: usize) -> Reader {
        let options = FetchOptions::new().with_max_bytes(max_bytes);
        Reader::new(max_bytes, Arc::new(Fetching::new(options)))
    }

    pub(crate) fn read(&mut self, input: &Input) -> Result<ReadPage<'_>, ReadError> {
        self.buffer.clear();
        let (content_type, final_address) = self.fill_buffer(input)?;
        if mhtml::is_mhtml(&self.buffer) {
            let saved = mhtml::read(&self.buffer).map_err(ReadError::Failed)?;
            self.buffer = saved.html;
            let url = saved.url.filter(|url| url.starts_with("http://") || url.starts_with("https://"));
            return Ok(ReadPage {
                bytes: &self.buffer,
                content_type: saved.content_type,
                final_address: url,
                is_truncated: saved.is_truncated,
            });
        }
        Ok(ReadPage { bytes: &self.buffer, content_type, final_address, is_truncated: false })
    }

    /// Reads the whole input, whatever it is, and returns its bytes and the address after all redirects.
    pub(crate) fn read_any(&mut self, input: &Input) -> Result<(&[u8], Option<String>), ReadError> {
        self.buffer.clear();
        let (_, final_address) = self.fill_buffer(input)?;
        Ok((&self.buffer, final_address))
    }

    /// Fills the buffer, and returns the content type and the final address of the page.
    fn fill_buffer(&mut self, input: &Input) -> Result<(Option<String>, Option<String>), ReadError> {
        let (max_bytes, buffer) = (self.max_bytes, &mut self.buffer);
        match input {
            Input::File { path, .. } => file::read_file(path, max_bytes, buffer)?,
            Input::Stdin => file::read_stdin(max_bytes, buffer)?,
            Input::Url { address, .. } => {
                let page = fetch::read_url(&self.fetching, address)?;
                *buffer = page.body;
                return Ok((page.content_type, Some(page.address)));
            }
            Input::InMemory { content_type: Some(kind), .. } if cannot_be_page(kind) => {
                return Err(ReadError::NotHtml { content_type: kind.clone() });
            }
            Input::InMemory { bytes, content_type, .. } => {
                buffer.extend_from_slice(bytes);
                return Ok((content_type.clone(), None));
            }
            Input::Refused { sentence, .. } => return Err(ReadError::Failed(sentence.clone())),
        }
        Ok((None, None))
    }
}
