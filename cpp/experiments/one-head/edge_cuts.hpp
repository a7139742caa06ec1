// Single weights of one head, cut or nudged: what first order says of the loss of the window, and
// what the loss does when the model is run again. Sources: seed 000, eq 10 to 23, for the first.
#pragma once

#include "attn/numerics/rng.hpp"
#include "attn/reading/head.hpp"
#include "experiments/bases.hpp"
#include "experiments/one-head/reading_source.hpp"

namespace attn::experiments {

enum class EdgeTouch { kCut, kNudge };

struct EdgeCutsParams {
  ATTN_DESCRIBED(EdgeCutsParams);
  ATTN_PARAM(Index, layer, "of the head, from 1", within(1, 2)) = 2;
  ATTN_PARAM(Index, head, "of the layer, from 1", within(1, 4)) = 1;
  ATTN_PARAM(Index, window, "of the text that was not trained on, from 1", within(1, 400)) = 1;
  ATTN_CHOICE(EdgeTouch, touch, "of an edge: cut, or its score nudged", "cut",
              "nudge") = EdgeTouch::kCut;
  ATTN_PARAM(double, delta, "that a nudge adds to the score", within(-3.0, 3.0)) = 1.0;
  ATTN_PARAM(std::uint64_t, seed, "of the edges that are drawn") = 7;
  ATTN_GROUP(ReadingSourceParams, source);
};

struct EdgeCutsFrame {
  ATTN_DESCRIBED(EdgeCutsFrame);
  ATTN_FIELD(Vector, characters, "(32) the window, by their numbers in Unicode");
  ATTN_FIELD(Matrix, weights, "(32 x 32) of the window; rows ask");
  ATTN_FIELD(Matrix, predicted,
             "(32 x 32) change of the window's loss by first order, in nats; 0 for edges with more "
             "than 0.98 of their row, which are left alone");
  ATTN_FIELD(Matrix, real, "(32 x 32) the change itself, of those that were tried");
  ATTN_FIELD(Index, tried, "edges of the window so far, row by row up to the diagonal") = 0;
  ATTN_FIELD(Matrix, drawn,
             "(edges x 6) drawn in proportion to their weight, in windows all over the text: "
             "window, asking token, token read (from 1), weight, predicted and real change");
  ATTN_FIELD(double, rank, "correlation over those, of predicted and real change") = 0.0;
  ATTN_FIELD(double, rank_of_sizes, "the same without signs") = 0.0;
  ATTN_FIELD(double, rank_of_weights, "of weight and real change without its sign") = 0.0;
  ATTN_FIELD(double, slope, "of real over predicted change, by least squares through 0") = 0.0;
  ATTN_FIELD(double, helping, "share of those whose loss falls") = 0.0;
  ATTN_FIELD(double, slope_error,
             "of first order from the slope of the real loss, by differences of small nudges") =
      0.0;
  ATTN_FIELD(double, row_error,
             "of the sum over a row of predictions, each times what it leaves of the row, from 0") =
      0.0;
  ATTN_FIELD(double, still_error, "of the loss with a nudge of 0, from that of the model") = 0.0;
};

class EdgeCuts : public WithFrame<EdgeCutsParams, EdgeCutsFrame>, public WithUnits<EdgeCuts> {
 public:
  static constexpr const char* kName = "edge_cuts";
  static constexpr const char* kAbout =
      "single weights of a head of a language model cut or nudged: first order and the real loss";
  static std::vector<Setting<Params>> settings();
  /// Windows that edges are drawn in, and how many in each.
  static constexpr Index kWindows = 25;
  static constexpr Index kDraws = 12;
  /// Draws before the edges of the window: ranks of so many say something early.
  static constexpr Index kFirstDraws = 96;
  /// Edges with more of their row are left alone: a cut leaves next to nothing to share out.
  static constexpr double kMostWeight = 0.98;

  explicit EdgeCuts(const Params& params);

  /// A unit is an edge: first some that are drawn, then those of the window, then the other draws.
  Index units() const;
  void work();

 private:
  // A window under the head, before anything is touched.
  struct Read {
    GptBatch batch;
    GptForward clean;
    attn::Attention attention;
    Head head;
    Matrix predicted;
  };

  double by() const;
  Read read(Index window) const;
  double real_change(const Read& of, Index t, Index j, double delta) const;
  void put_errors();
  Index draws() const;
  Index drawn_window(Index which) const;  // they are spread over the text
  void draw(Index number);
  void sum_up();

  Params params_;
  ReadingSource source_;
  Read own_, other_;  // the window, and the one that is drawn in
  Rng rng_;
};

}  // namespace attn::experiments
