#include "attn/training/fast_pattern_trainer.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "kernels/patterns.hpp"
#include "training/pattern_votes.hpp"
#include "training/through_softmax.hpp"

namespace attn {
namespace {

constexpr Index kMaxNumbers = Index{1} << 26;
// Four contexts beside each other.
constexpr std::size_t kBlock = 4;
// Sums of votes, and what the kernel makes of them, stay floats.
constexpr double kMaxVotes = 1e30;

void check_laws(const char* function, const char* argument, const Matrix& laws) {
  for (Index n = 0; n < laws.rows(); ++n) {
    check::distribution(function, argument, laws.row(n).transpose());
  }
}

// What the kernel reads of some of the contexts.
class Layout {
 public:
  Layout(const PatternData& data, const kernels::PatternTables& tables) : tables_(tables) {
    codes_.reserve(static_cast<std::size_t>(data.targets.rows()) * tables.tables);
    for (Index n = 0; n < data.targets.rows(); ++n) {
      for (std::size_t table = 0; table < tables.tables; ++table)
        codes_.push_back(code(data, n, table));
    }
  }

  // Those of `rows`, or all where it is empty.
  void fill(const PatternData& data, const std::vector<Index>& rows,
            kernels::PatternContexts& out) const {
    out.count = rows.empty() ? static_cast<std::size_t>(data.targets.rows()) : rows.size();
    const std::size_t blocks = (out.count + kBlock - 1) / kBlock;
    out.rows.assign(blocks * tables_.tables * kBlock, tables_.nowhere());
    out.targets.assign(blocks * kBlock * tables_.stride, 0.0F);
    for (std::size_t i = 0; i < out.count; ++i) {
      const std::size_t n = rows.empty() ? i : static_cast<std::size_t>(rows[i]);
      const std::size_t block = i / kBlock, place = i % kBlock;
      for (std::size_t table = 0; table < tables_.tables; ++table) {
        out.rows[(block * tables_.tables + table) * kBlock + place] =
            codes_[n * tables_.tables + table];
      }
      for (std::size_t c = 0; c < tables_.classes; ++c) {
        out.targets[i * tables_.stride + c] =
            static_cast<float>(data.targets(static_cast<Index>(n), static_cast<Index>(c)));
      }
    }
  }

 private:
  std::uint32_t code(const PatternData& data, Index n, std::size_t table) const {
    std::size_t row = 0;
    const std::size_t first = table * tables_.lags_per_table;
    for (std::size_t lag = first; lag < tables_.lags && lag < first + tables_.lags_per_table;
         ++lag) {
      const std::size_t at = static_cast<std::size_t>(n) * tables_.lags + lag;
      row = row * tables_.tokens + static_cast<std::size_t>(data.tokens[at]);
    }
    return static_cast<std::uint32_t>((table * tables_.table_rows + row) * tables_.stride);
  }

  kernels::PatternTables tables_;
  std::vector<std::uint32_t> codes_;  // of each context, for each table
};

PatternData checked(const char* function, const PatternData& data) {
  patterns::check_data(function, data);
  check_laws(function, "data.targets", data.targets);
  const Index n = data.targets.rows(), d = data.targets.cols();
  check::count(function, "the number of contexts", n, 1, kMaxNumbers);
  check::product(function, "data.targets", n, d, kMaxNumbers);
  check::product(function, "data.tokens", n, data.lags, kMaxNumbers);
  // Votes have d rows of whole vectors for each lag, and what a table holds is named by 32 bits.
  const Index rows =
      check::product(function, "the votes", data.lags, d > 256 ? d : 256, kMaxNumbers);
  check::product(function, "the votes", rows, d + 4, kMaxNumbers);
  return data;
}

}  // namespace

PatternMoments pattern_moments(const PatternData& data, const Matrix& laws) {
  constexpr const char* kName = "pattern_moments";
  patterns::check_data(kName, data);
  check::shape(kName, "laws", laws, data.targets.rows(), data.targets.cols());
  check_laws(kName, "laws", laws);
  const Index d = laws.cols();
  PatternMoments out{Matrix::Zero(data.lags * d, d), 0.0};
  for (Index n = 0; n < laws.rows(); ++n) {
    for (Index i = 0; i < data.lags; ++i) {
      const Index x = data.tokens[static_cast<std::size_t>(n * data.lags + i)];
      for (Index y = 0; y < d; ++y) out.means(i * d + x, y) += laws(n, y);
    }
    out.entropy += entropy(laws.row(n).transpose());
  }
  const auto count = static_cast<double>(laws.rows());
  out.means /= count;
  out.entropy /= count;
  return out;
}

struct FastPatternPass::Work {
  // For passes over so many contexts.
  Work(PatternData contexts, Index count)
      : data(std::move(contexts)),
        tables(static_cast<std::size_t>(data.targets.cols()), static_cast<std::size_t>(data.lags),
               static_cast<std::size_t>(count)),
        layout(data, tables),
        targets(pattern_moments(data, data.targets)) {
    layout.fill(data, {}, all);
  }

