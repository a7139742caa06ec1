"""A Sphinx site with figures: a directive of ten lines, and the package as files of the site."""
from docutils import nodes
from docutils.parsers.rst import Directive, directives

project = "Figures in Sphinx"
html_extra_path = ["extra"]
html_js_files = [("../attention/define.js", {"type": "module"})]
exclude_patterns = ["node_modules", "dist"]


class AttnFigure(Directive):
    """.. attn-figure:: particles, with the attributes of the element as options and what is shown without scripts as content."""

    required_arguments = 1
    has_content = True
    option_spec = {"state": directives.unchanged, "lock": directives.unchanged, "controls": directives.unchanged}

    def run(self):
        options = "".join(f' {name}="{value}"' for name, value in self.options.items())
        inside = " ".join(self.content)
        return [nodes.raw("", f'<attn-figure fig="{self.arguments[0]}"{options}>{inside}</attn-figure>', format="html")]


def setup(app):
    app.add_directive("attn-figure", AttnFigure)
