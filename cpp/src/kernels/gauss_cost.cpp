#include "kernels/gauss_cost.hpp"

#include <algorithm>
#include <array>

#include "kernels/gauss_line.hpp"
#include "kernels/gauss_tables.hpp"

namespace attn::kernels {
namespace {

// Of the transform, a point is a source once and a target once; a carry is what one box gets from
// the two others at the same distance.
struct Prices {
  std::size_t lanes;                 // floats in a vector
  double pair_point;                 // of all pairs, what grows with the points
  std::array<double, 2> pair;        // by dimension, n^2 times
  std::array<double, 2> query_pair;  // by dimension
  double line_point;
  double line_carry;
  double plane_point;
  double plane_carry;
  double divided_point;
  double part;
};

constexpr std::array<Prices, 4> kPrices{{
    {16, 30.0, {0.11, 0.145}, {0.21, 0.26}, 5.0, 10.0, 36.0, 120.0, 16.5, 200.0},
    {8, 30.0, {0.16, 0.20}, {0.27, 0.34}, 5.3, 9.5, 38.0, 130.0, 19.5, 200.0},
    {4, 50.0, {0.40, 0.50}, {0.74, 0.89}, 8.2, 16.0, 82.0, 260.0, 38.0, 480.0},
    {1, 150.0, {1.70, 2.00}, {3.00, 3.60}, 13.0, 30.0, 160.0, 810.0, 80.0, 1230.0},
}};

// Of the longest vectors of this machine.
const Prices& prices() {
  const std::size_t lanes = line_vector_length();
  for (const Prices& p : kPrices) {
    if (lanes >= p.lanes) return p;
  }
  return kPrices.back();
}

// To make tables and buffers.
constexpr double kStart = 8000.0;

// On average, at how many distances from a box of a line there are others, itself included.
double distances(double boxes, double reach) { return 1.0 + std::min(reach, 0.75 * (boxes - 1.0)); }

}  // namespace

double pairs_cost(double n, std::size_t dimensions) {
  const Prices& p = prices();
  return n * (p.pair_point + n * p.pair[dimensions - 1]);
}

double query_pairs_cost(double queries, double n, std::size_t dimensions) {
  return queries * n * prices().query_pair[dimensions - 1];
}

double line_cost(double n, double m, double boxes, double reach) {
  const Prices& p = prices();
  return kStart + 0.5 * (n + m) * p.line_point +
         std::min(boxes, m) * distances(boxes, reach) * p.line_carry;
}

double plane_cost(double n, double m, double columns, double rows, double reach, bool divided) {
  const Prices& p = prices();
  const double boxes = columns * rows;
  // Along a row sources are carried to all columns that a target may ask, then to the targets.
  const double carries = std::min(boxes, n * (2.0 * reach + 1.0)) * distances(columns, reach) +
                         std::min(boxes, m) * distances(rows, reach);
  const double points = 0.5 * (n + m) * (divided ? p.divided_point : p.plane_point);
  constexpr auto kParts = static_cast<double>(PartTable::kParts * PartTable::kParts);
  const double parts = divided ? std::min(kParts * boxes, 0.5 * (n + m)) * p.part : 0.0;
  return kStart + points + parts + carries * p.plane_carry;
}

}  // namespace attn::kernels
