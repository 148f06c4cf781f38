#!/usr/bin/env python3
"""What the program prints does not change unless somebody wants it to.

  answers_test.py PROGRAM FOLDER [--all | --write | --first [WORD...]]

FOLDER/digests has a line a command: a digest of all that it prints and of its exit status. Where a change is wanted,
look at the answers of the programs before and after it, then --write (`make answers`). What is right is for the other
tests to say; this one notices, and names the command. Numbers of many digits are rounded first: the last ones are the
processor's. What takes seconds (SLOW) is asked with --all, and by the other options. --first stops at the first
difference, and asks only what is one of the words, or of a command or ruleset that is.

Besides what is typed below every shipped ruleset is asked with small changes all over it (VARIANT): a value or more is
another, missing, doubled or misspelt. Most of these do not read, and the sentences that say so are their answer.
"""
import concurrent.futures
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

# Of every shipped ruleset.
EVERY = """
hit RULESET ATTACKER DEFENDER
hit RULESET ATTACKER DEFENDER --explain
hit RULESET ATTACKER DEFENDER --json
duel RULESET ATTACKER DEFENDER --json
duel RULESET ATTACKER DEFENDER
duel RULESET player DEFENDER --matrix --levels 1..3 --json
duel RULESET player DEFENDER --matrix --levels 1..3 --gear 2
hit RULESET DEFENDER ATTACKER --json
curve RULESET --runs 100
curve RULESET --runs 60 --json
curve RULESET --monsters
curve RULESET --monsters --json
check RULESET --runs 10 --json
check RULESET --runs 10 --verbose
loot RULESET --runs 40 --json
loot RULESET --runs 40 --why --bands
etp RULESET --runs 30 --json
etp RULESET --runs 30 --verbose
etp RULESET --rooms --depth 6
rules show RULESET
rules show RULESET --json
sim RULESET --runs 12 --json
sim RULESET --runs 8 --bot tactician --verbose
sim RULESET --runs 12 --bot brawler --json
report RULESET --runs 4 -o -
rules new crypt --from RULESET -o out.yaml
fixtures RULESET
worth RULESET --only fights --json
"""
MATCHUPS = {"ruggrogue": ("player@6,weapon=5,armor=5", "monster@6"), "bob-and-trev": ("player@3", "intern"),
            "brogue": ("player,weapon=sword+1,armor=leather_armor", "goblin"),
            "shattered": ("hero@3,weapon=tier2+1,armor=tier1", "crab"),
            "srd": ("fighter@3,weapon=longsword", "owlbear")}

# Of games that were said in an evening each, with systems that meet in no shipped one; and who fights in them.
OWN = {"ash.yaml": ("player@3,weapon=iron_sword", "soldier"), "bones.yaml": ("player@3,weapon=torch", "ghoul"),
       "delve.yaml": ("player@3,weapon=longsword,armor=leather", "ghoul"),
       "embers.yaml": ("player@3,weapon=blade", "lobber"), "hordefall.yaml": ("player,weapon=brand", "spitter"),
       "imps.yaml": ("player@3,weapon=saber", "ogre"), "keep.yaml": ("player@2,weapon=sabre", "brute"),
       "well.yaml": ("player@2,weapon=rapier", "cobra")}
OF_OWN = """
hit RULESET ATTACKER DEFENDER --explain
hit RULESET ATTACKER DEFENDER --json
hit RULESET DEFENDER ATTACKER --curve hp=4..40:4
duel RULESET ATTACKER DEFENDER
duel RULESET ATTACKER DEFENDER --json
duel RULESET DEFENDER ATTACKER --curve hp=10..60:10
duel RULESET player DEFENDER --matrix --levels 1..3 --json
duel RULESET player
duel RULESET player@3 --json
curve RULESET --runs 20
curve RULESET --floors --runs 20
curve RULESET --monsters --json
check RULESET --runs 8 --verbose
check RULESET --runs 8 --json
loot RULESET --runs 10 --why
loot RULESET --runs 10 --json
loot RULESET --gold
loot RULESET --shops
loot RULESET --drops --json
etp RULESET --runs 10 --verbose
etp RULESET --runs 10 --json
etp RULESET --rooms --depth 2
rules show RULESET --levels 1..4
sim RULESET --runs 8 --bot tactician --verbose
sim RULESET --runs 10 --bot brawler
sim RULESET --runs 10 --json
report RULESET --runs 4 -o -
fixtures RULESET
worth RULESET --only fights
sense RULESET player --metric 'win_chance(ATTACKER, DEFENDER)'
sense RULESET monsters.DEFENDER --metric 'hp_left(ATTACKER, DEFENDER)' --json
sweep RULESET --over player.hp=20,40 --runs 6
sweep RULESET --over player.hp=20,40 --targets --runs 4 --json
rules export RULESET --format gdscript
solve RULESET player.hp 'win_chance(ATTACKER, DEFENDER)=60 %'
tune RULESET 'hp_left(ATTACKER, DEFENDER)=60..70 %' --keys monsters.DEFENDER.hp
sim RULESET --runs 6 -o a.db && results a.db --verbose && replay a.db --run 3 --check --json
"""

