// Sorting, once for all who sort numbers: each std::sort of another comparison or iterator is two
// kilobytes of code more. Internal.
#pragma once

namespace attn {

/// The numbers from first up to last, none of them NaN, rising.
void sort_numbers(double* first, double* last);

/// A list of numbers, none of them NaN, rising.
template <typename Numbers>
void sort_numbers(Numbers& numbers) {
  sort_numbers(numbers.data(), numbers.data() + numbers.size());
}

}  // namespace attn
