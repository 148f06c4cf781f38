/* Scripts: reading one, and calling its functions. All that Lua does happens under the lock of the
 * script and in a protected call (box.c); between calls its stack is empty. */
#include "script/internal.h"
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"

/* ---- reading ---- */

/* Reads the text; runs in Lua. */
static int read_script(lua_State *L)
{
    script *self = sc_of(L);
    lua_settop(L, 0);
    sc_open(L);
    int status = luaL_loadbufferx(L, self->source.lua, self->source.lua_length, "=s", "t");
    if (status == LUA_ERRSYNTAX) {
        sc_source_syntax(&self->source, lua_tostring(L, -1), &self->error);
        sc_raise_again(L);
    }
    if (status == LUA_ERRRUN) /* Lua allows 200 nested expressions and blocks */
        sc_raise(L, WYRM_ERROR_RULESET, NULL, "what stands in each other here is too deep");
    if (status != LUA_OK)
        lua_error(L);
    lua_pushvalue(L, 1);
    lua_setupvalue(L, -2, 1);
    lua_call(L, 0, 0);
    sc_freeze(L);
    return 0;
}

/* Runs a function of the box with an otherwise empty stack and one pointer handed in; false: it
 * failed. */
static bool run_function(script *self, lua_CFunction function, void *with)
{
    lua_State *L = self->L;
    lua_settop(L, 0);
    lua_pushcfunction(L, sc_handle);
    lua_pushcfunction(L, function);
    lua_pushlightuserdata(L, with);
    return sc_call(L, 1, 1);
}

static void end_script(script *self)
{
    if (self->L != NULL)
        lua_close(self->L);
    if (self->reading != NULL)
        sc_reading_free(self->reading);
    wyrm_free(self->helpers);
    wyrm_free(self->functions);
    wyrm_free(self->watched);
    pthread_mutex_destroy(&self->lock);
}

/* The arguments of make_script. */
typedef struct wanted {
    const char *file, *text;
    size_t length;
    int first_line, indent;
} wanted;

static void make_script(base_arena *arena, void *result, void *context)
{
    script *self = result;
    const wanted *from = context;
    self->source = (sc_source){.file = base_text(arena, from->file, strlen(from->file)),
                               .text = base_text(arena, from->text, from->length),
                               .length = from->length,
                               .first_line = from->first_line,
                               .indent = from->indent};
    self->help = sc_help;
    self->work_most = SC_WORK_ALL;
    pthread_mutex_init(&self->lock, NULL);
    base_keep(arena, self, end_script);
    if (from->length > SCRIPT_TEXT_MAX)
        base_refuse(arena, WYRM_ERROR_RULESET, "the script '%.100s' has more than %d bytes",
                    from->file, SCRIPT_TEXT_MAX);
    sc_source_read(arena, &self->source);
    self->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    self->reading = sc_reading_new();
    if (self->plain == (locale_t)0 || self->reading == NULL || sc_box_new(self) == NULL)
        base_refuse(arena, WYRM_ERROR_MEMORY, "out of memory");
    locale_t before = uselocale(self->plain);
    bool fine = run_function(self, read_script, NULL);
    uselocale(before);
    if (!fine) {
        if (self->error.line == 0) /* Lua had not begun to run it */
            sc_source_locate(&self->source, 1, NULL, &self->error);
        arena->error = self->error;
        base_fail(arena,
                  self->error.code == WYRM_ERROR_MEMORY ? WYRM_ERROR_MEMORY : WYRM_ERROR_RULESET);
    }
}

wyrm_status script_new(const char *file, int first_line, int indent, const char *text,
                       size_t length, script **out, wyrm_errors *errors)
{
    wyrm_error error = {.code = WYRM_OK};
    wanted from = {file, text, length, first_line, indent};
    wyrm_status status = base_make(sizeof(script), make_script, &from, out, &error);
    if (status != WYRM_OK) {
        error.code = status;
        wyrm_errors_add(errors, &error);
    }
    return status;
}

