#include "experiments/one-head/own_head.hpp"

#include <algorithm>
#include <cmath>

#include "attn/attention/gibbs.hpp"
#include "attn/numerics/check.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/numerics/mathfn.hpp"
#include "attn/numerics/rng.hpp"
#include "attn/reading/distance.hpp"
#include "attn/reading/edges.hpp"
#include "attn/reading/form.hpp"
#include "attn/reading/head_blocks.hpp"
#include "attn/reading/head_file.hpp"
#include "attn/reading/lags.hpp"
#include "experiments/one-head/base64.hpp"
#include "experiments/one-head/row_reading.hpp"

namespace attn::experiments {
namespace {

constexpr double kLeastLog = -50.0;

// The files that a text holds, a line each.
Head head_of(const std::string& files) {
  std::vector<std::vector<std::uint8_t>> bytes;
  std::vector<std::string> names;
  for (std::size_t at = 0; at < files.size();) {
    const std::size_t end = std::min(files.find('\n', at), files.size());
    const std::size_t space = files.find(' ', at);
    if (space >= end) {
      check::refuse(OwnHead::kName, "files", "a line without a name", "base64, a space, a name");
    }
    bytes.push_back(
        from_base64(OwnHead::kName, "files", "files in base64", files.substr(at, space - at)));
    names.push_back(files.substr(space + 1, end - space - 1));
    at = end + 1;
  }
  std::vector<NamedBytes> named;
  for (std::size_t i = 0; i < names.size(); ++i) {
    named.push_back(
        {names[i], reinterpret_cast<const std::byte*>(bytes[i].data()), bytes[i].size()});
  }
  return read_head(named);
}

// The numbers in Unicode of texts in UTF-8, which read_head has looked at, with -1 after each.
Vector code_points(const std::vector<std::string>& texts) {
  std::vector<double> out;
  for (const std::string& text : texts) {
    for (std::size_t i = 0; i < text.size();) {
      const auto first = static_cast<unsigned char>(text[i++]);
      const int more = first < 0x80 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
      unsigned code = more == 0 ? first : first & (0x3FU >> more);
      for (int k = 0; k < more && i < text.size(); ++k) {
        code = code << 6 | (static_cast<unsigned char>(text[i++]) & 0x3FU);
      }
      out.push_back(code);
    }
    out.push_back(-1.0);
  }
  return Eigen::Map<const Vector>(out.data(), static_cast<Index>(out.size()));
}

// How far log |det| is from the sum over 1 - eigenvalue, whose logarithms say the same.
double determinant_error(const BlockMargins& margins) {
  double sum = 0.0;
  for (Index i = 0; i < margins.eigenvalues.rows(); ++i) {
    const double re = 1.0 - margins.eigenvalues(i, 0), im = margins.eigenvalues(i, 1);
    const double square = re * re + im * im;
    if (square == 0.0) return 0.0;  // singular: both are -Infinity
    sum += 0.5 * mathfn::log(square);
  }
  // Near a singular block few digits of either are left.
  return std::fabs(sum - margins.log_abs_det) / (1.0 + mathfn::exp(-margins.log_abs_det));
}

OwnHeadParams made_up(std::uint64_t seed, double place, double temperature) {
  OwnHeadParams out;
  out.files = made_up_head(seed);
  out.place = place;
  out.temperature = temperature;
  return out;
}

}  // namespace

std::string made_up_head(std::uint64_t seed) {
  Rng rng(seed);
  const auto normal = [&](Index rows, Index cols) {
    Matrix out(rows, cols);
    for (double& x : out.reshaped<Eigen::RowMajor>()) x = rng.normal();
    return out;
  };
  Head head;
  const Index n = 12, d = 6, size = 3;
  head.x = normal(n, d);
  head.w_q = 0.5 * normal(size, d);
  head.w_k = 0.5 * normal(size, d);
  head.w_v = 0.5 * normal(size, d);
  head.w_o = 0.3 * normal(d, size);
  head.u = 0.1 * normal(n, size);
  head.mask = causal_mask(n, n);
  for (Index t = 0; t < n; ++t) head.tokens.emplace_back(t % 3 == 0 ? "\u00e9" : "to");
  const std::string bytes = head_npz(complete_head(head));
  return to_base64({bytes.begin(), bytes.end()}) + " head.npz";
}

std::vector<Setting<OwnHeadParams>> OwnHead::settings() {
  return {{made_up(1, 1.0, 1.0), 0, 0}, {made_up(2, 0.5, 0.5), 0, 0}, {made_up(3, 0.0, 4.0), 0, 0}};
}

OwnHead::OwnHead(const Params& params) {
  checked(kName, params);
  const Head head = head_of(params.files);
  frame_.queries = head.q.rows();
  frame_.all_keys = head.k.rows();
  frame_.width = head.x.cols();
  frame_.key_size = head.k.cols();
  frame_.scale = *head.scale;
  frame_.labels = code_points(head.tokens);
  const auto t =
      static_cast<Index>(std::floor(params.place * static_cast<double>(frame_.queries - 1) + 0.5));
  frame_.row = t + 1;
  read_row(head, t, params.temperature);
  read_all(head, params.temperature);
  put_blocks(head, t, params.temperature);
}

void OwnHead::read_row(const Head& head, Index t, double temperature) {
  const RowReading row = row_reading(head, t, temperature, kLags);
  frame_.keys.resize(static_cast<Index>(row.keys.size()));
  for (std::size_t i = 0; i < row.keys.size(); ++i) {
    frame_.keys(static_cast<Index>(i)) = static_cast<double>(row.keys[i]);
  }
  frame_.scores = row.scores;
  frame_.weights = row.weights;
  frame_.advantage = row.advantage;
  frame_.distance = row.distance;
  frame_.log_temperatures = row.log_temperatures;
  frame_.capacity = row.capacity;
  frame_.capacity_gauss = row.capacity_gauss;
  frame_.peak = row.peak;
  frame_.lag_row = row.lags;
  frame_.weight_error = row.weight_error;
  const double pull = row.advantage.size() > 0 ? row.weights.dot(row.advantage.cwiseAbs()) : 0.0;
  frame_.routing_error = row.routing_error / (pull > 0.0 ? pull : 1.0);
  frame_.distance_error = row.distance_error / (1.0 + largest(row.distance.cwiseAbs()));
}

void OwnHead::read_all(const Head& head, double temperature) {
  const Attention attention = head_attention(head, temperature);
  const double rows = static_cast<double>(attention.weights.rows());
  for (Index t = 0; t < attention.weights.rows(); ++t) {
    const Vector row = attention.weights.row(t).transpose();
    frame_.effective_tokens += mathfn::exp(entropy(row)) / rows;
  }
  if (attention.weights.rows() == attention.weights.cols()) {
    frame_.lag_all = Vector::Zero(kLags);
    const Index lags = std::min(kLags, attention.weights.rows());
    frame_.lag_all.head(lags) = lag_mass(attention.weights, lags);
  }
  const DistanceShare distance = distance_share(head.q, head.k, head.mask, *head.scale);
  frame_.distance_share = distance.share;
  frame_.distance_slope = distance.slope;
  if (head.u.size() > 0) frame_.routed_error = routed_error(attention.output, head.u);
  if (head.x.size() == 0) return;
  const FormShares form = form_shares({head.w_q, head.w_k, head.w_v}, head.w_o);
  frame_.effective_rank = form.effective_rank;
  frame_.symmetric_share = form.symmetric_share;
  frame_.value_cosine = form.value_cosine;
}

void OwnHead::put_blocks(const Head& head, Index t, double temperature) {
  if (head.x.size() == 0 || head.w_o.size() == 0) return;
  Head turned = head;
  // Scores over T are those of another scale; what is added to them is divided too.
  turned.scale = *head.scale / temperature;
  turned.mask = head.mask / temperature;
  const HeadBlocks query(turned, BlockOf::kQuery), whole(turned, BlockOf::kWhole);
  const BlockMargins of_query = query.margins(t), of_whole = whole.margins(t);
  frame_.eigen_query = of_query.eigenvalues;
  frame_.eigen_whole = of_whole.eigenvalues;
  frame_.log_det_query = larger(of_query.log_abs_det, kLeastLog);
  frame_.log_det_whole = larger(of_whole.log_abs_det, kLeastLog);
  frame_.block_error = larger(determinant_error(of_query), determinant_error(of_whole));
}

}  // namespace attn::experiments
