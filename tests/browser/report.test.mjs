// What the page of findings does for a reviewer, in a real browser. The pages are made by test_report.py.

import assert from "node:assert/strict";
import { test } from "node:test";
import { unfolded } from "./browser.mjs";
import { complaints, follow, go, on, opened, texts } from "./pages.mjs";

const VIEWS = ["overview", "findings", "concepts", "documents", "left-out"];

on("plain", "a reviewer who opens the page is two clicks away from the gravest finding in its text", async page => {
  await follow(page, page.getByRole("link", { name: "Begin with the most severe" }));
  const first = page.locator(".finding").first();
  assert.equal(await first.locator("h3").textContent(), "major 图书馆 → 库");
  assert.equal(await first.locator(".says").textContent(), "“图书馆” is wrong");
  assert.equal(await first.locator(".context").textContent(), "图书馆很慢。");
  await follow(page, first.getByRole("link", { name: "b/zh.md:1:7" }));
  assert.equal(await page.locator("#document-text [aria-current] mark").textContent(), "图书馆");
  assert.equal(await page.locator(".row").first().textContent(), "这个库很快。图书馆很慢。");
  assert.equal(await page.locator(".opened .finding").count(), 1);
  assert.ok(await page.locator(".opened").isVisible());
});

on("rich", "every place of every finding shows its own words, whatever characters stand before it", async page => {
  await go(page, "findings?state=all");
  for (const details of await page.locator(".finding details").all()) await details.evaluate(one => { one.open = true; });
  const words = await page.locator(".context mark").allTextContents();
  assert.equal(words.filter(one => ["图书馆", "圖書館", "図書館"].includes(one)).length, words.length - 2); // the passage, the quotation
  assert.ok(words.some(one => one.startsWith("# 🤗 图书馆")));
  assert.deepEqual(await texts(page, "[data-id='1'] .context"), [
    "# 🤗 图书馆", "🤗🤗 这个图书馆很快。", "新的图书馆更快，𠮷也用图书馆。", "新的图书馆更快，𠮷也用图书馆。"]);
});

on("rich", "a document shows its lines with terms and findings marked, each once", async page => {
  await go(page, "documents");
  await follow(page, page.getByRole("link", { name: "news/zh.md" }));
  assert.equal(await page.locator("#document-title").textContent(), "新闻");
  assert.deepEqual(await texts(page, ".row"), ["# 🤗 图书馆", "", "🤗🤗 这个图书馆很快。", "新的图书馆更快，𠮷也用图书馆。", ""]);
  assert.deepEqual(await texts(page, ".row a.critical"), ["图书馆", "图书馆", "图书馆", "图书馆"]);
  assert.deepEqual(await page.locator(".row").evaluateAll(all => all.map(one => one.dataset.line)), ["1", "2", "3", "4", "5"]);
  await follow(page, page.locator(".row a.critical").nth(2));
  assert.deepEqual(await texts(page, ".opened h3 .badge"), ["critical", "minor"]); // the passage around it as well
  assert.equal(await page.locator(".opened").evaluate(one => one.previousElementSibling.dataset.line), "4");
  await page.getByLabel("Mark terms").uncheck();
  assert.equal(await page.locator(".term").first().evaluate(one => getComputedStyle(one).textDecorationLine), "none");
});

on("rich", "filters narrow the queue, count what they show, and stand in the address", async page => {
  await go(page, "findings");
  assert.equal(await page.locator("#count").textContent(), "5 findings"); // fixed and suppressed ones aside
  await unfolded(page, "filters");
  await page.getByLabel("Language", { exact: true }).selectOption("ja");
  await page.waitForFunction(() => location.hash.includes("lang=ja"));
  assert.equal(await page.locator("#count").textContent(), "1 of 5 findings");
  assert.deepEqual(await texts(page, ".finding h3"), ["minor 図書館 → ライブラリ / ライブラリー"]);
  await unfolded(page, "filters");
  await page.getByLabel("State", { exact: true }).selectOption("suppressed");
  await page.waitForFunction(() => location.hash.includes("state=suppressed"));
  assert.deepEqual(await texts(page, ".finding p.dim"), ["Reason: a quotation"]);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByLabel("Search words").fill("圖書館 T101");
  await page.waitForFunction(() => location.hash.includes("words="));
  assert.deepEqual(await page.locator(".finding").evaluateAll(all => all.map(one => one.dataset.id)), ["2"]);
  await page.reload();
  assert.equal(await page.locator("#count").textContent(), "1 of 5 findings");
  await page.getByLabel("Search words").fill("nobody wrote this");
  await page.getByText("No finding fits.").waitFor();
});

