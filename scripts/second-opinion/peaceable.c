/*
 * A second opinion on peaceable armies: armies of chess pieces on one board, no piece attacking a piece of another
 * army, pieces of one army free to attack each other. Written from the definitions alone; it shares no code, and on
 * purpose little of its thinking, with the program it checks.
 *
 *     cc -O3 -march=native -o peaceable peaceable.c
 *     peaceable brute   ROWS COLS ARMIES [sight|blocked] [labelled]
 *     peaceable lines   ROWS COLS WHITE BLACK [--first-only] [--part I/K]
 *     peaceable classes ROWS COLS WHITE BLACK
 *
 * brute: any armies, such as Q2/Q2, QN/QN or R2N/R2N, of the kinds K Q R B N, A (queen and knight), F (one step
 * diagonally), W (one step straight), H (rides in knight's steps), D (jumps two straight), E (jumps two diagonally).
 * Squares are filled one by one and every attack is walked step by step. Under the rule of sight a rider sees past all
 * pieces; under the rule `blocked` it stops at the first piece of any army. Four counts are printed:
 *     labelled          placements, the armies told apart;
 *     board             orbits of placements under the symmetries of the board (8 if it is square, else 4);
 *     board and armies  the same, armies of equal composition being exchangeable as well;
 *     translations      the same, and placements also count as one when a shift that keeps every piece on the board
 *                       takes one to the other.
 * A class is counted at the one placement in it that is its canonical form, so nothing has to be remembered. With
 * `labelled` only the first count is made.
 *
 * lines: two armies of queens, up to 20x20, counted without listing. Let R and C be the rows and the columns that
 * contain a white queen. White then stands on R x C and black on the other rows and the other columns, and only the
 * diagonals are still in dispute. While some diagonal has free squares for both colours, the most contested one is
 * taken and decided: either it contains a white queen, and black loses its squares there, or it does not, and white
 * does. When nothing is contested any more, the choices of white squares that honour every "contains" (of rows, columns
 * and diagonals) are counted, times the choices of black squares. Each placement is found on one path, so no two are
 * ever compared. What makes it quick:
 *   - Pairs (R, C) that a symmetry of the board takes to each other are tried once, with the size of the orbit as weight.
 *   - Let s be the number of rows and columns used by white. Black has at most rows + columns - s of them. With equal
 *     armies one army of the two has s <= (rows + columns) / 2, so if no placement has so small an s, there is none.
 *   - For weights a and b, a * (white queens) + b * (black queens) is at most the sum over the diagonals of one direction of
 *     the greater of a * (white squares) and b * (black squares), a diagonal being of one colour. Squares with row + column
 *     even and odd share no diagonal, so the better of the two directions may be taken for each half by itself.
 *   - The columns are chosen from the edges inwards. An undecided column counts for both colours, so that the
 *     same bound cuts off unfinished choices of columns too.
 *   - As the two halves touch only in the numbers of queens, first the best pairs (white squares, black squares) that a half
 *     can end with are found for one half, then for the other. Only if two of them suffice together is anything counted,
 *     and while one half is searched, the best pairs of the other say what it has to reach.
 *
 * `--part I/K`, I from 1 to K, takes every K-th set of rows only, so that a long count can be shared out: the sum over all
 * parts is the count. With equal armies each part counts the placements with s <= (rows + columns) / 2; if that comes to 0 in
 * all parts, there is no placement.
 *
 * classes: the same search, but every placement it ends at is brought to its canonical form under the symmetries of the
 * board (and the exchange of colours, if the armies are equal) and put into a set. With equal armies only half of the
 * search is needed, as each class has a member with s <= (rows + columns) / 2. The number of placements is then the sum
 * of the sizes of the orbits: a figure reached in another way than that of `lines`.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __AVX2__
#include <immintrin.h>
#endif

static void fail(const char *message)
{
    fprintf(stderr, "peaceable: %s\n", message);
    exit(2);
}

static uint64_t added(uint64_t left, uint64_t right)
{
    uint64_t sum;
    if (__builtin_add_overflow(left, right, &sum))
        fail("a count exceeds 64 bits");
    return sum;
}

static uint64_t multiplied(uint64_t left, uint64_t right)
{
    uint64_t product;
    if (__builtin_mul_overflow(left, right, &product))
        fail("a count exceeds 64 bits");
    return product;
}

static void print_time(void)
{
    printf("CPU time %.3f s\n", (double)clock() / CLOCKS_PER_SEC);
}

static int rows, columns;

/* The symmetries of the board: bit 0 mirrors the rows, bit 1 the columns, bit 2 transposes (square boards only). */
static int symmetry_count(void)
{
    return rows == columns ? 8 : 4;
}

static int symmetric_square(int symmetry, int square)
{
    int row = square / columns, column = square % columns;
    if (symmetry & 1)
        row = rows - 1 - row;
    if (symmetry & 2)
        column = columns - 1 - column;
    return symmetry & 4 ? column * columns + row : row * columns + column;
}

/* ------------------------------------------------------------------------------------------------ brute force */

enum { BRUTE_SQUARES = 64, ARMIES = 6, KINDS = 11, PERMUTATIONS = 720, EMPTY = 0 };

static const char kind_letters[KINDS + 1] = "KQRBNAFWHDE";

/* A step is (down, across); each stands for itself, its mirror images and its transposes. */
typedef struct {
    int down, across;
    bool rides;
} Step;

static const Step movements[KINDS][4] = {
    {{0, 1, false}, {1, 1, false}},                /* king */
    {{0, 1, true}, {1, 1, true}},                  /* queen */
    {{0, 1, true}},                                /* rook */
    {{1, 1, true}},                                /* bishop */
    {{1, 2, false}},                               /* knight */
    {{0, 1, true}, {1, 1, true}, {1, 2, false}},   /* amazon */
    {{1, 1, false}},                               /* ferz */
    {{0, 1, false}},                               /* wazir */
    {{1, 2, true}},                                /* nightrider */
    {{0, 2, false}},                               /* dabbaba */
    {{2, 2, false}},                               /* alfil */
};

static int army_count;
static int wanted[ARMIES][KINDS];
static bool rule_blocked, labelled_only;

