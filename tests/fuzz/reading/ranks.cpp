#include "attn/reading/ranks.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(ranks) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 5), c = input.size(0, 3);
  const attn::Vector a = input.vector(n), b = input.vector(input.nearly(n));
  const auto controls = input.given(input.nearly(n), c);
  const bool nan_a = a.hasNaN(), nan_b = b.hasNaN(), nan_c = controls.matrix().hasNaN();
  const double size_of_a = static_cast<double>(n);
  attn::Vector r;
  if (fuzz::returns("ranks", [&] { r = attn::ranks(a); })) {
    fuzz::expect(nan_a ? r.array().isNaN().all()
                       : attn::lowest(r) >= 1.0 && attn::highest(r) <= size_of_a &&
                             r.sum() == 0.5 * size_of_a * (size_of_a + 1.0),
                 "ranks", "ranks");
    for (attn::Index i = 1; !nan_a && i < n; ++i) {
      fuzz::expect(
          (a(i) < a(i - 1)) == (r(i) < r(i - 1)) && (a(i) == a(i - 1)) == (r(i) == r(i - 1)),
          "ranks", "in the order of the numbers");
    }
  }
  const auto check = [](const char* name, double found, double turned, bool nan) {
    fuzz::expect(nan ? std::isnan(found) && std::isnan(turned)
                     : std::fabs(found) <= 1.0 && std::fabs(found - turned) < 1e-9,
                 name, "a correlation, the same both ways");
  };
  double found = 0.0, turned = 0.0;
  if (fuzz::returns("rank_correlation", [&] {
        found = attn::rank_correlation(a, b);
        turned = attn::rank_correlation(b, a);
      })) {
    check("rank_correlation", found, turned, nan_a || nan_b);
    found = attn::rank_correlation(a, a);
    fuzz::expect(nan_a || found == 0.0 || std::fabs(found - 1.0) < 1e-12, "rank_correlation",
                 "1 of a list with itself");
  }
  if (fuzz::returns("partial_rank_correlation", [&] {
        found = attn::partial_rank_correlation(a, b, controls);
        turned = attn::partial_rank_correlation(b, a, controls);
      })) {
    check("partial_rank_correlation", found, turned, nan_a || nan_b || nan_c);
    found = attn::partial_rank_correlation(a, b, a);
    fuzz::expect(nan_a || nan_b || found == 0.0, "partial_rank_correlation",
                 "0 where the list is its own control");
  }
  return 0;
}
