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
  ATTN_DESCRIBED(HopfieldMemoryParams);
  ATTN_PARAM(Index, letter, "which of the stored ones is damaged, from 1; beyond them the last",
             within(1, 10)) = 1;
  ATTN_CHOICE(PatternDamage, damage, "what is done to it", "flips", "half",
              "negative") = PatternDamage::kFlips;
  ATTN_PARAM(Index, flips, "pixels that are turned, where that is the damage", within(0, 64)) = 10;
  ATTN_PARAM(Matrix, painted,
             "(8 x 8) pixels turned by hand after that, those that are not 0 (grey ones become "
             "right); none where empty");
  ATTN_PARAM(Index, count, "stored patterns", within(1, 10)) = 6;
  ATTN_PARAM(double, beta, "inverse temperature of the softmax", within(1e-4, 100.0)) = 0.25;
  ATTN_CHOICE(StoredPatterns, store, "what is stored", "letters",
              "dots") = StoredPatterns::kLetters;
  ATTN_PARAM(std::uint64_t, seed, "of the random numbers") = 7;
};

struct HopfieldMemoryFrame {
  ATTN_DESCRIBED(HopfieldMemoryFrame);
  ATTN_FIELD(Index, step, "of 5 that is shown") = 0;
  ATTN_FIELD(Matrix, patterns, "(count x 64) what is stored, rows of pixels, +1 is ink");
  ATTN_FIELD(Vector, input, "(64) the damaged one");
  ATTN_FIELD(Matrix, modern, "(6 x 64) states of xi <- K^T softmax(beta K xi)");
  ATTN_FIELD(Matrix, classical,
             "(6 x 64) states of x <- sign(W x), one pixel after another, W_ii = 0");
  ATTN_FIELD(Matrix, weights, "(6 x count) softmax weights of each modern state");
  ATTN_FIELD(Vector, energy, "(6) -lse(beta K xi) / beta + |xi|^2 / 2 of the modern states");
  ATTN_FIELD(Vector, printed_energy, "(6) the same as (66) has it, without 1 / beta");
  ATTN_FIELD(Vector, modern_wrong, "(6) pixels whose sign is not that of the stored one");
  ATTN_FIELD(Vector, classical_wrong, "(6) the same of the classical states");
  ATTN_FIELD(Index, fixed, "how many of the stored ones the classical rule leaves as they are") = 0;
  ATTN_FIELD(double, rise,
             "largest rise of the energy in a step, relative; at most 0 but for rounding") = 0.0;
  ATTN_FIELD(double, printed_rise,
             "largest rise of the energy as printed; 0 where it never rises") = 0.0;
  ATTN_FIELD(double, attention_error,
             "largest difference of an update to attention with the scale beta") = 0.0;
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
