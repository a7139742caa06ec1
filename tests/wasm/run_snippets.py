"""Runs snippets, given as JSON {name: code}, in one process: NumPy is slow to start. Answers each with a line, [name, {seconds, records or error}]."""
import csv
import io
import json
import signal
import sys
import time
import traceback
import warnings

warnings.simplefilter("error")  # overflow, division by zero, what newer versions will refuse
longest = 60  # seconds of the processor for a snippet


def too_long(number, frame):
    raise TimeoutError(f"the snippet takes more than {longest} s")


signal.signal(signal.SIGVTALRM, too_long)


def run(code):
    began = time.process_time()
    printed, sys.stdout = sys.stdout, io.TextIOWrapper(io.BytesIO(), newline="")
    signal.setitimer(signal.ITIMER_VIRTUAL, longest)
    try:
        exec(compile(code, "snippet", "exec"), {"__name__": "__main__"})
        sys.stdout.flush()
        text = sys.stdout.buffer.getvalue().decode()
        return {"seconds": time.process_time() - began, "records": list(csv.reader(io.StringIO(text, newline="")))}
    except Exception:
        return {"seconds": time.process_time() - began, "error": traceback.format_exc()}
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        sys.stdout = printed


for name, code in json.load(sys.stdin).items():
    print(json.dumps([name, run(code)]), flush=True)
