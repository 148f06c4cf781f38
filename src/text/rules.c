/* `wyrm rules list`, `show`, `show --levels`, `guide`, `new` and the JSON of `validate`.
 *
 * `show` prints the whole ruleset as a file that would say the same without extending anything, so
 * it can be read back. `new` writes another kind of file, since a beginner needs a few lines of his
 * own and not four hundred of somebody else's: either a template with six monsters, a player and
 * some targets, which gives answers as it is; or a file that extends a ruleset and says in comments
 * what can be changed. */
#include "combat/internal.h"
#include "text/internal.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- What levels are worth ---- */

/* Highest level with experience: wyrm_growth_at_level goes no further. */
#define EXPERIENCE_LEVEL_MAX 10000

/* Experience from a level to the next, and in total on reaching it; UINT64_MAX where there is
 * none. */
static wyrm_experience experience_of(const wyrm_growth *growth, int32_t level)
{
    if (level < 1 || level > EXPERIENCE_LEVEL_MAX || level > wyrm_growth_last_level(growth))
        return (wyrm_experience){.base = UINT64_MAX, .next = UINT64_MAX};
    return (wyrm_experience){.base = wyrm_growth_total(growth, level),
                             .next = wyrm_growth_step(growth, level)};
}

/* Six significant digits, as many as a 32-bit float has. */
static void add_value(text_table *table, double value)
{
    bool whole = fabs(value) < 1e9 && value == floor(value);
    text_table_cellf(table, !isfinite(value) ? "-" : whole ? "%.0f" : "%.6g", value);
}

/* Reads a creature at a level; false if there is none. */
static bool read_level(const wyrm_design *design, const char *role, int32_t level,
                       wyrm_combatant *creature)
{
    char text[32];
    snprintf(text, sizeof text, "%s@%d", role, (int)level);
    return wyrm_roster_combatant(wyrm_design_roster(design), text, creature, NULL) == WYRM_OK &&
           creature->hp >= 1;
}

/* A quantity at level 1 and at `level`; false if there is no such creature, or the stat does not
 * count for it. */
static bool read_levels(const wyrm_design *design, const char *role, int stat, int32_t level,
                        double values[2])
{
    const wyrm_combat *combat = wyrm_design_combat(design);
    const int32_t levels[2] = {1, level};
    for (size_t i = 0; i < 2; i++) {
        wyrm_combatant creature;
        if (!read_level(design, role, levels[i], &creature) ||
            (stat >= 0 && !combat_stat_counts(combat, &creature, stat)))
            return false;
        values[i] = stat < 0 ? wyrm_combat_mean_hp(combat, &creature)
                             : wyrm_combat_stat_number(combat, stat, creature.stats[stat]);
    }
    return true;
}

bool text_level_worth(const wyrm_design *design, const char *role, int stat, int32_t level,
                      double *out)
{
    double values[2];
    if (!read_levels(design, role, stat, level, values))
        return false;
    *out = values[1] / values[0];
    return values[0] > 0.0;
}

void text_level_from_nothing(const wyrm_design *design, int32_t last,
                             char text[TEXT_LEVELS_TEXT_MAX])
{
    static const char *const roles[] = {"player", "monster"};
    const wyrm_stat *stats = wyrm_combat_stats(wyrm_design_combat(design));
    size_t used = 0;
    text[0] = '\0';
    for (size_t r = 0; r < 2; r++)
        for (int stat = 0; stats[stat].name != NULL && used < TEXT_LEVELS_TEXT_MAX; stat++) {
            double values[2];
            text_figure from, to;
            if (read_levels(design, roles[r], stat, last, values) && !(values[0] > 0.0) &&
                values[1] != values[0])
                used += (size_t)snprintf(text + used, TEXT_LEVELS_TEXT_MAX - used,
                                         "%s%s's %.40s (%s to %s)", used > 0 ? ", " : "", roles[r],
                                         stats[stat].name, text_figure_exact(values[0], &from),
                                         text_figure_exact(values[1], &to));
        }
}

/* A table of the quantities of creatures without gear, as multiples of those at level 1; quantities
 * that do not change from `first` to `last` are left out. */
