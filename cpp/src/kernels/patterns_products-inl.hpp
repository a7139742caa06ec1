// Four contexts of the minimal model: exponentials of logits that are not large are products of
// those of votes. Compiled once for each instruction set, as Highway's own headers.
#if defined(ATTN_KERNELS_PATTERNS_PRODUCTS_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_KERNELS_PATTERNS_PRODUCTS_INL_HPP
#undef ATTN_KERNELS_PATTERNS_PRODUCTS_INL_HPP
#else
#define ATTN_KERNELS_PATTERNS_PRODUCTS_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <type_traits>

#include "attn/numerics/mathfn.hpp"
#include "kernels/exp2.hpp"
#include "kernels/four-inl.hpp"
#include "kernels/patterns.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {
using kernels::PatternTables;

// Largest reach of which all products of exponentials, their sums and what one is of the other are
// normal floats.
constexpr double kMaxReach = 40.0;

// exp(votes), to a unit in the last place; 0 after the last class, which adds nothing to sums.
inline HWY_NOINLINE void Exponentials(const float* HWY_RESTRICT votes, size_t rows, size_t classes,
                                      size_t stride, float* HWY_RESTRICT out) {
  const Four df;
  const hn::RebindToSigned<Four> di;
  const Floats4 round = hn::Set(df, kernels::kExp2.round);
  const Floats4 log2e = hn::Set(df, kernels::kExp2.log2e);
  const Floats4 ln2_head = hn::Set(df, kernels::kExp2.ln2_head);
  const Floats4 ln2_tail = hn::Set(df, kernels::kExp2.ln2_tail);
  constexpr float kTaylor[] = {1.0F / 5040, 1.0F / 720, 1.0F / 120, 1.0F / 24,
                               1.0F / 6,    1.0F / 2,   1.0F,       1.0F};
  for (size_t i = 0; i < rows * stride; i += hn::Lanes(df)) {
    const Floats4 x = hn::LoadU(df, votes + i);
    const Floats4 rounded = hn::Sub(round, hn::Mul(x, log2e));
    const Floats4 n = hn::Sub(rounded, round);
    const Floats4 r = hn::Add(hn::Mul(n, ln2_tail), hn::Add(hn::Mul(n, ln2_head), x));
    Floats4 p = hn::Set(df, kTaylor[0]);
    for (size_t j = 1; j < 8; ++j) p = hn::Add(hn::Mul(p, r), hn::Set(df, kTaylor[j]));
    const auto power = hn::ShiftLeft<23>(hn::BitCast(di, rounded));
    hn::StoreU(hn::BitCast(df, hn::Sub(hn::BitCast(di, p), power)), df, out + i);
  }
  for (size_t row = 0; row < rows; ++row) {
    for (size_t c = classes; c < stride; ++c) out[row * stride + c] = 0.0F;
  }
}

// Sums of logarithms, by place in the block: of products whose powers of 2 are taken out each time.
class LogProducts {
 public:
  // `sums` from 1 to 2^100.
  HWY_INLINE void add(const Row& sums) {
    StoreRow(Product(LoadRow(products_), sums), products_);
    const Four df;
    const hn::RebindToUnsigned<Four> du;
    for (size_t at = 0; at < kBlock; at += hn::Lanes(df)) {
      const auto bits = hn::BitCast(du, hn::Load(df, products_ + at));
      hn::Store(hn::Add(hn::Load(du, powers_ + at), hn::ShiftRight<23>(bits)), du, powers_ + at);
      const auto one = hn::Set(du, 0x3f800000U);
      const auto rest = hn::Or(hn::And(bits, hn::Set(du, 0x007fffffU)), one);
      hn::Store(hn::BitCast(df, rest), df, products_ + at);
    }
    ++blocks_;
  }
  double total() const {
    double sum = 0.0;
    for (size_t n = 0; n < kBlock; ++n) {
      const double power = static_cast<double>(powers_[n]) - 127.0 * static_cast<double>(blocks_);
      sum += power * 0.6931471805599453 + mathfn::log(static_cast<double>(products_[n]));
    }
    return sum;
  }

 private:
  HWY_ALIGN float products_[kBlock] = {1.0F, 1.0F, 1.0F, 1.0F};  // 1 to 2 each
  HWY_ALIGN uint32_t powers_[kBlock] = {};
  size_t blocks_ = 0;
};

// 1 and the sums of four rows, one of each context.
HWY_INLINE Row SumsOf(const Row* HWY_RESTRICT rows) {
  Row turned[kBlock] = {rows[0], rows[1], rows[2], rows[3]};
  Transpose(turned);
  return Sum(Sum(Sum(turned[0], turned[1]), Sum(turned[2], turned[3])), RowOf(1.0F));
}

