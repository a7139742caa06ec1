// Rows of scores of which some are hidden, -Infinity: what the readings make of them alike.
// Internal.
#pragma once

#include <cmath>
#include <limits>

#include "attn/numerics/check.hpp"

namespace attn::reading_rows {

/// Of hidden keys.
inline constexpr double kHidden = -std::numeric_limits<double>::infinity();

/// Differences and their sums are still doubles.
inline constexpr double kLargestScore = 1e150;

/// Each row less its mean over the keys that it may see; 0 for those that it may not. Throws Error
/// where a score is neither -Infinity nor at most kLargestScore in size, and for a row without any.
inline Matrix centred(const char* function, const char* argument, const MatrixRef& scores) {
  check::count(function, "the number of rows", scores.rows(), 1, check::kMaxBudget);
  Matrix out = Matrix::Zero(scores.rows(), scores.cols());
  for (Index i = 0; i < scores.rows(); ++i) {
    Index seen = 0;
    double mean = 0.0;
    for (Index j = 0; j < scores.cols(); ++j) {
      const double s = scores(i, j);
      if (s == kHidden) continue;
      if (!(std::fabs(s) <= kLargestScore)) {
        check::refuse(function, {argument, "[", i, ", ", j, "]"}, {s},
                      {"-Infinity, or a number of at most ", kLargestScore, " in size"});
      }
      mean += (s - mean) / static_cast<double>(++seen);
    }
    if (seen == 0) {
      check::refuse(function, {"row ", i, " of ", argument}, "hidden", "a finite number in it");
    }
    for (Index j = 0; j < scores.cols(); ++j) {
      if (scores(i, j) != kHidden) out(i, j) = scores(i, j) - mean;
    }
  }
  return out;
}

/// Throws Error where one of two matrices of one shape hides what the other shows.
inline void check_same_hidden(const char* function, const char* argument, const MatrixRef& a,
                              const MatrixRef& b) {
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < a.cols(); ++j) {
      if ((a(i, j) == kHidden) == (b(i, j) == kHidden)) continue;
      check::refuse(function, {argument, "[", i, ", ", j, "]"}, {a(i, j)},
                    "hidden where the first is");
    }
  }
}

}  // namespace attn::reading_rows
