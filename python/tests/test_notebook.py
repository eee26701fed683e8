"""The notebook as it is in the repository: its cells run, and say what they say there."""

import contextlib
import io
import json
from pathlib import Path

NOTEBOOK = Path(__file__).parent.parent / "examples" / "placements.ipynb"


def cells():
    return [cell for cell in json.loads(NOTEBOOK.read_text())["cells"] if cell["cell_type"] == "code"]


def test_every_cell_was_executed():
    for cell in cells():
        assert cell["outputs"] or "import" in "".join(cell["source"])
    pictures = [output for cell in cells() for output in cell["outputs"] if "image/svg+xml" in output.get("data", {})]
    assert len(pictures) >= 4


def test_cells_say_what_they_said():
    names = {}
    for cell in cells():
        source = "".join(cell["source"])
        # Imports of other packages may fail.
        if any(word in source for word in ["pandas", "queens", "IPython", "sympy"]):
            continue
        *before, last = source.split("\n")
        written = io.StringIO()
        with contextlib.redirect_stdout(written):
            exec("\n".join(before), names)
            value = eval(last, names)
        for output in cell["outputs"]:
            if output["output_type"] == "stream":
                assert written.getvalue() == "".join(output["text"])
            elif "image/svg+xml" in output["data"]:
                assert value._repr_svg_() == "".join(output["data"]["image/svg+xml"])
            else:
                assert repr(value) == "".join(output["data"]["text/plain"])
