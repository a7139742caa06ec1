// Every head of a small language model under the instruments of all five papers, and what the
// model loses when the head is touched: what `attn read` prints of a folder, and what the ten seeds
// of the chapter are compared by. In double.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "attn/training/gpt.hpp"

namespace attn::experiments {

/// A column of the table.
struct ReadingColumn {
  std::string_view name;     ///< as in effective_tokens
  std::string_view paper;    ///< seed that it is of, or "control"; empty for what was done
  std::string_view meaning;  ///< in a line
};

/// What is read of a head, in this order, and then what was done to it.
const std::vector<ReadingColumn>& reading_columns();
/// The same of outcomes: mean KL divergence of the clean predictions to those after it, in bits.
const std::vector<ReadingColumn>& touch_columns();

struct ModelReadings {
  Matrix readings;    ///< (heads of all blocks, block by block, x reading_columns)
  Matrix touches;     ///< (the same x touch_columns); empty where none was asked for
  double bits = 0.0;  ///< a token's loss over the windows
};

struct ReadingOptions {
  bool touch = false;
  double noise = 0.25;     ///< on queries, of their root mean square
  std::uint64_t seed = 1;  ///< of that noise
};

/// Rows with fewer tokens before them are left out.
inline constexpr Index kFirstRow = 4;
/// What a block counts that is singular, to which no mean would come.
inline constexpr double kLeastLogDet = -50.0;

/// Reads all heads over the sequences of a batch, of at least kFirstRow + 1 tokens each, in units
/// of some milliseconds: each window once, for the means, then each head of each window. The batch
/// has to stay.
class ModelReader {
 public:
  /// Throws Error for what gpt_forward refuses.
  ModelReader(const GptShape& shape, Vector weights, const GptBatch& batch,
              const ReadingOptions& options = {});
  ModelReader(ModelReader&&) noexcept;
  ~ModelReader();

  Index units() const;
  Index done() const;
  /// The next unit. Throws Error for what is too large for a double.
  void work();
  /// Of what has been read so far: only complete once done() is units().
  ModelReadings found() const;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

/// All of it at once. `go_on`, where there is one, is told the share that is done, and answers
/// whether to go on; Error where it says no.
ModelReadings read_model(const GptShape& shape, const Vector& weights, const GptBatch& batch,
                         const ReadingOptions& options = {},
                         const std::function<bool(double)>& go_on = {});

/// The mean over blocks of the rank correlation of a reading and an outcome among the heads of the
/// block (readings x touches). At least two heads a block.
Matrix ranks_within_blocks(const ModelReadings& found, Index heads);
/// The same over the heads of all blocks at once: which block a head is in decides most of it.
Matrix ranks_of_all(const ModelReadings& found);

}  // namespace attn::experiments
