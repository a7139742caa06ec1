#include "attn/training/gpt_touch.hpp"

#include <limits>

#include "attn/numerics/check.hpp"
#include "numerics/products.hpp"
#include "training/gpt_checks.hpp"
#include "training/gpt_model.hpp"

namespace attn {
namespace {

using gpt_model::AllWeights;
using gpt_model::rows_of;

constexpr double kCutEdge = -std::numeric_limits<double>::infinity();

void check_given(const char* function, const char* argument, const Matrix& m, Index rows,
                 Index cols) {
  if (m.size() == 0) return;
  check::shape(function, argument, m, rows, cols);
  check::matrix(function, argument, m);
}

// Of what is added to scores every number below Infinity is good, if it leaves each row a key.
void check_scores(const char* function, const Matrix& scores, const GptBatch& batch) {
  if (scores.size() == 0) return;
  check::shape(function, "touch.scores", scores, rows_of(batch), batch.length);
  for (Index i = 0; i < scores.rows(); ++i) {
    bool left = false;
    for (Index j = 0; j <= i % batch.length; ++j) {
      const double added = scores(i, j);
      if (!(added < -kCutEdge)) {
        check::refuse(function, {"touch.scores[", i, ", ", j, "]"}, {added}, "finite or -Infinity");
      }
      left = left || added != kCutEdge;
    }
    if (!left) {
      check::refuse(function, {"row ", i, " of touch.scores"}, "-Infinity", "something to look at");
    }
  }
}

// What the touched head says of one sequence, whose first row is the number `first` of the batch.
Attention touched_head(const Matrix& qkv, const GptShape& shape, Index first, Index length,
                       const GptTouch& touch) {
  const Index d = shape.width, size = d / shape.heads, at = touch.head * size;
  Matrix q = qkv.block(first, at, length, size);
  const Matrix k = qkv.block(first, d + at, length, size);
  const Matrix v = qkv.block(first, 2 * d + at, length, size);
  if (touch.queries.size() > 0) q += touch.queries.middleRows(first, length);
  AttentionOptions options;
  options.causal = true;
  options.temperature = touch.temperature;
  if (touch.scores.size() > 0) {
    options.bias = touch.scores.middleRows(first, length);
    options.bias.triangularView<Eigen::StrictlyUpper>().setZero();
  }
  Attention out = attention_forward(q, k, v, options);
  if (touch.weights.size() > 0) {
    out.weights = touch.weights.middleRows(first, length);
    out.output = product(out.weights, v);
  }
  if (touch.output.size() > 0) out.output = touch.output.middleRows(first, length);
  return out;
}

GptForward touched(const GptShape& shape, const Vector& weights, const GptBatch& batch,
                   const GptForward& clean, const GptTouch& touch) {
  const AllWeights w(shape, weights);
  GptForward out = clean;
  const Index size = shape.width / shape.heads;
  for (auto b = static_cast<std::size_t>(touch.block); b < w.blocks.size(); ++b) {
    const Matrix& x = b == 0 ? out.x : out.blocks[b - 1].output;
    if (b > static_cast<std::size_t>(touch.block)) {
      out.blocks[b] = gpt_model::attend(w.blocks[b], x, shape, batch.length);
    } else {
      GptBlock& block = out.blocks[b];
      for (Index s = 0; s < batch.sequences; ++s) {
        CausalHeads& heads = block.heads[static_cast<std::size_t>(s)];
        Attention& head = heads.heads[static_cast<std::size_t>(touch.head)];
        const Index first = s * batch.length;
        head = touched_head(block.qkv, shape, first, batch.length, touch);
        heads.output.middleCols(touch.head * size, size) = head.output;
        block.mixed.block(first, touch.head * size, batch.length, size) = head.output;
      }
      if (touch.queries.size() > 0) {
        block.qkv.middleCols(touch.head * size, size) += touch.queries;
      }
      check::result("the model", "what a head says", block.mixed);
    }
    gpt_model::finish_block(w.blocks[b], x, out.blocks[b]);
  }
  gpt_model::read_out(w, out.blocks.back().output, batch, out);
  return out;
}

std::vector<Matrix> head_gradients(const GptShape& shape, const Vector& weights,
                                   const GptBatch& batch, const GptForward& forward) {
  const AllWeights w(shape, weights);
  AffineGradients head;
  Matrix d = gpt_model::read_out_backward(w, batch, forward, head).d_x;
  std::vector<Matrix> out(w.blocks.size());
  for (std::size_t b = w.blocks.size(); b-- > 0;) {
    const gpt_model::BlockGradients above =
        gpt_model::down_to_heads(w.blocks[b], forward.blocks[b], d);
    out[b] = above.out.d_x;
    if (b == 0) break;
    d = above.d_middle + gpt_model::through_heads(w.blocks[b], forward.blocks[b - 1].output,
                                                  forward.blocks[b], batch.length, out[b])
                             .norm.d_x;
  }
  return out;
}

}  // namespace

void gpt_checks::check_touch(const char* function, const GptShape& shape, const GptBatch& batch,
                             const GptTouch& touch) {
  const Index n = rows_of(batch), size = shape.width / shape.heads;
  check::count(function, "touch.block", touch.block, 0, shape.blocks - 1);
  check::count(function, "touch.head", touch.head, 0, shape.heads - 1);
  check::positive(function, "touch.temperature", touch.temperature);
  check_given(function, "touch.queries", touch.queries, n, size);
  check_scores(function, touch.scores, batch);
  check_given(function, "touch.weights", touch.weights, n, batch.length);
  check_given(function, "touch.output", touch.output, n, size);
}

GptForward gpt_touched(const GptShape& shape, const Vector& weights, const GptBatch& batch,
                       const GptForward& clean, const GptTouch& touch) {
  constexpr const char* kName = "gpt_touched";
  gpt_model::check_call(kName, shape, weights, batch);
  gpt_model::check_forward(kName, shape, batch, clean);
  gpt_checks::check_touch(kName, shape, batch, touch);
  return gpt_model::within(kName, [&] { return touched(shape, weights, batch, clean, touch); });
}

std::vector<Matrix> gpt_head_gradients(const GptShape& shape, const Vector& weights,
                                       const GptBatch& batch, const GptForward& forward) {
  constexpr const char* kName = "gpt_head_gradients";
  gpt_model::check_call(kName, shape, weights, batch);
  gpt_model::check_forward(kName, shape, batch, forward);
  return gpt_model::within(kName, [&] { return head_gradients(shape, weights, batch, forward); });
}

}  // namespace attn
