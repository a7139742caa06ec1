# Toolchain for emscripten from any place: asks `em-config` where its own CMake platform file lives.
find_program(EM_CONFIG em-config REQUIRED HINTS "$ENV{EMSDK}/upstream/emscripten")
execute_process(COMMAND "${EM_CONFIG}" EMSCRIPTEN_ROOT OUTPUT_VARIABLE EMSCRIPTEN_ROOT
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
include("${EMSCRIPTEN_ROOT}/cmake/Modules/Platform/Emscripten.cmake")
# Header-only packages of the host are found too.
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE BOTH)
