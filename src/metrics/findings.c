/* What the findings share: the list they are added to, and how numbers, shares and places are
 * written in them. */
#include "metrics/internal.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Up to so many of one group are told one by one. */
#define FEW 3

void judge_tell(judge_work *work, const char *kind, const char *where, const char *format, ...)
{
    work->findings = base_grow(work->arena, work->findings, work->finding_count,
                               &work->finding_room, sizeof *work->findings);
    wyrm_finding *finding = &work->findings[work->finding_count++];
    *finding = (wyrm_finding){.kind = kind};
    snprintf(finding->where, sizeof finding->where, "%s", where);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(finding->message, sizeof finding->message, format, arguments);
    va_end(arguments);
}

void judge_command(judge_work *work, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length > 0 && (size_t)length < sizeof text)
        work->findings[work->finding_count - 1].command =
            base_text(work->arena, text, (size_t)length);
}

void judge_tell_alike(judge_work *work, const judge_alike *list, size_t count, size_t size,
                      judge_tell_group *together, const void *context)
{
    for (size_t i = 0; i < count; i++) {
        char pieces[JUDGE_PIECES_MAX] = "";
        size_t alike = 0, before = 0, length = 0;
        for (size_t k = 0; k < count; k++) {
            if (list[k].group != list[i].group)
                continue;
            const char *mark = alike++ > 0 ? ", " : "", *piece = list[k].piece;
            before += k < i;
            if (length >= size)
                continue;
            bool full = length + strlen(mark) + strlen(piece) + sizeof ", ..." > size;
            int added =
                snprintf(pieces + length, size - length, "%s%s", mark, full ? "..." : piece);
            length = full ? size : length + (size_t)added;
        }
        if (alike <= FEW) {
            judge_tell(work, list[i].kind, list[i].where, "%s", list[i].message);
            judge_command(work, "%s", list[i].command);
        } else if (before == 0)
            together(work, &list[i], alike, pieces, context);
    }
}

/* ---- words ---- */

judge_text judge_say(const char *format, ...)
{
    judge_text out;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(out.text, sizeof out.text, format, arguments);
    va_end(arguments);
    return out;
}

judge_text judge_list(const judge_numbers *numbers, size_t size)
{
    judge_text out = {""};
    size_t length = 0, count = numbers->count;
    const int32_t *list = numbers->list;
    for (size_t i = 0, last; i < count; i = last + 1) {
        const char *mark = i > 0 ? ", " : "";
        last = i;
        while (last + 1 < count && list[last + 1] == list[last] + 1)
            last++;
        /* Two in a row are two numbers, three and more a range. */
        if (last == i + 1)
            last = i;
        judge_text piece = last > i ? judge_say("%s%d-%d", mark, (int)list[i], (int)list[last])
                                    : judge_say("%s%d", mark, (int)list[i]);
        size_t added = strlen(piece.text);
        if (length + added + (last + 1 == count ? 1 : sizeof ", ...") > size) {
            snprintf(out.text + length, size - length, ", ...");
            break;
        }
        memcpy(out.text + length, piece.text, added + 1);
        length += added;
    }
    return out;
}

judge_text judge_at(const char *word, const judge_numbers *numbers)
{
    return judge_say("%s%s %s", word, numbers->count > 1 ? "s" : "", judge_list(numbers, 100).text);
}

/* Whole percents from 10 to 90, one digit nearer to the ends, and nothing finer than a
 * thousandth. */
judge_text judge_percent(double share)
{
    double near_end = fmin(share, 1 - share);
    if (isnan(share))
        return judge_say("-");
    if (near_end > 0 && near_end < 0.0005)
        return judge_say(share < 0.5 ? "< 0.1 %%" : "> 99.9 %%");
    return judge_say("%.*f %%", near_end <= 0 || near_end >= 0.0995 ? 0 : 1, 100 * share);
}

const char *judge_section_of(wyrm_item_class item_class)
{
    return item_class == WYRM_ITEM_WEAPON  ? "weapons"
           : item_class == WYRM_ITEM_ARMOR ? "armors"
                                           : "items";
}
