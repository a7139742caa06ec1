// Evaluators of the topic linear.
#include "attn/attention/linear_attention.hpp"
#include "attn/numerics/mathfn.hpp"
#include "reference/cases.hpp"

namespace attn::reference {
namespace {

// exp of the numbers of a matrix.
Matrix exp_of(Matrix m) {
  for (double& x : m.reshaped()) x = mathfn::exp(x);
  return m;
}

}  // namespace

Arrays linear_feature_maps(const Case& c) {
  const Matrix q = matrix(c, "Q");
  const Matrix k = matrix(c, "K");
  const Matrix v = matrix(c, "V");
  const Matrix omega = matrix(c, "omega");
  const FeatureMap positive{FeatureKind::kPositive, omega};
  const FeatureMap trigonometric{FeatureKind::kTrigonometric, omega};
  const FeatureMap fourier{FeatureKind::kFourier, omega};
  Matrix products(q.rows(), k.rows());
  Matrix distances(q.rows(), k.rows());
  for (Index i = 0; i < q.rows(); ++i) {
    for (Index j = 0; j < k.rows(); ++j) {
      products(i, j) = 0.0;
      distances(i, j) = 0.0;
      for (Index a = 0; a < q.cols(); ++a) {
        const double apart = q(i, a) - k(j, a);
        products(i, j) += q(i, a) * k(j, a);
        distances(i, j) -= 0.5 * apart * apart;
      }
    }
  }
  return {{"elu1", to_array(linear_attention(q, k, v, {}).output)},
          {"positive_rf", to_array(linear_attention(q, k, v, positive).output)},
          {"trig_rf", to_array(linear_attention(q, k, v, trigonometric).output)},
          {"kernel_prf", to_array(feature_kernel(positive, q, k))},
          {"kernel_trig", to_array(feature_kernel(trigonometric, q, k))},
          {"kernel_rff_gauss", to_array(feature_kernel(fourier, q, k))},
          {"kernel_exact", to_array(exp_of(products))},
          {"kernel_gauss_exact", to_array(exp_of(distances))}};
}

Arrays linear_variance(const Case& c) {
  const Vector q = vector_input(c, "q");
  const Vector k = vector_input(c, "k");
  if (q.size() != k.size()) fail(c, "inputs 'q' and 'k' must be of one size");
  double product = 0.0;
  for (Index a = 0; a < q.size(); ++a) product += q(a) * k(a);
  return {{"mean", {{}, {mathfn::exp(product)}}},
          {"var_positive_times_m", {{}, {positive_feature_variance(q, k)}}},
          {"var_trig_times_m", {{}, {trigonometric_feature_variance(q, k)}}}};
}

}  // namespace attn::reference
