//! Which values fit where: the relation between types.

use crate::hir::{Meaning, Type};
use crate::text_glob;

/// Whether every value of `from` is a value of `to`. Null is one only of an optional type.
pub(crate) fn fits(from: &Type, to: &Type) -> bool {
    match (from, to) {
        (Type::Unknown, _) | (_, Type::Unknown) | (_, Type::Json) => true,
        (Type::Optional(from), Type::Optional(to)) => fits(from, to),
        (Type::Optional(_), _) => false,
        (from, Type::Optional(to)) => fits(from, to),
        (Type::Int, Type::Decimal) => true,
        (Type::Like(base, pattern), Type::Like(to_base, to)) => {
            fits(base, to_base) && (pattern == to || to == "*")
        }
        (Type::Like(base, _), to) => fits(base, to),
        (Type::Texts(from), Type::Texts(to)) => from.iter().all(|text| to.contains(text)),
        (Type::Texts(from), Type::Like(base, pattern)) if **base == Type::Text => {
            from.iter().all(|text| text_glob::matches(pattern, text))
        }
        (Type::Texts(_) | Type::Meaning(_), Type::Text) => true,
        (Type::List(from), Type::List(to)) | (Type::Map(from), Type::Map(to)) => fits(from, to),
        (Type::Record(from), Type::Record(to)) => {
            from.broken
                || to.broken
                || (to.fields.iter().all(|wanted| match from.get(&wanted.name) {
                    Some(given) => {
                        fits(&given.ty, &wanted.ty) && (wanted.optional || !given.optional)
                    }
                    None => wanted.optional,
                }) && (to.open
                    || from
                        .fields
                        .iter()
                        .all(|given| to.get(&given.name).is_some())))
        }
        (Type::Record(from), Type::Map(to)) => from.fields.iter().all(|field| fits(&field.ty, to)),
        (from, to) => from == to,
    }
}

/// Whether two values can be compared by `==`. Null is left out: a comparison with it is false.
pub(crate) fn comparable(a: &Type, b: &Type) -> bool {
    let (a, b) = (a.base(), b.base());
    match (a, b) {
        (Type::Unknown | Type::Json, _) | (_, Type::Unknown | Type::Json) => true,
        _ if a.is_text() && b.is_text() => true,
        (Type::Int | Type::Decimal, Type::Int | Type::Decimal) => true,
        (Type::Quantity(a), Type::Quantity(b)) => a == b,
        (Type::List(a), Type::List(b)) | (Type::Map(a), Type::Map(b)) => comparable(a, b),
        (Type::Record(_), Type::Record(_)) => fits(a, b) || fits(b, a),
        (a, b) => a == b,
    }
}

/// Whether values of a type have an order.
pub(crate) fn is_ordered(ty: &Type) -> bool {
    matches!(
        ty.base(),
        Type::Int
            | Type::Decimal
            | Type::Quantity(_)
            | Type::Duration
            | Type::Time
            | Type::Json
            | Type::Unknown
    )
}

/// Whether a value can be matched by `like`.
pub(crate) fn is_matched(ty: &Type) -> bool {
    ty.is_text() || matches!(ty.base(), Type::Json)
}

/// Whether a value can be tested by `under`.
pub(crate) fn has_folders(ty: &Type) -> bool {
    matches!(
        ty.base(),
        Type::Meaning(Meaning::Path | Meaning::Url) | Type::Unknown
    )
}

/// Whether a value can be tested by `runs`.
pub(crate) fn is_command(ty: &Type) -> bool {
    matches!(ty.base(), Type::Meaning(Meaning::Command) | Type::Unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(words: &[&str]) -> Type {
        Type::Texts(words.iter().map(|word| (*word).into()).collect())
    }

    fn like(pattern: &str) -> Type {
        Type::Like(Box::new(Type::Text), pattern.into())
    }

    #[test]
    fn what_is_narrower_fits_what_is_wider() {
        assert!(fits(&texts(&["a"]), &texts(&["a", "b"])));
        assert!(fits(&texts(&["a"]), &Type::Text));
        assert!(fits(&like("ord_*"), &Type::Text));
        assert!(fits(&texts(&["ord_1"]), &like("ord_*")));
        assert!(fits(&Type::Meaning(Meaning::Url), &Type::Text));
        assert!(fits(&Type::Int, &Type::Decimal));
        assert!(fits(&Type::Text, &Type::Text.optional()));
    }

    #[test]
    fn and_not_the_reverse() {
        assert!(!fits(&texts(&["a", "b"]), &texts(&["a"])));
        assert!(!fits(&Type::Text, &like("ord_*")));
        assert!(!fits(&Type::Text, &Type::Meaning(Meaning::Email)));
        assert!(!fits(&Type::Text.optional(), &Type::Text));
        assert!(!fits(&Type::Json, &Type::Text));
        assert!(!fits(
            &Type::Quantity("INR".into()),
            &Type::Quantity("USD".into())
        ));
    }
}
