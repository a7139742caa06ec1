#include "attn/reading/edges.hpp"

#include <cmath>
#include <limits>

#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "numerics/exp_less_one.hpp"

namespace attn {
namespace {

constexpr double kCut = -std::numeric_limits<double>::infinity();
// exp of it is a double.
constexpr double kLargestDelta = 700.0;

// Of a row, all keys but one: their weights together, and u (v - g) of that one as a sum over them.
struct Others {
  double weight = 0.0, gain = 0.0;
};

Others others_of(const Matrix& weights, const MatrixRef& values, const MatrixRef& u, Index t,
                 Index j) {
  Others out;
  for (Index k = 0; k < weights.cols(); ++k) {
    const double weight = weights(t, k);
    if (k == j || weight == 0.0) continue;
    out.weight += weight;
    for (Index c = 0; c < values.cols(); ++c) {
      out.gain += weight * u(t, c) * (values(j, c) - values(k, c));
    }
  }
  return out;
}

}  // namespace

Matrix edge_effects(const Attention& attention, const MatrixRef& values, const MatrixRef& u,
                    double delta) {
  constexpr const char* kName = "edge_effects";
  const Matrix &weights = attention.weights, &output = attention.output;
  check::matrix(kName, "attention.weights", weights);
  check::matrix(kName, "values", values);
  check::shape(kName, "values", values, weights.cols(), values.cols());
  check::shape(kName, "attention.output", output, weights.rows(), values.cols());
  check::matrix(kName, "attention.output", output);
  check::shape(kName, "u", u, weights.rows(), values.cols());
  check::matrix(kName, "u", u);
  if (delta != kCut) check::within(kName, "delta", delta, -kLargestDelta, kLargestDelta);
  const double change = delta == kCut ? -1.0 : exp_less_one(delta);
  const double kept = delta == kCut ? 0.0 : mathfn::exp(delta);
  Matrix out = Matrix::Zero(weights.rows(), weights.cols());
  for (Index t = 0; t < out.rows(); ++t) {
    for (Index j = 0; j < out.cols(); ++j) {
      const double weight = weights(t, j);
      if (weight == 0.0) continue;
      // Of a row that is shared out anew, what is left of it.
      double left = 1.0 + change * weight, gain = 0.0;
      if (weight > 0.5) {
        // 1 - weight, and with it v - g, would lose the digits of a row that is nearly all here.
        const Others others = others_of(weights, values, u, t, j);
        left = others.weight + kept * weight;
        gain = others.gain;
      } else {
        for (Index c = 0; c < values.cols(); ++c) gain += u(t, c) * (values(j, c) - output(t, c));
      }
      if (!(left > 0.0)) continue;
      out(t, j) = change * weight / left * gain;
    }
  }
  check::result(kName, "an effect", out);
  return out;
}

double routed_error(const MatrixRef& outputs, const MatrixRef& u) {
  constexpr const char* kName = "routed_error";
  check::matrix(kName, "outputs", outputs);
  check::shape(kName, "u", u, outputs.rows(), outputs.cols());
  check::matrix(kName, "u", u);
  const double n = static_cast<double>(outputs.rows());
  Vector mean = Vector::Zero(outputs.cols());
  for (Index t = 0; t < outputs.rows(); ++t) mean += outputs.row(t).transpose() / n;
  double sum = 0.0;
  for (Index t = 0; t < outputs.rows(); ++t) {
    double first_order = 0.0;
    for (Index c = 0; c < outputs.cols(); ++c) {
      first_order += u(t, c) * (outputs(t, c) - mean(c));
    }
    sum += std::fabs(first_order) / n;
  }
  return check::result(kName, "the error", sum);
}

}  // namespace attn
