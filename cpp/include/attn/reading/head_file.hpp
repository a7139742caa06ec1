// A head of the reader's own, as bytes of .npz, .npy, .csv or .safetensors files. The names of the
// arrays, their shapes and how such files are made stand in docs/own-head.md. Nothing is guessed:
// a name that is not known, a matrix that lies on its side and a number that is not finite are
// errors that say so, rows and columns counted from 1. Nothing of a file is ever run: an array of
// pickled objects is refused. All functions are pure, do no input or output, and any thread may
// call them; the same bits on every platform.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "attn/reading/head.hpp"

namespace attn {

/// A file in memory: nothing here opens one.
struct NamedBytes {
  std::string name;       ///< as the file is called, with its ending; folders before it are dropped
  const std::byte* data;  ///< its bytes, which have to be there during the call; may be null for 0
  std::size_t size;       ///< how many
};

/// The head of these files, complete as complete_head returns it: one .npz or .safetensors, or
/// several .npy and .csv, of which each is the array that its name before the ending says. What
/// begins as a .npz or .npy does is read as one, all else by its ending.
///
/// Numbers are floats of 16, 32 or 64 bits or bfloat16 in either order of bytes, and become the
/// doubles of the same values; those of .csv the nearest doubles. A `mask` of integers or bool has
/// 1 for a key that is visible and 0 for one that is not, as has one of .csv in which nothing but
/// 0 and 1 is written. A mask of floats is added to the scores, also where all of them are 0 and 1.
/// The text `causal` is what is meant where a mask is missing and there are as many keys as
/// queries; otherwise `none` is. `scale` has no or one dimension.
///
/// At most 64 MiB of files and as many of what is unpacked, 32 arrays, headers of 1 MiB, and sizes
/// as complete_head has them. Throws Error for all else, with a message that begins with
/// `head file: `, or with `X.csv, line 7: ` for a line of a .csv that cannot be read.
[[nodiscard]] Head read_head(const std::vector<NamedBytes>& files);

/// The bytes of an .npz that read_head reads as this head, to the last bit: not compressed, numbers
/// as little-endian f8 in C order, labels as <U, the mask as text where it is causal_mask for as
/// many keys as queries or where there is none. It has X and the projections where the head has
/// them, otherwise Q, K, V. `head` as complete_head returns it; queries, keys and values are not
/// written where X is, since reading makes them again. Throws Error for another head, for a label
/// that is not UTF-8 or ends with the character 0, which such a file drops, and for more than
/// 64 MiB.
[[nodiscard]] std::string head_npz(const Head& head);

}  // namespace attn
