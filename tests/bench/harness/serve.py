"""Contestants in Python: serve.py numpy|torch, then one JSON object per line in, one per line out. One thread.

{"do": "versions"}
{"do": "open", "key": KEY, "module": FILE, "case": FILE, "output": FILE}   runs once and writes the output
{"do": "sample", "key": KEY, "ms": MS}                                     ms of the processor per call
{"do": "close", "key": KEY}
"""

import importlib.util
import json
import os
import sys
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np  # noqa: E402: it reads the number of threads when it is imported

LIBRARY = sys.argv[1]
if LIBRARY == "torch":
    import torch

    torch.set_num_threads(1)
    torch.set_grad_enabled(False)


def blas():
    """Where products come from: on Debian the folder of libblas names the one that was chosen."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        files = sorted({line.split()[-1] for line in maps if "/libblas" in line or "/libopenblas" in line})
    return "/".join(files[0].split("/")[-2:]) if files else "not known"


def versions():
    found = {"Python": sys.version.split()[0], "NumPy": np.__version__}
    if LIBRARY == "torch":
        found = {"PyTorch": torch.__version__}
    if sys.platform == "linux":
        found[f"BLAS of {'PyTorch' if LIBRARY == 'torch' else 'NumPy'}"] = blas()
    return found


class Entry:
    def __init__(self, module, case, output):
        spec = importlib.util.spec_from_file_location("contestant", module)
        code = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(code)
        with open(case, encoding="utf-8") as file:
            content = json.load(file)
        folder = os.path.dirname(case)
        inputs = {
            name: np.fromfile(os.path.join(folder, file), np.float32) for name, file in content["inputs"].items()
        }
        self.run = code.prepare(content["params"], inputs)
        self.calls = 1
        np.asarray(self.run(), np.float32).tofile(output)

    def sample(self, ms):
        while True:
            start = time.process_time()
            for _ in range(self.calls):
                self.run()
            elapsed = (time.process_time() - start) * 1e3
            if elapsed >= ms:
                return elapsed / self.calls
            self.calls = int(self.calls * min(10, 1.2 * ms / max(elapsed, 1e-3))) + 1


def main():
    entries = {}
    for line in sys.stdin:
        message = json.loads(line)
        try:
            if message["do"] == "versions":
                answer = versions()
            elif message["do"] == "open":
                entries[message["key"]] = Entry(message["module"], message["case"], message["output"])
                answer = None
            elif message["do"] == "sample":
                answer = entries[message["key"]].sample(message["ms"])
            else:
                del entries[message["key"]]
                answer = None
            print(json.dumps({"answer": answer}), flush=True)
        except Exception as error:  # whatever a contestant throws is for the one who asked
            print(json.dumps({"error": f"{type(error).__name__}: {error}"}), flush=True)


main()
