/* `wyrm replay --check`: whether a recording gives the same game with these rules and this program;
 * --with: the same commands under two rulesets, side by side.
 *
 * A check answers in two words, and then names everything that may be the reason: other rules,
 * another version, a line that was cut off. Side by side, nothing after the moment where two games
 * part can be compared move by move: so that moment comes first, then how each game ends, a few
 * commands around it, and the state of both in between. */
#include "text/internal.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The messages of the last turns, with the hit points then. */
static void print_messages(const text_replay_answer *report, text_page *page)
{
    text_table table = text_table_of(page, ">turn|>hp|<told");
    for (size_t i = 0; i < report->message_count; i++) {
        const text_replay_message *line = &report->messages[i];
        const bool begins = i == 0 || line[-1].turn != line->turn;
        if (begins)
            text_table_cellf(&table, "%" PRIu32, line->turn);
        else
            text_table_cell(&table, "");
        text_table_cellf(&table, "%" PRId64, line->hp);
        text_table_cell(&table, line->said);
    }
    text_table_below(&table, 0);
}

/* How the last fight of a run began, with two views of it: what a bot estimates, by mean blows one
 * after another, and the true chance to win. The point is to see how they differ. */
static void say_fight(const text_last_fight *fight, text_page *page)
{
    const wyrm_run_death *death = fight->death;
    const wyrm_outlook *outlook = &fight->outlook;
    const wyrm_prospect *best = &outlook->ways[0];
    text_figure chance;
    page_say(page,
             "Its last fight began in turn %" PRIu32 ", with %" PRId32 " of %" PRId32
             " hit points and %" PRIu32 " foe%s awake in sight or striking.",
             death->turn, death->hp, death->max_hp, death->foes, death->foes == 1 ? "" : "s");
    if (death->foes > 0 && death->cost >= 0)
        page_say(page,
                 "As the worst of them first struck, by mean blows it would have cost %" PRId32
                 " of the %" PRIu32 " hit points that it could lose: a bot that reckons goes by "
                 "that, and gives itself no chance in per cent.",
                 death->cost, death->means);
    if (outlook->count == 0) {
        page_say(page, "Nobody was in sight as it began: there is no chance to tell.");
        return;
    }
    const wyrm_estimate won = {
        best->duel.p_win, best->duel.fights > 0, {best->duel.p_win_low, best->duel.p_win_high}};
    page_say(page,
             "The best way to begin it (%s) wins %s of fights with those who were in sight then; "
             "%" PRIu32 " at the most took part.",
             wyrm_approach_word(best->approach),
             text_figure_estimated_share(page->style, &won, &chance), death->most);
}

static void put_fight(base_json *json, const text_last_fight *fight)
{
    const wyrm_run_death *death = fight->death;
    const wyrm_outlook *outlook = &fight->outlook;
    if (death == NULL) {
        base_put_null(json, "last_fight");
        return;
    }
    base_put_object(json, "last_fight");
    base_putf(json, "turn:%u hp:%d max_hp:%d foes:%u cost:%d means:%u ways:[", death->turn,
              death->hp, death->max_hp, death->foes, death->cost, death->means);
    for (size_t i = 0; i < outlook->count; i++) {
        const wyrm_duel *duel = &outlook->ways[i].duel;
        const wyrm_estimate won = {
            duel->p_win, duel->fights > 0, {duel->p_win_low, duel->p_win_high}};
        base_putf(json, "{way:%s p_win:%g", wyrm_approach_word(outlook->ways[i].approach),
                  duel->p_win);
        text_put_ci95(json, "ci95", &won);
        base_put_end(json);
    }
    base_put_end(json);
    base_put_end(json);
}

