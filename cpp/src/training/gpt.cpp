#include "attn/training/gpt.hpp"

#include <utility>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "training/gpt_checks.hpp"
#include "training/gpt_model.hpp"

namespace attn {

using gpt_model::AllWeights;
using gpt_model::attend;
using gpt_model::BlockGradients;
using gpt_model::BlockWeights;
using gpt_model::check_call;
using gpt_model::check_forward;
using gpt_model::down_to_heads;
using gpt_model::finish_block;
using gpt_model::HeadsGradients;
using gpt_model::read_out;
using gpt_model::read_out_backward;
using gpt_model::rows_of;
using gpt_model::through_heads;
using gpt_model::within;

namespace {

constexpr std::int64_t kMaxWeights = std::int64_t{1} << 28;

// Writes gradients where the weights of `parts` lie.
class Writer {
 public:
  Writer(std::vector<GptPart> parts, Index size) : parts_(std::move(parts)), out_(size) {}
  void put(std::size_t part, const Matrix& m) {
    const GptPart& at = parts_[part];
    Eigen::Map<Matrix>(out_.data() + at.first, m.rows(), m.cols()) = m;
  }
  void put(std::size_t part, const Vector& v) { out_.segment(parts_[part].first, v.size()) = v; }
  Vector take() { return std::move(out_); }

