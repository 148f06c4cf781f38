/* Reasons for deaths: the last fight of each run as recorded by an independent watcher of the same
 * game, the reason by the rules of <wyrm/run.h>, and set fights with a known reason. */
#include "released.h"
#include "runs_by_hand.h"

#include <wyrm/arena.h>

#include "bot/internal.h"

/* ---- The last fight, watched from outside ---- */

typedef struct foe {
    uint32_t fight, harm;
    int32_t cost;
    uint32_t means;
} foe;

/* The watcher's record: a fight as run.h defines it. */
typedef struct watcher {
    uint32_t fight, touched, command, began;
    bool goes_on;
    wyrm_run_death now, is; /* before this command; of the fight */
    uint32_t strikers[64], striker_count;
    foe foes[WYRM_LEVEL_SPAWNS_MAX];
    size_t blows;
    wyrm_run_blow last;
} watcher;

static uint32_t most_of(uint32_t one, uint32_t other)
{
    return one > other ? one : other;
}

static void contact(watcher *of, uint32_t turn)
{
    if (!of->goes_on) {
        of->is = of->now;
        of->is.most = of->is.damage = of->is.worst = of->is.means = 0;
        of->is.cost = -1;
        of->fight++;
        of->blows = 0;
        of->began = of->command;
        of->goes_on = true;
    }
    of->touched = turn;
    of->is.most = most_of(of->is.most, most_of(of->now.foes, of->striker_count));
    if (of->began == of->command)
        of->is.foes = most_of(of->is.foes, of->striker_count);
}

static void hear_events(const wyrm_game *game, const wyrm_event *event, void *context)
{
    watcher *of = context;
    const wyrm_game_view *view = wyrm_game_look(game);
    const bool taken = event->whom == 0 && event->who != 0,
               given = event->whom != 0 && event->who == 0;
    if (event->kind == WYRM_EVENT_LEVEL_ENTERED) {
        of->goes_on = false;
        memset(of->foes, 0, sizeof of->foes);
    }
    const bool by_item = event->kind == WYRM_EVENT_HURT; /* of the player */
    const bool suffers =
        (event->kind == WYRM_EVENT_SUFFERED && event->whom == 0 && event->amount > 0) ||
        (event->kind == WYRM_EVENT_BURNED && event->whom == 0);
    if (by_item && event->whom != 0)
        contact(of, view->turn);
    if (!by_item && !suffers && (event->kind != WYRM_EVENT_ATTACKED || !(taken || given)))
        return;
    const bool itself = event->whom == 0 && (!taken || event->who == WYRM_NOBODY);
    if (event->whom == 0 && !itself) {
        uint32_t i = 0;
        while (i < of->striker_count && of->strikers[i] != event->who)
            i++;
        if (i == of->striker_count)
            of->strikers[of->striker_count++] = event->who;
    }
    if (!itself)
        contact(of, view->turn);
    if (!of->goes_on)
        return;
    of->blows++;
    of->last = (wyrm_run_blow){.turn = view->turn,
                               .monster = itself    ? -1
                                          : suffers ? event->other
                                                    : event->monster,
                               .given = event->whom != 0,
                               .damage = (int32_t)event->amount,
                               .hp = (int32_t)view->player->combatant.hp};
    if (event->whom != 0)
        return;
    of->is.damage += (uint32_t)event->amount;
    if (!itself) {
        foe *by = &of->foes[event->who];
        if (by->fight != of->fight)
            *by = (foe){of->fight, 0, of->now.cost, of->now.means};
        by->harm += (uint32_t)event->amount;
        if (by->harm > of->is.worst) {
            of->is.worst = by->harm;
            of->is.cost = by->cost;
            of->is.means = by->means;
        }
    }
}

