// A document to read: alone, or beside its English original in the rows that the two are aligned in.

import assert from "node:assert/strict";
import { reopen } from "./browser.mjs";
import { follow, go, on, texts } from "./pages.mjs";

const ZH = "document?id=id+of+w%2Fzh.md";
const sides = page => page.locator(".pair").evaluateAll(all => all.map(one =>
  [".own", ".english"].map(side => [...one.querySelector(side).children].map(part => part.textContent.trim()).join(" "))));
const left = locator => locator.evaluate(one => Math.round(one.getBoundingClientRect().left));

on("beside", "rows pair as the beads say, what has no counterpart says so", async page => {
  await go(page, ZH);
  assert.deepEqual(await sides(page), [
    ["# 🤗 图书馆", "# 🤗 The library"],
    ["𠮷这个图书馆很快。新的库很好。", "This 𝒙 library is fast, and the new library is good."],
    ["只有中文。", "nothing in the original"],
    ["`lib.go()`", "`lib.go()`"],
    ["Library news. the same as the English", "Library news."],
    ["最后的库。", "The last 𝒙 library."],
    ["最初的图书馆。 perhaps not the counterpart", "The first library."],
  ]);
  assert.deepEqual(await texts(page, ".run summary"), ["5 sentences of the original have no counterpart here"]);
  await page.locator(".run summary").click();
  await page.locator(".run .pair").nth(4).waitFor();
  assert.deepEqual((await sides(page)).slice(3, 8), ["One.", "Two.", "Three.", "Four.", "Five."].map(one => ["not translated", one]));
});

on("beside", "an original that may be another one says so", async page => {
  await go(page, "findings");
  await page.locator("#queue details").evaluateAll(all => all.forEach(one => { one.open = true; }));
  await page.locator(".original.doubtful").first().waitFor();
  assert.deepEqual([...new Set(await texts(page, ".original.doubtful"))], ["Perhaps the original: The first library."]);
});

on("beside", "terms and findings are marked in place on both sides", async page => {
  await go(page, ZH);
  assert.deepEqual(await texts(page, ".own a.at mark"), ["图书馆", "图书馆", "图书馆"]);
  assert.deepEqual(await texts(page, ".own .term"), ["图书馆", "图书馆", "库", "Library", "库", "图书馆"]);
  assert.deepEqual(await texts(page, ".english .term"), ["library", "library", "library", "Library", "library", "library"]);
  assert.deepEqual(await page.locator(".pair .row[data-line]").evaluateAll(all => all.map(one => one.dataset.line)),
    ["1", "1", "3", "3", "3", "5", "7", "7", "9", "8", "10", "8", "10"]); // the translation's, and the original's
});

on("beside", "a finding is opened below its row, on whichever side of the toggle", async page => {
  await go(page, `${ZH}&finding=1&place=1`);
  assert.equal(await page.locator(".opened").evaluate(one => one.previousElementSibling.querySelector(".own .row").textContent), "𠮷这个图书馆很快。新的库很好。");
  assert.equal(await page.locator("[aria-current] mark").textContent(), "图书馆");
  await page.getByLabel("Translation only").check();
  await go(page, `${ZH}&finding=1&place=2`);
  assert.equal(await page.locator(".opened").evaluate(one => one.previousElementSibling.textContent), "最后的库。最初的图书馆。");
  assert.equal(await page.locator(".pair").count(), 0);
});

on("beside", "the layout is chosen once", async page => {
  await go(page, ZH);
  await page.getByLabel("Translation only").check();
  assert.deepEqual(await texts(page, ".row"), ["# 🤗 图书馆", "", "𠮷这个图书馆很快。新的库很好。只有中文。", "", "`lib.go()`", "", "Library news.", "最后的库。最初的图书馆。", ""]);
  await reopen(page);
  assert.ok(await page.getByLabel("Translation only").isChecked());
  await page.getByLabel("Side by side").check();
  assert.equal(await page.locator(".pair").count(), 7);
});

on("beside", "a row under the pointer or the focus marks its counterpart, and a term its own", async page => {
  await go(page, ZH);
  const row = page.locator(".pair").nth(1), behind = () => row.evaluate(one => getComputedStyle(one).backgroundColor);
  const before = await behind();
  await row.locator(".own .term").first().hover();
  assert.notEqual(await behind(), before);
  assert.deepEqual(await texts(page, ".same"), ["库", "library", "library"]);
  await page.mouse.move(0, 0);
  assert.equal(await behind(), before);
  await row.focus();
  assert.notEqual(await behind(), before);
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement.querySelector(".own").textContent), "只有中文。");
  assert.equal(await page.locator("#document-text [tabindex='0']").count(), 1);
});

on("beside", "the original stands before the translation where there is room", async page => {
  await go(page, ZH);
  const row = page.locator(".pair").nth(1);
  assert.ok(await left(row.locator(".english")) < await left(row.locator(".own")));
});

on("beside", "the original stands below the translation on a narrow screen", async page => {
  await go(page, ZH);
  const [own, english] = await page.locator(".pair").nth(1).locator(".own, .english").evaluateAll(all => all.map(one => one.getBoundingClientRect().top));
  assert.ok(own < english);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
}, { viewport: { width: 320, height: 800 } });

on("beside", "the documents of a work lead to each other", async page => {
  await go(page, ZH);
  assert.deepEqual(await texts(page, "#document-about > p a"), ["English", "日本語"]);
  await follow(page, page.getByRole("link", { name: "English" }));
  await page.waitForFunction(() => document.getElementById("document-title").textContent === "🤗 The library");
  assert.equal(await page.locator(".pair").count(), 0);
});

on("beside", "path and line are copied where no address is known", async page => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await go(page, ZH);
  await page.locator(".own .row").nth(1).hover();
  await page.getByRole("button", { name: "Copy path and line" }).click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "w/zh.md:3:1");
});

on("linked", "a line leads to its source file where an address is known", async page => {
  await go(page, ZH);
  assert.equal(await page.getByRole("link", { name: "w/zh.md" }).getAttribute("href"), "https://example.org/o/r/w/zh.md#L1");
  await page.locator(".english .row").nth(1).hover();
  assert.equal(await page.getByRole("link", { name: "Open the source file" }).getAttribute("href"), "https://example.org/o/r/w/en.md#L3");
  await go(page, "findings");
  assert.equal(await page.locator(".finding .lookup").first().getAttribute("href"), "https://example.org/o/r/w/zh.md#L1");
});

on("long", "a long document is read, and its rows are made before anyone gets there", async page => {
  await go(page, "document?id=id+of+long%2Fzh.md");
  await page.waitForFunction(() => document.querySelectorAll(".row").length === 619);
});

on("beside", "on paper both texts stand side by side, what was folded as well, without buttons", async page => {
  await go(page, ZH);
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.equal(await page.locator(".pair").count(), 12);
  const row = page.locator(".pair").nth(1);
  assert.ok(await left(row.locator(".english")) < await left(row.locator(".own")));
  assert.equal(await page.locator(".choices, .tool, nav").and(page.locator(":visible")).count(), 0);
});
