/* One row a metric: name, unit, keys, sentence, sampled, how its place is read, how it is worked
 * out. Keys in brackets are optional. */
#ifndef WYRM_SRC_JUDGE_METRIC_ROWS_H
#define WYRM_SRC_JUDGE_METRIC_ROWS_H

#include "judge/metrics.h"
#include "judge/prepare.h"

/* clang-format off */
#define JUDGE_METRIC_ROWS(row)                                                                     \
    row("stat", "", "of stat [levels]",                                                            \
        "a stat of a combatant, gear included",                                                    \
        false, wyrm_judge_prepare_one_stat, wyrm_judge_stat)                                       \
    row("stat_ratio", "", "of against stat [levels]",                                              \
        "a stat of one combatant divided by the same stat of another",                             \
        false, wyrm_judge_prepare_pair_stat, wyrm_judge_stat_ratio)                                \
    row("stat_difference", "", "of against stat [levels]",                                         \
        "a stat of one combatant less the same stat of another",                                   \
        false, wyrm_judge_prepare_pair_stat, wyrm_judge_stat_difference)                           \
    row("curve", "", "of stat levels",                                                             \
        "a growth curve at a level: `of` is player, monster, weapon or armor, `stat` the "         \
        "quantity",                                                                                \
        false, wyrm_judge_prepare_curve, wyrm_judge_curve)                                         \
    row("level_factor", "", "levels",                                                              \
        "the factor that growth curves are multiples of",                                          \
        false, wyrm_judge_prepare_factor, wyrm_judge_level_factor)                                 \
    row("experience_step", "points", "levels",                                                     \
        "experience from a level to the next",                                                     \
        false, wyrm_judge_prepare_step, wyrm_judge_experience_step)                                \
    row("experience_growth", "", "levels",                                                         \
        "experience from a level to the next, divided by that of the level before",                \
        false, wyrm_judge_prepare_growth, wyrm_judge_experience_growth)                            \
    row("experience_to_level", "points", "levels",                                                 \
        "all the experience that it takes to reach a level",                                       \
        false, wyrm_judge_prepare_step, wyrm_judge_experience_total)                               \
    row("kills_to_level", "kills", "levels",                                                       \
        "monsters of the own level to kill from a level to the next",                              \
        false, wyrm_judge_prepare_kills, wyrm_judge_kills_to_level)                                \
    row("hit_mean", "hit points", "of against [attack] [distance] [levels]",                       \
        "mean damage of one attack, misses included",                                              \
        false, wyrm_judge_prepare_pair, wyrm_judge_hit_mean)                                       \
    row("hit_sd", "hit points", "of against [attack] [distance] [levels]",                         \
        "standard deviation of the damage of one attack",                                          \
        false, wyrm_judge_prepare_pair, wyrm_judge_hit_sd)                                         \
    row("hit_miss", "share", "of against [attack] [distance] [levels]",                            \
        "chance that an attack does no damage",                                                    \
        false, wyrm_judge_prepare_pair, wyrm_judge_hit_miss)                                       \
    row("hit_share", "share", "of against stat [attack] [distance] [levels]",                      \
        "mean damage of one attack, as a share of a stat of the attacker",                         \
        false, wyrm_judge_prepare_pair_stat, wyrm_judge_hit_share)                                 \
    row("average_hits_to_kill", "hits", "of against [attack] [distance] [levels]",                 \
        "hit points of `against` divided by the mean damage of `of`",                              \
        false, wyrm_judge_prepare_pair, wyrm_judge_average_hits)                                   \
    row("attacks_to_kill", "attacks", "of against [attack] [distance] [levels]",                   \
        "expected number of attacks until `against` is dead, with misses, spread and overkill",    \
        false, wyrm_judge_prepare_pair, wyrm_judge_attacks_to_kill)                                \
    row("win_chance", "share", "of against [first] [levels]",                                      \
        "chance that `of` wins a fight to the death",                                              \
        false, wyrm_judge_prepare_pair, wyrm_judge_win_chance)                                     \
    row("duel_turns", "turns", "of against [first] [levels]",                                      \
        "mean length of a fight to the death",                                                     \
        false, wyrm_judge_prepare_pair, wyrm_judge_duel_turns)                                     \
    row("hp_left", "share", "of against [first] [levels]",                                         \
        "mean share of its hit points that `of` has left after a fight, 0 where it lost",          \
        false, wyrm_judge_prepare_pair, wyrm_judge_hp_left)                                        \
    row("monster_level_share", "share", "tracker below",                                           \
        "share of monsters whose level is the tracker's less `below`",                             \
        false, wyrm_judge_prepare_tracker, wyrm_judge_level_share)                                 \
    row("monster_level_within", "share", "tracker within",                                         \
        "share of monsters whose level is `within`",                                               \
        false, wyrm_judge_prepare_tracker, wyrm_judge_level_within)                                \
    row("monster_level_choice", "share", "tracker of",                                             \
        "share of monsters whose level is chosen in the way `of`: a chosen level may be one "      \
        "that another way gives too",                                                              \
        false, wyrm_judge_prepare_choice, wyrm_judge_level_choice)                                 \
    row("monster_level_mean", "levels", "tracker",                                                 \
        "mean level of a monster",                                                                 \
        false, wyrm_judge_prepare_tracker, wyrm_judge_level_mean)                                  \
    row("monster_level_gap", "levels", "tracker",                                                  \
        "the tracker's level less the mean level of a monster",                                    \
        false, wyrm_judge_prepare_tracker, wyrm_judge_level_gap)                                   \
    row("monsters_seen", "share", "tracker",                                                       \
        "share of the ruleset's monsters that can appear by the time the tracker has a level",     \
        false, wyrm_judge_prepare_tracker, wyrm_judge_monsters_seen)                               \
    row("final_depth_mean", "depths", "",                                                          \
        "mean depth of the final map",                                                             \
        true, NULL, wyrm_judge_final_depth_mean)                                                   \
    row("final_depth_share", "share", "within",                                                    \
        "share of dungeons whose final depth is `within`",                                         \
        true, NULL, wyrm_judge_final_depth_share)                                                  \
    row("gear_bonus_share", "share", "within",                                                     \
        "share of the gear found in rooms whose bonus is `within`",                                \
        true, NULL, wyrm_judge_gear_bonus_share)                                                   \
    row("gear_level_share", "share", "tracker within",                                             \
        "share of the gear found in rooms whose level without its bonus is `within`",              \
        true, wyrm_judge_prepare_tracker, wyrm_judge_gear_level_share)                             \
    row("rooms_at_depth", "rooms", "depths",                                                       \
        "mean rooms of a map",                                                                     \
        true, NULL, wyrm_judge_rooms_at_depth)                                                     \
    row("monsters_at_depth", "monsters", "depths",                                                 \
        "mean monsters of a map",                                                                  \
        true, NULL, wyrm_judge_monsters_at_depth)                                                  \
    row("items_at_depth", "items", "depths",                                                       \
        "mean items of a map, of any kind",                                                        \
        true, NULL, wyrm_judge_items_at_depth)                                                     \
    row("experience_at_depth", "points", "depths",                                                 \
        "mean experience that the monsters of a map carry",                                        \
        true, NULL, wyrm_judge_experience_at_depth)                                                \
    row("tracker_at_depth", "levels", "depths",                                                    \
        "mean level of the tracker",                                                               \
        true, wyrm_judge_prepare_tracker, wyrm_judge_tracker_at_depth)                             \
    row("monster_level_at_depth", "levels", "depths",                                              \
        "mean level of a monster",                                                                 \
        true, NULL, wyrm_judge_monster_level_at_depth)                                             \
    row("monster_share", "share", "of depths",                                                     \
        "share of the monsters of normal rooms that are `of`",                                     \
        false, wyrm_judge_prepare_monster, wyrm_judge_monster_share)                               \
    row("item_share", "share", "of depths",                                                        \
        "chance that one item found by chance at a depth is `of`",                                 \
        false, wyrm_judge_prepare_item, wyrm_judge_item_share)                                     \
    row("room_monsters", "monsters", "depths",                                                     \
        "mean monsters of a normal room",                                                          \
        false, wyrm_judge_prepare_tables, wyrm_judge_room_monsters)                                \
    row("room_monsters_share", "share", "depths within",                                           \
        "share of normal rooms whose number of monsters is `within`",                              \
        false, wyrm_judge_prepare_tables, wyrm_judge_room_monsters_share)                          \
    row("room_threat", "points", "depths",                                                         \
        "mean threat of a normal room",                                                            \
        false, wyrm_judge_prepare_threat, wyrm_judge_room_threat)                                  \
    row("room_threat_share", "share", "depths within",                                             \
        "share of normal rooms whose threat is `within`",                                          \
        false, wyrm_judge_prepare_threat, wyrm_judge_room_threat_share)                            \
    row("room_status_share", "share", "of depths",                                                 \
        "share of normal rooms whose status by the budget of threat is `of`: OVER, UNDER, OK, "    \
        "EMPTY",                                                                                   \
        false, wyrm_judge_prepare_status, wyrm_judge_room_status_share)                            \
    row("threat_rank_correlation", "", "[depths]",                                                 \
        "rank correlation (Spearman) of the threat of the monsters of a depth with the share of "  \
        "hit points that they take from its player; without `depths`, over all of them",           \
        false, wyrm_judge_prepare_threat, wyrm_judge_threat_rank)                                  \
    row("floor_threat", "points", "depths",                                                        \
        "mean threat of all rooms of a floor that are neither a boss's nor exempt",                \
        true, wyrm_judge_prepare_threat, wyrm_judge_floor_threat)                                  \
    row("floor_budget_share", "share", "depths",                                                   \
        "share of floors whose threat is within their budget",                                     \
        true, wyrm_judge_prepare_threat, wyrm_judge_floor_within)                                  \
    row("attacks_to_kill_monster", "attacks", "depths [of]",                                       \
        "expected attacks of the player of a depth, or of `of` in its place, until a monster of "  \
        "it is dead, misses included",                                                             \
        false, wyrm_judge_prepare_crowd, wyrm_judge_attacks_on_monster)                            \
    row("hits_to_kill_monster", "hits", "depths [of]",                                             \
        "the same, only those attacks counted that do damage",                                     \
        false, wyrm_judge_prepare_crowd, wyrm_judge_hits_on_monster)                               \
    row("attacks_to_kill_player", "attacks", "depths [of]",                                        \
        "expected attacks until the player of a depth is dead, misses included, each attack that " \
        "of one of its monsters",                                                                  \
        false, wyrm_judge_prepare_crowd, wyrm_judge_attacks_on_player)                             \
    row("fight_death_chance", "share", "depths [of] [first]",                                      \
        "chance that the player of a depth dies in a fight with one monster of it",                \
        false, wyrm_judge_prepare_crowd, wyrm_judge_fight_death)                                   \
    row("room_death_chance", "share", "depths [of] [first]",                                       \
        "chance that the player of a depth dies in a normal room, entered with full hit points, "  \
        "its monsters fought one after another; rooms without any count as survived",              \
        false, wyrm_judge_prepare_crowd, wyrm_judge_room_death)                                    \
    row("room_hp_lost", "share", "depths [of] [first]",                                            \
        "mean share of the hit points that such a room takes, all of them where it kills, none "   \
        "where it is empty",                                                                       \
        false, wyrm_judge_prepare_crowd, wyrm_judge_room_lost)                                     \
    row("floor_death_chance", "share", "depths [of] [first]",                                      \
        "chance that the player of a depth dies in one of its rooms, all of them normal and "      \
        "entered with full hit points",                                                            \
        true, wyrm_judge_prepare_crowd, wyrm_judge_floor_death)                                    \
    row("run_win_rate", "share", "[bot]",                                               \
        "share of whole games that a bot wins",                                                    \
        true, wyrm_judge_prepare_bot, wyrm_judge_run_win_rate)                                     \
    row("run_final_depth", "depths", "[bot]",                                           \
        "mean depth that a bot's games end on",                                                    \
        true, wyrm_judge_prepare_bot, wyrm_judge_run_final_depth)                                  \
    row("run_final_level", "levels", "[bot]",                                           \
        "mean level of a bot at the end of its games",                                             \
        true, wyrm_judge_prepare_bot, wyrm_judge_run_final_level)                                  \
    row("run_turns", "turns", "[bot]",                                                  \
        "mean turns of a bot's games",                                                             \
        true, wyrm_judge_prepare_bot, wyrm_judge_run_turns)                                        \
    row("run_survival", "share", "depths [bot]",                                        \
        "share of a bot's games that leave a depth alive",                                         \
        true, wyrm_judge_prepare_bot, wyrm_judge_run_survival)                                     \
    row("run_hazard", "share", "depths [bot]",                                          \
        "chance that a bot that enters a depth dies on it",                                        \
        true, wyrm_judge_prepare_bot, wyrm_judge_run_hazard)                                       \
    row("run_level", "levels", "depths [bot]",                                          \
        "mean level of a bot that leaves a depth alive",                                           \
        true, wyrm_judge_prepare_bot, wyrm_judge_run_level)                                        \
    row("run_deaths_by", "share", "of [bot]",                                           \
        "share of a bot's deaths that a monster `of` is the cause of",                             \
        true, wyrm_judge_prepare_killer, wyrm_judge_run_deaths_by)                                 \
    row("run_starved", "share", "[bot]",                                                \
        "share of a bot's games that end by hunger",                                               \
        true, wyrm_judge_prepare_bot, wyrm_judge_run_starved)                                      \
    row("arena_win_rate", "share", "arena [bot]",                                                  \
        "share of a set fight that the player wins, played on its map",                            \
        true, wyrm_judge_prepare_arena, wyrm_judge_arena_win_rate)                                 \
    row("arena_turns", "turns", "arena [bot]",                                                     \
        "mean turns of a set fight",                                                               \
        true, wyrm_judge_prepare_arena, wyrm_judge_arena_turns)                                    \
    row("arena_hp_left", "share", "arena [bot]",                                                   \
        "mean share of its hit points that the player has left after a set fight that it wins",    \
        true, wyrm_judge_prepare_arena, wyrm_judge_arena_hp_left)                                  \
    row("items_per_room", "items", "[bands] [depths] [mode]",                                      \
        "mean items of a normal room: over a band those of whole campaigns, with what pity "       \
        "gives, at a depth those found by chance",                                                 \
        false, wyrm_judge_prepare_loot, wyrm_judge_items_per_room)                                 \
    row("category_per_room", "items", "of [bands] [depths] [mode]",                                \
        "the same, only items of the category `of`",                                               \
        false, wyrm_judge_prepare_category, wyrm_judge_category_per_room)                          \
    row("pity_rate", "share", "of bands [mode]",                                                   \
        "share of rooms in which pity gives an item of the category `of`",                         \
        false, wyrm_judge_prepare_pity_of, wyrm_judge_pity_rate)                                   \
    row("natural_rate", "share", "of bands [mode]",                                                \
        "share of rooms that bring an item of the category `of` by chance",                        \
        false, wyrm_judge_prepare_pity_of, wyrm_judge_natural_rate)                                \
    row("pity_share", "share", "bands [mode]",                                                     \
        "share of all items of rooms that pity gave",                                              \
        false, wyrm_judge_prepare_pity, wyrm_judge_pity_share)                                     \
    row("drought_chance", "share", "of bands rooms [mode]",                                        \
        "share of rooms at whose end the last so many `rooms` or more had no item of the "         \
        "category `of`",                                                                           \
        false, wyrm_judge_prepare_pity_of, wyrm_judge_drought)                                     \
    row("first_item_chance", "share", "of bands rooms [mode]",                                     \
        "chance that one of the first so many `rooms` of a band brings an item of the category "   \
        "`of`, pity's included",                                                                   \
        false, wyrm_judge_prepare_pity_of, wyrm_judge_first_within)
/* clang-format on */

/* The evaluations, each in the file of its sort: exact_, fight_, tracker_, sampled_, depth_,
 * crowd_, loot_, run_ and threat_metrics.c. */
#define JUDGE_METRIC_DECLARE(name, unit, needs, summary, sampled, prepare, evaluate)               \
    judge_evaluate evaluate;
JUDGE_METRIC_ROWS(JUDGE_METRIC_DECLARE)
#undef JUDGE_METRIC_DECLARE

#endif
