// The matrices of the fast Gauss transform. Internal.
#pragma once

#include <cstddef>
#include <vector>

namespace attn::kernels {

/// The Gaussian between two boxes as a matrix between monomials: for |s|, |t| <= 1,
///   exp(-(width (t - s) / 2 - width delta)^2 / 2) = sum_ak t^a T_ak(delta) s^k  nearly,
/// lengths in units of the Gaussian's standard deviation, s the place of a source in its box, t the
/// place of a target in a box `delta` boxes below. T_ak(-delta) = (-1)^(a + k) T_ak(delta).
class GaussTable {
 public:
  /// For monomials of degree < degrees, kLess or kMore, and delta = 0 .. reach. Keeps what it has
  /// where nothing changed.
  void make(std::size_t degrees, double width, std::size_t reach);

  /// T(delta) by parity, each part degrees x degrees / 2: entry [k][a / 2] of the part of even a,
  /// then the same of odd a.
  const double* even(std::size_t delta) const { return parts_.data() + delta * size_; }
  const double* odd(std::size_t delta) const { return even(delta) + size_ / 2; }

  static constexpr std::size_t kLess = 8;
  static constexpr std::size_t kMore = 12;

 private:
  std::size_t degrees_ = 0;
  double width_ = 0.0;
  std::size_t reach_ = 0;
  std::size_t size_ = 0;
  std::vector<double> parts_;
};

/// Coordinates where polynomials of less than kDegrees in the whole of a box become polynomials of
/// less than kPartDegrees in each of its kParts parts.
class PartTable {
 public:
  static constexpr std::size_t kParts = 3;
  static constexpr std::size_t kDegrees = 12;
  static constexpr std::size_t kPartDegrees = 8;

  void make();

  /// [j][k]: moments by powers j of the place in the part become moments by powers k of that in the
  /// box: (place)^k = sum_j [j][k] (place in the part)^j, nearly.
  const double* to_whole(std::size_t part) const { return to_whole_.data() + part * kSize; }

  /// [k][j]: the power k of the place in the box as a polynomial of the place in the part, right in
  /// its middle and with the best slope.
  const double* to_part(std::size_t part) const { return to_part_.data() + part * kSize; }

 private:
  static constexpr std::size_t kSize = kDegrees * kPartDegrees;
  std::vector<double> to_whole_;
  std::vector<double> to_part_;
};

}  // namespace attn::kernels
