//! The messages of a session, one after the other.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Finding, Rewritten, Schema, compare};
use crate::message::{Direction, Message, Peer, Pending, RawMessage};
use crate::{Error, Json, OneOrMany};

/// A session that is checked message by message.
///
/// A response is read as the result of the request that it answers, so messages are to be given in
/// the order in which they were sent.
#[derive(Clone, Debug)]
pub struct Session {
    schema: Schema,
    /// Requests of the client that the server has not answered.
    client: Pending,
    /// Requests of the server that the client has not answered.
    server: Pending,
    /// Whether the schema is asked, too.
    #[cfg(feature = "validate")]
    validating: bool,
}

impl Session {
    /// A session of a revision that has not begun.
    pub fn new(schema: impl Into<Schema>) -> Self {
        Session {
            schema: schema.into(),
            client: Pending::new(),
            server: Pending::new(),
            #[cfg(feature = "validate")]
            validating: false,
        }
    }

    /// The same session, whose messages are validated against the schema besides.
    #[cfg(feature = "validate")]
    #[must_use]
    pub fn validating(self) -> Self {
        Session { validating: true, ..self }
    }

    /// The schema by which messages are read now.
    pub fn schema(&self) -> Schema {
        self.schema
    }

    /// Goes on in another revision.
    pub fn set_revision(&mut self, schema: impl Into<Schema>) {
        self.schema = schema.into();
    }

    /// Checks a message. Where the direction is not known, it is guessed from the requests that
    /// wait for an answer and from the methods of each side.
    pub fn message(&mut self, text: &str, direction: Option<Direction>) -> Vec<Finding> {
        let direction = direction.unwrap_or_else(|| Direction::guess(text, &self.client));
        #[allow(unused_mut)]
        let mut findings = Vec::new();
        #[cfg(feature = "validate")]
        if self.validating {
            let asked = match direction {
                Direction::FromClient => &self.server,
                Direction::FromServer => &self.client,
            };
            let said = super::validate::of_message(self.schema, text, direction, asked);
            findings.extend(Finding::invalid(said));
        }
        match self.rewrite(text, direction) {
            Ok(rewritten) => findings.extend(compare(text, rewritten)),
            Err(error) => {
                self.remember(text, direction);
                findings.push(Finding::refused(&error));
            }
        }
        findings
    }

    fn rewrite(&mut self, text: &str, direction: Direction) -> Result<Rewritten, Error> {
        let (client, server) = (&mut self.client, &mut self.server);
        self.schema.rewrite(text, direction, client, server)
    }

    /// Keeps the method of a request whose params were refused: its answer is read all the same.
    fn remember(&mut self, text: &str, direction: Direction) {
        let sent = match direction {
            Direction::FromClient => &mut self.client,
            Direction::FromServer => &mut self.server,
        };
        if let Ok(messages) = RawMessage::batch_from_str(text, &mut Pending::new()) {
            messages.iter().for_each(|message| sent.sent(message));
        }
    }
}

/// Reads and writes what one side sent; `sent` holds its own requests, `asked` those it answers.
pub(super) fn one_side<P: Peer>(
    text: &str,
    sent: &mut Pending,
    asked: &mut Pending,
) -> Result<Rewritten, Error> {
    let messages = Message::<P>::batch_from_str(text, asked)?;
    messages.iter().for_each(|message| sent.sent(message));
    let deviations = match &messages {
        OneOrMany::One(message) => message.deviations(),
        OneOrMany::Many(many) => many
            .iter()
            .enumerate()
            .flat_map(|(index, message)| {
                message.deviations().into_iter().map(move |deviation| deviation.inside(index))
            })
            .collect(),
    };
    Ok(Rewritten { text: crate::to_string(&messages)?, deviations })
}

/// The revision that a message names: the result of `initialize`, what `initialize` asks for, or
/// the metadata of a request.
pub fn named_revision(text: &str) -> Option<(Named, Schema)> {
    let json = Json::from_text(String::from(text)).ok()?;
    let places = [
        (Named::Agreed, "/result/protocolVersion"),
        (Named::Request, "/params/_meta/io.modelcontextprotocol~1protocolVersion"),
        (Named::Asked, "/params/protocolVersion"),
    ];
    let schema = |version: Json| Schema::named(&version.as_string()?);
    let named = places
        .into_iter()
        .find_map(|(named, pointer)| Some((named, schema(json.pointer(pointer)?)?)));
    named.or_else(|| {
        // Of several, the first that is known.
        let offered = json.pointer("/params/protocolVersions")?;
        Some((Named::Asked, offered.as_array()?.into_iter().find_map(schema)?))
    })
}

/// How a message names a revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Named {
    /// A client would like it.
    Asked,
    /// A request is of it.
    Request,
    /// A server has agreed to it.
    Agreed,
}
