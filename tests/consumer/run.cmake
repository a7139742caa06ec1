# Installs BUILD into WORK, then configures, builds and runs SOURCE against it.
file(REMOVE_RECURSE "${WORK}")
foreach(step
    "--install;${BUILD};--prefix;${WORK}/prefix"
    "-S;${SOURCE};-B;${WORK}/build;-G;Ninja;-DCMAKE_PREFIX_PATH=${WORK}/prefix;-DCMAKE_CXX_COMPILER=${COMPILER}"
    "--build;${WORK}/build")
  execute_process(COMMAND "${CMAKE_COMMAND}" ${step} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
execute_process(COMMAND "${WORK}/build/consumer" OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
if(NOT printed MATCHES "^ *-[0-9.]+\n *-[0-9.]+\n *[0-9.]+\n *[0-9.]+\n$")
  message(FATAL_ERROR "the consumer printed something else than two negative and two positive numbers: ${printed}")
endif()
