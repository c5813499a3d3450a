// What was decided on the page of an earlier build and never exported. The pages are made by test_earlier.py.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { unfolded, withStored } from "./browser.mjs";
import { go, opened, texts } from "./pages.mjs";
import { decided, download, focused, press } from "./reviewer.mjs";

const [A, B, C, D] = "abcd".split("").map(one => one.repeat(16));
const NIGHT = { first: "1", second: "2", third: "3", others: "4", mended: "8" };
const folder = name => NIGHT[name] === "4" ? "q" : "p";
const pageOf = name => NIGHT[name] ? `${folder(name)}/builds/${NIGHT[name].repeat(12)}/report/index` : name;
const visit = async (page, name) => {
  const { href } = pathToFileURL(`${process.env.PAGES}/${pageOf(name)}.html`);
  await withStored(page, () => page.goto(href));
  await go(page, "findings");
};
const offers = page => texts(page, "#offering .note > p:not(:has(button))");
const button = (page, name) => page.locator(`#offering [data-offer=${name}]`);
const entries = (page, build) => page.evaluate(of => Object.fromEntries(Object.entries(localStorage)
  .filter(([key]) => key.startsWith(`taiyaku/${of}/`)).map(([key, value]) => [key.split("/")[2], JSON.parse(value)[0]])), build.repeat(12));
const decide = async (page, said) => {
  for (const [id, key] of Object.entries(said)) {
    await page.locator(`#queue .finding[data-id="${id}"] h3`).click();
    await page.keyboard.press(key);
    await page.locator(`#queue .finding[data-id="${id}"] .decided`).waitFor();
  }
};
const on = (name, states, check, options) => test(states, async () => {
  const { page, close } = await opened(pageOf(name), { hash: "#findings", ...options });
  await check(page);
  await close();
});
const SAID = ["4 decisions from the page of build 111111111111 (today) were not exported.",
  "2 of them are about words that have changed or are not on this page; they can be exported for their own build."];

on("first", "they are offered, taken over only when asked, and one step takes them back", async page => {
  assert.deepEqual(await offers(page), []);
  await decide(page, { [A]: "a", [B]: "r", [C]: "a", [D]: "r" });
  const when = await page.evaluate(id => JSON.parse(localStorage.getItem(`taiyaku/111111111111/${id}`))[1], A);
  await visit(page, "second");
  assert.deepEqual(await offers(page), SAID);
  assert.deepEqual([await decided(page), await entries(page, "2")], [[], {}]);
  await page.getByText("Look at them").click();
  assert.deepEqual(await texts(page, "#offering li"), [
    "Accepted 图书馆 · a/zh.md → 库", "Rejected 图书馆 · d/zh.md", "Rejected 图书馆 · b/zh.md", "Accepted 图书馆 · c/zh.md → 库"]);
  await button(page, "take").click();
  assert.deepEqual(await entries(page, "2"), { [A]: "accept", [D]: "reject" });
  assert.equal((await page.evaluate(id => JSON.parse(localStorage.getItem(`taiyaku/222222222222/${id}`)), A))[1], when);
  assert.equal(await page.locator("#offered").textContent(), "Taken over: 2 decisions. Undo takes them back.");
  assert.equal(await button(page, "take").count(), 0);
  await press(page, "u");
  assert.deepEqual(await entries(page, "2"), {});
  assert.deepEqual(await offers(page), SAID);
  assert.deepEqual(Object.keys(await entries(page, "1")).length, 4); // nothing is lost
});

on("first", "what is exported is offered no more, here and on later pages", async page => {
  await decide(page, { [A]: "a", [D]: "r" });
  await visit(page, "second");
  await button(page, "take").click();
  await unfolded(page, "desk");
  await page.locator("#who").fill("Mei");
  const [name, file] = await download(page);
  assert.equal(name, "taiyaku-decisions-222222222222-Mei.json");
  assert.deepEqual([file.build, file.decisions.map(one => [one.finding, one.action])], ["222222222222", [[A, "accept"], [D, "reject"]]]);
  await visit(page, "third");
  assert.deepEqual(await offers(page), []);
  await decide(page, { [B]: "r" });
  await visit(page, "second");
  assert.deepEqual(await texts(page, "#offering [data-offer]"), ["Export 1 decision for build 333333333333", "Dismiss"]);
});

on("first", "what was exported and is changed afterwards is offered again", async page => {
  await decide(page, { [A]: "a" });
  await unfolded(page, "desk");
  await page.locator("#who").fill("Mei");
  await download(page);
  await press(page, "u");
  await page.locator(`#queue .finding[data-id="${A}"] h3`).click();
  await press(page, "r");
  await visit(page, "second");
  assert.deepEqual(await texts(page, "#offering li b"), ["Rejected"]);
});

