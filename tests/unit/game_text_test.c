/* The game in words: every event has a sentence that reads well, or none. */
#include "wanderer.h"

#include <wyrm/game_text.h>

static arena *scene;

static int draw_scene(void **state)
{
    (void)state;
    scene = arena_draw("yarl",
                       "##########\n"
                       "#@.o.e..s#\n"
                       "#..,.....#\n"
                       "##########",
                       "o=orc e=orc,elite s=skeleton,asleep");
    arena_know_all(scene);
    return 0;
}

static int free_scene(void **state)
{
    (void)state;
    arena_free(scene);
    return 0;
}

static wyrm_event blank_event(wyrm_event_kind kind)
{
    return (wyrm_event){.kind = kind,
                        .who = WYRM_NOBODY,
                        .whom = WYRM_NOBODY,
                        .monster = -1,
                        .other = -1,
                        .seen = true,
                        .item = {.kind = -1}};
}

/* The roster index of the scene's monster number `id`. */
static int32_t kind_of(const arena *a, uint32_t id)
{
    for (size_t i = 0; i < a->game->monster_count; i++)
        if (a->game->monsters[i].id == id)
            return a->game->monsters[i].spawn.monster;
    return -1;
}

/* An event between two creatures given by id, 0 for the player. */
static wyrm_event between(wyrm_event_kind kind, uint32_t who, uint32_t whom, int64_t amount)
{
    wyrm_event event = blank_event(kind);
    bool both = who != 0 && who != WYRM_NOBODY && whom != 0 && whom != WYRM_NOBODY;
    event.who = who;
    event.whom = whom;
    event.amount = amount;
    event.monster = kind_of(scene, both || who == 0 || who == WYRM_NOBODY ? whom : who);
    event.other = both ? kind_of(scene, who) : -1;
    return event;
}

static void says_at(const arena *a, const wyrm_event *event, const char *wanted, int line)
{
    char text[WYRM_MESSAGE_TEXT_MAX];
    bool told = wyrm_event_text(a->engine, a->game, event, text);
    if (told == (wanted[0] != '\0') && strcmp(text, wanted) == 0)
        return;
    print_error("'%s'\nand not\n'%s'\n", text, wanted);
    _fail(__FILE__, line);
}

#define SAYS(event, wanted)                                                                        \
    do {                                                                                           \
        wyrm_event told_event = (event);                                                           \
        says_at(scene, &told_event, (wanted), __LINE__);                                           \
    } while (0)

enum { ORC = 1, ELITE = 2, SKELETON = 3 };

static wyrm_event unseen(wyrm_event event)
{
    event.seen = false;
    return event;
}

TEST(blows_and_deaths_are_told)
{
    SAYS(between(WYRM_EVENT_ATTACKED, 0, ORC, 4), "You hit the Orc for 4.");
    SAYS(between(WYRM_EVENT_ATTACKED, 0, ORC, 0), "You miss the Orc.");
    SAYS(between(WYRM_EVENT_ATTACKED, ORC, 0, 3), "The Orc hits you for 3.");
    SAYS(between(WYRM_EVENT_ATTACKED, ORC, 0, 0), "The Orc misses you.");
    SAYS(between(WYRM_EVENT_ATTACKED, ELITE, 0, 3), "The elite Orc hits you for 3.");
    SAYS(between(WYRM_EVENT_ATTACKED, ORC, SKELETON, 3), "The Orc hits the Skeleton for 3.");
    SAYS(unseen(between(WYRM_EVENT_ATTACKED, ORC, SKELETON, 3)), "");
    SAYS(unseen(between(WYRM_EVENT_ATTACKED, ORC, 0, 3)), "Something hits you for 3.");
    SAYS(between(WYRM_EVENT_DIED, 0, ORC, 0), "You kill the Orc.");
    SAYS(unseen(between(WYRM_EVENT_DIED, 0, ORC, 0)), "You kill something.");
    SAYS(between(WYRM_EVENT_DIED, ORC, SKELETON, 0), "The Skeleton dies.");
    SAYS(between(WYRM_EVENT_DIED, WYRM_NOBODY, SKELETON, 0), "The Skeleton dies.");
    SAYS(between(WYRM_EVENT_DIED, ORC, 0, 0), "");
}

