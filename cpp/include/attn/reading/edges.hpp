// What single weights of a head are worth to a loss, to first order in what the head says: an edge
// is one weight, from the token that asks to a token that is read. u is the gradient of the loss by
// the output of the head. Source: seed 000, eq 10 to 23. All functions are pure; any thread may
// call them; the same bits on every platform.
#pragma once

#include "attn/attention/attention.hpp"

namespace attn {

/// By how much the loss changes when the score of one edge is raised by `delta` and its row shared
/// out anew, all else being held: u_t (g'_t - g_t), of each edge by itself (n x m). delta
/// -Infinity cuts the edge; 0 for an edge without weight, and for one beside which no other has
/// any, which leaves nothing when it is cut. With advantage A_tj = u_t (g_t - v_j) and weight alpha
/// it is -(e^delta - 1) alpha A / (1 + (e^delta - 1) alpha), and alpha A / (1 - alpha) of a cut.
/// For small delta it is delta dL / ds, eq 23. `attention` as attention_forward or head_attention
/// returns it for values (m x d_v); u (n x d_v); delta from -700 to 700, or -Infinity. Throws Error
/// otherwise, and for what is too large for a double.
[[nodiscard]] Matrix edge_effects(const Attention& attention, const MatrixRef& values,
                                  const MatrixRef& u, double delta);

/// The mean of |u_t (g_t - gbar)| over the rows of outputs g and gradients u (n x d), gbar the mean
/// output: how much of what the head says in particular the loss listens to, without regard to
/// sign. The first order of putting its mean in its place (attribution patching), sizes without
/// their signs. n, d >= 1, everything finite. Throws Error otherwise.
[[nodiscard]] double routed_error(const MatrixRef& outputs, const MatrixRef& u);

}  // namespace attn
