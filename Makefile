# The few commands that people type; meson and ninja do the work.
BUILD ?= build
RULESETS = ruggrogue tutorial tutorial-before yarl bob-and-trev

.DEFAULT_GOAL := help
.PHONY: help demo test bench install pages picture reports games engine answers clean configure

help:
	@echo "make demo      install what is missing, build, weigh RuggRogue's ruleset"
	@echo "make test      the same, then every test"
	@echo "make bench     the benchmarks, as ratios to a naive version"
	@echo "make install   the program, library, headers and man pages  [PREFIX=/usr/local] [DESTDIR=]"
	@echo "make pages     write anew what README.md, docs/ and rulesets/ hold of the program's output"
	@echo "make picture   take the picture of a report anew that README.md shows (needs chromium)"
	@echo "make reports   the reports of the shipped rulesets into build/reports"
	@echo "make games     play and record the games of tests/golden/games anew"
	@echo "make engine    the digests of tests/golden/engine anew, once WYRM_ENGINE_VERSION is raised"
	@echo "make answers   the digests of what is printed and shown (tests/golden/answers, screens) anew"
	@echo "make clean     remove the build folder"

configure:
	@tools/dependencies.sh
	@test -f $(BUILD)/build.ninja || meson setup $(BUILD)

demo: configure
	ninja -C $(BUILD) src/cli/wyrm
	$(BUILD)/src/cli/wyrm check ruggrogue

# One test more at a time than processors: those of the game in a terminal mostly wait.
test: configure
	ninja -C $(BUILD)
	meson test -C $(BUILD) --no-rebuild --print-errorlogs --timeout-multiplier 4 --num-processes $$(($$(nproc) + 1))

bench: configure
	ninja -C $(BUILD)
	meson test -C $(BUILD) --no-rebuild --benchmark --verbose

# A prefix that is named is kept for the next time; else that of the last time, at first /usr/local.
install: configure
	$(if $(PREFIX),meson configure $(BUILD) -Dprefix=$(PREFIX))
	ninja -C $(BUILD) $$(python3 tools/installed.py $(BUILD))
	$(if $(DESTDIR),DESTDIR="$(abspath $(DESTDIR))") meson install -C $(BUILD) --no-rebuild
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" = 0 ]; then ldconfig; fi

# The tests compare these; read the difference before it is committed.
pages: configure
	ninja -C $(BUILD) src/cli/wyrm
	python3 tests/readme_test.py src/text/assets/chapters.md $(BUILD)/src/cli/wyrm --update
	ninja -C $(BUILD) src/cli/wyrm
	$(BUILD)/src/cli/wyrm rules guide > docs/ruleset-format.md
	python3 tests/readme_test.py README.md $(BUILD)/src/cli/wyrm --update
	python3 tests/readme_test.py docs/gate.md $(BUILD)/src/cli/wyrm --update
	python3 tests/readme_test.py docs/own-game.md $(BUILD)/src/cli/wyrm --update
	python3 tests/readme_test.py docs/your-game.md $(BUILD)/src/cli/wyrm --update
	python3 tests/readme_test.py docs/your-rules.md $(BUILD)/src/cli/wyrm --update
	python3 tests/cells.py --write

# Part of a report as chromium draws it, less than 200 kB: after the answer come the pictures of whole runs.
PICTURE = --window-size=1060,920 --hide-scrollbars --screenshot=$(CURDIR)/docs/report.png
picture: configure
	ninja -C $(BUILD) src/cli/wyrm
	$(BUILD)/src/cli/wyrm report ruggrogue -o $(BUILD)/report.html
	sed 's|</head>|<style>#answer, #findings {display: none}</style></head>|' $(BUILD)/report.html >$(BUILD)/picture.html
	chromium --headless --no-sandbox --disable-gpu $(PICTURE) file://$(abspath $(BUILD))/picture.html \
	    2>$(BUILD)/chromium.log
	test $$(stat -c %s docs/report.png) -lt 200000

# One is kept as an example: a test holds it to its ruleset and to the version.
reports: configure
	ninja -C $(BUILD) src/cli/wyrm
	mkdir -p $(BUILD)/reports
	for ruleset in $(RULESETS); do \
	    $(BUILD)/src/cli/wyrm report $$ruleset -o $(BUILD)/reports/$$ruleset.html || exit 1; done
	cp $(BUILD)/reports/tutorial-before.html docs/report.html

# Plays and records the golden games anew: right where rules of play or a ruleset change on purpose.
VARIANTS = yarl-strong ruggrogue-short
games: configure
	ninja -C $(BUILD) tests/record_game
	for game in $(RULESETS); do $(BUILD)/tests/record_game $$game 2500 tests/golden/games/$$game.replay || exit 1; done
	for game in $(VARIANTS); do $(BUILD)/tests/record_game tests/golden/games/$$game.yaml 2500 \
	    tests/golden/games/$$game.replay || exit 1; done

# What seeds give has changed, and the number of the engine with it.
engine: configure
	ninja -C $(BUILD) src/cli/wyrm
	python3 tests/engine_test.py $(BUILD)/src/cli/wyrm tests/golden/engine --write

answers: configure
	ninja -C $(BUILD) src/cli/wyrm
	python3 tests/answers_test.py $(BUILD)/src/cli/wyrm tests/golden/answers --write
	ninja -C $(BUILD) tests/screens_golden_test
	$(BUILD)/tests/screens_golden_test tests/golden/screens

clean:
	rm -rf $(BUILD)
