// The claims of seed 002 about depth: section 6 and appendix D.
#include <Eigen/LU>
#include <cmath>
#include <limits>

#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/support/deep_residual.hpp"
#include "attn/training/gpt.hpp"
#include "claims/002/parts.hpp"
#include "experiments/support-tokens/depth_localisation.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

experiments::DepthLocalisationFrame stack(std::uint64_t seed, bool first, bool second) {
  experiments::DepthLocalisationParams p;
  p.seed = seed;
  p.asks << first, second, false;
  return experiments::DepthLocalisation(p).frame();
}

double triangle_residual(std::uint64_t seed, const Progress&) {
  const auto f = stack(seed, true, true);
  return f.above + f.sum_error;
}

double reappears(std::uint64_t seed, const Progress&) {
  return std::fabs(stack(seed, true, true).layers(1));
}

Matrix normal(Index rows, Index cols, double size, Rng& rng) {
  Matrix out(rows, cols);
  for (double& entry : out.reshaped<Eigen::RowMajor>()) entry = size * rng.normal();
  return out;
}

DeepLayer drawn_layer(Index size, Rng& rng) {
  DeepLayer layer;
  for (Matrix* m : {&layer.a, &layer.w_v, &layer.w_m}) *m = normal(size, size, 0.7, rng);
  return layer;
}

double log_abs_determinant(const Matrix& m) {
  return mathfn::log(std::fabs(Eigen::PartialPivLU<Eigen::MatrixXd>(m).determinant()));
}

// Eq 37 in loops: what a layer makes of the one below.
Matrix layer_mean(const DeepLayer& layer, const Matrix& below) {
  Matrix out = below;
  for (Index t = 0; t < below.rows(); ++t) {
    const Vector token = below.row(t).transpose();
    Vector read = Vector::Zero(token.size());
    double weights = 0.0;
    for (Index s = 0; s <= t; ++s) {
      const double weight = mathfn::exp(below.row(s).dot(layer.a * token));
      read += weight * below.row(s).transpose();
      weights += weight;
    }
    out.row(t) += (layer.w_v * read / weights).transpose();
    const Vector hidden = layer.w_m * token;
    for (Index i = 0; i < token.size(); ++i) out(t, i) += mathfn::tanh(hidden(i));
  }
  return out;
}

// The density of two layers by eq 39, with the determinant of all derivatives, and by eq 37 and 38,
// layer by layer.
double hierarchy_residual(std::uint64_t seed, const Progress&) {
  constexpr double kSigma = 0.8;
  constexpr Index kSize = 2;
  Rng rng(seed);
  std::vector<Matrix> x{normal(4, kSize, 1.0, rng)};
  std::vector<DeepLayer> layers;
  double by_layers = 0.0;
  for (int l = 0; l < 2; ++l) {
    const DeepLayer layer = drawn_layer(kSize, rng);
    layers.push_back(layer);
    x.push_back(normal(4, kSize, 1.0, rng));
    const auto last = x.size() - 1;
    by_layers += noise_log_density(x[last] - layer_mean(layer, x[last - 1]), kSigma);
  }
  double together = log_abs_determinant(deep_residual_jacobian(x, layers));
  for (const Matrix& e : deep_residual(x, layers).residual) {
    together += noise_log_density(e, kSigma);
  }
  return std::fabs(together - by_layers);
}

// All derivatives of a map from matrices to matrices, row by row, by central differences.
template <class Map>
Matrix all_derivatives(const Map& map, const Matrix& start) {
  constexpr double kStep = 1e-5;
  Matrix out(start.size(), start.size());
  for (Index j = 0; j < start.size(); ++j) {
    Matrix ahead = start;
    Matrix behind = start;
    ahead(j / start.cols(), j % start.cols()) += kStep;
    behind(j / start.cols(), j % start.cols()) -= kStep;
    const Matrix slope = (map(ahead) - map(behind)) / (2.0 * kStep);
    out.col(j) = slope.reshaped<Eigen::RowMajor>();
  }
  return out;
}

// A first layer and two plain ones above, all in loops, and every derivative of their residuals.
// `first` is the mean of layer 1, which may look at that layer's own tokens.
struct WrittenStack {
  static constexpr Index kTokens = 4;
  static constexpr Index kSize = 2;
  static constexpr Index kLayer = kTokens * kSize;
  static constexpr Index kLayers = 3;

  Matrix tokens;  // of all layers
  Matrix jacobian;

