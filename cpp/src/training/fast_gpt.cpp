#include "attn/training/fast_gpt.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "attn/numerics/check.hpp"
#include "kernels/gpt.hpp"
#include "kernels/weights.hpp"
#include "numerics/float_view.hpp"
#include "training/gpt_checks.hpp"

namespace attn {
namespace {

// Rows of sequences that go through the model together: their numbers stay in a cache.
constexpr Index kChunkRows = 256;
// Groups of chunks that each add up a gradient: as many threads can be at work.
constexpr Index kMostGroups = 16;

using Floats = Eigen::Ref<const Eigen::VectorXf>;

void check_weights(const char* function, const GptShape& shape, const Floats& weights) {
  const Index size = gpt_size(shape);
  if (weights.size() != size) {
    check::refuse(function, "weights", {weights.size(), " long"}, {size});
  }
  if (kernels::all_finite(weights.data(), static_cast<std::size_t>(size))) return;
  for (Index i = 0; i < size; ++i) {
    if (std::isfinite(weights(i))) continue;
    check::refuse(function, {"weights[", i, "]"}, static_cast<double>(weights(i)),
                  "a finite number");
  }
}

void check_rows(const char* function, const char* argument, const FloatMatrix& m, Index rows,
                Index cols) {
  float_view::check_shape(function, argument, float_view::of(m), rows, cols);
  (void)float_view::largest_size(function, argument, float_view::of(m));
}

// What passes leave behind and work in: one for each thread that is at work, the last that was used
// first, whose numbers are still in a cache.
class Works {
 public:
  using Work = std::unique_ptr<kernels::GptWork>;

  Works() { free_.reserve(kMostGroups); }
  Work take() {
    Work out;
    {
      const Turn turn(taken_);
      if (!free_.empty()) {
        out = std::move(free_.back());
        free_.pop_back();
      }
    }
    return out ? std::move(out) : std::make_unique<kernels::GptWork>();
  }
  void give_back(Work work) {
    const Turn turn(taken_);
    free_.push_back(std::move(work));
  }
  // These only while nobody is at work.
  const kernels::GptWork& last() const { return *free_.back(); }
  std::size_t bytes() const {
    std::size_t out = 0;
    for (const Work& w : free_) out += w->bytes();
    return out;
  }

 private:
  // For the moment that a pointer takes to move. A std::mutex would bring all that the standard
  // library has for threads into WebAssembly.
  class Turn {
   public:
    explicit Turn(std::atomic_flag& taken) : taken_(taken) {
      while (taken_.test_and_set(std::memory_order_acquire)) {
      }
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() { taken_.clear(std::memory_order_release); }

   private:
    std::atomic_flag& taken_;
  };

  std::atomic_flag taken_ = ATOMIC_FLAG_INIT;
  std::vector<Work> free_;
};

// A touch in floats.
struct FloatTouch {
  FloatMatrix queries, scores, weights, output;

  FloatTouch(const char* function, const GptTouch& touch, Index length)
      : queries(rounded(function, "touch.queries", touch.queries)),
        scores(rounded(function, "touch.scores", touch.scores, length)),
        weights(rounded(function, "touch.weights", touch.weights)),
        output(rounded(function, "touch.output", touch.output)) {}

 private:
  // What is hidden by causality in sequences of a length is not looked at.
  static FloatMatrix rounded(const char* function, const char* argument, const Matrix& m,
                             Index causal_length = 0) {
    constexpr double kMost = 1e30;
    if (m.size() == 0) return {};
    FloatMatrix out = FloatMatrix::Zero(m.rows(), m.cols());
    for (Index i = 0; i < m.rows(); ++i) {
      for (Index j = 0; j < (causal_length > 0 ? i % causal_length + 1 : m.cols()); ++j) {
        if (!(std::fabs(m(i, j)) <= kMost) && std::isfinite(m(i, j))) {
          check::refuse(function, {argument, "[", i, ", ", j, "]"}, {m(i, j)},
                        {"at most ", kMost, " in size"});
        }
        out(i, j) = static_cast<float>(m(i, j));
      }
    }
    return out;
  }
};

struct Group {
  Eigen::VectorXf gradient;
  double loss = 0.0;
};

}  // namespace

struct FastGpt::Work {
  GptShape shape;
  FastGptOptions options;
  kernels::GptSizes sizes;
  kernels::GptPacks packs;
  std::vector<Group> groups;
  Works works;
  std::vector<std::int32_t> read, after;
  FloatMatrix d_x;
  GptBatch text{};  // of next()
  // Of the batch that is at work.
  Index sequences = 0, length = 0, chunk = 0;
  const float* weights = nullptr;
  const float* noise = nullptr;
  const kernels::GptHeadTouch* touch = nullptr;
  double* losses = nullptr;
  Index weights_size = 0;
  bool back = false;
  std::function<void(Index)> job;

  Work(const GptShape& s, FastGptOptions o) : shape(s), options(std::move(o)) {
    const auto size = [](Index n) { return static_cast<std::size_t>(n); };
    sizes = {size(s.vocabulary), size(s.context), size(s.width), size(s.heads), size(s.blocks)};
    // Once: a function that holds more than a pointer takes memory.
    job = [this](Index group) { run(group); };
  }

