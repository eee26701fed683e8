// The search, tables and formulas, and their values in the address.

import assert from "node:assert/strict";
import { has, says, type } from "./reader.mjs";

export async function views(reader) {
  await reader.test("the search begins at once", async (page) => {
    await page.click("#tab-search");
    const frame = page.frameLocator("#players iframe").first();
    await frame.locator("canvas").first().waitFor();
    assert.match(await page.locator("#players iframe").first().getAttribute("title"), /fewest free squares first: 75 choices/);
    // The space bar plays and pauses, even if the focus is on the tab.
    await page.keyboard.press(" ");
    await frame.locator("#play[aria-label=Pause]").waitFor();
    await page.keyboard.press(" ");
    await frame.locator("#play[aria-label=Play]").waitFor();
    // One switch sets the theme of all frames.
    assert.equal(await frame.locator("#theme").isVisible(), false);
    await page.click("#theme");
    await page.click("#theme");
    await frame.locator(":root[data-theme=dark]").waitFor();
    // Another problem is searched as soon as it is typed.
    await type(page, "6x6 Q6");
    await page.waitForFunction(() => /first: (?!75)\d+ choices/.test(document.querySelector("#players iframe")?.title));
  });

  await reader.test("two orders are played by one button", async (page) => {
    await page.check("#two");
    await page.waitForFunction(() => document.querySelectorAll("#players iframe").length === 2);
    const frames = [0, 1].map((place) => page.frameLocator("#players iframe").nth(place));
    const step = async (place) => Number(await frames[place].locator("#slider").inputValue());
    for (const frame of frames) {
      await frame.locator("canvas").first().waitFor();
      await frame.locator("#play").waitFor({ state: "hidden" });
    }
    await page.click("#both-play");
    await page.locator("#both-play", { hasText: "Pause" }).waitFor();
    await page.waitForTimeout(700);
    await page.click("#both-play");
    await page.locator("#both-play", { hasText: "Play" }).waitFor();
    assert.ok(await step(0) > 0 && Math.abs(await step(0) - await step(1)) < 8, `${await step(0)} and ${await step(1)}`);
    const before = await step(1);
    await page.click("#both-forward");
    await page.waitForTimeout(100);
    assert.equal(await step(1), before + 1);
    await page.click("#both-first");
    await page.waitForTimeout(100);
    assert.deepEqual([await step(0), await step(1)], [0, 0]);
    // A reload keeps the animation.
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll("#players iframe").length === 2);
  }, { hash: "#8x8+Q8&view=search" });

  for (const [width, height] of [[1280, 720], [1920, 1080]]) {
    await reader.test(`the space bar plays wherever the focus is, and boards fill the screen: ${width}x${height}`, async (page) => {
      const frame = (place) => page.frameLocator("#players iframe").nth(place);
      const step = (place) => frame(place).locator("#slider").inputValue().then(Number);
      const side = (place) => frame(place).locator("#board").evaluate((board) => board.clientWidth);
      const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
      // Plays and pauses. The focus stays where it was.
      const plays = async (place) => {
        const before = await step(place);
        await page.keyboard.press(" ");
        await page.waitForTimeout(700);
        await page.keyboard.press(" ");
        assert.ok(await step(place) > before, `${place}: ${await step(place)}`);
        const after = await step(place);
        await page.waitForTimeout(300);
        assert.equal(await step(place), after);
      };
      await frame(0).locator("canvas").first().waitFor();
      for (const orders of [1, 2]) {
        if (orders === 2) {
          await page.click("#two");
          await page.waitForFunction(() => document.querySelectorAll("#players iframe").length === 2);
          await frame(1).locator("#play").waitFor({ state: "hidden" });
          await plays(1);
          assert.ok(await page.isChecked("#two"));
        }
        const outside = await side(0);
        await page.click("#classroom");
        await page.waitForFunction(() => document.fullscreenElement !== null);
        await page.waitForTimeout(400);
        await plays(orders - 1);
        assert.ok(await isFull());
        const room = Math.min(width / orders - (orders === 1 ? 400 : 0), height - 200);
        assert.ok(await side(0) >= outside && await side(0) >= 0.85 * room, `${await side(0)} of ${room}, outside ${outside}`);
        const over = await page.evaluate(() => Math.max(...["scrollWidth", "scrollHeight"].map((size) => {
          const view = document.getElementById("view-search");
          return view[size] - (size === "scrollWidth" ? view.clientWidth : view.clientHeight);
        })));
        assert.ok(over <= 0, `${over} pixels outside the screen`);
        if (reader.screenshots) await page.screenshot({ path: `${reader.screenshots}/full-${width}-${orders}.png` });
        // A click on a board puts the focus into its frame.
        await frame(0).locator("#board").click();
        await plays(orders - 1);
        await page.click("#classroom");
        await page.waitForFunction(() => document.fullscreenElement === null);
        await page.waitForTimeout(400);
        assert.equal(await side(0), outside);
      }
      await page.focus("#both-first");
      await plays(1);
      // In a text field the space bar writes.
      await page.focus("#problem");
      await page.keyboard.press("End");
      await page.keyboard.press(" ");
      assert.equal(await page.inputValue("#problem"), "8x8 Q8 ");
    }, { width, height, hash: "#8x8+Q8&view=search" });
  }

  await reader.test("problems, families and sequences are told apart in both fields", async (page) => {
    const isTable = async (family, numbers) => {
      await page.locator("#tab-table[aria-selected=true]").waitFor();
      assert.equal(await page.inputValue("#family"), family);
      await page.waitForFunction((numbers) => {
        const cells = [...document.querySelectorAll("#table tbody tr")].map((row) => row.cells[2].textContent);
        return cells.slice(0, numbers.length).join() === numbers.join();
      }, numbers);
    };
    for (const [typed, label, family, numbers] of [
      ["nxn Qn", "Show the table of {n}x{n} Q{n}", "{n}x{n} Q{n}", ["1", "0", "0", "2", "10", "4"]],
      ["{n}x{n} K2", "Show the table of {n}x{n} K2", "{n}x{n} K2", ["0", "0", "16", "78"]],
      ["a2562", "Show the table of A002562", "A002562", ["1", "0", "0", "1", "2", "1"]],
    ]) {
      await page.click("#tab-board");
      await type(page, typed);
      await page.getByRole("button", { name: label, exact: true }).click();
      await isTable(family, numbers);
      // The board is unchanged.
      await page.click("#tab-board");
      assert.equal(await page.inputValue("#problem"), "8x8 Q8");
    }
    await type(page, "Q8 8x8");
    await page.getByRole("button", { name: "Use 8x8 Q8", exact: true }).click();
    await page.waitForFunction(() => document.getElementById("problem").value === "8x8 Q8" && !document.querySelector(".wrong"));
    assert.equal(await page.isVisible("#meant"), false);
    await page.click("#tab-table");
    for (const [typed, label, family, numbers] of [
      ["nxn Kn", "Show the table of {n}x{n} K{n}", "{n}x{n} K{n}", ["1", "0", "8"]],
      ["6x6 Q6", "Show the table of {n}x{n} Q{n}", "{n}x{n} Q{n}", ["1", "0", "0", "2", "10", "4"]],
    ]) {
      await page.fill("#family", typed);
      await page.fill("#family-last", "6");
      await page.press("#family", "Enter");
      await page.getByRole("button", { name: label, exact: true }).click();
      await isTable(family, numbers);
    }
    await page.fill("#family", "A000170");
    await page.press("#family", "Enter");
    await isTable("A000170", ["1", "0", "0", "2", "10", "4"]);
  });

  await reader.test("tables and formulas, side by side", async (page, context) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.click("#tab-table");
    assert.equal(await page.isVisible("#problem"), false);
    // The family is that of the problem.
    assert.equal(await page.inputValue("#family"), "{n}x{n} Q{n}");
    await page.fill("#family-last", "9");
    await page.click("#family-form button[type=submit]");
    await page.locator("#table-status", { hasText: /A000170: .* \(all 9 from n = 1 on\)/ }).waitFor();
    assert.equal(await page.getAttribute("#table-status a", "href"), "https://oeis.org/A000170");
    const cells = () => page.locator("#table tbody td:last-child").allTextContents();
    assert.deepEqual(await cells(), ["1", "0", "0", "2", "10", "4", "40", "92", "352"]);
    assert.equal(await page.locator("#chart rect").count(), 9);
    const copy = async (part, name) => {
      await page.locator(part).getByRole("button", { name, exact: true }).click();
      await page.getByText(`${name} copied.`).first().waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    assert.ok((await copy("#table-copies", "CSV")).startsWith("n,problem,count\n1,1x1 Q,1\n2,2x2 Q2,0\n"));
    assert.equal(await copy("#table-copies", "b-file"), "1 1\n2 0\n3 0\n4 2\n5 10\n6 4\n7 40\n8 92\n9 352\n");
    assert.ok((await copy("#table-copies", "LaTeX")).includes("$9$ & 352 \\\\"));
    await page.fill("#family", "5x{n} K*");
    await page.click("#derive");
    await page.locator("#formula dt", { hasText: "Proved" }).waitFor();
    // A rule and a generating function. Their summands are on separate lines if there is little room.
    assert.equal(await page.locator("#formula .drawn").count(), 2);
    assert.equal(await page.locator("#formula .drawn").first().locator("math").count(), 6);
    assert.match((await page.locator("#formula .drawn").first().textContent()).replaceAll(/\s/g, ""), /^an=2an−1\+16an−2\+an−3−27an−4/);
    assert.ok((await copy("#formula-copies", "LaTeX")).includes("a_n = 2a_{n-1}"));
    assert.ok((await copy("#formula-copies", "Text")).includes("a(n) = 2 a(n-1) + 16 a(n-2)"));
    await page.click("#family-form button[type=submit]");
    await page.locator("#table-status", { hasText: "A063650" }).waitFor();
    // Both are visible, and a reload keeps both.
    assert.ok(await page.isVisible("#formula") && await page.isVisible("#table"));
    assert.ok(page.url().includes("&view=table&family=5x{n}+K*"), page.url());
    await page.reload();
    await page.locator("#table-status", { hasText: "A063650" }).waitFor();
    await page.locator("#formula math").first().waitFor();
    assert.equal((await cells()).length, 9);
    await page.fill("#family", "3x{n} Q2 N");
    await page.click("#family-form button[type=submit]");
    await page.locator("#table-status", { hasText: "No built-in sequence has these terms" }).waitFor();
    await page.fill("#family", "8x8 Q8");
    await page.click("#family-form button[type=submit]");
    await page.locator("#table-status", { hasText: "8x8 Q8 is a single problem" }).waitFor();
    // Wide content is shown in full, next to the table or below it.
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${over} pixels too wide at ${width}`);
    }
  });

  await reader.test("families follow the problem", async (page) => {
    for (const [text, family] of Object.entries({
      "5x9 K*": "5x{n} K*", "7x7 K2 Q2 B2 N": "{n}x{n} K2 Q2 B2 N", "6x6/torus R6": "{n}x{n}/torus R{n}", "8x8 X6 X=NN": "{n}x{n} X6 X=NN",
    })) {
      await page.click("#tab-board");
      await type(page, text);
      await page.waitForFunction((title) => document.title.startsWith(title), text);
      await page.click("#tab-table");
      assert.equal(await page.inputValue("#family"), family);
    }
  });

  await reader.test("the theme is remembered", async (page) => {
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await page.click("#theme");
    assert.equal(await page.getAttribute("#theme", "aria-label"), "Theme: light");
    assert.equal(await paper(), light);
    await page.click("#theme");
    const dark = await paper();
    assert.notEqual(dark, light);
    await page.reload();
    await page.locator("main:not([inert])").waitFor();
    assert.equal(await paper(), dark);
    await page.click("#theme");
    assert.equal(await page.getAttribute("#theme", "aria-label"), "Theme: auto");
    assert.equal(await paper(), light);
  });

  if (!reader.isServed) {
    await reader.test("without a network", async (page, context) => {
      await page.locator("#offline:not(:empty)").waitFor();
      await context.setOffline(true);
      await page.reload();
      await says(page, "Placements", "92");
      await page.click("#next");
      await has(page, 8);
    }, { serviceWorkers: "allow" });
  }
}
