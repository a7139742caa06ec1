// What stands for hours of training where nobody waits for them: the same code on some words, in
// milliseconds.
#pragma once

#include "attn/training/gpt_trainer.hpp"

namespace attn::claims {

/// Options of the published run at sizes that are tiny, with weights, a rate and a decay so large
/// that six updates show each of them. 0 is without the term.
GptTrainerOptions tiny_options(double lambda);

/// A number that moves when the training or the evaluation changes: cross-entropies without and
/// with noise, the size of embeddings, and log-determinants on the way. Fused products, as the runs
/// have them, change it by less than 1e-5 of itself.
double tiny_training(const GptTrainerOptions& options, bool fused = true);

}  // namespace attn::claims
