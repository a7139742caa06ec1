#include "experiments/one-head/token_fragility.hpp"

#include <cmath>

#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/reading/ranks.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

TokenFragilityParams params_of(FragilityNoise on, double noise = 0.25) {
  TokenFragilityParams out;
  out.source = made_up_source(7);
  out.windows = 2;
  out.on = on;
  out.noise = noise;
  return out;
}

TokenFragilityFrame whole(const TokenFragilityParams& params, Index budget = 1000) {
  TokenFragility run(params);
  while (!run.refine(budget)) {
  }
  return run.frame();
}

Index column_of(const char* name) {
  Index out = 0;
  while (token_columns()[static_cast<std::size_t>(out)].name != name) ++out;
  return out;
}

double reading_mean(const ModelReadings& found, const char* name, Index block) {
  Index column = 0;
  while (reading_columns()[static_cast<std::size_t>(column)].name != name) ++column;
  return found.readings.col(column).segment(4 * block, 4).mean();
}

// Deviation of the noise, by the definition.
double deviation_of(const ReadingSource& source, double noise) {
  double squares = 0.0, numbers = 0.0;
  for (const Index w : {0, 1}) {
    const Matrix x = gpt_forward(source.shape, source.weights, window_of(source, w)).x;
    squares += x.squaredNorm();
    numbers += static_cast<double>(x.size());
  }
  return noise * std::sqrt(squares / numbers);
}

double divergence(const Matrix& clean, const Matrix& noisy, Index row) {
  const Vector p = softmax(Vector(clean.row(row).transpose()));
  const Vector q = softmax(Vector(noisy.row(row).transpose()));
  double out = 0.0;
  for (Index v = 0; v < p.size(); ++v) out += p(v) * std::log(p(v) / q(v));
  return out;
}

}  // namespace

TEST_CASE("token_fragility: divergences are those of the model under the same noise, by hand") {
  const TokenFragilityParams params = params_of(FragilityNoise::kAll);
  const TokenFragilityFrame f = whole(params);
  REQUIRE(f.windows == 2);
  REQUIRE(f.fragility.size() == 56);
  CHECK(f.characters.size() == 64);
  CHECK(f.still_error == 0.0);
  CHECK(f.least >= -1e-12);
  const ReadingSource source = reading_source("mine", params.source);
  const double deviation = deviation_of(source, params.noise);
  const GptBatch batch = window_of(source, 1);
  const GptForward clean = gpt_forward(source.shape, source.weights, batch);
  Rng rng(1 + 1000003);
  Vector expected = Vector::Zero(28), error = Vector::Zero(28);
  for (int draw = 0; draw < 12; ++draw) {
    Matrix noise(32, 32);
    for (double& x : noise.reshaped<Eigen::RowMajor>()) x = deviation * rng.normal();
    const GptForward noisy = gpt_forward(source.shape, source.weights, batch, noise);
    for (Index r = 0; r < 28; ++r) {
      expected(r) += divergence(clean.logits, noisy.logits, r + 4) / 12.0;
      error(r) +=
          (noisy.blocks[1].output.row(r + 4) - clean.blocks[1].output.row(r + 4)).squaredNorm() /
          12.0;
    }
  }
  CHECK(largest(f.fragility.tail(28) - expected) <= 1e-12);
  CHECK(f.mean == Approx(f.fragility.mean()).epsilon(1e-12));
  for (Index r = 0; r < 28; ++r) {
    const Matrix& end = clean.blocks[1].output;
    const double centred =
        std::sqrt((end.row(r + 4).array() - end.row(r + 4).mean()).square().mean() + 1e-5);
    CHECK(f.readings(28 + r, column_of("smallness")) == Approx(1.0 / centred));
    CHECK(f.readings(28 + r, column_of("error_over_size")) ==
          Approx(std::sqrt(error(r)) / centred));
    CHECK(f.readings(28 + r, column_of("entropy")) ==
          Approx(entropy(softmax(Vector(clean.logits.row(r + 4).transpose())))));
    CHECK(f.readings(28 + r, column_of("position")) == static_cast<double>(r + 4));
  }
}

TEST_CASE("token_fragility: its readings have the means of the table of all heads") {
  const TokenFragilityFrame f = whole(params_of(FragilityNoise::kAll));
  const ReadingSource source = reading_source("mine", params_of(FragilityNoise::kAll).source);
  GptBatch batch = source.windows;
  REQUIRE(batch.sequences == 2);
  const ModelReadings found = read_model(source.shape, source.weights, batch);
  CHECK(f.readings.col(column_of("log_det_first")).mean() ==
        Approx(-reading_mean(found, "log_det", 0)).epsilon(1e-10));
  CHECK(f.readings.col(column_of("coldness")).mean() ==
        Approx(-reading_mean(found, "heat_capacity", 0)).epsilon(1e-10));
  // The largest of four is at least their mean.
  CHECK(f.readings.col(column_of("rho_last")).mean() >= reading_mean(found, "rho", 1));
  CHECK(f.readings.col(column_of("least_det")).mean() >=
        f.readings.col(column_of("log_det_first")).mean());
}

