"""Links of pages that moved into the site."""

from __future__ import annotations

import pytest

from flows.docs.site.page_links import Destinations, relative_address, with_site_links
from flows.docs.site.repository_pages import SitePage

PAGES = [
    SitePage("en/readme.md", "README.md", "# Readme\n\n## Review\n"),
    SitePage("zh/readme.md", "README.zh.md", "# 说明\n"),
    SitePage("en/reference/commands.md", "flows/README.md", "# Commands\n\n## `taiyaku check`\n"),
    SitePage("en/reference/settings.md", "flows/README.md", "## Environment\n"),
]


@pytest.mark.parametrize(
    ("page", "link", "expected"),
    [
        (0, "[all](flows/README.md)", "[all](reference/commands.md)"),
        (0, "[all](flows/README.md#environment)", "[all](reference/settings.md#environment)"),
        (2, "[up](../README.md#review)", "[up](../readme.md#review)"),
        (2, "[below](#environment)", "[below](settings.md#environment)"),
        (2, "[here](#taiyaku-check)", "[here](#taiyaku-check)"),
        (1, "[英文](README.md)", "[英文](page:en/readme.md)"),
        (0, "[measured](tests/benchmarks/RESULTS.md)", "measured (`tests/benchmarks/RESULTS.md`)"),
        (0, "[tests/gold/README.md](tests/gold/README.md)", "`tests/gold/README.md`"),
        (0, "[away](https://example.org)", "[away](https://example.org)"),
        (0, "[site](flows/docs/site/en/faq.md)", "[site](faq.md)"),
        (1, "[教程](flows/docs/site/zh/tutorial/index.md)", "[教程](tutorial/index.md)"),
        (0, "`[code](flows/README.md)`", "`[code](flows/README.md)`"),
        (0, "```md\n[code](flows/README.md)\n```", "```md\n[code](flows/README.md)\n```"),
        (0, "![Queue](glossary/desk/report/screenshots/queue.png)", "![Queue](pictures/queue.png)"),
    ],
)
def test_link_leads_to_the_page_that_the_file_became(page: int, link: str, expected: str):
    assert with_site_links(PAGES[page]._replace(text=link), Destinations(PAGES)) == expected


def test_address_is_relative_across_languages():
    folders = {"en": "", "zh": "zh"}
    assert (
        relative_address("en/reference/commands.md#x", "zh/tutorial/a.md", folders) == "../../reference/commands.html#x"
    )
    assert relative_address("zh/index.md", "en/index.md", folders) == "zh/index.html"
