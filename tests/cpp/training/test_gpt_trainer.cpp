#include "attn/training/gpt_trainer.hpp"

#include <cmath>
#include <limits>
#include <optional>

#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "instruction_sets.hpp"

using namespace attn;
using Eigen::VectorXf;

namespace {

/// A text in which the next token follows from the last two, most often.
std::vector<Index> text_of(Index size, Index vocabulary, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<Index> out{0, 1};
  while (static_cast<Index>(out.size()) < size) {
    const Index follows = (2 * out[out.size() - 1] + out[out.size() - 2] + 1) % vocabulary;
    const bool any = rng.uniform() < 0.1;
    out.push_back(any ? static_cast<Index>(rng.uniform() * static_cast<double>(vocabulary))
                      : follows);
  }
  return out;
}

GptTrainerOptions small(GptPriorKind kind) {
  GptTrainerOptions out;
  out.shape = {5, 8, 16, 2, 2};
  out.batch = 6;
  out.schedule = {5e-3, 5, 60, 0.05};
  out.std_dev = 0.1;
  out.prior.kind = kind;
  out.prior.w = 0.5;
  return out;
}

constexpr GptPriorKind kAll[] = {GptPriorKind::kNone, GptPriorKind::kPublished,
                                 GptPriorKind::kBarrier, GptPriorKind::kResidual,
                                 GptPriorKind::kPlacebo};

/// The same run in double, from the same start and on the same windows, of which nothing but their
/// places is taken from the trainer's definition.
class Oracle {
 public:
  Oracle(std::vector<Index> text, const GptTrainerOptions& options, const GptTrainer& start)
      : text_(std::move(text)),
        options_(options),
        weights_(start.save().weights.cast<double>()),
        adamw_(weights_.size(), options.adamw),
        windows_(0) {
    windows_.restore(start.save().windows);
  }

  double step() {
    const GptShape& shape = options_.shape;
    const Index size = gpt_size(shape), d = shape.width, row = shape.context + 1;
    GptBatch batch{options_.batch, shape.context, {}};
    for (Index s = 0; s < options_.batch; ++s) {
      const auto first = static_cast<Index>(
          windows_.uniform() * static_cast<double>(static_cast<Index>(text_.size()) - row + 1));
      batch.tokens.insert(batch.tokens.end(), text_.begin() + first, text_.begin() + first + row);
    }
    const Vector model = weights_.head(size);
    const GptForward forward = gpt_forward(shape, model, batch);
    const Index rows = prior_sequences(options_.prior, options_.batch) * shape.context;
    Matrix d_x;
    Vector gradient = Vector::Zero(weights_.size());
    const double lambda = options_.prior.lambda;
    if (rows > 0) {
      Matrix w;
      if (weights_.size() > size) w = Eigen::Map<const Matrix>(weights_.data() + size, d, d);
      const GptPrior p = gpt_prior(options_.prior, forward.x.topRows(rows), shape.context, w,
                                   adamw_.state().updates);
      d_x = Matrix::Zero(forward.x.rows(), d);
      d_x.topRows(rows) = lambda * p.d_x;
      if (weights_.size() > size) {
        Eigen::Map<Matrix>(gradient.data() + size, d, d) = lambda * p.d_w;
      }
    }
    gradient.head(size) = gpt_backward(shape, model, batch, forward, d_x);
    adamw_.step(weights_, gradient, cosine_rate(options_.schedule, adamw_.state().updates));
    return forward.loss;
  }

  const Vector& weights() const { return weights_; }

 private:
  std::vector<Index> text_;
  GptTrainerOptions options_;
  Vector weights_;
  AdamW adamw_;
  Rng windows_;
};

}  // namespace

TEST_CASE("a run in float follows the run in double step by step, with each prior") {
  const std::vector<Index> text = text_of(500, 5, 1);
  for (const GptPriorKind kind : kAll) {
    const GptTrainerOptions options = small(kind);
    GptTrainer trainer(text, options);
    Oracle oracle(text, options, trainer);
    for (int u = 0; u < 30; ++u) {
      INFO(static_cast<int>(kind) << ' ' << u);
      const double loss = oracle.step();
      const GptUpdate found = trainer.step();
      CHECK(std::fabs(found.loss - loss) <= 2e-5);
      CHECK(found.rate == cosine_rate(options.schedule, u));
    }
    const Vector apart = trainer.save().weights.cast<double>() - oracle.weights();
    CHECK(largest(apart) <= 2e-3);
    CHECK(trainer.updates() == 30);
  }
}

