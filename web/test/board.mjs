// Actions on the board and with the tray.

import assert from "node:assert/strict";
import { becomes, button, finds, has, says, square, type } from "./reader.mjs";

export async function board(reader) {
  await reader.test("pieces are put, moved and taken off", async (page) => {
    await square(page, "a1").click();
    await says(page, "With these pieces", "4");
    assert.equal(await page.inputValue("#problem"), "8x8 Q8@a1");
    assert.ok(page.url().endsWith("#8x8+Q8@a1"));
    assert.match(await square(page, "h1").getAttribute("aria-label"), /attacked/);
    assert.equal(await page.textContent("#position"), "No attacks so far: 1 of 8 queens placed.");
    // Two pieces that attack each other have rings, as in pictures.
    await square(page, "b2").click();
    await page.locator("#overlay .conflict").waitFor({ state: "attached" });
    assert.match(await page.textContent("#position"), /1 pair of pieces attacks/);
    assert.equal((await page.getAttribute("#overlay .conflict", "d")).match(/a/g).length, 4);
    await square(page, "b2").dragTo(square(page, "b3"));
    await page.locator("#overlay .conflict").waitFor({ state: "detached" });
    assert.equal(await page.inputValue("#problem"), "8x8 Q8@a1,b3");
    await page.locator(".piece-button").first().dragTo(square(page, "e8"));
    await has(page, 3);
    await square(page, "e8").click();
    await has(page, 2);
    // The piece is dragged off the board.
    await square(page, "b3").dragTo(page.locator("footer"));
    await has(page, 1);
    await page.click("#undo");
    await has(page, 2);
    await page.click("#clear");
    await has(page, 0);
  });

  await reader.test("a placement has the number that it has, however quickly one clicks", async (page) => {
    await type(page, "6x6 Q6");
    await says(page, "Placements", "4");
    for (const round of [1, 2, 3, 4, 5, 6, 7, 8]) {
      // Six clicks before the first answer count as one.
      await page.evaluate(() => {
        for (let click = 0; click < 6; click += 1) document.getElementById("next").click();
      });
      const number = Math.min(round, 4);
      await finds(page, new RegExp(`^Placement ${number}(, the last one)?$`));
    }
    await finds(page, "Placement 4, the last one");
    const seen = new Set();
    for (const number of [3, 2, 1]) {
      await page.click("#previous");
      await finds(page, `Placement ${number}`);
      seen.add(await page.locator("#board").innerHTML());
    }
    assert.equal(seen.size, 3);
    assert.ok(await page.isDisabled("#previous"));
    // Forty clicks come one by one, faster than the board is drawn.
    await type(page, "8x8 Q8");
    await page.evaluate(async () => {
      for (let click = 0; click < 40; click += 1) {
        document.getElementById("next").click();
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    });
    await page.waitForTimeout(500);
    const [, number] = (await page.textContent("#finding-text")).match(/^Placement (\d+)$/) ?? assert.fail("no placement");
    assert.ok(Number(number) >= 1 && Number(number) <= 40, number);
  });

  await reader.test("a hint is one square where one placement is left", async (page) => {
    for (const [text, square] of [["8x8 Q8@b1,e3", /^[a-h][1-8]$/], ["4x4 Q4@b1", /^[a-d][2-4]$/]]) {
      await type(page, text);
      await says(page, "With these pieces", "1");
      await page.click("#hint");
      await finds(page, /^A queen on [a-h][1-8] leads to a placement\.$/);
      const hinted = await page.locator("#board .hinted").evaluateAll((cells) => cells.map((cell) => cell.dataset.square));
      assert.ok(hinted.length === 1 && square.test(hinted[0]), `${text}: ${hinted}`);
    }
  });

  await reader.test("attacks are shown only where they say something", async (page) => {
    const attacked = () => page.locator("#board .attacked").count();
    await square(page, "d1").click();
    await has(page, 1);
    await page.locator("#board .attacked").first().waitFor();
    assert.equal(await attacked(), 21);
    await page.click("#next");
    await has(page, 8);
    await page.waitForFunction(() => document.querySelectorAll("#board .attacked").length === 0);
    // Frames distinguish the reader's own piece from found ones.
    assert.deepEqual(await page.locator("#board .given").evaluateAll((cells) => cells.map((cell) => cell.dataset.square)), ["d1"]);
    await type(page, "4x4 Q2/N2");
    await square(page, "a1").click();
    await has(page, 1);
    assert.equal(await attacked(), 0);
  });

  await reader.test("an address is a problem", async (page) => {
    assert.equal(await page.inputValue("#problem"), "5x5/torus-c3 K2@a1 N2");
    assert.equal(await page.inputValue("#topology"), "torus");
    await has(page, 1);
    assert.equal(await page.getAttribute('#board [data-square="c3"]', "aria-label"), "c3, hole");
    await page.evaluate(() => { location.hash = "#6x6+Q6"; });
    await becomes(page, "6x6 Q6");
    await says(page, "Placements", "4");
  }, { hash: "#5x5/torus-c3+K2@a1+N2" });

  await reader.test("what is no problem is told, and nothing else can be used", async (page) => {
    await type(page, "8x8 Y3");
    await page.locator("#problem-fault:not(:empty)").waitFor();
    assert.match(await page.textContent("#problem-fault"), /column 5/);
    assert.equal(await page.inputValue("#problem"), "8x8 Y3");
    for (const view of ["board", "search"]) assert.ok(await page.locator(`#view-${view}`).evaluate((part) => part.inert));
    // Keys do nothing either.
    await page.focus("#tab-board");
    await page.keyboard.press("n");
    assert.equal(await page.textContent("#finding-text"), "");
    await button(page, "Back to 8x8 Q8").click();
    assert.equal(await page.inputValue("#problem"), "8x8 Q8");
    assert.equal(await page.textContent("#problem-fault"), "");
    await page.click("#next");
    await has(page, 8);
    await type(page, "8x8 Y3");
    await page.locator("body.stale").waitFor();
    await type(page, "4x4 Q4");
    await says(page, "Placements", "2");
    assert.equal(await page.textContent("#problem-fault"), "");
  });

  await reader.test("a wrong address stays in the box, beside the usual problem", async (page) => {
    await page.locator("#problem-fault", { hasText: "column 5" }).waitFor();
    assert.equal(await page.inputValue("#problem"), "8x8 Y");
    await button(page, "Back to 8x8 Q8").click();
    await says(page, "Placements", "92");
    // The same holds for an address that is opened in the same tab.
    await page.evaluate(() => { location.hash = "#6x6+Q6+Y"; });
    await page.locator("body.stale").waitFor();
    await page.waitForFunction(() => document.getElementById("problem").value === "6x6 Q6 Y");
    await page.goBack();
    await page.locator("body:not(.stale)").waitFor();
    assert.equal(await page.inputValue("#problem"), "8x8 Q8");
  }, { hash: "#8x8+Y" });

  await reader.test("board and tray", async (page) => {
    await type(page, "6x6 Q6");
    await says(page, "Placements", "4");
    await page.fill("#rows", "5");
    await page.press("#rows", "Enter");
    await becomes(page, "5x6 Q6");
    // A message says if typed text is changed.
    await page.fill("#cols", "5000");
    await page.press("#cols", "Enter");
    await page.locator("#problem-fault").filter({ hasText: "from 1 to 819" }).waitFor();
    assert.equal(await page.inputValue("#problem"), "5x819 Q6");
    await page.fill("#cols", "6");
    await page.press("#cols", "Enter");
    await becomes(page, "5x6 Q6");
    assert.equal(await page.textContent("#problem-fault"), "");
    await button(page, "One queen fewer").click();
    await becomes(page, "5x6 Q5");
    await page.selectOption("#topology", "cylinder");
    await becomes(page, "5x6/cylinder Q5");
    await page.click("#hole-tool");
    await square(page, "c3").click();
    await becomes(page, "5x6/cylinder-c3 Q5");
    await button(page, "add kind").click();
    // All kinds are drawn as soon as the engine has sent their shapes.
    await page.locator("#kind-list svg").first().waitFor();
    assert.equal(await page.locator("#kind-list svg").count(), 19);
    await page.locator("#kind-list").getByText("knight", { exact: true }).click();
    await page.click("#kind-add");
    await becomes(page, "5x6/cylinder-c3 Q5 N");
    await button(page, "add kind").click();
    await page.locator("#kind-list").getByText("your own").click();
    await page.fill("#own-betza", "(1,4)");
    await page.click("#kind-add");
    await page.waitForFunction(() => document.getElementById("problem").value.endsWith("X X=(1,4)"));
    // The kind is removed again.
    await button(page, "One X fewer").click();
    await becomes(page, "5x6/cylinder-c3 Q5 N");
    await page.getByRole("button", { name: "place a queen" }).click();
    await button(page, "Allow any number of queens").click();
    await becomes(page, "5x6/cylinder-c3 Q* N");
    await button(page, "Set an exact number of queens").click();
    await becomes(page, "5x6/cylinder-c3 Q5 N");
    await button(page, "add army").click();
    await becomes(page, "5x6/cylinder-c3 Q5 N/Q5 N");
  });

  await reader.test("the problem is told in words", async (page) => {
    const said = () => page.textContent("#problem-said");
    assert.equal(await said(), "Place 8 queens on an 8 × 8 board so that none attacks another.");
    for (const [text, sentence] of Object.entries({
      "5x5/torus K N2": "Place 1 king and 2 knights on a 5 × 5 board whose opposite edges are joined (a torus) so that none attacks another.",
      "8x8 K*": "Place any number of kings on an 8 × 8 board so that none attacks another.",
      "6x6 Q5/Q5": "Place 5 queens against 5 queens on a 6 × 6 board so that no army attacks another.",
      "8x8 X6 X=NN": "Place 6 pieces X on an 8 × 8 board so that none attacks another. X attacks as NN.",
    })) {
      await type(page, text);
      await page.locator("#problem-said", { hasText: sentence }).waitFor();
    }
  });

  await reader.test("squares are marked, and the board is turned round", async (page) => {
    await square(page, "c3").click({ button: "right" });
    await page.locator('#board [data-square="c3"] .cross').waitFor();
    assert.equal(await square(page, "c3").getAttribute("aria-label"), "c3, empty, marked");
    await page.click("#mark-tool");
    await square(page, "c3").click();
    await page.locator('#board [data-square="c3"] .cross').waitFor({ state: "detached" });
    await square(page, "d4").focus();
    await page.keyboard.press("x");
    await page.locator('#board [data-square="d4"] .cross').waitFor();
    // Marks are not pieces.
    assert.equal(await page.inputValue("#problem"), "8x8 Q8");
    await page.click("#clear");
    await page.locator(".cross").waitFor({ state: "detached" });
    const corner = () => page.locator("#board [data-square]").first().getAttribute("data-square");
    assert.equal(await corner(), "a8");
    await page.click("#flip");
    assert.equal(await corner(), "h1");
    await page.getByRole("button", { name: "place a queen" }).click();
    await square(page, "a1").click();
    await becomes(page, "8x8 Q8@a1");
    // The arrow key moves upwards on the screen, also on a board that is turned.
    await square(page, "d4").focus();
    await page.keyboard.press("ArrowUp");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.square), "d3");
  });

  await reader.test("the keyboard alone", async (page) => {
    await square(page, "a1").focus();
    for (const key of ["ArrowRight", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await becomes(page, "8x8 Q8@b2");
    assert.match(await square(page, "b2").getAttribute("aria-label"), /queen/);
    await page.keyboard.press("n");
    await finds(page, "Placement 1");
    await page.keyboard.press("u");
    await becomes(page, "8x8 Q8");
    await page.keyboard.press("?");
    await page.locator("#help-dialog[open]").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    assert.equal(await page.evaluate(() => document.activeElement.id), "problem");
    await page.focus("#tab-board");
    await page.keyboard.press("ArrowRight");
    assert.ok(await page.isVisible("#view-search"));
  });

  await reader.test("changes are taken back, and wrong text is seen to be wrong", async (page) => {
    await type(page, "7x7 Q7");
    await says(page, "Placements", "40");
    await type(page, "6x6 Q6");
    await says(page, "Placements", "4");
    await page.goBack();
    await says(page, "Placements", "40");
    assert.equal(await page.inputValue("#problem"), "7x7 Q7");
    await type(page, "7x7 Q@");
    await page.locator("body.stale").waitFor();
    await page.goForward();
    await says(page, "Placements", "4");
    assert.equal(await page.locator("body.stale").count(), 0);
    await page.click("#undo");
    await becomes(page, "7x7 Q7");
    await page.click("#undo");
    await becomes(page, "8x8 Q8");
    assert.ok(await page.isDisabled("#undo"));
  });

  await reader.test("a puzzle with regions", async (page) => {
    await page.selectOption("#examples", { label: "a puzzle with regions" });
    await page.locator("#puzzle-said", { hasText: "Exactly one solution" }).waitFor();
    assert.match(await page.textContent("#problem-said"), /, one in each rank, file and region\.$/);
    assert.equal(await page.locator("#board .region").count(), 64);
    assert.equal(await page.locator("#overlay .edges").count(), 1);
    assert.match(await square(page, "a8").getAttribute("aria-label"), /region 1$/);
    // Each piece closes a rank, a file and a region, and two in a rank are too many.
    await square(page, "a8").click();
    await has(page, 1);
    await page.waitForFunction(() => document.querySelectorAll("#board .attacked").length > 14);
    await square(page, "h8").click();
    await page.locator("#position", { hasText: "Some lines or regions have too many pieces" }).waitFor();
    await page.locator("#overlay .conflict").waitFor({ state: "attached" });
    await page.click("#clear");
    await has(page, 0);
    // A hint shows one square of the solution.
    await page.click("#hint");
    await finds(page, /^A king belongs on [a-h][1-8], because /);
    assert.equal(await page.locator("#board .hinted").count(), 1);
  });

  await reader.test("boards that are no grid are shown as pictures", async (page) => {
    await says(page, "Placements", "1");
    assert.equal(await page.isVisible("#board"), false);
    assert.equal(await page.isVisible("#shape"), false);
    await page.locator("#picture img").waitFor();
    await page.click("#next");
    await finds(page, "Placement 1");
    assert.match(await page.getAttribute("#picture img", "alt"), /king/);
    await button(page, "One king fewer").click();
    await becomes(page, "hexagon:3 K6");
    await page.click("#maximum");
    await finds(page, "At most 7 kings fit (proved).");
    // The test goes to another board and back.
    await type(page, "4x4 Q4");
    await says(page, "Placements", "2");
    assert.ok(await page.isVisible("#board") && !(await page.isVisible("#picture")));
    await type(page, "8x8 Q9 #1");
    await page.locator("#problem-fault", { hasText: "this page does not support walls (#)" }).waitFor();
    await page.click("#tab-search");
    await type(page, "6x6/moebius Q3");
    await page.locator("#search-status", { hasText: "twisted" }).waitFor();
  }, { hash: "#hexagon:3+K7" });
}
