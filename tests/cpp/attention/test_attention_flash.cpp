#include "attn/attention/attention_flash.hpp"

#include <cmath>
#include <limits>

#include "attention/attention_cases.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

FlashGradients backward(const AttentionCase& c, Index block) {
  const FlashAttention forward = flash_attention(c.q, c.k, c.v, c.options, block);
  return flash_attention_backward(c.q, c.k, c.v, c.options, forward, c.d_output, block);
}

void check_backward(const AttentionCase& c, Index block) {
  const DenseGradients expected = dense_gradients(c);
  const FlashGradients g = backward(c, block);
  CHECK(relative_difference(g.d_q, expected.d_q, 1.0) <= 1e-13);
  CHECK(relative_difference(g.d_k, expected.d_k, 1.0) <= 1e-13);
  CHECK(relative_difference(g.d_v, expected.d_v, 1.0) <= 1e-13);
}

// sum_ib dO_ib O_ib, whose gradient with respect to O is dO.
double loss(const AttentionCase& c) {
  return flash_attention(c.q, c.k, c.v, c.options, 3).output.cwiseProduct(c.d_output).sum();
}

Matrix central_differences(AttentionCase& c, Matrix& x) {
  Matrix slope(x.rows(), x.cols());
  const double h = 6e-6;
  for (Index i = 0; i < x.size(); ++i) {
    const double at = x.data()[i];
    x.data()[i] = at + h;
    const double up = loss(c);
    x.data()[i] = at - h;
    slope.data()[i] = (up - loss(c)) / (2.0 * h);
    x.data()[i] = at;
  }
  return slope;
}

}  // namespace

TEST_CASE("attention block by block is attention, over random shapes, options and blocks") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const AttentionCase c = random_case(seed, 13);
    const Matrix expected = attention(c.q, c.k, c.v, c.options);
    for (const Index block : {1, 2, 5, 64}) {
      CAPTURE(seed, block);
      const FlashAttention flash = flash_attention(c.q, c.k, c.v, c.options, block);
      CHECK(relative_difference(flash.output, expected, 1.0) <= 1e-14);
    }
  }
}

TEST_CASE("gradients block by block are those of the whole matrix of weights") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    for (const Index block : {1, 4, 64}) {
      CAPTURE(seed, block);
      check_backward(random_case(seed, 13), block);
    }
  }
}

TEST_CASE("gradients block by block are those of central differences") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    AttentionCase c = random_case(seed, 5);
    const FlashGradients g = backward(c, 2);
    CHECK((g.d_q - central_differences(c, c.q)).norm() <= 1e-7 * larger(1.0, g.d_q.norm()));
    CHECK((g.d_k - central_differences(c, c.k)).norm() <= 1e-7 * larger(1.0, g.d_k.norm()));
    CHECK((g.d_v - central_differences(c, c.v)).norm() <= 1e-7 * larger(1.0, g.d_v.norm()));
  }
}

TEST_CASE("maximum and sum are those of the row, and blocks do not change them") {
  const AttentionCase c = plain_case(6, 23, 4, 3, 5);
  const Matrix scores = attention_scores(c.q, c.k);
  for (const Index block : {1, 7, 23, 1000}) {
    const FlashAttention flash = flash_attention(c.q, c.k, c.v, {}, block);
    for (Index i = 0; i < 6; ++i) {
      const double max = highest(scores.row(i));
      const double sum = (scores.row(i).array() - max).exp().sum();
      CHECK(std::fabs(flash.max(i) - max) <= 1e-14);
      CHECK(std::fabs(flash.sum(i) - sum) <= 1e-13 * sum);
    }
  }
}

TEST_CASE("rows and first blocks without a key give zeros, no NaN") {
  AttentionCase c = plain_case(4, 9, 3, 2, 6);
  c.options.bias = Matrix::Zero(4, 9);
  c.options.bias.row(1).setConstant(-kInfinity);
  c.options.bias.row(2).head(6).setConstant(-kInfinity);
  c.options.allowed = Mask::Constant(4, 9, true);
  c.options.allowed.row(3).head(8).setConstant(false);
  const FlashAttention flash = flash_attention(c.q, c.k, c.v, c.options, 3);
  CHECK(flash.output.allFinite());
  CHECK(flash.output.row(1) == Matrix::Zero(1, 2));
  CHECK(flash.max(1) == -kInfinity);
  CHECK(flash.sum(1) == 0.0);
  CHECK(largest(flash.output.row(3) - c.v.row(8)) == 0.0);
  check_backward(c, 3);
  CHECK(backward(c, 3).d_q.row(1) == Matrix::Zero(1, 3));
  c.options.key_length = 0;
  CHECK(flash_attention(c.q, c.k, c.v, c.options).output == Matrix::Zero(4, 2));
  CHECK(backward(c, 3).d_v == Matrix::Zero(9, 2));
}

