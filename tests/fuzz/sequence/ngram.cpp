#include "attn/sequence/ngram.hpp"

#include <optional>

#include "fuzz_input.hpp"

FUZZ_TARGET(ngram) {
  fuzz::Input input(data, size);
  const attn::Index vocabulary = input.size(-1, 5), length = input.size(0, 12);
  // Of a large vocabulary the longest contexts have no numbers.
  const attn::Index most = input.byte() % 16 == 1 ? input.size(-1, 70) : input.size(0, 4);
  const auto token = [&] {
    return input.nearly(input.size(0, vocabulary > 0 ? vocabulary - 1 : 0));
  };
  std::vector<attn::Index> text;
  for (attn::Index i = 0; i < length; ++i) text.push_back(token());
  std::optional<attn::NgramLaws> laws;
  if (!fuzz::returns("NgramLaws", [&] { laws.emplace(text, vocabulary, most); })) return 0;
  fuzz::expect(laws->vocabulary() == vocabulary && laws->most() == most, "NgramLaws",
               "what it was made of");
  for (int time = 0; time < 3; ++time) {
    std::vector<attn::Index> context;
    const attn::Index count = input.byte() % 16 == 1 ? input.size(0, 70) : input.size(0, 4);
    for (attn::Index i = 0; i < count; ++i) context.push_back(token());
    attn::Vector law;
    if (!fuzz::returns("NgramLaws::law", [&] { law = laws->law(context); })) continue;
    fuzz::expect(law.size() == vocabulary && attn::lowest(law) > 0.0, "NgramLaws::law",
                 "a probability for every token");
    fuzz::expect_weights("NgramLaws::law", law, false);
  }
  return 0;
}
