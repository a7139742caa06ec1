// Evaluators of the topic gpt.
#include "attn/training/gpt.hpp"
#include "attn/training/adamw.hpp"
#include "reference/cases.hpp"

namespace attn::reference {

Arrays gpt_training(const Case& c) {
  const GptShape shape{whole(c, "V"), whole(c, "T"), whole(c, "d"), whole(c, "heads"),
                       whole(c, "blocks")};
  Vector weights = vector_input(c, "weights");
  const Matrix tokens = matrix(c, "tokens");
  GptBatch batch{tokens.rows(), tokens.cols() - 1, {}};
  for (Index i = 0; i < tokens.size(); ++i) {
    batch.tokens.push_back(static_cast<Index>(tokens.data()[i]));
  }
  const GptForward start = gpt_forward(shape, weights, batch);
  const Vector gradient = gpt_backward(shape, weights, batch, start);
  const CosineSchedule schedule{number(c, "rate"), whole(c, "warmup"), whole(c, "updates"),
                                number(c, "floor")};
  AdamW adam(weights.size(), {number(c, "first"), number(c, "second"), number(c, "epsilon"),
                              number(c, "decay"), number(c, "clip")});
  const Index steps = whole(c, "steps");
  Vector losses(steps), norms(steps), rates(steps);
  for (Index u = 0; u < steps; ++u) {
    const GptForward forward = gpt_forward(shape, weights, batch);
    losses(u) = forward.loss;
    rates(u) = cosine_rate(schedule, u);
    norms(u) = adam.step(weights, gpt_backward(shape, weights, batch, forward), rates(u));
  }
  std::vector<Matrix> logits;
  for (Index s = 0; s < batch.sequences; ++s) {
    logits.emplace_back(start.logits.middleRows(s * batch.length, batch.length));
  }
  return {{"loss", to_array(Vector(Vector::Constant(1, start.loss)))},
          {"logits", to_array(logits)},
          {"gradient", to_array(gradient)},
          {"weights_after", to_array(weights)},
          {"losses", to_array(losses)},
          {"norms", to_array(norms)},
          {"rates", to_array(rates)}};
}

}  // namespace attn::reference
