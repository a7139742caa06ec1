#include "attn/training/fast_pattern_trainer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/training/cross_entropy.hpp"
#include "catch.hpp"
#include "instruction_sets.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::bits_of;
using layouts::matrix;

namespace {

constexpr double kBound = 4e-6;

struct Problem {
  PatternData data;
  PatternHeads heads;
};

// Any contexts and laws.
Problem problem(Index contexts, Index tokens, Index lags, Index heads, double size,
                std::uint64_t seed) {
  Rng rng(seed);
  Problem out;
  out.data.lags = lags;
  for (Index i = 0; i < contexts * lags; ++i) {
    out.data.tokens.push_back(static_cast<Index>(rng.uniform() * static_cast<double>(tokens)));
  }
  out.data.laws = softmax_rows(2.0 * matrix(contexts, tokens, seed + 40));
  out.data.targets = out.data.laws;
  for (Index k = 0; k < heads; ++k) {
    out.heads.values.push_back(size *
                               matrix(tokens, tokens, seed + 1 + static_cast<std::uint64_t>(k)));
  }
  out.heads.logits = matrix(heads, lags, seed + 30);
  return out;
}

double relative(const Matrix& found, const Matrix& right) {
  const double size = largest(right);
  return size > 0.0 ? largest(found - right) / size : largest(found);
}

void check_against_double(const Problem& c) {
  FastPatternPass pass(c.data);
  const PatternGradient right = pattern_gradient(c.data, c.heads);
  const PatternGradient found = pass.gradient(c.heads);
  CHECK(std::fabs(found.loss - right.loss) < kBound * (1.0 + right.loss));
  CHECK(std::fabs(pass.loss(c.heads) - right.loss) < kBound * (1.0 + right.loss));
  for (std::size_t k = 0; k < c.heads.values.size(); ++k) {
    CHECK(relative(found.d.values[k], right.d.values[k]) < kBound);
  }
  CHECK(relative(found.d.logits, right.d.logits) < 10.0 * kBound);
}

}  // namespace

TEST_CASE("fast passes are those in double, for all shapes of tables and of vectors") {
  for (const Index tokens : {2, 3, 4, 5, 6, 9, 17, 20, 300}) {
    for (const Index lags : {1, 2, 3, 7, 12}) {
      CAPTURE(tokens, lags);
      check_against_double(problem(21, tokens, lags, 2, 0.7, 3));
    }
  }
  for (const Index contexts : {1, 2, 3, 4, 5, 8, 131}) {
    CAPTURE(contexts);
    check_against_double(problem(contexts, 5, 12, 3, 1.0, 5));
  }
  for (const Index heads : {1, 4, 7}) {
    CAPTURE(heads);
    check_against_double(problem(33, 20, 6, heads, 0.5, 19));
  }
  // Enough contexts for tables of several lags, although there are many tokens.
  check_against_double(problem(1500, 20, 4, 2, 1.0, 23));
}

TEST_CASE("fast passes have the same bits with every instruction set") {
  // Exponentials of votes, and of logits that are large.
  for (const double size : {0.7, 20.0}) {
    for (const Index tokens : {5, 20}) {
      CAPTURE(size, tokens);
      const Problem c = problem(131, tokens, 7, 3, size, 21);
      const auto all = [&] {
        PatternGradient g = FastPatternPass(c.data).gradient(c.heads);
        g.d.values.push_back(g.d.logits);
        g.d.values.push_back(Matrix::Constant(1, 1, g.loss));
        std::vector<std::uint64_t> bits;
        for (const Matrix& m : g.d.values) {
          const auto of = bits_of(m);
          bits.insert(bits.end(), of.begin(), of.end());
        }
        return bits;
      };
      const auto first = all();
      on_each_instruction_set([&] { CHECK(all() == first); });
    }
  }
}

