//! A formula as an exact function in a programming language. It is also right for the few n before the rule
//! begins.

use super::rule::bounds;
use crate::formula::{Bivariate, Formula, Program, Rule, Step};
use armistice_base::named;
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

/// Returns a function `a` of the variables of the family; `None` if the rule is too long to be written out.
#[must_use]
pub fn code(formula: &Formula, language: Language) -> Option<String> {
    let comment = match language {
        Language::Pari => format!("\\\\ {}", formula.title()),
        Language::Mathematica => format!("(* {} *)", formula.title()),
        _ => format!("# {}", formula.title()),
    };
    let body = match &formula.rule {
        Rule::Bivariate(found) => bivariate(formula, found, language),
        _ => {
            let program = formula.program()?;
            match &program.step {
                Step::Linear(coefficients) => linear(&program, coefficients, language),
                Step::Periodic { classes, denominator } => {
                    write_periodic(&program, classes, denominator, language)
                }
                Step::Holonomic(rows) => holonomic(&program, rows, language),
                _ => return None,
            }
        }
    };
    Some(format!("{comment}\n{body}"))
}

/// Writes numbers as a list of the language.
fn list<T: ToString>(numbers: &[T], language: Language) -> String {
    let numbers = numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    match language {
        Language::Mathematica => format!("{{{numbers}}}"),
        _ => format!("[{numbers}]"),
    }
}

/// Writes the place of the term of n in a list that begins with a(first): `n - 3`. The first place of the
/// list is `number`.
fn place(first: i64, number: i64) -> String {
    match number - first {
        0 => "n".to_owned(),
        by if by < 0 => format!("n - {}", -by),
        by => format!("n + {by}"),
    }
}

/// Writes a division: ` // 6`, or nothing for 1.
fn write_division(sign: &str, denominator: &BigInt) -> String {
    if *denominator == BigInt::from(1) { String::new() } else { format!("{sign}{denominator}") }
}

/// Writes the text after the name in a definition. Values of n before `first` have no term.
fn guard(first: i64, language: Language) -> String {
    match language {
        Language::Python | Language::Sage => {
            format!("    if n < {first}:\n        raise ValueError(\"n must be at least {first}\")\n")
        }
        Language::Pari => format!("if(n<{first},error(\"n must be at least {first}\"));"),
        Language::Mathematica => format!(" /; n >= {first}"),
        Language::Maple => format!("if n < {first} then error \"n must be at least {first}\"; end if; "),
    }
}

fn linear(program: &Program, coefficients: &[BigInt], language: Language) -> String {
    let (first, order, guard) = (program.first, coefficients.len(), guard(program.first, language));
    let (given, coefficients) = (list(&program.given, language), list(coefficients, language));
    match language {
        Language::Python | Language::Sage => format!(
            "def a(n):\n    terms = {given}\n    coefficients = {coefficients}\n{guard}    \
             while len(terms) <= {at}:\n        \
             terms.append(sum(c * t for c, t in zip(coefficients, reversed(terms))))\n    \
             return terms[{at}]\n",
            at = place(first, 0)
        ),
        Language::Pari => format!(
            "a(n)={{{guard}my(t={given},c={coefficients},k={order},m=#t,i={at});\
             if(i<=m,return(t[i]));my(w=t[m-k+1..m]);for(j=m+1,i,w=concat(w[2..k],\
             [sum(s=1,k,c[s]*w[k+1-s])]));w[k]}}\n",
            at = place(first, 1)
        ),
        Language::Mathematica => format!(
            "a[n_Integer]{guard} := Module[{{t = {given}, c = {coefficients}, i = {at}}}, \
             While[Length[t] < i, AppendTo[t, c . Reverse[Take[t, -{order}]]]]; t[[i]]]\n",
            at = place(first, 1)
        ),
        Language::Maple => format!(
            "a := proc(n) local t, c, i, j; {guard}t := {given}; c := {coefficients}; i := {at}; \
             while nops(t) < i do t := [op(t), add(c[j]*t[nops(t)+1-j], j = 1 .. {order})]; end do; t[i]; \
             end proc:\n",
            at = place(first, 1)
        ),
    }
}

fn lists(rows: &[Vec<BigInt>], language: Language) -> String {
    let rows: Vec<String> = rows.iter().map(|row| list(row, language)).collect();
    list(&rows, language)
}

