#include "experiments/bilinear-form/hopfield_memory.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "attn/attention/attention.hpp"
#include "attn/memory/classical_hopfield.hpp"
#include "attn/memory/modern_hopfield.hpp"
#include "attn/memory/patterns.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"
#include "experiments/bilinear-form/parts.hpp"

namespace attn::experiments {
namespace {

constexpr Index kPixels = 64;

// Ten letters of eight rows of eight pixels each.
constexpr std::array<const char*, 8> kLetters = {
    // A       C        E        H        K        L        T        X        Z        ?
    "...##... ..####.. .######. .##..##. .##..##. .##..... .######. ##....## ######## ..####..",
    "..####.. .##..##. .##..... .##..##. .##.##.. .##..... ...##... .##..##. .....##. .##..##.",
    ".##..##. .##..... .##..... .##..##. .####... .##..... ...##... ..####.. ....##.. .....##.",
    ".##..##. .##..... .#####.. .######. .###.... .##..... ...##... ...##... ...##... ....##..",
    ".######. .##..... .##..... .##..##. .####... .##..... ...##... ..####.. ..##.... ...##...",
    ".##..##. .##..##. .##..... .##..##. .##.##.. .##..... ...##... .##..##. .##..... ........",
    ".##..##. ..####.. .######. .##..##. .##..##. .######. ...##... ##....## ######## ...##...",
    "........ ........ ........ ........ ........ ........ ........ ........ ........ ........",
};

Matrix letters(Index count) {
  Matrix out(count, kPixels);
  for (Index mu = 0; mu < count; ++mu) {
    for (Index i = 0; i < kPixels; ++i) {
      out(mu, i) = kLetters[static_cast<std::size_t>(i / 8)][9 * mu + i % 8] == '#' ? 1.0 : -1.0;
    }
  }
  return out;
}

double wrong_signs(const Vector& state, const Vector& pattern) {
  double wrong = 0.0;
  for (Index i = 0; i < state.size(); ++i) wrong += state(i) * pattern(i) > 0.0 ? 0.0 : 1.0;
  return wrong;
}

}  // namespace

std::vector<Setting<HopfieldMemoryParams>> HopfieldMemory::settings() {
  HopfieldMemoryParams dots;
  dots.store = StoredPatterns::kDots;
  dots.beta = 0.05;
  HopfieldMemoryParams half;
  half.damage = PatternDamage::kHalf;
  half.count = 10;
  half.letter = 7;
  return {{HopfieldMemoryParams{}, 5, 0}, {dots, 3, 0}, {half, 5, 0}};
}

HopfieldMemory::HopfieldMemory(const Params& p) {
  checked(kName, p);
  if (p.painted.size() > 0) {
    check::shape(kName, "painted", p.painted, 8, 8);
    check::matrix(kName, "painted", p.painted);
  }
  Frame& f = frame_;
  Rng rng(p.seed);
  f.patterns = p.store == StoredPatterns::kLetters ? letters(p.count)
                                                   : random_patterns(p.count, kPixels, rng);
  const Vector pattern = row_of(f.patterns, std::min(p.letter, p.count) - 1);
  f.input = damaged(p, pattern, rng);
  const Matrix& k = f.patterns;
  const ClassicalHopfield network(k);

  f.modern.resize(kSteps + 1, kPixels);
  f.classical.resize(kSteps + 1, kPixels);
  f.modern.row(0) = f.classical.row(0) = f.input.transpose();
  // One pixel after another, which never raises the energy; all at once can.
  for (Index s = 0; s < kSteps; ++s) {
    f.modern.row(s + 1) = modern_hopfield_update(k, f.modern.row(s), p.beta);
    f.classical.row(s + 1) = network.settle(row_of(f.classical, s), rng, 1).state.transpose();
  }
  AttentionOptions o;
  o.scale = p.beta;
  f.attention_error =
      largest(attention(f.modern.topRows(kSteps), k, k, o) - f.modern.bottomRows(kSteps));
  f.weights = modern_hopfield_weights(k, f.modern, p.beta);
  f.energy = modern_hopfield_energy(k, f.modern, p.beta);
  // (66) leaves out 1 / beta: -lse(beta K xi) = beta (E - |xi|^2 / 2).
  f.printed_energy.resize(kSteps + 1);
  f.modern_wrong.resize(kSteps + 1);
  f.classical_wrong.resize(kSteps + 1);
  f.rise = f.printed_rise = 0.0;
  for (Index s = 0; s <= kSteps; ++s) {
    const Vector state = row_of(f.modern, s);
    const double half = 0.5 * state.squaredNorm();
    f.printed_energy(s) = p.beta * (f.energy(s) - half) + half;
    f.modern_wrong(s) = wrong_signs(state, pattern);
    f.classical_wrong(s) = wrong_signs(row_of(f.classical, s), pattern);
    if (s == 0) continue;
    f.rise = larger(f.rise, (f.energy(s) - f.energy(s - 1)) / larger(1.0, std::fabs(f.energy(s))));
    f.printed_rise = larger(f.printed_rise, f.printed_energy(s) - f.printed_energy(s - 1));
  }
  f.fixed = 0;
  for (Index mu = 0; mu < p.count; ++mu) {
    const Vector stored = row_of(k, mu);
    if (network.update(stored) == stored) ++f.fixed;
  }
  look_at(kSteps);
}

// The target with its damage, and what is painted turned on top of that.
Vector HopfieldMemory::damaged(const Params& p, const Vector& pattern, Rng& rng) {
  Vector out = pattern;
  switch (p.damage) {
    case PatternDamage::kFlips:
      out = flip_signs(pattern, p.flips, rng);
      break;
    case PatternDamage::kHalf:
      out.tail(kPixels / 2).setZero();
      break;
    case PatternDamage::kNegative:
      out = -pattern;
      break;
  }
  for (Index i = 0; i < p.painted.size(); ++i) {
    if (p.painted(i / 8, i % 8) == 0.0) continue;
    out(i) = out(i) == 0.0 ? pattern(i) : -out(i);
  }
  return out;
}

}  // namespace attn::experiments
