// Problem text and moves, for the programs in this folder: `8x8 Q5 N5`, `12x12 Q*`, of the kinds K Q R B N A on a full board.
// Shares nothing with the library.

#pragma once
#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

const int ANY = 128;  // More than of any exact number.

struct Problem {
    int rows, cols;
    std::string kinds;         // A letter each.
    std::vector<int> numbers;  // As many, or ANY.

    explicit Problem(const std::string& text) {
        std::istringstream words(text);
        std::string word;
        char by;
        words >> rows >> by >> cols;
        // Lines of squares are numbered along the shorter side, which is what sweeps want.
        if (cols > rows) std::swap(rows, cols);
        while (words >> word) {
            kinds += word[0];
            numbers.push_back(word == std::string{word[0], '*'} ? ANY : word.size() == 1 ? 1 : std::atoi(&word[1]));
        }
        const bool is_known = kinds.find_first_not_of("KQRBNA") == std::string::npos;
        if (by != 'x' || !is_known || kinds.size() > 6 || rows * cols > 4096) throw std::runtime_error("cannot read: " + text);
    }

    int squares() const { return rows * cols; }

    // Whether a kind attacks across so many rows and columns on an otherwise empty board.
    static bool attacks(char kind, int down, int right) {
        const int a = std::abs(down), b = std::abs(right);
        const bool rook = a == 0 || b == 0, bishop = a == b, knight = a * b == 2;
        switch (kind) {
            case 'K': return a <= 1 && b <= 1;
            case 'R': return rook;
            case 'B': return bishop;
            case 'Q': return rook || bishop;
            case 'N': return knight;
            default: return rook || bishop || knight;  // A, the amazon.
        }
    }

    // Whether pieces of two kinds cannot stand on these squares.
    bool conflict(int kind, int square, int other, int at) const {
        const int down = at / cols - square / cols, right = at % cols - square % cols;
        return square == at || attacks(kinds[kind], down, right) || attacks(kinds[other], down, right);
    }
};
