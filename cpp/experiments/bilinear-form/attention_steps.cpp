#include "experiments/bilinear-form/attention_steps.hpp"

#include <cmath>

#include "attn/attention/attention.hpp"
#include "attn/numerics/einsum.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "experiments/bilinear-form/parts.hpp"

namespace attn::experiments {
namespace {

double outside(const Matrix& output, const Matrix& value) {
  double worst = 0.0;
  for (Index b = 0; b < value.cols(); ++b) {
    worst = larger(worst, highest(output.col(b)) - highest(value.col(b)));
    worst = larger(worst, lowest(value.col(b)) - lowest(output.col(b)));
  }
  return worst;
}

double einsum_error(const AttentionStepsFrame& f) {
  const double root = std::sqrt(static_cast<double>(f.query.cols()));
  const Matrix scores =
      matrix_of(einsum("ia,ja->ij", {tensor_of(f.query), tensor_of(f.key)})) / root;
  const Matrix output = matrix_of(einsum("ij,jb->ib", {tensor_of(f.weights), tensor_of(f.value)}));
  return larger(largest(scores - f.scores), largest(output - f.output));
}

}  // namespace

std::vector<Setting<AttentionStepsParams>> AttentionSteps::settings() {
  AttentionStepsParams sharp;
  sharp.query *= 20.0;
  AttentionStepsParams other;
  other.query = some_numbers(3, 4, 1);
  other.key = some_numbers(5, 4, 2);
  other.value = some_numbers(5, 2, 3);
  return {{AttentionStepsParams{}, 5, 0}, {sharp, 3, 0}, {other, 0, 0}};
}

AttentionSteps::AttentionSteps(const Params& p) {
  check::matrix(kName, "query", p.query);
  check::matrix(kName, "key", p.key);
  check::matrix(kName, "value", p.value);
  check::count(kName, "the number of queries", p.query.rows(), 1, kMaxRows);
  check::count(kName, "the number of keys", p.key.rows(), 1, kMaxRows);
  const attn::Attention forward = attention_forward(p.query, p.key, p.value);
  Frame& f = frame_;
  f.step = kSteps;
  f.query = p.query;
  f.key = p.key;
  f.value = p.value;
  f.scores = forward.scores;
  f.weights = forward.weights;
  f.output = forward.output;
  f.exponentials = f.scores.unaryExpr([](double s) { return mathfn::exp(s); });
  check::result(kName, "exp(S)", f.exponentials);
  f.normaliser = f.exponentials.rowwise().sum();
  check::result(kName, "Z", f.normaliser);
  f.row_error = weight_error(f.weights);
  f.outside = outside(f.output, f.value);
  Matrix quotient = f.exponentials;
  for (Index i = 0; i < quotient.rows(); ++i) quotient.row(i) /= f.normaliser(i);
  f.quotient_error = largest(quotient - f.weights);
  f.einsum_error = einsum_error(f);
}

}  // namespace attn::experiments