TEST_CASE("token_fragility: ranks, fifths and places are those of the list") {
  const TokenFragilityFrame f = whole(params_of(FragilityNoise::kAll));
  const Index size = column_of("smallness"), error = column_of("error_over_size");
  for (Index c = 0; c < f.readings.cols(); ++c) {
    const Vector one = f.readings.col(c);
    CHECK(f.rank(c) == rank_correlation(one, f.fragility));
    const double given =
        partial_rank_correlation(one, f.fragility, Matrix(f.readings.col(column_of("smallness"))));
    CHECK(f.rank_given_size(c) == Approx(given).margin(1e-12));
    CHECK(f.fifths.row(c).mean() == Approx(f.mean).epsilon(0.05));
  }
  CHECK(f.rank_given_size(size) == 0.0);
  CHECK(std::fabs(f.rank_given_size(error)) <= 1.0);
  // By the length of the noise that is left a prediction is foretold better than by anything else.
  CHECK(f.rank(error) > 0.5);
  CHECK(f.fifths(error, 4) > f.fifths(error, 0));
  double place = 0.0;
  for (Index w = 0; w < 2; ++w) {
    Index named = 0;
    for (Index r = 1; r < 28; ++r) {
      if (f.readings(28 * w + r, error) > f.readings(28 * w + named, error)) named = r;
    }
    const Vector of = f.fragility.segment(28 * w, 28);
    place += static_cast<double>((of.array() < of(named)).count()) / 27.0 / 2.0;
  }
  CHECK(f.place(error) == Approx(place));
}

TEST_CASE("token_fragility: noise on one token alone counts over the mean at its place") {
  const TokenFragilityFrame f = whole(params_of(FragilityNoise::kAlone));
  REQUIRE(f.windows == 2);
  CHECK(f.least >= -1e-12);
  for (Index r = 0; r < 28; ++r) {
    CHECK(f.fragility(r) + f.fragility(28 + r) == Approx(2.0));
  }
  // All at once moves a prediction by more than a token alone does.
  CHECK(f.mean > 0.0);
}

TEST_CASE("token_fragility: given itself nothing is left of the size, after any window") {
  TokenFragilityParams params = params_of(FragilityNoise::kAll);
  params.windows = 60;
  const std::string once = params.source.text;
  while (params.source.text.size() < 20000) params.source.text += once;
  TokenFragility run(params);
  while (!run.refine(1)) {
    if (run.frame().windows > 0) {
      CAPTURE(run.frame().windows);
      CHECK(run.frame().rank_given_size(column_of("smallness")) == 0.0);
    }
  }
  CHECK(run.frame().windows == 60);
}

TEST_CASE("token_fragility: no noise moves nothing, more moves more") {
  for (const FragilityNoise on : {FragilityNoise::kAll, FragilityNoise::kAlone}) {
    const auto with = [&](double noise) {
      TokenFragilityParams params = params_of(on, noise);
      params.windows = 1;
      return whole(params);
    };
    const TokenFragilityFrame none = with(0.0);
    CHECK(largest(none.fragility) == 0.0);
    CHECK(largest(none.rank) == 0.0);
    CHECK(with(0.5).mean > with(0.25).mean);
  }
}

TEST_CASE("token_fragility: the bits do not depend on how often one looks", "[bits]") {
  for (const FragilityNoise on : {FragilityNoise::kAll, FragilityNoise::kAlone}) {
    TokenFragilityParams params = params_of(on);
    params.windows = on == FragilityNoise::kAll ? 2 : 1;
    const TokenFragilityFrame at_once = whole(params), by_one = whole(params, 1);
    CHECK(at_once.fragility == by_one.fragility);
    CHECK(at_once.rank == by_one.rank);
    CHECK(at_once.place == by_one.place);
  }
  // A window has the same noise whatever stands before it.
  TokenFragilityParams one = params_of(FragilityNoise::kAll);
  one.windows = 1;
  CHECK(whole(one).fragility == whole(params_of(FragilityNoise::kAll)).fragility.head(28));
}

TEST_CASE("token_fragility: what it refuses") {
  TokenFragilityParams params = params_of(FragilityNoise::kAll);
  params.windows = 3;
  CHECK(message_of([&] { TokenFragility run(params); }) ==
        "token_fragility: windows is 3, expected a whole number from 1 to 2");
  params = params_of(FragilityNoise::kAll, -1.0);
  CHECK(message_of([&] { TokenFragility run(params); }).find("token_fragility: noise") == 0);
}
