// All of the topic `support`: attention as a density over embeddings, its boundary, and what holds
// a sequence back from it. A token asks with itself where to look, so its residual, the token less
// what attention makes of its context, has a slope in the token; where that is 0 or singular is the
// boundary. Margins say how steep it is.
//
//   what you have            what you want                                take
//   numbers, a coupling      margins, support token, log-density          scalar_residual
//                            derivatives of margins and barrier           scalar_barrier_gradient
//                            how far the boundary is                      nearest_boundary
//                            how many random sequences are inside         sequence_population
//   one number that moves    its residual, and where that turns           residual_curve.hpp
//   vectors, a head          blocks, log |det|, log-density               residual_map
//                            det with its sign of each token, eq 25       determinant_margins
//                            derivatives by embeddings and weights        residual_gradient
//   the block of a map       1 - rho, eq 25, and sigma_min                block_margins(I - block)
//   one query, W_V, A        M = W_V Cov A, whose block is I - M          context_block
//   floats, thousands        log |det| and gradients, quickly             residual_barrier_fast
//   a stack of layers        which of them have a log-determinant         deep_residual
//   embeddings to improve    descent that crosses no boundary             PriorDescent
//
// Of margins the support token is support_token(margins). Tokens count from 0 everywhere; -1, where
// a token may be missing, is none.
#pragma once

#include "attn/support/boundary.hpp"
#include "attn/support/deep_residual.hpp"
#include "attn/support/matrix_margin.hpp"
#include "attn/support/prior_descent.hpp"
#include "attn/support/residual_barrier_fast.hpp"
#include "attn/support/residual_curve.hpp"
#include "attn/support/residual_gradient.hpp"
#include "attn/support/residual_map.hpp"
#include "attn/support/scalar_residual.hpp"
#include "attn/support/sequence_population.hpp"
#include "attn/support/token_process.hpp"
