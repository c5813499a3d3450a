// A night's page is decided and not exported; the next night's takes over what still stands there. See test_round.py.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { launch, open, unfolded, withStored } from "./browser.mjs";

const folder = process.env.PAGES, nights = JSON.parse(readFileSync(`${folder}/nights.json`, "utf8")); // keys: finding → key
const pageOf = build => `builds/${build}/report/index`;

test("decisions of last night are exported for the build that each is true of", async () => {
  const browser = await launch();
  const { page, close } = await open(browser, pageOf(nights.first), { hash: "#findings" });
  await unfolded(page, "desk");
  await page.locator("#who").fill("Mei");
  for (const [id, key] of Object.entries(nights.keys)) {
    await page.locator(`#queue .finding[data-id="${id}"] h3`).click();
    await page.keyboard.press(key);
    await page.locator(`#queue .finding[data-id="${id}"] .decided`).waitFor();
  }
  await withStored(page, () => page.goto(pathToFileURL(`${folder}/${pageOf(nights.second)}.html`).href));
  const saved = async (button, name) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.locator(button).click()]);
    const text = readFileSync(await file.path(), "utf8");
    writeFileSync(`${folder}/${name}.json`, text);
    return JSON.parse(text).build;
  };
  assert.equal(await saved("[data-offer=export]", "last-night"), nights.first);
  await page.locator("[data-offer=take]").click();
  await page.evaluate(() => { location.hash = "findings"; });
  await unfolded(page, "desk");
  assert.equal(await saved("#export", "today"), nights.second);
  await close();
  await browser.close();
});
