//! Rules: what is allowed, and the stable code of what is not.

use crate::{
    action::{Action, ActionType, Origin},
    id::PlayerRef,
    scratch::Scratch,
    state::GameState,
    value::Value,
};
use serde::{Serialize, Serializer, ser::SerializeMap};
use std::{borrow::Cow, collections::BTreeMap, fmt, ops::Deref, sync::Arc};

/// A refusal: a stable code for programs, and a reason for people.
///
/// The reason may name arguments as `${playerId}`; they are kept apart so that a program can word
/// the reason in another language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deny(Box<DenyParts>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct DenyParts {
    reason: Cow<'static, str>,
    code: Cow<'static, str>,
    args: BTreeMap<String, Value>,
}

/// What a rule answers.
pub type RuleResult = Result<(), Deny>;

/// Allowed.
///
/// # Errors
/// None: the type is that of [`deny`].
#[inline]
pub const fn ok() -> RuleResult {
    Ok(())
}

/// Refused, for a reason in words and with a code in upper snake case.
///
/// ```
/// use decklet_engine::deny;
///
/// let refusal = deny("not ${playerId}'s turn", "NOT_YOUR_TURN").arg("playerId", "p2");
/// assert_eq!(refusal.reason(), "not p2's turn");
/// ```
pub fn deny(reason: impl Into<Cow<'static, str>>, code: impl Into<Cow<'static, str>>) -> Deny {
    Deny(Box::new(DenyParts {
        reason: reason.into(),
        code: code.into(),
        args: BTreeMap::new(),
    }))
}

impl Deny {
    /// With the value of an argument that the reason names.
    #[must_use]
    pub fn arg(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.args.insert(name.to_owned(), value.into());
        self
    }

    /// The stable code.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.0.code
    }

    /// The reason with its arguments filled in.
    #[must_use]
    pub fn reason(&self) -> String {
        let mut text = String::new();
        let mut rest = &*self.0.reason;
        while let Some((before, after)) = rest.split_once("${") {
            text.push_str(before);
            let Some((name, after)) = after.split_once('}') else {
                text.push_str("${");
                rest = after;
                continue;
            };
            match self.0.args.get(name) {
                Some(value) => text.push_str(&value.to_string()),
                None => text.push_str("undefined"),
            }
            rest = after;
        }
        text.push_str(rest);
        text
    }

    /// The arguments by name.
    #[must_use]
    pub fn args(&self) -> &BTreeMap<String, Value> {
        &self.0.args
    }
}

/// So that a rule can end with `deny(…).into()`.
impl From<Deny> for RuleResult {
    fn from(deny: Deny) -> Self {
        Err(deny)
    }
}

/// What a rule is asked about: the action, and everything about the game, for reading.
pub struct RuleContext<'a> {
    pub(crate) state: &'a GameState,
    pub(crate) action: &'a Action,
    pub(crate) origin: Origin,
    pub(crate) scratch: &'a Scratch,
}

impl<'a> RuleContext<'a> {
    /// The action in question.
    #[must_use]
    pub fn action(&self) -> &'a Action {
        self.action
    }

    /// Its type's name.
    #[must_use]
    pub fn action_type(&self) -> &'a str {
        self.state.rules().action_name(self.action)
    }

    /// Who sent it.
    #[must_use]
    pub fn player(&self) -> &'a PlayerRef {
        &self.action.player
    }

    /// The sender as the action named them, for a message; `undefined` when nobody is named.
    #[must_use]
    pub fn player_name(&self) -> String {
        match &self.action.player {
            PlayerRef::Absent => "undefined".to_owned(),
            PlayerRef::Seat(seat) => self.state.names().player(*seat).to_owned(),
            PlayerRef::Unknown(id) => id.to_string(),
        }
    }

    /// The player on turn, for a message; `undefined` when there is none.
    #[must_use]
    pub fn current_player_name(&self) -> String {
        match self.state.current_player() {
            Some(seat) => self.state.names().player(seat).to_owned(),
            None => "undefined".to_owned(),
        }
    }

    /// Whether a player sent it or the game itself.
    #[must_use]
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// What rules leave for the action's handler; gone when the action is done.
    #[must_use]
    pub fn scratch(&self) -> &'a Scratch {
        self.scratch
    }

    /// The whole game, for reading.
    #[must_use]
    pub fn game(&self) -> &'a GameState {
        self.state
    }
}

