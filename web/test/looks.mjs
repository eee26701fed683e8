// The look of the page: everything has room, printing works, and axe finds no fault.

import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { button, finds, has, says, type } from "./reader.mjs";

const VIEWS = ["board", "search", "table"];

// The number of pixels of a part that are hidden below the window.
const below = (page, part) => page.locator(part).evaluate((seen) => Math.round(seen.getBoundingClientRect().bottom - innerHeight));

export async function looks(reader) {
  const shoot = async (page, name, options = {}) => {
    if (reader.screenshots) await page.screenshot({ path: join(reader.screenshots, `${name}.png`), ...options });
  };

  // The page is never wider than the screen.
  for (const [name, options] of Object.entries({
    "wide-light": { hash: "#8x8+Q8@d1,b2" },
    "wide-dark": { hash: "#6x6+Q5/Q5", colorScheme: "dark" },
    "phone-light": { width: 390, height: 844, hash: "#7x7+K2+Q2+B2+N" },
    "phone-dark": { width: 390, height: 844, colorScheme: "dark", hash: "#10x10-c3,h8+X4@b2+N3+X=NN" },
    "large-board": { hash: "#32x32+K20" },
  })) {
    await reader.test(`as it looks: ${name}`, async (page) => {
      await page.locator("#board [data-square]").first().waitFor();
      await page.waitForTimeout(700);
      for (const view of VIEWS) {
        await page.click(`#tab-${view}`);
        await page.waitForTimeout(300);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(over <= 0, `${view} is ${over} pixels too wide`);
        await shoot(page, `${name}-${view}`, { fullPage: true });
      }
    }, options);
  }

  for (const [name, size] of Object.entries({ desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } })) {
    await reader.test(`the board and its buttons fit a ${name}`, async (page) => {
      await says(page, "Up to symmetry", "12");
      await shoot(page, name);
      assert.ok(await below(page, ".left .bar") <= 0, "the bar");
      await page.click("#next");
      await finds(page, "Placement 1");
      assert.ok(await below(page, "#finding-text") <= 0, "what is said");
      assert.ok(await page.locator("#board").evaluate((board) => board.getBoundingClientRect().width) > 300);
      await page.evaluate(() => scrollTo(0, 0));
      // The page scrolls to the answer, also if the question was asked further below.
      await page.locator("#maximum").click();
      await finds(page, "At most 8 queens");
      const top = await page.locator("#board").evaluate((board) => board.getBoundingClientRect().top);
      assert.ok(top > -2 && await below(page, "#board") < 2, `the board is at ${top}`);
    }, { ...size, hash: "#8x8+Q8@d1,b2" });
  }

  // Names, contrast and roles are checked on each view and in dialogs.
  for (const colorScheme of ["light", "dark"]) {
    for (const [width, height] of [[1280, 800], [390, 844]]) {
      await reader.test(`accessible: ${colorScheme}, ${width} wide`, async (page) => {
        await page.addScriptTag({ path: reader.axe });
        const check = async (what) => {
          await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
          const { violations } = await page.evaluate(() => window.axe.run({ exclude: ["iframe"] }));
          const told = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 120)} ${node.any[0]?.message ?? ""}`));
          assert.deepEqual(told, [], what);
        };
        await has(page, 2);
        await says(page, "With these pieces", "0");
        await check("a board with a conflict");
        await page.click("#hint");
        await page.locator("#finding-text:not(:empty)").waitFor();
        await page.click("#clear");
        await page.click("#hint");
        await finds(page, "Each number");
        await check("hints");
        await page.click("#same summary");
        await page.click(".more summary");
        await page.click("#further summary");
        await check("everything open");
        await page.click("#heat");
        await finds(page, "Each number shows how many of the 4 placements have a queen");
        await check("numbers by square");
        await button(page, "Hide the numbers").click();
        await page.selectOption("#examples", { label: "puzzles to solve" });
        await page.locator("#puzzle-said", { hasText: "Exactly one solution" }).waitFor();
        await page.click("#hint");
        await page.locator("#board .hinted").waitFor();
        await check("a puzzle");
        await shoot(page, `puzzle-${colorScheme}-${width}`, { fullPage: true });
        await button(page, "End the puzzle").click();
        await page.locator("#numbers").waitFor();
        for (const [open, close] of [["#help-open", "#help-close"], ["#gallery", "#gallery-close"]]) {
          await page.click(open);
          await page.locator("dialog[open]").waitFor();
          await page.waitForTimeout(500);
          await check(open);
          await page.click(close);
        }
        await page.getByRole("button", { name: "add kind" }).click();
        await page.locator("#kind-dialog[open]").waitFor();
        await check("kinds");
        await page.keyboard.press("Escape");
        await type(page, "6x6 Y");
        await page.locator("body.stale").waitFor();
        await page.locator("#restore").click();
        await page.click("#tab-search");
        await page.locator("#players iframe").waitFor();
        await page.check("#two");
        await page.locator("#both:not([hidden])").waitFor();
        await check("search");
        await page.click("#tab-table");
        await page.fill("#family", "5x{n} K*");
        await page.click("#family-form button[type=submit]");
        await page.click("#derive");
        await page.locator("#formula math").first().waitFor();
        await page.locator("#table-status a").waitFor();
        await check("table");
        await shoot(page, `table-${colorScheme}-${width}`, { fullPage: true });
      }, { colorScheme, width, height, hash: "#6x6+Q6@a1,b2" });
    }
  }

  await reader.test("nothing moves for whoever wants rest", async (page) => {
    await has(page, 1);
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  }, { hash: "#8x8+Q8@d4", reducedMotion: "reduce" });

  await reader.test("on paper", async (page) => {
    await has(page, 2);
    await page.evaluate(() => { window.print = () => {}; dispatchEvent(new Event("beforeprint")); });
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.textContent("#print-title"), "8x8 Q8");
    for (const part of ["header", "#problem-form", ".pieces", ".left .bar", "footer"]) assert.equal(await page.isVisible(part), false, part);
    assert.ok(await page.isVisible("#board"));
    await shoot(page, "paper", { fullPage: true });
    await page.emulateMedia({ media: "screen" });
    await page.click(".more summary");
    await page.click("#print-sheet");
    await page.locator("body.sheet").waitFor();
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.isVisible("#board"), false);
    assert.equal(await page.locator("#sheet img").count(), 6);
    await shoot(page, "worksheet", { fullPage: true });
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    assert.equal(await page.locator("body.sheet").count(), 0);
  }, { hash: "#8x8+Q8@d1,b2" });

  await reader.test("without scripts, and as a file", async (page, context) => {
    assert.equal(await page.locator("#no-server").count(), 0);
    if (!reader.isServed) {
      const file = await context.newPage();
      await file.goto(pathToFileURL(resolve(reader.dist, "index.html")).href);
      assert.match(await file.textContent("#no-server"), /armistice page/);
      assert.ok(await file.isVisible("#no-server"));
      await file.close();
    }
    const plain = await reader.browser.newContext({ javaScriptEnabled: false });
    const silent = await plain.newPage();
    await silent.goto(reader.address);
    assert.match(await silent.textContent("body"), /needs JavaScript/);
    await plain.close();
  });
}
