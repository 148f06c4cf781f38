/* A ruleset for the game itself: `wyrm rules export` writes its tables for a game engine, as CSV,
 * JSON, Lua, GDScript or C; `wyrm fixtures` writes cases for the game's own tests.
 *
 * export_tables.c gathers the tables; every format writes the same cells. JSON is written once: Lua
 * differs from it only in strings, keys, null and brackets, and GDScript reads it as it is. C has
 * no lists within lists, so a nested value gets a field for each of its parts, "effect.kind", and
 * what is no number, name or amount is written as text. Numbers read back to the same bits.
 *
 * A test case is a question that the game can ask its own code a thousand times, with every
 * possible answer and its probability: an attack, a fight, the monster or item of a room by depth,
 * the experience for a level. Where a model has no exact answer, the list is empty. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "text/internal.h"

#define TWINS_MAX     100000 /* name collisions in C that are resolved, all in all */
#define AMOUNT_VALUES 10000  /* an amount with more values is exported without its chances */
#define DIGITS_ALL    17

/* The text of a leaf as it may stand in a file, without quotes that only YAML needs. */
static const char *text_of(text_export *to, const wyrm_value *value)
{
    char *text = NULL;
    wyrm_kind kind = wyrm_value_kind(value);
    if (kind == WYRM_KIND_TEXT || kind == WYRM_KIND_NAME || kind == WYRM_KIND_CHOICE)
        return wyrm_value_text(value);
    base_must(to->arena, wyrm_value_flow(value, &text, &to->arena->error));
    base_keep(to->arena, text, wyrm_free);
    const size_t length = strlen(text);
    const bool quoted = length > 1 && text[0] == '"' && kind != WYRM_KIND_LIST;
    return quoted ? base_text(to->arena, text + 1, length - 2) : text;
}

/* ---- JSON, and the formats made from it ---- */

static void put_cell(base_json *json, const char *key, export_cell of)
{
    if (of.kind == CELL_TEXT)
        base_put_text(json, key, of.text);
    else if (of.kind == CELL_WHOLE)
        base_put_whole(json, key, of.whole);
    else if (of.kind == CELL_REAL)
        base_put_real(json, key, of.real);
}

/* Writes records with their nesting; values that are not there are left out. */
static void put_table(base_json *json, const export_table *table)
{
    base_put_list(json, table->name);
    for (size_t r = 0; r < table->rows; r++) {
        base_put_object(json, NULL);
        for (size_t c = 0; c < table->columns; c++) {
            const export_cell of = export_cell_at(table, r, c);
            put_cell(json, table->keys[c], of);
            if (of.kind == CELL_VALUE && table->records == NULL)
                text_put_value(json, table->keys[c], of.value);
        }
        for (size_t i = 0; table->records != NULL && i < wyrm_value_count(table->records[r]); i++)
            text_put_value(json, wyrm_value_key(table->records[r], i),
                           wyrm_value_item(table->records[r], i));
        base_put_end(json);
    }
    base_put_end(json);
}

static bool is_listed(const wyrm_pmf *pmf)
{
    return wyrm_pmf_last(pmf) - wyrm_pmf_first(pmf) < AMOUNT_VALUES;
}

static void put_tables(text_export *to, text_page *page)
{
    base_json json = text_answer_begin(page, "rules-export", to->ruleset);
    json.digits = DIGITS_ALL;
    base_put_count(&json, "seed", to->seed);
    for (size_t i = 0; i < to->table_count; i++)
        put_table(&json, &to->tables[i]);
    base_put_list(&json, "amounts");
    for (size_t i = 0; i < to->amount_count; i++) {
        const wyrm_pmf *pmf = wyrm_amount_pmf(to->amounts[i]);
        base_putf(&json, "{amount:%s least:%" PRId64 " greatest:%" PRId64 " chances:[",
                  wyrm_amount_text(to->amounts[i]), wyrm_pmf_first(pmf), wyrm_pmf_last(pmf));
        for (int64_t at = wyrm_pmf_first(pmf); is_listed(pmf) && at <= wyrm_pmf_last(pmf); at++)
            base_put_real(&json, NULL, wyrm_pmf_at(pmf, at));
        base_putf(&json, "]}");
    }
    base_put_end(&json);
    base_put_end(&json);
}

