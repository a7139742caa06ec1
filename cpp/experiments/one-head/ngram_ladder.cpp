#include "experiments/one-head/ngram_ladder.hpp"

#include <algorithm>
#include <cmath>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/reading/lags.hpp"
#include "attn/training/character_vocabulary.hpp"
#include "attn/training/gpt_touch.hpp"
#include "experiments/one-head/model_readings.hpp"
#include "experiments/one-head/reading_source.hpp"

namespace attn::experiments {
namespace {

// Columns of what is measured at a step.
constexpr Index kBits = 0, kForward = 1, kBackward = kForward + NgramLadder::kLaws,
                kFirstLag = kBackward + NgramLadder::kLaws;
constexpr Index kHeads = 8, kAlike = kFirstLag + kHeads * NgramLadder::kLags, kLooks = kAlike + 2;

// Where rare ones are one.
constexpr Index kMostCharacters = 120;

double log2_of(double x) { return mathfn::log(x) / mathfn::log(2.0); }

NgramLadderParams made_up(Index letters, Index updates, std::uint64_t seed) {
  NgramLadderParams out;
  out.text = made_up_text(letters);
  out.updates = updates;
  out.seed = seed;
  return out;
}

GptRunParams run_params(const NgramLadderParams& params) {
  GptRunParams out;
  out.updates = params.updates;
  out.seed = params.seed;
  return out;
}

GptText text_of(const char* experiment, const NgramLadderParams& params) {
  if (params.least == 1) return gpt_text(experiment, params.text);
  std::string frequent;
  try {
    frequent = without_rare_characters(params.text, params.least, kMostCharacters);
  } catch (const Error& error) {
    check::fail({experiment, ": ", error.what()});
  }
  return gpt_text(experiment, frequent);
}

// Of patterns of one layer: the mean cosine of two of them, in rows that count, each less the
// pattern that looks everywhere alike.
double alike_of(const std::vector<Matrix>& patterns, std::size_t first, std::size_t count) {
  std::vector<Matrix> off;
  for (std::size_t h = first; h < first + count; ++h) {
    Matrix one = patterns[h];
    for (Index t = 0; t < one.rows(); ++t) {
      if (t < kFirstRow) {
        one.row(t).setZero();
      } else {
        one.row(t).head(t + 1).array() -= 1.0 / static_cast<double>(t + 1);
      }
    }
    off.push_back(std::move(one));
  }
  double sum = 0.0, pairs = 0.0;
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = a + 1; b < count; ++b) {
      const double sizes = off[a].norm() * off[b].norm();
      if (sizes > 0.0) sum += off[a].cwiseProduct(off[b]).sum() / sizes;
      pairs += 1.0;
    }
  }
  return sum / pairs;
}

}  // namespace

std::vector<Setting<NgramLadderParams>> NgramLadder::settings() {
  // Their validation text fills two windows and one.
  return {{made_up(900, 40, 1), 2, 0}, {made_up(500, 20, 2), 0, 15}, {made_up(900, 20, 3), 1, 5}};
}

NgramLadder::NgramLadder(const Params& params) : NgramLadder(params, InUnits{}) {
  open(check::kMaxBudget);
}

NgramLadder::NgramLadder(const Params& params, InUnits)
    : params_(checked(kName, params)),
      text_(text_of(kName, params)),
      run_(kName, text_, run_params(params), GptPriorKind::kNone),
      law_bits_(Vector::Zero(kLaws)),
      looks_(Matrix::Zero(steps() + 1, kLooks)),
      removed_(Matrix::Zero(kHeads, 2 * kLaws)) {
  shape_.vocabulary = text_.characters.size();
  windows_ = gpt_windows(text_.validation, shape_.context, 0, kWindows);
  start_anew();
  stand_here();
}

void NgramLadder::open_unit(Index) { look(0); }

