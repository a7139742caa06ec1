// The claims of seed 001, part IV: differential geometry.
#include <cmath>

#include "attn/attention/softmax.hpp"
#include "attn/geometry/christoffel.hpp"
#include "attn/geometry/fisher.hpp"
#include "attn/geometry/metric.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/numerics/symmetric_eigen.hpp"
#include "claims/001/parts.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

// ---- metrics ------------------------------------------------------------------------------------

double measured_by_w_residual(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const Matrix w = normal(rng, 2, 2);
  const Matrix g = learned_metric(w);
  const Vector u = normal(rng, 2, 1).col(0);
  const Vector v = normal(rng, 2, 1).col(0);
  const Vector wu = w.lazyProduct(u);
  const Vector wv = w.lazyProduct(v);
  const double cosine = wu.dot(wv) / std::sqrt(wu.squaredNorm() * wv.squaredNorm());
  const double distance = std::sqrt((wu - wv).squaredNorm());
  return larger(larger(std::fabs(metric_distance(g, u, v) - distance),
                       std::fabs(metric_cosine(g, u, v) - cosine)),
                std::fabs(metric_volume(g) - std::fabs(w(0, 0) * w(1, 1) - w(0, 1) * w(1, 0))));
}

// ---- Christoffel symbols ------------------------------------------------------------------------

double largest_symbol(const MetricField& field, Rng& rng) {
  double worst = 0.0;
  for (const Matrix& m : christoffel_symbols_at(field, normal(rng, 3, 1).col(0))) {
    worst = larger(worst, largest(m));
  }
  return worst;
}

// By differences of a metric that is asked at many places.
double symbols_of_the_standard_metric(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  return largest_symbol(differentiated_field([](const Vector&) -> Matrix {
                          return Matrix::Identity(3, 3) / std::sqrt(3.0);
                        }),
                        rng);
}

// W^T W of one W for all places, or of a W that the first coordinate turns into another one.
double learned_metric_has_symbols(bool varies, std::uint64_t seed) {
  Rng rng(seed);
  const Matrix w = normal(rng, 3, 3);
  const Matrix other = normal(rng, 3, 3);
  const MetricField field = differentiated_field(
      [&](const Vector& x) { return learned_metric(varies ? Matrix(w + 0.1 * x(0) * other) : w); });
  return holds(largest_symbol(field, rng) > 1e-6);
}

// In (r, phi), by differences of the metric.
MetricField polar() {
  return differentiated_field([](const Vector& x) {
    Matrix g = Matrix::Identity(2, 2);
    g(1, 1) = x(0) * x(0);
    return g;
  });
}

Vector polar_place(Rng& rng) {
  Vector x(2);
  x << 0.5 + rng.uniform(), 6.0 * rng.uniform();
  return x;
}

double polar_residual(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const Vector x = polar_place(rng);
  const std::vector<Matrix> symbols = christoffel_symbols_at(polar(), x);
  Matrix radial = Matrix::Zero(2, 2);
  radial(1, 1) = -x(0);
  Matrix angular = Matrix::Zero(2, 2);
  angular(0, 1) = angular(1, 0) = 1.0 / x(0);
  return larger(largest(symbols[0] - radial), largest(symbols[1] - angular));
}

// The unit vector along the first Cartesian axis, in polar coordinates: a field that does not
// change.
Vector level(const Vector& x) {
  Vector v(2);
  v << mathfn::cos(x(1)), -mathfn::sin(x(1)) / x(0);
  return v;
}

Matrix level_derivative(const Vector& x) {
  Matrix dv(2, 2);  // dv(a, b) is the derivative of v^b along coordinate a
  dv << 0.0, mathfn::sin(x(1)) / (x(0) * x(0)), -mathfn::sin(x(1)), -mathfn::cos(x(1)) / x(0);
  return dv;
}

