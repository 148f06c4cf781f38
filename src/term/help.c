/* Help inside the game: about the screen it was opened from, then keys, then files. */
#include "term/internal.h"
#include <stdio.h>
#include <string.h>

/* The text about each kind of screen. Keys stand in braces as in hints; line breaks part
 * paragraphs, each of which is shorter than a line of a page. */
static const struct {
    const char *name, *title, *text;
} pages[] = {
    {"title", "The title",
     "Continue a saved game, or begin a new one: every game has a file of its own, which every "
     "step reaches at once, so that you can leave at any moment.\n"
     "A new game asks for a ruleset and a seed: the same two make the same dungeon.\n"
     "The arrows choose, Enter goes; or type the letter of a line."},
    {"new game", "New game",
     "A ruleset holds all numbers of a game. Some come with the program; one of your own is a file "
     "(`wyrm rules new NAME` begins one, `wyrm check` weighs it)."},
    {"dungeon", "In the dungeon",
     "You are @. Walk into a monster to strike it. Letters are monsters; those asleep look dimmer. "
     "What you remember but do not see is dim. Find the way on (> or <), and at its end what you "
     "came for.\n"
     "Time passes only when you act. Looking, menus and stairs take no turn.\n"
     "{explore} explores by itself, {stairs} walks to the stairs and takes them, {rest} rests, "
     "{look} looks; all keys are below: PgDn.\n"
     "Look at a monster before you fight: you are told how likely you win, and what it costs you, "
     "from where you stand: a turn of waiting can give you the first blow, a corridor one foe at a "
     "time.\n"
     "Any other key stops what goes on by itself: exploring, running, resting. The mouse works, "
     "too: a "
     "click walks there or looks, the other button looks."},
    {"items", "What you carry",
     "Choose an item by its letter, or by the arrows and Enter. Beside gear stands what would "
     "change if you wore it."},
    {"target", "Choosing a target",
     "The arrows move the target, Tab goes to the next monster, Enter does it, Esc does not. "
     "Marked are the path, the area, and who would be hit: you, too, where you stand in it."},
    {"look", "Looking around",
     "The arrows move, Tab goes to the next monster. Of a monster you are told your chance to win, "
     "the hit points that it would cost you and the turns, by the best way to begin; what of your "
     "pack would help most; and what one attack of yours and one of its own does. Travelling walks "
     "to the tile you choose."},
    {"numbers", "The numbers behind it",
     "The keys of the ruleset behind what you looked at, their values, and the file and line that "
     "say them. {next} leads on: to who is in view, to you, to what you wear, to the sections.\n"
     "{confirm} changes one, typed as in a ruleset: 12, 2d6+1, [3, 7]; ~ is the default. It is "
     "read as a ruleset is, and what is wrong with it is told; nothing is changed then. {remove} "
     "takes it back. Below stand the odds before and after; {messages} shows all that follows "
     "exactly.\n"
     "{apply} plays on with it from any turn before. The past stays as it was played: from there "
     "on the changed rules hold, for who is there, too, wounds and choices included. It is a "
     "designer's game from then on, in a file of its own, without a score; the game that you "
     "played stays as it is.\n"
     "{save} writes a ruleset that extends this one and says only what was changed."},
    {"map", "The whole map", "What you know of this floor. The arrows move; Esc goes back."},
    {"messages", "Earlier messages", "The last messages, the newest at the end."},
    {"sheet", "Who you are", "Your numbers, with and without gear."},
    {"choose", "A new level", "Choose what you gain. The game waits until you do."},
    {"ending", "The end",
     "How it went. The same page is written to a file, with the recording of the game beside it: "
     "`wyrm replay FILE` plays it again."},
    {"watching", "A recording",
     "Space stops and goes on, Enter plays one command, + and - change the speed. The arrows go a "
     "command on or back, PgDn and PgUp 50 of them, End and Home to the end and the beginning, "
     "{stairs} to the next floor.\n"
     "Looking around, the pack, the sheet, the map and the messages work as in a game. Resting "
     "passes faster than the rest. Esc leaves."},
    {"scores", "High scores",
     "Games that came to their end: those that were won first, then the deepest, then those with "
     "the most experience, then the fastest."},
    {"question", "A question", "y or n, or the arrows and Enter. Esc means no."},
    {"text", "Reading", "The arrows, PgUp and PgDn scroll. Esc goes back."},
};

/* What the characters of the ground mean, where a ruleset has some of its own. */
static void show_terrain(const term_app *app, term_page *page)
{
    size_t count;
    const wyrm_terrain *kinds =
        wyrm_mapper_terrain(wyrm_design_mapper(app->session->design), &count);
    if (count > 0)
        term_page_heading(page, "The ground");
    for (size_t i = 0; i < count; i++) {
        const char symbol[] = {kinds[i].symbol, '\0'};
        char text[WYRM_MESSAGE_TEXT_MAX];
        wyrm_terrain_text(&kinds[i], text);
        term_page_add(page, TERM_PLAIN, symbol, "%s", text);
    }
}

/* Whether there is a choice of attacks; where no game is played there may be. */
static bool chooses(const term_app *app)
{
    return app->session == NULL ||
           wyrm_attack_choices(app->session->engine, app->session->game, NULL, 0) > 0;
}

void term_show_help(term_app *app, const char *name)
{
    const char *state = app->folders.state, *text = "";
    term_page *page = term_open_page(app, NULL, "Help", NULL);
    for (size_t i = 0; i < TERM_COUNT(pages); i++)
        if (strcmp(pages[i].name, name) == 0) {
            term_page_heading(page, pages[i].title);
            text = pages[i].text;
        }
    for (const char *end; *text != '\0'; text = end) {
        char part[TERM_HINT_MAX];
        end = text + strcspn(text, "\n");
        snprintf(part, sizeof part, "%.*s", (int)(end - text), text);
        term_page_add(page, TERM_PLAIN, NULL, "%s", term_hint(app, part));
        end += *end == '\n';
        if (*end != '\0')
            term_page_gap(page);
    }
    if (strcmp(name, "dungeon") == 0)
        show_terrain(app, page);
    /* The keys of going and running are many, and easily guessed: they come last. */
    for (int going = 0; going < 2; going++) {
        term_page_heading(page, going ? "Keys of going and running" : "Keys");
        for (int deed = TERM_NOTHING + 1; deed < TERM_DEED_COUNT; deed++) {
            wyrm_direction direction;
            bool runs;
            char names[TERM_KEY_NAMES_MAX];
            if (deed == TERM_ATTACK && !chooses(app))
                continue;
            term_key_names(&app->keys, (term_deed)deed, names);
            if (term_deed_direction((term_deed)deed, &direction, &runs) == going)
                term_page_add(page, TERM_PLAIN, names, "%s", term_deeds[deed].help);
        }
    }
    term_page_heading(page, "Files");
    term_page_add(page, TERM_PLAIN, "saved games", "%.200s/games", state);
    term_page_add(page, TERM_PLAIN, "last pages", "%.190s/dumps, with recordings", state);
    term_page_add(page, TERM_PLAIN, "high scores", "%.200s/scores.json", state);
    term_page_add(page, TERM_PLAIN, "keys", "%.180s/keys (wyrm play --keys writes one to change)",
                  app->folders.config);
}
