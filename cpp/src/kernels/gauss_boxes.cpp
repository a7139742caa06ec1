#include "kernels/gauss_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace attn::kernels {
namespace {

// Adding it rounds a double of less than 2^51 to the nearest whole number, whose low bits are then
// those of the sum.
constexpr double kRound = 6755399441055744.0;  // 1.5 * 2^52

// Their numbers are 32 bits wide.
constexpr double kMostStrips = 1073741824.0;  // 2^30

template <typename Visit>
void for_each_block(const Points& points, std::size_t axis, const Visit& visit) {
  std::array<float, kBlock> z;
  for (std::size_t i = 0; i < points.count; i += kBlock) {
    const std::size_t n = std::min(kBlock, points.count - i);
    // A copy, always: what is visited is then known not to be what is written.
    const float* from = points.row(i) + axis;
    for (std::size_t p = 0; p < n; ++p) z[p] = from[p * points.stride];
    visit(z.data(), n);
  }
}

}  // namespace

const float* coordinates(const Points& points, std::size_t first, std::size_t n, std::size_t axis,
                         std::array<float, kBlock>& room) {
  const float* from = points.row(first) + axis;
  if (points.stride == 1) return from;
  for (std::size_t p = 0; p < n; ++p) room[p] = from[p * points.stride];
  return room.data();
}

void widen(Range& range, const Points& points, std::size_t axis) {
  // Eight at a time, so that no comparison waits for the one before.
  std::array<float, 8> low;
  std::array<float, 8> high;
  low.fill(range.low);
  high.fill(range.high);
  for_each_block(points, axis, [&](const float* z, std::size_t n) {
    std::size_t p = 0;
    for (; p + 8 <= n; p += 8) {
      for (std::size_t lane = 0; lane < 8; ++lane) {
        low[lane] = z[p + lane] < low[lane] ? z[p + lane] : low[lane];
        high[lane] = z[p + lane] > high[lane] ? z[p + lane] : high[lane];
      }
    }
    for (; p < n; ++p) {
      low[0] = std::min(low[0], z[p]);
      high[0] = std::max(high[0], z[p]);
    }
  });
  range.low = *std::min_element(low.begin(), low.end());
  range.high = *std::max_element(high.begin(), high.end());
}

bool BoxAxis::lay(const Points& a, const Points& b, std::size_t axis, const Range& range,
                  double width, std::size_t reach, std::size_t most) {
  low_ = static_cast<double>(range.low);
  per_width_ = 1.0 / width;
  count_ = 0;
  table_.clear();
  starts_.clear();
  first_.clear();
  const double strips = std::floor(range.extent() * per_width_) + 1.0;
  // A few reaches of boxes are not worth looking for gaps.
  if (strips <= 4.0 * static_cast<double>(reach + 1) && strips <= static_cast<double>(most)) {
    count_ = static_cast<std::size_t>(strips);
    return true;
  }
  const auto points = static_cast<double>(a.count + b.count);
  if (strips <= std::min(4.0 * points + 1024.0, kMostStrips)) {
    table_.assign(static_cast<std::size_t>(strips), -1);
    close_gaps(a, b, axis, reach);
    return count_ <= most;
  }
  return find_islands(a, b, axis, reach, most);
}

void BoxAxis::close_gaps(const Points& a, const Points& b, std::size_t axis, std::size_t reach) {
  for (const Points* points : {&a, &b}) {
    for (std::size_t i = 0; i < points->count; ++i) {
      const auto z = static_cast<double>(points->row(i)[axis]);
      const double strip = (z - low_) * per_width_ - 0.5 + kRound - kRound;
      table_[static_cast<std::size_t>(strip)] = 0;
    }
  }
  std::int32_t box = 0;
  std::size_t last = 0;
  for (std::size_t strip = 0; strip < table_.size(); ++strip) {
    if (table_[strip] < 0) continue;
    box += static_cast<std::int32_t>(std::min(strip - last, reach + 1));
    table_[strip] = box;
    last = strip;
  }
  count_ = static_cast<std::size_t>(box) + 1;
}

bool BoxAxis::find_islands(const Points& a, const Points& b, std::size_t axis, std::size_t reach,
                           std::size_t most) {
  sorted_.resize(a.count + b.count);
  float* to = sorted_.data();
  for (const Points* points : {&a, &b}) {
    for (std::size_t i = 0; i < points->count; ++i) {
      *to++ = points->row(i)[axis];
    }
  }
  std::sort(sorted_.begin(), sorted_.end());
  const double gap = static_cast<double>(reach + 2);
  double box = 0.0;  // in which the island begins
  const auto boxes_between = [&](float low, float high) {
    return (static_cast<double>(high) - static_cast<double>(low)) * per_width_;
  };
  for (std::size_t p = 0; p < sorted_.size(); ++p) {
    if (p > 0 && boxes_between(sorted_[p - 1], sorted_[p]) <= gap) continue;
    if (p > 0) {
      box += std::floor(boxes_between(starts_.back(), sorted_[p - 1])) + gap;
      if (!(box < static_cast<double>(most))) return false;
    }
    starts_.push_back(sorted_[p]);
    first_.push_back(static_cast<std::int32_t>(box));
  }
  box += std::floor(boxes_between(starts_.back(), sorted_.back())) + 1.0;
  if (!(box <= static_cast<double>(most))) return false;
  count_ = static_cast<std::size_t>(box);
  return true;
}

void BoxAxis::place(const float* z, std::size_t n, std::int32_t* box, float* t) const {
  std::array<double, kBlock> shifted;
  if (!starts_.empty()) {
    for (std::size_t p = 0; p < n; ++p) {
      const auto after = std::upper_bound(starts_.begin(), starts_.end(), z[p]);
      const auto island = static_cast<std::size_t>(after - starts_.begin()) - 1;
      const double u =
          (static_cast<double>(z[p]) - static_cast<double>(starts_[island])) * per_width_ - 0.5;
      const double strip = u + kRound - kRound;
      box[p] = first_[island] + static_cast<std::int32_t>(strip);
      t[p] = static_cast<float>(2.0 * (u - strip));
    }
    return;
  }
  for (std::size_t p = 0; p < n; ++p) {
    const double u = (static_cast<double>(z[p]) - low_) * per_width_ - 0.5;
    shifted[p] = u + kRound;
    t[p] = static_cast<float>(2.0 * (u - (shifted[p] - kRound)));
  }
  for (std::size_t p = 0; p < n; ++p) {
    std::uint64_t bits;
    std::memcpy(&bits, &shifted[p], sizeof bits);
    box[p] = static_cast<std::int32_t>(static_cast<std::uint32_t>(bits));
  }
  if (table_.empty()) return;
  for (std::size_t p = 0; p < n; ++p) box[p] = table_[static_cast<std::size_t>(box[p])];
}

std::size_t BoxAxis::bytes() const {
  return table_.capacity() * sizeof(std::int32_t) + first_.capacity() * sizeof(std::int32_t) +
         (starts_.capacity() + sorted_.capacity()) * sizeof(float);
}

}  // namespace attn::kernels
