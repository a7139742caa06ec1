#include "experiments/bilinear-form/temperature.hpp"

#include <cmath>
#include <limits>

#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/central_differences.hpp"
#include "experiments/bilinear-form/parts.hpp"

namespace attn::experiments {

std::vector<Setting<TemperatureParams>> Temperature::settings() {
  TemperatureParams cold;
  cold.temperature = 0.05;
  TemperatureParams many;
  many.scores = some_numbers(8, 1, 1).col(0);
  many.temperature = 20.0;
  return {{TemperatureParams{}, 0, 0}, {cold, 0, 0}, {many, 0, 0}};
}

Temperature::Temperature(const Params& p) {
  check::vector(kName, "scores", p.scores);
  check::count(kName, "the number of scores", p.scores.size(), 1, kMaxKeys);
  checked(kName, p);
  const Vector& s = p.scores;
  const double t = p.temperature;
  Frame& f = frame_;
  f.scores = s;
  f.temperature = t;
  f.weights = softmax(s, t);
  f.entropy = attn::entropy(f.weights);
  f.normalised_entropy = attn::normalised_entropy(f.weights);
  f.mean_energy = attn::mean_energy(f.weights, s);
  f.free_energy = attn::free_energy(s, t);
  f.identity_error = std::fabs(f.free_energy - (f.mean_energy - t * f.entropy));

  f.temperatures = in_proportion(0.05, 20.0, kTemperatures);
  f.curves.resize(kTemperatures, s.size());
  for (Index i = 0; i < kTemperatures; ++i) f.curves.row(i) = softmax(s, f.temperatures(i));

  f.table_temperatures = of_numbers({0.25, 0.5, 1.0, 2.0, std::numeric_limits<double>::infinity()});
  f.table_weights.resize(5, s.size());
  f.table_entropy.resize(5);
  for (Index i = 0; i < 5; ++i) {
    const Vector a = softmax(s, f.table_temperatures(i));
    f.table_weights.row(i) = a;
    f.table_entropy(i) = attn::entropy(a);
  }

  const auto free = [&s](const Matrix& x) { return attn::free_energy(s, x(0, 0)); };
  const Matrix slope = central_differences(free, Matrix::Constant(1, 1, t), 0.2 * t);
  f.slope_error = std::fabs(slope(0, 0) + f.entropy);
}

}  // namespace attn::experiments