impl Deref for RuleContext<'_> {
    type Target = GameState;

    fn deref(&self) -> &GameState {
        self.state
    }
}

/// The part of a rule that decides. A function `fn(&RuleContext) -> RuleResult` is one; so is
/// [`On`] with a function of one action type.
pub trait Validate: Send + Sync {
    /// Whether the action is allowed as far as this rule goes.
    ///
    /// # Errors
    /// [`Deny`] when it is not.
    fn validate(&self, c: &RuleContext<'_>) -> RuleResult;
}

impl<F: Fn(&RuleContext<'_>) -> RuleResult + Send + Sync> Validate for F {
    fn validate(&self, c: &RuleContext<'_>) -> RuleResult {
        self(c)
    }
}

/// A function of the context and one type of action.
pub struct On<A>(pub fn(&RuleContext<'_>, &A) -> RuleResult);

impl<A: ActionType> Validate for On<A> {
    fn validate(&self, c: &RuleContext<'_>) -> RuleResult {
        match c.action.get::<A>() {
            Some(action) => (self.0)(c, action),
            None => ok(),
        }
    }
}

/// Which actions a rule applies to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AppliesTo {
    /// Every action (`'*'`).
    All,
    /// Actions of these types.
    Types(Cow<'static, [Cow<'static, str>]>),
    /// Actions of these types, known when compiled.
    Names(&'static [&'static str]),
}

impl AppliesTo {
    /// Whether an action of this type is among them.
    #[must_use]
    pub fn covers(&self, action_type: &str) -> bool {
        match self {
            Self::All => true,
            Self::Types(types) => types.iter().any(|name| name == action_type),
            Self::Names(names) => names.contains(&action_type),
        }
    }

    /// The types' names; none for all actions.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        match self {
            Self::All => Vec::new(),
            Self::Types(types) => types.iter().map(|name| &**name).collect(),
            Self::Names(names) => names.to_vec(),
        }
    }
}

/// `"*"` or the list of types.
impl Serialize for AppliesTo {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::All => serializer.serialize_str("*"),
            types => types.names().serialize(serializer),
        }
    }
}

#[derive(Clone)]
enum Decide {
    Const(&'static dyn Validate),
    Shared(Arc<dyn Validate>),
}

/// A rule of a plugin. Rules run in the order of registration; the first that denies decides.
///
/// ```
/// use decklet_engine::{Rule, RuleContext, RuleResult, Status, deny, ok};
///
/// const STARTED: Rule = Rule::all("my-started", "Game Started", &["NOT_STARTED"], &started);
///
/// fn started(c: &RuleContext) -> RuleResult {
///     match c.status() {
///         Status::Playing => ok(),
///         _ => deny("game has not started", "NOT_STARTED").into(),
///     }
/// }
/// ```
#[derive(Clone)]
pub struct Rule {
    id: Cow<'static, str>,
    name: Cow<'static, str>,
    applies_to: AppliesTo,
    codes: Cow<'static, [&'static str]>,
    decide: Decide,
}

impl Rule {
    /// A rule for every action. `codes` lists all it may deny with.
    #[must_use]
    pub const fn all(
        id: &'static str,
        name: &'static str,
        codes: &'static [&'static str],
        decide: &'static dyn Validate,
    ) -> Self {
        Self::on(id, name, AppliesTo::All, codes, decide)
    }

    /// A rule for some types of action.
    #[must_use]
    pub const fn on(
        id: &'static str,
        name: &'static str,
        applies_to: AppliesTo,
        codes: &'static [&'static str],
        decide: &'static dyn Validate,
    ) -> Self {
        Self {
            id: Cow::Borrowed(id),
            name: Cow::Borrowed(name),
            applies_to,
            codes: Cow::Borrowed(codes),
            decide: Decide::Const(decide),
        }
    }

    /// A rule made at run time, as by a plugin written in another language. Its codes are open.
    pub fn shared(
        id: impl Into<String>,
        name: impl Into<String>,
        applies_to: AppliesTo,
        decide: Arc<dyn Validate>,
    ) -> Self {
        Self {
            id: Cow::Owned(id.into()),
            name: Cow::Owned(name.into()),
            applies_to,
            codes: Cow::Borrowed(&[]),
            decide: Decide::Shared(decide),
        }
    }

    /// The stable id, as `ddz-phase`.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The name for people.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Which actions it applies to.
    #[must_use]
    pub fn applies_to(&self) -> &AppliesTo {
        &self.applies_to
    }

    /// The same rule for other actions.
    #[must_use]
    pub fn applying_to(&self, applies_to: AppliesTo) -> Self {
        Self {
            applies_to,
            ..self.clone()
        }
    }

    /// The codes it may deny with, empty when they are open.
    #[must_use]
    pub fn codes(&self) -> &[&'static str] {
        &self.codes
    }

    /// Asks the rule alone, whatever comes before it in the game's order.
    ///
    /// # Errors
    /// [`Deny`] when the rule refuses.
    #[inline]
    pub fn validate(&self, c: &RuleContext<'_>) -> RuleResult {
        match &self.decide {
            Decide::Const(decide) => decide.validate(c),
            Decide::Shared(decide) => decide.validate(c),
        }
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rule({})", self.id)
    }
}

