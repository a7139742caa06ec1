// The claims of seed 001, part V: gradients, and appendix B, which verifies them.
#include <cmath>

#include "attn/attention/attention_grad.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "claims/001/parts.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

double jacobian_residual(std::uint64_t seed, const Progress&) {
  const Vector s = Problem(seed).scores();
  const Matrix jacobian = softmax_jacobian(softmax(s));
  double worst = 0.0;
  for (Index j = 0; j < 7; ++j) {
    const auto weight = [j](const Matrix& x) { return softmax(Vector(x.col(0)))(j); };
    const Matrix numeric = central_differences(weight, s, 0.2);
    worst = larger(worst, largest(jacobian.row(j).transpose() - numeric.col(0)));
  }
  return worst;
}

double rowsum_residual(std::uint64_t seed, const Progress&) {
  const Problem p(seed);
  const Attention forward = attention_forward(p.q, p.k, p.v);
  const AttentionGradients g = attention_backward(p.q, p.k, p.v, {}, forward, p.d_output);
  const Vector sums = (forward.weights.array() * g.d_weights.array()).rowwise().sum();
  const Matrix expected = forward.weights.array() * (g.d_weights.colwise() - sums).array();
  return largest(g.d_scores - expected);
}

// What the matrix products of section 6.5 make of the problem, as they are printed.
struct FiveSteps {
  explicit FiveSteps(const Problem& p) {
    const Matrix a = attention_forward(p.q, p.k, p.v).weights;
    d_v = a.transpose().lazyProduct(p.d_output);
    const Matrix d_a = p.d_output.lazyProduct(p.v.transpose());
    const Vector sums = (a.array() * d_a.array()).rowwise().sum();
    const Matrix d_s = a.array() * (d_a.colwise() - sums).array();
    d_q = d_s.lazyProduct(p.k) / std::sqrt(3.0);
    d_k = d_s.transpose().lazyProduct(p.q) / std::sqrt(3.0);
  }
  Matrix d_q, d_k, d_v;
};

// Of a printed gradient to central differences of the loss, over the largest entry of these.
template <class Loss>
double miss(const Matrix& printed, const Matrix& at, const Loss& loss) {
  const Matrix numeric = central_differences(loss, at, 1e-2);
  return largest(printed - numeric) / largest(numeric);
}

double loss_of(const Problem& p) { return attention(p.q, p.k, p.v).cwiseProduct(p.d_output).sum(); }

// Of the step that gives it, for that input.
template <Matrix Problem::*input, Matrix FiveSteps::*gradient>
double gradient_residual(std::uint64_t seed, const Progress&) {
  const Problem p(seed);
  return miss(FiveSteps(p).*gradient, p.*input, [&](const Matrix& x) {
    Problem other = p;
    other.*input = x;
    return loss_of(other);
  });
}

double listing_residual(std::uint64_t seed, const Progress&) {
  const Problem p(seed);
  const FiveSteps printed(p);
  const AttentionGradients g =
      attention_backward(p.q, p.k, p.v, {}, attention_forward(p.q, p.k, p.v), p.d_output);
  return larger(larger(largest(printed.d_q - g.d_q), largest(printed.d_k - g.d_k)),
                largest(printed.d_v - g.d_v));
}

double quick_start(std::uint64_t, const Progress&) {
  Matrix q(2, 2);
  Matrix k(3, 2);
  Matrix v(3, 2);
  q << 1, 0, 0, 1;
  k << 1, 0, 0, 1, 1, 1;
  v << 2, 0, 0, 2, 1, 1;
  return holds(verify_gradients(q, k, v).correct);
}

}  // namespace

std::vector<Claim> of_gradients() {
  std::vector<Claim> list;
  const auto residual = [&](auto... what) { list.push_back(residual_claim(what...)); };
  residual("001.eq-43.jacobian", "section 6.3, (43)",
           "The Jacobian of softmax is made of the weights alone.",
           "∂A^ij/∂S^mn = δ_m^i A^ij (δ_n^j − A^in)", 1e-9,
           "softmax_jacobian against central differences", jacobian_residual);
  residual("001.eq-47.gradient", "section 6.3, (46) and (47)",
           "The gradient of a score is its weight times by how much the gradient of that weight is "
           "above the mean of the row.",
           "∂L/∂S^mn = A^mn (∂L/∂A^mn − Σ_j A^mj ∂L/∂A^mj)", 1e-12,
           "attention_backward against the equation written out", rowsum_residual);
  const auto gradient = [&](const char* id, const char* place, const char* statement,
                            const char* published, double (*ours)(std::uint64_t, const Progress&)) {
    list.push_back({id, place, statement, published, 0.0, A::kWithin, 1e-7,
                    "largest error of an entry, over the largest entry",
                    "the five steps written out, against central differences of the loss", 10,
                    false, ours});
    list.back().baseline = {1.0, "no gradient at all"};
  };
  gradient("001.eq-42.values", "section 6.2, (42)",
           "The gradient with respect to the values is A^T times that of the output.",
           "In matrix form: ∂L/∂V = A^T (∂L/∂O)", gradient_residual<&Problem::v, &FiveSteps::d_v>);
  gradient("001.eq-50.queries", "section 6.4, (50)",
           "The gradient with respect to the queries is that of the scores times K, over √d_k.",
           "In matrix form: ∂L/∂Q = 1/√d_k · (∂L/∂S) K",
           gradient_residual<&Problem::q, &FiveSteps::d_q>);
  gradient("001.section-6.backward", "section 6.5, step 5; (51)",
           "The last of the five steps, which takes the ones before it, is the gradient with "
           "respect to the keys.",
           "∂L/∂K = 1/√d_k (∂L/∂S)^T Q", gradient_residual<&Problem::k, &FiveSteps::d_k>);
  residual("001.section-6.listing", "section 6.5, the code",
           "The function returns the gradients with respect to q, k and v.",
           "return dL_dQ, dL_dK, dL_dV", 1e-12,
           "the listing's five steps, in the order of their numbers, against attention_backward; "
           "in our copy of the text a return stands before steps 4 and 5 as well, which is the "
           "copy's: the author's published source "
           "(github.com/bkataru-workshop/attn-as-bilinear-form) has one, at the end",
           listing_residual);
  list.push_back({"001.section-13.verified", "section 13.3",
                  "All gradients of worked example 1 are verified.",
                  "'dL_dK': True, 'dL_dV': True, 'all_correct': *True*", 1.0, A::kHolds, 0.0,
                  "whether it holds, to 10⁻⁷", "verify_gradients", 1, false, quick_start});
  list.push_back(
      {"001.section-13.tests", "abstract", "The gradients were verified by tests against JAX.",
       "with *400+* tests verifying our gradient derivations against JAX autodiff", 0.0,
       A::kNotTried, 0.0, "",
       "tests of the author's library, which ours does not run; the gradients themselves are "
       "recomputed in the entries on section 6",
       1, false, nullptr});
  return list;
}

}  // namespace attn::claims
