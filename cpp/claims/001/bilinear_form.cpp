// The claims of seed 001, attention as bilinear form: section 2.3, parts II, VI and VII, and flash
// attention.
#include <cmath>
#include <limits>

#include "attn/attention/attention_flash.hpp"
#include "attn/attention/attention_flash_fast.hpp"
#include "attn/attention/multihead.hpp"
#include "attn/attention/online_softmax.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/geometry/metric.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/numerics/symmetric_eigen.hpp"
#include "claims/001/parts.hpp"
#include "experiments/bilinear-form/heads.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// ---- attention ----------------------------------------------------------------------------------

double metric_residual(std::uint64_t seed, const Progress&) {
  const Problem p(seed);
  AttentionOptions o;
  o.metric = Matrix::Identity(3, 3) / std::sqrt(3.0);
  return largest(attention(p.q, p.k, p.v, o) - attention(p.q, p.k, p.v));
}

double one_equation_residual(std::uint64_t seed, const Progress&) {
  const Problem p(seed);
  const Matrix e = exponentials(p.q.lazyProduct(p.k.transpose()) / std::sqrt(3.0));
  Matrix expected = e.lazyProduct(p.v);
  for (Index i = 0; i < 5; ++i) expected.row(i) /= e.row(i).sum();
  return largest(attention(p.q, p.k, p.v) - expected);
}

// Under a causal mask, with -10^9 in place of the scores that it hides: the weight of later keys, a
// query's share.
double weight_of_replaced_scores(std::uint64_t seed, const Progress&) {
  const Problem p(seed);
  Matrix scores = attention_scores(p.q, p.k);
  for (Index i = 0; i < 5; ++i) scores.row(i).tail(6 - i).setConstant(-1e9);
  const Matrix weights = attention_weights(scores);
  double sum = 0.0;
  for (Index i = 0; i < 5; ++i) sum += weights.row(i).tail(6 - i).sum();
  return sum / 5.0;
}

// The same for a query that may attend to no key.
double share_of_masked_keys(std::uint64_t, const Progress&) {
  return attention_weights(Matrix::Constant(1, 7, -1e9)).sum();
}

double masked_weight(std::uint64_t seed, const Progress&) {
  const Problem p(seed);
  AttentionOptions o;
  o.causal = true;
  const Matrix weights = attention_forward(p.q, p.k, p.v, o).weights;
  double sum = 0.0;
  for (Index i = 0; i < 5; ++i) sum += weights.row(i).tail(6 - i).sum();
  return sum;
}

// Against the sum written out, and against dot products of what W makes of queries and keys.
double learned_metric_residual(std::uint64_t seed, const Progress&) {
  const Problem p(seed);
  Rng rng(seed + 1000);
  const Matrix w = normal(rng, 3, 3);
  AttentionOptions o;
  o.metric = w.transpose().lazyProduct(w);
  const Matrix turned =
      p.q.lazyProduct(w.transpose()).lazyProduct(p.k.lazyProduct(w.transpose()).transpose());
  const Matrix written_out = p.q.lazyProduct(o.metric).lazyProduct(p.k.transpose());
  const Matrix scores = attention_scores(p.q, p.k, o);
  return larger(largest(scores - turned), largest(scores - written_out));
}

double relative_residual(std::uint64_t seed, const Progress&) {
  const Problem p(seed);
  Rng rng(seed + 1000);
  AttentionOptions o;
  o.relative = normal(rng, 11, 3);
  const Matrix scores = attention_scores(p.q, p.k, o);
  double worst = 0.0;
  for (Index i = 0; i < 5; ++i) {
    for (Index j = 0; j < 7; ++j) {
      const double s = p.q.row(i).dot(p.k.row(j) + o.relative.row(i - j + 6)) / std::sqrt(3.0);
      worst = larger(worst, std::fabs(scores(i, j) - s));
    }
  }
  return worst;
}

// Of W^T W for a normal W with so many rows and 3 columns: whether its least eigenvalue is more
// than rounding makes of 0.
double is_definite(Index rows, std::uint64_t seed) {
  Rng rng(seed);
  const Vector values = symmetric_eigen(learned_metric(normal(rng, rows, 3))).values;
  return holds(values(0) > 1e-12 * values(2));
}

// Of q k over d, for queries and keys of 64 independent components, over 500 pairs.
double variance_of_products(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  double sum = 0.0;
  for (Index n = 0; n < 500; ++n) {
    const Matrix pair = normal(rng, 2, 64);
    const double product = pair.row(0).dot(pair.row(1));
    sum += product * product / 64.0;
  }
  return sum / 500.0;
}

// ---- heads --------------------------------------------------------------------------------------

double heads_residual(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const Matrix x = normal(rng, 5, 6);
  experiments::HeadsParams p;
  p.x = x;
  p.weights = random_heads(rng, 3);
  return experiments::Heads(p).frame().sum_error;
}

