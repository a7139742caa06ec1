// A step of the small language model as one would write it with Eigen, vectorised: one sequence
// after the other, whose numbers stay in a cache, or, of short ones, as many as have 256 rows;
// causal attention in blocks of 32 queries that leave out the keys after them. Other sizes have not
// been tried.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <vector>

#include "harness/contest.hpp"

namespace bench {
namespace {

using Eigen::Index;
using FloatMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Floats = Eigen::VectorXf;
using Weights = Eigen::Map<const FloatMatrix>;
using Gradients = Eigen::Map<FloatMatrix>;
using Row = Eigen::Map<const Eigen::RowVectorXf>;
using GradientRow = Eigen::Map<Eigen::RowVectorXf>;

constexpr Index kRows = 256, kQueries = 32;

// Where the weights of a block lie.
struct Parts {
  Parts(Index first, Index d)
      : scale_1(first),
        bias_1(scale_1 + d),
        qkv(bias_1 + d),
        qkv_bias(qkv + 3 * d * d),
        out(qkv_bias + 3 * d),
        out_bias(out + d * d),
        scale_2(out_bias + d),
        bias_2(scale_2 + d),
        up(bias_2 + d),
        up_bias(up + 4 * d * d),
        down(up_bias + 4 * d),
        down_bias(down + 4 * d * d),
        end(down_bias + d) {}
  Index scale_1, bias_1, qkv, qkv_bias, out, out_bias, scale_2, bias_2, up, up_bias, down,
      down_bias, end;
};

struct Norm {
  FloatMatrix unit, y;
  Floats inverse;
};

struct Layer {
  Norm first, second;
  FloatMatrix qkv, mixed, slope, hidden;
  std::vector<FloatMatrix> weights;
};

class Step : public Contestant {
 public:
  explicit Step(const Case& c)
      : d_(c.count("d")),
        heads_(c.count("heads")),
        length_(c.count("length")),
        batch_(c.count("batch")),
        vocabulary_(c.count("vocabulary")),
        tokens_(c.inputs.at("tokens")),
        start_(Eigen::Map<const Floats>(c.inputs.at("weights").data(),
                                        static_cast<Index>(c.inputs.at("weights").size()))),
        weights_(start_),
        gradient_(Floats::Zero(start_.size())),
        mean_(gradient_),
        squares_(gradient_),
        layers_(static_cast<std::size_t>(c.count("blocks"))) {
    last_part_ = (vocabulary_ + length_) * d_;
    for (std::size_t b = 0; b < layers_.size(); ++b) {
      parts_.emplace_back(last_part_, d_);
      last_part_ = parts_.back().end;
    }
    pass();
  }

  void run() override {
    weights_ = start_;
    pass();
    update();
  }
  std::vector<float> output() const override {
    std::vector<float> all{static_cast<float>(loss_)};
    for (const Floats* part : {&gradient_, &weights_}) {
      all.insert(all.end(), part->data(), part->data() + part->size());
    }
    return all;
  }

 private:
  Weights matrix(Index first, Index rows, Index cols) const {
    return {weights_.data() + first, rows, cols};
  }
  Row row(Index first, Index n) const { return {weights_.data() + first, n}; }
  Gradients d_matrix(Index first, Index rows, Index cols) {
    return {gradient_.data() + first, rows, cols};
  }
  GradientRow d_row(Index first, Index n) { return {gradient_.data() + first, n}; }

  void pass() {
    gradient_.setZero();
    loss_ = 0.0;
    const Index together = std::max<Index>(1, kRows / length_);
    for (Index s = 0; s < batch_; s += together) chunk(s, std::min(together, batch_ - s));
  }

  void affine(const FloatMatrix& x, Index w, Index bias, Index cols, FloatMatrix& y) const {
    y.resize(x.rows(), cols);
    y.noalias() = x * matrix(w, x.cols(), cols);
    y.rowwise() += row(bias, cols);
  }

  void affine_back(const FloatMatrix& x, const FloatMatrix& d_y, Index w, Index bias,
                   FloatMatrix& d_x) {
    d_matrix(w, x.cols(), d_y.cols()).noalias() += x.transpose() * d_y;
    d_row(bias, d_y.cols()) += d_y.colwise().sum();
    d_x.resize(x.rows(), x.cols());
    d_x.noalias() = d_y * matrix(w, x.cols(), d_y.cols()).transpose();
  }

  void norm(const FloatMatrix& x, Index scale, Index bias, Norm& to) const {
    to.unit = x.colwise() - x.rowwise().mean();
    to.inverse =
        (to.unit.rowwise().squaredNorm().array() / static_cast<float>(d_) + 1e-5F).sqrt().inverse();
    to.unit.array().colwise() *= to.inverse.array();
    to.y = to.unit.array().rowwise() * row(scale, d_).array();
    to.y.rowwise() += row(bias, d_);
  }

