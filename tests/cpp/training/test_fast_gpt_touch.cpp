#include <cmath>
#include <limits>
#include <string>

#include "attn/numerics/largest.hpp"
#include "attn/training/fast_gpt.hpp"
#include "catch.hpp"
#include "instruction_sets.hpp"
#include "layouts.hpp"
#include "training/gpt_models.hpp"
#include "training/parallel_jobs.hpp"

using namespace attn;
using Eigen::VectorXf;

namespace {

constexpr double kGone = -std::numeric_limits<double>::infinity();

struct Model {
  GptShape shape;
  VectorXf weights;
  GptBatch batch;
  Vector exact = weights.cast<double>();
  GptForward clean = gpt_forward(shape, exact, batch);

  explicit Model(const GptShape& of, Index sequences = 3, Index length = 0, double size = 1.0)
      : shape(of),
        weights(gpt_weights(of, 3, size).cast<float>()),
        batch(gpt_batch(sequences, length > 0 ? length : of.context, of.vocabulary, 4)) {}

  Vector losses(const GptTouch& touch, FastGptOptions options = {}) const {
    return FastGpt(shape, std::move(options)).losses(weights, batch, touch);
  }
  Vector in_double(const GptTouch& touch) const {
    return gpt_touched(shape, exact, batch, clean, touch).losses;
  }
  Index rows() const { return batch.sequences * batch.length; }
  Index head_size() const { return shape.width / shape.heads; }
  GptTouch on(Index block, Index head) const {
    GptTouch out;
    out.block = block;
    out.head = head;
    return out;
  }
  Matrix said(Index block, Index head) const {
    return clean.blocks[static_cast<std::size_t>(block)].mixed.middleCols(head * head_size(),
                                                                          head_size());
  }
};

struct Named {
  std::string name;
  GptTouch touch;
};

// One of each kind, and all of them that go together.
std::vector<Named> touches(const Model& model, Index block, Index head) {
  std::vector<Named> out;
  const GptTouch none = model.on(block, head);
  const Index n = model.rows(), length = model.batch.length;
  out.push_back({"noise on queries", none});
  out.back().touch.queries = layouts::matrix(n, model.head_size(), 5);
  out.push_back({"temperature", none});
  out.back().touch.temperature = 0.5;
  out.push_back({"scores", none});
  out.back().touch.scores = layouts::matrix(n, length, 6);
  out.push_back({"cut edges", none});
  Matrix& cut = out.back().touch.scores;
  cut = Matrix::Zero(n, length);
  for (Index i = 0; i < n; ++i) {
    for (Index j = i % 2; j < i % length; j += 2) cut(i, j) = kGone;
    if (i % length + 1 < length) cut(i, length - 1) = std::nan("");  // hidden: nobody looks at it
  }
  out.push_back({"weights", none});
  out.back().touch.weights = layouts::matrix(n, length, 7).cwiseAbs() / static_cast<double>(length);
  out.push_back({"mean output", none});
  const Matrix said = model.said(block, head);
  out.back().touch.output = said.colwise().mean().replicate(n, 1);
  out.push_back({"several", none});
  GptTouch& several = out.back().touch;
  several.queries = -layouts::matrix(n, model.head_size(), 8);
  several.temperature = 1.7;
  several.scores = out[2].touch.scores;
  several.scores.col(0).tail(n - 1).setConstant(kGone);
  for (Index i = 0; i < n; i += length) several.scores(i, 0) = 0.25;
  return out;
}

}  // namespace

TEST_CASE("losses of a touched fast model are those of the double one, for each touch and head") {
  for (const GptShape& shape :
       {GptShape{7, 5, 6, 2, 2}, GptShape{61, 32, 32, 4, 2}, GptShape{130, 70, 24, 3, 1},
        GptShape{3, 33, 5, 1, 1}, GptShape{1, 1, 1, 1, 1}}) {
    for (const double size : {0.1, 1.0}) {
      // Two chunks of the longest, which is the only one that has them.
      const Model model(shape, shape.context > 40 ? 9 : 2, (shape.context + 1) / 2, size);
      for (Index block = 0; block < shape.blocks; ++block) {
        for (Index head = 0; head < shape.heads; ++head) {
          for (const auto& [name, touch] : touches(model, block, head)) {
            INFO(name << ' ' << shape.width << ' ' << size << ' ' << block << ' ' << head);
            const Vector expected = model.in_double(touch);
            for (const bool fused : {false, true}) {
              const Vector found = model.losses(touch, {fused, {}});
              REQUIRE(found.size() == expected.size());
              CHECK(largest(found - expected) <= 5e-5);
              CHECK(std::fabs(found.mean() - expected.mean()) <= 1e-6);
            }
          }
        }
      }
    }
  }
}

TEST_CASE("a touch that changes nothing moves no bit of a loss, in any head") {
  const Model model({61, 32, 32, 4, 2}, 20);
  FastGpt fast(model.shape);
  const Vector losses = fast.losses(model.weights, model.batch);
  CHECK(losses.mean() == Approx(fast.loss(model.weights, model.batch)).epsilon(1e-12));
  for (Index block = 0; block < 2; ++block) {
    for (Index head = 0; head < 4; ++head) {
      GptTouch touch = model.on(block, head);
      CHECK(fast.losses(model.weights, model.batch, touch) == losses);
      touch.scores = Matrix(model.rows(), 0);  // empty as well
      CHECK(fast.losses(model.weights, model.batch, touch) == losses);
      touch.queries = Matrix::Zero(model.rows(), 8);
      touch.scores = Matrix::Zero(model.rows(), 32);
      CHECK(fast.losses(model.weights, model.batch, touch) == losses);
    }
  }
  // Nothing of a touch stays.
  GptTouch hot = model.on(1, 1);
  hot.temperature = 3.0;
  const double clean = fast.loss(model.weights, model.batch);
  CHECK(fast.losses(model.weights, model.batch, hot) != losses);
  CHECK(fast.loss(model.weights, model.batch) == clean);
}

