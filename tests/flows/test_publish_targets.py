"""What the texts of targets mean, and which are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from flows.options.publish_targets import PublishTarget, TargetError, parse_target
from flows.options.settings import SettingsError, load


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("/mnt/share/corpus", PublishTarget("folder", "/mnt/share/corpus")),
        ("share", PublishTarget("folder", "/base/share")),
        ("file:///mnt/my%20share", PublishTarget("folder", "/mnt/my share")),
        ("s3://bucket/prefix/", PublishTarget("objects", "s3://bucket/prefix")),
        ("S3://bucket", PublishTarget("objects", "s3://bucket")),
        ("gs://bucket//a//b", PublishTarget("objects", "gs://bucket/a/b")),
        ("abfs://box@account.dfs.core.windows.net/a", PublishTarget("objects", "abfs://box@account.dfs.core.windows.net/a")),
        ("hf:data/set", PublishTarget("dataset", "/base/data/set")),
        ("git:repo#summaries/nightly", PublishTarget("branch", "/base/repo", "summaries/nightly")),
        ("local:///mnt/share", PublishTarget("folder", "/mnt/share")),
        ("git:repo#日本語", PublishTarget("branch", "/base/repo", "日本語")),
        ("git:repo#a@b", PublishTarget("branch", "/base/repo", "a@b")),
        ("git:/r#epo#x", PublishTarget("branch", "/r#epo", "x")),
    ],
)  # fmt: skip
def test_form_tells_the_kind(text: str, target: PublishTarget):
    assert parse_target(text, Path("/base")) == target
    assert parse_target(str(target)) == target


def test_branch_may_have_a_number_sign_where_its_repository_is_there(tmp_path: Path):
    (tmp_path / "repo").mkdir()
    assert parse_target("git:repo#fix#12", tmp_path) == PublishTarget("branch", f"{tmp_path}/repo", "fix#12")
    (tmp_path / "repo#fix").mkdir()
    assert parse_target("git:repo#fix#12", tmp_path) == PublishTarget("branch", f"{tmp_path}/repo#fix", "12")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no target"),
        ("a\nb", "no target"),
        ("hf:", "no folder"),
        ("git:repo", "no branch; write git:REPOSITORY#BRANCH"),
        ("git:#x", "no branch"),
        ("s3:///prefix", "no bucket; write s3://BUCKET/PREFIX"),
        ("s3://bucket/a/../b", ". and .. mean nothing"),
        ("s3://bucket/a?X-Amz-Signature=abcdefgh", "an address ends with its path"),
        ("file://host/share", "no local folder"),
        ("https://host/share", "cannot be published to"),
        ("hf://datasets/me/corpus", "give hf:FOLDER, and upload that folder"),
        ("git+ssh://host/repo#x", "an address ends with its path"),
        ("memory://corpora", "lives in this process alone, and is gone when it ends; give a folder, s3://"),
        ("Memory://corpora/x", "lives in this process alone"),
        ("~nobody-of-that-name/x", "home folder of an unknown user"),
    ],
)
def test_text_that_is_no_target_is_refused(text: str, words: str):
    with pytest.raises(TargetError) as raised:
        parse_target(text)
    assert words in str(raised.value)


@pytest.mark.parametrize("text", ["s3://AKIAPLANTED:planted-secret@bucket/x", "sftp://me:planted-secret@host/x"])
def test_target_with_credentials_is_refused_and_does_not_show_them(text: str, tmp_path: Path):
    with pytest.raises(TargetError, match="credentials in a target; leave them out") as raised:
        parse_target(text)
    file = tmp_path / "taiyaku.toml"
    file.write_text(f'[publish]\ntargets = ["{text}"]\n', encoding="utf-8")
    with pytest.raises(SettingsError, match=r"publish\.targets\.0") as refused:
        load(file)
    assert "planted" not in str(raised.value).casefold()
    assert "planted" not in str(refused.value).casefold()


def test_relative_targets_of_settings_count_from_their_file(tmp_path: Path):
    file = tmp_path / "taiyaku.toml"
    file.write_text('[publish]\ntargets = ["share", "s3://bucket/x", "git:.#summaries"]\n', encoding="utf-8")
    assert load(file).publish.targets == (str(tmp_path / "share"), "s3://bucket/x", f"git:{tmp_path}#summaries")
