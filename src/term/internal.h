#ifndef WYRM_SRC_TERM_INTERNAL_H
#define WYRM_SRC_TERM_INTERNAL_H

/* The game in the terminal: the player's files, the session that plays one game, the odds and
 * numbers that are shown, and the screens. */

#include <sys/types.h>
#include <time.h>

#include <wyrm/outlook.h>
#include <wyrm/replay.h>

#include "game/internal.h"
#include "term/canvas.h"

/* ---- Where the player's files are ---- */

#define TERM_PATH_MAX 4096 /* bytes, the NUL included */

typedef struct term_folders {
    char state[TERM_PATH_MAX];  /* $XDG_STATE_HOME/wyrm, or ~/.local/state/wyrm */
    char config[TERM_PATH_MAX]; /* $XDG_CONFIG_HOME/wyrm, or ~/.config/wyrm */
} term_folders;

/* Finds the folders from the environment; makes none.
 * WYRM_ERROR_IO     there is no home folder
 * WYRM_ERROR_LIMIT  a path is too long */
WYRM_MUST_CHECK wyrm_status term_folders_find(term_folders *out, wyrm_error *error);

/* Joins a folder and a name ("games/ruggrogue-1.game"). WYRM_ERROR_LIMIT  the path is too long */
WYRM_MUST_CHECK wyrm_status term_path_join(char out[TERM_PATH_MAX], const char *folder,
                                           const char *name, wyrm_error *error);

/* Makes a folder and its missing parents, readable by its owner alone (0700).
 * WYRM_ERROR_IO  it cannot be made (the message says why), or something else has the name */
WYRM_MUST_CHECK wyrm_status term_make_folder(const char *path, wyrm_error *error);

/* A recording read from a file. */
typedef struct term_recording {
    wyrm_replay *replay;
    char *text;
    size_t length, kept; /* bytes of the text, and how many of them could be read */
    bool damaged; /* an unreadable line before the last, or a checksum that differs in play */
    bool mended;  /* set once it was played: everything damaged could be repaired */
} term_recording;

/* Reads a recording up to its first bad line; fails as wyrm_file_read and wyrm_replay_read. The
 * caller frees *out. */
WYRM_MUST_CHECK wyrm_status term_recording_read(const char *path, term_recording *out,
                                                wyrm_error *error);
void term_recording_free(term_recording *recording);

/* A designer's list of changes to the rules of a game: set, listed, undone. Knows no screen and no
 * game. */

typedef struct term_changes {
    const wyrm_design *begun; /* the original rules; borrowed */
    size_t count;
    wyrm_change rows[WYRM_CHANGES_MAX]; /* their paths and texts point into the arrays below */
    char paths[WYRM_CHANGES_MAX][WYRM_CHANGE_PATH_MAX],
        texts[WYRM_CHANGES_MAX][WYRM_CHANGE_TEXT_MAX];
    wyrm_design *design; /* the changed rules; NULL: nothing is changed */
    wyrm_engine *engine; /* of the changed rules */
} term_changes;

/* Begins with a list of changes, which are already in force. NULL: out of memory. */
term_changes *term_changes_new(const wyrm_design *begun, const wyrm_change *rows, size_t count);
void term_changes_free(term_changes *changes); /* NULL is allowed */

/* Returns the index of the change at a path, or `count`. */
size_t term_changes_find(const term_changes *changes, const char *path);

/* Sets the value at a path of the ruleset, parsed as in a file; setting the original value removes
 * the change. A refused change leaves everything as it was, and *error is a sentence for people. */
WYRM_MUST_CHECK wyrm_status term_changes_set(term_changes *changes, const char *path,
                                             const char *text, wyrm_error *error);
/* Removes a change. Fails only when out of memory, or where the remaining changes are invalid
 * without it. */
WYRM_MUST_CHECK wyrm_status term_changes_undo(term_changes *changes, size_t index,
                                              wyrm_error *error);

/* Writes the value at a path of a ruleset, as a file would spell it; "" where there is none. */
void term_said(const wyrm_design *design, const char *path, char out[WYRM_CHANGE_TEXT_MAX]);

/* One game being played in the terminal. Knows no screen. */

/* The file of a game: its recording, to which each command is appended. */
typedef struct term_journal {
    char path[TERM_PATH_MAX]; /* "": the game is not saved */
    bool open;                /* `file` is open, and locked against others */
    int file;
    off_t length;   /* bytes of the file that are whole lines */
    size_t written; /* steps of the recording that are in the file */
    bool fresh;     /* no command was given yet: closing deletes the file */
    bool unsynced;  /* the last writes may not be on the disk */
    double synced;  /* time of the last sync, in term_seconds */
} term_journal;

