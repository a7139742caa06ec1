// What the fast Gauss transform does in the plane: in a file of its own, so that a program that has
// no use for the plane can be linked without it (cpp/wasm/no_plane.cpp).
#include <algorithm>

#include "kernels/gauss_cost.hpp"
#include "kernels/gauss_transform.hpp"

namespace attn::kernels {
namespace {

// In which the rows are done, all of them twice, as sources and as targets.
constexpr std::size_t kRowPieces = 12;

}  // namespace

bool GaussTransform::plan_plane(const Points& sources, const Points& targets, double numbers) {
  const double extent = std::max(range_[0].extent(), range_[1].extent()) / h_;
  boxes_ = choose_boxes(kWidth12, numbers, extent);
  constexpr auto kParts = static_cast<double>(PartTable::kParts);
  Boxes divided = choose_boxes(std::min(kWidth12, kParts * kWidth8), numbers, extent);
  divided.parts = PartTable::kParts;
  const auto estimate = [&](const Boxes& boxes) {
    const double width = boxes.width * h_;
    return boxes_cost(boxes, range_[0].extent() / width + 1.0, range_[1].extent() / width + 1.0);
  };
  if (estimate(divided) < estimate(boxes_)) boxes_ = divided;
  return lay_plane(sources, targets);
}

double GaussTransform::boxes_cost(const Boxes& boxes, double columns, double rows) const {
  return plane_cost(sources_, targets_, columns, rows, static_cast<double>(boxes.reach),
                    boxes.parts > 1);
}

// The axes are of parts of boxes.
bool GaussTransform::lay_plane(const Points& sources, const Points& targets) {
  const std::size_t points = sources.count + targets.count;
  const double width = boxes_.width * h_ / static_cast<double>(boxes_.parts);
  const std::size_t reach = boxes_.parts * (boxes_.reach + 1) - 1;
  const std::size_t most = 4 * points + 65536;
  if (!axis_[0].lay(sources, targets, 0, range_[0], width, reach, most)) return false;
  const std::size_t most_rows = most / axis_[0].count();
  if (!axis_[1].lay(sources, targets, 1, range_[1], width, reach, most_rows)) return false;
  const PlaneBoxes boxes = plane_boxes();
  const std::size_t window = boxes.columns * std::min(boxes.rows, 2 * boxes.reach + 1);
  constexpr auto kNumbers = static_cast<double>(kPlaneDegrees * kPlaneDegrees);
  const double most_numbers = 4.0 * static_cast<double>(points) + 524288.0;  // and 4 MB
  if (static_cast<double>(window) * kNumbers > most_numbers) return false;
  cost_ = boxes_cost(boxes_, static_cast<double>(boxes.columns), static_cast<double>(boxes.rows));
  return true;
}

PlaneBoxes GaussTransform::plane_boxes() const {
  const std::size_t parts = boxes_.parts;
  const auto boxes = [&](const BoxAxis& axis) { return (axis.count() + parts - 1) / parts; };
  return {boxes(axis_[0]), boxes(axis_[1]), boxes_.reach, parts};
}

bool GaussTransform::piece_in_plane(const Points& z, const Points& targets, float share,
                                    const MovedPoints& out, float* mass) {
  const PlaneBoxes boxes = plane_boxes();
  const bool same = z == targets;
  BoxedPoints& boxed = same ? boxed_sources_ : boxed_targets_;
  if (piece_ == PlanePiece::kCount) {
    if (boxes.parts > 1) part_table_.make();
    boxed_sources_.count(boxes, axis_[0], axis_[1], z);
    if (!same) boxed_targets_.count(boxes, axis_[0], axis_[1], targets);
    piece_ = PlanePiece::kPlace;
    return false;
  }
  if (piece_ == PlanePiece::kPlace) {
    boxed_sources_.place(axis_[0], axis_[1], z);
    if (!same) boxed_targets_.place(axis_[0], axis_[1], targets);
    if (mass != nullptr) boxed_mass_.resize(targets.count);
    work_.begin(boxes);
    piece_ = PlanePiece::kRows;
    return false;
  }
  if (piece_ == PlanePiece::kRows) {
    float* boxed_mass = mass != nullptr ? boxed_mass_.data() : nullptr;
    const PlaneField field{table_, part_table_, boxes, boxed_sources_, boxed, boxed_mass, work_};
    bool more = true;
    for (std::size_t i = 0; more && i < 2 * boxes.rows; i += kRowPieces) more = !plane_row(field);
    if (!more) piece_ = PlanePiece::kWrite;
    return false;
  }
  for (std::size_t i = 0; i < targets.count; ++i) {
    const auto slot = static_cast<std::size_t>(boxed.slot[i]);
    const float* from = targets.row(i);
    float* to = out.row(i);
    to[0] = from[0] + share * boxed.places[2 * slot];
    to[1] = from[1] + share * boxed.places[2 * slot + 1];
    if (mass != nullptr) mass[i] = boxed_mass_[slot];
  }
  piece_ = PlanePiece::kCount;
  return true;
}

}  // namespace attn::kernels
