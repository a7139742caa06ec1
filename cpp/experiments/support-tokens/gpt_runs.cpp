#include "experiments/support-tokens/gpt_runs.hpp"

#include <cmath>
#include <iterator>

#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/support/matrix_margin.hpp"
#include "numerics/elimination.hpp"

namespace attn::experiments {
namespace {

constexpr Index kWindows = 16;
constexpr Index kStride = 4;
// What a trainer calls a piece takes a third as long as an update of two models; two of them are
// one here.
constexpr Index kPieces = 2;
// Bits per character that gpt_self_test comes to, to nine digits: parts whose error is 0 compare
// nothing.
constexpr double kTrained = 2.21948036;

// As the published run has it, in small: seed 002, section 7.1.
GptTrainerOptions options_of(const GptText& text, const GptRunParams& params, GptPriorKind prior) {
  GptTrainerOptions out;
  out.shape.vocabulary = text.characters.size();
  out.schedule.updates = params.updates;
  if (params.updates < out.schedule.warmup) out.schedule.warmup = params.updates;
  out.prior.kind = prior;
  out.prior.lambda = params.lambda;
  out.prior.rms = params.rms;
  out.seed = params.seed;
  return out;
}

}  // namespace

GptText gpt_text(const char* experiment, const std::string& text) {
  try {
    GptText out{CharacterVocabulary(text), {}, {}};
    out.training = out.characters.encode(text);
    const auto kept = static_cast<std::ptrdiff_t>(out.training.size() - out.training.size() / 10);
    out.validation.assign(out.training.begin() + kept, out.training.end());
    out.training.resize(static_cast<std::size_t>(kept));
    check::count("the text", "its last tenth, in characters", out.validation.size(),
                 GptShape{}.context + 1, check::kMaxBudget);
    return out;
  } catch (const Error& error) {
    check::fail({experiment, ": ", error.what()});
  }
}

std::string made_up_text(Index letters) {
  static constexpr const char* kWords[] = {"a ",    "bird ", "in ", "the ",  "green ",
                                           "tree ", "sings", "to ", "me,\n", "again "};
  Rng rng(5);
  std::string out;
  while (static_cast<Index>(out.size()) < letters) {
    out += kWords[static_cast<std::size_t>(rng.uniform() * std::size(kWords))];
  }
  out.resize(static_cast<std::size_t>(letters));
  return out;
}

GptRun::GptRun(const char* experiment, const GptText& text, const GptRunParams& params,
               GptPriorKind prior)
    : text_(text),
      seed_(params.seed),
      shape_(options_of(text, params, prior).shape),
      trainer_(text.training, options_of(text, params, prior)) {
  if (params.updates % kEvery != 0) {
    check::refuse(experiment, "updates", {params.updates}, "a multiple of 20");
  }
}

void GptRun::update() { trainer_.step(); }

void GptRun::train() {
  for (Index u = 0; u < kEvery; ++u) update();
}

double GptRun::bits_per_character(double sigma) {
  Bits all = bits(sigma, sigma == 0.0 ? 1 : 2);
  for (;;) {
    if (const std::optional<double> found = advance(all)) return *found;
  }
}

GptEvaluation GptRun::draw(double sigma, Index number) const {
  Rng seeds(seed_);
  for (; number > 0; --number) (void)seeds.next();
  return GptEvaluation(sigma, seeds.next());
}

GptRun::Bits GptRun::bits(double sigma, Index draws) const {
  return {sigma, draws, 0, 0.0, draw(sigma, 0)};
}

std::optional<double> GptRun::advance(Bits& on_their_way) {
  Bits& b = on_their_way;
  const std::optional<double> nats = trainer_.evaluate(text_.validation, b.next, kPieces);
  if (!nats) return std::nullopt;
  b.sum += *nats;
  if (++b.done < b.draws) {
    b.next = draw(b.sigma, b.done);
    return std::nullopt;
  }
  const double of_a_nat = 1.0 / mathfn::log(2.0);
  return of_a_nat / static_cast<double>(b.draws) * b.sum;
}

Index GptRun::pieces() const {
  const Index all = trainer_.pieces(static_cast<Index>(text_.validation.size()));
  return (all + kPieces - 1) / kPieces;
}

Matrix GptRun::embeddings(Index windows) const {
  const GptBatch batch = gpt_windows(text_.validation, shape_.context, 0, windows);
  return fast_gpt_embeddings(shape_, trainer_.weights(), batch, batch.sequences).cast<double>();
}

double GptRun::size_of_embeddings() const { return trainer_.size_of_embeddings(text_.validation); }

Vector GptRun::sample(Index count) {
  const std::vector<Index> begin{text_.validation.front()};
  const std::vector<Index> tokens = trainer_.sample(begin, count, 1.0, seed_);
  Vector out(count);
  for (Index i = 0; i < count; ++i) {
    const auto token = static_cast<std::size_t>(tokens[static_cast<std::size_t>(i)]);
    out(i) = static_cast<double>(text_.characters.characters()[token]);
  }
  return out;
}

double GptRun::gradient_error() {
  // Large enough that what floats lose of a loss is little beside the difference.
  constexpr double kStep = 0.0005;
  const GptBatch batch = gpt_windows(text_.validation, shape_.context, 0, 1);
  const Eigen::VectorXf weights = trainer_.weights();
  Eigen::VectorXf gradient(weights.size());
  FastGpt model(shape_);
  model.gradient(weights, batch, gradient);
  const double norm = gradient_norm(gradient);
  // Of a text of one character the loss is 0 whatever the weights are: it is to be level along any
  // line.
  const bool level = norm == 0.0;
  if (level) gradient.setConstant(1.0F / std::sqrt(static_cast<float>(gradient.size())));
  const Eigen::VectorXf along = static_cast<float>(kStep / (level ? 1.0 : norm)) * gradient;
  const double slope =
      (model.loss(weights + along, batch) - model.loss(weights - along, batch)) / (2.0 * kStep);
  return level ? std::fabs(slope) : std::fabs(slope / norm - 1.0);
}

GptDeterminants gpt_determinants(const GptRun& run) {
  GptDeterminants out;
  const Matrix w = run.trainer().w().cast<double>();
  if (w.size() == 0) return out;
  const Index d = w.rows();
  const Matrix a = w.transpose();
  const Matrix eye = Matrix::Identity(d, d);
  const Index length = GptShape{}.context;
  const Matrix x = run.embeddings(kWindows);
  const Index windows = x.rows() / length;
  for (Index s = 0; s < windows; ++s) {
    const Matrix window = x.middleRows(s * length, length);
    for (Index t = kStride - 1; t < length; t += kStride) {
      const ContextBlock block =
          context_block(window.topRows(t), window.row(t).transpose(), a, eye);
      const double det = determinant(eye - block.m);
      const double log_det = mathfn::log(std::fabs(det));
      out.mean_log += log_det;
      out.least_log = out.tokens == 0 || log_det < out.least_log ? log_det : out.least_log;
      out.negative += det < 0.0 ? 1 : 0;
      ++out.tokens;
    }
  }
  out.mean_log /= static_cast<double>(out.tokens);
  return out;
}

double gpt_self_test() {
  GptRunParams params;
  params.updates = GptRun::kEvery;
  const GptText text = gpt_text("gpt_self_test", made_up_text(500));
  GptRun run("gpt_self_test", text, params, GptPriorKind::kPublished);
  run.train();
  return std::fabs(run.bits_per_character() - kTrained);
}

}  // namespace attn::experiments
