//! Reads inputs of every kind, one after the other, into one buffer.

use dehusk_batch::content_type::cannot_be_page;
use ureq::Agent;

use super::{Input, fetch, file};

/// The bytes of one page, and what its server said about them.
pub(crate) struct ReadPage<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) content_type: Option<String>,
}

/// Why a page never got as far as extraction.
#[derive(Debug)]
pub(crate) enum Unread {
    TooLarge {
        bytes: u64,
    },
    /// A server called it something that cannot be a page.
    NotHtml {
        content_type: String,
    },
    /// A sentence that says what was wrong.
    Failed(String),
}

/// Belongs to one thread.
pub(crate) struct Reader {
    max_bytes: usize,
    agent: Agent,
    buffer: Vec<u8>,
}

impl Reader {
    pub(crate) fn new(max_bytes: usize, agent: Agent) -> Reader {
        Reader { max_bytes, agent, buffer: Vec::new() }
    }

    pub(crate) fn read(&mut self, input: &Input) -> Result<ReadPage<'_>, Unread> {
        self.buffer.clear();
        let content_type = self.fill_buffer(input)?;
        Ok(ReadPage { bytes: &self.buffer, content_type })
    }

    fn fill_buffer(&mut self, input: &Input) -> Result<Option<String>, Unread> {
        let (max_bytes, buffer) = (self.max_bytes, &mut self.buffer);
        match input {
            Input::File { path, .. } => file::read_file(path, max_bytes, buffer).map(|()| None),
            Input::Stdin => file::read_stdin(max_bytes, buffer).map(|()| None),
            Input::Url { address, .. } => fetch::read_url(&self.agent, address, max_bytes, buffer),
            Input::Held { content_type: Some(kind), .. } if cannot_be_page(kind) => {
                Err(Unread::NotHtml { content_type: kind.clone() })
            }
            Input::Held { bytes, content_type, .. } => {
                buffer.extend_from_slice(bytes);
                Ok(content_type.clone())
            }
            Input::Refused { sentence, .. } => Err(Unread::Failed(sentence.clone())),
        }
    }
}
