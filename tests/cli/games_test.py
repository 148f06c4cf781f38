"""The recorded games of tests/golden/games, through `wyrm replay --check`."""
import glob
import json
import os

from wyrm_case import WyrmCase, main

GAMES = os.path.join(os.environ["GOLDEN"], "games")


def recordings():
    """Each recording with the ruleset it is checked against: a variant lies beside it."""
    for path in sorted(glob.glob(os.path.join(GAMES, "*.replay"))):
        variant = path[:-len(".replay")] + ".yaml"
        yield path, ["--ruleset", variant] if os.path.exists(variant) else []


class Games(WyrmCase):
    def test_recorded_games_are_played_the_same(self):
        count = 0
        for path, ruleset in recordings():
            answer = self.json("replay", path, "--check", *ruleset)
            self.assertIs(answer["same"], True, (path, answer["why"]))
            self.assertEqual(answer["steps"], answer["commands"], path)
            self.assertGreaterEqual(answer["turn"], 2000, path)
            count += 1
        self.assertGreaterEqual(count, 7)

    def test_the_first_turn_that_differs_is_named(self):
        path = os.path.join(GAMES, "ruggrogue.replay")
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
        at = next(i for i, line in enumerate(lines) if line.startswith("begun ")) + 1000
        lines[at] = lines[at][:-4] + "".join("0" if digit != "0" else "1" for digit in lines[at][-4:])
        other = self.write("other.replay", "\n".join(lines) + "\n")
        answer = self.run_wyrm("replay", other, "--check", "--json")
        told = json.loads(answer.out)
        self.assertEqual((answer.code, told["same"], told["steps"]), (1, False, 999))
        self.assertRegex(told["why"], r"^command 1000 \(turn \d+\): ")


if __name__ == "__main__":
    main()
