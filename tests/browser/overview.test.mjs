// The overview: verdicts and pictures that lead to their rows; searching texts; findings as a table.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { unfolded } from "./browser.mjs";
import { complaints, follow, go, on, texts } from "./pages.mjs";

const count = page => page.locator("#count").textContent();
const pressed = async (page, drawn) => {
  const before = await page.evaluate(() => location.hash);
  await drawn.click();
  await page.waitForFunction(hash => location.hash !== hash && shownHash === location.hash, before);
  return page.evaluate(() => location.hash);
};
const saved = async page => {
  await unfolded(page, "desk");
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#tabling").click()]);
  return [file.suggestedFilename(), readFileSync(await file.path(), "utf8")];
};

on("rich", "a verdict says what a check would, and leads to the findings that it fails by", async page => {
  assert.match((await texts(page, ".verdicts li"))[0].replace(/\s+/g, " "), /^中文 fails the check, by 1 new finding:/);
  await follow(page, page.locator(".verdicts a").first());
  assert.equal(await count(page), "1 of 5 findings");
  assert.equal(await page.locator("#queue .finding").getAttribute("data-id"), "1");
});

on("rich", "where most of it stands leads there", async page => {
  const most = page.locator(".verdicts a", { hasText: ", most in news/" }).first();
  await follow(page, most);
  assert.match(await page.evaluate(() => location.hash), /&folder=news\/$/);
  assert.ok((await page.evaluate(() => queued.map(one => sources[one.document].path))).every(path => path.startsWith("news/")));
  assert.ok(await page.evaluate(() => queued.length > 0));
});

on("rich", "verdicts and pictures speak every language of the page", async page => {
  for (const lang of ["zh", "ja", "en"]) {
    await page.locator("#says").selectOption(lang);
    assert.doesNotMatch((await texts(page, "#overview-title ~ *")).join(), /undefined|\{\w+\}/);
  }
});

on("rich", "a bar of the picture of certainty, and its row, lead to the findings of that step", async page => {
  const rows = await page.locator(".picture:has(svg.confidence) tbody tr").evaluateAll(all => all.map(row => [row.querySelector("a").hash, [...row.cells].slice(1).reduce((sum, one) => sum + Number(one.textContent), 0)]));
  assert.equal(rows.reduce((sum, [, n]) => sum + n, 0), 5);
  for (const [hash, n] of rows) {
    await go(page, hash);
    assert.equal((await page.evaluate(() => queued)).length, n, hash);
  }
  await go(page, "overview");
  const drawn = page.locator("svg.confidence g:has(rect:not(.whole))").first(), at = Number(await drawn.getAttribute("data-row"));
  assert.equal(await pressed(page, drawn), rows[at][0]);
});

on("rich", "a cell of the map leads where its row does", async page => {
  const map = page.locator(".picture:has(svg.heat)").first();
  const links = await map.locator("tbody a").evaluateAll(all => all.map(one => one.hash));
  assert.ok(links.length >= 2);
  assert.equal(await map.locator("svg [data-row]").count(), links.length);
  assert.equal(await pressed(page, map.locator("svg [data-row='1']")), links[1]);
});

on("rich", "a folder leads to the documents and findings of its works alone, and back to all", async page => {
  const works = await page.evaluate(() => {
    const own = [...new Set(sources.map(one => one.work))];
    data.folders = [["tutorials/", "guide/tutorials/", "guide/"], own.map(at => at % 3)];
    return sources.map(one => one.work % 3);
  });
  const all = await page.locator("#document-table tbody tr").count();
  for (const [folder, numbers] of [["tutorials/", [0]], ["guide/", [1, 2]], ["guide/.", [2]]]) {
    await go(page, `documents?folder=${folder}`);
    const n = works.filter(at => numbers.includes(at)).length;
    assert.ok(n > 0 && n < all);
    assert.equal(await page.locator("#document-table tbody tr").count(), n, folder);
    assert.equal(await page.locator("#document-count").textContent(), `${n} of ${all} documents`);
    await go(page, `findings?folder=${folder}`);
    assert.ok(await page.evaluate(asked => queued.every(one => asked.includes(sources[one.document].work % 3)), numbers));
  }
  await go(page, "documents?folder=guide/");
  await page.locator("section[data-view=documents] [type=reset]").click(); // the body says which view it shows, too
  await page.waitForFunction(() => !document.getElementById("document-count").textContent);
  assert.equal(await page.locator("#document-table tbody tr").count(), all);
});

on("rich", "findings are found by words of their sentences and of the originals, not of messages alone", async page => {
  await go(page, "findings?words=新的");
  assert.deepEqual(await page.evaluate(() => queued.map(one => one.id)), ["1", "5"]);
  await go(page, "findings?words=library is fast");
  assert.deepEqual(await page.evaluate(() => queued.map(one => one.id)), ["3"]);
  await go(page, "findings?words=nowhere");
  assert.equal(await count(page), "0 of 5 findings");
});

