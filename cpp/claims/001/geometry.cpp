// The claims of seed 001 about index notation (section 2.4) and differential geometry (part IV).
#include <cmath>

#include "attn/attention/multihead.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/geometry/christoffel.hpp"
#include "attn/geometry/fisher.hpp"
#include "attn/geometry/metric.hpp"
#include "attn/numerics/einsum.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/numerics/symmetric_eigen.hpp"
#include "claims/001/parts.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

// ---- index notation -----------------------------------------------------------------------------

// One tensor of several matrices, with the index of the matrix first.
Tensor stacked(const std::vector<Matrix>& matrices) {
  Tensor all{{static_cast<Index>(matrices.size()), matrices[0].rows(), matrices[0].cols()}, {}};
  for (const Matrix& m : matrices) {
    const Tensor one = tensor_of(m);
    all.data.insert(all.data.end(), one.data.begin(), one.data.end());
  }
  return all;
}

double difference(const Tensor& a, const Tensor& b) {
  if (a.shape != b.shape) return 1.0;
  double worst = 0.0;
  for (std::size_t i = 0; i < a.data.size(); ++i) {
    worst = larger(worst, std::fabs(a.data[i] - b.data[i]));
  }
  return worst;
}

double pattern_residual(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const Matrix a = normal(rng, 3, 4);
  const Matrix b = normal(rng, 4, 2);
  const Matrix square = normal(rng, 4, 4);
  const Vector u = normal(rng, 4, 1).col(0);
  const Vector v = normal(rng, 4, 1).col(0);
  const Tensor t_u = tensor_of_vector(u);
  const Tensor t_v = tensor_of_vector(v);
  double worst = std::fabs(einsum("a,a->", {t_u, t_v}).data[0] - u.dot(v));
  worst = larger(worst, largest(matrix_of(einsum("a,b->ab", {t_u, t_v})) -
                                Matrix(u.lazyProduct(v.transpose()))));
  worst = larger(worst, largest(matrix_of(einsum("ij,jk->ik", {tensor_of(a), tensor_of(b)})) -
                                Matrix(a.lazyProduct(b))));
  worst =
      larger(worst, largest(matrix_of(einsum("ij->ji", {tensor_of(a)})) - Matrix(a.transpose())));
  worst = larger(worst, std::fabs(einsum("ii->", {tensor_of(square)}).data[0] - square.trace()));
  const std::vector<Matrix> left = {normal(rng, 2, 3), normal(rng, 2, 3)};
  const std::vector<Matrix> right = {normal(rng, 3, 2), normal(rng, 3, 2)};
  const std::vector<Matrix> products = {left[0].lazyProduct(right[0]),
                                        left[1].lazyProduct(right[1])};
  return larger(worst, difference(einsum("bij,bjk->bik", {stacked(left), stacked(right)}),
                                  stacked(products)));
}

double metric_einsum_residual(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const Matrix q = normal(rng, 5, 3);
  const Matrix k = normal(rng, 7, 3);
  const Matrix g = normal(rng, 3, 3);
  AttentionOptions o;
  o.metric = g;
  return largest(matrix_of(einsum("ia,ab,jb->ij", {tensor_of(q), tensor_of(g), tensor_of(k)})) -
                 attention_scores(q, k, o));
}

double heads_einsum_residual(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const Matrix x = normal(rng, 5, 6);
  const MultiHeadWeights w = random_heads(rng, 3);
  const MultiHead heads = multihead_forward(x, x, w);
  const Tensor q = einsum("id,hda->hia", {tensor_of(x), stacked(w.w_q)});
  const Tensor k = einsum("id,hda->hia", {tensor_of(x), stacked(w.w_k)});
  const Tensor v = einsum("id,hdc->hic", {tensor_of(x), stacked(w.w_v)});
  Tensor weights = einsum("hia,hja->hij", {q, k});
  const Index n = x.rows();
  for (Index row = 0; row < 3 * n; ++row) {
    double* from = weights.data.data() + row * n;
    const Vector a = softmax(Vector(Eigen::Map<Vector>(from, n) / std::sqrt(2.0)));
    for (Index j = 0; j < n; ++j) from[j] = a(j);
  }
  const Tensor out = einsum("hic,hcd->id", {einsum("hij,hjc->hic", {weights, v}), stacked(w.w_o)});
  return largest(matrix_of(out) - heads.output);
}

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

double raised_residual(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const Matrix g = learned_metric(normal(rng, 3, 3)) + Matrix::Identity(3, 3);
  const Vector v = normal(rng, 3, 1).col(0);
  return largest(raise_index(g, lower_index(g, v)) - v);
}

// ---- Christoffel symbols ------------------------------------------------------------------------

