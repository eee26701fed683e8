/*
 * A second opinion on three armies of queens: whether three armies of the same size fit on a square board, no queen attacking a
 * queen of another army, along lines that see through pieces. Written from the definition alone; it shares no code with the
 * program it checks.
 *
 *     cc -O3 -march=native -o three-armies three-armies.c
 *     three-armies SIDE QUEENS [--part I/K]         up to 16x16
 *
 * Every line of the board (row, column, diagonal) holds queens of one army at most, so it can be given to one; an army then
 * stands on the squares all of whose lines are its own. There is a placement if and only if the lines can be given away so that
 * each army has squares enough.
 *
 * The rows are given away first, in all ways but those that come up again with the armies renamed or the board upside down. Then
 * come the columns, from the edges inwards, of a choice and its mirror image one, and last the diagonals. Of a board and its
 * transpose one is enough too: no army gets more columns than the army with the most rows has rows.
 *
 * A column that is still free counts for all three armies. So an army has at most the squares where its rows meet columns that
 * are its own or free, and a diagonal, which is for one army, keeps at most what the army with most squares there has. Summed
 * over all diagonals of one direction that has to suffice for all three armies together; and for any two of them alone; and for
 * other weights: with a queen of one army worth two of the others, or half of one. Squares with row + column even and odd share
 * no diagonal, so for each of these halves the worse of both directions counts.
 *
 * `--part I/K`, I from 1 to K, takes every K-th choice of rows: there is no placement if no part has one.
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

enum { ARMIES = 3, NOBODY = ARMIES, RISING = 0, FALLING, DIRECTIONS, SIDE = 16, HALF = 16, LANES = 2 * HALF };

/* With this many columns left or fewer the other weights are tried too; sooner they cost what they save. */
enum { LAST_COLUMNS = 4 };

static int side, queens;
static int part = 1, parts = 1;
static uint64_t row_choices, column_choices, whole_choices, diagonal_choices;

/* ---------------------------------------------------------------------- vectors with a lane for each diagonal */

/* A small number for each diagonal of one direction: first those of the squares with row + column even, then the others. */
typedef uint8_t Lanes __attribute__((vector_size(LANES)));

static int diagonal_of(int direction, int row, int column)
{
    return direction == RISING ? row + column : row - column + side - 1;
}

static int lane_of(int direction, int row, int column)
{
    return (row + column) % 2 * HALF + diagonal_of(direction, row, column) / 2;
}

static inline Lanes greater_lanes(Lanes left, Lanes right)
{
#ifdef __AVX2__
    return (Lanes)_mm256_max_epu8((__m256i)left, (__m256i)right);
#else
    Lanes mask = (Lanes)(left > right);
    return (left & mask) | (right & ~mask);
#endif
}

/* The sum over each half of the worse direction. */
static inline int kept(Lanes rising, Lanes falling)
{
#ifdef __AVX2__
    __m256i sums[DIRECTIONS] = {_mm256_sad_epu8((__m256i)rising, _mm256_setzero_si256()),
                                _mm256_sad_epu8((__m256i)falling, _mm256_setzero_si256())};
    for (int direction = 0; direction < DIRECTIONS; direction++)
        sums[direction] = _mm256_add_epi64(sums[direction], _mm256_shuffle_epi32(sums[direction], 0x4e));
    __m256i least = _mm256_min_epu16(sums[RISING], sums[FALLING]);
    return _mm_cvtsi128_si32(_mm_add_epi32(_mm256_castsi256_si128(least), _mm256_extracti128_si256(least, 1)));
#else
    int total = 0;
    for (int half = 0; half < LANES; half += HALF) {
        int sums[DIRECTIONS] = {0};
        for (int lane = half; lane < half + HALF; lane++) {
            sums[RISING] += rising[lane];
            sums[FALLING] += falling[lane];
        }
        total += sums[RISING] < sums[FALLING] ? sums[RISING] : sums[FALLING];
    }
    return total;
#endif
}

/* ------------------------------------------------------------------------------------------------ the diagonals */

/* The army whose row and column meet at each square, or NOBODY. */
typedef struct {
    uint8_t army[SIDE][SIDE];
} Board;