typedef struct term_session {
    wyrm_design *design;
    wyrm_engine *engine;
    wyrm_game *game;
    wyrm_game *before; /* scratch copy of the game before a command; used by term_session_act */
    wyrm_log *log;
    wyrm_replay *replay;           /* the recording that is made or watched; NULL: practice */
    wyrm_observation *view;        /* what the player knows of the current state */
    wyrm_listener listener;        /* appends to the log */
    term_journal journal;          /* of saved games */
    char state[TERM_PATH_MAX];     /* the folder of the player's files; "": nothing is written */
    char dump_path[TERM_PATH_MAX]; /* the last page, written when the game is over; or "" */
    char trouble[256];             /* the last error with files, which stopped nothing; or "" */
    char notice[512];              /* how the game is continued, shown once; "" for a new one */
    wyrm_design *begun;            /* the original rules, where a designer has changed them since */
    wyrm_engine *begun_engine;     /* both NULL: `design` and `engine` are the original ones */
    size_t branched;               /* branches of the recording entered so far */
    term_changes *changes;         /* the designer's list of changes; NULL: none yet */
    bool practice;                 /* a debug start: no save, no recording, no score */
    bool pending;      /* an older game has the file: no writing until the player decides */
    bool watching;     /* `replay` is watched; its step number game->commands is next */
    bool new_map;      /* the last command has led to a new map */
    bool rewrote;      /* the last command has replaced the newest line of the log */
    bool acts, begins; /* a command is carried out; it has logged nothing yet */
    size_t here;       /* length of the log if its last line names the item here; else 0 */
    int speed;         /* initial speed of watching, commands a second */
    uint32_t last;     /* start watching this many turns before the end; 0: at the start */
} term_session;

/* The current state of the game. */
static inline const wyrm_game_view *term_now(const term_session *session)
{
    return wyrm_game_look(session->game);
}

static inline int32_t term_level(const term_session *session)
{
    return game_level_told(&session->game->experience);
}

/* Whether the game is won or lost. A won game may still go on as new game plus
 * (term_session_is_over). */
static inline bool term_is_won_or_lost(const term_session *session)
{
    wyrm_game_phase phase = session->game->phase;
    return phase == WYRM_PHASE_WON || phase == WYRM_PHASE_DEAD;
}

/* The rules that the game began with, and those with the designer's present changes. */
static inline const wyrm_design *term_begun_rules(const term_session *session)
{
    return session->begun != NULL ? session->begun : session->design;
}
static inline const wyrm_design *term_changed_rules(const term_session *session)
{
    const term_changes *changes = session->changes;
    return changes != NULL && changes->design != NULL ? changes->design : term_begun_rules(session);
}

/* A monster in view, by its index in the observation. */
static inline const wyrm_game_monster *term_seen(const term_session *session, size_t index)
{
    return &term_now(session)->monsters[session->view->monsters[index].index];
}

/* The options of a new game. */
typedef struct term_new_game {
    const char *ruleset; /* a shipped name or a path */
    const char *allowed; /* a folder whose files the ruleset may extend, too; NULL: none */
    uint64_t seed;
    const char *const *without; /* as wyrm_game_options; NULL: none */
    size_t without_count;
    bool practice; /* on the last floor, with strong gear; neither saved nor scored */
} term_new_game;

/* A random seed, at most TERM_SEED_MAX. */
#define TERM_SEED_MAX UINT64_C(999999999)
uint64_t term_random_seed(void);

/* Starts a new game. On success *out is owned by the caller (term_session_free); else `errors` says
 * why, and the status is one of wyrm_design_open, wyrm_engine_new, wyrm_game_start,
 * wyrm_replay_new, or
 * WYRM_ERROR_IO  the same game is being played in another process */
WYRM_MUST_CHECK wyrm_status term_game_new(const term_folders *folders, const term_new_game *game,
                                          term_session **out, wyrm_errors *errors);

/* Continues a saved game from its last good command; the file is never deleted. Fails as
 * term_game_new and term_recording_read. */
WYRM_MUST_CHECK wyrm_status term_game_continue(const term_folders *folders, const char *path,
                                               term_session **out, wyrm_errors *errors);

/* Starts a designer's game: `from` rewound to the state after its first `steps` commands, then
 * continued under its rules with these changes. The recording keeps the past as it was played and
 * grows behind it, in a file of its own; the game is not scored. Fails as term_game_continue, and
 * WYRM_ERROR_ARGUMENT  the game is over at that point, or the rules do not fit
 * (wyrm/take_over.h) */
WYRM_MUST_CHECK wyrm_status term_game_branch(const term_folders *folders, const term_session *from,
                                             size_t steps, const wyrm_change *changes, size_t count,
                                             term_session **out, wyrm_errors *errors);

/* Whether the rules were changed by a designer during the game, which is no longer scored. */
static inline bool term_is_designed(const term_session *session)
{
    return session->replay != NULL && wyrm_replay_branches(session->replay) > 0;
}

/* Opens a recording at its beginning, to be watched. Takes ownership of the recording, even on
 * failure. `ruleset` NULL: the rules in the recording; else it and `allowed` are as in
 * term_new_game. */
