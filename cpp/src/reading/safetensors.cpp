#include "reading/safetensors.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "attn/numerics/check.hpp"
#include "reading/head_names.hpp"
#include "reading/json_reader.hpp"

namespace attn::head_io {
namespace {

constexpr std::size_t kTensorsLength = 8;
constexpr std::size_t kMostTensorDimensions = 8;

struct TensorType {
  std::string_view name;
  NumberType type;
  std::size_t item;
};

constexpr std::array<TensorType, 13> kTensorTypes = {{
    {"F16", NumberType::kFloat16, 2},
    {"BF16", NumberType::kBfloat16, 2},
    {"F32", NumberType::kFloat32, 4},
    {"F64", NumberType::kFloat64, 8},
    {"BOOL", NumberType::kBool, 1},
    {"I8", NumberType::kSigned, 1},
    {"I16", NumberType::kSigned, 2},
    {"I32", NumberType::kSigned, 4},
    {"I64", NumberType::kSigned, 8},
    {"U8", NumberType::kUnsigned, 1},
    {"U16", NumberType::kUnsigned, 2},
    {"U32", NumberType::kUnsigned, 4},
    {"U64", NumberType::kUnsigned, 8},
}};

// Where the numbers of an array are, counted from the end of the header.
struct TensorPlace {
  std::uint64_t begin, end;
  std::string name;
};

class TensorsHeader {
 public:
  TensorsHeader(const std::string& file, std::string_view text, Bytes numbers)
      : file_(file), json_("the header of " + file, text), numbers_(numbers) {}

  std::vector<HeadArray> read() {
    json_.expect('{');
    bool metadata = false;
    if (!json_.accept('}')) {
      do {
        const std::string name = json_.string();
        json_.expect(':');
        if (name != "__metadata__") {
          read_tensor(name);
        } else if (metadata) {
          check::fail({"head file: \"__metadata__\" is there twice"});
        } else {
          metadata = true;
          read_metadata();
        }
      } while (json_.accept(','));
      json_.expect('}');
    }
    json_.expect_end();
    check_places();
    return std::move(arrays_);
  }

 private:
  HeadArray& add(const std::string& name) {
    if (find_known(name) == nullptr) refuse_name(name);
    for (const HeadArray& other : arrays_) {
      if (other.name == name) check::fail({"head file: \"", name, "\" is there twice"});
    }
    HeadArray array;
    array.name = name;
    arrays_.push_back(std::move(array));
    return arrays_.back();
  }

  [[noreturn]] void refuse_tensor(const std::string& name) const {
    check::fail({"head file: \"", name, "\" of ", file_,
                 " needs dtype, shape and data_offsets, each once, and nothing else"});
  }

  void read_tensor(const std::string& name) {
    HeadArray& array = add(name);
    TensorPlace place{0, 0, name};
    std::array<bool, 3> there{};
    json_.expect('{');
    do {
      constexpr std::array<std::string_view, 3> kKeys = {"dtype", "shape", "data_offsets"};
      const std::string key = json_.string();
      const auto which =
          static_cast<std::size_t>(std::find(kKeys.begin(), kKeys.end(), key) - kKeys.begin());
      if (which == kKeys.size() || there[which]) refuse_tensor(name);
      there[which] = true;
      json_.expect(':');
      if (which == 0) {
        read_type(array);
      } else if (which == 1) {
        read_shape(array);
      } else {
        json_.expect('[');
        place.begin = json_.whole();
        json_.expect(',');
        place.end = json_.whole();
        json_.expect(']');
      }
    } while (json_.accept(','));
    json_.expect('}');
    if (!there[0] || !there[1] || !there[2]) refuse_tensor(name);
    set_bytes(array, place);
    places_.push_back(place);
  }

  void read_type(HeadArray& array) {
    array.type_name = json_.string();
    for (const TensorType& known : kTensorTypes) {
      if (array.type_name != known.name) continue;
      array.type = known.type;
      array.item = known.item;
      return;
    }
    check::fail({"head file: \"", array.name, "\" has type \"", printable(array.type_name),
                 "\"; save it as float32 or float64"});
  }

  void read_shape(HeadArray& array) {
    json_.expect('[');
    if (json_.accept(']')) return;
    do {
      if (array.shape.size() == kMostTensorDimensions) {
        check::fail({"head file: \"", array.name, "\" has more than ", kMostTensorDimensions,
                     " dimensions"});
      }
      array.shape.push_back(json_.whole());
    } while (json_.accept(','));
    json_.expect(']');
  }