on("rich", "uncertain findings are counted, and can be passed over", async page => {
  assert.deepEqual(await texts(page, ".tiles .uncertain"), ["1 uncertain"]);
  await follow(page, page.locator(".tiles .uncertain"));
  assert.equal(await page.locator("#count").textContent(), "1 of 5 findings");
  await unfolded(page, "filters");
  await page.getByLabel("Severity", { exact: true }).selectOption("");
  await page.getByLabel("Certainty", { exact: true }).selectOption("certain");
  await page.waitForFunction(() => location.hash.includes("certainty=certain"));
  assert.equal(await page.locator("#count").textContent(), "4 of 5 findings");
  assert.equal(await page.locator("[data-id='2']").count(), 0);
});

on("rich", "the English that a place is aligned with stands below its sentence, elsewhere nothing", async page => {
  await go(page, "findings");
  assert.deepEqual(await texts(page, ".original"), ["The library is fast."]);
  assert.equal(await page.locator("[data-id='3'] .original").getAttribute("lang"), "en");
  await follow(page, page.locator("[data-id='3'] .about a").first());
  assert.deepEqual(await texts(page, ".opened .original"), []); // it stands beside
  await page.getByLabel("Translation only").check();
  await go(page, "findings");
  await follow(page, page.locator("[data-id='3'] .about a").first());
  assert.deepEqual(await texts(page, ".opened .original"), ["The library is fast."]);
});

on("rich", "what is neutral has no colour behind it", async page => {
  await go(page, "document?id=id+of+saved.html");
  const mark = await page.locator(".row a.neutral mark").evaluate(one => [getComputedStyle(one).backgroundColor, getComputedStyle(one).borderBottomStyle]);
  assert.deepEqual(mark, ["rgba(0, 0, 0, 0)", "dotted"]);
});

on("rich", "the title of the window tells what it shows", async page => {
  const titles = [];
  for (const view of ["overview", "findings", "document?id=id+of+news%2Fzh.md", "document?id=id+of+saved.html"]) {
    await go(page, view);
    titles.push((await page.title()).split(" · ")[0]);
  }
  assert.deepEqual(titles, ["Consistency report", "Findings", "新闻", "saved.html"]);
  assert.equal(await page.getByText("saved.html").and(page.locator(":visible")).count(), 1); // not once more as its path
});

for (const width of [390, 1280]) {
  on("long", `a place that is opened is in view with its finding, ${width} wide`, async page => {
    for (const place of [0, 1, 2, 3]) {
      for (const before of ["findings", "documents", `document?id=id+of+long%2Fzh.md&finding=0000000000000000&place=${(place + 1) % 4}`]) {
        await go(page, before);
        if (!before.startsWith("document?")) await page.reload(); // the browser has seen no line of it yet
        await page.evaluate(at => { location.hash = link("document", { id: sources[0].id, finding: findings[0].id, place: at }); }, place);
        await page.waitForTimeout(100);
        const edges = () => page.evaluate(() => ["a.at[aria-current]", ".opened"].flatMap(one => {
          const { top, bottom } = document.querySelector(one).getBoundingClientRect();
          return [top, innerHeight - bottom];
        }));
        for (let tries = 0; tries < 50 && Math.min(...await edges()) < 0; tries += 1) await page.waitForTimeout(100);
        await page.waitForTimeout(100); // and it stays there
        assert.ok(Math.min(...await edges()) >= 0, `${before} → ${place}: ${(await edges()).join(" | ")}`);
      }
    }
  }, { viewport: { width, height: 800 } });
}

on("rich", "on a narrow screen figures stand below each other, none beyond the edge", async page => {
  const edges = await page.locator("main > section:not([hidden]) td").evaluateAll(all => all.map(one => one.getBoundingClientRect().right));
  assert.ok(edges.length && Math.max(...edges) <= 390);
  assert.equal(await page.locator("main td[data-head]").first().evaluate(one => getComputedStyle(one, "::before").content.startsWith('"Documents')), true);
}, { viewport: { width: 390, height: 800 } });