static wyrm_event by(wyrm_event event, wyrm_attack_kind attack)
{
    event.attack = attack;
    return event;
}

TEST(shots_and_throws_are_told)
{
    SAYS(by(between(WYRM_EVENT_ATTACKED, 0, ORC, 4), WYRM_ATTACK_FIRED),
         "You shoot the Orc for 4.");
    SAYS(by(between(WYRM_EVENT_ATTACKED, 0, ORC, 0), WYRM_ATTACK_FIRED),
         "You shoot and miss the Orc.");
    SAYS(by(between(WYRM_EVENT_ATTACKED, 0, ORC, 4), WYRM_ATTACK_THROWN),
         "The throw hits the Orc for 4.");
    SAYS(by(between(WYRM_EVENT_ATTACKED, 0, ORC, 0), WYRM_ATTACK_THROWN),
         "The throw misses the Orc.");
}

static wyrm_event with(wyrm_event event, const char *item, int32_t level)
{
    event.item = arena_item(scene, item).item;
    event.item.level = level;
    return event;
}

TEST(what_is_done_with_items_is_told)
{
    const wyrm_event own = between(WYRM_EVENT_USED, 0, WYRM_NOBODY, 0);
    wyrm_event event = own;
    SAYS(with(own, "healing_potion", 0), "You drink the healing potion.");
    SAYS(with(own, "fear_scroll", 0), "You read the fear scroll.");
    SAYS(with(own, "wand_of_fireball", 0), "You zap the wand of fireball.");
    SAYS(with(own, "dragon_scale", 0), "You use the dragon scale.");
    event.kind = WYRM_EVENT_PICKED_UP;
    SAYS(with(event, "club", 4), "You pick up the club."); /* levels mean nothing to YARL */
    event.kind = WYRM_EVENT_DROPPED;
    SAYS(with(event, "club", 0), "You drop the club.");
    event.kind = WYRM_EVENT_WORN;
    SAYS(with(event, "club", 0), "You wield the club.");
    SAYS(with(event, "shield", 0), "You put on the shield.");
    event.kind = WYRM_EVENT_TAKEN_OFF;
    SAYS(with(event, "club", 0), "You put away the club.");
    SAYS(with(event, "shield", 0), "You take off the shield.");
    event.kind = WYRM_EVENT_THROWN;
    SAYS(with(event, "dagger", 0), "You throw the dagger.");
    event.kind = WYRM_EVENT_NO_EFFECT;
    SAYS(with(event, "fear_scroll", 0), "Nothing comes of it.");
    event.kind = WYRM_EVENT_MAPPED;
    SAYS(event, "The lie of the land comes to mind.");
}

TEST(effects_are_told)
{
    wyrm_event healed = between(WYRM_EVENT_HEALED, 0, WYRM_NOBODY, 20);
    SAYS(with(healed, "healing_potion", 0), "You feel better: 20 hit points.");
    SAYS(healed, "You catch your breath: 20 hit points.");
    healed.amount = 1;
    SAYS(with(healed, "healing_potion", 0), "You feel better: 1 hit point.");
    healed.amount = 0; /* an amount that rounds to nothing */
    SAYS(with(healed, "healing_potion", 0), "You feel no better.");
    SAYS(healed, "");
    wyrm_event hurt = between(WYRM_EVENT_HURT, WYRM_NOBODY, ORC, 25);
    SAYS(with(hurt, "fireball_scroll", 0), "The blast hits the Orc for 25.");
    SAYS(with(hurt, "lightning_scroll", 0), "Lightning strikes the Orc for 25.");
    SAYS(with(hurt, "ring_of_wizardry", 0), "The bolt hits the Orc for 25.");
    hurt = between(WYRM_EVENT_HURT, WYRM_NOBODY, 0, 25);
    SAYS(with(hurt, "fireball_scroll", 0), "The blast hits you for 25.");
    SAYS(hurt, "You are hurt for 25.");
    wyrm_event boost = between(WYRM_EVENT_BOOSTED, 0, 0, 50);
    SAYS(with(boost, "protection_potion", 0), "Your defense grows for 50 turns.");
    boost.amount = -1;
    SAYS(with(boost, "ring_of_constitution", 0), "Your maximum of hit points grows for good.");
    SAYS(with(boost, "regeneration_potion", 0), "Your wounds will close by themselves.");
    SAYS(between(WYRM_EVENT_TELEPORTED, 0, WYRM_NOBODY, 0), "You are somewhere else.");
    SAYS(between(WYRM_EVENT_TELEPORTED, ORC, WYRM_NOBODY, 0), "The Orc vanishes.");
}

