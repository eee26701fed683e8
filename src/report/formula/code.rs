//! A formula as a function in a programming language: exact, and right also for the few n before the rule begins.

use super::rule::bounds;
use crate::algebra::{Holonomic, Polynomial, QuasiPolynomial, Recurrence};
use crate::formula::{Bivariate, Formula, Rule};
use armistice_core::named;
use num_bigint::BigInt;

named! {
    /// A language that formulas are written in.
    pub enum Language {
        /// PARI/GP.
        Pari = "pari",
        /// SageMath.
        Sage = "sage",
        /// Mathematica, the Wolfram language.
        Mathematica = "mathematica",
        /// Maple.
        Maple = "maple",
        /// Python, without other packages.
        Python = "python",
    }
}

/// A function `a` of the variables of the family; `None` of a rule that is too long to be written out.
#[must_use]
pub fn code(formula: &Formula, language: Language) -> Option<String> {
    let comment = match language {
        Language::Pari => format!("\\\\ {}", formula.title()),
        Language::Mathematica => format!("(* {} *)", formula.title()),
        _ => format!("# {}", formula.title()),
    };
    let body = match &formula.rule {
        Rule::Recurrence(found) => recurrence(found, language),
        Rule::QuasiPolynomial(found) => quasi_polynomial(formula, found, language),
        Rule::Bivariate(found) => bivariate(formula, found, language),
        Rule::Holonomic(found) => holonomic(formula, found, language),
        _ => return None,
    };
    Some(format!("{comment}\n{body}"))
}

/// Numbers as a list of the language.
fn list<T: ToString>(numbers: &[T], language: Language) -> String {
    let numbers = numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    match language {
        Language::Mathematica => format!("{{{numbers}}}"),
        _ => format!("[{numbers}]"),
    }
}

/// `n - 3`, where in a list that begins with a(first) the term of n stands if the first place has this number.
fn place(first: i64, number: i64) -> String {
    match number - first {
        0 => "n".to_owned(),
        by if by < 0 => format!("n - {}", -by),
        by => format!("n + {by}"),
    }
}

/// ` // 6`, or nothing for 1.
fn divided(sign: &str, denominator: &BigInt) -> String {
    if *denominator == BigInt::from(1) { String::new() } else { format!("{sign}{denominator}") }
}

fn recurrence(found: &Recurrence, language: Language) -> String {
    let (initial, coefficients) = (list(found.initial(), language), list(found.coefficients(), language));
    let (first, order) = (found.first(), found.order());
    match language {
        Language::Python | Language::Sage => format!(
            "def a(n):\n    terms = {initial}\n    coefficients = {coefficients}\n    if n < {first}:\n        \
             raise ValueError(\"n must be at least {first}\")\n    while len(terms) <= {at}:\n        \
             terms.append(sum(c * t for c, t in zip(coefficients, reversed(terms))))\n    \
             return terms[{at}]\n",
            at = place(first, 0)
        ),
        Language::Pari => format!(
            "a(n)={{my(t={initial},c={coefficients},k={order},m=#t,i={at});if(i<1,error(\"n must be at least \
             {first}\"));if(i<=m,return(t[i]));my(w=t[m-k+1..m]);for(j=m+1,i,w=concat(w[2..k],\
             [sum(s=1,k,c[s]*w[k+1-s])]));w[k]}}\n",
            at = place(first, 1)
        ),
        Language::Mathematica => format!(
            "a[n_Integer] := Module[{{t = {initial}, c = {coefficients}, i = {at}}}, \
             While[Length[t] < i, AppendTo[t, c . Reverse[Take[t, -{order}]]]]; t[[i]]]\n",
            at = place(first, 1)
        ),
        Language::Maple => format!(
            "a := proc(n) local t, c, i, j; t := {initial}; c := {coefficients}; i := {at}; \
             while nops(t) < i do t := [op(t), add(c[j]*t[nops(t)+1-j], j = 1 .. {order})]; end do; t[i]; \
             end proc:\n",
            at = place(first, 1)
        ),
    }
}

/// The terms before the rule begins.
fn exceptions(formula: &Formula) -> Vec<(i64, BigInt)> {
    let from = formula.from.first().copied().unwrap_or(formula.first);
    (formula.first..from).zip(formula.terms.iter().cloned()).collect()
}

fn lists(rows: &[Vec<BigInt>], language: Language) -> String {
    let rows: Vec<String> = rows.iter().map(|row| list(row, language)).collect();
    list(&rows, language)
}