/// `{id, name, appliesTo, codes}`.
impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("id", &self.id)?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("applies_to", &self.applies_to)?;
        map.serialize_entry("codes", &self.codes)?;
        map.end()
    }
}

/// An action that was refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denied {
    rule: Option<Cow<'static, str>>,
    action: Cow<'static, str>,
    field: Option<String>,
    deny: Deny,
}

impl Denied {
    pub(crate) fn by_rule(rule: &Rule, action: &str, deny: Deny) -> Self {
        Self {
            rule: Some(rule.id.clone()),
            action: action.to_owned().into(),
            field: None,
            deny,
        }
    }

    pub(crate) fn by_engine(rule: &'static str, action: &str, deny: Deny) -> Self {
        Self {
            rule: Some(Cow::Borrowed(rule)),
            action: action.to_owned().into(),
            field: None,
            deny,
        }
    }

    pub(crate) fn bad_action(bad: crate::BadField) -> Self {
        let deny = deny(bad.reason, "BAD_ACTION");
        Self {
            rule: None,
            action: Cow::Borrowed(""),
            field: Some(bad.field),
            deny,
        }
    }

    /// The rule that refused: a plugin's, one of the engine's (`engine-origin`, `engine-limit`,
    /// `engine-fault`, `engine-start`), or none when it was no action at all (`BAD_ACTION`).
    #[must_use]
    pub fn rule(&self) -> Option<&str> {
        self.rule.as_deref()
    }

    /// The stable code.
    #[must_use]
    pub fn code(&self) -> &str {
        self.deny.code()
    }

    /// The reason in words.
    #[must_use]
    pub fn reason(&self) -> String {
        self.deny.reason()
    }

    /// What the reason's words are made with, by name.
    #[must_use]
    pub fn args(&self) -> &BTreeMap<String, Value> {
        self.deny.args()
    }

    /// The type of the action that was refused: the one sent, or one that followed from it.
    #[must_use]
    pub fn action_type(&self) -> &str {
        &self.action
    }

    /// The field that made it no action (`BAD_ACTION` only).
    #[must_use]
    pub fn field(&self) -> Option<&str> {
        self.field.as_deref()
    }
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.rule, &self.field) {
            (None, Some(field)) => write!(f, "no action: {field}: {}", self.reason()),
            _ => write!(
                f,
                "{} refused by {} ({}): {}",
                self.action,
                self.rule.as_deref().unwrap_or("the engine"),
                self.code(),
                self.reason()
            ),
        }
    }
}

impl std::error::Error for Denied {}

/// `{"ok":false,"rule","code","reason","args","action"}`, and `field` for what was no action.
impl Serialize for Denied {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("ok", &false)?;
        map.serialize_entry("rule", &self.rule)?;
        map.serialize_entry("code", self.code())?;
        if let Some(field) = &self.field {
            map.serialize_entry("field", field)?;
        }
        map.serialize_entry("reason", &self.reason())?;
        if !self.args().is_empty() {
            map.serialize_entry("args", self.args())?;
        }
        if !self.action.is_empty() {
            map.serialize_entry("action", &self.action)?;
        }
        map.end()
    }
}
