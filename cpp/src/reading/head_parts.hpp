// The arrays of a head file, put together. Internal.
#pragma once

#include <string>
#include <vector>

#include "attn/reading/head.hpp"
#include "reading/head_array.hpp"

namespace attn::head_io {

/// Takes one array after the other.
class HeadParts {
 public:
  /// Throws Error for a name that is not known, or that came before. Call it before an array of
  /// this name is read.
  void expect(const std::string& name);
  /// Puts an array where it belongs. Throws Error for a type, dimensions or numbers that it cannot
  /// have there.
  void take(const HeadArray& array);
  /// The head of all that was taken. Throws Error as complete_head.
  Head complete();

 private:
  enum class Mask { kDefault, kCausal, kNone, kNumbers };

  void take_scale(const HeadArray& array);
  void take_mask(const HeadArray& array);

  Head head_;
  Mask mask_ = Mask::kDefault;
  std::vector<std::string> names_;
};

}  // namespace attn::head_io
