#include "experiments/bilinear-form/multi_head.hpp"

#include <cmath>

#include "attn/attention/attention.hpp"
#include "attn/attention/multihead.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/rng.hpp"
#include "experiments/bilinear-form/parts.hpp"

namespace attn::experiments {
namespace {

constexpr Index kLetters = MultiHead::kLetters;
constexpr Index kPlaces = MultiHead::kMaxTokens;
constexpr Index kFeatures = MultiHead::kFeatures;

// Where the parts of a token begin: its letter, the letter before it, its place.
constexpr Index kBefore = kLetters;
constexpr Index kPlace = 2 * kLetters;
constexpr Index kSize = kPlace + kPlaces;

enum LooksAt : Index { kPrevious, kSame, kAfterMine, kFirst };

Index letter(const Vector& letters, Index i) { return static_cast<Index>(letters(i)); }

Matrix tokens(const Vector& letters) {
  Matrix x = Matrix::Zero(letters.size(), kSize);
  for (Index i = 0; i < letters.size(); ++i) {
    x(i, letter(letters, i)) = 1.0;
    if (i > 0) x(i, kBefore + letter(letters, i - 1)) = 1.0;
    x(i, kPlace + i) = 1.0;
  }
  return x;
}

// g with x_i g x_j = 1 for what the head looks for, 0 otherwise.
Matrix made_form(Index head) {
  Matrix g = Matrix::Zero(kSize, kSize);
  switch (head) {
    case kPrevious:
      for (Index i = 1; i < kPlaces; ++i) g(kPlace + i, kPlace + i - 1) = 1.0;
      break;
    case kSame:
      for (Index a = 0; a < kLetters; ++a) g(a, a) = 1.0;
      break;
    case kAfterMine:
      for (Index a = 0; a < kLetters; ++a) g(a, kBefore + a) = 1.0;
      break;
    default:
      for (Index i = 0; i < kPlaces; ++i) g(kPlace + i, kPlace) = 1.0;
  }
  return g;
}

// Whether key j is what the head's rule names for query i, said without the form.
bool names(Index head, const Vector& letters, Index i, Index j) {
  switch (head) {
    case kPrevious:
      return j == i - 1;
    case kSame:
      return letters(j) == letters(i);
    case kAfterMine:
      return j > 0 && letters(j - 1) == letters(i);
    default:
      return j == 0;
  }
}

Matrix rule_of(Index head, const Vector& letters) {
  const Index n = letters.size();
  Matrix out(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) out(i, j) = names(head, letters, i, j) ? 1.0 : 0.0;
  }
  return out;
}

// The mean cosine of rows of two patterns, none of which is zero.
double mean_row_cosine(const Matrix& a, const Matrix& b) {
  double sum = 0.0;
  for (Index i = 0; i < a.rows(); ++i) {
    sum += a.row(i).dot(b.row(i)) / (a.row(i).norm() * b.row(i).norm());
  }
  return sum / static_cast<double>(a.rows());
}

double diversity_by_rows(const std::vector<Matrix>& patterns) {
  double sum = 0.0;
  double pairs = 0.0;
  for (std::size_t g = 0; g < patterns.size(); ++g) {
    for (std::size_t h = g + 1; h < patterns.size(); ++h) {
      sum += mean_row_cosine(patterns[g], patterns[h]);
      pairs += 1.0;
    }
  }
  return 1.0 - sum / pairs;
}

double mean_sureness(const Matrix& weights) {
  if (weights.rows() < 2) return 0.0;
  const Vector entropy = attention_entropy(weights);
  double sum = 0.0;
  for (Index i = 1; i < weights.rows(); ++i) {
    sum += entropy(i) / mathfn::log(static_cast<double>(i + 1));
  }
  return sum / static_cast<double>(weights.rows() - 1);
}

// What a rule names in the rows in which it names a key that the query may see.
struct Named {
  double weight = 0.0;
  double rows = 0.0;
};

Named named_weight(const Matrix& rule, const Matrix& weights) {
  Named out;
  for (Index i = 0; i < rule.rows(); ++i) {
    if (rule.row(i).head(i + 1).sum() == 0.0) continue;
    out.weight += rule.row(i).head(i + 1).dot(weights.row(i).head(i + 1));
    out.rows += 1.0;
  }
  return out;
}

// The patterns of four forms, and how far their scores are from what they should be.
struct Patterns {
  std::vector<Matrix> patterns;
  double form_error = 0.0;

