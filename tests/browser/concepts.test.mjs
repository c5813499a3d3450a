// Concepts: every rendering with its lines, in the order that a terminologist asks for.

import assert from "node:assert/strict";
import { follow, go, on, texts } from "./pages.mjs";

on("rich", "a concept opens with its renderings in lines that lead to the texts", async page => {
  await go(page, "concepts");
  await page.getByLabel("Search concepts").fill("ライブラリ");
  const concept = page.locator(".concept");
  assert.equal(await page.locator("#concept-count").textContent(), "1 concept");
  assert.ok(await concept.evaluate(one => one.open));
  assert.deepEqual(await texts(page, ".rendering"), ["图书馆 wrong · 5", "圖書館 wrong · 2", "ライブラリ preferred · 1", "library preferred · 1"]);
  await follow(page, page.locator(".lines .word").first());
  await page.locator(".row[aria-current]").waitFor();
  assert.equal(await page.locator(".row[aria-current]").textContent(), "# 🤗 图书馆");
});

on("noted", "lines stand as in the texts, or by what comes before, read from the word leftwards, or by what follows", async page => {
  await go(page, "concepts?id=library");
  const orders = { "as in the texts": "丙甲乙", "by what comes before": "丙甲乙", "by what follows": "丙甲乙" };
  const contexts = {};
  for (const order of Object.keys(orders)) {
    await page.getByLabel(order).check();
    contexts[order] = await page.locator(".lines .word").evaluateAll(all => all.map(one =>
      one.previousElementSibling.textContent.trim().at(-1) + one.nextElementSibling.textContent.trim()[0]));
  }
  const collated = await page.evaluate(() => ["丙", "甲", "乙"].sort(new Intl.Collator("zh-Hans").compare));
  const pairs = ["丙乙", "甲丙", "乙甲"], by = at => collated.map(char => pairs.find(one => one[at] === char));
  assert.deepEqual(contexts, { "as in the texts": pairs, "by what comes before": by(0), "by what follows": by(1) });
  assert.notDeepEqual(by(0), by(1));
});

on("noted", "a concept tells what the glossary says of it, and where that is from", async page => {
  await go(page, "concepts?id=library");
  assert.deepEqual(await texts(page, ".definition"), ["Code that others call."]);
  assert.equal(await page.locator(".definition").getAttribute("lang"), "en");
  assert.equal(await page.locator(".concept a[href^=https]").getAttribute("href"), "https://example.org/library");
});

for (const [width, columns] of [[1280, 3], [390, 1]]) {
  on("rich", `languages stand in ${columns} columns, ${width} wide`, async page => {
    await go(page, "concepts?id=library");
    const lefts = await page.locator(".languages > section").evaluateAll(all => all.map(one => Math.round(one.getBoundingClientRect().left)));
    assert.deepEqual([lefts.length, new Set(lefts).size], [3, columns]);
  }, { viewport: { width, height: 800 } });
}