double level_field_residual(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const Vector x = polar_place(rng);
  const std::vector<Matrix> symbols = christoffel_symbols_at(polar(), x);
  return largest(covariant_derivative(symbols, level(x), level_derivative(x)));
}

// d_a (u_b v^b) for any u and v, whose sum has no index left.
double product_rule_residual(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const Vector x = polar_place(rng);
  const std::vector<Matrix> symbols = christoffel_symbols_at(polar(), x);
  const Vector u = normal(rng, 2, 1).col(0);
  const Vector v = normal(rng, 2, 1).col(0);
  const Matrix du = normal(rng, 2, 2);
  const Matrix dv = normal(rng, 2, 2);
  const Vector plain = du.lazyProduct(v) + dv.lazyProduct(u);
  const Vector covariant = covector_covariant_derivative(symbols, u, du).lazyProduct(v) +
                           covariant_derivative(symbols, v, dv).lazyProduct(u);
  return largest(plain - covariant);
}

// ---- Fisher information -------------------------------------------------------------------------

Vector some_softmax(std::uint64_t seed) {
  Rng rng(seed);
  return softmax(Vector(normal(rng, 5, 1).col(0)));
}

double fisher_residual(std::uint64_t seed, const Progress&) {
  const Vector p = some_softmax(seed);
  // d log p_x / d theta_i = [x = i] - p_i, a row for each x.
  Matrix scores = Matrix::Identity(5, 5);
  scores.rowwise() -= p.transpose();
  return largest(fisher_matrix(p, scores) - softmax_fisher(p));
}

// F times the natural gradient is the gradient, where one of five scores is held at 0 and F has an
// inverse.
double natural_step_residual(std::uint64_t seed, const Progress&) {
  const Vector p = some_softmax(seed);
  const Matrix fisher = softmax_fisher(p).topLeftCorner(4, 4);
  Vector gradient = p.head(4);
  gradient(0) -= 1.0;
  return largest(fisher.lazyProduct(natural_gradient(fisher, gradient)) - gradient);
}

double fisher_rank(std::uint64_t seed, const Progress&) {
  const Vector sizes = symmetric_eigen(softmax_fisher(some_softmax(seed))).values.cwiseAbs();
  return static_cast<double>((sizes.array() > 1e-12 * highest(sizes)).count());
}

// Of theta = 2 phi: what the first step changes in phi, over what it changes in theta.
double step_in_other_parameters(std::uint64_t seed) {
  const Vector p = some_softmax(seed);
  Vector gradient = p;
  gradient(0) -= 1.0;
  const Matrix fisher = softmax_fisher(p);
  const Vector in_theta = natural_gradient(fisher, gradient);
  const Vector in_phi = natural_gradient(4.0 * fisher, 2.0 * gradient);
  return in_phi(0) / in_theta(0);
}

// Steps from scores `start` until the loss is within 10^-4 of its least value, at the best of step
// sizes that double from 1/8 to 16 with a half step between: the cross entropy of four outcomes
// with targets of a softmax of normal scores.
double steps_to_threshold(bool natural, const Vector& target, const Vector& start) {
  constexpr int kMost = 4000;
  double best = kMost;
  for (double eta = 0.125; eta < 23.0; eta *= std::sqrt(2.0)) {
    Vector theta = start;
    for (int step = 0; step < best; ++step) {
      const Vector p = softmax(theta);
      double excess = 0.0;
      for (Index i = 0; i < 4; ++i) excess += target(i) * mathfn::log(target(i) / p(i));
      if (excess < 1e-4) {
        best = step;
        break;
      }
      const Vector gradient = p - target;
      // What has run away does not come back.
      if (!(excess < 50.0)) break;
      theta -= eta * (natural ? natural_gradient(softmax_fisher(p), gradient) : gradient);
      if (!(largest(theta) < 300.0)) break;
    }
  }
  return best;
}

