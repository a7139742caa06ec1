#include "attn/sequence/best_laws.hpp"

#include <cstdint>
#include <utility>

#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "numerics/products.hpp"
#include "sequence/pattern_parts.hpp"

namespace attn {
namespace {

constexpr Index kMostCounts = Index{1} << 23;

// C(size + d - 1, d - 1), the ways to share `size` out among d kinds; kMostCounts + 1 where there
// are more than that.
Index count_ways(Index size, Index d) {
  std::int64_t ways = 1;
  for (Index i = 1; i < d; ++i) {
    if (ways > kMostCounts) return kMostCounts + 1;
    ways = ways * (size + i) / i;  // a binomial coefficient each time, so that nothing is lost
  }
  return ways > kMostCounts ? kMostCounts + 1 : static_cast<Index>(ways);
}

// All ways in which `size` tokens of d kinds can occur, each kind as often as a row says.
struct Counts {
  Matrix shares;   // of the size
  Vector weights;  // how likely: multinomial
};

// The way that follows, where the last kind has had all in the first one; of no meaning after the
// last.
void advance(std::vector<Index>& counts) {
  const std::size_t last = counts.size() - 1;
  Index behind = counts[last];
  for (std::size_t i = last; i-- > 0;) {
    if (behind > 0) {
      ++counts[i];
      for (std::size_t j = i + 1; j < last; ++j) counts[j] = 0;
      counts[last] = behind - 1;
      return;
    }
    behind += counts[i];
  }
}

// How likely 0 to `size` of so many tokens are of one of `kinds` >= 2 kinds. By the ratios of
// neighbours, from the likeliest outwards: what is too small for a double has nothing behind it.
Vector binomial_law(Index size, Index kinds) {
  const auto n = static_cast<double>(size), others = static_cast<double>(kinds - 1);
  const Index top = (size + 1) / kinds;
  Vector out(size + 1);
  out(top) = 1.0;
  double sum = 1.0;
  for (Index i = top + 1; i <= size; ++i) {
    const auto more = static_cast<double>(i);
    sum += out(i) = out(i - 1) * ((n - more + 1.0) / (more * others));
  }
  for (Index i = top; i-- > 0;) {
    const auto fewer = static_cast<double>(i);
    sum += out(i) = out(i + 1) * ((fewer + 1.0) * others / (n - fewer));
  }
  return out / sum;
}

Counts all_counts(Index size, Index d) {
  const Index ways = count_ways(size, d);
  Counts out{Matrix(ways, d), Vector(ways)};
  // How often a kind is among as many tokens as those before it have left, the most of them last.
  std::vector<std::vector<Vector>> laws(static_cast<std::size_t>(d));
  for (Index j = 0; j + 1 < d; ++j) {
    for (Index left = j == 0 ? size : 0; left <= size; ++left) {
      laws[static_cast<std::size_t>(j)].push_back(binomial_law(left, d - j));
    }
  }
  std::vector<Index> counts(static_cast<std::size_t>(d), 0);
  counts.back() = size;
  for (Index row = 0; row < ways; ++row, advance(counts)) {
    double weight = 1.0;
    Index placed = 0;
    for (Index j = 0; j < d; ++j) {
      const Index n = counts[static_cast<std::size_t>(j)];
      out.shares(row, j) = static_cast<double>(n) / static_cast<double>(size);
      if (j + 1 < d) weight *= (laws[static_cast<std::size_t>(j)].rbegin()[placed])(n);
      placed += n;
    }
    out.weights(row) = weight;
  }
  return out;
}

// The row of a group of a context.
Index row_of(const PatternContext& context, Index first, Index size, Index d) {
  std::vector<Index> counts(static_cast<std::size_t>(d), 0);
  for (Index i = first; i < first + size; ++i) {
    ++counts[static_cast<std::size_t>(context.tokens[static_cast<std::size_t>(i)])];
  }
  Index row = 0, left = size;
  for (Index j = 0; j + 1 < d; ++j) {
    const Index n = counts[static_cast<std::size_t>(j)];
    // Ways with fewer of this kind come before.
    for (Index fewer = 0; fewer < n; ++fewer) row += count_ways(left - fewer, d - 1 - j);
    left -= n;
  }
  return row;
}

// All counts of all groups, one group after the other.
class Enumeration {
 public:
  Enumeration(const PatternTask& task, std::vector<Matrix>& laws)
      : counts_(all_counts(patterns::group_size(task), patterns::tokens(task))),
        laws_(laws),
        entropies_(Vector::Zero(patterns::groups(task) + 1)) {
    for (const Matrix& a : task.features) {
      Matrix votes = product_transposed(counts_.shares, a);
      // What a group says to all tokens alike changes no law.
      for (Index r = 0; r < votes.rows(); ++r) votes.row(r).array() -= highest(votes.row(r));
      check::result("BestLaws", "a logit", votes);
      spread_ -= lowest(votes);
      check::result("BestLaws", "a logit", spread_);
      exps_.emplace_back(votes.unaryExpr([](double z) { return mathfn::exp(z); }));
      votes_.push_back(std::move(votes));
    }
  }