/* Writes a JSON string as a Lua string and returns its end. Only \uXXXX differs, two of which may
 * be a surrogate pair. */
static const char *lua_string(base_buffer *out, const char *at)
{
    base_buffer_append_char(out, *at++);
    for (; *at != '"' && *at != '\0'; at++)
        if (at[0] == '\\' && at[1] == 'u') {
            unsigned high = 0, low = 0;
            sscanf(at, "\\u%4x\\u%4x", &high, &low);
            const bool pair = high >= 0xd800 && high < 0xdc00;
            base_buffer_appendf(out, "\\u{%x}",
                                pair ? ((high - 0xd7c0) << 10) + (low & 0x3ff) : high);
            at += pair ? 11 : 5;
        } else if (at[0] == '\\') {
            base_buffer_append_char(out, *at++);
            base_buffer_append_char(out, *at);
        } else {
            base_buffer_append_char(out, *at);
        }
    base_buffer_append_char(out, '"');
    return at;
}

/* Turns the JSON text into a Lua table: lists become tables, keys stand in brackets, null is nil.
 * Strings are copied as a whole, so a bracket in a name stays one. */
static void write_lua(const text_export *to, const char *json, base_buffer *out)
{
    base_buffer key = {0};
    base_buffer_appendf(out, "-- Tables of %s, ruleset %s, by wyrm %s.\nreturn ",
                        wyrm_ruleset_name(to->ruleset), wyrm_ruleset_hash(to->ruleset),
                        wyrm_version());
    for (const char *at = json; *at != '\0'; at++)
        if (*at == '"') {
            at = lua_string(&key, at);
            bool is_key = at[0] != '\0' && at[1] == ':';
            base_buffer_appendf(out, is_key ? "[%s] =" : "%s", key.bytes != NULL ? key.bytes : "");
            at += is_key;
            out->failed |= key.failed;
            base_buffer_drop(&key);
        } else if (strncmp(at, "null", 4) == 0) {
            base_buffer_append(out, "nil");
            at += 3;
        } else {
            base_buffer_append_char(out, *at == '[' ? '{' : *at == ']' ? '}' : *at);
        }
}

static void write_gdscript(const text_export *to, const char *json, base_buffer *out)
{
    base_buffer_appendf(out, "# Tables of %s, ruleset %s, by wyrm %s.\nextends RefCounted\n\n",
                        wyrm_ruleset_name(to->ruleset), wyrm_ruleset_hash(to->ruleset),
                        wyrm_version());
    base_buffer_append(out, "const TABLES = ");
    base_buffer_append(out, json);
}

/* ---- CSV ---- */

void text_add_csv_field(base_buffer *out, const char *text)
{
    size_t length = strlen(text);
    bool blank = length > 0 && (strchr(" \t", text[0]) != NULL || strchr(" \t", text[length - 1]));
    if (!blank && text[strcspn(text, ",;\"\r\n\t")] == '\0') {
        base_buffer_append(out, text);
        return;
    }
    base_buffer_append_char(out, '"');
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '"')
            base_buffer_append_char(out, '"');
        base_buffer_append_char(out, *at);
    }
    base_buffer_append_char(out, '"');
}

static void write_csv_cell(text_export *to, export_cell of, base_buffer *out)
{
    if (of.kind == CELL_TEXT)
        text_add_csv_field(out, of.text);
    else if (of.kind == CELL_WHOLE)
        base_buffer_appendf(out, "%" PRId64, of.whole);
    else if (of.kind == CELL_REAL)
        base_buffer_append_double(out, of.real);
    else if (of.kind == CELL_VALUE)
        text_add_csv_field(out, text_of(to, of.value));
}