// Whether other heads have more of it than heads that attend alike, which have none: by the cosine
// of whole patterns, and by the mean of those of their rows.
double diversity_tells(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const Matrix x = normal(rng, 5, 6);
  const MultiHead all = multihead_forward(x, x, random_heads(rng, 2));
  const Matrix& one = all.heads[0].weights;
  const Matrix& other = all.heads[1].weights;
  double rows = 0.0;
  for (Index i = 0; i < 5; ++i) {
    rows += 0.2 * head_diversity({Matrix(one.row(i)), Matrix(other.row(i))});
  }
  const double same = std::fabs(head_diversity({one, one}));
  return holds(same < 1e-14 && head_diversity({one, other}) > 0.01 && rows > 0.01);
}

// How many directions of the tokens a head's scores see.
double dimensions_of_a_head(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const MultiHeadWeights w = random_heads(rng, 3);
  const Matrix form = w.w_q[0].lazyProduct(w.w_k[0].transpose());
  const Vector squares = symmetric_eigen(Matrix(form.lazyProduct(form.transpose()))).values;
  return static_cast<double>((squares.array() > 1e-12 * highest(squares)).count());
}

// ---- flash --------------------------------------------------------------------------------------

double online_residual(std::uint64_t seed, const Progress&) {
  const Problem p(seed);
  const Vector s = p.scores();
  OnlineSoftmax first(2);
  OnlineSoftmax second(2);
  for (Index j = 0; j < 3; ++j) first.add(s(j), p.v.row(j).transpose());
  for (Index j = 3; j < 7; ++j) second.add(s(j), p.v.row(j).transpose());
  first.merge(second);
  return largest(first.mean() - attention(p.q, p.k, p.v).row(0).transpose());
}

double flash_residual(std::uint64_t seed, const Progress&) {
  const Problem p(seed);
  const Matrix exact = attention(p.q, p.k, p.v);
  double worst = 0.0;
  for (const Index block : {1, 2, 3, 7}) {
    worst = larger(worst, largest(flash_attention(p.q, p.k, p.v, {}, block).output - exact));
  }
  return worst;
}

// What is added from 4096 to 8192 tokens, over what is added from 2048 to 4096: what is there for
// no token at all depends on the build, and cancels.
double memory_of_twice_the_tokens(std::uint64_t, const Progress&) {
  const auto bytes = [](Index n) {
    const FloatMatrix x = FloatMatrix::Constant(n, 16, 0.5F);
    FlashWorkspace workspace;
    FloatFlashAttention out;
    flash_attention_fast(x, x, x, {}, workspace, out);
    FloatFlashGradients gradients;
    flash_attention_fast_backward(x, x, x, {}, out, x, workspace, gradients);
    return static_cast<double>(workspace.bytes());
  };
  const double middle = bytes(4096);
  return (bytes(8192) - middle) / (middle - bytes(2048));
}

// Equations 71 and 72 as printed, for a first block whose keys are all masked.
double literal_update_is_no_number(std::uint64_t, const Progress&) {
  const double m = -kInfinity;
  const double next = larger(m, -kInfinity);
  const double l = 0.0 * mathfn::exp(m - next) + mathfn::exp(-kInfinity - next);
  return holds(std::isnan(l));
}

}  // namespace

