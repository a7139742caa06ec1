#include "attn/training/head_trainer.hpp"

#include "training/fuzz_training.hpp"

FUZZ_TARGET(head_trainer) {
  fuzz::Input input(data, size);
  const fuzz::Classifier c = fuzz::classifier(input);
  attn::TrainerOptions options;
  options.rule = std::array<attn::ValueRule, 3>{attn::ValueRule::kWeights, attn::ValueRule::kFree,
                                                attn::ValueRule::kFitted}[input.byte() % 3];
  options.eta = {input.positive(), input.positive(), input.positive()};
  options.mean_loss = input.flip();
  options.causal = c.options.causal;
  options.normalise_values = c.options.normalise_values;
  if (input.byte() % 4 == 0) options.dropout = 0.4;
  if (input.byte() % 4 == 0) options.loss_limit = input.positive();
  fuzz::returns_or_refuses([&] {
    attn::HeadTrainer t(c.x, c.targets, c.weights, options, input.byte());
    t.step(5);
    fuzz::expect(t.diverged() || t.steps() == 5, "HeadTrainer", "five steps");
    fuzz::expect_finite("HeadTrainer", t.forward().prediction.loss, t.weights().w_o, t.weights().b);
    attn::HeadTrainer again = t;
    again.restore(t.save());
    fuzz::expect(again.forward().logits == t.forward().logits, "HeadTrainer", "the same restored");
  });
  return 0;
}
