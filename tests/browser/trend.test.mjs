// Figures over the builds, on pages that have a history of builds beside them, and on pages that have none.

import assert from "node:assert/strict";
import { test } from "node:test";
import { complaints, go, on, opened, texts } from "./pages.mjs";

const INDEX = "builds/3f2a9c11d0e4/report/index";
const rows = page => page.locator("#trend tbody tr").evaluateAll(all => all.map(row => [...row.cells].map(cell => cell.textContent)));
const shown = page => page.waitForSelector("#trend:not([hidden])");

on(`nights/${INDEX}`, "figures are shown up to this build: the first, the one before, its own", async page => {
  await shown(page);
  assert.equal(await page.locator("#trend p").textContent(), "3 builds, 2026-11-01 to 2026-11-03; the last one is this.");
  const all = await rows(page);
  assert.deepEqual(all[0], ["Documents", "", "1,000", "1,001", "1,002"]);
  assert.deepEqual(all.find(([name]) => name === "Findings · critical"), ["Findings · critical", "", "2", "2", "3"]);
  assert.deepEqual(all.find(([name]) => name === "中文 · Right form"), ["中文 · Right form", "", "90.00%", "91.00%", "92.00%"]);
  assert.deepEqual(all.map(([name]) => name).filter(name => name.startsWith("日本語")), []); // no build had any
});

on("nights/latest/report/index", "the latest build finds the history as well", async page => {
  await shown(page);
  assert.equal((await rows(page)).length, 4);
});

on(`nights/${INDEX}`, "each line has its course in words, and a point for each build that has the figure", async page => {
  await shown(page);
  const lines = page.locator("#trend svg[role=img]");
  assert.deepEqual(await lines.evaluateAll(all => all.map(one => one.getAttribute("aria-label"))),
    ["From 1,000 to 1,002", "From 20 to 22", "From 2 to 3", "From 90.00% to 92.00%"]);
  const points = await page.locator("#trend polyline").evaluateAll(all => all.map(one => one.getAttribute("points").split(" ").length));
  assert.deepEqual(points, [3, 3, 2, 3]);
});

on(`nights/${INDEX}`, "figures speak the language of the page", async page => {
  await shown(page);
  await page.locator("#says").selectOption("zh");
  assert.deepEqual(await texts(page, "#trend thead th"), ["项目", "走势", "首次", "上次", "本次"]);
  assert.deepEqual(await texts(page, "#trend tbody th"), ["文档", "问题", "问题 · 致命", "中文 · 正确率"]);
  assert.equal(await page.locator("#trend tbody td").nth(1).getAttribute("data-head"), "首次");
  assert.equal(await page.locator("#trend svg").first().getAttribute("aria-label"), "介于 1,000 与 1,002 之间");
});

for (const [colorScheme, width] of [["light", 1280], ["dark", 390]]) {
  on(`nights/${INDEX}`, `axe finds nothing in the figures, ${colorScheme}, ${width} wide; nothing is wider than the screen`, async page => {
    await shown(page);
    assert.deepEqual(await complaints(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }, { colorScheme, viewport: { width, height: 800 } });
}

on(`others/${INDEX}`, "a history that does not have this build shows nothing", async page => {
  await page.waitForFunction(() => loaded.has("history"));
  assert.ok(await page.locator("#trend").isHidden());
});

on("spread/index", "elsewhere than among builds the history is not looked for", async page => {
  await go(page, "overview");
  assert.equal(await page.evaluate(() => historyAddress), "");
  assert.ok(await page.locator("#trend").isHidden());
});

on("rich", "a page that may load nothing has no place for figures", async page => {
  assert.equal(await page.locator("#trend").count(), 0);
});

test("where the history is gone the page shows and says nothing; the browser itself notes the file", async () => {
  const { page, said, close } = await opened(`first/${INDEX}`);
  await page.waitForFunction(() => document.head.querySelector("script[src]") === null);
  await go(page, "findings?severity=minor");
  assert.doesNotMatch(await page.locator("#count").textContent(), /history/);
  assert.ok(await page.locator("#trend").isHidden());
  assert.deepEqual(said.splice(0), ["console: Failed to load resource: net::ERR_FILE_NOT_FOUND"]);
  await close();
});
