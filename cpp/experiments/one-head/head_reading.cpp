#include "experiments/one-head/head_reading.hpp"

#include <algorithm>
#include <cmath>

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
  const GptForward clean = gpt_forward(source_.shape, source_.weights, batch);
  const GptForward forward = at_temperature(source_, params_, batch, clean);
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
  const GptBatch batch = window_of(source_, done_);
  const GptForward clean = gpt_forward(source_.shape, source_.weights, batch);
  const GptForward forward = at_temperature(source_, params_, batch, clean);
  const Head head = gpt_head(source_.shape, source_.weights, batch, clean, place_of(params_));
  const Attention attention = head_attention(head, params_.temperature);
  const double before = static_cast<double>(done_), now = before + 1.0;
  const auto mean = [&](double& of, double value) { of += (value - of) / now; };
  const Index n = batch.length;
  double share = 0.0, tokens = 0.0, top = 0.0;
  for (Index t = kFirstReadRow; t < n; ++t) {
    const Vector row = attention.weights.row(t).head(t + 1).transpose();
    const double rows = static_cast<double>(n - kFirstReadRow);
    share += normalised_entropy(row) / rows;
    tokens += mathfn::exp(entropy(row)) / rows;
    top += highest(row) / rows;
  }
  mean(frame_.relative_entropy, share);
  mean(frame_.effective_tokens, tokens);
  mean(frame_.top_weight, top);
  const Vector lags = lag_mass(attention.weights, kLags, kFirstReadRow);
  for (Index l = 0; l < kLags; ++l) mean(frame_.lag_text(l), lags(l));
  const DistanceShare distance = distance_share(head.q, head.k, head.mask, *head.scale);
  mean(frame_.distance_share, distance.share);
  mean(frame_.distance_slope, distance.slope);
  for (Index t = 0; t < n; ++t) {
    Vector row = attention.scores.row(t).head(t + 1).transpose();
    row.array() -= row.mean();
    squares_ += row.squaredNorm();
    centred_.row(t).head(t + 1) += row.transpose();
  }
  frame_.position_share =
      squares_ > 0.0 ? std::min(1.0, centred_.squaredNorm() / now / squares_) : 0.0;
  clean_ += clean.loss;
  touched_ += forward.loss;
  frame_.bits_lost = (touched_ - clean_) / now / mathfn::log(2.0);
  frame_.windows = ++done_;
}

}  // namespace attn::experiments
