// All of the topic `geometry`: metrics, Christoffel symbols and covariant derivatives, geodesics,
// the Fisher matrix and natural gradients.
//
//   what you have             what you want                               take
//   a form, two vectors       their score, whatever the form              bilinear_form
//   a form, a query           the covector that scores, and back          lower_index, raise_index
//   a learned W               the metric W^T W                            learned_metric
//   a metric, vectors         lengths, distances, angles                  metric_length, ...
//   a metric                  the volume of a cube; other coordinates     metric_volume, pull_back
//   a metric of the position  a field with its derivatives                differentiated_field
//   a field, a point          how directions turn; whether it is curved   christoffel_symbols_at,
//                                                                         gauss_curvature
//   a field, a direction      the straightest path                        Geodesic
//   weights of a softmax      the metric of its scores, at one point      softmax_fisher
//                             the same as a field, with one score held    softmax_fisher_field
//   p, d log p by parameters  the Fisher matrix of any family             fisher_matrix
//   a Fisher matrix, grad L   the step that coordinates do not change     natural_gradient
#pragma once

#include "attn/geometry/christoffel.hpp"
#include "attn/geometry/fisher.hpp"
#include "attn/geometry/geodesic.hpp"
#include "attn/geometry/metric.hpp"