static wyrm_event of_condition(wyrm_event event, wyrm_condition condition)
{
    event.condition = condition;
    return event;
}

TEST(conditions_begin_and_end)
{
    static const struct {
        wyrm_condition condition;
        const char *of_orc, *of_you, *orc_ends, *you_end;
    } cases[] = {
        {WYRM_ASLEEP, "The Orc falls asleep.", "You fall asleep.", "The Orc wakes up.",
         "You wake up."},
        {WYRM_CONFUSED, "The Orc is confused.", "You are confused.",
         "The Orc is no longer confused.", "You are no longer confused."},
        {WYRM_HELD, "The Orc cannot move from the spot.", "You cannot move from the spot.",
         "The Orc can move again.", "You can move again."},
        {WYRM_SLOWED, "The Orc slows down.", "You slow down.", "The Orc is no longer slow.",
         "You are no longer slow."},
        {WYRM_AFRAID, "The Orc turns to flee.", "You turn to flee.", "The Orc takes heart again.",
         "You take heart again."},
        {WYRM_HASTED, "The Orc speeds up.", "You speed up.", "The Orc is no longer fast.",
         "You are no longer fast."},
        {WYRM_HIDDEN, "The Orc fades from view.", "You fade from view.",
         "The Orc can be seen again.", "You can be seen again."},
        {WYRM_SENSING, "The Orc senses who else is here.", "You sense who else is here.",
         "The Orc no longer senses who else is here.", "You no longer sense who else is here."},
    };
    assert_int_equal(LENGTH_OF(cases), WYRM_CONDITION_COUNT);
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        wyrm_event orc = between(WYRM_EVENT_CONDITION, WYRM_NOBODY, ORC, 5);
        wyrm_event you = between(WYRM_EVENT_CONDITION, WYRM_NOBODY, 0, 5);
        SAYS(of_condition(orc, cases[i].condition), cases[i].of_orc);
        SAYS(of_condition(you, cases[i].condition), cases[i].of_you);
        orc.kind = you.kind = WYRM_EVENT_CONDITION_ENDED;
        SAYS(of_condition(orc, cases[i].condition), cases[i].orc_ends);
        SAYS(of_condition(you, cases[i].condition), cases[i].you_end);
        SAYS(unseen(of_condition(orc, cases[i].condition)), "");
    }
}

TEST(newcomers_are_seen)
{
    SAYS(between(WYRM_EVENT_SEEN, WYRM_NOBODY, ORC, 0), "You see an Orc.");
    SAYS(between(WYRM_EVENT_SEEN, WYRM_NOBODY, ELITE, 0), "You see an elite Orc.");
    SAYS(between(WYRM_EVENT_SEEN, WYRM_NOBODY, SKELETON, 0), "You see a sleeping Skeleton.");
}

TEST(levels_and_choices_are_told)
{
    SAYS(between(WYRM_EVENT_LEVEL_UP, 0, WYRM_NOBODY, 3), "You are now level 3.");
    SAYS(between(WYRM_EVENT_EXPERIENCE, 0, WYRM_NOBODY, 35), "");
    SAYS(between(WYRM_EVENT_CHOICE, 0, WYRM_NOBODY, 0), "You grow: +20 maximum hit points.");
    SAYS(between(WYRM_EVENT_CHOICE, 0, WYRM_NOBODY, 1), "You grow: +1 power.");
}

TEST(endings_are_told)
{
    wyrm_event lost = between(WYRM_EVENT_LOST, ORC, WYRM_NOBODY, 0);
    SAYS(lost, "You die, killed by an Orc.");
    lost.monster = -1;
    SAYS(lost, "You die by your own doing.");
    scene->game->cause = WYRM_CAUSE_STARVED;
    SAYS(lost, "You starve to death.");
    scene->game->cause = WYRM_CAUSE_NONE;
    SAYS(blank_event(WYRM_EVENT_WON), "You take the Heart of the dragon: you have won!");
    SAYS(unseen(blank_event(WYRM_EVENT_GOAL_PLACED)),
         "The Heart of the dragon must be somewhere near.");
}

