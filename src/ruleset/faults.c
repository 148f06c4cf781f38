/* Collecting, sorting and telling faults. */
#include "ruleset/faults.h"

#include "base/utf8.h"

#include <wyrm/ruleset.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct wyrm_fault_item {
    wyrm_place place;
    wyrm_status code;
    size_t number; /* in the order of finding */
    char message[WYRM_ERROR_MESSAGE_MAX];
    char hint[WYRM_ERROR_HINT_MAX];
};

/* The next item to fill; NULL where it is only counted. */
static wyrm_fault_item *next_item(wyrm_faults *faults, wyrm_status code)
{
    faults->total++;
    if (faults->first == WYRM_OK)
        faults->first = code;
    if (faults->kept == WYRM_FAULTS_MAX)
        return NULL;
    if (faults->kept == faults->capacity) {
        size_t larger = faults->capacity == 0 ? 8 : 2 * faults->capacity;
        wyrm_fault_item *moved = realloc(faults->items, larger * sizeof *moved);
        if (moved == NULL)
            return NULL;
        faults->items = moved;
        faults->capacity = larger;
    }
    wyrm_fault_item *item = &faults->items[faults->kept++];
    *item = (wyrm_fault_item){.code = code, .number = faults->total};
    return item;
}

void wyrm_fault(wyrm_faults *faults, const wyrm_place *place, wyrm_status code, const char *hint,
                const char *format, ...)
{
    if (faults->defaulted != NULL)
        code = WYRM_ERROR_INTERNAL;
    wyrm_fault_item *item = next_item(faults, code);
    if (item == NULL)
        return;
    item->place = *place;
    char message[2 * WYRM_ERROR_MESSAGE_MAX] = "";
    int used = 0;
    if (faults->defaulted != NULL)
        used =
            snprintf(message, sizeof message, "the default of '%s' is wrong: ", faults->defaulted);
    size_t start = used < 0 ? 0 : (size_t)used;
    if (start < sizeof message) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(message + start, sizeof message - start, format, arguments);
        va_end(arguments);
    }
    wyrm_utf8_copy(item->message, sizeof item->message, message);
    if (hint != NULL)
        wyrm_utf8_copy(item->hint, sizeof item->hint, hint);
}

void wyrm_fault_memory(wyrm_faults *faults)
{
    static const wyrm_place nowhere = {0};
    wyrm_fault_item *item = next_item(faults, WYRM_ERROR_MEMORY);
    if (item == NULL)
        return;
    item->place = nowhere;
    snprintf(item->message, sizeof item->message, "out of memory");
}

bool wyrm_faults_full(const wyrm_faults *faults)
{
    return faults->kept == WYRM_FAULTS_MAX;
}

static int compare_items(const void *a, const void *b)
{
    const wyrm_fault_item *first = a, *second = b;
    int order = wyrm_place_compare(&first->place, &second->place);
    if (order != 0)
        return order;
    return (first->number > second->number) - (first->number < second->number);
}

void wyrm_faults_tell(wyrm_faults *faults, wyrm_errors *errors)
{
    if (errors == NULL || faults->total == 0)
        return;
    wyrm_error error = {.code = faults->first, .length = 1};
    snprintf(error.message, sizeof error.message, "%s", wyrm_status_text(faults->first));
    if (faults->kept != 0)
        qsort(faults->items, faults->kept, sizeof *faults->items, compare_items);
    for (size_t i = 0; i < faults->kept; i++) {
        const wyrm_fault_item *item = &faults->items[i];
        error.code = item->code;
        memcpy(error.message, item->message, sizeof error.message);
        memcpy(error.hint, item->hint, sizeof error.hint);
        /* What is not kept needs no excerpt. */
        if (wyrm_errors_kept(errors) < WYRM_ERRORS_MAX)
            wyrm_place_show(&item->place, &error);
        wyrm_errors_add(errors, &error);
    }
    for (size_t i = faults->kept; i < faults->total; i++)
        wyrm_errors_add(errors, &error);
}

void wyrm_faults_release(wyrm_faults *faults)
{
    free(faults->items);
    *faults = (wyrm_faults){0};
}

const char *wyrm_quote(const char *text, char buffer[WYRM_QUOTE_MAX])
{
    size_t used = 0;
    for (int characters = 0; *text != '\0'; characters++) {
        if (characters == 40) {
            memcpy(buffer + used, "...", 3);
            used += 3;
            break;
        }
        bool control = (unsigned char)*text < 0x20 || *text == 0x7F;
        buffer[used++] = control ? '?' : *text;
        text++;
        while (((unsigned char)*text & 0xC0) == 0x80) { /* the rest of a character */
            if (used < WYRM_QUOTE_MAX - 4)
                buffer[used++] = *text;
            text++;
        }
    }
    buffer[used] = '\0';
    return buffer;
}

const char *wyrm_did_you_mean(const char *word, const char *const *candidates, size_t count,
                              char buffer[WYRM_ERROR_HINT_MAX])
{
    const char *nearest = wyrm_nearest(word, candidates, count);
    if (nearest == NULL)
        return NULL;
    snprintf(buffer, WYRM_ERROR_HINT_MAX, "did you mean '%s'?", nearest);
    return buffer;
}
