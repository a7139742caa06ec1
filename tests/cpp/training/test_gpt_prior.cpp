#include "attn/training/gpt_prior.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/support/residual_map.hpp"
#include "catch.hpp"
#include "instruction_sets.hpp"
#include "layouts.hpp"
#include "training/parallel_jobs.hpp"

using namespace attn;

namespace {

constexpr GptPriorKind kAll[] = {GptPriorKind::kNone, GptPriorKind::kPublished,
                                 GptPriorKind::kBarrier, GptPriorKind::kResidual,
                                 GptPriorKind::kPlacebo};

GptPriorOptions of_kind(GptPriorKind kind) {
  GptPriorOptions out;
  out.kind = kind;
  out.w = 1.5;
  out.stride = 2;
  return out;
}

FastGptPrior fast(const GptPriorOptions& options, const Matrix& x, Index length, const Matrix& w,
                  Index update, const FastGptOptions& how = {}) {
  std::vector<GptPriorSequence> work;
  FastGptPrior out{};
  fast_gpt_prior(options, x.cast<float>(), length, w.cast<float>(), update, how, work, out);
  return out;
}

}  // namespace

TEST_CASE("gradients of each prior agree with differences") {
  const Matrix x = 0.8 * layouts::matrix(10, 3, 1), w = layouts::matrix(3, 3, 2);
  for (const GptPriorKind kind : kAll) {
    const GptPriorOptions options = of_kind(kind);
    for (const Index update : {0, 1}) {
      const GptPrior p = gpt_prior(options, x, 5, w, update);
      const auto by_x = [&](const Matrix& at) {
        return gpt_prior(options, at, 5, w, update).value;
      };
      const auto by_w = [&](const Matrix& at) {
        return gpt_prior(options, x, 5, at, update).value;
      };
      INFO(static_cast<int>(kind) << ' ' << update);
      CHECK(gradient_error(p.d_x, central_differences(by_x, x, 0.05), 1e-9) <= 1e-8);
      CHECK(gradient_error(p.d_w, central_differences(by_w, w, 0.05), 1e-9) <= 1e-8);
      CHECK((largest(p.d_x) > 1e-3) == (kind != GptPriorKind::kNone));
      CHECK((largest(p.d_w) > 1e-3) == learns_w(kind));
    }
  }
}

TEST_CASE("priors are means over the tokens that count, and these go round") {
  const Matrix x = 0.5 * layouts::matrix(8, 2, 1), w = layouts::matrix(2, 2, 2);
  const Matrix one = Matrix::Identity(2, 2);
  const Vector first = residual_map(x.topRows(4), {w.transpose(), one, one}).log_abs_det;
  const Vector second = residual_map(x.bottomRows(4), {w.transpose(), one, one}).log_abs_det;
  GptPriorOptions options = of_kind(GptPriorKind::kPublished);
  options.stride = 3;
  // Of four tokens 1, 2, and then 0 with 3.
  const std::vector<std::vector<Index>> tokens{{1}, {2}, {0, 3}};
  for (Index update = 0; update < 6; ++update) {
    double mean = 0.0;
    const std::vector<Index>& these = tokens[static_cast<std::size_t>(update % 3)];
    for (const Index t : these) mean += 0.5 * (first(t) + second(t));
    mean /= static_cast<double>(these.size());
    const GptPrior p = gpt_prior(options, x, 4, w, update);
    CHECK(std::fabs(p.log_det - mean) <= 1e-14);
    CHECK(p.value == -p.log_det);
  }
  // A barrier is the published term at its matrix, which does not learn.
  options.w = -0.7;
  const GptPrior published = gpt_prior(options, x, 4, -0.7 * one, 1);
  options.kind = GptPriorKind::kBarrier;
  const GptPrior barrier = gpt_prior(options, x, 4, {}, 1);
  CHECK(barrier.value == published.value);
  CHECK(barrier.d_x == published.d_x);
  // The placebo is 0 at its size, and knows no direction.
  options.kind = GptPriorKind::kPlacebo;
  options.rms = std::sqrt(x.squaredNorm() / 16.0);
  CHECK(std::fabs(gpt_prior(options, x, 4, {}, 0).value) <= 1e-20);
  options.rms *= 2.0;
  CHECK(std::fabs(gpt_prior(options, x, 4, {}, 0).value - 2.0 * std::log(4.0) * std::log(4.0)) <=
        1e-12);
}

