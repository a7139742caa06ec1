#include "attn/training/gpt_trainer.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"

namespace attn {
namespace {

using Eigen::VectorXf;

// Windows that are evaluated at once, and whose embeddings are.
constexpr Index kEvaluated = 64;
constexpr Index kEmbedded = 512;

Index size_of_all(const GptTrainerOptions& options) {
  const Index d = options.shape.width;
  return gpt_size(options.shape) + (learns_w(options.prior.kind) ? d * d : 0);
}

void check_text(const char* function, const std::vector<Index>& text, const GptShape& shape,
                Index least) {
  check::count(function, "the number of tokens of the text", text.size(), least, check::kMaxBudget);
  for (const Index id : text) {
    check::count(function, "a token of the text", id, 0, shape.vocabulary - 1);
  }
}

Index windows_in(Index tokens, Index length) { return tokens < 1 ? 0 : (tokens - 1) / length; }

Index windows_in(const std::vector<Index>& text, Index length) {
  return windows_in(static_cast<Index>(text.size()), length);
}

FloatMatrix normal_floats(Index rows, Index cols, double std_dev, Rng& rng) {
  FloatMatrix out(rows, cols);
  for (Index i = 0; i < out.size(); ++i) out.data()[i] = static_cast<float>(std_dev * rng.normal());
  return out;
}

// Of the start, of w and of the windows: a prior draws nothing from what others need.
struct Seeds {
  explicit Seeds(std::uint64_t seed) {
    Rng all(seed);
    weights = all.next();
    w = all.next();
    windows = all.next();
  }
  std::uint64_t weights, w, windows;
};

VectorXf start_of(const GptTrainerOptions& options) {
  const Seeds seeds(options.seed);
  Rng rng(seeds.weights);
  VectorXf out(size_of_all(options));
  const Vector weights = gpt_start(options.shape, rng, options.std_dev);
  out.head(weights.size()) = weights.cast<float>();
  const Index rest = out.size() - weights.size();
  if (rest > 0) {
    Rng of_w(seeds.w);
    const FloatMatrix w = normal_floats(1, rest, options.std_dev, of_w);
    out.tail(rest) = w.row(0).transpose();
  }
  return out;
}

double root_mean_square(const FloatMatrix& x) {
  if (x.size() == 0) return 0.0;
  double sum = 0.0;
  for (Index i = 0; i < x.size(); ++i) {
    sum += static_cast<double>(x.data()[i]) * static_cast<double>(x.data()[i]);
  }
  return std::sqrt(sum / static_cast<double>(x.size()));
}

void check_options(const char* function, const GptTrainerOptions& options) {
  check_gpt_shape(function, options.shape);
  check::count(function, "options.batch", options.batch, 1, 1000000);
  // No draw of many is ten deviations away, and the weights are floats.
  check::within(function, "options.std_dev", options.std_dev, 0.0, 1e37);
  try {
    (void)cosine_rate(options.schedule, 0);
    check_gpt_prior_options("prior", options.prior);
  } catch (const Error& error) {
    check::fail({function, ": ", error.what()});
  }
}

}  // namespace

GptBatch gpt_windows(const std::vector<Index>& text, Index length, Index first, Index most) {
  constexpr const char* kName = "gpt_windows";
  check::count(kName, "length", length, 1, check::kMaxBudget);
  check::count(kName, "first", first, 0, check::kMaxBudget);
  check::count(kName, "most", most, 0, check::kMaxBudget);
  const Index there = std::max<Index>(0, windows_in(text, length) - first);
  GptBatch out{std::min(most, there), length, {}};
  out.tokens.reserve(static_cast<std::size_t>(out.sequences * (length + 1)));
  for (Index s = first; s < first + out.sequences; ++s) {
    const auto from = text.begin() + s * length;
    out.tokens.insert(out.tokens.end(), from, from + length + 1);
  }
  return out;
}

struct GptTrainer::Work {
  Work(std::vector<Index> tokens, const GptTrainerOptions& o, FastGptOptions model_options)
      : text(std::move(tokens)),
        options(o),
        model(o.shape, std::move(model_options)),
        weights(start_of(o)),
        gradient(weights.size()),
        adamw(weights.size(), o.adamw),
        windows(Seeds(o.seed).windows) {
    batch.sequences = o.batch;
    batch.length = o.shape.context;
    batch.tokens.resize(static_cast<std::size_t>(o.batch * (o.shape.context + 1)));
    if (o.prior.kind == GptPriorKind::kBarrier) {
      w = static_cast<float>(o.prior.w) * FloatMatrix::Identity(o.shape.width, o.shape.width);
    }
  }

