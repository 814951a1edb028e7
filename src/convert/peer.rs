//! Messages of one side: from its revision into the model, and from there into another.

use alloc::string::String;

use super::rules::errors::{adapt_error, needs_more};
use super::rules::results::has_strays;
use super::{Feature, Happened, Lift, Lower, Lowering};
use crate::generated::for_each_revision;
use crate::message::{
    JsonRpcNotification, JsonRpcRequest, JsonRpcResponse, Message, Part, Peer, Pending,
};
use crate::{Error, Json, Leniency, Lenient, Revision, model};

fn lift<A: Peer, M: Peer>(text: &str, pending: &Pending, leniency: Leniency) -> Lifted<Message<M>>
where
    A::Request: Lift<M::Request>,
    A::Notification: Lift<M::Notification>,
    A::Result: Lift<M::Result>,
    A::Error: Lift<M::Error>,
{
    let (Lenient { value, forgiven }, part) = Message::<A>::read_asked(text, pending, leniency)?;
    let value = match value {
        Message::Request(JsonRpcRequest { id, body, extensions }) => {
            Message::Request(JsonRpcRequest { id, body: body.lift(), extensions })
        }
        Message::Notification(JsonRpcNotification { body, extensions }) => {
            Message::Notification(JsonRpcNotification { body: body.lift(), extensions })
        }
        Message::Response(JsonRpcResponse { id, body, extensions }) => {
            Message::Response(JsonRpcResponse { id, body: body.lift(), extensions })
        }
        Message::Error(error) => Message::Error(error.lift()),
    };
    Ok((Lenient { value, forgiven }, part))
}

fn lower<M: Peer<Error = model::JsonRpcErrorResponse>, B: Peer>(
    message: Message<M>,
    method: Option<&str>,
    cx: &mut Lowering,
) -> Option<Message<B>>
where
    M::Request: Lower<B::Request>,
    M::Notification: Lower<B::Notification>,
    M::Result: Lower<B::Result> + Reply,
    model::JsonRpcErrorResponse: Lower<B::Error>,
{
    Some(match message {
        Message::Request(JsonRpcRequest { id, body, extensions }) => {
            Message::Request(JsonRpcRequest { id, body: body.lower(cx)?, extensions })
        }
        Message::Notification(JsonRpcNotification { body, extensions }) => {
            Message::Notification(JsonRpcNotification { body: body.lower(cx)?, extensions })
        }
        Message::Response(JsonRpcResponse { id, body, extensions }) => {
            cx.answers = method.map(String::from);
            let body = match (body.unread(), method) {
                (None, _) => body.lower(cx)?,
                (Some(_), None) if cx.is_same() => body.lower(cx)?,
                (Some(result), Some(method)) => cx.unknown_reply::<M::Result, _>(method, result)?,
                (Some(_), None) => {
                    let why = "a result can't be converted without the request that it answers";
                    cx.note(Happened::Refused, None, why);
                    return None;
                }
            };
            Message::Response(JsonRpcResponse { id, body, extensions })
        }
        Message::Error(mut response) => {
            if let Some(feature) = M::Result::ERRORS
                && cx.loses(feature)
            {
                let why = "a request inside of a result can't be answered with an error";
                return cx.within("error", |cx| cx.refuse(feature, why));
            }
            if response.id.is_some() {
                needs_more(&response.error, method, cx)?;
            }
            response.error = adapt_error(response.error, method, cx);
            Message::Error(response.lower(cx)?)
        }
    })
}

/// The results of one side, of which one may be held as JSON.
trait Reply {
    /// What it takes that this side answers with errors, where not every revision lets it.
    const ERRORS: Option<Feature>;

    /// The result that was not read.
    fn unread(&self) -> Option<&Json>;
}

/// From 2026-07-28 on, a client answers inside of its next request (basic/patterns/mrtr).
impl Reply for model::ClientResult {
    const ERRORS: Option<Feature> = Some(Feature::SamplingUserReject);

    fn unread(&self) -> Option<&Json> {
        match self {
            model::ClientResult::Unknown(result) => Some(result),
            _ => None,
        }
    }
}

