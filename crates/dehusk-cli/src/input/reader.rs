//! Reads inputs of every kind into one reused buffer.

use dehusk_batch::content_type::cannot_be_page;
use ureq::Agent;

use super::page_input::Input;
use super::read_error::ReadError;
use super::{fetch, file};

/// The bytes of one page, and the content type that its server declared.
pub(crate) struct ReadPage<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) content_type: Option<String>,
}

/// Reads one page at a time. Each thread has its own reader.
pub(crate) struct Reader {
    max_bytes: usize,
    agent: Agent,
    buffer: Vec<u8>,
}

impl Reader {
    pub(crate) fn new(max_bytes: usize, agent: Agent) -> Reader {
        Reader { max_bytes, agent, buffer: Vec::new() }
    }

    pub(crate) fn read(&mut self, input: &Input) -> Result<ReadPage<'_>, ReadError> {
        self.buffer.clear();
        let content_type = self.fill_buffer(input)?;
        Ok(ReadPage { bytes: &self.buffer, content_type })
    }

    fn fill_buffer(&mut self, input: &Input) -> Result<Option<String>, ReadError> {
        let (max_bytes, buffer) = (self.max_bytes, &mut self.buffer);
        match input {
            Input::File { path, .. } => file::read_file(path, max_bytes, buffer).map(|()| None),
            Input::Stdin => file::read_stdin(max_bytes, buffer).map(|()| None),
            Input::Url { address, .. } => fetch::read_url(&self.agent, address, max_bytes, buffer),
            Input::InMemory { content_type: Some(kind), .. } if cannot_be_page(kind) => {
                Err(ReadError::NotHtml { content_type: kind.clone() })
            }
            Input::InMemory { bytes, content_type, .. } => {
                buffer.extend_from_slice(bytes);
                Ok(content_type.clone())
            }
            Input::Refused { sentence, .. } => Err(ReadError::Failed(sentence.clone())),
        }
    }
}
