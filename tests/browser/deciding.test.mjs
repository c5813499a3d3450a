// What a reviewer decides with keys and buttons, and takes back, in a real browser. The pages are made by test_deciding.py.

import assert from "node:assert/strict";
import { reopen } from "./browser.mjs";
import { go } from "./pages.mjs";
import { card, current, decided, focused, on, press, said, stored, unhurried } from "./reviewer.mjs";

// --- keys

on("rich", "a key accepts with the words shown, and the next finding that is open has the focus", async page => {
  assert.equal(await current(page), "1");
  await press(page, "a");
  assert.deepEqual(await said(page, "1"), ["Accepted", "库"]);
  assert.deepEqual([await current(page), await focused(page)], ["2", "2"]);
  assert.equal(await page.locator("#last").textContent(), "Accepted 图书馆 → 库");
  await press(page, "r");
  assert.deepEqual(await said(page, "2"), ["Rejected"]);
  assert.equal(await focused(page), "5");
  assert.equal(await page.locator("#done").textContent(), "2 of 5 decided");
  assert.equal(await page.locator("#progress").evaluate(one => one.value / one.max), 0.4);
});

on("rich", "what was said last spells out characters that cannot be seen", async page => {
  await card(page, "1").locator("[name=words]").fill("库\u200b存");
  await card(page, "1").locator("[name=words]").press("Enter");
  assert.equal(await page.locator("#last").textContent(), "Accepted 图书馆 → 库U+200B存");
});

on("rich", "j and k go from finding to finding, and stop at the ends", async page => {
  const met = [];
  for (const key of "kjjjjjk") {
    await press(page, key);
    met.push(await current(page));
  }
  assert.deepEqual(met, ["1", "2", "5", "3", "4", "4", "3"]);
  assert.ok(await card(page, "3").isVisible());
});

on("rich", "what was passed over comes after the last, and at the end nothing moves", async page => {
  await press(page, "jjjj");
  await press(page, "a");
  assert.equal(await focused(page), "1");
  await press(page, "aaaa");
  assert.deepEqual(await decided(page), ["1", "2", "5", "3", "4"]);
  const before = await current(page);
  await press(page, "j");
  assert.ok(before);
});

on("rich", "what is decided is changed by a key with Shift, by hand, and cleared", async page => {
  await press(page, ["a", "k", "Shift+R"]);
  assert.deepEqual(await said(page, "1"), ["Rejected"]);
  await unhurried(page);
  await card(page, "1").getByRole("button", { name: "Change" }).click();
  await card(page, "1").locator("[name=words]").fill("程序库");
  await card(page, "1").getByRole("button", { name: "Accept", exact: true }).click();
  assert.deepEqual(await said(page, "1"), ["Accepted", "程序库"]);
  await unhurried(page);
  await card(page, "1").getByRole("button", { name: "Clear" }).click();
  assert.deepEqual(await decided(page), []);
  assert.deepEqual(await stored(page), {});
});

on("rich", "a replacement is edited and accepted with Enter; Escape leaves the field and decides nothing", async page => {
  await press(page, "e");
  assert.equal(await focused(page), "words");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("jrakc?u"); // no key means anything here
  assert.deepEqual(await decided(page), []);
  assert.ok(await page.locator("#keys").isHidden());
  await press(page, ["Escape"]);
  assert.equal(await focused(page), "1");
  assert.deepEqual(await decided(page), []);
  await press(page, ["e", "Enter"]);
  assert.deepEqual(await said(page, "1"), ["Accepted", "jrakc?u"]);
  await press(page, ["k", "Shift+E"]); // once more, now that it is decided
  assert.equal(await focused(page), "words");
  await page.keyboard.type("!");
  await press(page, ["Enter"]);
  assert.deepEqual(await said(page, "1"), ["Accepted", "jrakc?u!"]);
});

