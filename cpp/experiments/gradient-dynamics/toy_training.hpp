// The toy of seed 000, section 7.1, trained by both laws or by half of them, step by step.
#pragma once

#include "attn/training/head_trainer.hpp"
#include "experiments/bases.hpp"
#include "experiments/gradient-dynamics/toy.hpp"

namespace attn::experiments {

enum class Learns { kBoth, kContent, kRouting };

struct ToyTrainingParams {
  Learns learn = Learns::kBoth;
  double eta = 0.05;
  Index steps = 100;
  std::uint64_t seed = 27;

  ATTN_DESCRIBE(ToyTrainingParams,
                choice(ATTN_MEMBER(learn), "besides the read-out: W_V, W_Q and W_K, or all", "both",
                       "content", "routing"),
                param(ATTN_MEMBER(eta), "of every step", within(0.005, 0.5)),
                param(ATTN_MEMBER(steps), "of training", within(50, 400)),
                param(ATTN_MEMBER(seed), "of tokens, weights and classes"));
};

struct ToyTrainingFrame {
  Index step = 0;
  Index steps = 0;
  Index taken = 0;
  bool diverged = false;
  Matrix weights;
  Matrix values;
  Matrix contexts;
  Matrix u;
  Vector query_losses;
  double loss = 0.0;
  double entropy = 0.0;
  double first_entropy = 0.0;
  Matrix losses;
  Matrix trails;
  Index rises = 0;
  double loss_both = 0.0;
  double loss_content = 0.0;
  double loss_routing = 0.0;
  double balance_error = 0.0;

  ATTN_DESCRIBE(ToyTrainingFrame, field(ATTN_MEMBER(step), "the one on show, at most `taken`"),
                field(ATTN_MEMBER(steps), "that were asked for"),
                field(ATTN_MEMBER(taken), "steps before it diverged, or all"),
                field(ATTN_MEMBER(diverged),
                      "the next step has a loss above 1000, and is not shown"),
                field(ATTN_MEMBER(weights), "alpha (5 x 5) at this step"),
                field(ATTN_MEMBER(values), "v (5 x 2)"), field(ATTN_MEMBER(contexts), "g (5 x 2)"),
                field(ATTN_MEMBER(u), "dL/dg (5 x 2)"), field(ATTN_MEMBER(query_losses), "L_i (5)"),
                field(ATTN_MEMBER(loss), "their sum"),
                field(ATTN_MEMBER(entropy), "mean over the rows of alpha, in nats"),
                field(ATTN_MEMBER(first_entropy), "the same before the first step"),
                field(ATTN_MEMBER(losses), "L_i at each step (taken + 1 x 5)"),
                field(ATTN_MEMBER(trails), "v at each step, token by token (taken + 1 x 10)"),
                field(ATTN_MEMBER(rises), "steps after which the loss is larger"),
                field(ATTN_MEMBER(loss_both), "in the end, where both learn"),
                field(ATTN_MEMBER(loss_content), "where W_V alone does"),
                field(ATTN_MEMBER(loss_routing), "where W_Q and W_K alone do"),
                field(ATTN_MEMBER(balance_error),
                      "of W_O^T W_O - W_V W_V^T and W_Q W_Q^T - W_K W_K^T, which a step changes by "
                      "eta^2 times the same of the gradients: largest deviation in all steps, over "
                      "the largest entry; 0 where not both learn"));
};

class ToyTraining : public WithSteps<ToyTraining, ToyTrainingParams, ToyTrainingFrame> {
 public:
  static constexpr const char* kName = "toy_training";
  static constexpr const char* kAbout =
      "the toy head trained by gradient descent, content and routing or one of them (seed 000, "
      "section 7.1)";
  static std::vector<Setting<Params>> settings();

  explicit ToyTraining(const Params& params);
  Index steps() const { return params_.steps; }
  void look_at(Index t);

 private:
  double run();  // the last loss

  Params params_;
  Toy toy_;
  std::vector<ClassifierWeights> states_;  // after each step taken
};

}  // namespace attn::experiments
