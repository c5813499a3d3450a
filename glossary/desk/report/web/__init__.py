"""The consistency report as one web page: findings to decide, concepts, documents; without network or server."""

from __future__ import annotations

from glossary.desk.report.web.html_page import page
from glossary.desk.report.web.summary import SummaryTable, packet_tables, summary
from glossary.desk.report.web.tables import READS, ReportTables
from glossary.desk.report.web.volumes import FOLDER, writer

__all__ = ["FOLDER", "READS", "ReportTables", "SummaryTable", "packet_tables", "page", "summary", "writer"]