TEST_CASE("fast passes stay within their bound for many contexts and for large logits") {
  check_against_double(problem(9001, 5, 12, 3, 1.0, 7));
  const Problem c = problem(200, 5, 12, 3, 10.0, 9);
  check_against_double(c);
  // One token alone has nothing to predict.
  const Problem one = problem(5, 1, 2, 1, 1.0, 1);
  FastPatternPass pass(one.data);
  CHECK(pass.loss(one.heads) == 0.0);
  CHECK(largest(pass.gradient(one.heads).d.logits) == 0.0);
}

TEST_CASE("the loss of a fast pass changes as its gradient says") {
  const Problem c = problem(64, 5, 12, 2, 0.8, 11);
  FastPatternPass pass(c.data);
  const PatternGradient g = pass.gradient(c.heads);
  const auto loss = [&](const Matrix& m) {
    PatternHeads moved = c.heads;
    moved.values[1] = m;
    return pass.loss(moved);
  };
  // Of a float's loss differences see four digits.
  CHECK(gradient_error(g.d.values[1], central_differences(loss, c.heads.values[1], 0.25), 1e-2) <
        1e-3);
}

TEST_CASE("divergences follow from moments, without another pass") {
  const Problem c = problem(50, 5, 12, 3, 1.0, 13);
  const Matrix others = softmax_rows(matrix(50, 5, 77));
  FastPatternPass pass(c.data);
  pass.loss(c.heads);
  const Matrix p = pattern_predictions(c.data, c.heads);
  for (const Matrix& laws : {c.data.laws, others, p}) {
    const double right = kl_divergences(laws, p).mean();
    CHECK(std::fabs(pass.divergence(pattern_moments(c.data, laws)) - right) < kBound);
  }
  // Laws of all on one token have no entropy.
  Matrix sure = Matrix::Zero(50, 5);
  sure.col(2).setOnes();
  const PatternMoments moments = pattern_moments(c.data, sure);
  CHECK(moments.entropy == 0.0);
  CHECK(std::fabs(pass.divergence(moments) - kl_divergences(sure, p).mean()) < kBound);
  CHECK(std::fabs(moments.means.sum() - 12.0) < 1e-12);
}

TEST_CASE("batches are the contexts that they name, as often as they do") {
  const Problem c = problem(9, 5, 4, 2, 1.0, 17);
  FastPatternPass pass(c.data);
  const std::vector<Index> rows{8, 0, 3, 3, 5};
  PatternHeads sum = pass.gradient_of({rows[0]}, c.heads);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const PatternHeads one = pass.gradient_of({rows[i]}, c.heads);
    sum.logits += one.logits;
    sum.values[1] += one.values[1];
  }
  const PatternHeads all = pass.gradient_of(rows, c.heads);
  CHECK(relative(all.logits, sum.logits / 5.0) < 10.0 * kBound);
  CHECK(relative(all.values[1], sum.values[1] / 5.0) < kBound);
}

TEST_CASE("the fast trainer goes the way of the trainer in double") {
  Rng rng(3);
  const PatternTask task = clue_task(12, 1.5, 3.0);
  const PatternData data = uniform_contexts(task, 700, PatternTargets::kLaws, rng);
  const PatternHeads start = minimal_heads(3, 5, 12, 0.1, rng);
  const PatternMoments moments = pattern_moments(data, data.laws);
  for (const auto optimiser : {PatternOptimiser::kAdam, PatternOptimiser::kDescent}) {
    for (const Index batch : {0, 33}) {
      CAPTURE(batch);
      PatternTrainerOptions options;
      options.optimiser = optimiser;
      options.batch = batch;
      options.decay = 0.05;
      if (optimiser == PatternOptimiser::kDescent) options.values_step = 0.5;
      PatternTrainer slow(data, start, options);
      FastPatternTrainer fast(data, start, options);
      slow.step(60);
      fast.step(60);
      CHECK(fast.steps() == 60);
      CHECK(relative(fast.heads().logits, slow.heads().logits) < 1e-3);
      const double loss = pattern_gradient(data, slow.heads()).loss;
      CHECK(std::fabs(fast.loss() - loss) < 1e-5);
      const Matrix p = pattern_predictions(data, fast.heads());
      CHECK(std::fabs(fast.divergence(moments) - kl_divergences(data.laws, p).mean()) < kBound);
    }
  }
}