TEST_CASE("one query and one key, one dimension, identical tokens") {
  check_backward(plain_case(1, 1, 1, 1, 7), 1);
  const AttentionCase one = plain_case(1, 1, 1, 1, 7);
  CHECK(flash_attention(one.q, one.k, one.v).output == one.v);
  AttentionCase same = plain_case(5, 11, 3, 2, 8);
  same.k.rowwise() = same.k.row(0).eval();
  check_backward(same, 4);
  CHECK(largest(backward(same, 4).d_q) <= 1e-15);
}

TEST_CASE("scores of 10000 either way, as differences of blocks too") {
  for (const bool falling : {true, false}) {
    AttentionCase c = plain_case(3, 12, 2, 2, 9);
    for (Index j = 0; j < 12; ++j) {
      c.k.row(j).setConstant((falling ? 1.0 : -1.0) * 2e3 * (static_cast<double>(j) - 6.0));
    }
    c.options.scale = 1.0;
    CHECK(largest(attention_scores(c.q, c.k, c.options)) >= 1e4);
    for (const Index block : {1, 5, 64}) {
      const FlashAttention flash = flash_attention(c.q, c.k, c.v, c.options, block);
      CHECK(relative_difference(flash.output, attention(c.q, c.k, c.v, c.options)) <= 1e-13);
      check_backward(c, block);
    }
  }
}

TEST_CASE("the largest and the smallest numbers") {
  AttentionCase c = plain_case(3, 8, 2, 2, 10);
  c.q *= 1e-310;
  CHECK(relative_difference(flash_attention(c.q, c.k, c.v, {}, 3).output,
                            attention(c.q, c.k, c.v)) <= 1e-14);
  c.q.setConstant(1e154);
  c.k.setConstant(1e153);
  CHECK(relative_difference(flash_attention(c.q, c.k, c.v, {}, 3).output,
                            attention(c.q, c.k, c.v)) <= 1e-14);
  c.k.setConstant(1e155);
  CHECK(message_of([&] { return flash_attention(c.q, c.k, c.v); }) ==
        "flash_attention: a score is too large for a double");
  AttentionCase sums = plain_case(3, 8, 2, 2, 11);
  sums.v.setConstant(1e308);
  CHECK(message_of([&] { return flash_attention(sums.q, sums.k, sums.v); }) ==
        "flash_attention: the output is too large for a double");
}

TEST_CASE("block-wise attention refuses what attention refuses, and limits of the temperature") {
  const AttentionCase c = plain_case(2, 3, 2, 2, 12);
  CHECK(message_of([&] { return flash_attention(c.q, Matrix::Zero(3, 1), c.v); }) ==
        "flash_attention: k has 1 columns, expected 2 (the columns of q)");
  CHECK(message_of([&] { return flash_attention(c.q, c.k, c.v, {}, 0); }) ==
        "flash_attention: block is 0, expected a whole number from 1 to 1000000000");
  AttentionOptions options;
  for (const double t : {0.0, -1.0, kInfinity, std::nan("")}) {
    options.temperature = t;
    CHECK_THAT(message_of([&] { return flash_attention(c.q, c.k, c.v, options); }),
               contains("flash_attention: options.temperature is"));
  }
}

TEST_CASE("the backward pass refuses a forward pass that is not one") {
  const AttentionCase c = plain_case(2, 3, 2, 2, 13);
  const FlashAttention good = flash_attention(c.q, c.k, c.v);
  const auto with = [&](const FlashAttention& forward, const Matrix& d_output) {
    return message_of(
        [&] { return flash_attention_backward(c.q, c.k, c.v, {}, forward, d_output); });
  };
  CHECK(with(good, Matrix::Zero(2, 1)) ==
        "flash_attention_backward: d_output is 2 x 1, expected 2 x 2");
  FlashAttention bad = good;
  bad.max(1) = std::nan("");
  CHECK(with(bad, c.d_output) ==
        "flash_attention_backward: forward.max[1] is NaN, expected a finite number with a sum > 0, "
        "or -Infinity with the sum 0");
  bad = good;
  bad.sum.conservativeResize(1);
  CHECK(with(bad, c.d_output) == "flash_attention_backward: forward.sum is 1 long, expected 2");
  bad = good;
  bad.max.array() -= 1e4;
  CHECK_THAT(with(bad, c.d_output), contains("too large for a double"));
}
