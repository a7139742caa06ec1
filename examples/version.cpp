// A program for more than one version of the library.
#include <attn/version.hpp>
#include <iostream>
#include <string>

int main() {
#if ATTN_VERSION >= 100
  std::cout << "0.1.0 or newer\n";
#else
  std::cout << "older than 0.1.0\n";
#endif
  static_assert(ATTN_VERSION ==
                ATTN_VERSION_MAJOR * 10000 + ATTN_VERSION_MINOR * 100 + ATTN_VERSION_PATCH);
  std::cout << (attn::kVersion == std::string(ATTN_VERSION_STRING) ? "one version" : "two") << '\n';
}

// Prints:
//  0.1.0 or newer
//  one version
