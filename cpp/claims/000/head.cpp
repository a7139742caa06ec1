// The claims of seed 000 about a head and its errors: sections 2 and 3.1.
#include <cmath>

#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "claims/000/parts.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

using experiments::kToyTokens;
constexpr Index kClasses = experiments::kToyClasses;

// ---- forwards -----------------------------------------------------------------------------------

double contexts_residual(std::uint64_t seed, const Progress&) {
  const ToyHead head = toy_head(seed);
  double worst = 0.0;
  for (Index i = 0; i < kToyTokens; ++i) {
    const Vector x = head.toy.x.row(i).transpose();
    const Vector q = head.weights().w_q.lazyProduct(x);
    Vector sum = Vector::Zero(2);
    double total = 0.0;
    for (Index j = 0; j < kToyTokens; ++j) {
      const Vector y = head.toy.x.row(j).transpose();
      const Vector k = head.weights().w_k.lazyProduct(y);
      const double e = mathfn::exp(q.dot(k) / std::sqrt(2.0));
      sum += e * Vector(head.weights().w_v.lazyProduct(y));
      total += e;
    }
    worst = larger(worst, largest(head.forward.contexts.row(i).transpose() - sum / total));
  }
  return worst;
}

double loss_residual(std::uint64_t seed, const Progress&) {
  const ToyHead head = toy_head(seed);
  double loss = 0.0;
  for (Index i = 0; i < kToyTokens; ++i) {
    const Vector logits =
        head.toy.weights.w_o.lazyProduct(head.forward.contexts.row(i).transpose()) +
        head.toy.weights.b;
    double total = 0.0;
    double right = 0.0;
    for (Index c = 0; c < kClasses; ++c) {
      total += mathfn::exp(logits(c));
      right += head.toy.targets(i, c) * mathfn::exp(logits(c));
    }
    loss -= mathfn::log(right / total);
  }
  return std::fabs(head.forward.prediction.loss - loss);
}

// By how much the logits of the first three tokens change with the other two.
double seen_of_later_tokens(std::uint64_t seed, const Progress&) {
  const experiments::Toy toy = experiments::draw_toy(seed, 0.7);
  Matrix other = toy.x;
  other.bottomRows(2) = experiments::draw_toy(seed + 1000, 0.7).x.bottomRows(2);
  ClassifierOptions causal;
  causal.causal = true;
  const auto logits = [&](const Matrix& x) {
    return Matrix(classifier_forward(x, toy.weights, toy.targets, causal).logits.topRows(3));
  };
  return largest(logits(toy.x) - logits(other));
}

// ---- errors -------------------------------------------------------------------------------------

double logits_residual(std::uint64_t seed, const Progress&) {
  const ToyHead head = toy_head(seed);
  const Matrix printed = head.forward.prediction.probabilities - head.toy.targets;
  const Matrix numeric = central_differences(
      [&](const Matrix& logits) { return cross_entropy(logits, head.toy.targets).loss; },
      head.forward.logits, 0.2);
  return largest(printed - numeric);
}

double error_residual(std::uint64_t seed, const Progress&) {
  const ToyHead head = toy_head(seed);
  const Matrix errors = head.forward.prediction.probabilities - head.toy.targets;
  Matrix printed(kToyTokens, 2);
  for (Index i = 0; i < kToyTokens; ++i) {
    printed.row(i) =
        head.toy.weights.w_o.transpose().lazyProduct(errors.row(i).transpose()).transpose();
  }
  const Matrix numeric = central_differences(
      [&](const Matrix& g) { return head.loss_of_contexts(g); }, head.forward.contexts, 0.2);
  return larger(largest(head.u() - printed), largest(printed - numeric));
}

// What a small step against its error does for each of the tokens of `draws` draws.
template <typename Rises>
double share_of_steps(std::uint64_t seed, std::uint64_t draws, Rises&& rises) {
  double count = 0.0;
  for (std::uint64_t draw = 0; draw < draws; ++draw) {
    const ToyHead head = toy_head(draws * seed + draw);
    const Matrix moved = head.forward.contexts - 1e-6 * head.u();
    const Matrix logits = read_out(moved, head.toy.weights.w_o, head.toy.weights.b);
    const CrossEntropy after = cross_entropy(logits, head.toy.targets);
    for (Index i = 0; i < kToyTokens; ++i) {
      const double logit = head.toy.targets.row(i).dot(logits.row(i) - head.forward.logits.row(i));
      count += rises(logit, head.forward.prediction.losses(i), after.losses(i)) ? 1.0 : 0.0;
    }
  }
  return count / static_cast<double>(draws * kToyTokens);
}

