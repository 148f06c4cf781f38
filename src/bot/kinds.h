/* The bots by name, and what each of them wants. */
#ifndef WYRM_SRC_BOT_KINDS_H
#define WYRM_SRC_BOT_KINDS_H

#include "bot/mind.h"

/* The urges of a bot, the first that it has counts; ended by NULL. One file each. */
extern wyrm_urge *const wyrm_idle_urges[];
extern wyrm_urge *const wyrm_random_urges[];
extern wyrm_urge *const wyrm_diver_urges[];
extern wyrm_urge *const wyrm_brawler_urges[];
extern wyrm_urge *const wyrm_explorer_urges[];
extern wyrm_urge *const wyrm_tactician_urges[];

/* Those of a kind; NULL for one that is not of the table. */
wyrm_urge *const *wyrm_urges_of(const wyrm_bot_kind *kind);

#endif
