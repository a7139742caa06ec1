// Eigen comes first here.
#include <Eigen/Dense>

#include "every_header.hpp"

#include <iostream>
#include <string>

#if ATTN_VERSION != FOUND_MAJOR * 10000 + FOUND_MINOR * 100 + FOUND_PATCH
#error "ATTN_VERSION is not the version of the package"
#endif
static_assert(ATTN_VERSION_MAJOR == FOUND_MAJOR && ATTN_VERSION_MINOR == FOUND_MINOR &&
              ATTN_VERSION_PATCH == FOUND_PATCH);

Eigen::Index rank_of_a_jacobian();  // in eigen_after.cpp

int main() {
  if (std::string(ATTN_VERSION_STRING) != FOUND_VERSION ||
      std::string(attn::kVersion) != FOUND_VERSION) {
    std::cout << "the headers are of version " << attn::kVersion << '\n';
    return 1;
  }
  std::cout << rank_of_a_jacobian() << '\n';
}
