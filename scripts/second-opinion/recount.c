/* A second opinion on counts: reads a board, kinds of pieces and a rule, and counts from the definition, with no code in common
 * with the program that it checks. scripts/second-opinion/neutral.py writes the input:
 *
 *     board LAYERS RANKS FILES JOIN JOIN       JOIN is 1 if top and bottom (left and right) are joined; squares are numbered in this order
 *     hole SQUARE   closed SQUARE              no square at all; a square on which nobody stands
 *     kind NUMBER ARMY MOVES dl dr df steps …  NUMBER: a number, `any`, or `each` for a line of output for every number; 0 steps: to the edge
 *     within 1   between 1                     whether pieces of the same army, and of different armies, must be at peace
 *     degrees LEAST MOST                       one kind: how many others attack each piece (MOST -1: any)
 *     pairs LEAST MOST                         one kind: how many pairs attack each other
 *     dominating                               one kind: every empty square is attacked
 *     quota LEAST MOST SQUARES square …        how many pieces these squares have
 *     map KIND… SQUARE…                        count only what this map of squares, and of kinds, carries to itself
 *     end
 *
 * Squares are decided one after the other, and positions that can be completed in the same ways are one state with the number of
 * ways to reach it (a frontier, or transfer matrix). An item is a square, or all squares that the map carries to each other, which are filled together.
 *
 *     cc -O2 -o recount recount.c && ./recount LIMBS < input      LIMBS: 64-bit words of a number; too few is an error             */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SQUARES = 1100, KINDS = 6, SLOTS = 8, QUOTAS = 80, LIVE = SQUARES + 64, ANY = -1, EACH = -2, UNATTACKED = 1, STANDS = 2 };

static int layers, ranks, files, squares, join_ranks, join_files, kinds, items, limbs, within = 1, between = 1, dominating, degrees, pairs;
static int number[KINDS], army[KINDS], map_kind[KINDS], map_square[SQUARES], least, most = -1, least_pairs, most_pairs;
static int quotas, quota_least[QUOTAS], quota_most[QUOTAS], quota_rest[QUOTAS][SQUARES + 1];
static char in_quota[QUOTAS][SQUARES], quota_share[QUOTAS][SQUARES]; /* of squares; and how many squares of an item */
static char closed[SQUARES], reach[KINDS][SQUARES][SQUARES];
static int item_size[SQUARES], item_square[SQUARES][SQUARES], kind_at[SQUARES][KINDS][SQUARES], may[SQUARES][KINDS];
static uint8_t forbids[SQUARES][KINDS][SQUARES]; /* by a filling of one item: which fillings of another */
static uint8_t hits[SQUARES][SQUARES];           /* how many pieces of one item attack a square of another */
static int last_attacker[SQUARES], first_attacker[SQUARES], left[KINDS][SQUARES + 1];
static int touched[SQUARES][SQUARES], touched_count[SQUARES]; /* the item itself, and those that it attacks */

static void fail(const char *why) {
    fprintf(stderr, "recount: %s\n", why);
    exit(2);
}

/* ---- the board: every ride is walked step by step */
static void ride(int kind, int from, const int *move) {
    int l = from / files / ranks, r = from / files % ranks, f = from % files;
    for (int step = 1; move[3] == 0 || step <= move[3]; step++) {
        l += move[0], r += move[1], f += move[2];
        if (join_ranks) r = (r % ranks + ranks) % ranks;
        if (join_files) f = (f % files + files) % files;
        int to = (l * ranks + r) * files + f;
        if (l < 0 || r < 0 || f < 0 || l >= layers || r >= ranks || f >= files || closed[to] == 2 || to == from) return;
        reach[kind][from][to] = 1;
    }
}

