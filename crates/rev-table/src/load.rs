//! From bytes to a table, and back. Loading checks everything once; what it lets through cannot lead nowhere.

use crate::check;
use crate::layout::*;
use crate::lookup;
use crate::node::Node;
use crate::ready::Field;
use crate::types::Type;
use std::fmt;
use zerocopy::little_endian::U32;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

/// The first bytes of every table.
const MAGIC: [u8; 8] = *b"REVTABLE";

/// Raised whenever the meaning of a byte changes.
const FORMAT: u32 = 2;

/// The largest table that is read.
const LARGEST: usize = 256 << 20;

/// Sections that say what the table means; those behind them say where it was written.
const SEMANTIC: usize = 27;
const SECTIONS: usize = SEMANTIC + 3;

#[derive(Clone, Copy, Debug, FromBytes, IntoBytes, Immutable, KnownLayout, zerocopy::Unaligned)]
#[repr(C)]
struct Header {
    magic: [u8; 8],
    format: U32,
    sections: U32,
    identity: [u8; 32],
    sources: [u8; 32],
    lengths: [U32; SECTIONS],
}

/// A decision table, loaded and checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    pub(crate) identity: [u8; 32],
    pub(crate) text: String,
    pub(crate) texts: Vec<TextRecord>,
    pub(crate) refs: Vec<U32>,
    pub(crate) types: Vec<TypeRecord>,
    /// The same as they are asked for.
    pub(crate) ready_types: Vec<Type>,
    pub(crate) fields: Vec<FieldRecord>,
    /// The same as they are asked for.
    pub(crate) ready_fields: Vec<Field>,
    pub(crate) nodes: Vec<NodeRecord>,
    /// The same as they are asked for.
    pub(crate) ready_nodes: Vec<Node>,
    /// Names of tools that have another one on the wire, sorted.
    pub(crate) renamed: Vec<u32>,
    pub(crate) amounts: Vec<AmountRecord>,
    pub(crate) label_sets: Vec<LabelSet>,
    pub(crate) gates: Vec<GateRecord>,
    pub(crate) tools: Vec<ToolRecord>,
    pub(crate) slots: Vec<U32>,
    pub(crate) globs: Vec<U32>,
    pub(crate) variants: Vec<VariantRecord>,
    pub(crate) rows: Vec<RowRecord>,
    pub(crate) reasons: Vec<ReasonRecord>,
    pub(crate) blasts: Vec<BlastRecord>,
    pub(crate) contracts: Vec<ContractRecord>,
    pub(crate) calls: Vec<CallRecord>,
    pub(crate) assumptions: Vec<AssumptionRecord>,
    pub(crate) labels: Vec<LabelRecord>,
    pub(crate) dimensions: Vec<DimensionRecord>,
    pub(crate) boundaries: Vec<BoundaryRecord>,
    pub(crate) budgets: Vec<BudgetRecord>,
    pub(crate) agents: Vec<AgentRecord>,
    pub(crate) contexts: Vec<ContextRecord>,
    pub(crate) counters: Vec<CounterRecord>,
    /// The policy's name and version, then the gate of each class.
    pub(crate) meta: Vec<U32>,
    pub(crate) sources: Vec<SourceRecord>,
    pub(crate) source_texts: Vec<TextRecord>,
    pub(crate) source_text: String,
}

/// Why bytes are no table. A host without a table denies every call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// They do not begin as a table does.
    NotATable,
    /// Another version of the format than this evaluator reads.
    Format {
        found: u32,
        reads: u32,
    },
    /// Fewer or more bytes than the table says it has.
    Length {
        found: usize,
        says: usize,
    },
    TooLarge {
        found: usize,
        most: usize,
    },
    /// The bytes are not those that were written.
    Hash,
    /// Something in it leads nowhere, or contradicts itself.
    Broken {
        section: &'static str,
        entry: usize,
        why: &'static str,
    },
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::NotATable => {
                write!(f, "this is no decision table: build one with `revc build`")
            }
            LoadError::Format { found, reads } if found > reads => write!(
                f,
                "the table has format {found}, which is newer than {reads}, the one read here: update the evaluator"
            ),
            LoadError::Format { found, reads } => write!(
                f,
                "the table has format {found}, which is older than {reads}, the one read here: build it again"
            ),
            LoadError::Length { found, says } => write!(
                f,
                "the table says that it has {says} bytes, and {found} are here: it was cut or something was added"
            ),
            LoadError::TooLarge { found, most } => {
                write!(f, "{found} bytes are more than a table may have ({most})")
            }
            LoadError::Hash => write!(
                f,
                "the table is damaged: its bytes are not those that were built"
            ),
            LoadError::Broken {
                section,
                entry,
                why,
            } => {
                write!(
                    f,
                    "the table is not valid: entry {entry} of its {section} {why}"
                )
            }
        }
    }
}

