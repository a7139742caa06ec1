#include "attn/attention/attention_grad.hpp"

#include <algorithm>
#include <cmath>

#include "attention/attention_parts.hpp"
#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "numerics/own_matrix.hpp"
#include "numerics/products.hpp"

namespace attn {
namespace {

void check_backward(const char* function, const MatrixRef& q, const MatrixRef& k,
                    const MatrixRef& v, const AttentionOptions& options,
                    const MatrixRef& d_output) {
  attention_parts::check_inputs(function, q, k, v, options);
  if (options.temperature == 0.0) {
    check::refuse(function, "options.temperature", "0", "a number > 0");
  }
  check::shape(function, "d_output", d_output, q.rows(), v.cols());
  check::matrix(function, "d_output", d_output);
}

// du of row i, from dA: A (dA - sum_j A dA) / T.
void through_softmax(const Attention& forward, double temperature, Index i, Matrix& d_logits) {
  const Matrix& weights = forward.weights;
  double mean = 0.0;
  for (Index j = 0; j < weights.cols(); ++j) mean += weights(i, j) * d_logits(i, j);
  for (Index j = 0; j < weights.cols(); ++j) {
    const double weight = weights(i, j);
    d_logits(i, j) = weight == 0.0 ? 0.0 : weight * (d_logits(i, j) - mean) / temperature;
  }
}

// -sum_ij du_ij u_ij / T. The rows of du sum to 0, so that logits may be counted from any of the
// row's: from one that has weight, for the digits of large ones.
double temperature_gradient(const Matrix& logits, const Matrix& d_logits, double temperature) {
  double sum = 0.0;
  for (Index i = 0; i < logits.rows(); ++i) {
    const double top = highest(logits.row(i));
    for (Index j = 0; j < logits.cols(); ++j) {
      if (d_logits(i, j) != 0.0) sum -= d_logits(i, j) * ((logits(i, j) - top) / temperature);
    }
  }
  return sum;
}

void through_scores(const MatrixRef& q, const MatrixRef& k, const AttentionOptions& options,
                    AttentionGradients& out) {
  const Matrix covectors = attention_parts::lowered(q, options);
  Matrix d_covectors = product(out.d_scores, k);
  out.d_k = transposed_product(out.d_scores, covectors);
  if (options.relative.size() > 0) {
    out.d_relative = Matrix::Zero(options.relative.rows(), options.relative.cols());
    for (Index i = 0; i < q.rows(); ++i) {
      for (Index j = 0; j < k.rows(); ++j) {
        const Index row = i - j + k.rows() - 1;
        d_covectors.row(i) += out.d_scores(i, j) * options.relative.row(row);
        out.d_relative.row(row) += out.d_scores(i, j) * covectors.row(i);
      }
    }
  }
  out.d_metric = transposed_product(q, d_covectors);
  if (options.metric.size() > 0) {
    out.d_q = product_transposed(d_covectors, options.metric);
  } else {
    out.d_q = d_covectors * attention_parts::scale_of(options, k.cols());
  }
}

void check_gradients(const char* function, const AttentionGradients& g) {
  check::result(function, "d_weights", g.d_weights);
  check::result(function, "d_scores", g.d_scores);
  check::result(function, "d_bias", g.d_bias);
  check::result(function, "d_q", g.d_q);
  check::result(function, "d_k", g.d_k);
  check::result(function, "d_v", g.d_v);
  check::result(function, "d_metric", g.d_metric);
  check::result(function, "d_relative", g.d_relative);
  check::result(function, "d_temperature", Matrix::Constant(1, 1, g.d_temperature));
}

// Everything that attention is a function of.
struct Point {
  Matrix q, k, v;
  AttentionOptions options;
};

// What is compared: one of a point's matrices, its derived gradient, and by how much a logit over
// its scale changes with an entry; 0 for what the output is linear in.
struct Argument {
  const char* name;
  Matrix (*get)(const Point&);
  void (*set)(Point&, const Matrix&);
  const Matrix* gradient;
  double sensitivity;
};

double largest_finite(const Matrix& m) {
  double size = 0.0;
  for (Index i = 0; i < m.size(); ++i) {
    if (std::isfinite(m.data()[i])) size = std::max(size, std::fabs(m.data()[i]));
  }
  return size;
}

// The change of a logit over which weights change noticeably.
double logit_scale(const AttentionOptions& options) {
  return options.softcap > 0.0 ? std::min(options.temperature, options.softcap)
                               : options.temperature;
}

// The same with a metric and a bias, which are differentiated whether they were given or not.
Point point_of(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
               const AttentionOptions& options) {
  Point p{q, k, v, options};
  if (options.metric.size() == 0) {
    p.options.metric =
        Matrix::Identity(q.cols(), k.cols()) * attention_parts::scale_of(options, k.cols());
    p.options.scale.reset();
  }
  if (options.bias.size() == 0) p.options.bias = Matrix::Zero(q.rows(), k.rows());
  return p;
}

// Of the temperature, as a matrix like all others, the gradient is `d_temperature`.
std::vector<Argument> arguments(const Point& p, const Matrix& scores, const AttentionGradients& g,
                                const Matrix& d_temperature) {
  const AttentionOptions& o = p.options;
  const double scale = logit_scale(o);
  const double keys = largest(p.k) + largest(o.relative);
  const double covectors = largest(attention_parts::lowered(p.q, o));
  const double logits = largest_finite(attention_parts::logits(scores, o));
  const double t = o.temperature;
  std::vector<Argument> out = {
      {"d_q", [](const Point& x) { return x.q; }, [](Point& x, const Matrix& m) { x.q = m; },
       &g.d_q, largest(o.metric) * keys / scale},
      {"d_k", [](const Point& x) { return x.k; }, [](Point& x, const Matrix& m) { x.k = m; },
       &g.d_k, covectors / scale},
      {"d_v", [](const Point& x) { return x.v; }, [](Point& x, const Matrix& m) { x.v = m; },
       &g.d_v, 0.0},
      {"d_metric", [](const Point& x) { return x.options.metric; },
       [](Point& x, const Matrix& m) { x.options.metric = m; }, &g.d_metric,
       largest(p.q) * keys / scale},
      {"d_bias", [](const Point& x) { return x.options.bias; },
       [](Point& x, const Matrix& m) { x.options.bias = m; }, &g.d_bias, 1.0 / scale},
      {"d_temperature",
       [](const Point& x) { return Matrix(Matrix::Constant(1, 1, x.options.temperature)); },
       [](Point& x, const Matrix& m) { x.options.temperature = m(0, 0); }, &d_temperature,
       (1.0 + logits / t) / t}};
  if (o.relative.size() > 0) {
    out.push_back({"d_relative", [](const Point& x) { return x.options.relative; },
                   [](Point& x, const Matrix& m) { x.options.relative = m; }, &g.d_relative,
                   covectors / scale});
  }
  return out;
}

double error_of(const Argument& argument, const Point& point, const MatrixRef& d_output) {
  Point moved = point;
  // Differences from the output as it is: less to round.
  const Matrix from = attention(point.q, point.k, point.v, point.options);
  const auto loss = [&](const Matrix& x) {
    argument.set(moved, x);
    const Matrix change = attention(moved.q, moved.k, moved.v, moved.options) - from;
    double sum = 0.0;
    for (Index i = 0; i < change.rows(); ++i) {
      for (Index j = 0; j < change.cols(); ++j) sum += d_output(i, j) * change(i, j);
    }
    return sum;
  };
  const double sensitivity = argument.sensitivity;
  const double step = sensitivity > 0.0 ? 0.25 / sensitivity : 1.0;
  const Matrix numeric = central_differences(loss, argument.get(point), step);
  const double unsaturated =
      as_own(d_output).stableNorm() * (sensitivity > 0.0 ? largest(point.v) * sensitivity : 1.0);
  return gradient_error(*argument.gradient, numeric, 1e-5 * unsaturated);
}

Matrix normal_numbers(Index rows, Index cols) {
  Rng rng(1);
  Matrix out(rows, cols);
  for (Index i = 0; i < out.size(); ++i) out.data()[i] = rng.normal();
  return out;
}

}  // namespace

AttentionGradients attention_backward(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                                      const AttentionOptions& options, const Attention& forward,
                                      const MatrixRef& d_output) {
  constexpr const char* kName = "attention_backward";
  check_backward(kName, q, k, v, options, d_output);
  check::shape(kName, "forward.scores", forward.scores, q.rows(), k.rows());
  check::shape(kName, "forward.weights", forward.weights, q.rows(), k.rows());
  check::matrix(kName, "forward.scores", forward.scores);
  check::matrix(kName, "forward.weights", forward.weights);
  AttentionGradients out;
  out.d_weights = product_transposed(d_output, v);
  out.d_v = transposed_product(forward.weights, d_output);
  out.d_bias = out.d_weights;
  for (Index i = 0; i < q.rows(); ++i) {
    through_softmax(forward, options.temperature, i, out.d_bias);
  }
  out.d_temperature = temperature_gradient(attention_parts::logits(forward.scores, options),
                                           out.d_bias, options.temperature);
  out.d_scores = out.d_bias;
  if (options.softcap > 0.0) {
    for (Index i = 0; i < out.d_scores.size(); ++i) {
      out.d_scores.data()[i] *=
          attention_parts::capped_slope(forward.scores.data()[i], options.softcap);
    }
  }
  through_scores(q, k, options, out);
  check_gradients(kName, out);
  return out;
}

GradientCheck verify_gradients(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                               const AttentionOptions& options, const MatrixRef& d_output,
                               double tolerance) {
  constexpr const char* kName = "verify_gradients";
  check_backward(kName, q, k, v, options, d_output);
  check::positive(kName, "options.temperature", options.temperature);
  check::not_negative(kName, "tolerance", tolerance);
  GradientCheck out{{}, true};
  try {
    const Point point = point_of(q, k, v, options);
    const Attention forward = attention_forward(q, k, v, options);
    const AttentionGradients g = attention_backward(q, k, v, options, forward, d_output);
    const Matrix d_temperature = Matrix::Constant(1, 1, g.d_temperature);
    for (const Argument& argument : arguments(point, forward.scores, g, d_temperature)) {
      const double error = error_of(argument, point, d_output);
      out.errors.push_back({argument.name, error});
      out.correct = out.correct && error <= tolerance;
    }
  } catch (const Error& error) {
    // Something too large, also a step away from the arguments.
    throw Error(std::string(kName) + ": " + error.what());
  }
  return out;
}

GradientCheck verify_gradients(const MatrixRef& q, const MatrixRef& k, const MatrixRef& v,
                               const AttentionOptions& options, double tolerance) {
  return verify_gradients(q, k, v, options, normal_numbers(q.rows(), v.cols()), tolerance);
}

}  // namespace attn
