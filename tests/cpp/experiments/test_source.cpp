#include "experiments/source.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"
#include "experiments/run.hpp"
#include "reference/experiment_json.hpp"

using namespace attn;
using namespace attn::experiments;
using nlohmann::json;

namespace {

enum class Colour { kRed, kGreen, kBlue };

struct Frame {
  ATTN_DESCRIBED(Frame);
  ATTN_PARAM(double, thickness, "of it", positive()) = 2.0;
  ATTN_PARAM(bool, gilded, "whether it is") = true;
};

struct Picture {
  ATTN_DESCRIBED(Picture);
  ATTN_PARAM(double, number, "") = 1.5;
  ATTN_PARAM(Index, count, "") = 3;
  ATTN_PARAM(std::uint64_t, seed, "") = 7;
  ATTN_PARAM(bool, flag, "") = false;
  ATTN_PARAM(std::string, text, "") = "as it is";
  ATTN_CHOICE(Colour, colour, "", "red", "green", "blue") = Colour::kGreen;
  ATTN_PARAM(Vector, list, "") = Vector::Constant(2, 4.0);
  ATTN_PARAM(std::vector<double>, numbers, "") = {0.5};
  ATTN_PARAM(std::vector<Index>, counts, "") = {1, 2};
  ATTN_PARAM(Matrix, matrix, "") = Matrix::Constant(1, 1, 9.0);
  ATTN_PARAM(FloatMatrix, floats, "");
  ATTN_PARAM(Mask, mask, "");
  ATTN_PARAM(std::vector<Matrix>, matrices, "");
  ATTN_PARAM(std::optional<double>, maybe, "");
  ATTN_PARAM(std::optional<Index>, maybe_count, "");
  ATTN_GROUP(Frame, frame);
};

struct Needy {
  ATTN_DESCRIBED(Needy);
  ATTN_PARAM(Matrix, matrix, "", needed());
  ATTN_PARAM(double, number, "", needed()) = 0.0;
};

template <typename Params>
Params read_as(const char* name, const json& given) {
  Experiment e;
  e.name = name;
  e.params = catalogue::describe<Params>();
  const reference::JsonSource source(e, given);
  Params params;
  experiments::read(source, params);
  return params;
}

Picture picture(const json& given) { return read_as<Picture>("picture", given); }

std::string refused(const json& given) {
  return message_of([&] { picture(given); });
}

// Numbers by name, as a page has them: a seed is a number too.
class Numbers final : public Source {
 public:
  explicit Numbers(double seed) : Source("picture"), seed_(seed) {}
  bool number(const char* name, double& out) const override {
    if (std::string(name) != "seed") return false;
    out = seed_;
    return true;
  }
  bool flag(const char*, bool&) const override { return false; }
  bool text(const char*, std::string&) const override { return false; }
  bool array(const char*, Array&) const override { return false; }

 private:
  double seed_;
};

std::uint64_t seed_of(double value) {
  Picture p;
  experiments::read(Numbers(value), p);
  return p.seed;
}

Matrix rows(double a, double b, double c, double d) {
  Matrix m(2, 2);
  m << a, b, c, d;
  return m;
}

}  // namespace

TEST_CASE("what is missing takes its default") {
  const Picture p = picture(json::object());
  CHECK(p.number == 1.5);
  CHECK(p.count == 3);
  CHECK(p.seed == 7);
  CHECK_FALSE(p.flag);
  CHECK(p.text == "as it is");
  CHECK(p.colour == Colour::kGreen);
  CHECK(p.list == Vector::Constant(2, 4.0));
  CHECK(p.numbers == std::vector<double>{0.5});
  CHECK(p.counts == std::vector<Index>{1, 2});
  CHECK(p.matrix == Matrix::Constant(1, 1, 9.0));
  CHECK(p.matrices.empty());
  CHECK_FALSE(p.maybe.has_value());
  CHECK_FALSE(p.maybe_count.has_value());
  CHECK(p.frame.thickness == 2.0);
  CHECK(p.frame.gilded);
}

