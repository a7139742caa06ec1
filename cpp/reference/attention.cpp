// Evaluators of the topics attention, multihead and norm.
#include "attn/attention/attention_grad.hpp"
#include "attn/attention/layer_norm.hpp"
#include "attn/attention/multihead_grad.hpp"
#include "reference/cases.hpp"

namespace attn::reference {
namespace {

AttentionOptions options_of(const Case& c) {
  AttentionOptions o;
  if (has_input(c, "g")) o.metric = matrix(c, "g");
  if (has_input(c, "R")) o.relative = matrix(c, "R");
  if (has_input(c, "bias")) o.bias = matrix(c, "bias");
  if (has_input(c, "allowed")) o.allowed = matrix(c, "allowed").array() != 0.0;
  if (c.params.count("scale") > 0) {
    o.scale = number(c, "scale");
    o.metric.resize(0, 0);  // as the conventions of the cases say
  }
  o.softcap = number_or(c, "softcap", 0.0);
  o.temperature = number_or(c, "T", 1.0);
  const auto mask = c.params.find("mask");
  if (mask != c.params.end() && std::holds_alternative<std::string>(mask->second)) {
    const std::string& name = std::get<std::string>(mask->second);
    if (name != "causal" && name != "none" && !name.empty()) fail(c, "unknown mask '" + name + "'");
    o.causal = name == "causal";
  }
  return o;
}

Arrays outputs_of(const Attention& a) {
  return {{"S", to_array(a.scores)}, {"A", to_array(a.weights)}, {"O", to_array(a.output)}};
}

MultiHeadWeights weights_of(const Case& c) {
  return {matrices(c, "W_Q"), matrices(c, "W_K"), matrices(c, "W_V"), matrices(c, "W_O")};
}

}  // namespace

Arrays attention_forward_case(const Case& c) {
  return outputs_of(
      attention_forward(matrix(c, "Q"), matrix(c, "K"), matrix(c, "V"), options_of(c)));
}

Arrays attention_backward_case(const Case& c) {
  const Matrix q = matrix(c, "Q");
  const Matrix k = matrix(c, "K");
  const Matrix v = matrix(c, "V");
  const AttentionOptions options = options_of(c);
  const Attention forward = attention_forward(q, k, v, options);
  const AttentionGradients g = attention_backward(q, k, v, options, forward, matrix(c, "dL_dO"));
  Arrays out = outputs_of(forward);
  out["dL_dA"] = to_array(g.d_weights);
  out["dL_dS"] = to_array(g.d_scores);
  out["dL_dQ"] = to_array(g.d_q);
  out["dL_dK"] = to_array(g.d_k);
  out["dL_dV"] = to_array(g.d_v);
  out["dL_dg"] = to_array(g.d_metric);
  out["dL_dT"] = {{}, {g.d_temperature}};
  out["dL_dbias"] = to_array(g.d_bias);
  if (options.relative.size() > 0) out["dL_dR"] = to_array(g.d_relative);
  return out;
}

Arrays multihead_forward_case(const Case& c) {
  const Matrix x = matrix(c, "X");
  const MultiHead forward = multihead_forward(x, x, weights_of(c), {options_of(c)});
  std::vector<Matrix> patterns;
  std::vector<Matrix> outputs;
  for (const Attention& head : forward.heads) {
    patterns.push_back(head.weights);
    outputs.push_back(head.output);
  }
  return {{"A", to_array(patterns)},
          {"O", to_array(outputs)},
          {"Y", to_array(forward.output)},
          {"diversity", {{}, {head_diversity(patterns)}}}};
}

Arrays multihead_diversity(const Case& c) {
  return {{"diversity", {{}, {head_diversity(matrices(c, "A"))}}}};
}

Arrays multihead_backward_case(const Case& c) {
  const Matrix x = matrix(c, "X");
  const Matrix context = matrix(c, "C");
  const MultiHeadWeights weights = weights_of(c);
  const std::vector<AttentionOptions> options = {options_of(c)};
  const MultiHead forward = multihead_forward(x, context, weights, options);
  const MultiHeadGradients g =
      multihead_backward(x, context, weights, options, forward, matrix(c, "dL_dY"));
  return {{"Y", to_array(forward.output)},        {"dL_dX", to_array(g.d_x)},
          {"dL_dC", to_array(g.d_context)},       {"dL_dW_Q", to_array(g.d_weights.w_q)},
          {"dL_dW_K", to_array(g.d_weights.w_k)}, {"dL_dW_V", to_array(g.d_weights.w_v)},
          {"dL_dW_O", to_array(g.d_weights.w_o)}};
}

Arrays norm_layer(const Case& c) {
  const LayerNorm norm = layer_norm_forward(matrix(c, "X"), vector_input(c, "scale"),
                                            vector_input(c, "bias"), number(c, "epsilon"));
  return {{"Y", to_array(norm.output)}};
}

Arrays norm_rms(const Case& c) {
  return {{"Y",
           to_array(rms_norm_forward(matrix(c, "X"), vector_input(c, "scale"), number(c, "epsilon"))
                        .output)}};
}

Arrays norm_layer_backward(const Case& c) {
  const Matrix x = matrix(c, "X");
  const Vector scale = vector_input(c, "scale");
  const LayerNorm forward =
      layer_norm_forward(x, scale, vector_input(c, "bias"), number(c, "epsilon"));
  const LayerNormGradients g = layer_norm_backward(x, scale, forward, matrix(c, "dL_dY"));
  return {{"Y", to_array(forward.output)},
          {"dL_dX", to_array(g.d_x)},
          {"dL_dscale", to_array(g.d_scale)},
          {"dL_dbias", to_array(g.d_bias)}};
}

Arrays norm_rms_backward(const Case& c) {
  const Matrix x = matrix(c, "X");
  const Vector scale = vector_input(c, "scale");
  const LayerNorm forward = rms_norm_forward(x, scale, number(c, "epsilon"));
  const LayerNormGradients g = rms_norm_backward(x, scale, forward, matrix(c, "dL_dY"));
  return {{"Y", to_array(forward.output)},
          {"dL_dX", to_array(g.d_x)},
          {"dL_dscale", to_array(g.d_scale)}};
}

}  // namespace attn::reference
