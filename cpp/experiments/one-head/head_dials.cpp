#include "experiments/one-head/head_dials.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attn/attention/gibbs.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/reading/distance.hpp"
#include "attn/reading/edges.hpp"
#include "attn/reading/form.hpp"
#include "attn/reading/head_blocks.hpp"
#include "attn/reading/lags.hpp"
#include "attn/reading/temperature.hpp"
#include "numerics/sort_numbers.hpp"

namespace attn::experiments {
namespace {

constexpr double kUnseenKey = -std::numeric_limits<double>::infinity();
constexpr Index kMostLags = 8;
constexpr double kRounding = 1e-12;

// Dials of some rows of one head.
class DialsOf {
 public:
  DialsOf(const Head& head, Index row)
      : head_(head), attention_(head_attention(head)), scores_(head_scores(head)) {
    for (Index t = row < 0 ? 0 : row; t < (row < 0 ? scores_.rows() : row + 1); ++t) {
      rows_.push_back(t);
    }
    for (Index t = 0; t < scores_.rows(); ++t) {
      keys_.push_back((scores_.row(t).array() > kUnseenKey).count());
    }
  }

  HeadDials take() {
    gas();
    form();
    blame();
    boundary();
    lag();
    distance();
    return std::move(out_);
  }

 private:
  void add(const char* group, const char* paper, const std::string& name, double value,
           const std::string& meaning) {
    out_.dials.push_back({group, paper, name, value, meaning});
  }
  void missing(const char* sentence) { out_.missing.emplace_back(sentence); }

  bool has_choice(Index t) const { return keys_[static_cast<std::size_t>(t)] > 1; }

  // The mean over the rows; of those that have a choice where `choice` says so.
  template <typename Of>
  double mean(bool choice, const Of& of) const {
    double sum = 0.0, n = 0.0;
    for (const Index t : rows_) {
      if (choice && !has_choice(t)) continue;
      sum += of(t);
      n += 1.0;
    }
    return n > 0.0 ? sum / n : 0.0;
  }

  // The weights of a row at the keys that it may see.
  Vector seen(Index t) const {
    Vector out(keys_[static_cast<std::size_t>(t)]);
    Index n = 0;
    for (Index j = 0; j < scores_.cols(); ++j) {
      if (scores_(t, j) != kUnseenKey) out(n++) = attention_.weights(t, j);
    }
    return out;
  }

  void gas() {
    const Matrix heat = heat_capacity(scores_, Vector::Ones(1));
    const Vector peak = peak_temperature(scores_);
    const std::vector<RetrievalClass> classes = retrieval_classes(attention_.weights, keys_);
    const auto share = [&](RetrievalClass of) {
      return mean(true,
                  [&](Index t) { return classes[static_cast<std::size_t>(t)] == of ? 1.0 : 0.0; });
    };
    add("gas", "001", "effective_tokens",
        mean(false, [&](Index t) { return mathfn::exp(entropy(seen(t))); }),
        "e^H: how many tokens a row reads");
    if (std::none_of(rows_.begin(), rows_.end(), [&](Index t) { return has_choice(t); })) {
      missing("gas: of the rest, needs a row with more than one key.");
      return;
    }
    add("gas", "001", "relative_entropy",
        mean(true, [&](Index t) { return normalised_entropy(seen(t)); }),
        "H over its greatest value, of rows with a choice");
    add("gas", "001", "top_weight",
        mean(true, [&](Index t) { return highest(attention_.weights.row(t)); }),
        "the greatest weight, of rows with a choice");
    add("gas", "001", "one", share(RetrievalClass::kOne),
        "share of rows with a choice that have more than 0.9 of the weight at one token");
    add("gas", "001", "average", share(RetrievalClass::kAverage),
        "share of rows with a choice that read more than 3 in 4 of their tokens alike");
    add("gas", "001", "heat_capacity", mean(true, [&](Index t) { return heat(t, 0); }),
        "Var(scores) at the head's own temperature, of rows with a choice");
    std::vector<double> peaks;
    for (const Index t : rows_) {
      if (peak(t) > 0.0) peaks.push_back(peak(t));
    }
    if (peaks.empty()) return;
    sort_numbers(peaks);
    add("gas", "001", "peak_temperature", peaks[peaks.size() / 2],
        "temperature, its own being 1, at which the median row would turn");
  }

  void form() {
    if (head_.x.size() == 0) {
      missing("form: needs X, W_Q, W_K and W_V; Q, K, V do not say what makes them.");
      return;
    }
    const FormShares shares = form_shares({head_.w_q, head_.w_k, head_.w_v}, head_.w_o);
    add("form", "001", "effective_rank", shares.effective_rank,
        "e^H of the singular values of W_Q^T W_K");
    add("form", "001", "symmetric_share", shares.symmetric_share,
        "share of W_Q^T W_K that is symmetric; 1/2 of a random one");
    if (head_.w_o.size() > 0) {
      add("form", "004", "value_cosine", shares.value_cosine,
          "cosine of W_O W_V with (W_Q^T W_K)^T");
    }
  }

