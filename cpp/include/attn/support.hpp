// All of the topic `support`: attention as a density over embeddings, its boundary, and what holds
// a sequence back from it.
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