static void write_csv(text_export *to, const export_table *table, base_buffer *out)
{
    for (size_t c = 0; c < table->columns; c++) {
        base_buffer_append(out, c > 0 ? "," : "");
        text_add_csv_field(out, table->keys[c]);
    }
    base_buffer_append(out, "\n");
    for (size_t r = 0; r < table->rows; r++) {
        for (size_t c = 0; c < table->columns; c++) {
            base_buffer_append(out, c > 0 ? "," : "");
            write_csv_cell(to, export_cell_at(table, r, c), out);
        }
        base_buffer_append(out, "\n");
    }
}

static void write_amounts_csv(const text_export *to, base_buffer *out)
{
    base_buffer_append(out, "amount,value,chance\n");
    for (size_t i = 0; i < to->amount_count; i++) {
        const wyrm_pmf *pmf = wyrm_amount_pmf(to->amounts[i]);
        for (int64_t at = wyrm_pmf_first(pmf); is_listed(pmf) && at <= wyrm_pmf_last(pmf); at++) {
            if (!(wyrm_pmf_at(pmf, at) > 0))
                continue;
            text_add_csv_field(out, wyrm_amount_text(to->amounts[i]));
            base_buffer_appendf(out, ",%" PRId64 ",", at);
            base_buffer_append_double(out, wyrm_pmf_at(pmf, at));
            base_buffer_append(out, "\n");
        }
    }
}

/* ---- C ---- */

typedef enum c_type { C_TEXT, C_FLAG, C_WHOLE, C_REAL, C_AMOUNT } c_type;

static const char *const c_types[] = {"const char *", "bool ", "int64_t ", "double ", "int32_t "};

static c_type type_of_cell(export_cell of)
{
    wyrm_kind kind = wyrm_value_kind(of.value);
    if (of.kind == CELL_WHOLE || kind == WYRM_KIND_INTEGER)
        return C_WHOLE;
    if (of.kind == CELL_REAL || kind == WYRM_KIND_REAL || kind == WYRM_KIND_RATIO)
        return C_REAL;
    return kind == WYRM_KIND_BOOL ? C_FLAG : kind == WYRM_KIND_AMOUNT ? C_AMOUNT : C_TEXT;
}

/* The C type that holds all cells of a column. Whole numbers that are missing in some row become
 * real, with NAN there; what no row says is false. */
static c_type type_of(const export_table *table, size_t column)
{
    bool seen = false, missing = false;
    c_type type = C_TEXT;
    for (size_t r = 0; r < table->rows; r++) {
        const export_cell of = export_cell_at(table, r, column);
        c_type own = type_of_cell(of);
        missing |= of.kind == CELL_NONE;
        if (of.kind == CELL_NONE)
            continue;
        if (seen && own != type)
            own = (own == C_WHOLE || own == C_REAL) && (type == C_WHOLE || type == C_REAL) ? C_REAL
                                                                                           : C_TEXT;
        type = own;
        seen = true;
    }
    return missing && type == C_WHOLE ? C_REAL : type;
}

/* Reserved words of C and C++, and macros that compilers predefine. */
static const char *const c_words[] = {
    "asm",      "auto",     "bool",     "break",     "case",   "char",     "class",   "const",
    "continue", "default",  "delete",   "do",        "double", "else",     "enum",    "extern",
    "false",    "float",    "for",      "friend",    "goto",   "i386",     "if",      "inline",
    "int",      "linux",    "long",     "namespace", "new",    "operator", "private", "protected",
    "public",   "register", "restrict", "return",    "short",  "signed",   "sizeof",  "static",
    "struct",   "switch",   "template", "this",      "throw",  "true",     "try",     "typedef",
    "typename", "union",    "unix",     "unsigned",  "using",  "virtual",  "void",    "volatile",
    "while",
};

static bool is_taken(const char *name, const char *const *taken, size_t count)
{
    return base_has_word(taken, count, name) || base_has_word(c_words, COUNT_OF(c_words), name);
}

/* An identifier for a key that is none of the `count` taken: "effect_kind" for "effect.kind", or
 * "effect_kind_2" if there is another of that name. */
