// Pages that have no room for all of their build: the rest is read from files beside them, when somebody asks for it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { reopen, unfolded } from "./browser.mjs";
import { complaints, follow, go, on, opened, texts } from "./pages.mjs";
import { fileOf, load } from "./reviewer.mjs";

const read = page => page.evaluate(() => [...loaded].sort());
const ids = page => page.locator("#queue .finding").evaluateAll(all => all.map(one => one.dataset.id.slice(-2)));

on("spread/index", "a page that is opened reads nothing beside it", async page => {
  assert.deepEqual(await read(page), []);
  await go(page, "concepts");
  assert.deepEqual(await read(page), []);
});

on("spread/index", "the queue begins with what the page holds, and goes on with all others in their order", async page => {
  await go(page, "findings");
  assert.equal(await page.locator("#count").textContent(), "5 of 13 findings");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForFunction(() => document.querySelectorAll("#queue .finding").length === 13);
  assert.equal(await page.locator("#count").textContent(), "13 findings");
  assert.equal((await ids(page))[0], "0b");
  assert.equal((await ids(page)).at(-1), "ff");
  assert.deepEqual(await page.locator("#queue .context mark").allTextContents(), Array(13).fill("图书馆"));
  assert.equal(await page.locator("#queue .original").first().textContent(), "The library is fast.");
  assert.deepEqual(new Set(await texts(page, "#queue .original")), new Set(["The library is fast."]));
});

on("spread/index", "filters count and show findings wherever they lie", async page => {
  await go(page, "findings?severity=minor");
  assert.equal(await page.locator("#count").textContent(), "12 of 13 findings");
  assert.deepEqual(await read(page), ["documents", "findings-1", "findings-2", "findings-3", "findings-4"]);
  await page.getByLabel("Search words").fill("05/zh.md");
  await page.waitForFunction(() => location.hash.includes("words="));
  assert.deepEqual(await ids(page), ["05"]);
  await follow(page, page.locator(".finding .about a").first());
  assert.equal(await page.locator("#document-title").textContent(), "第5篇");
});

on("spread/index", "a document that lies beside the page is read with its original, its terms and what was found", async page => {
  await go(page, "document?id=id+of+08%2Fzh.md");
  assert.equal(await page.locator("#document-title").textContent(), "第8篇");
  assert.deepEqual(await texts(page, ".own .row"), ["# 𠮷 8", "图书馆很快。", "很慢。"]);
  assert.deepEqual(await texts(page, ".english .row"), ["# 8", "The library is fast.", "It is slow."]);
  assert.deepEqual(await texts(page, ".row a.minor"), ["图书馆"]);
  assert.deepEqual(await read(page), ["documents", "findings-3", "texts-3"]);
  await follow(page, page.locator(".row a.minor"));
  assert.equal(await page.locator(".opened .finding").count(), 1);
  assert.ok((await page.locator(".opened .about").textContent()).includes("12 more like this"));
  assert.deepEqual(await complaints(page), []);
});

on("roomy/index", "what else was found in a document that the page has whole is read with it", async page => {
  await go(page, "document?id=id+of+08%2Fzh.md");
  assert.deepEqual(await read(page), ["documents", "findings-3"]);
  assert.deepEqual(await texts(page, ".row a.minor"), ["图书馆"]);
});

on("spread/index", "a decision on a finding that lies beside the page is kept", async page => {
  await go(page, "findings?words=04%2Fzh.md");
  await page.keyboard.press("a");
  assert.equal(await page.locator("#done").textContent(), "1 of 1 decided · 1 of 13 in all");
  await go(page, "findings?decision=decided");
  assert.deepEqual(await ids(page), ["04"]);
});

on("spread/index", "the table of documents lists them all, sorts and narrows them, and speaks the language of the page", async page => {
  await go(page, "documents");
  assert.equal(await page.locator("#document-table tbody tr").count(), 24);
  await page.getByLabel("Search titles").fill("第7篇");
  assert.deepEqual(await texts(page, "#document-table tbody tr td:first-child a"), ["07/zh.md"]);
  await page.getByLabel("Search titles").fill("");
  await page.getByRole("button", { name: /^Findings/ }).click();
  assert.equal(await page.locator("#document-table tbody td:nth-child(8)").first().innerText(), "2 minor");
  await page.locator("#says").selectOption("zh");
  assert.ok((await page.locator("#document-table tbody td:nth-child(8) .badge").allTextContents()).every(said => /[\u4e00-\u9fff]/.test(said)));
  await follow(page, page.locator("#document-table tbody a", { hasText: "10/zh.md" }));
  assert.equal(await page.locator("#document-title").textContent(), "第10篇");
});

on("roomy/index", "a finding of another work shows at its place here, though it lies with the other", async page => {
  await go(page, "document?id=id+of+11%2Fzh.md&finding=ffffffffffffffff&place=1");
  assert.deepEqual(await read(page), ["documents", "findings-1"]); // its own finding is on the page
  assert.equal(await page.locator(".opened .finding").count(), 2);
});

