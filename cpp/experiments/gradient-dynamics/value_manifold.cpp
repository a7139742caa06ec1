#include "experiments/gradient-dynamics/value_manifold.hpp"

#include <cmath>
#include <utility>

#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/pca.hpp"
#include "attn/sequence/markov_chain.hpp"
#include "experiments/gradient-dynamics/ring.hpp"
#include "numerics/products.hpp"

namespace attn::experiments {
namespace {

constexpr Index kShown = 200;  // tokens
constexpr double kStay = 0.3;

enum Row : Index { kContexts, kValues, kLogits, kFresh, kRows };

Matrix transition_of(RingChain chain) {
  if (chain == RingChain::kCircle) return sticky_transition(kChainSymbols, kStay);
  const double other = (1.0 - kStay) / static_cast<double>(kChainSymbols - 1);
  Matrix out = Matrix::Constant(kChainSymbols, kChainSymbols, other);
  out.diagonal().setConstant(kStay);
  return out;
}

StickyTask drawn_for(const ValueManifoldParams& p) {
  Rng rng(p.seed);
  return draw_sticky_task(transition_of(p.chain), p.length, rng);
}

Matrix along(const MatrixRef& rows, const Vector& origin, const Matrix& axes) {
  return product_transposed(rows.rowwise() - origin.transpose(), axes);
}

// Twice the area that points walk around, positive against the clock.
double area(const Matrix& points) {
  double out = 0.0;
  for (Index a = 0; a < points.rows(); ++a) {
    const Index b = (a + 1) % points.rows();
    out += points(a, 0) * points(b, 1) - points(a, 1) * points(b, 0);
  }
  return out;
}

}  // namespace

std::vector<Setting<ValueManifoldParams>> ValueManifold::settings() {
  ValueManifoldParams sgd;
  sgd.length = 300;
  ValueManifoldParams em = sgd;
  em.length = 150;
  em.method = RingMethod::kEm;
  ValueManifoldParams none = em;
  none.chain = RingChain::kNone;
  none.seed = 11;
  return {{sgd, 0, 0}, {em, 240, 0}, {none, 5, 20}};
}

double ValueManifold::self_test() {
  ValueManifoldParams small;
  small.length = 100;
  return ValueManifold(small).frame().value_error;
}

ValueManifold::ValueManifold(const Params& params)
    : ValueManifold(params, drawn_for(checked(kName, params))) {}

ValueManifold::ValueManifold(const Params& params, const StickyTask& drawn)
    : params_(params),
      x_(drawn.train.x.cast<float>()),
      labels_(drawn.train.targets),
      symbols_(drawn.train.previous),
      fresh_symbols_(drawn.fresh.previous),
      shapes_(drawn.weights),
      pass_(x_, labels_, kChainSymbols, true),
      fresh_pass_(drawn.fresh.x.cast<float>(), drawn.fresh.targets, kChainSymbols, true),
      trainer_(trainer_from(drawn.weights)),
      chain_share_(circle_share(drawn.chain.transition.unaryExpr(&mathfn::log))) {
  const Index shown = params_.length < kShown ? params_.length : kShown;
  for (Index i = 0; i < shown; ++i) tokens_.push_back(i * params_.length / shown);
  weights_ = Matrix::Zero(kSteps + 1, flattened(shapes_).size());
  weights_.row(0) = flattened(shapes_).transpose();
  shares_ = Matrix::Zero(kRows, kSteps / kEvery + 1);
  start_ = vectors_at(0);
  measure();
}

FastHeadTrainer ValueManifold::trainer_from(const ClassifierWeights& weights) const {
  const Schedule schedule = params_.method == RingMethod::kEm ? Schedule::kEm : Schedule::kDescent;
  return {x_, labels_, weights, schedule_options(schedule, params_.length)};
}

ClassifierWeights ValueManifold::weights_at(Index step) const {
  ClassifierWeights out = shapes_;
  unflatten(weights_.row(step).transpose(), out);
  return out;
}

ValueManifold::Vectors ValueManifold::vectors_at(Index step) const {
  const ClassifierWeights weights = weights_at(step);
  (void)pass_.loss(weights);
  const Matrix contexts = pass_.contexts().cast<double>();
  Matrix logits = product_transposed(contexts, weights.w_o);
  logits.rowwise() += weights.b.transpose();
  return {contexts, pass_.values().cast<double>(), logits};
}

Matrix ValueManifold::fresh_means(Index step) const {
  (void)fresh_pass_.loss(weights_at(step));
  return symbol_means(fresh_pass_.contexts().cast<double>(), fresh_symbols_);
}

ValueManifold::Planes ValueManifold::planes_at(Index step) const {
  const Vectors vectors = vectors_at(step);
  Planes out;
  for (std::size_t v = 0; v < kViews; ++v) {
    const Pca found = pca(symbol_means(vectors[v], symbols_), 2);
    const double x = found.coordinates(0, 0);
    const double y = found.coordinates(0, 1);
    const double size = std::sqrt(x * x + y * y);
    Matrix turn = Matrix::Identity(2, 2);
    if (size > 0.0) turn << y / size, -x / size, x / size, y / size;
    // The way around is with the clock.
    if (area(found.coordinates) > 0.0) turn.row(0) *= -1.0;
    out[v] = {found.mean, product(turn, found.axes), Vector(4)};
    const Matrix from = places(out[v], start_[v]);
    const Matrix to = places(out[v], vectors[v]);
    for (Index c = 0; c < 2; ++c) {
      out[v].box(2 * c) = -larger(-lowest(from.col(c)), -lowest(to.col(c)));
      out[v].box(2 * c + 1) = larger(highest(from.col(c)), highest(to.col(c)));
    }
  }
  return out;
}

// Of the frontier.
void ValueManifold::measure() {
  if (done_ % kEvery != 0) return;
  const Index column = done_ / kEvery;
  const Vectors vectors = vectors_at(done_);
  for (std::size_t v = 0; v < kViews; ++v) {
    shares_(static_cast<Index>(v), column) = circle_share(symbol_means(vectors[v], symbols_));
  }
  shares_(kFresh, column) = circle_share(fresh_means(done_));
}

void ValueManifold::work() {
  trainer_.step();
  ++done_;
  weights_.row(done_) = flattened(trainer_.weights()).transpose();
  measure();
  if (done_ == kSteps) set_planes();
}

void ValueManifold::set_planes() { planes_ = planes_at(kSteps); }

bool ValueManifold::seek(Index t, Index budget) {
  check_step(kName, t, steps(), budget);
  at_ = t < done_ ? t : done_;
  if (!refine(budget)) return false;
  at_ = t;
  return true;
}

// Of the tokens on show.
Matrix ValueManifold::places(const Plane& plane, const Matrix& vectors) const {
  Matrix rows(static_cast<Index>(tokens_.size()), vectors.cols());
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    rows.row(static_cast<Index>(i)) = vectors.row(tokens_[i]);
  }
  return along(rows, plane.origin, plane.axes);
}

