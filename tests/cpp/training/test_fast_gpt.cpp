#include "attn/training/fast_gpt.hpp"

#include <cmath>
#include <limits>

#include "allocations.hpp"
#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "instruction_sets.hpp"
#include "layouts.hpp"
#include "training/gpt_models.hpp"
#include "training/parallel_jobs.hpp"

using namespace attn;
using Eigen::VectorXf;

namespace {

struct Passed {
  double loss;
  VectorXf gradient;
};

Passed pass(const GptShape& shape, const VectorXf& weights, const GptBatch& batch,
            FastGptOptions options = {}, const FloatMatrix& d_x = {}) {
  FastGpt model(shape, std::move(options));
  Passed out{0.0, VectorXf(weights.size())};
  out.loss = model.gradient(weights, batch, out.gradient, d_x);
  return out;
}

/// Sizes that are no multiples of anything, one of each alone, and those of the article.
const std::vector<GptShape>& shapes() {
  static const std::vector<GptShape> list{{7, 5, 6, 2, 2},  {61, 32, 32, 4, 2},
                                          {3, 33, 5, 1, 1}, {130, 70, 24, 3, 1},
                                          {1, 1, 1, 1, 1},  {20, 17, 36, 2, 3}};
  return list;
}

struct Errors {
  double loss, gradient;
};

Errors errors(const GptShape& shape, double size, Index sequences, Index length, bool fused) {
  const Vector start = gpt_weights(shape, 3, size);
  const VectorXf weights = start.cast<float>();
  const Vector exact = weights.cast<double>();
  const GptBatch batch = gpt_batch(sequences, length, shape.vocabulary, 4);
  const Passed fast = pass(shape, weights, batch, {fused, {}});
  const GptForward forward = gpt_forward(shape, exact, batch);
  const Vector d = gpt_backward(shape, exact, batch, forward);
  return {std::fabs(fast.loss - forward.loss),
          largest(fast.gradient.cast<double>() - d) / (largest(d) + 1e-12)};
}

}  // namespace

TEST_CASE("the fast language model has the loss and the gradient of the double one, at any shape") {
  for (const GptShape& shape : shapes()) {
    for (const Index sequences : {1, 3, 20}) {
      for (const bool fused : {false, true}) {
        INFO(shape.vocabulary << ' ' << shape.context << ' ' << shape.width << ' ' << sequences);
        for (const double size : {0.1, 1.0}) {
          const Errors e = errors(shape, size, sequences, shape.context, fused);
          CHECK(e.loss <= 1e-6);
          CHECK(e.gradient <= 2e-5);
        }
        CHECK(errors(shape, 1.0, sequences, (shape.context + 1) / 2, fused).gradient <= 2e-5);
      }
    }
  }
}

TEST_CASE("gradients of the fast language model follow its loss, in each part of the weights") {
  const GptShape shape{7, 5, 6, 2, 2};
  const GptBatch batch = gpt_batch(3, 5, 7, 1);
  const VectorXf w = gpt_weights(shape, 2).cast<float>();
  const Passed at = pass(shape, w, batch);
  FastGpt model(shape);
  Rng rng(5);
  for (const GptPart& part : gpt_parts(shape)) {
    CAPTURE(part.name);
    const Index size = part.rows * part.cols;
    const Vector gradient = at.gradient.segment(part.first, size).cast<double>();
    // Along the gradient a slope is largest, and across it one entry counts as much as another.
    for (int k = 0; k < 4; ++k) {
      VectorXf direction = VectorXf::Zero(w.size());
      for (Index i = 0; i < size; ++i) {
        const double along = k == 0 ? gradient(i) / gradient.norm() : rng.normal();
        direction(part.first + i) = static_cast<float>(along);
      }
      direction /= direction.norm();
      // Of two steps, so that what is left of them is of the fourth order.
      const auto rise = [&](float step) {
        return (model.loss(w + step * direction, batch) - model.loss(w - step * direction, batch)) /
               (2.0 * static_cast<double>(step));
      };
      const double slope = at.gradient.cast<double>().dot(direction.cast<double>());
      const double rises = (4.0 * rise(0.01F) - rise(0.02F)) / 3.0;
      CHECK(std::fabs(rises - slope) <= 1e-3 * gradient.norm());
    }
  }
  CHECK(model.loss(w, batch) == at.loss);
}