on("rich", "a finding says when it is uncertain, inherited or not new", async page => {
  await go(page, "findings?state=all");
  const marks = await page.locator(".finding").evaluateAll(all =>
    all.map(one => [one.dataset.id, ...[...one.querySelectorAll(".about .badge")].map(badge => badge.textContent)]));
  const said = Object.fromEntries(marks.map(([id, ...own]) => [id, own]));
  assert.deepEqual(await texts(page, "[data-id='2'] h3 .badge"), ["major", "uncertain"]);
  assert.deepEqual(await texts(page, "[data-id='1'] h3 .badge"), ["critical"]);
  assert.deepEqual(said["2"], ["in the original too", "new"]);
  assert.deepEqual(said["3"], ["open"]);
  assert.match(await page.locator("[data-id='6'] .about").textContent(), /^news\/zh\.md no longer in the text/);
});

on("rich", "a rule explains itself when its findings are asked for", async page => {
  await follow(page, page.locator(".rules").getByRole("link", { name: "T101 wrong-rendering" }));
  assert.match(await page.locator("#explained strong").textContent(), /glossary lists as wrong/);
  await page.locator("#explained summary").click();
  assert.match(await page.locator("#explained dl").textContent(), /Bad.*Good/s);
});

on("rich", "documents are sorted by any column and narrowed by words", async page => {
  await go(page, "documents");
  const paths = () => texts(page, "#document-table tbody tr:not([hidden]) a");
  assert.deepEqual((await paths())[0], "news/zh.md");
  await page.getByRole("button", { name: /^Characters/ }).click();
  assert.deepEqual((await paths())[0], "saved.html");
  assert.equal(await page.locator("th[aria-sort]").getAttribute("aria-sort"), "descending");
  await page.getByLabel("Search titles").fill("お知らせ");
  assert.deepEqual(await paths(), ["news/ja.md"]);
});

on("rich", "each text is in its own language and its own fonts", async page => {
  await go(page, "findings");
  const fonts = await page.locator(".context").evaluateAll(all => all.map(one => [one.lang, getComputedStyle(one).fontFamily.split(",")[0]]));
  assert.deepEqual(Object.fromEntries(fonts), { "zh-Hans": '"Noto Sans CJK SC"', "zh-Hant": '"Noto Sans CJK TC"', ja: '"Noto Sans CJK JP"' });
  assert.equal(await page.locator("[data-id='3'] .says span").getAttribute("lang"), "ja"); // Japanese words in an English sentence
});

on("rich", "the back button returns to the same place of the queue", async page => {
  await page.setViewportSize({ width: 700, height: 300 });
  await go(page, "findings?state=all");
  await page.evaluate(() => scrollTo(0, 240));
  await page.waitForTimeout(50);
  await page.locator("[data-id='2'] .about a").first().evaluate(one => one.click()); // without scrolling to it
  await page.waitForTimeout(50);
  await page.goBack();
  await page.waitForTimeout(50);
  assert.equal(await page.evaluate(() => scrollY), 240);
});

for (const name of ["clasping", "clasping-beside", "crowded"]) {
  on(name, "nothing that a source, a path or a message says runs, and all of it is shown", async page => {
    await go(page, "findings?state=all");
    for (const details of await page.locator(".finding details").all()) await details.evaluate(one => { one.open = true; });
    await go(page, "concepts");
    for (const details of await page.locator(".concept").all()) await details.evaluate(one => { one.open = true; });
    await page.waitForTimeout(50);
    await go(page, "documents");
    for (const href of await page.locator("#document-table a").evaluateAll(all => all.map(one => one.hash))) {
      await go(page, href);
      assert.ok(await page.locator(".row").count());
    }
    assert.equal(await page.locator("main script, main img, main [onerror], main [href^='javascript:']").count(), 0);
  });
}

on("clasping", "characters that cannot be seen or turn the text around are spelled out", async page => {
  await go(page, "findings");
  assert.deepEqual([...new Set(await texts(page, ".unseen"))], ["U+202E", "U+200B"]);
  assert.equal(await page.locator("main").evaluate(one => /[\u202e\u200b]/.test(one.innerText)), false);
});