static void print_worth(const wyrm_design *design, int32_t first, int32_t last, text_page *page)
{
    static const char *const roles[] = {"player", "monster"};
    const wyrm_stat *all = wyrm_combat_stats(wyrm_design_combat(design));
    struct {
        const char *role;
        int stat;
    } columns[TEXT_TABLE_COLUMNS];
    text_table table = text_table_of(page, ">level");
    for (size_t r = 0; r < 2; r++)
        for (int stat = -1; stat < 0 || all[stat].name != NULL; stat++) {
            double one, other;
            char heading[80];
            if (table.columns == TEXT_TABLE_COLUMNS ||
                !text_level_worth(design, roles[r], stat, first, &one) ||
                !text_level_worth(design, roles[r], stat, last, &other) ||
                (one == 1.0 && other == 1.0))
                continue;
            columns[table.columns].role = roles[r];
            columns[table.columns].stat = stat;
            snprintf(heading, sizeof heading, "%s\n%s", roles[r],
                     stat < 0 ? "hit points" : all[stat].name);
            text_table_column(&table, TEXT_RIGHT, heading);
        }
    for (int32_t level = first; level <= last && table.columns > 1; level++) {
        add_value(&table, level);
        for (size_t c = 1; c < table.columns; c++) {
            double worth = NAN;
            (void)text_level_worth(design, columns[c].role, columns[c].stat, level, &worth);
            text_cell_exact(&table, worth);
        }
    }
    if (table.columns > 1)
        page_add(page, "\nTimes what it is at level 1, without gear:\n\n");
    else
        table.columns = 0; /* no column: print no table */
    text_table_end(&table, 0);
    char without[TEXT_LEVELS_TEXT_MAX];
    text_level_from_nothing(design, last, without);
    if (without[0] != '\0') {
        page_add(page, "\n");
        page_say(page, "No multiple of what is not above 0 at level 1: %s.", without);
    }
}

/* ---- The blows of the player, which are listed by level and not as multiples ---- */

#define BLOWS_MAX 100 /* kinds of blows in a list */

/* Reads the player at a level and returns the number of its kinds of blows; 0: there is no such
 * player. */
static size_t read_blows(const wyrm_design *design, int32_t level, wyrm_combatant *player,
                         wyrm_blow_kind kinds[BLOWS_MAX])
{
    if (!read_level(design, "player", level, player))
        return 0;
    size_t count = wyrm_combat_blows(wyrm_design_combat(design), player, kinds, BLOWS_MAX);
    return count < BLOWS_MAX ? count : BLOWS_MAX;
}

static const char *blow_stat_text(const wyrm_combat *combat, const combat_blow_of *blow,
                                  int32_t stat, char words[WYRM_AMOUNT_TEXT_MAX + 1])
{
    const double value = blow->attacker.stats[stat];
    text_figure figure;
    if (wyrm_combat_stats(combat)[stat].kind != WYRM_STAT_NUMBER)
        return wyrm_combat_stat_text(combat, stat, value, words, WYRM_AMOUNT_TEXT_MAX + 1);
    snprintf(words, WYRM_AMOUNT_TEXT_MAX + 1, "%s", text_figure_exact(value, &figure));
    return words;
}

static void add_blows(text_table *table, const wyrm_combat *combat, const wyrm_combatant *player,
                      const wyrm_blow_kind *kinds, size_t count, const bool *told)
{
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    char words[WYRM_AMOUNT_TEXT_MAX + 1];
    combat_blow_of blow;
    int32_t number = 1;
    for (size_t i = 0; i < count; number += kinds[i++].times) {
        (void)combat_blow_at(combat, player, number, &blow);
        if (i == 0)
            text_table_cellf(table, "%d", player->level);
        else
            text_table_cell(table, "");
        text_table_cell(table, player->attacks != 0 ? kinds[i].name : "-");
        text_table_cellf(table, "%d", kinds[i].times);
        for (int32_t s = 0; stats[s].name != NULL; s++)
            if (told[s])
                text_table_cell(table,
                                player->attacks == 0 || combat_blow_says(combat, player, i, s)
                                    ? blow_stat_text(combat, &blow, s, words)
                                    : "-");
    }
}

/* The player's blows at each level where they change; nothing if they are the same from `first` to
 * `last`. */
