//! Types, with names resolved.

use smol_str::SmolStr;

/// What a value can be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Bool,
    /// 64 bits.
    Int,
    Decimal,
    Text,
    Duration,
    Time,
    Json,
    /// An amount in a unit, never negative.
    Quantity(SmolStr),
    /// Text with meaning, normalised before anything matches it.
    Meaning(Meaning),
    /// Text refined by a glob: `text like "ord_*"`.
    Like(Box<Type>, SmolStr),
    /// A closed set of texts, sorted, each once.
    Texts(Vec<SmolStr>),
    List(Box<Type>),
    Map(Box<Type>),
    Record(Record),
    /// The value may be null, or its key may be missing.
    Optional(Box<Type>),
    /// Something whose mistake has been told; it fits everywhere, so that one mistake is one finding.
    Unknown,
}

/// The kinds of text with meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Meaning {
    Url,
    Path,
    Command,
    Email,
    Host,
}

impl Meaning {
    /// All of them.
    pub const ALL: [Meaning; 5] = [
        Meaning::Url,
        Meaning::Path,
        Meaning::Command,
        Meaning::Email,
        Meaning::Host,
    ];

    /// The word of the language.
    pub fn word(self) -> &'static str {
        match self {
            Meaning::Url => "url",
            Meaning::Path => "path",
            Meaning::Command => "command",
            Meaning::Email => "email",
            Meaning::Host => "host",
        }
    }
}

/// Named fields, in the order in which they were declared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Record {
    pub fields: Vec<Field>,
    /// Undeclared keys may be there, too.
    pub open: bool,
    /// A field could not be read, so that nothing can be said about what is not there.
    pub broken: bool,
}

/// One field of a record.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    pub name: SmolStr,
    /// Without the `Optional` that `b?: T` stands for.
    pub ty: Type,
    /// `b?: T`: the key may be missing.
    pub optional: bool,
    /// Labels that this field of a result adds.
    pub yields: Vec<SmolStr>,
    /// `yields nothing` was written.
    pub yields_nothing: bool,
    /// The operator's own data.
    pub trusted: bool,
}

impl Record {
    /// The field of this name.
    pub fn get(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

impl Field {
    /// The type of a value read from this field.
    pub fn read_type(&self) -> Type {
        match self.optional {
            true => self.ty.clone().optional(),
            false => self.ty.clone(),
        }
    }
}

impl Type {
    /// This type, or null.
    pub fn optional(self) -> Type {
        match self {
            Type::Optional(_) | Type::Unknown => self,
            other => Type::Optional(Box::new(other)),
        }
    }

    /// Without the null: what a comparison or a test sees.
    pub fn present(&self) -> &Type {
        match self {
            Type::Optional(inner) => inner.present(),
            other => other,
        }
    }

    /// Without null and without refinement: what decides how a value is compared and matched.
    pub fn base(&self) -> &Type {
        match self {
            Type::Optional(inner) | Type::Like(inner, _) => inner.base(),
            other => other,
        }
    }

    /// Whether values are texts.
    pub fn is_text(&self) -> bool {
        matches!(
            self.base(),
            Type::Text | Type::Meaning(_) | Type::Texts(_) | Type::Unknown
        )
    }

    /// The type as an author writes it.
    pub fn shown(&self) -> String {
        match self {
            Type::Bool => "bool".to_owned(),
            Type::Int => "int".to_owned(),
            Type::Decimal => "decimal".to_owned(),
            Type::Text => "text".to_owned(),
            Type::Duration => "duration".to_owned(),
            Type::Time => "time".to_owned(),
            Type::Json => "json".to_owned(),
            Type::Quantity(unit) => unit.to_string(),
            Type::Meaning(meaning) => meaning.word().to_owned(),
            Type::Like(base, pattern) => format!("{} like \"{pattern}\"", base.shown()),
            Type::Texts(texts) => {
                let quoted: Vec<String> = texts.iter().map(|text| format!("\"{text}\"")).collect();
                quoted.join(" | ")
            }
            Type::List(inner) => format!("list<{}>", inner.shown()),
            Type::Map(inner) => format!("map<{}>", inner.shown()),
            Type::Record(record) => {
                let fields: Vec<String> = record
                    .fields
                    .iter()
                    .map(|field| {
                        let mark = if field.optional { "?" } else { "" };
                        format!("{}{mark}: {}", field.name, field.ty.shown())
                    })
                    .collect();
                match fields.as_slice() {
                    [] => "{ }".to_owned(),
                    _ => format!("{{ {} }}", fields.join(", ")),
                }
            }
            Type::Optional(inner) => format!("{}?", inner.shown()),
            Type::Unknown => "unknown".to_owned(),
        }
    }
}
