#include "experiments/bilinear-form/hopfield_memory.hpp"

#include "attn/memory/classical_hopfield.hpp"
#include "attn/memory/modern_hopfield.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

// Of all letters and so many draws, how many come back within five steps: by softmax, and by the
// classical rule.
struct Repaired {
  int modern = 0;
  int classical = 0;
  int all = 0;
};

Repaired repaired(HopfieldMemoryParams p, int draws) {
  Repaired out;
  for (p.letter = 1; p.letter <= p.count; ++p.letter) {
    for (int draw = 1; draw <= draws; ++draw) {
      p.seed = static_cast<std::uint64_t>(draw);
      const auto f = HopfieldMemory(p).frame();
      out.modern += f.modern_wrong(HopfieldMemory::kSteps) == 0.0 ? 1 : 0;
      out.classical += f.classical_wrong(HopfieldMemory::kSteps) == 0.0 ? 1 : 0;
      ++out.all;
    }
  }
  return out;
}

}  // namespace

TEST_CASE(
    "hopfield memory: softmax repairs ten wrong pixels of any of six letters, the classical rule "
    "of none") {
  const Repaired r = repaired({}, 20);
  CHECK(r.all == 120);
  CHECK(r.modern == 120);
  CHECK(r.classical <= 6);
  CHECK(HopfieldMemory({}).frame().fixed == 0);
}

TEST_CASE("hopfield memory: of random dots the classical rule repairs six as well") {
  HopfieldMemoryParams p;
  p.store = StoredPatterns::kDots;
  const Repaired r = repaired(p, 40);
  CHECK(r.modern == r.all);
  CHECK(r.classical >= 0.9 * r.all);
}

TEST_CASE("hopfield memory: at a small beta the memory answers with a blend") {
  HopfieldMemoryParams p;
  p.beta = 0.05;
  const Repaired r = repaired(p, 10);
  CHECK(r.modern == 0);
  CHECK(highest(HopfieldMemory(p).frame().weights.row(5)) < 0.25);
}

TEST_CASE("hopfield memory: half a letter is enough for softmax") {
  HopfieldMemoryParams p;
  p.damage = PatternDamage::kHalf;
  const Repaired r = repaired(p, 1);
  CHECK(r.modern == 6);
  CHECK(HopfieldMemory(p).frame().input.tail(32).isZero());
}

TEST_CASE("hopfield memory: a negative stays one under the classical rule") {
  HopfieldMemoryParams p;
  p.damage = PatternDamage::kNegative;
  p.count = 2;
  const auto f = HopfieldMemory(p).frame();
  CHECK(f.classical_wrong(5) == 64.0);
  CHECK(f.modern.row(5).transpose() != -f.patterns.row(0).transpose());
}

TEST_CASE("hopfield memory: the energy never rises, that of (66) as printed does") {
  for (int seed = 1; seed <= 20; ++seed) {
    HopfieldMemoryParams p;
    p.seed = static_cast<std::uint64_t>(seed);
    const auto f = HopfieldMemory(p).frame();
    CHECK(f.rise <= 1e-12);
    CHECK(f.attention_error <= 1e-12);
  }
  HopfieldMemoryParams half;
  half.damage = PatternDamage::kHalf;
  CHECK(HopfieldMemory(half).frame().printed_rise > 5.0);
}

TEST_CASE("hopfield memory: states are what the functions give, and painted pixels are turned") {
  HopfieldMemoryParams p;
  p.flips = 0;
  p.painted = Matrix::Zero(8, 8);
  p.painted(0, 3) = 1.0;
  const auto f = HopfieldMemory(p).frame();
  CHECK(f.input(3) == -f.patterns(0, 3));
  CHECK(f.input.head(3) == f.patterns.row(0).head(3).transpose());
  CHECK(f.modern.row(1) == modern_hopfield_update(f.patterns, f.modern.row(0), p.beta));
  CHECK(f.modern_wrong(0) == 1.0);
}

TEST_CASE("hopfield memory: the classical energy never rises, and stays where nothing is turned") {
  for (const StoredPatterns store : {StoredPatterns::kLetters, StoredPatterns::kDots}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      HopfieldMemoryParams p;
      p.store = store;
      p.count = 10;
      p.letter = 5;
      p.seed = seed;
      const auto f = HopfieldMemory(p).frame();
      const ClassicalHopfield network(f.patterns);
      for (Index s = 0; s < HopfieldMemory::kSteps; ++s) {
        const Vector before = f.classical.row(s).transpose();
        const Vector after = f.classical.row(s + 1).transpose();
        const double rise = network.energy(after) - network.energy(before);
        // A pixel that W leaves undecided turns up, at no price.
        CHECK(rise <= 0.0);
        if (network.update(before) == before) CHECK(after == before);
      }
    }
  }
}

TEST_CASE("hopfield memory: a letter beyond the stored ones is the last") {
  HopfieldMemoryParams p;
  p.flips = 0;
  p.letter = 10;
  const auto f = HopfieldMemory(p).frame();
  CHECK(f.input == f.patterns.row(5).transpose());
}

TEST_CASE("hopfield memory refuses parameters out of range, by name") {
  HopfieldMemoryParams p;
  p.letter = 0;
  CHECK_THAT(message_of([&] { HopfieldMemory{p}; }),
             contains("hopfield_memory: letter is 0, expected"));
  p.letter = 1;
  p.painted = Matrix::Zero(3, 8);
  CHECK_THAT(message_of([&] { HopfieldMemory{p}; }), contains("hopfield_memory: painted is 3 x 8"));
}
