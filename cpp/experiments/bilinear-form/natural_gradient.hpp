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
  ATTN_DESCRIBED(NaturalGradientParams);
  ATTN_CHOICE(ScoreCoordinates, coordinates, "how the scores depend on the other parameters",
              "stretched", "bent") = ScoreCoordinates::kStretched;
  ATTN_PARAM(double, eta, "step size", within(0.02, 1.0)) = 0.1;
  ATTN_PARAM(double, damping, "added to the Fisher matrix before it is inverted",
             within(0.0, 10.0)) = 0.0;
  ATTN_PARAM(Matrix, start,
             "(1 x 2), the first two scores at the start, within -5 .. 5; the third is -0.5") =
      of_rows({{2.0, 0.0}});
};

struct NaturalGradientFrame {
  ATTN_DESCRIBED(NaturalGradientFrame);
  ATTN_FIELD(Index, step, "that is shown") = 0;
  ATTN_FIELD(Index, steps, "that there are, 4 / eta") = 0;
  ATTN_FIELD(Matrix, plain_scores,
             "(steps + 1 x 3) probabilities along plain descent in theta, as far as it goes");
  ATTN_FIELD(Matrix, plain_other, "the same in phi");
  ATTN_FIELD(Matrix, natural_scores, "the same along natural descent in theta");
  ATTN_FIELD(Matrix, natural_other, "the same along natural descent in phi");
  ATTN_FIELD(Vector, target, "(3) t, where the loss -sum t log p is least");
  ATTN_FIELD(double, plain_apart,
             "largest difference of a probability between both plain runs, up to the step") = 0.0;
  ATTN_FIELD(double, natural_apart, "the same between both natural runs") = 0.0;
  ATTN_FIELD(double, natural_off,
             "largest distance of the natural run in theta from the line from start to target") =
      0.0;
  ATTN_FIELD(double, natural_parameters,
             "largest difference between the first natural steps in theta and in phi, as numbers") =
      0.0;
  ATTN_FIELD(double, loss, "of the plain run in theta at the step, less its least value") = 0.0;
  ATTN_FIELD(double, natural_loss,
             "of the natural run in theta at the step, less its least value") = 0.0;
  ATTN_FIELD(Index, stopped,
             "the first step at which a run is given up, since a probability is below 1e-12; 0 if "
             "none is") = 0;
  ATTN_FIELD(double, inverse_error,
             "|F^+ (p - t) - (mean(t / p) - t / p)| at the start, relative to its largest entry") =
      0.0;
  ATTN_FIELD(double, gradient_error,
             "relative error of the gradient by phi against central differences, at the start") =
      0.0;
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
