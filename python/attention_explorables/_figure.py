"""A figure: a widget where anywidget is installed, and its picture everywhere."""
import base64
import html
import json
import keyword
import math
import numbers
import re
import shutil
import subprocess

import traitlets

from . import _files

try:
    import anywidget

    _Base, _live = anywidget.AnyWidget, True
except ImportError:
    _Base, _live = traitlets.HasTraits, False


def figures():
    """The names of all figures, each with its claim."""
    return {name: told["claim"] for name, told in _files.about().items()}


def _text(name, param, value):
    """A value as it stands in a link."""
    if param["kind"] == "choice":
        word = ("off", "on")[value] if isinstance(value, bool) else str(value)
        if word not in param["options"]:
            raise ValueError(f"figure: {name} is {value!r}, expected one of {', '.join(param['options'])}")
        return word
    if param["kind"] in ("matrix", "tokens"):
        try:
            rows = [[float(entry) for entry in row] for row in (value if param["kind"] == "matrix" else [value])]
        except (TypeError, ValueError):
            expected = "rows of numbers" if param["kind"] == "matrix" else "a list of whole numbers"
            raise TypeError(f"figure: {name} is {value!r}, expected {expected}") from None
        if not all(map(math.isfinite, sum(rows, []))):
            raise ValueError(f"figure: {name} is {value!r}, expected finite numbers")
        if param["kind"] == "tokens" and not all(entry.is_integer() for entry in rows[0]):
            raise ValueError(f"figure: {name} is {value!r}, expected a list of whole numbers")
        return "~".join("_".join(map(_plain, row)) for row in rows)
    if param["kind"] in ("bits", "text"):
        raise TypeError(f"figure: {name} is {param['kind']}: give it as text, in state=")
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"figure: {name} is {value!r}, expected a number")
    if value != value or value in (float("inf"), float("-inf")):
        raise ValueError(f"figure: {name} is {value!r}, expected a finite number")
    low, high = param.get("range", (value, value))
    if not low <= value <= high:
        raise ValueError(f"figure: {name} is {value!r}, expected {low:g} to {high:g}")
    return _plain(float(value))


def _plain(value):
    return repr(int(value)) if value.is_integer() else repr(value)


def _value(name, param, text):
    """What the text of a state says of a parameter, as the NumPy of a figure takes it."""
    import numpy

    kind = param["kind"]
    try:
        if kind == "bits":
            size, code = re.fullmatch(r"bits:(\d+x\d+):([\w-]*)", text).groups()
            rows, columns = map(int, size.split("x"))
            held = numpy.frombuffer(base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)), numpy.uint8)
            return numpy.unpackbits(held, count=rows * columns, bitorder="little").reshape(rows, columns).astype(bool)
        if kind == "tokens":
            return numpy.array([int(token) for token in text.split("_")])
        if kind == "matrix":
            return numpy.array([[_number(entry) for entry in row.split("_")] for row in text.split("~")])
        if kind == "text":
            return text
        value = text if kind == "choice" else _number(text)
    except (AttributeError, ValueError):
        raise ValueError(f"figure: {name} is {text!r}, which is no {kind}") from None
    _text(name, param, value)
    return value


def _number(text):
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(text)
    return int(value) if value.is_integer() else value


def _variables(figure, told, shown):
    """What a figure's NumPy finds, each by its name: the parameters, and the step. `shown` is what a state says of some of them."""
    params, opens = told["params"], told.get("opens")
    texts = {name: text for name, text in shown.items() if name != "t"}
    unknown = [name for name in texts if name not in params]
    if unknown:
        raise ValueError(f"figure: there is no parameter {unknown[0]!r}, expected one of {', '.join(params)}")
    variables = {}
    if opens is not None:
        if "t" not in shown and told["opensElsewhere"] and any(text != params[name]["value"] for name, text in texts.items()):
            raise ValueError(f"figure: at which step {figure} opens with these is not known before it is live: name one, as in t={opens}")
        if not re.fullmatch(r"\d+", shown.get("t", str(opens))):
            raise ValueError(f"figure: t is {shown['t']!r}, expected a whole number from 0")
        variables["step"] = int(shown.get("t", opens))
    for name, param in params.items():
        # A word that Python keeps for itself has an underscore behind it.
        variables[f"{name}_" if keyword.iskeyword(name) else name] = _value(name, param, texts.get(name, param["value"]))
    return variables


def _column(cells):
    """Numbers as numbers, words as words; where both are in a column, as they are."""
    import numpy

    if all(isinstance(cell, numbers.Real) for cell in cells) or all(isinstance(cell, str) for cell in cells):
        return numpy.array(cells)
    column = numpy.empty(len(cells), dtype=object)
    column[:] = cells
    return column


def _texts(told, params, t=None):
    """What the text of a state names, and what it says of it: of those parameters that are given."""
    unknown = [name for name in params if name not in told["params"]]
    if unknown:
        raise TypeError(f"figure: there is no parameter {unknown[0]!r}, expected one of {', '.join(told['params'])}")
    texts = {name: _text(name, told["params"][name], value) for name, value in params.items()}
    if t is not None:
        if isinstance(t, bool) or not isinstance(t, numbers.Integral) or t < 0:
            raise TypeError(f"figure: t is {t!r}, expected a whole number from 0")
        texts["t"] = str(int(t))
    return texts