TEST_CASE("priors in float are those in double, with the same bits wherever there is SIMD") {
  const Matrix x = (0.3 * layouts::matrix(64, 32, 1)).cast<float>().cast<double>();
  const Matrix w = layouts::matrix(32, 32, 2).cast<float>().cast<double>();
  for (const GptPriorKind kind : kAll) {
    GptPriorOptions options = of_kind(kind);
    options.stride = 4;
    for (const Index update : {0, 3}) {
      const GptPrior exact = gpt_prior(options, x, 32, w, update);
      const FastGptPrior expected = fast(options, x, 32, w, update);
      for (const bool fused : {false, true}) {
        INFO(static_cast<int>(kind) << ' ' << update << ' ' << fused);
        const FastGptPrior p = fast(options, x, 32, w, update, {fused, {}});
        CHECK(std::fabs(p.value - exact.value) <= 1e-4 * (1.0 + std::fabs(exact.value)));
        CHECK(std::fabs(p.log_det - exact.log_det) <= 1e-4 * (1.0 + std::fabs(exact.log_det)));
        CHECK(largest(p.d_x.cast<double>() - exact.d_x) <= 1e-3 * (largest(exact.d_x) + 1e-9));
        CHECK(largest(p.d_w.cast<double>() - exact.d_w) <= 1e-3 * (largest(exact.d_w) + 1e-9));
      }
      on_each_simd_instruction_set([&] {
        const FastGptPrior p = fast(options, x, 32, w, update);
        CHECK(p.value == expected.value);
        CHECK(p.d_x == expected.d_x);
        CHECK(p.d_w == expected.d_w);
      });
    }
  }
}

TEST_CASE(
    "priors have the same bits for any number of threads, which name a sequence that is refused") {
  const Matrix x = (0.3 * layouts::matrix(5 * 12, 8, 1)).cast<float>().cast<double>();
  const Matrix w = layouts::matrix(8, 8, 2).cast<float>().cast<double>();
  for (const GptPriorKind kind : kAll) {
    GptPriorOptions options = of_kind(kind);
    options.stride = 3;
    const FastGptPrior expected = fast(options, x, 12, w, 1);
    for (const ParallelJobs& parallel : {ParallelJobs(jobs_backwards), ParallelJobs(jobs_on_two)}) {
      const FastGptPrior p = fast(options, x, 12, w, 1, {false, parallel});
      INFO(static_cast<int>(kind));
      CHECK(p.value == expected.value);
      CHECK(p.log_det == expected.log_det);
      CHECK(p.d_x == expected.d_x);
      CHECK(p.d_w == expected.d_w);
    }
  }
  // One that a float cannot hold, among the jobs of either thread.
  for (const Index sequence : {Index{1}, Index{2}}) {
    Matrix large = x;
    large.row(12 * sequence + 3).setConstant(1e30);
    const auto message = [&](const ParallelJobs& parallel) {
      return message_of([&] {
        (void)fast(of_kind(GptPriorKind::kResidual), large, 12, w, 1, {false, parallel});
      });
    };
    CHECK_THAT(message({}),
               contains("fast_gpt_prior: of sequence " + std::to_string(sequence) + ", "));
    CHECK(message(jobs_backwards) == message({}));
    CHECK(message(jobs_on_two) == message({}));
  }
}