void script_free(script *self)
{
    base_unmake(self);
}

bool script_has(const script *self, const char *function)
{
    return base_has_word(self->functions, self->function_count, function);
}

/* Whether a token is a word, or a text with the word in it. */
static bool stands_in(const sc_source *source, const sc_token *token, const char *word)
{
    const char *at = source->text + token->at;
    const size_t length = strlen(word);
    if (token->length == length && memcmp(at, word, length) == 0)
        return true;
    for (size_t i = 0; strchr("'\"[", *at) != NULL && i + length <= token->length; i++)
        if (memcmp(at + i, word, length) == 0)
            return true;
    return false;
}

/* Whether an index begins here whose key is computed: neither a text nor a number. */
static bool is_worked_out(const sc_source *source, size_t at)
{
    const sc_token *token = &source->tokens[at];
    if (token->length != 1 || source->text[token->at] != '[' || at + 2 >= source->count)
        return false;
    return source->text[token[2].at] != ']' ||
           strchr("'\"0123456789", source->text[token[1].at]) == NULL;
}

bool sc_script_may_name(const script *self, const char *name)
{
    static const char *const makes[] = {"..", "concat", "sub", "lower", "upper", "pairs", "next"};
    const sc_source *source = &self->source;
    bool made = false, asks = false;
    for (size_t i = 0; i < source->count; i++) {
        const sc_token *token = &source->tokens[i];
        if (stands_in(source, token, name))
            return true;
        for (size_t k = 0; k < COUNT_OF(makes); k++)
            made = made || stands_in(source, token, makes[k]);
        asks = asks || is_worked_out(source, i);
        asks = asks || stands_in(source, token, "pairs") || stands_in(source, token, "next");
    }
    return asks && made;
}

bool sc_script_may_read(const script *self, const char *key)
{
    const sc_source *source = &self->source;
    for (size_t i = 0; i < source->count; i++) {
        const sc_token *token = &source->tokens[i];
        const bool text = strchr("'\"[", source->text[token->at]) != NULL && token->length > 1;
        const bool after_dot = i > 0 && source->tokens[i - 1].length == 1 &&
                               source->text[source->tokens[i - 1].at] == '.';
        if (is_worked_out(source, i) || stands_in(source, token, "pairs") ||
            stands_in(source, token, "next") ||
            ((text || after_dot) && stands_in(source, token, key)))
            return true;
    }
    return false;
}

void script_locate(const script *self, const char *function, wyrm_error *error)
{
    char name[SCRIPT_NAME_MAX + 1];
    for (size_t i = 0; i < self->helper_count; i++) {
        sc_source_function(&self->source, self->helpers[i].line, name);
        if (strcmp(name, function) == 0) {
            sc_source_locate(&self->source, self->helpers[i].line, NULL, error);
            return;
        }
    }
}

/* ---- scripts in rulesets: the value of a key is the text itself, or that of a file beside it
 * ---- */

/* A text of several lines begins below its key, or on line 1 of its own file; one in quotes begins
 * behind the first. */
script *script_open(rs_opening *o, const wyrm_value *value, const char *function, const char *form)
{
    const char *text = wyrm_value_text(value);
    const rs_position *place = &value->position;
    const bool own_file = place->source->text == text, block = strchr(text, '\n') != NULL;
    const bool quoted = (size_t)place->length == base_utf8_count(text, strlen(text)) + 2;
    const int indent = own_file ? 0 : block ? rs_value_indent(value) : place->column - 1 + quoted;
    script *made = NULL;
    if (text[0] != '\0' && strpbrk(text, " \t\n(") == NULL) {
        rs_error(o, value, NULL,
                 "'%.60s' is neither a script nor the name of a file that ends in '.lua'", text);
        return NULL;
    }
    wyrm_status status = script_new(place->source->file, own_file ? 1 : place->line + block, indent,
                                    text, strlen(text), &made, o->errors);
    if (status == WYRM_ERROR_MEMORY)
        base_fail(o->arena, status);
    o->faulty |= status != WYRM_OK;
    if (status != WYRM_OK)
        return NULL;
    base_keep(o->arena, made, script_free);
    if (!script_has(made, function))
        rs_error(o, value, NULL, "the script has no function '%s'", form);
    return made;
}

