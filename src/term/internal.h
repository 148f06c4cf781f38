#ifndef WYRM_SRC_TERM_INTERNAL_H
#define WYRM_SRC_TERM_INTERNAL_H

/* The game in the terminal: files of the player, games being played, and the screens. */

#include <sys/types.h>
#include <time.h>

#include <wyrm/outlook.h>
#include <wyrm/replay.h>

#include "game/internal.h"
#include "term/canvas.h"

/* Where the files of the player are. */

#define TERM_PATH_MAX 4096 /* bytes, the NUL included */

typedef struct term_folders {
    char state[TERM_PATH_MAX];  /* $XDG_STATE_HOME/wyrm, or ~/.local/state/wyrm */
    char config[TERM_PATH_MAX]; /* $XDG_CONFIG_HOME/wyrm, or ~/.config/wyrm */
} term_folders;

/* From the environment. Makes no folders.
 * WYRM_ERROR_IO     there is no home folder
 * WYRM_ERROR_LIMIT  a path is too long */
WYRM_MUST_CHECK wyrm_status term_folders_find(term_folders *out, wyrm_error *error);

/* Joins a folder and a name ("games/ruggrogue-1.game"). WYRM_ERROR_LIMIT  the path is too long */
WYRM_MUST_CHECK wyrm_status term_path_join(char out[TERM_PATH_MAX], const char *folder,
                                           const char *name, wyrm_error *error);

/* Makes a folder and those above it that are missing, for its owner alone (0700).
 * WYRM_ERROR_IO  it cannot be made (the message says why), or something else has the name */
WYRM_MUST_CHECK wyrm_status term_make_folder(const char *path, wyrm_error *error);

/* A recording as a file holds it. */
typedef struct term_recording {
    wyrm_replay *replay;
    char *text;
    size_t length, kept; /* bytes of the text, and how many of them were understood */
    bool damaged;        /* a line is none, or does not give what it gave; a torn last one is not */
    bool mended;         /* once it was played: all that was damaged could be put right */
} term_recording;

/* Reads one up to its first bad line: fails as wyrm_file_read and wyrm_replay_read. The caller
 * frees it. */
WYRM_MUST_CHECK wyrm_status term_recording_read(const char *path, term_recording *out,
                                                wyrm_error *error);
void term_recording_free(term_recording *recording);

/* What a designer has changed of the rules of a game: tried, listed, taken back. Knows no screen
 * and no game. */

typedef struct term_changes {
    const wyrm_design *begun; /* the rules that are changed */
    size_t count;
    wyrm_change rows[WYRM_CHANGES_MAX]; /* their texts are those below */
    char paths[WYRM_CHANGES_MAX][WYRM_CHANGE_PATH_MAX],
        texts[WYRM_CHANGES_MAX][WYRM_CHANGE_TEXT_MAX];
    wyrm_design *design; /* the rules as changed; NULL: nothing is */
    wyrm_engine *engine; /* of these */
} term_changes;

/* Begins with some changes, which hold for the rules already. NULL: out of memory. */
term_changes *term_changes_new(const wyrm_design *begun, const wyrm_change *rows, size_t count);
void term_changes_free(term_changes *changes); /* NULL is allowed */

/* What is changed at a path: its index, or `count`. */
size_t term_changes_find(const term_changes *changes, const char *path);

/* Has a path say something else, read by the reader of rulesets; what the rules say themselves
 * takes the change back. Where it is refused nothing changes, and *error is a sentence for people.
 */
WYRM_MUST_CHECK wyrm_status term_changes_set(term_changes *changes, const char *path,
                                             const char *text, wyrm_error *error);
/* Takes a change back: fails only for want of memory, or where others do not make sense without
 * it. */
WYRM_MUST_CHECK wyrm_status term_changes_undo(term_changes *changes, size_t index,
                                              wyrm_error *error);

/* What stands at a path of a ruleset, as in a file; "" where nothing does. */
void term_said(const wyrm_design *design, const char *path, char out[WYRM_CHANGE_TEXT_MAX]);

/* A game being played in the terminal. Knows no screen. */

/* The file of a game: its recording, appended to command by command. */
typedef struct term_journal {
    char path[TERM_PATH_MAX]; /* "": the game is not saved */
    bool open;                /* `file` is open, and locked against others */
    int file;
    off_t length;   /* bytes of it that are whole */
    size_t written; /* steps of the recording that are in it */
    bool fresh;     /* nothing was done yet: it goes when it is closed */
    bool unsynced;  /* the disk may not have it all */
    double synced;  /* when it had, in term_seconds */
} term_journal;

