// Working in a document: keys, decisions, the next document, what is folded, the map. The pages are made by test_deciding.py.

import assert from "node:assert/strict";
import { complaints, follow, go, texts } from "./pages.mjs";
import { on as onQueue, press, stored } from "./reviewer.mjs";

const on = (states, check, options) => onQueue("headed", states, async page => {
  await page.evaluate(() => { sessionStorage.clear(); location.hash = "documents"; });
  await follow(page, page.locator("#document-table a").filter({ hasText: "w/zh.md" }).first());
  await check(page);
}, options);
const openedId = page => page.evaluate(() => document.querySelector("#document-text .opened .finding")?.dataset.id);
const done = page => page.locator("#working-done").textContent();
const where = page => page.evaluate(() => new URLSearchParams(location.hash.split("?")[1]).get("id"));

on("j and k go through the findings of the document in the order of its text, and stop at the ends", async page => {
  const met = [];
  for (const key of "jjjjkkk") {
    await press(page, key);
    met.push(await openedId(page));
  }
  assert.deepEqual(met, ["first", "good", "last", "last", "good", "first", "first"]);
  assert.equal(await page.locator("#working-last").textContent(), "the first finding of this document");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.id), "first");
});

on("a decision leads on to the next finding that is open, and the last one says so", async page => {
  await press(page, "ja");
  assert.deepEqual([await openedId(page), await done(page)], ["good", "1 of 3 decided"]);
  await press(page, "r");
  assert.deepEqual([await openedId(page), await done(page)], ["last", "2 of 3 decided"]);
  await press(page, "r");
  assert.equal(await done(page), "✓ 3 of 3 decided");
  assert.match(await page.locator("#working-last").textContent(), / · all findings of this document are decided$/);
  assert.deepEqual(Object.entries(await stored(page)).filter(([id]) => ["first", "good", "last"].includes(id))
    .map(([id, [action]]) => [id, action]).sort(), [["first", "accept"], ["good", "reject"], ["last", "reject"]]);
});

on("a key that no finding is opened for opens the first one in view and decides nothing", async page => {
  await press(page, "a");
  assert.equal(await openedId(page), "first");
  assert.equal(await done(page), "0 of 3 decided");
});

on("what is decided is not changed by a key, and undo opens it again", async page => {
  await press(page, "jr");
  await press(page, "ka");
  assert.equal(await page.locator(".opened .decided b").textContent(), "Rejected");
  await press(page, "u");
  assert.deepEqual([await openedId(page), await done(page)], ["first", "0 of 3 decided"]);
});

on("n leads to the next document that has something to decide, and the table says which are done", async page => {
  await press(page, "jrrr");
  const from = await where(page);
  await press(page, "n");
  await page.waitForFunction(() => document.getElementById("document-title").textContent === "z/zh.md");
  assert.notEqual(await where(page), from);
  assert.equal(await openedId(page), "later");
  await press(page, "r");
  assert.match(await page.locator("#working-last").textContent(), / · all findings of all documents are decided$/);
  assert.ok(await page.locator("#next-document").isHidden());
  await go(page, "documents");
  assert.deepEqual(await texts(page, ".done"), ["✓ 3 of 3 decided", "✓ 1 of 1 decided"]);
});

on("licence and code before the title are folded in both texts at once, and open with a click", async page => {
  const head = page.locator("#document-text details.head");
  assert.equal(await head.count(), 1);
  assert.ok(await head.locator(".row").first().isHidden());
  await head.locator("summary").click();
  assert.match(await head.locator(".own").allTextContents().then(all => all.join("")), /Licence[\s\S]*import library/);
  assert.match(await head.locator(".english").allTextContents().then(all => all.join("")), /Licence[\s\S]*import library/);
  assert.match(await page.locator("#document-text > .pair").first().textContent(), /图书馆/);
});

on("code has letters of one width, in blocks and within lines", async page => {
  const font = selector => page.locator(selector).first().evaluate(one => getComputedStyle(one).fontFamily);
  assert.match(await font("#document-text > .pair.code .own .row"), /monospace/);
  assert.doesNotMatch(await font("#document-text > .pair:not(.code) .own .row"), /monospace/);
  assert.equal(await page.locator("#document-text > .pair .english code").first().textContent(), "`library`");
});

on("the map shows findings and gaps where they stand, and leads there; a list says the gaps in words", async page => {
  const marks = await page.locator("#map i").evaluateAll(all => all.map(one => [one.className.trim(), parseFloat(one.style.top)]));
  assert.deepEqual(marks.map(([kind]) => kind).sort(), ["critical", "gap", "major", "minor"]);
  const tops = Object.fromEntries(marks);
  assert.ok(tops.minor < tops.major && tops.major < tops.gap && tops.gap < tops.critical, JSON.stringify(tops));
  const { x, y, height } = await page.locator("#map").boundingBox();
  await page.mouse.click(x + 3, y + height * tops.critical / 100 + 1);
  await page.waitForFunction(() => document.querySelector("#document-text .opened .finding")?.dataset.id === "last");
  const gaps = page.locator("#document-about details").filter({ hasText: "1 stretch without a counterpart" });
  await gaps.locator("summary").click();
  assert.deepEqual(await gaps.locator("a").allTextContents(), ["只有这里。"]);
});

onQueue("headed", "a document without findings and gaps has no map and nothing to work through", async page => {
  await go(page, "documents");
  await follow(page, page.locator("#document-table a").filter({ hasText: "w/en.md" }).first());
  assert.ok(await page.locator("#map").isHidden());
  assert.ok(await page.locator("#working").isHidden());
});

on("on paper what is folded stands open and the map is gone", async page => {
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.locator("#document-text details.head .row").first().isVisible());
  assert.ok(await page.locator("#map").isHidden());
});

for (const [colorScheme, width, locale] of [["light", 1280, "en"], ["dark", 390, "zh-CN"], ["light", 390, "ja-JP"]]) {
  onQueue("headed", `axe finds nothing in a document that one works in, ${colorScheme}, ${width} wide, ${locale}`, async page => {
    await go(page, "documents");
    await follow(page, page.locator("#document-table a").filter({ hasText: "w/zh.md" }).first());
    await press(page, "jr");
    await page.locator("#document-text details.head summary").click();
    assert.deepEqual(await complaints(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }, { colorScheme, locale, viewport: { width, height: 844 } });
}
