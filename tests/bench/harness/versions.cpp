#include "harness/versions.hpp"

#include <Eigen/Core>
#ifdef ATTN_WITH_ONEDNN
#include <dnnl_version.h>
#endif

namespace bench {
namespace {

std::string dotted(int major, int minor, int patch) {
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
}

}  // namespace

std::map<std::string, std::string> versions() {
  std::map<std::string, std::string> all;
#if defined(__EMSCRIPTEN__)
  all["emscripten"] = dotted(__EMSCRIPTEN_major__, __EMSCRIPTEN_minor__, __EMSCRIPTEN_tiny__);
#elif defined(__clang__)
  all["compiler"] = "clang " + std::string(__clang_version__);
#elif defined(__GNUC__)
  all["compiler"] = "g++ " + dotted(__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#endif
  all["Eigen"] = dotted(EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION);
#ifndef EIGEN_DONT_VECTORIZE
  all["Eigen's vectors"] = Eigen::SimdInstructionSetsInUse();
#endif
#ifdef ATTN_WITH_ONEDNN
  all["oneDNN"] = dotted(DNNL_VERSION_MAJOR, DNNL_VERSION_MINOR, DNNL_VERSION_PATCH);
#endif
  return all;
}

}  // namespace bench
