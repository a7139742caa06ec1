// What is tried on the small language models: what the two files of such claims have in common.
#pragma once

#include <array>
#include <vector>

#include "claims/002/language_models.hpp"

namespace attn::claims {

/// A claim on the models of ten seeds, which is read from each with `ours`.
struct Tried {
  const char* id;
  const char* place;
  const char* statement;
  const char* published;
  double value;
  Agreement agreement;
  double tolerance;
  const char* quantity;
  const char* models;  // of the recipe
  double (*ours)(const Models&);
  Baseline baseline;
  double mean = 0.0, margin = 0.0;  // of what is not found
  const char* why = "";
  // Where ours hangs on differences that a probe has too little of, or not at all: what it is made
  // of.
  double (*probed)(const Models&) = nullptr;
  Index updates = ModelTerm{}.updates;  // of the recipe
};

inline constexpr double kLambda = 0.05;  ///< of sections 7.1 to 7.3
inline constexpr double kBest = 0.02;    ///< the most robust of section 7.4
/// The weights of table 1 but 0.
inline constexpr std::array<double, 6> kPath{0.005, 0.01, 0.02, 0.05, 0.1, 0.2};

// Of recipes, reasons and baselines.
inline constexpr const char* kTwo = "λ = 0 and 0.05";
inline constexpr const char* kAll = "all seven λ";
inline constexpr const char* kElsewhere =
    "the text does not say over which windows and tokens of a batch the term is averaged, nor how "
    "weights start; ours is of another text and another size than the paper's as well, which it "
    "does state, and takes 800 updates: with more of them these numbers move";
inline const Baseline kNoTerm{0.0, "two models without the term"};
inline const Baseline kClean{1.0, "no noise"};

/// Bits per character without noise.
double clean(const LanguageModel& model);

/// Bits with the noise of table 1, over those without noise.
double degradation_of_table(const LanguageModel& model);

/// Each as a slow claim, with a probe.
std::vector<Claim> claims_on_models(const std::vector<Tried>& all);

}  // namespace attn::claims
