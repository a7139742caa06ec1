#include "experiments/one-head/readings_table.hpp"

#include "attn/numerics/largest.hpp"
#include "catch.hpp"

using namespace attn;
using namespace attn::experiments;

TEST_CASE("readings_table: the table is that of read_model, at the end of all its units") {
  ReadingsTableParams params;
  params.source = made_up_source(8);
  params.windows = 2;
  ReadingsTable table(params);
  CHECK(table.progress() == 0.0);
  CHECK_FALSE(table.refine(5));
  CHECK(table.progress() == Approx(5.0 / 18.0));
  CHECK(table.refine(100));
  const ReadingSource source = reading_source("mine", params.source);
  ReadingOptions options;
  options.touch = true;
  const ModelReadings found = read_model(source.shape, source.weights, source.windows, options);
  CHECK(table.frame().readings == found.readings);
  CHECK(table.frame().touches == found.touches);
  CHECK(table.frame().within == ranks_within_blocks(found, 4));
  CHECK(table.frame().all == ranks_of_all(found));
  CHECK(table.frame().self_error <= 1e-15);
  CHECK(largest(table.frame().within) <= 1.0);
}

TEST_CASE("readings_table: windows that the text does not have are refused") {
  ReadingsTableParams params;
  params.source = made_up_source(8);
  params.windows = 3;
  CHECK_THROWS_AS(ReadingsTable(params), Error);
}
