#include "attn/attention/layer_norm.hpp"

#include <cmath>
#include <string>

#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"

namespace attn {
namespace {

// The mean without overflow on the way.
double mean_of(const double* row, Index n) {
  const auto count = static_cast<double>(n);
  double sum = 0.0;
  for (Index j = 0; j < n; ++j) sum += row[j] / count;
  return sum;
}

LayerNorm normalise(const char* function, const MatrixRef& x, const VectorRef& scale,
                    double epsilon, bool centred) {
  check::matrix(function, "x", x);
  check::vector(function, "scale", scale, x.cols());
  check::positive(function, "epsilon", epsilon);
  LayerNorm out{x, Vector::Zero(x.rows()), Vector(x.rows())};
  for (Index i = 0; i < x.rows(); ++i) {
    double* row = out.output.data() + i * x.cols();
    if (centred) out.mean(i) = mean_of(row, x.cols());
    double square = 0.0;
    for (Index j = 0; j < x.cols(); ++j) {
      row[j] -= out.mean(i);
      square += row[j] * row[j];
    }
    out.inverse_std_dev(i) = 1.0 / std::sqrt(square / static_cast<double>(x.cols()) + epsilon);
    for (Index j = 0; j < x.cols(); ++j) row[j] = scale(j) * (row[j] * out.inverse_std_dev(i));
  }
  // Squares that overflow leave 0, not a wrong answer.
  check::result(function, "a deviation", out.output);
  if (lowest(out.inverse_std_dev) == 0.0) {
    throw Error(std::string(function) + ": a squared deviation is too large for a double");
  }
  return out;
}

LayerNormGradients backward(const char* function, const MatrixRef& x, const VectorRef& scale,
                            const LayerNorm& forward, const MatrixRef& d_output, bool centred) {
  check::matrix(function, "x", x);
  check::vector(function, "scale", scale, x.cols());
  check::vector(function, "forward.mean", forward.mean, x.rows());
  check::vector(function, "forward.inverse_std_dev", forward.inverse_std_dev, x.rows());
  check::shape(function, "d_output", d_output, x.rows(), x.cols());
  check::matrix(function, "d_output", d_output);
  LayerNormGradients out{Matrix(x.rows(), x.cols()), Vector::Zero(x.cols()),
                         Vector::Zero(centred ? x.cols() : 0)};
  const auto count = static_cast<double>(x.cols());
  Vector n(x.cols());
  Vector g(x.cols());
  for (Index i = 0; i < x.rows(); ++i) {
    const double r = forward.inverse_std_dev(i);
    double mean = 0.0;
    double along = 0.0;
    for (Index j = 0; j < x.cols(); ++j) {
      n(j) = (x(i, j) - forward.mean(i)) * r;
      g(j) = d_output(i, j) * scale(j);
      mean += g(j);
      along += g(j) * n(j);
      out.d_scale(j) += d_output(i, j) * n(j);
      if (centred) out.d_bias(j) += d_output(i, j);
    }
    if (!centred) mean = 0.0;
    for (Index j = 0; j < x.cols(); ++j) {
      out.d_x(i, j) = r * (g(j) - mean / count - n(j) * (along / count));
    }
  }
  check::result(function, "d_x", out.d_x);
  check::result(function, "d_scale", Matrix(out.d_scale));
  check::result(function, "d_bias", Matrix(out.d_bias));
  return out;
}

}  // namespace

LayerNorm layer_norm_forward(const MatrixRef& x, const VectorRef& scale, const VectorRef& bias,
                             double epsilon) {
  constexpr const char* kName = "layer_norm_forward";
  check::matrix(kName, "x", x);
  check::vector(kName, "bias", bias, x.cols());
  LayerNorm out = normalise(kName, x, scale, epsilon, true);
  out.output.rowwise() += bias.transpose();
  check::result(kName, "the output", out.output);
  return out;
}

LayerNorm rms_norm_forward(const MatrixRef& x, const VectorRef& scale, double epsilon) {
  return normalise("rms_norm_forward", x, scale, epsilon, false);
}

LayerNormGradients layer_norm_backward(const MatrixRef& x, const VectorRef& scale,
                                       const LayerNorm& forward, const MatrixRef& d_output) {
  return backward("layer_norm_backward", x, scale, forward, d_output, true);
}

LayerNormGradients rms_norm_backward(const MatrixRef& x, const VectorRef& scale,
                                     const LayerNorm& forward, const MatrixRef& d_output) {
  return backward("rms_norm_backward", x, scale, forward, d_output, false);
}

}  // namespace attn
