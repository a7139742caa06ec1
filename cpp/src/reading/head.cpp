#include "attn/reading/head.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "attn/numerics/check.hpp"
#include "numerics/products.hpp"
#include "reading/head_checks.hpp"

namespace attn {
namespace {

constexpr double kHidden = -std::numeric_limits<double>::infinity();
// What frameworks add in place of that: the least number of a type, or -10 000. No weight in a
// float is left of it, but a key that is as good as hidden would count as one that is seen.
constexpr double kAsGoodAsHidden = -1e4;

// Checks one head; each message begins with where it came from.
class HeadCheck {
 public:
  HeadCheck(const char* where, const Head& head) : where_(where), head_(head) {}

  // Whether it has X and the projections; the others are then made of them.
  bool projected() const {
    const bool from_x = any({&head_.x, &head_.w_q, &head_.w_k, &head_.w_v}) ||
                        head_.b_q.size() + head_.b_k.size() + head_.b_v.size() > 0;
    if (from_x && any({&head_.q, &head_.k, &head_.v})) {
      check::fail({where_, ": has ", name_of_direct(), " and ", name_of_projected(),
                   "; give either Q, K, V or X, W_Q, W_K, W_V"});
    }
    if (!from_x && !any({&head_.q, &head_.k, &head_.v})) {
      check::fail({where_, ": has no head; give either Q, K, V or X, W_Q, W_K, W_V"});
    }
    return from_x;
  }

  void check_projections() const {
    need("X", head_.x);
    need("W_Q", head_.w_q);
    need("W_K", head_.w_k);
    need("W_V", head_.w_v);
    const Index d = head_.x.cols();
    at_most("tokens", head_.x.rows(), kMostHeadTokens, "; take the first ones");
    at_most("columns of X", d, kMostHeadWidth, "");
    check_projection("W_Q", head_.w_q, head_.w_q.rows(), d, "d_k x d");
    at_most("rows of W_Q", head_.w_q.rows(), kMostHeadSize, "");
    check_projection("W_K", head_.w_k, head_.w_q.rows(), d, "d_k x d");
    check_projection("W_V", head_.w_v, head_.w_v.rows(), d, "d_v x d");
    at_most("rows of W_V", head_.w_v.rows(), kMostHeadSize, "");
    check_bias("b_Q", head_.b_q, head_.w_q.rows(), "the rows of W_Q");
    check_bias("b_K", head_.b_k, head_.w_k.rows(), "the rows of W_K");
    check_bias("b_V", head_.b_v, head_.w_v.rows(), "the rows of W_V");
    check_finite("X", head_.x);
    check_finite("W_Q", head_.w_q);
    check_finite("W_K", head_.w_k);
    check_finite("W_V", head_.w_v);
  }

  void check_direct() const {
    need("Q", head_.q);
    need("K", head_.k);
    need("V", head_.v);
    at_most("tokens", head_.q.rows(), kMostHeadTokens, "; take the first ones");
    at_most("keys", head_.k.rows(), kMostHeadTokens, "; take the first ones");
    at_most("columns of Q", head_.q.cols(), kMostHeadSize, "");
    at_most("columns of V", head_.v.cols(), kMostHeadSize, "");
    check_size("K", head_.k, head_.k.rows(), head_.q.cols(), "as many columns as Q has");
    check_size("V", head_.v, head_.k.rows(), head_.v.cols(), "as many rows as K has");
    check_finite("Q", head_.q);
    check_finite("K", head_.k);
    check_finite("V", head_.v);
  }