static void print_blows(const wyrm_design *design, int32_t first, int32_t last, text_page *page)
{
    const wyrm_combat *combat = wyrm_design_combat(design);
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    text_table table = text_table_of(page, ">level|<blow|>times");
    wyrm_blow_kind kinds[BLOWS_MAX];
    wyrm_combatant player;
    bool told[WYRM_STATS_MAX] = {false}, any = false;
    for (int turn = 0; turn < 2; turn++) { /* the headings first */
        int64_t before = -1;               /* list of the level before; -1: none */
        for (int32_t level = first; level <= last; level++) {
            const size_t count = read_blows(design, level, &player, kinds);
            if (count == 0 || player.attacks == before)
                continue;
            any |= before >= 0;
            before = player.attacks;
            for (size_t i = 0; i < count && turn == 0; i++)
                for (int32_t s = 0; stats[s].name != NULL; s++)
                    told[s] |= combat_blow_says(combat, &player, i, s);
            if (turn == 1 && any)
                add_blows(&table, combat, &player, kinds, count, told);
        }
        for (int32_t s = 0; stats[s].name != NULL && turn == 0; s++)
            if (told[s])
                text_table_column(&table, TEXT_RIGHT, stats[s].name);
    }
    if (any)
        page_add(page, "\nThe blows of the player, without gear:\n\n");
    else
        table.columns = 0;
    text_table_end(&table, 0);
}

static void put_level_blows(base_json *json, const wyrm_design *design, int32_t level)
{
    const wyrm_combat *combat = wyrm_design_combat(design);
    const wyrm_stat *stats = wyrm_combat_stats(combat);
    wyrm_blow_kind kinds[BLOWS_MAX];
    wyrm_combatant player;
    combat_blow_of blow;
    char words[WYRM_AMOUNT_TEXT_MAX + 1];
    const size_t count = read_blows(design, level, &player, kinds);
    int32_t number = 1;
    if (count == 0 || player.attacks == 0) /* a single blow, by its stats alone */
        return;
    base_put_list(json, "blows");
    for (size_t i = 0; i < count; number += kinds[i++].times) {
        (void)combat_blow_at(combat, &player, number, &blow);
        base_putf(json, "{name:%s times:%d", kinds[i].name, kinds[i].times);
        if (kinds[i].only != WYRM_BLOW_ANY)
            base_put_text(json, "only", combat_blow_uses[kinds[i].only - WYRM_BLOW_MELEE]);
        base_put_object(json, "stats");
        for (int32_t s = 0; stats[s].name != NULL; s++)
            if (!combat_blow_says(combat, &player, i, s))
                continue;
            else if (stats[s].kind == WYRM_STAT_NUMBER)
                base_put_real(json, stats[s].name, blow.attacker.stats[s]);
            else
                base_put_text(json, stats[s].name, blow_stat_text(combat, &blow, s, words));
        base_put_end(json);
        base_put_end(json);
    }
    base_put_end(json);
}

static void print_levels(const wyrm_design *design, int32_t first, int32_t last, text_page *page)
{
    const wyrm_growth *growth = wyrm_design_growth(design);
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(growth, &curves);
    text_table table = text_table_of(page, ">level|>factor");
    for (size_t i = 0; i < count; i++) {
        char heading[80];
        snprintf(heading, sizeof heading, "%s\n%s", wyrm_role_name(curves[i].role),
                 strcmp(curves[i].quantity, "experience") == 0 ? "gives" : curves[i].quantity);
        text_table_column(&table, TEXT_RIGHT, heading);
    }
    text_table_columns(&table, ">to next\nlevel|>in all");
    for (int32_t level = first; level <= last; level++) {
        const wyrm_experience experience = experience_of(growth, level);
        const uint64_t counts[] = {experience.next, experience.base};
        add_value(&table, level);
        add_value(&table, wyrm_growth_factor(growth, level));
        for (size_t i = 0; i < count; i++)
            add_value(&table, wyrm_growth_at(growth, (int)i, level));
        for (size_t i = 0; i < 2; i++)
            text_table_cellf(&table, counts[i] < UINT64_MAX ? "%" PRIu64 : "-", counts[i]);
    }
    text_table_end(&table, 0);
    print_worth(design, first, last, page);
    print_blows(design, first, last, page);
}

/* The curves of one role at a level: an object for creatures, separate members for gear. */
static void put_role(base_json *json, const wyrm_growth *growth, wyrm_role role, int32_t level)
{
    const wyrm_curve *curves;
    size_t count = wyrm_growth_curves(growth, &curves);
    bool gear = role == WYRM_ROLE_WEAPON || role == WYRM_ROLE_ARMOR, open = false;
    for (size_t i = 0; i < count; i++) {
        char key[64];
        double value = wyrm_growth_at(growth, (int)i, level);
        if (curves[i].role != role)
            continue;
        if (!gear && !open)
            base_put_object(json, wyrm_role_name(role));
        open = !gear;
        snprintf(key, sizeof key, "%s%s%s", gear ? wyrm_role_name(role) : "", gear ? "_" : "",
                 curves[i].quantity);
        if (curves[i].whole && fabs(value) < 9e15)
            base_put_whole(json, key, (int64_t)value);
        else
            base_put_real(json, key, value);
    }
    if (open)
        base_put_end(json);
}