static char *identifier(text_export *to, const char *before, const char *key, bool upper,
                        const char *const *taken, size_t count)
{
    size_t length = strlen(before) + strlen(key), used = 0;
    char *plain = base_array(to->arena, char, length + 2);
    char *name = base_array(to->arena, char, length + 32);
    for (const char *part = before; part != NULL; part = part == before ? key : NULL)
        for (const char *at = part; *at != '\0'; at++) {
            char letter = *at;
            bool small = letter >= 'a' && letter <= 'z', large = letter >= 'A' && letter <= 'Z';
            bool digit = letter >= '0' && letter <= '9';
            if (digit && used == 0)
                plain[used++] = '_';
            if (upper && small)
                letter = (char)(letter - 'a' + 'A');
            if (!upper && large)
                letter = (char)(letter - 'A' + 'a');
            plain[used++] = small || large || digit ? letter : '_';
        }
    snprintf(name, length + 32, "%s", plain);
    for (unsigned again = 2; is_taken(name, taken, count); again++) {
        if (to->twins++ == TWINS_MAX)
            base_refuse(to->arena, WYRM_ERROR_LIMIT,
                        "too many names are the same in C, where '%.60s' is one of them", plain);
        snprintf(name, length + 32, "%s_%u", plain, again);
    }
    return name;
}

/* A C string literal. Octal escapes always have three digits, so that a digit after them is not
 * read as part of them; question marks are escaped, because two may begin a trigraph. */
static void write_c_string(base_buffer *out, const char *text)
{
    base_buffer_append_char(out, '"');
    for (const char *at = text; *at != '\0'; at++) {
        unsigned char byte = (unsigned char)*at;
        if (byte < 0x20 || byte >= 0x7f)
            base_buffer_appendf(out, "\\%03o", (unsigned)byte);
        else if (byte == '"' || byte == '\\' || byte == '?')
            base_buffer_appendf(out, "\\%c", byte);
        else
            base_buffer_append_char(out, (char)byte);
    }
    base_buffer_append_char(out, '"');
}

static void write_c_real(base_buffer *out, double value)
{
    char text[BASE_NUMBER_MAX];
    if (!isfinite(value)) {
        base_buffer_append(out, "NAN");
        return;
    }
    base_number_double(value, text);
    base_buffer_append(out, text);
    if (strpbrk(text, ".e") == NULL)
        base_buffer_append(out, ".0");
}

static void write_c_cell(text_export *to, export_cell of, c_type type, base_buffer *out)
{
    bool none = of.kind == CELL_NONE;
    if (type == C_REAL)
        write_c_real(out, none                    ? (double)NAN
                          : of.kind == CELL_REAL  ? of.real
                          : of.kind == CELL_WHOLE ? (double)of.whole
                                                  : wyrm_value_real(of.value));
    else if (type == C_WHOLE)
        base_buffer_appendf(out, "INT64_C(%" PRId64 ")",
                            none                    ? 0
                            : of.kind == CELL_WHOLE ? of.whole
                                                    : wyrm_value_integer(of.value));
    else if (type == C_FLAG)
        base_buffer_append(out, !none && wyrm_value_bool(of.value) ? "true" : "false");
    else if (type == C_AMOUNT)
        base_buffer_appendf(
            out, "%d",
            none ? -1 : (int)export_find_amount(to, wyrm_amount_text(wyrm_value_amount(of.value))));
    else if (none)
        base_buffer_append(out, "NULL");
    else if (of.kind == CELL_VALUE)
        write_c_string(out, text_of(to, of.value));
    else
        write_c_string(out, of.kind == CELL_TEXT ? of.text : "");
}

/* Enum constants for the number of rows and, if rows have names, for the index of each. */
static void write_c_count(text_export *to, const char *prefix, const export_table *table,
                          base_buffer *out)
{
    char before[160];
    const char **taken = base_array(to->arena, const char *, table->rows);
    bool named = table->columns > 0 && strcmp(table->keys[0], "name") == 0;
    base_buffer_appendf(out, "enum { %s_%s_count = %zu };\n", prefix, table->name, table->rows);
    if (!named || table->rows == 0)
        return;
    snprintf(before, sizeof before, "%s_%s_", prefix, table->name);
    base_buffer_append(out, "enum {\n");
    for (size_t r = 0; r < table->rows; r++) {
        taken[r] = identifier(to, before, export_cell_at(table, r, 0).text, true, taken, r);
        base_buffer_appendf(out, "    %s = %zu,\n", taken[r], r);
    }
    base_buffer_append(out, "};\n");
}

