//! Quantities of style: numbers with or without a unit, and the functions that compute them: `calc()`, `min()`, `max()`,
//! `clamp()` and others.

use crate::window::{PER_CENTIMETER, PER_INCH, PER_POINT, TEXT_SIZE, WINDOW_HEIGHT, WINDOW_WIDTH};

/// The height of an `x` and the width of a `0`, where the font is unknown, as a share of the size of text (CSS Values 4, section 6.1.1).
const PER_LETTER: f32 = 0.5;
/// The height of a line, where it is not given, as a share of the size of text (CSS 2, section 10.8.1).
const PER_LINE: f32 = 1.2;
/// What `infinity` is, so that computing with it gives numbers: browsers limit lengths too.
const MAX_NUMBER: f32 = 1e9;
/// The sides of the window, of which a hundredth is a unit.
const SHORT_SIDE: f32 = WINDOW_HEIGHT;
const LONG_SIDE: f32 = WINDOW_WIDTH;

/// A value with or without a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Quantity {
    Number(f32),
    Pixels(f32),
}

impl Quantity {
    /// Adds or compares two values; `None` if only one of them has a unit.
    fn with(self, other: Quantity, compute: fn(f32, f32) -> f32) -> Option<Quantity> {
        match (self, other) {
            (Quantity::Number(one), Quantity::Number(other)) => Some(Quantity::Number(compute(one, other))),
            (Quantity::Pixels(one), Quantity::Pixels(other)) => Some(Quantity::Pixels(compute(one, other))),
            _ => None,
        }
    }

    fn times(self, factor: f32) -> Quantity {
        self.map(|amount| amount * factor)
    }

    fn amount(self) -> f32 {
        let (Quantity::Number(amount) | Quantity::Pixels(amount)) = self;
        amount
    }

    fn map(self, compute: impl Fn(f32) -> f32) -> Quantity {
        match self {
            Quantity::Number(number) => Quantity::Number(compute(number)),
            Quantity::Pixels(pixels) => Quantity::Pixels(compute(pixels)),
        }
    }
}

/// The pixels of relative units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Units {
    pub(crate) percent: f32,
    pub(crate) em: f32,
}

/// Reads a quantity in lower case; `None` if it is none, or not finite.
pub(crate) fn quantity(value: &str, units: Units) -> Option<Quantity> {
    let mut formula = Formula { rest: value, units, depth: 0 };
    let quantity = formula.factor()?;
    let (Quantity::Number(number) | Quantity::Pixels(number)) = quantity;
    (formula.rest.is_empty() && number.is_finite()).then_some(quantity)
}

/// The side of the window that a unit is a hundredth of.
fn of_window(unit: &str) -> Option<f32> {
    match unit.strip_prefix(['s', 'l', 'd']).unwrap_or(unit) {
        "vw" | "vi" => Some(WINDOW_WIDTH),
        "vh" | "vb" => Some(WINDOW_HEIGHT),
        "vmin" => Some(SHORT_SIDE),
        "vmax" => Some(LONG_SIDE),
        _ => None,
    }
}

/// A formula that is computed from left to right.
struct Formula<'f> {
    rest: &'f str,
    units: Units,
    /// The number of open parentheses.
    depth: usize,
}

impl<'f> Formula<'f> {
    /// Maximum number of parentheses within each other; chosen by hand, far more than style sheets have.
    const MAX_DEPTH: usize = 8;

    fn sum(&mut self) -> Option<Quantity> {
        let mut sum = self.product()?;
        loop {
            let sign = match self.operator(b"+-") {
                Some(b'+') => 1.0,
                Some(_) => -1.0,
                None => return Some(sum),
            };
            sum = sum.with(self.product()?.times(sign), |one, other| one + other)?;
        }
    }

    fn product(&mut self) -> Option<Quantity> {
        let mut product = self.factor()?;
        loop {
            let operator = self.operator(b"*/");
            let Some(operator) = operator else { return Some(product) };
            product = match (operator, product, self.factor()?) {
                (b'*', quantity, Quantity::Number(number)) | (b'*', Quantity::Number(number), quantity) => {
                    quantity.times(number)
                }
                (b'/', quantity, Quantity::Number(number)) => quantity.times(1.0 / number),
                _ => return None,
            };
        }
    }

    /// Takes one of these operators, with the spaces around it.
    fn operator(&mut self, operators: &[u8]) -> Option<u8> {
        let rest = self.rest.trim_ascii_start();
        let operator = *rest.as_bytes().first().filter(|byte| operators.contains(byte))?;
        self.rest = rest[1..].trim_ascii_start();
        Some(operator)
    }