/* ---- one way, with every draw and, at its end, the local variables ---- */

static script_step *next_step(sc_explained *e)
{
    return e->made < e->most ? &e->steps[e->made++] : NULL;
}

/* Makes a text safe to show, kept as long as the steps. */
static const char *shown(sc_explained *e, const char *text)
{
    base_buffer tame = {0};
    base_buffer_append_visible(&tame, text, strlen(text));
    const char *out =
        tame.failed || tame.bytes == NULL ? "" : base_text(e->arena, tame.bytes, tame.length);
    base_buffer_drop(&tame);
    return out != NULL ? out : "";
}

/* Converts a flag, number or text; false for anything else. */
static bool value_of(lua_State *L, sc_explained *e, int index, script_value *out)
{
    int type = lua_type(L, index);
    *out = (script_value){.kind = SCRIPT_NOTHING};
    if (type == LUA_TNUMBER)
        *out = (script_value){.kind = SCRIPT_NUMBER, .number = lua_tonumber(L, index)};
    else if (type == LUA_TBOOLEAN)
        *out = (script_value){.kind = SCRIPT_FLAG, .number = lua_toboolean(L, index)};
    else if (type == LUA_TSTRING)
        *out = (script_value){.kind = SCRIPT_TEXT, .text = shown(e, lua_tostring(L, index))};
    return out->kind != SCRIPT_NOTHING;
}

static int line_of(lua_State *L, int lua_line)
{
    wyrm_error place = {.line = 0};
    sc_source_locate(&sc_of(L)->source, lua_line, NULL, &place);
    return place.line;
}

/* Chooses an outcome by the chances, with one draw from the stream; without a stream, the first of
 * the likeliest. */
static size_t pick_outcome(const sc_explained *e, const sc_draw *draw)
{
    double sum = 0, drawn = e->rng != NULL ? wyrm_rng_real(e->rng) : 0;
    size_t best = 0;
    for (size_t i = 0; i < draw->count; i++) {
        double chance = sc_chance(draw, i);
        sum += chance;
        if (e->rng != NULL && chance > 0)
            best = i;
        if (e->rng != NULL && drawn < sum)
            return best;
        if (e->rng == NULL && chance > sc_chance(draw, best))
            best = i;
    }
    return best;
}

static size_t explain(lua_State *L, const sc_draw *draw)
{
    sc_explained *e = sc_of(L)->explained;
    lua_Debug frame;
    char label[SC_LABEL_MAX];
    size_t index = pick_outcome(e, draw);
    e->chance *= sc_chance(draw, index);
    script_step *step = next_step(e);
    if (step == NULL)
        return index;
    sc_label(L, draw->name, label);
    *step = (script_step){.label = shown(e, label),
                          .line = sc_innermost(L, &frame) ? line_of(L, frame.currentline) : 0,
                          .chance = sc_chance(draw, index)};
    if (draw->kind == SC_WHOLE)
        lua_pushinteger(L, draw->first + (lua_Integer)index);
    else if (draw->kind == SC_FLAG)
        lua_pushboolean(L, index == 0);
    else
        lua_geti(L, 1, (lua_Integer)index + 1); /* what is picked from is the first argument */
    (void)value_of(L, e, lua_gettop(L), &step->value);
    lua_pop(L, 1);
    return index;
}

static bool never_again(lua_State *L)
{
    (void)L;
    return false;
}

static const sc_drawing explained_drawing = {never_again, explain};