TEST(a_name_takes_one_article)
{
    static const struct {
        const char *name, *the, *a, *another;
    } cases[] = {
        {"Orc", "the Orc", "an Orc", "another Orc"},
        {"troll", "the troll", "a troll", "another troll"},
        {"Unicorn", "the Unicorn", "a Unicorn", "another Unicorn"},
        {"Ürkönig", "the Ürkönig", "an Ürkönig", "another Ürkönig"},
        {"élan", "the élan", "an élan", "another élan"},
        {"Ætherling", "the Ætherling", "an Ætherling", "another Ætherling"},
        {"łania", "the łania", "a łania", "another łania"},
        {"Ñandú", "the Ñandú", "a Ñandú", "another Ñandú"},
        {"the Head Librarian", "the Head Librarian", "the Head Librarian", "the Head Librarian"},
        {"The Last Page", "the Last Page", "the Last Page", "the Last Page"},
        {"Theatre Ghost", "the Theatre Ghost", "a Theatre Ghost", "another Theatre Ghost"},
        {"Your Shadow", "your Shadow", "your Shadow", "your Shadow"},
        {"Mr Toad", "Mr Toad", "Mr Toad", "Mr Toad"},
        {"St. Elmo", "St. Elmo", "St. Elmo", "St. Elmo"},
        {"Dr Axe", "Dr Axe", "Dr Axe", "Dr Axe"},
        {"Sir Zed", "Sir Zed", "Sir Zed", "Sir Zed"},
        {"Ann the Axe", "Ann the Axe", "Ann the Axe", "Ann the Axe"},
        {"Grip the Hound", "Grip the Hound", "Grip the Hound", "Grip the Hound"},
        {"Heart of the dragon", "the Heart of the dragon", "a Heart of the dragon",
         "another Heart of the dragon"},
        {"the", "the the", "a the", "another the"},
        {"", "the ", "a ", "another "},
    };
    for (size_t i = 0; i < LENGTH_OF(cases); i++) {
        char text[WYRM_NAMED_TEXT_MAX];
        wyrm_name_the(cases[i].name, text);
        assert_string_equal(text, cases[i].the);
        wyrm_name_a(cases[i].name, text);
        assert_string_equal(text, cases[i].a);
        wyrm_name_another(cases[i].name, text);
        assert_string_equal(text, cases[i].another);
    }
}

/* A ruleset whose monsters and goal have articles in their names. */
TEST(sentences_of_named_ones_have_one_article)
{
    arena *yarl = scene;
    scene = arena_draw_with("yarl",
                            "map: {goal: the Last Page}\n"
                            "monsters:\n"
                            "  orc: {title: the Head Librarian}\n"
                            "  skeleton: {title: Ürkönig}\n",
                            "##########\n"
                            "#@.o.e..s#\n"
                            "##########",
                            "o=orc e=orc,elite s=skeleton,asleep");
    arena_know_all(scene);
    SAYS(between(WYRM_EVENT_ATTACKED, ORC, 0, 4), "The Head Librarian hits you for 4.");
    SAYS(between(WYRM_EVENT_DIED, 0, ELITE, 0), "You kill the elite Head Librarian.");
    SAYS(between(WYRM_EVENT_SEEN, WYRM_NOBODY, ORC, 0), "You see the Head Librarian.");
    SAYS(between(WYRM_EVENT_SEEN, WYRM_NOBODY, ELITE, 0), "You see the elite Head Librarian.");
    SAYS(between(WYRM_EVENT_SEEN, WYRM_NOBODY, SKELETON, 0), "You see a sleeping Ürkönig.");
    SAYS(between(WYRM_EVENT_LOST, SKELETON, WYRM_NOBODY, 0), "You die, killed by an Ürkönig.");
    SAYS(blank_event(WYRM_EVENT_WON), "You take the Last Page: you have won!");
    SAYS(unseen(blank_event(WYRM_EVENT_GOAL_PLACED)), "The Last Page must be somewhere near.");
    arena_free(scene);
    scene = yarl;
}