  template <class First>
  WrittenStack(Rng& rng, const First& first) : tokens(normal(kLayers * kTokens, kSize, 1.0, rng)) {
    std::vector<DeepLayer> layers;
    for (Index l = 1; l < kLayers; ++l) layers.push_back(drawn_layer(kSize, rng));
    jacobian = all_derivatives(
        [&](const Matrix& x) {
          Matrix e = x;
          e.topRows(kTokens) -= first(x.topRows(kTokens));
          for (Index l = 1; l < kLayers; ++l) {
            e.middleRows(l * kTokens, kTokens) -= layer_mean(
                layers[static_cast<std::size_t>(l - 1)], x.middleRows((l - 1) * kTokens, kTokens));
          }
          return e;
        },
        tokens);
    // Layers that nothing reaches would have no term either.
    for (Index l = 1; l < kLayers; ++l) {
      if (largest(jacobian.block(l * kLayer, (l - 1) * kLayer, kLayer, kLayer)) > 0.1) continue;
      jacobian.setConstant(std::numeric_limits<double>::quiet_NaN());
    }
  }
};

// How far each layer's derivatives by its own tokens are from the identity, and all of the stack
// have a log-determinant.
double plain_residual(std::uint64_t seed, const Progress&) {
  using S = WrittenStack;
  Rng rng(seed);
  const Matrix input = normal(S::kTokens, S::kSize, 1.0, rng);
  const DeepLayer layer = drawn_layer(S::kSize, rng);
  const S stack(rng, [&](const Matrix&) { return layer_mean(layer, input); });
  double worst = std::fabs(log_abs_determinant(stack.jacobian));
  for (Index l = 0; l < S::kLayers; ++l) {
    const Matrix own = stack.jacobian.block(l * S::kLayer, l * S::kLayer, S::kLayer, S::kLayer);
    worst = larger(worst, largest(own - Matrix::Identity(S::kLayer, S::kLayer)));
  }
  return worst;
}

// The log-determinant of a stack on the prior of section 3, less that of the prior alone.
double localised_residual(std::uint64_t seed, const Progress&) {
  using S = WrittenStack;
  Rng rng(seed);
  const Matrix a = normal(S::kSize, S::kSize, 0.7, rng);
  const S stack(rng, [&](const Matrix& x) {
    Matrix mean = Matrix::Zero(x.rows(), x.cols());
    for (Index t = 1; t < x.rows(); ++t) {
      double weights = 0.0;
      for (Index s = 0; s < t; ++s) {
        const double weight = mathfn::exp(x.row(s).dot(a * x.row(t).transpose()));
        mean.row(t) += weight * x.row(s);
        weights += weight;
      }
      mean.row(t) /= weights;
    }
    return mean;
  });
  const Matrix one = Matrix::Identity(S::kSize, S::kSize);
  const ResidualMap prior = residual_map(stack.tokens.topRows(S::kTokens), {a, one, one});
  // Of a prior without a term nothing would be seen.
  if (!(std::fabs(prior.barrier) > 1e-3)) return std::numeric_limits<double>::quiet_NaN();
  return std::fabs(log_abs_determinant(stack.jacobian) + prior.barrier);
}

// Eq 41 to 43: a block of a language model, with normalisation before attention of two heads and
// before the MLP, as a map of its input.
class RealBlock {
 public:
  static constexpr Index kTokens = 3;
  static constexpr Index kWidth = 4;

  explicit RealBlock(Rng& rng) {
    shape_.vocabulary = 2;
    shape_.context = kTokens;
    shape_.width = kWidth;
    shape_.heads = 2;
    shape_.blocks = 1;
    weights_ = gpt_start(shape_, rng, 0.5);
    // Embeddings of 0, so that the noise on them is the input.
    for (const GptPart& part : gpt_parts(shape_)) {
      if (part.name.rfind("blocks", 0) == 0) break;
      weights_.segment(part.first, part.rows * part.cols).setZero();
    }
  }

  Matrix operator()(const Matrix& x) const {
    const GptBatch batch{1, kTokens, std::vector<Index>(kTokens + 1, 0)};
    return gpt_forward(shape_, weights_, batch, x).blocks[0].output;
  }

 private:
  GptShape shape_;
  Vector weights_;
};

