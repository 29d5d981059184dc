//! Finds and reads pages: the arguments of the command line become a list of inputs (`list`), and each input is read when its turn
//! comes (`Reader`). This module does not parse HTML.

mod addresses;
mod archive;
mod extensions;
mod fetch;
mod file;
mod folder;
mod list;
mod list_file;
mod name;
mod page_input;
mod read_error;
mod reader;

pub(crate) use addresses::is_list as is_list_of_addresses;
pub(crate) use archive::{RecordKey, read_page as read_archived_page};
pub(crate) use extensions::{Extensions, is_gzip, without_page_extension};
pub(crate) use folder::{files as folder_files, pages as folder_pages};
pub(crate) use list::{Listing, arguments_or_stdin, list};
pub(crate) use list_file::{list_in_file, paths_in_list, read_list_file};
pub(crate) use name::of_file as name_of_file;
pub(crate) use page_input::{Input, STDIN};
pub(crate) use read_error::ReadError;
pub(crate) use reader::{ReadPage, Reader};
