#include "attn/training/fast_head_trainer.hpp"

#include "training/fuzz_training.hpp"

FUZZ_TARGET(fast_head_trainer) {
  fuzz::Input input(data, size);
  const fuzz::Classifier c = fuzz::classifier(input);
  const attn::Index classes = c.weights.w_o.rows() < 1 ? 1 : c.weights.w_o.rows();
  std::vector<attn::Index> labels(static_cast<std::size_t>(c.x.rows()));
  // One more than there are classes: refused.
  for (attn::Index& label : labels) label = input.byte() % (classes + (input.byte() == 0 ? 1 : 0));
  attn::TrainerOptions options;
  if (input.flip()) options.rule = attn::ValueRule::kFitted;
  options.eta = {input.positive(), input.positive(), input.positive()};
  options.mean_loss = input.flip();
  options.causal = c.options.causal;
  if (input.byte() % 4 == 0) options.loss_limit = input.positive();
  fuzz::returns_or_refuses([&] {
    attn::FastHeadTrainer t(c.x.cast<float>(), labels, c.weights, options);
    t.step(5);
    fuzz::expect(t.diverged() || t.steps() == 5, "FastHeadTrainer", "five steps");
    fuzz::expect_finite("FastHeadTrainer", t.loss(), t.weights().w_o, t.weights().b,
                        t.weights().heads[0].w_v);
  });
  return 0;
}
