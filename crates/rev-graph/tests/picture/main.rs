//! The graph of whole packages: what is in it, how it is written, and how it looks in a browser.

#[cfg(test)]
mod big;
#[cfg(test)]
mod browser;
#[cfg(test)]
mod chromium;
#[cfg(test)]
mod data;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod package;
#[cfg(test)]
mod written;
#[cfg(test)]
mod xml;
