// Evaluators of the topic reading.
#include <limits>

#include "attn/reading/distance.hpp"
#include "attn/reading/edges.hpp"
#include "attn/reading/form.hpp"
#include "attn/reading/head.hpp"
#include "attn/reading/head_blocks.hpp"
#include "attn/reading/lags.hpp"
#include "attn/reading/ranks.hpp"
#include "attn/reading/temperature.hpp"
#include "attn/sequence/ngram.hpp"
#include "reference/cases.hpp"

namespace attn::reference {
namespace {

Matrix given_matrix(const Case& c, const std::string& name) {
  return has_input(c, name) ? matrix(c, name) : Matrix();
}

Vector given_vector(const Case& c, const std::string& name) {
  return has_input(c, name) ? vector_input(c, name) : Vector();
}

Head head_of(const Case& c) {
  Head out;
  out.x = given_matrix(c, "x");
  out.w_q = given_matrix(c, "w_q");
  out.w_k = given_matrix(c, "w_k");
  out.w_v = given_matrix(c, "w_v");
  out.w_o = given_matrix(c, "w_o");
  out.b_q = given_vector(c, "b_q");
  out.b_k = given_vector(c, "b_k");
  out.b_v = given_vector(c, "b_v");
  out.q = given_matrix(c, "q");
  out.k = given_matrix(c, "k");
  out.v = given_matrix(c, "v");
  out.u = given_matrix(c, "u");
  out.mask = given_matrix(c, "mask");
  if (c.params.count("scale") > 0) out.scale = number(c, "scale");
  return complete_head(out);
}

Array one(double x) { return {{1}, {x}}; }

void put_blocks(Arrays& out, const std::string& group, const Head& head, const NormOfInput* norm) {
  for (const BlockOf what : {BlockOf::kQuery, BlockOf::kWhole}) {
    const HeadBlocks blocks(head, what, norm);
    Vector radius(blocks.size()), sign(blocks.size()), log_det(blocks.size());
    for (Index t = 0; t < blocks.size(); ++t) {
      const BlockMargins margins = blocks.margins(t);
      radius(t) = 1.0 - margins.one_minus_rho;
      sign(t) = margins.sign;
      log_det(t) = margins.log_abs_det;
    }
    const std::string of = group + (what == BlockOf::kQuery ? "_query_" : "_whole_");
    out[of + "radius"] = to_array(radius);
    out[of + "sign"] = to_array(sign);
    out[of + "log_det"] = to_array(log_det);
  }
}

void put_error(Arrays& out, const Head& head, const Attention& attention) {
  constexpr double kCut = -std::numeric_limits<double>::infinity();
  std::vector<Matrix> edges;
  for (const double delta : {0.1, 1.0, -2.0, kCut}) {
    edges.push_back(edge_effects(attention, head.v, head.u, delta));
  }
  out["edges"] = to_array(edges);
  out["routed_error"] = one(routed_error(attention.output, head.u));
}

}  // namespace

Arrays reading_head(const Case& c) {
  const Head head = head_of(c);
  const Matrix scores = head_scores(head);
  const Attention attention = head_attention(head);
  const Index n = scores.rows(), m = scores.cols();
  Arrays out{{"scores", to_array(scores)},
             {"weights", to_array(attention.weights)},
             {"output", to_array(attention.output)}};

  Vector temperatures(5);
  temperatures << 0.25, 0.5, 1.0, 2.0, 4.0;
  out["heat_capacity"] = to_array(heat_capacity(scores, temperatures));
  const Vector peak = peak_temperature(scores);
  out["peak_temperature"] = to_array(peak);
  Vector top = Vector::Zero(n), classes(n);
  std::vector<Index> keys;
  for (Index t = 0; t < n; ++t) {
    const Matrix row = scores.row(t);
    if (peak(t) > 0.0) top(t) = heat_capacity(row, peak.segment(t, 1))(0, 0);
    keys.push_back((row.array() > -std::numeric_limits<double>::infinity()).count());
  }
  const std::vector<RetrievalClass> found = retrieval_classes(attention.weights, keys);
  for (Index t = 0; t < n; ++t) {
    classes(t) = static_cast<double>(found[static_cast<std::size_t>(t)]);
  }
  out["peak_capacity"] = to_array(top);
  out["retrieval"] = to_array(classes);

  if (head.x.size() > 0) {
    const FormShares form = form_shares({head.w_q, head.w_k, head.w_v}, head.w_o);
    out["form_singular_values"] = to_array(form.singular_values);
    out["form_effective_rank"] = one(form.effective_rank);
    out["form_symmetric_share"] = one(form.symmetric_share);
    out["form_cosine"] = one(form.value_cosine);
  }
  if (head.u.size() > 0) put_error(out, head, attention);
  if (head.w_o.size() > 0 && head.x.size() > 0) {
    put_blocks(out, "blocks", head, nullptr);
    if (has_input(c, "norm_stream")) {
      const NormOfInput norm{matrix(c, "norm_stream"), vector_input(c, "norm_scale")};
      put_blocks(out, "blocks_norm", head, &norm);
    }
  }
  if (n == m) out["lag_mass"] = to_array(lag_mass(attention.weights, n < 8 ? n : 8));
  const DistanceShare distance = distance_share(head.q, head.k, head.mask, *head.scale);
  out["distance_slope"] = one(distance.slope);
  out["distance_share"] = one(distance.share);
  return out;
}

Arrays reading_position(const Case& c) {
  return {{"share", one(position_share(matrices(c, "scores")))}};
}

Arrays reading_ranks(const Case& c) {
  const Vector a = vector_input(c, "a"), b = vector_input(c, "b");
  return {{"rank_correlation", one(rank_correlation(a, b))},
          {"partial_rank_correlation", one(partial_rank_correlation(a, b, matrix(c, "controls")))}};
}

Arrays reading_step(const Case& c) {
  return {
      {"left", one(best_step_left(matrix(c, "noisy"), matrix(c, "clean"), matrix(c, "target")))}};
}

// Contexts are rows of one length, filled with -1 in front.
Arrays reading_ngram(const Case& c) {
  const Index vocabulary = whole(c, "vocabulary");
  std::vector<Index> text;
  for (const double token : vector_input(c, "text")) text.push_back(static_cast<Index>(token));
  const NgramLaws laws(text, vocabulary, whole(c, "most"));
  const Matrix contexts = matrix(c, "contexts");
  Matrix out(contexts.rows(), vocabulary);
  for (Index i = 0; i < contexts.rows(); ++i) {
    std::vector<Index> context;
    for (Index j = 0; j < contexts.cols(); ++j) {
      if (contexts(i, j) >= 0.0) context.push_back(static_cast<Index>(contexts(i, j)));
    }
    out.row(i) = laws.law(context).transpose();
  }
  return {{"laws", to_array(out)}};
}

}  // namespace attn::reference
