#include "attn/training/cross_entropy.hpp"

#include <string>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "numerics/products.hpp"

namespace attn {
namespace {

void check_distributions(const char* function, const char* argument, const MatrixRef& m) {
  check::matrix(function, argument, m);
  for (Index i = 0; i < m.rows(); ++i) {
    const std::string row = std::string(argument) + ", row " + std::to_string(i);
    check::distribution(function, row.c_str(), m.row(i).transpose());
  }
}

// What rounding leaves below 0 is none.
double not_below_zero(double x) { return x < 0.0 ? 0.0 : x; }

}  // namespace

Matrix one_hot(const std::vector<Index>& labels, Index classes) {
  check::count("one_hot", "classes", classes, 1, check::kMaxBudget);
  const auto n = static_cast<Index>(labels.size());
  check::count("one_hot", "the number of labels", n, 1, check::kMaxBudget);
  check::product("one_hot", "the targets", n, classes);
  Matrix out = Matrix::Zero(n, classes);
  for (Index i = 0; i < n; ++i) {
    const Index label = labels[static_cast<std::size_t>(i)];
    const std::string name = "labels[" + std::to_string(i) + ']';
    out(i, check::count("one_hot", name.c_str(), label, 0, classes - 1)) = 1.0;
  }
  return out;
}

CrossEntropy cross_entropy(const MatrixRef& logits, const MatrixRef& targets) {
  constexpr const char* kName = "cross_entropy";
  check::matrix(kName, "logits", logits);
  check::shape(kName, "targets", targets, logits.rows(), logits.cols());
  check_distributions(kName, "targets", targets);
  const Index n = logits.rows();
  CrossEntropy out{softmax_rows(logits), Vector::Zero(n), Vector::Zero(n), 0.0, Matrix()};
  for (Index i = 0; i < n; ++i) {
    const double normaliser = log_sum_exp(logits.row(i).transpose());
    for (Index c = 0; c < logits.cols(); ++c) {
      const double t = targets(i, c);
      if (t == 0.0) continue;
      const double surprise = normaliser - logits(i, c);
      out.losses(i) += t * surprise;
      out.divergences(i) += t * (surprise + mathfn::log(t));
    }
    out.losses(i) = not_below_zero(out.losses(i));
    out.divergences(i) = not_below_zero(out.divergences(i));
    out.loss += out.losses(i);
  }
  out.d_logits = out.probabilities - targets;
  check::result(kName, "the loss", out.loss);
  return out;
}

Matrix read_out(const MatrixRef& g, const MatrixRef& w_o, const VectorRef& b) {
  constexpr const char* kName = "read_out";
  check::matrix(kName, "g", g);
  check::matrix(kName, "w_o", w_o);
  check::columns(kName, "w_o", w_o, g.cols(), "the columns of g");
  check::vector(kName, "b", b, w_o.rows());
  Matrix out = product_transposed(g, w_o);
  out.rowwise() += b.transpose();
  check::result(kName, "a logit", out);
  return out;
}

ReadOutGradients read_out_backward(const MatrixRef& g, const MatrixRef& w_o,
                                   const MatrixRef& d_logits) {
  constexpr const char* kName = "read_out_backward";
  check::matrix(kName, "g", g);
  check::matrix(kName, "w_o", w_o);
  check::columns(kName, "w_o", w_o, g.cols(), "the columns of g");
  check::shape(kName, "d_logits", d_logits, g.rows(), w_o.rows());
  check::matrix(kName, "d_logits", d_logits);
  ReadOutGradients out{product(d_logits, w_o), transposed_product(d_logits, g),
                       Vector::Zero(w_o.rows())};
  for (Index i = 0; i < g.rows(); ++i) {
    for (Index c = 0; c < w_o.rows(); ++c) out.d_b(c) += d_logits(i, c);
  }
  check::result(kName, "d_g", out.d_g);
  check::result(kName, "d_w_o", out.d_w_o);
  check::result(kName, "d_b", out.d_b);
  return out;
}

Vector kl_divergences(const MatrixRef& p, const MatrixRef& q) {
  constexpr const char* kName = "kl_divergences";
  check_distributions(kName, "p", p);
  check::shape(kName, "q", q, p.rows(), p.cols());
  check_distributions(kName, "q", q);
  Vector out = Vector::Zero(p.rows());
  for (Index i = 0; i < p.rows(); ++i) {
    for (Index c = 0; c < p.cols(); ++c) {
      if (p(i, c) == 0.0) continue;
      if (q(i, c) == 0.0) {
        const std::string name = "q[" + std::to_string(i) + ", " + std::to_string(c) + ']';
        check::refuse(kName, name.c_str(), "0", "a probability > 0, as that of p is");
      }
      out(i) += p(i, c) * (mathfn::log(p(i, c)) - mathfn::log(q(i, c)));
    }
    out(i) = not_below_zero(out(i));
  }
  return out;
}

}  // namespace attn