on("rich", "where several words may stand, another is put in the field with a click", async page => {
  assert.equal(await card(page, "1").locator("[data-do=use]").count(), 0);
  assert.deepEqual(await card(page, "3").locator("[data-do=use]").allTextContents(), ["ライブラリー"]);
  await card(page, "3").locator("[data-do=use]").click();
  assert.deepEqual(await card(page, "3").locator("[data-do=use]").allTextContents(), ["ライブラリ"]);
  await press(page, "a");
  assert.deepEqual(await said(page, "3"), ["Accepted", "ライブラリー"]);
});

on("rich", "an empty replacement accepts without words", async page => {
  await card(page, "1").locator("[name=words]").fill(" ");
  await press(page, ["Enter"]);
  assert.deepEqual(await said(page, "1"), ["Accepted"]);
  assert.equal((await stored(page))["1"][2], "");
});

on("rich", "a comment alone asks for a talk, and is the reason once there is a decision", async page => {
  await press(page, "c");
  assert.equal(await focused(page), "why");
  await page.keyboard.type("really?");
  await press(page, ["Shift+Enter"]);
  await page.keyboard.type("a r j");
  await press(page, ["Enter"]);
  assert.deepEqual(await said(page, "1"), ["To discuss", "really?\na r j"]);
  assert.equal(await focused(page), "1");
  await press(page, "r");
  assert.deepEqual(await said(page, "1"), ["Rejected", "really?\na r j"]);
  await press(page, ["k", "Shift+C"]);
  await page.keyboard.press("Control+A");
  await page.keyboard.type("no");
  await press(page, ["Escape"]);
  assert.deepEqual(await said(page, "1"), ["Rejected", "no"]);
});

on("rich", "a comment that is written first goes with the button that is pressed then, in one step", async page => {
  await press(page, "c");
  await page.keyboard.type("as in the style guide");
  await card(page, "1").getByRole("button", { name: "Reject" }).click();
  assert.deepEqual(await said(page, "1"), ["Rejected", "as in the style guide"]);
  await press(page, "u");
  assert.deepEqual(await decided(page), []);
  await press(page, "c");
  await page.keyboard.type("kept");
  await page.getByLabel("Search words").click(); // elsewhere
  assert.deepEqual(await said(page, "1"), ["To discuss", "kept"]);
});

on("rich", "text that an input method still composes is neither taken nor left", async page => {
  await press(page, "c");
  await page.keyboard.type("よ");
  await page.evaluate(() => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true })));
  assert.equal(await focused(page), "why");
  assert.deepEqual(await decided(page), []);
});

on("rich", "the variant is admitted or preferred where there is a concept, and only there", async page => {
  await card(page, "1").getByRole("button", { name: "Admit the variant" }).click();
  await unhurried(page);
  await card(page, "2").getByRole("button", { name: "Prefer it" }).click();
  assert.deepEqual([await said(page, "1"), await said(page, "2")], [["To be admitted"], ["To be preferred"]]);
  assert.equal(await card(page, "5").getByRole("button", { name: /Admit|Prefer|Exclude/ }).count(), 0);
  await unhurried(page);
  await card(page, "5").getByRole("button", { name: "Discuss" }).click();
  assert.deepEqual(await said(page, "5"), ["To discuss"]);
});

on("rich", "an exclusion needs longer words that hold those found", async page => {
  const one = card(page, "1");
  await one.getByRole("button", { name: "Exclude here…" }).click();
  assert.equal(await focused(page), "within");
  await press(page, ["Enter"]);
  assert.equal(await one.locator(".problem").textContent(), "These have to hold “图书馆” and more.");
  await page.keyboard.type("员");
  await press(page, ["Home"]);
  await page.keyboard.type("𠮷");
  await press(page, ["Enter"]);
  assert.deepEqual(await said(page, "1"), ["Excluded within", "𠮷图书馆员"]);
  assert.deepEqual((await stored(page))["1"].slice(0, 1), ["exclude"]);
});

on("rich", "the second click of a double one decides nothing", async page => {
  await card(page, "1").getByRole("button", { name: "Accept", exact: true }).dblclick();
  assert.deepEqual(await decided(page), ["1"]);
});

on("rich", "keys with Control or a command key are the browser's; a key held down decides once", async page => {
  for (const key of ["Control+a", "Alt+r", "Meta+c"]) await page.keyboard.press(key);
  await page.keyboard.down("r");
  await page.keyboard.down("r");
  await page.keyboard.up("r");
  assert.deepEqual(await decided(page), ["1"]);
});

