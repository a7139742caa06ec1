#include "experiments/bilinear-form/five_views.hpp"

#include <cmath>

#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/denoising/denoiser.hpp"
#include "attn/memory/modern_hopfield.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"

namespace attn::experiments {
namespace {

// At 15, 75, 150, 215 and 300 degrees on the unit circle, by mathfn: its sine and cosine would be a
// kilobyte of the part that the front page fetches.
Matrix on_the_circle() {
  return of_rows({{0.9659258262890683, 0.25881904510252074},
                  {0.25881904510252074, 0.9659258262890683},
                  {-0.8660254037844387, 0.49999999999999994},
                  {-0.819152044288992, -0.5735764363510458},
                  {0.5000000000000001, -0.8660254037844386}});
}

// I - beta Cov of the tokens under these weights: the Hessian of E.
Matrix hessian(const Matrix& k, const Vector& weights, double beta) {
  const Vector mean = k.transpose().lazyProduct(weights);
  Matrix h = Matrix::Identity(2, 2);
  for (Index j = 0; j < k.rows(); ++j) {
    const Vector off = k.row(j).transpose() - mean;
    h -= beta * weights(j) * off.lazyProduct(off.transpose());
  }
  return h;
}

// Of a symmetric matrix of two by two.
Vector eigenvalues(const Matrix& h) {
  const double middle = 0.5 * (h(0, 0) + h(1, 1));
  const double apart = 0.5 * (h(0, 0) - h(1, 1));
  const double reach = std::sqrt(apart * apart + h(0, 1) * h(0, 1));
  return of_numbers({middle - reach, middle + reach});
}

// To how many places the tokens are led. The library's retrieval would make the part that the front
// page fetches larger.
Index attractors(const Matrix& k, double beta) {
  Matrix states = k;
  double moved = 1.0;
  for (Index i = 0; i < 10000 && moved > 1e-10; ++i) {
    const Matrix next = modern_hopfield_update(k, states, beta);
    moved = largest(next - states);
    states = next;
  }
  Index count = 0;
  for (Index i = 0; i < states.rows(); ++i) {
    bool seen = false;
    for (Index j = 0; j < i; ++j) seen = seen || largest(states.row(i) - states.row(j)) < 1e-4;
    if (!seen) ++count;
  }
  return count;
}

}  // namespace

std::vector<Setting<FiveViewsParams>> FiveViews::settings() {
  FiveViewsParams cold;
  cold.query << 0.35, 0.35;
  cold.beta = 12.0;
  FiveViewsParams hot;
  hot.query << -1.3, 0.0;
  hot.beta = 0.3;
  return {{FiveViewsParams{}, 0, 0}, {cold, 0, 0}, {hot, 0, 0}};
}

FiveViews::FiveViews(const Params& p) {
  check::points(kName, "query", p.query);
  check::shape(kName, "query", p.query, 1, 2);
  checked(kName, p);
  Frame& f = frame_;
  f.query = p.query;
  f.beta = p.beta;
  f.tokens = on_the_circle();
  f.scores = f.tokens.lazyProduct(f.query.row(0).transpose());
  const double t = 1.0 / f.beta;
  f.weights.resize(3, 5);
  f.weights.row(0) = softmax(f.beta * f.scores);
  const double free = free_energy(f.scores, t);
  for (Index j = 0; j < 5; ++j) f.weights(1, j) = mathfn::exp((free + f.scores(j)) / t);
  f.weights.row(2) = stage2_weights(f.query, f.tokens, f.beta);
  f.next = f.query - modern_hopfield_gradient(f.tokens, f.query, f.beta);
  f.energy_at_query = modern_hopfield_energy(f.tokens, f.query, f.beta)(0);
  f.attractors = attractors(f.tokens, f.beta);
  fill_cells();
  verify();
}

void FiveViews::fill_cells() {
  Frame& f = frame_;
  Matrix x(kCells * kCells, 2);
  for (Index i = 0; i < kCells; ++i) {
    for (Index j = 0; j < kCells; ++j) {
      const double cell = 2.0 * kReach / static_cast<double>(kCells);
      x.row(i * kCells + j) << -kReach + (static_cast<double>(j) + 0.5) * cell,
          kReach - (static_cast<double>(i) + 0.5) * cell;
    }
  }
  const Vector energies = modern_hopfield_energy(f.tokens, x, f.beta);
  const Matrix weights = modern_hopfield_weights(f.tokens, x, f.beta);
  f.energy = Eigen::Map<const Matrix>(energies.data(), kCells, kCells);
  f.density = f.determinant = f.margin = Matrix::Zero(kCells, kCells);
  for (Index c = 0; c < kCells * kCells; ++c) {
    const Vector values = eigenvalues(hessian(f.tokens, weights.row(c), f.beta));
    f.margin(c / kCells, c % kCells) = values(0);
    f.determinant(c / kCells, c % kCells) = values(0) * values(1);
    double sum = 0.0;
    for (Index j = 0; j < 5; ++j) {
      sum += mathfn::exp(-0.5 * f.beta * (x.row(c) - f.tokens.row(j)).squaredNorm());
    }
    f.density(c / kCells, c % kCells) = sum / 5.0;
  }
  f.least_margin = check::result(kName, "the least margin", lowest(f.margin));
  check::result(kName, "the determinant", f.determinant);
}

void FiveViews::verify() {
  Frame& f = frame_;
  for (Index i = 1; i < 3; ++i) {
    f.agreement_error = larger(f.agreement_error, largest(f.weights.row(i) - f.weights.row(0)));
  }
  // About the cube root of the machine precision, over which E bends by less than it is looked at.
  constexpr double kStep = 1e-5;
  const Matrix h = hessian(f.tokens, f.weights.row(0), f.beta);
  f.eigenvalues = eigenvalues(h);
  f.determinant_at_query =
      check::result(kName, "the determinant at the query", f.eigenvalues(0) * f.eigenvalues(1));
  for (Index a = 0; a < 2; ++a) {
    Matrix around(2, 2);
    around.row(0) = around.row(1) = f.query.row(0);
    around(0, a) -= kStep;
    around(1, a) += kStep;
    const Vector e = modern_hopfield_energy(f.tokens, around, f.beta);
    const double slope = (e(1) - e(0)) / (2.0 * kStep);
    f.gradient_error = larger(f.gradient_error, std::fabs(slope - (f.query(a) - f.next(a))));
    const Matrix g = modern_hopfield_gradient(f.tokens, around, f.beta);
    const Matrix bend = (g.row(1) - g.row(0)) / (2.0 * kStep);
    f.hessian_error = larger(f.hessian_error, largest(bend - h.row(a)));
  }
}

}  // namespace attn::experiments