  Index chunks() const { return (sequences + chunk - 1) / chunk; }
  bool parallel() const { return options.parallel && groups.size() > 1; }

  // Chunks of a group, one after the other.
  void run(Index g) {
    Group& group = groups[static_cast<std::size_t>(g)];
    const auto count = static_cast<Index>(groups.size());
    // Of groups in turn the sum is the first's, and all others are added up in the second's.
    Eigen::VectorXf& gradient =
        groups[static_cast<std::size_t>(parallel() ? g : std::min<Index>(g, 1))].gradient;
    Works::Work work = works.take();
    group.loss = 0.0;
    if (back) gradient.resize(weights_size);
    const Index begin = chunks() * g / count;
    for (Index c = begin; c < chunks() * (g + 1) / count; ++c) {
      const Index first = c * chunk, row = first * length;
      kernels::GptChunk at{};
      at.sequences = static_cast<std::size_t>(std::min(chunk, sequences - first));
      at.length = static_cast<std::size_t>(length);
      at.tokens = read.data() + row;
      at.targets = after.empty() ? nullptr : after.data() + row;
      at.noise = noise ? noise + row * shape.width : nullptr;
      at.d_x = back && row < d_x.rows() ? d_x.data() + row * shape.width : nullptr;
      at.touch = touch;
      at.row = static_cast<std::size_t>(row);
      at.losses = losses ? losses + row : nullptr;
      at.begins = c == begin;
      at.share = 1.0F / static_cast<float>(sequences * length);
      group.loss += kernels::gpt_chunk_forward(sizes, weights, packs, at, options.fused, *work);
      if (back) {
        kernels::gpt_chunk_backward(sizes, weights, packs, at, options.fused, *work,
                                    gradient.data());
      }
    }
    works.give_back(std::move(work));
  }

  // The tokens of the batch, and what is at work with them.
  void take(const Floats& w, const GptBatch& batch, const FloatMatrix& added, bool with_gradient) {
    const Index rows = batch.sequences * batch.length;
    sequences = batch.sequences;
    length = batch.length;
    chunk = std::max<Index>(1, kChunkRows / length);
    weights = w.data();
    weights_size = w.size();
    noise = added.size() > 0 ? added.data() : nullptr;
    touch = nullptr;
    losses = nullptr;
    back = with_gradient;
    read.resize(static_cast<std::size_t>(rows));
    after.resize(static_cast<std::size_t>(rows));
    for (Index s = 0; s < sequences; ++s) {
      const Index* from = batch.tokens.data() + s * (length + 1);
      for (Index t = 0; t < length; ++t) {
        read[static_cast<std::size_t>(s * length + t)] = static_cast<std::int32_t>(from[t]);
        after[static_cast<std::size_t>(s * length + t)] = static_cast<std::int32_t>(from[t + 1]);
      }
    }
    groups.resize(static_cast<std::size_t>(std::min(chunks(), kMostGroups)));
    kernels::gpt_pack(sizes, weights, back, packs);
  }