  Index model_size() const {
    return learns_w(options.prior.kind) ? weights.size() - options.shape.width * options.shape.width
                                        : weights.size();
  }

  void draw() {
    const Index row = batch.length + 1;
    const auto places = static_cast<double>(static_cast<Index>(text.size()) - row + 1);
    for (Index s = 0; s < batch.sequences; ++s) {
      const auto first = static_cast<Index>(windows.uniform() * places);
      std::copy_n(text.begin() + first, row, batch.tokens.begin() + s * row);
    }
  }

  // The term. Its derivatives, times lambda: with respect to w they are put behind those of the
  // model, to x they are what is returned.
  const FloatMatrix& take_prior(const char* function, GptUpdate& out) {
    const GptPriorOptions& prior = options.prior;
    const Index sequences = prior_sequences(prior, batch.sequences);
    if (sequences == 0) return term.d_x;
    const Index size = model_size(), d = options.shape.width;
    x = fast_gpt_embeddings(options.shape, weights.head(size), batch, sequences);
    if (learns_w(prior.kind)) w = Eigen::Map<const FloatMatrix>(weights.data() + size, d, d);
    try {
      fast_gpt_prior(prior, x, batch.length, w, adamw.state().updates, model.options(), of_prior,
                     term);
    } catch (const Error& error) {
      check::fail({function, ": ", error.what()});
    }
    const auto lambda = static_cast<float>(prior.lambda);
    term.d_x *= lambda;
    if (learns_w(prior.kind)) {
      Eigen::Map<FloatMatrix>(gradient.data() + size, d, d) = lambda * term.d_w;
    }
    out.prior = term.value;
    out.log_det = term.log_det;
    out.rms = root_mean_square(x);
    return term.d_x;
  }

