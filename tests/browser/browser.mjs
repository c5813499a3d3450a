// Chromium, driven headless. Pages that are opened here fail the test by an error, a refused script or a request.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

// It may run as root, in a closed network: without these it asks for its own updates, many times at once.
const QUIET = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];

export const launch = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: QUIET });

// A page of the folder PAGES, in a profile of its own; `said` holds what went wrong in it.
export async function open(browser, name, { hash = "", ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en", ...options });
  await keepStorage(context);
  const page = await context.newPage(), said = [];
  page.on("console", one => said.push(`console: ${one.text()}`));
  page.on("pageerror", one => said.push(`error: ${one.message}`));
  page.on("dialog", one => {
    if (one.type() === "beforeunload") return one.accept(); // tests leave pages whenever they like
    said.push(`dialog: ${one.message()}`);
    return one.dismiss();
  });
  page.on("request", one => one.url().startsWith("file:") || said.push(`request: ${one.url()}`));
  await page.goto(pathToFileURL(`${process.env.PAGES}/${name}.html`).href + hash);
  return { page, said, close: async () => (await context.close(), assert.deepEqual(said, [])) };
}

// A busy Chromium forgets what was stored just before the last page that used the storage was left: one that stays uses it too.
const BLANK = join(tmpdir(), "taiyaku-blank.html");
async function keepStorage(context) {
  writeFileSync(BLANK, "");
  const keeper = await context.newPage();
  await keeper.goto(pathToFileURL(BLANK).href);
  await keeper.evaluate(() => localStorage.length);
}

// Milliseconds for what a busy Chromium hands from one window to another by way of the disk.
export const PATIENCE = 30_000;

// Goes to a page that holds all that this one has stored, in both storages. A busy Chromium may hand over late what was
// stored just before, or never: what is still missing or older after LATE milliseconds is stored again.
const LATE = 5_000;
export async function withStored(page, go) {
  const before = await page.evaluate(() => ["localStorage", "sessionStorage"].flatMap(kind => Object.entries(window[kind]).map(entry => [kind, ...entry])));
  const start = Date.now();
  while (Date.now() < start + PATIENCE) {
    await go();
    const lost = await page.evaluate(entries => entries.filter(([kind, key, value]) => window[kind].getItem(key) !== value), before);
    if (!lost.length) return;
    if (Date.now() > start + LATE) await page.evaluate(entries => entries.forEach(([kind, ...entry]) => window[kind].setItem(...entry)), lost);
    await page.waitForTimeout(200);
  }
}
export const reopen = page => withStored(page, () => page.reload());

// Waits in one window for what another one stored. A busy Chromium may never report it: the other one stores it once more.
export async function handedOver(from, arrives) {
  const storeAgain = () => from.evaluate(() => {
    for (const [key, value] of Object.entries(localStorage)) {
      localStorage.removeItem(key); // the same value is no event
      localStorage.setItem(key, value);
    }
  });
  const late = setTimeout(storeAgain, LATE);
  await arrives();
  clearTimeout(late);
}

// What is folded away comes out: "filters" or "desk".
export const unfolded = (page, id) => page.evaluate(name => {
  const fold = document.querySelector(`[aria-controls=${name}]`);
  if (fold.getAttribute("aria-expanded") !== "true") fold.click();
}, id);
