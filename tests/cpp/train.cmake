# `attn train` as a person uses it: what it prints and writes, whatever becomes of it on the way.
include("${CMAKE_CURRENT_LIST_DIR}/expect.cmake")

# expect(status "regular expression of the output" argument...)
function(expect status pattern)
  expect_command("${status}" "${pattern}" "${ATTN}" train ${ARGN})
endfunction()

# The metrics and the model of two folders are the same.
function(expect_same folder)
  foreach(name metrics.jsonl model.json)
    file(READ "${WORK}/whole/${name}" whole)
    file(READ "${WORK}/${folder}/${name}" other)
    if(NOT whole STREQUAL other)
      message(FATAL_ERROR "${folder}/${name} is not that of a run that nothing happened to:\n${whole}\n${other}")
    endif()
  endforeach()
endfunction()

set(text "")
foreach(i RANGE 60)
  math(EXPR k "(${i} * ${i} + 7) % 13")
  string(APPEND text "the cat of house ${k} sat on the mat – and naïve was it, ${i} times. ")
endforeach()
file(WRITE "${WORK}/text.txt" "${text}")
# What is given in `settings` takes the place of what stands here.
function(config name settings)
  set(all "")
  foreach(setting "\"text\": \"text.txt\"" "\"context\": 16" "\"width\": 16" "\"heads\": 2" "\"blocks\": 1" "\"batch\": 20" "\"updates\": 120"
          "\"evaluate_every\": 40" "\"noise\": [0.1]" "\"sample\": 10")
    string(REGEX MATCH "^\"[a-z_]+\":" key "${setting}")
    string(FIND "${settings}" "${key}" given)
    if(key STREQUAL "\"updates\":" AND settings MATCHES "\"epochs\":")
      set(given 0)
    endif()
    if(given EQUAL -1)
      string(APPEND all "${setting}, ")
    endif()
  endforeach()
  file(WRITE "${WORK}/${name}.json" "{${all}${settings}}")
endfunction()
config(run "\"prior\": {\"kind\": \"published\"}")

expect(0 "\"validation_bpc\":[0-9.]+" run.json --out whole --threads 1)
file(READ "${WORK}/whole/metrics.jsonl" metrics)
string(REGEX MATCHALL "\"update\":" lines "${metrics}")
list(LENGTH lines count)
if(NOT count EQUAL 18)
  message(FATAL_ERROR "metrics have ${count} lines, expected 1 of the program, 13 of updates and 4 of evaluations")
endif()
# The model says what made it: every setting, the texts by their hash, the program with its commit.
file(READ "${WORK}/whole/model.json" model)
foreach(path recipe texts\;hash texts\;characters texts\;validation_characters texts\;vocabulary config\;prior\;kind config\;first updates)
  string(JSON found ERROR_VARIABLE error GET "${model}" ${path})
  if(error)
    message(FATAL_ERROR "model.json has no ${path}: ${model}")
  endif()
endforeach()
string(JSON commit GET "${model}" programs 0 commit)
if(NOT commit MATCHES "^[0-9a-f]+[+]?$|^unknown$")
  message(FATAL_ERROR "model.json names as commit ${commit}")
endif()
# Once more: nothing is left to do.
file(SHA256 "${WORK}/whole/model.json" before)
expect(0 "^{\"config\":.*\"validation_bpc\":[0-9.]+" run.json --out whole)
file(SHA256 "${WORK}/whole/model.json" after)
if(NOT before STREQUAL after)
  message(FATAL_ERROR "model.json of a run that is done has changed")
endif()

