// Trains the small language model in float on windows of a text: cross-entropy and, by option,
// lambda times a prior term (attn/training/gpt_prior.hpp), by AdamW. Seed 002, section 7.1. Unless
// products are fused a run has the same bits natively and in WebAssembly, wherever there is SIMD,
// and for any number of threads. A trainer is not shared between threads without a lock.
#pragma once

#include <memory>
#include <optional>

#include "attn/training/adamw.hpp"
#include "attn/training/fast_gpt.hpp"
#include "attn/training/gpt_prior.hpp"

namespace attn {

/// A run. As it is: that of the article.
struct GptTrainerOptions {
  GptShape shape;           ///< of the model
  Index batch = 24;         ///< windows of an update, drawn anew each time, 1 to 10^6
  CosineSchedule schedule;  ///< of the rate
  AdamWOptions adamw{0.9, 0.99, 1e-8, 1e-4, 1};  ///< of the steps, all weights and w together
  double std_dev = 0.02;   ///< of embeddings, weights and w at the start, 0 to 1e37
  GptPriorOptions prior;   ///< what is added to the loss
  std::uint64_t seed = 1;  ///< of the start and of the windows; the same for any prior
};

/// What an update has found, before it moved.
struct GptUpdate {
  double loss;     ///< mean cross-entropy of the batch, in nats
  double prior;    ///< the term, without lambda
  double log_det;  ///< mean log |det| over the tokens that it took; 0 without determinants
  double rms;      ///< root mean square of the embeddings that it took; 0 where it took none
  double norm;     ///< of the gradient of all, before it is clipped
  double rate;     ///< of AdamW
};

/// All that a run goes on from with the same bits.
struct GptTrainerState {
  Eigen::VectorXf weights;  ///< of the model, and behind them w (d x d) where it is learned
  FastAdamWState adamw;     ///< its updates are those of the run
  Rng::State windows;       ///< of the generator that draws them
};

/// An evaluation by GptTrainer::evaluate that is on its way; none of its windows at first.
class GptEvaluation {
 public:
  /// Of noise as there.
  explicit GptEvaluation(double sigma = 0.0, std::uint64_t noise = 0)
      : sigma_(sigma), draws_(noise) {}

 private:
  friend class GptTrainer;

  double sigma_;
  Rng draws_;
  Index windows_ = 0;  // so far, and the sum of what they lose
  double sum_ = 0.0;
};

/// Windows of `length` >= 1 tokens that follow each other in the text, each with the token after
/// it: `most` >= 0 of them from the one with the number `first` >= 0 on, or as many as there are. A
/// rest that fills no window is left out. Throws Error for other numbers.
[[nodiscard]] GptBatch gpt_windows(const std::vector<Index>& text, Index length, Index first,
                                   Index most);

/// A run on a text.
class GptTrainer {
 public:
  /// text: more than `context` tokens from 0 to vocabulary - 1, which are kept. Throws Error
  /// otherwise, and for options that are out of range.
  GptTrainer(std::vector<Index> text, const GptTrainerOptions& options, FastGptOptions model = {});
  /// Moving takes the memory along; the other may then only be assigned to or destroyed.
  GptTrainer(GptTrainer&& other) noexcept;
  /// Its own memory is freed; the other may then only be assigned to or destroyed.
  GptTrainer& operator=(GptTrainer&& other) noexcept;
  ~GptTrainer();

  /// One more update, also beyond those of the schedule. Throws Error where numbers become too
  /// large for floats, or a determinant 0: then nothing has changed.
  GptUpdate step();

  /// Updates taken.
  [[nodiscard]] Index updates() const noexcept;
  /// The weights of the model (gpt_size): a view of the trainer's own, which changes with step()
  /// and restore() and ends with the trainer. Assign it to a VectorXf to keep them.
  [[nodiscard]] Eigen::Ref<const Eigen::VectorXf> weights() const;
  /// w of the prior (d x d): what is learned, a multiple of the identity, or empty where there is
  /// none.
  [[nodiscard]] FloatMatrix w() const;
  /// A copy of all that a run needs to go on.
  [[nodiscard]] GptTrainerState save() const;
  /// Goes on from there: the same text and options are the caller's to see to. Throws Error for
  /// what does not fit; then nothing has changed.
  void restore(const GptTrainerState& state);

  /// Mean cross-entropy in nats over the text's windows of `length` tokens that follow each other,
  /// of which each token but the first is predicted once; a rest that fills no window is left out.
  /// With sigma > 0 normal noise of that deviation is added to the embeddings, drawn from `noise`.
  /// text as in the constructor, at least length + 1 tokens. Throws Error otherwise, and as
  /// FastGpt::loss.
  [[nodiscard]] double evaluate(const std::vector<Index>& text, double sigma = 0.0,
                                std::uint64_t noise = 0);

  /// The same for who has to answer in between: at most `pieces` >= 1 more of 64 windows each; the
  /// mean once it has all, by the same bits, and nothing before. The text and the weights have to
  /// stay as they are meanwhile. Throws Error as the other; the evaluation is then as it was before
  /// the piece that failed.
  [[nodiscard]] std::optional<double> evaluate(const std::vector<Index>& text,
                                               GptEvaluation& on_its_way, Index pieces);
  /// How many pieces that takes for a text of so many tokens, 0 to 1e9. Throws Error otherwise.
  [[nodiscard]] Index pieces(Index tokens) const;

  /// Root mean square of the embeddings of the text's windows, as evaluate takes them: what noise
  /// of a deviation is large or small beside. text as there. Throws Error otherwise.
  [[nodiscard]] double size_of_embeddings(const std::vector<Index>& text) const;

  /// `count` >= 0 tokens that follow `text` (1 token or more, of which the last `context` are
  /// read), drawn at this temperature >= 0: at 0 the most probable one. Throws Error otherwise.
  [[nodiscard]] std::vector<Index> sample(std::vector<Index> text, Index count, double temperature,
                                          std::uint64_t seed);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace attn
