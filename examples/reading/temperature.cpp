// Two scores that are 3 apart turn from a choice into an average at T = 3 / 2.399, where the heat
// capacity of a system of two levels has its peak. There the head still chooses, at twice that it
// averages.
#include <attn/attention/softmax.hpp>
#include <attn/reading/temperature.hpp>
#include <iostream>
#include <vector>

int main() {
  attn::Matrix scores(2, 2);
  scores << 0.0, 3.0, 0.0, 6.0;
  const attn::Vector peak = attn::peak_temperature(scores);
  std::cout << "peaks " << peak.transpose() << ", 3 / 2.39936 = " << 3.0 / 2.39936 << '\n';
  std::cout << "heat capacities there\n" << attn::heat_capacity(scores, peak) << '\n';
  attn::Matrix weights(3, 2);
  weights.row(0) = attn::softmax(scores.row(0), peak(0)).transpose();
  weights.row(1) = attn::softmax(scores.row(0), 1.2 * peak(0)).transpose();
  weights.row(2) = attn::softmax(scores.row(0), 2.0 * peak(0)).transpose();
  const std::vector<attn::RetrievalClass> classes = attn::retrieval_classes(weights);
  const char* const names[] = {"one", "few", "average"};
  for (attn::Index i = 0; i < 3; ++i) {
    std::cout << weights.row(i) << ": "
              << names[static_cast<int>(classes[static_cast<std::size_t>(i)])] << '\n';
  }
}

// Prints:
//  peaks 1.25033 2.50067, 3 / 2.39936 = 1.25033
//  heat capacities there
//  0.439229 0.256075
//  0.186667 0.439229
//  0.0832217  0.916778: one
//  0.119259 0.880741: few
//  0.231532 0.768468: average
