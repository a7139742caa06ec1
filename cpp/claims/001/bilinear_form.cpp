// The claims of seed 001, attention as bilinear form: parts II, III, V, VI, VII and flash
// attention.
#include <cmath>
#include <limits>

#include "attn/attention/attention_flash.hpp"
#include "attn/attention/attention_flash_fast.hpp"
#include "attn/attention/attention_grad.hpp"
#include "attn/attention/gibbs.hpp"
#include "attn/attention/multihead.hpp"
#include "attn/attention/online_softmax.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/geometry/metric.hpp"
#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/numerics/symmetric_eigen.hpp"
#include "claims/001/parts.hpp"
#include "experiments/bilinear-form/heads.hpp"
#include "experiments/bilinear-form/softmax.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Matrix exponentials(const Matrix& m) {
  return m.unaryExpr([](double x) { return mathfn::exp(x); });
}

// Five queries and seven keys of three numbers, values of two.
struct Problem {
  explicit Problem(std::uint64_t seed) {
    Rng rng(seed);
    q = normal(rng, 5, 3);
    k = normal(rng, 7, 3);
    v = normal(rng, 7, 2);
    d_output = normal(rng, 5, 2);
  }
  Vector scores() const { return attention_scores(q, k).row(0); }

  Matrix q, k, v, d_output;
};

// ---- attention ----------------------------------------------------------------------------------

double metric_residual(std::uint64_t seed, const Progress&) {
  const Problem p(seed);
  AttentionOptions o;
  o.metric = Matrix::Identity(3, 3) / std::sqrt(3.0);
  return largest(attention(p.q, p.k, p.v, o) - attention(p.q, p.k, p.v));
}

double one_equation_residual(std::uint64_t seed, const Progress&) {
  const Problem p(seed);
  const Matrix e = exponentials(p.q.lazyProduct(p.k.transpose()) / std::sqrt(3.0));
  Matrix expected = e.lazyProduct(p.v);
  for (Index i = 0; i < 5; ++i) expected.row(i) /= e.row(i).sum();
  return largest(attention(p.q, p.k, p.v) - expected);
}

double temperature_of_scale_residual(std::uint64_t seed, const Progress&) {
  const Problem p(seed);
  AttentionOptions o;
  o.scale = 1.0;
  o.temperature = std::sqrt(3.0);
  return largest(attention(p.q, p.k, p.v, o) - attention(p.q, p.k, p.v));
}

// What the published code has in place of a mask, for a query that may attend to no key.
double share_of_masked_keys(std::uint64_t, const Progress&) {
  return attention_weights(Matrix::Constant(1, 7, -1e9)).sum();
}

double masked_weight(std::uint64_t seed, const Progress&) {
  const Problem p(seed);
  AttentionOptions o;
  o.causal = true;
  const Matrix weights = attention_forward(p.q, p.k, p.v, o).weights;
  double sum = 0.0;
  for (Index i = 0; i < 5; ++i) sum += weights.row(i).tail(6 - i).sum();
  return sum;
}

double learned_metric_residual(std::uint64_t seed, const Progress&) {
  const Problem p(seed);
  Rng rng(seed + 1000);
  const Matrix w = normal(rng, 3, 3);
  AttentionOptions o;
  o.metric = w.transpose().lazyProduct(w);
  const Matrix turned =
      p.q.lazyProduct(w.transpose()).lazyProduct(p.k.lazyProduct(w.transpose()).transpose());
  return largest(attention_scores(p.q, p.k, o) - turned);
}

double relative_residual(std::uint64_t seed, const Progress&) {
  const Problem p(seed);
  Rng rng(seed + 1000);
  AttentionOptions o;
  o.relative = normal(rng, 11, 3);
  const Matrix scores = attention_scores(p.q, p.k, o);
  double worst = 0.0;
  for (Index i = 0; i < 5; ++i) {
    for (Index j = 0; j < 7; ++j) {
      const double s = p.q.row(i).dot(p.k.row(j) + o.relative.row(i - j + 6)) / std::sqrt(3.0);
      worst = larger(worst, std::fabs(scores(i, j) - s));
    }
  }
  return worst;
}

// The least over the largest eigenvalue of W^T W, for W with 2 rows and 3 columns.
double least_eigenvalue(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const Vector values = symmetric_eigen(learned_metric(normal(rng, 2, 3))).values;
  return values(0) / values(2);
}

// Of q k over d, for queries and keys of 64 independent components, over 500 pairs.
double variance_of_products(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  double sum = 0.0;
  for (Index n = 0; n < 500; ++n) {
    const Matrix pair = normal(rng, 2, 64);
    const double product = pair.row(0).dot(pair.row(1));
    sum += product * product / 64.0;
  }
  return sum / 500.0;
}