# Of every ruleset of examples/fights and examples/floors: what other games do, told by scripts.
EXAMPLES = {"fights": """
fixtures FILE
duel FILE player --json
""", "floors": """
fixtures FILE
curve FILE --monsters
loot FILE --depth 4 --json
"""}

# Of one each; a line may be several commands, one after the other. Files are
# those of FOLDER, and what is written to one called out is part of the answer.
ONCE = """
duel ruggrogue player monster --matrix --levels 1..9
duel ruggrogue player monster --matrix --levels 1..6 --json
curve ruggrogue --tracker 4.1
curve ruggrogue --tracker 4.1 --json
rules show ruggrogue --levels=-5..60
rules list
rules list --json
rules schema
rules guide
rules validate bad.yaml
rules validate bad.yaml --json
check bad.yaml
check small.yaml --runs 20 --json
check small.yaml --runs 20
sim small.yaml --runs 30 --json
report small.yaml --runs 6 -o -
report yarl --runs 4 --json
report tutorial --runs 40 --json
report ruggrogue --runs 60 --json
sim yarl --runs 20 --bot tactician --verbose
sim bob-and-trev --runs 30 --csv out.csv --json
loot bob-and-trev --why --json --runs 30
loot ruggrogue --verbose --runs 30
check other.yaml --runs 10 --json
sim other.yaml --runs 20 --json
sim other.yaml --runs 12 --bot tactician
hit yarl orcc player
hit yarl player@3,weapon=shortsword orc --curve armor_class=0..6
hit ruggrogue player@6 monster@6 --curve defense=0..20 --json
hit ruggrogue player@6 monster@6 --curve attacker.attack=0..40:2 --svg out.svg
hit ruggrogue raw,attack=8 raw,defense=4,asleep=1 --json
hit bob-and-trev player@5 intern --fired --with floppy_drive --distance 6 --explain
hit bob-and-trev player@5 intern --fired --with floppy_drive --curve distance=1..12 --json
hit yarl player@3 --json
hit bob-and-trev player@5 intern --thrown --with toner_bomb --distance 4 --off-centre 1 --json
hit bob-and-trev photocopier director --explain --json
duel yarl orc player@3 --first opponent --json
duel yarl player@3,weapon=nope orc
duel ruggrogue player monster --matrix --gear none --levels 3..5
duel ruggrogue player@6,armor=3 monster@12,elite
etp yarl --depth 3 --verbose --runs 20
etp yarl --strict --runs 10 --mode testing
loot yarl --category healing --pity-reset floor --runs 20
loot yarl --mode testing --band B1 --why --json --runs 20
loot tutorial --category potion
loot yarl --band B9
sim tutorial --runs 20 --csv out.csv
sim tutorial --error 0.5 --max-runs 200 --json
sim yarl --bot random --runs 6 --turns 300 --json
sim yarl --bot idle --runs 6 --verbose
sim tutorial --arena 'player@5 vs orc x2 + troll' --shape corridor --distance 3 --asleep --runs 40
sim tutorial --bot nobody
compare tutorial-before tutorial --sim --runs 30 --junit out.xml
compare tutorial tutorial --runs 30
compare yarl yarl --exact
compare tutorial-before tutorial --bot brawler,diver --runs 20
compare tutorial-before tutorial --bot brawler,diver,random --runs 8 --all --json
compare tutorial-before tutorial --sim --effort 60 --bot tactician --without armor
curve yarl --tracker 4.1
curve ruggrogue --tracker 300.5 --json
check ruggrogue --strict --runs 5
check nowhere.yaml
chek ruggrogue
check ruggrogue --rnus 4
check ruggrogue --runs 0
rules nothing
rules show nothing
rules show small.yaml --json
rules show other.yaml
results small.yaml
replay small.yaml --check
replay ../games/yarl.replay --check --ruleset other.yaml
replay ../games/tutorial.replay --check --ruleset harder.yaml --json
play nowhere
play --keys
duel yarl player,foo=3 orc
sim tutorial --arena two_orcs --runs 100 --json
sim yarl --arena 'player@3,weapon=shortsword vs orc x4' --runs 60
compare tutorial-before tutorial --sim --runs 60 --json
compare tutorial-before tutorial --sim --runs 40 --markdown out.md
compare tutorial harder.yaml --runs 60
compare tutorial --baseline a.json --runs 100 && compare harder.yaml --gate a.json && compare tutorial --gate a.json
compare yarl --baseline a.json --runs 30 && compare other.yaml --gate a.json --json
sim tutorial --runs 40 -o a.db && results a.db && results a.db --json && replay a.db --run 3 --check
sim yarl --runs 12 --bot diver --verbose --without potions
sim yarl --runs 9 -o a.db && sim yarl --runs 9 --first-run 20 -o b.db && results a.db b.db -o c.db && results c.db -v
sim tutorial --runs 9 -o a.db && sim tutorial --runs 9 --bot diver -o b.db && results a.db b.db && compare a.db b.db
sim tutorial --runs 30 -o a.db && sim harder.yaml --runs 30 -o b.db && compare a.db b.db --json && report a.db -o -
compare yarl other.yaml --exact --json
compare yarl other.yaml --exact --all
compare ruggrogue bob-and-trev --exact
report tutorial --compare tutorial-before --runs 4 -o -
report tutorial --compare tutorial-before --runs 4 --json
loot yarl --band B2 --json --runs 40
etp yarl --rooms --depth 7 --json
replay ../games/bob-and-trev.replay --check --json
replay ../games/yarl.replay --check
hit '2d6+3' --against 4..12
hit 4d6 --against 14 --json
duel yarl player@3,weapon=shortsword orc --curve armor_class=8..14:2
duel ruggrogue player@6 monster@6 --curve subject.attack=10..30:5 --json
duel bob-and-trev player@5 intern --distance 6 --json
curve ruggrogue --floors --runs 40
curve yarl --floors --runs 40 --json
sim small.yaml --runs 20 --shard 1/4 --json
sim small.yaml --runs 12 -o a.db && results a.db --verbose --csv out.csv && results a.db --from tutorial
replay ../games/yarl.replay --with other.yaml
replay ../games/yarl.replay --check --with other.yaml
replay ../games/tutorial.replay --last 5
verify small.yaml --engine coins.yaml player rat --attacks 200 --allow-run
verify small.yaml --engine coins.yaml player rat --fights --attacks 90 --allow-run --json
verify yarl --log attacks.csv --columns damage=damage,hit=damage
verify yarl --log attacks.csv --player player@3 --alarm 0.05
verify yarl --log attacks.csv --alarm 0.6
solve tutorial monsters.orc.experience 'experience_at_depth(2)=100' --as '2d{}'
solve tutorial monsters.orc.hp 'win_chance(player@3, orc)=60 %' --strict
tune tutorial 'hp_left(player, orc)=2..3 %' --keys monsters.orc.power=2..9 --strict --tries 20
sweep small.yaml --over monsters.rat.hp=2..4 --bot diver --runs 20 --shard 1/3
completion bash
completion zsh
completion fish
rules new crypt --template d20 -o out.yaml && check out.yaml && hit out.yaml player goblin --explain
rules new crypt --template accuracy -o out.yaml && check out.yaml && duel out.yaml player goblin && report out.yaml -o -
rules new crypt --template attack-defense -o out.yaml && check out.yaml && hit out.yaml player bandit --explain
rules new crypt --template power-defense -o out.yaml && check out.yaml && duel out.yaml player jackal
rules new crypt --template script -o out.yaml --json && check out.yaml && hit out.yaml player wasp --explain
rules new crypt --template blank -o out.yaml && check out.yaml --json && duel out.yaml player six --json
rules export ruggrogue --format lua
rules export shattered --format lua
rules export yarl --format c
rules export other.yaml --format gdscript
rules export tutorial
rules import bestiary.csv --into monsters --ruleset small.yaml
rules import bestiary.csv --into monsters --json
rules import bestiary.csv --into weapons --strict
solve tutorial monsters.orc.hp 'win_chance(player@3, orc)=60 %'
solve tutorial monsters.orc.power 'hp_left(player@3, orc)=50..60 %' --json
solve tutorial player.power 'duel_turns(player@3, troll)=2' --from 2 --to 30 --step 4
solve small.yaml monsters.rat.power 'run_win_rate=50..90 %' --effort 60
solve yarl loot.density.B1 'items_per_room(B1)=1' --effort 40
solve tutorial player.powr 'duel_turns(player@3, troll)=2'
solve tutorial monsters.orc.hp 'win_chnce(player@3, orc)=60 %'
sense tutorial 'monsters.*.hp' player --metric 'win_chance(player@3, troll)' --metric 'hp_left(player@3, orc)'
sense tutorial monsters.orc --metric 'hp_left(player@3, orc)' --json
sense small.yaml monsters --metric run_final_depth --metric run_win_rate --effort 200
sense small.yaml player --by 20% --effort 200 --html out.html --json
tune small.yaml 'run_win_rate=50..60 %' --keys monsters.rat.power,monsters.rat.hp=3..8 --effort 60
tune small.yaml 'hp_left(player, rat)=50..60 %' 'duel_turns(player, rat)=1' --keys monsters.rat.power --json
tune tutorial 'hp_left(player@3, orc)=50..60 %' --keys monsters.orc.power=2..9,monsters.orc.hp=10..30/2*3
worth yarl --only fights
worth small.yaml --effort 60 --verbose
worth small.yaml --bot ladder --effort 30 --json
sweep small.yaml --over monsters.rat.hp=2..4 --metric 'win_chance(player, rat)' --metric 'run_hazard(1..2)' --runs 50
sweep small.yaml --over monsters.rat.hp=2..4 --over bot=explorer,diver --runs 20 --json --csv out.csv --html out.html
sweep small.yaml --over monsters.rat.hp=2..10 --over player.hp=20..60/5 --metric 'hp_left(player, rat)' --html out.html
sweep small.yaml --over monsters.rat.hp=2..4 --over monsters.rat.power=3,4 --over player.hp=5..9 --runs 4 --html out.h
verify yarl --log attacks.csv
verify yarl --log attacks.csv --json
verify yarl --log fights.csv --verbose
verify small.yaml --log floors.csv --strict
verify small.yaml --log floors.csv --json
loot shop.yaml --shops
loot shop.yaml --shops --json --depth 4
loot shop.yaml --gold
loot shop.yaml --gold --json --depth 3
loot shattered --shops
loot brogue --depth 3
loot brogue --item scroll_of_enchanting --depth 5 --json
sim shop.yaml --runs 8 --json
sim shop.yaml --runs 12 --bot tactician
report shop.yaml --runs 4 -o -
compare tutorial shop.yaml --exact
engine show coins.yaml --allow-run
engine show coins.yaml --json --allow-run
engine new out.yaml -- python3 ../external/game.py
check coins.yaml --runs 60 --allow-run
check coins.yaml --runs 40 --json --allow-run
sim coins.yaml --runs 30 --agent greedy --json --allow-run
sim coins.yaml --runs 9 -o a.db --allow-run && sim coins.yaml --runs 20 -o a.db --allow-run && results a.db --json
compare coins.yaml --set floors=2 --runs 40 --markdown out.md --allow-run
compare coins.yaml --set floors=2 --agent coward --agent greedy --runs 40 --json --allow-run
compare coins.yaml --baseline a.b --runs 40 --allow-run && compare coins.yaml --gate a.b --set floors=2 --allow-run
report coins.yaml --runs 30 -o - --allow-run
report coins.yaml --runs 30 --agent greedy --json --allow-run
sim coins.yaml -o a.db --set floors=2 --runs 30 --allow-run && report coins.yaml --compare a.db -o - --allow-run
replay coins.yaml --run 3 --allow-run
results import runs.csv --dry-run
results import runs.csv --json --map stars.2=none,Gold=number:coins --outcomes left=unfinished
results import runs.csv -o a.db && results a.db && results a.db --json && report a.db -o -
results import runs.csv -o a.db && results import b.csv -o b.db && compare a.db b.db && compare a.db b.db --json
results import runs.csv --map Player=agent && results import b.csv && results fit b.db runs-ann.db runs-bob.db
report ../examples/fights/angband.yaml --runs 2 -o -
report ../examples/fights/crawl.yaml --runs 2 -o -
report ../examples/fights/rogue.yaml --runs 2 --json
report ../examples/fights/qud.yaml --runs 2 -o -
report ../examples/floors/srd.yaml --runs 2 -o -
report ../examples/floors/qud_places.yaml --runs 2 -o -
report ../examples/floors/nethack.yaml --runs 2 --json
check ../examples/floors/shattered.yaml --runs 3
check ../examples/floors/qud.yaml --runs 3 --json
sim ../examples/floors/shattered.yaml --runs 3 --bot tactician --json
rules export ../examples/fights/nethack.yaml --format lua
rules export ../examples/floors/crawl_places.yaml
rules export ../examples/floors/qud.yaml --format c
rules export srd --format c
rules export brogue --format gdscript
rules export bob-and-trev
loot drops.yaml --drops
loot drops.yaml --drops --depth 5 --json
loot drops.yaml --item potion_of_telepathy --depth 4
loot drops.yaml --item potion_of_telepathy --depth 4 --json
loot brogue --item potion_of_life --depth 8
loot shattered --item potion_of_healing --depth 6
loot brogue --item scroll_of_enchanting --depth 5 --runs 200
loot shattered --depth 5
sim drops.yaml --runs 4 --json
sim tutorial --bot explorer,diver --runs 12
sim tutorial --bot explorer,diver --runs 8 --json
duel tutorial player@3
duel bob-and-trev player@5 --distance 6
duel ../examples/fights/brogue.yaml player
etp yarl orc
etp yarl 'orc x2 + orc_grunt' --json
rules show srd --levels 1..4
rules show brogue --levels 1..3 --json
curve brogue --floors --runs 20
curve ../examples/floors/qud.yaml --floors --json
curve ../examples/floors/nethack.yaml --floors
loot ../examples/floors/angband_things.yaml --depth 4
loot shop.yaml --gold --runs 40
rules export shop.yaml
rules export gunner.yaml --format lua
sense yarl player.hp player.power --metric 'room_death_chance(1..2)'
sense tutorial player --metric 'hp_left(player, orc)' --metric 'win_chance(player@3, troll)' --by 60% --html out.html
replay ../games/yarl.replay --with other.yaml --json
replay ../games/tutorial.replay --with tutorial
replay ../games/tutorial.replay --with harder.yaml --json
sim tutorial --runs 9 -o a.db && replay a.db --run 3 --check --last 3 --json
sweep small.yaml --over monsters.rat.hp=2..4 --over monsters.rat.hp=3,4
sweep small.yaml --over player.hp=5,6 --runs 9 -o a.db && sweep small.yaml --over player.hp=5,6 --runs 9 -o a.db --json
tune tutorial 'hp_left(player, orc)=0.9..1' 'hp_left(player, orc)=0.1..0.2' --keys monsters.orc.hp
tune small.yaml 'hp_left(player, rat)=50..60 %' --keys monsters.rat.power=1..30,monsters.rat.hp=1..60
solve yarl player.power 'win_chance(player@3, orc)=60.12345 %'
compare tutorial --baseline a.json --runs 60 && compare harder.yaml --gate a.json --json
sense tutorial map.widht --metric 'hp_left(player, orc)'
sense tutorial 'monsters.*.hpp' --metric 'hp_left(player, orc)'
check budget.yaml --verbose
curve budget.yaml --floors
curve budget.yaml --floors --json
fixtures budget.yaml
check asked.yaml --verbose
check asked.yaml --json
check priced.yaml --runs 20
check priced.yaml --runs 8 --json
report priced.yaml --runs 8 -o -
report asked.yaml --runs 2 -o -
sweep asked.yaml --over monsters.rat.hp=2,3 --targets --json
loot asked.yaml --item bread --depth 4
loot asked.yaml --item stone --depth 4 --json
curve asked.yaml --floors
check gunner.yaml --runs 6 --json
sim gunner.yaml --runs 12 --json
duel gunner.yaml player archer --distance 6 --json
hit gunner.yaml player,weapon=pistol archer --fired --curve distance=1..6
curve gunner.yaml --runs 20
report gunner.yaml --runs 3 -o -
check large.yaml --runs 4
check large.yaml --runs 4 --json
sense large.yaml 'monsters.*.weight' items --metric 'monster_share(beast_07, 1..8)' --metric 'hp_left(player, beast_20)'
worth large.yaml --only fights
worth large.yaml --effort 2
sim large.yaml --runs 3
loot large.yaml --runs 6 --why
curve large.yaml --monsters
duel large.yaml player beast_20 --curve hp=10..60
report large.yaml --runs 2 -o -
compare large.yaml larger.yaml --exact
compare large.yaml larger.yaml --runs 8
compare large.yaml larger.yaml --runs 8 --json
report larger.yaml --compare large.yaml --runs 2 -o -
sweep large.yaml --over monsters.beast_20.hp=20..30/5 --targets --runs 4
sweep large.yaml --over monsters.beast_20.hp=20..30/5 --metric 'hp_left(player, beast_20)' -o a.db --json
tune large.yaml left_06 left_07 --keys 'player.hp=60..140,player.power=2..9,monsters.beast_18.power' --tries 200
tune tutorial 'hp_left(player@3, orc)=50..60 %' --keys monsters.orc.power=2..9 --state a.db --json
rules new x --from tutorial -o out.yaml && tune out.yaml 'hp_left(player, orc)=90..95 %' --keys monsters.orc.hp --apply
check small.yaml --effort low --seed 3
check coins.yaml --runs 30 --agent coward --set floors=2 --seed 5 --allow-run
report coins.yaml --runs 20 --agent coward --set floors=2 --seed 3 -o - --allow-run
compare tutorial harder.yaml --sim --runs 20 --turns 200 --strict --seed 7
compare coins.yaml --engine 'python3 ../external/game.py' --runs 20 --allow-run --json
sim small.yaml --runs 5 -o a.db && report a.db --from small.yaml -o - && compare a.db a.db --from small.yaml --mix
replay ../games/yarl.replay --with other.yaml --all
replay coins.yaml --run 3 --seed 4 --agent coward --set floors=2 --allow-run
etp yarl --rooms --depth 2 --run 3 --seed 4
results import runs.csv --agent ann --game stars --bad 0.5 --dry-run --json
results import runs.csv --map Player=agent && results import b.csv && results fit b.db runs-ann.db runs-bob.db --json
engine try odd.yaml --strict --allow-run
check small.yaml --runs 1
loot yarl --runs 2 --band B1
etp yarl --runs 1 --depth 1
sim tutorial --runs 1 --json
sim tutorial --runs 3 --turns 1
sim tutorial --arena 'player@5 vs orc' --distance 1 --runs 1
compare tutorial harder.yaml --runs 1
compare tutorial harder.yaml --runs 1 --sim
compare tutorial harder.yaml --runs 1 --bot diver,brawler
report small.yaml --runs 1 -o -
check coins.yaml --runs 1 --allow-run
sim coins.yaml --runs 1 --allow-run --json
compare coins.yaml --set floors=2 --runs 1 --allow-run
report coins.yaml --runs 1 -o - --allow-run
sim broken.yaml --runs 60 --allow-run
sim broken.yaml --runs 60 --allow-run --verbose
sim broken.yaml --runs 60 --json --allow-run
check broken.yaml --runs 60 --allow-run
report broken.yaml --runs 60 -o - --allow-run
sim broken.yaml --runs 60 -o a.db --allow-run && results a.db && results a.db --json
engine try odd.yaml --allow-run
sweep small.yaml --over monsters.rat.hp=2..3 --runs 1
etp yarl --rooms --depth 1
loot shop.yaml --gold --depth 1
loot shop.yaml --shops --depth 1
hit bob-and-trev player@5 intern --fired --with floppy_drive --distance 1 --json
replay ../games/tutorial.replay --last 1
duel ruggrogue player monster --matrix --levels 1..1
curve ruggrogue --tracker 1
rules show ruggrogue --levels=1..1
worth small.yaml --effort 1
sense small.yaml monsters --metric run_win_rate --effort 1
"""

