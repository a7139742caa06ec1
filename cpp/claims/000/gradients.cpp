// The claims of seed 000 about gradients: sections 3.2 to 3.6.
#include <cmath>

#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "claims/000/parts.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

using experiments::kToyTokens;
constexpr double kStep = 0.2;  // of central differences

// The equation as printed, what the library has, and what differences of the loss say.
double furthest(const Matrix& printed, const Matrix& ours, const Matrix& numeric) {
  return larger(largest(printed - ours), largest(printed - numeric));
}

double values_residual(std::uint64_t seed, const Progress&) {
  const ToyHead head = toy_head(seed);
  Matrix printed = Matrix::Zero(kToyTokens, 2);
  for (Index j = 0; j < kToyTokens; ++j) {
    for (Index i = 0; i < kToyTokens; ++i) printed.row(j) += head.alpha()(i, j) * head.u().row(i);
  }
  return furthest(printed, head.back().routing.d_values,
                  central_differences([&](const Matrix& v) { return head.loss_of_values(v); },
                                      head.values(), kStep));
}

double weights_residual(std::uint64_t seed, const Progress&) {
  const ToyHead head = toy_head(seed);
  Matrix printed(kToyTokens, kToyTokens);
  for (Index i = 0; i < kToyTokens; ++i) {
    for (Index j = 0; j < kToyTokens; ++j)
      printed(i, j) = head.u().row(i).dot(head.values().row(j));
  }
  const auto loss = [&](const Matrix& alpha) {
    return head.loss_of_contexts(alpha.lazyProduct(head.values()));
  };
  return furthest(printed, head.back().routing.compatibility,
                  central_differences(loss, head.alpha(), kStep));
}

double jacobian_residual(std::uint64_t seed, const Progress&) {
  const ToyHead head = toy_head(seed);
  const Matrix scores = head.at().scores.row(0);
  double worst = 0.0;
  for (Index j = 0; j < kToyTokens; ++j) {
    Matrix printed(1, kToyTokens);
    for (Index k = 0; k < kToyTokens; ++k) {
      printed(0, k) = head.alpha()(0, j) * ((j == k ? 1.0 : 0.0) - head.alpha()(0, k));
    }
    const auto weight = [&](const Matrix& s) {
      return routing_forward(s, head.values()).weights(0, j);
    };
    worst = larger(worst, largest(printed - central_differences(weight, scores, kStep)));
  }
  return worst;
}

// alpha_ij (b_ij - E_i b), in loops.
Matrix printed_scores(const ToyHead& head) {
  Matrix out(kToyTokens, kToyTokens);
  for (Index i = 0; i < kToyTokens; ++i) {
    const Vector b = head.values().lazyProduct(head.u().row(i).transpose());
    double mean = 0.0;
    for (Index j = 0; j < kToyTokens; ++j) mean += head.alpha()(i, j) * b(j);
    for (Index j = 0; j < kToyTokens; ++j) out(i, j) = head.alpha()(i, j) * (b(j) - mean);
  }
  return out;
}

double scores_residual(std::uint64_t seed, const Progress&) {
  const ToyHead head = toy_head(seed);
  return furthest(printed_scores(head), head.back().routing.d_scores,
                  central_differences([&](const Matrix& s) { return head.loss_of_scores(s); },
                                      head.at().scores, kStep));
}

double queries_residual(std::uint64_t seed, const Progress&) {
  const ToyHead head = toy_head(seed);
  const Matrix ds = printed_scores(head);
  const Matrix& k = head.at().k;
  Matrix printed = Matrix::Zero(kToyTokens, 2);
  for (Index i = 0; i < kToyTokens; ++i) {
    for (Index j = 0; j < kToyTokens; ++j) printed.row(i) += ds(i, j) * k.row(j) / std::sqrt(2.0);
  }
  const auto loss = [&](const Matrix& q) {
    return head.loss_of_scores(q.lazyProduct(k.transpose()) / std::sqrt(2.0));
  };
  return furthest(printed, head.back().d_q, central_differences(loss, head.at().q, kStep));
}

double keys_residual(std::uint64_t seed, const Progress&) {
  const ToyHead head = toy_head(seed);
  const Matrix ds = printed_scores(head);
  const Matrix& q = head.at().q;
  Matrix printed = Matrix::Zero(kToyTokens, 2);
  for (Index j = 0; j < kToyTokens; ++j) {
    for (Index i = 0; i < kToyTokens; ++i) printed.row(j) += ds(i, j) * q.row(i) / std::sqrt(2.0);
  }
  const auto loss = [&](const Matrix& k) {
    return head.loss_of_scores(q.lazyProduct(k.transpose()) / std::sqrt(2.0));
  };
  return furthest(printed, head.back().d_k, central_differences(loss, head.at().k, kStep));
}

// Differences of the whole pass by one of its matrices, or by b as a row.
template <typename Choose>
Matrix by_weights(const ToyHead& head, Choose&& choose) {
  ClassifierWeights changed = head.toy.weights;
  auto& chosen = choose(changed);
  const Matrix at = chosen;
  const auto loss = [&](const Matrix& matrix) {
    chosen = matrix;
    return classifier_forward(head.toy.x, changed, head.toy.targets).prediction.loss;
  };
  return central_differences(loss, at, kStep);
}

// sum_i d_i x_i^T.
Matrix outer_sum(const Matrix& d, const Matrix& x) {
  Matrix out = Matrix::Zero(d.cols(), x.cols());
  for (Index i = 0; i < d.rows(); ++i) out += d.row(i).transpose().lazyProduct(x.row(i));
  return out;
}

