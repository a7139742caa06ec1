"""Runs snippets, given as JSON {name: code}, in one process: NumPy is slow to start. Answers {name: {seconds, records or error}}."""
import csv
import io
import json
import sys
import time
import traceback
import warnings

warnings.simplefilter("error")  # overflow, division by zero, what newer versions will refuse


def run(code):
    began = time.process_time()
    printed, sys.stdout = sys.stdout, io.TextIOWrapper(io.BytesIO(), newline="")
    try:
        exec(compile(code, "snippet", "exec"), {"__name__": "__main__"})
        sys.stdout.flush()
        text = sys.stdout.buffer.getvalue().decode()
        return {"seconds": time.process_time() - began, "records": list(csv.reader(io.StringIO(text, newline="")))}
    except Exception:
        return {"seconds": time.process_time() - began, "error": traceback.format_exc()}
    finally:
        sys.stdout = printed


json.dump({name: run(code) for name, code in json.load(sys.stdin).items()}, sys.stdout)
