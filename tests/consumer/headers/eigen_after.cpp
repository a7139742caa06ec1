// Eigen comes last here.
#include "every_header.hpp"

#include <Eigen/Dense>

Eigen::Index rank_of_a_jacobian() {
  const attn::Vector weights = attn::softmax(attn::Vector::LinSpaced(3, 0.0, 1.0));
  return Eigen::FullPivLU<attn::Matrix>(attn::softmax_jacobian(weights)).rank();
}
