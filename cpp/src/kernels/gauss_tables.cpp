#include "kernels/gauss_tables.hpp"

#include <algorithm>
#include <array>

#include "attn/numerics/mathfn.hpp"

namespace attn::kernels {
namespace {

template <std::size_t n>
using Values = std::array<double, n>;
template <std::size_t n>
using Square = std::array<Values<n>, n>;

// to += factor * from. Of fixed length, so that it becomes vectors.
template <std::size_t n>
void add(double factor, const Values<n>& from, Values<n>& to) {
  for (std::size_t k = 0; k < n; ++k) to[k] += factor * from[k];
}

// Polynomials through given values at Chebyshev's nodes, the zeros of T_n:
// p(x) = sum_m c_m T_m(x), c_m = (2 - [m = 0]) / n sum_j p(x_j) T_m(x_j).
template <std::size_t n>
struct Interpolation {
  Values<n> nodes{};
  Square<n> to_monomials{};  // [j][k]: what the value at node j adds to the coefficient of x^k

  Interpolation() {
    constexpr double kPi = 3.14159265358979323846;
    constexpr auto kCount = static_cast<double>(n);
    Square<n> chebyshev{};  // [m][k]: coefficient of x^k in T_m
    chebyshev[0][0] = 1.0;
    chebyshev[1][1] = 1.0;
    for (std::size_t m = 2; m < n; ++m) {
      for (std::size_t k = 0; k < n; ++k) {
        chebyshev[m][k] = (k > 0 ? 2.0 * chebyshev[m - 1][k - 1] : 0.0) - chebyshev[m - 2][k];
      }
    }
    for (std::size_t j = 0; j < n; ++j) {
      const double x = mathfn::cos(kPi * (2.0 * static_cast<double>(j) + 1.0) / (2.0 * kCount));
      nodes[j] = x;
      double before = x;  // T_{-1} = T_1
      double value = 1.0;
      for (std::size_t m = 0; m < n; ++m) {
        add((m == 0 ? 1.0 : 2.0) / kCount * value, chebyshev[m], to_monomials[j]);
        const double next = 2.0 * x * value - before;
        before = value;
        value = next;
      }
    }
  }
};

// Polynomials of degree < n with given slopes at the n - 1 nodes of Chebyshev and a given value at
// 0, which is the last of the nodes: the slope moves the particles, and at the edge of a box its
// error is 2 / n of what nodes for the values would leave.
template <std::size_t n>
struct SlopeInterpolation {
  Values<n> nodes{};
  Square<n> to_monomials{};

  SlopeInterpolation() {
    const Interpolation<n - 1> slopes;
    for (std::size_t i = 0; i + 1 < n; ++i) {
      nodes[i] = slopes.nodes[i];
      for (std::size_t k = 1; k < n; ++k) {
        to_monomials[i][k] = slopes.to_monomials[i][k - 1] / static_cast<double>(k);
      }
    }
    to_monomials[n - 1][0] = 1.0;
  }
};

template <std::size_t n>
Values<n> combine(const Values<n>& factors, const Square<n>& rows) {
  Values<n> sum{};
  for (std::size_t i = 0; i < n; ++i) add(factors[i], rows[i], sum);
  return sum;
}

// [..][k] moves to [..][n / 2 (k mod 2) + k / 2].
template <std::size_t n>
Square<n> evens_first(const Square<n>& by_power) {
  Square<n> out;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < n; ++k) out[i][n / 2 * (k % 2) + k / 2] = by_power[i][k];
  }
  return out;
}

