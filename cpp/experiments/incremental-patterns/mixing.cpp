#include "experiments/incremental-patterns/mixing.hpp"

#include <cmath>

#include "attn/sequence/pattern_chain.hpp"
#include "attn/training/head_mixing.hpp"

namespace attn::experiments {
namespace {

constexpr double kFactor = 1.5;
constexpr double kBase = 3.0;
// What may be missing from 1 where shares are tenths and hundredths.
constexpr double kRounding = 1e-12;

// V_k = A*_k at the four lags of group k.
PatternTensor specialists() {
  constexpr Index kSize = Mixing::kLags / Mixing::kHeads;
  PatternTensor out{clue_task(Mixing::kLags, kFactor, kBase).features,
                    Matrix::Zero(Mixing::kHeads, Mixing::kLags)};
  for (Index k = 0; k < Mixing::kHeads; ++k) {
    out.vectors.row(k).segment(k * kSize, kSize).setConstant(1.0 / static_cast<double>(kSize));
  }
  return out;
}

double minor(const Matrix& m, Index row, Index column) {
  const Index r1 = (row + 1) % 3, r2 = (row + 2) % 3, c1 = (column + 1) % 3, c2 = (column + 2) % 3;
  return m(r1, c1) * m(r2, c2) - m(r1, c2) * m(r2, c1);
}

Vector lengths(const PatternTensor& heads) {
  Vector out(Mixing::kHeads);
  for (Index k = 0; k < out.size(); ++k) {
    out(k) = heads.matrices[static_cast<std::size_t>(k)].norm();
  }
  return out;
}

}  // namespace

std::vector<Setting<MixingParams>> Mixing::settings() {
  MixingParams trained;
  trained.r.row(2) << 0.53, 0.0;
  MixingParams line;
  line.r.row(2) << 0.5, 0.5;
  return {{MixingParams{}, 0, 0}, {trained, 0, 0}, {line, 0, 0}};
}

Mixing::Mixing(const Params& params) {
  check::shape(kName, "r", params.r, kHeads, 2);
  check::matrix(kName, "r", params.r);
  checked(kName, params);
  Frame& f = frame_;
  f.mixture.resize(kHeads, 3);
  for (Index k = 0; k < kHeads; ++k) {
    const double rest = 1.0 - params.r(k, 0) - params.r(k, 1);
    check::within(kName, "r", params.r(k, 0), 0.0, 1.0);
    check::within(kName, "r", params.r(k, 1), 0.0, 1.0);
    check::within(kName, "what r leaves of 1", rest, -kRounding, 1.0);
    f.mixture.row(k) << params.r(k, 0), params.r(k, 1), rest > 0.0 ? rest : 0.0;
  }
  const PatternTensor own = specialists();
  const Matrix& r = f.mixture;
  for (Index k = 0; k < 3; ++k) f.determinant += r(0, k) * minor(r, 0, k);
  f.own_norms = lengths(own);
  f.norms = Vector::Zero(kHeads);
  f.mixed = std::fabs(f.determinant) > kLine;
  Matrix weights = Matrix::Zero(kHeads, kLags);
  for (Index k = 0; k < kHeads; ++k) {
    for (Index j = 0; j < 3; ++j) weights.row(k) += r(k, j) * own.vectors.row(j);
  }
  f.share = unreachable_share(own, weights);
  if (!f.mixed) return;
  const PatternTensor mixed = mix_heads(own, r);
  f.norms = lengths(mixed);
  f.ratio = f.norms.norm() / f.own_norms.norm();
  f.difference = largest_difference(own, mixed);
  double inverse = 0.0;
  for (Index i = 0; i < 3; ++i) {
    for (Index j = 0; j < 3; ++j) inverse += minor(r, i, j) * minor(r, i, j);
  }
  const double condition = r.norm() * std::sqrt(inverse) / std::fabs(f.determinant);
  f.difference_error = f.difference / condition;
}

}  // namespace attn::experiments