  // What both forms may have, once queries, keys and values are there.
  void check_others(Index d) const {
    const Index n = head_.q.rows(), m = head_.k.rows(), d_v = head_.v.cols();
    if (head_.w_o.size() > 0) {
      if (d == 0) d = head_.w_o.rows();
      at_most("rows of W_O", d, kMostHeadWidth, "");
      const bool turned = head_.w_o.rows() == d_v && head_.w_o.cols() == d && head_.w_o.rows() != d;
      if (head_.w_o.rows() != d || head_.w_o.cols() != d_v) {
        check::fail({where_, ": W_O is ", head_.w_o.rows(), " x ", head_.w_o.cols(), ", expected ",
                     d, " x ", d_v, " (d x d_v)", turned ? ": transpose it" : ""});
      }
      check_finite("W_O", head_.w_o);
    }
    if (head_.u.size() > 0) {
      check_size("U", head_.u, n, d_v, "a row for each token, as long as a value");
      check_finite("U", head_.u);
    }
    if (head_.mask.size() > 0) check_mask(n, m);
    if (head_.scale && !std::isfinite(*head_.scale)) {
      check::fail({where_, ": scale is ", *head_.scale, ", expected a finite number"});
    }
    if (!head_.tokens.empty() && static_cast<Index>(head_.tokens.size()) != n) {
      check::fail({where_, ": has ", head_.tokens.size(), " labels in tokens, expected ", n,
                   " (one for each token)"});
    }
  }

 private:
  static bool any(std::initializer_list<const Matrix*> matrices) {
    for (const Matrix* m : matrices) {
      if (m->size() > 0) return true;
    }
    return false;
  }

  const char* name_of_direct() const {
    if (head_.q.size() > 0) return "Q";
    return head_.k.size() > 0 ? "K" : "V";
  }
  const char* name_of_projected() const {
    if (head_.w_q.size() > 0) return "W_Q";
    if (head_.w_k.size() > 0) return "W_K";
    if (head_.w_v.size() > 0) return "W_V";
    if (head_.x.size() > 0) return "X";
    if (head_.b_q.size() > 0) return "b_Q";
    return head_.b_k.size() > 0 ? "b_K" : "b_V";
  }

  void need(const char* name, const Matrix& m) const {
    if (m.size() == 0) {
      check::fail({where_, ": has no ", name, "; give either Q, K, V or X, W_Q, W_K, W_V"});
    }
  }

  void at_most(const char* what, Index n, Index most, const char* advice) const {
    if (n > most) check::fail({where_, ": ", n, " ", what, ", at most ", most, advice});
  }

  void check_size(const char* name, const Matrix& m, Index rows, Index cols,
                  const char* why) const {
    if (m.rows() == rows && m.cols() == cols) return;
    check::fail({where_, ": ", name, " is ", m.rows(), " x ", m.cols(), ", expected ", rows, " x ",
                 cols, " (", why, ")"});
  }

  void check_projection(const char* name, const Matrix& m, Index rows, Index d,
                        const char* shape) const {
    if (m.rows() == rows && m.cols() == d) return;
    // Of W_Q and W_V the number of rows is theirs to say, and of columns where they lie on their
    // side.
    const bool free = rows == m.rows();
    const bool turned = m.rows() == d && (free ? m.cols() != d : m.cols() == rows);
    const Index expected = free && turned ? m.cols() : rows;
    check::fail({where_, ": ", name, " is ", m.rows(), " x ", m.cols(), ", expected ", expected,
                 " x ", d, " (", shape, ", d = ", d, " columns of X)",
                 turned ? ": transpose it" : ""});
  }

  void check_bias(const char* name, const Vector& b, Index n, const char* whose) const {
    if (b.size() == 0) return;
    if (b.size() != n) {
      check::fail(
          {where_, ": ", name, " has ", b.size(), " numbers, expected ", n, " (", whose, ")"});
    }
    for (Index i = 0; i < n; ++i) {
      if (!std::isfinite(b(i))) {
        check::fail({where_, ": ", name, " has a number that is not finite at ", i + 1});
      }
    }
  }

  void check_finite(const char* name, const Matrix& m) const {
    for (Index i = 0; i < m.rows(); ++i) {
      for (Index j = 0; j < m.cols(); ++j) {
        if (std::isfinite(m(i, j))) continue;
        check::fail({where_, ": ", name, " has a number that is not finite in row ", i + 1,
                     ", column ", j + 1});
      }
    }
  }