typedef struct term_session {
    wyrm_design *design;
    wyrm_engine *engine;
    wyrm_game *game;
    wyrm_game *before; /* room for the game before a command; owned by act */
    wyrm_log *log;
    wyrm_replay *replay;       /* what was done, or what is watched; NULL: practice */
    wyrm_observation *view;    /* of the game as it is now */
    wyrm_listener listener;    /* writes the log */
    term_journal journal;      /* of games that are saved */
    char state[TERM_PATH_MAX]; /* the folder of the player's files; "" where nothing is written */
    char dump_path[TERM_PATH_MAX]; /* of the last page, written when the game is over; "" else */
    char trouble[256];             /* what went wrong with files while the game went on; "" else */
    char notice[512];              /* how the game goes on, to be told once; "" of a new one */
    wyrm_design *begun; /* the rules that the game began with, where its designer has changed */
    wyrm_engine *begun_engine; /* them since; both NULL: `design` and `engine` are those */
    size_t branched;           /* branches of the recording that have been entered */
    term_changes *changes;     /* that its designer has listed; NULL: none yet */
    bool practice;             /* a debug start: no save, no recording, no score */
    bool pending;              /* not entered yet: nothing is written, an older game has its file */
    bool watching;             /* `replay` is what is watched; step game->commands comes next */
    bool new_map;              /* the last command has led to one */
    bool rewrote;              /* it has taken the place of the newest line of the log */
    bool acts, begins;         /* a command is carried out; nothing of it has been told yet */
    size_t here;               /* lines of the log, the last of which tells what lies here; or 0 */
    int speed;                 /* commands a second while watching, to begin with */
    uint32_t last;             /* watching begins so many turns before the end; 0: at the start */
} term_session;

/* The game as it is now. */
static inline const wyrm_game_view *term_now(const term_session *session)
{
    return wyrm_game_look(session->game);
}

/* The level of the player; 0 where the rules have no levels to gain, and nobody need be told. */
static inline int32_t term_level(const term_session *session)
{
    const wyrm_experience *experience = &session->game->experience;
    return experience->next < UINT64_MAX || experience->level > 1 ? experience->level : 0;
}

/* Whether it is won or lost; where one goes on after winning, nothing more need be done. */
static inline bool term_is_won_or_lost(const term_session *session)
{
    wyrm_game_phase phase = session->game->phase;
    return phase == WYRM_PHASE_WON || phase == WYRM_PHASE_DEAD;
}

/* The rules that its game began with, and those as its designer has changed them so far. */
static inline const wyrm_design *term_begun_rules(const term_session *session)
{
    return session->begun != NULL ? session->begun : session->design;
}
static inline const wyrm_design *term_changed_rules(const term_session *session)
{
    const term_changes *changes = session->changes;
    return changes != NULL && changes->design != NULL ? changes->design : term_begun_rules(session);
}

/* A monster in view, by its number there. */
static inline const wyrm_game_monster *term_seen(const term_session *session, size_t index)
{
    return &term_now(session)->monsters[session->view->monsters[index].index];
}

/* What a new game is begun with. */
typedef struct term_new_game {
    const char *ruleset; /* a shipped name or a path */
    const char *allowed; /* a folder whose files it may extend, too; NULL: none */
    uint64_t seed;
    const char *const *without; /* as wyrm_game_options; NULL: none */
    size_t without_count;
    bool practice; /* on the last floor, well equipped; neither saved nor scored */
} term_new_game;

/* A seed that nobody knows, at most TERM_SEED_MAX. */
#define TERM_SEED_MAX UINT64_C(999999999)
uint64_t term_random_seed(void);

/* On success *out is owned by the caller (term_session_free); else `errors` tells everything and
 * the status is one of wyrm_design_open, wyrm_engine_new, wyrm_game_start, wyrm_replay_new, or
 * WYRM_ERROR_IO  the same game is being played elsewhere */
WYRM_MUST_CHECK wyrm_status term_game_new(const term_folders *folders, const term_new_game *game,
                                          term_session **out, wyrm_errors *errors);

/* Continues a saved game up to its last good command; the file is never deleted by this. The same,
 * or one of term_recording_read. */
WYRM_MUST_CHECK wyrm_status term_game_continue(const term_folders *folders, const char *path,
                                               term_session **out, wyrm_errors *errors);

/* A designer's game: that of `from` gone back to the state after the first `steps` commands, and
 * taken over into its rules with these changes. The past is as it was played; what follows is
 * recorded behind it, in a file of its own, and makes no score. The errors are those of
 * term_game_continue, and
 * WYRM_ERROR_ARGUMENT  it is over there, or the rules do not fit (wyrm/take_over.h) */
WYRM_MUST_CHECK wyrm_status term_game_branch(const term_folders *folders, const term_session *from,
                                             size_t steps, const wyrm_change *changes, size_t count,
                                             term_session **out, wyrm_errors *errors);

/* Whether it is a designer's game: no honest one from there on. */
static inline bool term_is_designed(const term_session *session)
{
    return session->replay != NULL && wyrm_replay_branches(session->replay) > 0;
}

