#include "attn/reading/head_blocks.hpp"

#include <cmath>

#include "attn/attention/layer_norm.hpp"
#include "attn/numerics/check.hpp"
#include "numerics/products.hpp"
#include "reading/head_checks.hpp"
#include "support/attended.hpp"

namespace attn {
namespace {

// Functions throw in their own names; in front of these stands who called them.
template <typename Call>
auto in_name_of_blocks(Call&& call) {
  try {
    return call();
  } catch (const Error& error) {
    check::fail({"HeadBlocks: ", error.what()});
  }
}

}  // namespace

// Of one token N = C W_Q + own (W_V + pull (W_K^T q)^T), with the Jacobian of the norm behind it.
struct HeadBlocks::Token {
  Matrix covariance;  // scale C_t, of values and keys (d_v x d_k)
  double own;         // alpha_tt of a whole block, 0 of a query's
  Vector pull;        // scale (v_t - g_t) (d_v)
};

HeadBlocks::HeadBlocks(const Head& head, BlockOf what, const NormOfInput* norm) : what_(what) {
  constexpr const char* kName = "HeadBlocks";
  check_complete(kName, head);
  if (head.x.size() == 0 || head.w_o.size() == 0) {
    check::refuse(kName, "head", "without X or without W_O", "one with both");
  }
  const Attention attention = in_name_of_blocks([&] { return head_attention(head); });
  scale_ = *head.scale;
  weights_ = attention.weights;
  output_ = attention.output;
  q_ = head.q;
  k_ = head.k;
  v_ = head.v;
  w_q_ = head.w_q;
  w_k_ = head.w_k;
  w_v_ = head.w_v;
  w_o_ = head.w_o;
  if (norm != nullptr) {
    const Index d = head.x.cols();
    check::shape(kName, "norm.stream", norm->stream, head.x.rows(), d);
    check::vector(kName, "norm.scale", norm->scale, d);
    const LayerNorm plain = in_name_of_blocks([&] {
      return layer_norm_forward(norm->stream, Vector::Ones(d), Vector::Zero(d), norm->epsilon);
    });
    normal_ = plain.output;
    inverse_ = plain.inverse_std_dev;
    for (Matrix* w : {&w_q_, &w_k_, &w_v_}) *w = *w * norm->scale.asDiagonal();
    q_sum_ = w_q_.rowwise().sum();
    k_sum_ = w_k_.rowwise().sum();
    v_sum_ = w_v_.rowwise().sum();
    o_sum_ = w_o_.colwise().sum().transpose();
  }
  q_o_ = product(w_q_, w_o_);
  k_o_ = product(w_k_, w_o_);
  v_o_ = product(w_v_, w_o_);
  check::result(kName, "W_Q W_O", q_o_);
  check::result(kName, "W_K W_O", k_o_);
  check::result(kName, "W_V W_O", v_o_);
}

HeadBlocks::Token HeadBlocks::token(const char* function, Index t) const {
  check::count(function, "t", t, 0, size() - 1);
  const Vector weights = weights_.row(t).transpose();
  const Attended values = attended(weights, v_), keys = attended(weights, k_);
  Token out{scale_ * weighted_products(weights, values.distance, keys.distance), 0.0,
            Vector::Zero(v_.cols())};
  if (what_ == BlockOf::kWhole) {
    out.own = weights(t);
    out.pull = scale_ * values.distance.row(t).transpose();
  }
  return out;
}

Matrix HeadBlocks::small(Index t) const {
  constexpr const char* kName = "HeadBlocks::small";
  const Token at = token(kName, t);
  // Projections times the Jacobian of the norm times W_O: each a product that is there, less two of
  // vectors, over the standard deviation.
  const double d = static_cast<double>(w_o_.rows());
  const Vector o_normal = normal_.size() == 0
                              ? Vector()
                              : Vector(transposed_product(w_o_, normal_.row(t).transpose()).col(0));
  const auto seen = [&](const Matrix& w_o, const Matrix& w, const Vector& sum) {
    if (normal_.size() == 0) return w_o;
    const Vector along = product(w, normal_.row(t).transpose()).col(0);
    return Matrix(inverse_(t) *
                  (w_o - (sum * o_sum_.transpose() + along * o_normal.transpose()) / d));
  };
  Matrix out = product(at.covariance, seen(q_o_, w_q_, q_sum_));
  if (at.own != 0.0) {
    const Matrix key = seen(k_o_, w_k_, k_sum_);
    const Vector asked = transposed_product(key, q_.row(t).transpose()).col(0);
    out += at.own * (seen(v_o_, w_v_, v_sum_) + at.pull * asked.transpose());
  }
  check::result(kName, "the block", out);
  return out;
}

Matrix HeadBlocks::whole(Index t) const {
  constexpr const char* kName = "HeadBlocks::whole";
  const Token at = token(kName, t);
  Matrix n = product(at.covariance, w_q_);
  if (at.own != 0.0) {
    const Vector asked = transposed_product(w_k_, q_.row(t).transpose()).col(0);
    n += at.own * (w_v_ + at.pull * asked.transpose());
  }
  if (normal_.size() > 0) {
    const double d = static_cast<double>(n.cols());
    const Vector normal = normal_.row(t).transpose();
    const Vector sum = n.rowwise().sum(), along = product(n, normal).col(0);
    n = (inverse_(t) *
         (n - (sum * Vector::Ones(n.cols()).transpose() + along * normal.transpose()) / d))
            .eval();
  }
  Matrix out = product(w_o_, n);
  check::result(kName, "the block", out);
  return out;
}

BlockMargins HeadBlocks::margins(Index t) const {
  constexpr const char* kName = "HeadBlocks::margins";
  check::count(kName, "t", t, 0, size() - 1);
  return block_margins(small(t));
}

}  // namespace attn
