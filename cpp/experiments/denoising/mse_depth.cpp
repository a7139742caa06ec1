#include "experiments/denoising/mse_depth.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attn/denoising/denoiser.hpp"
#include "attn/denoising/denoiser_fast.hpp"
#include "attn/denoising/mmse.hpp"
#include "attn/denoising/stage1_clock.hpp"
#include "attn/numerics/rng.hpp"
#include "experiments/denoising/self_test.hpp"

namespace attn::experiments {
namespace {

// Queries that Stage 2 answers in one step. Fixed, so that no digit depends on the budget.
constexpr Index kQueryBlock = 1024;

const MseDepthParams& valid(const MseDepthParams& p) {
  constexpr const char* kName = MseDepth::kName;
  checked(kName, p);
  check::count(kName, "the length of counts", static_cast<Index>(p.counts.size()), 1, 16);
  Index smallest = 1;
  for (const Index n : p.counts) {
    check::count(kName, "an entry of counts", n, smallest, 20000);
    smallest = n + 1;
  }
  if (p.beta_c != 0.0) check::within(kName, "beta_c", p.beta_c, 1e-6, 1e6);
  return p;
}

Rng stream(std::uint64_t seed, Index count, Index repeat) {
  std::uint64_t key = Rng(seed).next();
  key = Rng(key + static_cast<std::uint64_t>(count)).next();
  return Rng(Rng(key + static_cast<std::uint64_t>(repeat)).next());
}

// Of the estimates for the rows of `clean` from `first` on.
double squared_error(const FloatMatrix& estimates, const Matrix& clean, Index first) {
  const double* const x = clean.data() + first * clean.cols();
  double sum = 0.0;
  for (Index i = 0; i < estimates.size(); ++i) {
    const double error = static_cast<double>(estimates.data()[i]) - x[i];
    sum += error * error;
  }
  return sum;
}

// Costs in millions of pairs of one-dimensional tokens. Ratios of times measured in WebAssembly;
// they steer the slices and the progress shown, nothing else.
double draw_cost(Index n, Index d) { return 2e-4 * static_cast<double>(n * d); }

// m targets and n sources, each pair met `visits` times.
double sum_cost(Index m, Index n, Index d, double visits) {
  const double pairs = 1e-6 * visits * static_cast<double>(m) * static_cast<double>(n) *
                       (1.0 + 0.25 * static_cast<double>(d));
  if (d > 2) return pairs;
  const double transform = (d == 1 ? 3e-5 : 5e-4) * static_cast<double>(m + n);
  return std::min(pairs, transform);
}

// The steps of one bar: 0 draws, 1 .. layers are layers, then come the blocks of queries, each
// twice: for the particles, and for the noisy tokens.
Index steps(const MseDepthParams& p, Index n) {
  return 1 + p.layers + 2 * ((n + kQueryBlock - 1) / kQueryBlock);
}

double step_cost(const MseDepthParams& p, Index n, Index step) {
  if (step == 0) return draw_cost(n, p.dimension);
  if (step <= p.layers) return sum_cost(n, n, p.dimension, 1.0);
  return sum_cost(std::min(kQueryBlock, n), n, p.dimension, 2.0);
}

double cost_until(const MseDepthParams& p, Index n, Index step) {
  double sum = 0.0;
  for (Index s = 0; s < step; ++s) sum += step_cost(p, n, s);
  return sum;
}

// A layer that costs more is taken in pieces.
constexpr double kPieceCost = 16.0;

double bar_cost(const MseDepthParams& p, Index n) { return cost_until(p, n, steps(p, n)); }

}  // namespace

std::vector<Setting<MseDepthParams>> MseDepth::settings() {
  MseDepthParams plane;
  plane.dimension = 2;
  plane.counts = {50, 200};
  plane.layers = 20;
  MseDepthParams fresh = plane;
  fresh.tied = false;
  fresh.beta_c = 3.0;
  MseDepthParams without = plane;
  without.dimension = 1;
  without.layers = 0;
  return {{plane, 0, 1000}, {fresh, 0, 1000}, {without, 0, 1}};
}

double MseDepth::self_test() { return denoiser_self_test(); }

MseDepth::MseDepth(const Params& params)
    : params_(valid(params)),
      mmse_(mmse(two_modes(params.centre, params.variance, params.dimension), params.sigma2).value /
            params.sigma2) {
  if (params_.beta_c == 0.0) params_.beta_c = 1.0 / params_.sigma2;
  for (const Index n : params_.counts) cost_of_repeat_ += bar_cost(params_, n);
}

void MseDepth::draw() {
  const Index n = count(done_bars() % bars());
  const GaussianMixture prior = two_modes(params_.centre, params_.variance, params_.dimension);
  Rng rng = stream(params_.seed, n, done_bars() / bars());
  for (Draw* const to : {&tokens_, &fresh_}) {
    MixtureSample drawn = sample(prior, params_.sigma2, n, rng);
    to->clean.swap(drawn.clean);
    to->noisy = drawn.noisy.cast<float>();
    if (params_.tied) break;
  }
  flow_.emplace(tokens_.noisy, params_.beta, params_.eta);
  tally_ = {};
}

// Asks Stage 2 for a block of queries.
void MseDepth::ask() {
  const Index asked = step_ - 1 - params_.layers;
  const Index first = asked / 2 * kQueryBlock;
  const Index size = std::min(kQueryBlock, tokens_.clean.rows() - first);
  const FloatMatrixRef block = queries().noisy.middleRows(first, size);
  const auto error = [&](const FloatMatrix& z) {
    return squared_error(posterior_mean_fast(block, z, params_.beta_c), queries().clean, first);
  };
  if (asked % 2 == 0) {
    tally_.two_stage += error(flow_.value().particles());
  } else {
    tally_.stage2_only += error(tokens_.noisy);
  }
}

// The bar is complete.
void MseDepth::close() {
  tally_.stage1_only = squared_error(flow_.value().particles(), tokens_.clean, 0);
  tally_.noisy = squared_error(queries().noisy, queries().clean, 0);
  const double scale = static_cast<double>(tokens_.clean.rows()) * params_.sigma2;
  for (double* const sum :
       {&tally_.two_stage, &tally_.stage1_only, &tally_.stage2_only, &tally_.noisy}) {
    *sum /= scale;
  }
  tallies_.push_back(tally_);
  step_ = 0;
}

void MseDepth::step(bool whole) {
  if (step_ == 0) {
    draw();
  } else if (step_ > params_.layers) {
    ask();
  } else if (whole) {
    flow_.value().step();
  } else if (!flow_.value().advance(1)) {
    return;
  }
  if (++step_ == steps(params_, tokens_.clean.rows())) close();
}

bool MseDepth::refine(Index budget) {
  check_budget(kName, budget);
  for (double spent = 0.0; !done();) {
    const double whole = step_cost(params_, count(done_bars() % bars()), step_);
    const double cost = std::min(whole, kPieceCost);
    if (spent > 0.0 && spent + cost > static_cast<double>(budget)) break;
    spent += cost;
    step(whole <= kPieceCost);
  }
  return done();
}

double MseDepth::progress() const {
  if (done()) return 1.0;
  const Index running = done_bars() % bars();
  double cost = cost_until(params_, count(running), step_);
  for (Index b = 0; b < running; ++b) cost += bar_cost(params_, count(b));
  const Index complete = done_bars() / bars();
  const double repeats = static_cast<double>(complete) + cost / cost_of_repeat_;
  // Rounding must not announce the end.
  return std::min(repeats / static_cast<double>(params_.repeats), 1.0 - 1e-9);
}

MseErrors MseDepth::errors(Index bar, double Tally::*estimate) const {
  // Bars are complete in turn: this one has its share of them, and one more if its turn has been.
  const Index repeats = (done_bars() - bar + bars() - 1) / bars();
  MseErrors e;
  e.values.resize(repeats);
  for (Index r = 0; r < repeats; ++r) {
    e.values(r) = tallies_[static_cast<std::size_t>(r * bars() + bar)].*estimate;
    e.mean += e.values(r) / static_cast<double>(repeats);
  }
  if (repeats < 2) return e;
  for (const double x : e.values) e.sd += (x - e.mean) * (x - e.mean);
  e.sd = std::sqrt(e.sd / static_cast<double>(repeats - 1));
  return e;
}

MseDepthFrame MseDepth::frame() const {
  Frame f;
  f.bars.resize(params_.counts.size());
  for (Index b = 0; b < bars(); ++b) {
    MseBar& bar = f.bars[static_cast<std::size_t>(b)];
    bar.count = count(b);
    bar.two_stage = errors(b, &Tally::two_stage);
    bar.stage1_only = errors(b, &Tally::stage1_only);
    bar.stage2_only = errors(b, &Tally::stage2_only);
    bar.noisy = errors(b, &Tally::noisy);
  }
  f.running = done() ? -1 : done_bars() % bars();
  f.layer = std::clamp<Index>(step_ - 1, 0, params_.layers);
  f.progress = progress();
  f.matched_layers = attn::matched_layers(params_.beta, params_.eta, params_.sigma2);
  f.mmse = mmse_;
  return f;
}

}  // namespace attn::experiments