TEST_CASE("each type of parameter is read, those of a group among the others") {
  const Picture p = picture({{"number", -2.5},
                             {"count", 12},
                             {"seed", 99},
                             {"flag", true},
                             {"text", "other"},
                             {"colour", "blue"},
                             {"list", {1, 2.5, -3}},
                             {"numbers", json::array()},
                             {"counts", {5, 6, 7}},
                             {"matrix", {{1, 2}, {3, 4}}},
                             {"floats", {{0.1}, {0.2}}},
                             {"mask", {{0, 1, -2}}},
                             {"matrices", {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}},
                             {"maybe", 0.25},
                             {"maybe_count", 4},
                             {"thickness", 0.5},
                             {"gilded", false}});
  CHECK(p.number == -2.5);
  CHECK(p.count == 12);
  CHECK(p.seed == 99);
  CHECK(p.flag);
  CHECK(p.text == "other");
  CHECK(p.colour == Colour::kBlue);
  REQUIRE(p.list.size() == 3);
  CHECK(p.list(1) == 2.5);
  CHECK(p.numbers.empty());
  CHECK(p.counts == std::vector<Index>{5, 6, 7});
  CHECK(p.matrix == rows(1, 2, 3, 4));
  REQUIRE(p.floats.rows() == 2);
  CHECK(p.floats.cols() == 1);
  CHECK(p.floats(1, 0) == 0.2F);
  REQUIRE(p.mask.cols() == 3);
  CHECK_FALSE(p.mask(0, 0));
  CHECK(p.mask(0, 1));
  CHECK(p.mask(0, 2));
  REQUIRE(p.matrices.size() == 2);
  CHECK(p.matrices[0] == rows(1, 2, 3, 4));
  CHECK(p.matrices[1] == rows(5, 6, 7, 8));
  CHECK(p.maybe == 0.25);
  CHECK(p.maybe_count == 4);
  CHECK(p.frame.thickness == 0.5);
  CHECK_FALSE(p.frame.gilded);
}

TEST_CASE("what has no default is refused where it is missing") {
  CHECK(message_of([] { read_as<Needy>("needy", json::object()); }) == "needy: matrix is missing");
  CHECK(message_of([] {
          read_as<Needy>("needy", {{"matrix", {{1}}}});
        }) == "needy: number is missing");
  CHECK(read_as<Needy>("needy", {{"matrix", {{1}}}, {"number", 2}}).number == 2.0);
}

TEST_CASE("a value of another type is refused with the experiment and the parameter") {
  CHECK(refused({{"number", "many"}}) == "picture: number is \"many\", expected a number");
  CHECK(refused({{"number", true}}) == "picture: number is true, expected a number");
  CHECK(refused({{"number", nullptr}}) == "picture: number is null, expected a number");
  CHECK(refused({{"number", {1}}}) == "picture: number is [1], expected a number");
  CHECK(refused({{"count", "3"}}) == "picture: count is \"3\", expected a number");
  CHECK(refused({{"seed", "x"}}) == "picture: seed is \"x\", expected a number");
  CHECK(refused({{"flag", 1}}) == "picture: flag is 1, expected true or false");
  CHECK(refused({{"text", 5}}) == "picture: text is 5, expected a name");
  CHECK(refused({{"colour", 1}}) == "picture: colour is 1, expected a name");
  CHECK(refused({{"maybe", "x"}}) == "picture: maybe is \"x\", expected a number");
  CHECK(refused({{"gilded", 0}}) == "picture: gilded is 0, expected true or false");
  CHECK(refused({{"list", true}}) == "picture: list: true is not a number");
}

TEST_CASE("a choice of an unknown name is refused with the names there are") {
  CHECK(refused({{"colour", "grey"}}) == "picture: colour is 'grey', expected red, green or blue");
  CHECK(refused({{"colour", ""}}) == "picture: colour is '', expected red, green or blue");
}

