#include "attn/training/head_mixing.hpp"

#include <cmath>
#include <limits>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/numerics/symmetric_eigen.hpp"
#include "attn/sequence/pattern_chain.hpp"
#include "catch.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::matrix;

namespace {

PatternTensor tensor(Index count, Index d, Index positions, std::uint64_t seed) {
  PatternTensor out{{}, matrix(count, positions, seed + 50)};
  for (Index k = 0; k < count; ++k) {
    out.matrices.push_back(matrix(d, d, seed + static_cast<std::uint64_t>(k)));
  }
  return out;
}

// Rows >= 0 that sum to 1.
Matrix stochastic(Index n, Rng& rng) {
  Matrix out(n, n);
  for (double& x : out.reshaped<Eigen::RowMajor>()) x = rng.uniform();
  for (Index i = 0; i < n; ++i) out.row(i) /= out.row(i).sum();
  return out;
}

// The clues of the chapter: A_k at the four lags of group k.
PatternTensor clues() {
  PatternTensor out{clue_task(12, 1.5, 3.0).features, Matrix::Zero(3, 12)};
  for (Index k = 0; k < 3; ++k) out.vectors.row(k).segment(4 * k, 4).setConstant(0.25);
  return out;
}

double length(const PatternTensor& t) {
  double sum = 0.0;
  for (const Matrix& m : t.matrices) sum += m.squaredNorm();
  return std::sqrt(sum);
}

}  // namespace

TEST_CASE("mixed heads have the same sum, and undo by the inverse") {
  Rng rng(1);
  for (int draw = 0; draw < 50; ++draw) {
    const Index count = 1 + draw % 4;
    const PatternTensor heads = tensor(count, 3, 5, static_cast<std::uint64_t>(10 * draw));
    const Matrix r = stochastic(count, rng) + Matrix::Identity(count, count);
    const PatternTensor mixed = mix_heads(heads, r);
    CHECK(largest_difference(heads, mixed) < 1e-14);
    CHECK(largest(mixed.vectors - r * heads.vectors) < 1e-15);
    // The inner product with anything is that of the sum: an independent sum over pairs.
    const PatternTensor other = tensor(2, 3, 5, static_cast<std::uint64_t>(draw + 7000));
    CHECK(inner_product(mixed, other) ==
          Approx(inner_product(heads, other)).epsilon(1e-12).margin(1e-12));
  }
}

TEST_CASE("a model says the same with mixed heads, at any context") {
  const PatternTensor heads = clues();
  Matrix r(3, 3);
  r << 0.8, 0.1, 0.1, 0.2, 0.5, 0.3, 0.53, 0.0, 0.47;
  const PatternTensor mixed = mix_heads(heads, r);
  Rng rng(4);
  const PatternTask task = clue_task(12, 1.5, 3.0);
  for (int draw = 0; draw < 30; ++draw) {
    PatternContext context;
    for (int i = 0; i < 12; ++i) context.tokens.push_back(static_cast<Index>(5.0 * rng.uniform()));
    Vector logits = Vector::Zero(5);
    for (std::size_t k = 0; k < 3; ++k) {
      for (Index i = 0; i < 12; ++i) {
        logits += mixed.vectors(static_cast<Index>(k), i) *
                  mixed.matrices[k].col(context.tokens[static_cast<std::size_t>(i)]);
      }
    }
    CHECK(largest(softmax(logits) - pattern_law(task, context)) < 1e-14);
  }
}

TEST_CASE("lengths of values have the numbers of the chapter") {
  const PatternTensor heads = clues();
  const auto ratio = [&](const Matrix& r) { return length(mix_heads(heads, r)) / length(heads); };
  Matrix trained = Matrix::Identity(3, 3);
  trained.row(2) << 0.53, 0.0, 0.47;
  CHECK(ratio(trained) == Approx(1.206).margin(5e-4));
  const Matrix even = Matrix::Constant(3, 3, 1.0);
  const Matrix one = Matrix::Identity(3, 3);
  CHECK(ratio(0.4 * one + 0.2 * even) == Approx(1.975).margin(5e-4));
  CHECK(ratio(0.1 * one + 0.3 * even) == Approx(7.46).margin(5e-3));
  Matrix turned(3, 3);
  turned << 0, 1, 0, 0, 0, 1, 1, 0, 0;
  CHECK(ratio(turned) == 1.0);
  // Here no other place of the heads has been found where values are shorter.
  Rng rng(2);
  double least = std::numeric_limits<double>::infinity();
  for (int draw = 0; draw < 2000; ++draw) {
    const double now = ratio(stochastic(3, rng));
    if (!(now >= least)) least = now;
  }
  CHECK(least > 1.0);
}