/* What stands on each square: EMPTY, or 1 + army * KINDS + kind. */
static uint8_t board[BRUTE_SQUARES];
static int remaining[ARMIES][KINDS], remaining_pieces;
static uint64_t labelled_total, board_classes, army_classes, translation_classes;
static int army_permutations[PERMUTATIONS][ARMIES], army_permutation_count;

typedef void Visit(int square, void *context);

/* Walks from a square the way a piece of this kind attacks, on the empty board or up to the first piece. */
static void walk_attacks(int kind, int from, bool stops_at_pieces, Visit *visit, void *context)
{
    for (int which = 0; which < 4; which++) {
        Step step = movements[kind][which];
        if (step.down == 0 && step.across == 0)
            continue;
        for (int image = 0; image < 8; image++) {
            int down = image & 4 ? step.across : step.down, across = image & 4 ? step.down : step.across;
            if ((image & 4 && step.down == step.across) || (image & 1 && down == 0) || (image & 2 && across == 0))
                continue; /* the same direction again */
            if (image & 1)
                down = -down;
            if (image & 2)
                across = -across;
            int row = from / columns + down, column = from % columns + across;
            while (row >= 0 && row < rows && column >= 0 && column < columns) {
                int square = row * columns + column;
                visit(square, context);
                if (!step.rides || (stops_at_pieces && board[square] != EMPTY))
                    break;
                row += down;
                column += across;
            }
        }
    }
}

typedef struct {
    int army;
    bool attacks;
} Watch;

static void note_enemy(int square, void *context)
{
    Watch *watch = context;
    if (board[square] != EMPTY && (board[square] - 1) / KINDS != watch->army)
        watch->attacks = true;
}

static bool attacks_an_enemy(int square)
{
    Watch watch = {(board[square] - 1) / KINDS, false};
    walk_attacks((board[square] - 1) % KINDS, square, rule_blocked, note_enemy, &watch);
    return watch.attacks;
}

/* Sight only: the squares a piece attacks on the empty board, as a set; filled by walking, once. */
static uint64_t sight[KINDS][BRUTE_SQUARES];

static void note_square(int square, void *context)
{
    *(uint64_t *)context |= UINT64_C(1) << square;
}

/* Shifts the pieces as far up and to the left as they go. */
static void push_to_corner(uint8_t *squares)
{
    int top = rows, left = columns;
    for (int square = 0; square < rows * columns; square++)
        if (squares[square] != EMPTY) {
            top = square / columns < top ? square / columns : top;
            left = square % columns < left ? square % columns : left;
        }
    if (top == rows || (top == 0 && left == 0))
        return;
    uint8_t shifted[BRUTE_SQUARES] = {EMPTY};
    for (int square = 0; square < rows * columns; square++)
        if (squares[square] != EMPTY)
            shifted[square - top * columns - left] = squares[square];
    memcpy(squares, shifted, (size_t)(rows * columns));
}

/* Is the placement on the board the least of its images? Each class is counted at the one placement that is. */
static bool is_canonical(int permutations, bool translations)
{
    size_t size = (size_t)(rows * columns);
    uint8_t image[BRUTE_SQUARES];
    if (translations) {
        memcpy(image, board, size);
        push_to_corner(image);
        if (memcmp(image, board, size) != 0)
            return false;
    }
    for (int permutation = 0; permutation < permutations; permutation++)
        for (int symmetry = 0; symmetry < symmetry_count(); symmetry++) {
            for (int square = 0; square < rows * columns; square++) {
                int piece = board[square];
                if (piece != EMPTY)
                    piece = 1 + army_permutations[permutation][(piece - 1) / KINDS] * KINDS + (piece - 1) % KINDS;
                image[symmetric_square(symmetry, square)] = (uint8_t)piece;
            }
            if (translations)
                push_to_corner(image);
            if (memcmp(image, board, size) < 0)
                return false;
        }
    return true;
}

static void count_placement(void)
{
    if (rule_blocked)
        for (int square = 0; square < rows * columns; square++)
            if (board[square] != EMPTY && attacks_an_enemy(square))
                return;
    labelled_total = added(labelled_total, 1);
    if (labelled_only)
        return;
    board_classes += is_canonical(1, false);
    army_classes += is_canonical(army_permutation_count, false);
    translation_classes += is_canonical(army_permutation_count, true);
}

/*
 * Decides the squares from this one on. occupied and attacked hold the squares of each army and those it sees. The
 * rule of sight may be enforced at once, as more pieces never make peace; the blocked rule only when all pieces stand,
 * because a piece yet to come may be a shield.
 */
static void fill_from(int square, const uint64_t occupied[ARMIES], const uint64_t attacked[ARMIES])
{
    if (remaining_pieces == 0) {
        count_placement();
        return;
    }
    if (rows * columns - square < remaining_pieces)
        return;
    if (!rule_blocked)
        for (int army = 0; army < army_count; army++) {
            uint64_t closed = 0;
            int pieces = 0;
            for (int other = 0; other < army_count; other++)
                if (other != army)
                    closed |= attacked[other];
            for (int kind = 0; kind < KINDS; kind++)
                pieces += remaining[army][kind];
            uint64_t ahead = (~UINT64_C(0) >> (BRUTE_SQUARES - rows * columns)) >> square << square;
            if (__builtin_popcountll(ahead & ~closed) < pieces)
                return;
        }
    for (int army = 0; army < army_count; army++)
        for (int kind = 0; kind < KINDS; kind++) {
            if (remaining[army][kind] == 0)
                continue;
            uint64_t occupied_then[ARMIES], attacked_then[ARMIES];
            memcpy(occupied_then, occupied, sizeof occupied_then);
            memcpy(attacked_then, attacked, sizeof attacked_then);
            occupied_then[army] |= UINT64_C(1) << square;
            attacked_then[army] |= sight[kind][square];
            bool peaceful = true;
            if (!rule_blocked)
                for (int other = 0; other < army_count; other++)
                    if (other != army)
                        peaceful &= !(occupied_then[other] & attacked_then[army])
                                 && !(occupied_then[army] & attacked_then[other]);
            if (!peaceful)
                continue;
            board[square] = (uint8_t)(1 + army * KINDS + kind);
            remaining[army][kind]--;
            remaining_pieces--;
            fill_from(square + 1, occupied_then, attacked_then);
            remaining_pieces++;
            remaining[army][kind]++;
            board[square] = EMPTY;
        }
    fill_from(square + 1, occupied, attacked);
}