TEST_CASE("bits of the fast language model are the same for every instruction set and thread") {
  for (const GptShape& shape : shapes()) {
    const GptBatch batch = gpt_batch(20, shape.context, shape.vocabulary, 1);
    const VectorXf w = gpt_weights(shape, 2).cast<float>();
    const Passed expected = pass(shape, w, batch);
    on_each_instruction_set([&] {
      const Passed found = pass(shape, w, batch);
      CHECK(found.loss == expected.loss);
      CHECK(found.gradient == expected.gradient);
    });
    for (const ParallelJobs& parallel : {ParallelJobs(jobs_backwards), ParallelJobs(jobs_on_two)}) {
      const Passed found = pass(shape, w, batch, {false, parallel});
      CHECK(found.loss == expected.loss);
      CHECK(found.gradient == expected.gradient);
    }
  }
}

TEST_CASE("noise and gradients that come to the embeddings are those of the double model") {
  const GptShape shape{7, 5, 6, 2, 2};
  const GptBatch batch = gpt_batch(4, 5, 7, 1);
  const VectorXf w = gpt_weights(shape, 2).cast<float>();
  const Vector exact = w.cast<double>();
  const FloatMatrix noise = layouts::matrix(20, 6, 3).cast<float>();
  FastGpt model(shape);
  CHECK(std::fabs(model.loss(w, batch, noise) -
                  gpt_forward(shape, exact, batch, noise.cast<double>()).loss) <= 1e-6);
  CHECK(model.loss(w, batch, FloatMatrix::Zero(20, 6)) == model.loss(w, batch));

  const FloatMatrix d_x = layouts::matrix(10, 6, 4).cast<float>();
  Matrix all = Matrix::Zero(20, 6);
  all.topRows(10) = d_x.cast<double>();
  const GptForward forward = gpt_forward(shape, exact, batch);
  const Vector d = gpt_backward(shape, exact, batch, forward, all);
  CHECK(largest(pass(shape, w, batch, {}, d_x).gradient.cast<double>() - d) <= 1e-5 * largest(d));
  const FloatMatrix x = fast_gpt_embeddings(shape, w, batch, 2);
  CHECK(largest(x.cast<double>() - forward.x.topRows(10)) <= 1e-6);
}

TEST_CASE("a gradient of more chunks than add up apart is that of the double model, each time") {
  const GptShape shape{7, 5, 6, 2, 2};
  // 20 chunks of 51 sequences, for 16 groups; the other term reaches into the first two.
  const GptBatch batch = gpt_batch(1000, 5, 7, 1);
  const VectorXf w = gpt_weights(shape, 2).cast<float>();
  const Vector exact = w.cast<double>();
  const FloatMatrix d_x = 1e-4F * layouts::matrix(300, 6, 4).cast<float>();
  Matrix all = Matrix::Zero(5000, 6);
  all.topRows(300) = d_x.cast<double>();
  const Vector d = gpt_backward(shape, exact, batch, gpt_forward(shape, exact, batch), all);
  for (const ParallelJobs& parallel : {ParallelJobs(), ParallelJobs(jobs_on_two)}) {
    FastGpt model(shape, {false, parallel});
    VectorXf first(w.size()), other(w.size()), again(w.size());
    model.gradient(w, batch, first, d_x);
    CHECK(largest(first.cast<double>() - d) <= 2e-5 * largest(d));
    model.gradient(w, gpt_batch(1, 3, 7, 2), other);
    CHECK(other == pass(shape, w, gpt_batch(1, 3, 7, 2)).gradient);
    model.gradient(w, batch, again, d_x);
    CHECK(again == first);
  }
}

TEST_CASE("what comes next has the probabilities of the last row") {
  const GptShape shape{7, 5, 6, 2, 2};
  const VectorXf w = gpt_weights(shape, 2).cast<float>();
  FastGpt model(shape);
  const std::vector<Index> text{3, 0, 6};
  const VectorXf p = model.next(w, text);
  CHECK(std::fabs(p.sum() - 1.0F) <= 1e-6F);
  for (Index v = 0; v < 7; ++v) {
    GptBatch batch{1, 3, text};
    batch.tokens.push_back(v);
    const GptForward f = gpt_forward(shape, w.cast<double>(), batch);
    CHECK(std::fabs(static_cast<double>(p(v)) - std::exp(-f.losses(2))) <= 1e-6);
  }
}

