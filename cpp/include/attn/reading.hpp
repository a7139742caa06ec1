// All of the topic `reading`: one trained head under the instruments of all five papers. It reads
// heads; it trains nothing. A head comes from a file, from a program's matrices or from the small
// language model, and each function says one thing of it.
//
//   what you have           what you want                      take
//   bytes of a file         a head                             read_head
//   matrices                a head, complete                   complete_head
//   the language model      one of its heads, one sequence     gpt_head
//   a head                  scores, weights and output         head_scores, head_attention
//   scores                  where a row would turn             peak_temperature
//                           how sharply                        heat_capacity
//   weights                 one, few or average                retrieval_classes
//   projections             rank, symmetry of what compares    form_shares
//   weights, an error       what an edge is worth              edge_effects
//                           how much the loss listens to       routed_error
//   a head with W_O         how a row moves with its token     HeadBlocks
//   weights                 where it looks by place alone      lag_mass
//   scores                  how far place explains them        position_share
//   queries, keys           how far distance explains them     distance_share
//   noise, a target         whether a step there cleans        best_step_left
//   two lists               whether they go up together        rank_correlation
#pragma once

#include "attn/reading/distance.hpp"
#include "attn/reading/edges.hpp"
#include "attn/reading/form.hpp"
#include "attn/reading/gpt_head.hpp"
#include "attn/reading/head.hpp"
#include "attn/reading/head_blocks.hpp"
#include "attn/reading/head_file.hpp"
#include "attn/reading/lags.hpp"
#include "attn/reading/ranks.hpp"
#include "attn/reading/temperature.hpp"
