#include "attn/training/cross_entropy.hpp"

#include <cmath>

#include "attn/attention/gibbs.hpp"
#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "catch.hpp"
#include "training/heads.hpp"

using namespace attn;

TEST_CASE("labels are targets that are certain") {
  const Matrix t = one_hot({2, 0}, 3);
  Matrix expected(2, 3);
  expected << 0, 0, 1, 1, 0, 0;
  CHECK(t == expected);
}

TEST_CASE("cross-entropy is what its definition says") {
  const Matrix logits = layouts::matrix(4, 3, 1), targets = soft_targets(4, 3, 2);
  const CrossEntropy c = cross_entropy(logits, targets);
  double sum = 0.0;
  for (Index i = 0; i < 4; ++i) {
    const double z = logits.row(i).array().exp().sum();
    double loss = 0.0;
    for (Index k = 0; k < 3; ++k) {
      const double p = std::exp(logits(i, k)) / z;
      CHECK(std::fabs(c.probabilities(i, k) - p) <= 1e-15);
      CHECK(std::fabs(c.d_logits(i, k) - (p - targets(i, k))) <= 1e-15);
      loss -= targets(i, k) * std::log(p);
    }
    CHECK(std::fabs(c.losses(i) - loss) <= 1e-14);
    const double h = entropy(targets.row(i).transpose());
    CHECK(std::fabs(c.divergences(i) - (loss - h)) <= 1e-14);
    sum += loss;
  }
  CHECK(std::fabs(c.loss - sum) <= 1e-14);
}

TEST_CASE("the gradient of the logits agrees with differences and adds up to 0") {
  const Matrix logits = layouts::matrix(4, 5, 3);
  for (const bool certain : {true, false}) {
    const Matrix targets = certain ? one_hot({0, 4, 2, 2}, 5) : soft_targets(4, 5, 4);
    const CrossEntropy c = cross_entropy(logits, targets);
    const Matrix numeric = central_differences(
        [&](const Matrix& l) { return cross_entropy(l, targets).loss; }, logits, 0.5);
    CHECK(gradient_error(c.d_logits, numeric) <= 1e-10);
    CHECK(largest(c.d_logits.rowwise().sum()) <= 1e-15);
  }
}

TEST_CASE("losses of hopeless predictions are right where their probability is 0") {
  Matrix logits(2, 2);
  logits << 0.0, 5000.0, -1e300, 1e300;
  const CrossEntropy c = cross_entropy(logits, one_hot({0, 1}, 2));
  CHECK(c.probabilities(0, 0) == 0.0);
  CHECK(c.losses(0) == 5000.0);
  CHECK(c.losses(1) == 0.0);
  CHECK(c.loss == 5000.0);
  // A perfect prediction of uncertain targets.
  const Matrix t = soft_targets(1, 4, 5);
  CHECK(cross_entropy(t.array().log(), t).divergences(0) <= 1e-15);
}

TEST_CASE("gradients of the read-out agree with differences, the definition and Euler's identity") {
  const Matrix g = layouts::matrix(4, 2, 6), w_o = layouts::matrix(3, 2, 7);
  const Vector b = layouts::matrix(3, 1, 8);
  const Matrix targets = soft_targets(4, 3, 9);
  const auto loss = [&](const Matrix& at_g, const Matrix& at_w, const Matrix& at_b) {
    return cross_entropy(read_out(at_g, at_w, at_b.col(0)), targets).loss;
  };
  const Matrix d = cross_entropy(read_out(g, w_o, b), targets).d_logits;
  const ReadOutGradients r = read_out_backward(g, w_o, d);
  CHECK(gradient_error(r.d_g, central_differences([&](const Matrix& m) { return loss(m, w_o, b); },
                                                  g, 0.5)) <= 1e-10);
  CHECK(gradient_error(r.d_w_o, central_differences([&](const Matrix& m) { return loss(g, m, b); },
                                                    w_o, 0.5)) <= 1e-10);
  CHECK(gradient_error(r.d_b, central_differences([&](const Matrix& m) { return loss(g, w_o, m); },
                                                  Matrix(b), 0.5)) <= 1e-10);
  CHECK(largest(r.d_g - d * w_o) <= 1e-15);
  CHECK(largest(r.d_w_o - d.transpose() * g) <= 1e-15);
  CHECK(std::fabs((r.d_g.array() * g.array()).sum() - (r.d_w_o.array() * w_o.array()).sum()) <=
        1e-14);
  CHECK(std::fabs(r.d_b.sum()) <= 1e-15);
}

TEST_CASE("divergences are 0 for equal distributions alone, and what the definition says") {
  const Matrix p = soft_targets(3, 4, 10), q = soft_targets(3, 4, 11);
  CHECK(kl_divergences(p, p).isZero(0.0));
  const Vector d = kl_divergences(p, q);
  for (Index i = 0; i < 3; ++i) {
    const double expected = (p.row(i).array() * (p.row(i).array() / q.row(i).array()).log()).sum();
    CHECK(std::fabs(d(i) - expected) <= 1e-15);
    CHECK(d(i) > 0.0);
  }
  Matrix certain(1, 2), even(1, 2);
  certain << 0, 1;
  even << 0.5, 0.5;
  CHECK(kl_divergences(certain, even)(0) == Approx(std::log(2.0)));
  CHECK(message_of([&] { return kl_divergences(even, certain); }) ==
        "kl_divergences: q[0, 0] is 0, expected a probability > 0, as that of p is");
}

TEST_CASE("cross-entropy refuses labels out of range, and what is no distribution") {
  CHECK(message_of([] {
          return one_hot({0, 3}, 3);
        }) == "one_hot: labels[1] is 3, expected a whole number from 0 to 2");
  CHECK(message_of([] { return one_hot({-1}, 3); }) ==
        "one_hot: labels[0] is -1, expected a whole number from 0 to 2");
  CHECK(message_of([] { return one_hot({}, 3); }) ==
        "one_hot: the number of labels is 0, expected a whole number from 1 to 1000000000");
  const Matrix l = Matrix::Zero(2, 3);
  CHECK(message_of([&] { return cross_entropy(l, Matrix::Zero(2, 3)); }) ==
        "cross_entropy: targets, row 0 is a vector with the sum 0, expected the sum 1");
  CHECK(message_of([&] { return cross_entropy(l, Matrix::Zero(3, 3)); }) ==
        "cross_entropy: targets is 3 x 3, expected 2 x 3");
  CHECK(message_of([] {
          return cross_entropy(Matrix::Constant(1, 2, std::nan("")), one_hot({0}, 2));
        }) == "cross_entropy: logits[0, 0] is NaN, expected a finite number");
  CHECK(message_of([&] { return read_out(l, Matrix::Ones(2, 2), Vector::Ones(2)); }) ==
        "read_out: w_o has 2 columns, expected 3 (the columns of g)");
  CHECK(message_of([&] { return read_out(l, Matrix::Ones(2, 3), Vector::Ones(3)); }) ==
        "read_out: b is 3 long, expected 2");
  Matrix far(1, 2);
  far << 1.7e308, -1.7e308;
  CHECK(message_of([&] { return cross_entropy(far, one_hot({1}, 2)); }) ==
        "cross_entropy: the loss is too large for a double");
}
