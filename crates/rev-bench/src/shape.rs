//! Arguments as Rust has them: closed, typed, borrowed from the tree. What a host without a policy language would write.

use crate::policy::Kind;
use serde_json::{Map, Value};

/// The arguments of a call, of the types that its tool declares.
#[derive(Clone, Copy, Debug)]
pub enum Args<'a> {
    Get,
    Key,
    Refund { amount: i64 },
    Send { to: &'a str },
    Delete,
    Note,
}

/// Reads the arguments; `None` where one is missing, too many, or of another type, or the tool cannot be called.
pub fn read(kind: Kind, args: &Value) -> Option<Args<'_>> {
    let args = args.as_object()?;
    match kind {
        Kind::Get => get(args),
        Kind::Key => key(args),
        Kind::Refund => refund(args),
        Kind::Send => send(args),
        Kind::Delete => delete(args),
        Kind::Note => note(args),
        Kind::Grant | Kind::Undo => None,
    }
}

fn get(args: &Map<String, Value>) -> Option<Args<'_>> {
    let mut has_order = false;
    for (name, value) in args {
        match name.as_str() {
            "order" => has_order = order(value)?,
            "page" => _ = value.as_i64()?,
            _ => return None,
        }
    }
    has_order.then_some(Args::Get)
}

fn key(args: &Map<String, Value>) -> Option<Args<'_>> {
    let name = args.get("name")?.as_str()?;
    let fits = args.len() == 1 && matches!(name, "signing" | "payment");
    fits.then_some(Args::Key)
}

fn refund(args: &Map<String, Value>) -> Option<Args<'_>> {
    let (mut has_order, mut has_reason, mut amount) = (false, false, None);
    for (name, value) in args {
        match name.as_str() {
            "order" => has_order = order(value)?,
            "amount" => amount = Some(value.as_i64().filter(|amount| *amount >= 0)?),
            "reason" => has_reason = matches!(value.as_str()?, "damaged" | "late" | "other"),
            _ => return None,
        }
    }
    let amount = amount?;
    (has_order && has_reason).then_some(Args::Refund { amount })
}

fn send(args: &Map<String, Value>) -> Option<Args<'_>> {
    let (mut to, mut subject, mut body) = (None, false, false);
    for (name, value) in args {
        match name.as_str() {
            "to" => to = Some(value.as_str().filter(|to| to.contains('@'))?),
            "subject" => subject = value.is_string(),
            "body" => body = value.is_string(),
            "tags" if value.as_array()?.iter().all(Value::is_string) => {}
            "urgent" if value.is_boolean() => {}
            _ => return None,
        }
    }
    let to = to?;
    (subject && body).then_some(Args::Send { to })
}

fn delete(args: &Map<String, Value>) -> Option<Args<'_>> {
    let fits = args.len() == 1 && order(args.get("order")?)?;
    fits.then_some(Args::Delete)
}

fn note(args: &Map<String, Value>) -> Option<Args<'_>> {
    let fits = args.len() == 2 && args.get("text")?.is_string() && order(args.get("order")?)?;
    fits.then_some(Args::Note)
}

fn order(value: &Value) -> Option<bool> {
    Some(value.as_str()?.starts_with("ord_"))
}
