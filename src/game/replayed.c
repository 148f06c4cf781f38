/* Recordings played again: to check one, and to compare one under two rulesets side by side.
 *
 * Playback changes the rules where the recording's designer did, so each command runs on the engine
 * it was given under. A check compares every state with its checksum. Two games side by side are
 * compared only by what a player sees, since a changed stat of any monster would make the states
 * differ from the first turn on. */
#include "game/internal.h"
#include <stdio.h>
#include <string.h>
#include <wyrm/replay_pair.h>

/* ---- Playback ---- */

typedef struct playing {
    const wyrm_replay *replay;
    wyrm_engine *begun;  /* with the rules that playback began with */
    wyrm_engine *engine; /* with the current rules */
    wyrm_engine *own;    /* owned: `engine` once a branch has changed the rules; else NULL */
    wyrm_design *design; /* owned: the design of that */
    size_t branch;       /* index of the next branch */
} playing;

static playing play_on(const wyrm_replay *replay, wyrm_engine *engine)
{
    return (playing){.replay = replay, .begun = engine, .engine = engine};
}

static void end_rules(playing *of)
{
    wyrm_engine_free(of->own);
    wyrm_design_free(of->design);
    of->own = NULL;
    of->design = NULL;
}

/* Makes the engine of a branch, owned by *out. */
static wyrm_status change_rules(const playing *of, const wyrm_replay_branch *branch, playing *out,
                                wyrm_error *why)
{
    wyrm_errors *errors;
    wyrm_status status = wyrm_errors_new(&errors);
    if (status != WYRM_OK)
        return wyrm_fail(why, status, "out of memory");
    status =
        wyrm_design_change(of->begun->design, branch->changes, branch->count, &out->design, errors);
    if (status != WYRM_OK)
        wyrm_fail(why, status, "the rules cannot be changed: %s",
                  wyrm_errors_kept(errors) > 0 ? wyrm_errors_at(errors, 0)->message
                                               : wyrm_status_text(status));
    wyrm_errors_free(errors);
    return status == WYRM_OK ? wyrm_engine_new(out->design, &out->own, why) : status;
}

/* Applies the branches before step `at`; `checked`: the state must have the branch's checksum. */
static wyrm_status take_over(playing *of, size_t at, bool checked, wyrm_game *game, wyrm_error *why)
{
    const wyrm_replay_branch *branch;
    while ((branch = wyrm_replay_branch_at(of->replay, of->branch)) != NULL && branch->at == at) {
        playing next = *of;
        next.own = NULL;
        next.design = NULL;
        wyrm_status status = change_rules(of, branch, &next, why);
        if (status == WYRM_OK)
            status = wyrm_game_take_over(of->engine, next.own, game, why);
        if (status != WYRM_OK) {
            end_rules(&next);
            return status;
        }
        end_rules(of);
        *of = next;
        of->engine = next.own;
        of->branch++;
        if (checked &&
            game_branch_checksum(branch->changes, branch->count, game) != branch->checksum)
            return wyrm_fail(why, WYRM_ERROR_RANGE, "the state that was taken over differs");
    }
    return WYRM_OK;
}

/* ---- Checking ---- */

static wyrm_status check_replay(playing *of, const wyrm_listener *listener, wyrm_game *game,
                                wyrm_replay_verdict *out, wyrm_error *error)
{
    wyrm_error why = {.code = WYRM_OK};
    const size_t count = wyrm_replay_count(of->replay);
    *out = (wyrm_replay_verdict){.same = false};
    wyrm_status status = wyrm_replay_begin(of->replay, of->engine, listener, game, &why);
    if (status == WYRM_ERROR_MEMORY)
        return wyrm_fail(error, status, "%s", why.message);
    out->same = status == WYRM_OK;
    if (!out->same)
        wyrm_fail(&why, status, "the game cannot begin: %s", why.message);
    for (size_t i = 0; out->same && i <= count; i++) {
        const wyrm_replay_step *step = wyrm_replay_at(of->replay, i);
        out->turn = game->turn;
        status = take_over(of, i, true, game, &why);
        out->same = status == WYRM_OK;
        if (out->same && step != NULL) {
            status = wyrm_game_act(of->engine, game, &step->command, listener, &why);
            out->same = status == WYRM_OK && wyrm_game_checksum(game) == step->checksum;
            if (status != WYRM_OK)
                wyrm_fail(&why, status, "command %zu (turn %u) cannot be done: %s", i + 1,
                          (unsigned)out->turn, why.message);
            else if (!out->same)
                wyrm_fail(&why, WYRM_ERROR_RANGE, "command %zu (turn %u): the state differs", i + 1,
                          (unsigned)out->turn);
            else
                out->steps = i + 1;
        }
        if (status == WYRM_ERROR_MEMORY)
            return wyrm_fail(error, status, "%s", why.message);
    }
    if (!out->same)
        memcpy(out->why, why.message, sizeof out->why);
    return WYRM_OK;
}

wyrm_status wyrm_replay_check(const wyrm_replay *replay, wyrm_engine *engine,
                              const wyrm_listener *listener, wyrm_game *game,
                              wyrm_replay_verdict *out, wyrm_error *error)
{
    playing of = play_on(replay, engine);
    wyrm_status status = check_replay(&of, listener, game, out, error);
    end_rules(&of);
    return status;
}

/* ---- Side by side ---- */

/* One of the two games. */
typedef struct side {
    playing of;
    wyrm_game *game;
    wyrm_pair_side *state;
    wyrm_pair_end *end;
} side;

