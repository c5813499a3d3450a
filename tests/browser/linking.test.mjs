// Words of a translation and the terms that they stand for: marked together, with a note, for pointer and keyboard alike.

import assert from "node:assert/strict";
import { complaints, follow, go, on, texts } from "./pages.mjs";

const ZH = "document?id=id+of+w%2Fzh.md", JA = "document?id=id+of+w%2Fja.md";
const pair = (page, at) => page.locator(".pair").nth(at);
const words = (page, text, side = ".own") => page.locator(`${side} .link`, { hasText: text }).last();
const linked = page => page.locator(".linked").evaluateAll(all => all.map(one => one.textContent).join("|"));
const note = async page => await page.locator("#link-note").isVisible() ? texts(page, "#link-note p") : null;
const arrow = (term, own) => `${term} → rendered as ${own}`;

on("termed", "words under the pointer are marked with the term that they stand for, and a note says what they are", async page => {
  await go(page, ZH);
  await words(page, "库").hover();
  assert.equal(await linked(page), "库|library");
  assert.deepEqual(await note(page), [arrow("library", "库"), "the preferred form · 99% sure"]);
  assert.deepEqual(await page.locator("#link-note b").evaluateAll(all => all.map(one => one.lang)), ["en", "zh-Hans"]);
  await page.mouse.move(0, 0);
  assert.equal(await linked(page), "");
  assert.equal(await note(page), null);
});

on("termed", "a term of the original is marked with the words that stand for it", async page => {
  await go(page, ZH);
  await words(page, "library", ".pair:nth-child(2) .english").hover();
  assert.equal(await linked(page), "库|library");
  await go(page, JA);
  await words(page, "library", ".pair:nth-child(2) .english").hover();
  assert.equal(await linked(page), "ライブラリ|は|library"); // the words and the glossary's form have other ends
  assert.deepEqual(await note(page), [arrow("library", "ライブラリは"), "an allowed form, written otherwise · 95% sure"]);
});

on("termed", "a term that nothing stands for says so, what is hardly a link is none", async page => {
  await go(page, ZH);
  await words(page, "at once", ".english").hover();
  assert.equal(await linked(page), "at once");
  assert.deepEqual(await note(page), [arrow("at once", "–"), "nothing found that stands for it · 35% sure"]);
  assert.equal(await words(page, "runs", ".english").count() + await words(page, "fast", ".english").count(), 0);
});

on("termed", "a term within another, cut by a finding, is marked to the character, and told with the other", async page => {
  await go(page, ZH);
  assert.deepEqual(await texts(page, ".pair:nth-child(2) .own .link"), ["库", "数据", "加载器"]);
  await words(page, "加载器").hover();
  assert.equal(await linked(page), "数据|加载器|data |loader");
  assert.deepEqual(await note(page), [arrow("data loader", "数据加载器"), "not a term of the glossary · 90% sure",
    arrow("loader", "加载器"), "not in the glossary for this term · 60% sure"]);
  await words(page, "data", ".english").hover();
  assert.equal(await linked(page), "数据|加载器|data |loader");
  assert.deepEqual((await note(page)).length, 2);
  assert.equal(await page.locator(".unsure").count(), 0);
});

on("termed", "a finding that holds a link keeps its own mark, and shows the link as well", async page => {
  await go(page, ZH);
  await pair(page, 0).locator("a.at").focus();
  assert.equal(await linked(page), "图书馆|library");
  assert.deepEqual(await note(page), [arrow("library", "图书馆"), "a form that the glossary calls wrong · 97% sure"]);
  assert.equal(await pair(page, 0).locator("a.at").getAttribute("aria-describedby"), "link-note");
  await page.keyboard.press("Enter");
  await page.locator(".opened").waitFor();
  assert.equal(await page.locator(".own [aria-current] .link").textContent(), "图书馆");
});

