// Decisions are kept by the browser, leave the page as a file and come back from one.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { handedOver, PATIENCE, reopen, unfolded, withStored } from "./browser.mjs";
import { go, opened } from "./pages.mjs";
import { BUILD, current, decided, download, fileOf, focused, load, on, press, said, stored, unhurried } from "./reviewer.mjs";

// --- kept

on("rich", "decisions are there after the page was opened anew, on what is next", async page => {
  await press(page, "a");
  await press(page, "c");
  await page.keyboard.type("𠮷 & </script><b>x</b>");
  await press(page, ["Enter"]);
  await reopen(page);
  assert.deepEqual(await decided(page), ["1", "2"]);
  assert.deepEqual(await said(page, "2"), ["To discuss", "𠮷 & </script><b>x</b>"]);
  assert.equal(await current(page), "5");
});

on("rich", "undo takes back what was done before the page was opened anew, step by step", async page => {
  await press(page, ["a", "r", "k", "Shift+A"]); // 1 accepted, 2 rejected and then accepted
  await reopen(page);
  assert.deepEqual(await said(page, "2"), ["Accepted", "库"]);
  await press(page, "u");
  assert.deepEqual([await said(page, "2"), await focused(page)], [["Rejected"], "2"]);
  await reopen(page);
  await press(page, "uu");
  assert.deepEqual(await decided(page), []);
  assert.ok(await page.locator("#undo").isDisabled());
  await reopen(page);
  assert.ok(await page.locator("#undo").isDisabled());
});

on("rich", "a large step is taken back after the page was opened anew, and other windows have their own steps", async page => {
  await page.evaluate(() => decideAll("reject"));
  const other = await page.context().newPage();
  await other.goto(page.url());
  assert.ok(await other.locator("#undo").isDisabled());
  await other.close();
  await reopen(page);
  assert.equal((await decided(page)).length, 5);
  await press(page, "u");
  assert.deepEqual([await decided(page), await stored(page)], [[], {}]);
});

on("rich", "steps that cannot be kept any more, or are not ours, take back nothing that came later", async page => {
  await press(page, "a");
  await page.evaluate(() => { // full for one step
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, value) {
      if (this === sessionStorage) throw new DOMException("full", "QuotaExceededError");
      setItem.call(this, key, value);
    };
    act("reject", cardOf(current));
    Storage.prototype.setItem = setItem;
  });
  await press(page, "r");
  await reopen(page);
  assert.deepEqual(await decided(page), ["1", "2", "5"]);
  await press(page, "u");
  assert.ok(await page.locator("#undo").isDisabled());
  assert.deepEqual(await decided(page), ["1", "2"]);
  await page.evaluate(build => sessionStorage.setItem(`taiyaku-steps/${build}/0`, "{"), BUILD);
  await page.reload(); // the page drops what it cannot read
  await press(page, "u");
  assert.deepEqual(await decided(page), ["1", "2"]);
});

on("rich", "whoever has begun to decide goes on there, whatever the page was opened at before", async page => {
  const bare = page.url().split("#")[0];
  await page.goto(bare);
  assert.equal(await page.evaluate(() => document.body.dataset.view), "overview");
  await go(page, "findings");
  await press(page, "a");
  await withStored(page, async () => { await page.goto("about:blank"); await page.goto(bare); });
  assert.deepEqual([await page.evaluate(() => document.body.dataset.view), await current(page)], ["findings", "2"]);
  await press(page, "aaaaa"); // one of them needs words
  await withStored(page, async () => { await page.goto("about:blank"); await page.goto(bare); });
  assert.equal(await page.evaluate(() => document.body.dataset.view), "overview"); // nothing is left
});

on("rich", "a comment that is still being written is there after the page was left", async page => {
  await press(page, "c");
  await page.keyboard.type("half a");
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide"))); // a busy Chromium loses what a real one stores
  await reopen(page);
  assert.deepEqual(await said(page, "1"), ["To discuss", "half a"]);
});

on("rich", "what else stands in the storage harms nothing", async page => {
  await page.evaluate(build => {
    const values = { 1: "{", 2: "[\"burn\",\"2026-11-22T14:05:00Z\"]", 3: "[\"accept\"]", 4: "null", 5: "[\"reject\",\"2026-11-22T14:05:00Z\",\"\",\"fine\"]", "not here": "[\"reject\",\"2026-11-22T14:05:00Z\"]" };
    for (const [id, value] of Object.entries(values)) localStorage.setItem(`taiyaku/${build}/${id}`, value);
  }, BUILD);
  await reopen(page);
  assert.deepEqual(await decided(page), ["5"]);
  assert.equal(await page.locator("#done").textContent(), "1 of 5 decided");
});

