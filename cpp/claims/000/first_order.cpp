// The claims of seed 000 about what a step of the values does to the losses: section 4.3.
#include <algorithm>
#include <cmath>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/training/value_step.hpp"
#include "claims/000/parts.hpp"
#include "experiments/gradient-dynamics/first_order.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

using experiments::kToyTokens;
constexpr std::uint64_t kDraws = 20;  // of a seed

ValueStep step_of(const ToyHead& head, double eta) {
  return value_step(head.alpha(), head.toy.weights.w_o, head.forward.prediction, eta);
}

// The values after value j alone has moved.
Matrix moved(const ToyHead& head, const ValueStep& step, Index j, double eta) {
  Matrix out = head.values();
  out.row(j) -= eta * step.ubar.row(j);
  return out;
}

double contexts_residual(std::uint64_t seed, const Progress&) {
  constexpr double kEta = 0.3;
  const ToyHead head = toy_head(seed);
  double worst = 0.0;
  for (Index j = 0; j < kToyTokens; ++j) {
    Vector ubar = Vector::Zero(2);
    for (Index r = 0; r < kToyTokens; ++r) {
      ubar += head.alpha()(r, j) * head.u().row(r).transpose();
    }
    Matrix values = head.values();
    values.row(j) -= kEta * ubar.transpose();
    const Matrix change =
        routing_forward(head.at().scores, values).contexts - head.forward.contexts;
    for (Index i = 0; i < kToyTokens; ++i) {
      const Vector printed = -kEta * head.alpha()(i, j) * ubar;
      worst = larger(worst, largest(change.row(i).transpose() - printed));
    }
  }
  return worst;
}

// What (41) misses of the changes of all losses by each value, in all.
double missed(const ToyHead& head, double eta) {
  double sum = 0.0;
  const ValueStep step = step_of(head, eta);
  for (Index j = 0; j < kToyTokens; ++j) {
    const Vector change = head.losses_of_values(moved(head, step, j, eta)) -
                          head.forward.prediction.losses - step.one.col(j);
    sum += change.cwiseAbs().sum();
  }
  return sum;
}

double order_of_the_error(std::uint64_t seed, const Progress&) {
  const ToyHead head = toy_head(seed);
  return mathfn::log(missed(head, 1e-2) / missed(head, 1e-3)) / mathfn::log(10.0);
}

double remainder_residual(std::uint64_t seed, const Progress&) {
  constexpr double kEta = 0.3;
  const ToyHead head = toy_head(seed);
  const ValueStep step = step_of(head, kEta);
  double worst = 0.0;
  for (Index j = 0; j < kToyTokens; ++j) {
    const Vector change =
        head.losses_of_values(moved(head, step, j, kEta)) - head.forward.prediction.losses;
    worst = larger(worst, largest(change - step.one.col(j) - step.one_remainder.col(j)));
  }
  return worst;
}

// The share of pairs of a reader and a value in which the reader's loss falls when the value moves
// alone by 1e-6.
double share_that_benefits(std::uint64_t seed, const Progress&) {
  constexpr double kEta = 1e-6;
  double share = 0.0;
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    const ToyHead head = toy_head(kDraws * seed + draw, 0.5);
    const ValueStep step = step_of(head, kEta);
    for (Index j = 0; j < kToyTokens; ++j) {
      const Vector change =
          head.losses_of_values(moved(head, step, j, kEta)) - head.forward.prediction.losses;
      for (Index i = 0; i < kToyTokens; ++i) {
        share +=
            change(i) < 0.0 ? 1.0 / static_cast<double>(kDraws * kToyTokens * kToyTokens) : 0.0;
      }
    }
  }
  return share;
}

// The mean over values of the fall of the summed loss where one of them moves, over eta |ubar_j|^2.
double fall_by_one(std::uint64_t seed, const Progress&) {
  constexpr double kEta = 1e-6;
  const ToyHead head = toy_head(seed);
  const ValueStep step = step_of(head, kEta);
  double mean = 0.0;
  for (Index j = 0; j < kToyTokens; ++j) {
    const double after = head.loss_of_values(moved(head, step, j, kEta));
    mean += (head.forward.prediction.loss - after) /
            (kEta * step.ubar.row(j).squaredNorm() * static_cast<double>(kToyTokens));
  }
  return mean;
}

