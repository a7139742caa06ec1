#include "attn/geometry/metric.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(metric) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 4);
  const auto w = input.given(input.size(0, 4), n);
  attn::Matrix g = input.given(n, input.nearly(n), {w}).matrix();
  if (input.flip() && g.rows() == g.cols()) g = (0.5 * g + 0.5 * g.transpose()).eval();
  attn::Matrix m;
  if (fuzz::returns("learned_metric", [&] { m = attn::learned_metric(w); })) {
    fuzz::expect_finite("learned_metric", m);
    fuzz::expect(m == m.transpose(), "learned_metric", "symmetric");
    if (input.flip()) g = m;
  }
  const attn::Vector u = input.vector(input.nearly(n)), v = input.vector(input.nearly(n));
  double x;
  attn::Vector y;
  if (fuzz::returns("bilinear_form", [&] { x = attn::bilinear_form(g, u, v); }))
    fuzz::expect_finite("bilinear_form", x);
  if (fuzz::returns("lower_index", [&] { y = attn::lower_index(g, v); }))
    fuzz::expect_finite("lower_index", y);
  if (fuzz::returns("raise_index", [&] { y = attn::raise_index(g, u); }))
    fuzz::expect_finite("raise_index", y);
  if (fuzz::returns("metric_length", [&] { x = attn::metric_length(g, v); })) {
    fuzz::expect_finite("metric_length", x);
    fuzz::expect(x >= 0.0, "metric_length", "at least 0");
  }
  if (fuzz::returns("metric_distance", [&] { x = attn::metric_distance(g, u, v); })) {
    fuzz::expect_finite("metric_distance", x);
    fuzz::expect(u != v || x == 0.0, "metric_distance", "0 between equal points");
  }
  if (fuzz::returns("metric_cosine", [&] { x = attn::metric_cosine(g, u, v); })) {
    fuzz::expect_finite("metric_cosine", x);
    fuzz::expect(x >= -1.0 && x <= 1.0, "metric_cosine", "a cosine");
  }
  if (fuzz::returns("metric_volume", [&] { x = attn::metric_volume(g); })) {
    fuzz::expect_finite("metric_volume", x);
    fuzz::expect(x >= 0.0, "metric_volume", "at least 0");
  }
  const auto jacobian = input.given(input.nearly(n), input.size(0, 3), {w});
  if (fuzz::returns("pull_back", [&] { m = attn::pull_back(g, jacobian); })) {
    fuzz::expect_finite("pull_back", m);
    fuzz::expect(m == m.transpose(), "pull_back", "symmetric");
  }
  return 0;
}
