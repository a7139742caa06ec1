// Dials to read a head by while it trains, and what normalised values and dropout do to them.
// Source: seed 000, sections 8.1 and 8.2.
#pragma once

#include <vector>

#include "attn/training/head_trainer.hpp"
#include "experiments/bases.hpp"
#include "experiments/gradient-dynamics/toy.hpp"

namespace attn::experiments {

struct DiagnosticsParams {
  ATTN_DESCRIBED(DiagnosticsParams);
  ATTN_PARAM(bool, norm, "values less their mean, over their standard deviation") = false;
  ATTN_PARAM(double, dropout, "probability that a weight is left out of a step",
             within(0.0, 0.6)) = 0.0;
  ATTN_PARAM(double, eta, "of every step", within(0.01, 0.05)) = 0.02;
  ATTN_PARAM(Index, steps, "of training", within(1, 1000)) = 400;
  ATTN_PARAM(Index, draws, "of tokens, weights and classes", within(1, 100)) = 24;
  ATTN_PARAM(std::uint64_t, seed, "of the draw on show; those after it have the next seeds") = 182;
};

struct DiagnosticsFrame {
  ATTN_DESCRIBED(DiagnosticsFrame);
  ATTN_FIELD(Index, step, "the one on show") = 0;
  ATTN_FIELD(Index, steps, "in all") = 0;
  ATTN_FIELD(bool, norm, "as asked for") = false;
  ATTN_FIELD(double, dropout, "as asked for") = 0.0;
  ATTN_FIELD(Matrix, weights, "alpha (12 x 12) of the draw on show, nothing left out");
  ATTN_FIELD(Matrix, compatibility, "b_ij = u_i v_j there (12 x 12)");
  ATTN_FIELD(Matrix, advantage, "E_alpha b - b_ij (12 x 12)");
  ATTN_FIELD(Vector, usage, "the sums of the columns of alpha (12)");
  ATTN_FIELD(Vector, norms, "|v_j| (12)");
  ATTN_FIELD(double, loss, "of the draw on show, in nats") = 0.0;
  ATTN_FIELD(double, alignment, "its mean |cos| over pairs of keys") = 0.0;
  ATTN_FIELD(Vector, columns,
             "columns in use at this step, e^H of their sums over 12, of each draw (draws)");
  ATTN_FIELD(Vector, plain_columns,
             "the same of the plain head: same draws, same steps, without norm and dropout");
  ATTN_FIELD(Vector, losses, "at this step, of each draw (draws)");
  ATTN_FIELD(Vector, course, "columns in use of the draw on show at each step (steps + 1)");
  ATTN_FIELD(Vector, plain_course, "those of the plain head");
  ATTN_FIELD(Vector, loss_course, "its loss at each step (steps + 1)");
  ATTN_FIELD(double, first_columns, "mean over the draws before training") = 0.0;
  ATTN_FIELD(double, mean_columns, "mean of `columns`") = 0.0;
  ATTN_FIELD(double, plain_mean, "mean of `plain_columns`") = 0.0;
  ATTN_FIELD(double, more, "share of the draws with more columns in use than the plain head") = 0.0;
  ATTN_FIELD(double, more_at_loss,
             "share with more than the plain head had when its loss first was as low, or at the "
             "end where it never was") = 0.0;
  ATTN_FIELD(double, median_loss, "over the draws, at this step") = 0.0;
  ATTN_FIELD(double, plain_median_loss, "the same of the plain head") = 0.0;
  ATTN_FIELD(double, largest_norm, "of a value, in all draws") = 0.0;
  ATTN_FIELD(double, mean_norm, "over the draws, of the largest in each") = 0.0;
  ATTN_FIELD(double, first_alignment, "mean over the draws, before training") = 0.0;
  ATTN_FIELD(double, last_alignment, "the same at the last step") = 0.0;
  ATTN_FIELD(Index, given_up, "draws that were given up: a step led to a loss above 10 000") = 0;
  ATTN_FIELD(double, usage_error, "of the sum of `usage` from 12") = 0.0;
  ATTN_FIELD(double, norm_error,
             "largest deviation of a norm from 2, the root of d_v, less what the epsilon in the "
             "variance takes; 0 without norm") = 0.0;
  ATTN_FIELD(double, oracle_error,
             "of the weights after ten steps against HeadTrainer, masks and all") = 0.0;
};

/// T 12, d_x 6, d_k = d_v = 4, four classes, else as the toy.
class Diagnostics : public WithSteps<Diagnostics, DiagnosticsParams, DiagnosticsFrame>,
                    public WithOpening<Diagnostics> {
 public:
  static constexpr const char* kName = "diagnostics";
  static constexpr const char* kAbout =
      "usage of columns, norms of values and advantages of a head in training, with normalised "
      "values and dropout (seed 000, section 8)";
  static std::vector<Setting<Params>> settings();

  explicit Diagnostics(const Params& params);
  Diagnostics(const Params& params, InUnits);

  /// A draw each, and what they have in common.
  Index opening_units() const { return params_.draws + 1; }
  void open_unit(Index unit);

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
  void sum_up();
  void compare();

  Params params_;
  bool is_plain_;                          // neither norm nor dropout
  Toy toy_;                                // of the draw on show
  std::vector<ClassifierWeights> states_;  // its weights at each step
  Courses shown_, plain_;
  Vector first_alignments_, last_alignments_;
};

}  // namespace attn::experiments