# Of a ruleset with changes: all of it where it reads.
VARIANT = """
rules validate out.yaml
rules show out.yaml
hit out.yaml ATTACKER DEFENDER --json
duel out.yaml ATTACKER DEFENDER --json
curve out.yaml --runs 8 --json
etp out.yaml --runs 4 --json
loot out.yaml --runs 6 --json
sim out.yaml --runs 2 --json
"""
VARIANTS = {"brogue": 6, "srd": 6, **dict.fromkeys(OWN, 6)}  # of the others 20

SLOW = re.compile(r"(report|curve) (brogue|srd) --runs|report (shattered|yarl) .*-o -|loot (brogue|yarl) --runs 40|"
                  r"sim yarl .*tactician --verbose|check (brogue|srd|yarl) .*--verbose|check brogue|"
                  r"worth (srd|large.yaml)|variant [24] of (brogue|srd)|variant 0 of (?!ruggrogue|brogue|shattered)|"
                  r"compare yarl --baseline|solve tutorial monsters.orc.experience|"
                  r"report tutorial --(compare.*-o|runs 40)|rules export (srd|brogue)|(tune|sense) large.yaml|"
                  r"check .*floors.shattered|report yarl --runs 4 --json|sweep large.yaml .*--targets|check other.yaml|"
                  r"check (yarl|srd|shattered|bob-and-trev) |report (bob-and-trev|ruggrogue|gunner.yaml) |"
                  r"sim tutorial --runs 30 -o a|sim tutorial --error|sim yarl --runs 9 -o a|report .*fights.crawl|"
                  r"(curve|fixtures) .*floors.(shattered|angband_groups)|variant (8|12|16) of shattered|"
                  r"(sense|worth) small.yaml .*--effort (1|30|60|200) ?--?|loot yarl --runs 2|report larger.yaml|"
                  r"compare tutorial --baseline a.json --runs 100|compare tutorial-before tutorial --sim --effort|"
                  r"report broken.yaml|curve shattered|(sim|check|solve|tune|sense|worth) ash|"
                  r"variant [24] of (ash|delve)|"
                  r"(report|sweep) (ash|bones|delve|hordefall|keep).yaml .*(-o|--targets)")
