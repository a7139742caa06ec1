// The fast Gauss transform along a line. Internal: the arguments have been checked.
//
// exp(-(z - s)^2 / 2 h^2) summed over all sources s, as a polynomial of z in each box: the sources
// of a box are counted as moments, moments are carried to polynomials box by box, and polynomials
// and their derivatives are summed up at the targets. Points are visited unsorted, as they come.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/gauss_boxes.hpp"
#include "kernels/gauss_tables.hpp"

namespace attn::kernels {

/// Polynomials have degree 7.
inline constexpr std::size_t kLineDegrees = GaussTable::kLess;

/// Copies of the moments that line_moments works with.
inline std::size_t line_banks(std::size_t boxes) { return boxes <= 1024 ? 4 : 1; }

/// Where points are: the box of each and the place in it, for all of them or for kBlock at a time.
/// Either there is room for four more.
struct LinePlaces {
  std::int32_t* box;
  float* t;
  bool all;
};

/// moments (boxes x kLineDegrees) <- sums of powers of the points' places in their boxes, which are
/// left in `places`. There is room for line_banks(boxes) moments.
void line_moments(const BoxAxis& boxes, const Points& sources, const LinePlaces& places,
                  double* moments);

/// field (boxes x kLineDegrees) <- the coefficients of the sum of Gaussians in each box. Boxes
/// without sources are left out unless `everywhere`.
void line_field(const GaussTable& table, std::size_t reach, std::size_t boxes,
                const double* moments, bool everywhere, float* field);

/// out <- z + share G'(z) / G(z), the derivative taken by the place in the box; out may be z. And
/// mass <- G, unless it is null. Where `places` has all they are those of the targets.
void line_move(const BoxAxis& boxes, const float* field, const Points& targets,
               const LinePlaces& places, float share, const MovedPoints& out, float* mass);

/// Floats in a vector of this machine.
std::size_t line_vector_length();

}  // namespace attn::kernels
