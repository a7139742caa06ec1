// `attn train` and `attn sweep`, ended at every change that they make to a file: whatever the
// moment, who goes on comes to the bytes of a run that nothing happened to. Between two changes a
// process may end anywhere, as inside of an evaluation: what it leaves is what it leaves at the
// next. Usage: attn_ended FOLDER, or attn_ended sweep CONFIG OUT CALL, which kills itself.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <new>
#include <string>

#include "attn/numerics/rng.hpp"
#include "cli/ending_disk.hpp"
#include "cli/files.hpp"
#include "cli/progress.hpp"
#include "cli/sweep_command.hpp"
#include "cli/train_checkpoint.hpp"
#include "cli/train_command.hpp"

using namespace attn;
using cli::disk::Ending;

namespace {

namespace fs = std::filesystem;

int failures = 0;

void expect(bool good, const std::string& what) {
  if (good) return;
  std::cerr << "not so: " << what << '\n';
  ++failures;
}

// What a process has come to: whether it was killed, and its exit status otherwise.
struct End {
  bool killed;
  int status;
};

End end_of(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0) {
  }
  return {WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL,
          WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

// How many calls the last process that came to its end has made: memory that all share.
std::int64_t& calls_made = *new (::mmap(nullptr, sizeof(std::int64_t), PROT_READ | PROT_WRITE,
                                        MAP_SHARED | MAP_ANONYMOUS, -1, 0)) std::int64_t(0);

// The command in a process of its own; what it says is in FOLDER/said.
pid_t start(const std::function<bool()>& command, Ending ending, std::int64_t call) {
  const pid_t process = ::fork();
  if (process != 0) return process;
  const int said = ::open("said", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  ::dup2(said, STDOUT_FILENO);
  ::dup2(said, STDERR_FILENO);
  int status = 2;
  try {
    cli::disk::end_at(call, ending);
    status = command() ? 0 : 3;
    calls_made = cli::disk::calls();
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
  }
  ::_exit(status);
}

using Command = std::function<bool(const std::string& out)>;

End run(const Command& command, const std::string& out, Ending ending = Ending::kNone,
        std::int64_t call = 0) {
  return end_of(start([&] { return command(out); }, ending, call));
}

bool train_as(const std::string& config, const std::string& out, bool fresh) {
  cli::TrainOptions options;
  options.config = config;
  options.out = out;
  options.threads = 1;
  options.save_seconds = 0.0;
  options.fresh = fresh;
  return cli::train(options);
}

bool train(const std::string& out) { return train_as("run.json", out, false); }
bool train_afresh(const std::string& out) { return train_as("run.json", out, true); }
bool train_long(const std::string& out) { return train_as("long.json", out, false); }

bool sweep(const std::string& out) {
  cli::SweepOptions options;
  options.config = "sweep.json";
  options.out = out;
  options.save_seconds = 0.0;
  return cli::sweep(options);
}

std::string bytes_of(const std::string& path) {
  return fs::exists(path) ? cli::read_file(path) : "missing";
}

void expect_same(const std::string& out, const std::string& when) {
  for (const char* name : {"/metrics.jsonl", "/model.json", "/sweep.json"}) {
    expect(bytes_of(out + name) == bytes_of("whole" + out.substr(0, out.find('-')) + name),
           out + name + " is that of a run that nothing happened to, " + when);
  }
}

void goes_on(const Command& command, const std::string& out, const std::string& when) {
  const End end = run(command, out);
  expect(end.status == 0, "a run goes on to its end " + when + ": " + bytes_of("said"));
  expect_same(out, when);
}

void fresh_folder(const std::string& from, const std::string& to) {
  fs::remove_all(to);
  if (!from.empty()) fs::copy(from, to, fs::copy_options::recursive);
}

constexpr Ending kEndings[] = {Ending::kBefore, Ending::kAfter, Ending::kInterrupt};

// `command` in a folder that begins as a copy of `from`, ended at each of its calls in each way;
// then `after`.
void ended_at_each_call(const Command& command, const Command& after, const std::string& from,
                        const std::string& out) {
  fresh_folder(from, out);
  expect(run(command, out).status == 0, out + " comes to its end: " + bytes_of("said"));
  expect_same(out, "undisturbed");
  const std::int64_t all = calls_made;
  expect(all >= 30, out + " makes " + std::to_string(all) + " calls");
  for (const Ending ending : kEndings) {
    for (std::int64_t call = 1; call <= all; ++call) {
      const std::string when = "ended at call " + std::to_string(call) + " in way " +
                               std::to_string(static_cast<int>(ending));
      fresh_folder(from, out);
      const End end = run(command, out, ending, call);
      expect(ending == Ending::kInterrupt ? end.status == 0 || end.status == 3 : end.killed, when);
      goes_on(after, out, when);
    }
  }
}

// Twenty times in one run, anywhere.
void killed_over_and_over() {
  const std::string out = "long-often";
  fresh_folder("", out);
  Rng rng(1);
  int inside = 0;
  for (int time = 0; time < 20; ++time) {
    const auto call = 10 + static_cast<std::int64_t>(rng.uniform() * 15.0);
    const End end =
        run(train_long, out, rng.uniform() < 0.5 ? Ending::kBefore : Ending::kAfter, call);
    const bool begun = fs::exists(out + "/checkpoint") || fs::exists(out + "/checkpoint.old");
    inside += end.killed && begun && !fs::exists(out + "/model.json") ? 1 : 0;
  }
  expect(inside == 20, "20 kills hit a run in the middle, not " + std::to_string(inside));
  goes_on(train_long, out, "killed twenty times");
}

void other_metrics_than_a_checkpoint_knows() {
  const std::string out = "train-metrics", metrics = out + "/metrics.jsonl";
  fresh_folder("", out);
  expect(run(train, out, Ending::kInterrupt, 30).status == 3, "a run is stopped");
  std::string notes;
  const std::uint64_t known = cli::read_checkpoint(out, notes)->metrics;
  expect(fs::file_size(metrics) >= known && known > 0, "the metrics are there");
  fs::copy(out, "kept", fs::copy_options::recursive);
  std::ofstream(metrics, std::ios::app) << "{\"update\":";
  goes_on(train, out, "with half a line more");
  // One byte less: the checkpoint before knows of less.
  fresh_folder("kept", out);
  fs::resize_file(metrics, known - 1);
  goes_on(train, out, "with a byte less");
  for (const bool there : {true, false}) {
    fresh_folder("kept", out);
    fs::resize_file(metrics, 0);
    if (!there) fs::remove(metrics);
    expect(run(train, out).status == 2 && bytes_of("said").find("--fresh") != std::string::npos,
           "a run whose metrics are gone is refused: " + bytes_of("said"));
    goes_on(train_afresh, out, "begun again");
  }
}

// One that is whole is never given up for one that is not.
void going_on_from_the_older_checkpoint() {
  fresh_folder("", "cut");
  expect(run(train, "cut", Ending::kInterrupt, 20).status == 3, "a run is stopped");
  fs::resize_file("cut/checkpoint", 100);
  ended_at_each_call(train, train, "cut", "train-cut");
}

// A process halts in the middle of its run, and another does what is left; then it goes on, or is
// killed. The other has to come to the end of all.
void a_sweep_of_two(int signal) {
  const std::string out = "sweep-two";
  fresh_folder("", out);
  const auto command = [&] { return sweep(out); };
  const pid_t first = start(command, Ending::kHalt, 30);
  int status = 0;
  while (::waitpid(first, &status, WUNTRACED) < 0) {
  }
  expect(WIFSTOPPED(status) && fs::exists(out + "/a-1/checkpoint") &&
             !fs::exists(out + "/a-1/model.json"),
         "the first process halts in the middle of a run");
  const pid_t second = start(command, Ending::kNone, 0);
  while (!fs::exists(out + "/b-2/model.json") && ::waitpid(second, &status, WNOHANG) == 0) {
    ::usleep(1000);
  }
  ::kill(first, signal);
  const End end = end_of(first);
  expect(signal == SIGKILL ? end.killed : end.status == 0, "the first process ends");
  const End other = end_of(second);
  expect(other.status == 0, "the second process comes to the end of all");
  expect_same(out, "with a process beside it");
}

void write(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

}  // namespace

int main(int argc, char** argv) {
  if (argc == 5) {
    cli::SweepOptions options;
    options.config = argv[2];
    options.out = argv[3];
    options.save_seconds = 0.0;
    cli::disk::end_at(std::atoll(argv[4]), Ending::kBefore);
    return cli::sweep(options) ? 0 : 3;
  }
  if (argc != 2) return 2;
  // In memory where there is such a folder: on a disk each rename may wait for it.
  std::string folder = "/dev/shm/attn-ended-XXXXXX";
  if (::mkdtemp(folder.data()) == nullptr) folder = argv[1];
  fs::create_directories(folder);
  fs::current_path(folder);
  std::string text;
  for (int i = 0; i < 30; ++i) text += "a cat sat on mat " + std::to_string(i * i % 13) + ". ";
  write("text.txt", text);
  const auto settings = [](const char* updates) {
    return std::string(
               "{\"text\": \"text.txt\", \"context\": 4, \"width\": 4, \"heads\": 1, \"blocks\": "
               "1, "
               "\"batch\": 2, \"updates\": ") +
           updates +
           ", \"warmup\": 1, \"log_every\": 1, \"evaluate_every\": 2, "
           "\"sample\": 3, \"noise\": [0.1]}";
  };
  write("run.json", settings("5"));
  write("long.json", settings("60"));
  write("sweep.json",
        "{\"settings\": " + settings("5") +
            ", \"variants\": {\"a\": {}, \"b\": {\"prior\": {\"kind\": \"published\"}}}, "
            "\"seeds\": [1, 2]}");
  expect(run(train, "wholetrain").status == 0, "a run comes to its end");
  expect(run(train_long, "wholelong").status == 0, "a longer run comes to its end");
  expect(run(sweep, "wholesweep").status == 0, "a sweep comes to its end");

  ended_at_each_call(train, train, "", "train-new");
  ended_at_each_call(train_afresh, train, "wholetrain", "train-afresh");
  ended_at_each_call(sweep, sweep, "", "sweep-new");
  killed_over_and_over();
  other_metrics_than_a_checkpoint_knows();
  going_on_from_the_older_checkpoint();
  a_sweep_of_two(SIGKILL);
  a_sweep_of_two(SIGCONT);
  fs::current_path("/");
  fs::remove_all(folder);
  return failures == 0 ? 0 : 1;
}
