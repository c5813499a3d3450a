"""The consistency report as one web page: findings to decide, concepts, documents; without network or server."""

from __future__ import annotations

from glossary.report.page.build import Build
from glossary.report.page.rendering import page
from glossary.report.page.summary import Listing, summary

__all__ = ["Build", "Listing", "page", "summary"]
