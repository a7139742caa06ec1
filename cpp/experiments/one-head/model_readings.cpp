#include "experiments/one-head/model_readings.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attn/attention/gibbs.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/reading/distance.hpp"
#include "attn/reading/edges.hpp"
#include "attn/reading/form.hpp"
#include "attn/reading/gpt_head.hpp"
#include "attn/reading/lags.hpp"
#include "attn/reading/ranks.hpp"
#include "attn/reading/temperature.hpp"
#include "attn/training/cross_entropy.hpp"
#include "attn/training/gpt_touch.hpp"
#include "attn/training/routing.hpp"
#include "experiments/one-head/divergence.hpp"
#include "experiments/one-head/head_descent.hpp"
#include "experiments/one-head/reading_source.hpp"
#include "numerics/sort_numbers.hpp"

namespace attn::experiments {
namespace {

constexpr const char* kName = "read_model";
constexpr Index kLags = 4;

// The columns of readings, in the order of reading_columns.
enum Reading : Index {
  kEffectiveTokens,
  kRelativeEntropy,
  kTopWeight,
  kHeatCapacity,
  kPeak,
  kOne,
  kAverage,
  kEffectiveRank,
  kSymmetricShare,
  kDescentCosine,
  kRoutedError,
  kAttribution,
  kRoutingGradient,
  kValueGradient,
  kColumnMaximum,
  kRho,
  kLogDet,
  kPast,
  kPastWhole,
  kLag0,
  kLag1,
  kLag2,
  kLag3,
  kMeanLag,
  kPositionShare,
  kDistanceShare,
  kDistanceSlope,
  kValueCosine,
  kSize,
  kReadings
};
constexpr Index kTouches = 4;

double median_of(std::vector<double> values) {
  if (values.empty()) return 0.0;
  sort_numbers(values);
  return values[values.size() / 2];
}

// What of one head is needed before it is read: means over all windows.
struct HeadMeans {
  Vector output;         // over the rows that count
  Matrix pattern;        // of its weights
  Matrix scores;         // each row centred over what it may see
  double squares = 0.0;  // of these, and of queries
  double queries = 0.0;
};

// One window of one head: adds to the sums what each column but a few is the mean of.
class WindowOfHead {
 public:
  WindowOfHead(const Head& head, const NormOfInput& norm, const Vector& mean_output)
      : head_(head),
        attention_(head_attention(head)),
        scores_(head_scores(head)),
        mean_output_(mean_output),
        query_(head, BlockOf::kQuery, &norm),
        whole_(head, BlockOf::kWhole, &norm) {}

  void add(Vector& to, std::vector<double>& peaks) const {
    const Index n = scores_.rows();
    const Vector peak = peak_temperature(scores_);
    const Matrix heat = heat_capacity(scores_, Vector::Ones(1));
    const RoutingGradients gradients =
        routing_backward({attention_.weights, attention_.output}, head_.v, head_.u, {true, {}});
    const double rows = static_cast<double>(n - kFirstRow);
    to(kColumnMaximum) +=
        rows * highest(attention_.weights.bottomRows(n - kFirstRow).colwise().mean());
    const DistanceShare distance = distance_share(head_.q, head_.k, head_.mask, *head_.scale);
    to(kDistanceShare) += rows * distance.share;
    to(kDistanceSlope) += rows * distance.slope;
    const Vector mass = lag_mass(attention_.weights, kLags, kFirstRow);
    to.segment(kLag0, kLags) += rows * mass;
    for (Index t = kFirstRow; t < n; ++t) {
      if (peak(t) > 0.0) peaks.push_back(mathfn::log(peak(t)) / mathfn::log(2.0));
      to(kHeatCapacity) += heat(t, 0);
      to(kRoutingGradient) += gradients.d_scores.row(t).norm();
      to(kValueGradient) += gradients.d_values.row(t).norm();
      add_row(t, to);
    }
  }