/* Counts the unused items by what they do. */
static void count_pack(const wyrm_engine *engine, const wyrm_game *game, wyrm_run_death *of)
{
    const wyrm_game_view *view = wyrm_game_look(game);
    for (size_t i = 0; i < view->pack_count; i++)
        switch (wyrm_pack_effect(engine, game, i).kind) {
        case WYRM_EFFECT_NONE:
        case WYRM_EFFECT_FEED:
            break;
        case WYRM_EFFECT_HEAL:
            of->heals++;
            break;
        case WYRM_EFFECT_CONFUSE:
        case WYRM_EFFECT_SLEEP:
        case WYRM_EFFECT_HOLD:
        case WYRM_EFFECT_SLOW:
        case WYRM_EFFECT_FRIGHTEN:
        case WYRM_EFFECT_BANISH:
        case WYRM_EFFECT_TELEPORT:
        case WYRM_EFFECT_HIDE:
        case WYRM_EFFECT_HASTE:
            of->escapes++;
            break;
        case WYRM_EFFECT_LIGHTNING:
        case WYRM_EFFECT_BOLT:
        case WYRM_EFFECT_BLAST:
            of->hurts++;
            break;
        default:
            of->others++;
        }
}

/* Plays the run again with another bot instance that estimates what the fight would cost. */
static void watch_again(const wyrm_design *design, const wyrm_run_options *options, uint64_t run,
                        watcher *of)
{
    static wyrm_observation seen;
    wyrm_replay *replay;
    wyrm_engine *engine;
    wyrm_bot *bot;
    wyrm_command command;
    wyrm_game *game = wyrm_game_new();
    const wyrm_listener listener = {hear_events, of};
    assert_works(wyrm_run_record(design, options, "x", 1, run, &replay, &last_error));
    assert_works(wyrm_engine_new(design, &engine, &last_error));
    assert_works(wyrm_bot_new(options->bot, engine, &bot, &last_error));
    wyrm_bot_begin(bot);
    *of = (watcher){.command = 0};
    assert_works(wyrm_replay_begin(replay, engine, &listener, game, &last_error));
    for (size_t i = 0; i < wyrm_replay_count(replay); i++) {
        const wyrm_game_view *view = wyrm_game_look(game);
        const wyrm_combatant *body = &view->player->combatant;
        wyrm_observe(engine, game, &seen);
        of->command++;
        of->striker_count = 0;
        of->now = (wyrm_run_death){.turn = view->turn,
                                   .hp = (int32_t)body->hp,
                                   .max_hp = (int32_t)body->max_hp,
                                   .way_out = seen.exit_known};
        for (size_t k = 0; k < seen.monster_count; k++)
            of->now.foes += seen.monsters[k].in_sight &&
                            view->monsters[seen.monsters[k].index].body.turns[WYRM_ASLEEP] == 0;
        assert_true(wyrm_bot_next(bot, game, &command));
        of->now.means = (uint32_t)body->hp;
        of->now.cost = -1;
        if (of->now.foes > 0) {
            of->now.means += (uint32_t)bot_stock(bot);
            of->now.cost = (int32_t)ceil(fmin(bot_cost(bot), 1e6));
        }
        if (view->turn - of->touched >= WYRM_RUN_PAUSE)
            of->goes_on = false;
        if (of->now.foes > 0)
            contact(of, view->turn);
        assert_works(wyrm_game_act(engine, game, &wyrm_replay_at(replay, i)->command, &listener,
                                   &last_error));
    }
    count_pack(engine, game, &of->is);
    wyrm_replay_free(replay);
    wyrm_game_free(game);
    wyrm_bot_free(bot);
    wyrm_engine_free(engine);
}

TEST(a_last_fight_is_that_which_somebody_else_sees)
{
    static const char *const rulesets[] = {"tutorial", "ruggrogue", "brogue"};
    static wyrm_run run;
    static watcher seen;
    for (size_t r = 0; r < LENGTH_OF(rulesets); r++) {
        OWNED_DESIGN *design = ruleset_with(rulesets[r], NULL);
        wyrm_run_options options = {0};
        wyrm_runner *runner;
        int fights = 0;
        assert_works(wyrm_bot_find("explorer", &options.bot, &last_error));
        assert_works(wyrm_runner_new(design, &options, &runner, &last_error));
        for (uint64_t number = 0; number < 40; number++) {
            assert_works(wyrm_runner_make(runner, 1, number, &run, &last_error));
            assert_int_equal(run.death_count, run.end != WYRM_RUN_WON);
            if (run.end != WYRM_RUN_KILLED)
                continue;
            const wyrm_run_death *death = &run.deaths[0], *is = &seen.is;
            const wyrm_run_blow *last = &run.blows[run.blow_count - 1];
            watch_again(design, &options, number, &seen);
            assert_holds(death->turn == is->turn && death->hp == is->hp &&
                             death->max_hp == is->max_hp && death->foes == is->foes &&
                             death->most == is->most && death->damage == is->damage &&
                             death->worst == is->worst && death->way_out == is->way_out,
                         number);
            assert_holds(death->cost == is->cost && death->means == is->means &&
                             death->heals == is->heals && death->escapes == is->escapes &&
                             death->hurts == is->hurts && death->others == is->others,
                         number);
            assert_int_equal(run.blow_count,
                             seen.blows < WYRM_RUN_BLOWS_MAX ? seen.blows : WYRM_RUN_BLOWS_MAX);
            assert_holds(last->turn == seen.last.turn && last->monster == seen.last.monster &&
                             last->given == seen.last.given && last->damage == seen.last.damage &&
                             last->hp == seen.last.hp,
                         number);
            assert_true(!last->given && last->monster == run.killer && last->hp == 0);
            fights++;
        }
        assert_true(fights > 20);
        wyrm_runner_free(runner);
    }
}