/* Adds the local variables of a function that is about to end as steps. */
static void add_locals(lua_State *L, sc_explained *e, lua_Debug *event)
{
    char label[SC_LABEL_MAX];
    const char *name;
    lua_getinfo(L, "l", event);
    for (int n = 1; (name = lua_getlocal(L, event, n)) != NULL; n++) {
        script_value value;
        script_step *step =
            name[0] != '(' && value_of(L, e, lua_gettop(L), &value) ? next_step(e) : NULL;
        snprintf(label, sizeof label, "local %s", name);
        if (step != NULL)
            *step = (script_step){
                .label = shown(e, label), .line = line_of(L, event->currentline), .value = value};
        lua_pop(L, 1);
    }
}

/* Counts instructions. Of the functions that end, only the one that was called is at this depth. */
static void hook(lua_State *L, lua_Debug *event)
{
    sc_explained *e = sc_of(L)->explained;
    if (event->event != LUA_HOOKRET)
        sc_count(L, event);
    else if (sc_frames(L) == e->frames)
        add_locals(L, e, event);
}

/* Calls the function that is below its arguments on the stack; its results replace them. */
static void explain_call(lua_State *L, sc_explained *e, int arguments)
{
    e->frames = sc_frames(L) + 1;
    e->chance = 1;
    if (e->most > 0) /* else nobody wants to see variables */
        lua_sethook(L, hook, LUA_MASKCOUNT | LUA_MASKRET, SC_HOOK_STEPS);
    lua_call(L, arguments, LUA_MULTRET);
    if (e->most > 0)
        lua_sethook(L, sc_count, LUA_MASKCOUNT, SC_HOOK_STEPS);
}

/* ---- asking ---- */

typedef struct question {
    const char *function;
    const script_thing *things;
    size_t count;
    sc_explained *explained;
    sc_buffer way_result; /* the result of one way */
} question;

/* Pushes the function itself, not its helper. */
static void push_function(lua_State *L, const char *name)
{
    lua_rawgeti(L, LUA_REGISTRYINDEX, SC_GLOBALS);
    lua_pushstring(L, name);
    lua_rawget(L, -2);
    if (lua_tocfunction(L, -1) != sc_help)
        sc_raise(L, WYRM_ERROR_RULESET, NULL, "the script has no function '%.60s'", name);
    lua_getupvalue(L, -1, 1);
}

/* Errors outside of any function get the first line of the one that was called. */
static void note_line(script *self, const void *function)
{
    const sc_helper *helper = sc_helper_at(self, function);
    self->asked = helper != NULL ? helper->line : 0;
}

static void explain_one(lua_State *L, question *asked)
{
    int function = lua_gettop(L) - (int)asked->count;
    explain_call(L, asked->explained, (int)asked->count);
    sc_demand_unchanged(L);
    if (lua_gettop(L) > function)
        sc_raise(L, WYRM_ERROR_RULESET, NULL,
                 "a function returns one value, or a table of several");
    lua_settop(L, function);
    sc_written before;
    before.count = 0;
    (void)sc_put(L, &asked->way_result, function, SC_RESULT, &before);
}

/* Replaces a table of the registry by an empty one, unless it is empty. */
static void renew_table(lua_State *L, int kept)
{
    lua_rawgeti(L, LUA_REGISTRYINDEX, kept);
    lua_pushnil(L);
    const bool used = lua_next(L, -2) != 0;
    lua_settop(L, used ? -4 : -2);
    if (used) {
        lua_newtable(L);
        lua_rawseti(L, LUA_REGISTRYINDEX, kept);
    }
}