void text_write_levels(const wyrm_design *design, int32_t first, int32_t last, text_page *page)
{
    const wyrm_growth *growth = wyrm_design_growth(design);
    if (!page->json) {
        print_levels(design, first, last, page);
        return;
    }
    base_json json = text_answer_begin(page, "rules-levels", wyrm_design_ruleset(design));
    json.digits = 17; /* a game that computes with these gets the same bits */
    base_put_list(&json, "levels");
    for (int32_t level = first; level <= last; level++) {
        const wyrm_experience experience = experience_of(growth, level);
        base_putf(&json, "{level:%d factor:%g", level, wyrm_growth_factor(growth, level));
        for (int role = 0; role < WYRM_ROLE_COUNT; role++)
            put_role(&json, growth, (wyrm_role)role, level);
        put_level_blows(&json, design, level);
        base_putf(&json, "next:%" PRIu64 " total:%" PRIu64 "}", experience.next, experience.base);
    }
    base_putf(&json, "]}");
}

/* ---- The whole tree ---- */

void text_write_tree(const wyrm_design *design, text_page *page)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
    char *dump = NULL;
    if (page->json) {
        base_json json = text_answer_begin(page, "rules-show", ruleset);
        text_put_value(&json, "rules", wyrm_ruleset_root(ruleset));
        base_put_end(&json);
    } else if (page_needs(page, wyrm_ruleset_dump(ruleset, &dump, &page->error))) {
        page_add(page, dump);
    }
    wyrm_free(dump);
}

/* ---- A new ruleset that extends another one, with comments on what can be changed ---- */

#define KEYS_SHOWN 6 /* keys of a section: enough to see how it is written */

/* Writes a key as a comment, below a comment with its meaning; `margin` is indentation. Values
 * stand as in a file; "1/10" needs no quotes there. */
static void add_key(text_page *page, const char *margin, const char *key, const wyrm_value *value)
{
    const wyrm_field *field = wyrm_value_field(value);
    base_buffer text = {0};
    base_json json = {.text = &text, .digits = 12};
    if (field != NULL && field->summary != NULL) {
        /* A long meaning is wrapped, and each of its lines begins with a comment sign. */
        text_page part = page_new((text_style){.utf8 = true, .width = (int)(77 - strlen(margin))});
        page_wrap(&part, 0, 0, field->summary);
        for (const char *at = page_text(&part); *at != '\0';) {
            int length = (int)strcspn(at, "\n") + 1;
            page_addf(page, "#%s# %.*s", margin, length, at);
            at += length;
        }
        if (page_status(&part, NULL) != WYRM_OK)
            page_fail(page);
        page_free(&part);
    }
    text_put_value(&json, NULL, value);
    if (text.failed || text.bytes == NULL) {
        page_fail(page);
    } else {
        bool quoted = text.bytes[0] == '"' && wyrm_value_kind(value) != WYRM_KIND_TEXT;
        page_addf(page, "#%s%s: %.*s\n", margin, key, (int)text.length - (quoted ? 2 : 0),
                  text.bytes + quoted);
    }
    base_buffer_drop(&text);
}

/* Writes plain values of a section as comments; `entry`: of the section's first entry. Glyphs, and
 * texts of entries, are left out: numbers are what one wants to change. Prints nothing where none
 * is left. */
static void add_section(text_page *page, const char *name, const wyrm_value *section, bool entry)
{
    const wyrm_value *of = section;
    if (entry)
        of = wyrm_value_count(section) > 0 ? wyrm_value_item(section, 0) : NULL;
    for (size_t i = 0, shown = 0; of && i < wyrm_value_count(of) && shown < KEYS_SHOWN; i++) {
        const wyrm_value *value = wyrm_value_item(of, i);
        const char *key = wyrm_value_key(of, i);
        wyrm_kind kind = wyrm_value_kind(value);
        if (kind == WYRM_KIND_END || kind == WYRM_KIND_RECORD || kind == WYRM_KIND_LIST ||
            kind == WYRM_KIND_MAP || (entry ? kind == WYRM_KIND_TEXT : strcmp(key, "glyph") == 0))
            continue;
        if (shown++ == 0)
            page_addf(page, entry ? "\n# %s:\n#   %s:\n" : "\n# %s:\n", name,
                      wyrm_value_key(section, 0));
        add_key(page, entry ? "     " : "   ", key, value);
    }
}

