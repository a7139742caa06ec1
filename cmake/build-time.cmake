# How the builds of this project, and of none that brings it in, take less time: docs/decisions/0017-builds.md.
option(ATTN_PCH "Precompile Eigen and the standard library" ON)

set(ATTN_STANDARD_HEADERS <algorithm> <array> <cmath> <cstdint> <cstring> <functional> <limits> <map> <memory> <optional>
                          <sstream> <stdexcept> <string> <string_view> <utility> <vector>)

# attn_precompile(target FROM header...): reads Eigen, the standard library and these headers once for the target, or,
# where FROM is another target that is compiled with the same options, takes what that one has. Only what others wrote:
# in precompiled headers nothing is warned of.
function(attn_precompile target from)
  if(NOT ATTN_PCH OR NOT TARGET ${target})
    return()
  elseif(target STREQUAL from)
    target_precompile_headers(${target} PRIVATE <Eigen/Core> ${ATTN_STANDARD_HEADERS} ${ARGN})
  else()
    target_precompile_headers(${target} REUSE_FROM ${from})
  endif()
endfunction()

# attn_together(target): compiles its sources several at a time, those that tools/batches.mjs finds to have no names in common.
set(ATTN_TOGETHER 0 CACHE STRING "Compile up to so many sources as one: a whole build takes less time, and the next one after a change more")
if(ATTN_TOGETHER)
  find_program(ATTN_NODE node REQUIRED)
endif()
function(attn_together target)
  if(NOT ATTN_TOGETHER OR NOT TARGET ${target})
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  get_target_property(from ${target} SOURCE_DIR)
  set(named "")
  foreach(source IN LISTS sources)
    get_filename_component(source "${source}" ABSOLUTE BASE_DIR "${from}")
    cmake_path(IS_PREFIX PROJECT_BINARY_DIR "${source}" written)
    # What the build writes is large enough by itself.
    if(NOT written AND NOT source MATCHES "\\$<")
      file(RELATIVE_PATH source "${PROJECT_SOURCE_DIR}" "${source}")
      list(APPEND named "${source}")
    endif()
  endforeach()
  execute_process(COMMAND "${ATTN_NODE}" "${PROJECT_SOURCE_DIR}/tools/batches.mjs" ${ATTN_TOGETHER} ${named}
    OUTPUT_VARIABLE batches OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" batches "${batches}")
  set(number 0)
  foreach(batch IN LISTS batches)
    math(EXPR number "${number} + 1")
    separate_arguments(batch)
    list(LENGTH batch count)
    if(count GREATER 1)
      list(TRANSFORM batch PREPEND "${PROJECT_SOURCE_DIR}/")
      set_source_files_properties(${batch} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${number})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # g++ warns of a struct with a field of an unnamed namespace in what is included, and here all is. Where so much is inlined it also
  # takes the storage of empty matrices of Eigen for uninitialized, in other tests with every other batch; clang looks for the real ones.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage -Wno-maybe-uninitialized>)
endfunction()

if(EMSCRIPTEN)
  # All is compiled alike but what is made fast, which has other macros predefined.
  set_source_files_properties(${ATTN_FAST} TARGET_DIRECTORY attn PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  attn_precompile(attn attn)
  get_property(archives GLOBAL PROPERTY ATTN_ARCHIVES)
  get_property(parts DIRECTORY cpp/wasm PROPERTY BUILDSYSTEM_TARGETS)
  list(FILTER parts INCLUDE REGEX "^part_")
  list(REMOVE_ITEM parts part_evaluate)
  foreach(target attn_experiments attn_models attn_reference attn_claims attn_bindings ${archives} ${parts})
    attn_precompile(${target} attn_experiments)
  endforeach()
  # Of a paper's ledger a part has all; of what else is in an archive, it has the sources that it needs.
  list(FILTER archives INCLUDE REGEX "^attn_claims_")
  foreach(target ${archives})
    attn_together(${target})
  endforeach()
  return()
endif()

# Tables of what is stated, and programs that print: the mathematics that they call keeps its own options.
foreach(target attn_reference attn_catalogue attn_claims attn_cli attn_cli_main attn_models_list)
  if(TARGET ${target})
    # Under the sanitizers half as long as with -O1.
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1> $<$<BOOL:${ATTN_SANITIZE}>:-O0>)
  endif()
  attn_precompile(${target} attn_reference <nlohmann/json.hpp>)
endforeach()
# Under the sanitizers the mathematics takes longest to run: a sixth less this way, and no longer to compile.
foreach(target attn attn_experiments attn_models)
  if(ATTN_SANITIZE AND TARGET ${target})
    target_compile_options(${target} PRIVATE -O2)
  endif()
endforeach()
# Nor need they see the vectors of four floats three times: SSE2 has those of SSSE3 and of SSE4. Other builds have all.
if(ATTN_SANITIZE)
  target_compile_definitions(attn PRIVATE "ATTN_LEFT_OUT_TARGETS=(HWY_SSSE3|HWY_SSE4)")
endif()
attn_precompile(attn attn)
attn_precompile(attn_experiments attn_experiments)
attn_precompile(attn_models attn_experiments)
attn_precompile(attn_bench attn_experiments)

if(TARGET attn_tests)
  target_compile_options(attn_cases PRIVATE $<$<CONFIG:Release>:-O1>)
  if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    # Half as long to compile. The library comes first, so that of what both instantiate its own is taken, which is
    # optimised: otherwise tests run three times as long.
    target_compile_options(attn_cases PRIVATE $<$<BOOL:${ATTN_SANITIZE}>:-O0>)
    target_link_options(attn_tests PRIVATE
      -Wl,--whole-archive $<$<NOT:$<BOOL:${CMAKE_CROSSCOMPILING}>>:$<TARGET_FILE:attn_experiments>> $<TARGET_FILE:attn>
      -Wl,--no-whole-archive)
  endif()
  get_target_property(version attn_cases ATTN_CATCH2_VERSION)
  if(version VERSION_LESS 3)
    attn_precompile(attn_cases attn_cases <nlohmann/json.hpp> <catch2/catch.hpp>)
  else()
    attn_precompile(attn_cases attn_cases <nlohmann/json.hpp> <catch2/catch_all.hpp>)
  endif()
endif()

attn_precompile(fuzz_targets fuzz_targets)

foreach(target attn attn_experiments attn_models attn_reference attn_claims attn_cli attn_cases fuzz_targets)
  attn_together(${target})
endforeach()
