// Polar coordinates have Christoffel symbols and no curvature; the sphere has both.
#include <attn/geometry/christoffel.hpp>
#include <attn/numerics/mathfn.hpp>
#include <iostream>

int main() {
  const attn::MetricField polar = [](const attn::Vector& x, attn::MetricAt& out) {
    out.g = attn::Matrix::Identity(2, 2);
    out.g(1, 1) = x(0) * x(0);
    out.dg.assign(2, attn::Matrix::Zero(2, 2));
    out.dg[0](1, 1) = 2 * x(0);
  };
  const attn::MetricField sphere = attn::differentiated_field([](const attn::Vector& x) {
    const double sine = attn::mathfn::sin(x(0));
    attn::Matrix g = attn::Matrix::Identity(2, 2);
    g(1, 1) = sine * sine;
    return g;
  });
  const attn::Vector x = attn::Vector::Constant(2, 0.5);
  const auto gamma = attn::christoffel_symbols_at(polar, x);
  std::cout << "along r\n" << gamma[0] << "\nalong phi\n" << gamma[1] << '\n';
  const double flat = attn::gauss_curvature(polar, x);
  std::cout << "flat: " << (flat < 1e-6 && flat > -1e-6) << '\n';
  std::cout << "the sphere: " << attn::gauss_curvature(sphere, x) << '\n';
}

// Prints:
//  along r
//     0    0
//     0 -0.5
//  along phi
//  0 2
//  2 0
//  flat: 1
//  the sphere: 1
