// What libc++abi says before it aborts, on a console that nobody reads: with its own, every part carries a printf. The page
// tells of a crash by itself.
#include <cstdlib>

extern "C" [[noreturn]] void abort_message(const char* format, ...);

extern "C" void abort_message(const char*, ...) { std::abort(); }
