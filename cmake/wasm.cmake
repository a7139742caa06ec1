# How everything is compiled and linked for WebAssembly.
# Highway and nlohmann/json are header-only here. A folder with links to just them, because the host's own /usr/include
# must not be on the path of a cross compiler.
set(ATTN_LINKED_HEADERS "${CMAKE_CURRENT_BINARY_DIR}/linked-headers")
file(MAKE_DIRECTORY "${ATTN_LINKED_HEADERS}")
foreach(header hwy/highway.h nlohmann/json.hpp)
  get_filename_component(folder ${header} DIRECTORY)
  find_path(ATTN_${folder}_INCLUDE ${header} PATHS /usr/include /usr/local/include NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  file(CREATE_LINK "${ATTN_${folder}_INCLUDE}/${folder}" "${ATTN_LINKED_HEADERS}/${folder}" SYMBOLIC)
endforeach()
target_compile_options(attn PUBLIC -fwasm-exceptions -fno-rtti)
target_link_options(attn PUBLIC -fwasm-exceptions -fno-rtti)

# The kernels once more, with SIMD. A program that is linked with these before all else takes them and not those of attn:
# of what two archives define, the linker takes the first. All else is compiled once, for both.
get_target_property(kernels attn SOURCES)
list(FILTER kernels INCLUDE REGEX "src/kernels/")
list(TRANSFORM kernels PREPEND "${PROJECT_SOURCE_DIR}/cpp/")
add_library(attn_simd STATIC EXCLUDE_FROM_ALL ${kernels})
target_link_libraries(attn_simd PUBLIC attn PRIVATE attn_options)
target_include_directories(attn_simd PRIVATE "${PROJECT_SOURCE_DIR}/cpp/src")
target_compile_options(attn_simd PRIVATE -msimd128 -ffp-contract=off)
target_compile_definitions(attn_simd PRIVATE HWY_COMPILE_ONLY_STATIC)
target_compile_definitions(attn PRIVATE HWY_COMPILE_ONLY_SCALAR)
foreach(target attn attn_simd)
  target_include_directories(${target} SYSTEM PRIVATE "${ATTN_LINKED_HEADERS}")
endforeach()

# What is compiled to be fast: the kernels, but for what decides what they do; where figures spend their time in double precision, by
# samples of all their states; and Eigen's decomposition, which is small only inlined.
set(ATTN_FAST ${kernels})
foreach(source attention/attention attention/attention_parts attention/softmax denoising/denoiser geometry/geodesic memory/capacity
        memory/classical_hopfield numerics/check numerics/elimination numerics/largest numerics/products numerics/rng reading/temperature
        sequence/best_laws support/matrix_margin support/scalar_residual support/token_process training/gpt_layers
        training/pattern_flow)
  list(APPEND ATTN_FAST "${PROJECT_SOURCE_DIR}/cpp/src/${source}.cpp")
endforeach()
list(FILTER ATTN_FAST EXCLUDE REGEX "src/kernels/gauss_(cost|tables)")
# With what -O3 inlines by itself: of a threshold that is given twice the last one holds.
set(fast -O3 -mllvm -inline-threshold=250)
set_source_files_properties(${ATTN_FAST} TARGET_DIRECTORY attn attn_simd PROPERTIES COMPILE_OPTIONS "${fast}")
# Where no loop is hot, or none has vectors, what the compiler unrolls or vectorises takes bytes and saves no time.
set(compact ${ATTN_FAST})
list(FILTER compact EXCLUDE REGEX "src/kernels/(attention|barrier|exp2|gauss_(line|plane|points)|gpt|linear|pair|patterns|projections|weights)")
set_source_files_properties(${compact} TARGET_DIRECTORY attn attn_simd PROPERTIES COMPILE_OPTIONS
  "${fast};-fno-unroll-loops;-fno-vectorize;-fno-slp-vectorize")

# The default stack is 64 KB since 3.1.27, and Eigen's products put up to 128 KB on it.
if(EMSCRIPTEN_VERSION VERSION_LESS 3.1.27)
  set(stack -sTOTAL_STACK=1MB)
else()
  set(stack -sSTACK_SIZE=1MB)
endif()

# add_wasm(name source...): what all modules have. One whose name ends in .simd takes the kernels with SIMD.
function(add_wasm name)
  add_executable(${name} ${ARGN})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}" LINKER_LANGUAGE CXX)
  if(name MATCHES "[.]simd$")
    target_link_libraries(${name} PRIVATE attn_simd)
  endif()
  target_link_libraries(${name} PRIVATE attn attn_options)
  # wasm-opt would put every function with one caller into it, and engines keep the loops of one huge function in
  # registers less well: kernels lost up to a third.
  target_link_options(${name} PRIVATE -sBINARYEN_EXTRA_PASSES=--one-caller-inline-max-function-size=20)
  target_link_options(${name} PRIVATE -sALLOW_MEMORY_GROWTH=1 -sMALLOC=emmalloc ${stack})
endfunction()

# add_wasm_part(name source...): a binary without glue, as pages load it. A page has several, and most need no more than what they
# start with: half of that is the stack, and memory grows with what is asked.
function(add_wasm_part name)
  add_wasm(${name} ${ARGN})
  set_target_properties(${name} PROPERTIES SUFFIX .wasm)
  target_link_options(${name} PRIVATE -sSTANDALONE_WASM --no-entry -sINITIAL_MEMORY=2MB)
endfunction()

# add_wasm_module(name source...): an embind module as an ES module that takes its wasm through `instantiateWasm`, for tests and
# benchmarks. Its HEAPU8, whose length is the memory in use, has to be asked for since emscripten 4.0.7.
function(add_wasm_module name)
  add_wasm(${name} ${ARGN})
  set_target_properties(${name} PROPERTIES SUFFIX .mjs)
  target_compile_definitions(${name} PRIVATE EMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)
  target_link_options(${name} PRIVATE --bind -sMODULARIZE -sEXPORT_ES6 -sENVIRONMENT=web,worker
    -sDYNAMIC_EXECUTION=0 -sFILESYSTEM=0 -sEXPORTED_RUNTIME_METHODS=HEAPU8)
endfunction()
