#include "experiments/one-head/head_step.hpp"

#include <cmath>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "experiments/one-head/model_readings.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

HeadStepParams step_of(Index layer, Index head) {
  HeadStepParams out;
  out.source = made_up_source(7);
  out.layer = layer;
  out.head = head;
  return out;
}

HeadStepFrame steps(const HeadStepParams& params, Index windows = 100) {
  HeadStep step(params);
  step.refine(windows);
  return step.frame();
}

}  // namespace

TEST_CASE("head_step: what it computes agrees with differences, running means and the model") {
  for (const Index layer : {1, 2}) {
    for (const Index head : {1, 4}) {
      const HeadStepFrame f = steps(step_of(layer, head));
      CHECK(f.windows == 2);
      CHECK(f.own.sum() == Approx(1.0));
      CHECK(f.others.sum() == Approx(1.0));
      CHECK(f.gradient_error <= 1e-7);
      CHECK(f.mean_error <= 1e-13);
      CHECK(f.stream_error <= 1e-13);
      CHECK(f.rises == 0);
      CHECK(lowest(f.left) > 0.0);
      CHECK(largest(f.left) <= 1.0);
      CHECK(f.left_added > 0.0);
      CHECK(f.left_added <= 1.0);
      CHECK(lowest(f.snr_after) > 0.0);
      CHECK(f.best_left == lowest(f.left_kernel));
      // Very narrow, it leaves each token where it is.
      CHECK(f.left_kernel(HeadStep::kBetas - 1) > 0.99);
    }
  }
}

TEST_CASE("head_step: its cosine is that of the table of all readings") {
  const ReadingSource source = reading_source("mine", step_of(1, 1).source);
  const ModelReadings found = read_model(source.shape, source.weights, source.windows);
  Index column = 0;
  while (reading_columns()[static_cast<std::size_t>(column)].name != "descent_cosine") ++column;
  for (const Index h : {0, 2, 5}) {
    const HeadStepFrame f = steps(step_of(1 + h / 4, 1 + h % 4));
    CHECK(f.cosine == Approx(found.readings(h, column)).epsilon(1e-12));
  }
}

TEST_CASE("head_step: signal to noise is that of the stream of the forward pass") {
  const HeadStepParams params = step_of(2, 3);
  const ReadingSource source = reading_source("mine", params.source);
  double squares = 0.0;
  for (const Index w : {0, 1}) {
    squares += gpt_forward(source.shape, source.weights, window_of(source, w)).x.squaredNorm();
  }
  const double deviation = params.noise * std::sqrt(squares / (2.0 * 32.0 * 32.0));
  double before[2] = {0.0, 0.0}, after[2] = {0.0, 0.0};
  for (const Index w : {0, 1}) {
    const GptBatch batch = window_of(source, w);
    Rng rng(1 + static_cast<std::uint64_t>(w));
    Matrix noise(32, 32);
    for (double& x : noise.reshaped<Eigen::RowMajor>()) x = deviation * rng.normal();
    const GptForward clean = gpt_forward(source.shape, source.weights, batch);
    const GptForward noisy = gpt_forward(source.shape, source.weights, batch, noise);
    const auto add = [](double* to, const Matrix& of_clean, const Matrix& of_noisy) {
      const Matrix c = of_clean.bottomRows(28), n = of_noisy.bottomRows(28);
      to[0] += (c.rowwise() - c.colwise().mean()).squaredNorm();
      to[1] += (n - c).squaredNorm();
    };
    add(before, clean.blocks[0].output, noisy.blocks[0].output);
    add(after, clean.blocks[1].middle, noisy.blocks[1].middle);
  }
  const HeadStepFrame f = steps(params);
  CHECK(f.snr_before == Approx(before[0] / before[1]).epsilon(1e-12));
  CHECK(f.snr_after(0) == Approx(after[0] / after[1]).epsilon(1e-10));
}

TEST_CASE("head_step: heads and kernels are read under one and the same noise") {
  HeadStepParams params = step_of(1, 1);
  const HeadStepFrame first = steps(params);
  params.head = 2;
  params.beta = 2.0;
  const HeadStepFrame second = steps(params);
  CHECK(second.snr_before == first.snr_before);
  CHECK(second.snr_after.head(2) == first.snr_after.head(2));
  CHECK(second.snr_after(2) != first.snr_after(2));
  CHECK(second.left(2) == first.left(2));
  CHECK(second.left(0) != first.left(0));
  CHECK(second.left_kernel == first.left_kernel);
  // The kernel of the slider is one of those of the curve.
  CHECK(first.betas(8) == Approx(0.25));
  CHECK(first.left(3) == Approx(first.left_kernel(8)).epsilon(1e-9));
  params.noise = 1.0;
  CHECK(steps(params).snr_before < 0.1 * first.snr_before);
}

TEST_CASE("head_step: there is something to see after one window, and no third layer") {
  const HeadStepFrame f = steps(step_of(1, 1), 1);
  CHECK(f.windows == 1);
  CHECK(f.own.sum() == Approx(1.0));
  CHECK(f.best_left < 1.0);
  CHECK_THROWS_AS(HeadStep(step_of(3, 1)), Error);
}