impl std::error::Error for LoadError {}

impl Table {
    /// Loads a table and checks all of it.
    ///
    /// ```
    /// let refused = rev_table::Table::load(b"not a table");
    /// assert_eq!(refused, Err(rev_table::LoadError::NotATable));
    /// ```
    pub fn load(bytes: &[u8]) -> Result<Table, LoadError> {
        if !bytes.starts_with(&MAGIC) {
            return Err(LoadError::NotATable);
        }
        if bytes.len() > LARGEST {
            return Err(LoadError::TooLarge {
                found: bytes.len(),
                most: LARGEST,
            });
        }
        let short = LoadError::Length {
            found: bytes.len(),
            says: size_of::<Header>(),
        };
        let format = bytes.get(8..12).ok_or(short.clone())?;
        let format = U32::read_from_bytes(format).map_or(0, U32::get);
        if format != FORMAT {
            return Err(LoadError::Format {
                found: format,
                reads: FORMAT,
            });
        }
        let (header, body) = Header::read_from_prefix(bytes).map_err(|_| short)?;
        let lengths = header.lengths.map(|length| length.get() as usize);
        let says: usize = lengths.iter().sum::<usize>() + size_of::<Header>();
        if says != bytes.len() || header.sections.get() as usize != SECTIONS {
            return Err(LoadError::Length {
                found: bytes.len(),
                says,
            });
        }
        let (semantic, sources) = halves(&lengths, body);
        if identity(&lengths, semantic) != header.identity
            || *blake3::hash(sources).as_bytes() != header.sources
        {
            return Err(LoadError::Hash);
        }
        let mut table = read(&lengths, body)?;
        table.identity = header.identity;
        table.ready_types = table.types.iter().map_while(Type::read).collect();
        table.ready_nodes = table.nodes.iter().map_while(Node::read).collect();
        check::check(&table)?;
        let fields = table.fields.iter().map(|record| Field::new(&table, record));
        table.ready_fields = fields.collect();
        table.renamed = lookup::renamed(&table);
        Ok(table)
    }

    /// The bytes of this table.
    pub fn to_bytes(&self) -> Vec<u8> {
        let sections = self.sections();
        let lengths = sections.map(<[u8]>::len);
        let body = sections.concat();
        let (semantic, sources) = halves(&lengths, &body);
        let header = Header {
            magic: MAGIC,
            format: U32::new(FORMAT),
            sections: U32::new(SECTIONS as u32),
            identity: identity(&lengths, semantic),
            sources: *blake3::hash(sources).as_bytes(),
            lengths: lengths.map(|length| U32::new(u32::try_from(length).unwrap_or(u32::MAX))),
        };
        [header.as_bytes(), &body].concat()
    }

    /// What the table is known by: the hash of what it means.
    pub fn identity(&self) -> [u8; 32] {
        self.identity
    }

    /// The identity as people write it.
    pub fn hash(&self) -> String {
        let mut text = String::with_capacity(71);
        text.push_str("blake3:");
        for byte in self.identity {
            text.push(char::from_digit(u32::from(byte >> 4), 16).unwrap_or('0'));
            text.push(char::from_digit(u32::from(byte & 15), 16).unwrap_or('0'));
        }
        text
    }

    /// The pools in the order of the bytes, those that mean something first.
    fn sections(&self) -> [&[u8]; SECTIONS] {
        [
            self.text.as_bytes(),
            self.texts.as_bytes(),
            self.refs.as_bytes(),
            self.types.as_bytes(),
            self.fields.as_bytes(),
            self.nodes.as_bytes(),
            self.amounts.as_bytes(),
            self.label_sets.as_bytes(),
            self.gates.as_bytes(),
            self.tools.as_bytes(),
            self.slots.as_bytes(),
            self.globs.as_bytes(),
            self.variants.as_bytes(),
            self.rows.as_bytes(),
            self.reasons.as_bytes(),
            self.blasts.as_bytes(),
            self.contracts.as_bytes(),
            self.calls.as_bytes(),
            self.assumptions.as_bytes(),
            self.labels.as_bytes(),
            self.dimensions.as_bytes(),
            self.boundaries.as_bytes(),
            self.budgets.as_bytes(),
            self.agents.as_bytes(),
            self.contexts.as_bytes(),
            self.counters.as_bytes(),
            self.meta.as_bytes(),
            self.sources.as_bytes(),
            self.source_texts.as_bytes(),
            self.source_text.as_bytes(),
        ]
    }
}