// ---- Gibbs --------------------------------------------------------------------------------------

double gibbs_residual(std::uint64_t seed, const Progress&) {
  const Vector s = Problem(seed).scores();
  const Vector e = exponentials(s / 0.7);
  return largest(softmax(s, 0.7) - e / e.sum());
}

double hard_residual(std::uint64_t seed, const Progress&) {
  const Vector s = Problem(seed).scores();
  Index winner = 0;
  for (Index j = 1; j < 7; ++j) winner = s(j) > s(winner) ? j : winner;
  return largest(softmax(s, 0.0) - Vector::Unit(7, winner)) +
         largest(softmax(s, 1e-6) - Vector::Unit(7, winner));
}

double uniform_residual(std::uint64_t seed, const Progress&) {
  const Vector s = Problem(seed).scores();
  return largest(softmax(s, kInfinity) - Vector::Constant(7, 1.0 / 7.0));
}

double weight_of_a_tie(std::uint64_t, const Progress&) {
  Vector s(3);
  s << 1.0, 1.0, 0.0;
  return softmax(s, 1e-6)(0);
}

double identity_residual(std::uint64_t seed, const Progress&) {
  experiments::SoftmaxParams p;
  p.scores = Problem(seed).scores();
  p.temperature = 0.7;
  return experiments::Softmax(p).frame().identity_error;
}

double variational_principle(std::uint64_t seed, const Progress&) {
  const Vector s = Problem(seed).scores();
  const Vector other = softmax(Problem(seed + 1000).scores(), 0.5);
  const double least = variational_free_energy(softmax(s, 0.7), s, 0.7);
  return holds(variational_free_energy(other, s, 0.7) > least &&
               variational_gap(other, s, 0.7) > 0.0 &&
               variational_gap(softmax(s, 0.7), s, 0.7) < 1e-14);
}

// ---- gradients ----------------------------------------------------------------------------------

double jacobian_residual(std::uint64_t seed, const Progress&) {
  const Vector s = Problem(seed).scores();
  const Matrix jacobian = softmax_jacobian(softmax(s));
  double worst = 0.0;
  for (Index j = 0; j < 7; ++j) {
    const auto weight = [j](const Matrix& x) { return softmax(Vector(x.col(0)))(j); };
    const Matrix numeric = central_differences(weight, s, 0.2);
    worst = larger(worst, largest(jacobian.row(j).transpose() - numeric.col(0)));
  }
  return worst;
}

double rowsum_residual(std::uint64_t seed, const Progress&) {
  const Problem p(seed);
  const Attention forward = attention_forward(p.q, p.k, p.v);
  const AttentionGradients g = attention_backward(p.q, p.k, p.v, {}, forward, p.d_output);
  const Vector sums = (forward.weights.array() * g.d_weights.array()).rowwise().sum();
  const Matrix expected = forward.weights.array() * (g.d_weights.colwise() - sums).array();
  return largest(g.d_scores - expected);
}

double backward_error(std::uint64_t seed, const Progress&) {
  const Problem p(seed);
  double worst = 0.0;
  for (const GradientError& e : verify_gradients(p.q, p.k, p.v, {}, p.d_output).errors) {
    worst = larger(worst, e.error);
  }
  return worst;
}

double quick_start(std::uint64_t, const Progress&) {
  Matrix q(2, 2);
  Matrix k(3, 2);
  Matrix v(3, 2);
  q << 1, 0, 0, 1;
  k << 1, 0, 0, 1, 1, 1;
  v << 2, 0, 0, 2, 1, 1;
  return holds(verify_gradients(q, k, v).correct);
}

// ---- heads --------------------------------------------------------------------------------------

double heads_residual(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const Matrix x = normal(rng, 5, 6);
  experiments::HeadsParams p;
  p.x = x;
  p.weights = random_heads(rng, 3);
  return experiments::Heads(p).frame().sum_error;
}

double diversity_range(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const Matrix x = normal(rng, 5, 6);
  const MultiHead all = multihead_forward(x, x, random_heads(rng, 3));
  const Matrix& one = all.heads[0].weights;
  const double d = head_diversity({one, all.heads[1].weights, all.heads[2].weights});
  return holds(d > 0.0 && d < 1.0 && std::fabs(head_diversity({one, one})) < 1e-14);
}

// ---- flash --------------------------------------------------------------------------------------

double online_residual(std::uint64_t seed, const Progress&) {
  const Problem p(seed);
  const Vector s = p.scores();
  OnlineSoftmax first(2);
  OnlineSoftmax second(2);
  for (Index j = 0; j < 3; ++j) first.add(s(j), p.v.row(j).transpose());
  for (Index j = 3; j < 7; ++j) second.add(s(j), p.v.row(j).transpose());
  first.merge(second);
  return largest(first.mean() - attention(p.q, p.k, p.v).row(0).transpose());
}