static void says(const arena *a, wyrm_event_kind kind, int64_t amount, const char *wanted)
{
    wyrm_event event = blank_event(kind);
    event.who = 0;
    event.amount = amount;
    says_at(a, &event, wanted, __LINE__);
}

/* A counter is used up in fights: an increase is not for good. */
TEST(what_fights_change_only_grows)
{
    arena *yarl = scene;
    scene = arena_draw_design(
        design_from("name: own\nextends: tutorial\ntargets: ~\nmodels: {combat: script}\n"
                    "combat:\n  stats: {power: {}, defense: {}}\n"
                    "  counters: {luck: {most: 3}}\n"
                    "  script: 'function attack(a, d) return a.power end'\n"
                    "items:\n"
                    "  clover: {weight: 1, effect: {kind: strengthen, stat: luck, amount: 1}}\n"
                    "  iron: {weight: 1, effect: {kind: strengthen, stat: defense, amount: 1}}\n"),
        "@", "");
    const wyrm_event boost = between(WYRM_EVENT_BOOSTED, 0, 0, -1);
    SAYS(with(boost, "clover", 0), "Your luck grows.");
    SAYS(with(boost, "iron", 0), "Your defense grows for good.");
    arena_free(scene);
    scene = yarl;
}

TEST(ruggrogue_has_levels_of_gear_and_stages_of_hunger)
{
    static const char *const wanted[] = {"You are full.",     "",
                                         "You are hungry.",   "You are very hungry!",
                                         "You are famished!", "You are starving!"};
    OWNED_ARENA *a = play("ruggrogue", NULL, 1);
    for (size_t i = 0; i < LENGTH_OF(wanted); i++)
        says(a, WYRM_EVENT_HUNGER, (int64_t)i, wanted[i]);
    says(a, WYRM_EVENT_HUNGER, 99, "");
    says(a, WYRM_EVENT_STARVING, 1, "Hunger gnaws at you: 1 hit point lost.");
    says(a, WYRM_EVENT_STARVING, 2, "Hunger gnaws at you: 2 hit points lost.");
    wyrm_event event = blank_event(WYRM_EVENT_PICKED_UP);
    event.item = arena_item(a, "club").item;
    event.item.level = 4;
    says_at(a, &event, "You pick up the +4 club.", __LINE__);
    event = blank_event(WYRM_EVENT_ATE);
    event.item = arena_item(a, "ration").item;
    says_at(a, &event, "You eat the ration, though you could not be fuller.", __LINE__);
    event.amount = 750;
    says_at(a, &event, "You eat the ration.", __LINE__);
    event.kind = WYRM_EVENT_USED;
    says_at(a, &event, "", __LINE__);
    event = blank_event(WYRM_EVENT_HEALED);
    event.who = 0;
    event.amount = 2;
    event.item = arena_item(a, "health_potion").item;
    event.before = 30;
    says_at(a, &event, "You feel healthier: 2 hit points more.", __LINE__);
    event.before = 0;
    says_at(a, &event, "You feel better: 2 hit points.", __LINE__);
}

TEST(the_way_leads_down_or_up)
{
    OWNED_ARENA *down = play("ruggrogue", NULL, 1), *up = play("bob-and-trev", NULL, 1);
    says(down, WYRM_EVENT_LEVEL_ENTERED, 1, "Somewhere below lies the Present. Good luck!");
    says(up, WYRM_EVENT_LEVEL_ENTERED, 1, "Somewhere above lies the Master disc. Good luck!");
    down->game->turn = up->game->turn = 100;
    says(down, WYRM_EVENT_LEVEL_ENTERED, 2, "You descend to depth 2.");
    says(up, WYRM_EVENT_LEVEL_ENTERED, 2, "You climb to floor 2.");
    says(down, WYRM_EVENT_WON, 0, "You take the Present: you have won!");
}