void text_write_replay(const text_replay_answer *report, text_page *page)
{
    const wyrm_replay_facts *facts = report->facts;
    const wyrm_replay_verdict *verdict = report->verdict;
    const wyrm_ruleset *now = wyrm_design_ruleset(report->design);
    size_t count = wyrm_replay_count(report->replay), length = strlen(verdict->why);
    if (page->json) {
        base_json json = text_answer_begin(page, "replay", now);
        base_putf(&json,
                  "seed:%" PRIu64 " run:%" PRIu64
                  " file:%s same:%i why:%s commands:%zu steps:%zu turn:%u cut_short:%i "
                  "recorded:{ruleset:%s hash:%s wyrm:%s player:%s}",
                  facts->seed, facts->run, report->file, verdict->same, verdict->why, count,
                  verdict->steps, verdict->turn, report->cut, facts->ruleset, facts->hash,
                  facts->version, facts->player);
        if (wyrm_replay_branches(report->replay) > 0) /* only a designer's game has this key */
            base_put_count(&json, "designed_from",
                           wyrm_replay_branch_at(report->replay, 0)->at + 1);
        if (report->last > 0) {
            base_put_list(&json, "told");
            for (size_t i = 0; i < report->message_count; i++)
                base_putf(&json, "{turn:%u hp:%" PRId64 " said:%s}", report->messages[i].turn,
                          report->messages[i].hp, report->messages[i].said);
            base_put_end(&json);
            put_fight(&json, report->fight);
        }
        base_put_end(&json);
        return;
    }
    page_toned(page, verdict->same ? TEXT_TONE_GOOD : TEXT_TONE_BAD,
               verdict->same ? "The same game" : "Another game");
    if (verdict->same)
        page_addf(page, ": %zu command%s, up to turn %" PRIu32 ".\n", count, count == 1 ? "" : "s",
                  verdict->turn);
    else /* messages to the player end with a full stop already */
        page_wrapf(page, (int)strlen("Another game"), 0, ": %s%s", verdict->why,
                   length > 0 && strchr(".!?", verdict->why[length - 1]) ? "" : ".");
    page_say(page, "%s: %s, seed %" PRIu64 ", run %" PRIu64 ", played by %s.", report->file,
             facts->ruleset, facts->seed, facts->run,
             facts->player[0] != '\0' ? facts->player : "a person");
    if (strcmp(wyrm_ruleset_hash(now), facts->hash) != 0)
        page_wrapf(page, 0, 6, "note: it was recorded with other rules: %s %s then, %s %s now.",
                   facts->ruleset, facts->hash, wyrm_ruleset_name(now), wyrm_ruleset_hash(now));
    if (wyrm_replay_branches(report->replay) > 0)
        page_wrapf(page, 0, 6,
                   "note: a designer's game: from command %zu on it was gone back in, or its "
                   "rules were changed.",
                   wyrm_replay_branch_at(report->replay, 0)->at + 1);
    if (strcmp(facts->version, wyrm_version()) != 0)
        page_wrapf(page, 0, 6, "note: it was recorded by version %s; this is %s.", facts->version,
                   wyrm_version());
    if (report->cut)
        page_wrap(page, 0, 6, "note: its last line is cut short and was left out.");
    if (report->fight->death != NULL)
        say_fight(report->fight, page);
    if (report->message_count > 0)
        print_messages(report, page);
}

/* ---- Side by side ---- */

#define SHOWN  12 /* commands shown from the first difference on, without --all */
#define BEFORE 2  /* commands shown before it */
#define TURNS  12 /* rows of hit points by command, besides the first */
#define PARTED 3  /* columns between both sides */

/* The name of a game: that of its ruleset, or its role if both have one name. */
static const char *name_of(const text_pair_answer *report, int side)
{
    static const char *const alike[] = {"recorded", "with"};
    const char *names[2];
    for (int i = 0; i < 2; i++)
        names[i] = wyrm_ruleset_name(wyrm_design_ruleset(report->designs[i]));
    return strcmp(names[0], names[1]) == 0 ? alike[side] : names[side];
}

/* The state after a command, in words. */
static void say_side(const wyrm_pair_side *side, base_buffer *out)
{
    if (!side->goes_on) {
        base_buffer_append(out, "(stopped)");
        return;
    }
    base_buffer_appendf(out, "turn %" PRIu32 ", hp %" PRId64 ":", side->turn, side->hp);
    base_buffer_appendf(out, " %s", side->said[0] != '\0' ? side->said : "-");
}

/* Takes the next line of at most `width` characters off a text, broken at a blank if possible.
 * Returns the width of the line, as bytes do not tell it. */
static int next_line(const char **text, int width, const char **line)
{
    const char *at = *text += strspn(*text, " ");
    const char *end = at, *fits = at;
    int used = 0, columns = 0;
    *line = at;
    while (*end != '\0' && used < width) {
        base_utf8_next(&end);
        used++;
        if (*end == ' ' || *end == '\0') {
            fits = end;
            columns = used;
        }
    }
    if (fits == at) { /* a word longer than the line */
        fits = end;
        columns = used;
    }
    *text = fits;
    return columns;
}

static void put_columns(text_page *page, const char *left, const char *right)
{
    const int width = (page->style.width - PARTED) / 2;
    const char *texts[2] = {left, right}, *line;
    while (*texts[0] != '\0' || *texts[1] != '\0') {
        int used = next_line(&texts[0], width, &line);
        page_addf(page, "%.*s", (int)(texts[0] - line), line);
        if (*texts[1] != '\0') {
            page_spaces(page, width - used + PARTED);
            next_line(&texts[1], width, &line);
            page_addf(page, "%.*s", (int)(texts[1] - line), line);
        }
        page_add(page, "\n");
    }
}

