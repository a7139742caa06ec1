#include "claims/000/parts.hpp"

#include <cmath>

namespace attn::claims {

double ToyHead::loss_of_contexts(const Matrix& g) const {
  return cross_entropy(read_out(g, toy.weights.w_o, toy.weights.b), toy.targets).loss;
}

double ToyHead::loss_of_scores(const Matrix& scores) const {
  return loss_of_contexts(routing_forward(scores, values()).contexts);
}

double ToyHead::loss_of_values(const Matrix& values) const {
  return loss_of_contexts(routing_forward(at().scores, values).contexts);
}

Vector ToyHead::losses_of_values(const Matrix& values) const {
  const Matrix g = routing_forward(at().scores, values).contexts;
  return cross_entropy(read_out(g, toy.weights.w_o, toy.weights.b), toy.targets).losses;
}

ToyHead toy_head(std::uint64_t seed, double init) {
  ToyHead out{experiments::draw_toy(seed, init), {}, {}};
  out.forward = classifier_forward(out.toy.x, out.toy.weights, out.toy.targets);
  out.gradients = classifier_backward(out.toy.x, out.toy.weights, out.forward);
  return out;
}

double correlation(const Vector& a, const Vector& b) {
  const Vector x = a.array() - a.mean();
  const Vector y = b.array() - b.mean();
  const double sizes = std::sqrt(x.squaredNorm() * y.squaredNorm());
  return sizes > 0.0 ? x.dot(y) / sizes : 0.0;
}

}  // namespace attn::claims