TEST_CASE("priors take the first sequences, and none where no token counts") {
  GptPriorOptions options = of_kind(GptPriorKind::kPublished);
  CHECK(prior_sequences(options, 24) == 4);
  CHECK(prior_sequences(options, 2) == 2);
  options.kind = GptPriorKind::kPlacebo;
  CHECK(prior_sequences(options, 24) == 24);
  options.kind = GptPriorKind::kNone;
  CHECK(prior_sequences(options, 24) == 0);
  options = of_kind(GptPriorKind::kPublished);
  options.stride = 9;
  const Matrix x = layouts::matrix(4, 2, 1), w = layouts::matrix(2, 2, 1);
  CHECK(gpt_prior(options, x, 2, w, 4).value == 0.0);
  CHECK(fast(options, x, 2, w, 4).value == 0.0);
  CHECK(largest(fast(options, x, 2, w, 4).d_x) == 0.0F);
}

TEST_CASE("priors refuse what does not fit") {
  const Matrix x = layouts::matrix(6, 2, 1), w = layouts::matrix(2, 2, 1);
  const auto message = [&](const GptPriorOptions& options, const Matrix& at, Index length,
                           const Matrix& by, Index update = 0) {
    const std::string exact = message_of([&] { (void)gpt_prior(options, at, length, by, update); });
    const std::string single = message_of([&] { (void)fast(options, at, length, by, update); });
    CHECK(single.rfind("fast_gpt_prior: ", 0) == 0);
    return exact;
  };
  const GptPriorOptions good = of_kind(GptPriorKind::kResidual);
  CHECK(message(good, x, 4, w) ==
        "gpt_prior: the rows of x is 6, expected a multiple of length, 4");
  CHECK_THAT(message(good, x, 3, Matrix::Ones(2, 3)), contains("w is 2 x 3, expected 2 x 2"));
  CHECK_THAT(message(good, x, 3, w, -1), contains("update is -1"));
  CHECK_THAT(message(good, Matrix(), 1, w), contains("the rows of x is 0"));
  Matrix bad = x;
  bad(3, 1) = std::numeric_limits<double>::quiet_NaN();
  for (const GptPriorKind kind : kAll) {
    if (kind != GptPriorKind::kNone) (void)message(of_kind(kind), bad, 3, w);
  }
  GptPriorOptions options = good;
  options.sigma = 0.0;
  CHECK_THAT(message(options, x, 3, w), contains("options.sigma is 0"));
  options = good;
  options.stride = 0;
  CHECK_THAT(message(options, x, 3, w), contains("options.stride is 0"));
  CHECK_THAT(message(of_kind(GptPriorKind::kPlacebo), Matrix::Zero(6, 2), 3, w),
             contains("the sum of squares of x is 0"));
  // I - Sigma w^T with Sigma = 1 / 4 and w = 4.
  Matrix line(3, 1);
  line << 0.5, -0.5, 0.0;
  options = of_kind(GptPriorKind::kBarrier);
  options.w = 4.0;
  options.stride = 1;
  CHECK_THAT(message(options, line, 3, {}), contains("of sequence 0"));
}

TEST_CASE("a fast prior refuses to read what it writes to, and leaves it as it was") {
  const FloatMatrix x = layouts::matrix(6, 2, 1).cast<float>();
  const FloatMatrix w = layouts::matrix(2, 2, 1).cast<float>();
  for (const GptPriorKind kind : kAll) {
    const GptPriorOptions options = of_kind(kind);
    std::vector<GptPriorSequence> work(1);
    FastGptPrior out{1.0, 2.0, x, w};
    work[0].barrier.d_x = x;
    const auto message = [&](const FloatMatrix& at, const FloatMatrix& by) {
      return message_of([&] { fast_gpt_prior(options, at, 3, by, 0, {}, work, out); });
    };
    const std::string ending = " is a matrix of work or out, expected one that is not written to";
    CHECK(message(out.d_x, w) == "fast_gpt_prior: x" + ending);
    CHECK(message(work[0].barrier.d_x, w) == "fast_gpt_prior: x" + ending);
    CHECK(message(x, out.d_w) == "fast_gpt_prior: w" + ending);
    CHECK(out.d_x == x);
    CHECK(out.d_w == w);
    CHECK(out.value == 1.0);
  }
}
