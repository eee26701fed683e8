// Puzzles, heat maps and estimates.

import assert from "node:assert/strict";
import { ask, becomes, button, finds, has, says, square, type } from "./reader.mjs";

export async function puzzles(reader) {
  await reader.test("a puzzle is made, played and solved", async (page) => {
    await page.selectOption("#examples", { label: "puzzles to solve" });
    await page.locator("#puzzle-said", { hasText: "Exactly one solution. Level: " }).waitFor();
    // A puzzle shows no numbers, and no tools that would change the problem.
    assert.equal(await page.isVisible("#numbers"), false);
    assert.equal(await page.locator("#tray button").count(), 2);
    await page.selectOption("#puzzle-level", "easy");
    await page.locator("#puzzle-said", { hasText: "Level: easy" }).waitFor();
    const text = await page.inputValue("#problem");
    assert.match(text, /^8x8 Q8@/);
    const given = text.replace(/.*@/, "").split(",");
    assert.deepEqual(await page.locator("#board .stays").evaluateAll((cells) => cells.map((cell) => cell.dataset.square).sort()), given.sort());
    assert.match(await square(page, given[0]).getAttribute("aria-label"), /queen, given/);
    // The pieces of the puzzle stay.
    await square(page, given[0]).click();
    await page.click("#clear");
    await square(page, given[0]).focus();
    await page.keyboard.press("Delete");
    assert.equal(await page.inputValue("#problem"), text);
    // A hint and the attacks show a wrong piece.
    const { placed } = await ask(page, { ask: "find", text });
    const right = placed.map(([, at]) => at).filter((at) => !given.includes(at));
    const wrong = await page.locator("#board [data-square]:not(.attacked)").evaluateAll(
      (cells, kept) => cells.map((cell) => cell.dataset.square).find((name) => !kept.includes(name)), [...given, ...right]);
    await square(page, wrong).click();
    await has(page, given.length + 1);
    await page.click("#hint");
    await finds(page, `The piece on ${wrong} is not part of the solution.`);
    await button(page, "Remove it").click();
    await has(page, given.length);
    await page.click("#hint");
    await finds(page, /^A queen belongs on [a-h][1-8], because its (rank|file) has no other square left\.$/);
    const hinted = await page.locator("#board .hinted").getAttribute("data-square");
    assert.ok(right.includes(hinted));
    for (const [done, at] of right.entries()) {
      await square(page, at).click();
      await has(page, given.length + done + 1);
    }
    await page.locator("#position", { hasText: "Solved: this is the only placement." }).waitFor();
    await button(page, "Next puzzle").click();
    await page.waitForFunction(() => document.getElementById("puzzle-seed").value === "2");
    await page.locator("#puzzle-said", { hasText: "Level: easy" }).waitFor();
    assert.notEqual(await page.inputValue("#problem"), text);
    // The test returns to the first puzzle, which is solved.
    await page.goBack();
    await has(page, 8);
    await page.locator("#position", { hasText: "Solved" }).waitFor();
  });

  await reader.test("a puzzle is a link", async (page, context) => {
    await page.locator("#puzzle-said", { hasText: "Exactly one solution. Level: medium (" }).waitFor();
    assert.equal(await page.inputValue("#puzzle-seed"), "7");
    assert.deepEqual(await page.locator("#board .stays").evaluateAll((cells) => cells.map((cell) => cell.dataset.square)), ["d3", "g2", "e1"]);
    await square(page, "a7").click();
    await has(page, 4);
    await page.reload();
    await has(page, 4);
    await page.locator("#puzzle-said", { hasText: "Level: medium" }).waitFor();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.click("#link");
    await page.locator("#copied", { hasText: "Link copied." }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(link.endsWith("#8x8+Q8@e1,g2,d3,a7&puzzle=8x8+Q8&level=medium&seed=7&given=e1,g2,d3"), link);
    await square(page, "a7").click();
    await has(page, 3);
    await button(page, "End the puzzle").click();
    await page.locator("#puzzle").waitFor({ state: "hidden" });
    await says(page, "With these pieces", "1");
    assert.ok(page.url().endsWith("#8x8+Q8@e1,g2,d3"), page.url());
    await square(page, "e1").click();
    await has(page, 2);
  }, { hash: "#8x8+Q8@e1,g2,d3&puzzle=8x8+Q8&level=medium&seed=7&given=e1,g2,d3" });

  await reader.test("what a link calls a puzzle must be one", async (page) => {
    await page.locator("#puzzle-said", { hasText: "This is not a puzzle: it does not have exactly one solution" }).waitFor();
  }, { hash: "#8x8+Q8@e1&puzzle=8x8+Q8&seed=1&given=e1" });

  await reader.test("puzzles with regions, of the own problem, and none", async (page) => {
    await type(page, "6x6/torus R6");
    await says(page, "Placements", "720");
    await page.click("#further summary");
    await page.click("#puzzle-make");
    await page.locator("#puzzle-said", { hasText: "Exactly one solution" }).waitFor();
    assert.match(await page.inputValue("#problem"), /^6x6\/torus R6@/);
    await page.locator("#puzzle-board option", { hasText: "6x6/torus R6" }).waitFor({ state: "attached" });
    await page.selectOption("#puzzle-board", { label: "7 regions" });
    await page.locator("#board .region").first().waitFor();
    await page.locator("#puzzle-said", { hasText: "Exactly one solution" }).waitFor();
    assert.equal(await page.locator("#board .stays").count(), 0);
    await page.click("#hint");
    await finds(page, /^A king belongs on [a-g][1-7], because /);
    await page.selectOption("#puzzle-board", { label: "Star Battle" });
    await page.waitForFunction(() => document.getElementById("problem").value.startsWith("10x10 K20"));
    assert.match(await page.textContent("#problem-said"), /, 2 in each rank, file and region\.$/);
    // This board has no puzzle of that level, so the present one stays.
    await page.selectOption("#puzzle-board", { label: "8 queens" });
    await page.waitForFunction(() => document.getElementById("problem").value.startsWith("8x8 Q8@"));
    const before = await page.inputValue("#problem");
    await page.selectOption("#puzzle-level", "extreme");
    await finds(page, "no such puzzle in 2000 attempts");
    assert.equal(await page.inputValue("#problem"), before);
    // Another problem is not a puzzle.
    await type(page, "6x6 Q6");
    await says(page, "Placements", "4");
    assert.equal(await page.isVisible("#puzzle"), false);
    assert.ok(page.url().endsWith("#6x6+Q6"), page.url());
  });

  await reader.test("regions with one placement are a puzzle", async (page) => {
    const isPuzzle = () => page.locator("#puzzle-said", { hasText: "Exactly one solution. Level: " }).waitFor();
    const buttons = ["#previous", "#next", "#random", "#gallery"];
    const areThere = async (expected) => {
      for (const id of buttons) assert.equal(await page.isVisible(id), expected, id);
    };
    await areThere(true);
    await page.selectOption("#examples", { label: "a puzzle with regions" });
    await isPuzzle();
    await areThere(false);
    assert.equal(await page.isVisible("#numbers"), false);
    const text = await page.inputValue("#problem");
    assert.ok(!page.url().includes("puzzle="), page.url());
    // The keys of hidden buttons do nothing either.
    for (const key of ["n", "r", "g"]) await page.keyboard.press(key);
    await page.click("#hint");
    await finds(page, /^A king belongs on [a-h][1-8], because /);
    assert.equal(await page.locator("#board .hinted").count(), 1);
    await has(page, 0);
    // It stays a puzzle with pieces on it, after Back and after a reload.
    const hinted = await page.locator("#board .hinted").getAttribute("data-square");
    await square(page, hinted).click();
    await has(page, 1);
    await page.click("#undo");
    await has(page, 0);
    assert.ok(await page.isVisible("#puzzle"));
    await square(page, hinted).click();
    await has(page, 1);
    await page.reload();
    await isPuzzle();
    await has(page, 1);
    // No piece is pre-placed.
    await square(page, hinted).click();
    await has(page, 0);
    await page.click("#puzzle-solution");
    await finds(page, "The puzzle is over once you see its solution.");
    await has(page, 0);
    await button(page, "Show it").click();
    await has(page, 8);
    await page.click("#puzzle-leave");
    await says(page, "Placements", "1");
    await areThere(true);
    assert.equal(await page.inputValue("#problem"), text);
    await page.click("#hint");
    await finds(page, /leads to a placement\.$/);
    assert.equal(await page.locator("#board .hinted").count(), 1);
    // The test makes a similar puzzle.
    await type(page, "8x8 Q8");
    await says(page, "Placements", "92");
    // With several placements it is an ordinary problem.
    await type(page, "4x4 K4 rank=1 regions=aabb/aabb/ccdd/ccdd");
    await says(page, "Placements", "16");
    assert.equal(await page.isVisible("#puzzle"), false);
  });

  await reader.test("where the pieces stand", async (page, context) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.click("#further summary");
    await page.click("#heat");
    await finds(page, "Each number shows how many of the 92 placements have a queen on that square (at most 18).");
    const shares = await page.locator("#board .share").allTextContents();
    assert.equal(shares.map(Number).reduce((sum, number) => sum + number), 92 * 8);
    assert.equal(await square(page, "a1").getAttribute("aria-label"), "a1, empty, 4 of 92 placements");
    await square(page, "a1").focus();
    await page.keyboard.press("ArrowRight");
    await page.locator("#square-said", { hasText: "b1: 8 of 92 placements" }).waitFor();
    // The numbers depend on a piece on the board, and those of each kind are separate.
    await square(page, "d4").click();
    await finds(page, "Each number shows how many of the 8 placements have a queen on that square (at most 4).");
    assert.equal(await square(page, "a5").locator(".share").textContent(), "4");
    assert.equal(await square(page, "d4").locator(".share").count(), 0);
    const copy = async (name) => {
      await page.locator(`[data-copy="${name}"]`).click();
      await page.locator("#copied", { hasText: `${name} copied.` }).waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    assert.equal(await copy("Command"), "armistice draw '8x8 Q8@d4' --heat -o board.svg");
    await page.click(".more summary");
    assert.match(await copy("SVG"), /^<svg[^]*a5: 4<\/title>/);
    assert.equal(JSON.parse(await copy("JSON")).schema, "armistice.by-square/1");
    assert.equal(await copy("Python"), 'armistice.by_square("8x8 Q8@d4")');
    await page.locator('[data-copy="LaTeX"]').click();
    await page.locator("#copied", { hasText: "not as LaTeX" }).waitFor();
    const download = page.waitForEvent("download");
    await page.click("#save-png");
    assert.equal((await download).suggestedFilename(), "board.png");
    await type(page, "5x5 K* N2");
    await finds(page, /^Each number shows how many of the 23,304 placements have a king on that square/);
    await page.getByRole("button", { name: "place a knight" }).click();
    await finds(page, / have a knight on that square/);
    await button(page, "Hide the numbers").click();
    await page.locator("#board .warm").first().waitFor({ state: "detached" });
    assert.equal(await page.getAttribute("#heat", "aria-pressed"), "false");
    assert.equal(await page.textContent("#square-said"), "");
    // The numbers would give a puzzle away.
    await page.click("#heat");
    await finds(page, " have a knight");
    await page.click("#puzzle-make");
    await finds(page, "puzzles need exact numbers of pieces");
    await page.selectOption("#examples", { label: "puzzles to solve" });
    await page.locator("#puzzle-said", { hasText: "Exactly one solution" }).waitFor();
    assert.equal(await page.locator("#board .warm").count(), 0);
    assert.equal(await page.getAttribute("#heat", "aria-pressed"), "false");
    await type(page, "5x5 K* N2");
    await page.getByRole("button", { name: "place a knight" }).click();
    // A placement replaces the numbers.
    await page.click("#heat");
    await finds(page, " have a knight");
    await page.click("#hint");
    await page.locator("#board .hinted").first().waitFor();
    assert.equal(await page.locator("#board .warm").count(), 0);
    await page.click("#heat");
    await finds(page, " have a knight");
    assert.equal(await page.locator("#board .hinted").count(), 0);
    await page.click("#next");
    await finds(page, "Placement 1");
    assert.equal(await page.locator("#board .warm").count(), 0);
  });

  await reader.test("numbers by square of other boards", async (page) => {
    await page.click("#further summary");
    await page.click("#heat");
    await finds(page, /^Each colour shows how many of the .* have a king on that square/);
    assert.match(await page.getAttribute("#picture img", "src"), /placements/);
    assert.ok(await page.isDisabled("#puzzle-make"));
    await type(page, "8x8 K*");
    await finds(page, "Each number shows what percentage of the 1,355,115,601 placements have a king on that square (at most 29.9 %).");
    assert.match(await square(page, "a1").getAttribute("aria-label"), /^a1, empty, 29\.9 %, \d{3},\d{3},\d{3} of 1,355,115,601 placements$/);
    await type(page, "4x4 Q4@a1");
    await finds(page, "There is no placement with these pieces.");
    // A long question can be stopped.
    await type(page, "18x18 Q18");
    await page.locator("#work:not([hidden])").waitFor();
    await page.click("#work button");
    await finds(page, "Stopped.");
    assert.equal(await page.getAttribute("#heat", "aria-pressed"), "false");
  }, { hash: "#hexagon:3+K3" });

  await reader.test("an estimate is no count", async (page) => {
    await type(page, "24x24 Q24");
    await page.getByRole("button", { name: "Estimate", exact: true }).click();
    await page.locator("#long:not([hidden])").waitFor();
    const estimate = page.locator("#answers .estimate");
    await estimate.waitFor();
    // The exact number is 227,514,171,973,736.
    const said = await estimate.textContent();
    const [, number, percent] = said.match(/^ ≈ ([\d.]+e14) \(±([\d.]+) %, 95 %\), in \d+ s$/) ?? assert.fail(said);
    assert.ok(Math.abs(Number(number) / 227514171973736 - 1) < 3 * Number(percent) / 100 + 0.05, said);
    // It can still be counted. Classes have no estimate.
    assert.ok(await page.getByRole("button", { name: "Count", exact: true }).isEnabled());
    assert.equal(await page.getByRole("button", { name: "Estimate", exact: true }).count(), 1);
    await page.getByRole("button", { name: "Estimate", exact: true }).click();
    await page.locator("#long:not([hidden])").waitFor();
    await page.click("#stop");
    await page.locator("#answers", { hasText: "stopped" }).waitFor();
    // A message says if a problem has no estimate.
    await type(page, "20x20 Qmax Nmax");
    await page.locator("#answers", { hasText: "stopped" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Estimate", exact: true }).click();
    await page.locator("#answers small", { hasText: /estimate/ }).waitFor();
  });
}
