import itertools
import xml.etree.ElementTree

import pytest

import armistice
from armistice import Board, Placement, Problem, draw, solve, trace


def test_a_placement_is_drawn():
    placement = Placement("4x4 Q4", [2, 4, 1, 3])
    drawing = draw(placement)
    assert drawing.svg() == drawing._repr_svg_() == placement._repr_svg_() == placement.draw().svg()
    assert drawing.placements == [placement] and repr(drawing) == "<Drawing: 4x4 Q4: 1 placement>"
    title = xml.etree.ElementTree.fromstring(drawing.svg()).find("{*}title").text
    assert title == "4x4 Q4: queens on c1, a2, d3 and b4"
    assert draw(placement, attacks=True).svg() != drawing.svg() != draw(placement, legend=True).svg()
    assert "tikzpicture" in drawing.latex() and drawing.html().startswith("<!DOCTYPE html>")


def test_a_problem_is_drawn():
    assert len(draw("100x100 Q100").placements[0]) == 100
    assert Problem("8x8 Q8").draw().placements == [armistice.find("8x8 Q8")]
    assert "no pieces" in draw(Board("8x8-c3")).svg() == draw("8x8-c3").svg()
    with pytest.raises(ValueError, match="no placement"):
        draw("3x3 Q3")
    # In a hole nothing stands; conflicts can be drawn.
    with pytest.raises(ValueError, match="b2"):
        draw(Placement("3x3-b2 K1", ["b2"])).svg()
    assert draw(Placement("4x4 Q4", [1, 2, 3, 4]), attacks=True).svg().count("conflict") > 1
    with pytest.raises(ValueError, match="at most 1000"):
        draw(Board(1001)).svg()


def test_galleries():
    classes = draw("8x8 Q8", up_to="symmetry")
    assert repr(classes) == "<Drawing: 8x8 Q8: 12 placements, 92 with rotations and reflections>"
    assert classes.svg().count("<title>") == 13 and classes.html().count("<figure>") == 12
    assert draw("8x8 Q8", limit=5).placements == list(itertools.islice(solve("8x8 Q8"), 5))
    assert draw(solve("8x8 Q8"), limit=3).note == "3 placements" and draw(solve("6x6 Q6")).note == "4 placements"
    both = draw([armistice.find("4x4 Q4"), armistice.find("5x5 Q5")])
    assert both.title == "4x4 Q4, 5x5 Q5" and both.latex().count("tikzpicture") >= 2
    with pytest.raises(ValueError, match="no placement"):
        draw([])


def test_pictures_have_a_look():
    plain = draw("8x8 Q8")
    looks = [draw("8x8 Q8", **look).svg() for look in [dict(theme="dark"), dict(theme="print"), dict(size="80mm"), dict(coordinates=False)]]
    assert len({plain.svg(), *looks}) == 5 and 'width="80mm"' in looks[2]
    gallery = draw("8x8 Q8", limit=30)
    assert gallery.pdf().count(b"/MediaBox") == 2 and gallery.pdf() != draw("8x8 Q8", limit=30, paper="letter").pdf()
    for wrong, words in [(dict(theme="blue"), "^theme: .*expected one of"), (dict(size="wide"), "^size: expected a width"), (dict(paper="a5"), "^paper: ")]:
        with pytest.raises(ValueError, match=words):
            draw("8x8 Q8", **wrong)


def test_files(tmp_path):
    drawing = draw("6x6 Q6")
    for name, begin in [("a.svg", b"<svg"), ("a.PNG", b"\x89PNG"), ("a.pdf", b"%PDF"), ("a.html", b"<!DOCTYPE"), ("a.tex", b"\\begin{tikzpicture}")]:
        drawing.save(tmp_path / name)
        assert begin in (tmp_path / name).read_bytes()[:200], name
    draw("6x6 Q6", size="123px").save(str(tmp_path / "b.png"))
    assert (tmp_path / "b.png").read_bytes()[16:20] == (123).to_bytes(4, "big")
    for name in ["a.jpg", "a", "png"]:
        with pytest.raises(ValueError, match=r"expected a name that ends in \.svg, \.png, \.pdf, \.html or \.tex"):
            drawing.save(tmp_path / name)
    with pytest.raises(FileNotFoundError):
        drawing.save(tmp_path / "none" / "a.svg")


def test_a_search_is_shown(tmp_path):
    search = trace("6x6 Q6")
    assert repr(search) == "<Animation of 6x6 Q6>" and search.html().startswith("<!DOCTYPE html>")
    assert search._repr_html_().startswith("<iframe srcdoc=") and "<script" not in search._repr_html_()
    assert search.gif()[:6] == b"GIF89a" and len(trace("6x6 Q6", max_steps=5).gif()) < len(search.gif())
    for name in ["s.html", "s.gif"]:
        search.save(tmp_path / name, speed=8)
        assert (tmp_path / name).stat().st_size > 1000
    assert Problem("6x6 Q6").trace(order="leftmost", limit=None).html() != search.html()
    assert len({trace("8x8 Q8", values=values).html() for values in ["up", "down", "middle", "random"]}) == 4
    with pytest.raises(ValueError, match=r"\.html or \.gif"):
        search.save(tmp_path / "s.mp4")
    for problem, words in [("hexagon:5 Q3", "hexagon:5"), ("8x8 Q*", "an exact number")]:
        with pytest.raises(ValueError, match=words):
            trace(problem)
    for wrong in [dict(order="none"), dict(values="none")]:
        with pytest.raises(ValueError, match=f"^{next(iter(wrong))}: .*expected one of"):
            trace("6x6 Q6", **wrong)
    with pytest.raises(ValueError, match="limit: found 0"):
        trace("6x6 Q6", limit=0)
    for speed in [0, -1, float("nan")]:
        with pytest.raises(ValueError, match="^speed: found .*, expected a number above 0"):
            search.gif(speed=speed)
