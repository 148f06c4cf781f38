# A small dungeon with five depths, and a monster on each.
# NOT RUN IN OUR TESTS: Debian has no Godot 4.
# godot --headless --path . -s dungeon.gd | sed -un -e 's/^wyrm //p' -e t -e 'w /dev/stderr'
extends "res://wyrm_kit.gd"

const FIGHTERS = {"hero": [20, 8], "rat": [6, 4], "orc": [12, 7], "wyrm": [16, 9]} # hit points, sides of its die
const DEPTHS = ["rat", "rat", "orc", "orc", "wyrm"]
const DRINKS_BELOW = {"reckless": 5, "careful": 13}


func hello():
	return {
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
			{"key": "boss", "kind": "text", "default": "wyrm",
				"about": "what the monster of the last depth is called"}],
	}


func strike(dice, sides):
	return dice.roll(sides) if dice.chance(70) else 0


func play(number, agent, values, limit, frames = []):
	print("the hero enters, seed ", number) # goes to the log
	var dice = Dice.new(number)
	var game = {"hp": FIGHTERS["hero"][0], "potions": 2, "gold": 0, "blows": 0, "hits": 0, "turns": []}
	game["weapon"] = "sword" if dice.chance(30) else "knife"
	var total = 0
	for monster in DEPTHS:
		var foe = values["orc.hp"] if monster == "orc" else FIGHTERS[monster][0]
		game["turns"].append(0)
		while foe > 0:
			if limit != null and total >= limit:
				return result(game, "unfinished")
			game["turns"][-1] += 1
			total += 1
			if game["hp"] < DRINKS_BELOW[agent] and game["potions"] > 0:
				game["hp"] += 12
				game["potions"] -= 1
			else:
				var damage = strike(dice, 10 if game["weapon"] == "sword" else 8)
				foe -= damage
				game["blows"] += 1
				game["hits"] += 1 if damage > 0 else 0
			if foe > 0:
				game["hp"] -= strike(dice, FIGHTERS[monster][1])
			frames.append("depth %d: you %d, %s %d" % [game["turns"].size(), game["hp"], monster, foe])
			if game["hp"] <= 0:
				return result(game, "lost", values["boss"] if monster == "wyrm" else monster)
		game["gold"] += dice.roll(10)
	return result(game, "won")


func result(game, outcome, cause = null):
	var told = {"outcome": outcome, "stage": game["turns"].size(), "metrics": {"gold": game["gold"],
		"hit": [game["hits"], game["blows"]], "weapon": game["weapon"], "turns": game["turns"]}}
	if cause != null:
		told["cause"] = cause
	return told


func draw(number, attacker, _defender, count):
	var dice = Dice.new(number)
	var times = {}
	for _i in range(count):
		var done = str(strike(dice, FIGHTERS[attacker][1]))
		times[done] = times.get(done, 0) + 1
	return {"damage": times}


func replay(number, agent, values, limit):
	var frames = []
	play(number, agent, values, limit, frames)
	return frames
