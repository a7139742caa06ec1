#include "attn/geometry/geodesic.hpp"

#include <optional>

#include "geometry/fuzz_geometry.hpp"

FUZZ_TARGET(geodesic) {
  fuzz::Input input(data, size);
  const attn::Index n = input.size(0, 3);
  const attn::MetricField field = fuzz::linear_field(fuzz::metric_at(input, n));
  const attn::Vector x = input.vector(n), v = input.vector(input.nearly(n));
  std::optional<attn::Geodesic> path;
  if (!fuzz::returns("Geodesic", [&] { path.emplace(field, x, v); })) return 0;
  for (int call = 0; call < 3; ++call) {
    const attn::Vector before = path->position();
    const double time = input.number();
    const attn::Index steps = input.size(0, 5);
    const bool moved = fuzz::returns("Geodesic", [&] { path->advance(time, steps); });
    fuzz::expect_finite("Geodesic", path->position(), path->velocity());
    fuzz::expect(moved || path->position() == before, "Geodesic", "where it was");
    double speed;
    if (fuzz::returns("metric_length", [&] { speed = path->speed(); }))
      fuzz::expect_finite("metric_length", speed);
  }
  return 0;
}