on("first", "what cannot be taken over is exported for its own build, under the reviewer's name", async page => {
  await decide(page, { [A]: "a", [B]: "r", [C]: "a" });
  await visit(page, "second");
  await go(page, "overview");
  await button(page, "export").click();
  await page.waitForFunction(() => document.activeElement.id === "who");
  assert.equal(await page.locator("#handed").textContent(), "Write your name first: decisions are handed over under it.");
  await page.keyboard.type("Mei");
  const [got] = await Promise.all([page.waitForEvent("download"), button(page, "export").click()]);
  const file = JSON.parse(readFileSync(await got.path(), "utf8"));
  assert.deepEqual([file.build, file.who, file.decisions.map(one => one.finding)], ["111111111111", "Mei", [B, C]]);
  assert.deepEqual(await texts(page, "#offering [data-offer]"), ["Take over 1 decision", "Dismiss"]);
  await visit(page, "third");
  assert.deepEqual(await texts(page, "#offering li"), ["Accepted 图书馆 · a/zh.md → 库"]);
});

on("first", "what was dismissed is offered no more, and stays on its own page", async page => {
  await decide(page, { [A]: "a", [B]: "r" });
  await visit(page, "second");
  await button(page, "dismiss").click();
  assert.deepEqual(await offers(page), []);
  assert.equal(await page.locator("#offered").textContent(), "2 decisions are offered no more; they stay on the page of build 111111111111.");
  await visit(page, "third");
  assert.deepEqual(await offers(page), []);
  await visit(page, "first");
  assert.deepEqual((await decided(page)).sort(), [A, B]);
});

on("first", "of several nights the latest word is offered, and what today's page has decided is not", async page => {
  await decide(page, { [A]: "a", [D]: "a" });
  await page.waitForTimeout(1100);
  await visit(page, "second");
  await decide(page, { [A]: "r" });
  await visit(page, "third");
  assert.deepEqual(await texts(page, "#offering [data-offer=take]"), ["Take over 1 decision", "Take over 1 decision"]);
  assert.deepEqual(await texts(page, "#offering li"), ["Rejected 图书馆 · a/zh.md", "Accepted 图书馆 · d/zh.md → 库"]);
  await decide(page, { [A]: "a" });
  assert.deepEqual(await texts(page, "#offering li"), ["Accepted 图书馆 · d/zh.md → 库"]);
});

on("first", "decisions of one project are never offered on a page of another, were the texts the same", async page => {
  await decide(page, { [A]: "a", [D]: "r" });
  await visit(page, "others");
  assert.deepEqual(await offers(page), []);
  await visit(page, "sent/of-others");
  assert.deepEqual(await offers(page), []);
});

on("sent/first", "pages that were copied elsewhere are of one project where most decisions are on findings that both have", async page => {
  await decide(page, { [A]: "a", [D]: "r", [C]: "a" });
  await visit(page, "sent/of-others"); // one of three
  assert.deepEqual(await offers(page), []);
  await visit(page, "sent/second");
  await button(page, "take").waitFor();
  assert.deepEqual(await texts(page, "#offering [data-offer]"), ["Take over 2 decisions", "Export 1 decision for build 555555555555", "Dismiss"]);
});

on("first", "a packet's page takes over what it asks, a page without findings tells of all, in three languages", async page => {
  await decide(page, { [A]: "a", [B]: "r" });
  await visit(page, "p/packets/zh-0007/zh-0007");
  assert.deepEqual(await texts(page, "#offering [data-offer]"), ["Take over 1 decision", "Export 1 decision for build 111111111111", "Dismiss"]);
  await page.locator("#says").selectOption("zh");
  assert.match((await offers(page))[0], /^在构建 111111111111 的页面上作出的 2 项决定（今天）尚未导出。$/);
  await page.locator("#says").selectOption("ja");
  assert.match((await offers(page))[0], /ページでの判定 2 件（今日）がまだ書き出されていません。/);
  await button(page, "take").click();
  assert.ok(["offered", ""].includes(await focused(page)));
  await unfolded(page, "desk");
  await page.locator("#who").fill("Mei");
  assert.equal((await download(page))[1].build, "222222222222");
  await page.locator("#says").selectOption("en");
  await visit(page, "mended");
  const [got] = await Promise.all([page.waitForEvent("download"), button(page, "export").click()]);
  assert.deepEqual(JSON.parse(readFileSync(await got.path(), "utf8")).decisions.map(one => one.finding), [B]);
});

test("pages that a server hands out share what a browser keeps, and projects are told apart there too", async () => {
  const server = createServer((asked, answer) => {
    try {
      answer.setHeader("Content-Type", "text/html").end(readFileSync(join(process.env.PAGES, decodeURI(new URL(asked.url, "http://x").pathname))));
    } catch { answer.writeHead(404).end(); }
  });
  await new Promise(ready => server.listen(0, "127.0.0.1", ready));
  const { page } = await opened(pageOf("first"));
  const at = async name => {
    await withStored(page, () => page.goto(`http://127.0.0.1:${server.address().port}/${pageOf(name)}.html`));
    await go(page, "findings");
  };
  await at("first");
  await decide(page, { [A]: "a" });
  await at("others");
  assert.deepEqual(await offers(page), []);
  await at("second");
  assert.deepEqual(await texts(page, "#offering [data-offer]"), ["Take over 1 decision", "Dismiss"]);
  await page.context().close();
  server.close();
});
