#include "attn/training/head_diagnostics.hpp"

#include <cmath>

#include "attn/attention/gibbs.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "numerics/own_matrix.hpp"

namespace attn {
namespace {

double mean_alignment(const MatrixRef& keys) {
  Matrix unit = keys;
  for (Index j = 0; j < unit.rows(); ++j) {
    const double size = as_own(unit).row(j).stableNorm();
    if (size > 0.0) unit.row(j) /= size;
  }
  double sum = 0.0;
  double pairs = 0.0;
  for (Index a = 0; a < unit.rows(); ++a) {
    for (Index b = 0; b < a; ++b) {
      double cosine = 0.0;
      for (Index c = 0; c < unit.cols(); ++c) cosine += unit(a, c) * unit(b, c);
      sum += std::fabs(cosine);
      pairs += 1.0;
    }
  }
  return pairs > 0.0 ? sum / pairs : 1.0;
}

double squared_distance(const Matrix& a, const Matrix& b) {
  double sum = 0.0;
  for (Index i = 0; i < a.size(); ++i) {
    const double d = b.data()[i] - a.data()[i];
    sum += d * d;
  }
  return sum;
}

}  // namespace

HeadDiagnostics head_diagnostics(const MatrixRef& weights, const MatrixRef& values,
                                 const MatrixRef& keys) {
  constexpr const char* kName = "head_diagnostics";
  check::matrix(kName, "weights", weights);
  check::matrix(kName, "values", values);
  check::shape(kName, "values", values, weights.cols(), values.cols());
  check::matrix(kName, "keys", keys);
  check::shape(kName, "keys", keys, weights.cols(), keys.cols());
  HeadDiagnostics out;
  out.column_usage = Vector::Zero(weights.cols());
  out.entropies.resize(weights.rows());
  for (Index i = 0; i < weights.rows(); ++i) {
    const Vector row = weights.row(i);
    check::distribution(kName, "a row of weights", row);
    out.entropies(i) = entropy(row);
    out.column_usage += row;
  }
  double sum = 0.0;
  for (Index j = 0; j < weights.cols(); ++j) sum += out.column_usage(j);
  out.columns_in_use = mathfn::exp(entropy(out.column_usage / sum));
  out.value_norms.resize(values.rows());
  for (Index j = 0; j < values.rows(); ++j) out.value_norms(j) = as_own(values).row(j).stableNorm();
  out.key_alignment = mean_alignment(keys);
  check::result(kName, "a norm", out.value_norms);
  check::result(kName, "the alignment of keys", out.key_alignment);
  return out;
}

TrainingChange training_change(const ClassifierForward& from, const ClassifierForward& to) {
  constexpr const char* kName = "training_change";
  const auto heads = static_cast<Index>(from.heads.size());
  check::count(kName, "the number of heads in to", to.heads.size(), heads, heads);
  TrainingChange out{0.0, 0.0, 0.0};
  for (std::size_t h = 0; h < from.heads.size(); ++h) {
    const Matrix& weights = from.heads[h].routing.weights;
    const Matrix& values = from.heads[h].values;
    check::shape(kName, "to's weights", to.heads[h].routing.weights, weights.rows(),
                 weights.cols());
    check::shape(kName, "to's values", to.heads[h].values, values.rows(), values.cols());
    out.attention += squared_distance(weights, to.heads[h].routing.weights);
    out.values += squared_distance(values, to.heads[h].values);
  }
  out.attention = std::sqrt(out.attention);
  out.values = std::sqrt(out.values);
  const Vector& before = from.prediction.divergences;
  const Vector& after = to.prediction.divergences;
  check::vector(kName, "to's divergences", after, before.size());
  check::vector(kName, "from's divergences", before);
  for (Index i = 0; i < before.size(); ++i) out.calibration += after(i) - before(i);
  out.calibration /= static_cast<double>(before.size());
  check::result(kName, "a change of attention", out.attention);
  check::result(kName, "a change of values", out.values);
  check::result(kName, "a change of calibration", out.calibration);
  return out;
}

}  // namespace attn
