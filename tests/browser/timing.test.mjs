// How long a reviewer waits for the page of findings, in a real browser. `make bench` prints it; nothing else runs it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { launch, open, unfolded } from "./browser.mjs";
import { go, on } from "./pages.mjs";
import { press } from "./reviewer.mjs";

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

// The longest that a key keeps the page from answering, on a processor four times slower: in each view in which keys decide.
const slowest = async (page, keys) => {
  const client = await page.context().newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const taken = [];
  for (const key of keys) {
    taken.push([await page.evaluate(pressed => {
      const start = performance.now();
      (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key: pressed, bubbles: true }));
      return performance.now() - start;
    }, key), key]);
    await page.waitForTimeout(50);
  }
  await client.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return taken.sort(([one], [other]) => other - one)[0];
};

for (const [name, view, keys] of [
  ["large", "findings", "jjkarujjdmkru"], ["long", "findings", "jkaruj"], ["headed", "document?id=id+of+w%2Fzh.md", "jjkarukd"],
  ["asked", "concepts", "awu"], ["places", "findings", "jkaru"],
]) {
  on(name, `keys answer in a tenth of a second at four times the work, ${view}`, async page => {
    await go(page, view);
    await press(page, "j");
    const [taken, key] = await slowest(page, keys);
    console.log(`${name}, ${view.split("?")[0]}: the slowest key is ${key}, ${Math.round(taken)} ms`);
    assert.ok(taken < 100, `${key}: ${taken}`);
  });
}

for (const name of ["large", "thousands"]) {
  test(`a page of ${name} opens in two seconds`, async () => {
    const browser = await launch();
    const { page, close } = await open(browser, name);
    const opened = await page.evaluate(() => performance.timing.loadEventEnd - performance.timing.navigationStart);
    console.log(`${name}: opened in ${opened} ms`);
    assert.ok(opened < 2000, `${opened}`);
    await close();
    await browser.close();
  });
}
