#include "kernels/gauss_line.hpp"

#include <algorithm>

#define HWY_TARGET_INCLUDE "kernels/gauss_line.cpp"
#include "kernels/all_targets.hpp"
#include "kernels/doubles-inl.hpp"
#include "kernels/four-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attn {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using kernels::BoxAxis;
using kernels::GaussTable;
using kernels::kLineDegrees;
using kernels::LinePlaces;
using kernels::MovedPoints;
using kernels::Points;

namespace {

// As much of 1, x^2, x^4, x^6 as fits.
template <class V>
HWY_INLINE V FirstPowers(V x2, V x4) {
  constexpr DoubleTag d;
  static constexpr std::array<double, 4> kSecond = {0.0, 1.0, 0.0, 1.0};
  static constexpr std::array<double, 4> kNotSecond = {1.0, 0.0, 1.0, 0.0};
  const V first = MulAdd(x2, LoadU(d, kSecond.data()), LoadU(d, kNotSecond.data()));
  if constexpr (kDoubleLanes < 4) {
    return first;
  } else {
    static constexpr std::array<double, 4> kUpper = {0.0, 0.0, 1.0, 1.0};
    static constexpr std::array<double, 4> kLower = {1.0, 1.0, 0.0, 0.0};
    return Mul(first, MulAdd(x4, LoadU(d, kUpper.data()), LoadU(d, kLower.data())));
  }
}

// Into `banks` copies in turn (a power of two), `stride` apart: where many points in a row are in
// one box, sums would otherwise wait for each other.
void Moments(const BoxAxis& boxes, const Points& sources, const LinePlaces& places, size_t banks,
             size_t stride, double* moments) {
  const DoubleTag d;
  constexpr size_t kVectors = 4 / kDoubleLanes;
  std::array<float, kernels::kBlock> room;
  for (size_t first = 0; first < sources.count; first += kernels::kBlock) {
    const size_t n = std::min(kernels::kBlock, sources.count - first);
    int32_t* box = places.box + (places.all ? first : 0);
    float* t = places.t + (places.all ? first : 0);
    boxes.place(kernels::coordinates(sources, first, n, 0, room), n, box, t);
    for (size_t p = 0; p < n; ++p) {
      double* to =
          moments + (p & (banks - 1)) * stride + kLineDegrees * static_cast<size_t>(box[p]);
      const auto x = Set(d, static_cast<double>(t[p]));
      const auto x2 = Mul(x, x);
      const auto x4 = Mul(x2, x2);
      auto even = FirstPowers(x2, x4);
      for (size_t v = 0; v < kVectors; ++v) {
        if (v > 0) even = Mul(even, kDoubleLanes == 1 ? x2 : x4);
        double* even_to = to + v * kDoubleLanes;
        double* odd_to = even_to + 4;
        StoreU(Add(LoadU(d, even_to), even), d, even_to);
        StoreU(MulAdd(even, x, LoadU(d, odd_to)), d, odd_to);
      }
    }
  }
}

// The polynomial of one box: for each distance the sum and the difference of the two boxes'
// moments, since T_ak(-delta) = (-1)^(a + k) T_ak(delta).
void Field(const GaussTable& table, size_t reach, size_t boxes, const double* moments,
           bool everywhere, float* field) {
  constexpr size_t kHalf = kLineDegrees / 2;
  constexpr size_t kVectors = kHalf / kDoubleLanes;
  const DoubleTag d;
  constexpr std::array<double, kLineDegrees> none{};
  // Box i - delta below 0 wraps around to a large number.
  const auto at = [&](size_t i) {
    const bool some = i < boxes && moments[kLineDegrees * i] != 0.0;
    return some ? moments + kLineDegrees * i : none.data();
  };
  for (size_t i = 0; i < boxes; ++i) {
    if (!everywhere && moments[kLineDegrees * i] == 0.0) continue;
    decltype(Zero(d)) even[kVectors];
    decltype(Zero(d)) odd[kVectors];
    for (size_t v = 0; v < kVectors; ++v) even[v] = odd[v] = Zero(d);
    for (size_t delta = 0; delta <= reach; ++delta) {
      const double* above = at(i + delta);
      const double* below = delta > 0 ? at(i - delta) : none.data();
      if (above == none.data() && below == none.data()) continue;
      // Of even k the sum and of odd k the difference goes to even a, the others to odd a.
      std::array<double, kLineDegrees> for_even;
      std::array<double, kLineDegrees> for_odd;
      for (size_t v = 0; v < kHalf; v += kDoubleLanes) {
        const auto above_even = LoadU(d, above + v);
        const auto below_even = LoadU(d, below + v);
        const auto above_odd = LoadU(d, above + kHalf + v);
        const auto below_odd = LoadU(d, below + kHalf + v);
        StoreU(Add(above_even, below_even), d, for_even.data() + v);
        StoreU(Sub(above_odd, below_odd), d, for_even.data() + kHalf + v);
        StoreU(Sub(above_even, below_even), d, for_odd.data() + v);
        StoreU(Add(above_odd, below_odd), d, for_odd.data() + kHalf + v);
      }
      const double* to_even = table.even(delta);
      const double* to_odd = table.odd(delta);
      for (size_t k = 0; k < kLineDegrees; ++k) {
        const size_t from = k % 2 * kHalf + k / 2;
        const auto e = Set(d, for_even[from]);
        const auto o = Set(d, for_odd[from]);
        for (size_t v = 0; v < kVectors; ++v) {
          even[v] = MulAdd(e, LoadU(d, to_even + kHalf * k + v * kDoubleLanes), even[v]);
          odd[v] = MulAdd(o, LoadU(d, to_odd + kHalf * k + v * kDoubleLanes), odd[v]);
        }
      }
    }
    std::array<double, kHalf> evens;
    std::array<double, kHalf> odds;
    for (size_t v = 0; v < kVectors; ++v) {
      StoreU(even[v], d, evens.data() + v * kDoubleLanes);
      StoreU(odd[v], d, odds.data() + v * kDoubleLanes);
    }
    float* to = field + kLineDegrees * i;
    for (size_t a = 0; a < kHalf; ++a) {
      to[2 * a] = static_cast<float>(evens[a]);
      to[2 * a + 1] = static_cast<float>(odds[a]);
    }
  }
}

using FloatTag = hn::CappedTag<float, 4>;
using FloatV = hn::Vec<FloatTag>;

// c[k] <- the coefficients of degree k of the polynomials of as many points as there are lanes.
#if HWY_TARGET == HWY_SCALAR
HWY_INLINE void Coefficients(const float* field, const int32_t* box, FloatV* c) {
  const FloatTag d;
  for (size_t k = 0; k < kLineDegrees; ++k) {
    c[k] = hn::LoadU(d, field + kLineDegrees * static_cast<size_t>(*box) + k);
  }
}
#else
HWY_INLINE void Coefficients(const float* field, const int32_t* box, FloatV* c) {
  for (size_t i = 0; i < 4; ++i) {
    const float* row = field + kLineDegrees * static_cast<size_t>(box[i]);
    c[i] = hn::LoadU(FloatTag(), row);
    c[4 + i] = hn::LoadU(FloatTag(), row + 4);
  }
  Transpose(c);
  Transpose(c + 4);
}
#endif

void Move(const BoxAxis& boxes, const float* field, const Points& targets, const LinePlaces& places,
          float share, const MovedPoints& out, float* mass) {
  const FloatTag d;
  const size_t lanes = hn::Lanes(d);
  std::array<float, kernels::kBlock> moved;
  std::array<float, kernels::kBlock> masses;
  std::array<float, kernels::kBlock> room;
  for (size_t first = 0; first < targets.count; first += kernels::kBlock) {
    const size_t n = std::min(kernels::kBlock, targets.count - first);
    const float* z = kernels::coordinates(targets, first, n, 0, room);
    int32_t* box = places.box + (places.all ? first : 0);
    float* t = places.t + (places.all ? first : 0);
    if (!places.all) boxes.place(z, n, box, t);
    for (size_t p = n; p % lanes != 0; ++p) {
      box[p] = box[0];
      t[p] = t[0];
    }
    for (size_t p = 0; p < n; p += lanes) {
      FloatV c[kLineDegrees];
      Coefficients(field, box + p, c);
      const FloatV x = hn::LoadU(d, t + p);
      FloatV slope = c[7];
      FloatV value = hn::MulAdd(c[7], x, c[6]);
      for (size_t k = kLineDegrees - 2; k-- > 0;) {
        slope = hn::MulAdd(slope, x, value);
        value = hn::MulAdd(value, x, c[k]);
      }
      hn::StoreU(hn::Div(slope, value), d, moved.data() + p);
      hn::StoreU(value, d, masses.data() + p);
    }
    if (out.stride == 1) {
      for (size_t p = 0; p < n; ++p) out.data[first + p] = z[p] + share * moved[p];
    } else {
      for (size_t p = 0; p < n; ++p) *out.row(first + p) = z[p] + share * moved[p];
    }
    if (mass != nullptr) std::copy_n(masses.data(), n, mass + first);
  }
}

size_t VectorLength() { return hn::Lanes(hn::ScalableTag<float>()); }

}  // namespace

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace attn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace attn {
namespace {
HWY_EXPORT(Moments);
HWY_EXPORT(Field);
HWY_EXPORT(Move);
HWY_EXPORT(VectorLength);
}  // namespace

namespace kernels {

void line_moments(const BoxAxis& boxes, const Points& sources, const LinePlaces& places,
                  double* moments) {
  const std::size_t size = boxes.count() * kLineDegrees;
  const std::size_t banks = line_banks(boxes.count());
  std::fill_n(moments, banks * size, 0.0);
  HWY_DYNAMIC_DISPATCH(Moments)(boxes, sources, places, banks, size, moments);
  for (std::size_t i = size; i < banks * size; ++i) moments[i % size] += moments[i];
}

void line_field(const GaussTable& table, std::size_t reach, std::size_t boxes,
                const double* moments, bool everywhere, float* field) {
  HWY_DYNAMIC_DISPATCH(Field)(table, reach, boxes, moments, everywhere, field);
}

void line_move(const BoxAxis& boxes, const float* field, const Points& targets,
               const LinePlaces& places, float share, const MovedPoints& out, float* mass) {
  HWY_DYNAMIC_DISPATCH(Move)(boxes, field, targets, places, share, out, mass);
}

std::size_t line_vector_length() { return HWY_DYNAMIC_DISPATCH(VectorLength)(); }

}  // namespace kernels
}  // namespace attn

#endif  // HWY_ONCE