TEST_CASE("bits of touched losses are the same for every instruction set and thread") {
  const Model model({20, 17, 12, 2, 2}, 20);
  for (const auto& [name, touch] : touches(model, 1, 1)) {
    CAPTURE(name);
    const Vector expected = model.losses(touch);
    on_each_instruction_set([&, &of = touch] { CHECK(model.losses(of) == expected); });
    for (const ParallelJobs& parallel : {ParallelJobs(jobs_backwards), ParallelJobs(jobs_on_two)}) {
      CHECK(model.losses(touch, {false, parallel}) == expected);
    }
  }
}

TEST_CASE("a head with one edge left says the value at its other end") {
  const Model model({7, 6, 8, 2, 2}, 4);
  GptTouch alone = model.on(0, 1), said = alone;
  alone.scores = Matrix::Constant(model.rows(), 6, kGone);
  said.output = Matrix(model.rows(), 4);
  for (Index i = 0; i < model.rows(); ++i) {
    const Index key = (i % 6) / 2;
    alone.scores(i, key) = 0.3;
    said.output.row(i) = model.clean.blocks[0].qkv.row(i - i % 6 + key).tail(4);
  }
  CHECK(largest(model.losses(alone) - model.losses(said)) <= 2e-6);
  CHECK(largest(model.losses(alone) - model.losses(model.on(0, 1))) > 0.01);
}

TEST_CASE("losses of a touched fast model rise as the gradient of what the head says tells") {
  const Model model({7, 6, 8, 2, 2}, 4);
  const std::vector<Matrix> u =
      gpt_head_gradients(model.shape, model.exact, model.batch, model.clean);
  for (Index block = 0; block < 2; ++block) {
    for (Index head = 0; head < 2; ++head) {
      const Matrix slope = u[static_cast<std::size_t>(block)].middleCols(4 * head, 4);
      const Matrix direction = slope / slope.norm();
      const auto mean = [&](double by) {
        GptTouch touch = model.on(block, head);
        touch.output = model.said(block, head) + by * direction;
        return model.losses(touch).mean();
      };
      const auto rise = [&](double step) { return (mean(step) - mean(-step)) / (2.0 * step); };
      CHECK((4.0 * rise(0.05) - rise(0.1)) / 3.0 == Approx(slope.norm()).epsilon(1e-3));
    }
  }
}

TEST_CASE("touches that do not fit the fast model are refused by name, and none gives NaN") {
  const Model model({7, 5, 6, 2, 2}, 2);
  const auto refused = [&](const GptTouch& touch, const char* part) {
    CHECK_THAT(message_of([&] { (void)model.losses(touch); }),
               contains("FastGpt::losses: ") && contains(part));
  };
  refused(model.on(2, 0), "touch.block");
  refused(model.on(0, 2), "touch.head");
  GptTouch touch = model.on(1, 1);
  touch.temperature = 0.0;
  refused(touch, "touch.temperature");
  touch = model.on(1, 1);
  touch.queries = Matrix::Zero(10, 2);
  refused(touch, "touch.queries");
  touch.queries = Matrix::Constant(10, 3, 1e31);
  refused(touch, "touch.queries[0, 0] is 1e31, expected at most 1e30 in size");
  touch = model.on(1, 1);
  touch.scores = Matrix::Zero(10, 5);
  touch.scores.row(7).setConstant(kGone);
  refused(touch, "row 7 of touch.scores is -Infinity");
  touch.scores(7, 2) = -1e31;
  refused(touch, "touch.scores[7, 2]");
  touch = model.on(1, 1);
  touch.weights = Matrix::Constant(10, 5, std::nan(""));
  refused(touch, "touch.weights");

  int passes = 0, refusals = 0;
  for (const double size : {1e5, 1e18, 1e30}) {
    for (int kind = 0; kind < 5; ++kind) {
      INFO(kind << ' ' << size);
      touch = model.on(0, 1);
      if (kind == 0) touch.queries = size * layouts::matrix(10, 3, 1).cwiseMin(1.0).cwiseMax(-1.0);
      if (kind == 1) {
        touch.scores = -size * layouts::matrix(10, 5, 2).cwiseAbs().cwiseMin(1.0);
        for (Index i = 1; i < 10; ++i) touch.scores(i, 0) = i % 5 == 0 ? 0.0 : kGone;
      }
      if (kind == 2) touch.temperature = 1.0 / (size * size);
      if (kind == 3) touch.weights = Matrix::Constant(10, 5, size);
      if (kind == 4) touch.output = Matrix::Constant(10, 3, -size);
      bool finite = true;
      try {
        finite = model.losses(touch).allFinite();
        ++passes;
      } catch (const Error&) {
        ++refusals;
      }
      CHECK(finite);
    }
  }
  CHECK(passes > 5);
  CHECK(refusals > 2);
}
