#include "experiments/denoising/mse_depth.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attn/denoising/denoiser.hpp"
#include "attn/denoising/denoiser_fast.hpp"
#include "attn/denoising/mmse.hpp"
#include "attn/denoising/stage1_clock.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/rng.hpp"

namespace attn {
namespace {

constexpr const char* kName = "mse";

// Queries that Stage 2 answers in one step. Fixed, so that no digit depends on the budget.
constexpr Index kQueryBlock = 1024;

const MseParams& checked(const MseParams& p) {
  check::count(kName, "dimension", p.dimension, 1, kMaxMseDimension);
  check::count(kName, "the length of counts", static_cast<Index>(p.counts.size()), 1, kMaxMseBars);
  Index smallest = 1;
  for (const Index n : p.counts) {
    check::count(kName, "an entry of counts", n, smallest, kMaxMseTokens);
    smallest = n + 1;
  }
  check::within(kName, "centre", p.centre, 0.0, 1e4);
  check::within(kName, "variance", p.variance, 0.0, 1e4);
  check::within(kName, "sigma2", p.sigma2, 1e-4, 1e4);
  check::within(kName, "beta", p.beta, 1e-6, 1e6);
  check::positive(kName, "eta", p.eta);
  check::within(kName, "eta", p.eta, 0.0, 1.0);
  check::count(kName, "layers", p.layers, 0, kMaxMseLayers);
  if (p.beta_c != 0.0) check::within(kName, "beta_c", p.beta_c, 1e-6, 1e6);
  check::count(kName, "repeats", p.repeats, 1, kMaxMseRepeats);
  check::whole(kName, "seed", p.seed, 0.0, check::kMaxWhole);
  return p;
}

Rng stream(double seed, Index count, Index repeat) {
  std::uint64_t key = Rng(static_cast<std::uint64_t>(seed)).next();
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

// The steps of one bar: 0 draws, 1 .. layers are layers, then come the blocks of queries.
Index steps(const MseParams& p, Index n) {
  return 1 + p.layers + (n + kQueryBlock - 1) / kQueryBlock;
}

double step_cost(const MseParams& p, Index n, Index step) {
  if (step == 0) return draw_cost(n, p.dimension);
  if (step <= p.layers) return sum_cost(n, n, p.dimension, 1.0);
  return 2.0 * sum_cost(std::min(kQueryBlock, n), n, p.dimension, 2.0);
}

double cost_until(const MseParams& p, Index n, Index step) {
  double sum = 0.0;
  for (Index s = 0; s < step; ++s) sum += step_cost(p, n, s);
  return sum;
}

double bar_cost(const MseParams& p, Index n) { return cost_until(p, n, steps(p, n)); }

}  // namespace

MseExperiment::MseExperiment(const MseParams& params)
    : params_(checked(params)),
      mmse_(mmse(two_modes(params.centre, params.variance, params.dimension), params.sigma2).value /
            params.sigma2) {
  if (params_.beta_c == 0.0) params_.beta_c = 1.0 / params_.sigma2;
  for (const Index n : params_.counts) cost_of_repeat_ += bar_cost(params_, n);
}

void MseExperiment::draw() {
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

// Asks Stage 2 for the next block of queries.
void MseExperiment::ask() {
  const Index first = (step_ - 1 - params_.layers) * kQueryBlock;
  const Index size = std::min(kQueryBlock, tokens_.clean.rows() - first);
  const FloatMatrixRef block = queries().noisy.middleRows(first, size);
  const auto error = [&](const FloatMatrix& z) {
    return squared_error(posterior_mean_fast(block, z, params_.beta_c), queries().clean, first);
  };
  tally_.two_stage += error(flow_.value().particles());
  tally_.stage2_only += error(tokens_.noisy);
}

// The bar is complete.
void MseExperiment::close() {
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

void MseExperiment::step() {
  if (step_ == 0) {
    draw();
  } else if (step_ <= params_.layers) {
    flow_.value().step();
  } else {
    ask();
  }
  if (++step_ == steps(params_, tokens_.clean.rows())) close();
}

bool MseExperiment::refine(double budget) {
  check::within(kName, "budget", budget, 1.0, 1e9);
  for (double spent = 0.0; !done(); step()) {
    const double cost = step_cost(params_, count(done_bars() % bars()), step_);
    if (spent > 0.0 && spent + cost > budget) break;
    spent += cost;
  }
  return done();
}

double MseExperiment::progress() const {
  if (done()) return 1.0;
  const Index running = done_bars() % bars();
  double cost = cost_until(params_, count(running), step_);
  for (Index b = 0; b < running; ++b) cost += bar_cost(params_, count(b));
  const Index complete = done_bars() / bars();
  const double repeats = static_cast<double>(complete) + cost / cost_of_repeat_;
  // Rounding must not announce the end.
  return std::min(repeats / static_cast<double>(params_.repeats), 1.0 - 1e-9);
}

MseExperiment::Errors MseExperiment::errors(Index bar, double Tally::*estimate) const {
  // Bars are complete in turn: this one has its share of them, and one more if its turn has been.
  const Index repeats = (done_bars() - bar + bars() - 1) / bars();
  Errors e{Vector(repeats), 0.0, 0.0};
  for (Index r = 0; r < repeats; ++r) {
    e.values(r) = tallies_[static_cast<std::size_t>(r * bars() + bar)].*estimate;
    e.mean += e.values(r) / static_cast<double>(repeats);
  }
  if (repeats < 2) return e;
  for (const double x : e.values) e.sd += (x - e.mean) * (x - e.mean);
  e.sd = std::sqrt(e.sd / static_cast<double>(repeats - 1));
  return e;
}

MseExperiment::Frame MseExperiment::frame() const {
  std::vector<Bar> all;
  all.reserve(static_cast<std::size_t>(bars()));
  for (Index b = 0; b < bars(); ++b) {
    all.push_back({count(b), errors(b, &Tally::two_stage), errors(b, &Tally::stage1_only),
                   errors(b, &Tally::stage2_only), errors(b, &Tally::noisy)});
  }
  return {std::move(all),
          done() ? -1 : done_bars() % bars(),
          std::clamp<Index>(step_ - 1, 0, params_.layers),
          progress(),
          matched_layers(params_.beta, params_.eta, params_.sigma2),
          mmse_};
}

}  // namespace attn
