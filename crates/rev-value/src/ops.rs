//! What can be done with values: sums, sizes, comparisons. Whatever cannot be worked out is unknown.

use crate::typed::{Reader, Value, dynamic};
use rev_json::{Json, Number, Shape};
use rev_table::{CompareOp, Kind, Node, SumOp, Type};
use rev_text::Truth;
use std::borrow::Cow;
use std::cmp::Ordering;

/// The value of a node, for lists that were written out in the policy.
pub type Written<'f, 'a> = &'f dyn Fn(u32) -> Value<'a>;

impl Reader<'_> {
    /// Whether a number is an int, and no amount.
    pub fn is_int(self, node: u32, args_type: u32) -> bool {
        match self.table.node(node) {
            Node::Quantity { .. } | Node::RunSpent(_) => false,
            Node::Sum { left, right, .. } => {
                self.is_int(left, args_type) && self.is_int(right, args_type)
            }
            Node::Arg { field, path } if path.is_empty() => {
                let ty = match self.table.ty(args_type) {
                    Some(Type::Record { first, len, .. }) => {
                        let fields = self.table.fields(first, len);
                        let field = fields.get(usize::from(field));
                        field.and_then(|field| self.table.ty(field.ty.get()))
                    }
                    _ => None,
                };
                !ty.is_some_and(|ty| self.is_amount(ty))
            }
            _ => true,
        }
    }

    fn is_amount(self, ty: Type) -> bool {
        match ty {
            Type::Optional(inner) => {
                let inner = self.table.ty(inner);
                inner.is_some_and(|inner| self.is_amount(inner))
            }
            other => matches!(other, Type::Quantity { .. }),
        }
    }
}

impl<'a> Value<'a> {
    /// Sums and products, exact; one that cannot be held is unknown.
    pub fn sum(&self, op: SumOp, other: &Value<'a>) -> Value<'a> {
        let (left, right) = match (self, other) {
            (Value::Number(left), Value::Number(right)) => (*left, *right),
            (Value::Unknown, _) | (_, Value::Unknown) => return Value::Unknown,
            (Value::Absent, _) | (_, Value::Absent) => return Value::Absent,
            _ => return Value::Unknown,
        };
        let scale = left.scale.max(right.scale);
        let raise = |number: Number| {
            let shift = u32::try_from(scale - number.scale).ok()?;
            number.digits.checked_mul(10_i128.checked_pow(shift)?)
        };
        let found = match op {
            SumOp::Multiply => left.digits.checked_mul(right.digits).map(|digits| Number {
                digits,
                scale: left.scale + right.scale,
            }),
            SumOp::Add | SumOp::Subtract => raise(left).zip(raise(right)).and_then(|(a, b)| {
                let digits = match op {
                    SumOp::Add => a.checked_add(b),
                    _ => a.checked_sub(b),
                };
                digits.map(|digits| Number { digits, scale })
            }),
        };
        found.map_or(Value::Unknown, Value::Number)
    }

    /// Ints have 64 bits, and so have their sums; amounts have what they need.
    #[must_use]
    pub fn held(self, int: bool) -> Value<'a> {
        match self {
            Value::Number(number) if int && number.whole().is_none() => Value::Unknown,
            held => held,
        }
    }