TEST_CASE("what is out of reach of heads on a line is the closed form, and else nothing") {
  const PatternTensor heads = clues();
  Matrix line(3, 3);
  line << 1, 0, 0, 0, 1, 0, 0.5, 0.5, 0;
  const double m2 = 1.5 * 1.5;
  CHECK(unreachable_share(heads, line * heads.vectors) ==
        Approx(1.0 / (1.0 + m2 + m2 * m2)).epsilon(1e-14));
  // One head on group 1 leaves the other two; none at all leaves everything.
  CHECK(unreachable_share(heads, heads.vectors.topRows(1)) ==
        Approx((1.0 + m2) / (1.0 + m2 + m2 * m2)).epsilon(1e-14));
  CHECK(unreachable_share(heads, Matrix::Zero(2, 12)) == 1.0);
  Rng rng(3);
  for (int draw = 0; draw < 50; ++draw) {
    CHECK(unreachable_share(heads, stochastic(3, rng) * heads.vectors) < 1e-20);
  }
  PatternTensor none = heads;
  for (Matrix& m : none.matrices) m.setZero();
  CHECK(unreachable_share(none, line * heads.vectors) == 0.0);
}

TEST_CASE("no more is out of reach than there is, of vectors at right angles to rounding either") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Matrix rows = matrix(4, 12, seed);
    const PatternTensor target{{matrix(5, 5, 3), matrix(5, 5, 4)}, rows.topRows(2)};
    for (int again = 0; again < 2; ++again) {
      for (Index k = 1; k < 4; ++k) {
        for (Index before = 0; before < k; ++before) {
          const double along = rows.row(k).dot(rows.row(before));
          rows.row(k) -= along / rows.row(before).squaredNorm() * rows.row(before);
        }
      }
    }
    const double share = unreachable_share(target, rows.bottomRows(2));
    CHECK(share <= 1.0);
    CHECK(share > 1.0 - 1e-12);
  }
}

TEST_CASE("what is out of reach is what a least-squares fit leaves, by the normal equations") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const PatternTensor target = tensor(3, 2, 6, 10 * seed);
    const Matrix rows = matrix(2, 6, 900 + seed);
    Matrix g = Matrix::Zero(4, 6);
    for (Index k = 0; k < 3; ++k) {
      const Matrix& m = target.matrices[static_cast<std::size_t>(k)];
      for (Index i = 0; i < 4; ++i) g.row(i) += m.data()[i] * target.vectors.row(k);
    }
    const Matrix inverse = symmetric_pseudo_inverse(rows * rows.transpose());
    const Matrix left = g - g * rows.transpose() * inverse * rows;
    CHECK(unreachable_share(target, rows) ==
          Approx(left.squaredNorm() / g.squaredNorm()).epsilon(1e-9));
  }
}

TEST_CASE("mixing is exact at any scale, and says where it is not possible") {
  PatternTensor heads = tensor(2, 2, 3, 5);
  for (Matrix& m : heads.matrices) m *= 1e300;
  heads.vectors *= 1e-300;
  const Matrix r = matrix(2, 2, 8);
  CHECK(largest_difference(heads, mix_heads(heads, r)) < 1e-14);
  CHECK(unreachable_share(heads, 1e300 * matrix(1, 3, 2)) < 1.0);
  Matrix line(2, 2);
  line << 0.5, 0.5, 0.5, 0.5;
  CHECK(message_of([&] { return mix_heads(heads, line); }) ==
        "mix_heads: mixture is singular, expected one with an inverse");
  CHECK_THAT(message_of([&] { return mix_heads(heads, Matrix::Identity(3, 3)); }),
             contains("mix_heads: mixture is 3 x 3, expected 2 x 2"));
  heads.vectors *= 1e300;
  heads.vectors *= 1e10;
  CHECK_THAT(message_of([&] { return largest_difference(heads, heads); }),
             contains("largest_difference: an entry is too large for a double"));
  CHECK_THAT(message_of([&] { return unreachable_share(heads, heads.vectors); }),
             contains("unreachable_share: an entry is too large for a double"));
}

TEST_CASE("mixing refuses what does not fit") {
  PatternTensor heads = tensor(2, 2, 3, 5);
  CHECK_THAT(message_of([&] { return unreachable_share(heads, Matrix::Ones(1, 4)); }),
             contains("unreachable_share: vectors is 1 x 4, expected 1 x 3"));
  CHECK_THAT(message_of([&] { return largest_difference(heads, tensor(2, 2, 4, 5)); }),
             contains("largest_difference: b.vectors is 2 x 4, expected 2 x 3"));
  CHECK_THAT(message_of([&] { return largest_difference(heads, tensor(2, 3, 3, 5)); }),
             contains("largest_difference: a matrix of b is 3 x 3, expected 2 x 2"));
  CHECK_THAT(message_of([] {
               return mix_heads({{}, Matrix::Ones(1, 1)}, Matrix::Ones(1, 1));
             }),
             contains("mix_heads: the number of matrices is 0"));
  heads.vectors(1, 1) = std::nan("");
  CHECK_THAT(message_of([&] { return mix_heads(heads, Matrix::Identity(2, 2)); }),
             contains("mix_heads: heads"));
  heads = tensor(2, 2, 3, 5);
  Matrix bad = Matrix::Identity(2, 2);
  bad(0, 1) = std::numeric_limits<double>::infinity();
  CHECK_THAT(message_of([&] { return mix_heads(heads, bad); }), contains("mix_heads: mixture"));
}
