#include "attn/numerics/contour.hpp"

#include <algorithm>

#include "fuzz_input.hpp"

FUZZ_TARGET(contour) {
  fuzz::Input input(data, size);
  attn::Vector x = input.vector(input.size(0, 5));
  attn::Vector y = input.vector(input.size(0, 5));
  if (input.byte() % 8 != 0) {
    std::sort(x.begin(), x.end());
    std::sort(y.begin(), y.end());
  }
  const auto z = input.given(input.nearly(y.size()), input.nearly(x.size()));
  const double level = input.number();
  const auto expect_inside = [&](const std::vector<attn::Matrix>& lines) {
    for (const attn::Matrix& line : lines) {
      fuzz::expect_finite("contour_lines", line);
      fuzz::expect(line.rows() >= 2, "contour_lines", "of two points at least");
      fuzz::expect(
          attn::lowest(line.col(0)) >= x(0) && attn::highest(line.col(0)) <= x(x.size() - 1),
          "contour_lines", "within the grid");
    }
  };
  std::vector<attn::Matrix> lines;
  if (fuzz::returns("contour_lines", [&] { lines = attn::contour_lines(x, y, z, level); })) {
    expect_inside(lines);
  }
  const double slope = input.number();
  const auto f = [&](double at_x, double at_y) { return slope * at_x - at_y; };
  const double tolerance = input.positive();
  if (fuzz::returns("contour_lines",
                    [&] { lines = attn::contour_lines(x, y, z, f, level, tolerance); })) {
    expect_inside(lines);
  }
  return 0;
}
