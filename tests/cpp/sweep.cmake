# `attn sweep` as a person uses it: alone, by several processes of mpirun, and after one of them was killed. MPIRUN: empty where there is none.
include("${CMAKE_CURRENT_LIST_DIR}/expect.cmake")

function(expect_same folder)
  file(READ "${WORK}/alone/sweep.json" alone)
  file(READ "${WORK}/${folder}/sweep.json" other)
  if(NOT alone STREQUAL other)
    message(FATAL_ERROR "${folder}/sweep.json is not what one process has found")
  endif()
endfunction()

set(text "")
foreach(i RANGE 60)
  math(EXPR k "(${i} * ${i} + 7) % 13")
  string(APPEND text "the cat of house ${k} sat on the mat, ${i} times. ")
endforeach()
file(WRITE "${WORK}/text.txt" "${text}")
set(shared "\"settings\": {\"text\": \"text.txt\", \"context\": 16, \"width\": 16, \"heads\": 2, \"blocks\": 1, \"batch\": 20, \"updates\": 100}")
file(WRITE "${WORK}/sweep.json" "{${shared}, \"variants\": {\"ce\": {}, \"published\": {\"prior\": {\"kind\": \"published\"}}}, \"seeds\": [1, 2, 3]}")

expect_command(0 "published-3 is done\n.*alone/sweep.json|alone/sweep.json" "${ATTN}" sweep sweep.json --out alone)
file(READ "${WORK}/alone/sweep.json" found)
string(JSON count LENGTH "${found}" runs)
string(JSON first GET "${found}" runs 0 run)
string(JSON bits GET "${found}" runs 5 validation_bpc)
if(NOT count EQUAL 6 OR NOT first STREQUAL "ce-1" OR NOT bits GREATER 0.5)
  message(FATAL_ERROR "alone/sweep.json has ${count} runs, ${first} first, ${bits} bits in the last")
endif()
# Nothing is left to do.
expect_command(0 "^alone/sweep.json\n$" "${ATTN}" sweep sweep.json --out alone)

if(MPIRUN)
  set(mpirun "${MPIRUN}" --allow-run-as-root --oversubscribe)
  foreach(ranks 1 2 4)
    expect_command(0 "ranks-${ranks}/sweep.json" ${mpirun} -n ${ranks} "${ATTN}" sweep sweep.json --out ranks-${ranks})
    expect_same(ranks-${ranks})
  endforeach()
  # Rank 0 is killed in the middle of its run; the other goes on, with that as well.
  file(WRITE "${WORK}/rank.sh" "if [ \"$OMPI_COMM_WORLD_RANK\" = 0 ]; then
  \"$1\" sweep sweep.json --out killed --save-seconds 0 &
  while [ ! -e killed/ce-1/checkpoint ]; do sleep 0.01; done
  kill -9 $! $$
else
  while [ ! -e killed/ce-1/checkpoint ]; do sleep 0.01; done
  sleep 0.1
  exec \"$1\" sweep sweep.json --out killed
fi
")
  execute_process(COMMAND ${mpirun} --enable-recovery -n 2 sh rank.sh "${ATTN}" WORKING_DIRECTORY "${WORK}"
                  RESULT_VARIABLE ignored OUTPUT_QUIET ERROR_QUIET)
  expect_same(killed)
else()
  message("mpirun is not there: processes that share a folder are not tried")
endif()

# Who is at a run keeps others from it.
file(MAKE_DIRECTORY "${WORK}/taken/ce-1")
file(WRITE "${WORK}/taken/ce-1/lock" "")
find_program(FLOCK flock)
if(FLOCK)
  expect_command(0 "other processes are at what is left" "${FLOCK}" taken/ce-1/lock "${ATTN}" sweep sweep.json --out taken)
  expect_command(0 "ce-1 is done\n" "${ATTN}" sweep sweep.json --out taken)
  expect_same(taken)
endif()

# Bad input.
file(WRITE "${WORK}/bad.json" "{${shared}, \"variants\": {\"ce\": {}}}")
expect_command(2 "bad.json: seeds, expected a list of whole numbers" "${ATTN}" sweep bad.json --out bad)
file(WRITE "${WORK}/bad.json" "{${shared}, \"variants\": {\"../ce\": {}}, \"seeds\": [1]}")
expect_command(2 "the variant '../ce', expected a name of letters" "${ATTN}" sweep bad.json --out bad)
file(WRITE "${WORK}/bad.json" "{${shared}, \"variants\": {\"ce\": {\"colour\": 1}}, \"seeds\": [1]}")
expect_command(2 "variant ce: no setting 'colour'" "${ATTN}" sweep bad.json --out bad)
file(WRITE "${WORK}/bad.json" "{${shared}, \"variants\": {\"ce\": {}}, \"seeds\": [\"one\"]}")
expect_command(2 "seed is \"one\", expected a whole number" "${ATTN}" sweep bad.json --out bad)
file(WRITE "${WORK}/bad.json" "{${shared}, \"variants\": {\"ce\": {}}, \"seeds\": [1], \"colour\": 1}")
expect_command(2 "no member 'colour'" "${ATTN}" sweep bad.json --out bad)
file(WRITE "${WORK}/bad.json" "[]")
expect_command(2 "bad.json is no JSON object" "${ATTN}" sweep bad.json --out bad)
