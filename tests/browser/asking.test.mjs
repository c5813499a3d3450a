// Renderings that the glossary lacks: admitted or called wrong by a key or a button, and handed over with the other decisions.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { reopen } from "./browser.mjs";
import { complaints, go, on, texts } from "./pages.mjs";
import { fileOf, load, press, stored } from "./reviewer.mjs";

const CONCEPT = "concepts?id=library";
const row = (page, surface) => page.getByRole("group", { name: surface, exact: true });
const said = (page, surface) => row(page, surface).locator(".choosing").innerText();
const focused = page => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
const exported = async page => {
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#asked-export").click()]);
  return JSON.parse(readFileSync(await file.path(), "utf8"));
};

on("asked", "a concept lists what the alignment of terms found, and asks only of what the glossary lacks", async page => {
  await go(page, "concepts");
  assert.match(await page.locator(".concept summary").textContent(), /3 to decide$/);
  await go(page, CONCEPT);
  assert.deepEqual(await texts(page, ".rendering > span:first-child"), ["书库", "图书馆", "很快", "程式库", "ライブラリ", "書庫"]);
  assert.equal(await row(page, "书库").locator("small").textContent(), "not in the glossary · 2 · 40% of the aligned uses");
  assert.deepEqual(await page.locator(".asked").evaluateAll(all => all.map(one => one.getAttribute("aria-label"))), ["书库", "程式库", "書庫"]);
  assert.equal(await row(page, "书库").locator(".lines .word").count(), 2);
  assert.equal(await page.locator("#asked-done").textContent(), "0 of 3 renderings decided");
});

on("asked", "a key decides the rendering that one is at, and goes on to the next", async page => {
  await go(page, CONCEPT);
  await press(page, "j");
  assert.equal(await focused(page), "书库");
  await press(page, "a");
  assert.deepEqual([await said(page, "书库"), await focused(page)], ["To be admitted Clear", "程式库"]);
  await press(page, "w");
  assert.deepEqual([await said(page, "程式库"), await focused(page)], ["To be listed as wrong Clear", "書庫"]);
  assert.equal(await page.locator("#asked-last").textContent(), "To be listed as wrong 程式库");
  assert.equal(await page.locator("#asked-done").textContent(), "2 of 3 renderings decided");
  assert.deepEqual(Object.values(await stored(page)).map(([action, , , , , about]) => [action, about]).sort(),
    [["admit", "书库 · library"], ["wrong", "程式库 · library"]]);
});

on("asked", "what is decided is kept, left so by a key for another one, changed with Shift, taken back", async page => {
  await go(page, CONCEPT);
  await press(page, ["j", "a", "k"]);
  assert.equal(await focused(page), "书库");
  await press(page, "w");
  assert.equal(await said(page, "书库"), "To be admitted Clear");
  assert.match(await page.locator("#asked-last").textContent(), /^“书库”: To be admitted before.*Shift\+W/);
  await press(page, ["Shift+W"]);
  assert.equal(await said(page, "书库"), "To be listed as wrong Clear");
  await press(page, "u");
  assert.equal(await said(page, "书库"), "To be admitted Clear");
  await reopen(page);
  await go(page, CONCEPT);
  assert.equal(await said(page, "书库"), "To be admitted Clear");
  await row(page, "书库").getByRole("button", { name: "Clear" }).click();
  assert.match(await said(page, "书库"), /Admit/);
  assert.deepEqual(await stored(page), {});
});

on("asked", "buttons decide as well, and all decisions leave the page as one file", async page => {
  await go(page, CONCEPT);
  await row(page, "程式库").getByRole("button", { name: "Wrong" }).click();
  await page.locator("#asked-export").click();
  await page.waitForFunction(() => document.activeElement.id === "who"); // a name is asked for first
  await page.keyboard.type("Mei");
  await go(page, "findings");
  await page.locator("#queue .finding h3").click();
  await press(page, "r");
  await go(page, CONCEPT);
  const file = await exported(page);
  assert.deepEqual([file.format, file.version, file.who], ["taiyaku-decisions", 1, "Mei"]);
  assert.deepEqual(file.decisions.map(one => one.action).sort(), ["reject", "wrong"]);
  assert.match(file.decisions.find(one => one.action === "wrong").finding, /^[0-9a-f]{16}$/);
});

on("asked", "decisions on renderings come back from a file", async page => {
  await go(page, CONCEPT);
  const id = await row(page, "書庫").getAttribute("data-id");
  assert.match(await load(page, fileOf([{ finding: id, action: "wrong", when: "2020-01-02T00:00:00Z", why: "", words: "" }], { build: "another00000" })), /^1 of 1/);
  await go(page, CONCEPT);
  assert.equal(await said(page, "書庫"), "To be listed as wrong Clear");
});

on("asked", "keys lead to renderings of concepts that are not opened, and only those can be listed", async page => {
  await go(page, "concepts");
  await page.getByLabel("Only concepts with renderings").check();
  assert.equal(await page.locator(".concept").count(), 1);
  await press(page, "j");
  assert.equal(await focused(page), "书库");
  assert.ok(await page.locator(".concept").evaluate(one => one.open));
});

on("rich", "a page that asks of no rendering shows nothing of it", async page => {
  await go(page, "concepts?id=library");
  assert.ok(await page.locator("#asking").isHidden());
  assert.ok(await page.locator("#only-asked-label").isHidden());
  assert.equal(await page.locator("[data-ask]").count(), 0);
});

for (const [colorScheme, width, locale] of [["light", 1280, "en"], ["dark", 400, "zh-CN"], ["light", 320, "ja-JP"]]) {
  on("asked", `axe finds nothing while one decides of renderings, ${colorScheme}, ${width} wide, ${locale}`, async page => {
    await go(page, CONCEPT);
    await press(page, ["j", "a", "w"]);
    assert.equal(await page.locator(".asked .decided").count(), 2);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.deepEqual(await complaints(page), []);
    assert.doesNotMatch(await page.locator("#concept-list").textContent(), /undefined|\{\w+\}/);
  }, { colorScheme, locale, viewport: { width, height: 700 } });
}
