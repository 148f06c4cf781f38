/* The answer of `wyrm etp --rooms`: one floor, a line a room. */

#include <stdio.h>

#include "output/figures.h"
#include "output/json.h"
#include "output/table.h"
#include "report/etp.h"

/* "2 orc, elite troll": runs of the same are counted. */
static void name_monsters(const wyrm_etp_rooms_report *report, const wyrm_threat_room *room,
                          wyrm_text *out)
{
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    const wyrm_spawn *spawns = &report->floor->monsters[room->first];
    for (size_t i = 0; i < room->count;) {
        size_t same = 1;
        while (i + same < room->count && spawns[i + same].monster == spawns[i].monster &&
               spawns[i + same].elite == spawns[i].elite)
            same++;
        const wyrm_monster *monster = wyrm_roster_monster(roster, (size_t)spawns[i].monster);
        wyrm_text_append(out, i > 0 ? ", " : "");
        if (same > 1)
            wyrm_text_appendf(out, "%zu ", same);
        wyrm_text_appendf(out, "%s%s", spawns[i].elite ? "elite " : "",
                          monster != NULL ? monster->name : "?");
        i += same;
    }
}

static const char *band_name(const wyrm_etp_rooms_report *report)
{
    const wyrm_bands *bands = wyrm_threat_bands(wyrm_design_threat(report->design));
    return report->floor->band < bands->count ? bands->bands[report->floor->band].name : "";
}

static wyrm_tone tone_of(wyrm_threat_status status)
{
    return status == WYRM_THREAT_OVER    ? WYRM_TONE_BAD
           : status == WYRM_THREAT_UNDER ? WYRM_TONE_DOUBT
                                         : WYRM_TONE_PLAIN;
}

static void print_room(const wyrm_etp_rooms_report *report, int32_t index, wyrm_page *page)
{
    const wyrm_threat_floor *floor = report->floor;
    const wyrm_threat_room *room = &floor->rooms[index];
    const char *status = wyrm_threat_status_key(room->status);
    wyrm_figure threat;
    char budget[48];
    wyrm_text names = {0};
    name_monsters(report, room, &names);
    if (names.failed)
        wyrm_page_fail(page);
    wyrm_page_addf(page, "%5d  %-4s  %4d  %7s  %10s  ", (int)floor->depth, band_name(report),
                   (int)index + 1, wyrm_figure_exact(room->threat, &threat),
                   wyrm_etp_budget(floor->room_budget, budget));
    wyrm_page_toned(page, tone_of(room->status), status);
    wyrm_page_spaces(page, 6 - wyrm_display_width(status));
    const char *role = wyrm_room_role_key(room->kind.role);
    wyrm_page_addf(page, "  %s", role);
    if (names.length > 0) {
        wyrm_page_spaces(page, 10 - wyrm_display_width(role));
        wyrm_page_wrap(page, 58, 58, names.bytes);
    } else {
        wyrm_page_add(page, "\n");
    }
    wyrm_text_drop(&names);
}

wyrm_status wyrm_report_etp_rooms(const wyrm_etp_rooms_report *report, wyrm_page *page,
                                  wyrm_error *error)
{
    const wyrm_threat_floor *floor = report->floor;
    int32_t over = 0;
    wyrm_figure threat;
    char budget[48];
    for (int32_t r = 0; r < floor->room_count; r++)
        over += wyrm_threat_is_violation(floor->rooms[r].status);
    wyrm_page_wrapf(page, 0, 0,
                    "%s, depth %d: %d of %d rooms are over their budget; the floor holds %s, its "
                    "budget is %s.",
                    wyrm_ruleset_title(wyrm_design_ruleset(report->design)), (int)floor->depth,
                    (int)over, (int)floor->room_count, wyrm_figure_exact(floor->threat, &threat),
                    wyrm_etp_budget(floor->floor_budget, budget));
    wyrm_page_add(page, "\n");
    wyrm_page_toned(page, WYRM_TONE_STRONG,
                    "depth  band  room   threat      budget  status  role      monsters");
    wyrm_page_add(page, "\n");
    for (int32_t r = 0; r < floor->room_count; r++)
        print_room(report, r, page);
    wyrm_page_add(page, "\n");
    wyrm_page_wrapf(page, 0, 0, "Seed %llu, run %llu. Other floors: --seed, --run, --depth.",
                    (unsigned long long)floor->seed, (unsigned long long)floor->run);
    return wyrm_page_status(page, error);
}

static json_t *room_json(wyrm_answer *json, const wyrm_etp_rooms_report *report, int32_t index)
{
    const wyrm_roster *roster = wyrm_design_roster(report->design);
    const wyrm_threat_floor *floor = report->floor;
    const wyrm_threat_room *room = &floor->rooms[index];
    json_t *object = json_object(), *monsters = json_array();
    for (size_t i = room->first; i < room->first + room->count; i++) {
        const wyrm_spawn *spawn = &floor->monsters[i];
        const wyrm_monster *row = wyrm_roster_monster(roster, (size_t)spawn->monster);
        json_t *monster = json_object();
        wyrm_answer_set(json, monster, "id", wyrm_answer_text(row != NULL ? row->name : ""));
        wyrm_answer_set(json, monster, "elite", json_boolean(spawn->elite));
        wyrm_answer_append(json, monsters, monster);
    }
    wyrm_answer_set(json, object, "depth", json_integer(floor->depth));
    wyrm_answer_set(json, object, "band", wyrm_answer_text(band_name(report)));
    wyrm_answer_set(json, object, "room", json_integer(index + 1));
    wyrm_answer_set(json, object, "etp", wyrm_answer_real(room->threat));
    wyrm_answer_set(json, object, "budget", wyrm_answer_interval(floor->room_budget));
    wyrm_answer_set(json, object, "status", wyrm_answer_text(wyrm_threat_status_key(room->status)));
    wyrm_answer_set(json, object, "role", wyrm_answer_text(wyrm_room_role_key(room->kind.role)));
    wyrm_answer_set(json, object, "monsters", monsters);
    return object;
}

wyrm_status wyrm_report_etp_rooms_json(const wyrm_etp_rooms_report *report, wyrm_page *page,
                                       wyrm_error *error)
{
    const wyrm_threat_floor *floor = report->floor;
    wyrm_answer json = wyrm_answer_new("etp-rooms", wyrm_design_ruleset(report->design));
    json_t *rooms = json_array(), *whole = json_object();
    for (int32_t r = 0; r < floor->room_count; r++)
        wyrm_answer_append(&json, rooms, room_json(&json, report, r));
    wyrm_answer_set(&json, whole, "etp", wyrm_answer_real(floor->threat));
    wyrm_answer_set(&json, whole, "budget", wyrm_answer_interval(floor->floor_budget));
    wyrm_answer_set(&json, NULL, "seed", wyrm_answer_count(floor->seed));
    wyrm_answer_set(&json, NULL, "run", wyrm_answer_count(floor->run));
    wyrm_answer_set(&json, NULL, "depth", json_integer(floor->depth));
    wyrm_answer_set(&json, NULL, "floor", whole);
    wyrm_answer_set(&json, NULL, "rooms", rooms);
    wyrm_status status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}