static void read_input(void) {
    static int move_count[KINDS], moves[KINDS][64][4];
    char word[32], text[32];
    int square;
    while (scanf("%31s", word) == 1 && strcmp(word, "end")) {
        if (!strcmp(word, "board")) {
            if (scanf("%d %d %d %d %d", &layers, &ranks, &files, &join_ranks, &join_files) != 5) fail("board");
            if ((squares = layers * ranks * files) > SQUARES) fail("too many squares");
            for (int s = 0; s < squares; s++) map_square[s] = s;
        } else if (!strcmp(word, "hole") || !strcmp(word, "closed")) {
            if (scanf("%d", &square) != 1 || square < 0 || square >= squares) fail("square");
            closed[square] = word[0] == 'h' ? 2 : 1;
        } else if (!strcmp(word, "kind")) {
            if (kinds == KINDS || scanf("%31s %d %d", text, &army[kinds], &move_count[kinds]) != 3 || move_count[kinds] > 64) fail("kind");
            number[kinds] = !strcmp(text, "any") ? ANY : !strcmp(text, "each") ? EACH : atoi(text);
            for (int m = 0; m < move_count[kinds]; m++)
                for (int x = 0; x < 4; x++)
                    if (scanf("%d", &moves[kinds][m][x]) != 1) fail("moves");
            map_kind[kinds] = kinds;
            kinds++;
        } else if (!strcmp(word, "within") && scanf("%d", &within) == 1) continue;
        else if (!strcmp(word, "between") && scanf("%d", &between) == 1) continue;
        else if (!strcmp(word, "degrees") && scanf("%d %d", &least, &most) == 2) degrees = 1;
        else if (!strcmp(word, "pairs") && scanf("%d %d", &least_pairs, &most_pairs) == 2) pairs = 1;
        else if (!strcmp(word, "dominating")) dominating = 1;
        else if (!strcmp(word, "map")) {
            for (int k = 0; k < kinds; k++)
                if (scanf("%d", &map_kind[k]) != 1) fail("map");
            for (int s = 0; s < squares; s++)
                if (scanf("%d", &map_square[s]) != 1) fail("map");
        } else if (!strcmp(word, "quota")) {
            int members;
            if (quotas == QUOTAS || scanf("%d %d %d", &quota_least[quotas], &quota_most[quotas], &members) != 3) fail("quota");
            for (int x = 0; x < members; x++) {
                if (scanf("%d", &square) != 1 || square < 0 || square >= squares) fail("square");
                in_quota[quotas][square] = 1;
            }
            quotas++;
        } else fail(word);
    }
    for (int k = 0; k < kinds; k++)
        for (int s = 0; s < squares; s++)
            for (int m = 0; closed[s] != 2 && m < move_count[k]; m++) ride(k, s, moves[k][m]);
    if ((degrees || pairs || dominating) && kinds > 1) fail("degrees and domination are of one kind");
    if (pairs && (degrees || dominating)) fail("pairs go with no other rule");
}

/* ---- items, and what they do to each other */
static int at_war(int k, int s, int l, int t) {
    return (army[k] == army[l] ? within : between) && (reach[k][s][t] || reach[l][t][s]);
}

static int excludes(int i, int a, int j, int b) {
    for (int x = 0; x < item_size[i]; x++)
        for (int y = 0; y < item_size[j]; y++)
            if (at_war(kind_at[i][a][x], item_square[i][x], kind_at[j][b][y], item_square[j][y])) return 1;
    return 0;
}

static void collect(int from) { /* the item of a square, and after it those of all squares connected with it by attacks */
    static char seen[SQUARES];
    static int queue[SQUARES];
    if (seen[from] || closed[from] == 2) return;
    char part[SQUARES] = {0};
    int head = 0, tail = 0;
    for (queue[tail++] = from, part[from] = 1; head < tail; head++)
        for (int t = 0, s = queue[head]; t < squares; t++) {
            int joined = map_square[s] == t || map_square[t] == s;
            for (int k = 0; k < kinds; k++) joined |= reach[k][s][t] || reach[k][t][s];
            if (joined && !part[t] && closed[t] != 2) part[queue[tail++] = t] = 1;
        }
    for (int s = 0; s < squares; s++)
        if (part[s] && !seen[s]) {
            for (int t = s; !seen[t]; t = map_square[t]) seen[t] = 1, item_square[items][item_size[items]++] = t;
            items++;
        }
}

static void prepare(void) {
    int counting = degrees || pairs || dominating;
    for (int s = 0; s < squares; s++) collect(s);
    for (int i = 0; i < items; i++)
        for (int a = 0; a < kinds; a++) {
            int kind = a;
            may[i][a] = 1;
            for (int x = 0; x < item_size[i]; x++, kind = map_kind[kind]) kind_at[i][a][x] = kind, may[i][a] &= !closed[item_square[i][x]];
            may[i][a] &= kind == a && (counting || !excludes(i, a, i, a));
        }
    for (int q = 0; q < quotas; q++)
        for (int i = items - 1; i >= 0; i--) {
            for (int x = 0; x < item_size[i]; x++) quota_share[q][i] += in_quota[q][item_square[i][x]];
            quota_rest[q][i] = quota_rest[q][i + 1] + quota_share[q][i];
        }
    for (int i = 0; i < items; i++) last_attacker[i] = -1, first_attacker[i] = items;
    for (int i = 0; i < items; i++)
        for (int j = 0; j < items; j++) {
            int touches = 0;
            if (counting)
                for (int x = 0; x < item_size[i]; x++) touches = hits[i][j] += may[i][0] && reach[0][item_square[i][x]][item_square[j][0]];
            else if (i != j)
                for (int a = 0; a < kinds; a++)
                    for (int b = 0; b < kinds; b++)
                        if (may[i][a] && may[j][b] && excludes(i, a, j, b)) forbids[i][a][j] |= touches = 1 << b;
            if (touches && i != j) {
                if (last_attacker[j] < i) last_attacker[j] = i;
                if (first_attacker[j] > i) first_attacker[j] = i;
            }
        }
    for (int i = 0; i < items; i++)
        for (int j = 0; j < items; j++) {
            int forbidden = 0;
            for (int a = 0; a < kinds; a++) forbidden |= forbids[i][a][j];
            if (i == j || hits[i][j] || (forbidden && j > i)) touched[i][touched_count[i]++] = j;
        }
    /* Most pieces of a kind from an item on: of items that all exclude each other, at most one is filled. */
    for (int k = 0; k < kinds; k++)
        for (int from = items - 1; from >= 0; from--) {
            int end = from + 1, size = item_size[from], alone = !counting && kinds == 1;
            for (int clique = 1; alone && end < items; end++) {
                for (int i = from; i < end; i++) clique &= !may[i][k] || !may[end][k] || forbids[i][k][end];
                if (!clique) break;
                if (size < item_size[end]) size = item_size[end];
            }
            left[k][from] = left[k][end] + size;
        }
}

