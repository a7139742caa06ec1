#include "attn/sequence/noisy_chain.hpp"

#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "numerics/products.hpp"
#include "sequence/markov_chain_parts.hpp"

namespace attn {
namespace {

// The stationary law, once everything is checked.
Vector check_chain(const char* function, const NoisyChain& chain) {
  chain_parts::check_transition(function, "chain.transition", chain.transition);
  check::points(function, "chain.means", chain.means);
  check::shape(function, "chain.means", chain.means, chain.transition.rows(), chain.means.cols());
  check::positive(function, "chain.noise", chain.noise);
  return chain_parts::stationary(function, "chain.transition", chain.transition);
}

// belief_a <- belief_a N(x; mu_a, noise^2), normalised. Distances are counted from the least of
// those that are possible, so that one has the likelihood 1.
void weigh(const NoisyChain& chain, const MatrixRef& x, Index t, Vector& belief) {
  const Index n = belief.size();
  Vector distance(n);
  Index nearest = -1;
  for (Index a = 0; a < n; ++a) {
    distance(a) = 0.0;
    for (Index j = 0; j < x.cols(); ++j) {
      const double difference = x(t, j) - chain.means(a, j);
      distance(a) += difference * difference;
    }
    if (belief(a) > 0.0 && (nearest < 0 || distance(a) < distance(nearest))) nearest = a;
  }
  const double least = distance(nearest);
  double sum = 0.0;
  for (Index a = 0; a < n; ++a) {
    if (belief(a) == 0.0) continue;
    // Not by the square of the noise, which may be too small for a double.
    const double excess = (distance(a) - least) / chain.noise / chain.noise;
    belief(a) *= mathfn::exp(-0.5 * excess);
    sum += belief(a);
  }
  belief /= sum;
}

Matrix predictions(const char* function, const NoisyChain& chain, const MatrixRef& x,
                   bool history) {
  const Vector law = check_chain(function, chain);
  check::points(function, "x", x);
  check::columns(function, "x", x, chain.means.cols(), "the columns of chain.means");
  Matrix out(x.rows(), law.size());
  Vector belief = law;
  for (Index t = 0; t < x.rows(); ++t) {
    if (!history) belief = law;
    weigh(chain, x, t, belief);
    belief = transposed_product(chain.transition, belief).col(0);  // of the next symbol
    out.row(t) = belief.transpose();
  }
  return out;
}

}  // namespace

NoisySequence sample_noisy_chain(const NoisyChain& chain, Index length, Rng& rng) {
  constexpr const char* kName = "sample_noisy_chain";
  const Vector law = check_chain(kName, chain);
  check::count(kName, "length", length, 1, check::kMaxBudget);
  const Index d = chain.means.cols();
  check::product(kName, "x", length, d);
  NoisySequence out{{}, {}, Matrix(length, d)};
  // Of a copy, so that what is refused draws nothing.
  Rng draws = rng;
  Index now = draws.categorical(law.data(), law.size());
  for (Index t = 0; t < length; ++t) {
    out.previous.push_back(now);
    const Index next = draws.categorical(chain.transition.row(now).data(), law.size());
    for (Index j = 0; j < d; ++j) out.x(t, j) = chain.means(now, j) + chain.noise * draws.normal();
    out.targets.push_back(next);
    now = next;
  }
  check::result(kName, "an input", out.x);
  rng = draws;
  return out;
}

Matrix predict_from_symbols(const MatrixRef& transition, const std::vector<Index>& previous) {
  constexpr const char* kName = "predict_from_symbols";
  chain_parts::check_transition(kName, "transition", transition);
  const auto length = static_cast<Index>(previous.size());
  check::count(kName, "the length of previous", length, 1, check::kMaxBudget);
  Matrix out(length, transition.cols());
  for (Index t = 0; t < length; ++t) {
    const Index symbol = previous[static_cast<std::size_t>(t)];
    check::count(kName, "previous", symbol, 0, transition.rows() - 1);
    out.row(t) = transition.row(symbol);
  }
  return out;
}

Matrix predict_from_inputs(const NoisyChain& chain, const MatrixRef& x) {
  return predictions("predict_from_inputs", chain, x, false);
}

Matrix predict_from_history(const NoisyChain& chain, const MatrixRef& x) {
  return predictions("predict_from_history", chain, x, true);
}

}  // namespace attn
