#include "experiments/one-head/head_reading.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/reading/distance.hpp"
#include "attn/reading/form.hpp"
#include "attn/reading/gpt_head.hpp"
#include "attn/reading/lags.hpp"
#include "attn/reading/temperature.hpp"
#include "attn/training/gpt_touch.hpp"
#include "experiments/one-head/row_reading.hpp"

namespace attn::experiments {
namespace {

// Rows with fewer tokens before them have little to choose from.
constexpr Index kFirstReadRow = 4;
// Of a block that is singular.
constexpr double kLeastLog = -50.0;

GptHeadPlace place_of(const HeadReadingParams& params) {
  return {params.layer - 1, params.head - 1, 0};
}

// The model with the temperature of the head that is read.
GptForward at_temperature(const ReadingSource& source, const HeadReadingParams& params,
                          const GptBatch& batch, const GptForward& clean) {
  GptTouch touch;
  touch.block = params.layer - 1;
  touch.head = params.head - 1;
  touch.temperature = params.temperature;
  return params.temperature == 1.0 ? clean
                                   : gpt_touched(source.shape, source.weights, batch, clean, touch);
}

// What a window says of a head at a temperature, whatever row is looked at.
struct WindowReading {
  double relative_entropy = 0.0, effective_tokens = 0.0, top_weight = 0.0;  // means of rows
  Vector lags;
  DistanceShare distance;
  Matrix centred;                     // the scores, of each row without their mean
  double clean = 0.0, touched = 0.0;  // losses
};

WindowReading read_window(const ReadingSource& source, const HeadReadingParams& params,
                          Index window) {
  WindowReading out;
  const GptBatch batch = window_of(source, window);
  const GptForward& clean = forward_of(source, window);
  out.clean = clean.loss;
  out.touched = at_temperature(source, params, batch, clean).loss;
  const Head head = gpt_head(source.shape, source.weights, batch, clean, place_of(params));
  const Attention attention = head_attention(head, params.temperature);
  const Index n = batch.length;
  const double rows = static_cast<double>(n - kFirstReadRow);
  for (Index t = kFirstReadRow; t < n; ++t) {
    const Vector row = attention.weights.row(t).head(t + 1).transpose();
    out.relative_entropy += normalised_entropy(row) / rows;
    out.effective_tokens += mathfn::exp(entropy(row)) / rows;
    out.top_weight += highest(row) / rows;
  }
  out.lags = lag_mass(attention.weights, HeadReading::kLags, kFirstReadRow);
  out.distance = distance_share(head.q, head.k, head.mask, *head.scale);
  out.centred = Matrix::Zero(n, n);
  for (Index t = 0; t < n; ++t) {
    Vector row = attention.scores.row(t).head(t + 1).transpose();
    row.array() -= row.mean();
    out.centred.row(t).head(t + 1) = row.transpose();
  }
  return out;
}

// Who looks at another row of the same head is told the same of each window: it is read once, and
// kept until another head or temperature is asked.
const WindowReading& window_reading(const ReadingSource& source, const HeadReadingParams& params,
                                    Index window) {
  static thread_local std::uint64_t source_number = 0;
  static thread_local Index layer = 0, head = 0;
  static thread_local double temperature = 0.0;
  static thread_local std::vector<std::optional<WindowReading>> kept;
  if (source_number != source.number || layer != params.layer || head != params.head ||
      temperature != params.temperature) {
    kept.clear();
    kept.resize(HeadReading::kWindows);
    source_number = source.number;
    layer = params.layer;
    head = params.head;
    temperature = params.temperature;
  }
  std::optional<WindowReading>& found = kept[static_cast<std::size_t>(window)];
  if (!found) found = read_window(source, params, window);
  return *found;
}

HeadReadingParams made_up(std::uint64_t seed, Index layer, Index token, double temperature) {
  HeadReadingParams out;
  out.source = made_up_source(seed);
  out.layer = layer;
  out.head = 1 + static_cast<Index>(seed % 4);
  out.token = token;
  out.temperature = temperature;
  return out;
}

}  // namespace

std::vector<Setting<HeadReadingParams>> HeadReading::settings() {
  return {{made_up(1, 1, 24, 1.0), 0, 2},
          {made_up(2, 2, 32, 0.5), 0, 1},
          {made_up(3, 1, 6, 4.0), 0, 0}};
}

HeadReading::HeadReading(const Params& params)
    : params_(checked(kName, params)), source_(reading_source(kName, params.source)) {
  check::count(kName, "window", params_.window, 1, source_.windows.sequences);
  const Index n = source_.windows.length;
  centred_ = Matrix::Zero(n, n);
  frame_.lag_text = Vector::Zero(kLags);
  read_row();
}

Index HeadReading::units() const { return std::min(kWindows, source_.windows.sequences); }

// All that is of the one row.
void HeadReading::read_row() {
  const GptBatch batch = window_of(source_, params_.window - 1);
  const GptForward forward =
      at_temperature(source_, params_, batch, forward_of(source_, params_.window - 1));
  const std::vector<Matrix> u = gpt_head_gradients(source_.shape, source_.weights, batch, forward);
  Head head = gpt_head(source_.shape, source_.weights, batch, forward, place_of(params_), u);
  const Index t = params_.token - 1;
  const RowReading row = row_reading(head, t, params_.temperature, kLags);
  frame_.characters = characters_of(source_, batch);
  frame_.scores = row.scores;
  frame_.weights = row.weights;
  frame_.advantage = row.advantage;
  frame_.distance = row.distance;
  frame_.log_temperatures = row.log_temperatures;
  frame_.capacity = row.capacity;
  frame_.capacity_gauss = row.capacity_gauss;
  frame_.peak = row.peak;
  frame_.lag_row = row.lags;
  frame_.weight_error = row.weight_error;
  frame_.routing_error = row.routing_error;
  frame_.capacity_error = row.capacity_error;
  frame_.distance_error = row.distance_error;
  const FormShares form = form_shares({head.w_q, head.w_k, head.w_v}, head.w_o);
  frame_.effective_rank = form.effective_rank;
  frame_.symmetric_share = form.symmetric_share;
  frame_.value_cosine = form.value_cosine;
  put_blocks(batch, forward);
}

void HeadReading::put_blocks(const GptBatch& batch, const GptForward& forward) {
  Head head = gpt_head(source_.shape, source_.weights, batch, forward, place_of(params_));
  // Scores over T are those of another scale.
  head.scale = *head.scale / params_.temperature;
  const NormOfInput norm =
      gpt_head_norm(source_.shape, source_.weights, batch, forward, place_of(params_));
  const Index t = params_.token - 1;
  const HeadBlocks query(head, BlockOf::kQuery, &norm), whole(head, BlockOf::kWhole, &norm);
  const BlockMargins of_query = query.margins(t), of_whole = whole.margins(t);
  frame_.eigen_query = of_query.eigenvalues;
  frame_.eigen_whole = of_whole.eigenvalues;
  frame_.log_det_query = larger(of_query.log_abs_det, kLeastLog);
  frame_.log_det_whole = larger(of_whole.log_abs_det, kLeastLog);
  frame_.block_error = std::fabs(frame_.log_det_query -
                                 larger(block_margins(query.whole(t)).log_abs_det, kLeastLog));
}

void HeadReading::work() {
  const WindowReading& window = window_reading(source_, params_, done_);
  const double before = static_cast<double>(done_), now = before + 1.0;
  const auto mean = [&](double& of, double value) { of += (value - of) / now; };
  mean(frame_.relative_entropy, window.relative_entropy);
  mean(frame_.effective_tokens, window.effective_tokens);
  mean(frame_.top_weight, window.top_weight);
  for (Index l = 0; l < kLags; ++l) mean(frame_.lag_text(l), window.lags(l));
  mean(frame_.distance_share, window.distance.share);
  mean(frame_.distance_slope, window.distance.slope);
  for (Index t = 0; t < window.centred.rows(); ++t) {
    const Vector row = window.centred.row(t).head(t + 1).transpose();
    squares_ += row.squaredNorm();
    centred_.row(t).head(t + 1) += row.transpose();
  }
  frame_.position_share =
      squares_ > 0.0 ? std::min(1.0, centred_.squaredNorm() / now / squares_) : 0.0;
  clean_ += window.clean;
  touched_ += window.touched;
  frame_.bits_lost = (touched_ - clean_) / now / mathfn::log(2.0);
  frame_.windows = ++done_;
}

}  // namespace attn::experiments
