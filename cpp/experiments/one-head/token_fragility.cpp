#include "experiments/one-head/token_fragility.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/reading/gpt_head.hpp"
#include "attn/reading/ranks.hpp"
#include "attn/reading/temperature.hpp"
#include "attn/training/character_vocabulary.hpp"
#include "attn/training/gpt_touch.hpp"
#include "attn/training/routing.hpp"
#include "experiments/one-head/divergence.hpp"

namespace attn::experiments {
namespace {

enum Column : Index {
  kLogDetFirst,
  kRhoLast,
  kLeastDet,
  kSmallness,
  kErrorOverSize,
  kEntropy,
  kRoutingGradient,
  kReceived,
  kColdness,
  kRarity,
  kPosition,
  kColumns,
};

// Windows that are enough to know how large embeddings are.
constexpr Index kMeasured = 10;
// Draws, or tokens that each get some, in a unit of work.
constexpr Index kDrawsAUnit = 3;
constexpr Index kTokensAUnit = 4;

TokenFragilityParams made_up(std::uint64_t seed, FragilityNoise on, Index windows) {
  TokenFragilityParams out;
  out.source = made_up_source(seed);
  out.on = on;
  out.windows = windows;
  return out;
}

// -log of the share of each character of what the model was trained on, one added to each count.
std::vector<double> rarity_of(const std::string& text) {
  const CharacterVocabulary characters(text);
  const std::vector<Index> tokens = characters.encode(text);
  const std::size_t trained = tokens.size() - tokens.size() / 10;
  std::vector<double> out(static_cast<std::size_t>(characters.size()), 1.0);
  for (std::size_t i = 0; i < trained; ++i) out[static_cast<std::size_t>(tokens[i])] += 1.0;
  const double all = static_cast<double>(trained + out.size());
  for (double& x : out) x = -mathfn::log(x / all);
  return out;
}

// The correlation of a and b once a third is known, of which nothing is left to itself:
// partial_rank_correlation with one control, by the correlations of the three.
double without_third(double ab, double a_third, double b_third) {
  // A correlation that is 1 but for rounding, which is some 1e-16. One of ranks that differ is
  // further away: the ranks of 28 000 tokens, all there can be, by 5e-13 at least.
  constexpr double kRounding = 1e-14;
  const double of_a = 1.0 - a_third * a_third, of_b = 1.0 - b_third * b_third;
  if (of_a < kRounding || of_b < kRounding) return 0.0;
  return (ab - a_third * b_third) / std::sqrt(of_a * of_b);
}

// Mean of the fifth of the numbers whose readings are least, the next, ...
void put_fifths(const VectorRef& reading, const Vector& of, Matrix& to, Index row) {
  std::vector<Index> order(static_cast<std::size_t>(of.size()));
  std::iota(order.begin(), order.end(), Index{0});
  // Those that tie as they stand in the text.
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    return reading(a) != reading(b) ? reading(a) < reading(b) : a < b;
  });
  const Index fifths = to.cols();
  for (Index f = 0; f < fifths; ++f) {
    const Index first = f * of.size() / fifths, last = (f + 1) * of.size() / fifths;
    double sum = 0.0;
    for (Index i = first; i < last; ++i) sum += of(order[static_cast<std::size_t>(i)]);
    to(row, f) = last > first ? sum / static_cast<double>(last - first) : 0.0;
  }
}

}  // namespace

const std::vector<ReadingColumn>& token_columns() {
  static const std::vector<ReadingColumn> columns = {
      {"log_det_first", "002", "-log |det(I - M)|, mean over heads of the first layer"},
      {"rho_last", "002", "largest |eigenvalue| of a block of a head of the last layer"},
      {"least_det", "002", "-log |det(I - M)| of the head for which it is least"},
      {"smallness", "control", "1 / what the last norm divides by: the size of the stream"},
      {"error_over_size", "control", "length of the noise at the end of the stream over that size"},
      {"entropy", "control", "of the prediction"},
      {"routing_gradient", "000", "length of dL/ds of its row, over heads of the first layer"},
      {"received", "000", "mean weight that it gets from itself and later tokens"},
      {"coldness", "001", "-heat capacity of its row, mean over heads of the first layer"},
      {"rarity", "control", "-log of the share of its character"},
      {"position", "control", "of the token in the window"},
  };
  return columns;
}

std::vector<Setting<TokenFragilityParams>> TokenFragility::settings() {
  return {{made_up(1, FragilityNoise::kAll, 2), 0, 10},
          {made_up(2, FragilityNoise::kAlone, 1), 0, 8},
          {made_up(3, FragilityNoise::kAll, 2), 0, 3}};
}

TokenFragility::TokenFragility(const Params& params) : TokenFragility(params, InUnits{}) {
  open(kOpeningUnits);
}

TokenFragility::TokenFragility(const Params& params, InUnits)
    : params_(checked(kName, params)), source_(reading_source(kName, params.source)) {
  check::count(kName, "windows", params.windows, 1, source_.windows.sequences);
  moved_.resize(0, rows());
  frame_.readings.resize(0, kColumns);
  frame_.rank = frame_.rank_given_size = frame_.place = Vector::Zero(kColumns);
  frame_.fifths = Matrix::Zero(kColumns, 5);
}