/* ---- Reasons ---- */

TEST(a_death_has_the_first_reason_that_holds)
{
    static const struct {
        wyrm_run_end end;
        wyrm_run_death death;
        wyrm_death_reason reason;
    } rows[] = {
        {WYRM_RUN_STARVED, {.hp = 1, .max_hp = 30}, WYRM_DEATH_NO_FOE},
        {WYRM_RUN_ITSELF, {.hp = 30, .max_hp = 30, .most = 3}, WYRM_DEATH_NO_FOE},
        {WYRM_RUN_KILLED, {.hp = 14, .max_hp = 29, .most = 3, .damage = 9}, WYRM_DEATH_WORN_DOWN},
        {WYRM_RUN_KILLED,
         {.hp = 15, .max_hp = 30, .most = 2, .damage = 15, .worst = 9},
         WYRM_DEATH_OUTNUMBERED},
        {WYRM_RUN_KILLED,
         {.hp = 15, .max_hp = 30, .most = 2, .damage = 15, .worst = 10, .cost = 14, .means = 15},
         WYRM_DEATH_ONE_FIGHT},
        {WYRM_RUN_KILLED,
         {.hp = 15, .max_hp = 30, .most = 1, .damage = 15, .worst = 9, .cost = 14, .means = 15},
         WYRM_DEATH_ONE_FIGHT},
        {WYRM_RUN_KILLED,
         {.hp = 15, .max_hp = 30, .cost = 20, .means = 21, .escapes = 1},
         WYRM_DEATH_ONE_FIGHT},
        {WYRM_RUN_KILLED,
         {.hp = 15, .max_hp = 30, .cost = 20, .means = 20, .escapes = 1},
         WYRM_DEATH_OUTMATCHED},
        {WYRM_RUN_KILLED,
         {.hp = 15, .max_hp = 30, .cost = 15, .means = 15, .way_out = true},
         WYRM_DEATH_OUTMATCHED},
        {WYRM_RUN_KILLED,
         {.hp = 15, .max_hp = 30, .cost = 15, .means = 15, .heals = 1, .hurts = 2},
         WYRM_DEATH_NO_ESCAPE},
        {WYRM_RUN_KILLED, {.hp = 30, .max_hp = 30, .cost = -1}, WYRM_DEATH_NO_ESCAPE},
    };
    static wyrm_run run;
    for (size_t i = 0; i < LENGTH_OF(rows); i++) {
        run.end = rows[i].end;
        run.death_count = 1;
        run.deaths[0] = rows[i].death;
        assert_holds(wyrm_run_reason(&run) == rows[i].reason, i);
    }
    run.death_count = 0;
    assert_int_equal(wyrm_run_reason(&run), WYRM_DEATH_REASON_COUNT);
    for (int i = 0; i < WYRM_DEATH_REASON_COUNT; i++)
        assert_true(wyrm_death_words((wyrm_death_reason)i)[0] != '\0');
    assert_string_equal(wyrm_death_words(WYRM_DEATH_REASON_COUNT), "");
}

/* ---- Set fights ---- */