  void check_mask(Index n, Index m) const {
    check_size("mask", head_.mask, n, m, "a row for each query, a column for each key");
    for (Index i = 0; i < n; ++i) {
      bool sees = false;
      for (Index j = 0; j < m; ++j) {
        const double added = head_.mask(i, j);
        if (!(added < std::numeric_limits<double>::infinity())) {
          check::fail({where_, ": mask has ", added, " in row ", i + 1, ", column ", j + 1,
                       ", expected a finite number or -Infinity"});
        }
        sees = sees || added > kHidden;
      }
      if (!sees) check::fail({where_, ": mask leaves row ", i + 1, " nothing to look at"});
    }
  }

  const char* where_;
  const Head& head_;
};

Matrix projected_rows(const char* where, const char* what, const Matrix& x, const Matrix& w,
                      const Vector& b) {
  Matrix out = product_transposed(x, w);
  if (b.size() > 0) out.rowwise() += b.transpose();
  check::result(where, what, out);
  return out;
}

}  // namespace

Head complete_head_named(const char* where, Head parts) {
  const HeadCheck check(where, parts);
  Index d = 0;
  if (check.projected()) {
    check.check_projections();
    d = parts.x.cols();
    parts.q = projected_rows(where, "a query", parts.x, parts.w_q, parts.b_q);
    parts.k = projected_rows(where, "a key", parts.x, parts.w_k, parts.b_k);
    parts.v = projected_rows(where, "a value", parts.x, parts.w_v, parts.b_v);
    if (parts.w_o.size() == 0 && parts.w_v.rows() == d) parts.w_o = Matrix::Identity(d, d);
  } else {
    check.check_direct();
  }
  for (double& added : parts.mask.reshaped<Eigen::RowMajor>()) {
    if (added <= kAsGoodAsHidden) added = kHidden;
  }
  check.check_others(d);
  if (!parts.scale) parts.scale = 1.0 / std::sqrt(static_cast<double>(parts.q.cols()));
  return parts;
}

void check_complete(const char* function, const Head& head) {
  const HeadCheck check(function, head);
  if (!head.scale) check::fail({function, ": head has no scale; complete_head gives it one"});
  check.check_direct();
  if (head.x.size() > 0) {
    check.check_projections();
    const Index n = head.x.rows();
    if (head.q.rows() != n || head.k.rows() != n || head.q.cols() != head.w_q.rows() ||
        head.v.cols() != head.w_v.rows()) {
      check::fail({function, ": head has Q, K, V that are not of its X; complete_head makes them"});
    }
  }
  check.check_others(head.x.cols());
}

Head complete_head(Head parts) { return complete_head_named("complete_head", std::move(parts)); }

Matrix head_scores(const Head& head) {
  constexpr const char* kName = "head_scores";
  check_complete(kName, head);
  Matrix out = product_transposed(head.q, head.k) * *head.scale;
  check::result(kName, "a score", out);
  if (head.mask.size() == 0) return out;
  out += head.mask;
  for (Index i = 0; i < out.size(); ++i) {
    if (head.mask.data()[i] == kHidden) continue;
    check::result(kName, "a score", out.data()[i]);
  }
  return out;
}

Attention head_attention(const Head& head, double temperature) {
  constexpr const char* kName = "head_attention";
  check_complete(kName, head);
  check::temperature(kName, "temperature", temperature, false);
  AttentionOptions options;
  options.scale = head.scale;
  options.bias = head.mask;
  options.temperature = temperature;
  try {
    return attention_forward(head.q, head.k, head.v, options);
  } catch (const Error& error) {
    check::fail({kName, ": ", error.what()});
  }
}

Matrix causal_mask(Index n, Index m) {
  constexpr const char* kName = "causal_mask";
  check::count(kName, "n", n, 1, kMostHeadTokens);
  check::count(kName, "m", m, 1, kMostHeadTokens);
  Matrix out = Matrix::Zero(n, m);
  for (Index i = 0; i < n; ++i) {
    for (Index j = i + 1; j < m; ++j) out(i, j) = kHidden;
  }
  return out;
}

}  // namespace attn