double flash_residual(std::uint64_t seed, const Progress&) {
  const Problem p(seed);
  const Matrix exact = attention(p.q, p.k, p.v);
  double worst = 0.0;
  for (const Index block : {1, 2, 3, 7}) {
    worst = larger(worst, largest(flash_attention(p.q, p.k, p.v, {}, block).output - exact));
  }
  return worst;
}

double memory_of_twice_the_tokens(std::uint64_t, const Progress&) {
  const auto bytes = [](Index n) {
    const FloatMatrix x = FloatMatrix::Constant(n, 16, 0.5F);
    FlashWorkspace workspace;
    FloatFlashAttention out;
    flash_attention_fast(x, x, x, {}, workspace, out);
    FloatFlashGradients gradients;
    flash_attention_fast_backward(x, x, x, {}, out, x, workspace, gradients);
    return static_cast<double>(workspace.bytes());
  };
  return bytes(2048) / bytes(1024);
}

// Equations 71 and 72 as printed, for a first block whose keys are all masked.
double literal_update_is_a_number(std::uint64_t, const Progress&) {
  const double m = -kInfinity;
  const double next = larger(m, -kInfinity);
  const double l = 0.0 * mathfn::exp(m - next) + mathfn::exp(-kInfinity - next);
  return holds(std::isfinite(l));
}

}  // namespace