  void norm_back(const Norm& at, Index scale, Index bias, FloatMatrix& d_y, FloatMatrix& d_x) {
    d_row(scale, d_) += d_y.cwiseProduct(at.unit).colwise().sum();
    d_row(bias, d_) += d_y.colwise().sum();
    d_y.array().rowwise() *= row(scale, d_).array();
    along_ = d_y.cwiseProduct(at.unit).rowwise().mean();
    level_ = d_y.rowwise().mean();
    d_y.colwise() -= level_;
    d_y.array() -= at.unit.array().colwise() * along_.array();
    d_x.array() += d_y.array().colwise() * at.inverse.array();
  }

  void attend(Layer& layer, Index s, Index h) {
    const Index size = d_ / heads_, first = s * length_, column = h * size;
    const float scale = 1.0F / std::sqrt(static_cast<float>(size));
    FloatMatrix& weights = layer.weights[static_cast<std::size_t>(s * heads_ + h)];
    weights.resize(length_, length_);
    const auto q = layer.qkv.block(first, column, length_, size);
    const auto k = layer.qkv.block(first, d_ + column, length_, size);
    const auto v = layer.qkv.block(first, 2 * d_ + column, length_, size);
    for (Index i = 0; i < length_; i += kQueries) {
      const Index count = std::min(kQueries, length_ - i), keys = i + count;
      auto a = weights.block(i, 0, count, keys);
      a.noalias() = scale * (q.middleRows(i, count) * k.topRows(keys).transpose());
      for (Index r = 0; r < count; ++r) {
        auto seen = a.row(r).head(i + r + 1).array();
        seen = (seen - seen.maxCoeff()).exp();
        seen *= 1.0F / seen.sum();
        a.row(r).tail(count - r - 1).setZero();
      }
      layer.mixed.block(first + i, column, count, size).noalias() = a * v.topRows(keys);
    }
  }

  void attend_back(const Layer& layer, Index s, Index h, const FloatMatrix& d_mixed) {
    const Index size = d_ / heads_, first = s * length_, column = h * size;
    const float scale = 1.0F / std::sqrt(static_cast<float>(size));
    const FloatMatrix& weights = layer.weights[static_cast<std::size_t>(s * heads_ + h)];
    const auto q = layer.qkv.block(first, column, length_, size);
    const auto k = layer.qkv.block(first, d_ + column, length_, size);
    const auto v = layer.qkv.block(first, 2 * d_ + column, length_, size);
    auto d_k = d_qkv_.block(first, d_ + column, length_, size);
    auto d_v = d_qkv_.block(first, 2 * d_ + column, length_, size);
    d_k.setZero();
    d_v.setZero();
    d_scores_.resize(kQueries, length_);
    for (Index i = 0; i < length_; i += kQueries) {
      const Index count = std::min(kQueries, length_ - i), keys = i + count;
      const auto d_o = d_mixed.block(first + i, column, count, size);
      const auto a = weights.block(i, 0, count, keys);
      auto d_a = d_scores_.topLeftCorner(count, keys);
      d_a.noalias() = d_o * v.topRows(keys).transpose();
      along_ = d_o.cwiseProduct(layer.mixed.block(first + i, column, count, size)).rowwise().sum();
      d_a.array() = scale * a.array() * (d_a.array().colwise() - along_.array());
      d_qkv_.block(first + i, column, count, size).noalias() = d_a * k.topRows(keys);
      d_k.topRows(keys).noalias() += d_a.transpose() * q.middleRows(i, count);
      d_v.topRows(keys).noalias() += a.transpose() * d_o;
    }
  }

  // A row at a time, whose numbers stay in registers or the first cache.
  static void gelu(FloatMatrix& u, FloatMatrix& hidden) {
    constexpr float kRoot = 0.7978845608F;
    hidden.resize(u.rows(), u.cols());
    Eigen::ArrayXf e(u.cols()), p(u.cols());
    for (Index r = 0; r < u.rows(); ++r) {
      const auto x = u.row(r).transpose().array();
      p = kRoot * x * (1.0F + 0.044715F * x.square());
      e = 1.0F / (1.0F + (-2.0F * p).exp());
      hidden.row(r) = (x * e).matrix().transpose();
      u.row(r) = (e + 2.0F * x * e * (1.0F - e) * kRoot * (1.0F + 0.134145F * x.square()))
                     .matrix()
                     .transpose();
    }
  }

  Index token(Index s, Index t) const {
    return static_cast<Index>(tokens_[static_cast<std::size_t>(s * (length_ + 1) + t)]);
  }

