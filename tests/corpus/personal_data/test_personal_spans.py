"""Personal data: what is met in pages, what only looks like it, and what is left of it when it is masked."""

from __future__ import annotations

import pytest

from corpus.personal_data.personal_spans import MASK, masked_text, personal_spans
from tests.corpus.small import cpu_limit

# No key below was ever given out: they are put together from letters and figures for these tests.
RANDOM = "q7Zk2VbX9mT4wLr8NcY1pHs6JdF3gAe5uR0o"
HEX = "9f1c7ab24e0d83b65fa1c9e2704bd8361ce5fa09"

PERSONAL = [
    ("email", "en", "Write to ⟦mei.lin@nova-labs.org⟧."),
    ("email", "ja", "連絡先：⟦ken＠kaisha.co.jp⟧まで。"),
    ("email", "zh", "请发邮件至⟦li-wei@bj-lab.cn⟧，谢谢。"),
    ("email", "en", "[Mei](mailto:⟦mei@nova-labs.org⟧?subject=Hi)"),
    ("email", "en", "author: Mei Lin <⟦mei@nova-labs.org⟧>"),
    ("email", "en", "Write to ⟦mei&#64;nova-labs.org⟧ or ⟦mei%40nova-labs.org⟧."),
    ("email", "en", r"Write to ⟦mei\_lin@nova-labs.org⟧."),
    ("email", "en", "https://lists.nova-labs.org/join?who=⟦mei@nova-labs.org⟧&list=dev"),
    ("phone", "en", "Call +44 20 7946 1958?"),
    ("phone", "en", "Reach the team at ⟦+81 3-6384-9274⟧."),
    ("phone", "ja", "電話：⟦03-6384-9274⟧（平日）"),
    ("phone", "ja", "担当者の番号は⟦090-6814-2957⟧です。"),
    ("phone", "zh", "联系电话：⟦13816803972⟧"),
    ("phone", "zh", "手机 ⟦138 1680 3972⟧，微信同号"),
    ("phone", "en", "Support: ⟦(206) 867-5309⟧"),
    ("key", "en", f"export GH=⟦ghp_{RANDOM}⟧"),
    ("key", "en", f"login(token='⟦hf_{RANDOM[:34]}⟧')"),
    ("key", "en", "aws_access_key_id = ⟦AKIAQ7ZK2VBX4MTWLR6N⟧"),
    ("key", "en", f'aws_secret_access_key = "⟦{RANDOM}/7+b⟧"'),
    ("key", "en", f'client = OpenAI(api_key="⟦sk-proj-{RANDOM}⟧")'),
    ("key", "en", f'api_key = "⟦{RANDOM[:24]}⟧"'),
    ("key", "en", f"WANDB_API_KEY=⟦{HEX}⟧ python train.py"),
    ("key", "en", f'"client_secret": "⟦{RANDOM[:28]}⟧",'),
    ("key", "en", f"curl -H 'Authorization: Bearer ⟦{RANDOM}⟧'"),
    ("key", "en", f"https://hooks.slack.com/services/⟦T02AB3CD4/B05EF6GH7/{RANDOM[:24]}⟧"),
    ("key", "en", "⟦eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3NzMxIn0.Zk2VbX9mT4wLr8NcY1pHs6JdF3gAe5uR0oQ7⟧"),
    ("key", "en", f"-----BEGIN RSA PRIVATE KEY-----⟦\n{RANDOM}{RANDOM}\n{HEX}{RANDOM}=\n⟧-----END RSA PRIVATE KEY-----"),
]  # fmt: skip

