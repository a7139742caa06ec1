#include "experiments/one-head/reading_source.hpp"

#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

TEST_CASE("a source has the windows of the last tenth, each with the token after it") {
  const ReadingSourceParams params = made_up_source(4);
  const ReadingSource source = reading_source("mine", params);
  CHECK(source.windows.sequences == 2);
  CHECK(source.windows.tokens.size() == 66);
  CHECK(source.weights.size() == gpt_size(source.shape));
  const GptBatch second = window_of(source, 1);
  CHECK(second.sequences == 1);
  CHECK(second.tokens.front() == window_of(source, 0).tokens.back());
  const auto first = static_cast<std::size_t>(params.text.size() - params.text.size() / 10);
  for (std::size_t i = 0; i < 33; ++i) {
    const auto token = static_cast<std::size_t>(window_of(source, 0).tokens[i]);
    CHECK(source.characters[token] == params.text[first + i]);
  }
}

TEST_CASE("texts and weights that make no model are refused in the name of who asked") {
  ReadingSourceParams params = made_up_source(5);
  params.text.resize(300);
  CHECK_THAT(message_of([&] { reading_source("mine", params); }), contains("mine: the text"));
  params = made_up_source(5);
  params.weights.resize(params.weights.size() - 4);
  CHECK_THAT(message_of([&] { reading_source("mine", params); }), contains("mine: the model"));
  params = made_up_source(5);
  params.weights[0] = '-';
  CHECK_THAT(message_of([&] { reading_source("mine", params); }), contains("base64"));
  params = made_up_source(5);
  params.text += "\xff";
  CHECK_THROWS_AS(reading_source("mine", params), Error);
}

TEST_CASE("a source that was read before is the one that is asked", "[bits]") {
  const ReadingSourceParams one = made_up_source(4), other = made_up_source(6);
  ReadingSourceParams mixed = one;
  mixed.weights[5] = mixed.weights[5] == 'A' ? 'B' : 'A';
  ReadingSourceParams bad = one;
  bad.text += "\xff";
  const Vector first = reading_source("mine", one).weights;
  for (const ReadingSourceParams& next : {one, other, one, mixed, one}) {
    CHECK_THROWS_AS(reading_source("mine", bad), Error);
    const ReadingSource source = reading_source("mine", next);
    CHECK((source.weights == first) == (next.weights == one.weights));
    CHECK(source.windows.tokens == reading_source("mine", next).windows.tokens);
  }
  CHECK(reading_source("mine", one).windows.tokens != reading_source("mine", other).windows.tokens);
}