  void chunk(Index first, Index count) {
    const Index n = count * length_;
    x_.resize(n, d_);
    for (Index i = 0; i < n; ++i) {
      const Index t = i % length_;
      x_.row(i) = row(token(first + i / length_, t) * d_, d_) + row((vocabulary_ + t) * d_, d_);
    }
    for (std::size_t b = 0; b < layers_.size(); ++b) forward(parts_[b], layers_[b], count);
    const Index head = last_part_ + 2 * d_, head_bias = head + d_ * vocabulary_;
    norm(x_, last_part_, last_part_ + d_, last_);
    affine(last_.y, head, head_bias, vocabulary_, logits_);
    const float share = 1.0F / static_cast<float>(batch_ * length_);
    for (Index i = 0; i < n; ++i) {
      auto law = logits_.row(i).array();
      const Index target = token(first + i / length_, i % length_ + 1);
      const float most = law.maxCoeff(), right = law(target);
      law = (law - most).exp();
      const float sum = law.sum();
      loss_ += static_cast<double>((std::log(sum) + most - right) * share);
      law *= share / sum;
      law(target) -= share;
    }
    affine_back(last_.y, logits_, head, head_bias, d_y_);
    d_x_.setZero(n, d_);
    norm_back(last_, last_part_, last_part_ + d_, d_y_, d_x_);
    for (std::size_t b = layers_.size(); b-- > 0;) backward(parts_[b], layers_[b], count);
    for (Index i = 0; i < n; ++i) {
      const Index t = i % length_;
      d_row(token(first + i / length_, t) * d_, d_) += d_x_.row(i);
      d_row((vocabulary_ + t) * d_, d_) += d_x_.row(i);
    }
  }

  void forward(const Parts& at, Layer& layer, Index count) {
    layer.weights.resize(static_cast<std::size_t>(count * heads_));
    layer.mixed.resize(x_.rows(), d_);
    norm(x_, at.scale_1, at.bias_1, layer.first);
    affine(layer.first.y, at.qkv, at.qkv_bias, 3 * d_, layer.qkv);
    for (Index s = 0; s < count; ++s) {
      for (Index h = 0; h < heads_; ++h) attend(layer, s, h);
    }
    x_.noalias() += layer.mixed * matrix(at.out, d_, d_);
    x_.rowwise() += row(at.out_bias, d_);
    norm(x_, at.scale_2, at.bias_2, layer.second);
    affine(layer.second.y, at.up, at.up_bias, 4 * d_, layer.slope);
    gelu(layer.slope, layer.hidden);
    x_.noalias() += layer.hidden * matrix(at.down, 4 * d_, d_);
    x_.rowwise() += row(at.down_bias, d_);
  }

  void backward(const Parts& at, Layer& layer, Index count) {
    affine_back(layer.hidden, d_x_, at.down, at.down_bias, d_wide_);
    d_wide_.array() *= layer.slope.array();
    affine_back(layer.second.y, d_wide_, at.up, at.up_bias, d_y_);
    norm_back(layer.second, at.scale_2, at.bias_2, d_y_, d_x_);
    affine_back(layer.mixed, d_x_, at.out, at.out_bias, d_y_);
    d_qkv_.resize(d_x_.rows(), 3 * d_);
    for (Index s = 0; s < count; ++s) {
      for (Index h = 0; h < heads_; ++h) attend_back(layer, s, h, d_y_);
    }
    affine_back(layer.first.y, d_qkv_, at.qkv, at.qkv_bias, d_y_);
    norm_back(layer.first, at.scale_1, at.bias_1, d_y_, d_x_);
  }

  // As adamW in model.mjs.
  void update() {
    constexpr float kFirst = 0.9F, kSecond = 0.99F, kRate = 1e-3F, kDecay = 0.01F;
    ++updates_;
    const float rate = kRate / (1.0F - std::pow(kFirst, updates_));
    const float factor = 1.0F / std::sqrt(1.0F - std::pow(kSecond, updates_));
    const auto g = gradient_.array();
    mean_.array() += (1.0F - kFirst) * (g - mean_.array());
    squares_.array() += (1.0F - kSecond) * (g.square() - squares_.array());
    weights_.array() -= kRate * kDecay * weights_.array() +
                        rate * mean_.array() / (factor * squares_.array().sqrt() + 1e-8F);
  }

  Index d_, heads_, length_, batch_, vocabulary_, last_part_ = 0;
  std::vector<float> tokens_;
  Floats start_, weights_, gradient_, mean_, squares_;
  std::vector<Parts> parts_;
  std::vector<Layer> layers_;
  Norm last_;
  FloatMatrix x_, logits_, d_x_, d_y_, d_wide_, d_qkv_, d_scores_;
  Floats along_, level_;
  float updates_ = 0.0F;
  double loss_ = 0.0;
};

const Entry eigen("gpt_step", "Eigen", make<Step>);

}  // namespace
}  // namespace bench