/* Whether a command is worth a row: something was said, a game ended, or the games part. */
static bool is_telling(const text_pair_answer *report, size_t index)
{
    const wyrm_pair_step *step = &report->steps[index];
    if (step->sides[0].said[0] != '\0' || step->sides[1].said[0] != '\0')
        return true;
    if (!report->pair->same && step->command == report->pair->first.command)
        return true;
    const wyrm_pair_step *before = index > 0 ? step - 1 : step;
    return step->sides[0].goes_on != before->sides[0].goes_on ||
           step->sides[1].goes_on != before->sides[1].goes_on;
}

/* Cuts off the sentences at the beginning that both sides share. Whole sentences only: the rest
 * must be readable by itself. */
static void part(const char *said[2])
{
    const char *one = said[0], *other = said[1];
    for (; *one != '\0' && *one == *other; one++, other++)
        if (*one == ' ' && strchr(".!?", one[-1]) != NULL) {
            said[0] = one + 1;
            said[1] = other + 1;
        }
}

static void put_steps(const text_pair_answer *report, text_page *page)
{
    const size_t first = report->pair->first.command;
    size_t begin = 0, shown = 0, before = 0;
    /* Go back to where BEFORE commands before the first difference are worth a row. */
    for (size_t i = report->count; !report->all && i-- > 0 && before < BEFORE;) {
        begin = i;
        before += report->steps[i].command < first && is_telling(report, i);
    }
    page_add(page, "\n");
    put_columns(page, name_of(report, 0), name_of(report, 1));
    for (size_t i = 0; i < report->count && (report->all || shown < SHOWN); i++) {
        const wyrm_pair_step *step = &report->steps[i];
        base_buffer sides[2] = {{0}, {0}};
        if (i < begin || (!report->all && !is_telling(report, i)))
            continue;
        for (int k = 0; k < 2; k++)
            say_side(&step->sides[k], &sides[k]);
        const char *one = page_keep(page, &sides[0]), *other = page_keep(page, &sides[1]);
        put_columns(page, one, other);
        shown += step->command >= first;
        if (!report->all && !(step->sides[0].goes_on && step->sides[1].goes_on))
            break;
    }
    if (!report->all)
        page_say(page, "(--all shows every command)");
}

/* The state after some commands, evenly spaced: half of the rows for commands that both games have
 * carried out, half for those that only one has, so that the longer game does not take all rows. */
static void put_turns(const text_pair_answer *report, text_page *page)
{
    char heading[2][2][96];
    text_table table = text_table_of(page, ">command");
    for (int k = 0; k < 2; k++) {
        static const char *const what[] = {"turn", "hp"};
        for (int i = 0; i < 2; i++) {
            snprintf(heading[k][i], sizeof heading[k][i], "%.64s\n%s", name_of(report, k), what[i]);
            text_table_column(&table, TEXT_RIGHT, heading[k][i]);
        }
        text_table_column(&table, TEXT_RIGHT, "depth");
    }
    size_t both = 0; /* last command that both have carried out */
    while (both + 1 < report->count && report->steps[both + 1].sides[0].goes_on &&
           report->steps[both + 1].sides[1].goes_on)
        both++;
    for (size_t i = 0, last = SIZE_MAX; i <= TURNS; i++) {
        const size_t half = TURNS / 2, rest = report->count - 1 - both;
        const size_t at = i <= half ? i * both / half : both + (i - half) * rest / (TURNS - half);
        if (at == last)
            continue;
        last = at;
        const wyrm_pair_step *step = &report->steps[at];
        text_table_cellf(&table, "%zu", step->command);
        for (int k = 0; k < 2; k++) {
            const wyrm_pair_side *side = &step->sides[k];
            if (side->goes_on) {
                text_table_cellf(&table, "%" PRIu32, side->turn);
                text_table_cellf(&table, "%" PRId64 "/%" PRId64, side->hp, side->max_hp);
                text_table_cellf(&table, "%" PRId32, side->depth);
            } else {
                for (int i2 = 0; i2 < 3; i2++)
                    text_table_cell(&table, "-");
            }
        }
    }
    text_table_below(&table, 0);
}

