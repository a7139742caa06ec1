// Where a trained head moves its tokens: along the descent of its own energy, as the memory of
// seed 001 does, or towards what they were before noise, as the denoiser of seed 004 does. Over
// windows of text, with noise on the embeddings. Sources: seed 001, eq 66 to 69; seed 004, eq 1.
#pragma once

#include <array>
#include <vector>

#include "attn/reading/head.hpp"
#include "experiments/bases.hpp"
#include "experiments/one-head/reading_source.hpp"

namespace attn::experiments {

struct HeadStepParams {
  ATTN_DESCRIBED(HeadStepParams);
  ATTN_PARAM(Index, layer, "of the head, from 1", within(1, 2)) = 1;
  ATTN_PARAM(Index, head, "of the layer, from 1", within(1, 4)) = 1;
  ATTN_PARAM(double, noise, "standard deviation, in root mean squares of the embeddings",
             within(0.1, 2.0)) = 0.25;
  ATTN_PARAM(double, beta,
             "of the kernel, over the mean square of the numbers that the layer reads",
             within(0.015625, 32.0)) = 0.25;
  ATTN_GROUP(ReadingSourceParams, source);
};

struct HeadStepFrame {
  ATTN_DESCRIBED(HeadStepFrame);
  ATTN_FIELD(Index, windows, "read so far") = 0;
  ATTN_FIELD(Vector, own,
             "(40) share of tokens by the cosine, from -1 to 1, of what the head adds with the "
             "descent of its own energy");
  ATTN_FIELD(Vector, others, "(40) the same with the energies of the other heads of the layer");
  ATTN_FIELD(double, cosine, "mean of the first") = 0.0;
  ATTN_FIELD(double, other_cosine, "mean of the second") = 0.0;
  ATTN_FIELD(double, snr_before,
             "signal to noise of the stream before the layer's attention") = 0.0;
  ATTN_FIELD(Vector, snr_after,
             "(3) and after it, all heads having their own weights, uniform ones or the kernel's");
  ATTN_FIELD(Vector, left,
             "(4) of the squared error, after the best step from the noisy token towards the mean "
             "of the tokens by the head's own weights, uniform ones, over the whole window, and by "
             "the kernel at beta");
  ATTN_FIELD(double, left_added, "the same after the best step along what the head adds") = 0.0;
  ATTN_FIELD(Vector, betas, "(23) of kernels");
  ATTN_FIELD(Vector, left_kernel, "(23) what is left with each");
  ATTN_FIELD(double, best_beta, "of these, with which least is left") = 0.0;
  ATTN_FIELD(double, best_left, "how much that is") = 0.0;
  ATTN_FIELD(double, gradient_error,
             "of the descent direction from differences of the energy, as a share of it") = 0.0;
  ATTN_FIELD(double, mean_error, "of the outputs under uniform weights, from running means") = 0.0;
  ATTN_FIELD(double, stream_error,
             "of the stream from its heads' outputs, from that of the forward pass") = 0.0;
  ATTN_FIELD(Index, rises, "updates of a query by its keys that raise the energy of a memory") = 0;
};

class HeadStep : public WithFrame<HeadStepParams, HeadStepFrame>,
                 public WithOpening<HeadStep>,
                 public WithUnits<HeadStep> {
 public:
  static constexpr const char* kName = "head_step";
  static constexpr const char* kAbout =
      "whether a head of a language model retrieves or cleans, as two papers have it";
  static std::vector<Setting<Params>> settings();
  static constexpr Index kWindows = 60;
  static constexpr Index kBins = 40;
  static constexpr Index kBetas = 23;

  explicit HeadStep(const Params& params);
  HeadStep(const Params& params, InUnits);

  /// How large the numbers of the layer are.
  Index opening_units() const { return 1; }
  void open_unit(Index unit);

  /// A unit is a window of the text.
  Index units() const;
  void work();

 private:
  // Sums of squares over tokens of all windows.
  struct Ratio {
    double signal = 0.0, noise = 0.0;
    void add(const MatrixRef& clean, const MatrixRef& noisy);
    double value() const { return noise > 0.0 ? signal / noise : 0.0; }
  };
  void read_cosines(const std::vector<Head>& heads);
  void read_error(const Head& head, const MatrixRef& clean, const MatrixRef& noisy);

  Params params_;
  ReadingSource source_;
  double deviation_ = 0.0;  // of the noise
  double beta_unit_ = 1.0;  // what betas are over
  Ratio before_;
  std::array<Ratio, 3> after_;
};

}  // namespace attn::experiments
