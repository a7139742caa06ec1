// The clocks of Stage 1, in one place. A depth is counted in layers l; theory speaks of continuous
// time, in one of two units, and seed 004 calls both of them t:
//
//   diffusion time  t  = l eta / beta   noise of variance sigma2 is gone at T* = sigma2 / 2, where
//                                       the reverse heat flow removes variance at the rate 2
//   attention time  t' = l eta          each particle moves by the attention's pull per unit, and
//                                       T_beta = beta sigma2 / 2
//
// Both targets are the same depth, L* = beta sigma2 / (2 eta). (Section 2 says t = l eta and
// section 5 T* = sigma2 / 2; the two do not belong together.) Layers need not be whole numbers.
// Everything is pure and may run on any thread. Everything throws Error where what it returns, or a
// product on the way there, is too large for a double.
#pragma once

namespace attn {

/// Converts between layers, diffusion time and attention time for one bandwidth and step size.
class Stage1Clock {
 public:
  /// beta, eta > 0. Throws Error otherwise.
  Stage1Clock(double beta, double eta);

  /// Inverse squared width of the kernel.
  [[nodiscard]] double beta() const { return beta_; }
  /// Step size.
  [[nodiscard]] double eta() const { return eta_; }

  /// t = l eta / beta. layers >= 0. Throws Error otherwise.
  [[nodiscard]] double diffusion_time(double layers) const;
  /// t' = l eta. layers >= 0. Throws Error otherwise.
  [[nodiscard]] double attention_time(double layers) const;
  /// l = t beta / eta, not rounded. t >= 0. Throws Error otherwise.
  [[nodiscard]] double layers_at_diffusion_time(double t) const;
  /// l = t' / eta, not rounded. t_prime >= 0. Throws Error otherwise.
  [[nodiscard]] double layers_at_attention_time(double t_prime) const;

 private:
  double beta_;
  double eta_;
};

/// t' = beta t. beta > 0, t >= 0. Throws Error otherwise.
[[nodiscard]] double attention_from_diffusion_time(double beta, double t);

/// t = t' / beta. beta > 0, t_prime >= 0. Throws Error otherwise.
[[nodiscard]] double diffusion_from_attention_time(double beta, double t_prime);

/// T* = sigma2 / 2, in diffusion time: where Stage 1 has removed noise of variance sigma2 in the
/// limit of large beta and many particles. sigma2 >= 0. Throws Error otherwise.
/// Source: seed 004, section 5.
[[nodiscard]] double matched_diffusion_time(double sigma2);

/// T_beta = beta sigma2 / 2, the same instant in attention time. beta > 0, sigma2 >= 0. Throws
/// Error otherwise. Source: seed 004, theorem 5.1 (tau is sigma2 there).
[[nodiscard]] double matched_attention_time(double beta, double sigma2);

/// L* = beta sigma2 / (2 eta), the same instant in layers; not rounded. beta, eta > 0, sigma2 >= 0.
/// Throws Error otherwise. Source: seed 004, section 2.
[[nodiscard]] double matched_layers(double beta, double eta, double sigma2);

/// beta sigma2 / (2 layers), the step size with which so many layers are L*, or 1 where that is
/// more: so few layers are less than L* with a step of at most 1, the largest that moves no token
/// past the mean that it goes to. beta, layers > 0, sigma2 >= 0. Throws Error otherwise.
[[nodiscard]] double matched_step(double beta, double layers, double sigma2);

}  // namespace attn
