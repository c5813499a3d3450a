// How long a reviewer waits for the report of a very large build, in a real browser. `make bench` runs it on one.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open } from "./browser.mjs";
import { follow, go } from "./pages.mjs";

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

const painted = page => page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
async function timed(name, step) {
  const start = Date.now();
  const value = await step();
  console.log(`${name}: ${Date.now() - start} ms`);
  return value;
}

test("a report that no page has room for opens, filters and shows any document", async () => {
  const { page, close } = await timed("opened", () => open(browser, "index"));
  await timed("queue", () => go(page, "findings"));
  await timed("filtered, which reads all findings", () => go(page, "findings?severity=major"));
  assert.equal(await page.evaluate(() => lacksSomeFindings()), false);
  await timed("filtered again", () => go(page, "findings?severity=minor"));
  await timed("all documents", () => go(page, "documents"));
  await page.getByLabel("Search titles").fill("work-00777");
  await timed("document that lies beside it", () => follow(page, page.locator("#document-table tbody a").first()));
  assert.ok(await page.locator(".row").count() > 10);
  await painted(page);
  console.log(`memory of the scripts: ${Math.round(await page.evaluate(() => performance.memory.usedJSHeapSize) / 1e6)} MB`);
  await close();
});
