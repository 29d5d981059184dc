//! Parses XPath 1.0 expressions by recursive descent.

use super::lexer::{Token, tokens};
use super::tree::{Axis, Expr, Path, Step, Test};

/// The maximum length of an expression in bytes; people write shorter ones. Chosen by hand.
const MAX_BYTES: usize = 8192;
/// The maximum number of expressions inside each other, which bounds the recursion. Chosen by hand.
const MAX_DEPTH: usize = 32;

type Parsed<T> = Result<T, String>;

/// Parses an expression.
pub(super) fn parse(text: &str) -> Parsed<Expr> {
    if text.len() > MAX_BYTES {
        return Err(format!("the expression has more than {MAX_BYTES} bytes"));
    }
    let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0 };
    let expr = parser.or()?;
    match parser.tokens.get(parser.at) {
        None => Ok(expr),
        Some(token) => Err(format!("{} is not expected there", shown(token))),
    }
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn takes(&mut self, symbol: &str) -> bool {
        let found = matches!(self.tokens.get(self.at), Some(Token::Symbol(found)) if *found == symbol);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.takes(symbol) { Ok(()) } else { Err(format!("{symbol} is missing")) }
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let found = matches!(self.tokens.get(self.at), Some(Token::Name(name)) if name == word);
        self.at += usize::from(found);
        found
    }

    fn next_is(&self, symbol: &str) -> bool {
        matches!(self.tokens.get(self.at), Some(Token::Symbol(found)) if *found == symbol)
    }

    fn or(&mut self) -> Parsed<Expr> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("the expression is nested too deep".to_owned());
        }
        let mut expr = self.and()?;
        while self.takes_word("or") {
            expr = Expr::Or(Box::new(expr), Box::new(self.and()?));
        }
        self.depth -= 1;
        Ok(expr)
    }

    fn and(&mut self) -> Parsed<Expr> {
        let mut expr = self.comparison()?;
        while self.takes_word("and") {
            expr = Expr::And(Box::new(expr), Box::new(self.comparison()?));
        }
        Ok(expr)
    }

    fn comparison(&mut self) -> Parsed<Expr> {
        let left = self.arithmetic()?;
        for operator in ["=", "!=", "<=", ">=", "<", ">"] {
            if self.takes(operator) {
                return Ok(Expr::Compare(operator, Box::new(left), Box::new(self.arithmetic()?)));
            }
        }
        Ok(left)
    }

    fn arithmetic(&mut self) -> Parsed<Expr> {
        let is_negative = self.takes("-");
        let mut expr = self.union()?;
        if is_negative {
            expr = Expr::Arithmetic;
        }
        while ["+", "-", "*"].iter().any(|symbol| self.takes(symbol))
            || ["div", "mod"].iter().any(|word| self.takes_word(word))
        {
            self.union()?;
            expr = Expr::Arithmetic;
        }
        Ok(expr)
    }

    fn union(&mut self) -> Parsed<Expr> {
        let mut parts = vec![self.path_or_filter()?];
        while self.takes("|") {
            parts.push(self.path_or_filter()?);
        }
        let only = if parts.len() == 1 { parts.pop() } else { None };
        Ok(only.unwrap_or(Expr::Union(parts)))
    }

    fn path_or_filter(&mut self) -> Parsed<Expr> {
        let primary = match self.tokens.get(self.at).cloned() {
            Some(Token::Text(text)) => self.skip(Expr::Text(text)),
            Some(Token::Number(number)) => self.skip(Expr::Number(number)),
            Some(Token::Symbol("(")) => {
                self.at += 1;
                let inner = self.or()?;
                self.expect(")")?;
                inner
            }
            Some(Token::Name(name)) if self.is_function(&name) => self.call(name)?,
            _ => return Ok(Expr::Path(self.path()?)),
        };
        let mut predicates = Vec::new();
        while self.next_is("[") {
            predicates.push(self.predicate()?);
        }
        let mut steps = Vec::new();
        if self.next_is("/") || self.next_is("//") {
            self.steps(&mut steps)?;
        }
        let is_plain = predicates.is_empty() && steps.is_empty();
        Ok(if is_plain { primary } else { Expr::Filter(Box::new(primary), predicates, steps) })
    }

    fn skip(&mut self, expr: Expr) -> Expr {
        self.at += 1;
        expr
    }

    fn is_function(&self, name: &str) -> bool {
        let is_called = matches!(self.tokens.get(self.at + 1), Some(Token::Symbol("(")));
        is_called && !matches!(name, "text" | "node" | "comment" | "processing-instruction")
    }

    fn call(&mut self, name: String) -> Parsed<Expr> {
        self.at += 2;
        let mut arguments = Vec::new();
        if !self.takes(")") {
            arguments.push(self.or()?);
            while self.takes(",") {
                arguments.push(self.or()?);
            }
            self.expect(")")?;
        }
        Ok(Expr::Call(name, arguments))
    }

    fn path(&mut self) -> Parsed<Path> {
        let is_absolute = self.next_is("/") || self.next_is("//");
        let mut steps = Vec::new();
        if !is_absolute {
            steps.push(self.step()?);
        }
        self.steps(&mut steps)?;
        Ok(Path { is_absolute, steps })
    }

    /// The steps that begin with a slash.
    fn steps(&mut self, steps: &mut Vec<Step>) -> Parsed<()> {
        loop {
            if self.takes("//") {
                let step = self.step()?;
                if step.axis == Axis::Child {
                    steps.push(Step { axis: Axis::DeepChild, ..step });
                } else {
                    let test = Test::Node;
                    steps.push(Step { axis: Axis::DescendantOrSelf, test, predicates: Vec::new() });
                    steps.push(step);
                }
            } else if self.takes("/") {
                steps.push(self.step()?);
            } else {
                return Ok(());
            }
        }
    }

    fn step(&mut self) -> Parsed<Step> {
        for (symbol, axis) in [("..", Axis::Parent), (".", Axis::Itself)] {
            if self.takes(symbol) {
                return self.predicates(axis, Test::Node);
            }
        }
        let axis = self.axis();
        let test = self.test()?;
        self.predicates(axis, test)
    }

    fn predicates(&mut self, axis: Axis, test: Test) -> Parsed<Step> {
        let mut predicates = Vec::new();
        while self.next_is("[") {
            predicates.push(self.predicate()?);
        }
        Ok(Step { axis, test, predicates })
    }

    fn predicate(&mut self) -> Parsed<Expr> {
        self.expect("[")?;
        let expr = self.or()?;
        self.expect("]")?;
        Ok(expr)
    }

    fn axis(&mut self) -> Axis {
        if self.takes("@") {
            return Axis::Attribute;
        }
        let is_named = matches!(self.tokens.get(self.at + 1), Some(Token::Symbol("::")));
        let Some(Token::Name(name)) = self.tokens.get(self.at).filter(|_| is_named) else {
            return Axis::Child;
        };
        let axis = match name.as_str() {
            "child" => Axis::Child,
            "descendant" => Axis::Descendant,
            "descendant-or-self" => Axis::DescendantOrSelf,
            "self" => Axis::Itself,
            "parent" => Axis::Parent,
            "ancestor" => Axis::Ancestor,
            "ancestor-or-self" => Axis::AncestorOrSelf,
            "following-sibling" => Axis::FollowingSibling,
            "preceding-sibling" => Axis::PrecedingSibling,
            "attribute" => Axis::Attribute,
            _ => Axis::Other,
        };
        self.at += 2;
        axis
    }

    fn test(&mut self) -> Parsed<Test> {
        if self.takes("*") {
            return Ok(Test::Any);
        }
        let Some(Token::Name(name)) = self.tokens.get(self.at).cloned() else {
            let found = self.tokens.get(self.at).map_or_else(|| "the end".to_owned(), shown);
            return Err(format!("{found} is not expected there"));
        };
        self.at += 1;
        if !self.takes("(") {
            return Ok(Test::Name(name));
        }
        if matches!(self.tokens.get(self.at), Some(Token::Text(_))) {
            self.at += 1;
        }
        self.expect(")")?;
        match name.as_str() {
            "text" => Ok(Test::Text),
            "node" => Ok(Test::Node),
            "comment" | "processing-instruction" => Ok(Test::Comment),
            _ => Err(format!("{name}() is not expected there")),
        }
    }
}

fn shown(token: &Token) -> String {
    match token {
        Token::Name(name) => name.clone(),
        Token::Text(text) => format!("{text:?}"),
        Token::Number(number) => number.to_string(),
        Token::Symbol(symbol) => (*symbol).to_owned(),
    }
}