/* The game of a recording at its beginning, to be watched. Takes the recording over, also where it
 * fails. `ruleset` NULL: that of the recording; else it and `allowed` are as in term_new_game. */
WYRM_MUST_CHECK wyrm_status term_game_watch(wyrm_replay *replay, const char *ruleset,
                                            const char *allowed, int speed, term_session **out,
                                            wyrm_errors *errors);

/* A recording that is watched, at its beginning again; fails as wyrm_replay_begin. */
WYRM_MUST_CHECK wyrm_status term_session_rewind(term_session *session, wyrm_error *error);

/* Carries out a command: the game, the recording and its file, the log, the view; when the game is
 * over its last page and its score are written, too. False where it was refused or failed: *error
 * tells why in the player's words. */
bool term_session_act(term_session *session, const wyrm_command *command, wyrm_error *error);
/* Whether nothing more can be done in the game. */
bool term_session_is_over(const term_session *session);
/* Makes sure that all of the game is in its file and on the disk. */
bool term_session_save(term_session *session, wyrm_error *error);

/* What was done reaches the file, and the disk where it is due, or at once: what goes wrong is told
 * with the next command. And when it is due, in term_seconds; below 0: all is there. */
void term_session_keep(term_session *session, bool at_once);
double term_session_due(const term_session *session);

/* Writes the file anew, whole or not at all, opens and locks it; over that of an older game where
 * it may `replace` it. Fails as wyrm_file_write, and
 * WYRM_ERROR_IO  another plays the game */
wyrm_status term_session_create(term_session *session, bool replace, wyrm_error *error);
/* Deletes the file; nothing is written of this game any more. */
void term_session_forget(term_session *session);

/* Frees it and gives up its lock. A new game in which nothing was done leaves no file, unless it
 * was saved. NULL is allowed. */
void term_session_free(term_session *session);

/* A saved game, as the title shows it. */
typedef struct term_saved {
    char path[TERM_PATH_MAX];
    time_t changed;
    bool known;              /* it can be read; what follows is filled then */
    wyrm_replay_facts facts; /* what began it */
    int32_t depth, level;    /* where it stands, of those that are played (term_level) */
    uint32_t turn;
    bool climbs;   /* its ruleset leads up: it has floors, not depths */
    bool designed; /* a designer's game */
} term_saved;

/* Every saved game, the last one played first; so many are played to where they stand, and known
 * only where that can be. *out is owned by the caller (free).
 * WYRM_ERROR_MEMORY  out of memory */
#define TERM_SAVED_MAX 200
WYRM_MUST_CHECK wyrm_status term_games_find(const term_folders *folders, size_t looked_at,
                                            term_saved **out, size_t *count, wyrm_error *error);

/* What finds the same ruleset from everywhere: the name of a shipped one, else the whole path.
 * Owned by the caller (free); NULL: out of memory. */
char *term_source(const char *ruleset);

/* High scores: a file of the games that were won and lost. */

#define TERM_SCORES_MAX 200 /* that are kept: the best */

/* One game. A plain value. */
typedef struct term_score {
    char ruleset[64], title[96], hash[17];
    char ending[WYRM_MESSAGE_TEXT_MAX]; /* "killed by an Orc" */
    char day[16];                       /* "2024-02-29"; "" where the clock does not say */
    bool won, climbs;                   /* climbs: the ruleset leads up, `depth` is a floor */
    int64_t seed, depth, level, experience, turn, kills;
    int64_t wins; /* of new games plus before this one */
    bool again;   /* not in the file: the game was ended before, and may have its row already */
} term_score;

typedef struct term_scores {
    size_t count;
    term_score rows[TERM_SCORES_MAX]; /* best first */
} term_scores;

/* The score of a game that has come to its end. */
void term_score_of(const term_session *session, term_score *out);
/* Whether one game counts for more than another: won, then depth, experience, fewer turns. */
bool term_score_beats(const term_score *one, const term_score *other);

/* Reads <state>/scores.json; a file that is not there has no rows. *out is empty where this fails.
 * WYRM_ERROR_IO      it cannot be read
 * WYRM_ERROR_LIMIT   it is of a newer version, or too large
 * WYRM_ERROR_SYNTAX  it is broken (line and column) */
WYRM_MUST_CHECK wyrm_status term_scores_read(const char *state, term_scores *out,
                                             wyrm_error *error);

/* Adds a row. A file that is broken is kept as scores.json.broken, and a new one begun: that is no
 * failure. As wyrm_file_write, and WYRM_ERROR_LIMIT for a file of a newer version, which is left
 * alone. */
WYRM_MUST_CHECK wyrm_status term_scores_add(const char *state, const term_score *score,
                                            wyrm_error *error);

/* Numbers of creatures and the odds of fights, in words. */

