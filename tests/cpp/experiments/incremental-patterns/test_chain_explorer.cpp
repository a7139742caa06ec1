#include "experiments/incremental-patterns/chain_explorer.hpp"

#include <cmath>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/sequence/pattern_chain.hpp"
#include "catch.hpp"

using namespace attn;
using experiments::ChainExplorer;
using experiments::ChainExplorerFrame;
using experiments::ChainExplorerParams;
using experiments::ClueMatrices;
using experiments::PatternRead;

namespace {

ChainExplorerFrame with(double m, double b0, std::uint64_t seed = 1,
                        ClueMatrices matrices = ClueMatrices::kClues) {
  ChainExplorerParams p;
  p.m = m;
  p.b0 = b0;
  p.seed = seed;
  p.matrices = matrices;
  return ChainExplorer(p).frame();
}

double ratio(const ChainExplorerFrame& f) { return f.mean_influence(0) / f.mean_influence(2); }

}  // namespace

TEST_CASE("chain_explorer: the newest group says 2, and is outvoted for 4") {
  const ChainExplorerFrame f = ChainExplorer(ChainExplorerParams{}).frame();
  CHECK(f.fbar(0, 2) == highest(f.fbar.row(0)));
  CHECK(f.p(4) == highest(f.p));
  CHECK(largest(f.fbar.row(2).transpose() - f.p) == 0.0);
  const Vector sum = f.votes.colwise().sum().transpose();
  CHECK(largest(softmax(sum) - f.p) < 1e-15);
  // Group 1 holds 1, 3, 2, 1 and says 2, 4, 3, 2.
  CHECK(f.votes(0, 2) == Approx(6.75 / 2.0).margin(1e-15));
  CHECK(f.votes(0, 4) == Approx(6.75 / 4.0).margin(1e-15));
  CHECK(f.scales(1) == 4.5);
}

TEST_CASE("chain_explorer: stairs and gaps are those of the chapter") {
  const ChainExplorerFrame f = ChainExplorer(ChainExplorerParams{}).frame();
  CHECK(f.stairs(0) == Approx(0.7696).margin(5e-5));
  CHECK(f.stairs(1) == Approx(0.3303).margin(5e-5));
  CHECK(f.stairs(2) == Approx(0.1073).margin(5e-5));
  CHECK(f.gap == 0.0);
  CHECK(f.trunc_gap == Approx(0.0361).margin(5e-5));
  CHECK(f.tower_error < 1e-13);
  CHECK(f.influence_error < 1e-14);
  ChainExplorerParams p;
  p.read = PatternRead::kOne;
  CHECK(ChainExplorer(p).frame().gap == f.stairs(1));
}

TEST_CASE("chain_explorer: what a token weighs follows the hierarchy, over seeds", "[draws]") {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    CHECK(ratio(with(1.5, 3.0, seed)) == Approx(5.9).margin(0.3));
    CHECK(ratio(with(1.0, 3.0, seed)) == Approx(1.0).margin(0.05));
    CHECK(ratio(with(2.0, 1.5, seed)) == Approx(19.7).margin(1.5));
  }
}

TEST_CASE("chain_explorer: checks hold for any context and rotation") {
  Rng rng(4);
  for (int draw = 0; draw < 8; ++draw) {
    ChainExplorerParams p;
    for (double& token : p.x) token = std::floor(5.0 * rng.uniform());
    p.m = 1.0 + 1.5 * rng.uniform();
    p.b0 = 0.5 + 3.5 * rng.uniform();
    p.matrices = ClueMatrices::kOrthogonal;
    p.seed = static_cast<std::uint64_t>(draw);
    const ChainExplorerFrame f = ChainExplorer(p).frame();
    CHECK(f.tower_error < 1e-12);
    CHECK(f.influence_error < 1e-12);
    CHECK(largest(f.fbar.rowwise().sum() - Vector::Ones(3)) < 1e-13);
    CHECK(f.stairs(0) >= f.stairs(1));
    CHECK(f.stairs(1) >= f.stairs(2));
    CHECK(f.trunc_gap >= 0.0);
  }
}

TEST_CASE("chain_explorer: refuses what is no context, by name") {
  ChainExplorerParams p;
  p.x(3) = 5.0;
  CHECK_THAT(message_of([&] { ChainExplorer{p}; }), contains("chain_explorer: a token of x is 5"));
  p.x(3) = 0.5;
  CHECK_THAT(message_of([&] { ChainExplorer{p}; }), contains("a token of x is 0.5"));
  p.x(3) = std::nan("");
  CHECK_THAT(message_of([&] { ChainExplorer{p}; }), contains("chain_explorer: x"));
  p.x = Vector::Zero(11);
  CHECK_THAT(message_of([&] { ChainExplorer{p}; }), contains("chain_explorer: x"));
  p = {};
  p.m = 0.9;
  CHECK_THAT(message_of([&] { ChainExplorer{p}; }), contains("chain_explorer: m is 0.9"));
}

TEST_CASE("chain_explorer: chains that generate their own contexts may freeze", "[draws]") {
  // Random rotations, m = 2, b0 = 3: the mean entropy before each of tokens 501 to 1000, of 10
  // chains.
  Index frozen = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Rng rng(seed);
    const PatternTask task = haar_task(5, 3, 12, 2.0, 3.0, rng);
    double sum = 0.0;
    for (int chain = 0; chain < 10; ++chain) {
      sum += sample_pattern_chain(task, 1000, rng).entropies.tail(500).mean() / 10.0;
    }
    if (sum < 0.05) {
      ++frozen;
    } else {
      CHECK(sum > 0.15);
      CHECK(sum < 0.75);
    }
  }
  CHECK(frozen == 2);
}
