// All of the topic `attention`: softmax and Gibbs energies, attention with every gradient, heads,
// norms, block by block, by features.
//
// | what you have               | what you want                      | which to take             |
// |-----------------------------|------------------------------------|---------------------------|
// | q, k, v of one head         | scores, weights, output, in double | attention_forward         |
// | the same                    | the output alone                   | attention                 |
// | the same, very many rows    | the output, never n x n numbers    | flash_attention           |
// | the same, in float          | that fast, bits of this machine    | flash_attention_fast      |
// | several sequences and heads | each, as the operator of ONNX      | attention_batch_forward   |
// | tokens and projections      | all heads, and their sum           | multihead_forward         |
// | n for which n^2 is too much | features in place of exp(q k)      | linear_attention, _fast   |
// | keys that come one by one   | the output of a query so far       | OnlineSoftmax             |
// | scores alone                | weights, or log sum exp            | softmax_rows, log_sum_exp |
// | weights and scores          | entropy and energies               | entropy, free_energy      |
// | d_output of one head        | gradients of all arguments         | attention_backward        |
// | d_output of heads, a batch  | the same                           | multihead_backward,       |
// |                             |                                    | attention_batch_backward  |
// | d_output, very many rows    | gradients of q, k and v            | flash_attention_backward, |
// |                             |                                    | ..._fast_backward         |
// | d_output of softmax         | the gradient of its scores         | softmax_jacobian_product  |
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
