// Stage 1, all pairs: the double oracle and the float kernel. Read the ratio of two lines of one
// run, not the times.
#include <benchmark/benchmark.h>

#include "attn/denoiser.hpp"
#include "attn/denoiser_fast.hpp"
#include "attn/rng.hpp"

namespace {

attn::Matrix cloud(attn::Index n, attn::Index d) {
  attn::Rng rng(1);
  attn::Matrix z(n, d);
  for (attn::Index i = 0; i < z.size(); ++i) z.data()[i] = 4.0 * rng.uniform() - 2.0;
  return z;
}

void Stage1Double(benchmark::State& state) {
  attn::Matrix z = cloud(state.range(0), state.range(1));
  attn::Matrix out = z;
  attn::Stage1Workspace workspace(z.rows(), z.cols());
  for (auto _ : state) {
    attn::stage1_step_into(z, 16.0, 0.1, workspace, out);
    benchmark::DoNotOptimize(out.data());
  }
}

void Stage1Float(benchmark::State& state) {
  const attn::Matrix z = cloud(state.range(0), state.range(1));
  std::vector<float> narrow;
  for (attn::Index i = 0; i < z.size(); ++i) narrow.push_back(static_cast<float>(z.data()[i]));
  for (auto _ : state) {
    benchmark::DoNotOptimize(attn::stage1_step_fast(narrow, z.rows(), z.cols(), 16.0, 0.1));
  }
}

BENCHMARK(Stage1Double)
    ->Args({200, 1})
    ->Args({2000, 1})
    ->Args({2000, 2})
    ->Args({2000, 16})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(Stage1Float)
    ->Args({200, 1})
    ->Args({2000, 1})
    ->Args({2000, 2})
    ->Args({2000, 16})
    ->Unit(benchmark::kMillisecond);

}  // namespace
