// What the experiments with the language model of the chapter support-tokens share: a text, one
// model that is trained on it, and what is measured of its embeddings. Source: seed 002,
// section 7.1; the sizes are ours.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "attn/training/character_vocabulary.hpp"
#include "attn/training/gpt_trainer.hpp"
#include "experiments/run.hpp"

namespace attn::experiments {

struct GptRunParams {
  ATTN_DESCRIBED(GptRunParams);
  ATTN_PARAM(std::string, text, "in UTF-8; its last tenth is for validation", needed());
  ATTN_PARAM(double, lambda, "weight of the term", within(0, 10)) = 0.05;
  ATTN_PARAM(double, rms, "to which a placebo pins the size of embeddings",
             within(0.001, 100)) = 0.29;
  ATTN_PARAM(Index, updates, "of training, a multiple of 20", within(20, 100000)) = 800;
  ATTN_PARAM(std::uint64_t, seed, "of the start and of the windows") = 1;
};

/// A text in tokens.
struct GptText {
  CharacterVocabulary characters;
  std::vector<Index> training, validation;
};

/// Both parts have to fill a window. Throws Error in the name of the experiment otherwise.
GptText gpt_text(const char* experiment, const std::string& text);

/// Some words, for tests: so many letters.
std::string made_up_text(Index letters);

/// A model on its way.
class GptRun {
 public:
  static constexpr Index kEvery = 20;  ///< updates from one look to the next

  /// `text` has to stay.
  GptRun(const char* experiment, const GptText& text, const GptRunParams& params,
         GptPriorKind prior);

  /// One more update.
  void update();
  /// kEvery more.
  void train();
  /// Of the validation text, in bits per character; with noise on embeddings the mean of two draws,
  /// which are the same for any model of that seed.
  double bits_per_character(double sigma = 0.0);
  /// Those on their way, piece by piece.
  struct Bits {
    double sigma;
    Index draws;
    Index done;  ///< draws, and the sum of what they lose
    double sum;
    GptEvaluation next;
  };
  /// None of the pieces() of each of so many draws of the noise: 1 where there is none, else 2.
  Bits bits(double sigma, Index draws) const;
  /// A piece more; bits_per_character once all are done.
  std::optional<double> advance(Bits& on_their_way);
  Index pieces() const;
  /// Root mean square of the embeddings of the validation text.
  double size_of_embeddings() const;
  /// So many characters that the model makes up, by their numbers in Unicode.
  Vector sample(Index count);
  /// The slope of the loss of one window along its gradient, by central differences, against the
  /// length of the gradient: the relative difference; where the gradient is 0, the slope along
  /// another line.
  double gradient_error();

  const GptTrainer& trainer() const { return trainer_; }
  GptTrainer& trainer() { return trainer_; }
  /// Embeddings of the first windows of the validation text (windows x 32, d).
  Matrix embeddings(Index windows) const;

 private:
  GptEvaluation draw(double sigma, Index number) const;

  const GptText& text_;
  std::uint64_t seed_;
  GptShape shape_;
  GptTrainer trainer_;
};

/// The determinants of I - Sigma_t w^T over the fourth, eighth, ... token of 16 windows.
struct GptDeterminants {
  double mean_log = 0.0;   ///< mean log |det|
  double least_log = 0.0;  ///< the least of them
  Index negative = 0;      ///< determinants below 0
  Index tokens = 0;        ///< all of them
};

/// All 0 where a term has no w.
GptDeterminants gpt_determinants(const GptRun& run);

/// The loss of a model after 20 updates against what it is on other machines to nine digits: below
/// 1e-8 where bits are the same.
double gpt_self_test();

}  // namespace attn::experiments