def _state(texts):
    """The text of a state."""
    # The step stands behind the parameters.
    named = sorted(texts.items(), key=lambda part: part[0] == "t")
    return "v1." + ",".join(f"{name}={text}" for name, text in named) if named else ""


class Figure(_Base):
    """One figure. `state` is what it starts with, `value` what it shows; `values` and `t` follow the reader's hand."""

    state = traitlets.Unicode("", help="What it starts with, and what Reset goes back to.").tag(sync=True)
    value = traitlets.Unicode("", help="What it shows, as text for a link.").tag(sync=True)
    values = traitlets.Dict(help="The parameters by name, as shown.").tag(sync=True)
    t = traitlets.Int(None, allow_none=True, help="The step that is shown.").tag(sync=True)

    def __init__(self, name, state="", **params):
        told = _files.about().get(name) if isinstance(name, str) else None
        if told is None:
            raise ValueError(f"figure: there is no figure {name!r}; figures() tells which there are")
        if state and params:
            raise TypeError("figure: state or parameters, not both")
        t = params.pop("t", None)
        self._name, self._told = name, told
        state = state or _state(_texts(told, params, t))
        if _live:
            super().__init__(state=state, value=state, _esm=_files.file(f"{name}.js"))
        else:
            super().__init__(state=state, value=state)

    @property
    def name(self):
        """Of the figure, as in `<attn-figure fig="...">`."""
        return self._name

    @property
    def claim(self):
        """What the figure lets one check."""
        return self._told["claim"]

    def set(self, **params):
        """Moves these parameters, and leaves the others as they are shown."""
        t = params.pop("t", None)
        self.value = _state({**dict(self._parts()), **_texts(self._told, params, t)})

    def _parts(self):
        """What the text of the state that is shown names, and what it says of it."""
        parts = self.value.partition(".")[2].split(",") if self.value else []
        return [(name, text) for name, _, text in (part.partition("=") for part in parts)]

    def table(self):
        """The figure's own table for the state that is shown, as a structured array, computed in NumPy: what its "Python" exports."""
        import numpy

        if "noPython" in self._told:
            raise NotImplementedError(f"table: {self._name} has none in Python. {self._told['noPython']}")
        told = {"np": numpy, **_variables(self._name, self._told, dict(self._parts()))}
        exec(compile(_files.file(f"{self._name}.py"), f"{self._name}.py", "exec"), told)
        columns = [_column(list(cells)) for cells in zip(*told["rows"])]
        names = [name + f" ({told['columns'][:i].count(name) + 1})" * (name in told["columns"][:i]) for i, name in enumerate(told["columns"])]
        return numpy.rec.fromarrays(columns, names=names).view(numpy.ndarray)

    def frame(self, attn="attn"):
        """The numbers behind it as NumPy arrays by name, computed by the command `attn` for the state that is shown."""
        import numpy

        experiment = self._told["experiment"]
        if not self._told["direct"]:
            raise NotImplementedError(
                f"frame: {self._name} asks the experiment {experiment} for something else than its own parameters; see attn describe {experiment}"
            )
        program = shutil.which(attn)
        if program is None:
            raise FileNotFoundError(f"frame: there is no command {attn!r}; it is built from the source of this project")
        words = [program, "run", experiment, "--json"]
        for name, text in self._parts():
            words += ["--t", text] if name == "t" else ["--param", f"{_snake(name)}={text}"]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"frame: {done.stderr.strip()}")
        outputs = json.loads(done.stdout)["outputs"]
        return {name: numpy.array(one["data"]).reshape(one["shape"]) for name, one in outputs.items()}

    def _repr_html_(self):
        """The picture of the figure as it opens, where no widget is shown: in exports, and on hosts without a kernel."""
        pictures = [
            base64.b64encode(_files.file(f"{self._name}.{theme}.svg").encode("utf-8")).decode("ascii") for theme in ("light", "dark")
        ]
        light, dark = (f"data:image/svg+xml;base64,{picture}" for picture in pictures)
        site = _files.site()
        address = f"{site}figures/{self._name}.html" + (f"#{self._name}={self.value}" if self.value else "")
        link = f'<p><a href="{html.escape(address)}">The live figure</a></p>' if site else ""
        return (
            f'<picture><source media="(prefers-color-scheme: dark)" srcset="{dark}">'
            f'<img src="{light}" alt="{html.escape(self.claim)}" style="width:100%"></picture>{link}'
        )

    def _repr_mimebundle_(self, **kwargs):
        """A widget with its picture beside it, for whoever shows no widgets."""
        plain = {"text/plain": f"{self._told['title']}: {self.claim}", "text/html": self._repr_html_()}
        if not _live:
            return plain
        bundle = super()._repr_mimebundle_(**kwargs) or {}
        data, *rest = bundle if isinstance(bundle, tuple) else (bundle,)
        data = {**data, **plain}
        return (data, *rest) if rest else data


def _snake(name):
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def figure(name, state="", **params):
    """A figure by its name, in a state: `figure("stages", m=1.7)`, or with the text of a link, `figure("particles", "v1.beta=20,t=30")`."""
    return Figure(name, state, **params)