TEST_CASE("an evaluation in pieces of any size is that at once, by its bits") {
  GptTrainer trainer(text_of(500, 5, 1), small(GptPriorKind::kNone));
  // 64 windows of 8 tokens are a piece: three whole ones and a rest.
  const std::vector<Index> unseen = text_of(1700, 5, 2);
  const Index all = trainer.pieces(static_cast<Index>(unseen.size()));
  CHECK(all == 4);
  CHECK(trainer.pieces(0) == 0);
  CHECK(message_of([&] { (void)trainer.pieces(-1); }) ==
        "GptTrainer::pieces: tokens is -1, expected a whole number from 0 to 1000000000");
  CHECK(trainer.pieces(8) == 0);
  CHECK(trainer.pieces(9) == 1);
  for (const double sigma : {0.0, 0.5}) {
    const double at_once = trainer.evaluate(unseen, sigma, 3);
    for (const Index pieces : {Index{1}, Index{3}, all}) {
      GptEvaluation on_its_way(sigma, 3);
      Index calls = 1;
      std::optional<double> found;
      while (!(found = trainer.evaluate(unseen, on_its_way, pieces))) ++calls;
      CHECK(calls == (all + pieces - 1) / pieces);
      CHECK(*found == at_once);
      // Who asks once more is told the same.
      CHECK(trainer.evaluate(unseen, on_its_way, 1) == found);
    }
    // One that was refused goes on as if it had not been asked.
    GptEvaluation on_its_way(sigma, 3);
    CHECK_FALSE(trainer.evaluate(unseen, on_its_way, 1));
    CHECK_THAT(message_of([&] { (void)trainer.evaluate(unseen, on_its_way, 0); }),
               contains("GptTrainer::evaluate: pieces is 0"));
    CHECK_THAT(message_of([&] { (void)trainer.evaluate(text_of(8, 5, 1), on_its_way, 1); }),
               contains("GptTrainer::evaluate: the number of tokens of the text is 8"));
    CHECK(trainer.evaluate(unseen, on_its_way, 100) == at_once);
  }
}

TEST_CASE("a run learns what its text is like, and says how it goes on") {
  GptTrainerOptions options = small(GptPriorKind::kNone);
  options.schedule = {1e-2, 10, 300, 0.05};
  const std::vector<Index> text = text_of(4000, 5, 1), unseen = text_of(801, 5, 2);
  GptTrainer trainer(text, options);
  CHECK(std::fabs(trainer.evaluate(unseen) - std::log(5.0)) < 0.2);
  for (int u = 0; u < 300; ++u) (void)trainer.step();
  // One token in ten is any of five; the rest is known but for the first of a window.
  const double least = -(0.92 * std::log(0.92) + 4 * 0.02 * std::log(0.02));
  const double learned = trainer.evaluate(unseen);
  CHECK(learned > least - 0.05);
  CHECK(learned < 0.85);
  CHECK(trainer.evaluate(unseen, 0.0, 3) == learned);
  CHECK(trainer.evaluate(unseen, 0.5, 3) > learned + 0.05);
  CHECK(trainer.evaluate(unseen, 0.5, 3) == trainer.evaluate(unseen, 0.5, 3));
  CHECK(trainer.evaluate(unseen, 0.5, 4) != trainer.evaluate(unseen, 0.5, 3));
  // Without chance the most probable one: what the rule says.
  const std::vector<Index> said = trainer.sample({0, 1}, 12, 0.0, 1);
  std::vector<Index> expected{0, 1};
  for (std::size_t i = 2; i < 14; ++i) {
    expected.push_back((2 * expected[i - 1] + expected[i - 2] + 1) % 5);
  }
  CHECK(said == std::vector<Index>(expected.begin() + 2, expected.end()));
  CHECK(trainer.sample({0, 1}, 30, 1.0, 1) == trainer.sample({0, 1}, 30, 1.0, 1));
  CHECK(trainer.sample({0, 1}, 30, 1.0, 1) != trainer.sample({0, 1}, 30, 1.0, 2));
  CHECK(trainer.sample({0, 1}, 0, 1.0, 1).empty());
}

