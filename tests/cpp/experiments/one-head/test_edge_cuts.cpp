#include "experiments/one-head/edge_cuts.hpp"

#include <cmath>

#include "attn/reading/ranks.hpp"
#include "attn/training/gpt_touch.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

// Edges of a window of 32.
constexpr Index kEdges = 528;

EdgeCutsParams params_of(Index layer, EdgeTouch touch, double delta = 1.0) {
  EdgeCutsParams out;
  out.source = made_up_source(7);
  out.layer = layer;
  out.head = 2;
  out.window = 2;
  out.touch = touch;
  out.delta = delta;
  return out;
}

EdgeCutsFrame after(const EdgeCutsParams& params, Index units) {
  EdgeCuts cuts(params);
  if (units > 0) cuts.refine(units);
  return cuts.frame();
}

}  // namespace

TEST_CASE("edge_cuts: the residuals vanish, whatever is done to an edge") {
  for (const Index layer : {1, 2}) {
    for (const auto& params :
         {params_of(layer, EdgeTouch::kCut), params_of(layer, EdgeTouch::kNudge, 3.0),
          params_of(layer, EdgeTouch::kNudge, -3.0)}) {
      const EdgeCutsFrame f = after(params, 0);
      CHECK(f.slope_error <= 1e-5);
      CHECK(f.row_error <= 1e-12);
      CHECK(f.still_error == 0.0);
      CHECK(f.tried == 0);
      CHECK(f.drawn.rows() == 0);
    }
  }
}

TEST_CASE("edge_cuts: a real change is that of the window's loss with the edge hidden") {
  const EdgeCutsParams params = params_of(1, EdgeTouch::kCut);
  const EdgeCutsFrame f = after(params, 10'000);
  CHECK(f.tried == kEdges);
  const ReadingSource source = reading_source("mine", params.source);
  const GptBatch batch = window_of(source, 1);
  const GptForward clean = gpt_forward(source.shape, source.weights, batch);
  for (const Index t : {5, 30}) {
    // With the weights shared out by hand.
    GptTouch touch;
    touch.head = 1;
    touch.weights = f.weights;
    touch.weights.row(t) /= 1.0 - f.weights(t, 3);
    touch.weights(t, 3) = 0.0;
    const double loss = gpt_touched(source.shape, source.weights, batch, clean, touch).loss;
    CHECK(f.real(t, 3) == Approx(32.0 * (loss - clean.loss)).margin(1e-12));
    CHECK(f.real(t, 3) != 0.0);
  }
  // The first token has itself alone.
  CHECK(f.predicted(0, 0) == 0.0);
  CHECK(f.real(0, 0) == 0.0);
  CHECK(f.real(3, 4) == 0.0);
}

TEST_CASE("edge_cuts: a small nudge does what first order says, a nudge of 0 nothing") {
  for (const Index layer : {1, 2}) {
    const EdgeCutsFrame small = after(params_of(layer, EdgeTouch::kNudge, 0.01), 10'000);
    CHECK(small.rank > 0.999);
    CHECK(small.rank_of_sizes > 0.99);
    CHECK(small.slope == Approx(1.0).epsilon(0.02));
    CHECK(small.helping > 0.2);
    CHECK(small.helping < 0.8);
    const EdgeCutsFrame none = after(params_of(layer, EdgeTouch::kNudge, 0.0), 10'000);
    CHECK(none.drawn.rows() == small.drawn.rows());
    CHECK(none.drawn.rightCols(2).isZero(0.0));
    CHECK(none.rank == 0.0);
    CHECK(none.slope == 0.0);
    CHECK(none.helping == 0.0);
  }
}

TEST_CASE("edge_cuts: nudges up and down change the loss to either side") {
  const Matrix up = after(params_of(2, EdgeTouch::kNudge, 0.5), 0).predicted;
  const Matrix down = after(params_of(2, EdgeTouch::kNudge, -0.5), 0).predicted;
  CHECK((up.array() * down.array() <= 0.0).all());
  CHECK((up.array() != 0.0).count() == kEdges - 1);
}

TEST_CASE("edge_cuts: what is drawn is an edge of its window, and its numbers follow") {
  EdgeCutsParams params = params_of(2, EdgeTouch::kCut);
  EdgeCuts cuts(params);
  CHECK(cuts.units() == kEdges + 2 * EdgeCuts::kDraws);
  CHECK(cuts.refine(10'000));
  CHECK(cuts.progress() == 1.0);
  const EdgeCutsFrame f = cuts.frame();
  CHECK(f.drawn.rows() == 2 * EdgeCuts::kDraws);
  Index own = 0;
  for (Index i = 0; i < f.drawn.rows(); ++i) {
    const auto t = static_cast<Index>(f.drawn(i, 1)) - 1, j = static_cast<Index>(f.drawn(i, 2)) - 1;
    CHECK(t >= 4);
    CHECK(j >= 0);
    CHECK(j <= t);
    if (f.drawn(i, 0) != 2.0) continue;
    ++own;
    CHECK(f.drawn(i, 3) == f.weights(t, j));
    CHECK(f.drawn(i, 4) == f.predicted(t, j));
    CHECK(f.drawn(i, 5) == f.real(t, j));
  }
  CHECK(own == EdgeCuts::kDraws);
  CHECK(f.rank == rank_correlation(f.drawn.col(4), f.drawn.col(5)));
  CHECK(f.rank_of_weights == rank_correlation(f.drawn.col(3), f.drawn.col(5).cwiseAbs()));
  // Least squares: nothing of the residual is left along what is predicted.
  const Vector predicted = f.drawn.col(4), real = f.drawn.col(5);
  CHECK(predicted.dot(real - f.slope * predicted) == Approx(0.0).margin(1e-12));
  CHECK(f.helping == Approx((real.array() < 0.0).cast<double>().mean()));
  params.seed = 8;
  CHECK(after(params, 10'000).drawn.leftCols(3) != f.drawn.leftCols(3));
}

TEST_CASE("edge_cuts: windows that the text does not have are refused") {
  EdgeCutsParams params = params_of(1, EdgeTouch::kCut);
  params.window = 3;
  CHECK_THROWS_AS(EdgeCuts(params), Error);
}