test("scripts that are put into the page do not run, nor do requests leave it", async () => {
  const { page, said } = await opened("plain");
  await page.evaluate(() => {
    const script = document.createElement("script");
    try { script.textContent = "window.ran = true"; } catch { /* refused */ }
    document.body.append(script);
    try { document.body.innerHTML = "<img src=x onerror='window.ran = true'>"; } catch { /* refused */ }
    fetch("https://example.org/").catch(() => null);
  });
  await page.waitForTimeout(100);
  assert.equal(await page.evaluate(() => window.ran), undefined);
  assert.ok(said.some(one => one.includes("Content Security Policy")));
  await page.context().close();
});

for (const [colorScheme, width] of [["light", 1280], ["dark", 360]]) { // languages.test.mjs has the other pairs
  on("rich", `axe finds nothing serious, ${colorScheme}, ${width} wide, and nothing is wider than the screen`, async page => {
    const found = [];
    for (const view of [...VIEWS, "findings?rule=T101", "concepts?id=library", "document?id=id+of+news%2Fzh.md&finding=1&place=2"]) {
      await go(page, view);
      await page.locator("main details").evaluateAll(all => all.forEach(one => { one.open = true; }));
      await page.waitForTimeout(50);
      found.push(...(await complaints(page)).map(one => `${view}: ${one}`));
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), view);
    }
    assert.deepEqual(found, []);
  }, { colorScheme, viewport: { width, height: 800 } });
}

on("rich", "the keyboard reaches everything, and what has the focus is seen", async page => {
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "overview-title");
  await go(page, "findings");
  await unfolded(page, "filters");
  const reached = new Set();
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => document.activeElement.name || document.activeElement.textContent));
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    if (await page.evaluate(() => document.activeElement !== document.body)) assert.notEqual(outline, "none");
  }
  for (const one of ["words", "severity", "rule", "news/zh.md:1:5", "4 places, 4 ticked"]) assert.ok(reached.has(one), one);
});

on("rich", "on paper there is no menu", async page => {
  await page.emulateMedia({ media: "print" });
  await go(page, "findings");
  assert.ok(await page.locator("nav").isHidden());
  assert.ok(await page.locator(".finding").first().isVisible());
});

on("rich", "without scripts the figures, the gravest findings, the documents and what was left out can be read", async page => {
  for (const view of VIEWS) assert.ok(await page.locator(`section#${view}`).isVisible(), view);
  assert.ok(await page.locator("#findings li").first().isVisible());
  assert.ok(await page.locator("#filters").isHidden());
}, { javaScriptEnabled: false });

on("large", "twenty thousand findings open, filter and scroll", async page => {
  await go(page, "findings");
  await unfolded(page, "filters");
  await page.getByLabel("Severity", { exact: true }).selectOption("major");
  await page.waitForFunction(() => location.hash.includes("major"));
  assert.equal(await page.locator("#count").textContent(), "6,700 of 20,000 findings");
  await page.getByLabel("Search words").fill("07/zh");
  await page.waitForFunction(() => location.hash.includes("words"));
  assert.equal(await page.locator("#count").textContent(), "67 of 20,000 findings");
  await page.waitForFunction(() => {
    scrollTo(0, document.body.scrollHeight); // portion by portion
    return document.querySelectorAll(".finding").length === 67;
  });
});

on("packed", "a packet says which it is, and shows beside a finding the unit that is most like its own", async page => {
  await go(page, "findings");
  assert.equal(await page.locator("h1").textContent(), "Consistency report zh-0007");
  assert.equal(await page.title(), "Findings · Consistency report · zh-0007");
  assert.deepEqual(await texts(page, ".finding .similar"), ["A similar unit (87.4%): <b>A library.</b> → 一个库😀。"]);
  assert.equal(await page.locator(".finding .similar [lang=zh-Hans]").textContent(), "一个库😀。");
  assert.deepEqual(await texts(page, ".finding .similar em"), ["library"]);
  assert.equal(await page.locator(".finding[data-id='bbbbbbbbbbbbbbbb'] .similar").count(), 1);
});