// All at once where a row is four floats.
template <bool kGradient>
HWY_INLINE void Step(const PatternTables& t, const float* HWY_RESTRICT factors,
                     const uint32_t* HWY_RESTRICT rows, const float* HWY_RESTRICT targets,
                     LogProducts& logs, float* HWY_RESTRICT sums) {
  Row e[kBlock];
  for (size_t n = 0; n < kBlock; ++n) e[n] = LoadRow(factors + rows[n]);
  for (size_t table = 1; table < t.tables; ++table) {
    for (size_t n = 0; n < kBlock; ++n) {
      e[n] = Product(e[n], LoadRow(factors + rows[table * kBlock + n]));
    }
  }
  const Row all = SumsOf(e);
  logs.add(all);
  if (!kGradient) return;
  const Row share = Ratio(RowOf(1.0F), all);
  e[0] = Less(Product(e[0], BroadcastLane<0>(share)), LoadRow(targets));
  e[1] = Less(Product(e[1], BroadcastLane<1>(share)), LoadRow(targets + kBlock));
  e[2] = Less(Product(e[2], BroadcastLane<2>(share)), LoadRow(targets + 2 * kBlock));
  e[3] = Less(Product(e[3], BroadcastLane<3>(share)), LoadRow(targets + 3 * kBlock));
  for (size_t table = 0; table < t.tables; ++table) {
    for (size_t n = 0; n < kBlock; ++n) {
      float* row = sums + rows[table * kBlock + n];
      StoreRow(Sum(LoadRow(row), e[n]), row);
    }
  }
}

// kRows times four classes of a context: their products go to `products`; returns the sum of those.
template <size_t kRows>
HWY_INLINE Row Multiply(const PatternTables& t, const float* HWY_RESTRICT factors,
                        const uint32_t* HWY_RESTRICT rows, float* HWY_RESTRICT products) {
  Row e[kRows];
  for (size_t r = 0; r < kRows; ++r) e[r] = LoadRow(factors + rows[0] + r * kBlock);
  for (size_t table = 1; table < t.tables; ++table) {
    const float* row = factors + rows[table * kBlock];
    for (size_t r = 0; r < kRows; ++r) e[r] = Product(e[r], LoadRow(row + r * kBlock));
  }
  Row sum = e[0];
  for (size_t r = 0; r < kRows; ++r) {
    StoreRow(e[r], products + r * kBlock);
    if (r > 0) sum = Sum(sum, e[r]);
  }
  return sum;
}

// The rows that made the products += predictions less targets.
template <size_t kRows>
HWY_INLINE void Give(const PatternTables& t, const float* HWY_RESTRICT products,
                     const float* HWY_RESTRICT targets, float share,
                     const uint32_t* HWY_RESTRICT rows, float* HWY_RESTRICT sums) {
  Row e[kRows];
  for (size_t r = 0; r < kRows; ++r) {
    e[r] =
        Less(Product(LoadRow(products + r * kBlock), RowOf(share)), LoadRow(targets + r * kBlock));
  }
  for (size_t table = 0; table < t.tables; ++table) {
    float* row = sums + rows[table * kBlock];
    for (size_t r = 0; r < kRows; ++r) {
      StoreRow(Sum(LoadRow(row + r * kBlock), e[r]), row + r * kBlock);
    }
  }
}

// Calls with 4, 3, 2 or 1 rows until there are none left: four, but 3 and 2 instead of 4 and 1.
template <class Act>
HWY_INLINE void InParts(size_t rows, Act act) {
  size_t c = 0;
  for (; rows - c > 5 || rows - c == 4; c += 4)
    act(std::integral_constant<size_t, 4>(), c * kBlock);
  if (rows - c == 5 || rows - c == 3) {
    act(std::integral_constant<size_t, 3>(), c * kBlock);
    c += 3;
  }
  if (rows - c == 2) act(std::integral_constant<size_t, 2>(), c * kBlock);
  if (rows - c == 1) act(std::integral_constant<size_t, 1>(), c * kBlock);
}

template <bool kGradient>
HWY_INLINE void WideStep(const PatternTables& t, const float* HWY_RESTRICT factors,
                         const uint32_t* HWY_RESTRICT rows, const float* HWY_RESTRICT targets,
                         float* HWY_RESTRICT products, LogProducts& logs,
                         float* HWY_RESTRICT sums) {
  const size_t parts = t.stride / kBlock;
  Row of_context[kBlock];
  for (size_t n = 0; n < kBlock; ++n) {
    Row sum = RowOf(0.0F);
    InParts(parts, [&](auto count, size_t c) HWY_ATTR {
      sum = Sum(sum, Multiply<decltype(count)::value>(t, factors + c, rows + n,
                                                      products + n * t.stride + c));
    });
    of_context[n] = sum;
  }
  const Row all = SumsOf(of_context);
  logs.add(all);
  if (!kGradient) return;
  float shares[kBlock];
  StoreRow(Ratio(RowOf(1.0F), all), shares);
  for (size_t n = 0; n < kBlock; ++n) {
    const size_t at = n * t.stride;
    InParts(parts, [&](auto count, size_t c) HWY_ATTR {
      Give<decltype(count)::value>(t, products + at + c, targets + at + c, shares[n], rows + n,
                                   sums + c);
    });
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#endif  // the guard, toggled for each target