on("long-queue", "a key decides nothing that is out of sight: it brings the reviewer to what is in view", async page => {
  await page.evaluate(() => scrollTo(0, 3000));
  await page.waitForTimeout(100);
  await press(page, "a");
  assert.deepEqual(await decided(page), []);
  const here = await current(page);
  assert.notEqual(here, "00-0");
  await press(page, "a");
  assert.deepEqual(await decided(page), [here]);
});

on("rich", "keys are told in a dialog, which Escape closes; no key decides beneath it", async page => {
  await press(page, "?");
  assert.ok(await page.locator("#keys").isVisible());
  assert.match(await page.locator("#keys").textContent(), /next finding.*the glossary should admit them/s);
  await press(page, "a");
  await press(page, ["Escape"]);
  assert.ok(await page.locator("#keys").isHidden());
  assert.deepEqual(await decided(page), []);
  await go(page, "overview");
  await press(page, "ar");
  assert.deepEqual(await stored(page), {});
  await press(page, "?");
  await page.getByRole("button", { name: "Close" }).click();
});

on("rich", "a finding is decided below its line in the document too, and its card in the queue says so", async page => {
  await card(page, "1").locator(".about a").first().click();
  await page.locator(".opened .finding[data-id='1']").getByRole("button", { name: "Accept", exact: true }).click();
  assert.equal(await focused(page), "5"); // the next one of this document
  await page.goBack();
  assert.deepEqual(await said(page, "1"), ["Accepted", "库"]);
});

on("rich", "what is gone from the text cannot be decided", async page => {
  await go(page, "findings?state=fixed");
  assert.equal(await card(page, "6").locator("button").count(), 0);
  await press(page, "ar");
  assert.deepEqual(await stored(page), {});
  assert.ok(await page.locator("[data-bulk=accept]").isDisabled());
});

on("long-queue", "a key decides the card that was clicked, were it at the edge of the window", async page => {
  const third = page.locator("#queue .finding").nth(2), id = await third.getAttribute("data-id");
  const { y } = await third.boundingBox();
  await page.setViewportSize({ width: 1280, height: Math.round(y) + 30 });
  await third.locator("h3").click({ position: { x: 5, y: 5 } });
  await press(page, "a");
  assert.deepEqual(await decided(page), [id]);
});

// --- what is decided stays

on("rich", "a key that was meant for the next finding changes nothing that is decided, and says so", async page => {
  await press(page, "raaaa");
  assert.equal(await page.locator("#last").textContent(), "Accepted 图书馆 → 库 · all that is shown is decided");
  const before = await stored(page);
  await press(page, "arce");
  assert.deepEqual(await stored(page), before);
  assert.equal(await focused(page), "4"); // no field was opened
  assert.equal(await page.locator("#last").textContent(), "“图书馆”: Accepted before, and left so; Shift+E changes it");
  await reopen(page);
  await press(page, "aa");
  assert.deepEqual(await stored(page), before);
  assert.equal(await page.locator("#last").textContent(), "“图书馆”: Rejected before, and left so; Shift+A changes it");
  await press(page, ["Shift+A"]);
  assert.deepEqual(await said(page, "1"), ["Accepted", "库"]);
});

on("rich", "after Change a key decides the card, until the reviewer goes on", async page => {
  await press(page, "ak");
  await card(page, "1").getByRole("button", { name: "Change" }).click();
  await press(page, "jkr");
  assert.deepEqual(await said(page, "1"), ["Accepted", "库"]);
  await unhurried(page);
  await card(page, "1").getByRole("button", { name: "Change" }).click();
  await press(page, "r");
  assert.deepEqual(await said(page, "1"), ["Rejected"]);
});

on("rich", "a comment alone waits for its decision only until the reviewer goes on", async page => {
  await press(page, ["c", "h", "m", "Enter", "j", "k", "r"]);
  assert.deepEqual(await said(page, "1"), ["To discuss", "hm"]);
});