on("spread/index", "a document that comes when the reader has gone on does not take the place of another", async page => {
  await go(page, "documents");
  await page.evaluate(() => new Promise(done => {
    addEventListener("hashchange", () => {
      location.hash = "#document?id=id+of+09%2Fzh.md"; // while the other is being read
      done();
    }, { once: true });
    location.hash = "#document?id=id+of+05%2Fzh.md";
  }));
  await page.waitForFunction(() => shownHash === location.hash && [2, 4].every(number => loaded.has(`texts-${number}`)));
  assert.equal(await page.locator("#document-title").textContent(), "第9篇");
});

on("spread/index", "filters that are left while findings are read leave nothing behind", async page => {
  await page.evaluate(() => new Promise(done => {
    addEventListener("hashchange", () => { location.hash = "#findings"; done(); }, { once: true });
    location.hash = "#findings?severity=minor";
  }));
  await page.waitForFunction(() => shownHash === location.hash && loaded.has("findings-4"));
  await page.waitForFunction(() => /^(?:5 of )?13 findings$/.test(document.getElementById("count").textContent));
  assert.equal(await page.getByLabel("Severity", { exact: true }).inputValue(), "");
});

on("spread/index", "who chooses chooses among all findings", async page => {
  await go(page, "findings");
  await unfolded(page, "filters");
  await page.getByLabel("Severity", { exact: true }).focus();
  await page.waitForFunction(() => document.getElementById("count").textContent === "13 findings");
  assert.ok((await page.getByLabel("Severity", { exact: true }).locator("option").allTextContents()).includes("minor (12)"));
});

on("spread/index", "decisions of a file and of an earlier page find what lies beside this one", async page => {
  const id = "0000000000000006", decision = { finding: id, action: "reject", when: "2026-11-20T10:00:00Z", words: "", why: "", marks: "", about: "" };
  assert.equal(await load(page, fileOf([decision], { build: "111111111111" })), "1 of 1 decisions taken; the others are no later than yours, or of other findings.");
  const marks = await page.evaluate(one => findingById.get(one).marks, id);
  await page.evaluate(([one, own]) => {
    localStorage.clear();
    localStorage.setItem(`taiyaku/111111111111/${one}`, JSON.stringify(["accept", "2026-11-20T10:00:00Z", "库", "", own, "图书馆 · 06/zh.md"]));
  }, [id, marks]);
  await reopen(page);
  await page.locator("[data-offer=take]").click();
  assert.deepEqual(await page.evaluate(() => [...decisions.keys()]), [id]);
});

on("spread/index", "rows that a search had left out speak the language of the page", async page => {
  await go(page, "documents");
  await page.getByLabel("Search titles").fill("第7篇");
  await page.locator("#says").selectOption("ja");
  await page.locator("#document-words").fill("");
  const badges = await page.locator("#document-table tbody .badge").allTextContents();
  assert.equal(badges.length, 12);
  assert.ok(badges.every(said => /[\u3041-\u9fff]/.test(said)), badges.join());
});

test("without the list of documents the page shows what it holds, and says what is missing", async () => {
  const { page, said, close } = await opened("bare/index");
  await go(page, "findings?severity=minor");
  assert.match(await page.locator("#count").textContent(), /^\d of 13 findings · not to be read: data\/documents\.js/);
  assert.ok(await page.locator("#queue .finding").count() >= 4);
  await go(page, "document?id=id+of+00%2Fzh.md");
  assert.match(await page.locator("#document-about .note").first().textContent(), /data\/texts-1\.js/);
  assert.deepEqual([...new Set(said.splice(0))], ["console: Failed to load resource: net::ERR_FILE_NOT_FOUND"]);
  await close();
});

test("what does not lie beside the page, or is of another build, is told where it is missed", async () => {
  const { page, said, close } = await opened("torn/index");
  await go(page, "document?id=id+of+04%2Fzh.md");
  assert.match(await page.locator("#document-about .note").first().textContent(), /data\/texts-2\.js/);
  assert.deepEqual(await texts(page, ".row a.minor"), ["图书馆"]); // its passage is there
  await go(page, "findings?severity=minor");
  assert.match(await page.locator("#count").textContent(), /not to be read: data\/texts-2\.js, data\/findings-3\.js/);
  assert.deepEqual(said.splice(0), ["console: Failed to load resource: net::ERR_FILE_NOT_FOUND"]);
  await close();
});

test("scripts of other addresses are refused", async () => {
  const { page, said, close } = await opened("spread/index");
  const refused = await page.evaluate(() => {
    try {
      document.createElement("script").src = "data/other.js";
    } catch (error) {
      return error.name;
    }
    return "";
  });
  assert.equal(refused, "TypeError");
  assert.equal(await page.evaluate(() => `${addresses.createScriptURL("https://example.org/a")}`), "data/.js");
  assert.match(said.splice(0).join(), /TrustedScriptURL/);
  await close();
});