WYRM_MUST_CHECK wyrm_status term_game_watch(wyrm_replay *replay, const char *ruleset,
                                            const char *allowed, int speed, term_session **out,
                                            wyrm_errors *errors);

/* Returns a watched recording to its beginning; fails as wyrm_replay_begin. */
WYRM_MUST_CHECK wyrm_status term_session_rewind(term_session *session, wyrm_error *error);

/* Carries out a command and updates the game, the recording and its file, the log and the view;
 * when the game is over, writes its last page and its score, too. False where the command was
 * refused or failed: *error says why in the player's words. */
bool term_session_act(term_session *session, const wyrm_command *command, wyrm_error *error);
/* Whether the game accepts no more commands. */
bool term_session_is_over(const term_session *session);
/* Writes the whole game to its file and syncs it to the disk. */
bool term_session_save(term_session *session, wyrm_error *error);

/* Writes new commands to the file, and syncs it if a sync is due or `at_once`; errors are shown
 * with the next command. And the time of the next sync, in term_seconds; below 0: everything is on
 * the disk. */
void term_session_keep(term_session *session, bool at_once);
double term_session_due(const term_session *session);

/* Writes the whole file anew, atomically, opens and locks it; `replace`: it may overwrite that of
 * an older game. Fails as wyrm_file_write, and
 * WYRM_ERROR_IO  another process plays the game */
wyrm_status term_session_create(term_session *session, bool replace, wyrm_error *error);
/* Deletes the file; the game is not saved any more. */
void term_session_forget(term_session *session);

/* Frees the session and unlocks its file. A new game without a command leaves no file, unless it
 * was saved. NULL is allowed. */
void term_session_free(term_session *session);

/* A saved game, as the title screen shows it. */
typedef struct term_saved {
    char path[TERM_PATH_MAX];
    time_t changed;
    bool known;              /* it can be read; the fields below are set only then */
    wyrm_replay_facts facts; /* how the game was begun */
    int32_t depth, level;    /* at the end of the recording; only of games that were replayed */
    uint32_t turn;
    bool climbs;   /* the ruleset leads up: it has floors, not depths */
    bool designed; /* a designer's game */
} term_saved;

/* Lists the saved games, last played first. The first `looked_at` are replayed to their end, and
 * `known` only if that works. *out is owned by the caller (free).
 * WYRM_ERROR_MEMORY  out of memory */
#define TERM_SAVED_MAX 200
WYRM_MUST_CHECK wyrm_status term_games_find(const term_folders *folders, size_t looked_at,
                                            term_saved **out, size_t *count, wyrm_error *error);

/* A name of the ruleset that works from every folder: that of a shipped one, else the absolute
 * path. Owned by the caller (free); NULL: out of memory. */
char *term_source(const char *ruleset);

/* High scores: a file of the games that were won or lost. */

#define TERM_SCORES_MAX 200 /* the best ones are kept */

/* One game. A plain value. */
typedef struct term_score {
    char ruleset[64], title[96], hash[17];
    char ending[WYRM_MESSAGE_TEXT_MAX]; /* "killed by an Orc" */
    char day[16];                       /* "2024-02-29"; "" where the clock does not say */
    bool won, climbs;                   /* climbs: the ruleset leads up, `depth` is a floor */
    int64_t seed, depth, level, experience, turn, kills;
    int64_t wins; /* new game plus: games won before this one */
    bool again;   /* not in the file: the game had ended before, so its row may be there already */
} term_score;

typedef struct term_scores {
    size_t count;
    term_score rows[TERM_SCORES_MAX]; /* best first */
} term_scores;

/* The score of a game that is won or lost. */
void term_score_of(const term_session *session, term_score *out);
/* Whether one game ranks above another: by games won, then depth, experience, fewer turns. */
bool term_score_beats(const term_score *one, const term_score *other);

/* Reads <state>/scores.json; a missing file has no rows. *out is empty on failure.
 * WYRM_ERROR_IO      it cannot be read
 * WYRM_ERROR_LIMIT   it is of a newer version, or too large
 * WYRM_ERROR_SYNTAX  it is broken (line and column) */
WYRM_MUST_CHECK wyrm_status term_scores_read(const char *state, term_scores *out,
                                             wyrm_error *error);

/* Adds a row. A broken file is renamed to scores.json.broken and a new one begun, which is no
 * failure. Fails as wyrm_file_write, and with WYRM_ERROR_LIMIT for a file of a newer version, which
 * is left alone. */
WYRM_MUST_CHECK wyrm_status term_scores_add(const char *state, const term_score *score,
                                            wyrm_error *error);

/* The stats of creatures, and the odds of fights as text. */

/* One stat with its label, such as "attack" "4.8" "8". A pair is one line: "damage" "1-4". */
typedef struct term_figure {
    char label[40];
    char now[24], then[24]; /* `then` equals `now` where nothing is compared */
    bool changed;
    term_style style; /* of `then`: TERM_GOOD or TERM_BAD where it is plainly better or worse */
} term_figure;

