#include <cmath>
#include <vector>

#include "allocations.hpp"
#include "attn/attention/attention_flash_fast.hpp"
#include "layouts.hpp"

using namespace attn;

namespace {

constexpr Index kTokens = 45;
constexpr Index kHeads = 3;
constexpr Index kSize = 10;
constexpr Index kStride = 3 * kHeads * kSize;

FloatMatrix floats(Index rows, Index cols, std::uint64_t seed) {
  return layouts::matrix(rows, cols, seed).cast<float>();
}

// Queries, keys or values of a head, of rows that hold those of all heads one after the other.
FloatView part_of(const FloatMatrix& packed, Index part, Index head) {
  return {packed.data() + (part * kHeads + head) * kSize, kTokens, kSize, packed.cols()};
}

FloatSpan part_of(FloatMatrix& packed, Index part, Index head) {
  return {packed.data() + (part * kHeads + head) * kSize, kTokens, kSize, packed.cols()};
}

FloatMatrix copied(const FloatMatrix& packed, Index part, Index head) {
  return packed.middleCols((part * kHeads + head) * kSize, kSize);
}

std::vector<AttentionOptions> several_options() {
  std::vector<AttentionOptions> all(4);
  all[1].causal = true;
  all[1].softcap = 2.0;
  all[2].metric = layouts::matrix(kSize, kSize, 9);
  all[3].bias = layouts::matrix(kTokens, kTokens, 10);
  all[3].key_length = 31;
  return all;
}

}  // namespace

TEST_CASE("heads that lie side by side in one buffer have the bits of heads on their own") {
  const FloatMatrix qkv = floats(kTokens, kStride, 1);
  const FloatMatrix d_output = floats(kTokens, kHeads * kSize, 2);
  for (const AttentionOptions& options : several_options()) {
    FlashWorkspace workspace;
    FloatMatrix output = FloatMatrix::Zero(kTokens, kHeads * kSize);
    FloatMatrix d_qkv = FloatMatrix::Zero(kTokens, kStride);
    for (Index h = 0; h < kHeads; ++h) {
      const FloatView q = part_of(qkv, 0, h);
      const FloatView k = part_of(qkv, 1, h);
      const FloatView v = part_of(qkv, 2, h);
      Vector normaliser(kTokens);
      flash_attention_fast(q, k, v, options, workspace, part_of(output, 0, h), normaliser.data());
      flash_attention_fast_backward(
          q, k, v, options, part_of(static_cast<const FloatMatrix&>(output), 0, h),
          normaliser.data(), part_of(d_output, 0, h), workspace, part_of(d_qkv, 0, h),
          part_of(d_qkv, 1, h), part_of(d_qkv, 2, h));
      const FloatMatrix own_q = copied(qkv, 0, h);
      const FloatMatrix own_k = copied(qkv, 1, h);
      const FloatMatrix own_v = copied(qkv, 2, h);
      const FloatFlashAttention own = flash_attention_fast(own_q, own_k, own_v, options);
      CHECK(normaliser == own.log_normaliser);
      CHECK(copied(output, 0, h) == own.output);
      const FloatFlashGradients gradients =
          flash_attention_fast_backward(own_q, own_k, own_v, options, own, copied(d_output, 0, h));
      CHECK(copied(d_qkv, 0, h) == gradients.d_q);
      CHECK(copied(d_qkv, 1, h) == gradients.d_k);
      CHECK(copied(d_qkv, 2, h) == gradients.d_v);
      // Nothing of the next head has been touched.
      if (h + 1 < kHeads) CHECK(copied(output, 0, h + 1).isZero(0.0F));
      if (h + 1 < kHeads) CHECK(copied(d_qkv, 1, h + 1).isZero(0.0F));
    }
  }
}

TEST_CASE("float attention in a workspace that has met the sizes allocates nothing") {
  const FloatMatrix qkv = floats(kTokens, kStride, 1);
  const FloatMatrix d_output = floats(kTokens, kHeads * kSize, 2);
  FloatMatrix output(kTokens, kHeads * kSize);
  FloatMatrix d_qkv(kTokens, kStride);
  Vector normaliser(kTokens);
  for (const AttentionOptions& options : several_options()) {
    FlashWorkspace workspace;
    const auto run = [&](Index h) {
      const FloatView q = part_of(qkv, 0, h);
      const FloatView k = part_of(qkv, 1, h);
      const FloatView v = part_of(qkv, 2, h);
      flash_attention_fast(q, k, v, options, workspace, part_of(output, 0, h), normaliser.data());
      flash_attention_fast_backward(
          q, k, v, options, part_of(static_cast<const FloatMatrix&>(output), 0, h),
          normaliser.data(), part_of(d_output, 0, h), workspace, part_of(d_qkv, 0, h),
          part_of(d_qkv, 1, h), part_of(d_qkv, 2, h));
    };
    run(0);
    CHECK(allocations_of([&] { run(1); }) == 0);
  }
}

TEST_CASE("views that fit no memory are refused, and nothing is written") {
  const FloatMatrix x = floats(4, 3, 1);
  const FloatView view{x.data(), 4, 3, 3};
  const FloatView narrow{x.data(), 4, 3, 2};
  const FloatView empty{x.data(), 0, 3, 3};
  FloatMatrix out = FloatMatrix::Constant(4, 3, 7.0F);
  const FloatSpan into{out.data(), 4, 3, 3};
  Vector normaliser = Vector::Constant(4, 8.0);
  FlashWorkspace workspace;
  const auto with = [&](const FloatView& q, const FloatView& k, const FloatSpan& to) {
    return message_of(
        [&] { flash_attention_fast(q, k, view, {}, workspace, to, normaliser.data()); });
  };
  CHECK(with(narrow, view, into) ==
        "flash_attention_fast: q is of stride 2, expected at least 3 (its columns)");
  CHECK(with(view, empty, into) == "flash_attention_fast: k is 0 x 3, expected at least 1 x 1");
  CHECK(with(view, view, {out.data(), 3, 3, 3}) ==
        "flash_attention_fast: output is 3 x 3, expected 4 x 3");
  CHECK(with(view, view, {out.data(), 4, 3, 1}) ==
        "flash_attention_fast: output is of stride 1, expected at least 3 (its columns)");
  CHECK(with(view, {nullptr, 4, 3, 3}, into) ==
        "flash_attention_fast: k is at no address, expected numbers");
  CHECK(with(view, view, {nullptr, 4, 3, 3}) ==
        "flash_attention_fast: output is at no address, expected numbers");
  CHECK((out.array() == 7.0F).all());
  CHECK((normaliser.array() == 8.0).all());
}
