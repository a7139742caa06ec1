#include "attn/sequence/pattern_construction.hpp"

#include <cmath>

#include "attn/attention/attention.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;

namespace {

struct Sequence {
  PatternTask task;
  std::vector<Index> tokens;
};

Sequence sequence(Index length, std::uint64_t seed) {
  Rng rng(seed);
  Sequence out{haar_task(4, 3, 6, 1.5, 2.0, rng), {}};
  out.tokens = sample_pattern_chain(out.task, length, rng).tokens;
  return out;
}

}  // namespace

TEST_CASE("the construction is that of its matrices, whatever the symmetry of keys and queries") {
  const Sequence s = sequence(5, 3);
  const double lambda = 2.0;
  const PatternConstruction c = pattern_construction(s.task, s.tokens, lambda);
  const auto columns = static_cast<Index>(s.tokens.size());
  // A row for each token, with its position one-hot behind it; K^T Q as printed.
  Matrix x = Matrix::Zero(columns, 4 + columns);
  for (Index p = 0; p < columns; ++p) {
    x(p, s.tokens[static_cast<std::size_t>(p)]) = 1.0;
    x(p, 4 + p) = 1.0;
  }
  // A triangular M, of which M^-1 takes a substitution, turns keys to M^T K and queries to M^-1 Q.
  Rng rng(11);
  Matrix m = Matrix::Identity(4 + columns, 4 + columns);
  for (Index i = 0; i < m.rows(); ++i) {
    for (Index j = 0; j < i; ++j) m(i, j) = 0.3 * rng.normal();
  }
  for (Index k = 0; k < 3; ++k) {
    Matrix pair = Matrix::Zero(4 + columns, 4 + columns);
    for (Index p = 5; p < columns; ++p) {
      for (Index i = 2 * k; i < 2 * k + 2; ++i) pair(4 + p - i, 4 + p) += lambda;
    }
    Matrix queries = pair.lazyProduct(x.transpose());
    for (Index i = 0; i < m.rows(); ++i) {
      for (Index j = 0; j < i; ++j) queries.row(i) -= m(i, j) * queries.row(j);
    }
    AttentionOptions options;
    options.scale = 1.0;
    options.causal = true;
    const Matrix weights =
        attention_forward(queries.transpose(), x.lazyProduct(m), x, options).weights;
    const Matrix& found = c.attention[static_cast<std::size_t>(k)];
    CHECK(largest(weights.middleRows(5, found.rows()) - found) < 1e-13);
  }
}

TEST_CASE("what leaks is the closed form, and logits come to the task's own") {
  const Sequence s = sequence(9, 4);
  double before = 1e9;
  for (const double lambda : {0.0, 1.0, 5.0, 10.0, 20.0, 40.0}) {
    const PatternConstruction c = pattern_construction(s.task, s.tokens, lambda);
    for (Index k = 0; k < 3; ++k) {
      const Matrix& a = c.attention[static_cast<std::size_t>(k)];
      for (Index t = 0; t < a.rows(); ++t) {
        double read = 0.0;
        for (Index i = 2 * k; i < 2 * k + 2; ++i) read += a(t, 5 + t - i);
        CHECK(std::fabs(1.0 - read - pattern_leak(2, 6 + t, lambda)) < 1e-14);
      }
    }
    const double error = largest(c.logits - c.limit);
    CHECK((error < before || error < 1e-14));
    before = error;
  }
  CHECK(before < 1e-14);
  const PatternConstruction c = pattern_construction(s.task, s.tokens, 1.0);
  const PatternContext last = context_of(s.tokens, 14, 6);
  CHECK(largest(c.limit.row(c.limit.rows() - 1).transpose() - pattern_logits(s.task, last, 3)) <
        1e-14);
}

