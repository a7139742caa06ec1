// Which predictions of a language model break under noise on the embeddings, and which readings of
// its tokens foretell it: margins of seed 002 among them, and the plain size of the stream.
// Sources: seed 002, eq 14, 25 and 53; seed 000, eq 17, for the routing gradient.
#pragma once

#include <vector>

#include "experiments/bases.hpp"
#include "experiments/one-head/model_readings.hpp"
#include "experiments/one-head/reading_source.hpp"

namespace attn::experiments {

enum class FragilityNoise { kAll, kAlone };

struct TokenFragilityParams {
  ATTN_DESCRIBED(TokenFragilityParams);
  ATTN_PARAM(double, noise, "standard deviation, in root mean squares of the embeddings",
             within(0.0, 2.0)) = 0.25;
  ATTN_CHOICE(FragilityNoise, on, "what gets it: all tokens at once, or each alone", "all",
              "alone") = FragilityNoise::kAll;
  ATTN_PARAM(Index, windows, "of the text that was not trained on", within(1, 1000)) = 60;
  ATTN_PARAM(std::uint64_t, seed, "of the noise") = 1;
  ATTN_GROUP(ReadingSourceParams, source);
};

struct TokenFragilityFrame {
  ATTN_DESCRIBED(TokenFragilityFrame);
  ATTN_FIELD(Index, windows, "read so far; nothing else is there before the first") = 0;
  ATTN_FIELD(Vector, characters, "(windows x 32, one after the other) by their numbers in Unicode");
  ATTN_FIELD(Vector, fragility,
             "(windows x 28) of the fifth token of a window on: nats by which noise on all tokens "
             "moves the prediction after it (KL); or those by which noise on it alone moves all "
             "predictions of the window, over the mean of tokens at its place");
  ATTN_FIELD(double, mean, "of these nats, a prediction") = 0.0;
  ATTN_FIELD(Matrix, readings,
             "(windows x 28, x 11) of each of these tokens: the columns of token_columns, in their "
             "order");
  ATTN_FIELD(Vector, rank, "(11) rank correlation of each reading with the fragility");
  ATTN_FIELD(Vector, rank_given_size,
             "(11) what is left of it once the size of the stream is known");
  ATTN_FIELD(
      Matrix, fifths,
      "(11 x 5) mean fragility of the fifth of tokens with the least reading, the next, ...");
  ATTN_FIELD(Vector, place,
             "(11) of the token of a window that has the greatest reading, among all by their "
             "fragility: 0 least, 1 most, 0.5 by chance; the mean over windows");
  ATTN_FIELD(double, least, "of all divergences, in nats, which theory has no lower than 0") = 0.0;
  ATTN_FIELD(double, still_error, "nats by which noise of size 0 moves a prediction") = 0.0;
};

/// What is read of a token, all so that more should mean more fragile.
const std::vector<ReadingColumn>& token_columns();

class TokenFragility : public WithOpening<TokenFragility>,
                       public WithFrame<TokenFragilityParams, TokenFragilityFrame> {
 public:
  static constexpr const char* kName = "token_fragility";
  static constexpr const char* kAbout =
      "which predictions of a language model break under noise, and which readings foretell it";
  static std::vector<Setting<Params>> settings();
  /// Draws of noise on all tokens, and on each alone.
  static constexpr Index kDraws = 12;
  static constexpr Index kDrawsAlone = 2;

  explicit TokenFragility(const Params& params);
  TokenFragility(const Params& params, InUnits);

  /// How rare characters are, how large embeddings, and that no noise moves nothing.
  static constexpr Index kOpeningUnits = 3;
  Index opening_units() const { return kOpeningUnits; }
  void open_unit(Index unit);

  /// A unit is what is read of a window, or some draws of noise in it.
  bool refine(Index budget);
  double progress() const;

 private:
  void find_deviation();
  void stand_still();
  void work();
  void begin_window();
  void draw_all();
  void draw_alone(Index part);
  void end_window();
  void look();
  Index draw_units() const;
  Index units() const;
  Index rows() const { return source_.shape.context - kFirstRow; }

  Params params_;
  ReadingSource source_;
  double deviation_ = 0.0;      // of the noise
  std::vector<double> rarity_;  // of each character, -log of its share of what was trained on
  Index done_ = 0;              // units
  // Of the window that is being read.
  GptBatch batch_;
  GptForward clean_;
  Matrix readings_;
  Vector divergences_, errors_;
  Rng rng_{1};
  Matrix moved_;  // divergences of all windows before it (windows x rows)
};

}  // namespace attn::experiments
