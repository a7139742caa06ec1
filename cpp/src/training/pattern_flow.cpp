#include "attn/training/pattern_flow.hpp"

#include <limits>
#include <string>
#include <vector>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "numerics/sort_numbers.hpp"
#include "training/through_softmax.hpp"

namespace attn {
namespace {

Index size(const std::vector<Matrix>& m) { return static_cast<Index>(m.size()); }

// One matrix (d x d) for each row of `rows`, all finite.
void check_parts(const char* function, const char* name, const std::vector<Matrix>& matrices,
                 const char* rows_name, const Matrix& rows, Index d) {
  const std::string number = std::string("the number of ") + name;
  check::count(function, number.c_str(), matrices.size(), 1, check::kMaxBudget);
  check::matrix(function, rows_name, rows);
  check::shape(function, rows_name, rows, size(matrices), rows.cols());
  for (const Matrix& m : matrices) {
    check::matrix(function, name, m);
    check::shape(function, name, m, d, d);
  }
}

double product_sum(const Matrix& a, const Matrix& b) {
  double sum = 0.0;
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < a.cols(); ++j) sum += a(i, j) * b(i, j);
  }
  return sum;
}

// sums[t] += factor sum_k rows(k, t) matrices[k]: slice t of a tensor.
void add_slices(double factor, const std::vector<Matrix>& matrices, const Matrix& rows,
                std::vector<Matrix>& sums) {
  for (Index k = 0; k < rows.rows(); ++k) {
    for (Index t = 0; t < rows.cols(); ++t) {
      sums[static_cast<std::size_t>(t)] +=
          factor * rows(k, t) * matrices[static_cast<std::size_t>(k)];
    }
  }
}

void check_heads(const char* function, const PatternTensor& target, const PatternHeads& heads) {
  const Index d = target.matrices.empty() ? 1 : target.matrices.front().rows();
  check_parts(function, "target.matrices", target.matrices, "target.vectors", target.vectors, d);
  check_parts(function, "heads.values", heads.values, "heads.logits", heads.logits, d);
  check::shape(function, "heads.logits", heads.logits, heads.logits.rows(), target.vectors.cols());
}

// With V_k^T (G - P) in the place of dq_k / dt where Pi is to stand `once`.
PatternVelocity velocity_of(const char* function, const PatternTensor& target,
                            const PatternHeads& heads, bool once) {
  const Index d = target.matrices.front().rows(), positions = target.vectors.cols();
  const Matrix s = softmax_rows(heads.logits);
  std::vector<Matrix> residual(static_cast<std::size_t>(positions), Matrix::Zero(d, d));
  add_slices(1.0, target.matrices, target.vectors, residual);
  add_slices(-1.0, heads.values, s, residual);
  PatternVelocity out{0.0, {{}, Matrix(s.rows(), positions)}, {}};
  for (const Matrix& slice : residual) out.loss += 0.5 * product_sum(slice, slice);
  check::result(function, "the loss", out.loss);
  Matrix slopes(s.rows(), positions);
  for (Index k = 0; k < s.rows(); ++k) {
    Matrix d_value = Matrix::Zero(d, d);
    for (Index t = 0; t < positions; ++t) {
      const Matrix& slice = residual[static_cast<std::size_t>(t)];
      d_value += s(k, t) * slice;
      slopes(k, t) = product_sum(heads.values[static_cast<std::size_t>(k)], slice);
    }
    check::result(function, "a velocity", d_value);
    out.d.values.push_back(d_value);
  }
  const Matrix projected = through_softmax(s, slopes);
  check::result(function, "a velocity", projected);
  out.d.logits = once ? slopes : projected;
  out.d_weights = once ? projected : through_softmax(s, projected);
  check::result(function, "a velocity", out.d.logits);
  return out;
}

void check_reduced(const char* function, const VectorRef& m, const ReducedHeads& heads) {
  check::vector(function, "m", m);
  check::matrix(function, "heads.mixture", heads.mixture);
  check::matrix(function, "heads.logits", heads.logits);
  check::shape(function, "heads.mixture", heads.mixture, heads.logits.rows(), m.size());
  check::count(function, "the columns of heads.logits", heads.logits.cols(), m.size(),
               check::kMaxBudget);
}

