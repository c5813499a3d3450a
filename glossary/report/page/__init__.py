"""The consistency report as one web page: findings to decide, concepts, documents; without network or server."""

from __future__ import annotations

from glossary.report.page.build import READS, Build
from glossary.report.page.rendering import page
from glossary.report.page.summary import Listing, summary

__all__ = ["READS", "Build", "Listing", "page", "summary"]
