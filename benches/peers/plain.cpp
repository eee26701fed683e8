// What one writes in an hour for a given mix: pieces one after another on free squares, masks of the squares that each kind has
// left, pieces of a kind by rising squares, the last piece counted instead of placed. No symmetry, no threads, no vectors.

#include "problem.hpp"
#include <array>
#include <cstdint>
#include <iostream>

template <int WORDS>
struct Search {
    using Mask = std::array<uint64_t, WORDS>;
    std::vector<int> numbers;
    int kinds;
    std::vector<Mask> conflicts;  // By kind, square and other kind.

    explicit Search(const Problem& given) {
        // Far-reaching kinds first; any numbers last, as each choice of them is to be completed once.
        const std::string order = "AQRBKN";
        std::vector<int> by(kinds = given.kinds.size());
        for (int kind = 0; kind < kinds; kind++) by[kind] = kind;
        auto rank = [&](int kind) { return (given.numbers[kind] == ANY) * 10 + order.find(given.kinds[kind]); };
        std::sort(by.begin(), by.end(), [&](int a, int b) { return rank(a) < rank(b); });
        for (int kind : by) numbers.push_back(given.numbers[kind]);
        const int squares = given.squares();
        conflicts.resize(kinds * squares * kinds);
        for (int kind = 0; kind < kinds; kind++)
            for (int square = 0; square < squares; square++)
                for (int other = 0; other < kinds; other++)
                    for (int at = 0; at < squares; at++)
                        if (given.conflict(by[kind], square, by[other], at))
                            conflicts[(square * kinds + kind) * kinds + other][at / 64] |= 1ull << at % 64;
        Mask all{};
        for (int square = 0; square < squares; square++) all[square / 64] |= 1ull << square % 64;
        std::array<Mask, 6> free;
        free.fill(all);
        std::cout << place(0, numbers[0], free) << std::endl;
    }

    uint64_t place(int kind, int left, const std::array<Mask, 6>& free) const {
        uint64_t count = 0;
        const bool is_last = kind + 1 == kinds;
        if (left == 0 || left == ANY) {
            count = is_last ? 1 : place(kind + 1, numbers[kind + 1], free);
            if (left == 0) return count;
        } else if (left == 1 && is_last) {
            for (uint64_t word : free[kind]) count += __builtin_popcountll(word);
            return count;
        }
        std::array<Mask, 6> next;
        Mask own = free[kind];
        for (int word = 0; word < WORDS; word++)
            while (own[word]) {
                const int square = word * 64 + __builtin_ctzll(own[word]);
                own[word] &= own[word] - 1;
                const Mask* taken = &conflicts[(square * kinds + kind) * kinds];
                for (int i = 0; i < WORDS; i++) next[kind][i] = own[i] & ~taken[kind][i];
                for (int other = kind + 1; other < kinds; other++)
                    for (int i = 0; i < WORDS; i++) next[other][i] = free[other][i] & ~taken[other][i];
                count += place(kind, left == ANY ? ANY : left - 1, next);
            }
        return count;
    }
};

int main(int, char** arguments) {
    const Problem problem(arguments[1]);
    const int words = (problem.squares() + 63) / 64;
    switch (words) {
        case 1: Search<1>{problem}; break;
        case 2: Search<2>{problem}; break;
        case 3: Search<3>{problem}; break;
        case 4: Search<4>{problem}; break;
        default:
            if (words <= 7) Search<7>{problem};
            else if (words <= 25) Search<25>{problem};
            else Search<64>{problem};
    }
}