  // Weights of lags go to `s`, the votes of heads to `votes`.
  void prepare(const char* function, const PatternHeads& heads) {
    patterns::check_heads(function, heads, data.targets.cols(), data.lags);
    log_sum = std::numeric_limits<double>::quiet_NaN();
    s = softmax_rows(heads.logits);
    weights.heads = heads.values.size();
    weights.weights.assign(s.data(), s.data() + s.size());
    weights.values.assign(weights.heads * tables.tokens * tables.stride, 0.0);
    const Index last = data.targets.cols() - 1;
    const auto stride = static_cast<Index>(tables.stride);
    double together = 0.0;
    double* to = weights.values.data();
    for (const Matrix& v : heads.values) {
      double largest = 0.0;
      for (Index c = 0; c < last; ++c) {
        for (Index x = 0; x <= last; ++x) {
          const double value = v(c, x) - v(last, x);
          to[x * stride + c] = value;
          largest = std::fmax(largest, std::fabs(value));
        }
      }
      to += (last + 1) * stride;
      together += largest;
    }
    if (together <= 1e300) {
      kernels::pattern_votes(tables, weights, votes);
      together = votes.largest;
    }
    if (!(together * static_cast<double>(data.lags) <= kMaxVotes)) {
      check::refuse(function, "heads", {"a vote of ", together}, {"votes that floats can add up"});
    }
  }

  double pass(const kernels::PatternContexts& contexts, bool with_gradient) {
    return kernels::pattern_pass(tables, contexts, votes, with_gradient, buffers) /
           static_cast<double>(contexts.count);
  }

  PatternGradient gradient(const char* function, const PatternHeads& heads) {
    prepare(function, heads);
    log_sum = pass(all, true);
    return {log_sum - agreement(targets.means), derivatives(function, all.count)};
  }

  PatternHeads gradient_of(const char* function, const std::vector<Index>& contexts,
                           const PatternHeads& heads) {
    prepare(function, heads);
    layout.fill(data, contexts, batch);
    pass(batch, true);
    return derivatives(function, batch.count);
  }

