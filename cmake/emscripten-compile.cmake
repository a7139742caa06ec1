# Compiles with the clang++ that em++ would start, and with what em++ would hand it: em++ is a Python program that takes a fifth of a
# second for each of several hundred sources. Where it does not tell, it is asked each time, as elsewhere. Linking is em++'s.
set(probe "${CMAKE_CURRENT_BINARY_DIR}/probe")
file(WRITE "${probe}.cpp" "")
execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -fwasm-exceptions -v -c "${probe}.cpp" -o "${probe}.o"
  OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE failed)
if(NOT failed AND said MATCHES "(\"?[^\n\"]*/clang[^\n]* -target wasm32[^\n]*)")
  separate_arguments(command UNIX_COMMAND "${CMAKE_MATCH_1}")
  list(REMOVE_ITEM command -v -c "${probe}.cpp" -o "${probe}.o")
  list(JOIN command " " command)
  set(CMAKE_CXX_COMPILE_OBJECT "${command} <DEFINES> <INCLUDES> <FLAGS> -o <OBJECT> -c <SOURCE>")
endif()

# Pages download every byte: all but what cmake/wasm.cmake makes fast again is small (decision 22). em++ would leave out the inlining of
# what is smaller inlined, and clang inlines by the threshold 5 then, which leaves a call for each entry of a matrix.
add_compile_options($<$<CONFIG:Release>:-Oz> -finline-functions -mllvm -inline-threshold=50)