impl Reply for model::ServerResult {
    const ERRORS: Option<Feature> = None;

    fn unread(&self) -> Option<&Json> {
        match self {
            model::ServerResult::Unknown(result) => Some(result),
            _ => None,
        }
    }
}

/// A message in the model, with what was forgiven and the part that it plays.
type Lifted<M> = Result<(Lenient<M>, Part), Error>;

/// A message as it was read: its value with what was forgiven, the part that it plays, and why it is
/// none of the sender's revision where it was read as a newer one has it.
pub(super) type Read<M> = (Lenient<M>, Part, Option<Error>);

/// Reads a message, and where the caller is lenient, also forms of the target's revision that the
/// sender's does not have yet.
///
/// From 2026-07-28 on messages say things that older ones do not, which the model leaves open.
fn read<M: Peer>(
    (from, to): (Revision, Revision),
    text: &str,
    pending: &Pending,
    leniency: Leniency,
    lift: fn(Revision, &str, &Pending, Leniency) -> Lifted<Message<M>>,
) -> Result<Read<Message<M>>, Error> {
    let strict = Leniency::none();
    let own = || {
        let (read, part) = lift(from, text, pending, leniency)?;
        Ok((read, part, None))
    };
    if leniency == strict || to <= from {
        return own();
    }
    let mut beyond = None;
    // What is broken is what the target's revision can't read either: its error goes.
    let read = leniency.read_by(text, &mut |text| {
        beyond = None;
        let error = match lift(from, text, pending, strict) {
            Ok((read, _)) => return Ok(read.value),
            Err(error) => error,
        };
        let (read, _) = if !Feature::ResultType.is_in(to) {
            lift(to, text, pending, strict)?
        } else if has_strays(text) {
            return Err(error);
        } else {
            Message::<M>::read_asked(text, pending, strict)?
        };
        beyond = Some(error.unplaced());
        Ok(read.value)
    });
    match read {
        Ok(read) => Ok((read, Part::of(text)?, beyond)),
        Err(_) => own(),
    }
}

macro_rules! by_revision {
    (
        $side:ident, $message:ident, $read:ident, $lift:ident, $lower:ident;
        released { $($feature:literal $revision:ident $module:ident $_text:literal $_doc:literal;)* }
        $($_drafts:tt)*
    ) => {
        pub(super) fn $read(
            way: (Revision, Revision),
            text: &str,
            pending: &Pending,
            leniency: Leniency,
        ) -> Result<Read<model::$message>, Error> {
            read(way, text, pending, leniency, $lift)
        }

        pub(super) fn $lift(
            from: Revision,
            text: &str,
            pending: &Pending,
            leniency: Leniency,
        ) -> Lifted<model::$message> {
            match from {
                $(
                    #[cfg(feature = $feature)]
                    Revision::$revision => {
                        lift::<crate::$module::$side, model::$side>(text, pending, leniency)
                    }
                )*
                #[allow(unreachable_patterns)]
                _ => Err(Error::new("", "the sender's revision is not part of this build")),
            }
        }

        pub(super) fn $lower(
            to: Revision,
            message: model::$message,
            came: Option<&str>,
            method: Option<&str>,
            cx: &mut Lowering,
        ) -> Result<String, ()> {
            if cx.is_same()
                && let Some(text) = cx.handed_on(came)
            {
                return Ok(text);
            }
            let text = match to {
                $(
                    #[cfg(feature = $feature)]
                    Revision::$revision => {
                        let lowered =
                            lower::<model::$side, crate::$module::$side>(message, method, cx);
                        lowered.and_then(|it| cx.handed_on(came).or_else(|| it.to_json().ok()))
                    }
                )*
                #[allow(unreachable_patterns)]
                _ => {
                    let why = "the target's revision is not part of this build";
                    cx.note(Happened::Refused, None, why);
                    None
                }
            };
            text.ok_or(())
        }
    };
}

for_each_revision!(by_revision Client, ClientMessage, read_client, lift_client, lower_client;);
for_each_revision!(by_revision Server, ServerMessage, read_server, lift_server, lower_server;);