/* C has no empty arrays: an empty table gets one row of zeros, and its count is 0. */
static void write_c_table(text_export *to, const char *prefix, const export_table *table,
                          base_buffer *out)
{
    const char **fields = base_array(to->arena, const char *, table->columns);
    c_type types[EXPORT_COLUMNS_MAX];
    base_buffer_appendf(out, "\n/* %s */\n", table->name);
    write_c_count(to, prefix, table, out);
    base_buffer_appendf(out, "struct %s_%s {\n", prefix, table->name);
    for (size_t c = 0; c < table->columns; c++) {
        types[c] = type_of(table, c);
        fields[c] = identifier(to, "", table->keys[c], false, fields, c);
        base_buffer_appendf(out, "    %s%s;%s\n", c_types[types[c]], fields[c],
                            types[c] == C_AMOUNT ? " /* of the amounts; -1: none */" : "");
    }
    base_buffer_appendf(out, "};\nstatic const struct %s_%s %s_%s[] = {\n", prefix, table->name,
                        prefix, table->name);
    for (size_t r = 0; r < table->rows; r++) {
        base_buffer_append(out, "    {");
        for (size_t c = 0; c < table->columns; c++) {
            base_buffer_append(out, c > 0 ? ", " : "");
            write_c_cell(to, export_cell_at(table, r, c), types[c], out);
        }
        base_buffer_append(out, "},\n");
    }
    base_buffer_append(out, table->rows == 0 ? "    {0},\n};\n" : "};\n");
}

/* The chances of all amounts stand in one array, one amount after another, as amounts differ in
 * their number of values and rows of a C array do not. The array ends with a number of no amount,
 * in case there are none. */
static void write_c_amounts(const text_export *to, const char *prefix, base_buffer *out)
{
    size_t place = 0;
    base_buffer_appendf(out,
                        "\n/* amounts: %s_chances[first + i] is the chance of least + i */\n"
                        "enum { %s_amounts_count = %zu };\n"
                        "static const double %s_chances[] = {\n",
                        prefix, prefix, to->amount_count, prefix);
    for (size_t i = 0; i < to->amount_count; i++) {
        const wyrm_pmf *pmf = wyrm_amount_pmf(to->amounts[i]);
        base_buffer_append(out, "    ");
        for (int64_t at = wyrm_pmf_first(pmf); is_listed(pmf) && at <= wyrm_pmf_last(pmf); at++) {
            write_c_real(out, wyrm_pmf_at(pmf, at));
            base_buffer_append(out, ", ");
        }
        base_buffer_append(out, "\n");
    }
    base_buffer_appendf(out,
                        "    0.0\n};\nstruct %s_amounts {\n    const char *amount;\n"
                        "    int64_t least, greatest;\n    size_t first, count;\n};\n"
                        "static const struct %s_amounts %s_amounts[] = {\n",
                        prefix, prefix, prefix);
    for (size_t i = 0; i < to->amount_count; i++) {
        const wyrm_pmf *pmf = wyrm_amount_pmf(to->amounts[i]);
        size_t count = is_listed(pmf) ? (size_t)(wyrm_pmf_last(pmf) - wyrm_pmf_first(pmf) + 1) : 0;
        base_buffer_append(out, "    {");
        write_c_string(out, wyrm_amount_text(to->amounts[i]));
        base_buffer_appendf(out, ", INT64_C(%" PRId64 "), INT64_C(%" PRId64 "), %zu, %zu},\n",
                            wyrm_pmf_first(pmf), wyrm_pmf_last(pmf), place, count);
        place += count;
    }
    base_buffer_append(out, to->amount_count == 0 ? "    {0},\n};\n" : "};\n");
}

