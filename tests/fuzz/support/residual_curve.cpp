#include "attn/support/residual_curve.hpp"

#include <algorithm>
#include <cmath>

#include "fuzz_input.hpp"

namespace {

// Tokens at up to three places, up to 32 at each.
struct Clusters {
  std::vector<double> places, counts;
  attn::Vector context;
};

Clusters clusters_of(fuzz::Input& input) {
  Clusters out;
  const auto kind = input.kind();
  std::vector<double> tokens;
  for (attn::Index i = input.size(0, 3); i > 0; --i) {
    out.places.push_back(input.number(kind));
    out.counts.push_back(static_cast<double>(input.size(1, 32)));
    tokens.insert(tokens.end(), static_cast<std::size_t>(out.counts.back()), out.places.back());
  }
  out.context =
      Eigen::Map<const attn::Vector>(tokens.data(), static_cast<attn::Index>(tokens.size()));
  return out;
}

// Where two clusters weigh the same the variance is large: an even number of turning points below
// means that the curve rises there, an odd one that it falls.
void expect_folds(const Clusters& clusters, double a, const std::vector<double>& turns) {
  for (std::size_t i = 0; i < clusters.places.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double apart = clusters.places[i] - clusters.places[j];
      const double x = std::log(clusters.counts[j] / clusters.counts[i]) / apart / a;
      if (!(std::fabs(x) <= 1e100)) continue;
      const double slope =
          attn::residual_curve(attn::Vector::Constant(1, x), clusters.context, a).slope(0);
      if (!(std::fabs(slope) > 1e-9)) continue;
      const auto below = std::lower_bound(turns.begin(), turns.end(), x) - turns.begin();
      fuzz::expect((slope < 0.0) == (below % 2 == 1), "residual_turns", "every fold");
    }
  }
}

}  // namespace

FUZZ_TARGET(residual_curve) {
  fuzz::Input input(data, size);
  const Clusters clusters = clusters_of(input);
  const attn::Vector& context = clusters.context;
  const attn::Vector x = input.vector(input.size(0, 4));
  const double a = input.number();
  const double eps = input.number();
  const double sigma = input.positive();
  attn::ResidualCurve curve;
  if (fuzz::returns("residual_curve",
                    [&] { curve = attn::residual_curve(x, context, a, sigma); })) {
    fuzz::expect_finite("residual_curve", curve.residual, curve.slope, curve.cut, curve.folded);
  }
  std::vector<double> turns;
  const bool turned =
      fuzz::returns("residual_turns", [&] { turns = attn::residual_turns(context, a); });
  if (turned) {
    fuzz::expect(turns.size() % 2 == 0, "residual_turns", "as many ends of falls as beginnings");
    for (std::size_t i = 1; i < turns.size(); ++i) {
      fuzz::expect(turns[i - 1] < turns[i], "residual_turns", "rising points");
    }
    expect_folds(clusters, a, turns);
  }
  std::vector<double> preimages;
  if (fuzz::returns("residual_preimages",
                    [&] { preimages = attn::residual_preimages(context, a, eps); })) {
    fuzz::expect(!preimages.empty() && preimages.size() <= turns.size() + 1, "residual_preimages",
                 "one at least, and one in each piece at most");
  }
  fuzz::returns("residual_masses", [&] {
    const attn::ResidualMasses mass = attn::residual_masses(context, a, sigma);
    fuzz::expect(mass.cut >= 1.0 && mass.folded >= mass.cut, "residual_masses",
                 "1 or more, and more when folded");
  });
  return 0;
}