TEST_CASE("a count with a fraction is refused, and one that no index holds") {
  const std::string whole = ", expected a whole number from -1000000000 to 1000000000";
  CHECK(refused({{"count", 2.5}}) == "picture: count is 2.5" + whole);
  CHECK(refused({{"count", 1e10}}) == "picture: count is 10000000000" + whole);
  CHECK(refused({{"count", "NaN"}}) == "picture: count is NaN" + whole);
  CHECK(refused({{"count", "Infinity"}}) == "picture: count is Infinity" + whole);
  CHECK(refused({{"maybe_count", 0.5}}) == "picture: maybe_count is 0.5" + whole);
  CHECK(refused({{"counts", {1, 1.5}}}) == "picture: an entry of counts is 1.5" + whole);
  CHECK(picture({{"count", 4.0}}).count == 4);
  CHECK(picture({{"count", -5}}).count == -5);
}

TEST_CASE("a number may be one that JSON lacks") {
  CHECK(picture({{"number", "Infinity"}}).number == std::numeric_limits<double>::infinity());
  CHECK(picture({{"list", {1, "-Infinity"}}}).list(1) == -std::numeric_limits<double>::infinity());
  CHECK(std::isnan(picture({{"matrix", {{"NaN"}}}}).matrix(0, 0)));
}

TEST_CASE("a seed from JSON is every whole number of 64 bits, to the last one") {
  CHECK(picture({{"seed", 9007199254740993U}}).seed == 9007199254740993U);
  CHECK(picture({{"seed", 18446744073709551615U}}).seed == 18446744073709551615U);
  CHECK(picture(json::parse(R"({"seed": 18446744073709551615})")).seed == 18446744073709551615U);
  CHECK(picture({{"seed", 0}}).seed == 0);
  CHECK(picture({{"seed", 1e3}}).seed == 1000);
  const std::string whole = ", expected a whole number from 0 to 9.0072e15";
  CHECK(refused({{"seed", -1}}) == "picture: seed is -1" + whole);
  CHECK(refused({{"seed", 0.5}}) == "picture: seed is 0.5" + whole);
  CHECK(refused({{"seed", 1e17}}) == "picture: seed is 1e17" + whole);
}

TEST_CASE("a seed that is a number is refused where it may have been rounded") {
  CHECK(seed_of(9007199254740992.0) == 9007199254740992U);
  CHECK_THAT(message_of([] { seed_of(9007199254740994.0); }), contains("picture: seed is 9.0072"));
  CHECK_THAT(message_of([] { seed_of(0.5); }), contains("picture: seed is 0.5, expected a whole"));
  CHECK_THAT(message_of([] { seed_of(-1.0); }), contains("picture: seed is -1, expected a whole"));
  CHECK_THAT(message_of([] { seed_of(std::nan("")); }), contains("picture: seed is NaN"));
}

TEST_CASE("a matrix is a list of its rows, or a shape and data") {
  const json shaped = {{"shape", {2, 2}}, {"data", {1, 2, 3, 4}}};
  CHECK(picture({{"matrix", shaped}}).matrix == rows(1, 2, 3, 4));
  CHECK(picture({{"matrix", {{1, 2}, {3, 4}}}}).matrix == rows(1, 2, 3, 4));
  const json list = {{"shape", {2}}, {"data", {1, 2}}};
  CHECK(picture({{"list", list}}).list(1) == 2.0);
  const json three = {{"shape", {2, 1, 3}}, {"data", {1, 2, 3, 4, 5, 6}}};
  const Picture p = picture({{"matrices", three}});
  REQUIRE(p.matrices.size() == 2);
  CHECK(p.matrices[1].rows() == 1);
  CHECK(p.matrices[1](0, 2) == 6.0);
  CHECK(picture({{"matrix", {{"shape", {0, 3}}, {"data", json::array()}}}}).matrix.cols() == 3);
  CHECK(picture({{"matrix", {json::array(), json::array()}}}).matrix.rows() == 2);
}