TEST_CASE("heads of the fast trainer that start equal stay equal to the last bit") {
  Rng rng(1);
  const PatternTask task = clue_task(12, 1.5, 3.0);
  const PatternData data = uniform_contexts(task, 400, PatternTargets::kLaws, rng);
  FastPatternTrainer trainer(data, minimal_heads(3, 5, 12, 0.0, rng));
  trainer.step(200);
  for (Index k = 1; k < 3; ++k) {
    CHECK(bits_of(Matrix(trainer.heads().logits.row(k))) ==
          bits_of(Matrix(trainer.heads().logits.row(0))));
  }
  // Asking on the way changes nothing.
  FastPatternTrainer asked(data, minimal_heads(3, 5, 12, 0.0, rng));
  for (int i = 0; i < 200; ++i) {
    asked.step();
    if (i % 7 == 0) CHECK(std::isfinite(asked.loss()));
  }
  CHECK(bits_of(asked.heads().logits) == bits_of(trainer.heads().logits));
}

TEST_CASE("fast passes refuse what does not fit, and heads stay as they were") {
  Problem c = problem(3, 5, 4, 2, 1.0, 3);
  FastPatternPass pass(c.data);
  const PatternMoments moments = pattern_moments(c.data, c.data.laws);
  CHECK_THAT(message_of([&] { return pass.divergence(moments); }),
             contains("FastPatternPass::divergence: there was no pass over all contexts before"));
  pass.loss(c.heads);
  CHECK(message_of([&] {
          return pass.divergence({Matrix::Zero(20, 4), 0.0});
        }) == "FastPatternPass::divergence: moments.means is 20 x 4, expected 20 x 5");
  CHECK(message_of([&] { return pass.gradient_of({3}, c.heads); }) ==
        "FastPatternPass::gradient_of: a context is 3, expected a whole number from 0 to 2");
  CHECK_THAT(message_of([&] { return pass.gradient_of({}, c.heads); }),
             contains("FastPatternPass::gradient_of: the number of contexts is 0"));
  PatternHeads heads = c.heads;
  heads.logits(1, 2) = std::numeric_limits<double>::quiet_NaN();
  CHECK_THAT(message_of([&] { return pass.loss(heads); }),
             contains("FastPatternPass::loss: heads.logits"));
  heads = c.heads;
  heads.values[0] *= 1e31;
  CHECK_THAT(message_of([&] { return pass.gradient(heads); }),
             contains("FastPatternPass::gradient: heads is a vote of "));
  CHECK_THAT(message_of([&] { return pass.divergence(moments); }), contains("no pass"));
  c.data.targets(1, 1) += 0.1;
  CHECK_THAT(message_of([&] { return FastPatternPass(c.data).loss(c.heads); }),
             contains("FastPatternPass: data.targets is a vector with the sum 1.1"));
  CHECK_THAT(message_of([&] { return pattern_moments(c.data, c.data.targets); }),
             contains("pattern_moments: laws is a vector with the sum"));
  c = problem(3, 5, 4, 2, 1.0, 3);
  PatternTrainerOptions options;
  options.epsilon = 0.0;
  CHECK(message_of([&] { return FastPatternTrainer(c.data, c.heads, options).steps(); }) ==
        "FastPatternTrainer: options.epsilon is 0, expected a finite number > 0");
  options = {};
  options.optimiser = PatternOptimiser::kDescent;
  options.values_step = 1e31;
  FastPatternTrainer wild(c.data, c.heads, options);
  const auto run = [&] {
    wild.step(50);
    return 0;
  };
  CHECK_THAT(message_of(run), contains("FastPatternTrainer::step: heads is a vote of "));
  CHECK(wild.heads().values[0].allFinite());
}