// From scores that are `far` times normal ones.
double natural_is_faster(std::uint64_t seed, double far) {
  Rng rng(seed);
  const Vector target = softmax(Vector(normal(rng, 4, 1).col(0)));
  const Vector start = far * Vector(normal(rng, 4, 1).col(0));
  return holds(steps_to_threshold(true, target, start) < steps_to_threshold(false, target, start));
}

// The same pair of steps, by what they do to the probabilities: equal for the natural step, not for
// the plain one.
double plain_step_depends(std::uint64_t seed, const Progress&) {
  const Vector p = some_softmax(seed);
  Vector gradient = p;
  gradient(0) -= 1.0;
  const Matrix fisher = softmax_fisher(p);
  const auto moved = [&](const Vector& d_theta) { return Vector(fisher.lazyProduct(d_theta)); };
  const double plain = largest(moved(gradient) - moved(2.0 * (2.0 * gradient)));
  const double natural = largest(moved(natural_gradient(fisher, gradient)) -
                                 moved(2.0 * natural_gradient(4.0 * fisher, 2.0 * gradient)));
  return holds(natural < 1e-12 && plain > 1e-3);
}

}  // namespace

std::vector<Claim> of_geometry() {
  std::vector<Claim> list;
  const auto residual = [&](auto... what) { list.push_back(residual_claim(what...)); };
  residual("001.section-5.lengths", "section 5.1",
           "A metric defines distances: those of W^T W are those of what W makes of vectors.",
           "The metric defines: *Distances*: ds² = g_ab dx^a dx^b", 1e-10,
           "metric_distance; and metric_cosine and metric_volume, of the angles and volumes that "
           "the list goes on with",
           measured_by_w_residual);
  residual("001.eq-31.christoffel", "section 5.2, (31)",
           "The Christoffel symbols of a metric are made of its inverse and its derivatives.",
           "Γ_ab^c = 1/2 g^cd (∂_a g_bd + ∂_b g_ad − ∂_d g_ab)", 1e-9,
           "christoffel_symbols_at of polar coordinates, closed form", polar_residual);
  residual("001.eq-32.vector", "section 5.2, (32)",
           "The covariant derivative of a vector is 0 for a field that does not change.",
           "∇_a v^b = ∂_a v^b + Γ_ac^b v^c", 1e-9,
           "covariant_derivative of a level field in polar coordinates", level_field_residual);
  residual("001.eq-33.covector", "section 5.2, (33)",
           "The product rule holds with the covariant derivative of a covector.",
           "∇_a u_b = ∂_a u_b − Γ_ab^c u_c", 1e-9,
           "both derivatives of u_b v^b in polar coordinates", product_rule_residual);
  residual("001.section-5.constant", "section 5.2",
           "For the standard metric, which is constant, all Christoffel symbols are 0.",
           "For the standard (constant) attention metric, Γ_ab^c = *0* and covariant derivatives",
           0.0, "christoffel_symbols_at of δ / √d, by differences", symbols_of_the_standard_metric);
  list.push_back({"001.section-5.learned", "section 5.2",
                  "Learned metrics need covariant derivatives.",
                  "but *learned metrics* would need these tools", 1.0, A::kHolds, 0.0,
                  "whether some Christoffel symbol of a learned W^T W is not 0",
                  "christoffel_symbols_at of W^T W with one W, as (9) has it", 10, false,
                  [](std::uint64_t seed, const Progress&) {
                    return learned_metric_has_symbols(false, seed);
                  }});
  list.back().correction = {
      "the learned metrics of sections 2.3 and 8.2 are the same everywhere, and (31) has "
      "derivatives of g alone; section 5.2 speaks of metrics that vary with position, and does not "
      "say of which kind a learned one is",
      0.0, 0.0, Verdict::kUnclear};
  list.back().readings = {
      {"a metric that is learned as a function of the place", 1.0, 0.0,
       [](std::uint64_t seed, const Progress&) { return learned_metric_has_symbols(true, seed); }}};
  residual("001.eq-34.fisher", "section 5.3, (34)",
           "The Fisher matrix; for the scores of a softmax it is diag p − p p^T.",
           "F_ij = E[∂ log p(x|θ)/∂θ^i ∂ log p(x|θ)/∂θ^j]", 1e-14,
           "fisher_matrix of the definition against softmax_fisher", fisher_residual);
  residual("001.eq-35.step", "section 5.3, (35)",
           "The natural step is the gradient, multiplied by the inverse of the Fisher matrix.",
           "Δθ^i = −η (F^−1)^ij ∂L/∂θ^j", 1e-12,
           "F times natural_gradient less the gradient, softmax of four scores beside one of 0",
           natural_step_residual);
  list.push_back({"001.eq-35.inverse", "ours, beside section 5.3",
                  "The Fisher matrix of all scores of a softmax over 5 keys has rank 4, and no "
                  "inverse.",
                  "", 4.0, A::kWithin, 1e-9, "rank of the Fisher matrix", "softmax_fisher", 10,
                  false, fisher_rank});
  list.back().baseline = {5.0, "a matrix with an inverse"};
  list.push_back(
      {"001.section-5.parameters", "section 5.3, the proposition",
       "The natural step is the same in parameter space, however the model is "
       "parameterised.",
       "gives *the same update in parameter space* regardless of how we parameterize", 1.0,
       A::kWithin, 1e-9, "step of a score in φ over that in θ = 2 φ",
       "natural_gradient with F and with 4 F", 10, false,
       [](std::uint64_t seed, const Progress&) { return step_in_other_parameters(seed); }});
  list.back().baseline = {2.0, "the plain gradient"};
  list.back().correction = {
      "by its components the step is not the same: Δφ = Δθ / 2. It transforms as a vector does, "
      "and what is the same is the change of the probabilities, to first order in η",
      0.5, 1e-9, Verdict::kUnclear};
  list.back().readings = {
      {"the same vector on the manifold of parameters: Δφ, taken back to θ, over Δθ", 1.0, 1e-9,
       [](std::uint64_t seed, const Progress&) { return 2.0 * step_in_other_parameters(seed); }}};
  list.push_back({"001.section-5.plain", "section 5.3, the proposition",
                  "Plain gradient descent depends on how the model is parameterised.",
                  "Standard gradient descent *does not have this property*", 1.0, A::kHolds, 0.0,
                  "share of seeds for which the change of the probabilities depends on it for the "
                  "plain step and not for the natural one",
                  "both steps in θ and in φ = θ / 2, to first order", 10, false,
                  plain_step_depends});
  list.push_back(
      {"001.section-5.faster", "section 5.3",
       "Natural gradient descent often converges faster than plain descent.",
       "and *often converges faster* than standard gradient descent", 0.5, A::kAbove, 0.0,
       "share of draws in which it takes fewer steps to within 10⁻⁴ of the least loss, "
       "each with its best step size; more than half is meant by often",
       "one kind of problem, of ours: cross entropy of four outcomes, from even "
       "probabilities; 16 step sizes from 1/8 on",
       40, false,
       [](std::uint64_t seed, const Progress&) { return natural_is_faster(seed, 0.0); }});
  list.back().baseline = {0.0, "never faster"};
  list.back().correction = {
      "it depends on the start, of which the text says nothing: from even probabilities the matrix "
      "is a multiple of the identity on all that counts, and the first step is the plain one",
      0.875, 0.02, Verdict::kUnclear};
  list.back().readings = {
      {"from probabilities of normal scores", 0.675, 0.02,
       [](std::uint64_t seed, const Progress&) { return natural_is_faster(seed, 1.0); }},
      {"from those of three times normal scores", 0.225, 0.02,
       [](std::uint64_t seed, const Progress&) { return natural_is_faster(seed, 3.0); }}};
  return list;
}

}  // namespace attn::claims
