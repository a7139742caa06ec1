#include "experiments/one-head/ngram_ladder.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/reading/lags.hpp"
#include "attn/training/character_vocabulary.hpp"
#include "attn/training/gpt_touch.hpp"
#include "catch.hpp"
#include "experiments/one-head/base64.hpp"
#include "experiments/one-head/reading_source.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

NgramLadderParams small(Index updates = 60) {
  NgramLadderParams out;
  out.text = made_up_text(1500);
  out.updates = updates;
  return out;
}

constexpr Index kAll = 100'000;

NgramLadderFrame ended(const NgramLadderParams& params) {
  NgramLadder ladder(params);
  ladder.seek(ladder.steps(), kAll);
  return ladder.frame();
}

// KL(p || q) in bits.
double bits_off(const Vector& p, const Vector& q) {
  double out = 0.0;
  for (Index v = 0; v < p.size(); ++v) out += p(v) * std::log2(p(v) / q(v));
  return out;
}

}  // namespace

TEST_CASE("ngram_ladder: divergences, bits and lags are those of the model, by hand") {
  const NgramLadderParams params = small(40);
  NgramLadder ladder(params);
  ladder.seek(2, kAll);
  const NgramLadderFrame f = ladder.frame();
  REQUIRE(f.step == 2);
  REQUIRE(f.divergence.rows() == 3);
  CHECK(f.law_error <= 1e-12);
  CHECK(f.least >= 0.0);
  const GptText text = gpt_text("mine", params.text);
  GptShape shape;
  shape.vocabulary = text.characters.size();
  const Vector weights = ladder.state().model.weights.head(gpt_size(shape)).cast<double>();
  const GptBatch batch = gpt_windows(text.validation, shape.context, 0, NgramLadder::kWindows);
  REQUIRE(batch.sequences == 4);
  const GptForward forward = gpt_forward(shape, weights, batch);
  const NgramLaws laws(text.training, shape.vocabulary, 4);
  CHECK(f.bits(2) == Approx(forward.loss / std::log(2.0)).epsilon(1e-12));
  for (Index k = 0; k < 5; ++k) {
    double there = 0.0, back = 0.0, bits = 0.0;
    for (Index s = 0; s < 4; ++s) {
      for (Index t = 4; t < 32; ++t) {
        const auto next = batch.tokens.begin() + s * 33 + t + 1;
        const Vector law = laws.law({next - k, next});
        const Vector own = softmax(Vector(forward.logits.row(s * 32 + t).transpose()));
        there += bits_off(law, own) / (4.0 * 28.0);
        back += bits_off(own, law) / (4.0 * 28.0);
        bits -= std::log2(law(*next)) / (4.0 * 28.0);
      }
    }
    CHECK(f.divergence(2, k) == Approx(there).epsilon(1e-10));
    CHECK(f.divergence_back(2, k) == Approx(back).epsilon(1e-10));
    CHECK(f.law_bits(k) == Approx(bits).epsilon(1e-10));
  }
  // A law of more characters foretells more of a text with words.
  CHECK(f.law_bits(2) < f.law_bits(1));
  CHECK(f.law_bits(1) < f.law_bits(0));
  Vector lags = Vector::Zero(8);
  for (Index s = 0; s < 4; ++s) {
    const CausalHeads& heads = forward.blocks[1].heads[static_cast<std::size_t>(s)];
    lags += lag_mass(heads.heads[2].weights, 8, 4) / 4.0;
  }
  CHECK(largest(f.lags.row(2).segment(6 * 8, 8).transpose() - lags) <= 1e-14);
}

