//! A call as it arrives: its tool's name on the wire, its arguments, and where they came from.

use rev_json::{Json, NotJson};
use rev_table::LabelSet;
use std::borrow::Cow;

/// A call.
/// ```
/// let (_, _, call) = rev_eval::example();
/// assert_eq!(call.tool, "payments.issue_refund");
/// ```
#[derive(Clone, Debug)]
pub struct Call<'a> {
    /// The name on the wire.
    pub tool: Cow<'a, str>,
    /// A record of arguments.
    pub args: Json<'a>,
    /// Where they came from.
    pub origins: Origins<'a>,
}

impl<'a> Call<'a> {
    /// A call of whose arguments nobody says where they came from.
    /// ```
    /// let args = serde_json::json!({ "order": "ord_1" });
    /// let call = rev_eval::Call::new("orders.get", rev_eval::Json::Tree(&args));
    /// assert_eq!(call.args.get("order").and_then(rev_eval::Json::text).unwrap(), "ord_1");
    /// ```
    pub fn new(tool: &'a str, args: Json<'a>) -> Call<'a> {
        Call {
            tool: tool.into(),
            args,
            origins: Origins::default(),
        }
    }

    /// Reads `{"tool": …, "args": …}`; other entries are ignored. Without `args` it has none. No tree is built.
    /// ```
    /// let call = rev_eval::Call::parse(r#"{"tool": "orders.get", "args": {"order": "ord_1"}}"#);
    /// assert_eq!(call.unwrap().tool, "orders.get");
    /// ```
    pub fn parse(text: &'a str) -> Result<Call<'a>, NotJson> {
        let (mut tool, mut args) = (None, None);
        Json::each_entry(text, |key, value| {
            let place = match &*key {
                "tool" => &mut tool,
                "args" => &mut args,
                _ => return Ok(()),
            };
            // Two readers could mean two different ones.
            match place.replace(value) {
                Some(_) => Err(NotJson),
                None => Ok(()),
            }
        })?;
        Ok(Call {
            tool: tool.and_then(Json::text).ok_or(NotJson)?,
            args: args.unwrap_or(Json::Text("{}")),
            origins: Origins::default(),
        })
    }

    /// Reads the same from bytes, which must be UTF-8.
    /// ```
    /// assert!(rev_eval::Call::from_bytes(br#"{"tool": "orders.get"}"#).is_ok());
    /// assert!(rev_eval::Call::from_bytes(b"\xff").is_err());
    /// ```
    pub fn from_bytes(bytes: &'a [u8]) -> Result<Call<'a>, NotJson> {
        Call::parse(std::str::from_utf8(bytes).map_err(|_| NotJson)?)
    }

    /// With where its arguments came from.
    /// ```
    /// use rev_eval::{Call, Origin, Origins};
    /// let said = [("order", Origin { said: true, ..Origin::default() })];
    /// let call = Call::parse(r#"{"tool": "orders.get", "args": {"order": "ord_1"}}"#).unwrap();
    /// assert!(call.from(Origins(&said)).origins.of("order").unwrap().said);
    /// ```
    #[must_use]
    pub fn from(mut self, origins: Origins<'a>) -> Call<'a> {
        self.origins = origins;
        self
    }
}

/// Where one argument came from. By default it is not said and carries every label of the run.
/// ```
/// let stranger = rev_eval::Origin::default();
/// assert!(!stranger.said && !stranger.endorsed && stranger.labels.is_none());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The person's own words contain it.
    pub said: bool,
    /// The operator's own data contain it.
    pub endorsed: bool,
    /// What it carries; `None`: all labels of the run.
    pub labels: Option<LabelSet>,
}

/// Where arguments came from, by name. Of what is not here nothing is known: it is not said, and carries every label of
/// the run.
///
/// A part of an argument, or the links in it, may be told apart under the name by which a policy asks for it:
/// `message.to`, `links(body)`. What is not told apart came from where the argument came from. `consent(to)`, not said,
/// tells that the person said `to` before they last spoke: that is no consent any more.
///
/// ```
/// assert_eq!(rev_eval::Origins::default().of("order"), None);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Origins<'a>(pub &'a [(&'a str, Origin)]);

impl Origins<'_> {
    /// Where an argument came from, if that is known.
    /// ```
    /// use rev_eval::{Origin, Origins};
    /// assert_eq!(Origins(&[("a", Origin::default())]).of("a"), Some(Origin::default()));
    /// ```
    pub fn of(self, argument: &str) -> Option<Origin> {
        let found = self.0.iter().find(|(name, _)| *name == argument);
        found.map(|(_, origin)| *origin)
    }
}