#define TERM_FIGURES_MAX (WYRM_STATS_MAX + 2)

/* Collects the stats worth showing: those that the ruleset gives its player or lets grow, and
 * others that differ from the defaults of the combat model. With `then` (or NULL) both creatures
 * are compared, and a change of the maximum hit points comes first. Fills out[TERM_FIGURES_MAX];
 * returns the count. */
size_t term_figures(const wyrm_engine *engine, const wyrm_combatant *now,
                    const wyrm_combatant *then, term_figure *out);

/* Draws at most `most` stats of a creature, in two columns if the area is wide enough; removes the
 * rows from the area. */
void term_figures_draw(term_area *area, const wyrm_engine *engine, const wyrm_combatant *who,
                       size_t most);

/* Draws only the stats that differ, as "attack 4.8 -> 8", one a row; removes the rows from the area
 * and returns whether there are any. */
bool term_changes_draw(term_area *area, const wyrm_engine *engine, const wyrm_combatant *now,
                       const wyrm_combatant *then);
/* The readable name of a stat of the combat model: "armor class". `out` has room for 40. */
void term_stat_label(const char *name, char *out);
/* "4.8", "12", "0.35", "0.012": at most two decimals, three below 0.1. `out` has room for 24. */
void term_number(double value, char *out);

void term_percent(double share, char *out); /* "82.4 %", "over 99.9 %"; `out` has room for 24. */

/* The remaining share of the hit points, in [0, 1]. */
double term_life(const wyrm_combatant *who);

/* The odds of a fight between the player and one monster. A plain value. */
typedef struct term_odds {
    bool known; /* false: `words` says why not */
    wyrm_outlook outlook;
    wyrm_duel duel;          /* the fight begun in the best way */
    wyrm_better_odds better; /* with an item readied first; item -1: none helps, or not asked */
    char words[400];         /* "Wait 2 turns: you win 64.3 % of such fights, losing 12 of 30 hp in
                                5 turns. Walk up: 44.8 %." */
    /* "First wield +2 Club: 93.0 %, losing 9 of 30 hp in 4 turns."; "" where nothing helps */
    char with[WYRM_NAME_TEXT_MAX + 128];
} term_odds;

/* Computes the odds. Without `in_words` no texts are written, and simulations use fewer fights. */
void term_odds_find(const term_session *session, const wyrm_game_monster *monster, bool in_words,
                    term_odds *out);

/* The chance to win: "82.4 %", or with the error of simulated fights "82 ±4 %", "over 99 %", "2-44
 * %" where ± would pass 0 or 100; short: "82 %", ">99 %". `out` has room for 24. */
void term_chance(const wyrm_duel *duel, bool is_short, char *out);

/* The opening of a fight: "walk up", or "strike" where they are adjacent; static text. */
const char *term_way_word(const wyrm_outlook *outlook, size_t way);
/* Whether the openings of a fight have different odds, as far as is known. */
bool term_ways_differ(const wyrm_outlook *outlook);

/* What the odds on a screen assume; `played`: some of them are simulated. */
#define TERM_ODDS_ASSUME(played)                                                                   \
    ((played)                                                                                      \
         ? "Odds of mock fights from here, against it alone; items and the unseen not counted."    \
         : "Exact odds from here, against it alone; items and the unseen not counted.")

/* One kind of attack: "75 % to hit, 4.2 hp, at most 8; 3.1 to kill" (mean number of blows, all as
 * good as the first); "3.1 to kill by blows alone" where something else harms too; ""
 * where it cannot be made. */
void term_attack_text(const term_session *session, const wyrm_combatant *attacker,
                      const wyrm_combatant *defender, wyrm_attack_kind kind, double distance,
                      double off_centre, char *out, size_t size);

/* How other gear or stats would change the odds against the opponents in sight, nearest first, from
 * their present places; with nobody in sight, against the hardest kinds defeated so far, fresh,
 * scaled to this depth, beside the player: "Against the Orc you win 62.0 % -> 93.1 %, with 9 -> 17
 * hp left." */
#define TERM_OPPONENTS_MAX 3
typedef struct term_change {
    char words[240]; /* "" where there are no odds */
    term_style style;
    bool in_sight;
    bool played; /* one of the two chances is simulated */
} term_change;

/* `before` is the command that makes the change, which takes a turn of the fight. `gap` separates
 * the words before "with": a blank, or a line break in a narrow column. Fills out[most], at most
 * TERM_OPPONENTS_MAX; returns the count. */
size_t term_odds_changes(const term_session *session, const wyrm_combatant *then,
                         const wyrm_effect *heals, const wyrm_command *before, char gap,
                         term_change *out, size_t most);
/* TERM_GOOD from 90 %, TERM_WARN from 60 %, else TERM_BAD. The number is always shown, too. */
term_style term_odds_style(double p_win);

wyrm_item_class term_item_class(const term_session *session, size_t item); /* of the pack */