// The fall of the summed loss where all values take their steps at once, over eta times the sum of
// |ubar_j|^2.
double fall_of_the_total(std::uint64_t seed, const Progress&) {
  constexpr double kEta = 1e-6;
  const ToyHead head = toy_head(seed);
  const Matrix ubar = Matrix(head.alpha().transpose()).lazyProduct(head.u());
  const double after = head.loss_of_values(head.values() - kEta * ubar);
  return (head.forward.prediction.loss - after) / (kEta * ubar.squaredNorm());
}

// The median over tokens and draws of how far (43) is from (41), over (41), where each token's
// score of its own value is raised by 8.
double error_of_sharp_heads(std::uint64_t seed, const Progress&) {
  std::vector<double> errors;
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    const ToyHead head = toy_head(kDraws * seed + draw);
    const Matrix scores = head.at().scores + 8.0 * Matrix::Identity(kToyTokens, kToyTokens);
    const Routing routing = routing_forward(scores, head.values());
    const Matrix logits = read_out(routing.contexts, head.toy.weights.w_o, head.toy.weights.b);
    const ValueStep step = value_step(routing.weights, head.toy.weights.w_o,
                                      cross_entropy(logits, head.toy.targets), 0.1);
    for (Index i = 0; i < kToyTokens; ++i) {
      const double error = std::fabs(step.dominant(i, i) / step.one(i, i) - 1.0);
      if (!std::isfinite(error)) return error;
      errors.push_back(error);
    }
  }
  const auto middle = errors.begin() + static_cast<std::ptrdiff_t>(errors.size() / 2);
  std::nth_element(errors.begin(), middle, errors.end());
  return *middle;
}

// (41) over (43) for a reader who is nearly right, of a value of which he has 99 times the weight
// of the other reader, whose logits are `logit` and -logit: 0 where he knows nothing.
double benefit_of_the_main_reader(double logit) {
  Matrix alpha(2, 2);
  alpha << 0.99, 0.01, 0.01, 0.99;
  Matrix w_o(2, 1);
  w_o << 1.0, -1.0;
  // The one has logits 3.5 and -3.5 and wants class 1, the other wants class 2.
  Matrix contexts(2, 1);
  contexts << 3.5, logit;
  const CrossEntropy at =
      cross_entropy(read_out(contexts, w_o, Vector::Zero(2)), Matrix::Identity(2, 2));
  const ValueStep step = value_step(alpha, w_o, at, 0.1);
  return step.one(0, 0) / step.dominant(0, 0);
}

double beside_a_longer_error(std::uint64_t, const Progress&) {
  return benefit_of_the_main_reader(0.0);
}

double beside_an_equal_error(std::uint64_t, const Progress&) {
  return benefit_of_the_main_reader(-3.5);
}

double remainder_slope(std::uint64_t seed, const Progress&) {
  experiments::FirstOrderParams p;
  p.seed = seed;
  return experiments::FirstOrder(p).frame().remainder_slope;
}

}  // namespace

