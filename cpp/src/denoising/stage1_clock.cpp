#include "attn/denoising/stage1_clock.hpp"

#include <algorithm>

#include "attn/numerics/check.hpp"

namespace attn {

Stage1Clock::Stage1Clock(double beta, double eta) : beta_(beta), eta_(eta) {
  check::positive("Stage1Clock", "beta", beta);
  check::positive("Stage1Clock", "eta", eta);
}

double Stage1Clock::diffusion_time(double layers) const {
  check::not_negative("diffusion_time", "layers", layers);
  return check::result("diffusion_time", "the time", layers * eta_ / beta_);
}

double Stage1Clock::attention_time(double layers) const {
  check::not_negative("attention_time", "layers", layers);
  return check::result("attention_time", "the time", layers * eta_);
}

double Stage1Clock::layers_at_diffusion_time(double t) const {
  check::not_negative("layers_at_diffusion_time", "t", t);
  return check::result("layers_at_diffusion_time", "the depth", t * beta_ / eta_);
}

double Stage1Clock::layers_at_attention_time(double t_prime) const {
  check::not_negative("layers_at_attention_time", "t_prime", t_prime);
  return check::result("layers_at_attention_time", "the depth", t_prime / eta_);
}

double attention_from_diffusion_time(double beta, double t) {
  check::positive("attention_from_diffusion_time", "beta", beta);
  check::not_negative("attention_from_diffusion_time", "t", t);
  return check::result("attention_from_diffusion_time", "the time", beta * t);
}

double diffusion_from_attention_time(double beta, double t_prime) {
  check::positive("diffusion_from_attention_time", "beta", beta);
  check::not_negative("diffusion_from_attention_time", "t_prime", t_prime);
  return check::result("diffusion_from_attention_time", "the time", t_prime / beta);
}

double matched_diffusion_time(double sigma2) {
  check::not_negative("matched_diffusion_time", "sigma2", sigma2);
  return 0.5 * sigma2;
}

double matched_attention_time(double beta, double sigma2) {
  check::positive("matched_attention_time", "beta", beta);
  check::not_negative("matched_attention_time", "sigma2", sigma2);
  return check::result("matched_attention_time", "the time", 0.5 * beta * sigma2);
}

double matched_step(double beta, double layers, double sigma2) {
  check::positive("matched_step", "beta", beta);
  check::positive("matched_step", "layers", layers);
  check::not_negative("matched_step", "sigma2", sigma2);
  const double step = check::result("matched_step", "beta sigma2", beta * sigma2) / (2.0 * layers);
  return std::min(1.0, step);
}

double matched_layers(double beta, double eta, double sigma2) {
  check::positive("matched_layers", "beta", beta);
  check::positive("matched_layers", "eta", eta);
  check::not_negative("matched_layers", "sigma2", sigma2);
  return check::result("matched_layers", "the depth", beta * sigma2 / (2.0 * eta));
}

}  // namespace attn
