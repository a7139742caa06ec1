#include "experiments/support-tokens/gpt_runs.hpp"

#include <cmath>
#include <iomanip>

#include "attn/numerics/largest.hpp"
#include "attn/support/residual_map.hpp"
#include "attn/training/gpt.hpp"
#include "catch.hpp"

using attn::GptPriorKind;
using attn::Index;
using attn::Matrix;
using attn::Vector;
using attn::experiments::gpt_determinants;
using attn::experiments::gpt_self_test;
using attn::experiments::gpt_text;
using attn::experiments::GptDeterminants;
using attn::experiments::GptRun;
using attn::experiments::GptRunParams;
using attn::experiments::GptText;
using attn::experiments::made_up_text;

namespace {

GptRunParams short_run() {
  GptRunParams out;
  out.updates = 40;
  return out;
}

}  // namespace

TEST_CASE("gpt_runs: a trained model has one loss to the last bit, wherever it is trained") {
  INFO(std::setprecision(17) << gpt_self_test());
  CHECK(gpt_self_test() == std::fabs(2.2194803575879689 - 2.21948036));
}

TEST_CASE("gpt_runs: the last tenth of a text is for validation, and both parts fill a window") {
  const GptText text = gpt_text("test", made_up_text(1005));
  CHECK(text.training.size() == 905);
  CHECK(text.validation.size() == 100);
  CHECK(gpt_text("test", made_up_text(330)).validation.size() == 33);
  CHECK(message_of([] {
          gpt_text("test", made_up_text(329));
        }).find("test: the text: its last tenth, in characters is 32") == 0);
  CHECK(message_of([] { gpt_text("test", ""); }).find("test: ") == 0);
  CHECK(message_of([] { gpt_text("test", "a\xff"); }).find("test: ") == 0);
}

TEST_CASE("gpt_runs: noise of no size changes nothing, and draws are the same for another model") {
  const GptText text = gpt_text("test", made_up_text(1000));
  GptRun plain("test", text, short_run(), GptPriorKind::kNone);
  GptRun other("test", text, short_run(), GptPriorKind::kBarrier);
  // Before training both are one model.
  CHECK(plain.bits_per_character(0.3) == other.bits_per_character(0.3));
  CHECK(plain.bits_per_character(0.3) != plain.bits_per_character());
  CHECK(std::abs(plain.bits_per_character(1e-9) - plain.bits_per_character()) <= 1e-6);
  plain.train();
  other.train();
  CHECK(plain.bits_per_character() != other.bits_per_character());
}

TEST_CASE("gpt_runs: the size of embeddings is that of their numbers, window by window") {
  const GptText text = gpt_text("test", made_up_text(1000));
  GptRun run("test", text, short_run(), GptPriorKind::kNone);
  const Matrix x = run.embeddings(3);
  REQUIRE(x.rows() == 96);
  CHECK(std::abs(run.size_of_embeddings() -
                 std::sqrt(x.squaredNorm() / static_cast<double>(x.size()))) <= 1e-15);
  CHECK(run.embeddings(1) == x.topRows(32));
}

TEST_CASE("gpt_runs: the slope along a gradient is its length, before and after training") {
  const GptText text = gpt_text("test", made_up_text(1000));
  GptRun run("test", text, short_run(), GptPriorKind::kPublished);
  CHECK(run.gradient_error() <= 1e-3);
  run.train();
  run.train();
  CHECK(run.gradient_error() <= 1e-3);
  CHECK(run.gradient_error() > 0.0);
}

TEST_CASE("gpt_runs: of a text of one character nothing is to be learned, and the slope is 0") {
  const GptText text = gpt_text("test", std::string(2000, 'x'));
  GptRun run("test", text, short_run(), GptPriorKind::kNone);
  for (int i = 0; i < 2; ++i) {
    CHECK(run.bits_per_character() == 0.0);
    CHECK(run.gradient_error() == 0.0);
    run.train();
  }
}

TEST_CASE("gpt_runs: determinants are those of residual_map at the same tokens") {
  const GptText text = gpt_text("test", made_up_text(6000));
  GptRun run("test", text, short_run(), GptPriorKind::kBarrier);
  run.train();
  const GptDeterminants found = gpt_determinants(run);
  const Matrix x = run.embeddings(16);
  REQUIRE(x.rows() == 16 * 32);
  const Matrix eye = Matrix::Identity(32, 32);
  // Logits x_t^T w x_s, w = 4 I.
  const attn::HeadWeights head{4.0 * eye, eye, eye};
  double sum = 0.0;
  double least = 1e9;
  Index negative = 0;
  for (Index s = 0; s < 16; ++s) {
    const attn::ResidualMap map = attn::residual_map(x.middleRows(32 * s, 32), head);
    for (Index t = 3; t < 32; t += 4) {
      sum += map.log_abs_det(t);
      least = map.log_abs_det(t) < least ? map.log_abs_det(t) : least;
      negative += map.sign(t) < 0.0 ? 1 : 0;
    }
  }
  CHECK(std::abs(found.mean_log - sum / 128.0) <= 1e-12);
  CHECK(std::abs(found.least_log - least) <= 1e-12);
  CHECK(found.negative == negative);
  CHECK(found.mean_log < 0.0);
  const GptDeterminants none =
      gpt_determinants(GptRun("test", text, short_run(), GptPriorKind::kPlacebo));
  CHECK(none.mean_log == 0.0);
}

TEST_CASE("gpt_runs: samples are characters of the text, the same each time") {
  const GptText text = gpt_text("test", made_up_text(1000));
  GptRun run("test", text, short_run(), GptPriorKind::kNone);
  run.train();
  const Vector sample = run.sample(48);
  REQUIRE(sample.size() == 48);
  for (const double character : sample) {
    CHECK(text.characters.has(static_cast<char32_t>(character)));
  }
  CHECK(run.sample(48) == sample);
}

TEST_CASE("gpt_runs: updates come in twenties") {
  const GptText text = gpt_text("test", made_up_text(1000));
  GptRunParams params;
  params.updates = 30;
  CHECK(message_of([&] {
          GptRun("test", text, params, GptPriorKind::kNone);
        }).find("test: updates is 30, expected a multiple of 20") == 0);
}
