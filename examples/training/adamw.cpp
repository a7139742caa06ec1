// Two weights that find the least of a long narrow valley.
#include <attn/training/adamw.hpp>
#include <iostream>

int main() {
  attn::AdamWOptions options;
  options.clip = 1.0;
  attn::AdamW adam(/*size=*/2, options);
  const attn::CosineSchedule schedule{/*rate=*/0.1, /*warmup=*/10, /*updates=*/200, /*floor=*/0.05};
  attn::Vector w(2), valley(2);
  w << 3, -2;
  valley << 1, 100;
  for (attn::Index u = 0; u < 200; ++u) {
    const double rate = attn::cosine_rate(schedule, u);
    const double norm = adam.step(w, valley.cwiseProduct(w), rate);
    if (u % 50 == 0)
      std::cout << "rate " << rate << ", norm " << norm << ", loss "
                << 0.5 * valley.dot(w.cwiseProduct(w)) << '\n';
  }
}

// Prints:
//  rate 0.01, norm 200.022, loss 202.475
//  rate 0.0894967, norm 5.12664, loss 0.182505
//  rate 0.0556393, norm 0.429555, loss 0.000223974
//  rate 0.0197557, norm 0.0202464, loss 4.23981e-07
