// What the claims of seed 000 have in common.
#pragma once

#include <vector>

#include "claims/claims.hpp"
#include "experiments/gradient-dynamics/toy.hpp"

namespace attn::claims {

/// The toy of section 7.1, with a pass forwards and one back.
struct ToyHead {
  experiments::Toy toy;
  ClassifierForward forward;
  ClassifierGradients gradients;

  const HeadForward& at() const { return forward.heads[0]; }
  const HeadGradients& back() const { return gradients.heads[0]; }
  const HeadWeights& weights() const { return toy.weights.heads[0]; }
  const Matrix& alpha() const { return at().routing.weights; }
  const Matrix& values() const { return at().values; }
  const Matrix& u() const { return back().u; }

  /// The summed loss where contexts, scores or values are others, and the weights as they are.
  double loss_of_contexts(const Matrix& g) const;
  double loss_of_scores(const Matrix& scores) const;
  double loss_of_values(const Matrix& values) const;
  /// The losses of all positions where values are others.
  Vector losses_of_values(const Matrix& values) const;
};

/// Weights are normal numbers times `init`.
ToyHead toy_head(std::uint64_t seed, double init = 0.7);

/// Of Pearson, of as many numbers each; 0 where either does not vary.
double correlation(const Vector& a, const Vector& b);

/// The claims, in files of their own.
std::vector<Claim> of_head();
std::vector<Claim> of_head_gradients();
std::vector<Claim> of_routing();
std::vector<Claim> of_first_order();
std::vector<Claim> of_chain();
std::vector<Claim> of_table_1();
std::vector<Claim> of_training();

}  // namespace attn::claims
