/* Documents: the YAML of one source as a raw tree. */
#ifndef WYRM_SRC_RULESET_DOCUMENT_H
#define WYRM_SRC_RULESET_DOCUMENT_H

#include "ruleset/raw.h"

/* Reads the document of a source that wyrm_source_check has accepted; all in the region. NULL where
 * there is none; `faults` has then grown, and may have grown else. */
wyrm_raw *wyrm_document_read(const wyrm_source *source, wyrm_region *region, wyrm_faults *faults);

#endif
