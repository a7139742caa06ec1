#include "reading/head_parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "attn/numerics/check.hpp"
#include "reading/head_checks.hpp"
#include "reading/head_names.hpp"

namespace attn::head_io {
namespace {

constexpr std::uint64_t kMostHeadNumbers =
    static_cast<std::uint64_t>(kMostHeadTokens) * static_cast<std::uint64_t>(kMostHeadWidth);

void refuse_text(const HeadArray& array) {
  if (array.type == NumberType::kText) {
    check::fail({"head file: \"", array.name, "\" is text, expected numbers"});
  }
}

// What the numbers of the head itself are: integers there are most often a mistake, such as the
// indices of tokens.
void refuse_all_but_floats(const HeadArray& array) {
  refuse_text(array);
  if (!is_float(array.type)) {
    check::fail({"head file: \"", array.name, "\" has type \"", array.type_name,
                 "\"; save it as float32 or float64"});
  }
}

void refuse_dimensions(const HeadArray& array, std::size_t expected) {
  if (array.shape.size() == expected) return;
  const std::size_t n = array.shape.size();
  check::fail({"head file: \"", array.name, "\" has ", n, n == 1 ? " dimension" : " dimensions",
               ", expected ", expected});
}

// Before any memory is taken for it; none of the sizes is 0.
std::uint64_t checked_count(const HeadArray& array, const KnownName& known) {
  std::uint64_t count = 0;
  if (!count_numbers(array.shape, count) || count > kMostHeadNumbers) {
    if (known.rows != nullptr && array.shape[0] > static_cast<std::uint64_t>(kMostHeadTokens)) {
      check::fail({"head file: ", array.shape[0], " ", known.rows, ", at most ", kMostHeadTokens,
                   "; take the first ones"});
    }
    check::fail({"head file: \"", array.name, "\" is ", shape_words(array.shape), ", at most ",
                 kMostHeadNumbers, " numbers"});
  }
  if (count == 0) {
    check::fail({"head file: \"", array.name, "\" is empty (", shape_words(array.shape), ")"});
  }
  return count;
}

Matrix matrix_of(const HeadArray& array, const KnownName& known) {
  refuse_dimensions(array, 2);
  checked_count(array, known);
  Matrix out(static_cast<Index>(array.shape[0]), static_cast<Index>(array.shape[1]));
  const auto rows = static_cast<std::size_t>(out.rows());
  const auto cols = static_cast<std::size_t>(out.cols());
  double* to = out.data();
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < cols; ++j) {
      *to++ = number_at(array, array.columns_first ? j * rows + i : i * cols + j);
    }
  }
  return out;
}

Vector vector_of(const HeadArray& array, const KnownName& known) {
  if (array.table) {
    // A text has rows and columns; one of them is enough.
    if (array.shape[0] != 1 && array.shape[1] != 1) {
      check::fail({"head file: \"", array.name, "\" is ", shape_words(array.shape),
                   ", expected one row or one column"});
    }
  } else {
    refuse_dimensions(array, 1);
  }
  const auto count = static_cast<std::size_t>(checked_count(array, known));
  Vector out(static_cast<Index>(count));
  for (std::size_t i = 0; i < count; ++i) out.data()[i] = number_at(array, i);
  return out;
}

// 1 for a key that is visible, 0 for one that is not, as what is added to the scores.
void add_instead(Matrix& mask) {
  for (Index i = 0; i < mask.rows(); ++i) {
    for (Index j = 0; j < mask.cols(); ++j) {
      double& one = mask(i, j);
      if (one != 0.0 && one != 1.0) {
        check::fail({"head file: mask has ", one, " in row ", i + 1, ", column ", j + 1,
                     ", expected 0 or 1 of integers (1 = visible)"});
      }
      one = one == 1.0 ? 0.0 : -std::numeric_limits<double>::infinity();
    }
  }
}

}  // namespace

void HeadParts::expect(const std::string& name) {
  if (find_known(name) == nullptr) refuse_name(name);
  if (std::find(names_.begin(), names_.end(), name) != names_.end()) {
    check::fail({"head file: \"", name, "\" is there twice"});
  }
  names_.push_back(name);
}

void HeadParts::take(const HeadArray& array) {
  const KnownName* const known = find_known(array.name);
  if (known == nullptr) refuse_name(array.name);
  switch (known->role) {
    case Role::kMatrix:
      refuse_all_but_floats(array);
      head_.*known->matrix = matrix_of(array, *known);
      break;
    case Role::kVector:
      refuse_all_but_floats(array);
      head_.*known->vector = vector_of(array, *known);
      break;
    case Role::kScale:
      take_scale(array);
      break;
    case Role::kMask:
      take_mask(array);
      break;
    case Role::kTokens:
      if (array.type != NumberType::kText) {
        check::fail(
            {"head file: \"tokens\" has type \"", array.type_name, "\"; save it as text (<U)"});
      }
      refuse_dimensions(array, 1);
      if (array.texts.empty()) check::fail({"head file: \"tokens\" is empty"});
      head_.tokens = array.texts;
      break;
  }
}

void HeadParts::take_scale(const HeadArray& array) {
  refuse_text(array);
  std::uint64_t count = 0;
  const bool single = count_numbers(array.shape, count) && count == 1;
  if (!single || array.type == NumberType::kBool || (!array.table && array.shape.size() > 1)) {
    check::fail({"head file: \"scale\" is ", shape_words(array.shape), " of type \"",
                 array.type_name, "\", expected one number of at most 1 dimension"});
  }
  head_.scale = number_at(array, 0);
  if (!is_float(array.type) && std::fabs(*head_.scale) > check::kMaxWhole) {
    check::fail({"head file: scale is ", *head_.scale, ", expected at most 2^53 of integers"});
  }
}

void HeadParts::take_mask(const HeadArray& array) {
  if (array.type == NumberType::kText) {
    const bool single = array.shape.empty() && array.texts.size() == 1;
    const std::string text = single ? array.texts[0] : "";
    if (text != "causal" && text != "none") {
      check::fail({"head file: mask is ", single ? "\"" + printable(text) + "\"" : "several texts",
                   ", expected \"causal\", \"none\" or numbers"});
    }
    mask_ = text == "causal" ? Mask::kCausal : Mask::kNone;
    return;
  }
  head_.mask = matrix_of(array, *find_known("mask"));
  if (!is_float(array.type)) add_instead(head_.mask);
  mask_ = Mask::kNumbers;
}

Head HeadParts::complete() {
  Head head = complete_head_named("head file", std::move(head_));
  const Index n = head.q.rows(), m = head.k.rows();
  // Only now it is known how large it is. It leaves each row its first key, so that nothing of what
  // was checked changes.
  if (mask_ == Mask::kCausal || (mask_ == Mask::kDefault && n == m)) head.mask = causal_mask(n, m);
  return head;
}

}  // namespace attn::head_io
