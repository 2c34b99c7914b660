//! What the two opinions have to agree on, and what holds of both.

#[cfg(test)]
mod told;