/* Adds the permutations of the armies that begin as given and take every army to one of equal composition. */
static void add_permutations(int *permutation, int length)
{
    if (length == army_count || length == ARMIES) {
        memcpy(army_permutations[army_permutation_count++], permutation, sizeof army_permutations[0]);
        return;
    }
    for (int target = 0; target < army_count; target++) {
        bool fits = memcmp(wanted[length], wanted[target], sizeof wanted[0]) == 0;
        for (int earlier = 0; earlier < length; earlier++)
            fits &= permutation[earlier] != target;
        permutation[length] = target;
        if (fits)
            add_permutations(permutation, length + 1);
    }
}

static void read_armies(const char *text)
{
    army_count = 1;
    while (*text != '\0') {
        if (*text == '/') {
            if (++army_count > ARMIES)
                fail("too many armies");
            text++;
            continue;
        }
        const char *letter = strchr(kind_letters, *text++);
        if (letter == NULL)
            fail("armies look like Q2/Q2 or R2N/R2N, of the kinds KQRBNAFWHDE");
        int number = 1;
        if (*text >= '0' && *text <= '9') {
            char *end;
            number = (int)strtol(text, &end, 10);
            text = end;
        }
        wanted[army_count - 1][letter - kind_letters] += number;
    }
}

static void brute(const char *armies)
{
    if (rows * columns > BRUTE_SQUARES)
        fail("brute force is for at most 64 squares");
    read_armies(armies);
    for (int kind = 0; kind < KINDS; kind++)
        for (int square = 0; square < rows * columns; square++)
            walk_attacks(kind, square, false, note_square, &sight[kind][square]);
    memcpy(remaining, wanted, sizeof remaining);
    for (int army = 0; army < army_count; army++)
        for (int kind = 0; kind < KINDS; kind++)
            remaining_pieces += wanted[army][kind];
    int permutation[ARMIES] = {0};
    add_permutations(permutation, 0);
    /* The identity comes first: is_canonical(1, ...) must try that one alone. */
    uint64_t none[ARMIES] = {0};
    fill_from(0, none, none);
    printf("%dx%d %s %s: labelled %" PRIu64, rows, columns, armies, rule_blocked ? "blocked" : "sight", labelled_total);
    if (!labelled_only)
        printf(", board %" PRIu64 ", board and armies %" PRIu64 ", translations %" PRIu64, board_classes, army_classes,
               translation_classes);
    printf("\n");
    print_time();
}

/* ------------------------------------------------------------------------- vectors with a lane for each diagonal */

/*
 * A diagonal direction has up to 39 lines, of which at most 20 lie in one half of the board (row + column even, or odd).
 * A vector holds one small number for each of them.
 */
enum { LANES = 32, SIDE = 20 };

typedef uint8_t Lanes __attribute__((vector_size(LANES)));

static inline Lanes load_lanes(const uint8_t *from)
{
    Lanes lanes;
    memcpy(&lanes, from, sizeof lanes);
    return lanes;
}

#ifdef __AVX2__
static inline Lanes greater_lanes(Lanes left, Lanes right)
{
    return (Lanes)_mm256_max_epu8((__m256i)left, (__m256i)right);
}

static inline Lanes lesser_lanes(Lanes left, Lanes right)
{
    return (Lanes)_mm256_min_epu8((__m256i)left, (__m256i)right);
}

static inline int sum_of_lanes(Lanes lanes)
{
    __m256i sums = _mm256_sad_epu8((__m256i)lanes, _mm256_setzero_si256());
    __m128i half = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    return _mm_cvtsi128_si32(half) + _mm_extract_epi32(half, 2);
}

static inline uint32_t nonzero_lanes(Lanes lanes)
{
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8((__m256i)lanes, _mm256_setzero_si256()));
}

static inline int greatest_lane(Lanes lanes)
{
    __m128i half = _mm_max_epu8(_mm256_castsi256_si128((__m256i)lanes), _mm256_extracti128_si256((__m256i)lanes, 1));
    half = _mm_max_epu8(half, _mm_srli_si128(half, 8));
    half = _mm_max_epu8(half, _mm_srli_si128(half, 4));
    half = _mm_max_epu8(half, _mm_srli_si128(half, 2));
    half = _mm_max_epu8(half, _mm_srli_si128(half, 1));
    return _mm_cvtsi128_si32(half) & 255;
}
#else
static inline Lanes greater_lanes(Lanes left, Lanes right)
{
    Lanes mask = (Lanes)(left > right);
    return (left & mask) | (right & ~mask);
}

static inline Lanes lesser_lanes(Lanes left, Lanes right)
{
    Lanes mask = (Lanes)(left < right);
    return (left & mask) | (right & ~mask);
}

static inline int sum_of_lanes(Lanes lanes)
{
    int sum = 0;
    for (int lane = 0; lane < LANES; lane++)
        sum += lanes[lane];
    return sum;
}

static inline uint32_t nonzero_lanes(Lanes lanes)
{
    uint32_t set = 0;
    for (int lane = 0; lane < LANES; lane++)
        set |= (uint32_t)(lanes[lane] != 0) << lane;
    return set;
}

static inline int greatest_lane(Lanes lanes)
{
    int greatest = 0;
    for (int lane = 0; lane < LANES; lane++)
        greatest = lanes[lane] > greatest ? lanes[lane] : greatest;
    return greatest;
}
#endif

/* ---------------------------------------------------------------------------------- two armies of queens, by lines */

enum { WHITE, BLACK, COLOURS };
enum { RISING, FALLING, DIRECTIONS }; /* diagonals of equal row + column, and of equal row - column */
enum { HALVES = 2, PADDING = 64, WEIGHTS = 5, FRONT = 512 };

/* Weights (white, black) of the bounds; the pair 1, 1 rules out most, and more pairs cost more than they spare. */
static const int weights[WEIGHTS][COLOURS] = {
    {1, 1}, {2, 3}, {3, 2}, {1, 2}, {2, 1},
};

/* How many squares each colour may still use on each diagonal of one half of the board. */
typedef struct {
    Lanes free[COLOURS][DIRECTIONS];
} Half;

