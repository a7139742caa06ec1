# Toolchain for emscripten from any place: asks `em-config` where its own CMake platform file lives.
find_program(EM_CONFIG em-config REQUIRED HINTS "$ENV{EMSDK}/upstream/emscripten")
execute_process(COMMAND "${EM_CONFIG}" EMSCRIPTEN_ROOT OUTPUT_VARIABLE EMSCRIPTEN_ROOT
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
# What emar and emranlib start: Python programs, which take longer than what they do for an archive.
execute_process(COMMAND "${EM_CONFIG}" LLVM_ROOT OUTPUT_VARIABLE LLVM_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE)
foreach(tool ar ranlib)
  string(TOUPPER "CMAKE_${tool}" variable)
  if(EXISTS "${LLVM_ROOT}/llvm-${tool}")
    set(${variable} "${LLVM_ROOT}/llvm-${tool}" CACHE FILEPATH "LLVM's ${tool}")
  endif()
endforeach()
include("${EMSCRIPTEN_ROOT}/cmake/Modules/Platform/Emscripten.cmake")
# Header-only packages of the host are found too.
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)