    /// How many elements or characters it has; nothing has none.
    pub fn size(&self) -> Value<'a> {
        let size = match self {
            Value::Absent => 0,
            Value::Text(text, _) => text.chars().count(),
            Value::Json(json, _) => match json.shape() {
                Shape::List => json.items().count(),
                _ => json.entries().count(),
            },
            Value::List(nodes) => nodes.len.get() as usize,
            Value::Links(links) => links.len(),
            Value::Bool(_) | Value::Number(_) | Value::Unknown => return Value::Unknown,
        };
        let size = i64::try_from(size).map(Number::int);
        size.map_or(Value::Unknown, Value::Number)
    }

    /// Whether it is there at all.
    pub fn present(&self) -> Truth {
        match self {
            Value::Absent => Truth::False,
            Value::Unknown => Truth::Unknown,
            _ => Truth::True,
        }
    }

    /// Whether it is absent, or has nothing in it.
    pub fn is_empty(&self) -> bool {
        match self {
            Value::Absent => true,
            Value::Text(text, _) => text.is_empty(),
            Value::Json(json, _) => match json.shape() {
                Shape::List => json.items().next().is_none(),
                _ => json.entries().next().is_none(),
            },
            Value::Links(links) => links.is_empty(),
            _ => false,
        }
    }

    /// Tells the elements of a list or map; says whether there was one, whole.
    pub fn elements(
        &self,
        reader: Reader<'a>,
        written: Written<'_, 'a>,
        tell: &mut dyn FnMut(&Value<'a>),
    ) -> bool {
        let inner = |ty: Type| match ty {
            Type::List(inner) | Type::Map(inner) => Some(inner),
            _ => None,
        };
        let typed = |json: Json<'a>, ty: Type| match inner(ty) {
            Some(inner) => reader.read(json, inner),
            None => dynamic(json),
        };
        match self {
            Value::Absent => true,
            Value::List(nodes) => {
                let table = reader.table;
                table.refs(*nodes).for_each(|node| tell(&written(node)));
                true
            }
            Value::Links(links) => {
                for link in links {
                    tell(&Value::Text(Cow::Owned(link.clone()), Some(Kind::Url)));
                }
                true
            }
            Value::Json(json, ty) => match json.shape() {
                Shape::List => json
                    .items()
                    .all(|item| item.map(|item| tell(&typed(item, *ty))).is_ok()),
                _ => json
                    .entries()
                    .all(|entry| entry.map(|(_, item)| tell(&typed(item, *ty))).is_ok()),
            },
            _ => false,
        }
    }

    /// How it compares with another; with one that is absent, it does not.
    pub fn compare(
        &self,
        op: CompareOp,
        right: &Value<'a>,
        reader: Reader<'a>,
        written: Written<'_, 'a>,
    ) -> Truth {
        let left = self;
        if op == CompareOp::In {
            if matches!(left, Value::Absent) {
                return Truth::False;
            }
            let mut found = Truth::False;
            let whole = right.elements(reader, written, &mut |element| {
                found = found.or(left.compare(CompareOp::Equal, element, reader, written));
            });
            return if whole { found } else { Truth::Unknown };
        }
        if matches!(left, Value::Absent) || matches!(right, Value::Absent) {
            return match matches!(left, Value::Unknown) || matches!(right, Value::Unknown) {
                true => Truth::Unknown,
                false => Truth::False,
            };
        }
        let order = match (left, right) {
            (Value::Number(a), Value::Number(b)) => a.compare(*b),
            (Value::Text(a, _), Value::Text(b, _)) => Some(a.cmp(b)),
            (Value::Bool(a), Value::Bool(b)) => Some(a.cmp(b)),
            // Nobody declared which of the two it is: a decimal text is a number, too.
            (Value::Text(a, None), Value::Number(b)) => Number::read(a).and_then(|a| a.compare(*b)),
            (Value::Number(a), Value::Text(b, None)) => Number::read(b).and_then(|b| a.compare(b)),
            (Value::Json(..) | Value::List(_), Value::Json(..) | Value::List(_))
                if matches!(op, CompareOp::Equal | CompareOp::NotEqual) =>
            {
                return match op {
                    CompareOp::Equal => left.same(right, reader, written),
                    _ => !left.same(right, reader, written),
                };
            }
            _ => None,
        };
        let Some(order) = order else {
            return Truth::Unknown;
        };
        Truth::from(match op {
            CompareOp::Equal => order == Ordering::Equal,
            CompareOp::NotEqual => order != Ordering::Equal,
            CompareOp::Less => order == Ordering::Less,
            CompareOp::LessOrEqual => order != Ordering::Greater,
            CompareOp::Greater => order == Ordering::Greater,
            CompareOp::GreaterOrEqual => order != Ordering::Less,
            CompareOp::In => false,
        })
    }

    /// Lists with the same elements in the same order. Records are not compared.
    fn same(&self, right: &Value<'a>, reader: Reader<'a>, written: Written<'_, 'a>) -> Truth {
        let (mut a, mut b) = (Vec::new(), Vec::new());
        let whole = self.elements(reader, written, &mut |element| a.push(element.clone()))
            && right.elements(reader, written, &mut |element| b.push(element.clone()));
        match whole {
            false => Truth::Unknown,
            true if a.len() != b.len() => Truth::False,
            true => {
                let pairs = a.iter().zip(&b);
                Truth::all(pairs.map(|(a, b)| a.compare(CompareOp::Equal, b, reader, written)))
            }
        }
    }
}
