// The model that the figures of this chapter read: weights that were kept, and the text that it was
// trained on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "attn/training/gpt.hpp"
#include "experiments/run.hpp"

namespace attn::experiments {

struct ReadingSourceParams {
  ATTN_DESCRIBED(ReadingSourceParams);
  ATTN_PARAM(std::string, text, "in UTF-8, of which the model has read the first nine tenths",
             needed());
  ATTN_PARAM(std::string, weights,
             "of a model of 2 blocks of 4 heads, width 32, context 32, as numbers of half or "
             "single precision in base64",
             needed());
};

/// A model, and the windows of text that it has not been trained on.
struct ReadingSource {
  GptShape shape;
  Vector weights;
  std::vector<Index> characters;  ///< of each token its number in Unicode
  GptBatch windows;               ///< all of them
  std::uint64_t number = 0;       ///< of those read so far; forward_of tells them apart by it
};

/// Throws Error in the name of the experiment for texts and weights that make none.
ReadingSource reading_source(const char* experiment, const ReadingSourceParams& params);

/// One of the sequences of a batch, as a batch.
GptBatch window_of(const GptBatch& windows, Index window);

/// One of the windows of a source.
GptBatch window_of(const ReadingSource& source, Index window);

/// The model on one of the windows of a source, until the next call. Of the first windows it is
/// computed once: figures ask again with each move of a hand.
const GptForward& forward_of(const ReadingSource& source, Index window);

/// The code points of the characters that are read in it, without the last one, which is foretold.
Vector characters_of(const ReadingSource& source, const GptBatch& window);

/// A text and random weights that fit it, for tests.
ReadingSourceParams made_up_source(std::uint64_t seed);

}  // namespace attn::experiments
