#include "attn/memory/capacity.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(capacity) {
  fuzz::Input input(data, size);
  attn::Rng rng(input.byte());
  attn::CapacityTrial trial;
  trial.n = input.size(-1, 66);
  trial.flips = input.size(-1, 66);
  trial.most = input.size(0, 6);
  const double beta = input.positive(), share = input.byte() / 200.0;
  const auto criterion = input.flip() ? attn::ModernFailure::kSigns : attn::ModernFailure::kWeight;
  std::optional<attn::Index> found;
  const auto expect_count = [&](const char* function) {
    fuzz::expect(!found || (*found >= 1 && *found <= trial.most), function, "a count");
  };
  if (fuzz::returns("modern_first_failure",
                    [&] { found = attn::modern_first_failure(trial, beta, criterion, rng); }))
    expect_count("modern_first_failure");
  const bool own = input.flip();
  if (fuzz::returns("classical_first_failure",
                    [&] { found = attn::classical_first_failure(trial, share, own, rng); }))
    expect_count("classical_first_failure");
  double log_count;
  if (fuzz::returns("modern_log_capacity",
                    [&] { log_count = attn::modern_log_capacity(trial.n, trial.flips, beta); }))
    fuzz::expect_finite("modern_log_capacity", log_count);
  return 0;
}