  void blame() {
    if (head_.u.size() == 0) {
      missing("blame: needs U, the gradient of a loss by the output of the head.");
      return;
    }
    const Matrix cuts = edge_effects(attention_, head_.v, head_.u, kUnseenKey);
    const double longest = std::sqrt(highest(head_.v.rowwise().squaredNorm()));
    double helps = 0.0, edges = 0.0;
    for (const Index t : rows_) {
      // Below it is what is left of differences of values that are alike.
      const double rounding = kRounding * head_.u.row(t).norm() * longest;
      for (Index j = 0; j < cuts.cols(); ++j) {
        if (attention_.weights(t, j) < 0.02 || !has_choice(t)) continue;
        edges += 1.0;
        helps += cuts(t, j) < -rounding ? 1.0 : 0.0;
      }
    }
    add("blame", "000", "routed_error", routed_error(attention_.output, head_.u),
        "mean |u (g - mean g)| of all rows: how much of what it says the loss listens to");
    add("blame", "000", "harmful_edges", edges > 0.0 ? helps / edges : 0.0,
        "share of weights above 0.02 without which the loss would be less, to first order");
    double most = 0.0;
    for (const Index t : rows_) most = larger(most, largest(cuts.row(t)));
    add("blame", "000", "dearest_edge", most,
        "the greatest change of the loss by one edge that is cut, to first order");
  }

  void boundary() {
    if (head_.x.size() == 0 || head_.w_o.size() == 0) {
      missing("boundary: needs X, the projections and W_O (or d_v = d).");
      return;
    }
    if (head_.w_o.isIdentity(0.0)) {
      missing("boundary: W_O is the identity, as it is where the file has none and d_v is d.");
    }
    for (const BlockOf what : {BlockOf::kQuery, BlockOf::kWhole}) {
      const bool query = what == BlockOf::kQuery;
      const std::string of = query ? "query" : "whole";
      const HeadBlocks blocks(head_, what);
      std::vector<BlockMargins> margins;
      for (const Index t : rows_) margins.push_back(blocks.margins(t));
      double rho = 0.0, past = 0.0, det = 0.0;
      for (const BlockMargins& m : margins) {
        const double n = static_cast<double>(margins.size());
        rho += (1.0 - m.one_minus_rho) / n;
        past += m.real_above_one > 0 ? 1.0 / n : 0.0;
        det += larger(m.log_abs_det, -1e3) / n;
      }
      const std::string block = query ? "keys and values held" : "own key and value too";
      add("boundary", "002", "rho_" + of, rho, "largest |eigenvalue| of the block, " + block);
      add("boundary", "002", "log_det_" + of, det, "log |det(I - M)| of it");
      add("boundary", "002", "past_" + of, past, "share of tokens with an eigenvalue above 1");
    }
  }

  void lag() {
    if (scores_.rows() != scores_.cols()) {
      missing("lag: needs as many keys as queries.");
      return;
    }
    const Index lags = std::min(kMostLags, scores_.rows());
    Vector mass = lag_mass(attention_.weights, lags);
    if (rows_.size() == 1) {
      for (Index l = 0; l < lags; ++l) {
        mass(l) = rows_[0] >= l ? attention_.weights(rows_[0], rows_[0] - l) : 0.0;
      }
    }
    for (Index l = 0; l < lags; ++l) {
      add("lag", "003", "lag_" + std::to_string(l), mass(l),
          l == 0 ? "weight at the token itself"
                 : "weight " + std::to_string(l) + (l == 1 ? " token back" : " tokens back"));
    }
  }

  void distance() {
    Matrix q(static_cast<Index>(rows_.size()), head_.q.cols()), mask;
    if (head_.mask.size() > 0) mask.resize(q.rows(), head_.mask.cols());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      q.row(static_cast<Index>(i)) = head_.q.row(rows_[i]);
      if (mask.size() > 0) mask.row(static_cast<Index>(i)) = head_.mask.row(rows_[i]);
    }
    const DistanceShare found = distance_share(q, head_.k, mask, *head_.scale);
    add("distance", "004", "distance_share", found.share,
        "share of scale q k that distance explains, within rows");
    add("distance", "004", "distance_slope", found.slope,
        "of scale q k over -scale |q - k|^2 / 2; the denoiser's is 1");
  }

  const Head& head_;
  Attention attention_;
  Matrix scores_;
  std::vector<Index> rows_, keys_;
  HeadDials out_;
};

}  // namespace

HeadDials head_dials(const Head& head, Index row) {
  const Matrix scores = head_scores(head);
  check::count("head_dials", "row", row, -1, scores.rows() - 1);
  return DialsOf(head, row).take();
}

}  // namespace attn::experiments