static void write_c(text_export *to, base_buffer *out)
{
    const char *prefix = identifier(to, "", wyrm_ruleset_name(to->ruleset), false, NULL, 0);
    const char *guard = identifier(to, prefix, "_tables_h", true, NULL, 0);
    base_buffer_appendf(out,
                        "/* Tables of %s, ruleset %s, by wyrm %s. */\n#ifndef %s\n#define %s\n\n"
                        "#include <math.h>\n#include <stdbool.h>\n#include <stddef.h>\n"
                        "#include <stdint.h>\n",
                        wyrm_ruleset_name(to->ruleset), wyrm_ruleset_hash(to->ruleset),
                        wyrm_version(), guard, guard);
    for (size_t i = 0; i < to->table_count; i++)
        write_c_table(to, prefix, &to->tables[i], out);
    write_c_amounts(to, prefix, out);
    base_buffer_append(out, "\n#endif\n");
}

/* ---- Files ---- */

const char *const export_formats[] = {"csv", "json", "lua", "gdscript", "c", NULL};

static base_buffer *add_file(text_export_files *out, base_arena *arena, const char *name,
                             const char *ending)
{
    export_file *file = &out->files[out->count++];
    snprintf(file->name, sizeof file->name, "%.64s.%s", name, ending);
    base_keep(arena, &file->text, base_buffer_drop);
    return &file->text;
}

void export_make(base_arena *arena, const wyrm_design *design, const char *format, uint64_t seed,
                 text_export_files *out)
{
    text_export *to = base_new(arena, text_export);
    const char *name = wyrm_ruleset_name(wyrm_design_ruleset(design));
    *to = (text_export){
        .arena = arena, .design = design, .ruleset = wyrm_design_ruleset(design), .seed = seed};
    out->count = 0;
    text_export_gather(to);
    if (strcmp(format, "csv") == 0) {
        for (size_t i = 0; i < to->table_count; i++)
            write_csv(to, &to->tables[i], add_file(out, arena, to->tables[i].name, "csv"));
        write_amounts_csv(to, add_file(out, arena, "amounts", "csv"));
    } else if (strcmp(format, "c") == 0) {
        write_c(to, add_file(out, arena, name, "h"));
    } else {
        text_page *page = base_new(arena, text_page);
        *page = page_new((text_style){.utf8 = true});
        base_keep(arena, page, page_free);
        put_tables(to, page);
        base_must(arena, page_status(page, &arena->error));
        const char *json = page_text(page);
        if (strcmp(format, "json") == 0)
            base_buffer_append(add_file(out, arena, name, "json"), json);
        else if (strcmp(format, "lua") == 0)
            write_lua(to, json, add_file(out, arena, name, "lua"));
        else
            write_gdscript(to, json, add_file(out, arena, name, "gd"));
    }
    for (size_t i = 0; i < out->count; i++)
        if (out->files[i].text.failed)
            base_fail(arena, WYRM_ERROR_MEMORY);
}

/* ---- Cases for tests: fights ---- */

#define DEPTHS_MAX 100
#define LEVELS     20 /* experience levels and tracker levels, at most */
#define NEVER      1e-12

static void put_attack(base_json *json, const char *attacker, const char *defender, int32_t depth,
                       const wyrm_pmf *damage)
{
    base_putf(json, "{attacker:%s defender:%s depth:%d misses:%g mean:%g sd:%g", attacker, defender,
              depth, wyrm_pmf_at(damage, 0), wyrm_pmf_mean(damage), wyrm_pmf_sd(damage));
    text_put_pmf(json, "damage", damage);
    base_put_end(json);
}

/* The attack of the player on the monster, and the other way round. */
static void put_attacks(base_json *json, const wyrm_design *design, const wyrm_matchup_pair *pair,
                        text_page *page)
{
    wyrm_pmf *damage;
    for (int turn = 0; turn < 2; turn++) {
        bool player = turn == 0;
        if (!page_needs(page, wyrm_design_hit(design, player ? &pair->of_player : &pair->of_monster,
                                              player ? &pair->of_monster : &pair->of_player,
                                              &damage, &page->error)))
            return;
        put_attack(json, player ? pair->player : pair->monster,
                   player ? pair->monster : pair->player, pair->depth, damage);
        wyrm_pmf_free(damage);
    }
}

