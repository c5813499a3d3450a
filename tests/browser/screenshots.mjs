// Pictures of the report page for its guide: `screenshots.py` makes the pages and runs this.

import { pathToFileURL } from "node:url";
import { launch } from "./browser.mjs";

const [report, packet, folder] = process.argv.slice(2);
const WIDE = { width: 1280, height: 800 }, PHONE = { width: 390, height: 780 };
const CARD = { width: 900, height: 640 }; // readable in a column of text
const open = async (page, text) => { await page.locator("summary").filter({ hasText: text }).first().click(); };

/** The first finding, which is chosen, with all that belongs to it. @param {import("playwright-core").Page} page */
const opened = page => page.locator("#queue .finding").first().evaluate(card => scrollTo(0, card.offsetTop - 64));

// Name, language, theme, size, page, view, and what is done in it.
const PICTURES = [
  ["overview", "en", "light", WIDE, report, "overview"],
  ["overview-dark", "en", "dark", WIDE, report, "overview"],
  ["overview-on-a-phone", "zh", "light", PHONE, report, "overview"],
  ["overview-on-a-phone-dark", "ja", "dark", PHONE, report, "overview"],
  ["finding", "en", "light", CARD, report, "findings?lang=zh", opened],
  ["finding-dark", "en", "dark", CARD, report, "findings?lang=zh", opened],
  ["finding-zh", "zh", "light", CARD, report, "findings?lang=zh", opened],
  ["finding-zh-dark", "zh", "dark", CARD, report, "findings?lang=zh", opened],
  ["finding-ja", "ja", "light", CARD, report, "findings?lang=ja", opened],
  ["finding-ja-dark", "ja", "dark", CARD, report, "findings?lang=ja", opened],
  ["queue", "zh", "light", WIDE, report, "findings?lang=zh"],
  ["dense", "en", "light", WIDE, report, "findings", async page => {
    await page.locator("#dense").click();
    await page.keyboard.press("j");
  }],
  ["queue-on-a-phone", "ja", "dark", PHONE, report, "findings?lang=ja"],
  ["folded", "en", "light", WIDE, packet, "findings", async page => {
    const folded = page.locator("#queue .finding").filter({ has: page.locator(".alike summary") }).first();
    await folded.locator(".alike summary").click();
    await folded.evaluate(card => scrollTo(0, card.offsetTop - 90));
  }],
  ["document", "zh", "light", WIDE, report, "documents", async page => {
    await page.locator("#document-table a").filter({ hasText: "release-notes-with-flaws/zh" }).first().click();
    await page.locator("#document-text .row").first().waitFor();
    await page.keyboard.press("j");
  }],
  ["document-on-a-phone", "ja", "light", PHONE, report, "documents", async page => {
    await page.locator("#document-table a").filter({ hasText: "release-notes-with-flaws/ja" }).first().click();
    await page.locator("#document-text .row").first().waitFor();
    await page.keyboard.press("j");
  }],
  ["concept", "en", "dark", WIDE, report, "concepts", page => open(page, "operator")],
  ["pictures", "en", "light", WIDE, report, "overview", page => page.locator("svg.heat").first().evaluate(
    picture => scrollTo(0, picture.getBoundingClientRect().top + scrollY - 130))],
  ["packet", "zh", "dark", WIDE, packet, "findings"],
  ["keys", "en", "light", WIDE, report, "findings", page => page.locator("#help").click()],
];

const browser = await launch();
for (const [name, locale, colorScheme, viewport, file, view, act] of PICTURES) {
  const context = await browser.newContext({ locale, colorScheme, viewport }), page = await context.newPage();
  await page.goto(`${pathToFileURL(file).href}#${view}`);
  await page.locator("main[aria-busy]").waitFor({ state: "detached" });
  await act?.(page);
  await page.waitForTimeout(300); // what moves has arrived
  await page.screenshot({ path: `${folder}/${name}.png` });
  await context.close();
}
await browser.close();