std::vector<Claim> of_first_order() {
  std::vector<Claim> list;
  const auto residual = [&](auto... what) { list.push_back(residual_claim(what...)); };
  residual("000.eq-39.contexts", "section 4.3, (39)",
           "Where one value takes its step, contexts move by its readers' errors.",
           "Δg_i = α_ij Δv_j = −η α_ij Σ_{r=1}^T α_rj u_r", 1e-12,
           "routing_forward before and after, η 0.3, with the equation in loops",
           contexts_residual);
  list.push_back({"000.eq-41.order", "section 4.3, (40) and (41)",
                  "The change of a reader's loss where one value takes its step, to first order: "
                  "what it misses falls like η².",
                  "−η α_ij Σ_{r=1}^T α_rj (u_i^⊤ u_r)", 2.0, A::kWithin, 0.02,
                  "exponent of what is missed", "losses of the toy after steps of 0.01 and 0.001",
                  10, false, order_of_the_error});
  list.back().baseline = {1.0, "of the change itself"};
  residual("000.eq-41.remainder", "ours, beside section 4.3, (41)",
           "What (41) misses is log Σ p_c e^(z_c) − Σ p_c z_c, z the change of the logits: never "
           "negative, so that a reader always gets less than (41).",
           "", 1e-12, "value_step, with the losses after steps of 0.3", remainder_residual);
  list.push_back(
      {"000.section-4.jointly", "section 4.2, the sentence after (38)",
       "The step of a value lowers the losses of its readers, taken together.",
       "v_j moves in the direction that *jointly benefits* all queries that attend to it", 1.0,
       A::kWithin, 1e-4, "fall of the summed loss as one value moves, over η |ū_j|²",
       "losses of the toy after a step of 10⁻⁶ of one value; mean over five", 10, false,
       fall_by_one});
  list.back().baseline = {-1.0, "steps the other way"};
  list.push_back({"000.section-4.outvoted", "ours, beside section 4.2",
                  "Not every reader of a value gains by its step: by (41) a reader does where its "
                  "own error has a positive product with Σ α u, and may be outvoted.",
                  "", 1.0, A::kBelow, 0.0, "share of readers whose loss falls as one value moves",
                  "losses of the toy after a step of 10⁻⁶ of one value, 500 pairs a seed", 10,
                  false, share_that_benefits});
  list.back().baseline = {1.0, "a value that all gain by"};
  list.push_back({"000.section-4.total", "ours, beside section 4.3",
                  "Where all values take their steps at once, contexts move by −η Σ α_ij ū_j and "
                  "the summed loss falls by η Σ |ū_j|², to first order. (39) to (41) move one.",
                  "", 1.0, A::kWithin, 1e-4, "fall of the loss, over that",
                  "losses of the toy after a step of 10⁻⁶ of all values", 10, false,
                  fall_of_the_total});
  list.back().baseline = {-1.0, "steps the other way"};
  residual("000.eq-43.sharp", "section 4.3, (42) and (43)",
           "Where each query has nearly all the weight of its value, (43) is (41).",
           "ΔL_i ≈ −η α_ij² ‖u_i‖²", 0.01,
           "value_step of the toy, own scores raised by 8; median of 100 relative errors a seed",
           error_of_sharp_heads);
  list.back().quantity = "how far (43) is from (41), relative";
  list.push_back({"000.eq-43.dominant", "section 4.3, the condition of (42) and (43)",
                  "Where α_ij is much larger than every other α_rj, the sum of α_rj u_r is close "
                  "to α_ij u_i, and so (41) to (43).",
                  "If query i is the primary user of key j (i.e., α_ij ≫ α_rj for r ≠ i), then Σ_r "
                  "α_rj u_r ≈ α_ij u_i",
                  1.0, A::kWithin, 0.1, "(41) over (43), at α_ij = 99 α_rj",
                  "value_step of two readers: i is nearly right, r knows nothing", 1, false,
                  beside_a_longer_error});
  list.back().baseline = {0.0, "a step that i does not feel"};
  list.back().correction = {
      "(41) over (43) is 1 + Σ α_rj u_i · u_r / (α_ij |u_i|²), r ≠ i. Read of any errors the "
      "condition is not enough: those of others may be long where that of i is short, and here "
      "the loss of i rises; u_r is 549 times as long as u_i",
      -4.5436, 5e-4, Verdict::kUnclear};
  list.back().readings = {
      {"errors of about one length, as the text may take for granted: r is as nearly right as i",
       0.9899, 5e-5, beside_an_equal_error}};
  list.push_back({"000.section-8.rates", "section 8.2, learning rates",
                  "Smaller steps make the first order more accurate; in ours what it misses falls "
                  "like their square.",
                  "smaller learning rates make the first-order picture *more accurate*", 2.0,
                  A::kWithin, 0.1, "exponent of what is missed",
                  "attn run first_order: steps of all weights, in the first decade above rounding",
                  10, false, remainder_slope});
  list.back().baseline = {1.0, "of the gain itself"};
  return list;
}

}  // namespace attn::claims
