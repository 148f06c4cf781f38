//! Makes a game speak Wyrmscale's protocol (docs/protocol.md). Copy this file beside the game; it needs the standard
//! library of Rust 1.60 on Unix and no crate.
//!
//!     mod wyrm_kit;
//!     use wyrm_kit::{serve, Json, Request};
//!
//!     fn play(request: &Request) -> Result<String, String> {
//!         ...one whole game without a screen...
//!         Ok(format!(r#"{{"outcome": "lost", "stage": 4, "metrics": {{"gold": {}}}}}"#, gold))
//!     }
//!
//!     fn main() { serve(r#"{"name": "delve"}"#, &[("run", play)]); }
//!
//! What is an error, or panics, is told as a failed run, and the next one is played. Draw all random numbers from one
//! generator that is seeded anew for every run: `Dice` is one. What the game prints goes to its log, standard error.
#![allow(dead_code)] // a game need not use all of it

use std::any::Any;
use std::collections::HashMap;
use std::io::{stdin, BufRead, Write};
use std::os::unix::io::FromRawFd;
use std::panic::{catch_unwind, AssertUnwindSafe};

pub struct Request {
    pub seed: u64,
    pub agent: String,      // one of the hello's; "" where it has none
    pub limit: Option<u64>, // a number of turns
    members: HashMap<String, String>,
}

impl Request {
    /// A member such as "attacker"; the parameter "orc.hp" is "set.orc.hp".
    pub fn get(&self, name: &str) -> Option<&str> {
        self.members.get(name).map(String::as_str)
    }

    pub fn number(&self, name: &str, otherwise: f64) -> f64 {
        self.get(name).and_then(|value| value.parse().ok()).unwrap_or(otherwise)
    }
}

/// Plays, or does what else the game can: returns the result as JSON, or what is wrong.
///
///     "draw"    {"misses": 210, "damage": {"5": 400, "6": 390}}
///     "fight"   {"won": 880, "lost": 120, "turns": {"3": 600, "4": 400}}
///     "replay"  {"frames": ["@..o", "...@"]}
pub type Act = fn(&Request) -> Result<String, String>;

extern "C" {
    fn dup(from: i32) -> i32;
    fn dup2(from: i32, to: i32) -> i32;
}

/// Answers requests until they end. `hello` is JSON, without `wyrm` and `can`.
pub fn serve(hello: &str, can: &[(&str, Act)]) {
    // Standard output is the protocol's; what the game prints goes where standard error goes.
    let mut answers = unsafe {
        let copy = dup(1);
        dup2(2, 1);
        std::fs::File::from_raw_fd(copy)
    };
    for line in stdin().lock().lines().map_while(Result::ok) {
        let answer = answer(&line, hello, can).replace('\n', " ") + "\n";
        if answers.write_all(answer.as_bytes()).is_err() {
            return;
        }
    }
}