std::vector<Claim> of_bilinear_form() {
  std::vector<Claim> list;
  const auto residual = [&](auto... what) { list.push_back(residual_claim(what...)); };
  list.push_back({"001.eq-9.definite", "section 2.3, (9)",
                  "The form W^T W is a metric, which is positive definite, whatever W is learned.",
                  "g = W^T W", 1.0, A::kHolds, 0.0,
                  "share of seeds for which its least eigenvalue is above 10⁻¹² of the largest",
                  "learned_metric of a normal W with 2 rows and 3 columns", 10, false,
                  [](std::uint64_t seed, const Progress& progress) {
                    return holds(least_eigenvalue(seed, progress) > 1e-12);
                  }});
  list.back().correction = {
      "positive semi-definite only: W sends some vector to 0 where it has more columns than rows, "
      "and that vector has length 0",
      0.0, 0.0};
  list.push_back({"001.section-2.variance", "section 2.3, the remark",
                  "The product of a query and a key of d independent components has variance d.",
                  "Var(q k) = d", 1.0, A::kSpread, 0.0, "variance of 500 products, over d",
                  "normal queries and keys with d = 64", 10, false, variance_of_products});
  residual("001.eq-14.metric", "section 3.1.1, (14)",
           "Scaled dot products are the bilinear form of the metric δ / √d.", "g = δ / √d", 1e-12,
           "attention with that metric and without one", metric_residual);
  residual("001.eq-17.attention", "section 3.2, (17)", "Attention in one equation.",
           "O = exp(Q g K) / Σ exp(Q g K) V", 1e-12, "attention against the equation written out",
           one_equation_residual);
  list.push_back({"001.section-3.mask", "section 3.2, the code; against (61)",
                  "A mask of −10⁹ in place of −∞ leaves masked keys without weight.", "−1e9", 0.0,
                  A::kWithin, 1e-12, "weight of masked keys, where a query has no other",
                  "attention_weights of scores that are all −10⁹", 1, false, share_of_masked_keys});
  list.back().correction = {
      "scores that are all −10⁹ tie; with −∞ the quotient is 0 / 0, and no weight is what ONNX's "
      "operator says",
      1.0, 1e-12};
  residual("001.eq-20.gibbs", "section 4.1, (19) and (20)",
           "Weights are the Gibbs distribution of energies −S.", "A = exp(S / T) / Z", 1e-12,
           "softmax at T = 0.7 against the equation written out", gibbs_residual);
  residual("001.eq-21.limit", "section 4.2, (21)",
           "For T to 0 the largest score has all the weight, if it is one.", "1", 1e-12,
           "softmax at T = 0 and 10⁻⁶ of scores that differ", hard_residual);
  list.push_back({"001.eq-21.ties", "section 4.2, (21)",
                  "For T to 0 one key has all the weight, whatever the scores.", "1", 1.0,
                  A::kWithin, 1e-12, "weight of one of two largest scores that tie",
                  "softmax at T = 10⁻⁶", 1, false, weight_of_a_tie});
  list.back().correction = {"(23) needs a unique maximum: r scores that tie have 1 / r each", 0.5,
                            1e-12};
  residual("001.eq-22.limit", "section 4.2, (22)", "For T to ∞ all keys have the same weight.",
           "1 / n", 1e-12, "softmax at T = ∞", uniform_residual);
  residual("001.section-4.scale", "section 4.2",
           "The scale 1 / √d is a temperature √d of unscaled scores.", "T = √d", 1e-12,
           "attention with one and with the other", temperature_of_scale_residual);
  residual("001.eq-26.identity", "section 4.4, (25) and (26)", "F = −T log Z is ⟨E⟩ − T H.",
           "F = ⟨E⟩ − T H", 1e-12, "free_energy, mean_energy, entropy at T = 0.7",
           identity_residual);
  list.push_back(
      {"001.eq-27.minimum", "section 4.4, (27)", "The weights of softmax minimise ⟨E⟩ − T H.",
       "A* = arg min", 1.0, A::kHolds, 0.0,
       "share of seeds for which another distribution has more, by T times its divergence",
       "variational_free_energy and variational_gap at T = 0.7", 20, false, variational_principle});
  residual("001.eq-43.jacobian", "section 6.3, (43)", "The Jacobian of softmax.", "A (δ − A)", 1e-9,
           "softmax_jacobian against central differences", jacobian_residual);
  residual("001.eq-47.gradient", "section 6.3, (46) and (47)", "The gradient through softmax.",
           "A ∘ (dA − rowsum(A ∘ dA))", 1e-12,
           "attention_backward against the equation written out", rowsum_residual);
  list.push_back({"001.section-6.backward", "section 6.5",
                  "The complete backward pass of attention.", "five steps", 0.0, A::kWithin, 1e-7,
                  "largest error of a gradient, relative in norm",
                  "verify_gradients: attention_backward against central differences", 10, false,
                  backward_error});
  list.push_back(
      {"001.section-6.listing", "section 6.5, the code",
       "The function returns the gradients with respect to q, k and v.",
       "return dL_dQ, dL_dK, dL_dV", 0.0, A::kNotTried, 0.0, "",
       "Python that is printed with a return before steps 4 and 5, which it needs: there "
       "is no number to recompute",
       1, false, nullptr});
  list.push_back({"001.section-13.verified", "section 13.3",
                  "All gradients of worked example 1 are verified.", "all_correct: True", 1.0,
                  A::kHolds, 0.0, "whether it holds, to 10⁻⁷", "verify_gradients", 1, false,
                  quick_start});
  residual("001.eq-58.heads", "section 7.1, (58)",
           "The sum over heads is all heads side by side times one projection.", "Y = O W", 1e-12,
           "multihead_forward, three heads", heads_residual);
  list.push_back(
      {"001.eq-60.diversity", "section 7.3, (60)",
       "Diversity is 0 for heads that attend alike, and up to 1.", "1 − average cosine", 1.0,
       A::kHolds, 0.0, "share of seeds for which it holds",
       "head_diversity of flattened patterns over pairs; the text leaves open of what the "
       "cosine is",
       10, false, diversity_range});
  residual("001.eq-61.causal", "section 8.1, (61)", "Later keys have no weight.", "0", 0.0,
           "attention_forward with causal, the sum of what is above the diagonal", masked_weight);
  residual("001.eq-62.metric", "section 8.2, (62)",
           "A learned metric W^T W is a dot product of what W makes of queries and keys.",
           "S = Q M K", 1e-12, "attention_scores with that metric", learned_metric_residual);
  residual("001.eq-63.relative", "section 8.3, (63)", "Relative positions are added to keys.",
           "S = Q (K + R) / √d", 1e-12, "attention_scores with embeddings", relative_residual);
  residual("001.eq-72.online", "section 10.1.1, (71) and (72)",
           "Softmax can be taken piece by piece.", "l' = l exp(m − m') + Σ exp(x − m')", 1e-12,
           "OnlineSoftmax, in two pieces, against attention", online_residual);
  list.push_back({"001.eq-72.masked", "section 10.1.1, (71) and (72)",
                  "The update holds from m = −∞ on, for any block.", "m = −∞", 1.0, A::kHolds, 0.0,
                  "whether l is a number after a first block that is masked",
                  "the equations as printed", 1, false, literal_update_is_a_number});
  list.back().correction = {"−∞ − (−∞) is not a number; such a block must change nothing", 0.0,
                            0.0};
  residual("001.section-10.flash", "section 10.1.2", "Attention by blocks is attention.",
           "O = O / l", 1e-12, "flash_attention, blocks of 1, 2, 3 and 7 keys, against attention",
           flash_residual);
  list.push_back({"001.section-10.memory", "section 10.1.2",
                  "Flash attention takes memory in proportion to n, backward too.", "O(n)", 2.0,
                  A::kWithin, 0.1, "memory of 2048 tokens over that of 1024",
                  "FlashWorkspace after flash_attention_fast and its backward pass", 1, false,
                  memory_of_twice_the_tokens});
  return list;
}

}  // namespace attn::claims