on("rich", "documents are found by words of their texts, which are shown", async page => {
  await go(page, "documents");
  await page.locator("#document-words").fill("图书馆更快");
  await page.waitForSelector("#document-table .passage");
  assert.deepEqual(await texts(page, "#document-table tbody td:first-child a"), ["news/zh.md"]);
  assert.equal(await page.locator("#document-table .passage mark").textContent(), "图书馆更快");
  await page.locator("#document-words").fill("");
  await page.waitForFunction(() => !document.querySelector("#document-table .passage"));
  assert.equal(await page.locator("#document-table tbody tr").count(), 5);
});

on("spread/index", "texts beside the page are searched when somebody asks for it", async page => {
  await go(page, "documents");
  const word = "图书馆";
  await page.locator("#document-words").fill(word);
  await page.waitForFunction(() => !document.getElementById("search-beside").hidden);
  const before = await page.locator("#document-table tbody tr").count();
  await page.locator("#search-beside").click();
  await page.waitForFunction(() => document.getElementById("search-beside").hidden);
  const after = await page.locator("#document-table tbody tr").count();
  assert.ok(after > before, `${before}, ${after}`);
  assert.equal(await page.evaluate(() => sources.filter(lacksText).length), 0);
});

on("rich", "what the filters show is saved as a table, with the decisions", async page => {
  await go(page, "findings?severity=critical");
  await page.keyboard.press("a");
  const [name, text] = await saved(page);
  assert.equal(name, "taiyaku-findings-3f2a9c11d0e4.csv");
  assert.ok(text.startsWith("\ufefffinding_id,rule,severity,confidence,language,path,line,column,words,expected,message,occurrences,places,decision\r\n"));
  const rows = text.trimEnd().split("\r\n").slice(1);
  assert.equal(rows.length, 1);
  assert.match(rows[0], /^'1,T101,critical,0\.95,zh,news\/zh\.md,1,\d,图书馆,库,.*,accept$/);
  const places = await page.evaluate(() => queued[0].places.map(place => where(readPlace(place))));
  assert.ok(rows[0].endsWith(`,${places.length},${places.join(" | ")},accept`), rows[0]);
  assert.equal(await page.locator("#packing").textContent(), "1 finding is in taiyaku-findings-3f2a9c11d0e4.csv.");
});

on("clasping", "no text of the table is a formula or a number to a spreadsheet, and none breaks its row", async page => {
  assert.deepEqual(await page.evaluate(() => ["=1+1", "-2", "@a", "＋1", "2.10", "12e34", "1/2", "1 MB", 7, "a,b", 'say "a"', "a\nb", "", 0.5].map(one => cell(one))),
    ["'=1+1", "'-2", "'@a", "'＋1", "'2.10", "'12e34", "'1/2", "1 MB", "7", '"a,b"', '"say ""a"""', '"a\nb"', "", "0.5"]);
});

on("spread/index", "the table has the findings that lie beside the page as well", async page => {
  await go(page, "findings");
  const [, text] = await saved(page);
  assert.equal(text.trimEnd().split("\r\n").length, 1 + 13);
});

on("nights/builds/3f2a9c11d0e4/report/index", "what changed since the build before stands below the verdict", async page => {
  await page.waitForSelector("#trend:not([hidden])");
  const since = values => page.evaluate(given => {
    trendRows.splice(0, trendRows.length, ...Object.entries(given).map(([name, values]) => ({ name, values })));
    saySince();
    return [...document.querySelectorAll(".since")].map(one => one.textContent);
  }, values);
  assert.deepEqual(await since({ "findings.zh": [1, 20, 1022], "penalty_per_1000.zh": [null, 1.066, 1.044] }),
    ["Since the build before: Findings 20 → 1,022 (+1,002); Points per 1,000 characters 1.07 → 1.04 (−0.03).", ""]);
  assert.deepEqual(await since({ "findings.zh": [20, 20], "penalty_per_1000.zh": [0.931, 0.934] }),
    ["Findings and points are those of the build before.", ""]); // they read alike
  assert.deepEqual(await since({ "findings.zh": [null, 20] }), ["", ""]);
});

on("large", "twenty thousand findings are searched in their sentences within a second", async page => {
  const took = await page.evaluate(() => {
    const start = performance.now(), met = findings.filter(one => fits.words(one, "nowhere"));
    return [met.length, performance.now() - start];
  });
  console.log(`20,000 findings, sentences searched: ${Math.round(took[1])} ms`);
  assert.equal(took[0], 0);
  if (process.env.TIMED) assert.ok(took[1] < 1000, `${took[1]} ms`);
});

// Between them these pages show all that the overview may hold.
const ELEMENTS = {
  termed: [".verdicts", "svg.heat", "svg.confidence", ".picture svg.bar"],
  "nights/builds/3f2a9c11d0e4/report/index": [".verdicts .since", "#trend svg"],
};
for (const [colorScheme, width, locale] of [["light", 1280, "en"], ["dark", 1280, "zh-CN"], ["light", 390, "ja-JP"], ["dark", 390, "en"]]) {
  for (const [name, selectors] of Object.entries(ELEMENTS)) {
    on(name, `axe finds nothing in the overview, ${colorScheme}, ${width} wide, ${locale}; nothing is wider than the screen`, async page => {
      for (const one of selectors) await page.waitForSelector(one, { state: "attached" });
      await page.evaluate(() => document.querySelectorAll("section[data-view=overview] details").forEach(one => { one.open = true; }));
      assert.deepEqual(await complaints(page), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    }, { colorScheme, locale, viewport: { width, height: 800 } });
  }
}

on("rich", "a card says the grade, what is translated, the minutes that are left and what to begin with", async page => {
  const card = page.locator(".verdicts > li").first();
  assert.match((await card.locator(".facts").innerText()).replace(/\s+/g, " "), /^[A-E] [\d.]+ points per 1,000 characters \d+ of \d+ pages translated (?:about \d+ minutes? of review|nothing) left/);
  await follow(page, card.locator("a.button"));
  assert.match(page.url(), /#findings\?lang=zh&rule=T\d+&certainty=counted$/);
  const minutes = async () => Number(/\d+/.exec(await page.locator("#minutes").textContent())?.[0] ?? 0), before = await minutes();
  assert.ok(before > 0);
  while (await page.evaluate(() => queued.some(isOpen))) await page.keyboard.press("r");
  assert.equal(await minutes(), 0);
});

on("termed", "on a wide screen the dense list has a line for each finding, and what is current stands in the pane beside", async page => {
  await go(page, "findings");
  const heights = () => page.locator("#queue .finding").evaluateAll(cards => cards.map(card => card.offsetHeight));
  const pane = () => page.locator("#queue .detail:visible").evaluateAll(details => details.map(detail => detail.closest(".finding").hasAttribute("data-current")));
  await page.locator("#dense").click();
  assert.ok((await heights()).every(height => height < 30));
  assert.deepEqual(await pane(), [true]);
  await page.keyboard.press("j");
  assert.deepEqual(await pane(), [true]);
  const shown = await page.locator("#queue .finding[data-current] .detail").boundingBox(), row = await page.locator("#queue .finding[data-current] h3").boundingBox();
  assert.ok(shown.x >= row.x + row.width);
  assert.deepEqual(await complaints(page), []);
  await page.reload();
  assert.equal(await page.locator("#dense").getAttribute("aria-pressed"), "true"); // remembered
  await page.setViewportSize({ width: 390, height: 800 });
  assert.ok(await page.locator("#dense").isHidden());
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});

on("rich", "a filter that is on is a chip, which takes it off", async page => {
  await go(page, "findings?lang=zh&severity=major");
  assert.deepEqual((await texts(page, "#chips .chip")).map(text => text.trim()), ["major ×", "中文 ×"]);
  assert.equal(await pressed(page, page.locator("#chips .chip").first()), "#findings?lang=zh");
  assert.deepEqual((await texts(page, "#chips .chip")).map(text => text.trim()), ["中文 ×"]);
});

on("rich", "name and languages are asked with the first decision, once, and the queue is of these languages", async page => {
  const asked = () => page.locator("#naming #reviewer").count(), ticked = lang => page.locator(`#reviewer [value=${lang}]`);
  await follow(page, page.locator("#begin"));
  assert.equal(await asked(), 0);
  await page.keyboard.press("r");
  assert.equal(await asked(), 1);
  assert.deepEqual(await complaints(page), []);
  await ticked("zh").uncheck();
  await page.locator("#who").fill("Mei");
  await page.locator("#who").press("Enter");
  assert.equal(await asked(), 0);
  await page.keyboard.press("u"); // the name stays
  const langs = () => page.evaluate(() => [...new Set(queued.map(one => sources[one.document].lang))].sort());
  assert.deepEqual(await langs(), ["ja"]);
  assert.match(await count(page), /^1 finding · 4 more in other languages$/);
  assert.equal(await page.locator("#done").textContent(), "0 of 1 decided");
  await follow(page, page.locator("#count a"));
  assert.deepEqual([await langs(), await count(page)], [["ja", "zh"], "5 findings"]);
  await go(page, "findings?lang=zh");
  assert.deepEqual(await langs(), ["zh"]);
  await page.goto(page.url().split("#")[0]);
  await go(page, "findings");
  assert.deepEqual(await langs(), ["ja"]);
  await unfolded(page, "desk");
  assert.equal(await page.locator("#who").inputValue(), "Mei");
  await ticked("zh").check();
  assert.deepEqual(await langs(), ["ja", "zh"]);
  await ticked("zh").uncheck();
  await ticked("ja").uncheck(); // none is all
  assert.deepEqual(await langs(), ["ja", "zh"]);
});
