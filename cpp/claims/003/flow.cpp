// The claims of seed 003 about the gradient flow of heads: section 3.1 from the reparametrisation
// on, and 3.2.
#include <cmath>
#include <map>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/training/pattern_flow.hpp"
#include "attn/training/stage_times.hpp"
#include "claims/003/parts.hpp"
#include "experiments/incremental-patterns/gradient_flow.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

// ---- velocities ---------------------------------------------------------------------------------

struct Drawn {
  PatternTensor target;
  PatternHeads heads;
};

Matrix normal(Index rows, Index cols, Rng& rng) {
  Matrix out(rows, cols);
  for (double& entry : out.reshaped<Eigen::RowMajor>()) entry = rng.normal();
  return out;
}

// Three patterns and two heads, three numbers a token, four positions.
Drawn drawn(std::uint64_t seed) {
  Rng rng(seed);
  Drawn out;
  for (int k = 0; k < 3; ++k) out.target.matrices.push_back(normal(3, 3, rng));
  out.target.vectors = normal(3, 4, rng);
  for (int k = 0; k < 2; ++k) out.heads.values.push_back(normal(3, 3, rng));
  out.heads.logits = normal(2, 4, rng);
  return out;
}

double values_residual(std::uint64_t seed, const Progress&) {
  const Drawn c = drawn(seed);
  const PatternVelocity v = pattern_velocity(c.target, c.heads);
  double worst = 0.0;
  for (std::size_t k = 0; k < c.heads.values.size(); ++k) {
    const auto f = [&](const Matrix& value) {
      PatternHeads moved = c.heads;
      moved.values[k] = value;
      return pattern_velocity(c.target, moved).loss;
    };
    worst = larger(worst,
                   gradient_error(-v.d.values[k], central_differences(f, c.heads.values[k], 0.1)));
  }
  return worst;
}

double logits_residual(std::uint64_t seed, const Progress&) {
  const Drawn c = drawn(seed);
  const auto f = [&](const Matrix& logits) {
    return pattern_velocity(c.target, {c.heads.values, logits}).loss;
  };
  const PatternVelocity v = pattern_velocity(c.target, c.heads);
  return gradient_error(-v.d.logits, central_differences(f, c.heads.logits, 0.01));
}

// ds_k / dt as printed, against the softmax of logits that move.
double weights_residual(std::uint64_t seed, const Progress&) {
  const Drawn c = drawn(seed);
  const PatternVelocity v = pattern_velocity(c.target, c.heads);
  double worst = 0.0;
  for (Index k = 0; k < c.heads.logits.rows(); ++k) {
    for (Index t = 0; t < c.heads.logits.cols(); ++t) {
      const auto weight = [&](const Matrix& time) {
        const Matrix moved = c.heads.logits + time(0, 0) * v.d.logits;
        return softmax_rows(moved)(k, t);
      };
      const Matrix by_time = central_differences(weight, Matrix::Zero(1, 1), 0.01);
      worst = larger(worst, std::fabs(by_time(0, 0) - v.d_weights(k, t)));
    }
  }
  return worst;
}

double sum_of_logits(std::uint64_t seed, const Progress&) {
  const Drawn c = drawn(seed);
  return largest(pattern_velocity(c.target, c.heads).d.logits.rowwise().sum());
}

// ---- runs ---------------------------------------------------------------------------------------

const experiments::GradientFlowFrame& flow(experiments::FlowStart start, std::uint64_t seed) {
  static thread_local std::map<std::pair<bool, std::uint64_t>, experiments::GradientFlowFrame> kept;
  const auto key = std::make_pair(start == experiments::FlowStart::kEqual, seed);
  if (const auto found = kept.find(key); found != kept.end()) return found->second;
  experiments::GradientFlowParams p;
  p.start = start;
  p.seed = seed;
  experiments::GradientFlow run(p);
  run.seek(run.steps(), 1);
  return kept.emplace(key, run.frame()).first->second;
}

const experiments::GradientFlowFrame& from_near(std::uint64_t seed) {
  return flow(experiments::FlowStart::kRandom, seed);
}
const experiments::GradientFlowFrame& tied() { return flow(experiments::FlowStart::kEqual, 1); }

// The same start, five times as long: some heads wait long before the third stage. There have to be
// pauses: what only falls passes all plateaus, too.
double patterns_in_order(std::uint64_t seed, const Progress&) {
  constexpr double kDt = 0.05;
  constexpr Index kSteps = 12000;
  const auto& f = from_near(seed);
  Rng rng(seed);
  const Index heads = f.weights.rows(), lags = f.weights.cols();
  ReducedHeads now{Matrix::Zero(heads, f.m.size()),
                   minimal_heads(heads, 1, lags, 0.01, rng).logits};
  Vector losses(kSteps + 1);
  for (Index i = 0; i <= kSteps; ++i) {
    if (i > 0) now = flow_reduced(f.m, now, kDt, 1);
    losses(i) = reduced_velocity(f.m, now).loss;
  }
  const Vector t = stage_times(losses, mid_levels(f.plateaus));
  return holds(stages_of(losses, t) == 3.0);
}

constexpr Index kPlateau = 20;  // a frame of time 10

double first_plateau(std::uint64_t seed, const Progress&) {
  const auto& f = from_near(seed);
  return f.losses(kPlateau) / f.plateaus(1);
}

double other_ranks(std::uint64_t seed, const Progress&) {
  const auto& f = from_near(seed);
  return f.sigmas(kPlateau, 1) / f.sigmas(kPlateau, 0);
}