double share_of_lower_losses(std::uint64_t seed, const Progress&) {
  return share_of_steps(seed, 20,
                        [](double, double before, double after) { return after < before; });
}

constexpr std::uint64_t kLogitDraws = 200;

double share_of_higher_logits(std::uint64_t seed, const Progress&) {
  return share_of_steps(seed, kLogitDraws,
                        [](double logit, double, double) { return logit > 0.0; });
}

// ln p / (1 - p) of the right class, from its loss -ln p.
double log_odds(double loss) { return -loss - mathfn::log(1.0 - mathfn::exp(-loss)); }

double share_of_higher_odds(std::uint64_t seed, const Progress&) {
  return share_of_steps(seed, kLogitDraws, [](double, double before, double after) {
    return log_odds(after) > log_odds(before);
  });
}

}  // namespace

std::vector<Claim> of_head() {
  std::vector<Claim> list;
  const auto residual = [&](auto... what) { list.push_back(residual_claim(what...)); };
  residual("000.eq-6.contexts", "section 2.1, (1) to (6)",
           "A head makes contexts of tokens: projections, scores, weights, weighted means.",
           "g_i = Σ_{j=1}^T α_ij v_j", 1e-12,
           "classifier_forward of the toy, with the equations in loops", contexts_residual);
  residual("000.eq-9.loss", "section 2.1, (7) to (9)",
           "The loss is the sum over positions of −log p of the right class.",
           "L = −Σ_{i=1}^T log p_{i,y_i}", 1e-12,
           "classifier_forward of the toy, with the equations in loops", loss_residual);
  residual("000.section-7.causal", "section 7.2, protocols",
           "With causal masking a prediction does not depend on later inputs.",
           "two training schemes with causal masking", 0.0,
           "logits of three tokens, before and after two others behind them", seen_of_later_tokens);
  residual(
      "000.eq-13.logits", "section 3.1, (13)",
      "The gradient with respect to the logits is the probabilities, less 1 at the right class.",
      "∂L/∂ℓ_i = p_i − e_{y_i}", 1e-9, "the equation, with central differences of cross_entropy",
      logits_residual);
  residual("000.eq-14.error", "sections 2.2 and 3.1, (10) and (14)",
           "The error of a reader is the gradient with respect to its context.",
           "u_i := ∂L/∂g_i = W_O^⊤ (p_i − e_{y_i})", 1e-9,
           "classifier_backward, the equation in loops, and central differences", error_residual);
  constexpr const char* kIntuitively =
      "moving g_i would increase the logit of the correct token and decrease loss";
  list.push_back({"000.section-3.loss", "section 3.1, the sentence after (14)",
                  "A context that moves along −u_i has a lower loss.", kIntuitively, 1.0,
                  A::kWithin, 1e-12, "share of readers of the toy for whom it has",
                  "a step of 10⁻⁶ of each context, 100 readers a seed", 10, false,
                  share_of_lower_losses});
  list.back().baseline = {0.0, "steps along u_i"};
  list.push_back(
      {"000.section-3.logit", "section 3.1, the sentence after (14)",
       "A context that moves along −u_i has a higher logit of the right class.", kIntuitively, 1.0,
       A::kWithin, 1e-12, "share of readers of the toy for whom it has",
       "a step of 10⁻⁶ of each context, 1000 readers a seed", 10, false, share_of_higher_logits});
  list.back().baseline = {0.0, "steps along u_i"};
  list.back().correction = {
      "read as the number ℓ of (7) it rises for nine readers in ten: the change is w_y · (w_y − "
      "Σ p_c w_c) with w_c the rows of W_O, which is negative where other rows are longer along "
      "w_y. What always rises is the logarithm of the probability, by |u|²",
      0.886, 0.004, Verdict::kUnclear};
  list.back().readings = {{"the logit of statistics, ln p / (1 − p) of the right class", 1.0, 1e-12,
                           share_of_higher_odds}};
  return list;
}

}  // namespace attn::claims
