/* Everything that Wyrmscale offers to a program: including this header is enough.
 *
 * The first group of headers is libwyrm, which a game links: rulesets and their systems, floors,
 * the engine (pkg-config name `wyrm`). The second weighs rulesets and needs libwyrm-bench as well:
 * bots, runs, results, verdicts (`wyrm-bench`). Each header is the manual of its subject.
 */
#ifndef WYRM_H
#define WYRM_H

/* The version compiled against; wyrm_version() returns the one running.
 */
#define WYRM_VERSION_MAJOR 0
#define WYRM_VERSION_MINOR 1
#define WYRM_VERSION_PATCH 0
#define WYRM_VERSION       "0.1.0"

#include <wyrm/abilities.h>
#include <wyrm/amount.h>
#include <wyrm/arena.h>
#include <wyrm/autopilot.h>
#include <wyrm/bands.h>
#include <wyrm/change.h>
#include <wyrm/combat.h>
#include <wyrm/design.h>
#include <wyrm/drops.h>
#include <wyrm/duel.h>
#include <wyrm/dungeon.h>
#include <wyrm/effect.h>
#include <wyrm/effect_targets.h>
#include <wyrm/encounter.h>
#include <wyrm/error.h>
#include <wyrm/file.h>
#include <wyrm/found.h>
#include <wyrm/game.h>
#include <wyrm/game_text.h>
#include <wyrm/grid.h>
#include <wyrm/growth.h>
#include <wyrm/loot.h>
#include <wyrm/measure.h>
#include <wyrm/memory.h>
#include <wyrm/observe.h>
#include <wyrm/outlook.h>
#include <wyrm/paths.h>
#include <wyrm/pity.h>
#include <wyrm/play_rules.h>
#include <wyrm/pmf.h>
#include <wyrm/replay.h>
#include <wyrm/replay_pair.h>
#include <wyrm/rng.h>
#include <wyrm/room_roles.h>
#include <wyrm/roster.h>
#include <wyrm/ruleset.h>
#include <wyrm/schema.h>
#include <wyrm/sight.h>
#include <wyrm/streams.h>
#include <wyrm/take_over.h>
#include <wyrm/terrain.h>
#include <wyrm/threat.h>
#include <wyrm/trade.h>

#include <wyrm/bot.h>
#include <wyrm/compare.h>
#include <wyrm/descent.h>
#include <wyrm/external.h>
#include <wyrm/external_fit.h>
#include <wyrm/external_gate.h>
#include <wyrm/external_import.h>
#include <wyrm/external_judge.h>
#include <wyrm/external_runs.h>
#include <wyrm/floors.h>
#include <wyrm/gate.h>
#include <wyrm/goodness.h>
#include <wyrm/hit_curve.h>
#include <wyrm/judge.h>
#include <wyrm/looks.h>
#include <wyrm/loot_advice.h>
#include <wyrm/loot_survey.h>
#include <wyrm/pack.h>
#include <wyrm/part.h>
#include <wyrm/results.h>
#include <wyrm/rooms.h>
#include <wyrm/run.h>
#include <wyrm/sense.h>
#include <wyrm/sim.h>
#include <wyrm/solve.h>
#include <wyrm/spreadsheet.h>
#include <wyrm/stats.h>
#include <wyrm/sweep.h>
#include <wyrm/threat_floor.h>
#include <wyrm/threat_survey.h>
#include <wyrm/tune.h>
#include <wyrm/verify.h>
#include <wyrm/worth.h>
#include <wyrm/attrition.h>
#include <wyrm/threat_calibration.h>

#endif
