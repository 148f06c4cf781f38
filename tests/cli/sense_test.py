"""wyrm sense: what is told in words and for scripts, and what is typed wrong."""
import pathlib
import re

from wyrm_case import WyrmCase, main

FIGHT = ("sense", "yarl", "player", "monsters.orc", "--metric", "win_chance(player@3, orc)")


class Sense(WyrmCase):
    def test_an_effect_is_the_difference_of_two_duels(self):
        answer = self.json(*FIGHT)
        plain = self.json("duel", "yarl", "player@3", "orc")["p_win"]
        keys = {key["key"]: key for key in answer["keys"]}
        for step in keys["monsters.orc.hp"]["steps"]:
            turned = self.json("duel", "yarl", "player@3", f"orc,hp={step['to']}")["p_win"]
            self.assertAlmostEqual(step["effects"][0]["value"], turned - plain, places=12)
            self.assertIsNone(step["effects"][0]["ci95"])
        strengths = [key["strength"] for key in answer["keys"]]
        self.assertEqual(strengths, sorted(strengths, reverse=True))
        self.assertEqual(answer["found"], sum(strength > 0 for strength in strengths))
        self.assertEqual(keys["monsters.orc.weight"]["strength"], 0)

    def test_words(self):
        text = " ".join(self.text(*FIGHT).split())
        self.assertIn("moves most: -1 in place of 0 makes 99.69 % of win_chance (player@3 against orc) "
                      "72.31 points less.", text)
        turned = self.text("sense", "yarl", "monsters.orc.hp", "--metric", "duel_turns(player@3, orc)")
        self.assertRegex(" ".join(turned.split()),
                         "moves most: .* makes [0-9.]+ turns of duel_turns .* [0-9.]+ (more|less)[.] ")
        self.assertIn("No effect found of 5 keys: monsters.orc.experience,", text)
        self.assertIn("Keys that change each other's effect", text)

    def test_games_at_any_number_of_threads(self):
        how = ("sense", "tutorial", "player.hp", "monsters.troll.experience", "--metric", "run_hazard(1..2)",
               "--effort", "1500", "--by", "60 %", "--seed", "3")
        text = self.text(*how, "--threads", "1")
        self.assertEqual(text, self.text(*how, "--threads", "3"))
        text = " ".join(text.split())
        self.assertIn("To make depth 1 a tenth easier", text)
        self.assertIn("wyrm solve tutorial player.hp 'run_hazard(1)=", text)
        self.assertIn("No effect found of 1 key: monsters.troll.experience.", text)

    def test_a_page_with_a_heat_map(self):
        text = self.text(*FIGHT, "--html", "sense.html")
        page = (pathlib.Path(self.folder) / "sense.html").read_text(encoding="utf-8")
        self.assertEqual(text, self.text(*FIGHT))
        self.assertIn("<svg", page)
        self.assertIn('<th scope="col"><bdi>player.hp</bdi></th>', page)
        self.assertIn("No effect found of 5 keys", page)

    def test_keys_that_begin_alike_have_labels_that_differ(self):
        self.text("sense", "yarl", "growth", "--metric", "hp_left(player@3, orc)", "--html", "sense.html")
        page = (pathlib.Path(self.folder) / "sense.html").read_text(encoding="utf-8")
        labels = re.findall(r'<text class="end slanted"[^>]*>([^<]*)</text>', page)
        keys = re.findall(r'<th scope="col"><bdi>(growth[^<]*)</bdi></th>', page)
        self.assertEqual(labels, keys)
        self.assertTrue(any(len(key) > 20 for key in keys))

    def test_what_is_typed_wrong(self):
        for words, why in (
                (("monsters.ork",), "did you mean 'orc'?"),
                (("--by", "0"), "--by takes a share"), (("--by", "120 %"), "--by takes a share"),
                (("--metric", "win_chans(player, orc)"), "did you mean 'win_chance'?"),
                (("name",), "nothing in 'name' is a number")):
            with self.subTest(words=words):
                ended = self.run_wyrm("sense", "yarl", *words)
                self.assertEqual((ended.code, ended.out), (2, ""))
                self.assertIn(why, ended.err)


if __name__ == "__main__":
    main()
