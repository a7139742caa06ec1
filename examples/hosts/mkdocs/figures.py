"""A hook of MkDocs: the package as files of the site, and its script in every page."""
import shutil
from pathlib import Path


def on_post_build(config):
    target = Path(config["site_dir"], "attention")
    shutil.copytree(Path(config["config_file_path"]).parent / "node_modules/attention-explorables", target, dirs_exist_ok=True)


def on_post_page(output, page, config):
    script = f'<script type="module" src="{"../" * page.url.count("/")}attention/define.js"></script>'
    return output.replace("</head>", script + "</head>")
