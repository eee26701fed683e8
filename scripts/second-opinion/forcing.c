/* The smallest number of queens that are together in exactly one placement of n queens on n x n, and how many sets of that
   size there are: every set of non-attacking queens of one size after another is completed in all ways, rank by rank, up to the
   second. And the largest number such that so many non-attacking queens or fewer, wherever they stand, can be completed.
   No list of placements, no symmetry, and no code in common with the program that it checks.

     cc -O2 -o forcing forcing.c && ./forcing 12 && ./forcing 12 completable                                                  */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n, file_of[32];
static unsigned files;
static unsigned long long rising, falling;

static int can_stand(int rank, int file) {
    return !(files >> file & 1) && !(rising >> (rank + file) & 1) && !(falling >> (rank - file + n) & 1);
}

static void put(int rank, int file) {
    files ^= 1u << file;
    rising ^= 1ull << (rank + file);
    falling ^= 1ull << (rank - file + n);
}

/* Completions from this rank on, counted up to the second. */
static int completions(int rank) {
    while (rank < n && file_of[rank] >= 0) rank++;
    if (rank == n) return 1;
    int found = 0;
    for (int file = 0; file < n && found < 2; file++) {
        if (!can_stand(rank, file)) continue;
        put(rank, file);
        found += completions(rank + 1);
        put(rank, file);
    }
    return found;
}

/* Sets of so many more queens, on later ranks, that have so many completions (0, or 1: they force a placement). */
static unsigned long long sets_with(int wanted, int more, int from) {
    if (more == 0) return completions(0) == wanted;
    unsigned long long sets = 0;
    for (int rank = from; rank < n; rank++)
        for (int file = 0; file < n; file++) {
            if (!can_stand(rank, file)) continue;
            put(rank, file);
            file_of[rank] = file;
            sets += sets_with(wanted, more - 1, rank + 1);
            file_of[rank] = -1;
            put(rank, file);
        }
    return sets;
}

int main(int count, char **arguments) {
    int last = count > 1 ? atoi(arguments[1]) : 10, completable = count > 2;
    for (n = 1; n <= last && n <= 30; n++) {
        memset(file_of, -1, sizeof file_of);
        if (completions(0) == 0) {
            printf("%d none\n", n);
            continue;
        }
        for (int size = 0; size <= n; size++) {
            unsigned long long sets = sets_with(!completable, size, 0);
            if (sets || (completable && size == n)) {
                if (completable) printf("%d %d\n", n, sets ? size - 1 : n);
                else printf("%d %d %llu\n", n, size, sets);
                fflush(stdout);
                break;
            }
        }
    }
}