  // The best law of who has read `read` groups, counts number `row` of them, which give these
  // logits and are that likely.
  Vector visit(Index read, Index row, double weight, const Vector& logits) {
    const auto group = static_cast<std::size_t>(read);
    const Matrix& votes = votes_[group];
    Vector law = Vector::Zero(logits.size());
    if (group + 1 == votes_.size()) {
      finish(weight, logits, law);
    } else {
      for (Index r = 0; r < votes.rows(); ++r) {
        const double share = counts_.weights(r);
        law += share * visit(read + 1, row * votes.rows() + r, weight * share,
                             logits + votes.row(r).transpose());
      }
    }
    laws_[group].row(row) = law.transpose();
    entropies_(read) += weight * entropy(law);
    return law;
  }

  const Vector& entropies() const { return entropies_; }
  const Vector& weights() const { return counts_.weights; }

 private:
  // The mean over what the last group may have read, and the entropies of the laws themselves.
  // These are nearly all of the work: exponentials of sums are products, and an entropy takes one
  // logarithm.
  void finish(double weight, const Vector& logits, Vector& law) {
    const Matrix& votes = votes_.back();
    const Matrix& exps = exps_.back();
    const Index d = logits.size();
    // Beyond, all products might be too small for a double.
    const bool products = spread_ < 600.0;
    Vector before(d), p(d);
    if (products) {
      for (Index y = 0; y < d; ++y) before(y) = mathfn::exp(logits(y));
    }
    for (Index r = 0; r < votes.rows(); ++r) {
      double top = 0.0, sum = 0.0, mean = 0.0;
      if (!products) top = highest(Vector(logits + votes.row(r).transpose()));
      for (Index y = 0; y < d; ++y) {
        p(y) = products ? before(y) * exps(r, y) : mathfn::exp(logits(y) + votes(r, y) - top);
        sum += p(y);
        mean += p(y) * (logits(y) + votes(r, y) - top);
      }
      const double share = counts_.weights(r);
      for (Index y = 0; y < d; ++y) law(y) += share * (p(y) / sum);
      entropies_(entropies_.size() - 1) += weight * share * (mathfn::log(sum) - mean / sum);
    }
  }

  Counts counts_;
  std::vector<Matrix> votes_, exps_;
  double spread_ = 0.0;  // the most that logits of one law differ by
  std::vector<Matrix>& laws_;
  Vector entropies_;
};

}  // namespace

BestLaws::BestLaws(const PatternTask& task) : task_(task) {
  constexpr const char* kName = "BestLaws";
  patterns::check_task(kName, task);
  const Index h = patterns::groups(task), d = patterns::tokens(task);
  counts_ = count_ways(patterns::group_size(task), d);
  Index rows = 1;
  for (Index i = 0; i < h; ++i) {
    laws_.emplace_back(rows, d);
    rows = check::product(kName, "the number of counts", rows, counts_, kMostCounts);
  }
  Enumeration all(task, laws_);
  (void)all.visit(0, 0, 1.0, Vector::Zero(d));
  weights_ = all.weights();
  // E KL(f || mean f) is the entropy of the mean less the mean entropy.
  stairs_ = (all.entropies().array() - all.entropies()(h)).matrix();
}

Vector BestLaws::law(const PatternContext& context, Index read) const {
  constexpr const char* kName = "BestLaws::law";
  patterns::check_context(kName, task_, context);
  const Index h = patterns::groups(task_), size = patterns::group_size(task_);
  check::count(kName, "read", read, 0, h);
  if (read == h) return softmax(patterns::logits(kName, task_, context, h));
  Index row = 0;
  for (Index k = 0; k < read; ++k) {
    row = row * counts_ + row_of(context, k * size, size, patterns::tokens(task_));
  }
  return laws_[static_cast<std::size_t>(read)].row(row).transpose();
}

double BestLaws::gain(Index read) const {
  constexpr const char* kName = "BestLaws::gain";
  check::count(kName, "read", read, 1, patterns::groups(task_) - 1);
  const Matrix& more = laws_[static_cast<std::size_t>(read)];
  const Matrix& fewer = laws_[static_cast<std::size_t>(read - 1)];
  double out = 0.0;
  for (Index row = 0; row < more.rows(); ++row) {
    double weight = 1.0;
    Index rest = row;
    for (Index k = 0; k < read; ++k, rest /= counts_) weight *= weights_(rest % counts_);
    double divergence = 0.0;
    for (Index y = 0; y < more.cols(); ++y) {
      const double p = more(row, y), q = fewer(row / counts_, y);
      // A mean of laws is 0 where all of them are, or too small for a double.
      if (p > 0.0 && q > 0.0) divergence += p * mathfn::log(p / q);
    }
    out += weight * divergence;
  }
  return out;
}

}  // namespace attn
