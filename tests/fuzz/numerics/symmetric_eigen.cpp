#include "attn/numerics/symmetric_eigen.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(symmetric_eigen) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 5);
  attn::Matrix a = input.given(n, input.nearly(n)).matrix();
  // Most often one that is symmetric.
  if (input.byte() % 8 != 0 && a.rows() == a.cols()) a = (0.5 * a + 0.5 * a.transpose()).eval();
  const double cut = input.byte() / 256.0;
  attn::SymmetricEigen e;
  if (fuzz::returns("symmetric_eigen", [&] { e = attn::symmetric_eigen(a); })) {
    fuzz::expect_finite("symmetric_eigen", e.values, e.vectors);
    // Denormal eigenvalues have few bits.
    const double unit = attn::largest(a) > 1e-290 ? attn::largest(a) : 1.0;
    const attn::Matrix left = (a / unit).lazyProduct(e.vectors);
    const attn::Matrix right = e.vectors * attn::Vector(e.values / unit).asDiagonal();
    fuzz::expect(attn::largest(left - right) <= 1e-11, "symmetric_eigen", "eigenvectors");
    const attn::Matrix product = e.vectors.transpose().lazyProduct(e.vectors);
    fuzz::expect(attn::largest(product - attn::Matrix::Identity(n, n)) <= 1e-13, "symmetric_eigen",
                 "orthonormal");
  }
  attn::Matrix inverse;
  if (fuzz::returns("symmetric_pseudo_inverse",
                    [&] { inverse = attn::symmetric_pseudo_inverse(a, cut); })) {
    fuzz::expect_finite("symmetric_pseudo_inverse", inverse);
    fuzz::expect(inverse == inverse.transpose(), "symmetric_pseudo_inverse", "symmetric");
  }
  return 0;
}
