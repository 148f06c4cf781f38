/* Floors of Brogue: who comes to them, by a million floors a depth.
 *
 *   cc -O2 -o floors floors.c -lm && ./floors ../golden/foreign/brogue_hordes.csv >
 *       ../golden/foreign/brogue_floors.csv
 *
 * A floor has 6 hordes, and as many more as a coin of 0.6 keeps coming up; 10 % of them are those
 * of a floor deeper by 1 to min(5, depth / 2), and none below the 26th. Which horde it is, is drawn
 * in proportion to the frequencies of those whose depths hold that floor; its members each by their
 * own range. Nothing here is the library's: not the random numbers, not the reading of the catalog.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FLOORS = 1000000, LAST = 26, HORDES = 100, KINDS = 100, MEMBERS = 4 };

typedef struct member {
    int kind, least, most;
} member;

typedef struct horde {
    int leader, first, last, frequency, members;
    member with[MEMBERS];
} horde;

static horde hordes[HORDES];
static char kinds[KINDS][40];
static int horde_count, kind_count;

/* splitmix64 (Steele, Lea and Flood) */
static uint64_t state;
static uint64_t next(void)
{
    uint64_t z = state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static double real(void)
{
    return (double)(next() >> 11) * 0x1p-53;
}

static int below(int n)
{
    return (int)(real() * n);
}

static int kind_of(const char *name)
{
    for (int i = 0; i < kind_count; i++)
        if (strcmp(kinds[i], name) == 0)
            return i;
    snprintf(kinds[kind_count], sizeof kinds[kind_count], "%s", name);
    return kind_count++;
}

/* "goblin,goblin[2 3 1] + goblin_mystic[1 2 1],6,12,40" */
static void read_catalog(const char *path)
{
    char line[500];
    FILE *file = fopen(path, "r");
    if (file == NULL)
        exit(2);
    while (fgets(line, sizeof line, file) != NULL) {
        char leader[40], members[300] = "";
        horde *h = &hordes[horde_count];
        char *comma = strchr(line, ',');
        if (line[0] == '#' || strncmp(line, "leader,", 7) == 0 || comma == NULL)
            continue;
        snprintf(leader, sizeof leader, "%.*s", (int)(comma - line), line);
        if (sscanf(comma, ",%299[^,],%d,%d,%d", members, &h->first, &h->last, &h->frequency) != 4 &&
            sscanf(comma, ",,%d,%d,%d", &h->first, &h->last, &h->frequency) != 3)
            exit(2);
        h->leader = kind_of(leader);
        for (char *at = strtok(members, "+"); at != NULL; at = strtok(NULL, "+")) {
            char name[40];
            member *m = &h->with[h->members++];
            if (sscanf(at, " %39[a-z_][%d %d", name, &m->least, &m->most) != 3)
                exit(2);
            m->kind = kind_of(name);
        }
        horde_count++;
    }
    fclose(file);
}

/* Sums over floors of a number, its square, and whether there is any. */
typedef struct tally {
    double sum, squares, any;
} tally;

static void count(tally *of, int number)
{
    of->sum += number;
    of->squares += (double)number * number;
    of->any += number > 0;
}

static void print(int depth, const char *what, const char *name, const tally *of)
{
    const double mean = of->sum / FLOORS;
    if (of->sum > 0)
        printf("%d,%s,%s,%.6f,%.6f,%.6f\n", depth, what, name, mean,
               sqrt(of->squares / FLOORS - mean * mean), of->any / FLOORS);
}

static int draw_horde(int depth)
{
    int total = 0, at = 0;
    for (int i = 0; i < horde_count; i++)
        if (hordes[i].first <= depth && depth <= hordes[i].last)
            total += hordes[i].frequency;
    int drawn = below(total);
    for (;; at++)
        if (hordes[at].first <= depth && depth <= hordes[at].last &&
            (drawn -= hordes[at].frequency) < 0)
            return at;
}

static void fill(int depth)
{
    static tally by_horde[HORDES], by_kind[KINDS], groups, all;
    memset(by_horde, 0, sizeof by_horde);
    memset(by_kind, 0, sizeof by_kind);
    groups = all = (tally){0};
    state = (uint64_t)depth * 1000003;
    for (int floor = 0; floor < FLOORS; floor++) {
        int here[HORDES] = {0}, kind[KINDS] = {0}, number = 6, monsters = 0;
        while (real() < 0.6)
            number++;
        for (int i = 0; i < number; i++) {
            int at = depth;
            const int reach = depth / 2 < 5 ? depth / 2 : 5;
            if (depth > 1 && real() < 0.1)
                at += 1 + below(reach);
            const horde *h = &hordes[draw_horde(at > LAST ? LAST : at)];
            here[h - hordes]++;
            kind[h->leader]++;
            monsters++;
            for (int m = 0; m < h->members; m++) {
                const int more = h->with[m].least + below(h->with[m].most - h->with[m].least + 1);
                kind[h->with[m].kind] += more;
                monsters += more;
            }
        }
        for (int i = 0; i < horde_count; i++)
            count(&by_horde[i], here[i]);
        for (int i = 0; i < kind_count; i++)
            count(&by_kind[i], kind[i]);
        count(&groups, number);
        count(&all, monsters);
    }
    for (int i = 0; i < horde_count; i++) {
        char index[12];
        snprintf(index, sizeof index, "%d", i);
        print(depth, "horde", index, &by_horde[i]);
    }
    for (int i = 0; i < kind_count; i++)
        print(depth, "kind", kinds[i], &by_kind[i]);
    print(depth, "groups", "", &groups);
    print(depth, "monsters", "", &all);
}

int main(int argc, char **argv)
{
    read_catalog(argc > 1 ? argv[1] : "brogue_hordes.csv");
    puts("# By tests/oracles/floors.c: what a million floors of Brogue a depth had");
    puts("depth,what,name,mean,sd,any");
    for (int depth = 1; depth <= LAST; depth++)
        fill(depth);
    return 0;
}
