#include "reference/reference.hpp"

#include "attn/attention/attention_flash.hpp"
#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/denoising/covariance_flow.hpp"
#include "attn/denoising/denoiser.hpp"
#include "attn/denoising/gaussian_mixture.hpp"
#include "attn/denoising/mmse.hpp"
#include "attn/denoising/particle_flow.hpp"
#include "attn/denoising/variance_flow.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/rng.hpp"
#include "reference/cases.hpp"

namespace attn::reference {
namespace {

Arrays empbayes_two_stage(const Case& c) {
  const Matrix tokens = matrix(c, "tokens");
  const double beta = number(c, "beta");
  const double beta_c = number(c, "beta_c");
  const Index layers = whole(c, "L");
  ParticleFlow flow(tokens, beta, number(c, "eta"));
  flow.step(layers);
  const Matrix& z = flow.particles();
  Arrays out;
  out["Z_L"] = to_array(z);
  out["stage1_weights_layer0"] =
      layers == 0 ? Array{{0}, {}} : to_array(stage1_weights(tokens, beta));
  out["stage2_weights"] = to_array(stage2_weights(tokens, z, beta_c));
  out["xhat"] = to_array(posterior_mean(tokens, z, beta_c));
  out["energy"] = to_array(energy(tokens, z, beta_c));
  out["grad_energy"] = to_array(energy_gradient(tokens, z, beta_c));
  return out;
}

Arrays flash_forward(const Case& c) {
  const FlashAttention out =
      flash_attention(matrix(c, "Q"), matrix(c, "K"), matrix(c, "V"), {}, whole(c, "B"));
  return {{"O", to_array(out.output)}, {"m", to_array(out.max)}, {"l", to_array(out.sum)}};
}

Arrays mathfn_elementary(const Case& c) {
  const auto map = [&](const char* name, double (*f)(double) noexcept) {
    Array out = input(c, name);
    for (double& x : out.data) x = f(x);
    return out;
  };
  return {{"exp", map("x_exp", mathfn::exp)},
          {"log", map("x_log", mathfn::log)},
          {"sin", map("x_sin", mathfn::sin)},
          {"cos", map("x_cos", mathfn::cos)},
          {"tanh", map("x_tanh", mathfn::tanh)}};
}

Arrays mmse_gaussian_mixture(const Case& c) {
  Array out = input(c, "mu");
  const auto& s2 = values(c, "s2", out.data.size());
  const auto& sigma2 = values(c, "sigma2", out.data.size());
  for (std::size_t i = 0; i < out.data.size(); ++i) {
    out.data[i] = mmse(two_modes(out.data[i], s2[i], 1), sigma2[i]).value;
  }
  return {{"mmse", out}};
}

// Any mixture, at a list of noise variances.
Arrays mmse_mixture(const Case& c) {
  const GaussianMixture prior{matrix(c, "means"), column(c, "weights").col(0),
                              number(c, "variance")};
  Array out = input(c, "noise_variance");
  for (double& x : out.data) x = mmse(prior, x).value;
  return {{"mmse", out}};
}

Arrays mmse_posterior_mean(const Case& c) {
  const GaussianMixture prior = two_modes(number(c, "mu"), number(c, "s2"), 1);
  const Matrix mean = exact_posterior_mean(prior, column(c, "y"), number(c, "sigma2"));
  return {{"m", to_array(Vector(mean.col(0)))}};
}

Arrays rng_splitmix64(const Case& c) {
  const Array& seed = input(c, "seed");
  if (seed.data.size() != 1) fail(c, "input 'seed' must be one number");
  check::whole("rng/splitmix64", "seed", seed.data[0], 0.0, check::kMaxWhole);
  // The number of draws is that of the raw numbers that the file lists; 8 where it lists none.
  const auto raw = c.params.find("raw_hex");
  const bool listed =
      raw != c.params.end() && std::holds_alternative<std::vector<std::string>>(raw->second);
  const Index count =
      listed ? static_cast<Index>(std::get<std::vector<std::string>>(raw->second).size()) : 8;
  Vector uniform(count);
  Vector normal(count);
  Rng first(static_cast<std::uint64_t>(seed.data[0]));
  Rng second = first;
  for (Index i = 0; i < count; ++i) uniform(i) = first.uniform();
  for (Index i = 0; i < count; ++i) normal(i) = second.normal();
  return {{"uniform", to_array(uniform)}, {"normal", to_array(normal)}};
}

Arrays softmax_thermodynamics(const Case& c) {
  const Vector s = vector_input(c, "S");
  const Vector temperature = vector_input(c, "T");
  const Index count = temperature.size();
  Matrix a(count, s.size());
  Vector h(count);
  Vector f(count);
  Vector e(count);
  Vector normalised(count);
  for (Index i = 0; i < count; ++i) {
    const Vector row = softmax(s, temperature(i));
    a.row(i) = row;
    h(i) = entropy(row);
    normalised(i) = normalised_entropy(row);
    f(i) = free_energy(s, temperature(i));
    e(i) = mean_energy(row, s);
  }
  return {{"A", to_array(a)},
          {"entropy", to_array(h)},
          {"norm_entropy", to_array(normalised)},
          {"free_energy", to_array(f)},
          {"mean_energy", to_array(e)}};
}

Arrays softmax_jacobian_case(const Case& c) {
  const Vector a = softmax(vector_input(c, "s"));
  return {{"a", to_array(a)}, {"J", to_array(softmax_jacobian(a))}};
}

Arrays softmax_variational(const Case& c) {
  const Vector s = vector_input(c, "S");
  const Matrix rows = matrix(c, "A_prime");
  const double t = number(c, "T");
  Vector functional(rows.rows());
  Vector gap(rows.rows());
  for (Index i = 0; i < rows.rows(); ++i) {
    const Vector p = rows.row(i);
    functional(i) = variational_free_energy(p, s, t);
    gap(i) = variational_gap(p, s, t);
  }
  const Array minimum{{}, {free_energy(s, t)}};
  return {{"functional", to_array(functional)}, {"minimum", minimum}, {"gap", to_array(gap)}};
}

Arrays variance_covariance(const Case& c) {
  const CovarianceFlow flow(matrix(c, "Gamma0"), number(c, "beta"));
  return {{"Gamma_T", to_array(flow.covariance(number(c, "T")))}};
}

Arrays variance_discrete(const Case& c) {
  const double v0 = values(c, "v0", 1)[0];
  return {
      {"v", to_array(variance_recursion(v0, number(c, "beta"), number(c, "eta"), whole(c, "L")))}};
}

Arrays variance_flow_in_time(const Case& c) {
  const Vector beta = Vector::Constant(1, number(c, "beta"));
  const VarianceCurves curves = variance_curves(number(c, "v0"), beta, column(c, "t").col(0));
  return {{"v", to_array(Vector(curves.v.row(0)))}, {"linear", to_array(curves.limit)}};
}

// Every point of the flow has arguments of its own, so that one case covers the range of doubles.
Arrays variance_range(const Case& c) {
  Array v = input(c, "v0");
  const auto& beta = values(c, "beta", v.data.size());
  const auto& t = values(c, "t", v.data.size());
  for (std::size_t i = 0; i < v.data.size(); ++i)
    v.data[i] = variance_flow(v.data[i], beta[i], t[i]);
  Array time = input(c, "from");
  const auto& beta_of_from = values(c, "beta_of_from", time.data.size());
  const auto& to = values(c, "to", time.data.size());
  for (std::size_t i = 0; i < time.data.size(); ++i) {
    time.data[i] = variance_flow_time(time.data[i], beta_of_from[i], to[i]);
  }
  Array omega = input(c, "x");
  for (double& x : omega.data) x = wright_omega(x);
  return {{"v", v}, {"time", time}, {"omega", omega}};
}

struct Evaluator {
  const char* topic;
  const char* kind;
  Arrays (*evaluate)(const Case&);
};

// clang-format off
constexpr Evaluator kEvaluators[] = {
    {"adamw", "steps", adamw_steps},
    {"attention", "backward", attention_backward_case},
    {"attention", "forward", attention_forward_case},
    {"empbayes", "two_stage", empbayes_two_stage},
    {"flash", "forward", flash_forward},
    {"flow", "gradient_flow", flow_gradient},
    {"flow", "reduced", flow_reduced_case},
    {"geometry", "christoffel", geometry_christoffel},
    {"geometry", "fisher", geometry_fisher},
    {"gpt", "training", gpt_training},
    {"gradients", "head", gradients_head},
    {"hopfield", "classical", hopfield_classical},
    {"hopfield", "modern", hopfield_modern},
    {"linear", "feature_maps", linear_feature_maps},
    {"linear", "variance", linear_variance},
    {"markov", "construction", markov_construction},
    {"markov", "law", markov_law},
    {"mathfn", "elementary", mathfn_elementary},
    {"mmse", "gaussian_mixture", mmse_gaussian_mixture},
    {"mmse", "mixture", mmse_mixture},
    {"mmse", "posterior_mean", mmse_posterior_mean},
    {"multihead", "backward", multihead_backward_case},
    {"multihead", "diversity", multihead_diversity},
    {"multihead", "forward", multihead_forward_case},
    {"norm", "layer", norm_layer},
    {"norm", "layer_backward", norm_layer_backward},
    {"norm", "rms", norm_rms},
    {"norm", "rms_backward", norm_rms_backward},
    {"process", "consistency", process_consistency},
    {"reading", "head", reading_head},
    {"reading", "ngram", reading_ngram},
    {"reading", "position", reading_position},
    {"reading", "ranks", reading_ranks},
    {"reading", "step", reading_step},
    {"rng", "splitmix64", rng_splitmix64},
    {"softmax", "jacobian", softmax_jacobian_case},
    {"softmax", "thermodynamics", softmax_thermodynamics},
    {"softmax", "variational", softmax_variational},
    {"sticky", "race", sticky_race},
    {"sticky", "transition", sticky_transition_case},
    {"support", "sequence", support_sequence},
    {"support", "curves", support_curves},
    {"support", "margins", support_margins},
    {"support", "scalar", support_scalar},
    {"tables", "ratios", tables_ratios},
    {"training", "head", training_head},
    {"variance", "covariance", variance_covariance},
    {"variance", "discrete", variance_discrete},
    {"variance", "flow", variance_flow_in_time},
    {"variance", "range", variance_range},
};
// clang-format on

}  // namespace

Arrays evaluate(const Case& c) {
  for (const Evaluator& e : kEvaluators) {
    if (c.topic == e.topic && c.kind == e.kind) return e.evaluate(c);
  }
  fail(c, "unknown topic or kind");
}

std::vector<std::string> topics() {
  std::vector<std::string> names;
  for (const Evaluator& e : kEvaluators) names.push_back(std::string(e.topic) + "/" + e.kind);
  return names;
}

}  // namespace attn::reference