static void note_event(const wyrm_game *game, const wyrm_event *event, void *context)
{
    const side *one = context;
    char text[WYRM_MESSAGE_TEXT_MAX];
    if (!wyrm_event_text(one->of.engine, game, event, text))
        return;
    char *said = one->state->said;
    const size_t used = strlen(said);
    snprintf(said + used, WYRM_PAIR_SAID_MAX - used, "%s%s", used > 0 ? " " : "", text);
    if (strlen(said) == WYRM_PAIR_SAID_MAX - 1)
        said[base_utf8_cut(said, WYRM_PAIR_SAID_MAX - 1, WYRM_PAIR_SAID_MAX - 1)] = '\0';
}

static void look_at_side(side *one)
{
    const wyrm_game *game = one->game;
    wyrm_pair_side *state = one->state;
    state->turn = game->turn;
    state->hp = game->player.combatant.hp;
    state->max_hp = game->player.combatant.max_hp;
    state->depth = game->difficulty.depth;
    state->level = game->experience.level;
    state->at = game->player.at;
    state->phase = game->phase;
}

static bool look_the_same(const wyrm_pair_side *one, const wyrm_pair_side *other)
{
    return one->goes_on == other->goes_on && one->turn == other->turn && one->hp == other->hp &&
           one->max_hp == other->max_hp && one->depth == other->depth &&
           one->level == other->level && one->phase == other->phase &&
           game_same_tile(one->at, other->at) && strcmp(one->said, other->said) == 0;
}

/* Carries out the next command in one of the games. One that fails stops that game, with the reason
 * in end->why; only WYRM_ERROR_MEMORY is returned. */
static wyrm_status carry_out(side *one, size_t at)
{
    wyrm_error why = {.message = ""};
    const wyrm_replay_step *step = wyrm_replay_at(one->of.replay, at);
    const wyrm_listener listener = {note_event, one};
    one->state->said[0] = '\0';
    if (!one->state->goes_on)
        return WYRM_OK;
    wyrm_status status = take_over(&one->of, at, false, one->game, &why);
    if (status == WYRM_OK)
        status = wyrm_game_act(one->of.engine, one->game, &step->command, &listener, &why);
    one->state->goes_on = status == WYRM_OK;
    one->end->steps += status == WYRM_OK;
    if (status != WYRM_OK)
        memcpy(one->end->why, why.message, sizeof one->end->why);
    look_at_side(one);
    return status == WYRM_ERROR_MEMORY ? status : WYRM_OK;
}

static void conclude(const side *one)
{
    wyrm_pair_end *end = one->end;
    char ending[WYRM_MESSAGE_TEXT_MAX];
    const wyrm_game_phase phase = one->game->phase;
    end->state = *one->state;
    end->over = phase == WYRM_PHASE_WON || phase == WYRM_PHASE_DEAD;
    if (!end->over)
        return;
    wyrm_ending_text(one->of.engine, one->game, ending);
    base_utf8_copy(end->why, sizeof end->why, ending);
}

/* Notes the first difference and passes the step on; false: stop. */
static bool pass_step(wyrm_pair_step *step, bool (*take)(const wyrm_pair_step *step, void *context),
                      void *context, wyrm_pair *out)
{
    step->same = look_the_same(&step->sides[0], &step->sides[1]);
    if (!step->same && out->same) {
        out->same = false;
        out->first = *step;
    }
    const bool any = step->command == 0 || step->sides[0].goes_on || step->sides[1].goes_on;
    return any && (take == NULL || take(step, context));
}

static wyrm_status play_both(side sides[2], wyrm_pair_step *step,
                             bool (*take)(const wyrm_pair_step *step, void *context), void *context,
                             wyrm_pair *out, wyrm_error *error)
{
    const wyrm_replay *replay = sides[0].of.replay;
    for (int k = 0; k < 2; k++) {
        const wyrm_listener listener = {note_event, &sides[k]};
        wyrm_status status =
            wyrm_replay_begin(replay, sides[k].of.engine, &listener, sides[k].game, error);
        if (status != WYRM_OK)
            return status;
        step->sides[k].goes_on = true;
        look_at_side(&sides[k]);
    }
    bool more = pass_step(step, take, context, out);
    for (size_t i = 0; more && i < wyrm_replay_count(replay); i++) {
        step->command = i + 1;
        for (int k = 0; k < 2; k++)
            if (carry_out(&sides[k], i) != WYRM_OK)
                return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
        more = pass_step(step, take, context, out);
    }
    return WYRM_OK;
}

wyrm_status wyrm_replay_pair(const wyrm_replay *replay, wyrm_engine *const engines[2],
                             bool (*take)(const wyrm_pair_step *step, void *context), void *context,
                             wyrm_pair *out, wyrm_error *error)
{
    wyrm_pair_step step = {.command = 0};
    side sides[2];
    *out = (wyrm_pair){.same = true};
    for (int k = 0; k < 2; k++)
        sides[k] = (side){.of = play_on(replay, engines[k]),
                          .game = wyrm_game_new(),
                          .state = &step.sides[k],
                          .end = &out->ends[k]};
    wyrm_status status = sides[0].game != NULL && sides[1].game != NULL
                             ? play_both(sides, &step, take, context, out, error)
                             : wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
    for (int k = 0; k < 2; k++) {
        if (status == WYRM_OK)
            conclude(&sides[k]);
        end_rules(&sides[k].of);
        wyrm_game_free(sides[k].game);
    }
    return status;
}
