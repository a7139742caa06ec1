#include "experiments/bilinear-form/backward_pass.hpp"

#include <cmath>
#include <functional>

#include "attn/attention/attention_grad.hpp"
#include "attn/numerics/largest.hpp"

namespace attn::experiments {
namespace {

constexpr Index kNudges = 13;
// Written out: a power that is computed may miss the number by a bit.
constexpr double kSteps[kNudges] = {1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7,
                                    1e-6,  1e-5,  1e-4,  1e-3,  1e-2, 1e-1};

// (f(x + h) - f(x - h)) / 2h of each entry, with the one h: the error is what is to be seen.
Matrix plain_differences(const std::function<double(const Matrix&)>& f, const Matrix& x, double h) {
  Matrix out(x.rows(), x.cols());
  for (Index i = 0; i < x.size(); ++i) {
    Matrix nudged = x;
    nudged.data()[i] = x.data()[i] + h;
    const double above = f(nudged);
    nudged.data()[i] = x.data()[i] - h;
    out.data()[i] = (above - f(nudged)) / (2.0 * h);
  }
  return out;
}

double deviation(const Matrix& gradient, const Matrix& numeric) {
  const double size = largest(gradient);
  return largest(gradient - numeric) / (size > 0.0 ? size : 1.0);
}

// Of d_q, d_k and d_v.
Vector errors_of(const BackwardPassParams& p, const AttentionGradients& g, double h) {
  const auto loss = [&](const Matrix& q, const Matrix& k, const Matrix& v) {
    return attn::attention(q, k, v).cwiseProduct(p.d_output).sum();
  };
  const Matrix q = plain_differences([&](const Matrix& x) { return loss(x, p.k, p.v); }, p.q, h);
  const Matrix k = plain_differences([&](const Matrix& x) { return loss(p.q, x, p.v); }, p.k, h);
  const Matrix v = plain_differences([&](const Matrix& x) { return loss(p.q, p.k, x); }, p.v, h);
  return of_numbers({deviation(g.d_q, q), deviation(g.d_k, k), deviation(g.d_v, v)});
}

void check_size(const char* name, const Matrix& m) {
  check::matrix(BackwardPass::kName, name, m);
  const Index most = m.rows() > m.cols() ? m.rows() : m.cols();
  check::count(BackwardPass::kName, name, most, 1, BackwardPass::kMaxSize);
}

}  // namespace

std::vector<Setting<BackwardPassParams>> BackwardPass::settings() {
  BackwardPassParams sharp;
  sharp.q *= 20.0;
  sharp.k.row(2).setConstant(0.5);
  BackwardPassParams equal;
  equal.v.setConstant(1.0);
  equal.h = 0.1;
  return {{BackwardPassParams{}, 5, 0}, {sharp, 3, 0}, {equal, 1, 0}};
}

BackwardPass::BackwardPass(const Params& p) {
  checked(kName, p);
  check_size("q", p.q);
  check_size("k", p.k);
  check_size("v", p.v);
  const attn::Attention forward = attention_forward(p.q, p.k, p.v);
  const AttentionGradients g = attention_backward(p.q, p.k, p.v, {}, forward, p.d_output);
  Frame& f = frame_;
  f.weights = forward.weights;
  f.output = forward.output;
  f.d_v = g.d_v;
  f.d_weights = g.d_weights;
  f.d_scores = g.d_scores;
  f.d_q = g.d_q;
  f.d_k = g.d_k;
  const Vector means = f.weights.cwiseProduct(f.d_weights).rowwise().sum();
  f.centred = f.d_weights.colwise() - means;
  f.nudges.resize(kNudges);
  f.errors.resize(kNudges, 3);
  for (Index n = 0; n < kNudges; ++n) {
    f.nudges(n) = kSteps[n];
    f.errors.row(n) = errors_of(p, g, kSteps[n]).transpose();
  }
  f.error = errors_of(p, g, p.h);
  const double scale = 1.0 / std::sqrt(static_cast<double>(p.k.cols()));
  f.product_error = largest(f.weights.cwiseProduct(f.centred) - g.d_scores);
  for (const double e : {largest(f.weights.transpose().lazyProduct(p.d_output) - g.d_v),
                         largest(p.d_output.lazyProduct(p.v.transpose()) - g.d_weights),
                         largest(scale * g.d_scores.lazyProduct(p.k) - g.d_q),
                         largest(scale * g.d_scores.transpose().lazyProduct(p.q) - g.d_k)}) {
    f.product_error = larger(f.product_error, e);
  }
  f.score_sum_error = largest(g.d_scores.rowwise().sum());
  f.key_sum_error = largest(g.d_k.colwise().sum());
}

}  // namespace attn::experiments