/* Hands in the arguments and calls the function; runs in Lua. */
static int call_function(lua_State *L)
{
    question *asked = lua_touserdata(L, 1);
    lua_sethook(L, sc_count, LUA_MASKCOUNT, SC_HOOK_STEPS);
    renew_table(L, SC_KEPT);
    renew_table(L, SC_SUMS);
    renew_table(L, SC_CHANCES);
    if (sc_of(L)->amount_count > SC_AMOUNTS_KEPT) {
        renew_table(L, SC_AMOUNTS);
        sc_of(L)->amount_count = 0;
    }
    push_function(L, asked->function);
    int function = lua_gettop(L);
    note_line(sc_of(L), lua_topointer(L, function));
    for (size_t i = 0; i < asked->count; i++) {
        if (i == SCRIPT_THINGS_MAX || asked->things[i].count > SCRIPT_KEYS_MAX)
            sc_raise(L, WYRM_ERROR_LIMIT, NULL, "more than %d keys, or %d things, are handed in",
                     SCRIPT_KEYS_MAX, SCRIPT_THINGS_MAX);
        lua_pushvalue(L, function);
        const char *name = lua_getlocal(L, NULL, (int)i + 1);
        lua_pop(L, 1);
        sc_push_thing(L, &asked->things[i], i, name);
    }
    if (asked->explained != NULL)
        explain_one(L, asked);
    else
        sc_exact_read(L, (int)asked->count);
    return 0;
}

/* Starts a reading and calls the function. The caller holds the lock, and has set a locale in which
 * numbers have points. */
static bool ask_alone(script *self, question *asked)
{
    sc_reading_begin(self);
    self->explained = asked->explained;
    self->drawing = asked->explained != NULL ? &explained_drawing : &sc_exact_drawing;
    self->asked = 0;
    bool fine = run_function(self, call_function, asked);
    self->drawing = NULL;
    if (!fine && self->error.line == 0 && self->error.code != WYRM_ERROR_MEMORY)
        sc_source_locate(&self->source, self->asked, NULL, &self->error);
    return fine;
}

/* The caller's arena may end its job by a jump when memory is out: that waits until the lock is
 * released. */
static wyrm_status answer_question(script *self, question *asked, base_arena *arena,
                                   bool (*tell)(script *self, question *asked, base_arena *arena,
                                                void *out),
                                   void *out, wyrm_error *error)
{
    jmp_buf *end = arena->end;
    arena->end = NULL;
    pthread_mutex_lock(&self->lock);
    locale_t before = uselocale(self->plain);
    bool fine = ask_alone(self, asked);
    wyrm_status status = fine ? WYRM_OK : self->error.code;
    if (fine && !tell(self, asked, arena, out))
        status = wyrm_fail(&self->error, WYRM_ERROR_MEMORY, "out of memory");
    if (status != WYRM_OK && error != NULL)
        *error = self->error;
    self->explained = NULL;
    sc_drop(&asked->way_result);
    uselocale(before);
    pthread_mutex_unlock(&self->lock);
    arena->end = end;
    return status;
}

static bool copy_outcomes(script *self, question *asked, base_arena *arena, void *out)
{
    (void)asked;
    return sc_exact_copy(self, arena, out);
}

wyrm_status script_exact(script *self, const char *function, const script_thing *things,
                         size_t count, base_arena *arena, script_outcomes *out, wyrm_error *error)
{
    question asked = {.function = function, .things = things, .count = count};
    *out = (script_outcomes){0};
    return answer_question(self, &asked, arena, copy_outcomes, out, error);
}

static bool copy_way(script *self, question *asked, base_arena *arena, void *out)
{
    script_outcome *outcome = out;
    (void)self;
    outcome->chance = asked->explained->chance;
    return sc_read_result(arena, asked->way_result.bytes, outcome);
}

wyrm_status script_explain(script *self, const char *function, const script_thing *things,
                           size_t count, wyrm_rng *rng, base_arena *arena, script_step *steps,
                           size_t most, size_t *made, script_outcome *out, wyrm_error *error)
{
    sc_explained explained = {.rng = rng, .arena = arena, .steps = steps, .most = most};
    question asked = {
        .function = function, .things = things, .count = count, .explained = &explained};
    *out = (script_outcome){0};
    wyrm_status status = answer_question(self, &asked, arena, copy_way, out, error);
    *made = status == WYRM_OK ? explained.made : 0;
    return status;
}
