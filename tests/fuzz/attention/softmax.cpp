#include "attn/attention/softmax.hpp"

#include "attn/numerics/largest.hpp"
#include "fuzz_input.hpp"

FUZZ_TARGET(softmax) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 6);
  const double temperature = input.positive();
  const attn::Vector s = input.vector(n);
  double sum;
  if (fuzz::returns("log_sum_exp", [&] { sum = attn::log_sum_exp(s); })) {
    fuzz::expect_finite("log_sum_exp", sum);
    fuzz::expect(sum >= attn::highest(s), "log_sum_exp", "at least the largest score");
  }
  attn::Vector a;
  if (fuzz::returns("softmax", [&] { a = attn::softmax(s, temperature); })) {
    fuzz::expect_finite("softmax", a);
    fuzz::expect_weights("softmax", a, false);
  }
  const auto given = input.given(input.size(0, 3), n);
  attn::Matrix rows;
  if (fuzz::returns("softmax_rows", [&] { rows = attn::softmax_rows(given, temperature); })) {
    fuzz::expect_finite("softmax_rows", rows);
    for (attn::Index i = 0; i < rows.rows(); ++i) {
      fuzz::expect_weights("softmax_rows", rows.row(i), false);
    }
  }
  const attn::Vector p = input.flip() && a.size() > 0 ? a : input.distribution(n);
  const attn::Vector v = input.vector(input.nearly(n));
  const double t = input.flip() ? temperature : input.positive();
  attn::Matrix jacobian;
  attn::Vector product;
  if (fuzz::returns("softmax_jacobian", [&] { jacobian = attn::softmax_jacobian(p, t); })) {
    fuzz::expect_finite("softmax_jacobian", jacobian);
    fuzz::expect(jacobian == jacobian.transpose(), "softmax_jacobian", "symmetric");
  }
  if (fuzz::returns("softmax_jacobian_product",
                    [&] { product = attn::softmax_jacobian_product(p, v, t); })) {
    fuzz::expect_finite("softmax_jacobian_product", product);
  }
  return 0;
}
