#include "experiments/numbers.hpp"

#include <algorithm>

#include "numerics/sort_numbers.hpp"

namespace attn::experiments {

Matrix of_rows(std::initializer_list<std::initializer_list<double>> rows) {
  Matrix out(static_cast<Index>(rows.size()), static_cast<Index>(rows.begin()->size()));
  double* to = out.data();
  for (const auto& row : rows) to = std::copy(row.begin(), row.end(), to);
  return out;
}

Vector of_numbers(std::initializer_list<double> numbers) {
  return Eigen::Map<const Vector>(numbers.begin(), static_cast<Index>(numbers.size()));
}

Matrix normal_rows(Rng& rng, Index rows, Index cols, double deviation) {
  Matrix out(rows, cols);
  for (double& number : out.reshaped<Eigen::RowMajor>()) number = deviation * rng.normal();
  return out;
}

double median(Vector numbers) {
  sort_numbers(numbers);
  const Index half = numbers.size() / 2;
  return numbers.size() % 2 == 1 ? numbers(half) : 0.5 * (numbers(half - 1) + numbers(half));
}

}  // namespace attn::experiments