/* One line, such as "attack" "4.8" "8". A pair of stats is one line: "damage" "1-4". */
typedef struct term_figure {
    char label[40];
    char now[24], then[24]; /* `then` as `now` where nothing is compared */
    bool changed;
    term_style style; /* of `then`: TERM_GOOD, TERM_BAD where it is plainly better or worse */
} term_figure;

#define TERM_FIGURES_MAX (WYRM_STATS_MAX + 2)

/* Collects the stats worth showing: those that the ruleset gives its player or lets grow, and
 * others that differ from the combat model's own values. `then` may be NULL. Fills
 * out[TERM_FIGURES_MAX] and returns how many. With `then` a change of the maximum of hit points
 * comes first. */
size_t term_figures(const wyrm_engine *engine, const wyrm_combatant *now,
                    const wyrm_combatant *then, term_figure *out);

/* Draws the figures of a creature, at most `most`, in columns where two fit beside each other, else
 * one after the other; takes the rows off. */
void term_figures_draw(term_area *area, const wyrm_engine *engine, const wyrm_combatant *who,
                       size_t most);

/* Draws only those that change from one to another, as "attack 4.8 -> 8", one a row; takes the rows
 * off, and returns how many. */
int term_changes_draw(term_area *area, const wyrm_engine *engine, const wyrm_combatant *now,
                      const wyrm_combatant *then);
/* A stat of the combat model as people read it: "armor class". `out` has room for 40. */
void term_stat_label(const char *name, char *out);
/* "4.8", "12", "0.35", "0.012": at most two decimals, three below 0.1. `out` has room for 24. */
void term_number(double value, char *out);

void term_percent(double share, char *out); /* "82.4 %", "over 99.9 %"; `out` has room for 24. */

/* The share of the hit points that is left. */
double term_life(const wyrm_combatant *who);

/* What is known of a fight between the player and one monster. A plain value. */
typedef struct term_odds {
    bool known; /* else `words` says why not */
    wyrm_outlook outlook;
    wyrm_duel duel;          /* of the best way to begin */
    wyrm_better_odds better; /* of the pack, readied first; item -1: nothing helps, or not asked */
    char words[400];         /* "Wait 2 turns: you win 64.3 % of such fights, losing 12 of 30 hp in
                                5 turns. Walk up: 44.8 %." */
    /* "First wield +2 Club: 93.0 %, losing 9 of 30 hp in 4 turns."; "" where nothing helps */
    char with[WYRM_NAME_TEXT_MAX + 128];
} term_odds;

/* Works them out; what is played by fewer fights where only the chance is asked for, and no words.
 */
void term_odds_find(const term_session *session, const wyrm_game_monster *monster, bool in_words,
                    term_odds *out);

/* "82.4 %", or of set fights with what they leave open: "82 ±4 %", "over 99 %", "2-44 %" where ±
 * would pass 0 or 100; short: "82 %", ">99 %".
 * `out` has room for 24. */
void term_chance(const wyrm_duel *duel, bool is_short, char *out);

/* How a fight is begun: "walk up", or "strike" where they stand beside each other; static text. */
const char *term_way_word(const wyrm_outlook *outlook, size_t way);
/* Whether ways to begin a fight differ, as far as is known. */
bool term_ways_differ(const wyrm_outlook *outlook);

/* What all odds that are shown assume; `played`: some are of set fights. */
#define TERM_ODDS_ASSUME(played)                                                                   \
    ((played)                                                                                      \
         ? "Odds of mock fights from here, against it alone; items and the unseen not counted."    \
         : "Exact odds from here, against it alone; items and the unseen not counted.")

/* One attack of one on another: "75 % to hit, 4.2 hp, at most 8; 3.1 to kill" (blows
 * on average, each as the first); "" where it cannot
 * be made. */
void term_attack_text(const term_session *session, const wyrm_combatant *attacker,
                      const wyrm_combatant *defender, wyrm_attack_kind kind, double distance,
                      double off_centre, char *out, size_t size);

/* What other gear or stats would change against the opponents in sight, nearest first, from where
 * they stand; where there are none, those defeated that are the hardest, fresh and as they are on
 * this depth, beside the player: "Against the Orc you win 62.0 % -> 93.1 %, with 9 -> 17 hp left."
 */
#define TERM_OPPONENTS_MAX 3
typedef struct term_change {
    char words[240]; /* "" where there are no odds */
    term_style style;
    bool in_sight;
    bool played; /* one of the two is of set fights */
} term_change;

/* `before` is the command that brings the change about, in the turn that it takes. `gap` stands
 * behind "win" and before "with": a blank, or a line break in a narrow column. Fills out[most], at
 * most TERM_OPPONENTS_MAX; returns how many. */
size_t term_odds_changes(const term_session *session, const wyrm_combatant *then,
                         const wyrm_effect *heals, const wyrm_command *before, char gap,
                         term_change *out, size_t most);
