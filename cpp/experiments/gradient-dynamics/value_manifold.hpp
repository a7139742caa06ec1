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
  RingMethod method = RingMethod::kSgd;
  RingChain chain = RingChain::kCircle;
  Index length = 500;
  std::uint64_t seed = 36;

  ATTN_DESCRIBE(
      ValueManifoldParams,
      choice(ATTN_MEMBER(method), "gradient descent with 0.2, or the EM-like schedule", "sgd",
             "em"),
      choice(ATTN_MEMBER(chain),
             "who follows whom: a symbol stays with 0.3, or goes to the others with probabilities "
             "in proportion to 1 / distance on the circle, or with 0.1 each",
             "circle", "none"),
      param(ATTN_MEMBER(length), "T, of the sequence trained on and of the fresh one",
            within(100, 2000)),
      param(ATTN_MEMBER(seed), "of means, sequences and weights"));
};

/// One kind of vectors, which a token has one of. Places are along two axes.
struct RingView {
  Matrix start;
  Matrix now;
  Matrix start_means;
  Matrix means;
  Vector box;
  double share = 0.0;
  Index neighbours = 0;
  double way = 0.0;
  double by_symbol = 0.0;

  static constexpr const char* kName = "RingView";
  ATTN_DESCRIBE(
      RingView, field(ATTN_MEMBER(start), "(tokens x 2) before the first step"),
      field(ATTN_MEMBER(now), "(tokens x 2) at this step"),
      field(ATTN_MEMBER(start_means), "(8 x 2) of all tokens that carry a symbol"),
      field(ATTN_MEMBER(means), "(8 x 2) at this step"),
      field(ATTN_MEMBER(box),
            "least and largest x, least and largest y of the tokens on show at the end, and of "
            "where they started; the same at every step"),
      field(ATTN_MEMBER(share),
            "h, in all dimensions: the share of the harmonics 1 and 7 in how far these means are "
            "from their centre"),
      field(ATTN_MEMBER(neighbours),
            "of the 8 pairs of neighbours on the circle, how many are neighbours by angle"),
      field(ATTN_MEMBER(way), "mean length, in all dimensions, of the arrows from start to now"),
      field(ATTN_MEMBER(by_symbol),
            "share of their squared lengths that the mean arrow of each symbol has; 0 at step 0"));
};

struct ValueManifoldFrame {
  Index step = 0;
  Index steps = 0;
  Index frontier = 0;
  Index length = 0;
  Vector symbols;
  RingView contexts;
  RingView values;
  RingView logits;
  Matrix shares;
  double fresh_share = 0.0;
  double chain_share = 0.0;
  double value_error = 0.0;
  double axes_error = 0.0;
  double share_error = 0.0;

  ATTN_DESCRIBE(
      ValueManifoldFrame, field(ATTN_MEMBER(step), "the one on show"),
      field(ATTN_MEMBER(steps), "in all"), field(ATTN_MEMBER(frontier), "steps computed so far"),
      field(ATTN_MEMBER(length), "T"),
      field(ATTN_MEMBER(symbols),
            "0 to 7, that the tokens on show carry: up to 200 of them, evenly over the sequence"),
      field(ATTN_MEMBER(contexts), "g"), field(ATTN_MEMBER(values), "v"),
      field(ATTN_MEMBER(logits), "W_O g + b"),
      field(ATTN_MEMBER(shares),
            "(4 x steps / 10 + 1) h at every tenth step up to the frontier: of contexts, values, "
            "logits, and of contexts on the fresh sequence"),
      field(ATTN_MEMBER(fresh_share), "h of contexts on the fresh sequence, at this step"),
      field(ATTN_MEMBER(chain_share), "h of the rows of ln P"),
      field(ATTN_MEMBER(value_error),
            "of values against W_V x in double, relative to the largest number"),
      field(ATTN_MEMBER(axes_error), "of the axes from being orthonormal"),
      field(ATTN_MEMBER(share_error), "of the seven shares of means from adding up to 1"));
};

/// What a run has to go on from, and to show what was before.
struct ValueManifoldState {
  Index step = 0;
  Matrix weights;
  Matrix shares;

  ATTN_DESCRIBE(ValueManifoldState, field(ATTN_MEMBER(step), "computed"),
                field(ATTN_MEMBER(weights),
                      "(steps + 1 x 828) W_Q, W_K, W_V, W_O and b after each step"),
                field(ATTN_MEMBER(shares), "as in a frame"));
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
