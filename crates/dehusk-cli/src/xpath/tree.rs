//! The syntax tree of an XPath expression.

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expr {
    Path(Path),
    /// A parenthesized expression with predicates, such as `(//p)[1]`, and the steps after it.
    Filter(Box<Expr>, Vec<Expr>, Vec<Step>),
    Union(Vec<Expr>),
    Or(Box<Expr>, Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    /// A comparison with `=`, `!=`, `<`, `>`, `<=` or `>=`.
    Compare(&'static str, Box<Expr>, Box<Expr>),
    /// Addition and the like, which no selector expresses.
    Arithmetic,
    Call(String, Vec<Expr>),
    Text(String),
    Number(f64),
}

/// A location path.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Path {
    pub(super) is_absolute: bool,
    pub(super) steps: Vec<Step>,
}

/// A step of a path.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Step {
    pub(super) axis: Axis,
    pub(super) test: Test,
    pub(super) predicates: Vec<Expr>,
}

/// The direction of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    Child,
    /// A child of any depth, `//x`: positions count within each parent.
    DeepChild,
    Descendant,
    DescendantOrSelf,
    Itself,
    Parent,
    Ancestor,
    AncestorOrSelf,
    FollowingSibling,
    PrecedingSibling,
    Attribute,
    /// `following`, `preceding` and `namespace`.
    Other,
}

/// Which nodes a step selects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Test {
    Name(String),
    /// `*`
    Any,
    /// `node()`
    Node,
    /// `text()`
    Text,
    /// `comment()` and `processing-instruction()`
    Comment,
}