static void print_board(const Board *board)
{
    for (int row = 0; row < side; row++)
        for (int column = 0; column < side; column++) {
            int army = board->army[row][column];
            printf("%c%c", army == NOBODY ? '.' : '1' + army, column == side - 1 ? '\n' : ' ');
        }
}

/* Gives away the diagonals, the most contested one first. Returns whether each army can have its queens. */
static bool give_diagonals(const Board *board)
{
    diagonal_choices++;
    int held[DIRECTIONS][2 * SIDE][ARMIES], squares[ARMIES] = {0};
    memset(held, 0, sizeof held);
    for (int row = 0; row < side; row++)
        for (int column = 0; column < side; column++) {
            int army = board->army[row][column];
            if (army == NOBODY)
                continue;
            squares[army]++;
            for (int direction = 0; direction < DIRECTIONS; direction++)
                held[direction][diagonal_of(direction, row, column)][army]++;
        }
    for (int army = 0; army < ARMIES; army++)
        if (squares[army] < queens)
            return false;
    int best = 0, best_direction = 0, best_diagonal = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int total = 0;
        for (int diagonal = 0; diagonal < 2 * side - 1; diagonal++) {
            const int *of = held[direction][diagonal];
            int most = of[0], all = of[0];
            for (int army = 1; army < ARMIES; army++) {
                most = of[army] > most ? of[army] : most;
                all += of[army];
            }
            total += most;
            if (all > most && all > best) {
                best = all;
                best_direction = direction;
                best_diagonal = diagonal;
            }
        }
        if (total < ARMIES * queens)
            return false;
    }
    if (best == 0) {
        print_board(board);
        return true;
    }
    for (int army = 0; army < ARMIES; army++) {
        if (held[best_direction][best_diagonal][army] == 0)
            continue;
        Board child = *board;
        for (int row = 0; row < side; row++)
            for (int column = 0; column < side; column++)
                if (diagonal_of(best_direction, row, column) == best_diagonal && child.army[row][column] != army)
                    child.army[row][column] = NOBODY;
        if (give_diagonals(&child))
            return true;
    }
    return false;
}

/* -------------------------------------------------------------------------------------------------- the columns */

/* How many squares each army can still have on each diagonal. */
typedef struct {
    Lanes of[ARMIES][DIRECTIONS];
} Free;

static int row_army[SIDE], column_army[SIDE];
static int rows_of[ARMIES], columns_of[ARMIES], most_columns;
/* What each army loses on the diagonals with a column that goes to another one. */
static Free lost[SIDE];

static inline bool suffices(const Free *free, int columns_left)
{
    const Lanes(*of)[DIRECTIONS] = free->of;
    Lanes pair[ARMIES][DIRECTIONS]; /* an army and the one after it */
    for (int army = 0; army < ARMIES; army++)
        for (int direction = 0; direction < DIRECTIONS; direction++)
            pair[army][direction] = greater_lanes(of[army][direction], of[(army + 1) % ARMIES][direction]);
    if (kept(greater_lanes(pair[0][RISING], of[2][RISING]), greater_lanes(pair[0][FALLING], of[2][FALLING])) < 3 * queens)
        return false;
    for (int army = 0; army < ARMIES; army++)
        if (kept(pair[army][RISING], pair[army][FALLING]) < 2 * queens)
            return false;
    if (columns_left > LAST_COLUMNS)
        return true;
    for (int army = 0; army < ARMIES; army++) {
        const Lanes *one = of[army], *two = pair[(army + 1) % ARMIES];
        if (kept(greater_lanes(2 * one[RISING], two[RISING]), greater_lanes(2 * one[FALLING], two[FALLING])) < 4 * queens)
            return false;
        if (kept(greater_lanes(one[RISING], 2 * two[RISING]), greater_lanes(one[FALLING], 2 * two[FALLING])) < 5 * queens)
            return false;
    }
    return true;
}

/* Columns from the edges inwards: 0, the last, 1, the last but one, ... While all pairs so far are alike, `mirrored`, the second
   of a pair has no smaller number than the first. */