static int army_size[COLOURS];
static int target[WEIGHTS];
static int least_half, most_half; /* of rows and columns used by white, in the phase under way */
static uint64_t pairs_searched, pairs_possible, nodes;

/* Which rows and columns are open to each colour, as 0s and 1s with room for reading beyond the board on both sides. */
static uint8_t open_rows[COLOURS][2 * PADDING + SIDE];
static uint8_t open_columns[COLOURS][2 * PADDING + SIDE];
static uint8_t open_columns_reversed[COLOURS][2 * PADDING + SIDE];
static uint32_t row_set, column_set;

static Lanes all_but[LANES]; /* all bits set, save those of one lane */

static int lane_of(int direction, int row, int column)
{
    return (direction == RISING ? row + column : row - column + columns - 1) / 2;
}

/*
 * The squares of one diagonal that are open to a colour, one lane for each diagonal of the other direction. In a half, the
 * diagonals i (rising) and j (falling) meet in row i + j + down and column i - j + across, with the constants below.
 */
static inline Lanes squares_of_diagonal(int half, int colour, int direction, int line)
{
    int parity = (half + columns - 1) & 1;
    int down = (half + parity - (columns - 1)) / 2, across = (half - parity + columns - 1) / 2;
    const uint8_t *in_rows = open_rows[colour] + PADDING + line + down;
    const uint8_t *in_columns = direction == RISING
        ? open_columns_reversed[colour] + PADDING + SIDE - 1 - line - across
        : open_columns[colour] + PADDING - line + across;
    return load_lanes(in_rows) & load_lanes(in_columns);
}

/* Takes from a colour all its squares on a diagonal. */
static inline void close_diagonal(Half *state, int half, int colour, int direction, int line)
{
    Lanes squares = squares_of_diagonal(half, colour, direction, line);
    Lanes *crossing = &state->free[colour][1 - direction];
    /* A crossing diagonal that was closed has no free squares left; any other still has all its open ones here. */
    *crossing -= squares & (Lanes)(*crossing != 0);
    state->free[colour][direction] &= all_but[line];
}

/* The multiples of a vector that the weights call for, 1 to 3. */
static inline void multiply(Lanes lanes, Lanes multiples[4])
{
    multiples[1] = lanes;
    multiples[2] = lanes + lanes;
    multiples[3] = multiples[2] + lanes;
}

/* Can the half still reach the weighted sums that are needed of it? */
static inline bool reaches(const Half *state, const int needed[WEIGHTS])
{
    for (int direction = 0; direction < DIRECTIONS; direction++)
        if (sum_of_lanes(greater_lanes(state->free[WHITE][direction], state->free[BLACK][direction])) < needed[0])
            return false;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        Lanes white[4], black[4];
        multiply(state->free[WHITE][direction], white);
        multiply(state->free[BLACK][direction], black);
        for (int which = 1; which < WEIGHTS; which++)
            if (sum_of_lanes(greater_lanes(white[weights[which][WHITE]], black[weights[which][BLACK]])) < needed[which])
                return false;
    }
    return true;
}

/* At most what the half can contribute to each weighted sum. */
static void bound_half(const Half *state, int bound[WEIGHTS])
{
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        Lanes white[4], black[4];
        multiply(state->free[WHITE][direction], white);
        multiply(state->free[BLACK][direction], black);
        for (int which = 0; which < WEIGHTS; which++) {
            int sum = sum_of_lanes(greater_lanes(white[weights[which][WHITE]], black[weights[which][BLACK]]));
            if (direction == 0 || sum < bound[which])
                bound[which] = sum;
        }
    }
}

/* Can both halves together reach the targets? */
static inline bool board_reaches(const Half halves[HALVES])
{
    int sums[HALVES];
    for (int half = 0; half < HALVES; half++) {
        int rising = sum_of_lanes(greater_lanes(halves[half].free[WHITE][RISING], halves[half].free[BLACK][RISING]));
        int falling = sum_of_lanes(greater_lanes(halves[half].free[WHITE][FALLING], halves[half].free[BLACK][FALLING]));
        sums[half] = rising < falling ? rising : falling;
    }
    if (sums[0] + sums[1] < target[0])
        return false;
    int bounds[HALVES][WEIGHTS];
    for (int half = 0; half < HALVES; half++)
        bound_half(&halves[half], bounds[half]);
    for (int which = 1; which < WEIGHTS; which++)
        if (bounds[0][which] + bounds[1][which] < target[which])
            return false;
    return true;
}

typedef struct {
    int direction, line;
} Contested;

/* Of the diagonals with squares free for both colours the one with most squares; line -1 if there is none. */
static inline Contested most_contested(const Half *state)
{
    Contested best = {0, -1};
    int best_score = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        Lanes white = state->free[WHITE][direction], black = state->free[BLACK][direction];
        Lanes score = (white + black) & (Lanes)(lesser_lanes(white, black) != 0);
        int greatest = greatest_lane(score);
        if (greatest > best_score) {
            Lanes wanted_score = (Lanes){0} + (uint8_t)greatest;
            best_score = greatest;
            best.direction = direction;
            best.line = __builtin_ctz(nonzero_lanes((Lanes)(score == wanted_score)));
        }
    }
    return best;
}

/* The pairs (white squares, black squares) a half can end with, none at least as good in both as another. */
typedef struct {
    int count;
    int squares[FRONT][COLOURS];
} Front;

static bool front_covers(const Front *front, int white, int black)
{
    for (int point = 0; point < front->count; point++)
        if (front->squares[point][WHITE] >= white && front->squares[point][BLACK] >= black)
            return true;
    return false;
}

static void add_to_front(Front *front, int white, int black)
{
    int kept = 0;
    for (int point = 0; point < front->count; point++)
        if (front->squares[point][WHITE] > white || front->squares[point][BLACK] > black) {
            memmove(front->squares[kept], front->squares[point], sizeof front->squares[0]);
            kept++;
        }
    if (kept == FRONT)
        fail("a front is too long");
    front->squares[kept][WHITE] = white;
    front->squares[kept][BLACK] = black;
    front->count = kept + 1;
}

/*
 * Adds to the front what the half can end with, as far as it reaches what is needed and is completed by the front of the
 * other half, where that is known already.
 */
