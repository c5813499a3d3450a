// A reviewer at the queue: what tests of deciding do and look at.

import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { on as onPage } from "./pages.mjs";

export const BUILD = "3f2a9c11d0e4";
export const on = (name, states, check, options) => onPage(name, states, check, { hash: "#findings", ...options });

export const card = (page, id) => page.locator(`#queue .finding[data-id="${id}"]`);
export const said = (page, id) => card(page, id).locator(".decided").evaluate(one => [...one.children].map(part => part.textContent).slice(0, -2));
export const decided = page => page.locator("#queue .finding[data-decided]").evaluateAll(all => all.map(one => one.dataset.id));
export const current = page => page.evaluate(() => document.querySelector("#queue [data-current]")?.dataset.id);
export const focused = page => page.evaluate(() => document.activeElement.dataset?.id ?? document.activeElement.name ?? "");
export const press = async (page, keys) => { for (const key of keys) await page.keyboard.press(key); };
export const stored = page => page.evaluate(build => Object.fromEntries(Object.entries(localStorage)
  .filter(([key]) => key.startsWith(`taiyaku/${build}/`)).map(([key, value]) => [key.split("/")[2], JSON.parse(value)])), BUILD);
export const download = async page => {
  const [file] = await Promise.all([page.waitForEvent("download"), page.locator("#export").click()]);
  return [file.suggestedFilename(), JSON.parse(readFileSync(await file.path(), "utf8"))];
};
export const load = async (page, value, name = "theirs.json") => {
  const path = join(tmpdir(), `${process.pid}-${name}`);
  writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
  await page.locator("#handed").evaluate(one => { one.textContent = ""; });
  await page.locator("#load").setInputFiles(path);
  await page.waitForFunction(() => document.getElementById("handed").textContent);
  return (await page.locator("#handed").textContent()).replace(`${process.pid}-`, "");
};
export const unhurried = page => page.waitForTimeout(300); // a click at once after a decision would count as its second
export const fileOf = (all, own) => ({ format: "taiyaku-decisions", version: 1, build: BUILD, who: "Mei", exported: "2026-11-22T15:00:00Z", decisions: all, ...own });