/// For tests: the same bytes with the hashes that they should have, so that what is checked behind them is reached.
#[cfg(feature = "rehash")]
pub fn rehashed(bytes: &[u8]) -> Option<Vec<u8>> {
    let (mut header, body) = Header::read_from_prefix(bytes).ok()?;
    let lengths = header.lengths.map(|length| length.get() as usize);
    let (semantic, sources) = halves(&lengths, body);
    header.identity = identity(&lengths, semantic);
    header.sources = *blake3::hash(sources).as_bytes();
    Some([header.as_bytes(), body].concat())
}

/// What means something, and what says where it was written.
fn halves<'a>(lengths: &[usize; SECTIONS], body: &'a [u8]) -> (&'a [u8], &'a [u8]) {
    let at: usize = lengths.iter().take(SEMANTIC).sum();
    body.split_at_checked(at).unwrap_or((body, &[]))
}

/// The hash of everything that means something, and of how it is divided.
fn identity(lengths: &[usize; SECTIONS], semantic: &[u8]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&FORMAT.to_le_bytes());
    for length in lengths.iter().take(SEMANTIC) {
        hasher.update(&(*length as u64).to_le_bytes());
    }
    hasher.update(semantic);
    *hasher.finalize().as_bytes()
}

/// Cuts the body into its pools.
fn read(lengths: &[usize; SECTIONS], body: &[u8]) -> Result<Table, LoadError> {
    let mut cut = Cut {
        lengths: lengths.iter(),
        rest: body,
    };
    Ok(Table {
        identity: [0; 32],
        text: cut.text("text")?,
        texts: cut.pool("texts")?,
        refs: cut.pool("references")?,
        types: cut.pool("types")?,
        ready_types: Vec::new(),
        fields: cut.pool("fields")?,
        ready_fields: Vec::new(),
        nodes: cut.pool("nodes")?,
        ready_nodes: Vec::new(),
        renamed: Vec::new(),
        amounts: cut.pool("amounts")?,
        label_sets: cut.pool("label sets")?,
        gates: cut.pool("gates")?,
        tools: cut.pool("tools")?,
        slots: cut.pool("slots")?,
        globs: cut.pool("globs")?,
        variants: cut.pool("cases")?,
        rows: cut.pool("rows")?,
        reasons: cut.pool("reasons")?,
        blasts: cut.pool("blast radii")?,
        contracts: cut.pool("contracts")?,
        calls: cut.pool("calls")?,
        assumptions: cut.pool("assumptions")?,
        labels: cut.pool("labels")?,
        dimensions: cut.pool("dimensions")?,
        boundaries: cut.pool("boundaries")?,
        budgets: cut.pool("budgets")?,
        agents: cut.pool("agents")?,
        contexts: cut.pool("context")?,
        counters: cut.pool("counters")?,
        meta: cut.pool("policy")?,
        sources: cut.pool("sources")?,
        source_texts: cut.pool("source texts")?,
        source_text: cut.text("source text")?,
    })
}

/// What is left to read.
struct Cut<'a> {
    lengths: std::slice::Iter<'a, usize>,
    rest: &'a [u8],
}

impl<'a> Cut<'a> {
    fn next(&mut self) -> &'a [u8] {
        let length = self.lengths.next().copied().unwrap_or(0);
        let (section, rest) = self
            .rest
            .split_at_checked(length)
            .unwrap_or((self.rest, &[]));
        self.rest = rest;
        section
    }

    fn pool<T: FromBytes + KnownLayout + Immutable + zerocopy::Unaligned + Clone>(
        &mut self,
        section: &'static str,
    ) -> Result<Vec<T>, LoadError> {
        match <[T]>::ref_from_bytes(self.next()) {
            Ok(records) => Ok(records.to_vec()),
            Err(_) => Err(LoadError::Broken {
                section,
                entry: 0,
                why: "is cut in the middle of an entry",
            }),
        }
    }

    fn text(&mut self, section: &'static str) -> Result<String, LoadError> {
        match std::str::from_utf8(self.next()) {
            Ok(text) => Ok(text.to_owned()),
            Err(error) => Err(LoadError::Broken {
                section,
                entry: error.valid_up_to(),
                why: "is not UTF-8",
            }),
        }
    }
}