static void search_front(const Half *state, int half, const int needed[WEIGHTS], const Front *other, Front *front)
{
    nodes++;
    if (!reaches(state, needed))
        return;
    int white = sum_of_lanes(state->free[WHITE][RISING]), black = sum_of_lanes(state->free[BLACK][RISING]);
    if (other != NULL && !front_covers(other, army_size[WHITE] - white, army_size[BLACK] - black))
        return;
    if (front_covers(front, white, black))
        return;
    Contested contested = most_contested(state);
    if (contested.line < 0) {
        add_to_front(front, white, black);
        return;
    }
    /* First what costs least, so that the front soon covers the rest. */
    int fewer = state->free[WHITE][contested.direction][contested.line]
                      < state->free[BLACK][contested.direction][contested.line] ? WHITE : BLACK;
    for (int turn = 0; turn < 2; turn++) {
        Half child = *state;
        close_diagonal(&child, half, turn == 0 ? fewer : 1 - fewer, contested.direction, contested.line);
        search_front(&child, half, needed, other, front);
    }
}

static void best_of_front(const Front *front, int best[WEIGHTS])
{
    for (int which = 0; which < WEIGHTS; which++) {
        best[which] = 0;
        for (int point = 0; point < front->count; point++) {
            int sum = weights[which][WHITE] * front->squares[point][WHITE]
                    + weights[which][BLACK] * front->squares[point][BLACK];
            best[which] = sum > best[which] ? sum : best[which];
        }
    }
}

/* Sets of squares of boards up to 20x20. */
enum { WORDS = 7 };

typedef struct {
    uint64_t word[WORDS];
} Squares;

static void add_square(Squares *set, int square)
{
    set->word[square / 64] |= UINT64_C(1) << square % 64;
}

static void remove_square(Squares *set, int square)
{
    set->word[square / 64] &= ~(UINT64_C(1) << square % 64);
}

static bool has_square(const Squares *set, int square)
{
    return set->word[square / 64] >> square % 64 & 1;
}

static int size_of(const Squares *set)
{
    int size = 0;
    for (int word = 0; word < WORDS; word++)
        size += __builtin_popcountll(set->word[word]);
    return size;
}

static int size_of_common(const Squares *left, const Squares *right)
{
    int size = 0;
    for (int word = 0; word < WORDS; word++)
        size += __builtin_popcountll(left->word[word] & right->word[word]);
    return size;
}

/* The members of a set in ascending order; returns how many. */
static int list_squares(const Squares *set, int *list)
{
    int count = 0;
    for (int word = 0; word < WORDS; word++)
        for (uint64_t rest = set->word[word]; rest != 0; rest &= rest - 1)
            list[count++] = word * 64 + __builtin_ctzll(rest);
    return count;
}

static uint64_t binomials[SIDE * SIDE + 1][SIDE * SIDE + 1];

/* Pascal's triangle; entries beyond 64 bits are kept as 0, a mark that binomial() refuses. */
static void fill_binomials(void)
{
    for (int all = 0; all <= SIDE * SIDE; all++)
        for (int chosen = 0; chosen <= all; chosen++) {
            if (chosen == 0 || chosen == all) {
                binomials[all][chosen] = 1;
                continue;
            }
            uint64_t left = binomials[all - 1][chosen - 1], right = binomials[all - 1][chosen], sum;
            binomials[all][chosen] = left == 0 || right == 0 || __builtin_add_overflow(left, right, &sum) ? 0 : sum;
        }
}

static uint64_t binomial(int all, int chosen)
{
    if (chosen < 0 || chosen > all)
        return 0;
    if (binomials[all][chosen] == 0)
        fail("a binomial exceeds 64 bits");
    return binomials[all][chosen];
}

/* What the run is for. */
static enum { COUNT, CLASSES, FIRST_ONLY } purpose;

/* ------------------------------------------------------------------- canonical forms of placements of two colours */

typedef struct {
    Squares colour[COLOURS];
} Placement;

static Placement *class_table;
static uint64_t class_capacity, class_count, class_labelled;

static bool is_vacant(const Placement *slot)
{
    return size_of(&slot->colour[WHITE]) == 0;
}

static Placement *find_slot(const Placement *placement)
{
    uint64_t hash = 0;
    for (int colour = 0; colour < COLOURS; colour++)
        for (int word = 0; word < WORDS; word++) {
            hash = (hash ^ placement->colour[colour].word[word]) * UINT64_C(0x9E3779B97F4A7C15);
            hash ^= hash >> 29;
        }
    uint64_t index = hash & (class_capacity - 1);
    while (!is_vacant(&class_table[index]) && memcmp(&class_table[index], placement, sizeof *placement) != 0)
        index = (index + 1) & (class_capacity - 1);
    return &class_table[index];
}

static void grow_classes(void)
{
    Placement *old = class_table;
    uint64_t old_capacity = class_capacity;
    class_capacity = old_capacity == 0 ? 1024 : 2 * old_capacity;
    class_table = calloc(class_capacity, sizeof *class_table);
    if (class_table == NULL)
        fail("not enough memory for the classes");
    for (uint64_t index = 0; index < old_capacity; index++)
        if (!is_vacant(&old[index]))
            *find_slot(&old[index]) = old[index];
    free(old);
}

/* Puts the least image of a placement into the set of classes, and adds the size of its orbit if it is new there. */
static void record_placement(const Squares *white, const Squares *black)
{
    int lists[COLOURS][SIDE * SIDE];
    list_squares(white, lists[WHITE]);
    list_squares(black, lists[BLACK]);
    int exchanges = army_size[WHITE] == army_size[BLACK] ? 2 : 1;
    Placement least;
    int group = 0, fixing = 0;
    for (int symmetry = 0; symmetry < symmetry_count(); symmetry++)
        for (int exchange = 0; exchange < exchanges; exchange++) {
            Placement image = {0};
            for (int colour = 0; colour < COLOURS; colour++)
                for (int queen = 0; queen < army_size[colour]; queen++)
                    add_square(&image.colour[colour ^ exchange], symmetric_square(symmetry, lists[colour][queen]));
            int order = group == 0 ? -1 : memcmp(&image, &least, sizeof image);
            group++;
            if (order < 0) {
                least = image;
                fixing = 0;
            }
            fixing += order <= 0;
        }
    /* As many symmetries give the least image as leave it unchanged. */
    if (2 * (class_count + 1) > class_capacity)
        grow_classes();
    Placement *slot = find_slot(&least);
    if (is_vacant(slot)) {
        *slot = least;
        class_count++;
        class_labelled = added(class_labelled, (uint64_t)(group / fixing));
    }
}

