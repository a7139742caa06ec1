#include "attn/support/boundary.hpp"

#include "fuzz_input.hpp"

FUZZ_TARGET(boundary) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 5);
  const attn::Vector x = input.vector(n);
  const attn::Vector to = input.vector(input.nearly(n));
  const double a = input.number();
  double share = 0.0;
  if (fuzz::returns("boundary_along",
                    [&] { share = attn::boundary_along(x, to, a, input.size(0, 6)); })) {
    fuzz::expect(share >= 0.0 && (share <= 1.0 || std::isinf(share)), "boundary_along", "a share");
  }
  const attn::PlaneOfTokens plane{input.size(-1, 5), input.size(-1, 5), input.positive(),
                                  input.size(0, 7)};
  attn::MarginPlane found;
  if (!fuzz::returns(
          "margin_plane", [&] { found = attn::margin_plane(x, a, plane); }, "contour_lines")) {
    return 0;
  }
  fuzz::expect_finite("margin_plane", found.at, found.margin, found.support);
  for (const attn::Matrix& line : found.boundary) fuzz::expect_finite("margin_plane", line);
  fuzz::returns("nearest_boundary", [&] {
    const attn::NearestBoundary near = attn::nearest_boundary(found);
    fuzz::expect(near.distance >= 0.0, "nearest_boundary", "a distance");
    fuzz::expect_finite("nearest_boundary", near.place);
  });
  return 0;
}
