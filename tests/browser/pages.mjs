// Tests on one of the pages that test_report.py makes: each in a profile of its own, failing by anything that goes wrong.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { launch, open } from "./browser.mjs";

export const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let browser;

before(async () => { browser = await launch(); });
after(() => browser.close());

export const on = (name, states, check, options) => test(`${states} (${name})`, async () => {
  const { page, close } = await open(browser, name, options);
  await check(page);
  await close();
});

export const opened = (name, options) => open(browser, name, options);
export const texts = (page, selector) => page.locator(selector).allTextContents();

// What is read right after a step to another address may still be the view before: the page knows which it shows.
const arrived = page => page.waitForFunction(() => shownHash === location.hash);

export async function follow(page, link) {
  const to = await link.evaluate(one => one.hash);
  await link.click();
  await page.waitForFunction(hash => location.hash === hash, to);
  await arrived(page);
}

export async function go(page, hash) {
  await page.evaluate(to => { location.hash = to; }, hash);
  await arrived(page);
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))); // painted
}

// What axe finds in the view that is open.
export async function complaints(page) {
  if (!await page.evaluate(() => "axe" in window)) await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
  return violations.map(one => `${one.impact} ${one.id}: ${one.nodes.map(node => node.html).slice(0, 3)}`);
}