/* Describes an item of the pack and how it would change the next fight; `throws`: what throwing it
 * does to the nearest monster. */
void term_item_panel_draw(const term_session *session, size_t item, bool throws, term_area area);

/* The screens. Each draws itself on a canvas and takes inputs. The app keeps a stack of them: only
 * the top one gets inputs, and those below it are drawn first. */

/* One kind of screen. */
typedef struct term_screen_kind {
    /* Names its help page, which the app opens for TERM_HELP. NULL: the screen takes typed text, so
     * that the app handles no typing key itself. */
    const char *name;
    size_t size; /* bytes of its state, which term_push allocates */
    bool over;   /* it does not cover the whole canvas: the screen below is drawn first */
    bool home;   /* the bottom screen of a game */
    void (*draw)(term_app *app, void *state, term_canvas *canvas);
    void (*take)(term_app *app, void *state, const term_input *input);
    /* Called once a frame while there is no input, as long as it returns true: for the autopilot
     * and replays. NULL: the screen only waits for input. */
    bool (*tick)(term_app *app, void *state);
    void (*leave)(void *state); /* frees what the state owns; NULL: nothing */
} term_screen_kind;

/* Pushes a screen; returns its zeroed state, which lives until the screen is popped. Out of memory,
 * the app ends with a message, and the state returned is a spare that is never shown. */
void *term_push(term_app *app, const term_screen_kind *kind);
void term_pop(term_app *app);     /* pops the top screen, freed once the input is handled */
void term_go_home(term_app *app); /* pops all screens above the bottom one of the game */

/* Leaves the game: saves it if it is not over, frees the session and returns to the title, or ends
 * the program if there is none (a recording is watched). If saving fails the player is told, and
 * the game goes on. */
void term_leave_game(term_app *app);
/* Shows a line at the bottom until the next input. */
void term_notice(term_app *app, const char *format, ...) WYRM_PRINTF(2, 3);

/* Replaces the names of deeds in braces by their first keys as the player has bound them:
 * "{cancel}: back" becomes "Esc: back", "{you}" the player's sign. Lives until the next call. */
#define TERM_HINT_MAX 512
const char *term_hint(term_app *app, const char *text);
#define TERM_BRACE '\x01' /* stands in such a text for a brace that begins no name of a deed */
/* Draws such a text on a line. */
void term_hint_draw(term_app *app, term_area area, const char *text);
/* Notes that a typing key does nothing here. */
void term_useless_key(term_app *app, const term_input *input);

/* A list to choose from; every menu is one. Rows have letters, the keys of moving and paging move
 * the choice, the mouse points and chooses; a long list scrolls. */

typedef struct term_list_row {
    char text[160];
    term_style style;
    bool heading;    /* cannot be chosen, and has no letter */
    uint32_t letter; /* chooses the row; 0: none was left */
    term_deed deed;  /* its keys choose the row, too; TERM_NOTHING: none */
    int what;        /* a value for the list's owner */
    term_cell glyph; /* drawn before the text; character 0: none */
} term_list_row;

#define TERM_LIST_MAX (WYRM_PACK_MAX + 2) /* a pack with its headings */

/* A plain value; {0} is empty. To refill it, set count and lettered to 0. */
typedef struct term_list {
    size_t count;
    size_t lettered; /* letters a..z, A..Z given out so far */
    term_list_row rows[TERM_LIST_MAX];
    size_t chosen;
    size_t top;     /* index of the first row shown */
    size_t last;    /* rows at the end that never scroll */
    term_area area; /* of the last drawing: for paging and the mouse */
} term_list;

/* Adds a row with a letter of its own, with the next of a..z, A..Z (0), without a letter, or a
 * heading; returns it, so that more can be set. In a full list the last row is replaced. */
#define TERM_LIST_HEADING   UINT32_MAX
#define TERM_LIST_NO_LETTER (UINT32_MAX - 1)
term_list_row *term_list_add(term_list *list, uint32_t letter, const char *format, ...)
    WYRM_PRINTF(3, 4);

typedef enum term_list_answer {
    TERM_LIST_IGNORED, /* the list has no use for the input */
    TERM_LIST_MOVED,   /* another row is chosen, or the same one again */
    TERM_LIST_CHOSEN,  /* a letter, Enter or a click: list->chosen */
    TERM_LIST_LEFT     /* Esc, or another button of the mouse */
} term_list_answer;

/* Draws the visible rows, always with the chosen one, and puts the cursor there. */
void term_list_draw(term_list *list, term_area area);

term_list_answer term_list_take(term_list *list, const term_input *input);

/* Handles an input for a screen that is this list: pops it when it is left, notes useless keys;
 * true where a row was chosen. */
bool term_list_choose(term_app *app, term_list *list, const term_input *input);

/* A list in a frame over the screens below, with a text above the rows. `answer` must pop the
 * screen; with `chosen` false the player pressed Esc. */
