#include "attn/memory/patterns.hpp"

#include "attn/numerics/check.hpp"
#include "memory/signs.hpp"

namespace attn {

Matrix random_patterns(Index count, Index n, Rng& rng) {
  check::count("random_patterns", "count", count, 1, check::kMaxBudget);
  check::count("random_patterns", "n", n, 1, check::kMaxBudget);
  check::product("random_patterns", "the patterns", count, n);
  Matrix out(count, n);
  for (Index mu = 0; mu < count; ++mu) {
    std::uint64_t word = 0;
    for (Index i = 0; i < n; ++i) {
      if (i % kSignsOfWord == 0) word = rng.next();
      out(mu, i) = sign_of(word, i % kSignsOfWord);
    }
  }
  return out;
}

Vector flip_signs(const VectorRef& x, Index count, Rng& rng) {
  check::vector("flip_signs", "x", x);
  check::count("flip_signs", "count", count, 0, x.size());
  Vector out = x;
  const std::vector<Index> places = rng.permutation(x.size());
  for (Index i = 0; i < count; ++i) {
    double& entry = out(places[static_cast<std::size_t>(i)]);
    entry = -entry;
  }
  return out;
}

double overlap(const VectorRef& x, const VectorRef& y) {
  check::vector("overlap", "x", x);
  check::vector("overlap", "y", y, x.size());
  double sum = 0.0;
  for (Index i = 0; i < x.size(); ++i) sum += x(i) * y(i);
  return check::result("overlap", "the overlap", sum / static_cast<double>(x.size()));
}

}  // namespace attn
