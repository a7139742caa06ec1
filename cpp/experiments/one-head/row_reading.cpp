#include "experiments/one-head/row_reading.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/reading/temperature.hpp"

namespace attn::experiments {
namespace {

constexpr Index kTemperatures = 49;
constexpr Index kGaussRows = 20;
constexpr double kHidden = -std::numeric_limits<double>::infinity();

// Mean heat capacity of rows of normal numbers with the mean and spread of these.
Vector of_normal_scores(const Vector& scores, const Vector& temperatures) {
  const double mean = scores.mean();
  const double spread = std::sqrt((scores.array() - mean).square().mean());
  Rng rng(1);
  Matrix rows(kGaussRows, scores.size());
  for (double& s : rows.reshaped<Eigen::RowMajor>()) s = spread * rng.normal();
  return heat_capacity(rows, temperatures).colwise().mean().transpose();
}

void put_gas(RowReading& out, double temperature) {
  out.log_temperatures = Vector::LinSpaced(kTemperatures, -3.0, 3.0);
  Vector temperatures(kTemperatures);
  for (Index i = 0; i < kTemperatures; ++i) {
    temperatures(i) = mathfn::exp(mathfn::log(2.0) * out.log_temperatures(i));
  }
  const Matrix row = out.scores.transpose();
  out.capacity = heat_capacity(row, temperatures).row(0).transpose();
  out.capacity_gauss = of_normal_scores(out.scores, temperatures);
  out.peak = peak_temperature(row)(0);
  const double step = 1e-4;
  const auto mean_energy_at = [&](double at) {
    return mean_energy(softmax(out.scores, at), out.scores);
  };
  out.capacity_error = std::fabs(
      (mean_energy_at(temperature + step) - mean_energy_at(temperature - step)) / (2.0 * step) -
      heat_capacity(row, Vector::Constant(1, temperature))(0, 0));
}

}  // namespace

RowReading row_reading(const Head& head, Index row, double temperature, Index lags) {
  const Matrix all = head_scores(head);
  check::count("row_reading", "row", row, 0, all.rows() - 1);
  RowReading out;
  for (Index j = 0; j < all.cols(); ++j) {
    if (all(row, j) != kHidden) out.keys.push_back(j);
  }
  const Attention attention = head_attention(head, temperature);
  const auto n = static_cast<Index>(out.keys.size());
  const bool blamed = head.u.size() > 0;
  out.scores.resize(n);
  out.weights.resize(n);
  out.distance.resize(n);
  if (blamed) out.advantage.resize(n);
  const Vector g = attention.output.row(row).transpose();
  double routing = 0.0;
  for (Index i = 0; i < n; ++i) {
    const Index j = out.keys[static_cast<std::size_t>(i)];
    out.scores(i) = all(row, j);
    out.weights(i) = attention.weights(row, j);
    out.distance(i) = -0.5 * *head.scale * (head.q.row(row) - head.k.row(j)).squaredNorm();
    const double lengths =
        0.5 * *head.scale * (head.q.row(row).squaredNorm() + head.k.row(j).squaredNorm());
    const double unmasked = out.scores(i) - (head.mask.size() > 0 ? head.mask(row, j) : 0.0);
    out.distance_error =
        larger(out.distance_error, std::fabs(out.distance(i) + lengths - unmasked));
    if (!blamed) continue;
    out.advantage(i) = head.u.row(row).transpose().dot(g - head.v.row(j).transpose());
    routing += out.weights(i) * out.advantage(i);
  }
  out.weight_error = std::fabs(out.weights.sum() - 1.0);
  out.routing_error = std::fabs(routing);
  put_gas(out, temperature);
  if (all.rows() == all.cols()) {
    out.lags = Vector::Zero(lags);
    for (Index lag = 0; lag < std::min(lags, row + 1); ++lag) {
      out.lags(lag) = attention.weights(row, row - lag);
    }
  }
  return out;
}

}  // namespace attn::experiments