typedef struct term_menu {
    term_list list;
    char title[WYRM_NAME_TEXT_MAX], text[512];
    int width;
    bool low; /* at the bottom left, hiding nothing at the right; else in the middle */
    void (*answer)(term_app *app, const struct term_menu *menu, bool chosen);
    void (*reply)(term_app *app, bool yes); /* for questions (term_ask) */
    size_t item;                            /* index in the pack, for a menu about an item */
} term_menu;
term_menu *term_open_list(term_app *app, const char *name, int width,
                          void (*answer)(term_app *app, const term_menu *menu, bool chosen));

/* Asks a question with Yes and No; `answer` is called after it is popped. */
void term_ask(term_app *app, const char *question, bool yes_first,
              void (*answer)(term_app *app, bool yes));

#define TERM_ENTRY_MAX 1024 /* bytes with the NUL */

/* Asks for a line of text, `text` being preset; the first character typed replaces it. `allowed`
 * are the characters that can be typed (NULL: all). `answer` is called after the screen is popped;
 * if it returns false the line is asked for again. Esc pops it without calling `answer`. */
void term_enter(term_app *app, const char *title, const char *explanation, const char *text,
                const char *allowed, bool (*answer)(term_app *app, const char *text, void *context),
                void *context);

/* A page to read: a title, labelled lines that wrap and scroll, and a line about keys. */

typedef struct term_page_line {
    char label[40]; /* at the left; "" for none */
    char text[512];
    term_style style; /* style of the text */
    bool wide;        /* the text begins at the left margin, without a label */
} term_page_line;

typedef struct term_page {
    const char *title, *keys;     /* with names of deeds, as in term_hint */
    int label_width;              /* cells; 22 unless changed */
    term_deed again;              /* a deed that closes the page, too; TERM_NOTHING: none */
    bool to_end;                  /* show the end first; false once the reader has scrolled */
    void (*close)(term_app *app); /* called instead of popping the page; NULL: pop */
    size_t top, rows;             /* first row shown, and number of rows; of the last drawing */
    int height;
    size_t count, capacity;
    term_page_line *lines;
} term_page;

/* Opens an empty page that covers the whole canvas, for the caller to fill; `name` is that of its
 * help page. The texts must outlive it. `keys` NULL: the keys of every page. */
term_page *term_open_page(term_app *app, const char *name, const char *title, const char *keys);

/* The functions of a page, for a screen whose state begins with a term_page, and the start of
 * one. */
extern const term_screen_kind term_page_kind;
void term_page_begin(term_page *page, const char *title, const char *keys);

/* Adds a line; `label` NULL: none, and the text begins at the left margin. */
void term_page_add(term_page *page, term_style style, const char *label, const char *format, ...)
    WYRM_PRINTF(4, 5);
/* Adds a heading with an empty line before it; adds an empty line. */
void term_page_heading(term_page *page, const char *text);
#define term_page_gap(page) term_page_add((page), TERM_PLAIN, NULL, "%s", "")

/* Opens the help: first the page of a kind of screen by its name, then all keys, then the rest. */
void term_show_help(term_app *app, const char *name);

/* The map on a canvas: a window that follows a tile, with the terrain, items and monsters. */

/* A window on the map. A plain value; {0} is placed by the first term_map_follow. */
typedef struct term_map_view {
    int x, y;       /* the tile at the top left of the area; below 0 where the map is smaller */
    term_area area; /* the part of the canvas for it */
} term_map_view;

#define TERM_MARGIN_MOST  10 /* tiles kept visible around a walking player */
#define TERM_MARGIN_LEAST 2  /* tiles kept visible around a cursor */

/* Scrolls the window, as little as possible, so that `focus` is `margin` tiles inside, or a quarter
 * of the window if that is less. */
void term_map_follow(term_map_view *view, term_area area, const wyrm_map *map, wyrm_position focus,
                     int margin);
/* Scrolls it on, as little as possible, so that `other` is visible, too, if `focus` allows that. */
void term_map_show(term_map_view *view, const wyrm_map *map, wyrm_position focus,
                   wyrm_position other);
/* The place of a tile on the canvas; false outside the window. */
bool term_map_cell(const term_map_view *view, wyrm_position tile, int *x, int *y);

/* The tile at a place of the canvas; false outside the window and the map. */
bool term_map_tile(const term_map_view *view, const wyrm_map *map, int x, int y,
                   wyrm_position *out);

/* The characters of terrain: chosen so that no monster or item of the ruleset has them. */
typedef struct term_terrain {
    uint32_t wall, floor, exit, goal, player;
} term_terrain;

/* What the player sees or remembers of a tile: a monster, else an item, else the terrain. And the
 * whole map. */
term_cell term_tile_cell(const term_app *app, int x, int y);
void term_map_draw(const term_app *app, const term_map_view *view);
/* How an item is drawn. */
term_cell term_item_cell(const term_session *session, const wyrm_game_item *item);
/* Puts the cursor on a tile. */
void term_map_point(const term_map_view *view, wyrm_position tile);