TEST_CASE("ngram_ladder: without a head it is the model with that head's mean in its place") {
  const NgramLadderParams params = small(20);
  NgramLadder ladder(params);
  CHECK(largest(ladder.frame().removed) == 0.0);
  ladder.seek(1, kAll);
  const NgramLadderFrame f = ladder.frame();
  const GptText text = gpt_text("mine", params.text);
  GptShape shape;
  shape.vocabulary = text.characters.size();
  const Vector weights = ladder.state().model.weights.head(gpt_size(shape)).cast<double>();
  const GptBatch batch = gpt_windows(text.validation, shape.context, 0, 4);
  const GptForward clean = gpt_forward(shape, weights, batch);
  GptTouch touch;
  touch.block = 1;
  touch.head = 3;
  Matrix mean = Matrix::Zero(1, 8);
  for (const CausalHeads& of : clean.blocks[1].heads) {
    mean += of.heads[3].output.bottomRows(28).colwise().mean() / 4.0;
  }
  touch.output = mean.replicate(128, 1);
  const GptForward without = gpt_touched(shape, weights, batch, clean, touch);
  const NgramLaws laws(text.training, shape.vocabulary, 4);
  double there = 0.0;
  for (Index s = 0; s < 4; ++s) {
    for (Index t = 4; t < 32; ++t) {
      const auto next = batch.tokens.begin() + s * 33 + t + 1;
      there += bits_off(laws.law({next - 2, next}),
                        softmax(Vector(without.logits.row(s * 32 + t).transpose()))) /
               (4.0 * 28.0);
    }
  }
  CHECK(f.removed(7, 2) == Approx(there).epsilon(1e-10));
  CHECK(lowest(f.removed) > 0.0);
}

TEST_CASE("ngram_ladder: its model is read by the other figures as it was trained") {
  NgramLadderParams params = small(40);
  params.text += "\xc3\xa9 7, z";
  params.least = 3;
  NgramLadder ladder(params);
  ladder.seek(1, kAll);
  // While the next step is on its way they are still those of this one.
  const Vector first = ladder.frame().weights;
  ladder.seek(2, 3);
  CHECK(ladder.frame().weights == first);
  ladder.seek(2, kAll);
  const NgramLadderFrame f = ladder.frame();
  // As the page packs them.
  std::vector<std::uint8_t> bytes;
  for (const double weight : f.weights) {
    const auto single = static_cast<float>(weight);
    CHECK(static_cast<double>(single) == weight);
    std::uint32_t bits = 0;
    std::memcpy(&bits, &single, sizeof bits);
    for (int b = 0; b < 4; ++b) bytes.push_back(static_cast<std::uint8_t>(bits >> (8 * b)));
  }
  // As there are no others.
  const std::vector<char32_t> all = utf8_characters(params.text);
  std::vector<char32_t> frequent;
  for (const char32_t c : all) {
    const auto* end = f.characters.data() + f.characters.size();
    const bool known = std::find(f.characters.data(), end, static_cast<double>(c)) != end;
    frequent.push_back(known ? c : U'\xFFFD');
  }
  CHECK(frequent != all);
  const ReadingSource source = reading_source("mine", {utf8_text(frequent), to_base64(bytes)});
  CHECK(source.weights == f.weights);
  CHECK(first.size() == f.weights.size());
  CHECK(largest(first - f.weights) > 0.0);
  const GptForward forward = gpt_forward(source.shape, source.weights, source.windows);
  CHECK(f.bits(2) == Approx(forward.loss / std::log(2.0)).epsilon(1e-12));
  // Of an earlier step they are not kept.
  ladder.seek(1, 1);
  CHECK(ladder.frame().weights.size() == 0);
  NgramLadder other(params);
  other.restore(ladder.state());
  other.seek(2, 1);
  CHECK(other.frame().weights == f.weights);
}