# Of the first one, since it takes long; the second part but for Brogue's, whose floors take half a minute.
WHOLE = """
check out.yaml --runs 3 --json
report out.yaml --runs 2 -o -
"""
COMPARED = """
compare RULESET out.yaml --runs 2 --all --json
"""

MANY_DIGITS = re.compile(r"-?\d+\.\d{9,}(?:e-?\d+)?|-?\d(?:\.\d+)?e-\d+")
ENVIRONMENT = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "COLUMNS": "80", "PYTHONDONTWRITEBYTECODE": "1"}
ENVIRONMENT.update({name: value for name, value in os.environ.items() if re.match("GCOV_|.*SAN_OPTIONS$", name)})


def rounded(match):
    """Eight digits; what is as good as nothing is nothing, since a sum may come out as 0 or as 1e-17."""
    value = float(match[0])
    return "0" if abs(value) < 1e-12 else f"{value:.8g}"


def words_of(line):
    return [word.strip("'") for word in re.findall(r"'[^']*'|\S+", line)]


class Dice:
    """Numbers that are the same with every version of Python."""

    def __init__(self, seed):
        self.state = seed

    def below(self, count):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2 ** 64
        return (self.state >> 33) % count


def changed_line(line, dice):
    """A line of a ruleset, changed as somebody might by mistake or on purpose."""
    numbers = list(re.finditer(r"-?\d+(?:\.\d+)?", line))
    how = dice.below(10)
    if numbers and how < 6:
        number = numbers[dice.below(len(numbers))]
        value = float(number[0])
        others = [0, 1, -1, value + 1, value * 2, value / 2, value * 100, -value, 10 ** 9, "some"]
        other = others[dice.below(len(others))]
        text = f"{other:g}" if isinstance(other, (int, float)) else other
        return line[:number.start()] + text + line[number.end():]
    if how < 7:
        return ""
    if how < 8:
        return line + "\n" + line
    letter = dice.below(max(1, len(line.strip()))) + len(line) - len(line.lstrip())
    return line[:letter] + line[letter + 1:]


