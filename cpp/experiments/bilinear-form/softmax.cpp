#include "experiments/bilinear-form/softmax.hpp"

#include <cmath>
#include <limits>

#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "experiments/bilinear-form/parts.hpp"

namespace attn::experiments {

std::vector<Setting<SoftmaxParams>> Softmax::settings() {
  SoftmaxParams five;
  five.scores = some_numbers(5, 1, 1).col(0);
  five.temperature = 0.7;
  five.weights = Vector::Constant(5, 0.2);
  SoftmaxParams hard = five;
  hard.temperature = 0.0;
  SoftmaxParams one;
  one.scores = Vector::Constant(1, -3.0);
  return {{five, 0, 0}, {hard, 0, 0}, {one, 0, 0}};
}

Softmax::Softmax(const Params& p) {
  const Vector& s = p.scores;
  const double t = p.temperature;
  check::vector(kName, "scores", s);
  check::count(kName, "the number of scores", s.size(), 1, kMaxKeys);
  checked(kName, p);
  Frame& f = frame_;
  f.weights = attn::softmax(s, t);
  f.entropy = attn::entropy(f.weights);
  f.normalised_entropy = attn::normalised_entropy(f.weights);
  f.mean_energy = attn::mean_energy(f.weights, s);
  f.free_energy = check::result(kName, "the free energy", attn::free_energy(s, t));
  if (t > 0.0) {
    f.jacobian = softmax_jacobian(f.weights, t);
    f.jacobian_error = largest(f.jacobian.rowwise().sum());
  }
  if (p.weights.size() > 0) {
    check::vector(kName, "weights", p.weights, s.size());
    check::distribution(kName, "weights", p.weights);
    f.other_free_energy = check::result(kName, "the free energy of the weights",
                                        variational_free_energy(p.weights, s, t));
    f.gap = check::result(kName, "the gap", variational_gap(p.weights, s, t));
  }
  f.weight_error = std::fabs(f.weights.sum() - 1.0);
  f.identity_error = check::result(kName, "the difference of free energies",
                                   std::fabs(f.free_energy - (f.mean_energy - t * f.entropy)));
}

}  // namespace attn::experiments
