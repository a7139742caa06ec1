// The small language models on which section 7 of seed 002 is tried, and what is measured of one.
#pragma once

#include <vector>

#include "claims/002/noise_curve.hpp"
#include "claims/claims.hpp"
#include "experiments/support-tokens/gpt_runs.hpp"

namespace attn::claims {

/// data/shakespeare.txt. Only natively: throws Error in WebAssembly, where no model of a claim is
/// trained to its end.
const std::string& shakespeare();

/// What is added to the cross-entropy of a model.
struct ModelTerm {
  GptPriorKind kind = GptPriorKind::kNone;
  double lambda = 0.05;
  double rms = 0.29;  ///< of a placebo
  /// W by plain gradient descent at this share of the rate, all else by AdamW as ever; 0 for W by
  /// AdamW too.
  double descent = 0.0;
  Index updates = 800;
};

/// A model after its last update, on the last tenth of its text.
struct LanguageModel {
  Vector bits = Vector::Ones(kSigmas.size());  ///< per character at each of kSigmas
  double bits_relative = 1.0;                  ///< with noise half as large as the embeddings
  std::vector<double> curve;                   ///< bits without noise after each hundredth update
  double rms = 1.0;                            ///< root mean square of the embeddings
  double rms_w = 0.0;                          ///< and of W, 0 where none is trained
  // Of the prior's attention over the tokens before each but the first, in 16 windows; uniform
  // where no W is trained.
  double entropy = 0.0;           ///< mean of H_t, nats
  double signal = 1.0;            ///< RMS of x over that of x - mu
  double variance = 1.0;          ///< mean tr Sigma_t over the mean square of x
  double uniform_variance = 1.0;  ///< the same for uniform attention
  // Of I - Sigma_t W^T at each fourth token of these windows.
  double log_det = 0.0;        ///< mean log |det|
  double negative = 0.0;       ///< share of determinants below 0
  double largest_real = 0.0;   ///< largest real part of an eigenvalue of Sigma_t W^T
  double one_minus_rho = 1.0;  ///< mean of the second margin of eq 25
  /// Over these tokens, of log |det| with the bits that the next token costs.
  double warning = 0.0;
};

/// Which models: trained on data/shakespeare.txt, or for a probe with 20 updates on some words with
/// a term twenty times as strong.
class Models {
 public:
  Models(std::uint64_t seed, const Progress& progress, bool probe = false)
      : seed_(seed), progress_(progress), probe_(probe) {}

  /// Trained once for all claims that ask for it; good as long as this thread. Once progress has
  /// said stop, any numbers.
  const LanguageModel& operator()(const ModelTerm& term) const;

  const LanguageModel& plain() const { return (*this)({}); }
  const LanguageModel& published(double lambda) const {
    return (*this)({GptPriorKind::kPublished, lambda});
  }
  /// With W by plain gradient descent, at a rate at which λ = 0.2 changes attention as AdamW does.
  const LanguageModel& descended(double lambda) const {
    return (*this)({GptPriorKind::kPublished, lambda, 0.29, 100.0});
  }
  const LanguageModel& placebo(double rms) const {
    return (*this)({GptPriorKind::kPlacebo, 0.05, rms});
  }
  /// Trained four times as long.
  const LanguageModel& longer(ModelTerm term) const {
    term.updates = kLonger;
    return (*this)(term);
  }

  static constexpr Index kLonger = 3200;

 private:
  std::uint64_t seed_;
  const Progress& progress_;
  bool probe_;
};

}  // namespace attn::claims
