# Programs for another processor, which ATTN_TRIPLE names as GCC does (aarch64-linux-gnu), compiled with clang++ and run under
# qemu-user. Headers, libraries and linker are those of Debian's g++-<triple>. Static, so that they need nothing of a system that
# is not there.
set(ATTN_TRIPLE "" CACHE STRING "The processor and system that programs are for")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ATTN_TRIPLE)
string(REGEX REPLACE "-.*" "" CMAKE_SYSTEM_PROCESSOR "${ATTN_TRIPLE}")
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_CXX_COMPILER clang++)
set(CMAKE_CXX_COMPILER_TARGET "${ATTN_TRIPLE}")
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
# The stack of numbers of 80 bits that 32-bit x86 began with rounds at other places.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "i686")
  set(CMAKE_CXX_FLAGS_INIT "-msse2 -mfpmath=sse")
endif()
string(REPLACE "i686" "i386" machine "${CMAKE_SYSTEM_PROCESSOR}")
set(CMAKE_CROSSCOMPILING_EMULATOR "qemu-${machine}")
