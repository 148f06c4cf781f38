"""Bots by name: wyrm play --watch-bot and wyrm sim --bot, and what they are told to leave alone."""
from wyrm_case import WyrmCase, main

BOTS = ["idle", "random", "diver", "brawler", "explorer", "tactician"]


class Watching(WyrmCase):
    def test_bots_are_watched_on_a_terminal(self):
        for bot in BOTS:
            self.refused_with(2, "terminal", "play", "tutorial", "--watch-bot", bot, "--seed", "7")

    def test_unknown_bots_are_refused_with_the_nearest(self):
        for arguments in (["play", "tutorial", "--watch-bot", "divr"],
                          ["sim", "tutorial", "--bot", "divr"]):
            answer = self.refused_with(2, "there is no bot 'divr'", *arguments)
            self.assertIn("did you mean 'diver'?", answer.err)

    def test_what_is_left_alone_must_be_something(self):
        for arguments in (["play", "tutorial", "--watch-bot", "diver", "--without", "potoin"],
                          ["sim", "tutorial", "--without", "potoin"]):
            self.refused_with(2, "no item is called 'potoin'", *arguments)
        for word in ("troll", "monster.troll"):
            self.refused(2, f"wyrm sim: no item is called '{word}' (did you mean 'monsters.troll'?)\n",
                         "sim", "tutorial", "--without", word)

    def test_watching_needs_a_ruleset_and_begins_no_game(self):
        for arguments in (["--watch-bot", "diver"], ["tutorial", "--watch-bot", "diver", "--new"],
                          ["tutorial", "--watch-bot", "diver", "--last-floor"], ["tutorial", "--last", "9"]):
            self.refused_with(2, "--watch-bot", "play", *arguments)


    def test_runs_that_are_kept_in_no_file_are_watched_by_playing_them_again(self):
        text = self.text("sim", "tutorial", "--runs", "30", "--seed", "3", "--without", "potions")
        told = self.json("sim", "tutorial", "--runs", "30", "--seed", "3", "--without", "potions")
        most = max(told["last_fights"]["why"], key=lambda row: row["runs"])
        command = f"wyrm play tutorial --watch-bot explorer --seed 3 --run {most['run']} --without potions --last 10"
        self.assertIn(f"Its last turns:\n  {command}\n", text)
        answer = self.run_wyrm(*command.split()[1:])
        self.assertIn("terminal", answer.err)
        self.assertNotIn("wyrm play", self.text("sim", "tutorial", "--runs", "30", "--turns", "500"))


class LeftAlone(WyrmCase):
    def items(self, *arguments):
        """Found and used of each kind, on average."""
        told = self.json("sim", "ruggrogue", "--runs", "20", *arguments)["items"]
        return {item["name"]: item["found"] + item["used"] for item in told}

    def test_nothing_that_is_left_alone_is_found_or_used(self):
        for bot in BOTS[3:]:
            all_items = self.items("--bot", bot)
            left = self.items("--bot", bot, "--without", "scrolls,potion,weapons")
            for word in ("scroll", "potion", "weapon"):
                self.assertEqual(sum(many for kind, many in left.items() if word in kind), 0)
            self.assertGreater(sum(all_items.values()), sum(left.values()))

    def test_who_may_drink_gets_deeper(self):
        depth = {}
        for words in ([], ["--without", "potions,scrolls,armor,weapons"]):
            told = self.json("sim", "ruggrogue", "--runs", "60", *words)
            depth[len(words)] = told["final_depth"]
        self.assertLess(depth[2]["ci95"][1], depth[0]["ci95"][0])


if __name__ == "__main__":
    main()