/* Fights the same with many seeds, at that share of hit points: every death has the same reason. */
static void check_fight(const char *words, wyrm_arena_shape shape, double health,
                        wyrm_death_reason reason, int deaths_least)
{
    static wyrm_run run;
    OWNED_DESIGN *design = ruleset_with("ruggrogue", NULL);
    wyrm_arena fight;
    wyrm_run_options options = {.arena = &fight};
    wyrm_runner *runner;
    int deaths = 0;
    assert_works(wyrm_arena_read(design, words, &fight, &last_error));
    assert_works(wyrm_bot_find("brawler", &options.bot, &last_error));
    fight.shape = shape;
    fight.player.hp = (int64_t)(health * (double)fight.player.max_hp);
    assert_works(wyrm_runner_new(design, &options, &runner, &last_error));
    for (uint64_t number = 0; number < 200; number++) {
        assert_works(wyrm_runner_make(runner, 1, number, &run, &last_error));
        if (run.end == WYRM_RUN_WON)
            continue;
        deaths++;
        if (wyrm_run_reason(&run) != reason)
            fail_msg("%s, run %d: %s", words, (int)number, wyrm_death_words(wyrm_run_reason(&run)));
        assert_int_equal(run.deaths[0].hp, fight.player.hp);
        assert_int_equal(run.deaths[0].turn, 1);
        assert_int_equal(run.deaths[0].foes, fight.count);
    }
    assert_true(deaths >= deaths_least);
    wyrm_runner_free(runner);
}

TEST(set_fights_are_lost_for_known_reasons)
{
    check_fight("raw,attack=8,defense=4,hp=30 vs raw,attack=16,defense=4,hp=40", WYRM_ARENA_ROOM,
                1.0, WYRM_DEATH_NO_ESCAPE, 190);
    check_fight("raw,attack=8,defense=4,hp=30 vs raw,attack=6,defense=4,hp=10 x6", WYRM_ARENA_OPEN,
                1.0, WYRM_DEATH_OUTNUMBERED, 150);
    check_fight("raw,attack=8,defense=4,hp=30 vs raw,attack=8,defense=4,hp=26", WYRM_ARENA_ROOM,
                1.0, WYRM_DEATH_ONE_FIGHT, 20);
    check_fight("raw,attack=8,defense=4,hp=30 vs raw,attack=8,defense=4,hp=26", WYRM_ARENA_ROOM,
                0.2, WYRM_DEATH_WORN_DOWN, 190);
}

/* ---- Summaries ---- */

TEST(reasons_add_up_to_the_deaths_of_each_depth)
{
    OWNED_DESIGN *design = ruleset_with("ruggrogue", NULL);
    OWNED_SUMMARY *summary;
    uint64_t all[WYRM_DEATH_REASON_COUNT] = {0}, deaths = 0;
    wyrm_sim_options options = {.seed = 1, .runs = 120, .threads = 2};
    assert_works(wyrm_simulate(design, &options, &summary, &last_error));
    for (size_t i = 0; i < summary->depth_count; i++) {
        const wyrm_sim_last *last = &summary->depths[i].last;
        uint64_t sum = 0;
        for (int reason = 0; reason < WYRM_DEATH_REASON_COUNT; reason++) {
            sum += last->reasons[reason];
            all[reason] += last->reasons[reason];
        }
        assert_int_equal(sum, summary->depths[i].died);
        assert_int_equal(last->deaths, sum);
        assert_int_equal(last->fights, sum - last->reasons[WYRM_DEATH_NO_FOE]);
        assert_int_equal(last->hp_share.count, last->fights);
        deaths += sum;
    }
    assert_int_equal(deaths, summary->last.deaths);
    assert_memory_equal(all, summary->last.reasons, sizeof all);
    /* Each reason has an example: a run that died for it. */
    static wyrm_run run;
    wyrm_runner *runner;
    int reasons = 0;
    assert_works(wyrm_runner_new(design, &options.run, &runner, &last_error));
    for (int reason = 0; reason < WYRM_DEATH_REASON_COUNT; reason++) {
        if (all[reason] == 0)
            continue;
        reasons++;
        assert_works(wyrm_runner_make(runner, 1, summary->last.runs[reason], &run, &last_error));
        assert_int_equal(wyrm_run_reason(&run), reason);
    }
    assert_true(reasons >= 4);
    wyrm_runner_free(runner);
}
