"""Packs the files of all figures, and makes the wheel: pack.py FOLDER VERSION. Figures share most of their code, which xz finds across files."""
import os
import sys
import tarfile
from pathlib import Path

from setuptools import build_meta

folder, version = Path(sys.argv[1]), sys.argv[2]
source = folder / "python"
with tarfile.open(source / "attention_explorables/figures.tar.xz", "w:xz", preset=9) as archive:
    for path in sorted((folder / "files").iterdir()):
        entry = tarfile.TarInfo(path.name)
        entry.size = path.stat().st_size
        with path.open("rb") as file:
            archive.addfile(entry, file)
os.chdir(source)
project = Path("pyproject.toml")
project.write_text(project.read_text().replace('version = "0"', f'version = "{version}"'))
sys.stdout = open(os.devnull, "w")
name = build_meta.build_wheel(str(folder))
sys.stdout = sys.__stdout__
print(f"{folder / name}: {(folder / name).stat().st_size // 1000} KB")
