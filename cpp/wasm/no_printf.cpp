// What would bring a printf into every part, for messages that no one reads.
#include <cstdlib>

extern "C" {
[[noreturn]] void abort_message(const char* format, ...);

// Of libc++abi, before it aborts: the page tells of a crash by itself.
void abort_message(const char*, ...) { std::abort(); }
}