// What the laws say in one more window.
void NgramLadder::prepare(Index number) {
  const GptBatch batch = window_of(windows_, number);
  const Index rows = batch.length - kFirstRow;
  const double share = 1.0 / (windows() * static_cast<double>(rows));
  Laws out;
  for (Index k = 0; k < kLaws; ++k) {
    Matrix law(rows, shape_.vocabulary), log_law(rows, shape_.vocabulary);
    for (Index r = 0; r < rows; ++r) {
      const auto next = batch.tokens.begin() + r + kFirstRow + 1;
      const Vector of = laws_->law({next - k, next});
      law_error_ = larger(law_error_, std::fabs(of.sum() - 1.0));
      law.row(r) = of.transpose();
      for (Index v = 0; v < of.size(); ++v) log_law(r, v) = log2_of(of(v));
      law_bits_(k) -= share * log_law(r, *next);
    }
    out.law.push_back(std::move(law));
    out.log_law.push_back(std::move(log_law));
  }
  of_windows_.push_back(std::move(out));
}

// Adds the mean over rows to the means over windows.
void NgramLadder::add_divergences(const MatrixRef& logits, Index number, double* to,
                                  double* back) const {
  const Laws& laws = of_windows_[static_cast<std::size_t>(number)];
  const Index rows = logits.rows() - kFirstRow;
  const double share = 1.0 / (windows() * static_cast<double>(rows));
  for (Index r = 0; r < rows; ++r) {
    const Vector row = logits.row(r + kFirstRow).transpose();
    const double all = log_sum_exp(row);
    for (Index v = 0; v < row.size(); ++v) {
      const double nats = row(v) - all, own = nats / mathfn::log(2.0), p = mathfn::exp(nats);
      for (Index k = 0; k < kLaws; ++k) {
        const auto at = static_cast<std::size_t>(k);
        const double off = laws.log_law[at](r, v) - own;
        to[k] += share * laws.law[at](r, v) * off;
        back[k] -= share * p * off;
      }
    }
  }
}

void NgramLadder::measure(Index number) {
  const GptBatch batch = window_of(windows_, number);
  const GptForward of = gpt_forward(shape_, weights_, batch);
  sums_(kBits) += of.loss / mathfn::log(2.0) / windows();
  add_divergences(of.logits, number, &sums_(kForward), &sums_(kBackward));
  for (Index h = 0; h < kHeads; ++h) {
    const Attention& head = of.blocks[static_cast<std::size_t>(h / shape_.heads)]
                                .heads.front()
                                .heads[static_cast<std::size_t>(h % shape_.heads)];
    const auto at = static_cast<std::size_t>(h);
    sums_.segment(kFirstLag + h * kLags, kLags) +=
        lag_mass(head.weights, kLags, kFirstRow) / windows();
    patterns_[at] += head.weights / windows();
    outputs_[at] += head.output.bottomRows(batch.length - kFirstRow).colwise().mean() / windows();
  }
}

void NgramLadder::measure_without(Index number) {
  const GptBatch batch = window_of(windows_, number);
  const GptForward clean = gpt_forward(shape_, weights_, batch);
  for (Index h = 0; h < kHeads; ++h) {
    GptTouch touch;
    touch.block = h / shape_.heads;
    touch.head = h % shape_.heads;
    touch.output = outputs_[static_cast<std::size_t>(h)].replicate(batch.length, 1);
    const GptForward without = gpt_touched(shape_, weights_, batch, clean, touch);
    add_divergences(without.logits, number, &sums_without_(h, 0), &sums_without_(h, kLaws));
  }
}

void NgramLadder::finish(Index step) {
  const auto half = static_cast<std::size_t>(shape_.heads);
  sums_(kAlike) = alike_of(patterns_, 0, half);
  sums_(kAlike + 1) = alike_of(patterns_, half, half);
  looks_.row(step) = sums_.transpose();
  if (step == steps()) removed_ = sums_without_;
}

