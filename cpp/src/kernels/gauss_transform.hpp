// The fast Gauss transform in one and two dimensions. Internal: the arguments have been checked.
//
// With h = 1 / sqrt(beta), G(z) = sum_j exp(-|z - s_j|^2 / 2 h^2) and its gradient are summed for
// all z of a box at once. Pull and mass of the denoiser are h^2 grad G and G.
//
// Error: of G less than 2e-7 of max(G, least), and as much for what a particle moves relative to
// the extent of the cloud; rounding to float adds about as much. Three parts make it up:
// - Gaussians are cut at the distance where `points` of them, each exp(-distance^2 / 2 h^2), add up
//   to 2e-7 least.
// - Polynomials of degree P - 1 stand for them between boxes of width w. For boxes u apart about
//   2 He_P(u) / P! (w / 4)^P of exp(-u^2 / 2) is lost. It hurts most near u = sqrt(2 log points),
//   where many points that far away weigh as much as one nearby. The width is chosen from that.
// - Float carries the place in a box and what comes out; for small boxes also the polynomial.
// Memory: at most about 150 bytes a point, sources and targets, and 10 MB.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/gauss_boxes.hpp"
#include "kernels/gauss_plane.hpp"
#include "kernels/gauss_tables.hpp"

namespace attn::kernels {

/// Moves points by what sums of Gaussians over a cloud say. Keeps its buffers from one cloud to the
/// next; allocates only where there are more boxes than ever before.
class GaussTransform {
 public:
  /// dimensions 1 or 2, for plan() to give true.
  GaussTransform(std::size_t dimensions, double beta);

  /// For other clouds, with the buffers that there are.
  void set(std::size_t dimensions, double beta);

  /// Lays boxes around sources and targets, so that sums that are at least `least` (0 < least <= 1)
  /// are right. No targets: the sources are. False where the boxes would be too many.
  bool plan(const Points& sources, const Points& targets, double least);

  /// Of the planned sums, to be compared with pairs_cost.
  double cost() const { return cost_; }

  /// out <- one layer of Stage 1, as planned for z and no targets; out may be where z is.
  void stage1(const Points& z, double eta, const MovedPoints& out);

  /// The next piece of such a layer, whose arguments are those of the other pieces: true after the
  /// last, before which nothing is written. plan() begins anew.
  bool stage1_piece(const Points& z, double eta, const MovedPoints& out);

  /// out <- the posterior means as planned, mass (queries) <- the sums. Where the mass is less than
  /// planned for, out is nothing.
  void stage2(const Points& queries, const Points& z, const MovedPoints& out, float* mass);

  /// Of all buffers that grow with the points.
  std::size_t bytes() const;

 private:
  struct Boxes {
    double width;  // in units of h
    std::size_t reach;
    std::size_t parts;
  };
  // How wide a box of polynomials of degree 7 or 11 may be, times the cube of the distance of the
  // cut, in units of h: keeps their error below 1.5e-7 for 100 to 1e10 Gaussians. Measured over all
  // distances of two points and places in their boxes.
  static constexpr double kWidth8 = 142.0;
  static constexpr double kWidth12 = 499.0;
  static Boxes choose_boxes(double width_times_cut3, double numbers, double extent);
  double boxes_cost(const Boxes& boxes, double columns, double rows) const;
  bool lay_line(const Points& sources, const Points& targets);
  bool plan_plane(const Points& sources, const Points& targets, double numbers);
  bool lay_plane(const Points& sources, const Points& targets);
  PlaneBoxes plane_boxes() const;
  bool move_piece(const Points& z, const Points& targets, double eta, const MovedPoints& out,
                  float* mass);
  void move_on_line(const Points& z, const Points& targets, float share, const MovedPoints& out,
                    float* mass);
  bool piece_in_plane(const Points& z, const Points& targets, float share, const MovedPoints& out,
                      float* mass);
  void move_to_mean(const Points& z, const Points& targets, double eta,
                    const MovedPoints& out) const;

  std::size_t dimensions_;
  double h_;
  bool close_ = false;  // all points in a place so small that all weights are equal
  Boxes boxes_{};
  double sources_ = 0.0;
  double targets_ = 0.0;
  double cost_ = 0.0;
  std::array<Range, 2> range_;
  std::array<BoxAxis, 2> axis_;
  GaussTable table_;
  PartTable part_table_;
  std::vector<double> line_moments_;
  std::vector<std::int32_t> line_box_;
  std::vector<float> line_place_;
  std::vector<float> line_field_;
  BoxedPoints boxed_sources_;
  BoxedPoints boxed_targets_;
  std::vector<float> boxed_mass_;
  PlaneWork work_;
  enum class PlanePiece { kCount, kPlace, kRows, kWrite };
  PlanePiece piece_ = PlanePiece::kCount;  // the next one
};

}  // namespace attn::kernels
