// All of the topic `geometry`: metrics, Christoffel symbols and covariant derivatives, geodesics,
// the Fisher matrix and natural gradients.
#pragma once

#include "attn/geometry/christoffel.hpp"
#include "attn/geometry/fisher.hpp"
#include "attn/geometry/geodesic.hpp"
#include "attn/geometry/metric.hpp"
