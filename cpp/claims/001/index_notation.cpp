// The claims of seed 001, part I: index notation, metrics and einsum.
#include <cmath>

#include "attn/attention/multihead.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/geometry/metric.hpp"
#include "attn/numerics/einsum.hpp"
#include "attn/numerics/largest.hpp"
#include "claims/001/parts.hpp"

namespace attn::claims {
namespace {

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

double plain_scores_residual(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const Matrix q = normal(rng, 5, 3);
  const Matrix k = normal(rng, 7, 3);
  return largest(matrix_of(einsum("ia,ja->ij", {tensor_of(q), tensor_of(k)})) / std::sqrt(3.0) -
                 attention_scores(q, k));
}

double output_einsum_residual(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const Matrix q = normal(rng, 5, 3);
  const Matrix k = normal(rng, 7, 3);
  const Matrix v = normal(rng, 7, 2);
  const Attention forward = attention_forward(q, k, v);
  const Tensor out = einsum("ij,jb->ib", {tensor_of(forward.weights), tensor_of(v)});
  return largest(matrix_of(out) - forward.output);
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

// In a basis b: components of vectors are multiplied by the inverse of b, those of covectors by b.
double pairing_residual(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const Matrix b = normal(rng, 3, 3) + 3.0 * Matrix::Identity(3, 3);
  const Vector u = normal(rng, 3, 1).col(0);
  const Vector v = normal(rng, 3, 1).col(0);
  const Vector other_u = b.transpose().lazyProduct(u);
  const Vector other_v = raise_index(b, v);  // solves b x = v
  const auto pair = [](const Vector& x, const Vector& y) {
    return einsum("a,a->", {tensor_of_vector(x), tensor_of_vector(y)}).data[0];
  };
  return larger(std::fabs(pair(other_u, other_v) - pair(u, v)), std::fabs(pair(u, v) - u.dot(v)));
}

// An inner product can be had from lengths alone.
double polarisation_residual(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const Matrix g = learned_metric(normal(rng, 3, 3)) + Matrix::Identity(3, 3);
  const Vector u = normal(rng, 3, 1).col(0);
  const Vector v = normal(rng, 3, 1).col(0);
  const double longer = metric_length(g, u + v);
  const double shorter = metric_length(g, u - v);
  return std::fabs(bilinear_form(g, u, v) - 0.25 * (longer * longer - shorter * shorter));
}

double bilinear_residual(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const Matrix m = normal(rng, 3, 4);
  const Vector u = normal(rng, 3, 1).col(0);
  const Vector other_u = normal(rng, 3, 1).col(0);
  const Vector v = normal(rng, 4, 1).col(0);
  const Vector other_v = normal(rng, 4, 1).col(0);
  constexpr double kAlpha = 1.7;
  constexpr double kBeta = -0.6;
  const double left = bilinear_form(m, kAlpha * u + kBeta * other_u, v) -
                      kAlpha * bilinear_form(m, u, v) - kBeta * bilinear_form(m, other_u, v);
  const double right = bilinear_form(m, u, kAlpha * v + kBeta * other_v) -
                       kAlpha * bilinear_form(m, u, v) - kBeta * bilinear_form(m, u, other_v);
  return larger(std::fabs(left), std::fabs(right));
}

double euclidean_residual(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const Vector u = normal(rng, 3, 1).col(0);
  const Vector v = normal(rng, 3, 1).col(0);
  return std::fabs(bilinear_form(Matrix::Identity(3, 3), u, v) - u.dot(v));
}

double raised_residual(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const Matrix g = learned_metric(normal(rng, 3, 3)) + Matrix::Identity(3, 3);
  const Vector v = normal(rng, 3, 1).col(0);
  return largest(raise_index(g, lower_index(g, v)) - v);
}

}  // namespace

std::vector<Claim> of_index_notation() {
  std::vector<Claim> list;
  const auto residual = [&](auto... what) { list.push_back(residual_claim(what...)); };
  residual("001.eq-1.basis", "section 2.1, below (1)",
           "The pairing of a covector and a vector does not depend on the basis; in coordinates it "
           "is the dot product.",
           "This is *basis-independent*. In a coordinate basis, this becomes the familiar dot "
           "product",
           1e-12, "einsum of both in a random basis, against the dot product", pairing_residual);
  residual("001.eq-2.inner", "section 2.1, (2)", "A metric defines an inner product.",
           "tensor that *defines an inner product* on the vector space", 1e-12,
           "bilinear_form against the lengths of sum and difference, metrics W^T W + δ",
           polarisation_residual);
  residual("001.eq-3.linear", "section 2.2, (3) and (4)",
           "A bilinear form is linear in both arguments.",
           "that is *linear in both arguments*: B(αu + βv, w) = αB(u, w) + βB(v, w)", 1e-12,
           "bilinear_form of a matrix with 3 rows and 4 columns", bilinear_residual);
  residual("001.eq-7.euclidean", "section 2.3, (7)", "The metric δ gives the dot product.",
           "This gives the *standard dot product*: ⟨u, v⟩ = u^a δ_ab v^b", 1e-14,
           "bilinear_form of δ", euclidean_residual);
  residual("001.section-2.raise", "section 2.1", "Raising an index undoes lowering it.",
           "the inverse metric satisfying *g^ac g_cb = δ^a_b*", 1e-9,
           "raise_index of lower_index, metrics W^T W + δ", raised_residual);
  residual("001.section-2.einsum", "section 2.4, the grammar and the table",
           "Indices that are not in the output are summed over: in the table's six patterns this "
           "gives the products that it names.",
           "*Repeated indices* not in output are summed over", 1e-13,
           "einsum against products written out", pattern_residual);
  residual("001.eq-11.einsum", "section 2.4.1, (11)",
           "Scores are one contraction, divided by √d_k.",
           "S = einsum('ia,ja->ij', Q, K) / jnp.sqrt(d_k)", 1e-12,
           "einsum against attention_scores", plain_scores_residual);
  residual("001.eq-12.einsum", "section 2.4.1, (12)",
           "The output is one contraction of weights and values.", "O = einsum('ij,jb->ib', A, V)",
           1e-12, "einsum of the weights against attention_forward", output_einsum_residual);
  residual("001.eq-13.einsum", "section 2.4.1, (13)", "Scores under a metric are one contraction.",
           "S = einsum('ia,ab,jb->ij', Q, g, K)", 1e-12, "einsum against attention_scores",
           metric_einsum_residual);
  residual("001.section-2.heads", "section 2.4.2",
           "Several heads are combined by the last of four contractions.",
           "Y = einsum('hic,hcd->id', O, W_O)", 1e-12,
           "all four and softmax against multihead_forward, three heads", heads_einsum_residual);
  list.push_back({"001.section-2.faster", "section 2.4.2, the remark",
                  "Einsum is often faster than explicit loops and reshapes.",
                  "it's *often faster* than explicit loops and reshapes", 0.0, Agreement::kNotTried,
                  0.0, "",
                  "a time of NumPy, JAX or PyTorch, on a machine; no program and no size are named",
                  1, false, nullptr});
  list.push_back(
      {"001.section-2.indices", "section 1.2; against (10), (12), (16), (58) and (62)",
       "Of repeated indices, one up and one down, the sum is taken.",
       "Repeated indices (*one up, one down*) are summed", 0.0, Agreement::kNotTried, 0.0, "",
       "a convention of writing that those equations do not keep: they sum over two upper "
       "indices. There is no number to recompute",
       1, false, nullptr});
  return list;
}

}  // namespace attn::claims
