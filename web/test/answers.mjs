// Answers to buttons: placements, hints, maxima, copies.

import assert from "node:assert/strict";
import { becomes, button, finds, has, says, square, type } from "./reader.mjs";

export async function answers(reader) {
  await reader.test("placements, one after another", async (page) => {
    await page.click("#next");
    await finds(page, "Placement 1");
    await has(page, 8);
    for (let number = 2; number <= 5; number += 1) {
      await page.click("#next");
      await finds(page, `Placement ${number}`);
    }
    await page.click("#previous");
    await finds(page, "Placement 4");
    await page.click("#random");
    await finds(page, "A random placement");
    await has(page, 8);
    await type(page, "4x4 Q4");
    await says(page, "Placements", "2");
    for (const said of ["Placement 1", "Placement 2, the last one"]) {
      await page.click("#next");
      await finds(page, said);
    }
    assert.ok(await page.isDisabled("#next"));
  });

  await reader.test("files past z", async (page) => {
    await has(page, 1);
    assert.equal(await page.inputValue("#problem"), "3x30 K4@r1c30");
    assert.equal(await page.locator("#board [data-file]").last().getAttribute("data-file"), "30");
    await square(page, "r3c28").click();
    await becomes(page, "3x30 K4@r1c30,r3c28");
    await page.click("#next");
    await has(page, 4);
    await square(page, "r3c28").focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.square), "r3c29");
  }, { hash: "#3x30+K4@ad1" });

  await reader.test("the gallery closes with Back", async (page) => {
    await page.click("#gallery");
    await page.locator("#gallery-title", { hasText: "12 placements up to symmetry" }).waitFor();
    assert.equal(await page.locator("#gallery-boards img").count(), 12);
    assert.equal(await page.locator("#gallery-boards button").first().innerText(), "No. 1 · 8 variants");
    await page.goBack();
    await page.locator("#gallery-dialog").waitFor({ state: "hidden" });
    assert.equal(await page.inputValue("#problem"), "8x8 Q8");
    await page.click("#gallery");
    await page.locator("#gallery-title", { hasText: "12 placements up to symmetry" }).waitFor();
    await page.locator("#gallery-boards button").nth(3).click();
    await has(page, 8);
    // The question made no entry in the history.
    assert.ok(await page.isDisabled("#undo"));
  });

  // A question never changes the problem: the answer is a placement that can be taken over.
  await reader.test("how many fit", async (page) => {
    await type(page, "8x8 N1");
    await says(page, "Placements", "64");
    await page.click("#maximum");
    await finds(page, "At most 32 knights fit (proved).");
    assert.equal(await page.inputValue("#problem"), "8x8 N");
    await says(page, "Placements", "64");
    await has(page, 32);
    await button(page, "Back to my board").click();
    await has(page, 0);
    assert.equal(await page.textContent("#finding-text"), "");
    await page.click("#maximum");
    await button(page, "Use these 32 knights").click();
    await becomes(page, "8x8 N32");
    await has(page, 32);
    await says(page, "Placements", "2");
  });

  await reader.test("how many fit with other pieces", async (page) => {
    await type(page, "8x8 Q5 Nmax");
    await page.waitForURL(/#8x8\+Q5\+Nmax$/);
    await page.click("#maximum");
    await finds(page, "At most 5 knights fit with 5 queens (proved).");
    assert.equal(await page.inputValue("#problem"), "8x8 Q5 Nmax");
    await button(page, "Use these 5 knights").click();
    await becomes(page, "8x8 Q5 N5");
    await type(page, "6x6 Q2/Q2");
    await says(page, "Up to symmetry", "3514");
    await page.click("#maximum");
    await finds(page, "At most 5 against 5 pieces fit (proved).");
    assert.equal(await page.inputValue("#problem"), "6x6 Q2/Q2");
    await button(page, "Use these armies").click();
    await becomes(page, "6x6 Q5/Q5");
  });

  await reader.test("fewest that block the board", async (page) => {
    await page.click("#minimum");
    await finds(page, "5 queens can block the whole board, in 728 ways; 4 cannot.");
    assert.equal(await page.inputValue("#problem"), "8x8 Q8");
    await has(page, 5);
    await says(page, "Placements", "92");
    await button(page, "Use these 5 queens").click();
    await becomes(page, "8x8 Q5");
    await has(page, 5);
    await type(page, "6x6 Q2/Q2");
    await page.locator("#minimum").waitFor({ state: "hidden" });
  });

  await reader.test("a hint", async (page) => {
    await type(page, "6x6 Q6");
    await page.click("#hint");
    await finds(page, "Each number shows how many placements continue with a queen on that square.");
    const hints = await page.locator("#board .completions").allTextContents();
    // Four placements of six queens.
    assert.equal(hints.map(Number).reduce((sum, number) => sum + number), 24);
    assert.match(await square(page, "b1").getAttribute("aria-label"), /leads to 1 placement$/);
    await square(page, "b1").click();
    await has(page, 1);
    assert.equal(await page.locator("#board .completions").count(), 0);
    await square(page, "f6").click();
    await page.click("#hint");
    await finds(page, "No placement has these pieces and another queen.");
    // There are too many placements to count for each square.
    await type(page, "22x22 Q22");
    await page.waitForURL(/#22x22/);
    await page.click("#hint");
    await finds(page, /^A queen on [a-v]\d+ leads to a placement.$/);
    assert.equal(await page.locator("#board .hinted").count(), 1);
  });

  await reader.test("copies", async (page, context) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const copy = async (name) => {
      await page.locator(`[data-copy="${name}"]`).click();
      await page.getByText(`${name} copied.`).waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    // The command gives the numbers, or otherwise the content of the board.
    assert.equal(await copy("Command"), "armistice count '8x8 Q8'");
    await square(page, "d1").click();
    await has(page, 1);
    assert.equal(await copy("Command"), "armistice draw '8x8 Q8' --fen '8/8/8/8/8/8/8/3Q4' --attacks -o board.svg");
    const link = await copy("Link");
    assert.ok(link.endsWith("#8x8+Q8@d1"));
    if (reader.isServed) {
      assert.match(await page.textContent("#link"), /this machine only/);
      assert.match(await page.textContent("#copied"), /works on this machine only/);
    } else assert.equal(link, page.url());
    await page.click(".more summary");
    assert.equal(await copy("Python"), 'armistice.count("8x8 Q8@d1")');
    assert.equal(await copy("FEN"), "8/8/8/8/8/8/8/3Q4");
    assert.ok((await copy("SVG")).startsWith("<svg"));
    assert.ok((await copy("LaTeX")).includes("tikzpicture"));
    assert.deepEqual(JSON.parse(await copy("JSON")).squares, "Qd1");
    const download = page.waitForEvent("download");
    await page.click("#save-png");
    assert.equal((await download).suggestedFilename(), "board.png");
    await page.click("#minimum");
    await finds(page, "can block");
    assert.match(await copy("Command"), /^armistice draw '8x8 Q8' --fen '[1-8Q/]+' -o board.svg$/);
    await type(page, "4x4 Q4");
    await page.click("#next");
    await finds(page, "Placement 1");
    assert.match(await copy("Python"), /^armistice.Placement\("4x4 Q4", "(2Q1.Q3.3Q.1Q2|1Q2.3Q.Q3.2Q1)"\)$/);
    await type(page, "hexagon:3 K7");
    await page.click("#next");
    await finds(page, "Placement 1");
    assert.match(await copy("Command"), /^armistice draw 'hexagon:3 K7' --(fen|squares) '/);
  });
}