TEST_CASE("priors share the start and the windows, and differ afterwards") {
  const std::vector<Index> text = text_of(500, 5, 1);
  GptTrainer plain(text, small(GptPriorKind::kNone));
  for (const GptPriorKind kind : kAll) {
    if (kind == GptPriorKind::kNone) continue;
    GptTrainer other(text, small(kind));
    const Index size = plain.weights().size();
    CHECK(other.save().weights.head(size) == plain.save().weights);
    GptTrainer reference(text, small(GptPriorKind::kNone));
    CHECK(other.step().loss == reference.step().loss);
    CHECK(other.weights() != reference.weights());
    CHECK(other.save().windows.counter == reference.save().windows.counter);
    // Nothing is added where lambda is 0.
    GptTrainerOptions none = small(kind);
    none.prior.lambda = 0.0;
    GptTrainer silent(text, none);
    (void)silent.step();
    CHECK(silent.weights() == reference.weights());
  }
}

TEST_CASE("a run that is restored goes on with the same bits, on every instruction set") {
  const std::vector<Index> text = text_of(500, 5, 1);
  for (const GptPriorKind kind : kAll) {
    const GptTrainerOptions options = small(kind);
    GptTrainer whole(text, options);
    for (int u = 0; u < 7; ++u) (void)whole.step();
    const GptTrainerState middle = whole.save();
    double loss = 0.0;
    for (int u = 0; u < 7; ++u) loss = whole.step().loss;
    const GptTrainerState end = whole.save();
    on_each_instruction_set([&] {
      if (instruction_set() == HWY_SCALAR && kind != GptPriorKind::kNone) return;
      GptTrainer other(text, options);
      other.restore(middle);
      CHECK(other.updates() == 7);
      double last = 0.0;
      for (int u = 0; u < 7; ++u) last = other.step().loss;
      CHECK(last == loss);
      CHECK(other.save().weights == end.weights);
      CHECK(other.save().adamw.squares == end.adamw.squares);
    });
  }
}

TEST_CASE("windows follow each other, and a rest that fills none is left out") {
  const std::vector<Index> text = text_of(30, 5, 1);
  const GptBatch all = gpt_windows(text, 8, 0, 100);
  CHECK(all.sequences == 3);
  CHECK(all.length == 8);
  std::vector<Index> expected;
  for (const Index first : {0, 8, 16}) {
    expected.insert(expected.end(), text.begin() + first, text.begin() + first + 9);
  }
  CHECK(all.tokens == expected);
  const GptBatch last = gpt_windows(text, 8, 2, 1);
  CHECK(last.tokens == std::vector<Index>(expected.end() - 9, expected.end()));
  CHECK(gpt_windows(text, 8, 3, 1).sequences == 0);
  CHECK(gpt_windows({}, 8, 0, 1).sequences == 0);
  CHECK(gpt_windows(text, 8, 0, 0).tokens.empty());
  CHECK_THAT(message_of([&] { (void)gpt_windows(text, 0, 0, 1); }),
             contains("gpt_windows: length is 0"));
  CHECK_THAT(message_of([&] { (void)gpt_windows(text, 1, -1, 1); }),
             contains("gpt_windows: first is -1"));
  CHECK_THAT(message_of([&] { (void)gpt_windows(text, 1, 0, -1); }),
             contains("gpt_windows: most is -1"));
}