fn quasi_polynomial(formula: &Formula, found: &QuasiPolynomial, language: Language) -> String {
    let period = found.period();
    let constituents: Vec<Polynomial> = (0..period).map(|class| found.constituent(class)).collect();
    let (rows, denominator) = Polynomial::over_one_denominator(&constituents);
    let first = formula.first;
    let from = formula.from.first().copied().unwrap_or(first);
    let before: Vec<BigInt> = exceptions(formula).into_iter().map(|(_, term)| term).collect();
    let has_exceptions = !before.is_empty();
    let before = list(&before, language);
    // The coefficients for this n, of a polynomial those for all.
    let row = |by_class: &str| match &rows[..] {
        [row] => list(row, language),
        _ => format!("{}{by_class}", lists(&rows, language)),
    };
    match language {
        Language::Python | Language::Sage => {
            let row = row(&format!("[n % {period}]"));
            let rescue = match has_exceptions {
                true => format!("    if n < {from}:\n        return {before}[{}]\n", place(first, 0)),
                false => String::new(),
            };
            format!(
                "def a(n):\n    if n < {first}:\n        raise ValueError(\"n must be at least {first}\")\n{rescue}    \
                 value = 0\n    for c in reversed({row}):\n        value = value * n + c\n    return value{}\n",
                divided(" // ", &denominator)
            )
        }
        Language::Pari => {
            let row = row(&format!("[n%{period}+1]"));
            let rescue = match has_exceptions {
                true => format!("if(n<{from},return({before}[{}]));", place(first, 1)),
                false => String::new(),
            };
            format!(
                "a(n)={{if(n<{first},error(\"n must be at least {first}\"));{rescue}subst(Polrev({row}),'x,n){}}}\n",
                divided("/", &denominator)
            )
        }
        Language::Mathematica => {
            let row = row(&format!("[[Mod[n, {period}] + 1]]"));
            let value = format!("FromDigits[Reverse[{row}], n]{}", divided("/", &denominator));
            match has_exceptions {
                true => {
                    format!("a[n_Integer] := If[n < {from}, {before}[[{}]], {value}]\n", place(first, 1))
                }
                false => format!("a[n_Integer] := {value}\n"),
            }
        }
        Language::Maple => {
            let row = row(&format!("[modp(n, {period}) + 1]"));
            let rescue = match has_exceptions {
                true => format!("if n < {from} then return {before}[{}]; end if; ", place(first, 1)),
                false => String::new(),
            };
            format!(
                "a := proc(n) local r, j; {rescue}r := {row}; add(r[j]*n^(j-1), j = 1 .. nops(r)){}; end proc:\n",
                divided("/", &denominator)
            )
        }
    }
}

fn bivariate(formula: &Formula, found: &Bivariate, language: Language) -> String {
    let (rows, denominator) = found.over_one_denominator();
    let rows = lists(&rows, language);
    let names: Vec<String> = formula.variables.iter().map(char::to_string).collect();
    let (first, second) = match &names[..] {
        [first, second] => (first.as_str(), second.as_str()),
        _ => ("m", "n"),
    };
    let from = bounds(formula, ">=", " and ");
    match language {
        Language::Python | Language::Sage => format!(
            "def a({first}, {second}):  # for {from}\n    rows = {rows}\n    return sum(c * {first}**i * {second}**j \
             for i, row in enumerate(rows) for j, c in enumerate(row)){}\n",
            divided(" // ", &denominator)
        ),
        Language::Pari => format!(
            "a({first},{second})={{my(r={rows});sum(i=1,#r,{first}^(i-1)*sum(j=1,#r[i],r[i][j]*{second}^(j-1)))/\
             {denominator}}} \\\\ for {from}\n"
        ),
        Language::Mathematica => format!(
            "a[{first}_Integer, {second}_Integer] := FromDigits[Reverse[(FromDigits[Reverse[#], {second}] &) /@ {rows}], \
             {first}]/{denominator} (* for {from} *)\n"
        ),
        Language::Maple => format!(
            "a := proc({first}, {second}) local r, i, j; r := {rows}; add({first}^(i-1)*add(r[i][j]*{second}^(j-1), \
             j = 1 .. nops(r[i])), i = 1 .. nops(r))/{denominator}; end proc: # for {from}\n"
        ),
    }
}

fn holonomic(formula: &Formula, found: &Holonomic, language: Language) -> String {
    let polynomials: Vec<Vec<BigInt>> =
        found.coefficients.iter().map(|polynomial| polynomial.numerators().to_vec()).collect();
    let (rows, first, order) = (lists(&polynomials, language), formula.first, found.order());
    let count = usize::try_from(found.from - first).unwrap_or(0).max(order);
    let initial = list(formula.terms.get(..count).unwrap_or_default(), language);
    match language {
        Language::Python | Language::Sage => format!(
            "def a(n):\n    terms = {initial}\n    rows = {rows}\n    if n < {first}:\n        raise \
             ValueError(\"n must be at least {first}\")\n    for m in range(len(terms) + ({first}), n + 1):\n        \
             p = [sum(c * m**j for j, c in enumerate(row)) for row in rows]\n        \
             terms.append(-sum(c * t for c, t in zip(p[1:], reversed(terms))) // p[0])\n    \
             return terms[{at}]\n",
            at = place(first, 0)
        ),
        Language::Pari => format!(
            "a(n)={{my(t={initial},r={rows});if(n<{first},error(\"n must be at least {first}\"));\
             for(m=#t+({first}),n,my(p=vector(#r,i,subst(Polrev(r[i]),'x,m)));\
             t=concat(t,[-sum(i=1,{order},p[i+1]*t[#t+1-i])/p[1]]));t[{at}]}}\n",
            at = place(first, 1)
        ),
        Language::Mathematica => format!(
            "a[n_Integer] := Module[{{t = {initial}, p}}, Do[p = (FromDigits[Reverse[#], m] &) /@ {rows}; \
             AppendTo[t, -Rest[p] . Reverse[Take[t, -{order}]]/First[p]], {{m, Length[t] + ({first}), n}}]; \
             t[[{at}]]]\n",
            at = place(first, 1)
        ),
        Language::Maple => format!(
            "a := proc(n) local t, r, p, i, j, m; t := {initial}; r := {rows}; for m from nops(t) + ({first}) to n do \
             p := [seq(add(r[i][j]*m^(j-1), j = 1 .. nops(r[i])), i = 1 .. nops(r))]; \
             t := [op(t), -add(p[i+1]*t[nops(t)+1-i], i = 1 .. {order})/p[1]]; end do; t[{at}]; \
             end proc:\n",
            at = place(first, 1)
        ),
    }
}