/* Chooses the black squares, from the listed one on, in every way. */
static void list_black(const Squares *white, Squares *black, const int *list, int count, int needed)
{
    if (needed == 0) {
        record_placement(white, black);
        return;
    }
    for (int index = 0; index + needed <= count; index++) {
        add_square(black, list[index]);
        list_black(white, black, list + index + 1, count - index - 1, needed - 1);
        remove_square(black, list[index]);
    }
}

/* ------------------------------------------------------------------------------- counting where nothing is contested */

typedef struct {
    int count;
    Squares line[6 * SIDE];
} Obligations;

/* Chooses the remaining white squares in every way, then the black ones. */
static void list_white(Squares *white, const int *list, int count, int needed, const Squares *black_free)
{
    if (needed == 0) {
        int black_list[SIDE * SIDE];
        int black_count = list_squares(black_free, black_list);
        Squares black = {{0}};
        list_black(white, &black, black_list, black_count, army_size[BLACK]);
        return;
    }
    for (int index = 0; index + needed <= count; index++) {
        add_square(white, list[index]);
        list_white(white, list + index + 1, count - index - 1, needed - 1, black_free);
        remove_square(white, list[index]);
    }
}

/*
 * The number of ways to choose so many more white squares out of the free ones that every line of the obligations contains one;
 * in a run for classes, each of these ways is listed with every choice of black squares instead.
 */
static uint64_t count_white(Squares free, int needed, const Obligations *lines, Squares *chosen, const Squares *black_free)
{
    if (size_of(&free) < needed)
        return 0;
    int tightest = -1, fewest = SIDE + 1;
    for (int line = 0; line < lines->count; line++) {
        if (size_of_common(&lines->line[line], chosen) != 0)
            continue;
        int options = size_of_common(&lines->line[line], &free);
        if (options < fewest) {
            fewest = options;
            tightest = line;
        }
    }
    if (tightest < 0) {
        if (purpose == COUNT)
            return binomial(size_of(&free), needed);
        int list[SIDE * SIDE];
        int count = list_squares(&free, list);
        list_white(chosen, list, count, needed, black_free);
        return 0;
    }
    if (needed == 0)
        return 0;
    uint64_t total = 0;
    int list[SIDE * SIDE];
    int count = list_squares(&lines->line[tightest], list);
    for (int index = 0; index < count; index++) {
        if (!has_square(&free, list[index]))
            continue;
        /* This is the first of the line's squares to be chosen; the later rounds do without it. */
        remove_square(&free, list[index]);
        add_square(chosen, list[index]);
        total = added(total, count_white(free, needed - 1, lines, chosen, black_free));
        remove_square(chosen, list[index]);
    }
    return total;
}

static void print_placement(const Squares *white, const Squares *black)
{
    int left[COLOURS] = {army_size[WHITE], army_size[BLACK]};
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            int square = row * columns + column;
            char letter = '.';
            if (has_square(white, square) && left[WHITE]-- > 0)
                letter = 'W';
            if (has_square(black, square) && left[BLACK]-- > 0)
                letter = 'B';
            printf(column == 0 ? "%c" : " %c", letter);
        }
        printf("\n");
    }
}

/* A lane is all ones where the diagonal was decided to contain a white queen. */
typedef struct {
    Lanes contains_white[DIRECTIONS];
} Promises;

static void report(const char *what);

/* Both halves are decided: collects the free squares and the obligations, and counts or lists the choices. */
static uint64_t count_leaf(const Half halves[HALVES], const Promises promises[HALVES])
{
    Squares free[COLOURS] = {{{0}}, {{0}}};
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            const Half *state = &halves[(row + column) & 1];
            int rising = lane_of(RISING, row, column), falling = lane_of(FALLING, row, column);
            for (int colour = 0; colour < COLOURS; colour++)
                if (open_rows[colour][PADDING + row] && open_columns[colour][PADDING + column]
                    && state->free[colour][RISING][rising] && state->free[colour][FALLING][falling])
                    add_square(&free[colour], row * columns + column);
        }
    if (purpose == FIRST_ONLY) {
        print_placement(&free[WHITE], &free[BLACK]);
        report("a placement exists");
        exit(0);
    }
    Squares by_row[SIDE] = {{{0}}}, by_column[SIDE] = {{{0}}}, by_diagonal[HALVES][DIRECTIONS][LANES];
    memset(by_diagonal, 0, sizeof by_diagonal);
    int list[SIDE * SIDE];
    int count = list_squares(&free[WHITE], list);
    for (int index = 0; index < count; index++) {
        int row = list[index] / columns, column = list[index] % columns;
        add_square(&by_row[row], list[index]);
        add_square(&by_column[column], list[index]);
        for (int direction = 0; direction < DIRECTIONS; direction++)
            add_square(&by_diagonal[(row + column) & 1][direction][lane_of(direction, row, column)], list[index]);
    }
    Obligations lines = {0};
    for (int row = 0; row < rows; row++)
        if (row_set >> row & 1)
            lines.line[lines.count++] = by_row[row];
    for (int column = 0; column < columns; column++)
        if (column_set >> column & 1)
            lines.line[lines.count++] = by_column[column];
    for (int half = 0; half < HALVES; half++)
        for (int direction = 0; direction < DIRECTIONS; direction++)
            for (int line = 0; line < LANES; line++)
                if (promises[half].contains_white[direction][line])
                    lines.line[lines.count++] = by_diagonal[half][direction][line];
    Squares chosen = {{0}};
    uint64_t ways = count_white(free[WHITE], army_size[WHITE], &lines, &chosen, &free[BLACK]);
    return purpose == COUNT && ways > 0 ? multiplied(ways, binomial(size_of(&free[BLACK]), army_size[BLACK])) : 0;
}

/*
 * Decides the diagonals of the first half, then those of the second, along every path that can still end with
 * enough squares. `other` is the front of the second half while the first is decided, and what the first half ended
 * with, as a front of one, while the second is.
 */