// Fills a GaussTable's matrices for delta = 0 .. reach.
template <std::size_t n>
void fill(double width, std::size_t reach, double* parts) {
  static const Interpolation<n> source;
  static const SlopeInterpolation<n> target;
  static const Square<n> to_target = evens_first(target.to_monomials);
  const double half = 0.5 * width;
  // Of source node j at target node i, u = half (t_i - s_j) - delta width: exp(-u^2 / 2) is that of
  // the delta before times a factor, which is the factor before times exp(-width^2).
  const double decay = mathfn::exp(-width * width);
  Values<n> factor_of_target;
  for (std::size_t i = 0; i < n; ++i) {
    factor_of_target[i] = mathfn::exp(width * (half * target.nodes[i] - half));
  }
  Square<n> u;
  Square<n> gauss;
  Square<n> factor;
  for (std::size_t j = 0; j < n; ++j) {
    const double factor_of_source = mathfn::exp(-width * half * source.nodes[j]);
    for (std::size_t i = 0; i < n; ++i) {
      u[j][i] = half * (target.nodes[i] - source.nodes[j]);
      gauss[j][i] = mathfn::exp(-0.5 * u[j][i] * u[j][i]);
      factor[j][i] = factor_of_source * factor_of_target[i];
    }
  }
  for (std::size_t delta = 0; delta <= reach; ++delta) {
    Square<n> out{};  // [k]: what goes with s^k
    for (std::size_t j = 0; j < n; ++j) {
      Values<n> slopes;
      for (std::size_t i = 0; i < n; ++i) slopes[i] = -half * u[j][i] * gauss[j][i];
      slopes[n - 1] = gauss[j][n - 1];
      const Values<n> by_target = combine(slopes, to_target);
      for (std::size_t k = 0; k < n; ++k) add(source.to_monomials[j][k], by_target, out[k]);
      for (std::size_t i = 0; i < n; ++i) {
        u[j][i] -= width;
        gauss[j][i] *= factor[j][i];
        factor[j][i] *= decay;
      }
    }
    for (std::size_t k = 0; k < n; ++k) {
      // By symmetry.
      if (delta == 0) std::fill_n(out[k].begin() + (k % 2 == 0 ? n / 2 : 0), n / 2, 0.0);
      double* even = parts + (delta * n + k) * n / 2 + delta * n * n / 2;
      std::copy_n(out[k].begin(), n / 2, even);
      std::copy_n(out[k].begin() + n / 2, n / 2, even + n * n / 2);
    }
  }
}

}  // namespace

void GaussTable::make(std::size_t degrees, double width, std::size_t reach) {
  if (degrees == degrees_ && width == width_ && reach <= reach_) return;
  degrees_ = degrees;
  width_ = width;
  reach_ = reach;
  size_ = degrees * degrees;
  parts_.resize((reach + 1) * size_);
  (degrees == kLess ? fill<kLess> : fill<kMore>)(width, reach, parts_.data());
}

void PartTable::make() {
  if (!to_whole_.empty()) return;
  to_whole_.resize(kParts * kSize);
  to_part_.resize(kParts * kSize);
  const Interpolation<kPartDegrees> source;
  const SlopeInterpolation<kPartDegrees> target;
  constexpr double kScale = 1.0 / static_cast<double>(kParts);
  for (std::size_t part = 0; part < kParts; ++part) {
    const double middle = (2.0 * static_cast<double>(part) + 1.0) * kScale - 1.0;
    // The powers at the nodes of the source; their slopes at those of the target, by the place in
    // the part, and last their value in the middle.
    Values<kPartDegrees> powers;
    Values<kPartDegrees> slopes{};
    powers.fill(1.0);
    slopes.back() = 1.0;
    for (std::size_t k = 0; k < kDegrees; ++k) {
      const Values<kPartDegrees> whole = combine(powers, source.to_monomials);
      for (std::size_t j = 0; j < kPartDegrees; ++j) {
        to_whole_[part * kSize + j * kDegrees + k] = whole[j];
        powers[j] *= middle + kScale * source.nodes[j];
      }
      const Values<kPartDegrees> to_part = combine(slopes, target.to_monomials);
      std::copy(to_part.begin(), to_part.end(), &to_part_[part * kSize + k * kPartDegrees]);
      // d/dx x^(k + 1) = (k + 1) x^k
      for (std::size_t i = 0; i + 1 < kPartDegrees; ++i) {
        const double x = middle + kScale * target.nodes[i];
        double power = 1.0;
        for (std::size_t m = 0; m < k; ++m) power *= x;
        slopes[i] = kScale * static_cast<double>(k + 1) * power;
      }
      slopes.back() *= middle;
    }
  }
}

}  // namespace attn::kernels
