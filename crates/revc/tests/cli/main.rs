//! The program as a user meets it: arguments in, exit code and two streams out.

#[cfg(test)]
mod ask;
#[cfg(test)]
mod build;
#[cfg(test)]
mod check;
#[cfg(test)]
mod conformance;
#[cfg(test)]
mod decide;
#[cfg(test)]
mod diff;
#[cfg(test)]
mod explain;
#[cfg(test)]
mod fix;
#[cfg(test)]
mod fmt;
#[cfg(test)]
mod formats;
#[cfg(test)]
mod graph;
#[cfg(test)]
mod packages;
#[cfg(test)]
mod replay;
#[cfg(test)]
mod sandbox;
#[cfg(test)]
mod usage;