void text_write_starter(const wyrm_design *parent, const char *base, const char *name,
                        const char *file, text_page *page)
{
    const wyrm_ruleset *ruleset = wyrm_design_ruleset(parent);
    const wyrm_value *root = wyrm_ruleset_root(ruleset);
    const wyrm_roster *roster = wyrm_design_roster(parent);
    static const char *const named[] = {"monsters", "weapons", "items"};
    page_addf(page,
              "# %s: a ruleset of your own, begun from %s.\n"
              "#\n"
              "# It holds only what differs: everything that it does not say is as there.\n"
              "#\n"
              "#   is the file in order?           wyrm rules validate %s\n"
              "#   what follows from its numbers   wyrm check %s\n"
              "#   every number that it has now    wyrm rules show %s\n"
              "#   what each key means             wyrm rules guide\n"
              "\n"
              "name: %s\n"
              "title: %s\n"
              "extends: %s\n"
              "\n# To change a number, remove the '# ' before its section and before its "
              "key.\n# These are some of the keys, with the values of %s.\n",
              name, base, file, file, file, name, name, base, base);
    for (size_t i = 0; i < wyrm_value_count(root); i++)
        if (wyrm_ruleset_model(ruleset, wyrm_value_key(root, i)) != NULL)
            add_section(page, wyrm_value_key(root, i), wyrm_value_item(root, i), false);
    add_section(page, "player", wyrm_ruleset_find(ruleset, "player"), false);
    for (size_t i = 0; i < COUNT_OF(named); i++)
        add_section(page, named[i], wyrm_ruleset_find(ruleset, named[i]), true);
    page_add(page, "\n# What you want of your game goes here; 'wyrm check' holds it to that.\n"
                   "# To keep the targets of what it extends as well, add this line above:\n"
                   "# inherit: [targets]\n#\n");
    if (wyrm_growth_curve(wyrm_design_growth(parent), WYRM_ROLE_PLAYER, "max_hp") >= 0)
        page_add(page, "# targets:\n"
                       "#   hp_at_level_6:\n"
                       "#     claim: a player of level 6 has 40 to 50 hit points\n"
                       "#     metric: stat\n"
                       "#     of: player@6\n"
                       "#     stat: max_hp\n"
                       "#     range: [40, 50]\n");
    else if (wyrm_roster_count(roster) > 0)
        page_addf(page,
                  "# targets:\n"
                  "#   first_fight:\n"
                  "#     claim: a new player wins three first fights of four\n"
                  "#     metric: win_chance\n"
                  "#     of: player\n"
                  "#     against: %s\n"
                  "#     at_least: 0.75\n",
                  wyrm_roster_monster(roster, 0)->name);
    else
        page_add(page, "# ('wyrm rules guide' shows how a target is written)\n");
}

/* ---- A new ruleset from a template, which extends nothing: only its name is filled in ---- */

const text_template text_templates[] = {
#define ROW(key, words, pair) {.name = key, .summary = words, .matchup = pair},
    TEXT_TEMPLATE_ROWS(ROW)
#undef ROW
};

const size_t text_template_count = COUNT_OF(text_templates);

static const char *asset(const char *name)
{
    size_t i = 0;
    while (strcmp(text_asset_table[i].name, name) != 0)
        i++;
    return text_asset_table[i].text;
}

void text_write_template(const char *template, const char *name, text_page *page)
{
    static const char mark[] = "@NAME@";
    const char *at = asset(template);
    for (const char *next; (next = strstr(at, mark)) != NULL; at = next + strlen(mark))
        page_addf(page, "%.*s%s", (int)(next - at), at, name);
    page_add(page, at);
}

/* ---- The guide ---- */

