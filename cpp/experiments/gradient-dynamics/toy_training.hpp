// The toy of seed 000, section 7.1, trained by both laws or by half of them, step by step.
#pragma once

#include <optional>

#include "attn/training/head_trainer.hpp"
#include "experiments/bases.hpp"
#include "experiments/gradient-dynamics/toy.hpp"

namespace attn::experiments {

enum class Learns { kBoth, kContent, kRouting };

struct ToyTrainingParams {
  ATTN_DESCRIBED(ToyTrainingParams);
  ATTN_CHOICE(Learns, learn, "besides the read-out: W_V, W_Q and W_K, or all", "both", "content",
              "routing") = Learns::kBoth;
  ATTN_PARAM(double, eta, "of every step", within(0.005, 0.5)) = 0.05;
  ATTN_PARAM(Index, steps, "of training", within(50, 400)) = 100;
  ATTN_PARAM(std::uint64_t, seed, "of tokens, weights and classes") = 27;
};

struct ToyTrainingFrame {
  ATTN_DESCRIBED(ToyTrainingFrame);
  ATTN_FIELD(Index, step, "the one on show, at most `taken`") = 0;
  ATTN_FIELD(Index, steps, "that were asked for") = 0;
  ATTN_FIELD(Index, taken, "steps before it diverged, or all") = 0;
  ATTN_FIELD(bool, diverged, "the next step has a loss above 1000, and is not shown") = false;
  ATTN_FIELD(Matrix, weights, "alpha (5 x 5) at this step");
  ATTN_FIELD(Matrix, values, "v (5 x 2)");
  ATTN_FIELD(Matrix, contexts, "g (5 x 2)");
  ATTN_FIELD(Matrix, u, "dL/dg (5 x 2)");
  ATTN_FIELD(Vector, query_losses, "L_i (5)");
  ATTN_FIELD(double, loss, "their sum") = 0.0;
  ATTN_FIELD(double, entropy, "mean over the rows of alpha, in nats") = 0.0;
  ATTN_FIELD(double, first_entropy, "the same before the first step") = 0.0;
  ATTN_FIELD(Matrix, losses, "L_i at each step (taken + 1 x 5)");
  ATTN_FIELD(Matrix, trails, "v at each step, token by token (taken + 1 x 10)");
  ATTN_FIELD(Index, rises, "steps after which the loss is larger") = 0;
  ATTN_FIELD(double, loss_both, "in the end, where both learn") = 0.0;
  ATTN_FIELD(double, loss_content, "where W_V alone does") = 0.0;
  ATTN_FIELD(double, loss_routing, "where W_Q and W_K alone do") = 0.0;
  ATTN_FIELD(double, balance_error,
             "of W_O^T W_O - W_V W_V^T and W_Q W_Q^T - W_K W_K^T, which a step changes by eta^2 "
             "times the same of the gradients: largest deviation in all steps, over the largest "
             "entry; 0 where not both learn") = 0.0;
};

class ToyTraining : public WithSteps<ToyTraining, ToyTrainingParams, ToyTrainingFrame>,
                    public WithOpening<ToyTraining> {
 public:
  static constexpr const char* kName = "toy_training";
  static constexpr const char* kAbout =
      "the toy head trained by gradient descent, content and routing or one of them (seed 000, "
      "section 7.1)";
  static std::vector<Setting<Params>> settings();

  explicit ToyTraining(const Params& params);
  ToyTraining(const Params& params, InUnits);

  /// Each of the three heads is trained by `kPiece` steps at a time, the one on show first.
  static constexpr Index kPiece = 50;
  Index opening_units() const { return 3 * pieces(); }
  void open_unit(Index unit);

  Index steps() const { return params_.steps; }
  void look_at(Index t);

 private:
  Index pieces() const { return (params_.steps + kPiece - 1) / kPiece; }
  void begin(Learns learn);
  void step_on_show();
  void keep(const ClassifierForward& pass);
  void end();

  Params params_;
  Toy toy_;
  std::vector<ClassifierWeights> states_;  // after each step taken
  Learns trained_ = Learns::kBoth;         // what the trainer trains
  std::optional<HeadTrainer> trainer_;     // while it opens
  double before_ = 0.0;                    // the loss a step ago
};

}  // namespace attn::experiments
