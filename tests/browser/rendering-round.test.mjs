// A reviewer decides on a rendering of a build's page and hands it over: the file is what `review apply` reads. See test_round.py.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { launch, open } from "./browser.mjs";

test("a rendering that the glossary lacks is decided by key, and handed over as a file", async () => {
  const browser = await launch();
  const { page, close } = await open(browser, "index", { hash: "#concepts" });
  const { key, surface } = JSON.parse(readFileSync(`${process.env.PAGES}/key.json`, "utf8"));
  await page.evaluate(() => rename("Mei"));
  await page.keyboard.press("j");
  await page.getByRole("group", { name: surface, exact: true }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), surface);
  await page.keyboard.press(key);
  await page.locator(".asked .decided").waitFor();
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#asked-export").click()]);
  writeFileSync(`${process.env.PAGES}/mei.json`, readFileSync(await file.path()));
  await close();
  await browser.close();
});
