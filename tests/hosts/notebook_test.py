"""The package for notebooks, without Jupyter; anywidget is stood in for by a class with the traits that it has. Run by notebook.test.ts."""
import json
import os
import pathlib
import re
import subprocess
import sys
import types
import unittest

import traitlets

if os.environ.get("LIVE"):
    stand_in = types.ModuleType("anywidget")

    class AnyWidget(traitlets.HasTraits):
        _esm = traitlets.Unicode().tag(sync=True)

        def _repr_mimebundle_(self, **kwargs):
            return {"application/vnd.jupyter.widget-view+json": {"model_id": "1"}}, {"width": 1}

    stand_in.AnyWidget = AnyWidget
    sys.modules["anywidget"] = stand_in

import attention_explorables  # noqa: E402
from attention_explorables import _figure, _files, figure, figures  # noqa: E402

attn = os.environ.get("ATTN")


class Test(unittest.TestCase):
    def refused(self, kind, words, *args, **params):
        with self.assertRaises(kind) as caught:
            figure(*args, **params)
        self.assertIn(words, str(caught.exception))

    def test_states(self):
        self.assertEqual(figure("stages", m=1.7).value, "v1.m=1.7")
        self.assertEqual(figure("particles", beta=20, t=30).state, "v1.beta=20,t=30")
        self.assertEqual(figure("two-stage", skip=False).value, "v1.skip=off")
        self.assertEqual(figure("two-stage", skip="on", eta=5e-3).value, "v1.skip=on,eta=0.005")
        self.assertEqual(figure("particles", "v1.beta=3").value, "v1.beta=3")
        self.assertEqual(figure("particles").value, "")
        self.assertEqual(figure("temperature", scores=[[2], [1.5], [0]]).value, "v1.scores=2~1.5~0")

    def test_refusals(self):
        self.refused(ValueError, "there is no figure 'x'", "x")
        self.refused(ValueError, "there is no figure 3", 3)
        self.refused(TypeError, "no parameter 'gamma', expected one of beta", "particles", gamma=1)
        self.refused(TypeError, "beta is 'a', expected a number", "particles", beta="a")
        self.refused(TypeError, "beta is True, expected a number", "particles", beta=True)
        self.refused(ValueError, "beta is nan, expected a finite number", "particles", beta=float("nan"))
        self.refused(ValueError, "beta is 1000, expected 0.5 to 50", "particles", beta=1000)
        self.refused(ValueError, "beta is 0, expected 0.5 to 50", "particles", beta=0)
        self.refused(ValueError, "skip is 'maybe', expected one of off, on", "two-stage", skip="maybe")
        self.refused(TypeError, "scores is 2, expected rows of numbers", "temperature", scores=2)
        self.refused(ValueError, "scores is [[nan]], expected finite numbers", "temperature", scores=[[float("nan")]])
        self.refused(TypeError, "t is -1, expected a whole number from 0", "particles", t=-1)
        self.refused(TypeError, "state or parameters, not both", "particles", "v1.beta=3", beta=3)

    def test_set_keeps_what_is_shown(self):
        shown = figure("two-stage", skip=False, beta=4.5)
        shown.set(beta=6)
        self.assertEqual(shown.value, "v1.skip=off,beta=6")
        # As a hand would leave it.
        shown.value = "v1.skip=off,beta=4.5,t=12"
        shown.set(beta=6)
        self.assertEqual(shown.value, "v1.skip=off,beta=6,t=12")
        shown.set(t=3)
        self.assertEqual(shown.value, "v1.skip=off,beta=6,t=3")
        shown = figure("two-stage", t=3)
        shown.set(beta=6)
        self.assertEqual(shown.value, "v1.beta=6,t=3")
        shown = figure("temperature", scores=[[2], [1.5], [0]])
        shown.set(temperature=2)
        self.assertEqual(shown.value, "v1.scores=2~1.5~0,temperature=2")
        self.assertRaises(TypeError, shown.set, gamma=1)
        self.assertEqual(shown.value, "v1.scores=2~1.5~0,temperature=2")

    def test_figures(self):
        self.assertTrue({"stages", "particles"} <= set(figures()))
        self.assertRegex(figures()["particles"], r"\w.*\.$")
        self.assertRegex(attention_explorables.__version__, r"^\d+\.\d+\.\d+")

    def test_pictures(self):
        text = figure("particles", beta=20)._repr_html_()
        self.assertEqual(len(re.findall("data:image/svg", text)), 2)
        self.assertIn('alt="Nobody tells', text)
        bundle = figure("particles")._repr_mimebundle_()
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        self.assertIn("text/html", data)
        self.assertEqual("application/vnd.jupyter.widget-view+json" in data, bool(os.environ.get("LIVE")))

    def test_table(self):
        import numpy

        table = figure("two-stage", t=3).table()
        self.assertEqual(table.dtype.names[0], "layer")
        self.assertIn("its standard deviation over draws (2)", table.dtype.names)
        self.assertEqual(table.shape, (61,))
        self.assertTrue(numpy.array_equal(table["layer"], numpy.arange(61)))
        self.assertTrue(all(numpy.isfinite(table[name]).all() for name in table.dtype.names))
        other = figure("two-stage", beta=3, t=3).table()
        self.assertFalse(numpy.array_equal(table, other))
        # Where it opens at the same step with all parameters, none has to be named.
        self.assertEqual(figure("stages", m=1.7).table().shape, figure("stages").table().shape)
        # Live, it is that of what is shown.
        shown = figure("two-stage")
        shown.value = "v1.beta=3,t=3"
        self.assertTrue(numpy.array_equal(shown.table(), other))

    def test_table_refusals(self):
        def refused(kind, words, *args):
            with self.assertRaises(kind) as caught:
                figure(*args).table()
            self.assertIn(words, str(caught.exception))

        refused(ValueError, "not known before it is live: name one, as in t=", "two-stage", "v1.beta=3")
        refused(ValueError, "there is no parameter 'gamma'", "two-stage", "v1.gamma=3,t=1")
        refused(ValueError, "beta is 'x', which is no slider", "two-stage", "v1.beta=x,t=1")
        refused(ValueError, "beta is 1000, expected", "two-stage", "v1.beta=1000,t=1")
        refused(ValueError, "t is 'x', expected a whole number from 0", "two-stage", "v1.t=x")
        refused(ValueError, "scores is 'nan~1~0', which is no matrix", "temperature", "v1.scores=nan~1~0")
        refused(NotImplementedError, "ladder has none in Python. Reading the model takes", "ladder")

    @unittest.skipUnless(os.environ.get("STATES"), "no states")
    def test_variables_are_those_of_the_exported_file(self):
        import numpy

        states = json.loads(pathlib.Path(os.environ["STATES"]).read_text())
        self.assertGreater(len(states), 100)
        for name, told, text, lines in states:
            expected = {"np": numpy}
            exec(lines, expected)
            parts = dict(part.split("=", 1) for part in text.partition(".")[2].split(","))
            found = _figure._variables(name, told, parts)
            self.assertEqual(set(found), set(expected) - {"np", "__builtins__"}, name)
            for variable, value in found.items():
                self.assertIs(type(value), type(expected[variable]), f"{name} {variable}")
                self.assertTrue(numpy.array_equal(value, expected[variable]), f"{name} {variable}")
                if isinstance(value, numpy.ndarray):
                    self.assertEqual(value.dtype, expected[variable].dtype, f"{name} {variable}")

    @unittest.skipUnless(os.environ.get("LIVE"), "no anywidget")
    def test_widget(self):
        shown = figure("particles", beta=20)
        self.assertTrue("attn-figure" in shown._esm and "as default" in shown._esm)
        for name in ("state", "value", "values", "t"):
            self.assertTrue(shown.trait_metadata(name, "sync"), name)

    @unittest.skipUnless(attn, "no attn command")
    def test_frame(self):
        import numpy

        frame = figure("particles", beta=20, t=30).frame(attn)
        self.assertEqual(frame["layer"], 30)
        self.assertEqual(frame["mode"].shape, (64,))
        self.assertTrue(numpy.isfinite(frame["trail"]).all())
        self.assertNotEqual(figure("particles", beta=5, t=30).frame(attn)["within_variance"][-1], frame["within_variance"][-1])
        with self.assertRaises(RuntimeError) as caught:
            figure("particles", "v1.beta=-1").frame(attn)
        self.assertIn("beta is -1", str(caught.exception))
        with self.assertRaises(FileNotFoundError):
            figure("particles").frame("no-such-command")

    @unittest.skipUnless(attn, "no attn command")
    def test_parameters_are_those_of_the_experiment(self):
        for name, told in _files.about().items():
            if not told["direct"]:
                continue
            told_by = subprocess.run([attn, "describe", told["experiment"]], capture_output=True, text=True, check=True).stdout
            known = set(re.findall(r"^  (\w+) = ", told_by, re.MULTILINE))
            self.assertTrue(known, name)
            for param in told["params"]:
                self.assertIn("".join(f"_{c.lower()}" if c.isupper() else c for c in param), known, name)


if __name__ == "__main__":
    unittest.main()