  // <votes, means> with votes against the last class, which is what log sum exp is told against.
  double agreement(const Matrix& means) const {
    const Index last = means.cols() - 1;
    // Beside each other: each sum waits for what it had before.
    double sums[4] = {};
    for (Index i = 0; i < means.rows(); ++i) {
      const double* mean = means.data() + i * means.cols();
      const double* vote = votes.doubles.data() + static_cast<std::size_t>(i) * tables.stride;
      for (Index c = 0; c < last; ++c) sums[c & 3] += vote[c] * mean[c];
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }

  double divergence(const char* function, const PatternMoments& moments) const {
    if (std::isnan(log_sum)) {
      check::fail(
          {function,
           ": there was no pass over all contexts before, expected one of loss() or gradient()"});
    }
    check::shape(function, "moments.means", moments.means, targets.means.rows(),
                 targets.means.cols());
    check::matrix(function, "moments.means", moments.means);
    check::finite(function, "moments.entropy", moments.entropy);
    return log_sum - agreement(moments.means) - moments.entropy;
  }

  // From the sums that the kernel has left.
  PatternHeads derivatives(const char* function, std::size_t count) {
    kernels::pattern_derivatives(tables, weights, buffers.d_votes, d_weights);
    const double share = 1.0 / static_cast<double>(count);
    const Index d = data.targets.cols();
    PatternHeads out;
    out.values.reserve(weights.heads);
    const double* from = d_weights.values.data();
    for (std::size_t k = 0; k < weights.heads; ++k) {
      out.values.emplace_back(d, d);
      Matrix& d_v = out.values.back();
      for (Index x = 0; x < d; ++x) {
        double rest = 0.0;
        for (Index c = 0; c < d - 1; ++c) rest += d_v(c, x) = share * from[c];
        d_v(d - 1, x) = -rest;
        from += tables.stride;
      }
      check::result(function, "a gradient", d_v);
    }
    Matrix d_s = Eigen::Map<const Matrix>(d_weights.weights.data(), s.rows(), s.cols());
    d_s *= share;
    out.logits = through_softmax(s, d_s);
    check::result(function, "a gradient", out.logits);
    return out;
  }

  PatternData data;
  kernels::PatternTables tables;
  Layout layout;
  kernels::PatternContexts all{}, batch{};
  kernels::PatternBuffers buffers;
  PatternMoments targets;
  Matrix s;  // of the last pass, as these
  kernels::PatternWeights weights{}, d_weights{};
  kernels::PatternVotes votes{};
  double log_sum =
      std::numeric_limits<double>::quiet_NaN();  // of the last pass, if over all contexts
};

FastPatternPass::FastPatternPass(const PatternData& data)
    : work_(std::make_unique<Work>(checked("FastPatternPass", data), data.targets.rows())) {}
FastPatternPass::FastPatternPass(FastPatternPass&& other) noexcept = default;
FastPatternPass& FastPatternPass::operator=(FastPatternPass&& other) noexcept = default;
FastPatternPass::~FastPatternPass() = default;

double FastPatternPass::loss(const PatternHeads& heads) {
  Work& w = *work_;
  w.prepare("FastPatternPass::loss", heads);
  w.log_sum = w.pass(w.all, false);
  return w.log_sum - w.agreement(w.targets.means);
}

PatternGradient FastPatternPass::gradient(const PatternHeads& heads) {
  return work_->gradient("FastPatternPass::gradient", heads);
}

PatternHeads FastPatternPass::gradient_of(const std::vector<Index>& contexts,
                                          const PatternHeads& heads) {
  constexpr const char* kName = "FastPatternPass::gradient_of";
  Work& w = *work_;
  check::count(kName, "the number of contexts", contexts.size(), 1, kMaxNumbers);
  for (const Index n : contexts) {
    check::count(kName, "a context", n, 0, w.data.targets.rows() - 1);
  }
  return w.gradient_of(kName, contexts, heads);
}

double FastPatternPass::divergence(const PatternMoments& moments) const {
  return work_->divergence("FastPatternPass::divergence", moments);
}

struct FastPatternTrainer::Work {
  // The derivatives at the weights as they are; a step over all contexts takes them.
  const PatternGradient& gradient(const char* function) {
    if (!now) now = pass.gradient(function, heads);
    return *now;
  }

  FastPatternPass::Work pass;
  Index batch;
  PatternHeads heads;
  patterns::PatternSteps steps;
  std::optional<PatternGradient> now;
};

FastPatternTrainer::FastPatternTrainer(const PatternData& data, PatternHeads start,
                                       const PatternTrainerOptions& options) {
  constexpr const char* kName = "FastPatternTrainer";
  PatternData contexts = checked(kName, data);
  patterns::check_heads(kName, start, data.targets.cols(), data.lags);
  patterns::PatternSteps steps(kName, start, options);
  FastPatternPass::Work pass(std::move(contexts),
                             options.batch > 0 ? options.batch : data.targets.rows());
  work_ = std::make_unique<Work>(
      Work{std::move(pass), options.batch, std::move(start), std::move(steps), {}});
}

FastPatternTrainer::FastPatternTrainer(FastPatternTrainer&& other) noexcept = default;
FastPatternTrainer& FastPatternTrainer::operator=(FastPatternTrainer&& other) noexcept = default;
FastPatternTrainer::~FastPatternTrainer() = default;

const PatternHeads& FastPatternTrainer::heads() const noexcept { return work_->heads; }
Index FastPatternTrainer::steps() const noexcept { return work_->steps.taken(); }

void FastPatternTrainer::step(Index count) {
  constexpr const char* kName = "FastPatternTrainer::step";
  check::count(kName, "count", count, 0, check::kMaxBudget);
  Work& w = *work_;
  for (Index i = 0; i < count; ++i) {
    if (w.batch == 0) {
      w.steps.take(kName, w.heads, w.gradient(kName).d);
    } else {
      const std::vector<Index>& rows = w.steps.draw(w.pass.data.targets.rows());
      w.steps.take(kName, w.heads, w.pass.gradient_of(kName, rows, w.heads));
    }
    w.now.reset();
  }
}

double FastPatternTrainer::loss() { return work_->gradient("FastPatternTrainer::loss").loss; }

double FastPatternTrainer::divergence(const PatternMoments& moments) {
  constexpr const char* kName = "FastPatternTrainer::divergence";
  work_->gradient(kName);
  return work_->pass.divergence(kName, moments);
}

}  // namespace attn
