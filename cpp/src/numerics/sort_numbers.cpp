#include "numerics/sort_numbers.hpp"

#include <algorithm>

namespace attn {

void sort_numbers(double* first, double* last) { std::sort(first, last); }

}  // namespace attn
