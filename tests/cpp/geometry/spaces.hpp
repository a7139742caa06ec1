// Spaces whose geodesics and curvatures are known.
#pragma once

#include <cmath>
#include <initializer_list>

#include "attn/geometry/christoffel.hpp"

namespace spaces {

inline attn::Vector point(std::initializer_list<double> coordinates) {
  attn::Vector x(static_cast<attn::Index>(coordinates.size()));
  attn::Index i = 0;
  for (const double c : coordinates) x(i++) = c;
  return x;
}

/// factor(x) times the identity, whose derivatives are those of the factor.
inline void conformal(double factor, double d_x, double d_y, attn::MetricAt& out) {
  out.g = factor * attn::Matrix::Identity(2, 2);
  out.dg.resize(2);
  out.dg[0] = d_x * attn::Matrix::Identity(2, 2);
  out.dg[1] = d_y * attn::Matrix::Identity(2, 2);
}

/// diag(1, f(r)^2) in (r, phi), of which f and its derivative are given: about an axis.
inline void about_axis(double f, double slope, attn::MetricAt& out) {
  out.g = attn::Matrix::Identity(2, 2);
  out.g(1, 1) = f * f;
  out.dg.assign(2, attn::Matrix::Zero(2, 2));
  out.dg[0](1, 1) = 2.0 * f * slope;
}

inline void polar(const attn::Vector& x, attn::MetricAt& out) { about_axis(x(0), 1.0, out); }

inline void sphere(const attn::Vector& x, attn::MetricAt& out) {
  about_axis(std::sin(x(0)), std::cos(x(0)), out);
}

/// The upper half-plane (x, y), y > 0, of curvature -1.
inline void half_plane(const attn::Vector& x, attn::MetricAt& out) {
  const double y = x(1);
  conformal(1.0 / (y * y), 0.0, -2.0 / (y * y * y), out);
}

/// (1 + A e^(-r^2 / 2 w^2)) times the identity, A = 3, w = 0.6: flat far away.
inline void lens(const attn::Vector& x, attn::MetricAt& out) {
  const double w2 = 0.36;
  const double bump = 3.0 * std::exp(-x.squaredNorm() / (2.0 * w2));
  conformal(1.0 + bump, -bump * x(0) / w2, -bump * x(1) / w2, out);
}

/// Only the metric of a field, for differentiated_field.
inline attn::Matrix metric_of(const attn::MetricField& field, const attn::Vector& x) {
  attn::MetricAt at;
  field(x, at);
  return at.g;
}

}  // namespace spaces
