/* The answer of `wyrm hit` about an amount: what it comes to, without any ruleset. */
#include <inttypes.h>
#include "text/internal.h"
#include <math.h>

/* Chances that a roll reaches another, and that it is the same. */
typedef struct meeting {
    double at_least, exactly;
} meeting;

#define CUT_LEAST 1e-11 /* what is less is told as so little */

static meeting meet(const wyrm_pmf *roll, const wyrm_pmf *other)
{
    meeting out = {0, 0};
    for (int64_t value = wyrm_pmf_first(other); value <= wyrm_pmf_last(other); value++) {
        double chance = wyrm_pmf_at(other, value);
        out.exactly += chance * wyrm_pmf_at(roll, value);
        if (chance > 0)
            out.at_least += chance * wyrm_pmf_tail(roll, value);
    }
    return out;
}

static void write_amount(const wyrm_amount *amount, const wyrm_amount *against, meeting met,
                         wyrm_page *page)
{
    const wyrm_pmf *pmf = wyrm_amount_pmf(amount);
    base_json json = wyrm_answer_begin(page, "hit", NULL);
    base_putf(&json, "amount:%s mean:%g sd:%g least:%" PRId64 " most:%" PRId64,
              wyrm_amount_text(amount), wyrm_pmf_mean(pmf), wyrm_pmf_sd(pmf), wyrm_pmf_first(pmf),
              wyrm_pmf_last(pmf));
    if (wyrm_amount_cut(amount) > 0)
        base_putf(&json, "cut:%g", wyrm_amount_cut(amount));
    if (against != NULL)
        base_putf(&json, "against:{amount:%s at_least:%g exactly:%g}", wyrm_amount_text(against),
                  met.at_least, met.exactly);
    wyrm_put_pmf(&json, "pmf", pmf);
    base_put_end(&json);
}

static void print_amount(const wyrm_amount *amount, const wyrm_amount *against, meeting met,
                         wyrm_page *page)
{
    const wyrm_pmf *pmf = wyrm_amount_pmf(amount);
    const char *text = wyrm_amount_text(amount);
    int64_t least = wyrm_pmf_first(pmf), most = wyrm_pmf_last(pmf);
    wyrm_figure mean, sd, at_least, exactly, cut;
    if (least == most)
        page_say(page, "%s is always %" PRId64 ".", text, least);
    else
        page_say(page,
                 "%s is %s on average (sd %s), from %" PRId64 " to %" PRId64
                 ", in 9 cases of 10 from %" PRId64 " to %" PRId64 ".",
                 text, wyrm_figure_exact(wyrm_pmf_mean(pmf), &mean),
                 wyrm_figure_exact(wyrm_pmf_sd(pmf), &sd), least, most,
                 wyrm_pmf_quantile(pmf, 0.05), wyrm_pmf_quantile(pmf, 0.95));
    if (against != NULL)
        page_say(page, "It is at least %s in %s of rolls, and exactly that in %s.",
                 wyrm_amount_text(against), wyrm_figure_percent(met.at_least, &at_least),
                 wyrm_figure_percent(met.exactly, &exactly));
    if (wyrm_amount_cut(amount) > 0)
        page_say(page, "Of what goes on for longer a chance of %s is left out.",
                 wyrm_figure_exact(fmax(wyrm_amount_cut(amount), CUT_LEAST), &cut));
    wyrm_page_add(page, "\n");
    wyrm_chart_pmf(page, pmf, 0, "value");
}

void wyrm_report_amount(const wyrm_amount *amount, const wyrm_amount *against, wyrm_page *page)
{
    meeting met = {0, 0};
    if (against != NULL)
        met = meet(wyrm_amount_pmf(amount), wyrm_amount_pmf(against));
    (page->json ? write_amount : print_amount)(amount, against, met, page);
}
