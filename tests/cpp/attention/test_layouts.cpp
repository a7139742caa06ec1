#include "attn/attention.hpp"
#include "layouts.hpp"

using namespace attn;
using layouts::bits_of;
using layouts::check_same;
using layouts::matrix;

TEST_CASE("softmax and energies are those of the numbers, however these lie in memory") {
  const Vector s = matrix(7, 1, 1);
  const Vector p = softmax(s);
  check_same([](const auto& x) { return bits_of(log_sum_exp(x), softmax(x), softmax(x, 0.0)); }, s);
  check_same([](const auto& x) { return bits_of(softmax_rows(x, 0.7)); }, matrix(4, 5, 2));
  check_same([](const auto& a) { return bits_of(softmax_jacobian(a, 0.5)); }, p);
  check_same(
      [](const auto& a, const auto& v) { return bits_of(softmax_jacobian_product(a, v, 0.5)); }, p,
      s);
  check_same(
      [](const auto& a, const auto& x) {
        return bits_of(entropy(a), normalised_entropy(a), mean_energy(a, x), free_energy(x, 0.3),
                       variational_free_energy(a, x, 0.3), variational_gap(a, x, 0.3));
      },
      p, s);
  check_same(
      [](const auto& x) {
        OnlineSoftmax sum(x.size());
        sum.add(0.5, x);
        sum.add(-0.5, x);
        return bits_of(sum.mean(), sum.max(), sum.sum());
      },
      s);
}

TEST_CASE("norms are those of the numbers, however these lie in memory") {
  const Vector scale = matrix(5, 1, 2);
  check_same(
      [](const auto& x, const auto& factor, const auto& bias, const auto& d) {
        const LayerNorm f = layer_norm_forward(x, factor, bias);
        const LayerNormGradients b = layer_norm_backward(x, factor, f, d);
        const LayerNorm rms = rms_norm_forward(x, factor);
        const LayerNormGradients rms_b = rms_norm_backward(x, factor, rms, d);
        return bits_of(f.output, f.mean, f.inverse_std_dev, b.d_x, b.d_scale, b.d_bias, rms.output,
                       rms.inverse_std_dev, rms_b.d_x, rms_b.d_scale);
      },
      matrix(3, 5, 1), scale, Vector(matrix(5, 1, 3)), matrix(3, 5, 4));
}

TEST_CASE("attention is that of the numbers, however these lie in memory") {
  const Matrix queries = matrix(4, 3, 1);
  const Matrix keys = matrix(5, 3, 2);
  const Matrix values = matrix(5, 2, 3);
  const Matrix d_output = matrix(4, 2, 4);
  AttentionOptions options;
  options.metric = matrix(3, 3, 5);
  options.relative = matrix(8, 3, 6);
  const auto forward_and_back = [&](const auto& q, const auto& k, const auto& v, const auto& d) {
    const Attention f = attention_forward(q, k, v, options);
    const AttentionGradients b = attention_backward(q, k, v, options, f, d);
    return bits_of(f.scores, f.weights, f.output, attention(q, k, v, options), b.d_q, b.d_k, b.d_v,
                   b.d_metric, b.d_relative, b.d_temperature, attention_scores(q, k, options));
  };
  check_same(forward_and_back, queries, keys, values, d_output);
  check_same([](const auto& s) { return bits_of(attention_weights(s)); }, queries);
  check_same([](const auto& a) { return bits_of(attention_entropy(a)); }, softmax_rows(queries));
  const auto by_blocks = [&](const auto& q, const auto& k, const auto& v, const auto& d) {
    const FlashAttention f = flash_attention(q, k, v, options, 2);
    const FlashGradients b = flash_attention_backward(q, k, v, options, f, d, 2);
    return bits_of(f.output, f.max, f.sum, b.d_q, b.d_k, b.d_v);
  };
  check_same(by_blocks, queries, keys, values, d_output);
}

TEST_CASE("gradients are verified for the loss that is given, however that lies in memory") {
  const auto errors = [](const auto& q, const auto& k, const auto& v, const auto& d) {
    const GradientCheck found = verify_gradients(q, k, v, {}, d);
    CHECK(found.correct);
    layouts::Bits bits;
    for (const GradientError& e : found.errors) layouts::append(bits, e.error);
    return bits;
  };
  check_same(errors, matrix(3, 2, 1), matrix(4, 2, 2), matrix(4, 2, 3), matrix(3, 2, 4));
}

TEST_CASE("attention with several heads is that of the numbers, however these lie in memory") {
  const Matrix rows = matrix(6, 3, 1);
  MultiHeadWeights w;
  for (std::uint64_t h = 0; h < 2; ++h) {
    w.w_q.push_back(matrix(3, 2, 10 + h));
    w.w_k.push_back(matrix(3, 2, 20 + h));
    w.w_v.push_back(matrix(3, 2, 30 + h));
    w.w_o.push_back(matrix(2, 3, 40 + h));
  }
  const auto with_projections = [&](const auto& x, const auto& context, const auto& d) {
    const MultiHead f = multihead_forward(x, context, w);
    const MultiHeadGradients b = multihead_backward(x, context, w, {}, f, d);
    return bits_of(f.output, b.d_x, b.d_context, b.d_weights.w_q[0], b.d_weights.w_k[1],
                   b.d_weights.w_v[1], b.d_weights.w_o[0]);
  };
  check_same(with_projections, rows, matrix(4, 3, 2), matrix(6, 3, 3));
  const auto without = [](const auto& q, const auto& k, const auto& v, const auto& d) {
    const BatchShape shape{1, 2, 2};
    const AttentionBatch f = attention_batch_forward(q, k, v, shape);
    const AttentionBatchGradients b = attention_batch_backward(q, k, v, shape, {}, f, d);
    return bits_of(f.output, b.d_q, b.d_k, b.d_v);
  };
  check_same(without, rows, matrix(4, 3, 2), matrix(4, 2, 3), matrix(6, 2, 4));
}

TEST_CASE("attention in float is that of the numbers, however these lie in memory") {
  const auto forward_and_back = [](const auto& q, const auto& k, const auto& v, const auto& d) {
    const FloatFlashAttention f = flash_attention_fast(q, k, v);
    const FloatFlashGradients b = flash_attention_fast_backward(q, k, v, {}, f, d);
    return bits_of(f.output, f.log_normaliser, b.d_q, b.d_k, b.d_v);
  };
  check_same(forward_and_back, FloatMatrix(matrix(21, 5, 1).cast<float>()),
             FloatMatrix(matrix(35, 5, 2).cast<float>()),
             FloatMatrix(matrix(35, 3, 3).cast<float>()),
             FloatMatrix(matrix(21, 3, 4).cast<float>()));
}
