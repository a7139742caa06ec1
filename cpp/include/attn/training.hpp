// All of the topic `training`: cross-entropy, what it tells scores and values of attention, heads
// that are trained by it, the flow of heads that learn patterns, steps of AdamW, and a small
// language model of characters.
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
