#include "attn/attention/gibbs.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(gibbs) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 6);
  const double temperature = input.positive();
  const attn::Vector p = input.distribution(n);
  const attn::Vector s = input.vector(input.nearly(n));
  // The header promises finite results up to here.
  const bool promised = temperature <= 1e300 && (s.array().abs() <= 1e300).all();
  const auto check = [&](const char* function, auto&& call, double low, double high) {
    double x = 0.0;
    if (!fuzz::returns(function, [&] { x = call(); })) return;
    if (promised) fuzz::expect_finite(function, x);
    fuzz::expect(!promised || (low <= x && x <= high), function, "within its range");
  };
  constexpr double kMax = std::numeric_limits<double>::max();
  const double most = std::log(static_cast<double>(n)) + 1e-5;
  check(
      "entropy", [&] { return attn::entropy(p); }, 0.0, most);
  check(
      "normalised_entropy", [&] { return attn::normalised_entropy(p); }, 0.0, 1.0 + 1e-5);
  check(
      "mean_energy", [&] { return attn::mean_energy(p, s); }, -kMax, kMax);
  check(
      "free_energy", [&] { return attn::free_energy(s, temperature); }, -kMax, kMax);
  check(
      "variational_free_energy", [&] { return attn::variational_free_energy(p, s, temperature); },
      -kMax, kMax);
  check(
      "variational_gap", [&] { return attn::variational_gap(p, s, temperature); }, 0.0, kMax);
  return 0;
}
