// All of the topic `attention`: softmax and Gibbs energies, attention with every gradient, heads,
// norms, block by block, by features.
#pragma once

#include "attn/attention/attention.hpp"
#include "attn/attention/attention_batch.hpp"
#include "attn/attention/attention_flash.hpp"
#include "attn/attention/attention_flash_fast.hpp"
#include "attn/attention/attention_grad.hpp"
#include "attn/attention/gibbs.hpp"
#include "attn/attention/layer_norm.hpp"
#include "attn/attention/linear_attention.hpp"
#include "attn/attention/linear_attention_fast.hpp"
#include "attn/attention/multihead.hpp"
#include "attn/attention/multihead_grad.hpp"
#include "attn/attention/online_softmax.hpp"
#include "attn/attention/softmax.hpp"