TEST_CASE("after the first batch the fast language model takes no memory") {
  const GptShape shape{61, 32, 32, 4, 2};
  const VectorXf w = gpt_weights(shape, 2, 0.1).cast<float>();
  const GptBatch batch = gpt_batch(24, 32, 61, 1);
  FastGpt model(shape);
  VectorXf gradient(w.size());
  (void)model.gradient(w, batch, gradient);
  const std::size_t bytes = model.bytes();
  CHECK(bytes > 1000000);
  CHECK(bytes < 40000000);
  CHECK(allocations_of([&] { (void)model.gradient(w, batch, gradient); }) == 0);
  CHECK(allocations_of([&] { (void)model.loss(w, batch); }) == 0);
  CHECK(model.bytes() == bytes);
  const std::vector<Index> text{1, 2, 3};
  (void)model.next(w, text);
  // What is returned takes its own, past operator new: Eigen does that.
  const std::size_t before = allocations();
  (void)model.next(w, text);
  CHECK(allocations() == before);

  // Sequences come one after the other through the same memory, but for their tokens.
  FastGpt longer(shape);
  (void)longer.gradient(w, gpt_batch(96, 32, 61, 1), gradient);
  CHECK(longer.bytes() < bytes + bytes / 20);
}

TEST_CASE("the fast language model refuses what does not fit, and never returns NaN") {
  const GptShape shape{7, 5, 6, 2, 2};
  const VectorXf w = gpt_weights(shape, 2).cast<float>();
  const GptBatch batch = gpt_batch(2, 5, 7, 1);
  FastGpt model(shape);
  VectorXf gradient = VectorXf::Zero(w.size());
  const auto loss = [&](const VectorXf& at, const GptBatch& b, const FloatMatrix& noise = {}) {
    return message_of([&] { (void)model.loss(at, b, noise); });
  };
  CHECK_THAT(message_of([] { FastGpt({7, 5, 6, 5, 2}); }), contains("FastGpt: shape.heads is 5"));
  CHECK_THAT(loss(VectorXf::Zero(3), batch), contains("FastGpt::loss: weights is 3 long"));
  VectorXf bad = w;
  bad(200) = std::numeric_limits<float>::quiet_NaN();
  CHECK_THAT(loss(bad, batch), contains("weights[200] is NaN"));
  GptBatch other = batch;
  other.tokens[3] = -1;
  CHECK_THAT(loss(w, other), contains("a token of the batch is -1"));
  CHECK_THAT(loss(w, batch, FloatMatrix::Zero(3, 6)), contains("noise is 3 x 6, expected 10 x 6"));
  CHECK_THAT(message_of([&] {
               VectorXf small = VectorXf::Zero(3);
               (void)model.gradient(w, batch, small);
             }),
             contains("gradient is 3 long"));
  CHECK_THAT(
      message_of([&] { (void)model.gradient(w, batch, gradient, FloatMatrix::Zero(11, 6)); }),
      contains("the rows of d_x is 11"));
  CHECK_THAT(message_of([&] { (void)model.next(w, {}); }), contains("the number of tokens is 0"));
  CHECK_THAT(message_of([&] { (void)fast_gpt_embeddings(shape, w, batch, 3); }),
             contains("sequences is 3"));
  CHECK(gradient == VectorXf::Zero(w.size()));
  // Overflow at each of the places where it may come about.
  int passes = 0, refusals = 0;
  for (const float size : {1e10F, 1e20F, 1e30F, 3e38F}) {
    for (const GptPart& part : gpt_parts(shape)) {
      INFO(part.name << ' ' << size);
      VectorXf at = w;
      at.segment(part.first, part.rows * part.cols).setConstant(size);
      at(part.first) = -size;
      bool finite = true;
      try {
        finite = std::isfinite(model.gradient(at, batch, gradient)) && gradient.allFinite();
        ++passes;
      } catch (const Error&) {
        ++refusals;
      }
      CHECK(finite);
      try {
        finite = model.next(at, {1, 2}).allFinite();
      } catch (const Error&) {
        ++refusals;
      }
      CHECK(finite);
    }
  }
  CHECK(passes > 10);
  CHECK(refusals > 10);
}
