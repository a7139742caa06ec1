#include "experiments/one-head/head_descent.hpp"

namespace attn::experiments {

Vector energy_descent(const Head& head, const Attention& attention, Index t) {
  const Vector key = head.k.transpose() * attention.weights.row(t).transpose();
  return head.w_q.transpose() * key;
}

double cosine_between(const Vector& a, const Vector& b) {
  const double lengths = a.norm() * b.norm();
  return lengths > 0.0 ? a.dot(b) / lengths : 0.0;
}

}  // namespace attn::experiments
