"""Compile the reference engines with mypyc, from the source as it stands.

    python reference/compiling.py              compile if it is not up to date; exit 1 with the reason if that fails
    python reference/compiling.py --or-not     the same, but where it cannot be done the source runs: exit 0

The result lies in archipel/reference/compiled (not in the repository). Which engine runs is decided at import: see
archipel.reference.build. As a build hook of hatch, the same goes into wheels; where there is no C compiler, the wheel
is made without.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from importlib import import_module, metadata
from pathlib import Path
from types import ModuleType
from typing import Any

HERE = Path(__file__).resolve().parent
PACKAGE = HERE / "archipel" / "reference"
SHARED = "archipel_reference"

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # needed where wheels are built, and only there
    BuildHookInterface = object


class CannotCompile(Exception):  # noqa: N818
    """Why there is no compiled engine."""


def build_module() -> ModuleType:
    """archipel.reference.build of the source beside this file."""
    os.environ["ARCHIPEL_ENGINE"] = "pure"
    sys.path.insert(0, str(HERE))
    return import_module("archipel.reference.build")


def sources() -> list[Path]:
    """The modules to compile: all but packages' own, what chooses the engine, and those that pyproject.toml excepts."""
    project = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))
    interpreted = [HERE / name for name in project["tool"]["archipel"]["interpreted"]] + [PACKAGE / "compiled"]
    found = [file for file in sorted(PACKAGE.rglob("*.py")) if file.name not in ("__init__.py", "build.py")]
    return [file for file in found if not any(file.is_relative_to(folder) for folder in interpreted)]


def module_name(file: Path) -> str:
    return ".".join(file.relative_to(HERE).with_suffix("").parts)


def up_to_date(into: Path) -> bool:
    build = build_module()
    kept = build.kept_build(into)
    modules = tuple(map(module_name, sources()))
    return (
        kept is not None
        and kept.modules == modules
        and kept.sources == build.digest(modules)
        and kept.suffix == sysconfig.get_config_var("EXT_SUFFIX")
    )


def compile_engine(into: Path) -> None:
    """Compile everything in a copy of the source, then put the result in its place at once."""
    files = sources()
    with tempfile.TemporaryDirectory() as folder:
        copy, built = Path(folder) / "source", Path(folder) / "built"
        shutil.copytree(HERE / "archipel", copy / "archipel", ignore=shutil.ignore_patterns("compiled", "__pycache__"))
        names = [str(file.relative_to(HERE)) for file in files]
        command = [sys.executable, str(Path(__file__).resolve()), "--compile-here", str(built), *names]
        environment = {**os.environ, "MYPYPATH": str(copy)}
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
            raise CannotCompile(said[-1] if said else f"exit {done.returncode}")
        _put(built, into, tuple(map(module_name, files)))


def _put(built: Path, into: Path, modules: tuple[str, ...]) -> None:
    """The compiled modules, each by its full name, and the manifest last."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    fresh = into.with_name(f"{into.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    for file in sorted(built.rglob(f"*{suffix}")):
        shutil.copy2(file, fresh / ".".join(file.relative_to(built).parts))
    manifest = {
        "sources": build_module().digest(modules),
        "suffix": suffix,
        "modules": modules,
        "made_by": f"mypyc {metadata.version('mypy')}, {sysconfig.get_config_var('CC') or 'a C compiler'}",
    }
    (fresh / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
    shutil.rmtree(into, ignore_errors=True)
    fresh.rename(into)


def compile_here(into: str, names: list[str]) -> None:
    """Run mypyc over modules below the working directory; it takes over a process, so it is given its own."""
    from mypyc.build import mypycify
    from setuptools import setup

    flags = ["--strict", "--namespace-packages", "--explicit-package-bases"]
    setup(
        name=SHARED,
        script_args=["--quiet", "build_ext", "--build-lib", into, "--build-temp", f"{into}-temporary"],
        ext_modules=mypycify([*flags, *names], opt_level="3", group_name=SHARED),
    )


class CompiledEngine(BuildHookInterface):  # type: ignore[misc]
    """Hatch: the compiled engine in wheels, where it can be compiled."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        into = Path(self.directory) / "compiled-engine"
        try:
            compile_engine(into)
        except Exception as reason:
            self.app.display_warning(f"the engine was not compiled, its source will run: {reason}")
            return
        build_data["pure_python"], build_data["infer_tag"] = False, True
        build_data["force_include"][str(into)] = "archipel/reference/compiled"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--or-not", action="store_true", help="where it cannot be compiled, the source runs: exit 0")
    parser.add_argument("--into", type=Path, default=PACKAGE / "compiled", help="where (default: beside the source)")
    parser.add_argument("--compile-here", nargs="+", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.compile_here:
        into, *names = arguments.compile_here
        compile_here(into, names)
        return 0
    if up_to_date(arguments.into):
        print("the compiled engine is up to date")
        return 0
    try:
        compile_engine(arguments.into)
    except CannotCompile as reason:
        print(f"the engine was not compiled, its source will run: {reason}", file=sys.stderr)
        return 0 if arguments.or_not else 1
    print("the engine is compiled")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