TEST(steps_tell_what_lies_there)
{
    OWNED_ARENA *a = arena_draw("ruggrogue",
                                "#######\n"
                                "#@.!.>#\n"
                                "#..,..#\n"
                                "#######",
                                "!=health_potion");
    wyrm_event event = blank_event(WYRM_EVENT_MOVED);
    event.who = 0;
    event.at = (wyrm_position){2, 1};
    says_at(a, &event, "", __LINE__);
    event.at = (wyrm_position){3, 1};
    says_at(a, &event, "You see here: Health potion.", __LINE__);
    arena_lay(a, "club@4", event.at);
    says_at(a, &event, "You see here: +4 Club, Health potion.", __LINE__);
    event.who = 1;
    says_at(a, &event, "", __LINE__); /* somebody else's step */
    event.who = 0;
    event.at = (wyrm_position){5, 1};
    says_at(a, &event, "Stairs lead down from here.", __LINE__);
    a->game->goal_placed = true;
    a->game->goal = event.at;
    says_at(a, &event, "The Present lies here.", __LINE__);
}

static void check_sentence(const char *text, uint64_t seed)
{
    size_t length = strlen(text);
    assert_holds(length > 3 && length < WYRM_MESSAGE_TEXT_MAX, seed);
    assert_holds(text[0] >= 'A' && text[0] <= 'Z', seed);
    assert_holds(strchr(".!", text[length - 1]) != NULL, seed);
    assert_holds(strpbrk(text, "{}[]|#_") == NULL, seed);
    assert_holds(strstr(text, "  ") == NULL, seed);
}

/* Any event with any creatures, seen or not. */
TEST(every_event_reads_as_a_sentence)
{
    for (int r = 0; r < SHIPPED_COUNT; r++) {
        OWNED_ARENA *a = play(shipped_names[r], NULL, 3);
        int64_t monsters = (int64_t)wyrm_roster_count(wyrm_design_roster(a->design));
        for (uint64_t seed = 1; seed <= 4000; seed++) {
            test_random random = {seed};
            wyrm_event event =
                blank_event((wyrm_event_kind)random_below(&random, WYRM_EVENT_COUNT));
            char text[WYRM_MESSAGE_TEXT_MAX];
            if (event.kind ==
                WYRM_EVENT_ATTACK_CHOSEN) /* about a stat of words, which no ruleset here has */
                continue;
            event.who = (uint32_t)random_below(&random, 4) - 1;
            event.whom = (uint32_t)random_below(&random, 4) - 1;
            event.monster = (int32_t)random_between(&random, -1, monsters - 1);
            event.other = (int32_t)random_between(&random, -1, monsters - 1);
            event.seen = random_below(&random, 4) > 0;
            event.amount = random_between(&random, -1, 2);
            event.condition = (wyrm_condition)random_below(&random, WYRM_CONDITION_COUNT);
            event.attack = (wyrm_attack_kind)random_below(&random, 3);
            event.item = random_item(a, &random).item;
            if (wyrm_event_text(a->engine, a->game, &event, text))
                check_sentence(text, seed);
            else
                assert_string_equal(text, "");
        }
    }
}

TEST(long_names_are_cut_at_a_character)
{
    char changes[600] = "monsters: {long: {hp: 3, experience: 1, title: \"";
    for (int i = 0; i < 60; i++)
        strcat(changes, "\xC3\xA9");
    strcat(changes, "\"}}\nitems: {thing: {title: \"");
    for (int i = 0; i < 60; i++)
        strcat(changes, "\xE2\x82\xAC");
    strcat(changes, "\"}}");
    OWNED_ARENA *a = play("tutorial", changes, 1);
    int32_t monster = (int32_t)wyrm_roster_count(wyrm_design_roster(a->design)) - 1;
    char text[WYRM_MESSAGE_TEXT_MAX], name[WYRM_NAME_TEXT_MAX];
    wyrm_event event = blank_event(WYRM_EVENT_ATTACKED);
    event.who = 1;
    event.whom = 2;
    event.monster = event.other = monster;
    assert_true(wyrm_event_text(a->engine, a->game, &event, text));
    size_t length = strlen(text);
    assert_in_range(length, WYRM_MESSAGE_TEXT_MAX - 4, WYRM_MESSAGE_TEXT_MAX - 1);
    assert_true((text[length - 1] & 0xC0) == 0x80 && (text[length - 2] & 0xC0) == 0xC0);
    wyrm_game_item item = arena_item(a, "thing");
    wyrm_item_text(a->engine, &item, name);
    length = strlen(name);
    assert_int_equal(length % 3, 0);
    assert_in_range(length, WYRM_NAME_TEXT_MAX - 4, WYRM_NAME_TEXT_MAX - 1);
}

AROUND_ALL(draw_scene, free_scene)
