#include "experiments/bilinear-form/natural_gradient.hpp"

#include <algorithm>
#include <cmath>

#include "attn/attention/softmax.hpp"
#include "attn/geometry/fisher.hpp"
#include "attn/geometry/metric.hpp"
#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"

namespace attn::experiments {
namespace {

constexpr double kThirdScore = -0.5;
constexpr double kLeastProbability = 1e-12;
constexpr double kTime = 4.0;

Vector stretch() { return of_numbers({1.0, 0.25, 4.0}); }

Vector the_target() { return of_numbers({0.15, 0.25, 0.6}); }

// Parameters of a run: the scores themselves, or the others.
class Coordinates {
 public:
  Coordinates(ScoreCoordinates kind, bool scores) : kind_(kind), scores_(scores) {}

  Vector of_scores(const Vector& theta) const {
    if (scores_) return theta;
    if (kind_ == ScoreCoordinates::kStretched) return theta.cwiseQuotient(stretch());
    // The inverse of sinh.
    return theta.unaryExpr([](double x) {
      const double size = std::fabs(x);
      const double phi = mathfn::log(size + std::sqrt(size * size + 1.0));
      return x < 0.0 ? -phi : phi;
    });
  }
  Vector scores(const Vector& phi) const {
    if (scores_) return phi;
    if (kind_ == ScoreCoordinates::kStretched) return phi.cwiseProduct(stretch());
    return phi.unaryExpr([](double x) { return 0.5 * (mathfn::exp(x) - mathfn::exp(-x)); });
  }
  /// d theta_i / d phi_i; the others are 0.
  Vector slope(const Vector& phi) const {
    if (scores_) return Vector::Ones(3);
    if (kind_ == ScoreCoordinates::kStretched) return stretch();
    return phi.unaryExpr([](double x) { return 0.5 * (mathfn::exp(x) + mathfn::exp(-x)); });
  }

 private:
  ScoreCoordinates kind_;
  bool scores_;
};

struct Descent {
  const Coordinates& coordinates;
  bool natural;
  double damping;

  // What is taken off phi, times eta.
  Vector direction(const Vector& phi) const {
    const Vector p = softmax(coordinates.scores(phi));
    const Vector slope = coordinates.slope(phi);
    Vector gradient = slope.cwiseProduct(p - the_target());
    if (!natural) return gradient;
    const Matrix fisher = pull_back(softmax_fisher(p), Matrix(slope.asDiagonal()));
    return natural_gradient(fisher, gradient, damping);
  }

  // Probabilities of the steps that can be taken (up to steps + 1 x 3).
  Matrix run(const Vector& theta, double eta, Index steps) const {
    Matrix out(steps + 1, 3);
    Vector phi = coordinates.of_scores(theta);
    out.row(0) = softmax(theta).transpose();
    for (Index s = 1; s <= steps; ++s) {
      phi -= eta * direction(phi);
      const Vector scores = coordinates.scores(phi);
      if (!scores.allFinite() || !(lowest(softmax(scores)) >= kLeastProbability)) {
        return out.topRows(s);
      }
      out.row(s) = softmax(scores).transpose();
    }
    return out;
  }
};

double loss_of(const Vector& p) {
  double sum = 0.0;
  for (Index i = 0; i < 3; ++i) {
    const double t = the_target()(i);
    sum += t * (mathfn::log(t) - mathfn::log(p(i)));
  }
  return sum;
}

Vector state_at(const Matrix& m, Index i) { return m.row(std::min(i, m.rows() - 1)).transpose(); }

double apart(const Matrix& a, const Matrix& b, Index last) {
  double worst = 0.0;
  for (Index s = 0; s <= std::min({last, a.rows() - 1, b.rows() - 1}); ++s) {
    worst = larger(worst, largest(a.row(s) - b.row(s)));
  }
  return worst;
}

// In the plane of the probabilities, as lengths of three numbers.
double off_line(const Matrix& path, const Vector& to, Index last) {
  const Vector from = state_at(path, 0);
  const double length2 = (to - from).squaredNorm();
  double worst = 0.0;
  for (Index s = 0; s <= std::min(last, path.rows() - 1); ++s) {
    const Vector x = state_at(path, s) - from;
    const double along = length2 > 0.0 ? x.dot(to - from) / length2 : 0.0;
    worst = larger(worst, std::sqrt((x - along * (to - from)).squaredNorm()));
  }
  return worst;
}

}  // namespace

std::vector<Setting<NaturalGradientParams>> NaturalGradient::settings() {
  NaturalGradientParams bent;
  bent.coordinates = ScoreCoordinates::kBent;
  NaturalGradientParams damped;
  damped.damping = 0.01;
  damped.start << -1.0, 3.0;
  return {{NaturalGradientParams{}, 40, 0}, {bent, 40, 0}, {damped, 17, 0}};
}

NaturalGradient::NaturalGradient(const Params& params) {
  checked(kName, params);
  check::shape(kName, "start", params.start, 1, 2);
  for (Index c = 0; c < 2; ++c) check::within(kName, "start", params.start(0, c), -5.0, 5.0);
  const Vector theta = of_numbers({params.start(0, 0), params.start(0, 1), kThirdScore});
  const Coordinates scores(params.coordinates, true);
  const Coordinates others(params.coordinates, false);
  const Descent natural{scores, true, params.damping};
  const Descent natural_other{others, true, params.damping};
  const Descent plain{scores, false, 0.0};
  const Descent plain_other{others, false, 0.0};
  Frame& f = frame_;
  f.steps = static_cast<Index>(std::ceil(kTime / params.eta - 1e-9));
  f.target = the_target();
  f.plain_scores = plain.run(theta, params.eta, f.steps);
  f.plain_other = plain_other.run(theta, params.eta, f.steps);
  f.natural_scores = natural.run(theta, params.eta, f.steps);
  f.natural_other = natural_other.run(theta, params.eta, f.steps);
  for (const Matrix* path :
       {&f.plain_scores, &f.plain_other, &f.natural_scores, &f.natural_other}) {
    if (path->rows() == f.steps + 1) continue;
    f.stopped = f.stopped > 0 ? std::min(f.stopped, path->rows()) : path->rows();
  }
  const Vector phi = others.of_scores(theta);
  f.natural_parameters =
      params.eta * largest(natural.direction(theta) - natural_other.direction(phi));
  const Vector p = softmax(theta);
  const Vector ratio = f.target.cwiseQuotient(p);
  const Vector closed = Vector::Constant(3, ratio.mean()) - ratio;
  const Vector solved = natural_gradient(softmax_fisher(p), p - f.target);
  f.inverse_error = largest(solved - closed) / larger(largest(closed), kLeastProbability);
  const Matrix differences = central_differences(
      [&](const Matrix& at) { return loss_of(softmax(others.scores(Vector(at.transpose())))); },
      Matrix(phi.transpose()), 1e-2);
  f.gradient_error =
      attn::gradient_error(Matrix(plain_other.direction(phi).transpose()), differences, 1e-12);
  look_at(f.steps);
}

void NaturalGradient::look_at(Index step) {
  Frame& f = frame_;
  f.step = step;
  f.plain_apart = apart(f.plain_scores, f.plain_other, step);
  f.natural_apart = apart(f.natural_scores, f.natural_other, step);
  f.natural_off = off_line(f.natural_scores, f.target, step);
  f.loss = loss_of(state_at(f.plain_scores, step));
  f.natural_loss = loss_of(state_at(f.natural_scores, step));
}

}  // namespace attn::experiments