/* The newest messages on a few lines. New ones, since the last key, are bold; where they do not fit
 * they are shown page by page. */

/* A plain value; {0}: nothing was read. */
typedef struct term_messages {
    size_t fresh; /* lines of the log from this index on are new */
    size_t page;  /* new lines before this index have been read */
    size_t next;  /* index where the next page begins; the log's count: nothing is left to read */
} term_messages;

/* Marks all lines of the log as read. */
void term_messages_heard(term_app *app);

void term_messages_draw(term_app *app, term_area area);

/* The state that the screens of a game share: where things are on the canvas, which messages were
 * read, and the running autopilot. */

#define TERM_SIGHTINGS_MAX 32

/* The areas of the canvas: the map at the top left, the player's column beside it, the messages
 * below. */
typedef struct term_layout {
    term_area map, side, messages;
} term_layout;

typedef struct term_play {
    bool told; /* the player has seen session->trouble */
    term_terrain terrain;
    term_layout layout; /* of the last drawing */
    term_map_view view;
    term_messages said;
    wyrm_command asked; /* done if the player answers yes */
    bool on_autopilot;
    wyrm_autopilot autopilot; /* its `why` is shown until the next input */
    term_deed begun_by;       /* its key, which does not stop it */
    /* the fights against each monster in view, nearest first; p_win below 0 where the odds are
     * unknown, or a tile has nobody */
    wyrm_duel alone[TERM_SIGHTINGS_MAX];
    size_t awake;       /* awake monsters in view */
    wyrm_outlook ahead; /* the fight with all of those; count 0: there is none */
} term_play;

void term_play_begin(term_app *app); /* Sets up the app's new game. */
void term_play_look(term_app *app);  /* Computes the odds of the monsters in view again. */

/* Carries out a command; where it is refused, shows why. False where the command was not done. */
bool term_play_act(term_app *app, wyrm_command command);
/* Draws the map with the window on `focus`, the player's column, and the lines between. */
void term_scene_draw(term_app *app, term_map_view *view, term_canvas *canvas, wyrm_position focus);
/* Clears the player's column and draws a heading there; returns the rest of it. */
term_area term_side_title(const term_app *app, const char *title);
/* Draws a text in place of the messages, and a last line about keys (term_hint). */
void term_hints_draw(term_app *app, const char *text, const char *keys);

const char *term_depth_word(bool climbs); /* "depth", or "floor" where the way leads up. */

/* "depth 3", or "floor 3" where the way leads up; `out` has room for 32. */
void term_depth_text(const term_session *session, char *out);
/* The stage of hunger, *style by how bad it is; NULL where the rules have no hunger. */
const char *term_hunger_text(const term_session *session, term_style *style);
/* Whether hunger is at its usual stage, so that it need not be shown. */
bool term_is_fed(const term_session *session);

/* The text of condition or boost number `index`, such as "confused 4" (short: "confused") and "+3
 * power 12"; false beyond the last. `out` has room for 80. */
bool term_condition_text(const wyrm_engine *engine, const wyrm_creature *creature, size_t index,
                         bool is_short, char *out, term_style *style);
bool term_boost_text(const term_session *session, size_t index, char *out);

/* The autopilot gives one command a frame, so that it can be watched and stopped. */

/* Starts an autopilot; tells the player where it has nothing to do. `direction` and `target` are
 * read only by the kinds that need them. */
void term_autopilot_begin(term_app *app, wyrm_autopilot_kind kind, wyrm_direction direction,
                          wyrm_position target);
/* Travels to a tile, or, if somebody is there, to one beside it. */
void term_autopilot_go(term_app *app, wyrm_position target);
/* Walks to the stairs, or without any to the victory item; takes them if the player is on them. */
void term_autopilot_leave(term_app *app);

/* The app: the stack of screens and the game that they share. */

#define TERM_STACK_MAX 32

/* A screen on the stack. */
typedef struct term_screen {
    const term_screen_kind *kind;
    const char *name; /* of its kind, or of its page: finds the help */
    void *state;
} term_screen;

struct term_app {
    term_keys keys;
    term_folders folders;
    const term_screen_kind *title; /* the screen after leaving a game; NULL: the program ends */
    void (*help)(term_app *app, const char *name); /* the page of a kind of screen; NULL: none */
    /* shows the dungeon of a game that the app takes over; NULL: games cannot be changed */
    void (*enter)(term_app *app, term_session *session);
    unsigned games; /* grows when a game begins or ends: older lists of saved games are stale */
    term_session *session; /* the game being played; NULL where there is none */
    term_play play;        /* its state on the screen */
    /* time limit for the odds in view, in seconds: they usually take a few milliseconds, but a
     * ruleset can be anything. INFINITY where the output must not depend on a clock. */
    double look_seconds;
    term_screen stack[TERM_STACK_MAX];
    size_t count;
    term_screen gone[TERM_STACK_MAX]; /* popped while a function of a screen runs, freed after it */
    size_t gone_count;
    int busy;    /* calls of screen functions that are running */
    bool idle;   /* the top screen's tick returned false last time */
    bool leaves; /* the game is being left: the session is freed after the call */
    bool small, quits, failed;
    bool redraw; /* the terminal is to be rewritten completely */
    bool fresh;  /* the notice was set during the current input */
    char notice[512], hint[TERM_HINT_MAX];
    char source[TERM_ENTRY_MAX]; /* the ruleset of the last game; "": there was none */
    /* given out by term_push when out of memory */
    _Alignas(max_align_t) char spare[1 << 18];
};

