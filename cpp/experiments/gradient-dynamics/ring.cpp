#include "experiments/gradient-dynamics/ring.hpp"

#include <array>
#include <utility>

namespace attn::experiments {
namespace {

constexpr Index kN = kRingSymbols;
constexpr double kRootHalf = 0.70710678118654752440;
// Of 0 to 7 eighths of a turn: what the library's cosine needs for all angles is larger than all
// else here.
constexpr std::array<double, kN> kCosines{1.0,  kRootHalf,  0.0, -kRootHalf,
                                          -1.0, -kRootHalf, 0.0, kRootHalf};

double cosine(Index eighths) { return kCosines[static_cast<std::size_t>(eighths % kN)]; }

struct Sums {
  Matrix rows;
  std::array<double, kN> counts{};
};

Sums sums_of(const MatrixRef& rows, const std::vector<Index>& symbols) {
  Sums out{Matrix::Zero(kN, rows.cols())};
  for (Index t = 0; t < rows.rows(); ++t) {
    const Index a = symbols[static_cast<std::size_t>(t)];
    for (Index c = 0; c < rows.cols(); ++c) out.rows(a, c) += rows(t, c);
    out.counts[static_cast<std::size_t>(a)] += 1.0;
  }
  return out;
}

double squares(const MatrixRef& m) {
  double sum = 0.0;
  for (Index i = 0; i < m.rows(); ++i) {
    for (Index c = 0; c < m.cols(); ++c) sum += m(i, c) * m(i, c);
  }
  return sum;
}

// Points less their mean.
Matrix centred(const MatrixRef& points) {
  Matrix out = points;
  for (Index c = 0; c < points.cols(); ++c) {
    double sum = 0.0;
    for (Index a = 0; a < kN; ++a) sum += points(a, c);
    for (Index a = 0; a < kN; ++a) out(a, c) -= sum / static_cast<double>(kN);
  }
  return out;
}

// Whether one comes before the other on the way round from the right, against the clock.
bool comes_before(const Matrix& points, Index a, Index b) {
  const auto above = [&](Index i) {
    return points(i, 1) > 0.0 || (points(i, 1) == 0.0 && points(i, 0) > 0.0);
  };
  if (above(a) != above(b)) return above(a);
  const double left = points(a, 0) * points(b, 1);
  const double right = points(a, 1) * points(b, 0);
  return left != right ? left > right : a < b;
}

}  // namespace

Matrix symbol_means(const MatrixRef& rows, const std::vector<Index>& symbols) {
  Sums sums = sums_of(rows, symbols);
  const auto length = static_cast<double>(rows.rows());
  for (Index c = 0; c < rows.cols(); ++c) {
    double all = 0.0;
    for (Index a = 0; a < kN; ++a) all += sums.rows(a, c);
    for (Index a = 0; a < kN; ++a) {
      const double count = sums.counts[static_cast<std::size_t>(a)];
      sums.rows(a, c) = count > 0.0 ? sums.rows(a, c) / count : all / length;
    }
  }
  return sums.rows;
}

Vector harmonic_shares(const MatrixRef& points) {
  Vector out = Vector::Zero(kN - 1);
  // By Parseval, so that it is no matter of definition that the shares add up to 1.
  const double all = static_cast<double>(kN) * squares(centred(points));
  if (!(all > 0.0)) return out;
  for (Index m = 1; m < kN; ++m) {
    for (Index c = 0; c < points.cols(); ++c) {
      double real = 0.0;
      double imaginary = 0.0;
      for (Index a = 0; a < kN; ++a) {
        real += cosine(a * m) * points(a, c);
        // The sine is the cosine a quarter of a turn, two eighths, before.
        imaginary -= cosine(a * m + 6) * points(a, c);
      }
      out(m - 1) += (real * real + imaginary * imaginary) / all;
    }
  }
  return out;
}

double circle_share(const MatrixRef& points) {
  const Vector shares = harmonic_shares(points);
  return shares(0) + shares(kN - 2);
}

Index neighbours_in_order(const MatrixRef& points) {
  const Matrix around = centred(points);
  std::array<Index, kN> order{0, 1, 2, 3, 4, 5, 6, 7};
  for (std::size_t end = 1; end < order.size(); ++end) {
    for (std::size_t i = end; i > 0 && comes_before(around, order[i], order[i - 1]); --i) {
      std::swap(order[i], order[i - 1]);
    }
  }
  Index out = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Index step = (order[(i + 1) % order.size()] - order[i] + kN) % kN;
    out += step == 1 || step == kN - 1 ? 1 : 0;
  }
  return out;
}

double share_by_symbol(const MatrixRef& vectors, const std::vector<Index>& symbols) {
  const Sums sums = sums_of(vectors, symbols);
  double shared = 0.0;
  for (Index a = 0; a < kN; ++a) {
    const double count = sums.counts[static_cast<std::size_t>(a)];
    if (count > 0.0) shared += squares(sums.rows.row(a)) / count;
  }
  const double all = squares(vectors);
  return all > 0.0 ? shared / all : 0.0;
}

}  // namespace attn::experiments
