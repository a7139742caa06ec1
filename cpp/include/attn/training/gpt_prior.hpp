// The term that seed 002, section 7.1, adds to the loss of a language model, eq 24, so that no
// token comes near the boundary at which the residual map of its embeddings folds; and three
// controls that the seed lacks. The map takes from token t a mean of those before it, weighted by
// the softmax over s < t of x_t^T w x_s, where x are the embeddings of token and position. Values
// are means over tokens, in nats, and not yet times lambda. gpt_prior is in double, the oracle,
// with the same bits on every platform; fast_gpt_prior in float, for training.
#pragma once

#include <vector>

#include "attn/support/residual_barrier_fast.hpp"
#include "attn/training/fast_gpt.hpp"

namespace attn {

/// Which term.
enum class GptPriorKind {
  kNone,       ///< none: cross-entropy alone
  kPublished,  ///< -log |det (I - Sigma_t w^T)|, section 7.1: w is learned
  kBarrier,    ///< the same, w being a multiple of the identity that is not learned
  kResidual,   ///< as published, and |x_t - mu_t|^2 / (2 sigma^2), eq 19, which the seed drops
  kPlacebo,    ///< d (log mean x^2 - 2 log rms)^2: no determinant, but embeddings of a size that is
               ///< chosen
};

/// The term, and the tokens whose determinants it takes: each costs O(d^3).
struct GptPriorOptions {
  GptPriorKind kind = GptPriorKind::kNone;  ///< which
  double lambda = 0.05;                     ///< what it is multiplied by in the objective, >= 0
  double w = 4.0;                           ///< of kBarrier: times the identity
  double sigma = 0.2;                       ///< of kResidual, > 0
  double rms = 0.29;                        ///< of kPlacebo, > 0
  Index sequences = 4;  ///< of prior_sequences: the first so many of a batch, >= 1
  /// Every so many-th token has its determinant taken, >= 1, others in each update: in update u
  /// those tokens t, counted from 0, with t = 1 + u modulo this. Of the residual all tokens count.
  Index stride = 4;
};

/// A term, and its derivatives.
struct GptPrior {
  double value;    ///< the mean, 0 where no token counts
  double log_det;  ///< the mean of log |det| over the tokens that count; 0 without determinants
  Matrix d_x;      ///< (sequences length x d)
  Matrix d_w;      ///< (d x d); zeros where w is not learned
};

/// The same in float.
struct FastGptPrior {
  double value;     ///< as GptPrior::value
  double log_det;   ///< as GptPrior::log_det
  FloatMatrix d_x;  ///< as GptPrior::d_x
  FloatMatrix d_w;  ///< as GptPrior::d_w
};

/// Throws Error, with `function` before it, for options that are not as they say.
void check_gpt_prior_options(const char* function, const GptPriorOptions& options);

/// Whether a term has a matrix that is learned.
[[nodiscard]] bool learns_w(GptPriorKind kind);

/// How many of `sequences` sequences of a batch go into the term, the first ones: all of them with
/// kPlacebo.
[[nodiscard]] Index prior_sequences(const GptPriorOptions& options, Index sequences);

/// The term of embeddings x (sequences length x d) and w (d x d), in the update counted from 0: of
/// all of x, neither picked by options.sequences nor multiplied by options.lambda. Of a batch hand
/// in the first prior_sequences(options, batch) sequences. length >= 1 divides the rows of x;
/// everything finite, options as they say. w may be empty where it is not learned. Throws Error
/// otherwise, for a determinant that is 0, and for what is too large for a double.
[[nodiscard]] GptPrior gpt_prior(const GptPriorOptions& options, const Matrix& x, Index length,
                                 const Matrix& w, Index update);

/// What fast_gpt_prior works in, and what a sequence leaves there. One that is used again and again
/// keeps its memory. Beside it a call takes some all the same: for a few lists and d x d matrices,
/// and of kResidual for vectors and matrices of each token.
struct GptPriorSequence {
  BarrierWorkspace workspace;     ///< of its determinants
  FastBarrierGradient barrier{};  ///< of the tokens that count
  double energy = 0.0;            ///< its share of eq 19, where that is in the term
  Matrix energy_d_w;              ///< the derivative of that with respect to w (d x d)
};

/// In float, into `out`, which keeps its memory where shapes are the same and is left half written
/// when this throws: what is too large for a float is refused, too. So are x and w that are
/// matrices of `out` or `work`, which are written to before all is read. Sequences are jobs of
/// `how.parallel`, and what they leave is added up in their order: the bits do not depend on it.
void fast_gpt_prior(const GptPriorOptions& options, const FloatMatrix& x, Index length,
                    const FloatMatrix& w, Index update, const FastGptOptions& how,
                    std::vector<GptPriorSequence>& work, FastGptPrior& out);

}  // namespace attn