void TokenFragility::open_unit(Index unit) {
  if (unit == 0) {
    rarity_ = rarity_of(params_.source.text);
  } else if (unit == 1) {
    find_deviation();
  } else {
    stand_still();
  }
}

void TokenFragility::find_deviation() {
  double squares = 0.0, numbers = 0.0;
  for (Index w = 0; w < std::min(kMeasured, source_.windows.sequences); ++w) {
    const GptForward& clean = forward_of(source_, w);
    squares += clean.x.squaredNorm();
    numbers += static_cast<double>(clean.x.size());
  }
  deviation_ = params_.noise * std::sqrt(squares / numbers);
}

// Noise of size 0 changes nothing.
void TokenFragility::stand_still() {
  const GptBatch batch = window_of(source_, 0);
  const GptForward& clean = forward_of(source_, 0);
  const GptForward still = gpt_forward(source_.shape, source_.weights, batch,
                                       Matrix::Zero(clean.x.rows(), clean.x.cols()));
  for (Index t = 0; t < batch.length; ++t) {
    double moved = 0.0;
    add_divergence(clean.logits.row(t).transpose(), still.logits.row(t).transpose(), moved);
    frame_.still_error = larger(frame_.still_error, std::fabs(moved));
  }
}

Index TokenFragility::draw_units() const {
  return params_.on == FragilityNoise::kAll ? kDraws / kDrawsAUnit : rows() / kTokensAUnit;
}

Index TokenFragility::units() const { return params_.windows * (1 + draw_units()); }

bool TokenFragility::refine(Index budget) {
  check_budget(kName, budget);
  for (; done_ < units() && budget > 0; --budget) work();
  look();
  return done_ == units();
}

double TokenFragility::progress() const {
  return static_cast<double>(done_) / static_cast<double>(units());
}

void TokenFragility::work() {
  const Index part = done_ % (1 + draw_units());
  if (part == 0) {
    begin_window();
  } else if (params_.on == FragilityNoise::kAll) {
    draw_all();
  } else {
    draw_alone(part - 1);
  }
  if (part == draw_units()) end_window();
  ++done_;
}

void TokenFragility::begin_window() {
  const Index window = done_ / (1 + draw_units());
  batch_ = window_of(source_, window);
  clean_ = forward_of(source_, window);
  // The same noise whatever is read, and whatever windows there are besides.
  rng_ = Rng(params_.seed + 1000003 * static_cast<std::uint64_t>(window));
  const Index n = batch_.length;
  divergences_ = errors_ = Vector::Zero(rows());
  readings_ = Matrix::Zero(rows(), kColumns);
  readings_.col(kLeastDet).setConstant(kLeastLogDet);
  const std::vector<Matrix> u = gpt_head_gradients(source_.shape, source_.weights, batch_, clean_);
  const Index heads = source_.shape.heads, blocks = source_.shape.blocks;
  Vector squares = Vector::Zero(rows());  // of routing gradients
  for (Index h = 0; h < blocks * heads; ++h) {
    const GptHeadPlace place{h / heads, h % heads, 0};
    const bool first = place.block == 0, last = place.block == blocks - 1;
    const Head head = gpt_head(source_.shape, source_.weights, batch_, clean_, place, u);
    const NormOfInput norm = gpt_head_norm(source_.shape, source_.weights, batch_, clean_, place);
    const HeadBlocks of_query(head, BlockOf::kQuery, &norm);
    const Attention attention = head_attention(head);
    Matrix heat, d_scores;
    if (first) {
      heat = heat_capacity(head_scores(head), Vector::Ones(1));
      d_scores = routing_backward({attention.weights, attention.output}, head.v, head.u, {true, {}})
                     .d_scores;
    }
    for (Index r = 0; r < rows(); ++r) {
      const Index t = r + kFirstRow;
      const BlockMargins margins = of_query.margins(t);
      const double log_det = larger(margins.log_abs_det, kLeastLogDet);
      readings_(r, kLeastDet) = larger(readings_(r, kLeastDet), -log_det);
      readings_(r, kReceived) +=
          attention.weights.col(t).tail(n - t).mean() / static_cast<double>(blocks * heads);
      if (first) {
        readings_(r, kLogDetFirst) -= log_det / static_cast<double>(heads);
        readings_(r, kColdness) -= heat(t, 0) / static_cast<double>(heads);
        squares(r) += d_scores.row(t).squaredNorm();
      }
      if (last)
        readings_(r, kRhoLast) = larger(readings_(r, kRhoLast), 1.0 - margins.one_minus_rho);
    }
  }
  for (Index r = 0; r < rows(); ++r) {
    const Index t = r + kFirstRow;
    const Vector law = softmax(Vector(clean_.logits.row(t).transpose()));
    const auto token = static_cast<std::size_t>(batch_.tokens[static_cast<std::size_t>(t)]);
    readings_(r, kSmallness) = clean_.last.inverse_std_dev(t);
    readings_(r, kEntropy) = entropy(law);
    readings_(r, kRoutingGradient) = std::sqrt(squares(r));
    readings_(r, kRarity) = rarity_[token];
    readings_(r, kPosition) = static_cast<double>(t);
  }
}

