// Pictures stored in a memory, and one of them damaged: what the rule of softmax and the classical
// rule make of it. Source: seed 001, part VIII.
#pragma once

#include "attn/numerics/rng.hpp"
#include "experiments/bases.hpp"

namespace attn::experiments {

enum class StoredPatterns {
  kLetters,  ///< pictures of A C E H K L T X Z ?, alike as letters are
  kDots      ///< random signs
};

enum class PatternDamage {
  kFlips,    ///< so many pixels turned, at random
  kHalf,     ///< the lower half is 0, neither black nor white
  kNegative  ///< all pixels turned
};

struct HopfieldMemoryParams {
  Index letter = 1;
  PatternDamage damage = PatternDamage::kFlips;
  Index flips = 10;
  Matrix painted;
  Index count = 6;
  double beta = 0.25;
  StoredPatterns store = StoredPatterns::kLetters;
  std::uint64_t seed = 7;

  ATTN_DESCRIBE(HopfieldMemoryParams,
                param(ATTN_MEMBER(letter),
                      "which of the stored ones is damaged, from 1; beyond them the last",
                      within(1, 10)),
                choice(ATTN_MEMBER(damage), "what is done to it", "flips", "half", "negative"),
                param(ATTN_MEMBER(flips), "pixels that are turned, where that is the damage",
                      within(0, 64)),
                param(ATTN_MEMBER(painted),
                      "(8 x 8) pixels turned by hand after that, those that are not 0 (grey ones "
                      "become right); none where empty"),
                param(ATTN_MEMBER(count), "stored patterns", within(1, 10)),
                param(ATTN_MEMBER(beta), "inverse temperature of the softmax", within(1e-4, 100.0)),
                choice(ATTN_MEMBER(store), "what is stored", "letters", "dots"),
                param(ATTN_MEMBER(seed), "of the random numbers"));
};

struct HopfieldMemoryFrame {
  Index step = 0;
  Matrix patterns;
  Vector input;
  Matrix modern;
  Matrix classical;
  Matrix weights;
  Vector energy;
  Vector printed_energy;
  Vector modern_wrong;
  Vector classical_wrong;
  Index fixed = 0;
  double rise = 0.0;
  double printed_rise = 0.0;
  double attention_error = 0.0;

  ATTN_DESCRIBE(
      HopfieldMemoryFrame, field(ATTN_MEMBER(step), "of 5 that is shown"),
      field(ATTN_MEMBER(patterns), "(count x 64) what is stored, rows of pixels, +1 is ink"),
      field(ATTN_MEMBER(input), "(64) the damaged one"),
      field(ATTN_MEMBER(modern), "(6 x 64) states of xi <- K^T softmax(beta K xi)"),
      field(ATTN_MEMBER(classical),
            "(6 x 64) states of x <- sign(W x), one pixel after another, W_ii = 0"),
      field(ATTN_MEMBER(weights), "(6 x count) softmax weights of each modern state"),
      field(ATTN_MEMBER(energy), "(6) -lse(beta K xi) / beta + |xi|^2 / 2 of the modern states"),
      field(ATTN_MEMBER(printed_energy), "(6) the same as (66) has it, without 1 / beta"),
      field(ATTN_MEMBER(modern_wrong), "(6) pixels whose sign is not that of the stored one"),
      field(ATTN_MEMBER(classical_wrong), "(6) the same of the classical states"),
      field(ATTN_MEMBER(fixed),
            "how many of the stored ones the classical rule leaves as they are"),
      field(ATTN_MEMBER(rise),
            "largest rise of the energy in a step, relative; at most 0 but for rounding"),
      field(ATTN_MEMBER(printed_rise),
            "largest rise of the energy as printed; 0 where it never rises"),
      field(ATTN_MEMBER(attention_error),
            "largest difference of an update to attention with the scale beta"));
};

/// Five steps of both rules from the same damaged picture. A pixel is right where its sign is.
class HopfieldMemory : public WithSteps<HopfieldMemory, HopfieldMemoryParams, HopfieldMemoryFrame> {
 public:
  static constexpr const char* kName = "hopfield_memory";
  static constexpr const char* kAbout =
      "a damaged picture under the modern and the classical rule (seed 001, part VIII)";
  static std::vector<Setting<Params>> settings();

  static constexpr Index kSteps = 5;

  explicit HopfieldMemory(const Params& params);

  Index steps() const { return kSteps; }

 private:
  static Vector damaged(const Params& params, const Vector& pattern, Rng& rng);
};

}  // namespace attn::experiments
