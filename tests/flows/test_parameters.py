"""Parameters of the flows as Prefect's form shows them: by sections of the settings, under the names that they have."""

from __future__ import annotations

from dataclasses import fields
from itertools import groupby
from typing import Any

import pytest

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def properties() -> dict[str, dict[str, Any]]:
    from flows.prefect_flows.build_flow import build

    return dict(build.parameters.properties)


def test_labels_name_the_section_of_the_settings(properties: dict[str, dict[str, Any]]):
    labels = {name: properties[name]["title"] for name in ("sources", "full", "exclude", "on_drift", "targets", "jobs")}
    assert labels == {
        "sources": "sources",
        "full": "full",
        "exclude": "[source] exclude",
        "on_drift": "[alarms] on_drift",
        "targets": "[publish] targets",
        "jobs": "[build] jobs",
    }


def test_parameters_of_a_section_stand_together_and_what_has_none_comes_first(properties: dict[str, dict[str, Any]]):
    by_position = sorted(properties.values(), key=lambda parameter: parameter["position"])
    sections = [section for section, _ in groupby(parameter["title"].rpartition(" ")[0] for parameter in by_position)]
    assert sections[0] == "" and len(sections) == len(set(sections)) >= 10


def test_defaults_bounds_and_descriptions_are_those_of_the_options(properties: dict[str, dict[str, Any]]):
    from flows.options.flow_parameters import BuildOptions

    assert list(properties) and set(properties) == {field.name for field in fields(BuildOptions)}
    max_lost = properties["max_lost"]
    assert (max_lost["default"], max_lost["minimum"], max_lost["maximum"]) == (0.3, 0, 1)
    assert max_lost["description"].startswith("Maximum share of documents")


def test_run_without_parameters_has_the_defaults():
    from flows.options.flow_parameters import RetentionOptions
    from flows.prefect_flows.check_flow import retention

    assert retention.validate_parameters({"keep_last": 3}) == vars(RetentionOptions(keep_last=3))
