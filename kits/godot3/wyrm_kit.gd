# Makes a game in Godot 3 speak Wyrmscale's protocol (docs/protocol.md). Copy this file into the project, and begin a
# script with
#
#     extends "res://wyrm_kit.gd"
#
#     func hello():
#         return {"name": "delve", "metrics": [{"name": "gold", "kind": "amount"}]}
#
#     func play(number, agent, values, limit):
#         ...one whole game without a screen...
#         return {"outcome": "lost", "stage": 4, "cause": "orc", "metrics": {"gold": 31}}
#
# `number` is the seed, `agent` one of the names in the hello, `limit` a number of turns or null. `values` has every
# parameter of the hello, with its default where the request does not set it. {"failed": "why"} is told as a failed run;
# so is an error in the script, after which Godot lets play() return null. Where a script has functions draw, fight or
# replay (below), the game can do that, too.
#
# seed() is called before each run, so a game that draws from randi() and randf() gives the same run for the same seed.
#
# Godot prints to standard output itself, so answers are marked lines there, and sed parts them from the rest:
#
#     engine:
#       command: [sh, -c, "godot3-server --path . -s dungeon.gd | sed -un -e 's/^wyrm //p' -e t -e 'w /dev/stderr'"]
#
# Requests are read by sed, too: Godot 3 cannot read standard input. It needs GNU sed (Linux), and 2 ms a run for that.
extends SceneTree

const MASK = 0xFFFFFFFF

# func draw(number, attacker, defender, count):     return {"misses": 210, "damage": {"5": 400, "6": 390}}
# func fight(number, attacker, defender, count):    return {"won": 880, "lost": 120, "turns": {"3": 600, "4": 400}}
# func replay(number, agent, values, limit):           return ["@..o", "...@"], or null: it was shown in a window
func hello():
	return {"name": "a game without a hello()"}


func _initialize():
	var line = next_line()
	while line != "":
		# The line feed in front: the game may have printed half a line.
		printraw("\nwyrm " + JSON.print(answer_to(JSON.parse(line).result)) + "\n")
		line = next_line()
	quit()


# "" at the end of input. sed -u takes no more than the line from the input that it shares with us.
func next_line():
	var output = []
	OS.execute("sed", ["-u", "q"], true, output)
	return decoded(output[0])


# Some versions of Godot take the bytes of a program's output for characters.
func decoded(text):
	var probe = []
	OS.execute("printf", ["\\\\303\\\\274"], true, probe)
	return text.to_ascii().get_string_from_utf8() if probe[0].length() == 2 else text


func answer_to(request):
	var what = request["do"]
	if what == "hello":
		return {"hello": whole_hello()}
	var number = "run" if what == "replay" else what
	var answer = {number: int(request[number])}
	var result = done(what, request)
	if result is Dictionary and result.has("failed"):
		answer["failed"] = result["failed"]
	elif what == "replay":
		answer["replay"] = {} if result == null else {"frames": result}
	elif result == null:
		answer["failed"] = "there is no result: an error in the script?"
	else:
		answer["result"] = result
	return answer


func whole_hello():
	var told = hello()
	told["wyrm"] = 1
	told["can"] = []
	for name in ["draw", "fight", "replay"]:
		if has_method(name):
			told["can"].append(name)
	return told


func done(what, request):
	var function = "play" if what == "run" else what
	if not has_method(function):
		return {"failed": "this game has no " + what}
	var number = int(request["seed"])
	seed(number)
	if what == "draw" or what == "fight":
		return call(function, number, request["attacker"], request["defender"], int(request["count"]))
	var agents = hello().get("agents", ["default"])
	var agent = request.get("agent", agents[0])
	if not agent in agents:
		return {"failed": "there is no agent " + agent}
	return call(function, number, agent, all_values(request.get("set", {})), request.get("limit"))


# Every parameter of the hello, set or not.
func all_values(told):
	var all = {}
	for row in hello().get("parameters", []):
		all[row["key"]] = told.get(row["key"], row.get("default"))
	return all


# Random numbers from a seed: the same ones in every language that there is a kit for.
class Dice:
	var state
	var key

	func _init(number):
		var low = number & MASK
		var high = number >> 32
		state = mix(low ^ mix((high + 1) & MASK))
		key = mix(high ^ mix((low + 0x9E3779B9) & MASK))

	# From 0 to 2 ^ 32 - 1.
	func number():
		state = (state + 0x9E3779B9) & MASK
		return mix(mix(state) ^ key)

	# From 1 to `sides`.
	func roll(sides):
		return 1 + number() % sides

	func chance(percent):
		return roll(100) <= percent

	# Every bit of `x` moves half the bits of what is returned.
	func mix(x):
		x = ((x ^ (x >> 16)) * 0x7FEB352D) & MASK
		x = ((x ^ (x >> 15)) * 0x846CA68B) & MASK
		return x ^ (x >> 16)
