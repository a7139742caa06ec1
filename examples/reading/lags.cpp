// A head that looks one back, whatever stands there: its weight lies at lag 1, and what its scores
// have in common over two windows is all that there is. A head that goes by words has less.
#include <attn/reading/lags.hpp>
#include <iostream>
#include <vector>

int main() {
  attn::Matrix weights(4, 4);
  weights << 1.0, 0.0, 0.0, 0.0, 0.9, 0.1, 0.0, 0.0, 0.1, 0.8, 0.1, 0.0, 0.0, 0.1, 0.9, 0.0;
  std::cout << "mass at lags 0 to 3: " << attn::lag_mass(weights, 4, /*first_row=*/1).transpose()
            << '\n';
  attn::Matrix back(3, 3), a(3, 3), b(3, 3);
  back << 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0, 0.0;
  a << 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0;
  b << 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0;
  // What a whole row has in common moves no weight.
  const std::vector<attn::Matrix> by_place = {back, back.array() + 5.0};
  const std::vector<attn::Matrix> by_words = {a, b}, of_both = {back + a, back + b};
  std::cout << "explained by position: " << attn::position_share(by_place) << ", of words alone "
            << attn::position_share(by_words) << ", of both " << attn::position_share(of_both)
            << '\n';
}

// Prints:
//  mass at lags 0 to 3: 0.0666667  0.866667       0.1         0
//  explained by position: 1, of words alone 0.25, of both 0.826923
