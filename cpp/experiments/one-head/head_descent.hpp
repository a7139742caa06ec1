// Which way is down for one row of a head, where its scores are taken for an energy. Source: seed
// 001, eq 66 to 69; seed 004, eq 2.
#pragma once

#include "attn/reading/head.hpp"

namespace attn::experiments {

/// The descent of E = -log sum_j exp(s_tj) by the input of the head at row t, keys held, over the
/// scale: W_Q^T sum_j a_tj k_j (d). `head` has X, and `attention` is head_attention of it.
Vector energy_descent(const Head& head, const Attention& attention, Index t);

/// The cosine of two vectors of one size; 0 where one of them is 0.
double cosine_between(const Vector& a, const Vector& b);

}  // namespace attn::experiments
