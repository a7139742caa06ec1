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
file(WRITE "${WORK}/train.json" "{\"text\": \"text.txt\"}")
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
  # Rank 0 kills itself in the middle of its first run, while the other is at work beside it; that one makes all that is left.
  file(WRITE "${WORK}/rank.sh" "if [ \"$OMPI_COMM_WORLD_RANK\" = 0 ]; then
  \"$2\" sweep sweep.json killed 100
  echo $? > victim
  kill -9 $$
fi
while [ ! -e killed/ce-1/lock ]; do sleep 0.01; done
\"$1\" sweep sweep.json --out killed
echo $? > survivor
")
  execute_process(COMMAND ${mpirun} --enable-recovery -n 2 sh rank.sh "${ATTN}" "${ENDED}" WORKING_DIRECTORY "${WORK}"
                  RESULT_VARIABLE ignored OUTPUT_QUIET ERROR_VARIABLE said)
  file(READ "${WORK}/victim" victim)
  file(READ "${WORK}/survivor" survivor)
  if(NOT victim EQUAL 137 OR NOT survivor EQUAL 0)
    message(FATAL_ERROR "rank 0 ends with ${victim}, expected 137, and rank 1 beside it with ${survivor}, expected 0:\n${said}")
  endif()
  expect_same(killed)
else()
  message("mpirun is not there: processes that share a folder are tried in attn_ended alone")
endif()

# Runs of other settings, or of another text, are not handed back.
string(REPLACE "\"updates\": 100" "\"updates\": 90, \"noise\": [0.5]" others "${shared}")
set(variants "\"variants\": {\"ce\": {}, \"published\": {\"prior\": {\"kind\": \"published\"}}}, \"seeds\": [1, 2, 3]")
file(WRITE "${WORK}/others.json" "{${others}, ${variants}}")
expect_command(2 "alone/ce-1 holds a run of another configuration or text: updates is 100 there and 90 here;"
               "${ATTN}" sweep others.json --out alone)
file(WRITE "${WORK}/others.json" "{${shared}, \"variants\": {\"ce\": {}, \"published\": {\"prior\": {\"kind\": \"barrier\"}}}, \"seeds\": [1, 2, 3]}")
expect_command(2 "alone/published-1 holds a run of .*: prior.kind is \"published\" there and \"barrier\" here;" "${ATTN}" sweep others.json --out alone)
file(WRITE "${WORK}/other.txt" "${text} The end.")
expect_command(2 "alone/ce-1 holds a run of .*: the settings are the same, a text is not;" "${ATTN}" sweep sweep.json --out alone --text other.txt)
file(MAKE_DIRECTORY "${WORK}/cut/ce-1")
file(WRITE "${WORK}/cut/ce-1/model.json" "{\"rec")
expect_command(2 "cut/ce-1/model.json is not what attn train writes" "${ATTN}" sweep sweep.json --out cut)
# A run that has not come to its end counts too: nothing is trained in a folder of another sweep.
expect_command(3 "stopped" "${ATTN}" train train.json --out begun/published-3 --updates 5)
expect_command(2 "begun/published-3 holds a run of .*: .*prior.kind is \"none\" there and \"published\" here" "${ATTN}" sweep sweep.json --out begun)
if(EXISTS "${WORK}/begun/ce-1")
  message(FATAL_ERROR "a sweep has begun in the folder of another")
endif()
# What is only evaluated may be other than it was: nothing is trained again.
file(COPY "${WORK}/alone/" DESTINATION "${WORK}/noisy")
string(REPLACE "\"updates\": 100" "\"updates\": 100, \"noise\": [0.5]" noisy "${shared}")
file(WRITE "${WORK}/noisy.json" "{${noisy}, ${variants}}")
expect_command(0 "going on from update 100\nattn train: from now on noise is \\[\\] there and \\[0.5\\] here\nattn sweep: ce-1 is done\n" "${ATTN}" sweep noisy.json --out noisy)

# A variant that fails, be it by its settings or by its folder, keeps no other from being trained. What failed is told and listed, by the exit
# status too, and tried again.
set(three "\"a-heads\": {\"heads\": 3}, \"b-noise\": {\"noise\": [1e39]}, \"c-type\": {\"rate\": \"fast\"}, \"d-text\": {\"text\": \"none.txt\"}")
file(WRITE "${WORK}/some.json" "{${shared}, \"variants\": {${three}, \"ce\": {}, \"published\": {\"prior\": {\"kind\": \"published\"}}}, \"seeds\": [1, 2]}")
file(WRITE "${WORK}/some/ce-2" "a file where the folder should be")
expect_command(1 "some/sweep.json\n.*a-heads-1 fails: .*a-heads-1 has failed: .*heads.*b-noise-2 has failed: .*noise is 1e.*c-type-1 has failed: .*rate.*ce-2 has failed: .*d-text-1 has failed: .*none.txt"
               "${ATTN}" sweep some.json --out some)
file(READ "${WORK}/some/sweep.json" found)
string(JSON done LENGTH "${found}" runs)
string(JSON failed LENGTH "${found}" failed)
string(JSON name GET "${found}" failed 6 run)
string(JSON last GET "${found}" runs 2 run)
if(NOT done EQUAL 3 OR NOT failed EQUAL 9 OR NOT name STREQUAL "ce-2" OR NOT last STREQUAL "published-2")
  message(FATAL_ERROR "some/sweep.json has ${done} runs and ${failed} that failed, ${name} and ${last} last")
endif()
file(REMOVE "${WORK}/some/ce-2")
expect_command(1 "ce-2 is done" "${ATTN}" sweep some.json --out some)
file(WRITE "${WORK}/none.json" "{${shared}, \"variants\": {${three}}, \"seeds\": [1, 2]}")
expect_command(2 "attn sweep: no run is left: .*heads" "${ATTN}" sweep none.json --out none)
# Nobody waits for a run that fails in every process.
if(MPIRUN)
  expect_command(1 "a-heads-1 has failed" ${mpirun} -n 2 "${ATTN}" sweep some.json --out some-ranks)
endif()

# Where a run was stopped, by Ctrl-C, the exit status says so.
file(WRITE "${WORK}/long.json" "{\"settings\": {\"text\": \"text.txt\", \"updates\": 1000000}, ${variants}}")
file(WRITE "${WORK}/stop.sh" "\"$1\" sweep long.json --out stopped --save-seconds 0 &
while [ ! -e stopped/ce-1/checkpoint ] && kill -0 $!; do sleep 0.01; done
kill -INT $!
wait $!
")
expect_command(3 "attn sweep: stopped; the same command goes on" sh stop.sh "${ATTN}")

# Bad input.
file(WRITE "${WORK}/bad.json" "{${shared}, \"variants\": {\"ce\": {}}}")
expect_command(2 "bad.json: seeds, expected a list of whole numbers" "${ATTN}" sweep bad.json --out bad)
file(WRITE "${WORK}/bad.json" "{${shared}, \"variants\": {\"../ce\": {}}, \"seeds\": [1]}")
expect_command(2 "the variant '../ce', expected a name of letters" "${ATTN}" sweep bad.json --out bad)
file(WRITE "${WORK}/bad.json" "{${shared}, \"variants\": {\"ce\": 3}, \"seeds\": [1]}")
expect_command(2 "^attn sweep: bad.json: the variant 'ce' is 3, expected an object with settings\n$" "${ATTN}" sweep bad.json --out bad)
file(WRITE "${WORK}/bad.json" "{${shared}, \"variants\": {\"ce\": {\"colour\": 1}}, \"seeds\": [1]}")
expect_command(2 "variant ce: no setting 'colour'" "${ATTN}" sweep bad.json --out bad)
file(WRITE "${WORK}/bad.json" "{${shared}, \"variants\": {\"ce\": {}}, \"seeds\": [\"one\"]}")
expect_command(2 "seed is \"one\", expected a whole number" "${ATTN}" sweep bad.json --out bad)
file(WRITE "${WORK}/bad.json" "{${shared}, \"variants\": {\"ce\": {}}, \"seeds\": [1], \"colour\": 1}")
expect_command(2 "no member 'colour'" "${ATTN}" sweep bad.json --out bad)
file(WRITE "${WORK}/bad.json" "{${shared}, \"variants\": {\"ce\": {}}, \"seeds\": [1, 2, 1]}")
expect_command(2 "^attn sweep: bad.json: seeds has 1 twice\n$" "${ATTN}" sweep bad.json --out bad)
file(WRITE "${WORK}/bad.json" "{${shared}, \"variants\": {\"ce\": {}, \"ce\": {}}, \"seeds\": [1]}")
expect_command(2 "^attn sweep: bad.json: the key \"ce\" is there twice\n$" "${ATTN}" sweep bad.json --out bad)
string(REPEAT "{\"a\":" 200000 deep)
foreach(config "{\"settings\": ${deep}" "{${shared}, \"variants\": {\"ce\": ${deep}")
  file(WRITE "${WORK}/bad.json" "${config}")
  expect_command(2 "^attn sweep: bad.json: lists and objects are more than 100 deep inside of each other\n$" "${ATTN}" sweep bad.json --out bad)
endforeach()
file(WRITE "${WORK}/bad.json" "[]")
expect_command(2 "bad.json is no JSON object" "${ATTN}" sweep bad.json --out bad)