double symbols_of_a_learned_metric(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const MetricField field = constant_field(learned_metric(normal(rng, 3, 3)));
  double worst = 0.0;
  for (const Matrix& m : christoffel_symbols_at(field, normal(rng, 3, 1).col(0))) {
    worst = larger(worst, largest(m));
  }
  return worst;
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

double fisher_rank(std::uint64_t seed, const Progress&) {
  const Vector sizes = symmetric_eigen(softmax_fisher(some_softmax(seed))).values.cwiseAbs();
  return static_cast<double>((sizes.array() > 1e-12 * highest(sizes)).count());
}

// Of theta = 2 phi: what the first step changes in phi, over what it changes in theta.
double step_in_other_parameters(std::uint64_t seed, const Progress&) {
  const Vector p = some_softmax(seed);
  Vector gradient = p;
  gradient(0) -= 1.0;
  const Matrix fisher = softmax_fisher(p);
  const Vector in_theta = natural_gradient(fisher, gradient);
  const Vector in_phi = natural_gradient(4.0 * fisher, 2.0 * gradient);
  return in_phi(0) / in_theta(0);
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
  residual("001.section-2.raise", "section 2.1", "Raising an index undoes lowering it.",
           "g^ac g_cb = δ^a_b", 1e-9, "raise_index of lower_index, metrics W^T W + δ",
           raised_residual);
  residual("001.section-2.einsum", "section 2.4, the table", "Six patterns of einsum.",
           "dot, outer, matmul, transpose, trace, batch", 1e-13,
           "einsum against products written out", pattern_residual);
  residual("001.eq-13.einsum", "section 2.4.1, (13)", "Scores under a metric, as one contraction.",
           "S = einsum('ia,ab,jb->ij', Q, g, K)", 1e-12, "einsum against attention_scores",
           metric_einsum_residual);
  residual("001.section-2.heads", "section 2.4.2", "Several heads, as four contractions.",
           "id,hda->hia; hia,hja->hij; hij,hjc->hic; hic,hcd->id", 1e-12,
           "einsum and softmax against multihead_forward, three heads", heads_einsum_residual);
  list.push_back(
      {"001.section-2.indices", "section 1.2; against (10), (12), (16), (58) and (62)",
       "Only an upper index and a lower one are summed over.", "one up, one down", 0.0,
       A::kNotTried, 0.0, "",
       "a convention of writing that those equations do not keep: they sum over two upper "
       "indices. There is no number to recompute",
       1, false, nullptr});
  residual(
      "001.section-5.lengths", "section 5.1",
      "Distances, angles and volumes by the metric W^T W are those of what W makes of vectors.",
      "ds² = g dx dx; cos θ; √det g", 1e-10, "metric_distance, metric_cosine, metric_volume",
      measured_by_w_residual);
  residual("001.eq-31.christoffel", "section 5.2, (31)", "The Christoffel symbols of a metric.",
           "½ g (∂g + ∂g − ∂g)", 1e-9, "christoffel_symbols_at of polar coordinates, closed form",
           polar_residual);
  residual("001.eq-32.vector", "section 5.2, (32)",
           "The covariant derivative of a vector field that does not change is 0.", "∂v + Γ v",
           1e-9, "covariant_derivative of a level field in polar coordinates",
           level_field_residual);
  residual("001.eq-33.covector", "section 5.2, (33)",
           "With its derivative of covectors the product rule holds.", "∂u − Γ u", 1e-9,
           "both derivatives of u_b v^b in polar coordinates", product_rule_residual);
  residual("001.section-5.constant", "section 5.2",
           "For a constant metric all Christoffel symbols are 0.", "Γ = 0", 0.0,
           "christoffel_symbols_at of a constant W^T W", symbols_of_a_learned_metric);
  list.push_back({"001.section-5.learned", "section 5.2",
                  "Learned metrics need Christoffel symbols.",
                  "learned metrics would need these tools", 1.0, A::kHolds, 0.0,
                  "whether some Christoffel symbol of a learned W^T W is not 0",
                  "christoffel_symbols_at of a constant W^T W, (9)", 10, false,
                  [](std::uint64_t seed, const Progress& progress) {
                    return holds(symbols_of_a_learned_metric(seed, progress) > 0.0);
                  }});
  list.back().correction = {
      "W^T W is the same everywhere, and (31) has derivatives of g alone: only a metric that "
      "depends "
      "on the position needs them",
      0.0, 0.0};
  residual("001.eq-34.fisher", "section 5.3, (34)",
           "The Fisher matrix, for the scores of a softmax diag p − p p^T.", "E[∂ log p ∂ log p]",
           1e-14, "fisher_matrix of the definition against softmax_fisher", fisher_residual);
  list.push_back({"001.eq-35.inverse", "section 5.3, (35)",
                  "The Fisher matrix has an inverse; here for the scores of a softmax over 5 keys.",
                  "F⁻¹", 5.0, A::kWithin, 1e-9, "rank of the Fisher matrix", "softmax_fisher", 10,
                  false, fisher_rank});
  list.back().correction = {
      "a number added to all scores changes no weight, so F 1 = 0; the pseudo-inverse takes its "
      "place",
      4.0, 1e-9};
  list.push_back({"001.section-5.parameters", "section 5.3, the proposition",
                  "The natural step is the same in parameter space, however the model is written.",
                  "same update in parameter space", 1.0, A::kWithin, 1e-9,
                  "step of a score in φ over that in θ = 2 φ",
                  "natural_gradient with F and with 4 F", 10, false, step_in_other_parameters});
  list.back().correction = {
      "the step transforms as a vector: Δφ = Δθ / 2. It is the change of the probabilities that is "
      "the same, to first order in η",
      0.5, 1e-9};
  list.push_back({"001.section-5.plain", "section 5.3, the proposition",
                  "The plain step depends on how the model is written, the natural one does not.",
                  "does not have this property", 1.0, A::kHolds, 0.0,
                  "share of seeds for which it holds of the change of the probabilities",
                  "both steps in θ and in φ = θ / 2, to first order", 10, false,
                  plain_step_depends});
  list.push_back(
      {"001.section-5.faster", "section 5.3", "Natural gradient descent often converges faster.",
       "often converges faster", 0.0, A::kNotTried, 0.0, "",
       "no problem and no step size are named, and which of the two is faster depends on "
       "both",
       1, false, nullptr});
  return list;
}

}  // namespace attn::claims