 private:
  void add_row(Index t, Vector& to) const {
    const Vector row = attention_.weights.row(t).head(t + 1).transpose();
    const double tokens = mathfn::exp(entropy(row)), top = highest(row);
    to(kEffectiveTokens) += tokens;
    to(kRelativeEntropy) += normalised_entropy(row);
    to(kTopWeight) += top;
    const RetrievalClass kind =
        retrieval_classes(Matrix(row.transpose()), {static_cast<Index>(row.size())}).front();
    to(kOne) += kind == RetrievalClass::kOne ? 1.0 : 0.0;
    to(kAverage) += kind == RetrievalClass::kAverage ? 1.0 : 0.0;
    for (Index j = 0; j <= t; ++j) to(kMeanLag) += row(j) * static_cast<double>(t - j);
    const BlockMargins query = query_.margins(t), whole = whole_.margins(t);
    to(kRho) += 1.0 - query.one_minus_rho;
    to(kLogDet) += larger(query.log_abs_det, kLeastLogDet);
    to(kPast) += query.real_above_one > 0 ? 1.0 : 0.0;
    to(kPastWhole) += whole.real_above_one > 0 ? 1.0 : 0.0;
    const Vector said = attention_.output.row(t).transpose();
    const double first_order = head_.u.row(t).transpose().dot(said - mean_output_);
    to(kRoutedError) += std::fabs(first_order);
    to(kAttribution) += first_order;
    const Vector added = head_.w_o * said;
    to(kSize) += added.norm();
    to(kDescentCosine) += cosine_between(energy_descent(head_, attention_, t), added);
  }

  const Head& head_;
  Attention attention_;
  Matrix scores_;
  const Vector& mean_output_;
  HeadBlocks query_, whole_;
};

// What the weights of each head say by themselves.
struct AllForms {
  AllForms(const GptShape& shape, const Vector& weights) {
    // Of any text: the projections do not depend on it.
    const GptBatch batch{1, 1, {0, 0}};
    const GptForward forward = gpt_forward(shape, weights, batch);
    for (Index h = 0; h < shape.blocks * shape.heads; ++h) {
      const Head head =
          gpt_head(shape, weights, batch, forward, {h / shape.heads, h % shape.heads, 0});
      of.push_back(form_shares({head.w_q, head.w_k, head.w_v}, head.w_o));
    }
  }
  std::vector<FormShares> of;
};

// The sum over the rows that count of KL(clean || touched), in bits.
double divergence(const GptForward& clean, const GptForward& touched, Index length) {
  double sum = 0.0;
  for (Index i = 0; i < clean.logits.rows(); ++i) {
    if (i % length < kFirstRow) continue;
    add_divergence(clean.logits.row(i).transpose(), touched.logits.row(i).transpose(), sum);
  }
  return sum / mathfn::log(2.0);
}

}  // namespace

const std::vector<ReadingColumn>& reading_columns() {
  static const std::vector<ReadingColumn> columns = {
      {"effective_tokens", "001", "e^H of the weights: how many tokens a row reads"},
      {"relative_entropy", "001", "H over its greatest value"},
      {"top_weight", "001", "the greatest weight of a row"},
      {"heat_capacity", "001", "Var(scores) / T^2 at the head's own temperature"},
      {"peak", "001", "log2 of the temperature at which the median row turns, over its own"},
      {"one", "001", "share of rows with more than 0.9 of the weight at one token"},
      {"average", "001", "share of rows that read more than 3 in 4 of their tokens alike"},
      {"effective_rank", "001", "e^H of the singular values of W_Q^T W_K"},
      {"symmetric_share", "001", "share of W_Q^T W_K that is symmetric"},
      {"descent_cosine", "001", "cosine of what it adds with the descent of its own energy"},
      {"routed_error", "000", "|u (g - mean g)|: how much of what it says the loss listens to"},
      {"attribution", "000", "u (g - mean g) with its sign"},
      {"routing_gradient", "000", "length of dL/ds of a row"},
      {"value_gradient", "000", "length of dL/dv of a token"},
      {"column_maximum", "000", "the greatest mean weight that one token has"},
      {"rho", "002", "largest |eigenvalue| of the block of the query"},
      {"log_det", "002", "log |det(I - M)| of that block"},
      {"past", "002", "share of tokens with an eigenvalue above 1, block of the query"},
      {"past_whole", "002", "the same of the whole block, own key and value too"},
      {"lag_0", "003", "weight at the token itself"},
      {"lag_1", "003", "weight one token back"},
      {"lag_2", "003", "weight two tokens back"},
      {"lag_3", "003", "weight three tokens back"},
      {"mean_lag", "003", "how far back a row looks, in the mean"},
      {"position_share", "003", "share of the scores that position alone explains"},
      {"distance_share", "004", "share of the scores that distance explains"},
      {"distance_slope", "004", "their slope over -scale |q - k|^2 / 2"},
      {"value_cosine", "004", "cosine of W_O W_V with (W_Q^T W_K)^T"},
      {"size", "control", "length of what it adds to the stream"},
  };
  return columns;
}

const std::vector<ReadingColumn>& touch_columns() {
  static const std::vector<ReadingColumn> columns = {
      {"removed", "", "its mean in place of what it says"},
      {"frozen", "", "its mean pattern in place of its weights"},
      {"halved", "", "its temperature halved"},
      {"noisy", "", "noise on its queries"},
  };
  return columns;
}

struct ModelReader::Work {
  Work(const GptShape& of, Vector w, const GptBatch& on, const ReadingOptions& how)
      : shape(of), weights(std::move(w)), batch(on), options(how) {}

