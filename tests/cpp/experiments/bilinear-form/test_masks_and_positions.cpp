#include "experiments/bilinear-form/masks_and_positions.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::Masking;
using experiments::MasksAndPositions;
using experiments::MasksAndPositionsFrame;
using experiments::MasksAndPositionsParams;

namespace {

Mask causal() {
  Mask out = Mask::Constant(8, 8, true);
  for (Index i = 0; i < 8; ++i) out.row(i).tail(7 - i).setConstant(false);
  return out;
}

Mask without_row(Index row) {
  Mask out = Mask::Constant(8, 8, true);
  out.row(row).setConstant(false);
  return out;
}

MasksAndPositionsFrame masked(const Mask& mask, Masking how, std::uint64_t seed = 7) {
  MasksAndPositionsParams p;
  p.mask = mask;
  p.how = how;
  p.seed = seed;
  return MasksAndPositions(p).frame();
}

MasksAndPositionsFrame placed(double slope, double common, std::uint64_t seed) {
  MasksAndPositionsParams p;
  p.slope = slope;
  p.common = common;
  p.seed = seed;
  return MasksAndPositions(p).frame();
}

}  // namespace

TEST_CASE("masks_and_positions: a causal mask leaves nothing to later keys, and rows of sum 1") {
  for (const Masking how :
       {Masking::kMinusInfinity, Masking::kReplace, Masking::kAdd, Masking::kAddFloat}) {
    const auto f = masked(causal(), how);
    CHECK(f.forbidden == 0.0);
    CHECK(f.lost <= 1e-15);
    CHECK(f.row_error <= 1e-15);
    CHECK(f.undefined.isZero(0.0));
    CHECK(f.weights == masked(causal(), Masking::kMinusInfinity).weights);
  }
}

TEST_CASE("masks_and_positions: zeros put in after the softmax take weight away") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto f = masked(causal(), Masking::kZeroAfter, seed);
    CHECK(f.forbidden == 0.0);
    CHECK(f.lost > 0.5);
    CHECK(f.row_error <= 1e-15);
  }
}

TEST_CASE(
    "masks_and_positions: a query that sees no key has no weights, where eq 61 has no number") {
  const auto f = masked(without_row(3), Masking::kMinusInfinity);
  CHECK(f.weights.row(3).isZero(0.0));
  CHECK(f.undefined(3) == 1.0);
  CHECK(f.undefined.sum() == 1.0);
  CHECK(f.row_sums(3) == 0.0);
  CHECK(f.lost <= 1e-15);
}

TEST_CASE("masks_and_positions: -1e9 is not -Infinity, where a query sees no key") {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto replaced = masked(without_row(3), Masking::kReplace, seed);
    CHECK(largest(replaced.weights.row(3).array() - 0.125) == 0.0);
    CHECK(replaced.undefined(3) == 1.0);
    const auto added = masked(without_row(3), Masking::kAdd, seed);
    const double back = largest(added.weights.row(3) - added.unmasked.row(3));
    CHECK(back > 0.0);
    CHECK(back <= 1e-7);
    const auto in_float = masked(without_row(3), Masking::kAddFloat, seed);
    CHECK(largest(in_float.weights.row(3).array() - 0.125) == 0.0);
  }
}

TEST_CASE("masks_and_positions: positions in the keys act through what queries have in common") {
  double most = 0.0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto any = placed(2.0, 0.0, seed);
    CHECK(any.distance > 1.0);
    CHECK(any.change > 0.15);
    most = larger(most, placed(2.0, 4.0, seed).distance);
    CHECK(any.score_error <= 1e-13);
  }
  CHECK(most < 0.9);
}

TEST_CASE("masks_and_positions: without slope nothing changes, and weights reach as far as any") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto f = placed(0.0, 0.0, seed);
    CHECK(f.change == 0.0);
    CHECK(f.weights == f.unmasked);
    CHECK(f.by_distance == f.level_by_distance);
    CHECK(f.by_distance.sum() == Approx(1.0).epsilon(1e-14));
    CHECK(f.by_distance(0) == Approx(f.weights.trace() / 8.0).epsilon(1e-14));
    CHECK(f.distance > 1.8);
    CHECK(f.distance < 3.4);
  }
}

TEST_CASE("masks_and_positions: refuses a mask that is not square, by name") {
  MasksAndPositionsParams p;
  p.mask = Mask::Constant(3, 4, true);
  CHECK(
      message_of([&] { MasksAndPositions{p}; }) ==
      "masks_and_positions: the number of columns of mask is 4, expected a whole number from 3 to "
      "3");
  p.mask = Mask::Constant(17, 17, true);
  CHECK(message_of([&] { MasksAndPositions{p}; }) ==
        "masks_and_positions: the number of rows of mask is 17, expected a whole number from 1 to "
        "16");
}
