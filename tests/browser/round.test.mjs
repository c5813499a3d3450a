// A reviewer decides a packet and hands the decisions over: the file is what `review apply` reads. See test_round.py.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { launch, open, unfolded } from "./browser.mjs";

test("what a packet asks is decided by key and by button, and handed over as a file", async () => {
  const browser = await launch();
  const { page, close } = await open(browser, "zh-0001"); // a packet opens on what it asks
  const keys = JSON.parse(readFileSync(`${process.env.PAGES}/keys.json`, "utf8")); // finding → key
  await unfolded(page, "desk");
  await page.locator("#who").fill("Mei");
  for (const [id, key] of Object.entries(keys)) {
    await page.locator(`#queue .finding[data-id="${id}"] h3`).click();
    await page.keyboard.press(key);
    await page.locator(`#queue .finding[data-id="${id}"] .decided`).waitFor();
  }
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#export").click()]);
  writeFileSync(`${process.env.PAGES}/mei.json`, readFileSync(await file.path()));
  assert.match(file.suggestedFilename(), /^taiyaku-decisions-[0-9a-f]{12}-Mei\.json$/);
  await close();
  await browser.close();
});
