// Attention forward with oneDNN: its product, softmax and product over blocks of 128 queries, as
// with PyTorch; in causal ones keys after the block are left out.
#include <algorithm>
#include <cmath>
#include <dnnl.hpp>
#include <limits>
#include <unordered_map>
#include <vector>

#include "harness/contest.hpp"

namespace bench {
namespace {

using dnnl::memory;

constexpr memory::dim kRows = 128;

class Blocks : public Contestant {
 public:
  explicit Blocks(const Case& c)
      : n_(c.count("n")),
        d_(c.count("d")),
        causal_(c.number("causal") != 0.0),
        q_(c.inputs.at("q")),
        k_(c.inputs.at("k")),
        v_(c.inputs.at("v")),
        scores_(static_cast<std::size_t>(kRows * n_)),
        out_(q_.size()) {
    for (memory::dim first = 0; first < n_; first += kRows) blocks_.push_back(block(first));
  }

  void run() override {
    for (Block& b : blocks_) {
      b.scores.execute(stream_, b.of_scores);
      if (causal_) hide(b);
      b.softmax.execute(stream_, b.of_softmax);
      b.mix.execute(stream_, b.of_mix);
      stream_.wait();
    }
  }
  std::vector<float> output() const override { return out_; }

 private:
  using Arguments = std::unordered_map<int, memory>;
  struct Block {
    memory::dim first, rows, keys;
    dnnl::matmul scores, mix;
    dnnl::softmax_forward softmax;
    Arguments of_scores, of_softmax, of_mix;
  };

  static memory::desc rows_of(memory::dim rows, memory::dim columns) {
    return {{rows, columns}, memory::data_type::f32, memory::format_tag::ab};
  }

  Block block(memory::dim first) {
    const memory::dim rows = std::min(kRows, n_ - first), keys = causal_ ? first + rows : n_;
    const memory::desc queries = rows_of(rows, d_), scores = rows_of(rows, keys);
    const memory::desc turned({d_, keys}, memory::data_type::f32, memory::format_tag::ba);
    dnnl::primitive_attr scaled;
    scaled.set_output_scales(0, {1.0F / std::sqrt(static_cast<float>(d_))});
    Block b{first, rows, keys, {}, {}, {}, {}, {}, {}};
    b.scores = dnnl::matmul({{queries, turned, scores}, scaled, engine_});
    b.softmax = dnnl::softmax_forward({{dnnl::prop_kind::forward_inference, scores, 1}, engine_});
    b.mix = dnnl::matmul({{scores, rows_of(keys, d_), queries}, engine_});
    const memory there(scores, engine_, scores_.data());
    b.of_scores = {{DNNL_ARG_SRC, memory(queries, engine_, q_.data() + first * d_)},
                   {DNNL_ARG_WEIGHTS, memory(turned, engine_, k_.data())},
                   {DNNL_ARG_DST, there}};
    b.of_softmax = {{DNNL_ARG_SRC, there}, {DNNL_ARG_DST, there}};
    b.of_mix = {{DNNL_ARG_SRC, there},
                {DNNL_ARG_WEIGHTS, memory(rows_of(keys, d_), engine_, v_.data())},
                {DNNL_ARG_DST, memory(queries, engine_, out_.data() + first * d_)}};
    return b;
  }

  void hide(const Block& b) {
    stream_.wait();
    for (memory::dim r = 0; r < b.rows; ++r) {
      float* row = scores_.data() + r * b.keys;
      std::fill(row + b.first + r + 1, row + b.keys, -std::numeric_limits<float>::infinity());
    }
  }

  dnnl::engine engine_{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream_{engine_};
  memory::dim n_, d_;
  bool causal_;
  std::vector<float> q_, k_, v_, scores_, out_;
  std::vector<Block> blocks_;
};

const Entry one_dnn("attention", "oneDNN", make<Blocks>);

}  // namespace
}  // namespace bench