TEST_CASE("the size of embeddings is that of all windows, however many are looked at at once") {
  const GptTrainerOptions options = small(GptPriorKind::kNone);
  const GptTrainer trainer(text_of(500, 5, 1), options);
  for (const Index tokens : {Index{9}, Index{400}, 600 * options.shape.context + 1}) {
    const std::vector<Index> text = text_of(tokens, 5, 2);
    const GptBatch all = gpt_windows(text, options.shape.context, 0, tokens);
    const GptForward forward = gpt_forward(options.shape, trainer.weights().cast<double>(), all);
    const double size = std::sqrt(forward.x.squaredNorm() / static_cast<double>(forward.x.size()));
    CHECK(trainer.size_of_embeddings(text) == Approx(size).epsilon(1e-6));
  }
  CHECK_THAT(message_of([&] { (void)trainer.size_of_embeddings(text_of(8, 5, 1)); }),
             contains("GptTrainer::size_of_embeddings: the number of tokens of the text is 8"));
}

TEST_CASE("a trainer refuses what does not fit, and is then as it was") {
  const std::vector<Index> text = text_of(500, 5, 1);
  const GptTrainerOptions good = small(GptPriorKind::kPublished);
  const auto made = [&](const GptTrainerOptions& options, const std::vector<Index>& of) {
    return message_of([&] { GptTrainer(of, options); });
  };
  CHECK_THAT(made(good, text_of(8, 5, 1)),
             contains("GptTrainer: the number of tokens of the text is 8"));
  CHECK_THAT(made(good, {0, 1, 2, 3, 4, 5, 0, 0, 0, 0}), contains("a token of the text is 5"));
  GptTrainerOptions bad = good;
  bad.shape.heads = 3;
  CHECK_THAT(made(bad, text), contains("GptTrainer: shape.heads is 3"));
  bad = good;
  bad.batch = 0;
  CHECK_THAT(made(bad, text), contains("options.batch is 0"));
  bad = good;
  bad.schedule.warmup = -1;
  CHECK_THAT(made(bad, text), contains("GptTrainer: "));
  bad = good;
  bad.std_dev = 1e38;
  CHECK_THAT(made(bad, text), contains("GptTrainer: options.std_dev is 1e38"));
  bad.std_dev = 1e37;
  CHECK(GptTrainer(text, bad).weights().allFinite());
  bad = good;
  bad.adamw.first = 1.0;
  CHECK_THAT(made(bad, text), contains("GptTrainer: "));
  bad = good;
  bad.prior.sigma = -1.0;
  CHECK_THAT(made(bad, text), contains("options.sigma is -1"));
  bad = good;
  bad.prior.lambda = std::numeric_limits<double>::quiet_NaN();
  CHECK_THAT(made(bad, text), contains("GptTrainer: prior: options.lambda is NaN"));

  GptTrainer trainer(text, good);
  (void)trainer.step();
  const GptTrainerState state = trainer.save();
  GptTrainerState other = state;
  other.weights.conservativeResize(5);
  CHECK_THAT(message_of([&] { trainer.restore(other); }), contains("state.weights is 5 long"));
  other = state;
  other.weights(3) = std::numeric_limits<float>::infinity();
  CHECK_THAT(message_of([&] { trainer.restore(other); }), contains("a weight is Infinity"));
  other = state;
  other.adamw.updates = -1;
  CHECK_THAT(message_of([&] { trainer.restore(other); }), contains("GptTrainer::restore: "));
  CHECK_THAT(message_of([&] { (void)trainer.evaluate(text_of(8, 5, 1)); }),
             contains("GptTrainer::evaluate: the number of tokens of the text is 8"));
  CHECK_THAT(message_of([&] { (void)trainer.evaluate(text, -1.0); }), contains("sigma is -1"));
  CHECK_THAT(message_of([&] { (void)trainer.sample({}, 1, 1.0, 1); }),
             contains("the number of tokens of the text is 0"));
  CHECK_THAT(message_of([&] { (void)trainer.sample({1}, 1, -1.0, 1); }),
             contains("temperature is -1"));
  CHECK(trainer.save().weights == state.weights);

  // Embeddings that floats cannot square.
  other = state;
  for (Index i = 0; i < 80; ++i) other.weights(i) = i % 3 == 0 ? 1e29F : -1e29F;
  trainer.restore(other);
  CHECK_THAT(message_of([&] { (void)trainer.step(); }), contains("GptTrainer::step: "));
  CHECK(trainer.updates() == 1);
  CHECK(trainer.save().windows.counter == state.windows.counter);
  CHECK(trainer.save().weights == other.weights);
}
