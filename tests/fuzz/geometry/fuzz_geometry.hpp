// Metrics that depend on the position, made of any numbers.
#pragma once

#include "attn/geometry/christoffel.hpp"
#include "fuzz_input.hpp"

namespace fuzz {

/// A metric and its derivatives: most often symmetric, and positive more often than not.
inline attn::MetricAt metric_at(Input& input, Index n) {
  const auto symmetric = [&] {
    Matrix m = input.matrix(n, input.nearly(n));
    if (input.byte() % 8 != 0 && m.rows() == m.cols()) m = (0.5 * m + 0.5 * m.transpose()).eval();
    return m;
  };
  attn::MetricAt at{symmetric(), {}};
  if (input.flip()) at.g += 64.0 * Matrix::Identity(at.g.rows(), at.g.cols());
  const Index count = input.nearly(n);
  for (Index c = 0; c < count; ++c) at.dg.push_back(symmetric());
  return at;
}

/// g + sum_c x_c dg[c], whose derivatives are the same everywhere.
inline attn::MetricField linear_field(attn::MetricAt at) {
  return [at](const Vector& x, attn::MetricAt& out) {
    out = at;
    for (std::size_t c = 0; c < at.dg.size() && c < static_cast<std::size_t>(x.size()); ++c) {
      if (at.dg[c].rows() != at.g.rows() || at.dg[c].cols() != at.g.cols()) continue;
      out.g += x(static_cast<Index>(c)) * at.dg[c];
    }
  };
}

}  // namespace fuzz
