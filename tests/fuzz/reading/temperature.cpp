#include "attn/reading/temperature.hpp"

#include <algorithm>

#include "fuzz_input.hpp"

FUZZ_TARGET(temperature) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 3), m = input.size(0, 5);
  attn::Matrix scores = input.matrix(n, m);
  if (input.flip()) {
    for (double& s : scores.reshaped()) {
      if (input.byte() % 4 == 0) s = -HUGE_VAL;
    }
  }
  attn::Vector temperatures(input.size(0, 3));
  for (double& t : temperatures) t = input.positive();
  attn::Matrix capacity;
  if (fuzz::returns("heat_capacity",
                    [&] { capacity = attn::heat_capacity(scores, temperatures); })) {
    fuzz::expect_finite("heat_capacity", capacity);
    fuzz::expect(attn::lowest(capacity) >= 0.0, "heat_capacity", "a variance");
  }
  attn::Vector peak;
  if (fuzz::returns("peak_temperature", [&] { peak = attn::peak_temperature(scores); })) {
    fuzz::expect_finite("peak_temperature", peak);
    for (attn::Index i = 0; i < n; ++i) {
      const attn::Matrix row = scores.row(i);
      double low = HUGE_VAL;
      for (const double s : row.reshaped()) {
        if (s != -HUGE_VAL) low = std::min(low, s);
      }
      const double spread = attn::highest(row) - low;
      fuzz::expect(peak(i) >= 0.0 && (peak(i) > 0.0) == (spread > 0.0) && peak(i) <= 4.2 * spread,
                   "peak_temperature", "a temperature of the size of the scores");
      // None is higher: its own, then all others that are at hand.
      if (peak(i) == 0.0) continue;
      attn::Vector others(1 + temperatures.size());
      // But for those that are nothing beside the scores.
      others << peak(i), temperatures.cwiseMax(1e-280 * spread);
      if (!fuzz::returns("heat_capacity", [&] { capacity = attn::heat_capacity(row, others); }))
        continue;
      fuzz::expect(attn::highest(capacity) <= capacity(0, 0) * (1.0 + 1e-3), "peak_temperature",
                   "where the capacity is greatest");
    }
  }
  attn::Matrix weights(n, m);
  for (attn::Index i = 0; i < n; ++i) weights.row(i) = input.distribution(m);
  std::vector<attn::Index> keys;
  if (input.flip()) {
    const attn::Index count = input.nearly(n);
    for (attn::Index i = 0; i < count; ++i) keys.push_back(input.nearly(m));
  }
  std::vector<attn::RetrievalClass> classes;
  if (fuzz::returns("retrieval_classes",
                    [&] { classes = attn::retrieval_classes(weights, keys); })) {
    fuzz::expect(static_cast<attn::Index>(classes.size()) == n, "retrieval_classes",
                 "one of each row");
    for (attn::Index i = 0; i < n; ++i) {
      fuzz::expect((classes[static_cast<std::size_t>(i)] == attn::RetrievalClass::kOne) ==
                       (attn::highest(weights.row(i)) > 0.9),
                   "retrieval_classes", "one where one has it all");
    }
  }
  return 0;
}
