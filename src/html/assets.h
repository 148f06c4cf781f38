/* The style and the script of pages, which the build makes out of src/report/assets. */
#ifndef WYRM_SRC_HTML_ASSETS_H
#define WYRM_SRC_HTML_ASSETS_H

#include <stddef.h>

typedef struct wyrm_asset {
    const char *name; /* "report.css" */
    const char *text; /* NUL-ended */
    size_t length;
} wyrm_asset;

/* In the order of names. */
extern const wyrm_asset wyrm_asset_table[];
extern const size_t wyrm_asset_count;

#endif