RingView ValueManifold::view(const Plane& plane, const Matrix& start, const Matrix& now) const {
  const auto means = [&](const Matrix& rows) { return symbol_means(rows, symbols_); };
  const Matrix arrows = now - start;
  RingView out;
  out.start = places(plane, start);
  out.now = places(plane, now);
  out.start_means = along(means(start), plane.origin, plane.axes);
  out.means = along(means(now), plane.origin, plane.axes);
  out.box = plane.box;
  out.share = circle_share(means(now));
  out.neighbours = neighbours_in_order(out.means);
  out.way = arrows.rowwise().norm().mean();
  out.by_symbol = share_by_symbol(arrows, symbols_);
  return out;
}

ValueManifoldFrame ValueManifold::frame() const {
  const Planes planes = done_ < kSteps ? planes_at(done_) : planes_;
  const Vectors now = vectors_at(at_);
  Frame f;
  f.step = at_;
  f.steps = steps();
  f.frontier = done_;
  f.length = params_.length;
  f.symbols.resize(static_cast<Index>(tokens_.size()));
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    f.symbols(static_cast<Index>(i)) =
        static_cast<double>(symbols_[static_cast<std::size_t>(tokens_[i])]);
  }
  f.contexts = view(planes[kContexts], start_[kContexts], now[kContexts]);
  f.values = view(planes[kValues], start_[kValues], now[kValues]);
  f.logits = view(planes[kLogits], start_[kLogits], now[kLogits]);
  f.shares = shares_;
  f.fresh_share = circle_share(fresh_means(at_));
  f.chain_share = chain_share_;

  const Matrix values = product_transposed(x_.cast<double>(), weights_at(at_).heads[0].w_v);
  f.value_error = largest(now[kValues] - values) / largest(values);
  for (std::size_t v = 0; v < kViews; ++v) {
    const Matrix& axes = planes[v].axes;
    f.axes_error =
        larger(f.axes_error, largest(product_transposed(axes, axes) - Matrix::Identity(2, 2)));
    const Vector shares = harmonic_shares(symbol_means(now[v], symbols_));
    f.share_error = larger(f.share_error, std::fabs(shares.sum() - 1.0));
  }
  return f;
}

ValueManifoldState ValueManifold::state() const { return {done_, weights_, shares_}; }

void ValueManifold::restore(const State& state) {
  check::count(kName, "the saved step", state.step, 0, steps());
  check::shape(kName, "the saved weights", state.weights, weights_.rows(), weights_.cols());
  check::shape(kName, "the saved shares", state.shares, shares_.rows(), shares_.cols());
  ClassifierWeights weights = shapes_;
  unflatten(state.weights.row(state.step).transpose(), weights);
  trainer_ = trainer_from(weights);
  done_ = at_ = state.step;
  weights_ = state.weights;
  shares_ = state.shares;
  if (done_ == kSteps) set_planes();
}

}  // namespace attn::experiments
