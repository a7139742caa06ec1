#include "experiments/one-head/edge_cuts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/reading/edges.hpp"
#include "attn/reading/gpt_head.hpp"
#include "attn/reading/ranks.hpp"
#include "attn/training/gpt_touch.hpp"

namespace attn::experiments {
namespace {

// Rows with fewer tokens before them have little to choose from.
constexpr Index kFirstReadRow = 4;
constexpr double kCut = -std::numeric_limits<double>::infinity();
// Of differences: rounding and curvature are then both below the check's bound.
constexpr double kSmallNudge = 1e-4;
// Ranks of fewer say nothing.
constexpr Index kFewestRanked = 10;
// Columns of Frame::drawn.
constexpr Index kWeight = 3, kPredicted = 4, kReal = 5, kColumns = 6;

Index edges_of(Index length) { return length * (length + 1) / 2; }

// Row by row up to the diagonal: the one of that number.
std::pair<Index, Index> edge_at(Index number) {
  Index row = 0;
  while (edges_of(row + 1) <= number) ++row;
  return {row, number - edges_of(row)};
}

// What is left of a row without nearly all of it is another row: no prediction is made of that.
void leave_alone(const Matrix& weights, Matrix& predicted) {
  for (Index t = 0; t < weights.rows(); ++t) {
    for (Index j = 0; j <= t; ++j) {
      if (weights(t, j) > EdgeCuts::kMostWeight) predicted(t, j) = 0.0;
    }
  }
}

EdgeCutsParams made_up(std::uint64_t seed, Index layer, EdgeTouch touch) {
  EdgeCutsParams out;
  out.source = made_up_source(seed);
  out.layer = layer;
  out.touch = touch;
  return out;
}

}  // namespace

std::vector<Setting<EdgeCutsParams>> EdgeCuts::settings() {
  return {{made_up(1, 2, EdgeTouch::kCut), 0, 545},
          {made_up(2, 1, EdgeTouch::kNudge), 0, 7},
          {made_up(3, 1, EdgeTouch::kCut), 0, 0}};
}

EdgeCuts::EdgeCuts(const Params& params)
    : params_(checked(kName, params)),
      source_(reading_source(kName, params.source)),
      rng_(params.seed) {
  check::count(kName, "window", params_.window, 1, source_.windows.sequences);
  own_ = read(params_.window - 1);
  const Index n = own_.batch.length;
  frame_.characters = characters_of(source_, own_.batch);
  frame_.weights = own_.attention.weights;
  frame_.real = Matrix::Zero(n, n);
  frame_.drawn.resize(0, kColumns);
  put_errors();
  leave_alone(own_.attention.weights, own_.predicted);
  frame_.predicted = own_.predicted;
}

Index EdgeCuts::units() const { return edges_of(own_.batch.length) + draws(); }

Index EdgeCuts::draws() const { return kDraws * std::min(kWindows, source_.windows.sequences); }

Index EdgeCuts::drawn_window(Index which) const {
  return which * source_.windows.sequences / std::min(kWindows, source_.windows.sequences);
}

double EdgeCuts::by() const { return params_.touch == EdgeTouch::kCut ? kCut : params_.delta; }

EdgeCuts::Read EdgeCuts::read(Index window) const {
  Read out;
  out.batch = window_of(source_, window);
  out.clean = forward_of(source_, window);
  const std::vector<Matrix> u =
      gpt_head_gradients(source_.shape, source_.weights, out.batch, out.clean);
  out.head = gpt_head(source_.shape, source_.weights, out.batch, out.clean,
                      {params_.layer - 1, params_.head - 1, 0}, u);
  out.attention = head_attention(out.head);
  out.predicted = edge_effects(out.attention, out.head.v, out.head.u, by());
  return out;
}

double EdgeCuts::real_change(const Read& of, Index t, Index j, double delta) const {
  GptTouch touch;
  touch.block = params_.layer - 1;
  touch.head = params_.head - 1;
  touch.scores = Matrix::Zero(of.batch.length, of.batch.length);
  touch.scores(t, j) = delta;
  const double loss = gpt_touched(source_.shape, source_.weights, of.batch, of.clean, touch).loss;
  // The model's loss is a mean over its predictions; what is shown is that of the whole window.
  return static_cast<double>(of.batch.length) * (loss - of.clean.loss);
}

void EdgeCuts::put_errors() {
  const Matrix& weights = own_.attention.weights;
  const Index n = weights.rows();
  const double change = params_.touch == EdgeTouch::kCut ? -1.0 : mathfn::exp(params_.delta) - 1.0;
  for (Index t = 0; t < n; ++t) {
    double sum = 0.0;
    for (Index j = 0; j <= t; ++j) sum += own_.predicted(t, j) * (1.0 + change * weights(t, j));
    // An edge that has all of its row leaves nothing, and has no prediction to be added.
    if (highest(weights.row(t)) <= kMostWeight)
      frame_.row_error = larger(frame_.row_error, std::fabs(sum));
  }
  frame_.still_error = std::fabs(real_change(own_, n - 1, 0, 0.0)) +
                       largest(edge_effects(own_.attention, own_.head.v, own_.head.u, 0.0));
  const auto small = [&](double delta) {
    return edge_effects(own_.attention, own_.head.v, own_.head.u, delta);
  };
  const Matrix up = small(kSmallNudge), down = small(-kSmallNudge);
  for (const Index t : {n / 4, n / 2, n - 1}) {
    Index j = 0;  // the heaviest
    for (Index i = 1; i <= t; ++i) {
      if (weights(t, i) > weights(t, j)) j = i;
    }
    const double first_order = (up(t, j) - down(t, j)) / (2.0 * kSmallNudge);
    const double real =
        (real_change(own_, t, j, kSmallNudge) - real_change(own_, t, j, -kSmallNudge)) /
        (2.0 * kSmallNudge);
    frame_.slope_error = larger(frame_.slope_error, std::fabs(first_order - real));
  }
}

void EdgeCuts::work() {
  const Index edges = edges_of(own_.batch.length);
  const Index first = std::min(kFirstDraws, draws());
  if (done_ < first) {
    draw(done_);
  } else if (done_ < first + edges) {
    const auto [t, j] = edge_at(done_ - first);
    if (own_.attention.weights(t, j) <= kMostWeight) {
      frame_.real(t, j) = real_change(own_, t, j, by());
    }
    frame_.tried = done_ - first + 1;
  } else {
    draw(done_ - edges);
  }
  ++done_;
}

// A row anywhere in the text, then an edge of it by weight: so are edges in proportion to their
// weight, since every row has as much to give.
void EdgeCuts::draw(Index number) {
  if (number % kDraws == 0) {
    other_ = read(drawn_window(number / kDraws));
    leave_alone(other_.attention.weights, other_.predicted);
  }
  const Index n = other_.batch.length;
  const auto rows = static_cast<double>(n - kFirstReadRow);
  const Index t = kFirstReadRow + static_cast<Index>(rows * rng_.uniform());
  const Vector row = other_.attention.weights.row(t).transpose();
  const Index j = rng_.categorical(row.data(), n);
  if (row(j) <= kMostWeight) {
    const Index before = frame_.drawn.rows();
    frame_.drawn.conservativeResize(before + 1, kColumns);
    const double window = static_cast<double>(drawn_window(number / kDraws));
    frame_.drawn.row(before) << window + 1.0, static_cast<double>(t + 1),
        static_cast<double>(j + 1), row(j), other_.predicted(t, j), real_change(other_, t, j, by());
  }
  if (frame_.drawn.rows() >= kFewestRanked) sum_up();
}

void EdgeCuts::sum_up() {
  const Index edges = frame_.drawn.rows();
  Vector weights(edges), predicted(edges), real(edges), predicted_sizes(edges), sizes(edges);
  double along = 0.0, squares = 0.0, falls = 0.0;
  for (Index i = 0; i < edges; ++i) {
    weights(i) = frame_.drawn(i, kWeight);
    predicted(i) = frame_.drawn(i, kPredicted);
    real(i) = frame_.drawn(i, kReal);
    predicted_sizes(i) = std::fabs(predicted(i));
    sizes(i) = std::fabs(real(i));
    along += predicted(i) * real(i);
    squares += predicted(i) * predicted(i);
    if (real(i) < 0.0) falls += 1.0;
  }
  frame_.rank = rank_correlation(predicted, real);
  frame_.rank_of_sizes = rank_correlation(predicted_sizes, sizes);
  frame_.rank_of_weights = rank_correlation(weights, sizes);
  frame_.slope = squares > 0.0 ? along / squares : 0.0;
  frame_.helping = falls / static_cast<double>(edges);
}

}  // namespace attn::experiments