static uint64_t count_half(Half halves[HALVES], Promises promises[HALVES], int half, const int needed[WEIGHTS],
                           const Front *other)
{
    nodes++;
    Half *state = &halves[half];
    if (!reaches(state, needed))
        return 0;
    int white = sum_of_lanes(state->free[WHITE][RISING]), black = sum_of_lanes(state->free[BLACK][RISING]);
    if (!front_covers(other, army_size[WHITE] - white, army_size[BLACK] - black))
        return 0;
    if (purpose != FIRST_ONLY)
        for (int direction = 0; direction < DIRECTIONS; direction++)
            if (nonzero_lanes(promises[half].contains_white[direction] & (Lanes)(state->free[WHITE][direction] == 0)))
                return 0;
    Contested contested = most_contested(state);
    if (contested.line < 0) {
        if (half == 1)
            return count_leaf(halves, promises);
        Front reached = {.count = 1, .squares = {{white, black}}};
        int best[WEIGHTS], still_needed[WEIGHTS];
        best_of_front(&reached, best);
        for (int which = 0; which < WEIGHTS; which++)
            still_needed[which] = target[which] - best[which];
        return count_half(halves, promises, 1, still_needed, &reached);
    }
    Half before = *state;
    Lanes promised = promises[half].contains_white[contested.direction];
    close_diagonal(state, half, BLACK, contested.direction, contested.line);
    promises[half].contains_white[contested.direction] = promised | ~all_but[contested.line];
    uint64_t total = count_half(halves, promises, half, needed, other);
    *state = before;
    promises[half].contains_white[contested.direction] = promised;
    close_diagonal(state, half, WHITE, contested.direction, contested.line);
    total = added(total, count_half(halves, promises, half, needed, other));
    *state = before;
    return total;
}

/* Counts the placements whose white rows and columns are exactly row_set and column_set. */
static uint64_t count_pair(const Half roots[HALVES])
{
    pairs_searched++;
    memset(open_columns, 0, sizeof open_columns);
    memset(open_columns_reversed, 0, sizeof open_columns_reversed);
    for (int column = 0; column < columns; column++) {
        int colour = column_set >> column & 1 ? WHITE : BLACK;
        open_columns[colour][PADDING + column] = 1;
        open_columns_reversed[colour][PADDING + SIDE - 1 - column] = 1;
    }
    int bound[WEIGHTS], needed[WEIGHTS];
    Front fronts[HALVES];
    bound_half(&roots[1], bound);
    for (int which = 0; which < WEIGHTS; which++)
        needed[which] = target[which] - bound[which];
    fronts[0].count = 0;
    search_front(&roots[0], 0, needed, NULL, &fronts[0]);
    if (fronts[0].count == 0)
        return 0;
    best_of_front(&fronts[0], bound);
    for (int which = 0; which < WEIGHTS; which++)
        needed[which] = target[which] - bound[which];
    fronts[1].count = 0;
    search_front(&roots[1], 1, needed, &fronts[0], &fronts[1]);
    if (fronts[1].count == 0)
        return 0;
    pairs_possible++;
    best_of_front(&fronts[1], bound);
    for (int which = 0; which < WEIGHTS; which++)
        needed[which] = target[which] - bound[which];
    Half halves[HALVES] = {roots[0], roots[1]};
    Promises promises[HALVES];
    memset(promises, 0, sizeof promises);
    return count_half(halves, promises, 0, needed, &fronts[1]);
}

/* ---------------------------------------------------------------------------------- all pairs of rows and columns */

/*
 * A set of lines (rows or columns) is read from the edges inwards, two lines at a time, the middle one last; the key is what is
 * read, as a number. A set is canonical if its key is not above that of its mirror image.
 */
typedef struct {
    uint32_t set, key;
} LineSet;

static int list_line_sets(int length, LineSet *list)
{
    int count = 0;
    for (uint32_t set = 0; set < UINT32_C(1) << length; set++) {
        uint32_t key = 0, mirrored = 0;
        for (int near = 0, far = length - 1; near <= far; near++, far--) {
            uint32_t first = set >> near & 1, last = set >> far & 1;
            key = near == far ? key << 1 | first : key << 2 | first << 1 | last;
            mirrored = near == far ? mirrored << 1 | first : mirrored << 2 | last << 1 | first;
        }
        if (key <= mirrored)
            list[count++] = (LineSet){set, key};
    }
    return count;
}

/* What the choice of a column for white takes from black, and the other way round, for the rows in hand. */
static Half column_share[SIDE * HALVES];

typedef struct {
    uint32_t key;          /* of the row set, on square boards: columns with a lesser key come up transposed */
    bool transposes;
    uint64_t row_weight;
    int least_columns, most_columns;
} RowChoice;

static uint64_t total_count;

/* Columns near - 1 inwards are undecided. `white` says which columns white has so far, `chosen` how many they are. */
static void choose_columns(const RowChoice *choice, const Half halves[HALVES], int near, uint32_t white, int chosen,
                           uint32_t key, bool mirror_tied)
{
    int far = columns - 1 - near;
    int undecided = near <= far ? far - near + 1 : 0;
    if (chosen > choice->most_columns || chosen + undecided < choice->least_columns)
        return;
    if (choice->transposes && key < choice->key >> undecided)
        return;
    if (!board_reaches(halves))
        return;
    if (undecided == 0) {
        column_set = white;
        uint64_t weight = choice->row_weight * (mirror_tied ? 1 : 2);
        if (choice->transposes && key != choice->key)
            weight *= 2;
        uint64_t ways = count_pair(halves);
        total_count = added(total_count, multiplied(ways, weight));
        return;
    }
    for (int option = 0; option < (near == far ? 2 : 4); option++) {
        int first = near == far ? option : option >> 1, last = option & 1;
        if (mirror_tied && first > last)
            continue; /* the mirror image comes instead */
        Half child[HALVES];
        memcpy(child, halves, sizeof child);
        for (int end = 0; end < (near == far ? 1 : 2); end++) {
            int column = end == 0 ? near : far;
            int loser = (end == 0 ? first : last) ? BLACK : WHITE;
            for (int half = 0; half < HALVES; half++)
                for (int direction = 0; direction < DIRECTIONS; direction++)
                    child[half].free[loser][direction] -= column_share[2 * column + half].free[loser][direction];
        }
        uint32_t now_white = white | (uint32_t)first << near | (uint32_t)last << far;
        choose_columns(choice, child, near + 1, now_white, near == far ? chosen + first : chosen + first + last,
                       near == far ? key << 1 | (uint32_t)first : key << 2 | (uint32_t)option,
                       mirror_tied && (near == far || first == last));
    }
}

