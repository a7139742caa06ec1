#include "experiments/denoising/mse_depth.hpp"

#include <cmath>
#include <limits>

#include "attn/denoising/particle_flow.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

using Errors = MseErrors;
using Bar = MseBar;

constexpr Errors Bar::*kEstimates[] = {&Bar::two_stage, &Bar::stage1_only, &Bar::stage2_only,
                                       &Bar::noisy};

MseDepthParams small() {
  MseDepthParams p;
  p.dimension = 2;
  p.counts = {30, 70};
  p.layers = 12;
  p.beta = 5.0;
  p.repeats = 3;
  return p;
}

MseDepth::Frame finished(const MseDepthParams& p) {
  MseDepth experiment(p);
  while (!experiment.refine(1000000)) {
  }
  return experiment.frame();
}

bool same(const Errors& a, const Errors& b) {
  return a.values == b.values && a.mean == b.mean && a.sd == b.sd;
}

// The stream that the header promises.
Rng stream(std::uint64_t seed, std::uint64_t count, std::uint64_t repeat) {
  const auto h = [](std::uint64_t x) { return Rng(x).next(); };
  return Rng(h(h(h(seed) + count) + repeat));
}

struct Tokens {
  MixtureSample origin;
  MixtureSample queries;
};

Tokens tokens_of(const MseDepthParams& p, Index count, Index repeat) {
  Rng rng = stream(p.seed, static_cast<std::uint64_t>(count), static_cast<std::uint64_t>(repeat));
  const GaussianMixture prior = two_modes(p.centre, p.variance, p.dimension);
  MixtureSample origin = sample(prior, p.sigma2, count, rng);
  MixtureSample queries = p.tied ? origin : sample(prior, p.sigma2, count, rng);
  return {origin, queries};
}

double error(const Matrix& estimate, const Matrix& clean, double sigma2) {
  return (estimate - clean).squaredNorm() / static_cast<double>(clean.rows()) / sigma2;
}

// The experiment by its definition, in double.
void check_against_reference(const MseDepthParams& p) {
  const auto f = finished(p);
  for (std::size_t b = 0; b < p.counts.size(); ++b) {
    for (Index r = 0; r < p.repeats; ++r) {
      const Tokens t = tokens_of(p, p.counts[b], r);
      ParticleFlow flow(t.origin.noisy, p.beta, p.eta);
      flow.step(p.layers);
      const double beta_c = p.beta_c == 0.0 ? 1.0 / p.sigma2 : p.beta_c;
      const Matrix& noisy = t.queries.noisy;
      const Matrix after = posterior_mean(noisy, flow.particles(), beta_c);
      const Matrix before = posterior_mean(noisy, t.origin.noisy, beta_c);
      const double expected[] = {error(after, t.queries.clean, p.sigma2),
                                 error(flow.particles(), t.origin.clean, p.sigma2),
                                 error(before, t.queries.clean, p.sigma2),
                                 error(noisy, t.queries.clean, p.sigma2)};
      for (int e = 0; e < 4; ++e) {
        CAPTURE(p.counts[b], r, e);
        CHECK((f.bars[b].*kEstimates[e]).values(r) == Approx(expected[e]).epsilon(1e-5));
      }
    }
  }
}

}  // namespace

TEST_CASE("mse: the errors are those of the double path on the documented draws, to five digits") {
  MseDepthParams p = small();
  check_against_reference(p);
  p.tied = false;
  p.beta_c = 3.0;
  check_against_reference(p);
  p.dimension = 5;
  p.variance = 0.0;
  p.sigma2 = 0.2;
  check_against_reference(p);
}

TEST_CASE("mse: queries are answered in blocks, all of them") {
  MseDepthParams p = small();
  p.counts = {1024, 1025, 2050};
  p.layers = 1;
  p.repeats = 1;
  check_against_reference(p);
}

TEST_CASE("mse: without layers two stages are Stage 2 alone, and Stage 1 leaves the noise") {
  MseDepthParams p = small();
  p.layers = 0;
  for (const Bar& bar : finished(p).bars) {
    CHECK(same(bar.two_stage, bar.stage2_only));
    CHECK(same(bar.stage1_only, bar.noisy));
    CHECK(bar.stage2_only.mean < bar.noisy.mean);
  }
}

TEST_CASE("mse: a kernel that sees everything gathers the particles in the mean of the tokens") {
  MseDepthParams p = small();
  p.beta = 1e-6;
  p.eta = 1.0;
  p.layers = 1;
  p.repeats = 1;
  const auto f = finished(p);
  const Tokens t = tokens_of(p, 70, 0);
  const Matrix mean = t.origin.noisy.colwise().mean().replicate(70, 1);
  const double expected = error(mean, t.origin.clean, p.sigma2);
  CHECK(f.bars[1].two_stage.mean == Approx(expected).epsilon(1e-4));
  CHECK(f.bars[1].stage1_only.mean == Approx(expected).epsilon(1e-4));
}

