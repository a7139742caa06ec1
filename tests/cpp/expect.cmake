# What tests of the `attn` command share. In the folder WORK, which is made anew.
file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")

# expect_command(status "regular expression of the output" command...)
function(expect_command status pattern)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY "${WORK}" RESULT_VARIABLE got OUTPUT_VARIABLE out ERROR_VARIABLE err)
  if(NOT got EQUAL status OR NOT "${out}${err}" MATCHES "${pattern}")
    message(FATAL_ERROR "${ARGN}: exit ${got}, expected ${status} and ${pattern}\n${out}${err}")
  endif()
endfunction()
