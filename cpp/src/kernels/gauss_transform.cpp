#include "kernels/gauss_transform.hpp"

#include <algorithm>
#include <cmath>

#include "attn/numerics/mathfn.hpp"
#include "kernels/gauss_cost.hpp"
#include "kernels/gauss_line.hpp"

namespace attn::kernels {
namespace {

// Below this extent, in units of h, all weights are equal to 1e-7.
constexpr double kClose = 3e-4;

// What is left out of G where Gaussians are cut.
constexpr double kTail = 2e-7;

}  // namespace

GaussTransform::GaussTransform(std::size_t dimensions, double beta)
    : dimensions_(dimensions), h_(1.0 / std::sqrt(beta)) {}

void GaussTransform::set(std::size_t dimensions, double beta) {
  dimensions_ = dimensions;
  h_ = 1.0 / std::sqrt(beta);
  close_ = false;
}

// Gaussians are cut at a whole number of boxes, where `numbers` of them add up to kTail.
GaussTransform::Boxes GaussTransform::choose_boxes(double width_times_cut3, double numbers,
                                                   double extent) {
  const double cut2 = 2.0 * mathfn::log(std::max(numbers, 2.0) / kTail);
  const double reach = std::ceil(cut2 * cut2 / width_times_cut3);
  // A cloud smaller than a box gets a box of its size: errors are relative to its extent.
  const double width = std::min(std::sqrt(cut2) / reach, extent * (1.0 + 1e-9));
  return {width, static_cast<std::size_t>(reach), 1};
}

bool GaussTransform::plan(const Points& sources, const Points& targets, double least) {
  piece_ = PlanePiece::kCount;
  double extent = 0.0;
  for (std::size_t axis = 0; axis < dimensions_; ++axis) {
    range_[axis] = Range();
    widen(range_[axis], sources, axis);
    widen(range_[axis], targets, axis);
    extent = std::max(extent, range_[axis].extent() / h_);
  }
  sources_ = static_cast<double>(sources.count);
  targets_ = static_cast<double>(targets.count > 0 ? targets.count : sources.count);
  close_ = extent <= kClose;
  if (close_) {
    cost_ = 2.0 * (sources_ + targets_);
    return true;
  }
  const double numbers = sources_ / least;
  if (dimensions_ == 1) {
    boxes_ = choose_boxes(kWidth8, numbers, extent);
    return lay_line(sources, targets);
  }
  return plan_plane(sources, targets, numbers);
}

bool GaussTransform::lay_line(const Points& sources, const Points& targets) {
  const std::size_t most = sources.count + targets.count + 64;
  if (!axis_[0].lay(sources, targets, 0, range_[0], boxes_.width * h_, boxes_.reach, most)) {
    return false;
  }
  cost_ = line_cost(sources_, targets_, static_cast<double>(axis_[0].count()),
                    static_cast<double>(boxes_.reach));
  return true;
}

bool GaussTransform::move_piece(const Points& z, const Points& targets, double eta,
                                const MovedPoints& out, float* mass) {
  if (close_) {
    if (mass != nullptr) std::fill_n(mass, targets.count, static_cast<float>(sources_));
    move_to_mean(z, targets, eta, out);
    return true;
  }
  const std::size_t longest = std::max(axis_[0].count(), axis_[1].count());
  table_.make(dimensions_ == 1 ? kLineDegrees : kPlaneDegrees, boxes_.width,
              std::min(boxes_.reach, longest - 1));
  // Slopes are by the place in the box or the part, which goes from -1 to 1.
  const double width = boxes_.width / static_cast<double>(boxes_.parts);
  const auto share = static_cast<float>(eta * 2.0 * h_ / width);
  if (dimensions_ == 2) return piece_in_plane(z, targets, share, out, mass);
  move_on_line(z, targets, share, out, mass);
  return true;
}

void GaussTransform::move_on_line(const Points& z, const Points& targets, float share,
                                  const MovedPoints& out, float* mass) {
  const std::size_t boxes = axis_[0].count();
  line_moments_.resize(boxes * kLineDegrees * line_banks(boxes));
  line_field_.resize(boxes * kLineDegrees);
  // More than fit into the second cache are found anew sooner than read again.
  constexpr std::size_t kKept = 65536;
  const bool all = z == targets && z.count <= kKept;
  line_box_.resize((all ? z.count : kBlock) + 4);
  line_place_.resize(line_box_.size());
  const LinePlaces places{line_box_.data(), line_place_.data(), all};
  line_moments(axis_[0], z, places, line_moments_.data());
  line_field(table_, boxes_.reach, boxes, line_moments_.data(), mass != nullptr,
             line_field_.data());
  line_move(axis_[0], line_field_.data(), targets, places, share, out, mass);
}

void GaussTransform::move_to_mean(const Points& z, const Points& targets, double eta,
                                  const MovedPoints& out) const {
  std::array<double, 2> mean{};
  for (std::size_t k = 0; k < dimensions_; ++k) {
    // Differences to one of the points, so that equal points stay where they are.
    const auto origin = static_cast<double>(z.data[k]);
    double sum = 0.0;
    for (std::size_t i = 0; i < z.count; ++i) {
      sum += static_cast<double>(z.row(i)[k]) - origin;
    }
    mean[k] = origin + sum / sources_;
  }
  for (std::size_t i = 0; i < targets.count; ++i) {
    for (std::size_t k = 0; k < dimensions_; ++k) {
      const auto from = static_cast<double>(targets.row(i)[k]);
      out.row(i)[k] = static_cast<float>(from + eta * (mean[k] - from));
    }
  }
}

void GaussTransform::stage1(const Points& z, double eta, const MovedPoints& out) {
  while (!stage1_piece(z, eta, out)) {
  }
}

bool GaussTransform::stage1_piece(const Points& z, double eta, const MovedPoints& out) {
  return move_piece(z, z, eta, out, nullptr);
}

void GaussTransform::stage2(const Points& queries, const Points& z, const MovedPoints& out,
                            float* mass) {
  while (!move_piece(z, queries, 1.0, out, mass)) {
  }
}

std::size_t GaussTransform::bytes() const {
  return axis_[0].bytes() + axis_[1].bytes() + line_moments_.capacity() * sizeof(double) +
         line_box_.capacity() * sizeof(std::int32_t) +
         (line_field_.capacity() + line_place_.capacity() + boxed_mass_.capacity()) *
             sizeof(float) +
         boxed_sources_.bytes() + boxed_targets_.bytes() + work_.bytes();
}

}  // namespace attn::kernels
