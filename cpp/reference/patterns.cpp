// Evaluators of the topics markov and flow.
#include "attn/attention/gibbs.hpp"
#include "attn/attention/softmax.hpp"
#include "attn/numerics/check.hpp"
#include "attn/sequence/pattern_chain.hpp"
#include "attn/sequence/pattern_construction.hpp"
#include "attn/training/cross_entropy.hpp"
#include "attn/training/pattern_flow.hpp"
#include "reference/cases.hpp"

namespace attn::reference {
namespace {

PatternTask task_of(const Case& c) { return {matrices(c, "A"), whole(c, "w")}; }

std::vector<Index> tokens_of(const Case& c, const VectorRef& numbers, Index below) {
  std::vector<Index> out;
  const std::string name = c.topic + "/" + c.kind;
  for (const double x : numbers)
    out.push_back(check::count(name.c_str(), "a token", x, 0, below - 1));
  return out;
}

PatternHeads heads_of(const Case& c) { return {matrices(c, "V0"), matrix(c, "q0")}; }

}  // namespace

Arrays markov_law(const Case& c) {
  const PatternTask task = task_of(c);
  const Matrix contexts = matrix(c, "ctx");
  const auto h = static_cast<Index>(task.features.size());
  const Index d = task.features.front().rows();
  std::vector<Matrix> laws(task.features.size(), Matrix(contexts.rows(), d));
  Vector entropies(contexts.rows()), norms(h);
  Matrix divergences(h, contexts.rows());
  for (Index n = 0; n < contexts.rows(); ++n) {
    const PatternContext context{tokens_of(c, contexts.row(n).transpose(), d)};
    const Matrix truncated = truncated_laws(task, context);
    const Vector law = pattern_law(task, context);
    entropies(n) = entropy(law);
    for (Index i = 0; i < h; ++i) {
      laws[static_cast<std::size_t>(i)].row(n) = truncated.row(i);
    }
    divergences.col(n) = kl_divergences(truncated, law.transpose().replicate(h, 1));
  }
  for (Index k = 0; k < h; ++k) norms(k) = task.features[static_cast<std::size_t>(k)].norm();
  return {{"f_trunc", to_array(laws)},
          {"entropy", to_array(entropies)},
          {"KL_trunc_full", to_array(divergences)},
          {"frob", to_array(norms)}};
}

Arrays markov_construction(const Case& c) {
  const PatternTask task = task_of(c);
  const std::vector<Index> tokens =
      tokens_of(c, vector_input(c, "tokens"), task.features.front().rows());
  const PatternConstruction out = pattern_construction(task, tokens, number(c, "lam"));
  // By query, then by head.
  std::vector<Matrix> attention;
  for (Index t = 0; t < out.logits.rows(); ++t) {
    Matrix heads(static_cast<Index>(out.attention.size()), static_cast<Index>(tokens.size()));
    for (Index k = 0; k < heads.rows(); ++k) {
      heads.row(k) = out.attention[static_cast<std::size_t>(k)].row(t);
    }
    attention.push_back(heads);
  }
  return {{"attention", to_array(attention)},
          {"logits", to_array(out.logits)},
          {"logits_limit", to_array(out.limit)}};
}

Arrays flow_gradient(const Case& c) {
  const Vector m = vector_input(c, "m");
  PatternTensor target{matrices(c, "V_star"), matrix(c, "s_star")};
  check::count("flow/gradient_flow", "the size of m", m.size(), target.vectors.rows(),
               target.vectors.rows());
  for (Index k = 0; k < m.size(); ++k) target.matrices[static_cast<std::size_t>(k)] *= m(k);
  PatternHeads heads = heads_of(c);
  const PatternVelocity start = pattern_velocity(target, heads);
  const Index steps = whole(c, "steps");
  const double dt = number(c, "euler_dt");
  Vector losses(steps + 1);
  for (Index i = 0; i < steps; ++i) {
    losses(i) = pattern_velocity(target, heads).loss;
    heads = flow_heads(target, heads, dt, 1, {FlowMethod::kEuler});
  }
  losses(steps) = pattern_velocity(target, heads).loss;
  return {{"loss0", Array{{}, {start.loss}}}, {"Vdot", to_array(start.d.values)},
          {"qdot", to_array(start.d.logits)}, {"sdot", to_array(start.d_weights)},
          {"losses", to_array(losses)},       {"V_end", to_array(heads.values)},
          {"q_end", to_array(heads.logits)}};
}

Arrays flow_reduced_case(const Case& c) {
  const Vector m = vector_input(c, "m");
  const Matrix q = matrix(c, "q0");
  const Index steps = whole(c, "steps"), every = whole(c, "record_every");
  if (every < 1) fail(c, "parameter 'record_every' must be at least 1");
  const double dt = number(c, "dt");
  ReducedHeads heads{Matrix::Constant(q.rows(), m.size(), number(c, "C0")), q};
  Vector times(steps / every + 1), losses(steps / every + 1);
  for (Index i = 0; i < times.size(); ++i) {
    times(i) = dt * static_cast<double>(i * every);
    losses(i) = reduced_velocity(m, heads).loss;
    if (i + 1 < times.size()) heads = flow_reduced(m, heads, dt, every, {FlowMethod::kEuler});
  }
  heads = flow_reduced(m, heads, dt, steps % every, {FlowMethod::kEuler});
  return {{"t", to_array(times)},
          {"loss", to_array(losses)},
          {"s_end", to_array(softmax_rows(heads.logits))},
          {"C_end", to_array(heads.mixture)}};
}

}  // namespace attn::reference
