#include "experiments/bilinear-form/flash_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "experiments/bilinear-form/parts.hpp"
#include "numerics/infinity.hpp"

namespace attn::experiments {
namespace {

double failed(double x) { return std::isfinite(x) ? 0.0 : 1.0; }

}  // namespace

std::vector<Setting<FlashBlocksParams>> FlashBlocks::settings() {
  FlashBlocksParams masked;
  masked.mask = Vector::Ones(8);
  masked.mask.head(2).setZero();
  masked.scores *= 400.0;
  FlashBlocksParams uneven;
  uneven.scores = some_numbers(7, 1, 1).col(0);
  uneven.values = some_numbers(7, 1, 2).col(0);
  uneven.block = 3;
  return {{FlashBlocksParams{}, 4, 0}, {masked, 2, 0}, {uneven, 3, 0}};
}

FlashBlocks::FlashBlocks(const Params& p) {
  check::vector(kName, "scores", p.scores);
  const Index n = p.scores.size();
  check::count(kName, "the number of scores", n, 1, kMaxKeys);
  check::vector(kName, "values", p.values, n);
  if (p.mask.size() > 0) check::vector(kName, "mask", p.mask, n);
  checked(kName, p);
  Frame& f = frame_;
  f.scores = p.scores;
  f.values = p.values;
  f.mask = Vector::Ones(n);
  for (Index j = 0; j < p.mask.size(); ++j) f.mask(j) = p.mask(j) != 0.0 ? 1.0 : 0.0;
  f.block = std::min(p.block, n);
  f.blocks = (n - 1) / f.block + 1;
  carry();
  at_once();
  as_printed();
  look_at(f.blocks);
}

// m, l and o after each block, and what the block brought.
void FlashBlocks::carry() {
  Frame& f = frame_;
  const Index n = f.scores.size();
  OnlineSoftmax seen(1);
  f.max = Vector::Constant(f.blocks + 1, -kInfinity);
  f.factor = Vector::Ones(f.blocks + 1);
  f.sum = f.sum_of_block = f.weighted = f.weighted_of_block = f.output = Vector::Zero(f.blocks + 1);
  for (Index b = 1; b <= f.blocks; ++b) {
    OnlineSoftmax of_block(1);
    for (Index j = (b - 1) * f.block; j < std::min(b * f.block, n); ++j) {
      const double score = f.mask(j) != 0.0 ? f.scores(j) : -kInfinity;
      of_block.add(score, f.values.segment(j, 1));
    }
    seen.merge(of_block);
    f.max(b) = seen.max();
    f.sum(b) = seen.sum();
    f.output(b) = seen.mean()(0);
    f.weighted(b) = f.output(b) * f.sum(b);
    if (f.max(b - 1) > -kInfinity) f.factor(b) = mathfn::exp(f.max(b - 1) - f.max(b));
    if (of_block.sum() == 0.0) continue;
    f.sum_of_block(b) = mathfn::exp(of_block.max() - f.max(b)) * of_block.sum();
    f.weighted_of_block(b) = f.sum_of_block(b) * of_block.mean()(0);
  }
}

// The same outputs from all keys of the blocks so far, with the largest score taken off and
// without.
void FlashBlocks::at_once() {
  Frame& f = frame_;
  f.softmax = f.plain_fails = Vector::Zero(f.blocks + 1);
  for (Index b = 1; b <= f.blocks; ++b) {
    std::vector<double> scores;
    std::vector<double> values;
    double top = 0.0;
    double bottom = 0.0;
    for (Index j = 0; j < std::min(b * f.block, f.scores.size()); ++j) {
      if (f.mask(j) == 0.0) continue;
      scores.push_back(f.scores(j));
      values.push_back(f.values(j));
      top += mathfn::exp(f.scores(j)) * f.values(j);
      bottom += mathfn::exp(f.scores(j));
    }
    f.plain_fails(b) = failed(top / bottom);
    if (scores.empty()) continue;
    const Index count = static_cast<Index>(scores.size());
    const Vector a = attn::softmax(Vector(Eigen::Map<const Vector>(scores.data(), count)));
    f.softmax(b) = a.dot(Eigen::Map<const Vector>(values.data(), count));
  }
  f.output_error = largest(f.output - f.softmax);
}

// (71) and (72) and the steps of section 10.1.2 word for word, from m = -Infinity and l = o = 0.
void FlashBlocks::as_printed() {
  Frame& f = frame_;
  f.printed_fails = Vector::Zero(f.blocks + 1);
  double max = -kInfinity;
  double sum = 0.0;
  double weighted = 0.0;
  for (Index b = 1; b <= f.blocks; ++b) {
    const Index first = (b - 1) * f.block;
    const Index last = std::min(first + f.block, f.scores.size());
    Vector s = f.scores.segment(first, last - first);
    for (Index j = first; j < last; ++j) {
      if (f.mask(j) == 0.0) s(j - first) = -kInfinity;
    }
    const double now = larger(max, highest(s));
    const double factor = mathfn::exp(max - now);
    sum *= factor;
    weighted *= factor;
    for (Index j = first; j < last; ++j) {
      const double a = mathfn::exp(s(j - first) - now);
      sum += a;
      weighted += a * f.values(j);
    }
    max = now;
    f.printed_fails(b) = failed(sum + weighted);
    if (f.printed_fails(b) != 0.0) continue;
    f.printed_error = larger(f.printed_error, std::fabs(sum - f.sum(b)));
    f.printed_error = larger(f.printed_error, std::fabs(weighted - f.weighted(b)));
  }
}

void FlashBlocks::look_at(Index step) {
  frame_.step = step;
  frame_.rescaled = 0;
  for (Index b = 1; b <= step; ++b) {
    if (frame_.factor(b) < 1.0) ++frame_.rescaled;
  }
}

}  // namespace attn::experiments