def tuned_line(line, dice):
    """A line of a ruleset with another number, such as a designer would try."""
    numbers = list(re.finditer(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])", line))
    if not numbers:
        return line
    number = numbers[dice.below(len(numbers))]
    value = float(number[0]) * [0.5, 0.9, 1.1, 2][dice.below(4)]
    text = f"{value:.4g}" if "." in number[0] else str(int(value) + dice.below(2))
    return line[:number.start()] + text + line[number.end():]


def variant(text, number):
    """A ruleset with lines changed, by the number of the variant: every other one is likely to read."""
    lines, dice = text.splitlines(), Dice(number)
    for _ in range(6 if number % 2 == 0 else 1 + dice.below(3)):
        at = dice.below(len(lines))
        lines[at] = (tuned_line if number % 2 == 0 else changed_line)(lines[at], dice)
    return "\n".join(lines) + "\n"


def digest(program, folder, line):
    """In an empty folder with copies of the files, so that a command finds nothing and leaves nothing. A line may
    be a variant of a ruleset and who fights in it."""
    made = re.match(r"variant (\d+) of (\S+): (\S+) (\S+)$", line)
    with tempfile.TemporaryDirectory() as scratch:
        os.mkdir(os.path.join(scratch, "here"))
        os.symlink(os.path.join(os.path.dirname(folder), "games"), os.path.join(scratch, "games"))
        os.symlink(os.path.join(folder, "../../external"), os.path.join(scratch, "external"))
        os.symlink(os.path.join(folder, "../../../examples"), os.path.join(scratch, "examples"))
        for name in os.listdir(folder):
            if name != "digests":
                os.symlink(os.path.join(folder, name), os.path.join(scratch, "here", name))
        said = ""
        if made:
            shown = [program, "rules", "show", made[2]]
            whole = subprocess.run(shown, cwd=folder, capture_output=True, text=True, check=True).stdout
            with open(os.path.join(scratch, "here", "out.yaml"), "w", encoding="utf-8") as file:
                file.write(variant(whole, int(made[1])))
            asked = VARIANT
            if int(made[1]) == 0:
                asked += WHOLE + (COMPARED.replace("RULESET", made[2]) if made[2] != "brogue" else "")
            line = " && ".join(row for row in asked.splitlines() if row)
            line = line.replace("ATTACKER", made[3]).replace("DEFENDER", made[4])
        for command in line.split(" && "):
            done = subprocess.run([program, *words_of(command)], cwd=os.path.join(scratch, "here"), env=ENVIRONMENT,
                                  capture_output=True, stdin=subprocess.DEVNULL, check=False)
            said += f"{done.returncode}\n{done.stdout.decode()}\n{done.stderr.decode()}"
        for name in sorted(os.listdir(os.path.join(scratch, "here"))):
            if name.startswith("out."):
                with open(os.path.join(scratch, "here", name), encoding="utf-8") as file:
                    said += file.read()
    return hashlib.sha256(MANY_DIGITS.sub(rounded, said).encode()).hexdigest()[:16]


