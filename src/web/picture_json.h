/* Pictures for scripts: the numbers that are drawn. */
#ifndef WYRM_SRC_WEB_PICTURE_JSON_H
#define WYRM_SRC_WEB_PICTURE_JSON_H

#include "output/json.h"
#include "web/picture.h"

/* {id, kind, title, caption, command, replay, x {label, unit}, y {label, unit}, categories [...],
 * series [{name, dashed, reference, total, marks [{...}...]}...]}, in the order of the picture.
 *
 * A mark is {x, y} and, as far as it has them, {low, high, label}; of ranges also {least,
 * greatest}; of heat maps {x, y, value}. What is not finite is null. NULL where memory is out. */
json_t *wyrm_picture_json(wyrm_answer *json, const wyrm_picture *picture);

#endif