on("termed", "terms of a row are reached with the arrow keys, described to who hears them, and left again", async page => {
  await go(page, ZH);
  await pair(page, 1).focus();
  const focused = () => page.evaluate(() => [document.activeElement.textContent, document.activeElement.getAttribute("aria-describedby")]);
  const met = [];
  for (let at = 0; at < 7; at += 1) {
    await page.keyboard.press("ArrowRight");
    met.push(await focused());
  }
  assert.deepEqual(met.map(([said]) => said), ["库", "数据", "加载器", "library", "data ", "loader", "at once"]);
  assert.ok(met.every(([, by]) => by === "link-note"), met.join());
  await page.keyboard.press("ArrowLeft");
  assert.deepEqual(await focused(), ["loader", "link-note"]);
  assert.equal((await note(page)).length, 4);
  await page.keyboard.press("Escape");
  assert.equal(await note(page), null);
  assert.equal(await linked(page), "");
  await page.keyboard.press("ArrowDown");
  assert.ok(await pair(page, 2).evaluate(one => one === document.activeElement));
  assert.equal(await page.locator("#document-text [tabindex='0']").count(), 1);
});

on("termed", "the pointer may go into the note, and what has the focus is told again when it leaves", async page => {
  await go(page, ZH);
  await pair(page, 1).focus();
  await page.keyboard.press("ArrowRight");
  await words(page, "at once", ".english").hover();
  assert.equal(await linked(page), "at once");
  await page.locator("#link-note").hover();
  assert.equal(await linked(page), "at once");
  await page.mouse.move(0, 0);
  assert.equal(await linked(page), "库|library");
});

on("termed", "the translation alone tells what its words stand for", async page => {
  await go(page, ZH);
  await page.getByLabel("Translation only").check();
  await words(page, "库", "#document-text").hover();
  assert.equal(await linked(page), "库");
  assert.deepEqual(await note(page), [arrow("library", "库"), "the preferred form · 99% sure"]);
  await follow(page, page.getByRole("link", { name: "English" }));
  await page.waitForFunction(() => document.querySelector("#document-text .row").textContent.includes("first"));
  assert.equal(await page.locator(".link").count(), 0); // with which translation would it be?
});

on("termed", "notes speak the language of the page", async page => {
  for (const [lang, said] of [["zh", ["首选译法", "99%"]], ["ja", ["推奨の訳語", "99%"]]]) {
    await page.locator("#says").selectOption(lang);
    await go(page, ZH);
    await words(page, "库").hover();
    const [, told] = await note(page);
    assert.ok(said.every(one => told.includes(one)), told);
  }
});

for (const [colorScheme, width] of [["light", 1280], ["dark", 1280], ["light", 400], ["dark", 320]]) {
  on("termed", `a note stands within the window and axe finds nothing, ${colorScheme}, ${width} wide`, async page => {
    await go(page, ZH);
    for (const said of ["库", "加载器", "at once"]) {
      await page.locator(".link", { hasText: said }).last().hover();
      const { left, right, top, bottom } = await page.locator("#link-note").evaluate(one => one.getBoundingClientRect().toJSON());
      assert.ok(left >= 0 && right <= width && top >= 0 && bottom <= 500, [said, left, right, top, bottom].join());
      const covered = await page.locator(".linked").evaluateAll((all, edges) => all.map(one => one.getBoundingClientRect())
        .filter(one => one.top < edges.bottom - 1 && one.bottom > edges.top + 1 && one.left < edges.right && one.right > edges.left).length, { left, right, top, bottom });
      assert.equal(covered, 0, said);
    }
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.waitForTimeout(400);
    assert.deepEqual(await complaints(page), []);
  }, { colorScheme, viewport: { width, height: 500 } });
}

on("clasping-beside", "words of a source are no markup in a note", async page => {
  await go(page, ZH);
  assert.equal(await page.locator("main script, main img, main [onerror]").count(), 0);
});