on("rich", "in a document a second key changes nothing either", async page => {
  await card(page, "1").locator(".about a").first().click();
  await page.locator(".opened .finding[data-id='1'] h3").click();
  await press(page, "rara");
  assert.deepEqual(await page.locator(".opened .decided b").allTextContents(), ["Accepted", "Rejected"]); // of 5 and 1
});

// Numbers that only look random: the same sequences each time.
const chance = seed => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  const mixed = Math.imul(seed ^ (seed >>> 15), seed | 1), more = mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ more ^ (more >>> 14)) >>> 0) / 2 ** 32;
};
const KEYS = [..."aaaarrrrjjkkuce", "Escape", "held", "Shift+A", "Shift+R", "reload", "undecided", "decided", ""];
const MAY = { u: true, "Shift+A": true, "Shift+R": true }; // what changes a decision on purpose
const without = async page => { // when a decision was made aside
  const all = Object.entries(await stored(page));
  return Object.fromEntries(all.map(([id, [action, , words, why]]) => [id, `${action} ${words} ${why}`]));
};

async function done(page, key) {
  if (key === "reload") await reopen(page);
  else if (["undecided", "decided", ""].includes(key)) await go(page, key ? `findings?decision=${key}` : "findings");
  else if (key === "held") {
    for (let times = 0; times < 4; times += 1) await page.keyboard.down("r");
    await page.keyboard.up("r");
  } else await press(page, "ce".includes(key) ? [key, "Escape"] : [key]);
}

for (let seed = 0; seed < 5; seed += 1) {
  on("rich", `whatever keys are pressed, a decision changes by undo or by Shift alone (${seed})`, async page => {
    const next = chance(seed), pressed = [];
    for (let before = {}, after, count = 0; count < 25; count += 1, before = after) {
      pressed.push(KEYS[Math.floor(next() * KEYS.length)]);
      await done(page, pressed.at(-1));
      after = await without(page);
      const changed = Object.keys(before).filter(id => before[id] !== after[id]), key = pressed.at(-1);
      if (!MAY[key]) assert.deepEqual(changed, [], pressed.join(" "));
      if (key !== "u") assert.ok(Object.keys(after).length <= Object.keys(before).length + 1, pressed.join(" "));
    }
  });
}

on("rich", "undo takes back step by step, and the finding has the focus again", async page => {
  await press(page, [..."arkk", "Shift+R"]); // 1 accepted, 2 rejected, back to 1: rejected
  assert.deepEqual(await said(page, "1"), ["Rejected"]);
  await press(page, "u");
  assert.deepEqual(await said(page, "1"), ["Accepted", "库"]);
  assert.equal(await focused(page), "1");
  assert.equal(await page.locator("#last").textContent(), "Taken back: 1 decision");
  await press(page, "uu");
  assert.deepEqual(await decided(page), []);
  assert.deepEqual(await stored(page), {});
  assert.ok(await page.locator("#undo").isDisabled());
  await press(page, "u"); // nothing is left
});

on("rich", "all that the filters show is accepted after a second look, what is decided stays, and one step takes it back", async page => {
  await press(page, "r");
  assert.deepEqual(await page.locator("[data-bulk]").allTextContents(), ["Accept the other 4 shown", "Reject the other 4 shown"]);
  await page.getByLabel("Concept", { exact: true }).selectOption("library");
  await page.getByText("4 of 5 findings").waitFor();
  await card(page, "3").locator("[name=words]").fill("ライブラリー");
  await page.getByRole("button", { name: "Accept the other 3 shown" }).click();
  assert.equal(await focused(page), "");
  await press(page, "r"); // no key decides beneath the question
  assert.deepEqual(await decided(page), ["1"]);
  await press(page, ["Escape"]);
  assert.ok(await page.locator("#confirm").isHidden());
  await page.getByRole("button", { name: "Accept the other 3 shown" }).click();
  await page.getByRole("button", { name: "Accept (3)" }).click();
  assert.deepEqual(await said(page, "1"), ["Rejected"]);
  assert.deepEqual([await said(page, "2"), await said(page, "3"), await said(page, "4")], [["Accepted"], ["Accepted", "ライブラリー"], ["Accepted"]]); // only what was typed: none of them is safe
  assert.equal(await page.locator("#done").textContent(), "4 of 4 decided · 4 of 5 in all");
  assert.equal(await page.locator("#last").textContent(), "Accepted: 3");
  await press(page, "u");
  assert.deepEqual(Object.keys(await stored(page)), ["1"]);
});

