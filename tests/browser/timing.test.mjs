// How long a reviewer waits for the page of findings, in a real browser. `make bench` prints it; nothing else runs it.

import assert from "node:assert/strict";
import { unfolded } from "./browser.mjs";
import { go, on } from "./pages.mjs";

const timed = async (page, name, step) => {
  const start = Date.now();
  await step();
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  const taken = Date.now() - start;
  console.log(`${name}: ${taken} ms`);
  return taken;
};

on("large", "twenty thousand findings open and filter without making one wait", async page => {
  assert.ok(await timed(page, "20,000 findings, queue opened", () => go(page, "findings")) < 3000);
  await unfolded(page, "filters");
  const severity = page.getByLabel("Severity", { exact: true });
  assert.ok(await timed(page, "20,000 findings, filtered", () => severity.selectOption("major")) < 3000);
  assert.ok(await timed(page, "20,000 findings, searched", () => page.getByLabel("Search words").fill("07/zh")) < 3000);
});

on("long", "a long document is read at once", async page => {
  assert.ok(await timed(page, "long document, opened", () => go(page, "document?id=id+of+long%2Fzh.md")) < 2000);
});
