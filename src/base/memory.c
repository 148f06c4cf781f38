/* Where all memory comes from.
 *
 * The caller's functions are the only thing that the library keeps for the whole process: memory is
 * taken in places that no argument reaches (a text that grows, the list of errors itself). */
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#include <wyrm/memory.h>

/* What the caller has set; allocate == NULL: malloc and its like. */
static wyrm_memory memory;

void wyrm_memory_set(const wyrm_memory *set)
{
    memory = set != NULL ? *set : (wyrm_memory){.allocate = NULL};
}

void *base_allocate(size_t size)
{
    size = size > 0 ? size : 1;
    return memory.allocate != NULL ? memory.allocate(size, memory.context) : malloc(size);
}

/* calloc knows which pages are zero already. */
void *base_zeroed(size_t count, size_t size)
{
    if (memory.allocate == NULL)
        return calloc(count > 0 ? count : 1, size);
    if (size != 0 && count > SIZE_MAX / size)
        return NULL;
    void *block = base_allocate(count * size);
    return block != NULL ? memset(block, 0, count * size) : NULL;
}

void *base_resize(void *block, size_t size)
{
    if (block == NULL)
        return base_allocate(size);
    size = size > 0 ? size : 1;
    return memory.allocate != NULL ? memory.resize(block, size, memory.context)
                                   : realloc(block, size);
}

char *base_copy(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = base_allocate(size);
    return copy != NULL ? memcpy(copy, text, size) : NULL;
}

void wyrm_free(void *block)
{
    if (block == NULL || memory.allocate == NULL)
        free(block);
    else
        memory.release(block, memory.context);
}
