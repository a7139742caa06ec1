// The block of a head at one token: how what the head adds to the stream moves with the token
// itself. It is M = W_O dg_t / dx_t (d x d), and I - M is what the density of seed 002 has the
// determinant of. M has rank d_v at most, so everything is had from a matrix of d_v rows: det(I -
// W_O N) = det(I - N W_O), with the same eigenvalues but for zeros. Right for any values and any
// W_O, with and without a norm before the head. Source: seed 002, eq 14 and 53, lemma B.3; errata
// 002.1. An object is not changed once it is made: any thread may call all of it. The same bits on
// every platform.
#pragma once

#include "attn/reading/head.hpp"
#include "attn/support/matrix_margin.hpp"

namespace attn {

/// Through what the token reaches the output of its own row.
enum class BlockOf {
  kQuery,  ///< its query alone: keys and values are held
  kWhole   ///< its own key and value too, where it sees itself
};

/// The norm that stands before a head: X = layer_norm_forward(stream, scale, bias).output.
struct NormOfInput {
  Matrix stream;          ///< what is normed (n x d)
  Vector scale;           ///< (d)
  double epsilon = 1e-5;  ///< > 0
};

/// The blocks of all tokens of a head that has X and W_O.
class HeadBlocks {
 public:
  /// `head` as complete_head returns it, with X, the projections and W_O; n = m. In the coordinates
  /// of X, or, where `norm` is not null, in those of the stream before it. Throws Error otherwise,
  /// and for what is too large for a double.
  explicit HeadBlocks(const Head& head, BlockOf what = BlockOf::kQuery,
                      const NormOfInput* norm = nullptr);

  /// Tokens (n).
  [[nodiscard]] Index size() const noexcept { return weights_.rows(); }
  /// N W_O of token t (d_v x d_v), which has the eigenvalues of M. 0 <= t < n. Throws Error
  /// otherwise.
  [[nodiscard]] Matrix small(Index t) const;
  /// M itself (d x d). t as above.
  [[nodiscard]] Matrix whole(Index t) const;
  /// log |det(I - M)|, 1 - rho(M) and the eigenvalues of M that can be other than 0 (d_v of them).
  /// sigma_min is that of I - N W_O, which is not that of I - M. t as above. Throws Error
  /// otherwise, and as block_margins.
  [[nodiscard]] BlockMargins margins(Index t) const;

 private:
  // C_t scale and, of the whole block, alpha_tt and scale alpha_tt (v_t - g_t) with the query.
  struct Token;
  [[nodiscard]] Token token(const char* function, Index t) const;

  BlockOf what_;
  double scale_;
  Matrix weights_, output_, q_, k_, v_;  // of the head
  Matrix w_q_, w_k_, w_v_, w_o_;         // the first three with the scale of the norm folded in
  Matrix q_o_, k_o_, v_o_;               // W_Q W_O, W_K W_O, W_V W_O
  // Of the norm, empty without: its rows before scale and bias, what they are divided by, and what
  // it takes away from the products: sums of rows of projections and of columns of W_O.
  Matrix normal_;
  Vector inverse_;
  Vector q_sum_, k_sum_, v_sum_, o_sum_;
};

}  // namespace attn