TEST_CASE("mse: the noise alone has the dimension as its error") {
  for (const Index d : {1, 3, 16}) {
    MseDepthParams p = small();
    p.dimension = d;
    p.counts = {500};
    p.layers = 0;
    p.repeats = 8;
    const Errors noisy = finished(p).bars[0].noisy;
    // |noise|^2 / sigma2 has variance 2 d.
    const double se = std::sqrt(2.0 * static_cast<double>(d) / (500.0 * 8.0));
    CHECK(noisy.mean == Approx(static_cast<double>(d)).margin(5.0 * se));
    CHECK(noisy.sd < 5.0 * std::sqrt(8.0) * se);
  }
}

TEST_CASE("mse: mean and standard deviation are over the repeats, with divisor n - 1") {
  MseDepthParams p = small();
  p.repeats = 5;
  const Errors e = finished(p).bars[0].two_stage;
  REQUIRE(e.values.size() == 5);
  CHECK(lowest(e.values) < highest(e.values));
  CHECK(e.mean == Approx(e.values.mean()).epsilon(1e-14));
  CHECK(e.sd == Approx(std::sqrt((e.values.array() - e.mean).square().sum() / 4.0)).epsilon(1e-12));
  p.repeats = 1;
  const Errors once = finished(p).bars[0].two_stage;
  CHECK(once.mean == e.values(0));
  CHECK(once.sd == 0.0);
  const Errors none = MseDepth(p).frame().bars[0].two_stage;
  CHECK(none.values.size() == 0);
  CHECK(none.mean == 0.0);
  CHECK(none.sd == 0.0);
}

TEST_CASE("mse: slices of any size lead to the same bits") {
  const auto at_once = finished(small());
  for (const Index budget : {1, 2, 30}) {
    MseDepth experiment(small());
    while (!experiment.refine(budget)) {
    }
    const auto f = experiment.frame();
    for (std::size_t b = 0; b < 2; ++b) {
      for (const auto estimate : kEstimates) {
        CHECK(same(f.bars[b].*estimate, at_once.bars[b].*estimate));
      }
    }
  }
}

TEST_CASE("mse: further bars and repeats leave the numbers of the others as they are") {
  MseDepthParams p = small();
  const auto f = finished(p);
  p.counts = {10, 30, 40, 70};
  p.repeats = 5;
  const auto more = finished(p);
  for (const auto estimate : kEstimates) {
    CHECK((f.bars[0].*estimate).values == (more.bars[1].*estimate).values.head(3));
    CHECK((f.bars[1].*estimate).values == (more.bars[3].*estimate).values.head(3));
  }
  p.seed = 8;
  CHECK(finished(p).bars[1].two_stage.values(0) != f.bars[0].two_stage.values(0));
}

TEST_CASE("mse: the least error is the exact one, and no bar is below it") {
  // Values of the quadrature: recipes B3 of the references, and two point masses on a line.
  MseDepthParams p;
  p.counts = {400};
  p.layers = 0;
  p.repeats = 4;
  CHECK(MseDepth(p).frame().mmse == Approx(0.2547).margin(5e-5));
  p.dimension = 1;
  p.variance = 0.0;
  const auto f = finished(p);
  CHECK(f.mmse == Approx(0.4620).margin(5e-5));
  CHECK(f.bars[0].two_stage.mean > f.mmse);
}

TEST_CASE("mse: fresh queries change what Stage 2 is asked, not the particles") {
  MseDepthParams p = small();
  const Bar tied = finished(p).bars[1];
  p.tied = false;
  const Bar fresh = finished(p).bars[1];
  CHECK(same(tied.stage1_only, fresh.stage1_only));
  CHECK(tied.noisy.mean != fresh.noisy.mean);
  CHECK(tied.two_stage.mean != fresh.two_stage.mean);
}

TEST_CASE("mse: bars are completed in turn, and the progress rises to 1 with the last") {
  MseDepthParams p = small();
  p.counts = {300, 2100};
  p.dimension = 4;  // a layer of the larger bar is 8.8 units
  p.layers = 3;
  p.repeats = 2;
  MseDepth experiment(p);
  CHECK(experiment.progress() == 0.0);
  CHECK(experiment.frame().running == 0);
  CHECK(experiment.frame().layer == 0);
  double before = 0.0;
  Index complete = 0;
  std::vector<Index> layers;
  for (bool done = false; !done;) {
    done = experiment.refine(1);
    const auto f = experiment.frame();
    const Index now = f.bars[0].two_stage.values.size() + f.bars[1].two_stage.values.size();
    CHECK((now == complete || now == complete + 1));
    complete = now;
    CHECK(f.running == (done ? -1 : complete % 2));
    if (f.running == 1) layers.push_back(f.layer);
    CHECK(f.progress > before);
    CHECK((f.progress == 1.0) == done);
    before = f.progress;
  }
  // The larger bar, twice: its draw comes with the end of the bar before or alone, then each layer
  // is a slice of its own, then each of three blocks of queries, the last of which ends the bar.
  while (!layers.empty() && layers.front() == 0) layers.erase(layers.begin());
  REQUIRE(layers.size() > 5);
  CHECK(std::vector<Index>(layers.begin(), layers.begin() + 5) ==
        std::vector<Index>{1, 2, 3, 3, 3});
  CHECK(experiment.done());
  CHECK(experiment.refine(1));
  CHECK(complete == 4);
}

