#include "attn/attention/gibbs.hpp"

#include <algorithm>

#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "numerics/inline_exp.hpp"

namespace attn {
namespace {

void check_pair(const char* function, const VectorRef& p, const VectorRef& s) {
  check::distribution(function, "p", p);
  check::vector(function, "s", s, p.size());
}

double entropy_of(const VectorRef& p) {
  double sum = 0.0;
  for (Index j = 0; j < p.size(); ++j) {
    if (p(j) > 0.0) sum -= p(j) * mathfn::log(p(j));
  }
  // A weight that is rounded to more than 1 has a logarithm above 0.
  return std::max(sum, 0.0);
}

double mean_energy_of(const VectorRef& p, const VectorRef& s) {
  double sum = 0.0;
  for (Index j = 0; j < p.size(); ++j) sum -= p(j) * s(j);
  return sum;
}

// T log sum_j exp((s_j - max) / T), 0 in the limit T = 0.
double spread(const VectorRef& s, double max, double temperature) {
  if (temperature == 0.0) return 0.0;
  double sum = 0.0;
  for (Index j = 0; j < s.size(); ++j) sum += mathfn::inline_exp((s(j) - max) / temperature);
  return temperature * mathfn::log(sum);
}

}  // namespace

double entropy(const VectorRef& p) {
  check::distribution("entropy", "p", p);
  return entropy_of(p);
}

double normalised_entropy(const VectorRef& p) {
  check::distribution("normalised_entropy", "p", p);
  if (p.size() == 1) return 0.0;
  // Of weights whose sum is a little above 1 the entropy may be above log n.
  return std::min(entropy_of(p) / mathfn::log(static_cast<double>(p.size())), 1.0);
}

double mean_energy(const VectorRef& p, const VectorRef& s) {
  check_pair("mean_energy", p, s);
  return mean_energy_of(p, s);
}

double free_energy(const VectorRef& s, double temperature) {
  check::vector("free_energy", "s", s);
  check::not_negative("free_energy", "temperature", temperature);
  const double max = highest(s);
  return -max - spread(s, max, temperature);
}

double variational_free_energy(const VectorRef& p, const VectorRef& s, double temperature) {
  check_pair("variational_free_energy", p, s);
  check::not_negative("variational_free_energy", "temperature", temperature);
  return mean_energy_of(p, s) - temperature * entropy_of(p);
}

double variational_gap(const VectorRef& p, const VectorRef& s, double temperature) {
  check_pair("variational_gap", p, s);
  check::not_negative("variational_gap", "temperature", temperature);
  const double max = highest(s);
  const double rest = spread(s, max, temperature);
  double sum = 0.0;
  for (Index j = 0; j < p.size(); ++j) {
    // p_j T log(p_j / a_j), with T log a_j = s_j - max - rest.
    if (p(j) > 0.0) sum += p(j) * (temperature * mathfn::log(p(j)) - (s(j) - max - rest));
  }
  return std::max(sum, 0.0);
}

}  // namespace attn
