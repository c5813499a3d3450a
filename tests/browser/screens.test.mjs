// Deciding in every language, on paper, in light and dark, on narrow screens.

import assert from "node:assert/strict";
import { complaints } from "./pages.mjs";
import { card, on, press, said } from "./reviewer.mjs";

on("rich", "the page changes its language with decisions, fields and questions", async page => {
  await press(page, "a");
  for (const [lang, accepted, count, search] of [["zh", "已采纳", "已决定 1 / 5", "替换为"], ["ja", "承認済み", "5 件中 1 件を判定", "置き換える語"]]) {
    await page.locator("#says").selectOption(lang);
    assert.deepEqual(await said(page, "1"), [accepted, "库"]);
    assert.equal(await page.locator("#done").textContent(), count);
    assert.equal(await card(page, "2").locator("[name=words]").getAttribute("aria-label"), search);
    assert.doesNotMatch(await page.locator("#findings-title ~ *:not(#queue), #keys").allTextContents().then(all => all.join()), /undefined|\{\w+\}/);
  }
});

on("rich", "on paper decisions stand and controls do not", async page => {
  await press(page, "a");
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.locator(".decided b").first().isVisible());
  for (const one of [".pace", ".desk", ".bar", ".decided button"]) assert.ok(await page.locator(one).first().isHidden(), one);
});

on("clasping", "what a finding says is no markup in the fields and lines of a decision either", async page => {
  await press(page, "aaaaaaa");
  assert.equal(await page.locator("#queue .decided").count(), 7);
  await press(page, "uuc");
  await page.keyboard.type("<img src=x onerror=alert(1)>");
  await press(page, ["Enter"]);
  assert.equal(await page.locator("main script, main img, main [onerror]").count(), 0);
  assert.ok((await page.locator("#queue .why").textContent()).includes("<img src=x"));
});

for (const [colorScheme, width, locale] of [["light", 1280, "en"], ["dark", 1280, "zh-CN"], ["light", 320, "ja-JP"], ["dark", 320, "en"]]) {
  on("rich", `axe finds nothing while one decides, ${colorScheme}, ${width} wide, ${locale}; nothing is wider than the screen`, async page => {
    const problems = async state => {
      assert.deepEqual((await complaints(page)).map(one => `${state}: ${one}`), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), state);
    };
    await page.evaluate(() => document.querySelectorAll(".folds button, [data-do=more]").forEach(one => one.click()));
    await problems("open");
    await page.evaluate(() => { act("accept", cardOf(findings[0])); act("exclude", cardOf(findings[1])); act("comment", cardOf(findings[2])); askBulk("reject"); });
    await problems("decided");
    await page.evaluate(() => showKeys());
    await problems("keys");
  }, { colorScheme, locale, viewport: { width, height: 700 } });
}

on("rich", "on a phone every control is large enough for a thumb, and those of the card that one is at are within its reach", async page => {
  await page.evaluate(() => document.querySelectorAll(".folds button, [data-do=more]").forEach(one => one.click()));
  await page.locator("#queue [data-do=accept]").first().tap();
  const small = await page.locator(":is(#filters, #desk, .pace, .deciding) :is(button, input:not([type=checkbox]), select, label.button, .ticks label):visible").evaluateAll(all => all
    .map(one => [one.textContent || one.name || one.id, one.getBoundingClientRect()]).filter(([, { width, height }]) => Math.min(width, height) < 40).map(([name]) => name));
  assert.deepEqual(small, []);
  await page.evaluate(() => document.querySelectorAll("[data-do=more]").forEach(one => one.click()));
  await page.waitForTimeout(200);
  await page.evaluate(() => scrollTo(0, scrollY - 60)); // the end of the card is below the screen
  const { bottom } = await page.locator("#queue [data-current] .deciding").evaluate(one => one.getBoundingClientRect());
  assert.ok(bottom <= 640, bottom);
}, { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

on("long-queue", "on a phone the first finding can be decided before one scrolls", async page => {
  const { bottom } = await page.locator("#queue [data-current] .deciding").evaluate(one => one.getBoundingClientRect());
  assert.ok(bottom <= 660, bottom);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
}, { viewport: { width: 360, height: 660 }, hasTouch: true, isMobile: true });

on("rich", "what was decided is told apart by colour and sign", async page => {
  await press(page, ["a", "r"]);
  await page.evaluate(() => act("discuss", cardOf(findings[2])));
  const shown = await page.locator(".decided b").evaluateAll(all => all.map(one => [getComputedStyle(one).color, getComputedStyle(one, "::before").content]));
  assert.deepEqual([0, 1].map(at => new Set(shown.map(one => one[at])).size), [3, 3], shown.join());
});

on("long-queue", "on a phone the button of the next finding comes to where the thumb is", async page => {
  const tops = [];
  for (let at = 0; at < 6; at += 1) {
    const accept = page.locator("#queue [data-current] [data-do=accept]");
    await accept.tap();
    await page.waitForTimeout(350);
    tops.push((await accept.boundingBox()).y);
  }
  assert.ok(Math.max(...tops) - Math.min(...tops) < 30, tops.join());
  assert.ok(Math.min(...tops) > 320, tops.join()); // the lower half
}, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

for (const [width, height] of [[1280, 800], [390, 844]]) {
  on("long-queue", `the first card stands in the upper third of a window ${width} wide, and what is seldom used is folded away`, async page => {
    const { top } = await page.locator("#queue .finding").first().evaluate(one => one.getBoundingClientRect());
    assert.ok(top <= height / 3, top);
    for (const one of ["#who", "#export", "[data-bulk=accept]", "[name=severity]"]) assert.ok(await page.locator(one).isHidden(), one);
    await page.locator("[aria-controls=desk]").click();
    const order = await page.locator("#desk").evaluate(one => [...one.children].map(part => part.className || part.id));
    assert.ok(order.indexOf("bulk") > order.indexOf("handing"), order.join());
    assert.ok(await page.locator("#who").isVisible());
  }, { viewport: { width, height } });
}
