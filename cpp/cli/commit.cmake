# Writes OUT, a source file with the commit of SOURCE; "+" behind it where its C++ has changed since. "unknown" where it is no checkout.
cmake_policy(VERSION 3.25)
find_package(Git QUIET)
set(commit "")
if(GIT_FOUND)
  execute_process(COMMAND "${GIT_EXECUTABLE}" rev-parse HEAD WORKING_DIRECTORY "${SOURCE}" OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE
                  ERROR_QUIET)
  execute_process(COMMAND "${GIT_EXECUTABLE}" status --porcelain -- cpp WORKING_DIRECTORY "${SOURCE}" OUTPUT_VARIABLE changed ERROR_QUIET)
  if(NOT changed STREQUAL "")
    string(APPEND commit "+")
  endif()
endif()
if(commit STREQUAL "")
  set(commit unknown)
endif()
file(CONFIGURE OUTPUT "${OUT}" CONTENT "#include \"cli/commit.hpp\"

const char* attn::cli::commit() { return \"@commit@\"; }
" @ONLY)