  // The mean loss.
  double pass(const char* function) {
    const auto count = static_cast<Index>(groups.size());
    if (parallel()) options.parallel(count, job);
    for (Index g = 0; g < count; ++g) {
      if (!parallel()) run(g);
      if (!back || g == 0) continue;
      const Group& other = groups[static_cast<std::size_t>(parallel() ? g : 1)];
      kernels::add_to(groups[0].gradient.data(), other.gradient.data(),
                      static_cast<std::size_t>(weights_size));
    }
    double sum = 0.0;
    for (const Group& g : groups) sum += g.loss;
    if (!std::isfinite(sum)) {
      check::refuse(function, "the loss", sum,
                    "weights whose numbers are not too large for floats");
    }
    return sum / static_cast<double>(sequences * length);
  }
};

FastGpt::FastGpt(const GptShape& shape, FastGptOptions options) {
  check_gpt_shape("FastGpt", shape);
  work_ = std::make_unique<Work>(shape, std::move(options));
}
FastGpt::FastGpt(FastGpt&& other) noexcept = default;
FastGpt& FastGpt::operator=(FastGpt&& other) noexcept = default;
FastGpt::~FastGpt() = default;

const GptShape& FastGpt::shape() const noexcept { return work_->shape; }

const FastGptOptions& FastGpt::options() const noexcept { return work_->options; }

std::size_t FastGpt::bytes() const noexcept {
  const Work& w = *work_;
  std::size_t out = (w.read.capacity() + w.after.capacity()) * sizeof(std::int32_t) +
                    w.text.tokens.capacity() * sizeof(Index) +
                    static_cast<std::size_t>(w.d_x.size()) * sizeof(float) + w.packs.bytes() +
                    w.works.bytes();
  for (const Group& g : w.groups) {
    out += static_cast<std::size_t>(g.gradient.size()) * sizeof(float);
  }
  return out;
}

double FastGpt::loss(const Floats& weights, const GptBatch& batch, const FloatMatrix& noise) {
  constexpr const char* kName = "FastGpt::loss";
  Work& w = *work_;
  check_weights(kName, w.shape, weights);
  gpt_checks::check_batch(kName, w.shape, batch);
  if (noise.size() > 0) {
    check_rows(kName, "noise", noise, batch.sequences * batch.length, w.shape.width);
  }
  w.take(weights, batch, noise, false);
  return w.pass(kName);
}

double FastGpt::gradient(const Floats& weights, const GptBatch& batch,
                         Eigen::Ref<Eigen::VectorXf> gradient, const FloatMatrix& d_x) {
  constexpr const char* kName = "FastGpt::gradient";
  Work& w = *work_;
  check_weights(kName, w.shape, weights);
  gpt_checks::check_batch(kName, w.shape, batch);
  if (gradient.size() != weights.size()) {
    check::refuse(kName, "gradient", {gradient.size(), " long"}, {weights.size()});
  }
  const Index rows = batch.sequences * batch.length;
  if (d_x.size() > 0) {
    check::count(kName, "the rows of d_x", d_x.rows(), 1, rows);
    check_rows(kName, "d_x", d_x, d_x.rows(), w.shape.width);
  }
  w.take(weights, batch, {}, true);
  // Zeros up to the end of the last chunk that it reaches into.
  const Index rows_of_chunk = w.chunk * w.length;
  const Index reached = (d_x.rows() + rows_of_chunk - 1) / rows_of_chunk * rows_of_chunk;
  w.d_x.setZero(std::min(rows, reached), d_x.cols());
  w.d_x.topRows(d_x.rows()) = d_x;
  const double loss = w.pass(kName);
  std::copy_n(w.groups.front().gradient.data(), gradient.size(), gradient.data());
  if (!kernels::all_finite(gradient.data(), static_cast<std::size_t>(gradient.size()))) {
    check::refuse(kName, "a gradient", "not finite", "one that floats can hold");
  }
  return loss;
}

Vector FastGpt::losses(const Floats& weights, const GptBatch& batch, const GptTouch& touch) {
  constexpr const char* kName = "FastGpt::losses";
  Work& w = *work_;
  check_weights(kName, w.shape, weights);
  gpt_checks::check_batch(kName, w.shape, batch);
  gpt_checks::check_touch(kName, w.shape, batch, touch);
  const FloatTouch floats(kName, touch, batch.length);
  const auto given = [](const FloatMatrix& m) { return m.size() > 0 ? m.data() : nullptr; };
  const kernels::GptHeadTouch at{static_cast<std::size_t>(touch.block),
                                 static_cast<std::size_t>(touch.head),
                                 static_cast<float>(touch.temperature),
                                 given(floats.queries),
                                 given(floats.scores),
                                 given(floats.weights),
                                 given(floats.output),
                                 kernels::gpt_touched_head};
  Vector out(batch.sequences * batch.length);
  w.take(weights, batch, {}, false);
  w.touch = &at;
  w.losses = out.data();
  (void)w.pass(kName);
  return out;
}

Eigen::VectorXf FastGpt::next(const Floats& weights, const std::vector<Index>& text) {
  constexpr const char* kName = "FastGpt::next";
  Work& w = *work_;
  check::count(kName, "the number of tokens", text.size(), 1, w.shape.context);
  GptBatch& batch = w.text;
  batch.sequences = 1;
  batch.length = static_cast<Index>(text.size());
  batch.tokens = text;
  batch.tokens.push_back(text.back());
  check_weights(kName, w.shape, weights);
  gpt_checks::check_batch(kName, w.shape, batch);
  w.take(weights, batch, {}, false);
  w.after.clear();
  w.run(0);
  const auto stride = static_cast<Index>(kernels::whole_vectors(w.sizes.vocabulary));
  const float* last = w.works.last().logits.data() + (batch.length - 1) * stride;
  Eigen::VectorXf out = Eigen::Map<const Eigen::VectorXf>(last, w.shape.vocabulary);
  if (!std::isfinite(out.sum())) {
    check::refuse(kName, "a probability", "not finite",
                  "weights whose numbers are not too large for floats");
  }
  return out;
}

FloatMatrix fast_gpt_embeddings(const GptShape& shape, const Floats& weights, const GptBatch& batch,
                                Index sequences) {
  constexpr const char* kName = "fast_gpt_embeddings";
  check_gpt_shape(kName, shape);
  check_weights(kName, shape, weights);
  gpt_checks::check_batch(kName, shape, batch);
  check::count(kName, "sequences", sequences, 1, batch.sequences);
  const Index d = shape.width;
  FloatMatrix out(sequences * batch.length, d);
  for (Index i = 0; i < out.rows(); ++i) {
    const Index id = batch.tokens[static_cast<std::size_t>(i + i / batch.length)];
    out.row(i) =
        weights.segment(id * d, d) + weights.segment((shape.vocabulary + i % batch.length) * d, d);
  }
  return out;
}

}  // namespace attn
