#include "attn/denoising/denoiser.hpp"

#include <algorithm>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "numerics/inline_exp.hpp"

namespace attn {
namespace {

// Each pair once. The score of a particle with itself is 0 and no other is larger, so exp(score)
// needs no shift and mass starts at 1; and sum_j e_ij (z_j - z_i) / mass_i is the mean minus z_i
// without its cancellation. The rows of z are `stride` apart. D is the dimension where it is known
// when compiling, else Eigen::Dynamic.
template <int D>
void accumulate_pairs(const double* z, Index stride, Index n, Index dynamic_d, double beta,
                      double* pull, double* mass) {
  const Index d = D == Eigen::Dynamic ? dynamic_d : D;
  const double half_beta = 0.5 * beta;
  for (Index i = 0; i < n * d; ++i) pull[i] = 0.0;
  for (Index i = 0; i < n; ++i) mass[i] = 1.0;
  for (Index i = 0; i < n; ++i) {
    const double* zi = z + i * stride;
    for (Index j = i + 1; j < n; ++j) {
      const double* zj = z + j * stride;
      double distance2 = 0.0;
      for (Index k = 0; k < d; ++k) distance2 += (zj[k] - zi[k]) * (zj[k] - zi[k]);
      const double e = mathfn::inline_exp(-half_beta * distance2);
      mass[i] += e;
      mass[j] += e;
      for (Index k = 0; k < d; ++k) {
        const double pulled = e * (zj[k] - zi[k]);
        pull[i * d + k] += pulled;
        pull[j * d + k] -= pulled;
      }
    }
  }
}

void check_stage1(const char* function, const MatrixRef& z, double beta) {
  check::points(function, "z", z);
  check::positive(function, "beta", beta);
}

void check_stage2(const char* function, const MatrixRef& queries, const MatrixRef& z,
                  double beta_c) {
  check::points(function, "queries", queries);
  check::points(function, "z", z);
  check::columns(function, "z", z, queries.cols(), "the columns of queries");
  check::positive(function, "beta_c", beta_c);
}

const double* row(const MatrixRef& m, Index i) { return m.data() + i * m.outerStride(); }

// |q - x|^2 - |q - y|^2 = (y - x).((q - x) + (q - y)): exact to rounding however far away q is,
// where the difference of the two squares would have lost every digit.
double distance2_difference(const double* q, const double* x, const double* y, Index d) {
  double sum = 0.0;
  for (Index k = 0; k < d; ++k) sum += (y[k] - x[k]) * ((q[k] - x[k]) + (q[k] - y[k]));
  return sum;
}

double distance2(const double* x, const double* y, Index d) {
  double sum = 0.0;
  for (Index k = 0; k < d; ++k) sum += (x[k] - y[k]) * (x[k] - y[k]);
  return sum;
}

// Scores of one query against all particles, relative to the nearest one, whose index is returned.
Index relative_scores(const double* q, const MatrixRef& z, double beta, Vector& s) {
  const Index d = z.cols();
  Index nearest = 0;
  for (Index j = 1; j < z.rows(); ++j) {
    if (distance2_difference(q, row(z, j), row(z, nearest), d) < 0.0) nearest = j;
  }
  // The product may overflow, to a weight of zero, or to all weight for a particle that rounding
  // holds to be nearer than the nearest; log_sum_exp wants a finite number.
  const double farthest = 1e300;
  for (Index j = 0; j < z.rows(); ++j) {
    const double score = -0.5 * beta * distance2_difference(q, row(z, j), row(z, nearest), d);
    s(j) = score > -farthest ? std::min(score, farthest) : -farthest;
  }
  return nearest;
}

// Calls visit(i, s, nearest) for every query.
template <typename Visit>
void for_each_query(const MatrixRef& queries, const MatrixRef& z, double beta, const Visit& visit) {
  Vector s(z.rows());
  for (Index i = 0; i < queries.rows(); ++i) {
    const Index nearest = relative_scores(row(queries, i), z, beta, s);
    visit(i, s, nearest);
  }
}

}  // namespace

Matrix stage1_weights(const MatrixRef& z, double beta) {
  check_stage1("stage1_weights", z, beta);
  check::count("stage1_weights", "rows of z", z.rows(), 1, kMaxWeightRows);
  return stage2_weights(z, z, beta);
}

Matrix stage1_step(const MatrixRef& z, double beta, double eta) {
  check_stage1("stage1_step", z, beta);
  check::not_negative("stage1_step", "eta", eta);
  check::within("stage1_step", "eta", eta, 0.0, kMaxStep);
  Matrix out(z.rows(), z.cols());
  Stage1Workspace workspace(z.rows(), z.cols());
  stage1_step_into(z, beta, eta, workspace, out);
  return out;
}

Stage1Workspace::Stage1Workspace(Index n, Index d) {
  check::count("Stage1Workspace", "n", n, 0, check::kMaxBudget);
  check::count("Stage1Workspace", "d", d, 0, check::kMaxBudget);
  check::product("Stage1Workspace", "pull", n, d);
  pull.resize(n, d);
  mass.resize(n);
}

void stage1_step_into(const MatrixRef& z, double beta, double eta, Stage1Workspace& workspace,
                      Eigen::Ref<Matrix> out) {
  const Index n = z.rows();
  const Index d = z.cols();
  out = z;
  double* pull = workspace.pull.data();
  double* mass = workspace.mass.data();
  const Index stride = out.outerStride();
  if (d == 1) {
    accumulate_pairs<1>(out.data(), stride, n, d, beta, pull, mass);
  } else if (d == 2) {
    accumulate_pairs<2>(out.data(), stride, n, d, beta, pull, mass);
  } else {
    accumulate_pairs<Eigen::Dynamic>(out.data(), stride, n, d, beta, pull, mass);
  }
  for (Index i = 0; i < n; ++i) {
    const double share = eta / mass[i];
    for (Index k = 0; k < d; ++k) out(i, k) += share * pull[i * d + k];
  }
}

Matrix stage2_weights(const MatrixRef& queries, const MatrixRef& z, double beta_c) {
  check_stage2("stage2_weights", queries, z, beta_c);
  const double entries = static_cast<double>(queries.rows()) * static_cast<double>(z.rows());
  check::whole("stage2_weights", "rows of queries times rows of z", entries, 1.0,
               static_cast<double>(kMaxWeightRows * kMaxWeightRows));
  Matrix weights(queries.rows(), z.rows());
  for_each_query(queries, z, beta_c,
                 [&](Index i, const Vector& s, Index) { weights.row(i) = softmax(s); });
  return weights;
}

Matrix posterior_mean(const MatrixRef& queries, const MatrixRef& z, double beta_c) {
  check_stage2("posterior_mean", queries, z, beta_c);
  Matrix mean = Matrix::Zero(queries.rows(), z.cols());
  for_each_query(queries, z, beta_c, [&](Index i, const Vector& s, Index) {
    const Vector b = softmax(s);
    for (Index j = 0; j < z.rows(); ++j) {
      for (Index k = 0; k < z.cols(); ++k) mean(i, k) += b(j) * z(j, k);
    }
  });
  return mean;
}

Vector energy(const MatrixRef& queries, const MatrixRef& z, double beta_c) {
  check_stage2("energy", queries, z, beta_c);
  Vector e(queries.rows());
  for_each_query(queries, z, beta_c, [&](Index i, const Vector& s, Index nearest) {
    e(i) = 0.5 * distance2(row(queries, i), row(z, nearest), z.cols()) - log_sum_exp(s) / beta_c;
  });
  check::result("energy", "an energy", e);
  return e;
}

Matrix energy_gradient(const MatrixRef& queries, const MatrixRef& z, double beta_c) {
  check_stage2("energy_gradient", queries, z, beta_c);
  Matrix gradient = Matrix::Zero(queries.rows(), z.cols());
  for_each_query(queries, z, beta_c, [&](Index i, const Vector& s, Index) {
    const Vector b = softmax(s);
    for (Index j = 0; j < z.rows(); ++j) {
      for (Index k = 0; k < z.cols(); ++k) gradient(i, k) += b(j) * (queries(i, k) - z(j, k));
    }
  });
  return gradient;
}

}  // namespace attn