static void add_metrics(text_page *page)
{
    page_add(page, "\n## Metrics\n\n"
                   "What a target can measure: the names that `metric` takes, with the keys "
                   "of the target that each uses (in brackets where they may be left out). A "
                   "sampled metric comes with an interval, the others are exact.\n\n"
                   "| metric | unit | keys | | meaning |\n|---|---|---|---|---|\n");
    const wyrm_metric *metric;
    for (size_t i = 0; (metric = wyrm_judge_metric(i)) != NULL; i++) {
        page_addf(page, "| `%s` | %s | ", metric->name, metric->unit);
        for (const char *at = metric->needs; *at != '\0';) { /* "of against [levels]" */
            size_t length = strcspn(at, " ");
            bool optional = *at == '[';
            page_addf(page, optional ? "[`%.*s`]" : "`%.*s`", (int)(optional ? length - 2 : length),
                      at + optional);
            at += length;
            page_add(page, *at == ' ' ? " " : "");
            at += *at == ' ';
        }
        page_addf(page, " | %s | ", metric->sampled ? "sampled" : "exact");
        for (const char *at = metric->summary; *at != '\0'; at++)
            page_addf(page, *at == '|' ? "\\|" : "%c", *at);
        page_add(page, " |\n");
    }
}

void text_write_guide(text_page *page)
{
    char *reference = NULL;
    page_add(page, asset("chapters"));
    page_add(page, "\n");
    if (page_needs(page, wyrm_schema_guide(wyrm_design_schema(), &reference, &page->error)))
        page_add(page, reference);
    wyrm_free(reference);
    add_metrics(page);
}

/* ---- The shipped rulesets ---- */

void text_write_rulesets(text_page *page)
{
    size_t count;
    const wyrm_shipped *shipped = wyrm_shipped_rulesets(&count);
    base_json json = {0};
    if (page->json) {
        json = text_answer_begin(page, "rules-list", NULL);
        base_put_list(&json, "rulesets");
    }
    for (size_t i = 0; i < count; i++) {
        wyrm_design *design;
        wyrm_status status = wyrm_design_open(shipped[i].name, &design, NULL);
        if (status != WYRM_OK) {
            (void)page_needs(page, wyrm_fail(&page->error, status,
                                             "the shipped ruleset '%s' does not read: %s",
                                             shipped[i].name, wyrm_status_text(status)));
            return;
        }
        const wyrm_ruleset *ruleset = wyrm_design_ruleset(design);
        const char *name = wyrm_ruleset_name(ruleset), *title = wyrm_ruleset_title(ruleset);
        const char *description = wyrm_ruleset_description(ruleset);
        if (page->json) {
            base_putf(&json, "{name:%s title:%s description:%s hash:%s}", name, title, description,
                      wyrm_ruleset_hash(ruleset));
        } else {
            page_toned(page, TEXT_TONE_STRONG, name);
            page_addf(page, "  %s\n    ", title);
            page_wrap(page, 4, 4, description);
        }
        wyrm_design_free(design);
    }
    if (page->json)
        base_putf(&json, "]}");
    else
        page_add(page, "\nAll of one: wyrm rules show NAME\nBegin your own: wyrm rules new NAME\n");
}

/* ---- The JSON of validated files ---- */

/* Writes an error. Lines and columns begin at 1 and are null without a place. `asked`: the file on
 * the command line, for errors that name none. */
static void put_error(base_json *json, const char *asked, const wyrm_error *error)
{
    base_putf(json, "{file:%s line:%" PRIu64 " column:%" PRIu64 " message:%s hint:%s severity:%s}",
              error->file[0] != '\0' ? error->file : asked,
              error->line > 0 ? (uint64_t)error->line : UINT64_MAX,
              error->column > 0 ? (uint64_t)error->column : UINT64_MAX, error->message,
              error->hint[0] != '\0' ? error->hint : NULL, "error");
}

void text_write_validated(const text_validated *files, size_t count, text_page *page)
{
    base_json json = text_answer_begin(page, "rules-validate", NULL);
    base_put_list(&json, "files");
    for (const text_validated *of = files; of < files + count; of++) {
        size_t kept = wyrm_errors_kept(of->errors), found = wyrm_errors_count(of->errors);
        bool silent = kept == 0 && of->status != WYRM_OK; /* there is only the status */
        wyrm_error error = {0};
        base_putf(&json, "{file:%s ok:%i name:%s hash:%s error_count:%" PRIu64 " errors:[",
                  of->file, of->ruleset != NULL,
                  of->ruleset ? wyrm_ruleset_name(of->ruleset) : NULL,
                  of->ruleset ? wyrm_ruleset_hash(of->ruleset) : NULL,
                  found > kept + silent ? found : kept + silent);
        for (size_t e = 0; e < kept; e++)
            put_error(&json, of->file, wyrm_errors_at(of->errors, e));
        snprintf(error.message, sizeof error.message, "%s", wyrm_status_text(of->status));
        if (silent)
            put_error(&json, of->file, &error);
        base_putf(&json, "]}");
    }
    base_putf(&json, "]}");
}
