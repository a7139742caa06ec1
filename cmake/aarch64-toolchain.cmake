# Programs for AArch64, compiled elsewhere with clang++ and run under qemu-user. Headers, libraries and linker are those of
# Debian's g++-aarch64-linux-gnu. Static, so that they need nothing of a system that is not there.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER clang++)
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