ReducedVelocity velocity_of(const char* function, const VectorRef& m, const ReducedHeads& heads,
                            bool once) {
  const Matrix& c = heads.mixture;
  const Matrix s = softmax_rows(heads.logits);
  ReducedVelocity out{0.0, Matrix::Zero(m.size(), s.cols()), {}};
  for (Index l = 0; l < m.size(); ++l) {
    out.residual(l, l) = m(l);
    for (Index k = 0; k < s.rows(); ++k) {
      for (Index t = 0; t < s.cols(); ++t) out.residual(l, t) -= c(k, l) * s(k, t);
    }
  }
  out.loss = 0.5 * product_sum(out.residual, out.residual);
  check::result(function, "the loss", out.loss);
  out.d.mixture = Matrix::Zero(c.rows(), c.cols());
  Matrix slopes = Matrix::Zero(s.rows(), s.cols());
  for (Index k = 0; k < s.rows(); ++k) {
    for (Index l = 0; l < m.size(); ++l) {
      for (Index t = 0; t < s.cols(); ++t) {
        out.d.mixture(k, l) += s(k, t) * out.residual(l, t);
        slopes(k, t) += c(k, l) * out.residual(l, t);
      }
    }
  }
  check::result(function, "a velocity", out.d.mixture);
  out.d.logits = once ? slopes : through_softmax(s, slopes);
  check::result(function, "a velocity", out.d.logits);
  return out;
}

// Heads that have been moved.
void check_finite(const char* function, const PatternHeads& heads) {
  for (const Matrix& v : heads.values) check::result(function, "a value", v);
  check::result(function, "a logit", heads.logits);
}

void check_finite(const char* function, const ReducedHeads& heads) {
  check::result(function, "a value", heads.mixture);
  check::result(function, "a logit", heads.logits);
}

void add(PatternHeads& to, double factor, const PatternHeads& step) {
  for (std::size_t k = 0; k < to.values.size(); ++k) to.values[k] += factor * step.values[k];
  to.logits += factor * step.logits;
}

void add(ReducedHeads& to, double factor, const ReducedHeads& step) {
  to.mixture += factor * step.mixture;
  to.logits += factor * step.logits;
}

// The classical four slopes, or the first.
template <typename Target, typename Heads>
Heads integrated(const char* function, const Target& target, Heads heads, double dt, Index steps,
                 const FlowOptions& options) {
  check::positive(function, "dt", dt);
  check::count(function, "steps", steps, 0, check::kMaxBudget);
  const auto slope = [&](const Heads& at) {
    check_finite(function, at);
    return velocity_of(function, target, at, options.once).d;
  };
  for (Index i = 0; i < steps; ++i) {
    const Heads first = slope(heads);
    if (options.method == FlowMethod::kEuler) {
      add(heads, dt, first);
      continue;
    }
    Heads at = heads;
    add(at, 0.5 * dt, first);
    const Heads second = slope(at);
    at = heads;
    add(at, 0.5 * dt, second);
    const Heads third = slope(at);
    at = heads;
    add(at, dt, third);
    const Heads fourth = slope(at);
    add(heads, dt / 6.0, first);
    add(heads, dt / 3.0, second);
    add(heads, dt / 3.0, third);
    add(heads, dt / 6.0, fourth);
  }
  check_finite(function, heads);
  return heads;
}

}  // namespace

double inner_product(const PatternTensor& a, const PatternTensor& b) {
  constexpr const char* kName = "inner_product";
  const Index d = a.matrices.empty() ? 1 : a.matrices.front().rows();
  check_parts(kName, "a.matrices", a.matrices, "a.vectors", a.vectors, d);
  check_parts(kName, "b.matrices", b.matrices, "b.vectors", b.vectors, d);
  check::shape(kName, "b.vectors", b.vectors, b.vectors.rows(), a.vectors.cols());
  double sum = 0.0;
  for (Index k = 0; k < a.vectors.rows(); ++k) {
    for (Index l = 0; l < b.vectors.rows(); ++l) {
      double along = 0.0;
      for (Index t = 0; t < a.vectors.cols(); ++t) along += a.vectors(k, t) * b.vectors(l, t);
      sum += along * product_sum(a.matrices[static_cast<std::size_t>(k)],
                                 b.matrices[static_cast<std::size_t>(l)]);
    }
  }
  return check::result(kName, "the product", sum);
}

