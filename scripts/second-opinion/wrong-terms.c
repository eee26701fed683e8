/* Two terms that are published with another value, from the definition, with no code in common with the program that it checks.

     cc -O2 -o wrong-terms wrong-terms.c && ./wrong-terms

   A051569(6): twelve queens on 6x6, each of which sees just three others (along a line up to the first queen), up to turns and mirrors.
   Squares are filled in reading order; a queen is seen by the nearest one in each of eight directions, four of which are decided when
   she is placed. A class is counted at the least of its eight images.
   A279403(57): the fewest squares that two queens on the torus of side 15 leave free and unattacked; all pairs are tried.        */
#include <stdio.h>
#include <string.h>

enum { SIDE = 6, QUEENS = 12, SEEN = 3, TORUS = 15 };

static char queen[SIDE][SIDE];
static int sees[SIDE][SIDE], placements, classes;
static const int back[4][2] = {{0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};

static int nearest(int row, int column, int direction, int *r, int *c) {
    *r = row, *c = column;
    do *r += back[direction][0], *c += back[direction][1];
    while (*r >= 0 && *c >= 0 && *c < SIDE && !queen[*r][*c]);
    return *r >= 0 && *c >= 0 && *c < SIDE;
}

static int is_least_image(void) {
    for (int image = 1; image < 8; image++)
        for (int row = 0, order = 0; row < SIDE && order == 0; row++)
            for (int column = 0; column < SIDE && order == 0; column++) {
                int r = image & 1 ? SIDE - 1 - row : row, c = image & 2 ? SIDE - 1 - column : column;
                order = (image & 4 ? queen[c][r] : queen[r][c]) - queen[row][column];
                if (order < 0) return 0;
            }
    return 1;
}

static void place(int square, int left) {
    if (square == SIDE * SIDE) {
        for (int s = 0; s < SIDE * SIDE; s++)
            if (left || (queen[s / SIDE][s % SIDE] && sees[s / SIDE][s % SIDE] != SEEN)) return;
        placements++;
        classes += is_least_image();
        return;
    }
    if (left > SIDE * SIDE - square) return;
    int row = square / SIDE, column = square % SIDE, r, c, fits = left > 0, seen = 0;
    place(square + 1, left);
    for (int d = 0; d < 4; d++)
        if (nearest(row, column, d, &r, &c)) seen++, fits &= ++sees[r][c] <= SEEN;
    if (fits && seen <= SEEN) {
        queen[row][column] = 1, sees[row][column] = seen;
        place(square + 1, left - 1);
        queen[row][column] = 0, sees[row][column] = 0;
    }
    for (int d = 0; d < 4; d++)
        if (nearest(row, column, d, &r, &c)) sees[r][c]--;
}

static int attacked(int r, int c, int queen_r, int queen_c) {
    int dr = (r - queen_r + TORUS) % TORUS, dc = (c - queen_c + TORUS) % TORUS;
    return dr == 0 || dc == 0 || dr == dc || (dr + dc) % TORUS == 0;
}

int main(void) {
    place(0, QUEENS);
    printf("A051569(6): %d placements, %d up to symmetry\n", placements, classes);
    int fewest = TORUS * TORUS, most = 0;
    for (int second = 1; second < TORUS * TORUS; second++) {
        int free = 0;
        for (int s = 0; s < TORUS * TORUS; s++)
            free += !attacked(s / TORUS, s % TORUS, 0, 0) && !attacked(s / TORUS, s % TORUS, second / TORUS, second % TORUS);
        if (free < fewest) fewest = free;
        if (free > most) most = free;
    }
    printf("A279403(57): two queens on the torus of side 15 leave %d to %d squares\n", fewest, most);
}
