// The small causal language model of attn/training/gpt.hpp in single precision with SIMD: the loss
// of a batch and its gradient. Sums are taken in one order whatever the instruction set, and,
// unless that is asked for, no product is fused with a sum: the bits are the same natively and in
// WebAssembly, for any number of threads.
//
// From the double model losses are within 1e-6 and gradients within 2e-5 of their largest number,
// at sizes of the article and where training begins or has been (measured in
// tests/cpp/training/test_fast_gpt.cpp). Objects are not shared between threads without a lock.
#pragma once

#include <functional>
#include <memory>

#include "attn/training/gpt_touch.hpp"

namespace attn {

/// Runs job(0) to job(jobs - 1), each once, in any order and on any threads, and returns when all
/// have ended. A job may throw: one of fast_gpt_prior throws Error for a determinant that is 0, and
/// any may run out of memory. Catch that on its own thread, and throw the first one again from here
/// when all have ended: on a thread alone it would end the program, and swallowed it would leave
/// sums that are wrong. Must not call from a job into the model that runs it.
using ParallelJobs = std::function<void(Index jobs, const std::function<void(Index)>& job)>;

/// How FastGpt computes.
struct FastGptOptions {
  /// Products are fused with sums where the machine can: up to twice as fast, with bits that are
  /// this machine's own.
  bool fused = false;
  /// Empty: one job after the other. Jobs share no memory that is written, and their results are
  /// added up in the order of their numbers.
  ParallelJobs parallel;
};

/// A model, without its weights: these are the caller's, as gpt_parts lays them out. After the
/// first call with batches of some size further ones take no memory but for what they return and,
/// in floats, for what a touch holds; with jobs on several threads none once as many have been at
/// work at a time.
class FastGpt {
 public:
  /// Throws Error as check_gpt_shape.
  explicit FastGpt(const GptShape& shape, FastGptOptions options = {});
  /// Moving takes the memory along; the other may then only be assigned to or destroyed.
  FastGpt(FastGpt&& other) noexcept;
  /// Its own memory is freed; the other may then only be assigned to or destroyed.
  FastGpt& operator=(FastGpt&& other) noexcept;
  ~FastGpt();

  /// The mean loss of a batch, in nats. weights (gpt_size) finite; `noise` is added to the
  /// embeddings (B length x d), or empty. Throws Error otherwise, and for what is too large for a
  /// float.
  [[nodiscard]] double loss(const Eigen::Ref<const Eigen::VectorXf>& weights, const GptBatch& batch,
                            const FloatMatrix& noise = {});

  /// The same, and the gradient of the loss into `gradient` (gpt_size); `d_x`, of the first rows of
  /// the embeddings, is the gradient of another term with respect to these, which goes on to those
  /// of tokens and positions, or empty. `gradient` is written over also when this throws for what
  /// is too large.
  double gradient(const Eigen::Ref<const Eigen::VectorXf>& weights, const GptBatch& batch,
                  Eigen::Ref<Eigen::VectorXf> gradient, const FloatMatrix& d_x = {});

  /// The losses of all rows of a batch (n), in nats, with one head touched: those of gpt_touched,
  /// the whole pass computed anew. A touch that changes nothing moves no bit of them, and their
  /// mean is then loss(). From the double model a row is within 5e-5 and the mean within 1e-6
  /// (measured in tests/cpp/training/test_fast_gpt_touch.cpp). Numbers of the touch are
  /// rounded to floats, at most 1e30 in size but for an edge that is cut. Throws Error otherwise,
  /// as loss() and as gpt_touched.
  [[nodiscard]] Vector losses(const Eigen::Ref<const Eigen::VectorXf>& weights,
                              const GptBatch& batch, const GptTouch& touch = {});

  /// The probabilities of what comes after a text of 1 to T tokens (V). Errors as in loss.
  [[nodiscard]] Eigen::VectorXf next(const Eigen::Ref<const Eigen::VectorXf>& weights,
                                     const std::vector<Index>& text);

  /// Its sizes.
  [[nodiscard]] const GptShape& shape() const noexcept;
  /// How it computes.
  [[nodiscard]] const FastGptOptions& options() const noexcept;
  /// Its memory in bytes, without the caller's.
  [[nodiscard]] std::size_t bytes() const noexcept;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

/// Embeddings of the first `sequences` sequences of a batch, without noise (sequences length x d):
/// what other terms of an objective are functions of. Arguments and errors as in FastGpt::loss.
[[nodiscard]] FloatMatrix fast_gpt_embeddings(const GptShape& shape,
                                              const Eigen::Ref<const Eigen::VectorXf>& weights,
                                              const GptBatch& batch, Index sequences);

}  // namespace attn