def commands(program, folder):
    listed = json.loads(subprocess.run([program, "rules", "list", "--json"], capture_output=True, check=True).stdout)
    for ruleset in [row["name"] for row in listed["rulesets"]] + list(OWN):
        usual = "player@3", "troll" if ruleset == "tutorial-before" else "orc"
        attacker, defender = OWN.get(ruleset) or MATCHUPS.get(ruleset, usual)
        for line in (OF_OWN if ruleset in OWN else EVERY).strip().splitlines():
            yield line.replace("RULESET", ruleset).replace("ATTACKER", attacker).replace("DEFENDER", defender)
        for number in range(VARIANTS.get(ruleset, 20)):
            yield f"variant {number} of {ruleset}: {attacker} {defender}"
    help_texts = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
    for name in re.findall(r"^  ([a-z]+)  ", help_texts, re.MULTILINE):
        yield name + " --help"
        below = subprocess.run([program, name, "--help"], capture_output=True, text=True, check=True).stdout
        for other in re.findall(rf"^  {name} ([a-z]+)  ", below, re.MULTILINE):
            yield f"{name} {other} --help"
    for kind, asked in EXAMPLES.items():
        for name in sorted(os.listdir(os.path.join(folder, "../../../examples", kind))):
            for line in asked.strip().splitlines():
                yield line.replace("FILE", f"../examples/{kind}/{name}")
    yield from ONCE.strip().splitlines()


