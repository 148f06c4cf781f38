/* The list of findings, and how numbers and places are named in them. */
#include "judge/findings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

wyrm_status wyrm_judge_findings_add(judge_findings *findings, const char *kind, const char *where,
                                    wyrm_error *error, const char *format, ...)
{
    if (findings->count == findings->room) {
        size_t room = findings->room > 0 ? 2 * findings->room : 16;
        wyrm_finding *list = realloc(findings->list, room * sizeof *list);
        if (list == NULL)
            return wyrm_fail(error, WYRM_ERROR_MEMORY, "out of memory");
        findings->list = list;
        findings->room = room;
    }
    wyrm_finding *finding = &findings->list[findings->count++];
    *finding = (wyrm_finding){.kind = kind};
    snprintf(finding->where, sizeof finding->where, "%s", where);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(finding->message, sizeof finding->message, format, arguments);
    va_end(arguments);
    return WYRM_OK;
}

void wyrm_judge_list_numbers(const int32_t *numbers, size_t count, char *text, size_t size)
{
    static const char more[] = ", ...";
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count;) {
        size_t last = i;
        while (last + 1 < count && numbers[last + 1] == numbers[last] + 1)
            last++;
        /* Two in a row are two numbers, three and more a range. */
        if (last == i + 1)
            last = i;
        char piece[40];
        int added = last > i
                        ? snprintf(piece, sizeof piece, "%s%d-%d", i > 0 ? ", " : "",
                                   (int)numbers[i], (int)numbers[last])
                        : snprintf(piece, sizeof piece, "%s%d", i > 0 ? ", " : "", (int)numbers[i]);
        bool is_last = last + 1 == count;
        if (length + (size_t)added + (is_last ? 1 : sizeof more) > size) {
            snprintf(text + length, size - length, "%s", more);
            return;
        }
        memcpy(text + length, piece, (size_t)added + 1);
        length += (size_t)added;
        i = last + 1;
    }
}