// All derivatives of the residuals of two such layers by all of their tokens: what is above the
// diagonal, how far the diagonal is from 1, and the log-determinant.
double real_blocks_residual(std::uint64_t seed, const Progress&) {
  constexpr Index kLayer = RealBlock::kTokens * RealBlock::kWidth;
  Rng rng(seed);
  const RealBlock first(rng);
  const RealBlock second(rng);
  const Matrix input = normal(RealBlock::kTokens, RealBlock::kWidth, 1.0, rng);
  const Matrix start = normal(2 * RealBlock::kTokens, RealBlock::kWidth, 1.0, rng);
  const Matrix jacobian = all_derivatives(
      [&](const Matrix& x) {
        Matrix e = x;
        e.topRows(RealBlock::kTokens) -= first(input);
        e.bottomRows(RealBlock::kTokens) -= second(x.topRows(RealBlock::kTokens));
        return e;
      },
      start);
  double worst = std::fabs(log_abs_determinant(jacobian));
  for (Index i = 0; i < 2 * kLayer; ++i) {
    for (Index j = i; j < 2 * kLayer; ++j) {
      worst = larger(worst, std::fabs(jacobian(i, j) - (i == j ? 1.0 : 0.0)));
    }
  }
  // A layer that nothing reaches would have no term either.
  const bool reached = largest(jacobian.bottomLeftCorner(kLayer, kLayer)) > 0.1;
  return reached ? worst : std::numeric_limits<double>::quiet_NaN();
}

// Eq 35: how far the output of a block at earlier tokens moves with later ones of the layer below.
double later_tokens_residual(std::uint64_t seed, const Progress&) {
  Rng rng(seed);
  const RealBlock block(rng);
  const Matrix x = normal(RealBlock::kTokens, RealBlock::kWidth, 1.0, rng);
  const Matrix before = block(x);
  double worst = 0.0;
  for (Index s = 1; s < x.rows(); ++s) {
    Matrix moved = x;
    moved.row(s) += normal(1, x.cols(), 1.0, rng);
    const Matrix change = block(moved) - before;
    worst = larger(worst, largest(change.topRows(s)));
    if (!(largest(change.row(s)) > 0.01)) return std::numeric_limits<double>::quiet_NaN();
  }
  return worst;
}

}  // namespace

std::vector<Claim> of_depth() {
  std::vector<Claim> list;
  const auto residual = [&](auto... what) { list.push_back(residual_claim(what...)); };
  residual("002.eq-35.prefix", "section 6.1, (35); section 6.5, (41) and (42)",
           "A layer's mean depends on the tokens below up to its own, here of a block with "
           "normalisation, two heads and an MLP.",
           "depends only on the prefix", 1e-13,
           "gpt_forward of one block of width 4 with later tokens moved", later_tokens_residual);
  residual(
      "002.eq-38.hierarchy", "section 6.2, (37) and (38), beside (39)",
      "The density of all layers is the product of those of each given the one below.",
      "Stacking layers yields a hierarchical latent-variable model over embeddings", 1e-11,
      "(37) in loops, against deep_residual and the determinant of deep_residual_jacobian, two "
      "layers",
      hierarchy_residual);
  residual("002.proposition-3.zero", "section 6.4, proposition 3 and (40)",
           "A layer whose tokens below ask has the identity for its derivatives by its own tokens; "
           "with layers of no other kind there is no term.",
           "which implies the diagonal derivative is the identity", 1e-8,
           "(37) in loops, three layers of four tokens, all derivatives by central differences",
           plain_residual);
  residual("002.lemma-D.2.blocks", "section 6.5, (41) to (43); appendix D.4, lemma D.2",
           "Blocks with normalisation before attention of several heads and before an MLP have no "
           "term.",
           "does not depend on x^(ℓ), so Proposition 3 applies", 1e-8,
           "gpt_forward of two blocks of width 4, three tokens, all derivatives by central "
           "differences",
           real_blocks_residual);
  residual("002.eq-77.triangle", "section 6.3, (39); appendix D.1, lemma D.1 and (77)",
           "The Jacobian of a stack is block lower triangular, and its log-determinant the sum of "
           "those of the blocks; here with two layers that ask themselves.",
           "the Jacobian of E with respect to x is block lower-triangular under", 1e-11,
           "attn run depth_localisation, two layers asking themselves", triangle_residual);
  residual("002.corollary-6.1.single", "section 6.4, corollary 6.1",
           "With an attention prior below and plain layers above, the term is that of the prior.",
           "is exactly the single-layer stability term from the attention-prior stage", 1e-8,
           "(2) and (37) in loops, a prior and two plain layers, all derivatives by central "
           "differences, against residual_map of the prior alone",
           localised_residual);
  list.push_back({"002.section-6.reappears", "sections 6.4 and 6.5; appendix D.4, the last remark",
                  "A layer that asks with its own token has a term again.",
                  "an additional log-determinant term may appear", 1e-3, A::kAbove, 0.0,
                  "|term| of layer 2, asking itself", "attn run depth_localisation", 10, false,
                  reappears});
  list.back().baseline = {0.0, "layer 2 asking with the tokens below"};
  return list;
}

}  // namespace attn::claims
