/* Progress of a part of a dossier, as progress of the whole. */
#include "dossier/dossier.h"

bool wyrm_dossier_progress(double done, void *context)
{
    const wyrm_dossier_part *part = context;
    const wyrm_dossier_options *options = part->options;
    return !options->progress ||
           options->progress(part->from + done * (part->to - part->from), options->context);
}
