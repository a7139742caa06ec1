// Which key wins under which form: scores in the plane as stripes of the lowered query. Source:
// seed 001, part I.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

/// The form is g + skew ((0, 1), (-1, 0)): every matrix of two by two, as a symmetric part, which
/// is all that lengths see, and an antisymmetric one.
struct MetricExplorerParams {
  Matrix query = of_rows({{1.0, 0.4}});
  Matrix key = of_rows({{1.1, 0.1}, {0.3, 1.5}, {-0.9, 0.7}, {1.9, -1.3}, {-0.4, -1.0}});
  Matrix g = 0.71 * Matrix::Identity(2, 2);  ///< 1 / sqrt(2) to two digits
  double skew = 0.0;

  ATTN_DESCRIBE(MetricExplorerParams, param(ATTN_MEMBER(query), "(1 x 2)"),
                param(ATTN_MEMBER(key), "(n x 2)"),
                param(ATTN_MEMBER(g), "(2 x 2), symmetric; need not be positive"),
                param(ATTN_MEMBER(skew), "g_12 has it more, g_21 less", within(-1e3, 1e3)));
};

struct MetricExplorerFrame {
  Matrix query;
  Matrix key;
  Matrix form;
  Vector covector;
  Vector scores;
  Vector distances;
  Index winner = 0;
  Index nearest = 0;
  double square = 0.0;
  double determinant = 0.0;
  Vector eigenvalues;
  Matrix ellipse;
  Vector stripe;
  bool invertible = false;
  double score_error = 0.0;
  double raise_error = 0.0;

  ATTN_DESCRIBE(
      MetricExplorerFrame, field(ATTN_MEMBER(query), "(1 x 2)"), field(ATTN_MEMBER(key), "(n x 2)"),
      field(ATTN_MEMBER(form), "(2 x 2) g with its antisymmetric part"),
      field(ATTN_MEMBER(covector), "(2) q_b = q^a g_ab: its product with a key is the score"),
      field(ATTN_MEMBER(scores), "(n) q^a g_ab k^b"),
      field(ATTN_MEMBER(distances), "(n) of the keys from the query, by the plain ruler"),
      field(ATTN_MEMBER(winner), "the key with the highest score, from 0"),
      field(ATTN_MEMBER(nearest), "the key with the least distance, from 0"),
      field(ATTN_MEMBER(square), "q^a g_ab q^b"), field(ATTN_MEMBER(determinant), "of the form"),
      field(ATTN_MEMBER(eigenvalues), "(2) of the symmetric part, ascending"),
      field(ATTN_MEMBER(ellipse), "(97 x 2) x^a g_ab x^b = 1, closed; empty unless g is positive"),
      field(ATTN_MEMBER(stripe),
            "(2) c: x^a g_ab x^b = 1 is the two lines c x = 1 and c x = -1; empty unless one "
            "eigenvalue is 0 and the other positive"),
      field(ATTN_MEMBER(invertible), "whether the index can be raised again"),
      field(ATTN_MEMBER(score_error), "largest |q_b k^b - q^a g_ab k^b|"),
      field(ATTN_MEMBER(raise_error),
            "largest difference of q lowered and raised from q, over the condition number; 0 where "
            "there is no raising"));
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
