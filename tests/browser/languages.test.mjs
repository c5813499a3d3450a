// The page in English, Chinese and Japanese: all of it changes at once, nothing of the interface stays behind.

import assert from "node:assert/strict";
import { reopen } from "./browser.mjs";
import { complaints, go, on } from "./pages.mjs";

const VIEWS = ["overview", "findings", "findings?state=all", "findings?rule=T101", "concepts", "concepts?id=library", "documents",
  "document?id=id+of+news%2Fzh.md&finding=1&place=2", "document?id=id+of+news%2Fja.md", "document?id=none", "left-out"];
const TAGS = { en: "en", zh: "zh-Hans", ja: "ja" };

const unfold = page => page.locator("main details").evaluateAll(all => all.forEach(one => { one.open = true; }));
const speak = (page, lang) => page.locator("#says").selectOption(lang);

// Texts and attributes of the view that say something in the words of another language's table.
const left = (page, lang) => page.evaluate(own => {
  const flat = table => Object.entries(table).flatMap(([key, one]) =>
    typeof one === "string" ? [[key, one]] : Array.isArray(one) ? one.map((form, at) => [key + at, form]) : flat(one).map(([deep, form]) => [`${key}.${deep}`, form]));
  const here = new Set(flat(data.words[own]).map(([, form]) => form));
  const english = flat(data.words.en).map(([, form]) => form).filter(form => !here.has(form) && /[a-z]/i.test(form.replaceAll(/\{\w+\}/g, "")));
  const patterns = english.map(form => new RegExp(`^${form.split(/\{\w+\}/).map(escaped).join(".+")}$`));
  const said = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, node =>
    node.matches?.("script, style, noscript, [hidden]") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node.nodeType === Node.TEXT_NODE) said.push(...node.data.split(" · "), node.data.replace(/ \([\d,]+\)$/, ""));
    else said.push(...["aria-label", "title", "placeholder", "data-head"].map(name => node.getAttribute(name) ?? ""));
  }
  const words = [...new Set([document.title, ...said].map(one => one.trim()))];
  return words.filter(one => one && patterns.some(pattern => pattern.test(one)));
}, lang);

// Sentences in English that no element says are English.
const untagged = page => page.evaluate(() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data: said, parentElement: at } = walker.currentNode;
    if (/[a-z]{2,} [a-z]{2,} [a-z]{2,}/.test(said) && at.closest("[lang]").lang !== "en" && !at.closest("script, style, noscript, code, [hidden]")) found.push(said);
  }
  return found;
});

on("rich", "the page begins in English", async page => {
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  assert.ok((await left(page, "zh")).includes("Overview")); // it can be told what was left
});

// Each page in one of the languages, and half of the colours and widths; a drill has all of them.
const WHOLE = process.env.WHOLE === "1", NAMES = ["rich", "beside", "termed", "asked", "compared", "plain"];
const SPOKEN = WHOLE ? { zh: NAMES, ja: NAMES } : { zh: ["rich", "beside", "asked"], ja: ["rich", "termed", "compared", "plain"] };
const SCREENS = WHOLE ? { zh: [["light", 320], ["dark", 1280]], ja: [["light", 1280], ["dark", 320]] }
  : { zh: [["dark", 1280]], ja: [["light", 320]] };

for (const [lang, names] of Object.entries(SPOKEN)) {
  for (const name of names) {
    on(name, `no English of the interface is left in ${lang}, in any view`, async page => {
      for (const view of name === "rich" ? VIEWS : ["overview", "findings", "concepts", "documents", "document?id=id+of+w%2Fzh.md", "left-out"]) {
        await speak(page, "en");
        await go(page, view);
        await unfold(page);
        await speak(page, lang);
        await unfold(page);
        await page.waitForTimeout(50);
        assert.deepEqual(await left(page, lang), [], view);
        assert.deepEqual(await untagged(page), [], view);
        assert.equal(await page.evaluate(() => document.documentElement.lang), TAGS[lang]);
      }
    });
  }
  on("rich", `a browser that speaks ${lang} opens the page in it`, async page => {
    assert.equal(await page.locator("#says").inputValue(), lang);
    assert.deepEqual(await left(page, lang), []);
  }, { locale: lang === "zh" ? "zh-CN" : "ja-JP" });
}

on("rich", "messages and everything else stand in the language that the reader chose, also the next time", async page => {
  await go(page, "findings");
  for (const [lang, said, title] of [["zh", "“图书馆”不对", "问题 · 术语一致性报告 · 3f2a9c11d0e4"], ["ja", "「图书馆」は誤りです", "指摘 · 用語一貫性レポート · 3f2a9c11d0e4"]]) {
    await speak(page, lang);
    assert.equal(await page.locator("[data-id='1'] .says").textContent(), said);
    assert.equal(await page.locator("[data-id='1'] .says").getAttribute("lang"), TAGS[lang]);
    assert.equal(await page.title(), title);
    assert.equal(await page.evaluate(() => document.activeElement.id), "says"); // arrow keys go on from here
  }
  await reopen(page);
  assert.equal(await page.locator("[data-id='1'] .says").textContent(), "「图书馆」は誤りです");
});

on("rich", "English comes back as it was", async page => {
  const words = () => page.locator("body").evaluate(one => one.innerText);
  for (const view of ["overview", "documents", "left-out"]) {
    await go(page, view);
    const before = await words();
    await speak(page, "ja");
    assert.notEqual(await words(), before);
    await speak(page, "en");
    assert.equal(await words(), before);
  }
});

on("rich", "the table of documents is sorted in any language", async page => {
  await go(page, "documents");
  await speak(page, "zh");
  await page.getByRole("button", { name: /^字符数/ }).click();
  assert.equal(await page.locator("#document-table tbody a").first().textContent(), "saved.html");
});

for (const [lang, cases] of Object.entries(SCREENS)) {
  for (const [colorScheme, width] of cases) {
    on("rich", `axe finds nothing in ${lang}, ${colorScheme}, ${width} wide, and nothing is wider than the screen`, async page => {
      for (const view of VIEWS) {
        await go(page, view);
        await unfold(page);
        await page.waitForTimeout(50);
        assert.deepEqual(await complaints(page), [], view);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), view);
      }
    }, { colorScheme, locale: lang, viewport: { width, height: 800 } });
  }
}

for (const [colorScheme, width] of [["light", 1280], ["dark", 320]]) {
  on("beside", `axe finds nothing in two texts side by side, ${colorScheme}, ${width} wide`, async page => {
    await go(page, "document?id=id+of+w%2Fzh.md&finding=1&place=1");
    await unfold(page);
    await page.waitForTimeout(50);
    assert.deepEqual(await complaints(page), []);
    await go(page, "overview");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }, { colorScheme, viewport: { width, height: 800 } });
  on("compared", `axe finds nothing in the states of findings, ${colorScheme}, ${width} wide`, async page => {
    assert.deepEqual(await complaints(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }, { colorScheme, viewport: { width, height: 800 } });
}
