// Descent by the plain and by the natural gradient, each in two sets of parameters. Source: seed
// 001, section 5.3.
#pragma once

#include "experiments/bases.hpp"
#include "experiments/numbers.hpp"

namespace attn::experiments {

/// How the scores theta depend on the parameters phi.
enum class ScoreCoordinates {
  kStretched,  ///< theta = (1, 1/4, 4) phi
  kBent        ///< theta = sinh phi
};

struct NaturalGradientParams {
  ScoreCoordinates coordinates = ScoreCoordinates::kStretched;
  double eta = 0.1;
  double damping = 0.0;
  Matrix start = of_rows({{2.0, 0.0}});

  ATTN_DESCRIBE(
      NaturalGradientParams,
      choice(ATTN_MEMBER(coordinates), "how the scores depend on the other parameters", "stretched",
             "bent"),
      param(ATTN_MEMBER(eta), "step size", within(0.02, 1.0)),
      param(ATTN_MEMBER(damping), "added to the Fisher matrix before it is inverted",
            within(0.0, 10.0)),
      param(ATTN_MEMBER(start),
            "(1 x 2), the first two scores at the start, within -5 .. 5; the third is -0.5"));
};

struct NaturalGradientFrame {
  Index step = 0;
  Index steps = 0;
  Matrix plain_scores;
  Matrix plain_other;
  Matrix natural_scores;
  Matrix natural_other;
  Vector target;
  double plain_apart = 0.0;
  double natural_apart = 0.0;
  double natural_off = 0.0;
  double natural_parameters = 0.0;
  double loss = 0.0;
  double natural_loss = 0.0;
  Index stopped = 0;
  double inverse_error = 0.0;
  double gradient_error = 0.0;

  ATTN_DESCRIBE(
      NaturalGradientFrame, field(ATTN_MEMBER(step), "that is shown"),
      field(ATTN_MEMBER(steps), "that there are, 4 / eta"),
      field(ATTN_MEMBER(plain_scores),
            "(steps + 1 x 3) probabilities along plain descent in theta, as far as it goes"),
      field(ATTN_MEMBER(plain_other), "the same in phi"),
      field(ATTN_MEMBER(natural_scores), "the same along natural descent in theta"),
      field(ATTN_MEMBER(natural_other), "the same along natural descent in phi"),
      field(ATTN_MEMBER(target), "(3) t, where the loss -sum t log p is least"),
      field(ATTN_MEMBER(plain_apart),
            "largest difference of a probability between both plain runs, up to the step"),
      field(ATTN_MEMBER(natural_apart), "the same between both natural runs"),
      field(ATTN_MEMBER(natural_off),
            "largest distance of the natural run in theta from the line from start to target"),
      field(ATTN_MEMBER(natural_parameters),
            "largest difference between the first natural steps in theta and in phi, as numbers"),
      field(ATTN_MEMBER(loss), "of the plain run in theta at the step, less its least value"),
      field(ATTN_MEMBER(natural_loss),
            "of the natural run in theta at the step, less its least value"),
      field(ATTN_MEMBER(stopped),
            "the first step at which a run is given up, since a probability is below 1e-12; 0 if "
            "none is"),
      field(ATTN_MEMBER(inverse_error),
            "|F^+ (p - t) - (mean(t / p) - t / p)| at the start, relative to its largest entry"),
      field(ATTN_MEMBER(gradient_error),
            "relative error of the gradient by phi against central differences, at the start"));
};

/// The loss -sum t log p, p = softmax(theta), t = (0.15, 0.25, 0.6). Plain: phi <- phi - eta J^T (p
/// - t), J = d theta / d phi. Natural: phi <- phi - eta (J^T F J + damping)^+ J^T (p - t), F = diag
/// p - p p^T. In theta J is the identity.
class NaturalGradient
    : public WithSteps<NaturalGradient, NaturalGradientParams, NaturalGradientFrame> {
 public:
  static constexpr const char* kName = "natural_gradient";
  static constexpr const char* kAbout =
      "plain and natural descent, each in two sets of parameters (seed 001, section 5.3)";
  static std::vector<Setting<Params>> settings();

  explicit NaturalGradient(const Params& params);

  Index steps() const { return frame_.steps; }
  void look_at(Index step);
};

}  // namespace attn::experiments