/* The duel of the player, who strikes first, with the monster. */
static void put_duel(base_json *json, const wyrm_design *design, const wyrm_matchup_pair *pair,
                     text_page *page)
{
    wyrm_duel duel;
    wyrm_duel_distributions of;
    if (!page_needs(page, wyrm_design_duel(design, &pair->of_player, &pair->of_monster,
                                           WYRM_SUBJECT_FIRST, &duel, &of, &page->error)))
        return;
    base_putf(json, "{attacker:%s defender:%s depth:%d won:%g lost:%g unfinished:%g", pair->player,
              pair->monster, pair->depth, duel.p_win, duel.p_lose, duel.p_unfinished);
    text_put_mean_sd(json, "turns", duel.turns_mean, duel.turns_sd);
    text_put_pmf(json, "turns_pmf", of.turns);
    text_put_pmf(json, "hp_left", of.hp_left);
    base_put_end(json);
    wyrm_duel_distributions_free(&of);
}

static void put_pairs(base_json *json, const wyrm_design *design, text_page *page)
{
    const unsigned fights = WYRM_SYSTEM_COMBAT | WYRM_SYSTEM_PLAYER;
    wyrm_matchup_pairs *pairs;
    if (wyrm_design_needs(design, fights, "", NULL) != WYRM_OK) {
        base_putf(json, "hits:[] duels:[]");
        return;
    }
    if (!page_needs(page, wyrm_matchup_pairs_of(design, &pairs, &page->error)))
        return;
    base_put_list(json, "hits");
    for (size_t i = 0; i < pairs->count; i++)
        put_attacks(json, design, &pairs->list[i], page);
    base_putf(json, "] duels:[");
    for (size_t i = 0; i < pairs->count; i++)
        put_duel(json, design, &pairs->list[i], page);
    base_put_end(json);
    wyrm_matchup_pairs_free(pairs);
}

/* ---- Cases for tests: by depth ---- */

/* Whether a model has an answer. That it has none (WYRM_ERROR_ARGUMENT, WYRM_ERROR_RANGE) is no
 * failure. */
static bool is_known(text_page *page, wyrm_status status)
{
    if (status == WYRM_ERROR_ARGUMENT || status == WYRM_ERROR_RANGE)
        return false;
    return page_needs(page, status);
}

static void put_spawns_of(base_json *json, const wyrm_design *design, int32_t depth,
                          text_page *page)
{
    const wyrm_encounter *encounter = wyrm_design_encounter(design);
    wyrm_pmf *kinds, *number;
    if (!is_known(page, wyrm_encounter_monster_kinds(encounter, depth, &kinds, &page->error)))
        return;
    base_putf(json, "{depth:%d monsters:[", depth);
    for (size_t i = 0; i < wyrm_pmf_length(kinds); i++) {
        int32_t monster = (int32_t)wyrm_pmf_first(kinds) + (int32_t)i;
        double chance = wyrm_pmf_probabilities(kinds)[i];
        if (chance >= NEVER)
            base_putf(json, "[%s %g]",
                      wyrm_roster_monster(wyrm_design_roster(design), monster)->name, chance);
    }
    base_put_end(json);
    if (is_known(page, wyrm_encounter_room_monsters(encounter, depth, &number, &page->error))) {
        text_put_pmf(json, "in_a_room", number);
        wyrm_pmf_free(number);
    }
    base_put_end(json);
    wyrm_pmf_free(kinds);
}

/* The levels of monsters by the level of the tracker, if the model has one. */
static void put_levels_of(base_json *json, const wyrm_design *design, int32_t tracker,
                          text_page *page)
{
    wyrm_pmf *levels;
    if (!is_known(page, wyrm_encounter_monster_levels(wyrm_design_encounter(design), tracker,
                                                      &levels, &page->error)))
        return;
    base_putf(json, "{tracker:%d", tracker);
    text_put_pmf(json, "levels", levels);
    base_put_end(json);
    wyrm_pmf_free(levels);
}

