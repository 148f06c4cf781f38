//! A small dungeon with five depths, and a monster on each. `rustc -O dungeon.rs`, and wyrm runs `./dungeon`.
mod wyrm_kit;
use wyrm_kit::{quote, serve, Dice, Request};

const HELLO: &str = r#"{
    "name": "dungeon", "version": "1.0",
    "agents": ["reckless", "careful"], "by_skill": true,
    "stages": {"name": "depth", "last": 5},
    "metrics": [
        {"name": "gold", "kind": "amount", "unit": "gold"},
        {"name": "hit", "kind": "share", "about": "attacks of the hero that hit"},
        {"name": "weapon", "kind": "category"},
        {"name": "turns", "kind": "by stage", "unit": "turns"}],
    "parameters": [
        {"key": "orc.hp", "kind": "whole", "range": [1, 99], "default": 12, "unit": "hit points"},
        {"key": "boss", "kind": "text", "default": "wyrm", "about": "what the monster of the last depth is called"}]
}"#;

// Hit points, sides of its die.
const FIGHTERS: [(&str, i32, u32); 4] = [("hero", 20, 8), ("rat", 6, 4), ("orc", 12, 7), ("wyrm", 16, 9)];
const DEPTHS: [usize; 5] = [1, 1, 2, 2, 3];

fn strike(dice: &mut Dice, sides: u32) -> i32 {
    if dice.roll(100) <= 70 { dice.roll(sides) as i32 } else { 0 }
}

fn story(request: &Request, frames: &mut Vec<String>) -> Result<String, String> {
    println!("the hero enters, seed {}", request.seed); // goes to the log
    let mut dice = Dice::new(request.seed);
    let drinks_below = match request.agent.as_str() {
        "reckless" => 5,
        "careful" => 13,
        other => return Err(format!("there is no agent {}", other)),
    };
    let (mut hp, mut potions, mut gold, mut blows, mut hits) = (FIGHTERS[0].1, 2, 0, 0, 0);
    let (weapon, sides) = if dice.roll(100) <= 30 { ("sword", 10) } else { ("knife", 8) };
    let mut turns: Vec<u64> = Vec::new();
    let (mut outcome, mut cause) = ("won", String::new());
    'game: for (name, mut foe, bite) in DEPTHS.map(|monster| FIGHTERS[monster]) {
        if name == "orc" {
            foe = request.number("set.orc.hp", foe as f64) as i32;
        }
        turns.push(0);
        while foe > 0 {
            if request.limit.map_or(false, |limit| turns.iter().sum::<u64>() >= limit) {
                outcome = "unfinished";
                break 'game;
            }
            *turns.last_mut().unwrap() += 1;
            if hp < drinks_below && potions > 0 {
                hp += 12;
                potions -= 1;
            } else {
                let damage = strike(&mut dice, sides);
                foe -= damage;
                blows += 1;
                hits += (damage > 0) as i32;
            }
            if foe > 0 {
                hp -= strike(&mut dice, bite);
            }
            frames.push(quote(&format!("depth {}: you {}, {} {}", turns.len(), hp, name, foe)));
            if hp <= 0 {
                outcome = "lost";
                let killer = if name == "wyrm" { request.get("set.boss").unwrap_or(name) } else { name };
                cause = format!(r#""cause": {}, "#, quote(killer));
                break 'game;
            }
        }
        gold += dice.roll(10);
    }
    let metrics = format!(r#""gold": {}, "hit": [{}, {}], "turns": {:?}"#, gold, hits, blows, turns);
    let more = format!(r#"{}"metrics": {{{}, "weapon": "{}"}}"#, cause, metrics, weapon);
    Ok(format!(r#"{{"outcome": "{}", "stage": {}, {}}}"#, outcome, turns.len(), more))
}

fn play(request: &Request) -> Result<String, String> {
    story(request, &mut Vec::new())
}

fn draw(request: &Request) -> Result<String, String> {
    let attacker = FIGHTERS.iter().find(|f| Some(f.0) == request.get("attacker")).ok_or("there is no such attacker")?;
    let (mut dice, mut times) = (Dice::new(request.seed), [0; 11]);
    for _ in 0..request.number("count", 0.0) as u64 {
        times[strike(&mut dice, attacker.2) as usize] += 1;
    }
    let damage: Vec<String> = (1..11).filter(|d| times[*d] > 0).map(|d| format!(r#""{}": {}"#, d, times[d])).collect();
    Ok(format!(r#"{{"misses": {}, "damage": {{{}}}}}"#, times[0], damage.join(", ")))
}

fn replay(request: &Request) -> Result<String, String> {
    let mut frames = Vec::new();
    story(request, &mut frames)?;
    Ok(format!(r#"{{"frames": [{}]}}"#, frames.join(", ")))
}

fn main() {
    serve(HELLO, &[("run", play), ("draw", draw), ("replay", replay)]);
}
