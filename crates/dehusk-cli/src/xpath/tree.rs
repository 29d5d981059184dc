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

impl Expr {
    /// Whether predicates choose the first element only.
    pub(super) fn are_first(predicates: &[Expr]) -> bool {
        matches!(predicates, [Expr::Number(number)] if *number == 1.0)
    }
}

impl Step {
    /// `+` for the nearest sibling of any kind, `~` for all.
    pub(super) fn sibling_combinator(&self) -> &'static str {
        if self.is_nearest_sibling() { "+" } else { "~" }
    }

    /// Whether the step takes the nearest sibling, `following-sibling::*[1]`.
    pub(super) fn is_nearest_sibling(&self) -> bool {
        let is_sibling = matches!(self.axis, Axis::FollowingSibling | Axis::PrecedingSibling);
        is_sibling
            && self.test == Test::Any
            && self.predicates.first().is_some_and(|first| Expr::are_first(std::slice::from_ref(first)))
    }
}