  void set_bytes(HeadArray& array, const TensorPlace& place) const {
    std::uint64_t count = 0;
    if (!count_numbers(array.shape, count)) {
      check::fail({"head file: \"", array.name, "\" is ", shape_words(array.shape),
                   ": more than there is room for"});
    }
    if (place.begin > place.end) {
      check::fail({"head file: array \"", array.name, "\" ends before it begins, at ", place.end,
                   " and ", place.begin});
    }
    if (place.end > numbers_.size) {
      check::fail({"head file: ", file_, " ends before array \"", array.name, "\" does"});
    }
    if (place.end - place.begin != count * array.item) {
      check::fail({"head file: array \"", array.name, "\" has ", place.end - place.begin,
                   " bytes, expected ", count * array.item, " (", shape_words(array.shape),
                   " of type ", array.type_name, ")"});
    }
    array.data = part(numbers_, static_cast<std::size_t>(place.begin),
                      static_cast<std::size_t>(place.end - place.begin));
  }

  // Of what stands beside the arrays two texts mean something here; others are the writer's own,
  // such as "format".
  void read_metadata() {
    json_.expect('{');
    if (json_.accept('}')) return;
    std::vector<std::string> keys;
    do {
      const std::string key = json_.string();
      if (std::find(keys.begin(), keys.end(), key) != keys.end()) {
        check::fail({"head file: \"", printable(key), "\" is there twice in __metadata__"});
      }
      keys.push_back(key);
      if (keys.size() > kMostArrays) {
        check::fail({"head file: __metadata__ has more than ", kMostArrays, " texts"});
      }
      json_.expect(':');
      read_text(key, json_.string());
    } while (json_.accept(','));
    json_.expect('}');
  }

  void read_text(const std::string& key, const std::string& text) {
    if (find_known(key) == nullptr) return;
    if (key != "mask" && key != "tokens") {
      check::fail({"head file: \"", key, "\" is a text of __metadata__; save it as an array"});
    }
    HeadArray& array = add(key);
    array.type = NumberType::kText;
    array.type_name = "text";
    if (key == "mask") {
      array.texts.push_back(text);
      return;
    }
    JsonReader list("\"tokens\" of __metadata__", text);
    list.expect('[');
    if (!list.accept(']')) {
      do {
        array.texts.push_back(list.string());
      } while (list.accept(','));
      list.expect(']');
    }
    list.expect_end();
    array.shape.push_back(array.texts.size());
  }

  void check_places() {
    std::sort(places_.begin(), places_.end(), [](const TensorPlace& a, const TensorPlace& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
    });
    std::uint64_t end = 0;
    const std::string* before = nullptr;
    for (const TensorPlace& place : places_) {
      if (place.begin < end) {
        check::fail({"head file: arrays \"", *before, "\" and \"", place.name, "\" of ", file_,
                     " overlap"});
      }
      if (place.begin > end) {
        check::fail({"head file: ", file_, " has ", place.begin - end, " bytes before array \"",
                     place.name, "\" that belong to none"});
      }
      end = place.end;
      before = &place.name;
    }
    if (end < numbers_.size) {
      check::fail({"head file: ", file_, " has ", numbers_.size - end,
                   " bytes at its end that belong to no array"});
    }
  }

  const std::string& file_;
  JsonReader json_;
  Bytes numbers_;
  std::vector<HeadArray> arrays_;
  std::vector<TensorPlace> places_;
};

}  // namespace

std::vector<HeadArray> safetensors_arrays(const std::string& file, Bytes bytes) {
  const std::uint64_t length =
      bytes.size < kTensorsLength ? 0 : whole_at(bytes.data, kTensorsLength);
  if (length > kMostHeader) {
    check::fail(
        {"head file: the header of ", file, " has ", length, " bytes, at most ", kMostHeader});
  }
  if (bytes.size < kTensorsLength || length > bytes.size - kTensorsLength) {
    check::fail({"head file: ", file, " ends before its header does"});
  }
  const auto size = static_cast<std::size_t>(length);
  const char* const text = reinterpret_cast<const char*>(bytes.data) + kTensorsLength;
  const Bytes numbers = part(bytes, kTensorsLength + size, bytes.size - kTensorsLength - size);
  return TensorsHeader(file, {text, size}, numbers).read();
}

}  // namespace attn::head_io