TEST_CASE("mse: beta_c is 1 / sigma2 where it is left out") {
  MseDepthParams p = small();
  const auto f = finished(p);
  p.beta_c = 2.0;
  CHECK(same(finished(p).bars[0].two_stage, f.bars[0].two_stage));
  p.beta_c = 4.0;
  CHECK(finished(p).bars[0].two_stage.mean != f.bars[0].two_stage.mean);
  CHECK(f.matched_layers == Approx(5.0 * 0.5 / 0.2));
}

TEST_CASE("mse: the bars come out as they were measured independently", "[draws]") {
  // tests/reference/PROVENANCE.md does not list these: mean and standard deviation over 5 seeds,
  // with another generator. Four standard errors of the difference.
  MseDepthParams p;
  p.counts = {1000};
  p.repeats = 4;
  const auto margin = [](double sd) { return 4.0 * sd * std::sqrt(1.0 / 4.0 + 1.0 / 5.0); };
  CHECK(finished(p).bars[0].two_stage.mean == Approx(0.942).margin(margin(0.074)));
  p.dimension = 1;
  p.variance = 0.0;
  p.eta = 0.025;
  const Bar line = finished(p).bars[0];
  CHECK(line.two_stage.mean == Approx(0.512).margin(margin(0.026)));
  // Both stages are better than either.
  CHECK(line.two_stage.mean < line.stage2_only.mean);
  CHECK(line.two_stage.mean < line.stage1_only.mean);
  CHECK(line.stage1_only.mean < line.noisy.mean);
}

TEST_CASE("mse refuses bad parameters and names them") {
  const auto refused = [](auto change) {
    MseDepthParams p = small();
    change(p);
    return message_of([&] { MseDepth e(p); });
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(refused([](MseDepthParams& p) { p.dimension = 0; }) ==
        "mse_depth: dimension is 0, expected a whole number from 1 to 16");
  CHECK(refused([](MseDepthParams& p) { p.counts = {}; }) ==
        "mse_depth: the length of counts is 0, expected a whole number from 1 to 16");
  CHECK_THAT(refused([](MseDepthParams& p) { p.counts = std::vector<Index>(17, 5); }),
             contains("mse_depth: the length of counts is 17"));
  CHECK(refused([](MseDepthParams& p) {
          p.counts = {0, 5};
        }) == "mse_depth: an entry of counts is 0, expected a whole number from 1 to 20000");
  CHECK(refused([](MseDepthParams& p) {
          p.counts = {5, 30000};
        }) == "mse_depth: an entry of counts is 30000, expected a whole number from 6 to 20000");
  CHECK(refused([](MseDepthParams& p) {
          p.counts = {5, 5};
        }) == "mse_depth: an entry of counts is 5, expected a whole number from 6 to 20000");
  CHECK(refused([&](MseDepthParams& p) { p.centre = nan; }) ==
        "mse_depth: centre is NaN, expected a number from 0 to 10000");
  CHECK_THAT(refused([](MseDepthParams& p) { p.variance = -0.1; }),
             contains("mse_depth: variance is -0.1"));
  CHECK_THAT(refused([](MseDepthParams& p) { p.sigma2 = 0.0; }),
             contains("mse_depth: sigma2 is 0"));
  CHECK_THAT(refused([](MseDepthParams& p) { p.beta = 1e7; }),
             contains("mse_depth: beta is 10000000"));
  CHECK_THAT(refused([](MseDepthParams& p) { p.eta = 0.0; }), contains("mse_depth: eta is 0"));
  CHECK_THAT(refused([](MseDepthParams& p) { p.eta = 1.5; }), contains("mse_depth: eta is 1.5"));
  CHECK_THAT(refused([](MseDepthParams& p) { p.layers = 1001; }),
             contains("mse_depth: layers is 1001"));
  CHECK_THAT(refused([](MseDepthParams& p) { p.beta_c = -2.0; }),
             contains("mse_depth: beta_c is -2"));
  CHECK_THAT(refused([](MseDepthParams& p) { p.repeats = 0; }),
             contains("mse_depth: repeats is 0"));
  MseDepth experiment(small());
  for (const Index budget : {0, -1}) {
    CHECK_THAT(message_of([&] { experiment.refine(budget); }), contains("mse_depth: budget is "));
  }
  CHECK(experiment.progress() == 0.0);
}

TEST_CASE("mse: the extremes of the parameters give finite numbers") {
  MseDepthParams p = small();
  p.counts = {1, 2};
  for (const double beta : {1e-6, 1e6}) {
    for (const double sigma2 : {1e-4, 1e4}) {
      for (const double beta_c : {1e-6, 1e6}) {
        p.beta = beta;
        p.sigma2 = sigma2;
        p.beta_c = beta_c;
        p.centre = 1e4;
        for (const Bar& bar : finished(p).bars) {
          for (const auto estimate : kEstimates) CHECK((bar.*estimate).values.allFinite());
        }
      }
    }
  }
}