/* How a game ends: it was over, a command could not be carried out, or all were. */
static void put_end(const text_pair_answer *report, int k, text_page *page)
{
    const wyrm_pair_end *end = &report->pair->ends[k];
    const size_t count = wyrm_replay_count(report->replay);
    const wyrm_pair_side *state = &end->state;
    if (end->over)
        page_point(page, 0, 2,
                   "%s: %s on depth %" PRId32 ", turn %" PRIu32 ", after %zu of %zu "
                   "commands.",
                   name_of(report, k), end->why, state->depth, state->turn, end->steps, count);
    else if (end->steps < count)
        page_point(page, 0, 2,
                   "%s: stops on depth %" PRId32 ", turn %" PRIu32 ", with %" PRId64 " of %" PRId64
                   " hit points: command %zu of %zu cannot be done. %s",
                   name_of(report, k), state->depth, state->turn, state->hp, state->max_hp,
                   end->steps + 1, count, end->why);
    else
        page_point(page, 0, 2,
                   "%s: all %zu commands, to depth %" PRId32 ", turn %" PRIu32 ", with %" PRId64
                   " of %" PRId64 " hit points.",
                   name_of(report, k), count, state->depth, state->turn, state->hp, state->max_hp);
}

static void put_side(base_json *json, const char *key, const wyrm_pair_side *side, bool said)
{
    base_put_object(json, key);
    base_putf(json, "goes_on:%i turn:%u hp:%" PRId64 " max_hp:%" PRId64 " depth:%d level:%d",
              side->goes_on, side->turn, side->hp, side->max_hp, side->depth, side->level);
    if (said)
        base_put_text(json, "said", side->said);
    base_put_end(json);
}

static void put_json(const text_pair_answer *report, text_page *page)
{
    static const char *const keys[] = {"a", "b"};
    const wyrm_replay_facts *facts = wyrm_replay_facts_of(report->replay);
    const wyrm_pair *pair = report->pair;
    base_json json =
        text_answer_begin(page, "replay_with", wyrm_design_ruleset(report->designs[0]));
    const wyrm_ruleset *with = wyrm_design_ruleset(report->designs[1]);
    base_putf(&json,
              "with:{name:%s hash:%s} seed:%" PRIu64 " run:%" PRIu64
              " file:%s commands:%zu same:%i",
              wyrm_ruleset_name(with), wyrm_ruleset_hash(with), facts->seed, facts->run,
              report->file, wyrm_replay_count(report->replay), pair->same);
    if (pair->same) {
        base_put_null(&json, "first");
    } else {
        base_put_object(&json, "first");
        base_put_count(&json, "command", pair->first.command);
        for (int k = 0; k < 2; k++)
            put_side(&json, keys[k], &pair->first.sides[k], true);
        base_put_end(&json);
    }
    base_put_object(&json, "ends");
    for (int k = 0; k < 2; k++) {
        const wyrm_pair_end *end = &pair->ends[k];
        base_put_object(&json, keys[k]);
        base_putf(&json, "steps:%zu over:%i why:%s", end->steps, end->over, end->why);
        put_side(&json, "state", &end->state, false);
        base_put_end(&json);
    }
    base_put_end(&json);
    base_put_list(&json, "steps");
    for (size_t i = 0; i < report->count; i++) {
        base_put_object(&json, NULL);
        base_putf(&json, "command:%zu same:%i", report->steps[i].command, report->steps[i].same);
        for (int k = 0; k < 2; k++)
            put_side(&json, keys[k], &report->steps[i].sides[k], report->all);
        base_put_end(&json);
    }
    base_put_end(&json);
    base_put_end(&json);
}

void text_write_pair(const text_pair_answer *report, text_page *page)
{
    const wyrm_pair *pair = report->pair;
    const wyrm_pair_step *first = &pair->first;
    if (page->json) {
        put_json(report, page);
        return;
    }
    page_toned(page, pair->same ? TEXT_TONE_GOOD : TEXT_TONE_STRONG,
               pair->same ? "The same game" : "Another game");
    if (pair->same) {
        page_add(page, " under both rulesets.\n");
    } else {
        const char *said[2] = {first->sides[0].said, first->sides[1].said};
        part(said);
        page_addf(page, " from command %zu on.\n", first->command);
        if (strcmp(said[0], said[1]) == 0) { /* the player is told the same: it is in the numbers */
            const wyrm_pair_side *sides = first->sides;
            if (sides[0].hp != sides[1].hp)
                page_say(page,
                         "Turn %" PRIu32 ": %" PRId64 " hit points under %s, %" PRId64 " under %s.",
                         sides[0].turn, sides[0].hp, name_of(report, 0), sides[1].hp,
                         name_of(report, 1));
        } else {
            page_say(page, "Turn %" PRIu32 ": \"%s\" under %s, \"%s\" under %s.",
                     first->sides[0].turn, said[0], name_of(report, 0), said[1],
                     name_of(report, 1));
        }
    }
    for (int k = 0; k < 2; k++)
        put_end(report, k, page);
    if (!pair->same || report->all)
        put_steps(report, page);
    put_turns(report, page);
}
