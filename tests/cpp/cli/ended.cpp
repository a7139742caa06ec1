// `attn train` and `attn sweep`, ended at every change that they make to a file: whatever the
// moment, who goes on comes to the bytes of a run that nothing happened to. Between two changes a
// process may end anywhere, as inside of an evaluation: what it leaves is what it leaves at the
// next. Usage: attn_ended FOLDER, or attn_ended sweep CONFIG OUT CALL, which kills itself.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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
#include "experiments/arrays.hpp"

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

void write(const std::string& path, const std::string& text) { std::ofstream(path) << text; }

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
  return cli::sweep(options) == cli::SweepEnd::kDone;
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

// Of the calls each is tried, or every so many: under the sanitizers, which have seen the code of
// one when they have seen its neighbour.
std::int64_t stride = 1;

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
    // In each way others.
    for (std::int64_t call = 1 + static_cast<int>(ending) % stride; call <= all; call += stride) {
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
  const std::uint64_t known = cli::read_checkpoint(out)->metrics;
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
    // Lines are lost, and no update is: the run is the same, and its file says from where on.
    expect(
        run(train, out).status == 0 &&
            bytes_of("said").find("lines of it are lost, the training is not") != std::string::npos,
        "a run whose metrics are gone goes on: " + bytes_of("said"));
    expect(bytes_of(out + "/model.json") == bytes_of("wholetrain/model.json"),
           "a run whose metrics are gone comes to the same");
    expect(bytes_of(metrics).find("{\"lost\":\"lines before this one\",\"update\":") == 0,
           "metrics begin with what is lost: " + bytes_of(metrics));
    goes_on(train_afresh, out, "begun again");
  }
}

// On the way a full disk is waited for; a run that cannot write at all says so at once.
void a_disk_that_is_full_for_a_while() {
  const std::string out = "train-full";
  fresh_folder("", out);
  const auto while_full = [&](std::int64_t first, std::int64_t count) {
    return end_of(start(
        [&] {
          cli::disk::fail_at(first, count, ENOSPC);
          return train(out);
        },
        Ending::kNone, 0));
  };
  expect(run(train, out).status == 0, "a run comes to its end");
  const std::int64_t all = calls_made;
  // Every call by itself, and three of them: whether the run ends with an error or goes on, it
  // comes to the same bytes.
  int went_on = 0;
  for (const std::int64_t count : {1, 3}) {
    for (std::int64_t call = 1; call <= all; call += stride) {
      const std::string when = "where " + std::to_string(count) + " calls from " +
                               std::to_string(call) + " on find the disk full";
      fresh_folder("", out);
      const End end = while_full(call, count);
      const std::string said = bytes_of("said");
      const bool told = said.find("No space left on device") != std::string::npos;
      expect(end.status == 0 || (end.status == 2 && told), when + ": " + said);
      went_on += end.status == 0 && told ? 1 : 0;
      goes_on(train, out, when);
    }
  }
  expect(went_on * stride >= 20,
         "a run goes on over a full disk, " + std::to_string(went_on) + " times");
  fresh_folder("", out);
  expect(while_full(1, 1000000).status == 2, "a disk that is full for ever ends a run");
}

// Lines of metrics that can never be written cost no training.
void metrics_that_cannot_be_written() {
  const std::string out = "train-unwritten";
  fresh_folder("", out);
  expect(run(train, out, Ending::kInterrupt, 20).status == 3, "a run is stopped");
  fs::remove(out + "/metrics.jsonl");
  fs::create_symlink("/dev/full", out + "/metrics.jsonl");
  const End end = run(train, out);
  expect(end.status == 2 && bytes_of("said").find("metrics.jsonl") != std::string::npos,
         "a run says at once which file it cannot write: " + bytes_of("said"));
  fs::remove(out + "/metrics.jsonl");
  expect(run(train, out).status == 0 &&
             bytes_of(out + "/model.json") == bytes_of("wholetrain/model.json"),
         "its training is there when the file can be written");
}

// A lock that cannot be had is no other process.
void a_file_system_without_locks() {
  for (const auto& [command, out] :
       {std::pair<Command, std::string>{train, "train-unlocked"}, {sweep, "sweep-unlocked"}}) {
    fresh_folder("", out);
    const auto unlocked = [&, run_it = command, folder = out] {
      cli::disk::fail_locks(ENOLCK);
      return run_it(folder);
    };
    const End end = end_of(start(unlocked, Ending::kNone, 0));
    expect(
        end.status == 2 && bytes_of("said").find("/lock: No locks available") != std::string::npos,
        out + " says that there are no locks: " + bytes_of("said"));
  }
}

// In two containers processes have the same number, and a folder that they share.
void a_name_that_another_process_has() {
  const std::string own = "named." + std::to_string(::getpid());
  for (const std::string& name : {own, own + ".0"}) write(name, "another's");
  cli::write_whole("attn", "named", "mine");
  expect(bytes_of("named") == "mine", "a file is written whole");
  for (const std::string& name : {own, own + ".0"}) {
    expect(bytes_of(name) == "another's", name + ", which another process writes, is left alone");
  }
}

// What an earlier version has written: the same but for the run in front of the state.
void a_checkpoint_of_the_first_format() {
  const std::string out = "train-first";
  for (const bool other : {false, true}) {
    fresh_folder("", out);
    expect(run(train, out, Ending::kInterrupt, 30).status == 3, "a run is stopped");
    fs::remove(out + "/checkpoint.old");
    std::string bytes = cli::read_file(out + "/checkpoint");
    const std::size_t head = std::string("attn train checkpoint 2\n").size();
    std::uint64_t size = 0;
    std::memcpy(&size, bytes.data() + head, sizeof size);
    bytes.erase(head, sizeof size + static_cast<std::size_t>(size));
    bytes[head - 2] = '1';
    if (other) bytes[head] = static_cast<char>(bytes[head] ^ 1);
    bytes.resize(bytes.size() - sizeof(std::uint64_t));
    const std::uint64_t sum = experiments::hash_bytes(bytes.data(), bytes.size());
    bytes.append(reinterpret_cast<const char*>(&sum), sizeof sum);
    write(out + "/checkpoint", bytes);
    if (!other) goes_on(train, out, "from a checkpoint of the first format");
    if (!other) continue;
    expect(run(train, out).status == 2 &&
               bytes_of("said").find("holds a run of another configuration") != std::string::npos,
           "that of another run is refused: " + bytes_of("said"));
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
  expect(WIFSTOPPED(status) && fs::exists(out + "/a-1/checkpoint.old") &&
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

}  // namespace

int main(int argc, char** argv) {
  if (argc == 5) {
    cli::SweepOptions options;
    options.config = argv[2];
    options.out = argv[3];
    options.save_seconds = 0.0;
    cli::disk::end_at(std::atoll(argv[4]), Ending::kBefore);
    return cli::sweep(options) == cli::SweepEnd::kDone ? 0 : 3;
  }
  if (argc == 3) stride = std::atoll(argv[2]);
  if ((argc != 2 && argc != 3) || stride < 1) return 2;
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
  a_disk_that_is_full_for_a_while();
  metrics_that_cannot_be_written();
  a_file_system_without_locks();
  a_checkpoint_of_the_first_format();
  a_name_that_another_process_has();
  a_sweep_of_two(SIGKILL);
  a_sweep_of_two(SIGCONT);
  fs::current_path("/");
  fs::remove_all(folder);
  return failures == 0 ? 0 : 1;
}
