// Dials to read a head by while it trains, and what normalised values and dropout do to them.
// Source: seed 000, sections 8.1 and 8.2.
#pragma once

#include <vector>

#include "attn/training/head_trainer.hpp"
#include "experiments/bases.hpp"
#include "experiments/gradient-dynamics/toy.hpp"

namespace attn::experiments {

struct DiagnosticsParams {
  bool norm = false;
  double dropout = 0.0;
  double eta = 0.02;
  Index steps = 400;
  Index draws = 24;
  std::uint64_t seed = 182;

  ATTN_DESCRIBE(DiagnosticsParams,
                param(ATTN_MEMBER(norm), "values less their mean, over their standard deviation"),
                param(ATTN_MEMBER(dropout), "probability that a weight is left out of a step",
                      within(0.0, 0.6)),
                param(ATTN_MEMBER(eta), "of every step", within(0.01, 0.05)),
                param(ATTN_MEMBER(steps), "of training", within(1, 1000)),
                param(ATTN_MEMBER(draws), "of tokens, weights and classes", within(1, 100)),
                param(ATTN_MEMBER(seed),
                      "of the draw on show; those after it have the next seeds"));
};

struct DiagnosticsFrame {
  Index step = 0;
  Index steps = 0;
  bool norm = false;
  double dropout = 0.0;
  Matrix weights;
  Matrix compatibility;
  Matrix advantage;
  Vector usage;
  Vector norms;
  double loss = 0.0;
  double alignment = 0.0;
  Vector columns;
  Vector plain_columns;
  Vector losses;
  Vector course;
  Vector plain_course;
  Vector loss_course;
  double first_columns = 0.0;
  double mean_columns = 0.0;
  double plain_mean = 0.0;
  double more = 0.0;
  double more_at_loss = 0.0;
  double median_loss = 0.0;
  double plain_median_loss = 0.0;
  double largest_norm = 0.0;
  double mean_norm = 0.0;
  double first_alignment = 0.0;
  double last_alignment = 0.0;
  Index given_up = 0;
  double usage_error = 0.0;
  double norm_error = 0.0;
  double oracle_error = 0.0;

  ATTN_DESCRIBE(
      DiagnosticsFrame, field(ATTN_MEMBER(step), "the one on show"),
      field(ATTN_MEMBER(steps), "in all"), field(ATTN_MEMBER(norm), "as asked for"),
      field(ATTN_MEMBER(dropout), "as asked for"),
      field(ATTN_MEMBER(weights), "alpha (12 x 12) of the draw on show, nothing left out"),
      field(ATTN_MEMBER(compatibility), "b_ij = u_i v_j there (12 x 12)"),
      field(ATTN_MEMBER(advantage), "E_alpha b - b_ij (12 x 12)"),
      field(ATTN_MEMBER(usage), "the sums of the columns of alpha (12)"),
      field(ATTN_MEMBER(norms), "|v_j| (12)"),
      field(ATTN_MEMBER(loss), "of the draw on show, in nats"),
      field(ATTN_MEMBER(alignment), "its mean |cos| over pairs of keys"),
      field(ATTN_MEMBER(columns),
            "columns in use at this step, e^H of their sums over 12, of each draw (draws)"),
      field(ATTN_MEMBER(plain_columns),
            "the same of the plain head: same draws, same steps, without norm and dropout"),
      field(ATTN_MEMBER(losses), "at this step, of each draw (draws)"),
      field(ATTN_MEMBER(course), "columns in use of the draw on show at each step (steps + 1)"),
      field(ATTN_MEMBER(plain_course), "those of the plain head"),
      field(ATTN_MEMBER(loss_course), "its loss at each step (steps + 1)"),
      field(ATTN_MEMBER(first_columns), "mean over the draws before training"),
      field(ATTN_MEMBER(mean_columns), "mean of `columns`"),
      field(ATTN_MEMBER(plain_mean), "mean of `plain_columns`"),
      field(ATTN_MEMBER(more), "share of the draws with more columns in use than the plain head"),
      field(ATTN_MEMBER(more_at_loss),
            "share with more than the plain head had when its loss first was as low, or at the end "
            "where it never was"),
      field(ATTN_MEMBER(median_loss), "over the draws, at this step"),
      field(ATTN_MEMBER(plain_median_loss), "the same of the plain head"),
      field(ATTN_MEMBER(largest_norm), "of a value, in all draws"),
      field(ATTN_MEMBER(mean_norm), "over the draws, of the largest in each"),
      field(ATTN_MEMBER(first_alignment), "mean over the draws, before training"),
      field(ATTN_MEMBER(last_alignment), "the same at the last step"),
      field(ATTN_MEMBER(given_up), "draws that were given up: a step led to a loss above 10 000"),
      field(ATTN_MEMBER(usage_error), "of the sum of `usage` from 12"),
      field(ATTN_MEMBER(norm_error),
            "largest deviation of a norm from 2, the root of d_v, less what the epsilon in the "
            "variance takes; 0 without norm"),
      field(ATTN_MEMBER(oracle_error),
            "of the weights after ten steps against HeadTrainer, masks and all"));
};

/// T 12, d_x 6, d_k = d_v = 4, four classes, else as the toy.
class Diagnostics : public WithSteps<Diagnostics, DiagnosticsParams, DiagnosticsFrame> {
 public:
  static constexpr const char* kName = "diagnostics";
  static constexpr const char* kAbout =
      "usage of columns, norms of values and advantages of a head in training, with normalised "
      "values and dropout (seed 000, section 8)";
  static std::vector<Setting<Params>> settings();

  explicit Diagnostics(const Params& params);
  Index steps() const { return params_.steps; }
  void look_at(Index t);

 private:
  /// Of each draw (steps + 1 x draws).
  struct Courses {
    Matrix columns;  // in use
    Matrix losses;
    Matrix norms;  // the largest
  };

  TrainerOptions options_of(bool plain) const;
  void train(Index draw, bool plain, Courses& out);
  void compare();

  Params params_;
  Matrix x_, targets_;                     // of the draw on show
  std::vector<ClassifierWeights> states_;  // its weights at each step
  Courses shown_, plain_;
  Vector first_alignments_, last_alignments_;
};

}  // namespace attn::experiments