/* ---- states: numbers of pieces so far, and a few bits for each item that is live, in a table with the ways to reach them */
typedef struct {
    uint64_t *words;
    char *used;
    size_t size, count;
} Table;

static int key_words, head_words, bits; /* the head: numbers of pieces, in all and for each quota that is open */

static void table_new(Table *table, size_t size) {
    *table = (Table){malloc(size * (key_words + limbs) * 8), calloc(size, 1), size, 0};
    if (!table->words || !table->used) fail("out of memory");
}

static void table_add(Table *table, const uint64_t *key, const uint64_t *ways) {
    if (2 * table->count >= table->size) {
        Table larger;
        table_new(&larger, 2 * table->size);
        for (size_t at = 0; at < table->size; at++)
            if (table->used[at]) table_add(&larger, table->words + at * (key_words + limbs), table->words + at * (key_words + limbs) + key_words);
        free(table->words), free(table->used);
        *table = larger;
    }
    uint64_t hash = 1469598103934665603u;
    for (int w = 0; w < key_words; w++) hash = (hash ^ key[w]) * 0x9E3779B97F4A7C15u, hash ^= hash >> 29;
    size_t at = hash & (table->size - 1);
    while (table->used[at] && memcmp(table->words + at * (key_words + limbs), key, key_words * 8)) at = (at + 1) & (table->size - 1);
    uint64_t *entry = table->words + at * (key_words + limbs), *sum = entry + key_words;
    if (!table->used[at]) {
        memcpy(entry, key, key_words * 8), memcpy(sum, ways, limbs * 8);
        table->used[at] = 1, table->count++;
        return;
    }
    unsigned __int128 carry = 0;
    for (int l = 0; l < limbs; l++) carry += (unsigned __int128)sum[l] + ways[l], sum[l] = (uint64_t)carry, carry >>= 64;
    if (carry) fail("more limbs are needed");
}

/* The items whose value matters after the first `done` of them are decided. */
static int live_items(int done, int *live) {
    int count = 0;
    for (int j = 0; j < items; j++)
        if (j < done ? (degrees || dominating) && last_attacker[j] >= done : first_attacker[j] < done) live[count++] = j;
    return count;
}

static uint16_t slots[SLOTS];
static uint8_t filled[QUOTAS];
static uint8_t value[SQUARES]; /* open items: forbidden fillings, or attackers so far; decided ones: 0, UNATTACKED, STANDS + attackers */

static void store(Table *table, const int *live, int count, const uint64_t *ways) {
    uint64_t key[2 + (QUOTAS + LIVE) / 8] = {0};
    memcpy(key, slots, sizeof slots), memcpy(key + 2, filled, quotas);
    for (int x = 0; x < count; x++) key[head_words + x * bits / 64] |= (uint64_t)value[live[x]] << x * bits % 64;
    table_add(table, key, ways);
}

/* Whether the quotas allow it. */
static int fits_quotas(int i, int filling) {
    for (int q = 0; q < quotas; q++) {
        if (!quota_share[q][i]) continue;
        if (filling >= 0) filled[q] += quota_share[q][i];
        if (filled[q] > quota_most[q] || filled[q] + quota_rest[q][i + 1] < quota_least[q]) return 0;
        if (!quota_rest[q][i + 1]) filled[q] = 0;
    }
    return 1;
}

