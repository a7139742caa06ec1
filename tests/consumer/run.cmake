# The library as a stranger uses it, by the way that MODE names:
#   installed  installs BUILD into WORK, looks at what is there, and builds two programs against it
#   fetched    builds a program in a project that brings SOURCE in
#   by_hand    installs BUILD into WORK, and compiles a program with a command alone: EIGEN and HIGHWAY say where these are
# COMPILERS build the programs. Nothing is optimised: what is tested are the build files.
file(REMOVE_RECURSE "${WORK}")
set(consumers "${CMAKE_CURRENT_LIST_DIR}")

# build(FOLDER COMPILER argument...): configures and builds the project, and runs the program of its name; `printed`.
function(build folder compiler)
  get_filename_component(name "${folder}" NAME)
  get_filename_component(by "${compiler}" NAME)
  set(into "${name}-${by}")
  execute_process(COMMAND "${CMAKE_COMMAND}" -S "${folder}" -B "${WORK}/${into}" -G Ninja
    "-DCMAKE_CXX_COMPILER=${compiler}" ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND "${CMAKE_COMMAND}" --build "${WORK}/${into}" COMMAND_ERROR_IS_FATAL ANY)
  file(STRINGS "${WORK}/${into}/CMakeCache.txt" program REGEX "^CMAKE_PROJECT_NAME:")
  string(REGEX REPLACE ".*=" "" program "${program}")
  execute_process(COMMAND "${WORK}/${into}/${program}" OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
  set(printed "${printed}" PARENT_SCOPE)
endfunction()

function(expect pattern)
  if(NOT printed MATCHES "${pattern}")
    message(FATAL_ERROR "the program printed something else than ${pattern}: ${printed}")
  endif()
endfunction()

set(denoised "^ *-[0-9.]+\n *-[0-9.]+\n *[0-9.]+\n *[0-9.]+\n$")
if(MODE STREQUAL "fetched")
  # For one set of instructions: that there are several is the business of other builds, and takes as long as the rest.
  build("${consumers}/fetched" ${COMPILERS} -DATTN_SOURCE=${SOURCE} -DCMAKE_CXX_FLAGS=-DHWY_COMPILE_ONLY_STATIC)
  expect("${denoised}")
  return()
endif()

execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${WORK}/prefix" COMMAND_ERROR_IS_FATAL ANY)
if(MODE STREQUAL "by_hand")
  include("${consumers}/by_hand.cmake")
  return()
endif()
file(GLOB_RECURSE installed RELATIVE "${WORK}/prefix/include" "${WORK}/prefix/include/*")
file(GLOB_RECURSE public RELATIVE "${SOURCE}/cpp/include" "${SOURCE}/cpp/include/*")
list(APPEND public attn/version.hpp)
list(SORT installed)
list(SORT public)
if(NOT installed STREQUAL public)
  message(FATAL_ERROR "installed are ${installed}, public are ${public}")
endif()
set(compilers ${COMPILERS})
list(GET compilers 0 first)
build("${consumers}" "${first}" -DCMAKE_PREFIX_PATH=${WORK}/prefix)
expect("${denoised}")
foreach(compiler IN LISTS compilers)
  build("${consumers}/headers" "${compiler}" -DCMAKE_PREFIX_PATH=${WORK}/prefix -DVERSION=${VERSION})
  expect("^2\n$")
endforeach()
