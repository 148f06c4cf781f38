/* The answers of `wyrm rules` about files, as JSON: which are in order, what is wrong, what is
 * new. */
#include "report/report.h"

#include "output/json.h"

/* Lines and columns count from 1; null where no place is meant. */
static json_t *place_json(int place)
{
    return place > 0 ? json_integer(place) : json_null();
}

static json_t *text_or_null(const char *text)
{
    return text[0] != '\0' ? wyrm_answer_text(text) : json_null();
}

/* `asked`: the file that was typed, for errors that name none. */
static json_t *error_json(wyrm_answer *json, const char *asked, const wyrm_error *error)
{
    json_t *object = json_object();
    wyrm_answer_set(json, object, "file",
                    wyrm_answer_text(error->file[0] != '\0' ? error->file : asked));
    wyrm_answer_set(json, object, "line", place_json(error->line));
    wyrm_answer_set(json, object, "column", place_json(error->column));
    wyrm_answer_set(json, object, "message", wyrm_answer_text(error->message));
    wyrm_answer_set(json, object, "hint", text_or_null(error->hint));
    wyrm_answer_set(json, object, "severity", wyrm_answer_text("error"));
    return object;
}

static json_t *errors_json(wyrm_answer *json, const wyrm_validated *of)
{
    json_t *list = json_array();
    size_t kept = wyrm_errors_kept(of->errors);
    for (size_t i = 0; i < kept; i++)
        wyrm_answer_append(json, list, error_json(json, of->file, wyrm_errors_at(of->errors, i)));
    if (kept == 0 && of->status != WYRM_OK) {
        wyrm_error error = {0};
        wyrm_fail(&error, of->status, "%s", wyrm_status_text(of->status));
        wyrm_answer_append(json, list, error_json(json, of->file, &error));
    }
    return list;
}

static json_t *file_json(wyrm_answer *json, const wyrm_validated *of)
{
    const wyrm_ruleset *ruleset = of->ruleset;
    json_t *object = json_object();
    wyrm_answer_set(json, object, "file", wyrm_answer_text(of->file));
    wyrm_answer_set(json, object, "ok", json_boolean(ruleset != NULL));
    wyrm_answer_set(json, object, "name",
                    ruleset != NULL ? wyrm_answer_text(wyrm_ruleset_name(ruleset)) : json_null());
    wyrm_answer_set(json, object, "hash",
                    ruleset != NULL ? wyrm_answer_text(wyrm_ruleset_hash(ruleset)) : json_null());
    json_t *errors = errors_json(json, of);
    size_t listed = json_array_size(errors), found = wyrm_errors_count(of->errors);
    wyrm_answer_set(json, object, "error_count",
                    wyrm_answer_count(found > listed ? found : listed));
    wyrm_answer_set(json, object, "errors", errors);
    return object;
}

wyrm_status wyrm_report_validated_json(const wyrm_validated *files, size_t count, wyrm_page *page,
                                       wyrm_error *error)
{
    wyrm_answer json = wyrm_answer_new("rules-validate", NULL);
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++)
        wyrm_answer_append(&json, list, file_json(&json, &files[i]));
    wyrm_answer_set(&json, NULL, "files", list);
    wyrm_status status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}

wyrm_status wyrm_report_begun_json(const char *path, const char *name, const char *base,
                                   wyrm_page *page, wyrm_error *error)
{
    wyrm_answer json = wyrm_answer_new("rules-new", NULL);
    wyrm_answer_set(&json, NULL, "file", wyrm_answer_text(path));
    wyrm_answer_set(&json, NULL, "name", wyrm_answer_text(name));
    wyrm_answer_set(&json, NULL, "extends", wyrm_answer_text(base));
    wyrm_status status = wyrm_answer_finish(&json, page, error);
    wyrm_answer_free(&json);
    return status;
}

wyrm_status wyrm_report_guide_json(wyrm_page *page, wyrm_error *error)
{
    wyrm_status status = wyrm_page_status(page, error);
    if (status != WYRM_OK)
        return status;
    wyrm_answer json = wyrm_answer_new("rules-guide", NULL);
    wyrm_answer_set(&json, NULL, "guide", wyrm_answer_text(wyrm_page_text(page)));
    wyrm_page whole = wyrm_page_new(page->style);
    status = wyrm_answer_finish(&json, &whole, error);
    wyrm_answer_free(&json);
    wyrm_page_free(page);
    *page = whole;
    return status;
}