/* TERM_GOOD from 90 %, TERM_WARN from 60 %, else TERM_BAD. The number is always shown with it. */
term_style term_odds_style(double p_win);

wyrm_item_class term_item_class(const term_session *session, size_t item); /* of the pack */

/* What an item of the pack is and does, with what it would change in the next fight; or what it
 * does to the nearest where it is to be thrown. */
void term_item_panel_draw(const term_session *session, size_t item, bool throws, term_area area);

/* Screens: each draws itself on a canvas and takes inputs; the app keeps them in a stack and only
 * the top one gets inputs, those below are drawn first. */

/* One kind of screen. */
typedef struct term_screen_kind {
    /* Of its help page, which the app opens for TERM_HELP. NULL: the screen takes typed text, and
     * the app takes no typing key from it. */
    const char *name;
    size_t size; /* bytes of its state (term_push) */
    bool over;   /* what is below it is seen, too */
    bool home;   /* the screen at the bottom of a game */
    void (*draw)(term_app *app, void *state, term_canvas *canvas);
    void (*take)(term_app *app, void *state, const term_input *input);
    /* Called while nothing is typed, as long as it returns true: the autopilot and replays, a
     * frame each. NULL: it waits. */
    bool (*tick)(term_app *app, void *state);
    void (*leave)(void *state); /* frees what it owns; NULL: nothing */
} term_screen_kind;

/* Puts a screen on top; returns its zeroed state, which lives until it is popped. Where there is no
 * memory the app ends with a message, and what is returned comes to nothing. */
void *term_push(term_app *app, const term_screen_kind *kind);
void term_pop(term_app *app);     /* takes the top screen away, after the input that it is taking */
void term_go_home(term_app *app); /* takes all away but the one at the bottom of the game */

/* Leaves the game: saves it where it is not over, frees the session, goes back to the title, or
 * ends the program where there is none (a recording is watched). Where saving fails the player is
 * told, and the game goes on. */
void term_leave_game(term_app *app);
/* A line that stays for one input, at the bottom. */
void term_notice(term_app *app, const char *format, ...) WYRM_PRINTF(2, 3);

/* A text with the names of deeds in braces replaced by their first keys as the player has bound
 * them: "{cancel}: back" becomes "Esc: back". Lives until the next call. */
#define TERM_HINT_MAX 512
const char *term_hint(term_app *app, const char *text);
/* Such a text on a line. */
void term_hint_draw(term_app *app, term_area area, const char *text);
/* Tells that a key that types something means nothing here. */
void term_useless_key(term_app *app, const term_input *input);

/* A list to choose from: every menu is one. Rows have letters, the keys of going and paging move,
 * the mouse points and chooses; what does not fit scrolls. */

typedef struct term_list_row {
    char text[160];
    term_style style;
    bool heading;    /* not to be chosen, without a letter */
    uint32_t letter; /* 0: none is left */
    term_deed deed;  /* whose keys choose it, too; TERM_NOTHING: none */
    int what;        /* it stands for, as its owner has it */
    term_cell glyph; /* before the text; character 0: none */
} term_list_row;

#define TERM_LIST_MAX (WYRM_PACK_MAX + 2) /* a pack with its headings */

/* A plain value; {0} is empty. Whoever fills it anew sets count and lettered to 0. */
typedef struct term_list {
    size_t count;
    size_t lettered; /* rows with a letter that is not their own */
    term_list_row rows[TERM_LIST_MAX];
    size_t chosen;
    size_t top;     /* the first row shown */
    size_t last;    /* so many rows at the end always are shown: those before them scroll */
    term_area area; /* where it was drawn last: for paging and the mouse */
} term_list;

/* Adds a row of a letter of its own, with the next of a..z, A..Z (0), without one, or a heading;
 * returns it, to be given more. Beyond the most the last one is replaced. */
#define TERM_LIST_HEADING   UINT32_MAX
#define TERM_LIST_NO_LETTER (UINT32_MAX - 1)
term_list_row *term_list_add(term_list *list, uint32_t letter, const char *format, ...)
    WYRM_PRINTF(3, 4);

typedef enum term_list_answer {
    TERM_LIST_IGNORED, /* the input means nothing to a list */
    TERM_LIST_MOVED,   /* another row, or the same one again */
    TERM_LIST_CHOSEN,  /* a letter, Enter or a click: list->chosen */
    TERM_LIST_LEFT     /* Esc, or another button of the mouse */
} term_list_answer;

/* Draws what fits, the chosen row always among it, and puts the cursor there. */
void term_list_draw(term_list *list, term_area area);

term_list_answer term_list_take(term_list *list, const term_input *input);

/* The same for a screen that is this list: goes away where it is left, tells that a key means
 * nothing; true where a row was chosen. */
bool term_list_choose(term_app *app, term_list *list, const term_input *input);