/* The items of a room by chance; the first room is passed over, as it may be left empty. */
static void put_loot_of(base_json *json, const wyrm_design *design, int32_t depth, double *shares,
                        text_page *page)
{
    const wyrm_loot *loot = wyrm_design_loot(design);
    const wyrm_loot_context context = {.depth = depth, .level = depth, .rooms = 2};
    const wyrm_item_kind *kinds;
    size_t count = wyrm_loot_kinds(loot, &kinds);
    wyrm_pmf *number;
    if (!is_known(page, wyrm_loot_shares(loot, &context, shares, &page->error)))
        return;
    base_putf(json, "{depth:%d items:[", depth);
    for (size_t i = 0; i < count; i++)
        if (shares[i] >= NEVER)
            base_putf(json, "[%s %g]", kinds[i].name, shares[i]);
    base_put_end(json);
    if (is_known(page, wyrm_loot_number(loot, &context, 1, &number, &page->error))) {
        text_put_pmf(json, "in_a_room", number);
        wyrm_pmf_free(number);
    }
    base_put_end(json);
}

static void put_depths(base_json *json, const wyrm_design *design, text_page *page)
{
    int32_t last = wyrm_encounter_last_depth(wyrm_design_encounter(design));
    const wyrm_item_kind *kinds;
    double *shares = page_array(page, double, wyrm_loot_kinds(wyrm_design_loot(design), &kinds));
    if (shares == NULL)
        return;
    last = last == 0 ? LEVELS : last < DEPTHS_MAX ? last : DEPTHS_MAX;
    base_put_list(json, "spawns");
    for (int32_t depth = 1; depth <= last; depth++) {
        put_spawns_of(json, design, depth, page);
        put_levels_of(json, design, depth, page);
    }
    base_putf(json, "] loot:[");
    for (int32_t depth = 1; depth <= last; depth++)
        put_loot_of(json, design, depth, shares, page);
    base_put_end(json);
}

/* ---- Cases for tests: experience ---- */

/* The experience that a level costs, and that a kill gives at the depth where a monster is first
 * met. */
static void put_experience(base_json *json, const wyrm_design *design, text_page *page)
{
    const wyrm_roster *roster = wyrm_design_roster(design);
    const wyrm_growth *growth = wyrm_design_growth(design);
    wyrm_matchup_pairs *pairs;
    if (!page_needs(page, wyrm_matchup_pairs_of(design, &pairs, &page->error)))
        return;
    base_putf(json, "experience:{levels:[");
    for (int32_t level = 1; level <= LEVELS && level <= wyrm_growth_last_level(growth); level++) {
        base_putf(json, "{level:%d", level);
        base_put_count(json, "next", wyrm_growth_step(growth, level));
        base_put_count(json, "total", wyrm_growth_total(growth, level));
        base_put_end(json);
    }
    base_putf(json, "] monsters:[");
    for (size_t i = 0; i < pairs->count; i++) {
        const wyrm_matchup_pair *pair = &pairs->list[i];
        base_putf(json, "{monster:%s", pair->monster);
        const wyrm_amount *random = wyrm_roster_experience_roll(roster, (int32_t)i);
        if (random)
            base_put_text(json, "experience", wyrm_amount_text(random));
        else
            base_put_count(json, "experience",
                           wyrm_roster_experience(roster, (int32_t)i, pair->of_monster.level));
        base_put_end(json);
    }
    base_putf(json, "]}");
    wyrm_matchup_pairs_free(pairs);
}

void text_write_fixtures(const wyrm_design *design, text_page *page)
{
    base_json json = text_answer_begin(page, "fixtures", wyrm_design_ruleset(design));
    put_pairs(&json, design, page);
    put_depths(&json, design, page);
    put_experience(&json, design, page);
    base_put_end(&json);
}