HARMLESS = [
    ("en", "Write to you@example.com, user@gmail.com or name@company.com."),
    ("en", "git clone git@github.com:pytorch/pytorch.git and ssh mei@gpu-7.nova-labs.org"),
    ("en", "scp model.pt mei@nova-labs.org:/data, rsync -a x mei@nova-labs.org:~/x"),
    ("en", "https://mei:secret@nova-labs.org/x and https://cdn.jsdelivr.net/npm/@tensorflow/tfjs@2.0.0/dist/tf.min.js"),
    ("en", "icon@2x.png, vue@next, @tf.function, q@k.T, x@w.to(device), image@sha256:9f1c7ab24e0d83b65fa1"),
    ("en", "sa-7@my-project.iam.gserviceaccount.com, noreply@github.com, root@localhost"),
    ("en", "student-01-xxxxxxxxxxxx@qwiklabs.net"),
    ("en", "Version 2.14.0, 2019-12-31 10:20:30, 1.7976931348623157e+308, 0.123456789012, port 8080"),
    ("en", "array([13816803972, 13716803972]) and +0.1234567890 or 1e+10000000, x = y+4915112345678"),
    ("en", "Call +1 555 123 4567 or (206) 555-0143."),
    ("en", "[post](https://zhuanlan.zhihu.com/p/19714987272)"),
    ("zh", "数据集 14167534527_781ceb1b7 有 13816803972 行"),
    ("ja", "電話：03-1234-5678、090-0000-0000"),
    ("ja", "論文番号は 2019-0384-9274 です。"),
    ("en", "api_key = 'sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'; HF_TOKEN=hf_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; hf_***"),
    ("en", "api_key='YOUR_API_KEY', api_key=os.environ['OPENAI_API_KEY'], api_key=\"sk-no-key-required\""),
    ("en", "aws_access_key_id = AKIAIOSFODNN7EXAMPLE"),
    ("en", "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
    ("en", "commit 9f1c7ab24e0d83b65fa1c9e2704bd8361ce5fa09, sha256: 9f1c7ab24e0d83b65fa1c9e2704bd8361ce5fa09"),
    ("en", "tokenizer(token=special_tokens_map_2), pad_token = '<pad>', token: tok-3-of-12-in-batch"),
    ("en", "-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----"),
    ("en", "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA7f\n-----END PUBLIC KEY-----"),
    ("en", "password: correct-horse-battery-staple, secret_key = get_secret_key_from_vault_v2()"),
]  # fmt: skip


def plain(marked: str) -> tuple[str, list[str]]:
    """A text without its marks, and what stood between them."""
    surfaces = [part.partition("⟧")[0] for part in marked.split("⟦")[1:]]
    return marked.replace("⟦", "").replace("⟧", ""), surfaces


@pytest.mark.parametrize(("kind", "lang", "marked"), [case for case in PERSONAL if "⟦" in case[2]])
def test_personal_data_is_found_where_it_stands(kind: str, lang: str, marked: str):
    text, surfaces = plain(marked)
    spans = personal_spans(text, lang)
    assert [(span.kind, text[span.start : span.end]) for span in spans] == [(kind, surface) for surface in surfaces]


@pytest.mark.parametrize(("lang", "text"), HARMLESS)
def test_what_only_looks_like_personal_data_is_left_alone(lang: str, text: str):
    assert [text[span.start : span.end] for span in personal_spans(text, lang)] == []


def test_only_the_kinds_that_are_asked_for_are_found():
    text = f"mei@nova-labs.org, +81 3-6384-9274, ghp_{RANDOM}"
    assert [span.kind for span in personal_spans(text, "en")] == ["email", "phone", "key"]
    assert [span.kind for span in personal_spans(text, "en", ["phone"])] == ["phone"]


def test_key_that_is_shown_again_without_its_name_is_found_there_too():
    value = RANDOM[:24]
    text = f'api_key = "{value}"\nprint({value!r} is used)'
    assert [text[span.start : span.end] for span in personal_spans(text, "en")] == [value, value]


def test_address_is_one_wherever_it_stands():
    text = "Write to mei@nova-labs.org, or ssh mei@nova-labs.org"
    assert [span.kind for span in personal_spans(text, "en")] == ["email", "email"]


def test_page_of_thousands_of_addresses_takes_no_longer_than_it_must():
    text = "\n".join(f"mei.lin{number}@nova-labs.org" for number in range(40_000))
    with cpu_limit(3.0):
        assert len(personal_spans(text, "en")) == 40_000


def test_masked_text_is_as_long_and_keeps_its_lines():
    text = f"-----BEGIN PRIVATE KEY-----\n{RANDOM}{RANDOM}\n{HEX}{RANDOM}\n-----END PRIVATE KEY-----\nmei@nova-labs.org"
    masked = masked_text(text, personal_spans(text, "en"))
    assert len(masked) == len(text)
    assert [len(line) for line in masked.split("\n")] == [len(line) for line in text.split("\n")]
    assert masked.endswith(f"-----END PRIVATE KEY-----\n{MASK * 17}")
    assert not any(secret in masked for secret in (RANDOM, HEX, "mei"))
    assert personal_spans(masked, "en") == []


@pytest.mark.parametrize("unit", ["a@", "+1 ", "0-", "a.b@c.d.", "key=a1", "eyJ.", "-----BEGIN PRIVATE KEY-----A ", "%40x", "token "])  # fmt: skip
def test_time_grows_no_faster_than_the_text(unit: str):
    with cpu_limit(3.0):
        assert isinstance(personal_spans(unit * (200_000 // len(unit)), "en"), list)