def main():
    program, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    path = os.path.join(folder, "digests")
    lines = list(commands(program, folder))
    asks_all = any(option in sys.argv for option in ("--all", "--write", "--first"))
    lines = [line for line in lines if asks_all or not SLOW.match(line)]
    if "--first" in sys.argv:
        words = sys.argv[sys.argv.index("--first") + 1:]
        asked = re.compile(rf"(^|&& )({'|'.join(map(re.escape, words))})\b")
        lines = [line for line in lines if not words or asked.search(line) or set(words) & {line, *line.split()}]
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        answers = pool.map(lambda line: digest(program, folder, line), lines)
        if "--first" in sys.argv:
            with open(path, encoding="utf-8") as file:
                known = {line.rstrip("\n") for line in file}
            for line, answer in zip(lines, answers):
                if f"{answer}  {line}" not in known:
                    print(line, flush=True)
                    os._exit(1)
            return 0
        found = dict(zip(lines, answers))
    if "--write" in sys.argv:
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(f"{found[line]}  {line}\n" for line in lines)
        print(f"{len(lines)} answers written")
        return 0
    with open(path, encoding="utf-8") as file:
        known = dict(reversed(line.rstrip("\n").split("  ", 1)) for line in file)
    known = {line: answer for line, answer in known.items() if asks_all or not SLOW.match(line)}
    changed = [line for line in lines if found[line] != known.get(line)] + [line for line in known if line not in found]
    for line in changed:
        print(f"the answer is another: wyrm {line}")
    print(f"{len(lines)} answers, {len(changed)} changed")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