/* A list in a frame over the screens below, with a text above. `answer` takes the screen away, also
 * where no row was chosen but Esc. */
typedef struct term_menu {
    term_list list;
    char title[WYRM_NAME_TEXT_MAX], text[512];
    int width;
    bool low; /* at the left of the bottom, hiding nothing at the right; else in the middle */
    void (*answer)(term_app *app, const struct term_menu *menu, bool chosen);
    void (*reply)(term_app *app, bool yes); /* of questions */
    size_t item;                            /* of the pack, where it is about one */
} term_menu;
term_menu *term_open_list(term_app *app, const char *name, int width,
                          void (*answer)(term_app *app, const term_menu *menu, bool chosen));

/* A question with Yes and No; `answer` is called after it is gone. */
void term_ask(term_app *app, const char *question, bool yes_first,
              void (*answer)(term_app *app, bool yes));

#define TERM_ENTRY_MAX 1024 /* bytes with the NUL */

/* Asks for a line, `text` being there already; the first character typed takes its place. `allowed`
 * are the characters that can be typed (NULL: all). `answer` is called after it is gone, and
 * says whether the line will do: else it is there again. With Esc it is not called. */
void term_enter(term_app *app, const char *title, const char *explanation, const char *text,
                const char *allowed, bool (*answer)(term_app *app, const char *text, void *context),
                void *context);

/* A page to read: a title, lines with a label each that wrap and scroll, a line about keys. */

typedef struct term_page_line {
    char label[40]; /* at the left; "" for none */
    char text[512];
    term_style style; /* of the text */
    bool wide;        /* the text begins at the left margin: it has no label */
} term_page_line;

typedef struct term_page {
    const char *title, *keys;     /* as of term_hint */
    int label_width;              /* cells; 22 */
    term_deed again;              /* closes it, too; TERM_NOTHING: none */
    bool to_end;                  /* begin at the end; false once the reader has scrolled */
    void (*close)(term_app *app); /* instead of just going away; NULL */
    size_t top, rows; /* the first row shown, and how many there are; of the last drawing */
    int height;
    size_t count, capacity;
    term_page_line *lines;
} term_page;

/* Opens a page that covers the whole canvas, to be filled by its caller; `name` is that of its help
 * page. The texts must outlive it. `keys` NULL: what they do on every page. */
term_page *term_open_page(term_app *app, const char *name, const char *title, const char *keys);

/* What a page does, for a screen whose state begins with one, and how that is begun. */
extern const term_screen_kind term_page_kind;
void term_page_begin(term_page *page, const char *title, const char *keys);

/* Adds a line; `label` NULL: it has none, and begins at the left margin. */
void term_page_add(term_page *page, term_style style, const char *label, const char *format, ...)
    WYRM_PRINTF(4, 5);
/* A heading, with an empty line before it; and an empty line. */
void term_page_heading(term_page *page, const char *text);
#define term_page_gap(page) term_page_add((page), TERM_PLAIN, NULL, "%s", "")

/* Opens the help: first about a kind of screen by its name, then all keys, then the rest. */
void term_show_help(term_app *app, const char *name);

/* The map on a canvas: a window that follows somebody, with what lies and stands there. */

/* A window on the map. A plain value; {0} finds its place at the first term_map_follow. */
typedef struct term_map_view {
    int x, y;       /* the tile at the top left of the area; below 0 where the map is smaller */
    term_area area; /* where it is drawn */
} term_map_view;

#define TERM_MARGIN_MOST  10 /* tiles around a player who walks */
#define TERM_MARGIN_LEAST 2  /* around a cursor */

/* Moves the window so that `focus` is `margin` tiles inside, or a quarter of the window where that
 * is less: it stays where it is as long as it can. */
void term_map_follow(term_map_view *view, term_area area, const wyrm_map *map, wyrm_position focus,
                     int margin);
/* Moves it on, as little as can be, so that `other` is inside, too, if `focus` allows that. */
void term_map_show(term_map_view *view, const wyrm_map *map, wyrm_position focus,
                   wyrm_position other);
/* Where a tile is on the canvas; false outside the window. */
bool term_map_cell(const term_map_view *view, wyrm_position tile, int *x, int *y);

/* The tile of a cell; false outside the window and the map. */
bool term_map_tile(const term_map_view *view, const wyrm_map *map, int x, int y,
                   wyrm_position *out);

/* What terrain looks like: characters that no monster and no item of the ruleset has. */
typedef struct term_terrain {
    uint32_t wall, floor, exit, goal, player;
} term_terrain;

/* What the player knows of a tile, who stands there, what lies there, or the terrain; and all of
 * it. */
term_cell term_tile_cell(const term_app *app, int x, int y);
void term_map_draw(const term_app *app, const term_map_view *view);
/* How an item is drawn. */
term_cell term_item_cell(const term_session *session, const wyrm_game_item *item);
/* Puts the cursor on a tile. */
void term_map_point(const term_map_view *view, wyrm_position tile);

