// What sums over pairs of points cost, to choose a way of taking them. Internal.
//
// In nanoseconds of one machine, by the length of its vectors. Only ratios matter, and they change
// little from machine to machine: near the crossover the wrong choice costs tens of percent.
#pragma once

#include <cstddef>

namespace attn::kernels {

/// All pairs of n points in one or two dimensions, each pair once.
double pairs_cost(double n, std::size_t dimensions);

/// All pairs of a query and a point.
double query_pairs_cost(double queries, double n, std::size_t dimensions);

/// The transform along a line from n sources to m targets.
double line_cost(double n, double m, double boxes, double reach);

/// The transform in the plane, boxes divided into parts or not.
double plane_cost(double n, double m, double columns, double rows, double reach, bool divided);

}  // namespace attn::kernels
