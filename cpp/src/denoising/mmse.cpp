#include "attn/denoising/mmse.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "denoising/mmse_parts.hpp"

namespace attn {
namespace {

using mmse_parts::Group;
using mmse_parts::Part;

// Beyond this many standard deviations, exp(-distance^2 / 8) times any ratio of weights is zero.
constexpr double kApart = 80.0;

// Indices of components so arranged that those of a group stand together; `ends` are the places
// behind the last of each.
struct Groups {
  std::vector<Index> order;
  std::vector<std::size_t> ends;
};

Groups groups_on_line(const Matrix& means, double reach) {
  Groups out{mmse_parts::ascending(means), {}};
  for (std::size_t i = 1; i < out.order.size(); ++i) {
    if (means(out.order[i], 0) - means(out.order[i - 1], 0) > reach) out.ends.push_back(i);
  }
  out.ends.push_back(out.order.size());
  return out;
}

// Measured in units of the reach: no square of it that could overflow or vanish.
bool within_reach(const Matrix& means, Index a, Index b, double reach) {
  double distance2 = 0.0;
  for (Index k = 0; k < means.cols(); ++k) {
    const double step = (means(a, k) - means(b, k)) / reach;
    distance2 += step * step;
  }
  return distance2 <= 1.0;
}

Groups groups_in_space(const Matrix& means, double reach) {
  Groups out;
  for (Index i = 0; i < means.rows(); ++i) out.order.push_back(i);
  std::size_t end = 0;  // of the group that is being collected
  for (std::size_t next = 0; next < out.order.size(); ++next) {
    if (next == end) {  // complete: the next component begins another one
      if (end > 0) out.ends.push_back(end);
      ++end;
    }
    for (std::size_t i = end; i < out.order.size(); ++i) {
      if (!within_reach(means, out.order[next], out.order[i], reach)) continue;
      std::swap(out.order[i], out.order[end]);
      ++end;
    }
  }
  out.ends.push_back(out.order.size());
  return out;
}

// A direction in which the means differ by so little adds to no digit that is promised: `size` in
// units of the group's extent, `scale` is that extent in standard deviations.
bool negligible(double size, double scale) {
  return size <= 1e-14 || (size <= 1e-7 && size * scale <= 1e-9);
}

// Coordinates of the offsets (rows) in orthonormal axes of their span, by Gram and Schmidt with the
// longest remainder first. (n x r)
Matrix span_coordinates(Matrix offsets, double scale) {
  const Index most = std::min(offsets.rows() - 1, offsets.cols());
  Matrix coordinates(offsets.rows(), most);
  Index rank = 0;
  for (; rank < most; ++rank) {
    Index longest = 0;
    double longest2 = 0.0;
    for (Index i = 0; i < offsets.rows(); ++i) {
      const double size2 = offsets.row(i).squaredNorm();
      if (size2 <= longest2) continue;
      longest = i;
      longest2 = size2;
    }
    if (negligible(std::sqrt(longest2), scale)) break;
    const Vector axis = offsets.row(longest).transpose() / std::sqrt(longest2);
    for (Index i = 0; i < offsets.rows(); ++i) {
      double along = 0.0;
      for (Index k = 0; k < axis.size(); ++k) along += offsets(i, k) * axis(k);
      coordinates(i, rank) = along;
      for (Index k = 0; k < axis.size(); ++k) offsets(i, k) -= along * axis(k);
    }
  }
  return coordinates.leftCols(rank);
}

// The variance of the component means given what is seen, averaged over what is seen by the members
// of the group and weighted by their sum.
Part spread_between(const GaussianMixture& prior, const Index* members, Index n, double deviation,
                    const MmseOptions& options, Rng& rng) {
  Matrix offsets(n, prior.means.cols());
  Group group;
  for (Index i = 0; i < n; ++i) {
    const Index c = members[i];
    offsets.row(i) = prior.means.row(c) - prior.means.row(members[0]);
    group.weight.push_back(prior.weights(c));
  }
  const double extent = largest(offsets);
  if (extent == 0.0) return {};
  group.scale = extent / deviation;
  group.at = span_coordinates(offsets / extent, group.scale);
  Part part = group.at.cols() == 1 ? mmse_parts::on_line(group)
              : group.at.cols() == 2 && mmse_parts::plane_work(group) <= options.plane_work
                  ? mmse_parts::in_plane(group)
                  : mmse_parts::by_draws(group, options.draws, rng);
  part.value *= extent * extent;
  part.error *= extent * extent;
  return part;
}

}  // namespace

Mmse mmse(const GaussianMixture& prior, double noise_variance, const MmseOptions& options) {
  check_mixture("mmse", prior);
  check::within("mmse", "noise_variance", noise_variance, 0.0, 1e300);
  check::within("mmse", "prior.variance", prior.variance, 0.0, 1e300);
  const Index d = prior.means.cols();
  check::count("mmse", "the number of components", prior.means.rows(), 1,
               d == 1 ? kMaxLineComponents : kMaxComponents);
  check::count("mmse", "options.draws", options.draws, 2, 1000000000);
  check::not_negative("mmse", "options.plane_work", options.plane_work);
  Mmse out;
  if (noise_variance == 0.0) return out;
  const double total = prior.variance + noise_variance;
  const double deviation = std::sqrt(total);
  const double share = noise_variance / total;
  double between = 0.0;
  double error = 0.0;
  double drawn_error2 = 0.0;  // independent estimates
  Rng rng(options.seed);
  const Groups groups = d == 1 ? groups_on_line(prior.means, kApart * deviation)
                               : groups_in_space(prior.means, kApart * deviation);
  std::size_t begin = 0;
  for (const std::size_t end : groups.ends) {
    const auto size = static_cast<Index>(end - begin);
    const Index* members = groups.order.data() + begin;
    begin = end;
    if (size == 1) continue;
    const Part part = spread_between(prior, members, size, deviation, options, rng);
    between += part.value;
    if (part.method == MmseMethod::kMonteCarlo) {
      drawn_error2 += part.error * part.error;
    } else {
      error += part.error;
    }
    out.method = std::max(out.method, part.method);
  }
  const double sum = prior.weights.sum();  // 1 up to 1e-9
  out.value = share * (static_cast<double>(d) * prior.variance + share * between / sum);
  out.error = share * share * (error + std::sqrt(drawn_error2)) / sum + 0x1p-50 * out.value;
  check::result("mmse", "the error", out.value);
  check::result("mmse", "the estimate of its error", out.error);
  return out;
}

}  // namespace attn