/* The newest messages on a few lines. Those since the last key are bold; where they do not fit,
 * they come page by page. */

/* A plain value; {0} has read nothing. */
typedef struct term_messages {
    size_t fresh; /* lines of the log from here on are new */
    size_t page;  /* new lines before this one have been read */
    size_t next;  /* where the next page begins; the end of the log: nothing is left to read */
} term_messages;

/* All that the log has is old from now on. */
void term_messages_heard(term_app *app);

void term_messages_draw(term_app *app, term_area area);

/* What the screens of a game in progress share: where things are on the canvas, what has been read,
 * and the autopilot that is being run. */

#define TERM_SIGHTINGS_MAX 32

/* Where things are: the map at the top left, beside it the column of the player, below the
 * messages. */
typedef struct term_layout {
    term_area map, side, messages;
} term_layout;

typedef struct term_play {
    bool told; /* of trouble with files */
    term_terrain terrain;
    term_layout layout; /* of the last drawing */
    term_map_view view;
    term_messages said;
    wyrm_command asked; /* what is done if the player says yes */
    bool on_autopilot;
    wyrm_autopilot autopilot; /* its `why` is shown until the next input */
    term_deed begun_by;       /* the key that began it, which does not stop it */
    /* the fights against the monsters in view, nearest first; p_win below 0 where that is not
     * known, or nobody is seen there */
    wyrm_duel alone[TERM_SIGHTINGS_MAX];
    size_t awake;       /* monsters in view that are */
    wyrm_outlook ahead; /* the fight with all of these; count 0: there is none */
} term_play;

void term_play_begin(term_app *app); /* Gets ready for the game that the app has now. */
void term_play_look(term_app *app);  /* Looks at the monsters in view again. */

/* Carries out a command; where it is refused, tells why. False where nothing came of it. */
bool term_play_act(term_app *app, wyrm_command command);
/* The map with the window on `focus`, the column of the player, and the lines between. */
void term_scene_draw(term_app *app, term_map_view *view, term_canvas *canvas, wyrm_position focus);
/* The column of the player, cleared, with a heading; returns what is left below. */
term_area term_side_title(const term_app *app, const char *title);
/* A text instead of the messages, and a last line about keys (term_hint). */
void term_hints_draw(term_app *app, const char *text, const char *keys);

const char *term_depth_word(bool climbs); /* "depth", or "floor" where the way leads up. */

/* "depth 3", or "floor 3" where the way leads up; `out` has room for 32. */
void term_depth_text(const term_session *session, char *out);
/* The stage of hunger, with *style by how bad it is; NULL where nobody is ever hungry. */
const char *term_hunger_text(const term_session *session, term_style *style);
/* Whether that is as at the start, or as usual, and need not be told. */
bool term_is_fed(const term_session *session);

/* The text of condition or boost number `index`, such as "confused 4" (short: "confused") and "+3
 * power 12"; false
 * where there are no more. `out` has room for 80. */
bool term_condition_text(const wyrm_engine *engine, const wyrm_creature *creature, size_t index,
                         bool is_short, char *out, term_style *style);
bool term_boost_text(const term_session *session, size_t index, char *out);

/* The autopilot runs command by command, so that it is watched and can be stopped. */

/* Begins one; where it makes no sense the player is told. What is not of its kind is not read. */
void term_autopilot_begin(term_app *app, wyrm_autopilot_kind kind, wyrm_direction direction,
                          wyrm_position target);
/* Travels to a tile, or where somebody stands on it right beside it. */
void term_autopilot_go(term_app *app, wyrm_position target);
/* To the stairs, or where there are none to the victory item; takes them when it stands on them. */
void term_autopilot_leave(term_app *app);

/* The app: the stack of screens with the game that they share. */

#define TERM_STACK_MAX 32

/* A screen on the stack. */
typedef struct term_screen {
    const term_screen_kind *kind;
    const char *name; /* that of its kind, or of its page */
    void *state;
} term_screen;

struct term_app {
    term_keys keys;
    term_folders folders;
    const term_screen_kind *title; /* the screen after leaving a game; NULL: the program ends */
    void (*help)(term_app *app, const char *name); /* the page of a kind of screen; NULL: none */
    /* shows the dungeon of a game, which the app owns from then on; NULL: games are not changed */
    void (*enter)(term_app *app, term_session *session);
    unsigned games; /* grows whenever a game begins or ends: a list of saved games is old then */
    term_session *session; /* the game being played; NULL where there is none */
    term_play play;        /* how it stands on the screen */
    /* what finding the odds in view may take, as a ruleset can be anything: usually it is a few
     * milliseconds. INFINITY where what is shown may not depend on a clock. */
    double look_seconds;
    term_screen stack[TERM_STACK_MAX];
    size_t count;
    term_screen gone[TERM_STACK_MAX]; /* popped during a call of a screen, and freed after it */
    size_t gone_count;
    int busy;    /* how many calls of screens have not returned yet */
    bool idle;   /* the top screen had nothing to do when it was last asked */
    bool leaves; /* the game is being left: the session is freed after the call */
    bool small, quits, failed;
    bool redraw; /* all is to be written anew, whatever the terminal shows */
    bool fresh;  /* the notice was set during the input that is being taken */
    char notice[512], hint[TERM_HINT_MAX];
    char source[TERM_ENTRY_MAX]; /* what the last game was begun from; "": there was none */
    /* the state of a screen for which there is no memory */
    _Alignas(max_align_t) char spare[1 << 18];
};

