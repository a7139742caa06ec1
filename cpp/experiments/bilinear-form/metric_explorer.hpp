// Which key wins under which form: scores in the plane as stripes of the lowered query. Source:
// seed 001, part I.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

/// The form is g + skew ((0, 1), (-1, 0)): every matrix of two by two, as a symmetric part, which
/// is all that lengths see, and an antisymmetric one.
struct MetricExplorerParams {
  ATTN_DESCRIBED(MetricExplorerParams);
  ATTN_PARAM(Matrix, query, "(1 x 2)") = of_rows({{1.0, 0.4}});
  ATTN_PARAM(Matrix, key,
             "(n x 2)") = of_rows({{1.1, 0.1}, {0.3, 1.5}, {-0.9, 0.7}, {1.9, -1.3}, {-0.4, -1.0}});
  ATTN_PARAM(Matrix, g, "(2 x 2), symmetric; need not be positive") =
      0.71 * Matrix::Identity(2, 2);  ///< 1 / sqrt(2) to two digits
  ATTN_PARAM(double, skew, "g_12 has it more, g_21 less", within(-1e3, 1e3)) = 0.0;
};

struct MetricExplorerFrame {
  ATTN_DESCRIBED(MetricExplorerFrame);
  ATTN_FIELD(Matrix, query, "(1 x 2)");
  ATTN_FIELD(Matrix, key, "(n x 2)");
  ATTN_FIELD(Matrix, form, "(2 x 2) g with its antisymmetric part");
  ATTN_FIELD(Vector, covector, "(2) q_b = q^a g_ab: its product with a key is the score");
  ATTN_FIELD(Vector, scores, "(n) q^a g_ab k^b");
  ATTN_FIELD(Vector, distances, "(n) of the keys from the query, by the plain ruler");
  ATTN_FIELD(Index, winner, "the key with the highest score, from 0") = 0;
  ATTN_FIELD(Index, nearest, "the key with the least distance, from 0") = 0;
  ATTN_FIELD(double, square, "q^a g_ab q^b") = 0.0;
  ATTN_FIELD(double, determinant, "of the form") = 0.0;
  ATTN_FIELD(Vector, eigenvalues, "(2) of the symmetric part, ascending");
  ATTN_FIELD(Matrix, ellipse, "(97 x 2) x^a g_ab x^b = 1, closed; empty unless g is positive");
  ATTN_FIELD(Vector, stripe,
             "(2) c: x^a g_ab x^b = 1 is the two lines c x = 1 and c x = -1; empty unless one "
             "eigenvalue is 0 and the other positive");
  ATTN_FIELD(bool, invertible, "whether the index can be raised again") = false;
  ATTN_FIELD(double, score_error, "largest |q_b k^b - q^a g_ab k^b|") = 0.0;
  ATTN_FIELD(double, raise_error,
             "largest difference of q lowered and raised from q, over the condition number; 0 "
             "where there is no raising") = 0.0;
};

class MetricExplorer : public WithFrame<MetricExplorerParams, MetricExplorerFrame> {
 public:
  static constexpr const char* kName = "metric_explorer";
  static constexpr const char* kAbout =
      "scores of keys in the plane under any bilinear form (seed 001, part I)";
  static std::vector<Setting<Params>> settings();

  static constexpr Index kMaxKeys = 64;
  static constexpr Index kDirections = 96;

  explicit MetricExplorer(const Params& params);

 private:
  void score();
};

}  // namespace attn::experiments