/* An app with an empty stack; the arguments are copied. NULL: out of memory. */
term_app *term_app_new(const term_keys *keys, const term_folders *folders,
                       const term_screen_kind *title,
                       void (*help)(term_app *app, const char *name));
/* Pops all screens and frees the session. NULL is allowed. */
void term_app_free(term_app *app);
/* Gives the app a game to own; frees the previous one. NULL: none. */
void term_app_set_session(term_app *app, term_session *session);
/* The kind of the screen on top; NULL where the stack is empty. */
const term_screen_kind *term_app_top(const term_app *app);
/* Draws the stack on a canvas of the given size; if that is too small, only a line that says so. */
void term_app_draw(term_app *app, term_canvas *canvas, int width, int height);
/* Gives an input to the top screen. Ignored while the canvas is too small. */
void term_app_take(term_app *app, const term_input *input);
/* Whether the top screen wants to be called each frame; runs one frame of it. */
bool term_app_ticks(const term_app *app);
void term_app_tick(term_app *app);
/* Whether the app should end: it was told to quit, its stack is empty, or memory ran out
 * (*failed). */
bool term_app_ended(const term_app *app, bool *failed);

/* The screens. Those of a game are opened from the dungeon, or from a watched recording. */

extern const term_screen_kind term_title; /* continue, new game, scores, help, quit */
extern const term_screen_kind term_dungeon;

/* Shows the dungeon of a game, which the app owns from now on; if an older one of the same ruleset
 * and seed is saved, asks first whether to delete it. */
void term_enter_game(term_app *app, term_session *session);

/* Asks for the target of a command that uses, shoots or throws, and carries it out. */
void term_open_target(term_app *app, wyrm_command command);
/* Looks around with a cursor, from a tile; `travels`: to choose where to travel, and the travel key
 * leads to the stairs. */
void term_open_look(term_app *app, wyrm_position from, bool travels);
void term_look_here(term_app *app); /* from the player's tile */

/* Asks for an item of the pack and does with it what the key stands for; false for other keys. */
bool term_open_pick(term_app *app, term_deed deed);
void term_open_pack(term_app *app);
void term_open_shop(term_app *app);    /* requires wyrm_can_trade */
void term_open_choose(term_app *app);  /* the choice on gaining a level */
bool term_open_attacks(term_app *app); /* false: there is only one */
void term_open_menu(term_app *app);
void term_open_log(term_app *app);      /* earlier messages */
void term_open_overview(term_app *app); /* the whole map */
void term_open_sheet(term_app *app);    /* the player's character */
void term_open_numbers(term_app *app);  /* the numbers of the nearest thing, which can be changed */
/* Opens the page of all exact consequences of the changes, below some lines that are known
 * already. */
typedef struct term_told {
    char words[160];
    term_style style;
} term_told;
void term_open_effects(term_app *app, const term_told *lines, size_t count);
/* Opens the numbers of the thing on a tile. */
void term_open_numbers_at(term_app *app, wyrm_position tile);
void term_open_ending(term_app *app);   /* the last page of a game */
void term_open_watching(term_app *app); /* the dungeon with pause, speed and steps */

/* The entry points for the command line. */

/* The options of `wyrm play` and `wyrm replay`. */
typedef struct term_play_options {
    wyrm_replay *replay; /* to be watched, ownership taken; NULL: a game is played */
    int speed;           /* of watching, commands a second, at least 1 */
    uint32_t last;       /* of watching: start this many turns before the end; 0: at the start */
    /* the new game; without a ruleset: that of the recording, or the title screen */
    term_new_game game;
    bool seeded; /* `game.seed` is given; else it is random */
    bool anew;   /* start a new game even if one is saved */
    term_terminal_options terminal;
} term_play_options;

/* Takes over the terminal until the app ends; fills *outcome, and adds what went wrong to
 * `errors`. */
term_end term_program_run(const term_play_options *options, term_outcome *outcome,
                          wyrm_errors *errors);

/* Writes the file of keys with the present bindings into *out, owned by the caller (free), and its
 * path into path[TERM_PATH_MAX]. TERM_END_LEFT, TERM_END_BAD_DATA or TERM_END_INTERNAL. */
term_end term_program_keys(char **out, char *path, wyrm_errors *errors);

#endif
