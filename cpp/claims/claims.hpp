// The ledger: every number, equation and statement of the papers that can be recomputed, what it is
// recomputed from, and what comes out. Shared by the `attn` command and the tests; not part of the
// installed library.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "experiments/arrays.hpp"

namespace attn::claims {

/// Told the share that is done, 0 to 1; answers whether to go on. What is stopped returns what it
/// has.
using Progress = std::function<bool(double)>;

/// How a published value and ours are compared. Over seeds, ours is the mean.
enum class Agreement {
  kWithin,    ///< |ours - published| <= tolerance
  kInterval,  ///< the same, and nothing outside is close: published are the two ends
  kSpread,    ///< over seeds: |ours - published| <= 2 standard deviations
  kAbove,     ///< ours > published, over seeds by more than 2 standard errors
  kBelow,     ///< ours < published, over seeds by more than 2 standard errors
  kHolds,     ///< a statement that is true or false: ours is 1 or 0, over seeds nine in ten are 1
  kNotTried,  ///< not recomputed; `recipe` says why
};

enum class Verdict {
  kAgrees,
  kClose,  ///< of the right size, outside of what agreement means
  kDiffers,
  kInError,   ///< differs, ours is what `correction` says, and no reading makes the words right
  kNotFound,  ///< the same, where it hangs on anything that the text does not state
  kUnclear,   ///< the text can be read in more than one way; `readings` say which gives what
  kOurs,      ///< a statement of ours, not of the paper, which holds
  kNotRecomputed,
};

/// "agrees", "close", "differs", "in error", "not found", "unclear", "ours", "not recomputed".
const char* name_of(Verdict verdict);

/// What is right where a published value does not come out.
struct Correction {
  std::string proof;  ///< where ours is derived; empty where there is nothing to correct
  double ours =
      0.0;  ///< the mean over the seeds, as it is known from elsewhere or was once looked at
  double tolerance = 0.0;               ///< how far from it a recomputed one may be
  Verdict verdict = Verdict::kInError;  ///< or kNotFound, kUnclear
  /// Of what is in error: each reading under which the words would be right, and why it is not what
  /// stands there. Whole sentences, the last with its full stop.
  std::string other_readings = {};
};

/// Another way to read a statement, and what it gives.
struct Reading {
  std::string words;
  double ours = 0.0;  ///< the mean over the claim's seeds
  double tolerance = 0.0;
  std::function<double(std::uint64_t seed, const Progress& progress)> recompute;
};

/// Our number where the effect in question is absent: of an untrained model, without coupling,
/// shuffled. It must never agree, and the distance from it is the size of the effect.
struct Baseline {
  double value = 0.0;
  std::string of;  ///< "uniform weights"; empty where nobody has said, as for statements
};

/// Deviations of the noise on embeddings, and bits per character with each.
using NoiseLevels = std::vector<std::pair<double, double>>;

/// What `attn train` has come to in a folder, model.json and metrics.jsonl.
struct TrainedRun {
  /// What the run was told, and on what: numbers, true being 1, by the names of its configuration,
  /// those of the term as prior.lambda and so on; texts.characters, texts.vocabulary and
  /// texts.validation_characters; and what came of it, "weights" and "updates done".
  std::map<std::string, double> settings;
  /// Those in words: prior.kind; and the hashes of the texts, texts.hash and texts.validation_hash.
  std::map<std::string, std::string> words;
  std::string commit;       ///< of the program that took its last updates; empty where not known
  double validation = 0.0;  ///< bits per character without noise
  double training = 0.0;    ///< of the batches of the last epoch
  double size = 0.0;        ///< root mean square of the embeddings
  NoiseLevels noise;
  NoiseLevels in_proportion;  ///< the deviations in units of that size
  /// What tools/one-head.mjs has read of the model, by name: readings.json; empty where there is
  /// none.
  std::map<std::string, double> readings;
};

/// Whose statement it is.
enum class Source {
  kPaper,
  kSummary,  ///< of a paper that we know through a summary of it alone
  kOurs,     ///< nobody's but ours: no paper is judged by it
};

/// What is published, and how it is recomputed.
struct Claim {
  std::string id;         ///< "004.variance.beta-5"; starts with the seed
  std::string place;      ///< in the published text; of what is ours it begins with "ours, "
  std::string statement;  ///< in our words, and never stronger than what is quoted
  /// Quoted, word for word: 5 to 15 words that carry the statement, with the number in question
  /// between asterisks, "lower loss of *1.8961* nats in the end". Empty for what is ours.
  std::string published;
  double value = 0.0;  ///< the number that stands for it; of a statement 1
  Agreement agreement = Agreement::kNotTried;
  double tolerance = 0.0;
  std::string quantity;  ///< what our number is
  std::string recipe;    ///< what it is computed from
  Index seeds = 1;       ///< how many; recompute is told 1, 2, ...
  bool slow = false;     ///< more than a few seconds
  /// Our number for a seed. Throws Error only for a defect.
  std::function<double(std::uint64_t seed, const Progress& progress)> recompute;
  /// Of slow ones: the same functions on a case that takes milliseconds. It moves when they change.
  std::function<double()> probe = nullptr;
  Correction correction = {};
  Baseline baseline = {};
  std::vector<Reading> readings = {};  ///< of what is unclear, the others
  /// Of claims on runs that take long: their names, as `attn sweep` calls them, * being the seed;
  /// the command that makes them and reads them, and our number from what those of a seed have come
  /// to, which throws Error for runs of other settings. `recompute` then throws Error.
  std::vector<std::string> runs = {};
  std::string command = {};
  std::function<double(const std::vector<TrainedRun>& runs)> from_runs = nullptr;
  double probe_tolerance = 1e-3;  ///< of the probe's size: what another instruction set may change
};

Source source_of(const Claim& claim);

/// What came out.
struct Result {
  Verdict verdict = Verdict::kNotRecomputed;
  std::vector<double> values;  ///< one per seed
  double mean = 0.0;
  double sd = 0.0;  ///< divisor seeds - 1; 0 for one
};

/// All claims, in the order of the papers. Ids are unique.
const std::vector<Claim>& all();

/// The claim of that id, among these or among all. Throws Error where there is none.
const Claim& named(const std::vector<Claim>& claims, const std::string& id);
const Claim& named(const std::string& id);

/// Recomputes one. Where progress says stop, kNotRecomputed.
Result recompute(
    const Claim& claim, const Progress& progress = [](double) { return true; });

/// The verdict on values that have been recomputed. One that is NaN or infinite differs. Close are
/// numbers that miss by at most 30 % of the effect, which is their distance from the baseline, by
/// four tolerances, and by four standard deviations where there are seeds; sides and statements
/// that hold for 70 % of the seeds. With a correction there are two: its verdict as long as ours
/// differs from what is published (of what is unclear, in any case) and is what the correction
/// says; whatever else comes out differs, because then the correction is wrong. What is ours is
/// kOurs where it agrees, and differs otherwise.
Result judge(const Claim& claim, std::vector<double> values);

/// What values that were kept from an earlier run have to share with the present code.
struct Stamp {
  std::string recipe;  ///< hash of id, quantity, recipe and number of seeds; 16 hexadecimal digits
  double probe = 0.0;  ///< 0 where the claim has none
};

Stamp stamp(const Claim& claim);

/// Whether values under that stamp are what recompute would give now: the same recipe, and a probe
/// within its tolerance.
bool is_current(const Claim& claim, const Stamp& kept);

/// Of a statement: 1 or 0.
inline double holds(bool statement) { return statement ? 1.0 : 0.0; }

/// That a residual is 0 to within the tolerance, over ten seeds; of a formula that is wrong it is
/// of the size of 1.
Claim residual_claim(const char* id, const char* place, const char* statement,
                     const char* published, double tolerance, const char* recipe,
                     double (*ours)(std::uint64_t, const Progress&));

/// The claims of the papers, in files of their own.
std::vector<Claim> of_bilinear_form();
std::vector<Claim> of_worked_examples();
std::vector<Claim> of_empirical_bayes();

}  // namespace attn::claims
