#include "experiments/bilinear-form/softmax_jacobian.hpp"

#include "attn/attention/softmax.hpp"
#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"

namespace attn::experiments {
namespace {

Matrix numeric_jacobian(const Vector& scores) {
  Matrix out(scores.size(), scores.size());
  for (Index i = 0; i < scores.size(); ++i) {
    const auto weight = [i](const Matrix& s) { return softmax(Vector(s.col(0)))(i); };
    out.row(i) = central_differences(weight, scores, 0.2).col(0).transpose();
  }
  return out;
}

}  // namespace

std::vector<Setting<SoftmaxJacobianParams>> SoftmaxJacobian::settings() {
  SoftmaxJacobianParams example;
  example.scores = Vector::LinSpaced(2, 1.0, 2.0);
  SoftmaxJacobianParams sure;
  sure.scores(0) = 8.0;
  sure.pick = 1;
  sure.push = -4.0;
  return {{SoftmaxJacobianParams{}, 0, 0}, {example, 0, 0}, {sure, 0, 0}};
}

SoftmaxJacobian::SoftmaxJacobian(const Params& p) {
  check::vector(kName, "scores", p.scores);
  check::count(kName, "the number of scores", p.scores.size(), 1, kMaxKeys);
  checked(kName, p);
  check::count(kName, "pick", p.pick, 1, p.scores.size());
  Frame& f = frame_;
  f.pick = p.pick;
  f.scores = p.scores;
  f.before = softmax(p.scores);
  f.jacobian = softmax_jacobian(f.before);
  f.predicted = f.before + p.push * f.jacobian.col(p.pick - 1);
  Vector pushed = p.scores;
  pushed(p.pick - 1) += p.push;
  f.after = softmax(pushed);
  f.trace = f.jacobian.trace();
  f.sum_error = largest(f.jacobian.rowwise().sum());
  f.jacobian_error = largest(f.jacobian - numeric_jacobian(p.scores));
}

}  // namespace attn::experiments