  Index heads() const { return shape.blocks * shape.heads; }
  Index size() const { return shape.width / shape.heads; }
  double rows() const { return static_cast<double>(batch.sequences * (batch.length - kFirstRow)); }

  void read_means(Index s) {
    const GptForward of = gpt_forward(shape, weights, window_of(batch, s));
    loss += of.loss;
    for (Index h = 0; h < heads(); ++h) {
      const GptBlock& block = of.blocks[static_cast<std::size_t>(h / shape.heads)];
      const Index at = h % shape.heads;
      const Attention& head = block.heads.front().heads[static_cast<std::size_t>(at)];
      HeadMeans& to = means[static_cast<std::size_t>(h)];
      const Index n = batch.length;
      const double windows = static_cast<double>(batch.sequences);
      to.output += head.output.bottomRows(n - kFirstRow).colwise().sum().transpose() / rows();
      to.pattern += head.weights / windows;
      Matrix centred = head.scores;
      for (Index t = 0; t < n; ++t) {
        centred.row(t).head(t + 1).array() -= head.scores.row(t).head(t + 1).mean();
        centred.row(t).tail(n - t - 1).setZero();
      }
      to.squares += centred.squaredNorm();
      to.scores += centred / windows;
      to.queries += block.qkv.middleCols(at * size(), size()).squaredNorm() /
                    static_cast<double>(size() * n) / windows;
    }
  }

  void read_head(Index s, Index h) {
    const GptBatch one = window_of(batch, s);
    if (h == 0) {
      forward = gpt_forward(shape, weights, one);
      u = gpt_head_gradients(shape, weights, one, forward);
    }
    const GptHeadPlace place{h / shape.heads, h % shape.heads, 0};
    const Head head = gpt_head(shape, weights, one, forward, place, u);
    const NormOfInput norm = gpt_head_norm(shape, weights, one, forward, place);
    const auto at = static_cast<std::size_t>(h);
    WindowOfHead(head, norm, means[at].output).add(sums[at], peaks[at]);
    if (options.touch) touch(s, h, one);
  }

  void touch(Index s, Index h, const GptBatch& one) {
    const HeadMeans& mean = means[static_cast<std::size_t>(h)];
    GptTouch none;
    none.block = h / shape.heads;
    none.head = h % shape.heads;
    GptTouch removed = none, frozen = none, halved = none, noisy = none;
    removed.output = mean.output.transpose().replicate(batch.length, 1);
    frozen.weights = mean.pattern;
    halved.temperature = 0.5;
    noisy.queries.resize(batch.length, size());
    // The same for any number of windows and heads before it.
    Rng rng(options.seed + 1000003 * static_cast<std::uint64_t>(s * heads() + h));
    const double std_dev = options.noise * std::sqrt(mean.queries);
    for (double& x : noisy.queries.reshaped<Eigen::RowMajor>()) x = std_dev * rng.normal();
    Index column = 0;
    for (const GptTouch* each : {&removed, &frozen, &halved, &noisy}) {
      const GptForward touched = gpt_touched(shape, weights, one, forward, *each);
      touches(h, column++) += divergence(forward, touched, batch.length);
    }
  }

