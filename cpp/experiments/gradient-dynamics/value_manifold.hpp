// Where a head puts symbols that follow each other on a circle: its contexts, values and logits,
// token by token, as it trains. Source: seed 000, sections 6.1 and 7.2, figure 9.
#pragma once

#include <array>

#include "experiments/bases.hpp"
#include "experiments/gradient-dynamics/sticky_task.hpp"

namespace attn::experiments {

enum class RingMethod { kSgd, kEm };
enum class RingChain { kCircle, kNone };

struct ValueManifoldParams {
  ATTN_DESCRIBED(ValueManifoldParams);
  ATTN_CHOICE(RingMethod, method, "gradient descent with 0.2, or the EM-like schedule", "sgd",
              "em") = RingMethod::kSgd;
  ATTN_CHOICE(RingChain, chain,
              "who follows whom: a symbol stays with 0.3, or goes to the others with probabilities "
              "in proportion to 1 / distance on the circle, or with 0.1 each",
              "circle", "none") = RingChain::kCircle;
  ATTN_PARAM(Index, length, "T, of the sequence trained on and of the fresh one",
             within(100, 2000)) = 500;
  ATTN_PARAM(std::uint64_t, seed, "of means, sequences and weights") = 36;
};

/// One kind of vectors, which a token has one of. Places are along two axes.
struct RingView {
  ATTN_DESCRIBED(RingView);
  ATTN_FIELD(Matrix, start, "(tokens x 2) before the first step");
  ATTN_FIELD(Matrix, now, "(tokens x 2) at this step");
  ATTN_FIELD(Matrix, start_means, "(8 x 2) of all tokens that carry a symbol");
  ATTN_FIELD(Matrix, means, "(8 x 2) at this step");
  ATTN_FIELD(Vector, box,
             "least and largest x, least and largest y of the tokens on show at the end, and of "
             "where they started; the same at every step");
  ATTN_FIELD(double, share,
             "h, in all dimensions: the share of the harmonics 1 and 7 in how far these means are "
             "from their centre") = 0.0;
  ATTN_FIELD(Index, neighbours,
             "of the 8 pairs of neighbours on the circle, how many are neighbours by angle") = 0;
  ATTN_FIELD(double, way, "mean length, in all dimensions, of the arrows from start to now") = 0.0;
  ATTN_FIELD(double, by_symbol,
             "share of their squared lengths that the mean arrow of each symbol has; 0 at step 0") =
      0.0;
};

struct ValueManifoldFrame {
  ATTN_DESCRIBED(ValueManifoldFrame);
  ATTN_FIELD(Index, step, "the one on show") = 0;
  ATTN_FIELD(Index, steps, "in all") = 0;
  ATTN_FIELD(Index, frontier, "steps computed so far") = 0;
  ATTN_FIELD(Index, length, "T") = 0;
  ATTN_FIELD(Vector, symbols,
             "0 to 7, that the tokens on show carry: up to 200 of them, evenly over the sequence");
  ATTN_FIELD(RingView, contexts, "g");
  ATTN_FIELD(RingView, values, "v");
  ATTN_FIELD(RingView, logits, "W_O g + b");
  ATTN_FIELD(Matrix, shares,
             "(4 x steps / 10 + 1) h at every tenth step up to the frontier: of contexts, values, "
             "logits, and of contexts on the fresh sequence");
  ATTN_FIELD(double, fresh_share, "h of contexts on the fresh sequence, at this step") = 0.0;
  ATTN_FIELD(double, chain_share, "h of the rows of ln P") = 0.0;
  ATTN_FIELD(double, value_error,
             "of values against W_V x in double, relative to the largest number") = 0.0;
  ATTN_FIELD(double, axes_error, "of the axes from being orthonormal") = 0.0;
  ATTN_FIELD(double, share_error, "of the seven shares of means from adding up to 1") = 0.0;
};

/// What a run has to go on from, and to show what was before.
struct ValueManifoldState {
  ATTN_DESCRIBED(ValueManifoldState);
  ATTN_FIELD(Index, step, "computed") = 0;
  ATTN_FIELD(Matrix, weights, "(steps + 1 x 828) W_Q, W_K, W_V, W_O and b after each step");
  ATTN_FIELD(Matrix, shares, "as in a frame");
};

/// A head of the race, alone. All is drawn in one plane for all steps: the first two principal
/// components of the means by symbol at the end, turned so that symbol 0 is on top there and the
/// way from 0 to 7 goes round with the clock. So every step waits for the last.
class ValueManifold : public WithTraining<ValueManifold> {
 public:
  using Params = ValueManifoldParams;
  using Frame = ValueManifoldFrame;
  using State = ValueManifoldState;
  static constexpr const char* kName = "value_manifold";
  static constexpr const char* kAbout =
      "contexts, values and logits of a head that learns a sticky chain on a circle (seed 000, "
      "section 7.2)";
  static constexpr bool kFloats = true;
  static std::vector<Setting<Params>> settings();

  static constexpr Index kSteps = 250;
  static constexpr Index kEvery = 10;  ///< steps from one row of shares to the next

  /// The float values against double ones.
  static double self_test();

  explicit ValueManifold(const Params& params);

  Index steps() const { return kSteps; }
  bool seek(Index t, Index budget);
  void work();
  /// Before the plane is known, in that of the frontier.
  Frame frame() const;

  State state() const;
  void restore(const State& state);

 private:
  static constexpr std::size_t kViews = 3;
  /// Contexts, values and logits (T x d).
  using Vectors = std::array<Matrix, kViews>;

  struct Plane {
    Vector origin;
    Matrix axes;  ///< orthonormal rows (2 x d)
    Vector box;
  };
  using Planes = std::array<Plane, kViews>;

  ValueManifold(const Params& params, const StickyTask& drawn);
  FastHeadTrainer trainer_from(const ClassifierWeights& weights) const;
  ClassifierWeights weights_at(Index step) const;
  Vectors vectors_at(Index step) const;
  Matrix fresh_means(Index step) const;
  Planes planes_at(Index step) const;
  void measure();
  void set_planes();
  Matrix places(const Plane& plane, const Matrix& vectors) const;
  RingView view(const Plane& plane, const Matrix& start, const Matrix& now) const;

  Params params_;
  FloatMatrix x_;
  std::vector<Index> labels_, symbols_, fresh_symbols_;
  std::vector<Index> tokens_;  // on show
  ClassifierWeights shapes_;
  // Passes keep what they have computed.
  mutable FastHeadPass pass_, fresh_pass_;
  FastHeadTrainer trainer_;
  Vectors start_;
  Planes planes_;
  Matrix weights_, shares_;
  double chain_share_;
};

}  // namespace attn::experiments