PatternVelocity pattern_velocity(const PatternTensor& target, const PatternHeads& heads) {
  constexpr const char* kName = "pattern_velocity";
  check_heads(kName, target, heads);
  return velocity_of(kName, target, heads, false);
}

ReducedVelocity reduced_velocity(const VectorRef& m, const ReducedHeads& heads) {
  constexpr const char* kName = "reduced_velocity";
  check_reduced(kName, m, heads);
  return velocity_of(kName, m, heads, false);
}

PatternHeads flow_heads(const PatternTensor& target, const PatternHeads& start, double dt,
                        Index steps, const FlowOptions& options) {
  constexpr const char* kName = "flow_heads";
  check_heads(kName, target, start);
  return integrated(kName, target, start, dt, steps, options);
}

ReducedHeads flow_reduced(const VectorRef& m, const ReducedHeads& start, double dt, Index steps,
                          const FlowOptions& options) {
  constexpr const char* kName = "flow_reduced";
  check_reduced(kName, m, start);
  return integrated(kName, m, start, dt, steps, options);
}

AdaptiveFlow flow_adaptive(const VectorRef& m, const ReducedHeads& start, const VectorRef& times,
                           const OdeTolerance& tolerance) {
  constexpr const char* kName = "flow_adaptive";
  check_reduced(kName, m, start);
  const Index h = start.logits.rows(), mixed = start.mixture.size();
  const auto packed = [&](const ReducedHeads& heads, Eigen::Ref<Vector> out) {
    out.head(mixed) = heads.mixture.reshaped<Eigen::RowMajor>();
    out.tail(heads.logits.size()) = heads.logits.reshaped<Eigen::RowMajor>();
  };
  const auto unpacked = [&](const Vector& y) {
    return ReducedHeads{Eigen::Map<const Matrix>(y.data(), h, m.size()),
                        Eigen::Map<const Matrix>(y.data() + mixed, h, start.logits.cols())};
  };
  // A trial step may be so long that it leads out of all numbers: it is taken back.
  const auto slope = [&](double, const Vector& y, Vector& out) {
    if (!y.allFinite()) {
      out.setConstant(std::numeric_limits<double>::quiet_NaN());
      return;
    }
    packed(velocity_of(kName, m, unpacked(y), false).d, out);
  };
  AdaptiveFlow out{{}, 0, 0, 0.0};
  double loss = velocity_of(kName, m, start, false).loss;
  const auto watch = [&](double, const Vector& y) {
    const double now = velocity_of(kName, m, unpacked(y), false).loss;
    out.rise = larger(out.rise, now - loss);
    loss = now;
  };
  Vector y(mixed + start.logits.size());
  packed(start, y);
  const OdeSolution found = integrate_ode(slope, y, times, tolerance, watch);
  for (Index i = 0; i < times.size(); ++i) {
    out.heads.push_back(unpacked(found.y.row(i).transpose()));
  }
  out.accepted = found.accepted;
  out.rejected = found.rejected;
  return out;
}

double plateau(const VectorRef& m, Index rank) {
  constexpr const char* kName = "plateau";
  check::vector(kName, "m", m);
  check::count(kName, "rank", rank, 0, check::kMaxBudget);
  std::vector<double> squares;
  for (Index l = 0; l < m.size(); ++l) squares.push_back(m(l) * m(l));
  sort_numbers(squares);
  double sum = 0.0;
  for (Index l = 0; l + rank < m.size(); ++l) sum += squares[static_cast<std::size_t>(l)];
  return check::result(kName, "the loss", 0.5 * sum);
}

}  // namespace attn
