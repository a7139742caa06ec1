#include "attn/training/gpt_trainer.hpp"

#include <memory>

#include "training/fuzz_gpt.hpp"

FUZZ_TARGET(gpt_trainer) {
  fuzz::Input input(data, size);
  attn::GptTrainerOptions options;
  options.shape = fuzz::gpt_shape(input);
  options.batch = input.nearly(input.size(1, 3));
  options.schedule.rate = input.flip() ? input.positive() : 0.1;
  options.schedule.warmup = input.size(0, 2);
  options.std_dev = input.flip() ? input.positive() : 0.5;
  options.prior.kind = static_cast<attn::GptPriorKind>(input.size(0, 4));
  if (input.flip()) options.prior.lambda = input.positive();
  if (input.flip()) options.prior.w = input.number();
  options.adamw.clip = input.flip() ? input.positive() : 1.0;
  std::vector<attn::Index> text;
  for (attn::Index i = input.size(0, 12); i-- > 0;) text.push_back(input.nearly(i % 2));
  std::unique_ptr<attn::GptTrainer> trainer;
  if (!fuzz::returns("GptTrainer",
                     [&] { trainer = std::make_unique<attn::GptTrainer>(text, options); })) {
    return 0;
  }
  const attn::GptTrainerState start = trainer->save();
  for (int i = 0; i < 3; ++i) {
    attn::GptUpdate u{};
    if (!fuzz::returns("GptTrainer::step", [&] { u = trainer->step(); })) break;
    fuzz::expect_finite("GptTrainer::step", u.loss, u.prior, u.log_det, u.rms, u.norm, u.rate);
    fuzz::expect_finite("GptTrainer::step", trainer->save().weights);
  }
  double loss = 0.0;
  if (fuzz::returns("GptTrainer::evaluate",
                    [&] { loss = trainer->evaluate(text, input.number(), 1); })) {
    fuzz::expect_finite("GptTrainer::evaluate", loss);
  }
  double rms = 0.0;
  if (fuzz::returns("GptTrainer::size_of_embeddings",
                    [&] { rms = trainer->size_of_embeddings(text); })) {
    fuzz::expect(rms >= 0.0, "GptTrainer::size_of_embeddings", "a size");
  }
  const attn::Index length = input.nearly(3), first = input.nearly(1), most = input.nearly(2);
  attn::GptBatch windows{};
  if (fuzz::returns("gpt_windows",
                    [&] { windows = attn::gpt_windows(text, length, first, most); })) {
    fuzz::expect(
        static_cast<attn::Index>(windows.tokens.size()) == windows.sequences * (length + 1),
        "gpt_windows", "whole windows");
  }
  std::vector<attn::Index> said;
  if (fuzz::returns("GptTrainer::sample",
                    [&] { said = trainer->sample(text, 3, input.number(), 1); })) {
    for (const attn::Index id : said) {
      fuzz::expect(id >= 0 && id < options.shape.vocabulary, "GptTrainer::sample", "a token");
    }
  }
  fuzz::returns("GptTrainer::restore", [&] { trainer->restore(start); });
  return 0;
}
