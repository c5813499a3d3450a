// Deciding among twenty thousand findings.

import assert from "node:assert/strict";
import { reopen } from "./browser.mjs";
import { go } from "./pages.mjs";
import { current, on } from "./reviewer.mjs";

on("large", "twenty thousand findings are filtered, decided, stored and taken back", async page => {
  const timed = step => page.evaluate(`(async () => {
    const start = performance.now();
    (${step})();
    const busy = performance.now() - start;
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    return [busy, performance.now() - start];
  })()`);
  const quick = async (step, most) => {
    const [busy, painted] = await timed(step);
    if (process.env.TIMED) assert.ok(busy < most && painted < 2 * most + 200, `${step}: ${Math.round(busy)} ms, painted after ${Math.round(painted)}`);
  };
  for (const key of "arar") await quick(`() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "${key}", bubbles: true }))`, 200);
  await quick(() => decideAll("accept"), 1000);
  assert.equal(await page.locator("#done").textContent(), "20,000 of 20,000 decided");
  await page.waitForFunction(() => Object.keys(localStorage).length === 20_000);
  await quick(() => act("reject", cardAt(0)), 200);
  await quick(() => takeBack(), 200);
  await quick(() => { filters.elements.decision.value = "reject"; asked(); }, 1000);
  assert.equal(await page.locator("#count").textContent(), "2 of 20,000 findings");
  await reopen(page);
  assert.equal(await page.locator("#done").textContent(), "2 of 2 decided · 20,000 of 20,000 in all");
  await go(page, "findings");
  await page.evaluate(() => decideAll("reject")); // nothing is open
  assert.equal(await page.evaluate(() => decisions.size), 20_000);
});

on("large", "leaving at once after a large step loses none of it", async page => {
  await page.evaluate(() => decideAll("accept"));
  await page.reload();
  assert.equal(await page.locator("#done").textContent(), "20,000 of 20,000 decided");
});

on("large", "one goes on where one stopped, far down, and can look at what is before", async page => {
  await page.evaluate(() => take(findings.slice(0, 5000).map(one => [one.id, { action: "accept", when: timestamp(), words: "", why: "" }])));
  await reopen(page);
  assert.equal(await page.locator("#queue .finding").first().getAttribute("data-id"), await page.evaluate(() => findings[5000].id));
  await page.getByRole("button", { name: "Show 5,000 before" }).click();
  assert.ok(await page.locator("#queue .finding").count() >= 60);
  assert.equal(await page.locator("#queue .finding").first().getAttribute("data-id"), await page.evaluate(() => findings[4970].id));
  assert.equal(await current(page), await page.evaluate(() => findings[5000].id));
});