 private:
  std::vector<GptPart> parts_;
  Vector out_;
};

// Parts before the first block, and of a block.
constexpr std::size_t kBefore = 2, kOfBlock = 12;

// Of sizes whose products fit into 64 bits.
std::int64_t size_of(const GptShape& shape) {
  const std::int64_t d = shape.width, v = shape.vocabulary;
  return d * (12 * d + 13) * shape.blocks + d * (2 * v + shape.context + 2) + v;
}

void check_rows(const char* function, const char* argument, const Matrix& m, const GptShape& shape,
                const GptBatch& batch) {
  if (m.size() == 0) return;
  check::shape(function, argument, m, rows_of(batch), shape.width);
  check::matrix(function, argument, m);
}

// The tokens that are read.
std::vector<Index> read(const GptBatch& batch) {
  std::vector<Index> out;
  out.reserve(static_cast<std::size_t>(rows_of(batch)));
  for (Index s = 0; s < batch.sequences; ++s) {
    const auto first = batch.tokens.begin() + s * (batch.length + 1);
    out.insert(out.end(), first, first + batch.length);
  }
  return out;
}

// The gradient with respect to x; those of weights go to `to`, from part `first` on.
Matrix block_backward(const BlockWeights& w, const MatrixRef& x, const GptBlock& forward,
                      Index length, const Matrix& d_output, Writer& to, std::size_t first) {
  const BlockGradients above = down_to_heads(w, forward, d_output);
  const HeadsGradients below = through_heads(w, x, forward, length, above.out.d_x);
  to.put(first, below.norm.d_scale);
  to.put(first + 1, below.norm.d_bias);
  to.put(first + 2, below.qkv.d_w);
  to.put(first + 3, below.qkv.d_b);
  to.put(first + 4, above.out.d_w);
  to.put(first + 5, above.out.d_b);
  to.put(first + 6, above.second.d_scale);
  to.put(first + 7, above.second.d_bias);
  to.put(first + 8, above.up.d_w);
  to.put(first + 9, above.up.d_b);
  to.put(first + 10, above.down.d_w);
  to.put(first + 11, above.down.d_b);
  return above.d_middle + below.norm.d_x;
}

}  // namespace

namespace gpt_model {

void check_call(const char* function, const GptShape& shape, const Vector& weights,
                const GptBatch& batch) {
  check_gpt_shape(function, shape);
  check::vector(function, "weights", weights, gpt_size(shape));
  gpt_checks::check_batch(function, shape, batch);
}

void check_forward(const char* function, const GptShape& shape, const GptBatch& batch,
                   const GptForward& forward) {
  check::shape(function, "forward.logits", forward.logits, rows_of(batch), shape.vocabulary);
  check::count(function, "the number of forward.blocks", forward.blocks.size(), shape.blocks,
               shape.blocks);
  const auto check_rows = [&](const char* argument, const Matrix& m) {
    check::shape(function, argument, m, rows_of(batch), shape.width);
  };
  check_rows("forward.x", forward.x);
  for (const GptBlock& block : forward.blocks) {
    check_rows("forward.blocks.first.output", block.first.output);
    check_rows("forward.blocks.mixed", block.mixed);
    check_rows("forward.blocks.output", block.output);
    check::shape(function, "forward.blocks.qkv", block.qkv, rows_of(batch), 3 * shape.width);
    check::count(function, "the number of sequences of forward", block.heads.size(),
                 batch.sequences, batch.sequences);
    for (const CausalHeads& heads : block.heads) {
      check::count(function, "the number of heads of forward", heads.heads.size(), shape.heads,
                   shape.heads);
      check::shape(function, "forward.blocks.heads.output", heads.output, batch.length,
                   shape.width);
    }
  }
}

GptBlock attend(const BlockWeights& w, const MatrixRef& x, const GptShape& shape, Index length) {
  GptBlock out;
  out.first = layer_norm_forward(x, w.scale_1, w.bias_1, kEpsilon);
  out.qkv = affine_forward(out.first.output, w.qkv, w.qkv_bias);
  out.mixed.resize(x.rows(), x.cols());
  for (Index i = 0; i < x.rows(); i += length) {
    out.heads.push_back(causal_heads_forward(out.qkv.middleRows(i, length), shape.heads));
    out.mixed.middleRows(i, length) = out.heads.back().output;
  }
  return out;
}

void finish_block(const BlockWeights& w, const MatrixRef& x, GptBlock& block) {
  block.middle = x + affine_forward(block.mixed, w.out, w.out_bias);
  block.second = layer_norm_forward(block.middle, w.scale_2, w.bias_2, kEpsilon);
  block.up = affine_forward(block.second.output, w.up, w.up_bias);
  block.hidden = gelu_forward(block.up);
  block.output = block.middle + affine_forward(block.hidden, w.down, w.down_bias);
}

void read_out(const AllWeights& w, const MatrixRef& x, const GptBatch& batch, GptForward& out) {
  out.last = layer_norm_forward(x, w.scale, w.bias, kEpsilon);
  out.logits = affine_forward(out.last.output, w.head, w.head_bias);
  out.losses.resize(out.logits.rows());
  out.loss = 0.0;
  for (Index i = 0; i < out.logits.rows(); ++i) {
    out.losses(i) = log_sum_exp(out.logits.row(i).transpose()) - out.logits(i, after(batch, i));
    out.loss += out.losses(i) / static_cast<double>(out.logits.rows());
  }
  check::result("the model", "the loss", out.loss);
}

LayerNormGradients read_out_backward(const AllWeights& w, const GptBatch& batch,
                                     const GptForward& forward, AffineGradients& head) {
  Matrix d_logits = softmax_rows(forward.logits);
  for (Index i = 0; i < d_logits.rows(); ++i) d_logits(i, after(batch, i)) -= 1.0;
  d_logits /= static_cast<double>(d_logits.rows());
  head = affine_backward(forward.last.output, w.head, d_logits);
  return layer_norm_backward(forward.blocks.back().output, w.scale, forward.last, head.d_x);
}

BlockGradients down_to_heads(const BlockWeights& w, const GptBlock& forward,
                             const Matrix& d_output) {
  BlockGradients out;
  out.down = affine_backward(forward.hidden, w.down, d_output);
  out.up = affine_backward(forward.second.output, w.up, gelu_backward(forward.up, out.down.d_x));
  out.second = layer_norm_backward(forward.middle, w.scale_2, forward.second, out.up.d_x);
  out.d_middle = d_output + out.second.d_x;
  out.out = affine_backward(forward.mixed, w.out, out.d_middle);
  return out;
}

HeadsGradients through_heads(const BlockWeights& w, const MatrixRef& x, const GptBlock& forward,
                             Index length, const Matrix& d_mixed) {
  Matrix d_qkv(forward.qkv.rows(), forward.qkv.cols());
  for (Index i = 0; i < x.rows(); i += length) {
    d_qkv.middleRows(i, length) = causal_heads_backward(
        forward.qkv.middleRows(i, length), forward.heads[static_cast<std::size_t>(i / length)],
        d_mixed.middleRows(i, length));
  }
  HeadsGradients out;
  out.qkv = affine_backward(forward.first.output, w.qkv, d_qkv);
  out.norm = layer_norm_backward(x, w.scale_1, forward.first, out.qkv.d_x);
  return out;
}

}  // namespace gpt_model

void gpt_checks::check_batch(const char* function, const GptShape& shape, const GptBatch& batch) {
  check::count(function, "batch.sequences", batch.sequences, 1, check::kMaxBudget);
  check::count(function, "batch.length", batch.length, 1, shape.context);
  const Index tokens = check::product(function, "batch", batch.sequences, batch.length + 1);
  check::count(function, "the number of batch.tokens", batch.tokens.size(), tokens, tokens);
  for (const Index id : batch.tokens) {
    check::count(function, "a token of the batch", id, 0, shape.vocabulary - 1);
  }
  check::product(function, "the hidden units", rows_of(batch), 4 * shape.width);
  check::product(function, "the logits", rows_of(batch), shape.vocabulary);
  check::product(function, "the scores of a head", batch.length, batch.length);
}

void check_gpt_shape(const char* function, const GptShape& shape) {
  check::count(function, "shape.vocabulary", shape.vocabulary, 1, check::kMaxBudget);
  check::count(function, "shape.context", shape.context, 1, check::kMaxBudget);
  check::count(function, "shape.width", shape.width, 1, check::kMaxBudget);
  check::count(function, "shape.heads", shape.heads, 1, shape.width);
  check::count(function, "shape.blocks", shape.blocks, 1, check::kMaxBudget);
  if (shape.width % shape.heads != 0) {
    check::refuse(function, "shape.heads", {shape.heads},
                  {"a divisor of the width, ", shape.width});
  }
  // In 64 bits, and each factor bounded before the next.
  const std::int64_t d = shape.width;
  check::product(function, "the embeddings",
                 std::int64_t{shape.vocabulary} + std::int64_t{shape.context}, d, kMaxWeights);
  check::product(function, "a block's weights", 12 * d + 13, d, kMaxWeights);
  check::product(function, "the blocks' weights", d * (12 * d + 13), shape.blocks, kMaxWeights);
  check::product(function, "the weights", size_of(shape), 1, kMaxWeights);
}

std::vector<GptPart> gpt_parts(const GptShape& shape) {
  check_gpt_shape("gpt_parts", shape);
  const Index d = shape.width;
  std::vector<GptPart> out;
  Index first = 0;
  const auto add = [&](const std::string& name, Index rows, Index cols) {
    out.push_back({name, first, rows, cols});
    first += rows * cols;
  };
  add("tokens", shape.vocabulary, d);
  add("positions", shape.context, d);
  for (Index b = 0; b < shape.blocks; ++b) {
    const std::string block = "blocks." + std::to_string(b) + '.';
    add(block + "first.scale", 1, d);
    add(block + "first.bias", 1, d);
    add(block + "qkv.weight", d, 3 * d);
    add(block + "qkv.bias", 1, 3 * d);
    add(block + "out.weight", d, d);
    add(block + "out.bias", 1, d);
    add(block + "second.scale", 1, d);
    add(block + "second.bias", 1, d);
    add(block + "up.weight", d, 4 * d);
    add(block + "up.bias", 1, 4 * d);
    add(block + "down.weight", 4 * d, d);
    add(block + "down.bias", 1, d);
  }
  add("last.scale", 1, d);
  add("last.bias", 1, d);
  add("head.weight", d, shape.vocabulary);
  add("head.bias", 1, shape.vocabulary);
  return out;
}

Index gpt_size(const GptShape& shape) {
  check_gpt_shape("gpt_size", shape);
  return static_cast<Index>(size_of(shape));
}

Vector gpt_start(const GptShape& shape, Rng& rng, double std_dev) {
  constexpr const char* kName = "gpt_start";
  check_gpt_shape(kName, shape);
  check::not_negative(kName, "std_dev", std_dev);
  Vector out(gpt_size(shape));
  // Of a copy, so that what is refused draws nothing.
  Rng draws = rng;
  for (const GptPart& part : gpt_parts(shape)) {
    auto numbers = out.segment(part.first, part.rows * part.cols);
    const std::string kind = part.name.substr(part.name.rfind('.') + 1);
    if (kind == "scale" || kind == "bias") {
      numbers.setConstant(kind == "scale" ? 1.0 : 0.0);
    } else {
      for (double& w : numbers) w = std_dev * draws.normal();
    }
  }
  check::result(kName, "a weight", out);
  rng = draws;
  return out;
}

namespace {

GptForward forward_of(const GptShape& shape, const Vector& weights, const GptBatch& batch,
                      const Matrix& noise) {
  const AllWeights w(shape, weights);
  GptForward out;
  out.x = embed_forward(read(batch), batch.length, w.tokens, w.positions);
  if (noise.size() > 0) out.x += noise;
  const Matrix* x = &out.x;
  out.blocks.reserve(w.blocks.size());
  for (const BlockWeights& block : w.blocks) {
    out.blocks.push_back(attend(block, *x, shape, batch.length));
    finish_block(block, *x, out.blocks.back());
    x = &out.blocks.back().output;
  }
  read_out(w, *x, batch, out);
  return out;
}

Vector backward_of(const GptShape& shape, const Vector& weights, const GptBatch& batch,
                   const GptForward& forward, const Matrix& d_x) {
  const AllWeights w(shape, weights);
  Writer to(gpt_parts(shape), weights.size());
  const std::size_t end = kBefore + kOfBlock * w.blocks.size();
  AffineGradients head;
  const LayerNormGradients last = read_out_backward(w, batch, forward, head);
  to.put(end, last.d_scale);
  to.put(end + 1, last.d_bias);
  to.put(end + 2, head.d_w);
  to.put(end + 3, head.d_b);
  Matrix d = last.d_x;
  for (std::size_t b = w.blocks.size(); b-- > 0;) {
    const Matrix& x = b == 0 ? forward.x : forward.blocks[b - 1].output;
    d = block_backward(w.blocks[b], x, forward.blocks[b], batch.length, d, to,
                       kBefore + kOfBlock * b);
  }
  if (d_x.size() > 0) d += d_x;
  const EmbedGradients embed =
      embed_backward(read(batch), batch.length, shape.vocabulary, shape.context, d);
  to.put(0, embed.d_tokens);
  to.put(1, embed.d_positions);
  return to.take();
}

}  // namespace

GptForward gpt_forward(const GptShape& shape, const Vector& weights, const GptBatch& batch,
                       const Matrix& noise) {
  constexpr const char* kName = "gpt_forward";
  check_call(kName, shape, weights, batch);
  check_rows(kName, "noise", noise, shape, batch);
  return within(kName, [&] { return forward_of(shape, weights, batch, noise); });
}

Vector gpt_backward(const GptShape& shape, const Vector& weights, const GptBatch& batch,
                    const GptForward& forward, const Matrix& d_x) {
  constexpr const char* kName = "gpt_backward";
  check_call(kName, shape, weights, batch);
  check_rows(kName, "d_x", d_x, shape, batch);
  check_forward(kName, shape, batch, forward);
  return within(kName, [&] { return backward_of(shape, weights, batch, forward, d_x); });
}

}  // namespace attn