/* An empty item, or a filled one, with all that follows for the others; 0 if it cannot be. */
static int decide(int i, int filling) {
    int attackers = value[i], cap = most >= 0 ? most + 1 : least > 1 ? least : 1;
    if (pairs && cap < most_pairs + 1) cap = most_pairs + 1;
    if (filling < 0) value[i] = dominating && !attackers ? UNATTACKED : 0;
    else if (!(degrees || pairs || dominating)) {
        if (!may[i][filling] || attackers >> filling & 1) return 0;
        for (int x = 0; x < item_size[i]; x++) {
            int k = kind_at[i][filling][x];
            slots[k] += number[k] != ANY;
        }
        for (int x = 0; x < touched_count[i]; x++) value[touched[i][x]] |= forbids[i][filling][touched[i][x]];
        value[i] = 0;
    } else {
        if (!may[i][0]) return 0;
        if (number[0] != ANY) slots[0] += item_size[i];
        slots[1] += pairs ? item_size[i] * (2 * attackers + hits[i][i]) / 2 : 0;
        if (pairs && slots[1] > most_pairs) return 0;
        attackers += hits[i][i];
        if (degrees && most >= 0 && attackers > most) return 0;
        value[i] = degrees ? STANDS + (attackers < cap ? attackers : cap) : 0;
        for (int x = 0, j; x < touched_count[i]; x++) {
            if ((j = touched[i][x]) == i) continue;
            if (j > i) value[j] = value[j] + hits[i][j] < cap ? value[j] + hits[i][j] : cap;
            else if (value[j] == UNATTACKED) value[j] = 0;
            else if (value[j] >= STANDS) value[j] = value[j] - STANDS + hits[i][j] < cap ? value[j] + hits[i][j] : STANDS + cap;
        }
    }
    for (int x = 0, j; (degrees || dominating) && x < touched_count[i]; x++) {
        if ((j = touched[i][x]) > i) continue;
        if (value[j] >= STANDS && most >= 0 && value[j] - STANDS > most) return 0;
        if (value[j] >= STANDS && most < 0 && value[j] - STANDS >= least) value[j] = 0;
        if (last_attacker[j] > i) continue;
        if (value[j] == UNATTACKED || (value[j] >= STANDS && value[j] - STANDS < least)) return 0;
        value[j] = 0;
    }
    for (int k = 0; k < kinds; k++)
        if (number[k] >= 0 && (slots[k] > number[k] || slots[k] + left[k][i + 1] < number[k])) return 0;
    return fits_quotas(i, filling);
}

static void print_number(uint64_t *ways) {
    char digits[SQUARES], *end = digits + sizeof digits - 1;
    *end = 0;
    for (int any = 1; any;) {
        unsigned __int128 rest = any = 0;
        for (int l = limbs - 1; l >= 0; l--) rest = rest << 64 | ways[l], ways[l] = (uint64_t)(rest / 10), rest %= 10, any |= ways[l] != 0;
        *--end = (char)('0' + (int)rest);
    }
    printf("%s\n", end);
}

int main(int count, char **arguments) {
    limbs = count > 1 ? atoi(arguments[1]) : 4;
    read_input();
    prepare();
    int largest = degrees || pairs || dominating ? STANDS + 1 : (1 << kinds) - 1;
    if (degrees) largest = STANDS + 1 + (most >= 0 ? most + 1 : least);
    if (pairs && largest < most_pairs + 1) largest = most_pairs + 1;
    for (bits = 1; 1 << bits <= largest; bits *= 2) {}
    if (bits > 8) fail("too many attackers or kinds");
    key_words = head_words = 2 + (quotas + 7) / 8;
    int before[SQUARES], after[SQUARES], befores = 0, afters;
    for (int i = 0; i <= items; i++) {
        int words = head_words + (live_items(i, before) * bits + 63) / 64;
        if (words > key_words) key_words = words;
    }
    Table now, next;
    table_new(&now, 16);
    uint64_t one[SQUARES] = {1};
    store(&now, before, 0, one);
    for (int i = 0; i < items; i++, befores = afters) {
        afters = live_items(i + 1, after);
        live_items(i, before);
        table_new(&next, 1 << 10);
        for (size_t at = 0; at < now.size; at++) {
            if (!now.used[at]) continue;
            const uint64_t *key = now.words + at * (key_words + limbs);
            for (int filling = -1; filling < kinds; filling++) {
                memset(value, 0, items);
                memcpy(slots, key, sizeof slots), memcpy(filled, key + 2, quotas);
                for (int x = 0; x < befores; x++) value[before[x]] = key[head_words + x * bits / 64] >> x * bits % 64 & ((1 << bits) - 1);
                if (decide(i, filling)) store(&next, after, afters, key + key_words);
            }
        }
        free(now.words), free(now.used);
        now = next;
    }
    for (size_t at = 0; at < now.size; at++) {
        if (!now.used[at]) continue;
        memcpy(slots, now.words + at * (key_words + limbs), sizeof slots);
        if (pairs && slots[1] < least_pairs) continue;
        for (int k = 0; k < kinds; k++)
            if (number[k] == EACH) printf("%d ", slots[k]);
        print_number(now.words + at * (key_words + limbs) + key_words);
    }
    free(now.words), free(now.used);
}
