// The documentation site from a disk: search finds, nothing asks the network, no page complains in the console, pages fit
// a phone. PAGES is its folder.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { launch } from "./browser.mjs";

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const address = path => `${pathToFileURL(process.env.PAGES).href}/${path}`;

// A page of the site, once `ready` is there; its requests beyond the disk are kept in `away`, what its console reports and
// what its scripts throw in `faults`.
async function visit(path, options = {}, ready = ".js") {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage(), away = [], faults = [];
  page.on("request", request => /^(file|data|blob|about):/.test(request.url()) || away.push(request.url()));
  page.on("pageerror", error => faults.push(error.message));
  page.on("console", message => ["error", "warning"].includes(message.type()) && faults.push(message.text()));
  await page.goto(address(path));
  await page.locator(ready).waitFor();
  return { page, close: async () => (await context.close(), assert.deepEqual([away, faults], [[], []])) };
}

for (const [lang, path, words, place] of [
  ["English", "index.html", "baseline", "how-to/baseline.html"],
  ["Chinese", "zh/index.html", "审校", "zh/tutorial/reviewing.html"],
  ["Japanese", "ja/tutorial/index.html", "用語集", "ja/tutorial/first-glossary.html"],
]) {
  test(`search finds ${lang} words`, async () => {
    const { page, close } = await visit(path);
    await page.keyboard.press("/");
    await page.keyboard.type(words);
    await page.keyboard.press("End"); // what an input method types sends no key
    const links = page.locator(".md-search-result__link");
    await links.first().waitFor({ state: "attached" });
    const found = await links.evaluateAll(all => all.map(link => link.href.split(/[?#]/)[0]));
    assert.ok(found.includes(address(place)), found.join("\n"));
    await close();
  });
}

for (const colorScheme of ["light", "dark"]) {
  test(`pages fit a phone, ${colorScheme}`, async () => {
    for (const path of ["index.html", "tutorial/first-check.html", "reference/rules/t3.html", "reference/settings.html",
      "how-it-decides/terms-in-text.html", "glossary/t.html", "zh/tutorial/reviewing.html", "ja/index.html"]) {
      const { page, close } = await visit(path, { viewport: { width: 390, height: 844 }, colorScheme });
      assert.equal(await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth)), 0, path);
      const scheme = await page.locator("body").getAttribute("data-md-color-scheme");
      assert.equal(scheme, colorScheme === "dark" ? "slate" : "default", path);
      await close();
    }
  });
}

test("the choice of language leads to the same page, and back", async () => {
  const { page, close } = await visit("tutorial/first-check.html");
  for (const [lang, place] of [["ja", "ja/tutorial/first-check.html"], ["zh", "zh/tutorial/first-check.html"], ["en", "tutorial/first-check.html"]]) {
    await page.locator(`.md-select__link[hreflang=${lang}]`).evaluate(link => link.click());
    await page.waitForURL(address(place));
    await page.locator(`html[lang=${lang}]`).waitFor({ state: "attached" });
  }
  await close();
});

for (const lang of ["en", "zh", "ja"]) {
  test(`the report to try opens from the home page, ${lang}`, async () => {
    const { page, close } = await visit(lang === "en" ? "index.html" : `${lang}/index.html`, { locale: lang });
    await page.locator(".md-content a[href$='demo.html']").click();
    await page.locator("main[aria-busy]").waitFor({ state: "detached" });
    assert.equal(await page.locator("html").getAttribute("lang"), { en: "en", zh: "zh-Hans", ja: "ja" }[lang]);
    await page.evaluate(() => { location.hash = "findings"; });
    await page.locator("#queue .finding").first().waitFor();
    await close();
  });
}

test("the glossary is searched in all languages at once, the term itself comes first, and a language may be chosen", async () => {
  const { page, close } = await visit("glossary/all.html", {}, "input[type=search]");
  for (const word of ["learning rate", "学习率", "学習率"]) {
    await page.locator("input[type=search]").fill(word);
    await page.locator("#learning-rate:visible").waitFor();
    const top = await page.locator("article:visible").evaluateAll(all =>
      all.map(article => [article.getBoundingClientRect().top, article.id]).sort((one, other) => one[0] - other[0])[0][1]);
    assert.equal(top, "learning-rate");
  }
  await page.locator("#lang").selectOption("ja");
  assert.deepEqual(await page.locator("#learning-rate section:visible").evaluateAll(all => all.map(part => part.lang)), ["en", "ja"]);
  await close();
});

test("the sign beside a term copies its address, which leads to the page of its letter", async () => {
  const { page, close } = await visit("glossary/all.html", { permissions: ["clipboard-read", "clipboard-write"] }, "#learning-rate");
  await page.locator("#distillation h2 a").click();
  await page.locator("#distillation h2 a", { hasText: "copied" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, address("glossary/index.html#distillation"));
  await page.goto(copied);
  await page.waitForURL(address("glossary/k.html#distillation")); // knowledge distillation
  await page.locator("#distillation:target", { hasText: "知识蒸馏" }).waitFor();
  await close();
});