  void add(const Matrix& x, const Matrix& form, const Matrix& expected) {
    AttentionOptions o;
    o.causal = true;
    o.metric = form;
    const Matrix scores = attention_scores(x, x, o);
    form_error = larger(form_error, largest(scores - expected));
    patterns.push_back(attention_weights(scores, o));
  }
};

Patterns made_heads(const MultiHeadParams& p) {
  const Matrix x = tokens(p.letters);
  Patterns out;
  for (Index h = 0; h < MultiHead::kHeads; ++h) {
    out.add(x, p.beta * made_form(h), p.beta * rule_of(h, p.letters));
  }
  return out;
}

Patterns random_heads(const MultiHeadParams& p) {
  const Matrix x = tokens(p.letters);
  const double scale = p.gain / std::sqrt(double{kFeatures});
  Rng rng(p.seed);
  Patterns out;
  for (Index h = 0; h < MultiHead::kHeads; ++h) {
    const Matrix w_q = normal_rows(rng, kSize, kFeatures);
    const Matrix w_k = normal_rows(rng, kSize, kFeatures);
    out.add(x, scale * w_q.lazyProduct(w_k.transpose()),
            scale * x.lazyProduct(w_q).lazyProduct(x.lazyProduct(w_k).transpose()));
  }
  return out;
}

}  // namespace

std::vector<Setting<MultiHeadParams>> MultiHead::settings() {
  MultiHeadParams random;
  random.forms = Forms::kRandom;
  MultiHeadParams one;
  one.letters = Vector::Constant(1, 3.0);
  return {{MultiHeadParams{}, 0, 0}, {random, 0, 0}, {one, 0, 0}};
}

MultiHead::MultiHead(const Params& p) {
  check::vector(kName, "letters", p.letters);
  check::count(kName, "the number of letters", p.letters.size(), 1, kMaxTokens);
  for (Index i = 0; i < p.letters.size(); ++i) {
    check::whole(kName, "a letter", p.letters(i), 0, kLetters - 1);
  }
  checked(kName, p);
  const Patterns heads[] = {made_heads(p), random_heads(p)};
  const Patterns& shown = heads[static_cast<std::size_t>(p.forms)];
  Frame& f = frame_;
  f.made_diversity = head_diversity(heads[0].patterns);
  f.random_diversity = head_diversity(heads[1].patterns);
  f.diversity = head_diversity(shown.patterns);
  f.diversity_by_rows = diversity_by_rows(shown.patterns);
  f.form_error = larger(heads[0].form_error, heads[1].form_error);
  const Index n = p.letters.size();
  f.weights.resize(kHeads * n, n);
  f.sureness.resize(kHeads);
  f.named.resize(kHeads);
  Named all;
  for (Index h = 0; h < kHeads; ++h) {
    const Matrix& weights = shown.patterns[static_cast<std::size_t>(h)];
    f.weights.middleRows(h * n, n) = weights;
    f.row_error = larger(f.row_error, weight_error(weights));
    f.sureness(h) = mean_sureness(weights);
    const Named here = named_weight(rule_of(h, p.letters), weights);
    f.named(h) = here.rows > 0.0 ? here.weight / here.rows : 0.0;
    all.weight += here.weight;
    all.rows += here.rows;
  }
  f.named_mean = all.rows > 0.0 ? all.weight / all.rows : 0.0;
}

}  // namespace attn::experiments