// A piece more of what is measured of the model as it is after `step` of all steps; true once all
// of it is there.
bool NgramLadder::look(Index step) {
  const Index windows = windows_.sequences, prepared = static_cast<Index>(of_windows_.size());
  if (!laws_) {
    laws_.emplace(text_.training, shape_.vocabulary, kLaws - 1);
  } else if (prepared < windows) {
    prepare(prepared);
  } else if (measured_ < windows) {
    if (measured_ == 0) {
      weights_ = run_.trainer().weights().head(gpt_size(shape_)).cast<double>();
    }
    measure(measured_);
    ++measured_;
  } else if (step == steps() && without_ < windows) {
    measure_without(without_);
    ++without_;
  } else {
    finish(step);
    start_anew();
    return true;
  }
  return false;
}

// To measure another step.
void NgramLadder::start_anew() {
  const auto heads = static_cast<std::size_t>(kHeads);
  measured_ = without_ = 0;
  sums_ = Vector::Zero(kLooks);
  sums_without_ = Matrix::Zero(kHeads, 2 * kLaws);
  patterns_.assign(heads, Matrix::Zero(shape_.context, shape_.context));
  outputs_.assign(heads, Matrix::Zero(1, shape_.width / shape_.heads));
}

void NgramLadder::work() {
  try {
    if (updates_ < GptRun::kEvery) {
      run_.update();
      ++updates_;
    } else if (look(done_ + 1)) {
      stand_here();
      updates_ = 0;
      ++done_;
    }
  } catch (...) {
    run_.trainer().restore(there_);
    updates_ = 0;
    start_anew();
    throw;
  }
}

void NgramLadder::stand_here() { there_ = run_.trainer().save(); }

NgramLadderFrame NgramLadder::frame() const {
  const auto looks = looks_.topRows(at_ + 1);
  Frame f;
  f.step = at_;
  f.steps = steps();
  f.frontier = done_;
  f.bits = looks.col(kBits);
  f.divergence = looks.middleCols(kForward, kLaws);
  f.divergence_back = looks.middleCols(kBackward, kLaws);
  f.lags = looks.middleCols(kFirstLag, kHeads * kLags);
  f.alike = looks.middleCols(kAlike, 2);
  f.law_bits = law_bits_;
  f.removed = removed_.leftCols(kLaws);
  f.removed_back = removed_.rightCols(kLaws);
  f.law_error = law_error_;
  f.least = lowest(looks.middleCols(kForward, 2 * kLaws));
  f.characters.resize(shape_.vocabulary);
  for (Index i = 0; i < shape_.vocabulary; ++i) {
    f.characters(i) =
        static_cast<double>(text_.characters.characters()[static_cast<std::size_t>(i)]);
  }
  if (at_ == done_) f.weights = there_.weights.head(gpt_size(shape_)).cast<double>();
  return f;
}

NgramLadderState NgramLadder::state() const {
  return {done_, there_, looks_.topRows(done_ + 1), removed_};
}

void NgramLadder::restore(const State& state) {
  check::count(kName, "the saved step", state.step, 0, steps());
  check::shape(kName, "what was measured", state.looks, state.step + 1, kLooks);
  check::shape(kName, "what was measured without heads", state.removed, kHeads, 2 * kLaws);
  // The laws are those of the text: what is left of opening, without the first look.
  const Index windows = windows_.sequences;
  while (!laws_ || static_cast<Index>(of_windows_.size()) < windows) look(0);
  try {
    run_.trainer().restore(state.model);
  } catch (const Error& error) {
    run_.trainer().restore(there_);
    if (opened_ < opening_units()) opened_ = 0;
    check::fail({kName, ": ", error.what()});
  }
  updates_ = 0;
  start_anew();
  stand_here();
  opened_ = opening_units();
  done_ = at_ = state.step;
  looks_.topRows(done_ + 1) = state.looks;
  removed_ = state.removed;
}

}  // namespace attn::experiments