    /// A number with its unit, or what a function or parentheses contain.
    fn factor(&mut self) -> Option<Quantity> {
        let name = self.take(|byte| byte.is_ascii_lowercase());
        if !self.rest.starts_with('(') {
            return match name {
                "" => self.number(),
                "infinity" if self.depth > 0 => Some(Quantity::Number(MAX_NUMBER)),
                _ => None,
            };
        }
        self.depth += 1;
        if self.depth > Formula::MAX_DEPTH {
            return None;
        }
        self.rest = self.rest[1..].trim_ascii_start();
        let first = self.sum()?;
        let found = match name {
            "" | "calc" => Some(first),
            "min" => self.fold(first, f32::min),
            "max" => self.fold(first, f32::max),
            "clamp" => self.clamp(first),
            "abs" => Some(first.map(f32::abs)),
            "sign" => Some(Quantity::Number(first.amount().signum())),
            "sin" => Some(first.map(f32::sin)),
            "cos" => Some(first.map(f32::cos)),
            "round" => self.step(first, |one, step| (one / step).round() * step),
            "mod" => self.step(first, f32::rem_euclid),
            "rem" => self.step(first, |one, step| one % step),
            _ => None,
        }?;
        self.rest = self.rest.trim_ascii_start().strip_prefix(')')?;
        self.depth -= 1;
        Some(found)
    }

    /// The rest of a function of a value and a step, which may be left out if it is 1.
    fn step(&mut self, first: Quantity, compute: fn(f32, f32) -> f32) -> Option<Quantity> {
        match self.operator(b",") {
            Some(_) => first.with(self.sum()?, compute),
            None => Some(first.map(|one| compute(one, 1.0))),
        }
    }

    fn fold(&mut self, first: Quantity, choose: fn(f32, f32) -> f32) -> Option<Quantity> {
        let mut chosen = first;
        while self.operator(b",").is_some() {
            chosen = chosen.with(self.sum()?, choose)?;
        }
        Some(chosen)
    }

    /// The rest of `clamp(least, middle, most)`: the middle argument within the two bounds, of which `least` wins.
    fn clamp(&mut self, least: Quantity) -> Option<Quantity> {
        self.operator(b",")?;
        let middle = self.sum()?;
        self.operator(b",")?;
        middle.with(self.sum()?, f32::min)?.with(least, f32::max)
    }

    fn number(&mut self) -> Option<Quantity> {
        let digits = self.number_text();
        let number: f32 = digits.parse().ok()?;
        let unit = self.take(|byte| byte.is_ascii_lowercase() || byte == b'%');
        let pixels = match unit {
            "" => return Some(Quantity::Number(number)),
            "px" => 1.0,
            "em" => self.units.em,
            "rem" => TEXT_SIZE,
            "ex" | "ch" => self.units.em * PER_LETTER,
            "rex" | "rch" => TEXT_SIZE * PER_LETTER,
            "ic" | "cap" => self.units.em,
            "ric" | "rcap" => TEXT_SIZE,
            "lh" => self.units.em * PER_LINE,
            "rlh" => TEXT_SIZE * PER_LINE,
            "pt" => PER_POINT,
            "pc" => PER_POINT * 12.0,
            "cm" => PER_CENTIMETER,
            "mm" => PER_CENTIMETER / 10.0,
            "q" => PER_CENTIMETER / 40.0,
            "in" => PER_INCH,
            "%" => self.units.percent,
            unit => of_window(unit)? / 100.0,
        };
        Some(Quantity::Pixels(number * pixels))
    }

    /// A sign with digits, and perhaps a power of ten.
    fn number_text(&mut self) -> &'f str {
        let digits_at = |at: usize| {
            self.rest[at..].bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count()
        };
        let signs = self.rest.bytes().take_while(|byte| matches!(byte, b'-' | b'+')).count();
        let end = signs + digits_at(signs);
        let power = power_len(&self.rest[end..]);
        let (text, rest) = self.rest.split_at(end + power);
        self.rest = rest;
        text
    }

    /// Takes the bytes at the beginning that are wanted, all of which are ASCII.
    fn take(&mut self, is_wanted: impl Fn(u8) -> bool) -> &'f str {
        let (taken, rest) = self.rest.split_at(self.rest.bytes().take_while(|byte| is_wanted(*byte)).count());
        self.rest = rest;
        taken
    }
}

/// The length of a power of ten, such as `e-3`.
pub(crate) fn power_len(text: &str) -> usize {
    let Some(power) = text.strip_prefix('e') else { return 0 };
    let sign = usize::from(power.starts_with(['-', '+']));
    let digits = power[sign..].bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 { 1 + sign + digits } else { 0 }
}
