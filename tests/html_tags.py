"""Pages as the tests read them."""

import re
from html.parser import HTMLParser


class Tags(HTMLParser):
    """All start tags of a page with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attributes)))
        if tag not in ("meta", "br", "link", "img", "input"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


def whole_and_alone(text: str) -> Tags:
    """The tags of a page, all of them closed; it may fetch nothing from elsewhere."""
    tags = Tags(text)
    assert tags.open == []
    assert not [tag for tag in ("script", "link", "img", "iframe") if tags.named(tag)]
    given = [pair for _, attributes in tags.found for pair in attributes.items()]
    links = [str(value) for key, value in given if key in ("src", "href", "xlink:href")]
    assert [link for link in links if not link.startswith("#")] == []
    assert not re.search(r"url\((?!#)", text)
    return tags