on("rich", "two windows decide side by side, and neither loses what the other said", async page => {
  const marked = n => [count => document.querySelectorAll("#queue [data-decided]").length === count, n, { polling: 50, timeout: PATIENCE }]; // one of them is in the background
  const other = await page.context().newPage();
  await other.goto(page.url());
  await press(page, "a");
  await other.bringToFront(); // looked at
  await handedOver(page, () => other.waitForFunction(...marked(1)));
  await press(other, "jr");
  await other.waitForFunction(...marked(2)); // before it is in the background, where its timers wait
  await page.bringToFront();
  await handedOver(other, () => page.waitForFunction(...marked(2)));
  assert.deepEqual([await said(page, "1"), await said(page, "2")], [["Accepted", "库"], ["Rejected"]]);
  assert.deepEqual(Object.keys(await stored(page)).sort(), ["1", "2"]);
  await other.bringToFront();
  await unhurried(other);
  await other.locator("#queue .finding[data-id='1']").getByRole("button", { name: "Clear" }).click();
  await page.waitForFunction(...marked(1));
  await press(page, "u"); // what was cleared elsewhere stays so
  assert.deepEqual(Object.keys(await stored(page)), ["2"]);
});

on("rich", "a window that was not told of what another one said reads it when it is looked at again", async page => {
  await press(page, "a");
  await page.evaluate(build => { // no event tells of what the window itself stores
    localStorage.setItem(`taiyaku/${build}/2`, "[\"reject\",\"2026-11-22T14:05:00Z\",\"\",\"\"]");
    localStorage.removeItem(`taiyaku/${build}/1`);
    dispatchEvent(new Event("focus"));
  }, BUILD);
  assert.deepEqual(await decided(page), ["2"]);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
  });
  await press(page, "jr");
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  assert.equal((await decided(page)).length, 2); // what cannot be stored stays
});

on("rich", "what the browser has lost as a whole stays in the window that is open", async page => {
  await press(page, "ar");
  await page.evaluate(() => {
    localStorage.clear();
    dispatchEvent(new Event("focus"));
  });
  assert.deepEqual(await decided(page), ["1", "2"]);
});

// Whether a tab that is closed now asks.
const asks = page => page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
const NO_STORAGE = {
  "cannot be reached": () => Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("denied", "SecurityError"); } }),
  "is full": () => { Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }; },
};
for (const [how, broken] of Object.entries(NO_STORAGE)) {
  test(`where storage ${how} the page says so`, async () => {
    const { page, said: wrong } = await opened("plain");
    await page.addInitScript(broken);
    await page.reload();
    await go(page, "findings");
    await press(page, "a");
    assert.deepEqual(await decided(page), ["b".repeat(16)]);
    assert.ok(await page.locator("#refused").isVisible());
    assert.equal(await asks(page), true);
    await unfolded(page, "desk");
    await page.getByLabel("Your name").fill("Mei");
    const [, file] = await download(page);
    assert.equal(file.decisions.length, 1);
    assert.equal(await asks(page), false);
    assert.deepEqual(wrong, []);
    await page.context().close();
  });
}

on("rich", "a tab with decisions that were not exported asks before it closes", async page => {
  assert.equal(await asks(page), false);
  await press(page, "a");
  assert.equal(await asks(page), true);
  assert.ok(await page.locator("#refused").isHidden());
  await unfolded(page, "desk");
  await page.getByLabel("Your name").fill("Mei");
  await download(page);
  assert.equal(await asks(page), false);
  await page.locator("#queue [data-current] h3").click();
  await press(page, "r");
  assert.equal(await asks(page), true);
  await reopen(page);
  assert.equal(await asks(page), true); // it knows from what is stored
  await press(page, "u");
  assert.equal(await asks(page), false);
});

on("rich", "the browser asks, and whoever stays has all as it was", async page => {
  await press(page, "ar");
  page.removeAllListeners("dialog");
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  assert.equal(dialog.type(), "beforeunload");
  await dialog.dismiss();
  assert.deepEqual(await decided(page), ["1", "2"]);
});

on("linked", "a link to a source file opens another tab", async page => {
  await go(page, "findings");
  assert.deepEqual([...new Set(await page.locator("a[href^=http]").evaluateAll(all => all.map(one => `${one.target} ${one.rel}`)))], ["_blank noreferrer"]);
});

// --- handed over

