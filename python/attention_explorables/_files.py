"""What the package holds: what is told of each figure, its script, and its two pictures."""
import json
import tarfile
from functools import lru_cache
from pathlib import Path

_here = Path(__file__).parent


@lru_cache(maxsize=None)
def _about():
    try:
        return json.loads((_here / "figures.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ImportError("attention_explorables: this is its source; npm run build:notebook makes the package") from None


def about():
    """What is told of each figure, by its name."""
    return _about()["figures"]


def site():
    """The address of the site, where the package was built with one."""
    return _about()["site"]


@lru_cache(maxsize=64)
def file(name):
    """The text of a file. All are packed as one, since figures share most of their code: what is asked for is unpacked then, and kept."""
    with tarfile.open(_here / "figures.tar.xz", "r:xz") as archive:
        for entry in archive:
            if entry.name == name:
                return archive.extractfile(entry).read().decode("utf-8")
    raise KeyError(name)


def __getattr__(name):
    if name == "__version__":
        return _about()["version"]
    raise AttributeError(name)
