// Stands in place of gauss_transform_plane.cpp where nobody asks for two dimensions: pairs are
// summed there instead.
#include "kernels/gauss_transform.hpp"

namespace attn::kernels {

bool GaussTransform::plan_plane(const Points& /*sources*/, const Points& /*targets*/,
                                double /*numbers*/) {
  return false;
}

bool GaussTransform::piece_in_plane(const Points& /*z*/, const Points& /*targets*/, float /*share*/,
                                    const MovedPoints& /*out*/, float* /*mass*/) {
  return true;
}

}  // namespace attn::kernels
