// Evaluators of the topic geometry.
#include "attn/attention/softmax.hpp"
#include "attn/geometry/christoffel.hpp"
#include "attn/geometry/fisher.hpp"
#include "attn/numerics/symmetric_eigen.hpp"
#include "reference/cases.hpp"

namespace attn::reference {

Arrays geometry_christoffel(const Case& c) {
  return {{"Gamma", to_array(christoffel_symbols(matrix(c, "g"), matrices(c, "dg")))}};
}

// Of the loss -log p_y.
Arrays geometry_fisher(const Case& c) {
  const Vector p = softmax(vector_input(c, "logits"));
  const auto y = static_cast<Index>(values(c, "y", 1)[0]);
  if (y < 0 || y >= p.size()) fail(c, "input 'y' must be a class");
  const Matrix fisher = softmax_fisher(p);
  Vector gradient = p;
  gradient(y) -= 1.0;
  return {{"p", to_array(p)},
          {"F", to_array(fisher)},
          {"grad", to_array(gradient)},
          {"natural_grad_pinv", to_array(natural_gradient(fisher, gradient))},
          {"eigvals", to_array(symmetric_eigen(fisher).values)}};
}

}  // namespace attn::reference
