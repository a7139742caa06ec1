#include "attn/sequence/markov_chain.hpp"

#include <cmath>
#include <cstdlib>
#include <string>

#include "attn/attention/attention.hpp"
#include "attn/attention/gibbs.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "sequence/markov_chain_parts.hpp"

namespace attn {
namespace {

// Which symbols the chain can come to from which, in any number of steps.
Mask reached(const MatrixRef& transition) {
  const Index n = transition.rows();
  Mask out(n, n);
  for (Index a = 0; a < n; ++a) {
    for (Index b = 0; b < n; ++b) out(a, b) = a == b || transition(a, b) > 0.0;
  }
  for (Index via = 0; via < n; ++via) {
    for (Index a = 0; a < n; ++a) {
      if (!out(a, via)) continue;
      for (Index b = 0; b < n; ++b) out(a, b) = out(a, b) || out(via, b);
    }
  }
  return out;
}

// The symbols to which the chain returns for certain; Error where they fall into several sets.
std::vector<Index> recurrent(const char* function, const char* argument,
                             const MatrixRef& transition) {
  const Mask reach = reached(transition);
  std::vector<Index> out;
  for (Index a = 0; a < reach.rows(); ++a) {
    bool returns = true;
    for (Index b = 0; b < reach.rows(); ++b) returns = returns && (!reach(a, b) || reach(b, a));
    if (returns) out.push_back(a);
  }
  for (const Index a : out) {
    if (reach(out.front(), a)) continue;
    check::refuse(function, argument,
                  "a chain that ends among symbol " + std::to_string(out.front()) +
                      " or among symbol " + std::to_string(a),
                  "one that ends in the same set, whatever its first symbol");
  }
  return out;
}

Vector stationary_of(const char* function, const MatrixRef& transition) {
  chain_parts::check_transition(function, "transition", transition);
  return chain_parts::stationary(function, "transition", transition);
}

}  // namespace

void chain_parts::check_transition(const char* function, const char* argument,
                                   const MatrixRef& transition) {
  check::matrix(function, argument, transition);
  check::columns(function, argument, transition, transition.rows(), "its rows");
  for (Index a = 0; a < transition.rows(); ++a) {
    const std::string row = std::string(argument) + ", row " + std::to_string(a);
    check::distribution(function, row.c_str(), transition.row(a).transpose());
  }
}

Vector chain_parts::stationary(const char* function, const char* argument,
                               const MatrixRef& transition) {
  const std::vector<Index> states = recurrent(function, argument, transition);
  const auto n = static_cast<Index>(states.size());
  Matrix p(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      p(i, j) =
          transition(states[static_cast<std::size_t>(i)], states[static_cast<std::size_t>(j)]);
    }
  }
  // One symbol after the other is left out, its visits made part of the ways between the others.
  for (Index k = n - 1; k > 0; --k) {
    double leaves = 0.0;
    for (Index j = 0; j < k; ++j) leaves += p(k, j);
    for (Index i = 0; i < k; ++i) {
      p(i, k) /= leaves;
      for (Index j = 0; j < k; ++j) p(i, j) += p(i, k) * p(k, j);
    }
  }
  Vector visits = Vector::Zero(n);
  visits(0) = 1.0;
  for (Index k = 1; k < n; ++k) {
    for (Index i = 0; i < k; ++i) visits(k) += visits(i) * p(i, k);
    // In units of what is visited most, where that is so much more than others that sums would be
    // too large.
    if (visits(k) > 1e150 && visits(k) < HUGE_VAL) visits.head(k + 1) /= double{visits(k)};
  }
  double sum = 0.0;
  for (Index k = 0; k < n; ++k) sum += visits(k);
  Vector out = Vector::Zero(transition.rows());
  for (Index i = 0; i < n; ++i) out(states[static_cast<std::size_t>(i)]) = visits(i) / sum;
  check::result(function, "a ratio of probabilities", out);
  return out;
}

Index circular_distance(Index a, Index b, Index symbols) {
  check::count("circular_distance", "symbols", symbols, 1, check::kMaxBudget);
  check::count("circular_distance", "a", a, 0, symbols - 1);
  check::count("circular_distance", "b", b, 0, symbols - 1);
  const Index way = std::abs(a - b);
  return way <= symbols - way ? way : symbols - way;
}

Matrix sticky_transition(Index symbols, double stay) {
  check::count("sticky_transition", "symbols", symbols, 2, check::kMaxBudget);
  check::within("sticky_transition", "stay", stay, 0.0, 1.0);
  check::product("sticky_transition", "the matrix", symbols, symbols);
  // One sum for all rows, so that the matrix is symmetric to the last bit.
  double sum = 0.0;
  for (Index b = 1; b < symbols; ++b) {
    sum += 1.0 / static_cast<double>(circular_distance(0, b, symbols));
  }
  Matrix out(symbols, symbols);
  for (Index a = 0; a < symbols; ++a) {
    for (Index b = 0; b < symbols; ++b) {
      const auto distance = static_cast<double>(circular_distance(a, b, symbols));
      out(a, b) = a == b ? stay : (1.0 - stay) / sum / distance;
    }
  }
  return out;
}

Vector stationary_distribution(const MatrixRef& transition) {
  return stationary_of("stationary_distribution", transition);
}

double entropy_rate(const MatrixRef& transition) {
  const Vector law = stationary_of("entropy_rate", transition);
  double sum = 0.0;
  for (Index a = 0; a < law.size(); ++a) sum += law(a) * entropy(transition.row(a).transpose());
  return sum;
}

double bayes_accuracy(const MatrixRef& transition) {
  const Vector law = stationary_of("bayes_accuracy", transition);
  double sum = 0.0;
  for (Index a = 0; a < law.size(); ++a) sum += law(a) * highest(transition.row(a));
  return sum;
}

std::vector<Index> sample_chain(const MatrixRef& transition, Index first, Index length, Rng& rng) {
  constexpr const char* kName = "sample_chain";
  chain_parts::check_transition(kName, "transition", transition);
  check::count(kName, "first", first, 0, transition.rows() - 1);
  check::count(kName, "length", length, 0, check::kMaxBudget);
  const Matrix rows = transition;  // each row in one piece, whatever the caller's memory is like
  std::vector<Index> out(static_cast<std::size_t>(length));
  Index now = first;
  for (Index& next : out) {
    next = rng.categorical(rows.row(now).data(), rows.cols());
    now = next;
  }
  return out;
}

}  // namespace attn