TEST_CASE("ngram_ladder: at first a model is nearest to letters, and heads are alike by chance") {
  const NgramLadderFrame f = ended(small());
  // It knows nothing at first.
  CHECK(f.bits(0) == Approx(std::log2(static_cast<double>(
                                gpt_text("mine", made_up_text(1500)).characters.size())))
                         .epsilon(0.02));
  for (Index k = 1; k < 5; ++k) CHECK(f.divergence(0, 0) < f.divergence(0, k));
  // Of a text of a few words it soon knows more than letters.
  CHECK(f.divergence(3, 2) < f.divergence(3, 0));
  CHECK(largest(f.alike) <= 1.0);
  CHECK(std::fabs(f.alike(0, 0)) < 0.5);
  for (Index h = 0; h < 8; ++h) CHECK(f.lags.row(0).segment(8 * h, 8).sum() < 1.0);
}

TEST_CASE("ngram_ladder: earlier steps are shown as they were", "[bits]") {
  NgramLadder ladder(small()), other(small());
  ladder.seek(3, kAll);
  ladder.seek(2, 1);
  other.seek(2, kAll);
  CHECK(ladder.frame().divergence == other.frame().divergence);
  CHECK(ladder.frame().lags == other.frame().lags);
  CHECK(ladder.frame().frontier == 3);
  CHECK(ladder.frame().bits.size() == 3);
}

TEST_CASE("ngram_ladder: what was saved goes on as what was not") {
  NgramLadder whole(small()), first(small()), second(small());
  first.seek(2, kAll);
  // In the middle of the next step, in its updates or in what is measured after them.
  for (const Index pieces : {5, 17}) {
    first.seek(3, pieces);
    CHECK(first.frontier() == 2);
    second.restore(first.state());
    CHECK(second.state().model.weights == first.state().model.weights);
  }
  second.seek(3, 7);
  second.restore(first.state());
  second.refine(kAll);
  whole.refine(kAll);
  second.seek(3, 1);
  whole.seek(3, 1);
  CHECK(second.frame().divergence == whole.frame().divergence);
  CHECK(second.frame().alike == whole.frame().alike);
  CHECK(second.frame().removed == whole.frame().removed);
  CHECK(second.frame().law_bits == whole.frame().law_bits);
  // One that is not open yet.
  NgramLadder closed(small(), InUnits{});
  closed.open(3);
  closed.restore(first.state());
  closed.seek(3, kAll);
  CHECK(closed.frame().divergence == whole.frame().divergence);
  auto state = first.state();
  state.model.weights.resize(7);
  CHECK(message_of([&] { second.restore(state); }).find("ngram_ladder: ") == 0);
  CHECK(second.frontier() == 3);
  state = first.state();
  state.looks.resize(2, 2);
  CHECK(message_of([&] { second.restore(state); }).find("ngram_ladder: what was measured") == 0);
  state = first.state();
  state.removed.resize(8, 5);
  CHECK(message_of([&] {
          second.restore(state);
        }).find("ngram_ladder: what was measured without") == 0);
}

TEST_CASE("ngram_ladder: rare characters of a text are one") {
  NgramLadderParams params = small(20);
  params.text += "\xc3\xa9\xc3\xa9 \xe2\x82\xac, 7 7 7, z";
  NgramLadderParams as_one = params;
  as_one.least = 4;
  const auto tokens = [](const NgramLadderParams& of) {
    NgramLadder ladder(of);
    return ladder.state().model.weights.size();
  };
  // The four that are new stand in for none: in place of them there is one more than before.
  const Index row = tokens(params) - tokens(as_one);
  CHECK(row == 3 * (tokens(as_one) - tokens(small(20))));
  as_one.text = "\xff";
  CHECK(message_of([&] { NgramLadder ladder(as_one); }).find("ngram_ladder: ") == 0);
}

TEST_CASE("ngram_ladder: what it refuses") {
  CHECK(message_of([] { NgramLadder ladder(small(30)); }) ==
        "ngram_ladder: updates is 30, expected a multiple of 20");
  NgramLadderParams params = small();
  params.text = "short";
  CHECK(message_of([&] { NgramLadder ladder(params); }).find("ngram_ladder: the text") == 0);
}
