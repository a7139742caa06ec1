#include "experiments/bilinear-form/flash.hpp"

#include <algorithm>

#include "attention/attention_parts.hpp"
#include "attn/numerics/largest.hpp"
#include "experiments/bilinear-form/parts.hpp"

namespace attn::experiments {

std::vector<Setting<FlashParams>> Flash::settings() {
  FlashParams p;
  p.q = some_numbers(3, 2, 1);
  p.k = some_numbers(7, 2, 2);
  p.v = some_numbers(7, 2, 3);
  FlashParams causal = p;
  causal.options.causal = true;
  causal.options.temperature = 0.5;
  causal.block = 1;
  FlashParams whole = p;
  whole.block = 100;
  return {{p, 4, 0}, {causal, 3, 0}, {whole, 0, 0}};
}

Flash::Flash(const Params& params) : params_(checked(kName, params)) {
  const AttentionOptions& o = params_.options;
  check::positive(kName, "temperature", o.temperature);
  const Matrix raw = attention_forward(params_.q, params_.k, params_.v, o).scores;
  scores_ = attention_parts::logits(raw, o) / o.temperature;
  blocks_ = (params_.k.rows() - 1) / params_.block + 1;
  restart();
}

void Flash::restart() {
  seen_ = 0;
  rows_.assign(static_cast<std::size_t>(params_.q.rows()), OnlineSoftmax(params_.v.cols()));
}

void Flash::take(Index block) {
  const Index first = block * params_.block;
  const Index last = std::min(first + params_.block, params_.k.rows());
  for (Index i = 0; i < params_.q.rows(); ++i) {
    OnlineSoftmax of_block(params_.v.cols());
    for (Index j = first; j < last; ++j) of_block.add(scores_(i, j), params_.v.row(j).transpose());
    rows_[static_cast<std::size_t>(i)].merge(of_block);
  }
}

bool Flash::seek(Index block, Index budget) {
  check_step(kName, block, blocks_, budget);
  if (block < seen_) restart();
  for (Index n = 0; n < budget && seen_ < block; ++n) take(seen_++);
  return seen_ == block;
}

FlashFrame Flash::frame() const {
  const Index n_q = params_.q.rows();
  const Index first = (seen_ > 0 ? seen_ - 1 : 0) * params_.block;
  const Index keys = std::min(seen_ * params_.block, params_.k.rows());
  Frame f;
  f.block = seen_;
  f.blocks = blocks_;
  f.max.resize(n_q);
  f.sum.resize(n_q);
  f.output.resize(n_q, params_.v.cols());
  for (Index i = 0; i < n_q; ++i) {
    const OnlineSoftmax& row = rows_[static_cast<std::size_t>(i)];
    f.max(i) = row.max();
    f.sum(i) = row.sum();
    f.output.row(i) = row.mean().transpose();
  }
  f.scores = scores_.middleCols(first, keys - first);
  f.numbers_held = static_cast<double>(n_q * (params_.v.cols() + 2));
  f.numbers_saved = static_cast<double>(n_q * params_.k.rows());
  AttentionOptions seen = params_.options;
  seen.key_length = std::min(keys, seen.key_length.value_or(keys));
  f.output_error = largest(f.output - attn::attention(params_.q, params_.k, params_.v, seen));
  return f;
}

}  // namespace attn::experiments