static bool give_columns(int place, const Free *free, bool mirrored)
{
    if (place == side) {
        whole_choices++;
        Board board = {{{0}}};
        for (int row = 0; row < side; row++)
            for (int column = 0; column < side; column++)
                board.army[row][column] = (uint8_t)(row_army[row] == column_army[column] ? row_army[row] : NOBODY);
        return give_diagonals(&board);
    }
    int column = place % 2 ? side - 1 - place / 2 : place / 2, left = side - 1 - place;
    int first = mirrored && place % 2 ? column_army[place / 2] : 0;
    for (int army = first; army < ARMIES; army++) {
        if (columns_of[army] == most_columns)
            continue;
        column_choices++;
        Free child = *free;
        bool fits = true;
        for (int other = 0; other < ARMIES; other++) {
            if (other == army)
                continue;
            fits &= rows_of[other] * (columns_of[other] + left) >= queens;
            for (int direction = 0; direction < DIRECTIONS; direction++)
                child.of[other][direction] -= lost[column].of[other][direction];
        }
        if (!fits || !suffices(&child, left))
            continue;
        columns_of[army]++;
        column_army[column] = army;
        bool found = give_columns(place + 1, &child, mirrored && (place % 2 == 0 || army == first));
        columns_of[army]--;
        if (found)
            return true;
    }
    return false;
}

/* ----------------------------------------------------------------------------------------------------- the rows */

/* Whether the rows from below, the armies renamed in the order in which they come, are none that are taken sooner. */
static bool is_first_of_mirror_images(void)
{
    int name[ARMIES] = {-1, -1, -1}, names = 0;
    for (int row = 0; row < side; row++) {
        int army = row_army[side - 1 - row];
        if (name[army] < 0)
            name[army] = names++;
        if (row_army[row] != name[army])
            return row_army[row] < name[army];
    }
    return true;
}

static bool try_rows(void)
{
    memset(rows_of, 0, sizeof rows_of);
    for (int row = 0; row < side; row++)
        rows_of[row_army[row]]++;
    most_columns = 0;
    for (int army = 0; army < ARMIES; army++)
        most_columns = rows_of[army] > most_columns ? rows_of[army] : most_columns;
    row_choices++;
    if ((row_choices - 1) % (uint64_t)parts != (uint64_t)(part - 1))
        return false;
    Free free;
    memset(&free, 0, sizeof free);
    memset(lost, 0, sizeof lost);
    for (int row = 0; row < side; row++)
        for (int column = 0; column < side; column++)
            for (int direction = 0; direction < DIRECTIONS; direction++) {
                int lane = lane_of(direction, row, column), army = row_army[row];
                lost[column].of[army][direction][lane]++;
                free.of[army][direction][lane]++;
            }
    return give_columns(0, &free, true);
}

/* The armies come in the order of their numbers. */
static bool give_rows(int row, int armies)
{
    if (row == side)
        return armies == ARMIES && is_first_of_mirror_images() && try_rows();
    for (int army = 0; army <= armies && army < ARMIES; army++) {
        row_army[row] = army;
        if (give_rows(row + 1, army == armies ? armies + 1 : armies))
            return true;
    }
    return false;
}

static void fail(const char *message)
{
    fprintf(stderr, "three-armies: %s\n", message);
    exit(2);
}

int main(int count, char **arguments)
{
    if (count != 3 && count != 5)
        fail("usage: SIDE QUEENS [--part I/K]");
    side = atoi(arguments[1]);
    queens = atoi(arguments[2]);
    if (side < 1 || side > SIDE || queens < 1 || queens > SIDE * SIDE)
        fail("boards are at most 16x16, and each army needs a queen");
    if (count == 5
        && (strcmp(arguments[3], "--part") != 0 || sscanf(arguments[4], "%d/%d", &part, &parts) != 2 || part < 1
            || part > parts))
        fail("an option is --part I/K");
    bool found = give_rows(0, 0);
    printf("%dx%d Q%d/Q%d/Q%d", side, side, queens, queens, queens);
    if (parts > 1)
        printf(", part %d of %d", part, parts);
    printf(": %s (%" PRIu64 " choices of rows, %" PRIu64 " columns given, %" PRIu64 " choices of all, %" PRIu64
           " nodes of their diagonals)\n",
           found ? "a placement exists" : "no placement exists", row_choices, column_choices, whole_choices, diagonal_choices);
    printf("CPU time %.3f s\n", (double)clock() / CLOCKS_PER_SEC);
    return 0;
}