  std::vector<Index> text;
  GptTrainerOptions options;
  FastGpt model;
  VectorXf weights, gradient;
  FastAdamW adamw;
  Rng windows;
  GptBatch batch{};
  FloatMatrix x, w;
  FastGptPrior term{};
  std::vector<GptPriorSequence> of_prior;
};

GptTrainer::GptTrainer(std::vector<Index> text, const GptTrainerOptions& options,
                       FastGptOptions model) {
  constexpr const char* kName = "GptTrainer";
  check_options(kName, options);
  check_text(kName, text, options.shape, options.shape.context + 1);
  check::product(kName, "a batch", options.batch, options.shape.context + 1);
  try {
    work_ = std::make_unique<Work>(std::move(text), options, std::move(model));
  } catch (const Error& error) {
    check::fail({kName, ": ", error.what()});
  }
}
GptTrainer::GptTrainer(GptTrainer&& other) noexcept = default;
GptTrainer& GptTrainer::operator=(GptTrainer&& other) noexcept = default;
GptTrainer::~GptTrainer() = default;

GptUpdate GptTrainer::step() {
  constexpr const char* kName = "GptTrainer::step";
  Work& work = *work_;
  const Rng::State before = work.windows.save();
  GptUpdate out{};
  try {
    work.draw();
    const FloatMatrix& d_x = work.take_prior(kName, out);
    const Index size = work.model_size();
    out.loss =
        work.model.gradient(work.weights.head(size), work.batch, work.gradient.head(size), d_x);
    out.rate = cosine_rate(work.options.schedule, work.adamw.state().updates);
    out.norm = work.adamw.step(work.weights, work.gradient, out.rate);
  } catch (const Error& error) {
    work.windows.restore(before);
    check::fail({kName, ": ", error.what()});
  }
  return out;
}

Index GptTrainer::updates() const noexcept { return work_->adamw.state().updates; }

Eigen::Ref<const VectorXf> GptTrainer::weights() const {
  return work_->weights.head(work_->model_size());
}

FloatMatrix GptTrainer::w() const {
  const Index d = work_->options.shape.width;
  if (!learns_w(work_->options.prior.kind)) return work_->w;
  return Eigen::Map<const FloatMatrix>(work_->weights.data() + work_->model_size(), d, d);
}

GptTrainerState GptTrainer::save() const {
  return {work_->weights, work_->adamw.state(), work_->windows.save()};
}

void GptTrainer::restore(const GptTrainerState& state) {
  constexpr const char* kName = "GptTrainer::restore";
  Work& work = *work_;
  if (state.weights.size() != work.weights.size()) {
    check::refuse(kName, "state.weights", {state.weights.size(), " long"}, work.weights.size());
  }
  for (const float weight : state.weights) {
    check::finite(kName, "a weight", static_cast<double>(weight));
  }
  Rng windows(0);
  try {
    windows.restore(state.windows);
    work.adamw.restore(state.adamw);
  } catch (const Error& error) {
    check::fail({kName, ": ", error.what()});
  }
  work.windows = windows;
  work.weights = state.weights;
}

double GptTrainer::evaluate(const std::vector<Index>& text, double sigma, std::uint64_t noise) {
  GptEvaluation whole(sigma, noise);
  return *evaluate(text, whole, check::kMaxBudget);
}

std::optional<double> GptTrainer::evaluate(const std::vector<Index>& text,
                                           GptEvaluation& on_its_way, Index pieces) {
  constexpr const char* kName = "GptTrainer::evaluate";
  Work& work = *work_;
  const Index length = work.options.shape.context;
  check_text(kName, text, work.options.shape, length + 1);
  check::not_negative(kName, "sigma", on_its_way.sigma_);
  check::count(kName, "pieces", pieces, 1, check::kMaxBudget);
  const Index windows = windows_in(text, length);
  FloatMatrix added;
  for (; on_its_way.windows_ < windows && pieces > 0; --pieces) {
    const GptBatch batch = gpt_windows(text, length, on_its_way.windows_, kEvaluated);
    Rng draws = on_its_way.draws_;
    if (on_its_way.sigma_ > 0.0) {
      added = normal_floats(batch.sequences * length, work.options.shape.width, on_its_way.sigma_,
                            draws);
    }
    try {
      on_its_way.sum_ +=
          work.model.loss(weights(), batch, added) * static_cast<double>(batch.sequences);
    } catch (const Error& error) {
      check::fail({kName, ": ", error.what()});
    }
    on_its_way.draws_ = draws;
    on_its_way.windows_ += batch.sequences;
  }
  if (on_its_way.windows_ < windows) return std::nullopt;
  return on_its_way.sum_ / static_cast<double>(windows);
}

Index GptTrainer::pieces(Index tokens) const {
  check::count("GptTrainer::pieces", "tokens", tokens, 0, check::kMaxBudget);
  return (windows_in(tokens, work_->options.shape.context) + kEvaluated - 1) / kEvaluated;
}

double GptTrainer::size_of_embeddings(const std::vector<Index>& text) const {
  constexpr const char* kName = "GptTrainer::size_of_embeddings";
  const GptShape& shape = work_->options.shape;
  check_text(kName, text, shape, shape.context + 1);
  const Index windows = windows_in(text, shape.context);
  double sum = 0.0;
  for (Index first = 0; first < windows; first += kEmbedded) {
    const GptBatch batch = gpt_windows(text, shape.context, first, kEmbedded);
    const Matrix x = fast_gpt_embeddings(shape, weights(), batch, batch.sequences).cast<double>();
    sum += x.squaredNorm();
  }
  return std::sqrt(sum / static_cast<double>(windows * shape.context * shape.width));
}

std::vector<Index> GptTrainer::sample(std::vector<Index> text, Index count, double temperature,
                                      std::uint64_t seed) {
  constexpr const char* kName = "GptTrainer::sample";
  Work& work = *work_;
  check_text(kName, text, work.options.shape, 1);
  check::count(kName, "count", count, 0, check::kMaxBudget);
  check::not_negative(kName, "temperature", temperature);
  const auto context = static_cast<std::size_t>(work.options.shape.context);
  const std::size_t given = text.size();
  Rng rng(seed);
  for (Index i = 0; i < count; ++i) {
    const std::size_t read = std::min(context, text.size());
    const std::vector<Index> last(text.end() - static_cast<std::ptrdiff_t>(read), text.end());
    Vector p;
    try {
      p = work.model.next(weights(), last).cast<double>();
    } catch (const Error& error) {
      check::fail({kName, ": ", error.what()});
    }
    Index most = 0;
    for (Index v = 1; v < p.size(); ++v) most = p(v) > p(most) ? v : most;
    if (temperature == 0.0) {
      text.push_back(most);
      continue;
    }
    // Of what is most probable 1, so that not all powers vanish.
    const double largest = p(most);
    for (double& one : p) {
      one = one > 0.0 ? mathfn::exp(mathfn::log(one / largest) / temperature) : 0.0;
    }
    text.push_back(rng.categorical(p.data(), p.size()));
  }
  return {text.begin() + static_cast<std::ptrdiff_t>(given), text.end()};
}

}  // namespace attn