# Its heads are read, and the first of them is a file that can be read by itself.
expect_command(0 "heads.*routed_error" "${ATTN}" read whole --json --touch)
expect_command(0 "^$" "${ATTN}" read whole --example head.npz)
# Stopped by a signal it says so: SIGTERM is ignored until attn listens, and is sent until it has ended, which kill would say too.
file(WRITE "${WORK}/stop.sh" "trap '' TERM
\"$@\" & read=$!
(while kill -TERM $read 2>&-; do :; done) & stop=$!
wait $read; status=$?
kill -KILL $stop 2>&-
exit $status")
expect_command(3 "^attn read: stopped\n$" sh stop.sh "${ATTN}" read whole --touch)
expect_command(0 "16 queries, 16 keys of 8 numbers" "${ATTN}" read head.npz)
expect_command(2 "beside it there may be a folder" "${ATTN}" read head.npz --example other.npz)

# However many threads, in pieces, and interrupted.
expect(0 "validation_bpc" run.json --out threads --threads 3)
expect_same(threads)
expect(3 "stopped; the same command goes on" run.json --out pieces --updates 7)
expect(3 "going on from update 7\n.*stopped" run.json --out pieces --updates 50 --threads 2)
expect(0 "going on from update 50\n" run.json --out pieces)
expect_same(pieces)

# Ctrl-C after its first checkpoint, of a run that would take minutes more: it stops there, says so, and goes on from there. So it
# does by what a scheduler sends, and a terminal that is closed.
config(long "\"updates\": 1000000")
file(WRITE "${WORK}/stop.sh" "\"$1\" train long.json --out stopped-$2 --save-seconds 0 --threads 1 &
while [ ! -e stopped-$2/checkpoint ] && kill -0 $!; do sleep 0.01; done
kill -$2 $!
wait $!
")
foreach(signal INT TERM HUP)
  expect_command(3 "attn train: stopped; the same command goes on" sh stop.sh "${ATTN}" ${signal})
  expect(3 "going on from update [1-9][0-9]*\n.*stopped" long.json --out stopped-${signal} --updates 1)
endforeach()
# nohup goes on as it always does: until another signal comes.
file(WRITE "${WORK}/nohup.sh" "trap '' HUP
\"$1\" train long.json --out nohup --save-seconds 0 --threads 1 &
while [ ! -e nohup/checkpoint ] && kill -0 $!; do sleep 0.01; done
kill -HUP $!
cp nohup/checkpoint.old nohup/seen
while { [ ! -e nohup/checkpoint.old ] || cmp -s nohup/checkpoint.old nohup/seen; } && kill -0 $!; do sleep 0.01; done
kill -0 $! || exit 4
kill -INT $!
wait $!
")
expect_command(3 "stopped" sh nohup.sh "${ATTN}")

# In the closing evaluations too, which would take minutes: 4000 levels of noise. They are made once more when it goes on.
string(REPEAT "0.1, " 3999 levels)
config(noisy "\"prior\": {\"kind\": \"published\"}, \"noise\": [${levels}0.1]")
file(WRITE "${WORK}/evaluations.sh" "\"$1\" train noisy.json --out noisy --threads 1 &
while [ ! -e noisy/checkpoint ] && kill -0 $!; do sleep 0.01; done
kill -TERM $!
wait $!
")
expect_command(3 "stopped; the same command goes on" sh evaluations.sh "${ATTN}")
if(EXISTS "${WORK}/noisy/model.json")
  message(FATAL_ERROR "a run that was stopped in its evaluations says what it has come to")
endif()
# No file takes the place of a standard output that is closed: what is printed, more than waits in a buffer, went into the lock.
file(COPY "${WORK}/whole/" DESTINATION "${WORK}/closed")
file(READ "${WORK}/closed/model.json" model)
string(REPEAT "x" 10000 long)
string(JSON model SET "${model}" long "\"${long}\"")
file(WRITE "${WORK}/closed/model.json" "${model}")
expect_command(2 "^attn: cannot write to standard output: Bad file descriptor\n$" sh -c "'${ATTN}' train run.json --out closed >&-")
file(READ "${WORK}/closed/lock" lock)
if(lock MATCHES "xxx")
  message(FATAL_ERROR "what is printed went into the lock: ${lock}")
endif()
# Fewer threads than were asked for, where the system gives no more. SANITIZED programs want all addresses.
if(NOT SANITIZED)
  expect_command(0 "validation_bpc" sh -c "ulimit -v 400000 && \"${ATTN}\" train run.json --out few --threads 1000")
  expect_same(few)
endif()

# What is only observed may be changed, on the way and afterwards: the training is the same one.
expect(0 "going on from update 120\nattn train: from now on noise is \\[0.1,.* there and \\[0.1\\] here\n" run.json --out noisy)
expect_same(noisy)

# A checkpoint that is cut: the older one is taken; where both are, nothing is overwritten.
expect(3 "stopped" run.json --out cut --updates 30)
expect(3 "stopped" run.json --out cut --updates 60)
execute_process(COMMAND sh -c "head -c 1000 checkpoint > part && mv part checkpoint" WORKING_DIRECTORY "${WORK}/cut")
expect(0 "cut/checkpoint is cut or changed; going on from cut/checkpoint.old\n.*going on from update 30\n" run.json --out cut)
expect_same(cut)
execute_process(COMMAND sh -c "rm model.json && for f in checkpoint checkpoint.old; do printf x | dd of=$f bs=1 seek=5000 conv=notrunc 2> /dev/null; done"
                WORKING_DIRECTORY "${WORK}/cut")
expect(2 "cut/checkpoint is cut or changed, cut/checkpoint.old is cut or changed; --fresh begins again" run.json --out cut)
expect(0 "validation_bpc" run.json --out cut --fresh)
expect_same(cut)

# A disk that is full: the error says so, and what was kept stands.
if(EXISTS /dev/full)
  expect(3 "stopped" run.json --out full --updates 30)
  file(CREATE_LINK /dev/full "${WORK}/full/checkpoint.new" SYMBOLIC)
  expect(2 "cannot write full/checkpoint.new: No space left on device" run.json --out full --updates 60)
  expect(0 "going on from update 30\n" run.json --out full)
  expect_same(full)
endif()

# Other variants, a validation text with characters of its own, epochs.
foreach(kind none barrier residual placebo)
  config(${kind} "\"prior\": {\"kind\": \"${kind}\", \"w\": 0.5}, \"fused\": true")
  # Fused, the bits are those of an instruction set, which is told.
  expect(0 "\"kind\":\"${kind}\".*\"instructions\":\"[A-Za-z0-9_]+\"" ${kind}.json --out ${kind})
endforeach()
file(WRITE "${WORK}/unseen.txt" "the cat sat on Ωmega, and the mat on the cat.")
config(epochs "\"epochs\": 2, \"warmup\": 5, \"validation\": \"unseen.txt\"")
expect(0 "\"validation_bpc\":[0-9]" epochs.json --out epochs)
expect_command(0 "^1 windows" "${ATTN}" read epochs --windows 1)

# Another run's folder, with what differs where it is known.
expect(3 "stopped" run.json --out cut-short --updates 3)
config(other "\"seed\": 2")
expect(2 "whole holds a run of another configuration or text: prior.kind is \"published\" there and \"none\" here, seed is 1 there and 2 here;" other.json --out whole)
expect(2 "whole holds a run of another configuration or text: the settings are the same, a text is not;" run.json --out whole --text unseen.txt)
expect(2 "cut-short holds a run of another configuration or text: prior.kind is \"published\" there and \"none\" here, seed is 1 there and 2 here; give another --out"
       other.json --out cut-short)
file(REMOVE "${WORK}/cut-short/checkpoint" "${WORK}/cut-short/checkpoint.old")
file(COPY "${WORK}/whole/model.json" DESTINATION "${WORK}/cut-short")
expect(2 "cut-short holds a run of another configuration or text: prior.kind" other.json --out cut-short)
# One that an earlier version did not know has its default, and the run is the same.
file(COPY "${WORK}/whole/" DESTINATION "${WORK}/earlier")
file(READ "${WORK}/earlier/model.json" model)
string(JSON model REMOVE "${model}" config clip)
string(JSON model SET "${model}" recipe "\"0000000000000000\"")
file(WRITE "${WORK}/earlier/model.json" "${model}")
expect(0 "going on from update 120" run.json --out earlier)
expect_same(earlier)
# Bad input.
config(unknown "\"colour\": 1")
expect(2 "unknown.json: no setting 'colour'" unknown.json --out bad)
config(wrong "\"rate\": \"fast\"")
expect(2 "wrong.json: rate is \"fast\", expected a number" wrong.json --out bad)
config(prior "\"prior\": {\"kind\": \"magic\"}")
expect(2 "prior: kind is \"magic\", expected none, published, barrier, residual or placebo" prior.json --out bad)
config(heads "\"seed\": -1")
expect(2 "seed is -1, expected a whole number that is not negative" heads.json --out bad)
config(updates "\"rate\": 1e-3, \"warmup\": 18446744073709551615")
expect(2 "warmup is 18446744073709551615, expected a whole number up to 9223372036854775807" updates.json --out bad)
config(noise "\"noise\": [1e39]")
expect(2 "an entry of noise is 1e\\+?39, expected a number" noise.json --out bad)
config(twice "\"seed\": 1, \"seed\": 2")
expect(2 "^attn train: twice.json: the key \"seed\" is there twice\n$" twice.json --out bad)
expect(2 "cannot read .*: Is a directory" run.json --text . --out bad)
expect(2 "--save-seconds is NaN, expected" run.json --out bad --save-seconds nan)
expect(2 "--updates is -1, expected" run.json --out bad --updates -1)
config(both "\"epochs\": 2, \"updates\": 120")
expect(2 "^attn train: both.json: epochs is 2 and updates is 120, expected one of them\n$" both.json --out bad)
file(WRITE "${WORK}/broken.json" "{")
expect(2 "broken.json is no JSON" broken.json --out bad)
string(REPEAT "[" 200000 deep)
foreach(settings "${deep}" "{\"rate\": ${deep}" "{\"prior\": {\"kind\": ${deep}")
  file(WRITE "${WORK}/deep.json" "${settings}")
  expect(2 "attn train: deep.json: lists and objects are more than 100 deep inside of each other\n$" deep.json --out bad)
endforeach()
file(WRITE "${WORK}/empty.json" "{}")
expect(2 "empty.json: no text, expected the name of a file" empty.json --out bad)
expect(2 "cannot read missing.json" missing.json --out bad)
expect(2 "cannot read missing.txt" run.json --text missing.txt --out bad)
config(characters "\"characters\": 1000000")
expect(2 "characters is 1000000, expected at most the [0-9]+ of the text" characters.json --out bad)
expect(2 "--out is required" run.json)