std::vector<Claim> of_bilinear_form() {
  std::vector<Claim> list;
  const auto residual = [&](auto... what) { list.push_back(residual_claim(what...)); };
  list.push_back({"001.eq-9.definite", "section 8.2", "A form M = W^T W is positive definite.",
                  "is a learnable parameter (or *M = W^T W for positive definiteness*)", 1.0,
                  A::kHolds, 0.0,
                  "share of seeds for which its least eigenvalue is above 10⁻¹² of the largest",
                  "learned_metric of a normal W with 2 rows and 3 columns", 10, false,
                  [](std::uint64_t seed, const Progress&) { return is_definite(2, seed); }});
  list.back().correction = {
      "a W with more columns than rows sends some vector to 0, whose length is then 0: W^T W is "
      "positive semi-definite, as section 2.3 says. It is definite where W has full column rank; "
      "the shape of W is not stated",
      0.0, 0.0, Verdict::kUnclear};
  list.back().readings = {
      {"W is square, and has an inverse as nearly every square matrix has", 1.0, 0.0,
       [](std::uint64_t seed, const Progress&) { return is_definite(3, seed); }}};
  list.push_back({"001.section-2.variance", "section 2.3, the remark",
                  "The product of a query and a key of d independent components of unit variance "
                  "has the variance d.",
                  "with zero mean and unit variance, then *Var(q^a k_a) = d_k*", 1.0, A::kSpread,
                  0.0, "variance of 500 products, over d", "normal queries and keys with d = 64",
                  10, false, variance_of_products});
  list.back().baseline = {1.0 / 64.0, "a variance that does not grow with d"};
  residual("001.eq-14.metric", "section 3.1.1, below (14)",
           "Scaled dot products are the bilinear form of the metric δ / √d.",
           "where *g_ab = 1/√d_k δ_ab*", 1e-12, "attention with that metric and without one",
           metric_residual);
  residual("001.eq-17.attention", "section 3.2, (17)", "Attention can be written as one equation.",
           "O^ib = exp(Q^ia g_ac K^jc) / Σ_k exp(Q^ia g_ac K^kc) V^jb", 1e-12,
           "attention against the equation written out", one_equation_residual);
  list.push_back({"001.section-3.mask", "section 3.2, the code",
                  "A score of −10⁹ in place of what a causal mask hides leaves no weight there.",
                  "scores = jnp.where(mask, scores, *-1e9*)", 0.0, A::kWithin, 1e-12,
                  "weight of later keys, a query's on average",
                  "attention_weights of causal scores with −10⁹ for later keys", 10, false,
                  weight_of_replaced_scores});
  list.back().baseline = {4.0 / 7.0, "uniform weights and no mask"};
  list.push_back({"001.section-3.all-masked", "ours, beside section 3.2",
                  "A query whose keys are all at −10⁹ gives them all of the weight, where −∞ gives "
                  "the quotient 0 / 0.",
                  "", 1.0, A::kWithin, 1e-12, "weight of masked keys, where a query has no other",
                  "attention_weights of scores that are all −10⁹", 1, false, share_of_masked_keys});
  list.back().baseline = {0.0, "no weight, as ONNX's operator has it"};
  residual("001.eq-58.heads", "section 7.1, (58)",
           "The sum over heads and their dimension is all heads side by side times one projection.",
           "Final output (sum over heads and head dimension): Y^id = O^hic W_O^hcd", 1e-12,
           "multihead_forward, three heads", heads_residual);
  list.push_back({"001.eq-59.subspace", "section 7.2",
                  "With d = d_model / H a head works on a subspace of d dimensions.",
                  "each head operates on a *d_k*-dimensional subspace of the full", 2.0, A::kWithin,
                  1e-9, "rank of the form W_Q W_K^T of a head",
                  "three heads of 2 numbers for tokens of 6", 10, false, dimensions_of_a_head});
  list.back().baseline = {6.0, "a form without projections"};
  list.push_back({"001.section-7.kinds", "section 7.2",
                  "Heads can specialise in grammar, in meaning, or in places.",
                  "Different heads *can specialize*: Syntactic heads: Attend to grammatical "
                  "structure",
                  0.0, A::kNotTried, 0.0, "",
                  "of models of language that the text neither names nor measures; it says that "
                  "heads can, not that they do",
                  1, false, nullptr});
  list.push_back(
      {"001.eq-60.diversity", "section 7.3, (60)",
       "Diversity is 1 minus the mean cosine between patterns of heads.",
       "diversity = 1 − avg pairwise cosine similarity between head attention patterns", 1.0,
       A::kHolds, 0.0,
       "share of seeds for which two random heads have more than 0.01 of it, and one head beside "
       "itself has none",
       "head_diversity of whole patterns, and the mean of that of their rows: the text leaves open "
       "of what the cosine is",
       10, false, diversity_tells});
  residual("001.eq-61.causal", "section 8.1, below (61)", "Later keys have no weight.",
           "After softmax, exp(−∞) = 0, so future positions get *zero* weight", 0.0,
           "attention_forward with causal, the sum of what is above the diagonal", masked_weight);
  list.back().baseline = {20.0 / 7.0, "uniform weights and no mask"};
  residual("001.eq-62.metric", "section 8.2, (62)",
           "Scores can be made by a learned matrix M, which may be W^T W.", "S^ij = Q^ia M^ab K^jb",
           1e-12,
           "attention_scores with W^T W, against the sum written out and dot products after W",
           learned_metric_residual);
  residual("001.eq-63.relative", "section 8.3, (63)", "Relative positions are added to keys.",
           "S^ij = 1/√d_k Q^ia (K^ja + R^(i−j)a)", 1e-12, "attention_scores with embeddings",
           relative_residual);
  residual("001.eq-72.online", "section 10.1.1, (71) and (72)",
           "Softmax can be taken piece by piece.",
           "Softmax can be computed incrementally without storing all values", 1e-12,
           "OnlineSoftmax, in two pieces, against attention", online_residual);
  list.push_back({"001.eq-72.masked", "ours, beside section 10.1.1",
                  "For a first block whose keys are all masked (72), computed as it stands, is no "
                  "number; such a block has to be left out.",
                  "", 1.0, A::kHolds, 0.0, "whether l is no number after such a block",
                  "(71) and (72) from m = −∞ and l = 0, in floating point", 1, false,
                  literal_update_is_no_number});
  residual("001.section-10.flash", "section 10.1", "Attention by blocks is attention.",
           "by *computing attention block-wise* and avoiding storage of the full attention matrix",
           1e-12, "flash_attention, blocks of 1, 2, 3 and 7 keys, against attention",
           flash_residual);
  list.push_back({"001.section-10.memory", "section 10.1.2",
                  "Flash attention takes memory in proportion to n, backward too.",
                  "Flash Attention: *O(n)* memory, recomputes A during backward pass", 2.0,
                  A::kWithin, 0.01,
                  "memory added from 4096 to 8192 tokens, over that from 2048 to 4096",
                  "FlashWorkspace after flash_attention_fast and its backward pass", 1, false,
                  memory_of_twice_the_tokens});
  list.back().baseline = {4.0, "memory in proportion to n²"};
  return list;
}

}  // namespace attn::claims