TEST_CASE("weights by lag are those of the whole sequence, and of what any mask leaks") {
  const Sequence s = sequence(9, 5);
  Matrix groups = Matrix::Zero(3, 6);
  for (Index k = 0; k < 3; ++k) groups.row(k).segment(2 * k, 2).setOnes();
  for (const double lambda : {-2.0, 0.0, 1.0, 5.0, 700.0}) {
    const PatternConstruction c = pattern_construction(s.task, s.tokens, lambda);
    for (Index t = 0; t < 9; ++t) {
      const Matrix found = pattern_weights(groups, 6 + t, lambda);
      for (Index k = 0; k < 3; ++k) {
        const Matrix& a = c.attention[static_cast<std::size_t>(k)];
        for (Index i = 0; i < 6; ++i) CHECK(std::fabs(found(k, i) - a(t, 5 + t - i)) < 1e-15);
        CHECK(std::fabs(found(k, 6) - a.row(t).head(t).sum()) < 1e-14);
      }
    }
  }
  Rng rng(8);
  for (int draw = 0; draw < 200; ++draw) {
    Matrix reads(2, 5);
    for (double& one : reads.reshaped<Eigen::RowMajor>()) one = rng.uniform() < 0.4 ? 1.0 : 0.0;
    const auto visible = static_cast<Index>(5.0 + 40.0 * rng.uniform());
    const double lambda = 20.0 * rng.uniform() - 5.0;
    const Matrix found = pattern_weights(reads, visible, lambda);
    for (Index k = 0; k < 2; ++k) {
      const auto count = static_cast<Index>(reads.row(k).sum());
      const double leak = pattern_leak(count, visible, lambda);
      const double kept = found.row(k).head(5).cwiseProduct(reads.row(k)).sum();
      CHECK(std::fabs(1.0 - kept - leak) < 1e-14);
      CHECK(std::fabs(found.row(k).sum() - 1.0) < 1e-14);
    }
  }
  // Nothing to read, or all of it: the same for each token, whatever lambda.
  const Matrix even = pattern_weights(Matrix::Zero(1, 3), 12, 1e300);
  CHECK(largest(even.leftCols(3) - Matrix::Constant(1, 3, 1.0 / 12.0)) < 1e-16);
  CHECK(std::fabs(even(0, 3) - 0.75) < 1e-16);
  CHECK(largest(pattern_weights(Matrix::Ones(1, 4), 4, -1e300).leftCols(4) -
                Matrix::Constant(1, 4, 0.25)) == 0.0);
}

TEST_CASE("leaks have the numbers of long contexts, and are finite for any lambda") {
  CHECK(std::fabs(pattern_leak(4, 12, 5.0) - 0.0133) < 5e-5);
  CHECK(std::fabs(pattern_leak(4, 1012, 5.0) - 0.629) < 5e-4);
  CHECK(std::fabs(pattern_leak(4, 1012, 10.0) - 0.0113) < 5e-5);
  CHECK(std::fabs(pattern_leak(4, 12, 0.0) - 2.0 / 3.0) < 1e-15);
  CHECK(pattern_leak(4, 12, 1e300) == 0.0);
  CHECK(pattern_leak(4, 12, -1e300) == 1.0);
  CHECK(pattern_leak(0, 12, 3.0) == 1.0);
  CHECK(pattern_leak(12, 12, -1e9) == 0.0);
  // Either side of 0 is one formula.
  CHECK(std::fabs(pattern_leak(3, 7, 1e-12) - pattern_leak(3, 7, -1e-12)) < 1e-11);
}

TEST_CASE("the construction refuses what does not fit") {
  const Sequence s = sequence(2, 1);
  CHECK(message_of([&] {
          return pattern_construction(s.task, {0, 1, 2, 3, 0, 1}, 1.0);
        }) ==
        "pattern_construction: the number of tokens is 6, expected a whole number from 7 to "
        "1000000000");
  std::vector<Index> bad = s.tokens;
  bad[2] = 4;
  CHECK(message_of([&] { return pattern_construction(s.task, bad, 1.0); }) ==
        "pattern_construction: tokens[2] is 4, expected 0 to 3");
  CHECK(message_of([&] { return pattern_construction(s.task, s.tokens, std::nan("")); }) ==
        "pattern_construction: lambda is NaN, expected a finite number");
  CHECK(message_of([] { return pattern_weights(Matrix::Ones(1, 4), 3, 1.0); }) ==
        "pattern_weights: visible is 3, expected a whole number from 4 to 1000000000");
  Matrix half = Matrix::Ones(2, 3);
  half(1, 2) = 0.5;
  CHECK(message_of([&] { return pattern_weights(half, 3, 1.0); }) ==
        "pattern_weights: reads[1, 2] is 0.5, expected 0 or 1");
  half(1, 2) = std::nan("");
  CHECK_THAT(message_of([&] { return pattern_weights(half, 3, 1.0); }),
             contains("pattern_weights: reads[1, 2] is NaN"));
  CHECK(message_of([] { return pattern_weights(Matrix::Ones(1, 1), 3, std::nan("")); }) ==
        "pattern_weights: lambda is NaN, expected a finite number");
  CHECK(message_of([] { return pattern_leak(5, 4, 1.0); }) ==
        "pattern_leak: read is 5, expected a whole number from 0 to 4");
}
