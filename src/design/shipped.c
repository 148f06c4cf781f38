/* Finding the shipped rulesets. */
#include "design/shipped.h"

#include <string.h>

const wyrm_shipped *wyrm_shipped_rulesets(size_t *count)
{
    *count = wyrm_shipped_count;
    return wyrm_shipped_table;
}

const wyrm_shipped *wyrm_shipped_find(const char *name)
{
    for (size_t i = 0; i < wyrm_shipped_count; i++)
        if (strcmp(wyrm_shipped_table[i].name, name) == 0)
            return &wyrm_shipped_table[i];
    return NULL;
}
