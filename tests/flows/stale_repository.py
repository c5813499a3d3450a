"""A clone whose translations lag: what each commit does to the pages is written here, and so is what is stale."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.flows.plain import write

CACHE_EN = """\
---
title: The cache
date: 2024-01-01
---

# The cache

The cache holds 30 pages by default. Each page is kept until the server stops.

Open the settings to choose another folder. The server reads them when it starts.

## Limits

- At most 8 users share a cache.
- Large files are not stored.

Call `cache.clear()` to empty it.
"""
CACHE_ZH = """\
---
title: 缓存
date: 2024-01-01
---

# 缓存

缓存默认保存 30 个页面。每个页面会一直保留到服务器停止。

打开设置可以选择另一个文件夹。服务器在启动时读取这些设置。

## 限制

- 最多 8 个用户共享一个缓存。
- 大文件不会被存储。

调用 `cache.clear()` 可以清空缓存。
"""
CACHE_JA = """\
# キャッシュ

キャッシュは既定で 30 ページを保持します。各ページはサーバーが停止するまで保存されます。

設定を開くと別のフォルダーを選べます。サーバーは起動時に設定を読み込みます。

## 制限

- 1 つのキャッシュを共有できるのは最大 8 人です。
- 大きなファイルは保存されません。

`cache.clear()` を呼び出すと空になります。
"""
QUEUE_EN = """\
# The queue

Jobs wait in a queue of 16 places. A worker takes the oldest job first.

Failed jobs are tried again after 5 seconds. The log names each of them.

Stop all workers before you update the program.
"""
QUEUE_ZH = """\
# 队列

任务在有 16 个位置的队列中等待。工作进程先取最早的任务。

失败的任务会在 5 秒后重试。日志会列出每个失败的任务。

更新程序之前请停止所有工作进程。
"""
START_EN = "# First steps\n\nInstall the program with pip. Start it in an empty folder.\n"
START_ZH = "# 入门\n\n使用 pip 安装程序。在空文件夹中启动它。\n"
OLD_EN = "# Old servers\n\nServers of version 1 need a license file.\n"
OLD_ZH = "# 旧服务器\n\n版本 1 的服务器需要许可证文件。\n"
NEWS_EN = "# News\n\nThe next release comes in autumn. It brings faster workers.\n"


class Clone:
    """A clone that grows commit by commit."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.commits: dict[str, str] = {}
        folder.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str, date: str = "") -> str:
        """Call git, with a date to commit at."""
        author = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
        env = {**os.environ, "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date} if date else None
        ran = subprocess.run(["git", *author, *arguments], cwd=self.folder, check=True, capture_output=True, env=env)
        return ran.stdout.decode("utf-8", "replace").strip()

    def commit(self, subject: str, files: Mapping[str, str | bytes] | None = None, date: str = "") -> str:
        """Write files, commit all changes, and return the commit."""
        write(self.folder, dict(files or {}))
        self.git("add", "-A")
        self.git(
            "commit", "-q", "--allow-empty", "-m", subject, date=date or f"2024-02-{len(self.commits) + 1:02d}T12:00:00"
        )
        self.commits[subject] = self.git("rev-parse", "HEAD")
        return self.commits[subject]

    def edit(self, name: str, *changes: tuple[str, str]) -> dict[str, str | bytes]:
        """Return a file with other words in it."""
        text = (self.folder / name).read_text("utf-8")
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        return {name: text}


def lagging(folder: Path) -> Clone:
    """Make a clone of some twenty commits."""
    clone = Clone(folder)
    clone.commit("pages", {"docs/en/cache.md": CACHE_EN, "docs/en/queue.md": QUEUE_EN, "docs/en/old.md": OLD_EN})
    clone.commit("start", {"docs/en/first.md": START_EN})
    clone.commit("zh", {"docs/zh/cache.md": CACHE_ZH, "docs/zh/first.md": START_ZH, "docs/zh/old.md": OLD_ZH})
    clone.commit("40 pages", clone.edit("docs/en/cache.md", ("30 pages", "40 pages")))
    clone.git("mv", "docs/en/first.md", "docs/en/start.md")
    clone.commit("en renamed")
    clone.commit("32 places", clone.edit("docs/en/queue.md", ("16 places", "32 places")))
    clone.commit("ja", {"docs/ja/cache.md": CACHE_JA.replace("30", "40")})
    clone.commit("9 users", clone.edit("docs/en/cache.md", ("8 users", "9 users")))
    # The translator brings this change, and leaves out the one before.
    clone.commit("zh lags in part", clone.edit("docs/zh/cache.md", ("8 个用户", "9 个用户")))
    clone.git("rm", "-q", "docs/en/old.md")
    clone.commit("old deleted")
    clone.commit("10 seconds", clone.edit("docs/en/queue.md", ("after 5 seconds", "after 10 seconds")))
    clone.commit(
        "workers go on", clone.edit("docs/en/queue.md", ("Stop all workers before you", "Keep the workers when you"))
    )
    # Made from a checkout of the first commit: its date proves nothing.
    clone.commit("zh from an old checkout", {"docs/zh/queue.md": QUEUE_ZH})
    clone.commit(
        "pictures", clone.edit("docs/en/cache.md", ("not stored.\n", "not stored.\n- Pictures are kept for one day.\n"))
    )
    clone.commit(
        "rewrapped",
        clone.edit("docs/en/queue.md", ("places. A worker", "places.\nA worker")),
    )
    dated = [clone.edit(f"docs/{lang}/cache.md", ("date: 2024-01-01", "date: 2025-06-30")) for lang in ("en", "zh")]
    clone.commit("all dates", {**dated[0], **dated[1]})
    clone.commit("news", {"docs/en/news.md": NEWS_EN})
    clone.commit("no folder", clone.edit("docs/en/cache.md", ("Open the settings to choose another folder. ", "")))
    clone.commit(
        "rebased", clone.edit("docs/en/start.md", ("an empty folder", "any folder")), date="2019-01-01T00:00:00"
    )
    return clone
