#include "experiments/description.hpp"

#include <cctype>
#include <cmath>
#include <limits>
#include <set>

#include "catch.hpp"
#include "every_experiment.hpp"
#include "experiments/catalogue.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

enum class Taste { kSweet, kSour, kSalty };

struct Filling {
  ATTN_DESCRIBED(Filling);
  ATTN_PARAM(double, depth, "of it", positive()) = 1.0;
};

struct Cake {
  ATTN_DESCRIBED(Cake);
  ATTN_PARAM(double, any, "finite") = 0.0;
  ATTN_PARAM(double, least, "", not_negative()) = 0.0;
  ATTN_PARAM(double, open, "", above_zero(2.0)) = 1.0;
  ATTN_PARAM(double, closed, "", within(-1.0, 1.0)) = 0.0;
  ATTN_PARAM(double, temperature, "", within(0.0, kInfinity)) = 1.0;
  ATTN_PARAM(Index, tiers, "", within(1, 5)) = 3;
  ATTN_PARAM(Index, unlimited, "") = 0;
  ATTN_PARAM(std::optional<double>, maybe, "", within(0.0, 1.0));
  ATTN_GROUP(Filling, filling);
  ATTN_CHOICE(Taste, taste, "", "sweet", "sour", "salty") = Taste::kSweet;
  ATTN_PARAM(std::vector<double>, list, "its experiment knows", needed());
};

// What is said of a cake after a change.
template <typename Change>
std::string refused(Change change) {
  Cake cake;
  change(cake);
  return message_of([&] { checked("cake", cake); });
}

void check_texts(const std::vector<MemberInfo>& members) {
  std::set<std::string> names;
  for (const MemberInfo& m : members) {
    CAPTURE(m.name);
    CHECK(names.insert(m.name).second);
    REQUIRE_FALSE(m.name.empty());
    CHECK(std::islower(static_cast<unsigned char>(m.name[0])) != 0);
    CHECK_FALSE(m.about.empty());
    CHECK_FALSE(m.type.empty());
    CHECK(m.of.empty() == m.members.empty());
    check_texts(m.members);
  }
}

}  // namespace

TEST_CASE("parameters within their limits are returned as they are") {
  const Cake cake;
  CHECK(&checked("cake", cake) == &cake);
  CHECK(refused([](Cake& c) {
          c.any = -1e300;
          c.least = 1e300;
          c.open = 2.0;
          c.closed = -1.0;
          c.temperature = kInfinity;
          c.tiers = 5;
          c.unlimited = -7;
          c.maybe = 1.0;
          c.taste = Taste::kSalty;
          c.list = {kNan};
        }) == "(no attn::Error)");
}

TEST_CASE("a number outside of its limits is refused by name, NaN and infinity too") {
  const std::string finite = ", expected a finite number";
  CHECK(refused([](Cake& c) { c.any = kNan; }) == "cake: any is NaN" + finite);
  CHECK(refused([](Cake& c) { c.any = -kInfinity; }) == "cake: any is -Infinity" + finite);
  CHECK(refused([](Cake& c) { c.least = -0.5; }) == "cake: least is -0.5" + finite + " >= 0");
  CHECK(refused([](Cake& c) { c.least = kNan; }) == "cake: least is NaN" + finite + " >= 0");
  CHECK(refused([](Cake& c) { c.least = kInfinity; }) ==
        "cake: least is Infinity" + finite + " >= 0");
  CHECK(refused([](Cake& c) { c.open = 0.0; }) == "cake: open is 0" + finite + " > 0");
  CHECK(refused([](Cake& c) { c.open = kNan; }) == "cake: open is NaN" + finite + " > 0");
  CHECK(refused([](Cake& c) { c.open = 2.5; }) ==
        "cake: open is 2.5, expected a number from 0 to 2");
  CHECK(refused([](Cake& c) { c.closed = 1.5; }) ==
        "cake: closed is 1.5, expected a number from -1 to 1");
  CHECK(refused([](Cake& c) { c.closed = kNan; }) ==
        "cake: closed is NaN, expected a number from -1 to 1");
  CHECK(refused([](Cake& c) { c.closed = -kInfinity; }) ==
        "cake: closed is -Infinity, expected a number from -1 to 1");
  CHECK(refused([](Cake& c) { c.temperature = kNan; }) ==
        "cake: temperature is NaN, expected a number from 0 to Infinity");
  CHECK(refused([](Cake& c) { c.temperature = -1.0; }) ==
        "cake: temperature is -1, expected a number from 0 to Infinity");
}

TEST_CASE("a count outside of its limits is refused by name, at both ends") {
  CHECK(refused([](Cake& c) { c.tiers = 0; }) ==
        "cake: tiers is 0, expected a whole number from 1 to 5");
  CHECK(refused([](Cake& c) { c.tiers = 6; }) ==
        "cake: tiers is 6, expected a whole number from 1 to 5");
}

TEST_CASE("what need not be there is checked where it is") {
  CHECK(refused([](Cake& c) { c.maybe = 1.5; }) ==
        "cake: maybe is 1.5, expected a number from 0 to 1");
  CHECK(refused([](Cake& c) { c.maybe = kNan; }) ==
        "cake: maybe is NaN, expected a number from 0 to 1");
}

TEST_CASE("a choice that is none of its names is refused by name") {
  CHECK(refused([](Cake& c) { c.taste = static_cast<Taste>(3); }) ==
        "cake: taste is 3, expected a whole number from 0 to 2");
  CHECK(refused([](Cake& c) { c.taste = static_cast<Taste>(-1); }) ==
        "cake: taste is -1, expected a whole number from 0 to 2");
}

TEST_CASE("members of a group are checked in the name of the experiment, in their turn") {
  CHECK(refused([](Cake& c) { c.filling.depth = 0.0; }) ==
        "cake: depth is 0, expected a finite number > 0");
  CHECK(refused([](Cake& c) {
          c.filling.depth = 0.0;
          c.taste = static_cast<Taste>(3);
        }) == "cake: depth is 0, expected a finite number > 0");
  CHECK(refused([](Cake& c) {
          c.filling.depth = 0.0;
          c.tiers = 0;
        }) == "cake: tiers is 0, expected a whole number from 1 to 5");
}

TEST_CASE("every experiment's defaults are within their limits") {
  REQUIRE(EveryExperiment::kCount == all().size());
  EveryExperiment::for_each([](auto* type) {
    using X = std::remove_pointer_t<decltype(type)>;
    const typename X::Params defaults;
    CHECK(message_of([&] { checked(X::kName, defaults); }) == "(no attn::Error)");
  });
}

TEST_CASE("every member has a text and a name of its own among its neighbours") {
  for (const Experiment& e : all()) {
    CAPTURE(e.name);
    CHECK_FALSE(e.about.empty());
    CHECK_FALSE(e.params.empty());
    CHECK_FALSE(e.frame.empty());
    check_texts(e.params);
    check_texts(e.frame);
  }
}

TEST_CASE("limits of every parameter can be kept, and belong to numbers") {
  for (const Experiment& e : all()) {
    for (const MemberInfo& m : e.params) {
      CAPTURE(e.name, m.name);
      if (m.limits.given) {
        CHECK(m.limits.low < m.limits.high);
        CHECK((m.type == "number" || m.type == "count"));
      }
      if (m.limits.open) CHECK(m.limits.low == 0.0);
      if (m.type == "choice") CHECK(m.names.size() >= 2);
    }
  }
}