double rise_of_loss(std::uint64_t seed, const Progress&) { return from_near(seed).rise; }

double difference_of_tied(std::uint64_t, const Progress&) { return tied().spread; }

double end_of_tied(std::uint64_t, const Progress&) {
  return tied().losses(tied().steps) / tied().plateaus(1);
}

// Up to time 10, how far the loss is from that of heads that are exactly equal, over the loss.
double competitive_phase(std::uint64_t seed, const Progress&) {
  const auto& f = from_near(seed);
  double worst = 0.0;
  for (Index i = 0; i <= kPlateau; ++i) {
    worst = larger(worst, std::fabs(f.losses(i) / tied().losses(i) - 1.0));
  }
  return worst;
}

}  // namespace

std::vector<Claim> of_pattern_flow() {
  std::vector<Claim> list;
  const auto residual = [&](auto... what) { list.push_back(residual_claim(what...)); };
  const char* place = "section 3.1, attention reparametrisation";
  const char* simulations = "section 3.1, numerical simulations";
  const char* recipe =
      "attn run gradient_flow: three heads on six lags, m = 3, 2 and 1.4, u = 0.01; the paper's "
      "simulations are in its appendix B.4, which our copy of the text does not have";
  residual("003.section-3.1.values", place,
           "Values flow along what is not yet learned, by the weights of their head.",
           "V̇_k = (G − P) s_k", 1e-9, "pattern_velocity, and central differences of its loss",
           values_residual);
  residual("003.section-3.1.logits", "ours, beside section 3.1, attention reparametrisation",
           "Logits flow with Π(s) once, where weights flow with its square.", "", 1e-8,
           "pattern_velocity, and central differences of its loss", logits_residual);
  residual("003.section-3.1.weights", place, "How weights flow, with the square of Π.",
           "Π(s_k)² (V_kᵀ (G − P))", 1e-9,
           "pattern_velocity, and central differences of softmax along its logits",
           weights_residual);
  residual("003.section-3.1.sum", place, "The sum of the logits of a head does not change.",
           "Σ_i q_i is always constant and thus we can restrict q_k", 1e-13, "pattern_velocity",
           sum_of_logits);
  list.push_back(
      {"003.section-3.1.simulations", simulations,
       "From V = 0 and nearly even weights the flow learns patterns one after the other.",
       "The results recapitulate the incremental learning behavior observed in Figure 2", 1.0,
       A::kHolds, 0.0,
       "the loss passes the middles between plateaus 0, 1, 2 and 3, and pauses between: it falls "
       "less than half as fast as in the slower stage before and after",
       "flow_reduced from the starts of attn run gradient_flow, three heads on six lags, "
       "m = 3, 2 and 1.4, u = 0.01, up to time 600 (18 of 24 are done at 120; from u = 0.5 one "
       "draw of 24 has pauses); the paper's "
       "simulations are in its appendix B.4, which our copy of the text does not have",
       24, false, patterns_in_order});
  list.push_back({"003.section-3.1.plateau", "ours, beside section 3.1",
                  "The first plateau is at the least loss of one rank, half the squares of the "
                  "other strengths.",
                  "", 1.0, A::kWithin, 0.05, "loss at time 10, over that", recipe, 24, false,
                  first_plateau});
  list.back().baseline = {7.48 / 2.98, "nothing is learned"};
  list.push_back({"003.section-3.1.rank", "ours, beside section 3.1",
                  "What heads make up there has nearly one rank.", "", 0.05, A::kBelow, 0.0,
                  "second singular value of P at time 10, over the first", recipe, 24, false,
                  other_ranks});
  list.back().baseline = {2.0 / 3.0, "two patterns learned, m = 3 and 2"};
  list.push_back({"003.section-3.1.falls", "ours, beside section 3.1",
                  "The loss does not rise along the flow as we integrate it.", "", 1e-12, A::kBelow,
                  0.0, "largest rise in a step", recipe, 24, false, rise_of_loss});
  list.back().baseline = {1.0, "an integrator that errs by the size of the loss"};
  list.push_back({"003.section-3.2.tied", "section 3.2", "Heads that start equal stay so.",
                  "Once the heads are coupled, they coevolve", 0.0, A::kWithin, 0.0,
                  "largest difference of two heads at time 120", recipe, 1, false,
                  difference_of_tied});
  list.back().baseline = {1.0, "heads that part"};
  list.push_back({"003.section-3.2.end", "ours, beside section 3.2",
                  "Equal heads end on the first plateau.", "", 1.0, A::kWithin, 0.01,
                  "loss at time 120, over the least of one rank", recipe, 1, false, end_of_tied});
  list.back().baseline = {0.98 / 2.98, "one more pattern learned"};
  list.push_back(
      {"003.section-3.2.competitive", "section 3.2",
       "Up to time 10 heads that start nearly equal lose what exactly equal ones do.",
       "the competitive phase of the learning dynamics can be described by the symmetric "
       "initialization",
       0.02, A::kBelow, 0.0, "largest relative difference of the losses up to time 10", recipe, 24,
       false, competitive_phase});
  list.back().baseline = {1.0 - 0.98 / 2.98, "one more pattern learned"};
  list.push_back({"003.section-3.2.theorems", "section 1, contributions",
                  "Convergence in the competitive phase, and near saddle points in the cooperative "
                  "one.",
                  "We provide a convergence result characterizing the initial competitive phase",
                  0.0, A::kNotTried, 0.0, "",
                  "our copy of the text ends in section 3.2, before its theorems", 1, false,
                  nullptr});
  return list;
}

}  // namespace attn::claims
