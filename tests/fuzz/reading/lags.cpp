#include "attn/reading/lags.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(lags) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 5), m = input.size(0, 5);
  const auto weights = input.given(n, m);
  const attn::Index count = input.size(-1, 7), first_row = input.size(-1, n);
  attn::Vector mass;
  if (fuzz::returns("lag_mass", [&] { mass = attn::lag_mass(weights, count, first_row); })) {
    fuzz::expect_finite("lag_mass", mass);
    fuzz::expect(mass.size() == count, "lag_mass", "a number for each lag");
    const double most = attn::largest(weights.matrix());
    fuzz::expect(attn::largest(mass) <= most * (1.0 + 1e-12), "lag_mass", "a mean");
    for (attn::Index lag = n; lag < count; ++lag) {
      fuzz::expect(mass(lag) == 0.0, "lag_mass", "0 of a lag that no row has");
    }
  }
  const attn::Index windows = input.size(0, 4);
  const bool masked = input.flip();
  std::vector<attn::Matrix> scores;
  for (attn::Index w = 0; w < windows; ++w) {
    scores.push_back(input.matrix(input.nearly(n), input.nearly(m)));
    for (attn::Index i = 0; masked && i < scores.back().rows(); ++i) {
      for (attn::Index j = i + 1; j < scores.back().cols(); ++j) scores.back()(i, j) = -HUGE_VAL;
    }
  }
  double share = 0.0;
  if (fuzz::returns("position_share", [&] { share = attn::position_share(scores); })) {
    fuzz::expect(share >= 0.0 && share <= 1.0, "position_share", "a share");
    // The same window again and again is all position.
    const std::vector<attn::Matrix> same(3, scores.front());
    double all = 0.0;
    fuzz::expect(fuzz::returns("position_share", [&] { all = attn::position_share(same); }) &&
                     (all == 0.0 || std::fabs(all - 1.0) < 1e-12),
                 "position_share", "all or nothing of one window");
  }
  return 0;
}