TEST_CASE("a list or matrix of another form is refused with the form it has") {
  CHECK(refused({{"list", 5}}) == "picture: list is one number, expected a list of numbers");
  CHECK(refused({{"list", {{1, 2}}}}) ==
        "picture: list is of the shape 1 x 2, expected a list of numbers");
  CHECK(refused({{"matrix", {1, 2}}}) == "picture: matrix is of the shape 2, expected a matrix");
  CHECK(refused({{"floats", {1, 2}}}) == "picture: floats is of the shape 2, expected a matrix");
  CHECK(refused({{"mask", json::array()}}) == "picture: mask is of the shape 0, expected a matrix");
  CHECK(
      refused({{"matrices", {{1, 2}}}}) ==
      "picture: matrices is of the shape 1 x 2, expected matrices, along the first of three axes");
  CHECK(refused({{"counts", {{1}}}}) ==
        "picture: counts is of the shape 1 x 1, expected a list of numbers");
}

TEST_CASE("ragged rows are refused") {
  const std::string ragged = "picture: matrix: rows of another length";
  CHECK(refused({{"matrix", {{1, 2}, {3}}}}) == ragged);
  CHECK(refused({{"matrix", {{1}, {2, 3}}}}) == ragged);
  CHECK(refused({{"matrix", {{1, 2}, 3}}}) == ragged);
  CHECK(refused({{"matrix", {1, json::array({2, 3})}}}) == ragged);
  CHECK(refused({{"matrix", {{1, 2}, json::array({json::array({3}), 4})}}}) == ragged);
  CHECK(refused({{"matrix", {json::array(), json::array({1})}}}) == ragged);
  CHECK(refused({{"matrices", {{{1, 2}}, {{3}}}}}) == "picture: matrices: rows of another length");
}

TEST_CASE("data of another size than its shape, and an entry that is no number, are refused") {
  CHECK(refused({{"matrix", {{"shape", {2, 2}}, {"data", {1, 2, 3}}}}}) ==
        "picture: matrix: 'matrix' has another size than its shape");
  CHECK_THAT(refused({{"matrix", {{"shape", {2, 2}}}}}), contains("picture: matrix: "));
  CHECK(refused({{"matrix", {{1, "x"}}}}) == "picture: matrix: \"x\" is not a number");
  CHECK(refused({{"list", {1, nullptr}}}) == "picture: list: null is not a number");
}

TEST_CASE("an unknown parameter is refused, and parameters that are no object") {
  CHECK(refused({{"gamma", 1}}) == "picture: there is no parameter 'gamma'");
  CHECK(refused({{"frame", 1}}) == "picture: there is no parameter 'frame'");
  CHECK(refused(json::array({1})) == "picture: the parameters are no object");
  CHECK(refused(nullptr) == "picture: the parameters are no object");
}

TEST_CASE("every experiment refuses a seed with a fraction and the lack of what it needs") {
  Index seeds = 0;
  Index needs = 0;
  for (const Experiment& e : all()) {
    CAPTURE(e.name);
    const auto opened = [&](const json& given) {
      return message_of([&] { e.open(reference::JsonSource(e, given)); });
    };
    bool seeded = false;
    bool needed = false;
    json bad{{"seed", 0.5}};
    for (const MemberInfo& m : e.params) {
      if (m.limits.needed && !needed) {
        CHECK(opened(json::object()) == e.name + ": " + m.name + " is missing");
      }
      if (m.limits.needed && m.type == "text") bad[m.name] = "some";
      seeded = seeded || m.name == "seed";
      needed = needed || m.limits.needed;
    }
    if (seeded) {
      CHECK(opened(bad) == e.name + ": seed is 0.5, expected a whole number from 0 to 9.0072e15");
      ++seeds;
    }
    if (needed) ++needs;
  }
  CHECK(seeds > 0);
  CHECK(needs > 0);
}
