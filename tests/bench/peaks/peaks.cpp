// What the machine can do at most, in one run with everything else: what floors are computed from.
#include <cstdint>

#include "harness/contest.hpp"
#include "kernels/exp2.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "peaks/peaks.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bench {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Twelve chains hide the latency of a product and a sum, and fit into the sixteen registers that
// 128-bit code has. Each begins elsewhere: of equal ones compilers make one.
constexpr size_t kChains = 12;

size_t MultiplyAdd(size_t flops, float factor, float term, float* out) {
  const hn::ScalableTag<float> df;
  const auto f = hn::Set(df, factor);
  const auto t = hn::Set(df, term);
  auto a0 = f, a1 = hn::Add(a0, t), a2 = hn::Add(a1, t), a3 = hn::Add(a2, t), a4 = hn::Add(a3, t),
       a5 = hn::Add(a4, t), a6 = hn::Add(a5, t), a7 = hn::Add(a6, t), a8 = hn::Add(a7, t),
       a9 = hn::Add(a8, t), a10 = hn::Add(a9, t), a11 = hn::Add(a10, t);
  const size_t flops_of_a_round = kChains * 2 * hn::Lanes(df);
  const size_t rounds = flops / flops_of_a_round;
  for (size_t i = 0; i < rounds; ++i) {
    a0 = hn::MulAdd(a0, f, t);
    a1 = hn::MulAdd(a1, f, t);
    a2 = hn::MulAdd(a2, f, t);
    a3 = hn::MulAdd(a3, f, t);
    a4 = hn::MulAdd(a4, f, t);
    a5 = hn::MulAdd(a5, f, t);
    a6 = hn::MulAdd(a6, f, t);
    a7 = hn::MulAdd(a7, f, t);
    a8 = hn::MulAdd(a8, f, t);
    a9 = hn::MulAdd(a9, f, t);
    a10 = hn::MulAdd(a10, f, t);
    a11 = hn::MulAdd(a11, f, t);
  }
  a0 =
      hn::Add(hn::Add(hn::Add(a0, a1), hn::Add(a2, a3)), hn::Add(hn::Add(a4, a5), hn::Add(a6, a7)));
  a8 = hn::Add(hn::Add(a8, a9), hn::Add(a10, a11));
  *out = hn::GetLane(hn::SumOfLanes(df, hn::Add(a0, a8)));
  return rounds * flops_of_a_round;
}

}  // namespace HWY_NAMESPACE
}  // namespace bench
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace bench {
namespace {
HWY_EXPORT(MultiplyAdd);

// About `flops` float operations, half of them products, half of them sums.
class MultiplyAddPeak : public Contestant {
 public:
  explicit MultiplyAddPeak(const Case& c) : flops_(static_cast<std::size_t>(c.count("flops"))) {}
  void run() override { HWY_DYNAMIC_DISPATCH(MultiplyAdd)(flops_, 0.999f, 0.001f, &sum_); }
  std::vector<float> output() const override { return {}; }

 private:
  std::size_t flops_;
  float sum_ = 0.0f;
};

// `exps` powers of 2, the exponential that sums over pairs compute, of numbers that stay in the
// first cache.
class ExpPeak : public Contestant {
 public:
  explicit ExpPeak(const Case& c)
      : sweeps_(static_cast<std::size_t>(c.count("exps")) / kNumbers),
        x_(kNumbers),
        out_(kNumbers) {
    for (std::size_t i = 0; i < kNumbers; ++i) x_[i] = -0.02f * static_cast<float>(i);
  }
  void run() override {
    for (std::size_t i = 0; i < sweeps_; ++i)
      attn::kernels::exp2_not_positive(x_.data(), kNumbers, out_.data());
  }
  std::vector<float> output() const override { return {}; }

 private:
  static constexpr std::size_t kNumbers = 2048;
  std::size_t sweeps_;
  std::vector<float> x_;
  std::vector<float> out_;
};

const Entry multiply_add("peaks", "multiply-add", make<MultiplyAddPeak>);
const Entry exponential("peaks", "exp", make<ExpPeak>);

}  // namespace
}  // namespace bench

#endif  // HWY_ONCE