  GptShape shape;
  Vector weights;
  const GptBatch& batch;
  ReadingOptions options;
  Index done = 0;
  double loss = 0.0;
  std::vector<HeadMeans> means;
  std::vector<Vector> sums;  // of each head, over rows or windows of what a column is the mean of
  std::vector<std::vector<double>> peaks;
  Matrix touches;
  GptForward forward;  // of the window that is being read
  std::vector<Matrix> u;
};

ModelReader::ModelReader(const GptShape& shape, Vector weights, const GptBatch& batch,
                         const ReadingOptions& options) {
  check_gpt_shape(kName, shape);
  check::vector(kName, "weights", weights, gpt_size(shape));
  check::count(kName, "batch.sequences", batch.sequences, 1, check::kMaxBudget);
  check::count(kName, "batch.length", batch.length, kFirstRow + 1, shape.context);
  check::count(kName, "the number of batch.tokens", batch.tokens.size(),
               batch.sequences * (batch.length + 1), batch.sequences * (batch.length + 1));
  check::not_negative(kName, "options.noise", options.noise);
  work_ = std::make_unique<Work>(shape, std::move(weights), batch, options);
  const Index n = batch.length, size = work_->size();
  const auto heads = static_cast<std::size_t>(work_->heads());
  work_->means.assign(heads, {Vector::Zero(size), Matrix::Zero(n, n), Matrix::Zero(n, n)});
  work_->sums.assign(heads, Vector::Zero(kReadings));
  work_->peaks.resize(heads);
  if (options.touch) {
    work_->touches = Matrix::Zero(work_->heads(), kTouches);
  }
}

ModelReader::ModelReader(ModelReader&&) noexcept = default;
ModelReader::~ModelReader() = default;

Index ModelReader::units() const { return work_->batch.sequences * (1 + work_->heads()); }

Index ModelReader::done() const { return work_->done; }

void ModelReader::work() {
  const Index windows = work_->batch.sequences, at = work_->done;
  if (at < windows) {
    work_->read_means(at);
  } else {
    const Index next = at - windows;
    work_->read_head(next / work_->heads(), next % work_->heads());
  }
  ++work_->done;
}

ModelReadings ModelReader::found() const {
  const Work& w = *work_;
  const auto windows = static_cast<double>(w.batch.sequences);
  const Index first = w.done > w.batch.sequences ? w.done - w.batch.sequences : 0;
  ModelReadings out;
  const Index seen = std::min(w.done, w.batch.sequences);
  if (seen > 0) out.bits = w.loss / static_cast<double>(seen) / mathfn::log(2.0);
  out.readings = Matrix::Zero(w.heads(), kReadings);
  out.touches = w.touches;
  const AllForms forms(w.shape, w.weights);
  for (Index h = 0; h < w.heads(); ++h) {
    const auto at = static_cast<std::size_t>(h);
    // Windows in which this head has been read.
    const Index whole = first / w.heads(), begun = h < first % w.heads() ? 1 : 0;
    const auto read = static_cast<double>(whole + begun);
    const double rows = larger(1.0, read * static_cast<double>(w.batch.length - kFirstRow));
    const FormShares& form = forms.of[at];
    const HeadMeans& mean = w.means[at];
    auto to = out.readings.row(h);
    to = w.sums[at].transpose() / rows;
    to(kPeak) = median_of(w.peaks[at]);
    to(kEffectiveRank) = form.effective_rank;
    to(kSymmetricShare) = form.symmetric_share;
    to(kValueCosine) = form.value_cosine;
    if (mean.squares > 0.0) {
      to(kPositionShare) = std::min(1.0, windows * mean.scores.squaredNorm() / mean.squares);
    }
    if (w.options.touch) out.touches.row(h) /= rows;
  }
  return out;
}

ModelReadings read_model(const GptShape& shape, const Vector& weights, const GptBatch& batch,
                         const ReadingOptions& options, const std::function<bool(double)>& go_on) {
  ModelReader reader(shape, weights, batch, options);
  while (reader.done() < reader.units()) {
    reader.work();
    const double share = static_cast<double>(reader.done()) / static_cast<double>(reader.units());
    if (go_on && !go_on(share)) check::fail({kName, ": stopped"});
  }
  return reader.found();
}

Matrix ranks_within_blocks(const ModelReadings& found, Index heads) {
  Matrix out = Matrix::Zero(found.readings.cols(), found.touches.cols());
  const Index blocks = found.readings.rows() / heads;
  for (Index r = 0; r < out.rows(); ++r) {
    for (Index c = 0; c < out.cols(); ++c) {
      for (Index b = 0; b < blocks; ++b) {
        out(r, c) += rank_correlation(found.readings.col(r).segment(b * heads, heads),
                                      found.touches.col(c).segment(b * heads, heads)) /
                     static_cast<double>(blocks);
      }
    }
  }
  return out;
}

Matrix ranks_of_all(const ModelReadings& found) {
  return ranks_within_blocks(found, found.readings.rows());
}

}  // namespace attn::experiments
