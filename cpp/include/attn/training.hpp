// All of the topic `training`: cross-entropy, what it tells scores and values of attention, heads
// that are trained by it, the flow of heads that learn patterns, steps of AdamW, and a small
// language model of characters.
//
// | what you have               | what you want                    | which to take             |
// |-----------------------------|----------------------------------|---------------------------|
// | logits and targets          | loss, and its gradient there     | cross_entropy             |
// | scores, values, an error    | what it tells scores and values  | routing_backward          |
// | weights, w_o, a prediction  | what a step of the values does   | value_step                |
// | heads and a sequence        | a pass and its loss, in double   | classifier_forward        |
// | the same                    | a run of descent, or of EM steps | HeadTrainer               |
// | one head, a long sequence   | that in float, fast              | FastHeadTrainer           |
// | two passes of heads         | how far apart they are           | training_change           |
// | contexts of a pattern task  | a run of the minimal model       | PatternTrainer            |
// | the same                    | that in float, fast              | FastPatternTrainer        |
// | strengths of patterns       | the flow of heads                | flow_reduced, flow_heads  |
// | a loss curve, its plateaus  | when each plateau was left       | stage_times               |
// | a text                      | its characters as tokens         | CharacterVocabulary       |
// | a language model, a batch   | loss and gradient, in double     | gpt_forward, _backward    |
// | the same                    | loss and gradient in float, fast | FastGpt                   |
// | the tokens of a text        | a run of that model              | GptTrainer                |
// | embeddings of that model    | the prior term of seed 002       | gpt_prior, fast_gpt_prior |
// | any weights, their gradient | one step                         | AdamW, FastAdamW          |
#pragma once

#include "attn/training/adamw.hpp"
#include "attn/training/attention_classifier.hpp"
#include "attn/training/character_vocabulary.hpp"
#include "attn/training/cross_entropy.hpp"
#include "attn/training/fast_gpt.hpp"
#include "attn/training/fast_head_trainer.hpp"
#include "attn/training/fast_pattern_trainer.hpp"
#include "attn/training/gpt.hpp"
#include "attn/training/gpt_layers.hpp"
#include "attn/training/gpt_prior.hpp"
#include "attn/training/gpt_touch.hpp"
#include "attn/training/gpt_trainer.hpp"
#include "attn/training/head_diagnostics.hpp"
#include "attn/training/head_mixing.hpp"
#include "attn/training/head_trainer.hpp"
#include "attn/training/pattern_flow.hpp"
#include "attn/training/pattern_measures.hpp"
#include "attn/training/pattern_trainer.hpp"
#include "attn/training/routing.hpp"
#include "attn/training/stage_times.hpp"
#include "attn/training/value_step.hpp"
