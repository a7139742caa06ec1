#include "claims/002/language_models.hpp"

#include <cmath>
#include <map>
#include <tuple>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/support/matrix_margin.hpp"

namespace attn::claims {
namespace {

using experiments::GptRun;
using experiments::GptText;

constexpr const char* kName = "claims of seed 002";
constexpr Index kPoint = 100;  // updates from one point of a curve to the next
constexpr Index kWindows = 16;
constexpr Index kStride = 4;
constexpr Index kProbeLetters = 700;
// So that 20 updates show what a term does.
constexpr double kProbeStrength = 20.0;

const GptText& text_of(bool probe) {
  static thread_local std::map<bool, GptText> kept;
  const auto found = kept.find(probe);
  if (found != kept.end()) return found->second;
  const std::string text = probe ? experiments::made_up_text(kProbeLetters) : shakespeare();
  return kept.emplace(probe, experiments::gpt_text(kName, text)).first->second;
}

// W, or zeros where there is none: attention is uniform then.
Matrix prior_matrix(const GptRun& run) {
  const Matrix w = run.trainer().w().cast<double>();
  const Index d = GptShape{}.width;
  return w.size() > 0 ? w : Matrix::Zero(d, d);
}

// Adds up over tokens what LanguageModel has means of.
class Geometry {
 public:
  explicit Geometry(const GptRun& run)
      : w_(prior_matrix(run)), has_w_(run.trainer().w().size() > 0) {
    const Index length = GptShape{}.context;
    const Matrix x = run.embeddings(kWindows);
    for (Index s = 0; s < x.rows() / length; ++s) {
      const Matrix window = x.middleRows(s * length, length);
      for (Index t = 1; t < length; ++t) token(window.topRows(t), window.row(t).transpose());
      if (!has_w_) continue;
      for (Index t = kStride - 1; t < length; t += kStride) {
        block(window.topRows(t), window.row(t).transpose());
      }
    }
  }

  void write(LanguageModel& out) const {
    const double mean_square = squares_ / (tokens_ * static_cast<double>(w_.rows()));
    out.entropy = entropy_ / tokens_;
    out.signal = std::sqrt(squares_ / residuals_);
    out.variance = variance_ / tokens_ / mean_square;
    out.uniform_variance = uniform_ / tokens_ / mean_square;
    if (!has_w_) return;
    out.largest_real = largest_real_;
    out.one_minus_rho = one_minus_rho_ / blocks_;
  }

 private:
  void token(const Matrix& context, const Vector& x) {
    const Vector alpha = softmax(context * (w_.transpose() * x));
    const Vector mean = context.transpose() * alpha;
    const Vector middle = context.colwise().mean().transpose();
    for (Index s = 0; s < alpha.size(); ++s) {
      if (alpha(s) > 0.0) entropy_ -= alpha(s) * mathfn::log(alpha(s));
      variance_ += alpha(s) * (context.row(s).transpose() - mean).squaredNorm();
      uniform_ +=
          (context.row(s).transpose() - middle).squaredNorm() / static_cast<double>(alpha.size());
    }
    squares_ += x.squaredNorm();
    residuals_ += (x - mean).squaredNorm();
    tokens_ += 1.0;
  }

  void block(const Matrix& context, const Vector& x) {
    const Index d = w_.rows();
    const ContextBlock found = context_block(context, x, w_.transpose(), Matrix::Identity(d, d));
    const BlockMargins margins = block_margins(found.m);
    const double real = margins.eigenvalues(0, 0);
    largest_real_ = blocks_ == 0.0 ? real : larger(largest_real_, real);
    one_minus_rho_ += margins.one_minus_rho;
    blocks_ += 1.0;
  }

