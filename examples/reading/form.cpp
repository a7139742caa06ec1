// What the weights of a head say before it has read anything: one that compares by likeness and
// copies what it finds, and one that looks for what stands at a right angle.
#include <attn/reading/form.hpp>
#include <iostream>

int main() {
  attn::Matrix w(2, 4), turn(2, 2);
  w << 1.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0;
  turn << 0.0, -1.0, 1.0, 0.0;
  const auto print = [](const char* name, const attn::FormShares& found) {
    std::cout << name << ": singular values " << found.singular_values.transpose() << ", rank "
              << found.effective_rank << ", symmetric " << found.symmetric_share << ", cosine "
              << found.value_cosine << '\n';
  };
  print("alike", attn::form_shares({w, w, w}, w.transpose()));
  print("inhibits", attn::form_shares({w, w, w}, -w.transpose()));
  print("turned", attn::form_shares({turn * w, w, w}, w.transpose()));
}

// Prints:
//  alike: singular values    1 0.25, rank 1.64938, symmetric 1, cosine 1
//  inhibits: singular values    1 0.25, rank 1.64938, symmetric 1, cosine -1
//  turned: singular values 0.5 0.5, rank 2, symmetric 0, cosine 0
