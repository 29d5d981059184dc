//! The server as its clients see it: most tests ask the router without a socket, some ask a listening server.

mod access;
mod api;
mod bodies;
mod client;
mod forms;
mod hostile;
mod openapi;
mod pages;