on("rich", "the file says who decided what, when and why", async page => {
  await press(page, "ar");
  await press(page, "c");
  await page.keyboard.type("🤗");
  await press(page, ["Enter"]);
  await unfolded(page, "desk");
  await page.getByRole("group", { name: "Hand over" }).getByRole("button", { name: "Export 3 decisions" }).click();
  assert.equal(await page.locator("#handed").textContent(), "Write your name first: decisions are handed over under it.");
  assert.equal(await page.evaluate(() => document.activeElement.id), "who");
  await page.keyboard.type("林 美/..");
  const [name, file] = await download(page);
  writeFileSync(`${process.env.PAGES}/exported.json`, JSON.stringify(file)); // test_deciding.py reads it as `review apply` does
  assert.equal(name, `taiyaku-decisions-${BUILD}-林_美_...json`);
  assert.equal(await page.locator("#handed").textContent(), `Written to ${name}.`);
  const times = [file.exported, ...file.decisions.map(one => one.when)];
  assert.ok(times.every(one => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(one) && Math.abs(Date.parse(one) - Date.now()) < 60_000), times.join());
  assert.deepEqual({ ...file, exported: "", decisions: file.decisions.map(({ when, ...rest }) => rest) }, {
    format: "taiyaku-decisions", version: 1, build: BUILD, who: "林 美/..", exported: "", decisions: [
      { finding: "1", action: "accept", why: "", words: "库", places: await page.evaluate(() => placeKeys(findingById.get("1"))) },
      { finding: "2", action: "reject", why: "", words: "" },
      { finding: "5", action: "discuss", why: "🤗", words: "" },
    ],
  });
  await reopen(page);
  assert.equal(await page.locator("#who").inputValue(), "林 美/..");
});

on("rich", "a file is loaded back: the later word holds, others' findings are passed over, undo takes all back", async page => {
  await press(page, "a");
  const told = await load(page, fileOf([
    { finding: "1", action: "reject", when: "2020-01-01T00:00:00Z", why: "", words: "" },
    { finding: "2", action: "reject", when: "2020-01-01T00:00:00Z" },
    { finding: "2", action: "admit", when: "2020-01-02T00:00:00Z", why: "good", words: "" },
    { finding: "of another build", action: "reject", when: "2020-01-01T00:00:00Z" },
  ], { build: "000000000000" }));
  assert.equal(told, "1 of 4 decisions taken; the others are no later than yours, or of other findings.");
  assert.deepEqual([await said(page, "1"), await said(page, "2")], [["Accepted", "库"], ["To be admitted", "good"]]);
  assert.equal(await page.locator("#who").inputValue(), "Mei");
  await reopen(page);
  assert.deepEqual(await decided(page), ["1", "2"]);
  await load(page, fileOf([{ finding: "1", action: "reject", when: "2100-01-01T00:00:00Z" }, { finding: "in a packet", action: "reject", when: "2100-01-01T00:00:00Z" }]));
  assert.deepEqual(Object.keys(await stored(page)).sort(), ["1", "2", "in a packet"]);
  await page.locator("#undo").click();
  assert.deepEqual(Object.keys(await stored(page)).sort(), ["1", "2"]);
  assert.deepEqual(await said(page, "1"), ["Accepted", "库"]);
});

on("rich", "what was exported can be gone on with elsewhere", async page => {
  await press(page, "ar");
  await unfolded(page, "desk");
  await page.getByLabel("Your name").fill("Mei");
  const [name, file] = await download(page);
  await page.evaluate(() => localStorage.clear());
  await reopen(page);
  assert.deepEqual(await decided(page), []);
  assert.match(await load(page, file, name), /^2 of 2 decisions taken/);
  await unfolded(page, "desk");
  assert.deepEqual((await download(page))[1].decisions, file.decisions);
});

const fine = { finding: "1", action: "reject", when: "2026-11-22T14:05:00Z" };
const BROKEN = [
  ["{", "This is no file of decisions; nothing was changed."],
  ["[]", "This is no file of decisions; nothing was changed."],
  ["null", "This is no file of decisions; nothing was changed."],
  [{ format: "taiyaku-decisions", version: 1 }, "This is no file of decisions; nothing was changed."],
  [fileOf([fine], { version: 2 }), "Decisions of version 2 cannot be read; nothing was changed."],
  [fileOf([fine, { ...fine, action: "burn" }]), "Decision 2 names no finding, no known action or no time; nothing was changed."],
  [fileOf([{ ...fine, finding: 1 }]), "Decision 1 names no finding, no known action or no time; nothing was changed."],
  [fileOf([{ ...fine, when: "yesterday" }]), "Decision 1 names no finding, no known action or no time; nothing was changed."],
  [fileOf([{ ...fine, why: {} }]), "Decision 1 names no finding, no known action or no time; nothing was changed."],
  [fileOf([null]), "Decision 1 names no finding, no known action or no time; nothing was changed."],
  [fileOf([fine], { who: "Ken" }), "The decisions are by Ken, your name is Mei: change it to go on with them; nothing was changed."],
];
on("rich", "a file that is broken or somebody else's says so in one line and changes nothing", async page => {
  await unfolded(page, "desk");
  await page.getByLabel("Your name").fill("Mei");
  for (const [value, told] of BROKEN) assert.equal(await load(page, value), `theirs.json: ${told}`);
  assert.deepEqual(await stored(page), {});
});