static int quotient_up(int dividend, int divisor)
{
    return (dividend + divisor - 1) / divisor;
}

static void try_row_set(LineSet line_set)
{
    row_set = line_set.set;
    int white_rows = __builtin_popcount(row_set), black_rows = rows - white_rows;
    if (white_rows == 0 || black_rows == 0)
        return;
    uint32_t mirrored = 0;
    memset(open_rows, 0, sizeof open_rows);
    for (int row = 0; row < rows; row++) {
        mirrored |= (row_set >> row & 1) << (rows - 1 - row);
        open_rows[row_set >> row & 1 ? WHITE : BLACK][PADDING + row] = 1;
    }
    RowChoice choice = {line_set.key, rows == columns, mirrored == row_set ? 1 : 2,
                        quotient_up(army_size[WHITE], white_rows), columns - quotient_up(army_size[BLACK], black_rows)};
    if (choice.least_columns < least_half - white_rows)
        choice.least_columns = least_half - white_rows;
    if (choice.most_columns > most_half - white_rows)
        choice.most_columns = most_half - white_rows;
    if (choice.least_columns > choice.most_columns)
        return;
    Half halves[HALVES];
    memset(halves, 0, sizeof halves);
    memset(column_share, 0, sizeof column_share);
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            int colour = row_set >> row & 1 ? WHITE : BLACK, half = (row + column) & 1;
            for (int direction = 0; direction < DIRECTIONS; direction++) {
                int lane = lane_of(direction, row, column);
                column_share[2 * column + half].free[colour][direction][lane]++;
                halves[half].free[colour][direction][lane]++;
            }
        }
    choose_columns(&choice, halves, 0, 0, 0, 0, true);
}

static void report(const char *what)
{
    printf("%dx%d Q%d/Q%d: %s (%" PRIu64 " pairs of rows and columns searched, %" PRIu64
           " possible, %" PRIu64 " nodes)\n", rows, columns, army_size[WHITE], army_size[BLACK], what, pairs_searched,
           pairs_possible, nodes);
    print_time();
}

static int part = 1, parts = 1;

static void by_lines(void)
{
    if (rows > SIDE || columns > SIDE || rows < 1 || columns < 1)
        fail("boards are at most 20x20");
    if (army_size[WHITE] < 1 || army_size[BLACK] < 1)
        fail("each army needs a queen");
    if (army_size[WHITE] > rows * columns || army_size[BLACK] > rows * columns)
        fail("an army does not fit on the board");
    fill_binomials();
    for (int lane = 0; lane < LANES; lane++) {
        all_but[lane] = ~(Lanes){0};
        all_but[lane][lane] = 0;
    }
    for (int which = 0; which < WEIGHTS; which++)
        target[which] = weights[which][WHITE] * army_size[WHITE] + weights[which][BLACK] * army_size[BLACK];
    LineSet *row_sets = malloc(sizeof *row_sets << rows);
    if (row_sets == NULL)
        fail("not enough memory for the sets of rows");
    int row_set_count = list_line_sets(rows, row_sets);
    bool equal = army_size[WHITE] == army_size[BLACK];
    for (int phase = 0; phase < 2; phase++) {
        least_half = phase == 0 ? 0 : (rows + columns) / 2 + 1;
        most_half = phase == 0 ? (rows + columns) / 2 : rows + columns;
        for (int index = part - 1; index < row_set_count; index += parts)
            try_row_set(row_sets[index]);
        /* Equal armies: every class has a member in the first phase, so an empty first phase settles a count. */
        if (phase == 0 && equal && (purpose != COUNT || total_count == 0 || parts > 1))
            break;
    }
    free(row_sets);
    char what[150];
    if (parts > 1) {
        snprintf(what, sizeof what, "part %d of %d: %" PRIu64 " placements%s", part, parts, total_count,
                 equal ? " with white in at most half of the rows and columns" : "");
        report(what);
    } else if (purpose == FIRST_ONLY)
        report("no placement exists");
    else if (purpose == COUNT) {
        snprintf(what, sizeof what, "labelled %" PRIu64, total_count);
        report(what);
    } else {
        snprintf(what, sizeof what, "classes %" PRIu64 ", labelled %" PRIu64, class_count, class_labelled);
        report(what);
    }
}

int main(int count, char **arguments)
{
    if (count < 5)
        fail("usage: brute ROWS COLS ARMIES [sight|blocked] [labelled], lines ROWS COLS WHITE BLACK [--first-only] "
             "[--part I/K], classes ROWS COLS WHITE BLACK");
    rows = atoi(arguments[2]);
    columns = atoi(arguments[3]);
    if (rows < 1 || columns < 1)
        fail("a board has at least one row and one column");
    if (strcmp(arguments[1], "brute") == 0) {
        for (int index = 5; index < count; index++) {
            if (strcmp(arguments[index], "blocked") == 0)
                rule_blocked = true;
            else if (strcmp(arguments[index], "labelled") == 0)
                labelled_only = true;
            else if (strcmp(arguments[index], "sight") != 0)
                fail("the last words are sight, blocked or labelled");
        }
        brute(arguments[4]);
    } else if (count >= 6) {
        army_size[WHITE] = atoi(arguments[4]);
        army_size[BLACK] = atoi(arguments[5]);
        if (strcmp(arguments[1], "classes") == 0)
            purpose = CLASSES;
        else if (strcmp(arguments[1], "lines") != 0)
            fail("the first word is brute, lines or classes");
        for (int index = 6; index < count; index++) {
            if (strcmp(arguments[index], "--first-only") == 0)
                purpose = FIRST_ONLY;
            else if (strcmp(arguments[index], "--part") != 0 || ++index == count || purpose != COUNT
                     || sscanf(arguments[index], "%d/%d", &part, &parts) != 2 || part < 1 || part > parts)
                fail("an option is --first-only, or --part I/K after lines");
        }
        by_lines();
    } else
        fail("lines and classes need the sizes of both armies");
    return 0;
}