  Matrix w_;
  bool has_w_;
  double tokens_ = 0.0, entropy_ = 0.0, squares_ = 0.0, residuals_ = 0.0, variance_ = 0.0;
  double uniform_ = 0.0;
  double blocks_ = 0.0, largest_real_ = 0.0, one_minus_rho_ = 0.0;
};

double correlation(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<Index>(x.size());
  const Eigen::Map<const Vector> a(x.data(), n), b(y.data(), n);
  const Vector c = a.array() - a.mean(), d = b.array() - b.mean();
  return c.dot(d) / (c.norm() * d.norm());
}

// LanguageModel::warning.
double warning_of(const GptRun& run, const GptText& text) {
  GptShape shape;
  shape.vocabulary = text.characters.size();
  const Index length = shape.context;
  const Matrix w = run.trainer().w().cast<double>();
  const Matrix eye = Matrix::Identity(w.rows(), w.rows());
  const Matrix x = run.embeddings(kWindows);
  const GptBatch batch = gpt_windows(text.validation, length, 0, kWindows);
  FastGpt model(shape);
  std::vector<double> log_dets, bits;
  for (Index s = 0; s < batch.sequences; ++s) {
    const Matrix window = x.middleRows(s * length, length);
    const auto first = batch.tokens.begin() + s * (length + 1);
    for (Index t = kStride - 1; t < length; t += kStride) {
      const ContextBlock block =
          context_block(window.topRows(t), window.row(t).transpose(), w.transpose(), eye);
      log_dets.push_back(block_margins(block.m).log_abs_det);
      const std::vector<Index> seen(first, first + t + 1);
      const Eigen::VectorXf next = model.next(run.trainer().weights(), seen);
      bits.push_back(-mathfn::log(static_cast<double>(next(first[t + 1]))) / mathfn::log(2.0));
    }
  }
  return correlation(log_dets, bits);
}

// Updates in which W, behind the weights of the model, goes down its gradient at that share of the
// rate. What AdamW has of a gradient is in its mean.
void train_by_descent(GptTrainer& trainer, double share) {
  const auto size = static_cast<Eigen::Index>(trainer.weights().size());
  const auto first = static_cast<float>(GptTrainerOptions{}.adamw.first);
  for (Index u = 0; u < GptRun::kEvery; ++u) {
    const GptTrainerState before = trainer.save();
    const double rate = trainer.step().rate;
    GptTrainerState after = trainer.save();
    const Eigen::Index rest = after.weights.size() - size;
    const Eigen::VectorXf gradient =
        (after.adamw.mean.tail(rest) - first * before.adamw.mean.tail(rest)) / (1.0F - first);
    after.weights.tail(rest) =
        before.weights.tail(rest) - static_cast<float>(share * rate) * gradient;
    trainer.restore(after);
  }
}

LanguageModel measured(GptRun& run, const GptText& text) {
  LanguageModel out;
  out.rms = run.size_of_embeddings();
  const FloatMatrix w = run.trainer().w();
  if (w.size() > 0)
    out.rms_w = std::sqrt(w.cast<double>().squaredNorm() / static_cast<double>(w.size()));
  for (std::size_t i = 0; i < kSigmas.size(); ++i) {
    out.bits(static_cast<Index>(i)) = run.bits_per_character(kSigmas[i]);
  }
  out.bits_relative = run.bits_per_character(0.5 * out.rms);
  Geometry(run).write(out);
  if (w.size() > 0) out.warning = warning_of(run, text);
  const experiments::GptDeterminants determinants = experiments::gpt_determinants(run);
  out.log_det = determinants.mean_log;
  if (determinants.tokens > 0) {
    out.negative =
        static_cast<double>(determinants.negative) / static_cast<double>(determinants.tokens);
  }
  return out;
}

}  // namespace

const LanguageModel& Models::operator()(const ModelTerm& term) const {
  using Key = std::tuple<bool, GptPriorKind, double, double, double, Index, std::uint64_t>;
  static thread_local std::map<Key, LanguageModel> kept;
  static const LanguageModel stopped{};
  const Key key{probe_, term.kind, term.lambda, term.rms, term.descent, term.updates, seed_};
  if (const auto found = kept.find(key); found != kept.end()) return found->second;
  experiments::GptRunParams params;
  params.lambda = probe_ ? kProbeStrength * term.lambda : term.lambda;
  params.rms = term.rms;
  params.updates = probe_ ? GptRun::kEvery : term.updates;
  params.seed = seed_;
  GptRun run(kName, text_of(probe_), params, term.kind);
  std::vector<double> curve;
  for (Index done = 0; done < params.updates; done += GptRun::kEvery) {
    if (!progress_(static_cast<double>(done) / static_cast<double>(params.updates))) return stopped;
    if (term.descent > 0.0) {
      train_by_descent(run.trainer(), term.descent);
    } else {
      run.train();
    }
    if ((done + GptRun::kEvery) % kPoint == 0 || probe_) {
      curve.push_back(run.bits_per_character());
    }
  }
  LanguageModel out = measured(run, text_of(probe_));
  out.curve = std::move(curve);
  return kept.emplace(key, std::move(out)).first->second;
}

}  // namespace attn::claims