void TokenFragility::draw_all() {
  const Index n = clean_.x.rows(), d = clean_.x.cols();
  for (Index i = 0; i < kDrawsAUnit; ++i) {
    Matrix noise(n, d);
    for (double& x : noise.reshaped<Eigen::RowMajor>()) x = deviation_ * rng_.normal();
    const GptForward noisy = gpt_forward(source_.shape, source_.weights, batch_, noise);
    for (Index r = 0; r < rows(); ++r) {
      const Index t = r + kFirstRow;
      double moved = 0.0;
      add_divergence(clean_.logits.row(t).transpose(), noisy.logits.row(t).transpose(), moved);
      frame_.least = -larger(-frame_.least, -moved);
      divergences_(r) += moved / static_cast<double>(kDraws);
      errors_(r) +=
          (noisy.blocks.back().output.row(t) - clean_.blocks.back().output.row(t)).squaredNorm() /
          static_cast<double>(kDraws);
    }
  }
}

void TokenFragility::draw_alone(Index part) {
  const Index n = clean_.x.rows(), d = clean_.x.cols();
  for (Index r = part * kTokensAUnit; r < (part + 1) * kTokensAUnit; ++r) {
    const Index t = r + kFirstRow;
    for (Index i = 0; i < kDrawsAlone; ++i) {
      Matrix noise = Matrix::Zero(n, d);
      for (Index c = 0; c < d; ++c) noise(t, c) = deviation_ * rng_.normal();
      const GptForward noisy = gpt_forward(source_.shape, source_.weights, batch_, noise);
      double moved = 0.0;
      // Those before it do not see it.
      for (Index s = t; s < n; ++s) {
        double of_row = 0.0;
        add_divergence(clean_.logits.row(s).transpose(), noisy.logits.row(s).transpose(), of_row);
        frame_.least = -larger(-frame_.least, -of_row);
        moved += of_row;
      }
      divergences_(r) += moved / static_cast<double>(kDrawsAlone);
      errors_(r) +=
          (noisy.blocks.back().output.row(t) - clean_.blocks.back().output.row(t)).squaredNorm() /
          static_cast<double>(kDrawsAlone);
    }
  }
}

void TokenFragility::end_window() {
  for (Index r = 0; r < rows(); ++r) {
    readings_(r, kErrorOverSize) = std::sqrt(errors_(r)) * readings_(r, kSmallness);
  }
  moved_.conservativeResize(moved_.rows() + 1, rows());
  moved_.bottomRows(1) = divergences_.transpose();
  Matrix& read = frame_.readings;
  read.conservativeResize(read.rows() + rows(), kColumns);
  read.bottomRows(rows()) = readings_;
  const Vector characters = characters_of(source_, batch_);
  const Index before = frame_.characters.size();
  frame_.characters.conservativeResize(before + characters.size());
  frame_.characters.tail(characters.size()) = characters;
}

void TokenFragility::look() {
  const Index windows = moved_.rows();
  if (windows == frame_.windows) return;
  frame_.windows = windows;
  Matrix of = moved_;
  double mean = 0.0;
  for (Index r = 0; r < rows(); ++r) mean += moved_.col(r).mean() / static_cast<double>(rows());
  frame_.mean = mean;
  if (params_.on == FragilityNoise::kAlone) {
    for (Index r = 0; r < rows(); ++r) {
      const double at_place = moved_.col(r).mean();
      if (at_place > 0.0) of.col(r) /= at_place;
    }
  }
  Vector& fragility = frame_.fragility;
  fragility.resize(windows * rows());
  for (Index w = 0; w < windows; ++w) {
    fragility.segment(w * rows(), rows()) = of.row(w).transpose();
  }
  Matrix placed(windows, rows());  // each token by its fragility among those of its window
  for (Index w = 0; w < windows; ++w) placed.row(w) = ranks(of.row(w).transpose()).transpose();
  frame_.place.setZero();
  const Vector size = frame_.readings.col(kSmallness);
  const double size_and_fragility = rank_correlation(size, fragility);
  for (Index c = 0; c < kColumns; ++c) {
    const Vector one = frame_.readings.col(c);
    frame_.rank(c) = rank_correlation(one, fragility);
    frame_.rank_given_size(c) =
        without_third(frame_.rank(c), rank_correlation(one, size), size_and_fragility);
    put_fifths(one, fragility, frame_.fifths, c);
    for (Index w = 0; w < windows; ++w) {
      const Index first = w * rows();
      Index named = 0;
      for (Index r = 1; r < rows(); ++r) {
        if (one(first + r) > one(first + named)) named = r;
      }
      frame_.place(c) +=
          (placed(w, named) - 1.0) / static_cast<double>(rows() - 1) / static_cast<double>(windows);
    }
  }
}

}  // namespace attn::experiments