on("rich", "all that is rejected and shown can be accepted", async page => {
  await press(page, "rr");
  await page.getByLabel("Decision", { exact: true }).selectOption("reject");
  await page.getByText("2 of 5 findings").waitFor();
  await page.getByRole("button", { name: "Accept all 2 shown" }).click();
  await page.getByRole("button", { name: "Accept (2)" }).click();
  assert.deepEqual(Object.values(await stored(page)).map(([action]) => action), ["accept", "accept"]);
});

// --- filters

on("rich", "the queue is narrowed by concept and by decision, with counts, and the address says so", async page => {
  const options = name => page.locator(`[name=${name}] option`).allTextContents();
  assert.deepEqual(await options("concept"), ["All concepts", "library (4)"]);
  assert.deepEqual(await options("decision"), ["Decided or not", "undecided (5)"]);
  await press(page, "ar");
  await page.waitForFunction(() => document.querySelector("[name=decision]").textContent.includes("Rejected (1)"));
  assert.deepEqual(await options("decision"), ["Decided or not", "undecided (3)", "decided (2)", "Accepted (1)", "Rejected (1)"]);
  const shown = async value => {
    await page.getByLabel("Decision", { exact: true }).selectOption(value);
    await page.waitForFunction(to => location.hash.includes(`decision=${to}`), value);
    return page.locator("#queue .finding").evaluateAll(all => all.map(one => one.dataset.id));
  };
  assert.deepEqual(await shown("decided"), ["1", "2"]);
  assert.deepEqual(await shown("reject"), ["2"]);
  assert.deepEqual(await shown("undecided"), ["5", "3", "4"]);
  await page.locator("[name=decision]").focus();
  await press(page, "uc"); // the field's own keys
  await press(page, ["Escape"]);
  await press(page, "a");
  assert.deepEqual(await page.locator("#queue .finding").evaluateAll(all => all.map(one => one.dataset.id)), ["5", "3", "4"]); // stays where it was
  assert.equal(await page.locator("#done").textContent(), "1 of 3 decided · 3 of 5 in all");
  await reopen(page);
  assert.deepEqual(await page.locator("#queue .finding").evaluateAll(all => all.map(one => one.dataset.id)), ["3", "4"]);
});

// --- what is one decision, in a packet

on("alike", "what is alike is folded in the first card, is decided with it as far as it is ticked, and taken back with it", async page => {
  const fold = card(page, "a").locator("details.alike");
  assert.equal(await fold.locator("summary").textContent(), "2 more like this");
  assert.equal(await page.locator("details.alike").count(), 1);
  await fold.locator("summary").click();
  await fold.locator("input[value=c]").uncheck();
  await card(page, "a").locator("[data-do=accept]").click();
  assert.deepEqual((await decided(page)).sort(), ["a", "b"]);
  assert.deepEqual(await said(page, "b"), ["Accepted", "库"]);
  assert.match(await page.locator("#last").textContent(), /1 more like this/);
  await page.locator("#undo").click();
  assert.deepEqual(await decided(page), []);
});

on("alike", "own words hold where the words are the same, a talk is about one finding", async page => {
  await card(page, "a").locator("[name=words]").fill("程序库");
  await card(page, "a").locator("[name=words]").press("Enter");
  assert.deepEqual((await decided(page)).sort(), ["a", "b", "c"]);
  assert.deepEqual(await said(page, "c"), ["Accepted", "程序库"]);
  await unhurried(page);
  await page.keyboard.press("u");
  await card(page, "a").focus();
  await page.keyboard.press("c");
  await page.keyboard.type("why?");
  await card(page, "e").focus();
  assert.deepEqual(await decided(page), ["a"]);
});
