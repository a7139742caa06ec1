#include "attn/training/pattern_measures.hpp"

#include <cmath>
#include <limits>

#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/training/cross_entropy.hpp"
#include "numerics/elimination.hpp"
#include "sequence/pattern_parts.hpp"
#include "training/pattern_votes.hpp"

namespace attn {
namespace {

Matrix centred(const Matrix& a) {
  Matrix out = a.colwise() - Vector(a.rowwise().mean());
  out.rowwise() -= out.colwise().mean().eval();
  return out;
}

// Loss, gradient and Hessian of the first `read` strengths.
struct Newton {
  double loss;
  Vector gradient;
  Matrix hessian;
};

// votes[k] (N x d): what group k says of each context.
Newton newton_of(const std::vector<Matrix>& votes, const Matrix& laws, const Vector& strengths) {
  const Index read = strengths.size(), d = laws.cols();
  Newton out{0.0, Vector::Zero(read), Matrix::Zero(read, read)};
  Vector z(d), mean(read);
  for (Index n = 0; n < laws.rows(); ++n) {
    z.setZero();
    for (Index k = 0; k < read; ++k) {
      for (Index y = 0; y < d; ++y) {
        z(y) += strengths(k) * votes[static_cast<std::size_t>(k)](n, y);
      }
    }
    if (!z.allFinite()) {
      // Too far: no loss is less than this one.
      out.loss = std::numeric_limits<double>::infinity();
      return out;
    }
    const Vector p = softmax(z);
    for (Index y = 0; y < d; ++y) {
      if (laws(n, y) > 0.0) out.loss -= laws(n, y) * mathfn::log(p(y) > 1e-308 ? p(y) : 1e-308);
    }
    for (Index k = 0; k < read; ++k) {
      const Matrix& of_k = votes[static_cast<std::size_t>(k)];
      mean(k) = 0.0;
      for (Index y = 0; y < d; ++y) {
        mean(k) += p(y) * of_k(n, y);
        out.gradient(k) += (p(y) - laws(n, y)) * of_k(n, y);
      }
    }
    for (Index k = 0; k < read; ++k) {
      for (Index l = 0; l < read; ++l) {
        for (Index y = 0; y < d; ++y) {
          out.hessian(k, l) += p(y) * (votes[static_cast<std::size_t>(k)](n, y) - mean(k)) *
                               (votes[static_cast<std::size_t>(l)](n, y) - mean(l));
        }
      }
    }
  }
  return out;
}

// H^-1 g. Where strengths have no say, or make up for each other, the least of them that will do.
Vector solve(Matrix h, Vector g) {
  for (Index k = 0; k < g.size(); ++k) h(k, k) = h(k, k) > 0.0 ? h(k, k) * (1.0 + 1e-12) : 1.0;
  if (!h.allFinite() || !eliminate(h, g) || !g.allFinite()) g.setZero();
  return g;
}

// The loss is convex: from the first strengths on it falls with each step, of which a part is taken
// where the whole is too much.
Vector least(const std::vector<Matrix>& votes, const Matrix& laws, Vector strengths) {
  Newton here = newton_of(votes, laws, strengths);
  check::result("best_strengths", "a logit", here.loss);
  for (int step = 0; step < 100; ++step) {
    Vector move = solve(here.hessian, here.gradient);
    double slope = 0.0;
    for (Index k = 0; k < move.size(); ++k) slope += move(k) * here.gradient(k);
    // Twice what a step may still gain, in units of the loss of all.
    if (!(slope > 1e-15 * (1.0 + std::fabs(here.loss)))) {
      // The last step of a quadratic is the best of all.
      return strengths - move;
    }
    Newton next{};
    for (int half = 0; half < 60; ++half, move *= 0.5) {
      next = newton_of(votes, laws, strengths - move);
      if (next.loss <= here.loss) break;
    }
    if (!(next.loss <= here.loss)) return strengths;
    strengths -= move;
    here = next;
  }
  return strengths;
}

}  // namespace

Vector pattern_strengths(const PatternTask& task, const PatternHeads& heads) {
  constexpr const char* kName = "pattern_strengths";
  patterns::check_task(kName, task);
  patterns::check_heads(kName, heads, patterns::tokens(task), task.lags);
  const Matrix s = softmax_rows(heads.logits);
  const Index size = patterns::group_size(task);
  Vector out = Vector::Zero(patterns::groups(task));
  for (Index g = 0; g < out.size(); ++g) {
    const Matrix a = centred(task.features[static_cast<std::size_t>(g)]);
    const double square = a.squaredNorm();
    if (square == 0.0) continue;
    for (Index k = 0; k < s.rows(); ++k) {
      const double share = s.row(k).segment(g * size, size).sum();
      out(g) += share * heads.values[static_cast<std::size_t>(k)].cwiseProduct(a).sum();
    }
    out(g) /= square;
  }
  check::result(kName, "a strength", out);
  return out;
}

Matrix best_strengths(const PatternTask& task, const PatternData& data) {
  constexpr const char* kName = "best_strengths";
  patterns::check_task(kName, task);
  patterns::check_data(kName, data);
  const Index h = patterns::groups(task), d = patterns::tokens(task), n = data.laws.rows();
  check::count(kName, "data.lags", data.lags, task.lags, task.lags);
  check::shape(kName, "data.laws", data.laws, data.targets.rows(), d);
  for (Index row = 0; row < n; ++row) {
    check::distribution(kName, "data.laws", data.laws.row(row).transpose());
  }
  std::vector<Matrix> votes(static_cast<std::size_t>(h), Matrix(n, d));
  for (Index row = 0; row < n; ++row) {
    const PatternContext context = context_of(data, row);
    for (Index k = 0; k < h; ++k) {
      votes[static_cast<std::size_t>(k)].row(row) =
          patterns::group_logits(task, context, k).transpose();
    }
  }
  Matrix out = Matrix::Zero(h, h);
  for (Index read = 1; read <= h; ++read) {
    out.row(read - 1).head(read) = least(votes, data.laws, Vector::Ones(read)).transpose();
  }
  check::result(kName, "a strength", out);
  return out;
}

Vector pattern_stairs(const BestLaws& best, const PatternData& data) {
  Vector out(best.stairs().size());
  for (Index read = 0; read < out.size(); ++read) {
    out(read) = kl_divergences(data.laws, best_laws_of(best, data, read)).mean();
  }
  return out;
}

double pattern_purity(const MatrixRef& masses) {
  check::matrix("pattern_purity", "masses", masses);
  double out = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < masses.cols(); ++i) {
    const double most = highest(masses.col(i));
    if (most < out) out = most;
  }
  return out;
}

double competition(const MatrixRef& logits) {
  check::matrix("competition", "logits", logits);
  const Matrix s = softmax_rows(logits);
  const Index heads = s.rows();
  if (heads == 1) return 1.0;
  double sum = 0.0;
  for (Index k = 1; k < heads; ++k) {
    for (Index l = 0; l < k; ++l) {
      for (Index i = 0; i < s.cols(); ++i) sum += s(k, i) < s(l, i) ? s(k, i) : s(l, i);
    }
  }
  return sum / (0.5 * static_cast<double>(heads) * static_cast<double>(heads - 1));
}

}  // namespace attn
