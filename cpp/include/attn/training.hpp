// All of the topic `training`: cross-entropy, what it tells scores and values of attention, heads that are trained by it, and the flow of heads that learn patterns.
#pragma once

#include "attn/training/attention_classifier.hpp"
#include "attn/training/cross_entropy.hpp"
#include "attn/training/fast_head_trainer.hpp"
#include "attn/training/head_diagnostics.hpp"
#include "attn/training/head_trainer.hpp"
#include "attn/training/pattern_flow.hpp"
#include "attn/training/pattern_trainer.hpp"
#include "attn/training/routing.hpp"
#include "attn/training/value_step.hpp"
