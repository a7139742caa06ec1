// The claims of seed 000 about what scores and values do with their gradients: the ends of
// sections 3.2 and 3.4, section 3.7, and 4.1, 4.2, 4.4 and 5.1.
#include <cmath>
#include <limits>

#include "attn/numerics/central_differences.hpp"
#include "attn/numerics/largest.hpp"
#include "attn/training/head_trainer.hpp"
#include "claims/000/parts.hpp"
#include "experiments/gradient-dynamics/feedback.hpp"
#include "experiments/gradient-dynamics/routing_law.hpp"

namespace attn::claims {
namespace {

using A = Agreement;

using experiments::kToyTokens;

double inner(const Matrix& a, const Matrix& b) { return a.cwiseProduct(b).sum(); }

// ---- scores -------------------------------------------------------------------------------------

// What descent does to free scores, by differences of the loss: minus the gradient.
Matrix descent_of_scores(const ToyHead& head) {
  return -central_differences([&](const Matrix& s) { return head.loss_of_scores(s); },
                              head.at().scores, 0.2);
}

// alpha_ij (b_ij - E_i b).
Matrix above_the_mean(const ToyHead& head) {
  const RoutingGradients& g = head.back().routing;
  const Matrix& alpha = head.alpha();
  Matrix out(kToyTokens, kToyTokens);
  for (Index i = 0; i < kToyTokens; ++i) {
    const double mean = alpha.row(i).dot(g.compatibility.row(i));
    for (Index j = 0; j < kToyTokens; ++j) out(i, j) = alpha(i, j) * (g.compatibility(i, j) - mean);
  }
  return out;
}

// c of descent = c alpha (b - E b), by least squares.
double factor_of_the_law(std::uint64_t seed, const Progress&) {
  const ToyHead head = toy_head(seed);
  const Matrix law = above_the_mean(head);
  return inner(descent_of_scores(head), law) / law.squaredNorm();
}

double factor_of_the_advantage(std::uint64_t seed, const Progress& progress) {
  return -factor_of_the_law(seed, progress);
}

// By how much the mean compatibility of the attended changes in a small step of free scores, over
// the step and the squares of their gradient.
double change_of_the_mean(std::uint64_t seed, const Progress&) {
  constexpr double kEta = 1e-6;
  const ToyHead head = toy_head(seed);
  const Matrix descent = descent_of_scores(head);
  const Matrix moved =
      routing_forward(head.at().scores + kEta * descent, head.values()).weights - head.alpha();
  return inner(moved, head.back().routing.compatibility) / (kEta * descent.squaredNorm());
}

// What a step of free scores, by central differences, differs by from (34).
double score_step_residual(std::uint64_t seed, const Progress&) {
  constexpr double kEta = 0.3;
  const ToyHead head = toy_head(seed);
  return largest(kEta * descent_of_scores(head) + kEta * above_the_mean(head));
}

// The share of the 25 scores that go where (34) says, where something else takes the step, over 20
// draws.
template <experiments::RoutedBy via>
double agreement(std::uint64_t seed, const Progress&) {
  constexpr std::uint64_t kDraws = 20;
  double mean = 0.0;
  for (std::uint64_t draw = 0; draw < kDraws; ++draw) {
    experiments::RoutingLawParams p;
    p.via = via;
    p.seed = kDraws * seed + draw;
    mean += experiments::RoutingLaw(p).frame().agree / static_cast<double>(kDraws);
  }
  return mean;
}

// The fall of the loss in a small step of free queries, or of free keys, by what the library has as
// their gradients, over the step and the squares of these.
double fall_by(std::uint64_t seed, bool queries) {
  constexpr double kEta = 1e-6;
  const ToyHead head = toy_head(seed);
  const Matrix& gradient = queries ? head.back().d_q : head.back().d_k;
  const Matrix q = queries ? Matrix(head.at().q - kEta * gradient) : head.at().q;
  const Matrix k = queries ? head.at().k : Matrix(head.at().k - kEta * gradient);
  const double after = head.loss_of_scores(q.lazyProduct(k.transpose()) / std::sqrt(2.0));
  return (head.forward.prediction.loss - after) / (kEta * gradient.squaredNorm());
}

double fall_by_queries(std::uint64_t seed, const Progress&) { return fall_by(seed, true); }
double fall_by_keys(std::uint64_t seed, const Progress&) { return fall_by(seed, false); }

// ---- values -------------------------------------------------------------------------------------

double step_residual(std::uint64_t seed, const Progress&) {
  const ToyHead head = toy_head(seed);
  TrainerOptions options;
  options.rule = ValueRule::kFree;
  options.eta = {0.0, 0.3, 0.0};
  HeadTrainer trainer(head.toy.x, head.toy.targets, head.toy.weights, options);
  trainer.step();
  const Matrix moved = trainer.forward().heads[0].values - head.values();
  double worst = 0.0;
  for (Index j = 0; j < kToyTokens; ++j) {
    Vector sum = Vector::Zero(2);
    for (Index i = 0; i < kToyTokens; ++i) {
      sum += head.alpha()(i, j) * head.u().row(i).transpose();
    }
    worst = larger(worst, largest(moved.row(j).transpose() + 0.3 * sum));
  }
  return worst;
}

// The mean over values of the cosine between the descent of a value, by differences of the loss,
// and its readers' errors by their weights.
double cosine_of_the_pull(std::uint64_t seed, const Progress&) {
  const ToyHead head = toy_head(seed);
  const Matrix descent = -central_differences(
      [&](const Matrix& v) { return head.loss_of_values(v); }, head.values(), 0.2);
  const Matrix errors = Matrix(head.alpha().transpose()).lazyProduct(head.u());
  double mean = 0.0;
  for (Index j = 0; j < kToyTokens; ++j) {
    const double lengths = std::sqrt(descent.row(j).squaredNorm() * errors.row(j).squaredNorm());
    mean += descent.row(j).dot(errors.row(j)) / lengths / static_cast<double>(kToyTokens);
  }
  return mean;
}

// By how much the M-step of a mixture of normal laws with responsibilities alpha differs from (33)
// with v_j - x_i in place of u_i, and for each value the step 1 / sum_i alpha_ij. Both in loops.
double m_step_residual(std::uint64_t seed, const Progress&) {
  const ToyHead head = toy_head(seed);
  const Matrix data = head.toy.x.leftCols(2);
  double worst = 0.0;
  for (Index j = 0; j < kToyTokens; ++j) {
    Vector sum = Vector::Zero(2);
    Vector pull = Vector::Zero(2);
    double mass = 0.0;
    for (Index i = 0; i < kToyTokens; ++i) {
      const double gamma = head.alpha()(i, j);
      sum += gamma * data.row(i).transpose();
      pull += gamma * (head.values().row(j) - data.row(i)).transpose();
      mass += gamma;
    }
    const Vector centre = sum / mass;
    worst = larger(worst, largest(head.values().row(j).transpose() - pull / mass - centre));
  }
  return worst;
}

// One reader of five values: a step of them by differences of its loss. By how much value 1 goes
// along the error and its compatibility rises, over the step, the weight and the square of the
// error.
double rise_of_compatibility(std::uint64_t seed, const Progress&) {
  const ToyHead head = toy_head(seed);
  const Matrix scores = head.at().scores.row(0);
  const ClassifierWeights& w = head.toy.weights;
  const Matrix target = head.toy.targets.row(0);
  const auto prediction = [&](const Matrix& values) {
    return cross_entropy(read_out(routing_forward(scores, values).contexts, w.w_o, w.b), target);
  };
  const auto compatibility = [&](const Matrix& values, const Vector& u) {
    return Vector(values.lazyProduct(u));
  };
  const Matrix& v = head.values();
  const Matrix descent =
      -central_differences([&](const Matrix& values) { return prediction(values).loss; }, v, 0.2);
  const Vector u = w.w_o.transpose().lazyProduct(prediction(v).d_logits.row(0).transpose());
  constexpr double kEta = 1e-3;
  const Vector rise = compatibility(v + kEta * descent, u) - compatibility(v, u);
  return rise(0) / (kEta * head.alpha()(0, 0) * u.squaredNorm());
}

// The share of what a value is read that comes from the readers who want its main class, over all
// values. Where these serve nobody, with a loss above half of that of a tie, none.
double specialised_by_the_loop(std::uint64_t seed, const Progress&) {
  experiments::FeedbackParams p;
  p.seed = seed;
  const experiments::FeedbackFrame f = experiments::Feedback(p).frame();
  if (!(f.last_loss < 0.5 * f.tie_loss)) return std::numeric_limits<double>::quiet_NaN();
  const Index readers = f.weights.rows();
  const Index classes = f.directions.rows();
  double main = 0.0;
  for (Index j = 0; j < f.weights.cols(); ++j) {
    Vector of_class = Vector::Zero(classes);
    for (Index i = 0; i < readers; ++i) of_class(i % classes) += f.weights(i, j);
    main += largest(of_class);
  }
  return main / static_cast<double>(readers);
}

}  // namespace

std::vector<Claim> of_routing() {
  std::vector<Claim> list;
  const auto residual = [&](auto... what) { list.push_back(residual_claim(what...)); };
  constexpr const char* kFree =
      "free scores of the toy, whose step is central differences of the loss";
  list.push_back({"000.section-4.advantage", "sections 3.4 and 4.1, the definition of A",
                  "A score whose advantage E b − b is above 0 lowers the loss as it rises.",
                  "A_ij > 0 indicates that increasing s_ij (and hence α_ij) would reduce the loss",
                  1.0, A::kWithin, 1e-9, "factor in front of α (E b − b), by least squares", kFree,
                  10, false, factor_of_the_advantage});
  list.back().baseline = {-1.0, "the other sign"};
  list.push_back({"000.section-3.mean", "section 3.4, the last sentence; contribution 2",
                  "Descent raises scores of values whose compatibility b is above the mean of the "
                  "row.",
                  "scores increase for positions whose compatibility exceeds the current "
                  "attention-weighted average",
                  1.0, A::kWithin, 1e-9, "factor in front of α (b − E b), by least squares", kFree,
                  10, false, factor_of_the_law});
  list.back().baseline = {0.0, "scores that do not hear of b"};
  list.back().correction = {
      "descent takes minus the gradient, chapter gradient-dynamics, (23): scores rise for b below "
      "the mean, "
      "as sections 3.3 and 4.1 have it",
      -1.0, 1e-9, Verdict::kInError,
      "Compatibility as what is good for the loss, −b: contribution 2 names b_ij = u_i^T v_j "
      "beside the same words, and (11) has no other sign. Scores that go up the gradient: the "
      "sentences before speak of descent, and give the rule the other way round."};
  list.push_back({"000.section-5.responsibilities", "section 5.1, the last sentence",
                  "In a step of the scores weight goes, on balance, to positions with b above the "
                  "mean.",
                  "increases responsibilities for positions whose compatibility b_ij exceeds the "
                  "current mean",
                  0.0, A::kAbove, 0.0, "change of Σ α b, over η Σ (∂L/∂s)²",
                  "routing_forward after a step of 10⁻⁶ by central differences, b held", 10, false,
                  change_of_the_mean});
  list.back().baseline = {-1.0, "a step by (34)"};
  list.back().correction = {
      "b is ∂L/∂α, so that Σ b Δα is the change of the loss, −η Σ (∂L/∂s)² to first order", -1.0,
      1e-4, Verdict::kInError,
      "A compatibility that is good where it is high: the sentence names b_ij, and stands below "
      "Δs ∝ −α (b − E b), by which scores with b above the mean fall."};
  residual("000.eq-34.scores", "section 3.7, (34)",
           "A score that is free moves against its gradient, which is (23).",
           "Δs_ik = −η ∂L/∂s_ik = −η α_ik (b_ik − E_{α_i}[b])", 1e-9,
           "the equation, with a step of 0.3 by central differences of the loss",
           score_step_residual);
  list.push_back({"000.eq-34.shared", "ours, beside section 3.7, (34)",
                  "Where W_Q and W_K take the step, every score hears the others, and not all go "
                  "where (34) would have them. Δs_ij is −η / d_k times the sum over m, l of "
                  "∂L/∂s_ml ((x_m · x_i)(k_l · k_j) + (q_m · q_i)(x_l · x_j)).",
                  "", 1.0, A::kBelow, 0.0, "share of the 25 scores that go to that side",
                  "attn run routing_law, via shared weights; 20 draws a seed", 20, false,
                  agreement<experiments::RoutedBy::kWeights>});
  list.back().baseline = {1.0, "free scores"};
  list.push_back({"000.eq-35.queries", "section 3.7, (35)",
                  "A step of free queries against their gradients lowers the loss, by η times the "
                  "square of these.",
                  "Δq_i = −η ∂L/∂q_i", 1.0, A::kWithin, 1e-4, "fall of the loss, over that",
                  "losses of the toy after a step of 10⁻⁶, gradients of classifier_backward", 10,
                  false, fall_by_queries});
  list.back().baseline = {-1.0, "steps along the gradient"};
  list.push_back({"000.eq-36.keys", "section 3.7, (36)",
                  "A step of free keys against their gradients lowers the loss, by η times the "
                  "square of these.",
                  "Δk_j = −η ∂L/∂k_j", 1.0, A::kWithin, 1e-4, "fall of the loss, over that",
                  "losses of the toy after a step of 10⁻⁶, gradients of classifier_backward", 10,
                  false, fall_by_keys});
  list.back().baseline = {-1.0, "steps along the gradient"};
  list.push_back({"000.eq-35.scores", "ours, beside section 3.7, (34) to (36)",
                  "Nor does a step of free queries and keys move each score as (34) does: (34) is "
                  "one step, (35) and (36) are another.",
                  "", 1.0, A::kBelow, 0.0, "share of the 25 scores that go to that side",
                  "attn run routing_law, via queries and keys; 20 draws a seed", 20, false,
                  agreement<experiments::RoutedBy::kQueriesKeys>});
  list.back().baseline = {1.0, "free scores"};
  residual("000.eq-38.step", "sections 3.7 and 4.2, (33), (37) and (38)",
           "A value that is free moves against the sum of its readers' errors, by their weights.",
           "Δv_j = −η ∂L/∂v_j = −η Σ_{i=1}^T α_ij u_i", 1e-12,
           "a step of HeadTrainer with free values, η 0.3", step_residual);
  list.push_back({"000.section-3.pulled",
                  "section 4.4, step 2; with “pulled toward”, section 3.2 and figure 1",
                  "A value moves towards the errors of its readers.",
                  "so v_j *moves further toward* u_i", 1.0, A::kWithin, 1e-9,
                  "cosine between its step and Σ α u",
                  "values of the toy, whose step is central differences of the loss", 10, false,
                  cosine_of_the_pull});
  list.back().baseline = {0.0, "steps at right angles to them"};
  list.back().correction = {
      "descent takes minus the gradient (16): a value is pushed away from them, chapter "
      "gradient-dynamics, (33)",
      -1.0, 1e-9, Verdict::kInError,
      "u as what is still to be explained, target less prediction, which 2.2 and 5.2 come near to: "
      "(10) and (14) define it with "
      "the other sign, 3.1 calls −u the direction of less loss, and with −u the equations (23) "
      "and (33) would change theirs. “Toward” as along the line of u, either way: step 3 has v "
      "align with u, and b increase."};
  list.push_back(
      {"000.section-4.compatibility", "caption of figure 1; section 4.4, step 3",
       "The step of a value that lowers the loss of a reader raises its compatibility b.",
       "reduces loss to first order and *increases compatibility* b_ij, which in turn reinforces",
       0.0, A::kAbove, 0.0, "change of b, over η α |u|²",
       "one reader of five values, whose step is central differences of its loss; u held", 10,
       false, rise_of_compatibility});
  list.back().baseline = {-1.0, "a step by (33)"};
  list.back().correction = {
      "Δv = −η α u, so that b = u · v changes by −η α |u|²: it falls, and by (23) a falling b is "
      "what raises the score. With u held, as step 3 has it (“as v_j aligns”), the loss of that "
      "reader changes by α Δb by (40): no step lowers the one and "
      "raises the other",
      -1.0, 1e-6, Verdict::kInError,
      "Compatibility as benefit, −b, as in 3.3: the caption and step 3 name b_ij itself. An “if” "
      "in step 3, were v to align with u: then b would rise, but by (23) the score would fall, "
      "and step 1 not be reinforced. With u moving as well b falls first, and then rises back to 0 "
      "while the error vanishes, in three steps of four of attn run feedback. It does so from "
      "below, not since v aligns, which is what step 3 says, and by (23) a b that rises lowers the "
      "score. A reader "
      "that is outvoted: its b does rise, but so does its own loss, and by (23) its score falls, "
      "so that routing is not reinforced."};
  residual("000.section-5.m-step", "ours, beside section 5.2",
           "With v_j − x_i in place of u_i, and a step of 1 / Σ α for each value, (33) is the "
           "M-step for the centres of a mixture.",
           "", 1e-12,
           "both updates in loops, tokens of the toy as data and its weights as responsibilities",
           m_step_residual);
  list.push_back(
      {"000.section-4.loop", "section 4.4",
       "Both laws together leave a tie, and make values each of which serves mostly readers "
       "of one class.",
       "Repeated application yields specialized value vectors that serve distinct "
       "subsets of queries",
       2.0 / 3.0, A::kAbove, 0.0,
       "share of a value's weights that readers of its main class have given, after 400 steps",
       "attn run feedback: six readers of three values that begin nearly equal, two of each "
       "class; the loss has to be below half of that of a tie. More than half of the way from "
       "even weights to 1 is meant",
       10, false, specialised_by_the_loop});
  list.back().baseline = {1.0 / 3.0, "even weights; of one law alone 0.33 and 0.37"};
  return list;
}

}  // namespace attn::claims
