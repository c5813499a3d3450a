"""General software: which allowed form to use, no rule says by the glossary alone; wrong forms are reported as ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from glossary.findings.engine import check
from glossary.loading import load
from tests.glossary.rules.consistency.test_renderings import page

ENDPOINT = {
    "id": "endpoint",
    "en": {"preferred": "endpoint"},
    "zh": {"preferred": "端点", "admitted": ["终端节点"], "wrong": ["终点站"]},
}
MIXED = "每个端点都要登记。删除端点之前先停用它。终端节点会自动续期。"
LEFT = "每个端点都要登记。删除端点之前先停用它。不要把 endpoint 设为公开。"


def reported(text: str, **facts: str) -> list[str]:
    return [finding.rule for finding in check(page(text, "zh", ENDPOINT | facts))]


@pytest.mark.parametrize(("rule", "text"), [("T201", MIXED), ("T103", LEFT)])
@pytest.mark.parametrize(("tier", "is_reported"), [("core", True), ("ml", True), ("software", False)])
def test_forms_of_software_are_left_to_custom(rule: str, text: str, tier: str, is_reported: bool):
    assert (rule in reported(text, tier=tier)) == is_reported


def test_the_tier_follows_the_domain():
    assert "T201" not in reported(MIXED, domain="deployment")
    assert "T201" in reported(MIXED, domain="deployment", tier="core")


@pytest.mark.parametrize(("rule", "text"), [("T201", MIXED), ("T103", LEFT)])
def test_words_of_a_label_are_everyday_ones_in_prose(rule: str, text: str):
    assert rule not in reported(text, domain="interface")


def test_a_wrong_form_is_wrong_in_every_tier():
    assert reported("终点站不可用。", tier="software") == ["T101"]


@pytest.mark.parametrize(("domain", "choose"), [("interface", "free"), ("vision", "one-per-article")])
def test_a_label_leaves_forms_as_free_to_be_mixed_as_the_entry_whose_place_it_takes(
    domain: str, choose: str, tmp_path: Path
):
    entry = f'[[concept]]\nid = "image"\ndefinition = "A picture."\ndomain = "{domain}"\nzh = "图像"\n'
    (tmp_path / "terms.toml").write_text(entry, encoding="utf-8")
    assert load([]).by_id["image"].choose == "free"
    assert load([tmp_path]).by_id["image"].choose == choose
