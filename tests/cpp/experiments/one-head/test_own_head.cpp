#include "experiments/one-head/own_head.hpp"

#include <cmath>
#include <limits>

#include "attn/numerics/rng.hpp"
#include "attn/reading/head_file.hpp"
#include "catch.hpp"
#include "experiments/one-head/base64.hpp"
#include "experiments/one-head/head_dials.hpp"

using namespace attn;
using namespace attn::experiments;

namespace {

OwnHeadParams params_of(const std::string& files, double place = 1.0, double temperature = 1.0) {
  OwnHeadParams out;
  out.files = files;
  out.place = place;
  out.temperature = temperature;
  return out;
}

std::string as_text(const Head& head) {
  const std::string bytes = head_npz(head);
  return to_base64({bytes.begin(), bytes.end()}) + " head.npz";
}

Head head_of_text(const std::string& text) {
  const std::vector<std::uint8_t> bytes =
      from_base64("mine", "files", "a file", text.substr(0, text.find(' ')));
  return read_head({{"head.npz", reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()}});
}

double dial(const HeadDials& of, const std::string& name) {
  for (const Dial& one : of.dials) {
    if (one.name == name) return one.value;
  }
  FAIL("no dial " << name);
  return 0.0;
}

}  // namespace

TEST_CASE("base64: bytes come back, of any number, and what is none is refused by its name") {
  std::vector<std::uint8_t> bytes;
  for (int n = 0; n < 70; ++n) {
    const std::string text = to_base64(bytes);
    CHECK(text.size() == 4 * ((bytes.size() + 2) / 3));
    CHECK(from_base64("mine", "text", "base64", text) == bytes);
    bytes.push_back(static_cast<std::uint8_t>(37 * n + 250));
  }
  // RFC 4648, section 10.
  CHECK(to_base64({'f', 'o', 'o', 'b', 'a'}) == "Zm9vYmE=");
  for (const char* wrong : {"Zm9", "Zm9vY===", "Zm9v*mE=", "Z=9v"}) {
    CHECK_THROWS_WITH(from_base64("mine", "text", "base64", wrong),
                      "mine: text is text of another kind, expected base64");
  }
}

TEST_CASE("own_head: says of a head what attn read says of it") {
  for (const std::uint64_t seed : {1U, 5U}) {
    const std::string text = made_up_head(seed);
    const HeadDials all = head_dials(head_of_text(text));
    const OwnHeadFrame f = OwnHead(params_of(text, 0.5)).frame();
    const HeadDials row = head_dials(head_of_text(text), f.row - 1);
    CHECK(f.row == 7);
    CHECK(f.queries == 12);
    CHECK(f.effective_tokens == Approx(dial(all, "effective_tokens")));
    CHECK(f.routed_error == dial(all, "routed_error"));
    CHECK(f.effective_rank == dial(all, "effective_rank"));
    CHECK(f.symmetric_share == dial(all, "symmetric_share"));
    CHECK(f.value_cosine == dial(all, "value_cosine"));
    CHECK(f.distance_share == dial(all, "distance_share"));
    CHECK(f.lag_all(1) == dial(all, "lag_1"));
    CHECK(f.lag_row(2) == dial(row, "lag_2"));
    CHECK(f.log_det_query == dial(row, "log_det_query"));
    CHECK(f.log_det_whole == dial(row, "log_det_whole"));
    CHECK(f.peak == dial(row, "peak_temperature"));
  }
}

TEST_CASE("own_head: its instruments agree with one another at any place and temperature") {
  for (const double place : {0.0, 0.3, 1.0}) {
    for (const double temperature : {0.25, 1.0, 4.0}) {
      const OwnHeadFrame f = OwnHead(params_of(made_up_head(3), place, temperature)).frame();
      CHECK(f.keys.size() == f.row);
      CHECK(f.weight_error <= 1e-14);
      CHECK(f.routing_error <= 1e-12);
      CHECK(f.distance_error <= 1e-13);
      CHECK(f.block_error <= 1e-10);
      CHECK(f.eigen_query.rows() == 3);
      if (f.row > 4) {
        CHECK(std::log(f.weights(3) / f.weights(4)) ==
              Approx((f.scores(3) - f.scores(4)) / temperature));
      }
    }
  }
}

TEST_CASE("own_head: the two forms of a head have the same dials, but for what the second lacks") {
  const Head whole = head_of_text(made_up_head(4));
  Head bare;
  bare.q = whole.q;
  bare.k = whole.k;
  bare.v = whole.v;
  bare.mask = whole.mask;
  const OwnHeadFrame a = OwnHead(params_of(made_up_head(4))).frame();
  const OwnHeadFrame b = OwnHead(params_of(as_text(complete_head(bare)))).frame();
  CHECK(a.weights == b.weights);
  CHECK(a.capacity == b.capacity);
  CHECK(a.lag_row == b.lag_row);
  CHECK(a.distance == b.distance);
  CHECK(b.advantage.size() == 0);
  CHECK(b.eigen_query.size() == 0);
  CHECK(b.width == 0);
  CHECK(b.effective_rank == 0.0);
  CHECK(b.labels.size() == 0);
  CHECK(a.labels.head(5) == (Vector(5) << 0xE9, -1, 't', 'o', -1).finished());
}

TEST_CASE("own_head: fewer keys than queries, keys that are hidden, and a mask that is added") {
  Rng rng(6);
  const auto normal = [&](Index rows, Index cols) {
    Matrix out(rows, cols);
    for (double& x : out.reshaped<Eigen::RowMajor>()) x = rng.normal();
    return out;
  };
  Head head;
  head.q = normal(3, 2);
  head.k = normal(5, 2);
  head.v = normal(5, 4);
  head.mask = Matrix::Zero(3, 5);
  head.mask(1, 2) = -std::numeric_limits<double>::infinity();
  head.mask(1, 3) = 0.5;
  const Head complete = complete_head(head);
  const OwnHeadFrame f = OwnHead(params_of(as_text(complete), 0.5)).frame();
  CHECK(f.row == 2);
  CHECK(f.all_keys == 5);
  CHECK(f.keys == (Vector(4) << 0, 1, 3, 4).finished());
  CHECK(f.lag_row.size() == 0);
  CHECK(f.lag_all.size() == 0);
  CHECK(f.distance_error <= 1e-14);
  CHECK(f.scores(2) == Approx(head_scores(complete)(1, 3)));
}

TEST_CASE("own_head: files that hold no head are refused, each with its sentence") {
  CHECK_THROWS_WITH(OwnHead(params_of("")), Catch::Matchers::StartsWith("head file: "));
  CHECK_THROWS_WITH(OwnHead(params_of("AAAA")),
                    "own_head: files is a line without a name, expected base64, a space, a name");
  CHECK_THROWS_WITH(OwnHead(params_of("A*AA head.npz")),
                    "own_head: files is text of another kind, expected files in base64");
  CHECK_THROWS_WITH(OwnHead(params_of("AAAA head.txt")),
                    Catch::Matchers::StartsWith("head file: "));
  CHECK_THROWS_AS(OwnHead(params_of(made_up_head(1), 1.5)), Error);
}