fn answer(line: &str, hello: &str, can: &[(&str, Act)]) -> String {
    let mut members = HashMap::new();
    read(&mut line.trim_start(), "", &mut members);
    let what = members.get("do").cloned().unwrap_or_default();
    if what == "hello" {
        let can: Vec<String> = can.iter().filter(|c| c.0 != "run").map(|c| quote(c.0)).collect();
        let rest = hello.trim_start().trim_start_matches('{');
        return format!(r#"{{"hello": {{"wyrm": 1, "can": [{}], {}}}"#, can.join(", "), rest);
    }
    let (number, name) = if what == "replay" { ("run", "replay") } else { (what.as_str(), "result") };
    let value = members.get(number).cloned().unwrap_or_else(|| "0".to_string());
    match act(&what, members, can) {
        Ok(result) => format!(r#"{{{}: {}, "{}": {}}}"#, quote(number), value, name, result),
        Err(wrong) => format!(r#"{{{}: {}, "failed": {}}}"#, quote(number), value, quote(&wrong)),
    }
}

fn act(what: &str, members: HashMap<String, String>, can: &[(&str, Act)]) -> Result<String, String> {
    let act = can.iter().find(|c| c.0 == what).ok_or("the game cannot do that")?.1;
    let whole = |name: &str| members.get(name).and_then(|value| value.parse().ok());
    let request = Request {
        seed: whole("seed").unwrap_or(0),
        agent: members.get("agent").cloned().unwrap_or_default(),
        limit: whole("limit"),
        members,
    };
    catch_unwind(AssertUnwindSafe(|| act(&request))).unwrap_or_else(|panic| Err(message(panic)))
}

fn message(panic: Box<dyn Any + Send>) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "it panicked".to_string())
}

/// A text as JSON has it: for those that are not your own.
pub fn quote(text: &str) -> String {
    let escape = |c: char| match c {
        '"' | '\\' | '\0'..='\x1f' => format!("\\u{:04x}", c as u32),
        _ => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(escape).collect::<String>())
}

fn skip(text: &mut &str, expected: char) -> Option<()> {
    *text = text.trim_start().strip_prefix(expected)?.trim_start();
    Some(())
}

/// Takes JSON apart: "set.orc.hp" is "12". None where it is no JSON; what came before stays.
fn read(text: &mut &str, path: &str, members: &mut HashMap<String, String>) -> Option<()> {
    let first = text.chars().next()?;
    let value = if first == '{' || first == '[' {
        skip(text, first)?;
        while skip(text, if first == '{' { '}' } else { ']' }).is_none() {
            let mut name = path.to_string();
            if first == '{' {
                name = name + if path.is_empty() { "" } else { "." } + &read_string(text)?;
                skip(text, ':')?;
            }
            read(text, &name, members)?;
            skip(text, ',');
        }
        return Some(());
    } else if first == '"' {
        read_string(text)?
    } else {
        let (word, rest) = text.split_at(text.find(|c| ",]} \t\r\n".contains(c)).unwrap_or(text.len()));
        *text = rest;
        (!word.is_empty()).then(|| word.to_string())?
    };
    members.insert((!path.is_empty()).then(|| path.to_string())?, value);
    Some(())
}

fn read_string(text: &mut &str) -> Option<String> {
    let mut units: Vec<u16> = Vec::new(); // a character above U+FFFF is escaped as two of them
    let mut chars = text.strip_prefix('"')?.chars();
    loop {
        match chars.next()? {
            '"' => break,
            '\\' => match chars.next()? {
                'u' => {
                    units.push(u16::from_str_radix(chars.as_str().get(..4)?, 16).ok()?);
                    chars = chars.as_str()[4..].chars();
                }
                c => units.push("bfnrt".find(c).map_or(c, |at| b"\x08\x0c\n\r\t"[at] as char) as u16),
            },
            c => units.extend(c.encode_utf16(&mut [0; 2]).iter()),
        }
    }
    *text = chars.as_str();
    Some(String::from_utf16_lossy(&units))
}

/// Random numbers from a seed: the same ones in every language that there is a kit for.
pub struct Dice {
    state: u32,
    key: u32,
}

const STEP: u32 = 0x9E3779B9;

impl Dice {
    pub fn new(seed: u64) -> Dice {
        let (low, high) = (seed as u32, (seed >> 32) as u32);
        Dice { state: mix(low ^ mix(high.wrapping_add(1))), key: mix(high ^ mix(low.wrapping_add(STEP))) }
    }

    /// From 1 to `sides`.
    pub fn roll(&mut self, sides: u32) -> u32 {
        self.state = self.state.wrapping_add(STEP);
        1 + mix(mix(self.state) ^ self.key) % sides
    }
}

/// Every bit of `x` moves half the bits of what is returned.
fn mix(x: u32) -> u32 {
    let x = (x ^ (x >> 16)).wrapping_mul(0x7FEB352D);
    let x = (x ^ (x >> 15)).wrapping_mul(0x846CA68B);
    x ^ (x >> 16)
}
