#include "experiments/array_sink.hpp"

#include <cmath>

#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

struct Leg {
  ATTN_DESCRIBED(Leg);
  ATTN_FIELD(Index, toes, "") = 5;
  ATTN_FIELD(Vector, lengths, "") = Vector::Constant(2, 0.5);
};

struct Tail {
  ATTN_DESCRIBED(Tail);
  ATTN_FIELD(double, length, "") = 2.5;
  ATTN_FIELD(std::vector<Leg>, hairs, "") = std::vector<Leg>(1);
};

struct Skin {
  ATTN_DESCRIBED(Skin);
  ATTN_FIELD(double, hue, "") = 0.25;
};

struct Animal {
  ATTN_DESCRIBED(Animal);
  ATTN_FIELD(double, weight, "") = 1.5;
  ATTN_FIELD(Index, age, "") = 7;
  ATTN_FIELD(std::uint64_t, tag, "") = 12;
  ATTN_FIELD(bool, tame, "") = true;
  ATTN_FIELD(bool, wild, "") = false;
  ATTN_FIELD(std::string, name, "") = "Rex";
  ATTN_FIELD(Vector, list, "") = Vector::Constant(3, 4.0);
  ATTN_FIELD(std::vector<double>, numbers, "") = {1.0, 2.0};
  ATTN_FIELD(Matrix, matrix, "") = Matrix::Constant(2, 3, 5.0);
  ATTN_FIELD(FloatMatrix, floats, "") = FloatMatrix::Constant(1, 2, 0.1F);
  ATTN_FIELD(Eigen::VectorXf, float_list, "") = Eigen::VectorXf::Constant(2, 0.5F);
  ATTN_FIELD(Matrix, nothing, "");
  ATTN_FIELD(Tail, tail, "");
  ATTN_FIELD(std::vector<Leg>, legs, "") = std::vector<Leg>(2);
  ATTN_FIELD(std::vector<Leg>, wings, "");
  ATTN_GROUP(Skin, skin);
  ATTN_FIELD(double, last, "") = 9.0;
};

Arrays arrays_of_animal(const Animal& animal = {}) {
  ArraySink sink;
  experiments::write(animal, sink);
  return sink.arrays();
}

std::vector<Index> shape(const char* name) { return arrays_of_animal().at(name).shape; }

}  // namespace

TEST_CASE("members of objects, of lists and of groups have names of their own as arrays") {
  std::vector<std::string> names;
  for (const auto& [name, array] : arrays_of_animal()) names.push_back(name);
  CHECK(names == std::vector<std::string>{"age",
                                          "float_list",
                                          "floats",
                                          "hue",
                                          "last",
                                          "legs.0.lengths",
                                          "legs.0.toes",
                                          "legs.1.lengths",
                                          "legs.1.toes",
                                          "list",
                                          "matrix",
                                          "nothing",
                                          "numbers",
                                          "tag",
                                          "tail.hairs.0.lengths",
                                          "tail.hairs.0.toes",
                                          "tail.length",
                                          "tame",
                                          "weight",
                                          "wild"});
}

TEST_CASE("arrays have the shapes of what they were: none, one axis or two") {
  CHECK(shape("weight").empty());
  CHECK(shape("tame").empty());
  CHECK(shape("tail.length").empty());
  CHECK(shape("list") == std::vector<Index>{3});
  CHECK(shape("numbers") == std::vector<Index>{2});
  CHECK(shape("float_list") == std::vector<Index>{2});
  CHECK(shape("matrix") == std::vector<Index>{2, 3});
  CHECK(shape("floats") == std::vector<Index>{1, 2});
  CHECK(shape("nothing") == std::vector<Index>{0, 0});
  CHECK(shape("legs.1.lengths") == std::vector<Index>{2});
}

TEST_CASE("arrays hold the numbers of a frame, a flag as 1 or 0") {
  Animal animal;
  animal.matrix << 1, 2, 3, 4, 5, 6;
  animal.legs[1].toes = 4;
  const Arrays arrays = arrays_of_animal(animal);
  CHECK(arrays.at("weight").data == std::vector<double>{1.5});
  CHECK(arrays.at("age").data == std::vector<double>{7.0});
  CHECK(arrays.at("tag").data == std::vector<double>{12.0});
  CHECK(arrays.at("tame").data == std::vector<double>{1.0});
  CHECK(arrays.at("wild").data == std::vector<double>{0.0});
  CHECK(arrays.at("matrix").data == std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK(arrays.at("floats").data == std::vector<double>(2, static_cast<double>(0.1F)));
  CHECK(arrays.at("legs.0.toes").data == std::vector<double>{5.0});
  CHECK(arrays.at("legs.1.toes").data == std::vector<double>{4.0});
  CHECK(arrays.at("tail.hairs.0.toes").data == std::vector<double>{5.0});
  CHECK(arrays.at("hue").data == std::vector<double>{0.25});
  CHECK(arrays.at("nothing").data.empty());
}

TEST_CASE("a hash changes with a single bit, a name, a shape, and not with the NaN") {
  const Arrays a = {{"x", {{2}, {1.0, 2.0}}}};
  CHECK(hash(a) != hash({{"x", {{2}, {1.0, 2.0000000000000004}}}}));
  CHECK(hash(a) != hash({{"y", {{2}, {1.0, 2.0}}}}));
  CHECK(hash(a) != hash({{"x", {{2, 1}, {1.0, 2.0}}}}));
  CHECK(hash({{"x", {{}, {std::nan("")}}}}) == hash({{"x", {{}, {-std::nan("1")}}}}));
  CHECK(hash_text(Arrays{}) == "cbf29ce484222325");
}
