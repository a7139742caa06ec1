// What evaluators of reference cases read their arguments with, and those that are in files of
// their own. Internal to the registry.
#pragma once

#include <string_view>

#include "reference/reference.hpp"

namespace attn::reference {

/// Throws Error with the case's name.
[[noreturn]] void fail(const Case& c, const std::string& what);

bool has_input(const Case& c, const std::string& name);

/// Inputs and parameters; each throws Error where it is missing or of another form. The name as a
/// view: g++ from 13 on takes the result for a reference into a temporary string.
const Array& input(const Case& c, std::string_view name);
const std::vector<double>& values(const Case& c, std::string_view name, std::size_t size);
Matrix matrix(const Case& c, const std::string& name);
Matrix column(const Case& c, const std::string& name);
Vector vector_input(const Case& c, const std::string& name);
/// A tensor of three axes as matrices, by its first.
std::vector<Matrix> matrices(const Case& c, const std::string& name);
double number(const Case& c, const std::string& name);
double number_or(const Case& c, const std::string& name, double otherwise);
Index whole(const Case& c, const std::string& name);

Array to_array(const Matrix& m);
Array to_array(const Vector& v);
/// Matrices of one shape as a tensor.
Array to_array(const std::vector<Matrix>& list);

Arrays adamw_steps(const Case& c);
Arrays attention_forward_case(const Case& c);
Arrays attention_backward_case(const Case& c);
Arrays flow_gradient(const Case& c);
Arrays flow_reduced_case(const Case& c);
Arrays geometry_christoffel(const Case& c);
Arrays geometry_fisher(const Case& c);
Arrays gpt_training(const Case& c);
Arrays gradients_head(const Case& c);
Arrays hopfield_classical(const Case& c);
Arrays hopfield_modern(const Case& c);
Arrays linear_feature_maps(const Case& c);
Arrays linear_variance(const Case& c);
Arrays markov_construction(const Case& c);
Arrays markov_law(const Case& c);
Arrays multihead_forward_case(const Case& c);
Arrays multihead_diversity(const Case& c);
Arrays multihead_backward_case(const Case& c);
Arrays norm_layer(const Case& c);
Arrays norm_layer_backward(const Case& c);
Arrays norm_rms(const Case& c);
Arrays norm_rms_backward(const Case& c);
Arrays process_consistency(const Case& c);
Arrays reading_head(const Case& c);
Arrays reading_ngram(const Case& c);
Arrays reading_position(const Case& c);
Arrays reading_ranks(const Case& c);
Arrays reading_step(const Case& c);
Arrays sticky_race(const Case& c);
Arrays sticky_transition_case(const Case& c);
Arrays support_sequence(const Case& c);
Arrays support_curves(const Case& c);
Arrays support_margins(const Case& c);
Arrays support_scalar(const Case& c);
Arrays tables_ratios(const Case& c);
Arrays training_head(const Case& c);

}  // namespace attn::reference
