// Cases for the tests of block-wise attention, and gradients as the equations say them.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "attn/attention/attention.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/rng.hpp"

struct AttentionCase {
  attn::Matrix q, k, v, d_output;
  attn::AttentionOptions options;
};

inline attn::Matrix random_matrix(attn::Index rows, attn::Index cols, double size, attn::Rng& rng) {
  attn::Matrix m(rows, cols);
  for (attn::Index i = 0; i < m.size(); ++i) m.data()[i] = size * rng.normal();
  return m;
}

inline AttentionCase plain_case(attn::Index n_q, attn::Index n_k, attn::Index d, attn::Index d_v,
                                std::uint64_t seed, double size = 1.0) {
  attn::Rng rng(seed);
  return {random_matrix(n_q, d, size, rng),
          random_matrix(n_k, d, size, rng),
          random_matrix(n_k, d_v, 1.0, rng),
          random_matrix(n_q, d_v, 1.0, rng),
          {}};
}

inline attn::Index draw(attn::Rng& rng, attn::Index low, attn::Index high) {
  return low + static_cast<attn::Index>(rng.uniform() * static_cast<double>(high - low + 1));
}

/// Any shape up to `most` queries and keys, with each option as likely there as not.
inline AttentionCase random_case(std::uint64_t seed, attn::Index most, bool relative = true) {
  attn::Rng rng(seed);
  const auto coin = [&rng] { return rng.uniform() < 0.5; };
  const attn::Index n_q = draw(rng, 1, most);
  const attn::Index n_k = draw(rng, 1, most);
  const attn::Index d_k = draw(rng, 1, 9);
  const bool metric = coin();
  const attn::Index d_q = metric ? draw(rng, 1, 9) : d_k;
  const attn::Index d_v = draw(rng, 1, 9);
  AttentionCase c{random_matrix(n_q, d_q, 1.5, rng),
                  random_matrix(n_k, d_k, 1.5, rng),
                  random_matrix(n_k, d_v, 1.0, rng),
                  random_matrix(n_q, d_v, 1.0, rng),
                  {}};
  if (metric) c.options.metric = random_matrix(d_q, d_k, 1.0, rng);
  if (!metric && coin()) c.options.scale = rng.normal();
  if (relative && coin()) c.options.relative = random_matrix(n_q + n_k - 1, d_k, 1.0, rng);
  if (coin()) c.options.softcap = 0.5 + 3.0 * rng.uniform();
  if (coin()) c.options.temperature = 0.1 + 2.0 * rng.uniform();
  c.options.causal = coin();
  if (coin()) c.options.key_length = draw(rng, 0, n_k);
  if (coin()) {
    c.options.bias = random_matrix(n_q, n_k, 1.0, rng);
    for (attn::Index i = 0; i < c.options.bias.size(); ++i) {
      if (coin()) c.options.bias.data()[i] = -std::numeric_limits<double>::infinity();
    }
  }
  if (coin()) {
    c.options.allowed.resize(n_q, n_k);
    for (attn::Index i = 0; i < c.options.allowed.size(); ++i) {
      c.options.allowed.data()[i] = coin();
    }
  }
  return c;
}

struct DenseGradients {
  attn::Matrix d_q, d_k, d_v;
};

/// From the whole matrix of weights: seed 001, section 6.5.
inline DenseGradients dense_gradients(const AttentionCase& c) {
  using attn::Index;
  using attn::Matrix;
  const attn::AttentionOptions& o = c.options;
  const attn::Attention forward = attn::attention_forward(c.q, c.k, c.v, o);
  const Matrix& a = forward.weights;
  const Matrix d_a = c.d_output * c.v.transpose();
  const attn::Vector mean = a.cwiseProduct(d_a).rowwise().sum();
  Matrix d_s = a.array() * (d_a.array().colwise() - mean.array()) / o.temperature;
  if (o.softcap > 0.0) {
    d_s.array() *= 1.0 - (forward.scores.array() / o.softcap).tanh().square();
  }
  const double scale = o.scale.value_or(1.0 / std::sqrt(static_cast<double>(c.k.cols())));
  const Matrix g =
      o.metric.size() > 0 ? o.metric : Matrix(scale * Matrix::Identity(c.k.cols(), c.k.cols()));
  Matrix d_queries = d_s * c.k;
  if (o.relative.size() > 0) {
    for (Index i = 0; i < c.q.rows(); ++i) {
      for (Index j = 0; j < c.k.rows(); ++j) {
        d_queries.row(i) += d_s(i, j) * o.relative.row(i - j + c.k.rows() - 1);
      }
    }
  }
  return {d_queries * g.transpose(), d_s.transpose() * (c.q * g), a.transpose() * c.d_output};
}

/// The largest difference, relative to the largest entry or to `least` if that is more.
inline double relative_difference(const attn::Matrix& x, const attn::Matrix& expected,
                                  double least = 1e-300) {
  const double size = attn::larger(attn::largest(expected), least);
  const double difference = attn::largest(x - expected) / size;
  return x.allFinite() ? difference : std::numeric_limits<double>::infinity();
}
