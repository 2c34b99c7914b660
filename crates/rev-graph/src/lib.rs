//! A policy as a picture: agents, tools by class, labels, boundaries, and the dangerous paths between them.
//!
//! [`graph()`] gathers plain data from a table; [`dot`], [`svg`] and [`html`] write it. The same table is the same bytes,
//! whatever order its package was written in.

mod boxes;
mod digest;
mod dot;
mod draw;
mod escape;
mod graph;
mod html;
mod layout;
mod legend;
mod lines;
mod name;
mod svg;

pub use dot::dot;
pub use graph::{Edge, EdgeKind, Graph, Node, NodeKind, graph};
pub use html::html;
pub use svg::svg;
