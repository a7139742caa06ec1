#include "attn/support/residual_curve.hpp"

#include "fuzz_input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const attn::Vector context = input.vector(input.size(0, 5));
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