/* An app with nothing on its stack; all is copied. NULL where there is no memory. */
term_app *term_app_new(const term_keys *keys, const term_folders *folders,
                       const term_screen_kind *title,
                       void (*help)(term_app *app, const char *name));
/* Takes all screens away and frees the session. NULL is allowed. */
void term_app_free(term_app *app);
/* Gives the app a game to own; the one before is freed. NULL: none. */
void term_app_set_session(term_app *app, term_session *session);
/* The kind of the screen on top; NULL where the stack is empty. */
const term_screen_kind *term_app_top(const term_app *app);
/* Draws the stack on a canvas of a size; where that is too small, only a line that says so. */
void term_app_draw(term_app *app, term_canvas *canvas, int width, int height);
/* Gives an input to the top screen. Ignored while the last drawing had too little room. */
void term_app_take(term_app *app, const term_input *input);
/* Whether the top screen has something to do while nothing is typed; and one frame of that. */
bool term_app_ticks(const term_app *app);
void term_app_tick(term_app *app);
/* The app is to end: it was told to quit, its stack is empty, or memory ran out (*failed). */
bool term_app_ended(const term_app *app, bool *failed);

/* The screens. Those of a game are opened from the dungeon, or from a recording. */

extern const term_screen_kind term_title; /* continue, new game, scores, help, quit */
extern const term_screen_kind term_dungeon;

/* Shows the dungeon of a game, which the app owns from now on; where an older one of the same
 * ruleset and seed is saved it asks first whether that is to go. */
void term_enter_game(term_app *app, term_session *session);

/* The target of a command of using, shooting or throwing, which is then carried out. */
void term_open_target(term_app *app, wyrm_command command);
/* A look around from a tile; where it is for travelling, that key leads to the stairs. */
void term_open_look(term_app *app, wyrm_position from, bool travels);
void term_look_here(term_app *app); /* from where the player is */

/* Asks for an item, to do at once with it what a key does; false for other keys. */
bool term_open_pick(term_app *app, term_deed deed);
void term_open_pack(term_app *app);
void term_open_shop(term_app *app);    /* where wyrm_can_trade */
void term_open_choose(term_app *app);  /* what a new level brings */
bool term_open_attacks(term_app *app); /* false: there is but one */
void term_open_menu(term_app *app);
void term_open_log(term_app *app);      /* earlier messages */
void term_open_overview(term_app *app); /* the whole map */
void term_open_sheet(term_app *app);    /* who the player is */
void term_open_numbers(term_app *app);  /* the numbers behind what is nearest, to be changed */
/* All that follows exactly from what is changed, below some lines that are known. */
typedef struct term_told {
    char words[160];
    term_style style;
} term_told;
void term_open_effects(term_app *app, const term_told *lines, size_t count);
/* The numbers behind what is on a tile. */
void term_open_numbers_at(term_app *app, wyrm_position tile);
void term_open_ending(term_app *app);   /* the last page of a game */
void term_open_watching(term_app *app); /* the dungeon with pause, speed and steps */

/* What the command line starts. */

/* `wyrm play` and `wyrm replay` */
typedef struct term_play_options {
    wyrm_replay *replay; /* to be watched, and taken over; NULL: a game is played */
    int speed;           /* of watching, commands a second, at least 1 */
    uint32_t last;       /* of watching: so many turns before the end it begins; 0: at the start */
    /* the new game; without a ruleset that of the recording, or the title */
    term_new_game game;
    bool seeded; /* else the seed is drawn */
    bool anew;   /* a new game even where one is saved */
    term_terminal_options terminal;
} term_play_options;

/* Takes the terminal over and gives it back; *outcome is filled, and `errors` with what went
 * wrong. */
term_end term_program_run(const term_play_options *options, term_outcome *outcome,
                          wyrm_errors *errors);

/* The file of keys as it would be written now; path[TERM_PATH_MAX] becomes where it is looked for.
 * *out is owned by the caller (free). TERM_END_LEFT, TERM_END_BAD_DATA or TERM_END_INTERNAL. */
term_end term_program_keys(char **out, char *path, wyrm_errors *errors);

#endif
