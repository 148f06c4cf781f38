"""A small dungeon with five depths, and a monster on each. Run by wyrm: `python3 dungeon.py`."""
from wyrm_kit import Dice, serve

HELLO = {
    "name": "dungeon", "version": "1.0",
    "agents": ["reckless", "careful"], "by_skill": True,
    "stages": {"name": "depth", "last": 5},
    "metrics": [
        {"name": "gold", "kind": "amount", "unit": "gold"},
        {"name": "hit", "kind": "share", "about": "attacks of the hero that hit"},
        {"name": "weapon", "kind": "category"},
        {"name": "turns", "kind": "by stage", "unit": "turns"}],
    "parameters": [
        {"key": "orc.hp", "kind": "whole", "range": [1, 99], "default": 12, "unit": "hit points"},
        {"key": "boss", "kind": "text", "default": "wyrm", "about": "what the monster of the last depth is called"}],
}
FIGHTERS = {"hero": (20, 8), "rat": (6, 4), "orc": (12, 7), "wyrm": (16, 9)}  # hit points, sides of its die
DEPTHS = ["rat", "rat", "orc", "orc", "wyrm"]
DRINKS_BELOW = {"reckless": 5, "careful": 13}


def strike(dice, sides):
    return dice.roll(sides) if dice.chance(70) else 0


def play(seed, agent, set, limit, frames=None):
    print("the hero enters, seed", seed)  # goes to the log
    dice, hp, potions, gold, blows, hits, turns = Dice(seed), FIGHTERS["hero"][0], 2, 0, 0, 0, []
    weapon, sides = ("sword", 10) if dice.chance(30) else ("knife", 8)

    def result(outcome, **more):
        metrics = {"gold": gold, "hit": [hits, blows], "weapon": weapon, "turns": turns}
        return dict(more, outcome=outcome, stage=len(turns), metrics=metrics)

    for monster in DEPTHS:
        foe, bite = FIGHTERS[monster]
        foe = set["orc.hp"] if monster == "orc" else foe
        turns.append(0)
        while foe > 0:
            if limit is not None and sum(turns) >= limit:
                return result("unfinished")
            turns[-1] += 1
            if hp < DRINKS_BELOW[agent] and potions > 0:
                hp, potions = hp + 12, potions - 1
            else:
                damage = strike(dice, sides)
                foe, blows, hits = foe - damage, blows + 1, hits + (damage > 0)
            if foe > 0:
                hp -= strike(dice, bite)
            if frames is not None:
                frames.append("depth %d: you %d, %s %d" % (len(turns), hp, monster, foe))
            if hp <= 0:
                return result("lost", cause=set["boss"] if monster == "wyrm" else monster)
        gold += dice.roll(10)
    return result("won")


def draw(seed, attacker, defender, count):
    dice, damage = Dice(seed), {}
    for _ in range(count):
        done = strike(dice, FIGHTERS[attacker][1])
        damage[done] = damage.get(done, 0) + 1
    return {"misses": damage.pop(0, 0), "damage": damage}


def replay(seed, agent, set, limit):
    frames = []
    play(seed, agent, set, limit, frames)
    return frames


if __name__ == "__main__":
    serve(HELLO, play, draw=draw, replay=replay)
