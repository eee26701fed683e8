// A specification for TdZdd (Hiroaki Iwashita and Shin-ichi Minato, "Efficient top-down ZDD construction techniques using
// recursive specifications", 2013): squares are levels, a value is the kind that stands there, or none. A state is what
// squares ahead each kind has lost, seen from the next square, and how many pieces are left. Levels where nothing can stand
// are left out, and so is what can no longer be completed.

#include "problem.hpp"
#include <array>
#include <cstdint>
#include <iostream>
#include <tdzdd/DdSpec.hpp>
#include <tdzdd/DdStructure.hpp>

template <int KINDS>
struct Placements : tdzdd::PodArrayDdSpec<Placements<KINDS>, uint64_t, KINDS + 1> {
    const Problem& problem;
    const int squares;
    int words = 1;                // Of the mask of a kind: leapers do not reach far ahead.
    std::vector<uint64_t> taken;  // By square, kind and other kind: squares ahead, the square itself first.

    explicit Placements(const Problem& given) : problem(given), squares(given.squares()) {
        std::vector<std::array<int, 4>> pairs;
        for (int square = 0; square < squares; square++)
            for (int kind = 0; kind < KINDS; kind++)
                for (int other = 0; other < KINDS; other++)
                    for (int at = square; at < squares; at++)
                        if (problem.conflict(kind, square, other, at)) {
                            pairs.push_back({square, kind, other, at - square});
                            words = std::max(words, (at - square) / 64 + 1);
                        }
        taken.resize(squares * KINDS * KINDS * words);
        for (auto [square, kind, other, ahead] : pairs) mask(taken.data(), (square * KINDS + kind) * KINDS + other)[ahead / 64] |= 1ull << ahead % 64;
        this->setArraySize(KINDS * words + 1);
    }

    template <class Word>
    Word* mask(Word* masks, int index) const { return masks + index * words; }

    static int left(uint64_t numbers, int kind) { return numbers >> 8 * kind & 255; }

    int getRoot(uint64_t* state) const {
        std::fill(state, state + KINDS * words + 1, 0);
        for (int kind = 0; kind < KINDS; kind++) state[0] |= uint64_t(problem.numbers[kind]) << 8 * kind;
        return squares;
    }

    int getChild(uint64_t* state, int level, int value) const {
        uint64_t& numbers = state[0];
        int square = squares - level;
        if (value > 0) {
            const int kind = value - 1;
            if (left(numbers, kind) == 0 || (mask(state + 1, kind)[0] & 1)) return 0;
            if (left(numbers, kind) != ANY) numbers -= 1ull << 8 * kind;
            const uint64_t* more = mask(taken.data(), (square * KINDS + kind) * KINDS);
            for (int word = 0; word < KINDS * words; word++) state[1 + word] |= more[word];
        }
        // The next square on which something can stand.
        int by = 1;
        for (bool is_open = false; by < level && !is_open; by += !is_open)
            for (int kind = 0; kind < KINDS; kind++)
                is_open |= left(numbers, kind) > 0 && (by >= 64 * words || !(mask(state + 1, kind)[by / 64] >> by % 64 & 1));
        bool is_done = true, is_full = true;
        for (int kind = 0; kind < KINDS; kind++) {
            const int pieces = left(numbers, kind);
            uint64_t* lost = mask(state + 1, kind);
            int open = level - by;
            for (int word = 0; word < words; word++) {
                const int from = word + by / 64;
                const uint64_t low = from < words ? lost[from] >> by % 64 : 0;
                const uint64_t high = by % 64 && from + 1 < words ? lost[from + 1] << (64 - by % 64) : 0;
                lost[word] = pieces ? low | high : 0;
                open -= __builtin_popcountll(lost[word]);
            }
            is_done &= pieces == 0;
            if (pieces != ANY) is_full &= pieces <= open;
        }
        return !is_full ? 0 : is_done || by == level ? -1 : level - by;
    }
};

template <int KINDS>
void count(const Problem& problem) {
    if (int(problem.kinds.size()) != KINDS) return count<KINDS - 1>(problem);
    const Placements<KINDS> specification(problem);
    const tdzdd::DdStructure<KINDS + 1> diagram(specification);
    std::cout << diagram.evaluate(tdzdd::ZddCardinality<std::string, KINDS + 1>()) << std::endl;
}
template <>
void count<0>(const Problem&) {}

int main(int, char** arguments) {
    count<6>(Problem(arguments[1]));
}