double query_weights_residual(std::uint64_t seed, const Progress&) {
  const ToyHead head = toy_head(seed);
  return furthest(outer_sum(head.back().d_q, head.toy.x), head.gradients.weights.heads[0].w_q,
                  by_weights(head, [](auto& w) -> Matrix& { return w.heads[0].w_q; }));
}

double key_weights_residual(std::uint64_t seed, const Progress&) {
  const ToyHead head = toy_head(seed);
  return furthest(outer_sum(head.back().d_k, head.toy.x), head.gradients.weights.heads[0].w_k,
                  by_weights(head, [](auto& w) -> Matrix& { return w.heads[0].w_k; }));
}

double value_weights_residual(std::uint64_t seed, const Progress&) {
  const ToyHead head = toy_head(seed);
  // U A X^T, whose U and X^T have positions along the other side than ours.
  const Matrix printed =
      Matrix(head.u().transpose()).lazyProduct(head.alpha()).lazyProduct(head.toy.x);
  return furthest(printed, head.gradients.weights.heads[0].w_v,
                  by_weights(head, [](auto& w) -> Matrix& { return w.heads[0].w_v; }));
}

double read_out_residual(std::uint64_t seed, const Progress&) {
  const ToyHead head = toy_head(seed);
  const Matrix errors = head.forward.prediction.probabilities - head.toy.targets;
  const Matrix b = errors.colwise().sum().transpose();
  return larger(furthest(outer_sum(errors, head.forward.contexts), head.gradients.weights.w_o,
                         by_weights(head, [](auto& w) -> Matrix& { return w.w_o; })),
                furthest(b, head.gradients.weights.b,
                         by_weights(head, [](auto& w) -> Vector& { return w.b; })));
}

}  // namespace

std::vector<Claim> of_head_gradients() {
  std::vector<Claim> list;
  const char* recipe =
      "classifier_backward of the toy, the equation in loops, and central differences";
  const auto residual = [&](const char* id, const char* place, const char* statement,
                            const char* published, auto* ours) {
    list.push_back(residual_claim(id, place, statement, published, 1e-9, recipe, ours));
  };
  residual("000.eq-16.values", "section 3.2, (15) and (16)",
           "The gradient of a value is the sum of its readers' errors, by their weights.",
           "∂L/∂v_j = Σ_{i=1}^T α_ij u_i", values_residual);
  residual("000.eq-17.weights", "section 3.3, (17)",
           "The gradient of a weight is the compatibility of its value with the reader's error.",
           "∂L/∂α_ij = (∂L/∂g_i)^⊤ ∂g_i/∂α_ij = u_i^⊤ v_j = b_ij", weights_residual);
  residual("000.eq-18.jacobian", "section 3.4, (18)",
           "The derivative of a weight by a score of its row is made of the two weights alone.",
           "∂α_ij/∂s_ik = α_ij (δ_jk − α_ik)", jacobian_residual);
  list.back().recipe = "the equation, with central differences of routing_forward";
  residual("000.eq-23.scores", "section 3.4, (19) to (23)",
           "The routing law: the gradient of a score is its weight times by how much its "
           "compatibility is above the mean of the row.",
           "∂L/∂s_ik = α_ik (b_ik − E_{α_i}[b])", scores_residual);
  residual("000.eq-25.queries", "section 3.5, (24), (25) and (28)",
           "The gradient of a query is the sum of the keys, each by the gradient of its score, "
           "over √d_k.",
           "1/√d_k Σ_{k=1}^T α_ik (b_ik − E_{α_i}[b]) k_k", queries_residual);
  residual("000.eq-27.keys", "section 3.5, (26) to (28)",
           "The gradient of a key is the sum of the queries, each by the gradient of its score, "
           "over √d_k.",
           "1/√d_k Σ_{i=1}^T α_ij (b_ij − E_{α_i}[b]) q_i", keys_residual);
  residual("000.eq-29.query-weights", "section 3.5, (29)",
           "The gradient of W_Q is the sum of the gradients of the queries, each times its token.",
           "∇_{W_Q} L = Σ_{i=1}^T (∂L/∂q_i) x_i^⊤", query_weights_residual);
  residual("000.eq-30.key-weights", "section 3.5, (30)",
           "The gradient of W_K is the sum of the gradients of the keys, each times its token.",
           "∇_{W_K} L = Σ_{j=1}^T (∂L/∂k_j) x_j^⊤", key_weights_residual);
  residual("000.eq-32.value-weights", "section 3.6, (31) and (32)",
           "The gradient of W_V is one product of errors, weights and tokens.",
           "∇_{W_V} L = U A X^⊤", value_weights_residual);
  list.push_back({"000.eq-32.shape", "section 3.6, the sentence before (32)",
                  "U, whose columns are errors, has d_u rows.",
                  "Letting U = [u_1, …, u_T] ∈ R^{d_u × T}", 0.0, A::kNotTried, 0.0, "",
                  "d_u is not defined elsewhere: read as the length of an error it is right, and "
                  "by (10) it is d_v",
                  1, false, nullptr});
  residual("000.section-3.read-out", "ours, beside section 5.3, step 3",
           "The gradients of W_O and b, which the read-out takes its steps by, are Σ (p_i − e_y) "
           "g_i^T and Σ (p_i − e_y).",
           "", read_out_residual);
  return list;
}

}  // namespace attn::claims