fn write_periodic(
    program: &Program,
    classes: &[Vec<BigInt>],
    denominator: &BigInt,
    language: Language,
) -> String {
    let (first, period, guard) = (program.first, classes.len(), guard(program.first, language));
    let from = first + program.given.len() as i64;
    let has_exceptions = !program.given.is_empty();
    let before = list(&program.given, language);
    // The list has the coefficients for this n, or for all n if the rule is a polynomial.
    let row = |by_class: &str| match classes {
        [row] => list(row, language),
        _ => format!("{}{by_class}", lists(classes, language)),
    };
    match language {
        Language::Python | Language::Sage => {
            let row = row(&format!("[n % {period}]"));
            let rescue = match has_exceptions {
                true => format!("    if n < {from}:\n        return {before}[{}]\n", place(first, 0)),
                false => String::new(),
            };
            format!(
                "def a(n):\n{guard}{rescue}    value = 0\n    for c in reversed({row}):\n        \
                 value = value * n + c\n    return value{}\n",
                write_division(" // ", denominator)
            )
        }
        Language::Pari => {
            let row = row(&format!("[n%{period}+1]"));
            let rescue = match has_exceptions {
                true => format!("if(n<{from},return({before}[{}]));", place(first, 1)),
                false => String::new(),
            };
            format!("a(n)={{{guard}{rescue}subst(Polrev({row}),'x,n){}}}\n", write_division("/", denominator))
        }
        Language::Mathematica => {
            let row = row(&format!("[[Mod[n, {period}] + 1]]"));
            let value = format!("FromDigits[Reverse[{row}], n]{}", write_division("/", denominator));
            match has_exceptions {
                true => {
                    format!(
                        "a[n_Integer]{guard} := If[n < {from}, {before}[[{}]], {value}]\n",
                        place(first, 1)
                    )
                }
                false => format!("a[n_Integer]{guard} := {value}\n"),
            }
        }
        Language::Maple => {
            let row = row(&format!("[modp(n, {period}) + 1]"));
            let rescue = match has_exceptions {
                true => format!("if n < {from} then return {before}[{}]; end if; ", place(first, 1)),
                false => String::new(),
            };
            format!(
                "a := proc(n) local r, j; {guard}{rescue}r := {row}; add(r[j]*n^(j-1), j = 1 .. nops(r)){}; \
                 end proc:\n",
                write_division("/", denominator)
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
            write_division(" // ", &denominator)
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

fn holonomic(program: &Program, rows: &[Vec<BigInt>], language: Language) -> String {
    let (first, order, guard) = (program.first, rows.len() - 1, guard(program.first, language));
    let (given, rows) = (list(&program.given, language), lists(rows, language));
    match language {
        Language::Python | Language::Sage => format!(
            "def a(n):\n    terms = {given}\n    rows = {rows}\n{guard}    for m in range(len(terms) + ({first}), \
             n + 1):\n        p = [sum(c * m**j for j, c in enumerate(row)) for row in rows]\n        \
             terms.append(-sum(c * t for c, t in zip(p[1:], reversed(terms))) // p[0])\n    \
             return terms[{at}]\n",
            at = place(first, 0)
        ),
        Language::Pari => format!(
            "a(n)={{{guard}my(t={given},r={rows});\
             for(m=#t+({first}),n,my(p=vector(#r,i,subst(Polrev(r[i]),'x,m)));\
             t=concat(t,[-sum(i=1,{order},p[i+1]*t[#t+1-i])/p[1]]));t[{at}]}}\n",
            at = place(first, 1)
        ),
        Language::Mathematica => format!(
            "a[n_Integer]{guard} := Module[{{t = {given}, p}}, Do[p = (FromDigits[Reverse[#], m] &) /@ {rows}; \
             AppendTo[t, -Rest[p] . Reverse[Take[t, -{order}]]/First[p]], {{m, Length[t] + ({first}), n}}]; \
             t[[{at}]]]\n",
            at = place(first, 1)
        ),
        Language::Maple => format!(
            "a := proc(n) local t, r, p, i, j, m; {guard}t := {given}; r := {rows}; \
             for m from nops(t) + ({first}) to n do \
             p := [seq(add(r[i][j]*m^(j-1), j = 1 .. nops(r[i])), i = 1 .. nops(r))]; \
             t := [op(t), -add(p[i+1]*t[nops(t)+1-i], i = 1 .. {order})/p[1]]; end do; t[{at}]; \
             end proc:\n",
            at = place(first, 1)
        ),
    }
}
