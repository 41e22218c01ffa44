"""The searches are listed once, and everything that names one knows all of them."""

from pathlib import Path

import pytest

from plywise.cli.searches import search_named
from plywise.search_names import PLATFORM, PROFILES, SELECTIVE, WRITTEN, settings_class
from plywise.searching import profiles, searching
from plywise.searching.selective import Selective

DOCS = Path(__file__).parents[1] / "docs"
ALL = [*PLATFORM, *SELECTIVE]


@pytest.mark.parametrize("name", ALL)
def test_a_search_calls_itself_as_it_is_listed(name: str) -> None:
    assert settings_class(name).kind == name


def test_no_search_is_left_out_of_the_list() -> None:
    ours = {kind for kind in Selective.__subclasses__() if kind.__module__.startswith("plywise.")}
    assert {kind.kind for kind in ours} == {*SELECTIVE}
    assert profiles.PROFILES.keys() == {*PROFILES}


@pytest.mark.parametrize("name", [*ALL, *PROFILES, *WRITTEN])
def test_the_command_line_reads_every_search(name: str) -> None:
    made = search_named(name)
    assert WRITTEN.get(name, name) in (made.kind, *PROFILES)


@pytest.mark.parametrize("name", ALL)
def test_settings_that_are_written_are_read_back(name: str) -> None:
    made = settings_class(name)()
    assert searching(made.as_dict()) == made


@pytest.mark.parametrize("name", [*ALL, *PROFILES])
def test_the_documents_name_every_search(name: str) -> None:
    assert f"`{name}`" in (DOCS / "cli.md").read_text()


@pytest.mark.parametrize("name", SELECTIVE)
def test_the_page_on_selective_searches_names_each_and_its_class(name: str) -> None:
    page = (DOCS / "selective.md").read_text()
    assert f"`{name}`" in page
    assert f"`pw.{settings_class(name).__name__}`" in page
