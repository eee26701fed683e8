// The counts of the page.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ask, has, says, square, type } from "./reader.mjs";

// The largest compressed size of the page with its library, in bytes.
const MOST = 1_500_000;
// The largest compressed size of the page without its library. The library of a quick build is larger.
const REST = 60_000;

export async function numbers(reader) {
  const isQuick = reader.isServed || process.env.PAGE_PROFILE === "quick";

  await reader.test("the first answer comes soon", async (page) => {
    let soonest = Infinity;
    for (let time = 0; time < 3; time += 1) {
      await page.reload();
      await says(page, "Placements", "92");
      soonest = Math.min(soonest, await page.evaluate(() => Math.round(performance.now())));
    }
    console.log(`    after ${soonest} ms`);
    assert.ok(soonest < (isQuick ? 10_000 : 1_000));
    await says(page, "Up to symmetry", "12");
    assert.equal(await page.title(), "8x8 Q8 · Armistice");
  });

  if (!reader.isServed) await reader.test("what is sent is small, and all of it is kept", async (page) => {
    const names = await readdir(reader.dist);
    const sent = async (name) => gzipSync(await readFile(join(reader.dist, name)), { level: 9 }).length;
    const sizes = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await sent(name)])));
    const all = Object.values(sizes).reduce((sum, size) => sum + size);
    console.log(`    ${all} bytes, ${all - sizes["armistice.wasm"]} of them not the library`);
    assert.ok(all - sizes["armistice.wasm"] < REST);
    if (!isQuick) assert.ok(all < MOST);
    // A file that is not kept would be missing without a network.
    const kept = await (await page.request.get(`${reader.address}offline.js`)).text();
    for (const name of names.filter((name) => name !== "offline.js")) assert.ok(kept.includes(`"${name}"`), name);
  });

  await reader.test("known numbers", async (page) => {
    const known = {
      "7x7 K2 Q2 B2 N": "3063828",
      "8x8 R2 B2 N2 Q K": "453402912",
      "12x12 Q12": "14200",
      "8x8 K*": "1355115601",
      "12x12 K*": "69645620389200894313",
      "8x8 Q9/Q9": null,
      "6x6-c3,d4 Q5": null,
      "5x5/torus N*": null,
      "5x4/cylinder X4 X=(1,3)": null,
    };
    for (const [text, number] of Object.entries(known)) {
      const { count } = await ask(page, { ask: "count", text });
      if (number) assert.equal(count, number, text);
      // If no published number is known, two engines count.
      else assert.equal((await ask(page, { ask: "count", text, upTo: "symmetry" })).placements ?? count, count, text);
    }
    assert.equal((await ask(page, { ask: "max", text: "8x8 Q5 N" })).number, 5);
  });

  // For every text, the page counts exactly that problem, and the pieces on the board are added to it.
  await reader.test("all of a problem is kept", async (page) => {
    for (const [text, number] of Object.entries({
      "4x4 R4 rank=1 file=1": "24",
      "4x4 K4 rank=1 file=1 regions=aabb/aabb/ccdd/ccdd": "2",
      "4x4~a1,d4 R4": null,
      "4x4 R2~a1,b2 B": null,
      "4x4 K2 + N2": null,
      "4x4 Q2 each=1": null,
      "4x4 R N/B K blocked": null,
    })) {
      const { count } = await ask(page, { ask: "count", text });
      if (number) assert.equal(count, number, text);
      await type(page, text);
      await page.waitForURL(/#4x4/);
      await says(page, "Placements", count);
      const { text: canonical } = await ask(page, { ask: "problem", text });
      const again = await ask(page, { ask: "problem", text: await page.inputValue("#problem") });
      assert.equal(again.text, canonical);
    }
    await type(page, "4x4 R4 rank=1 file=1");
    await says(page, "Placements", "24");
    await square(page, "a1").click();
    await says(page, "With these pieces", "6");
    assert.equal(await page.inputValue("#problem"), "4x4 R4@a1 rank=1 file=1");
  });

  await reader.test("given pieces beside any number", async (page) => {
    await type(page, "8x8 Q*");
    await page.waitForURL(/#8x8\+Q\*/);
    await square(page, "e4").click();
    await says(page, "With these pieces", "6713");
    // These are more pieces than the problem has.
    await type(page, "4x4 Q@a1");
    await page.waitForURL(/#4x4\+Q@a1/);
    await square(page, "c2").click();
    await page.locator("#answers", { hasText: "2 squares" }).waitFor();
    await square(page, "c2").focus();
    await page.keyboard.press("Delete");
    await has(page, 1);
    assert.equal(await page.inputValue("#problem"), "4x4 Q@a1");
  });

  await reader.test("what is the same is chosen", async (page) => {
    await says(page, "Up to symmetry", "12");
    await page.click("#same summary");
    const box = (name) => page.getByLabel(name, { exact: true });
    assert.equal(await page.getByLabel("shifts", { exact: true }).count(), 0);
    // A group replaces the groups that it contains.
    await box("rotations").check();
    await says(page, "Up to rotations", "24");
    assert.equal(await box("symmetry").isChecked(), false);
    await page.click("#gallery");
    await page.locator("#gallery-title", { hasText: "24 placements up to rotations" }).waitFor();
    await page.click("#gallery-close");
    await page.locator("#gallery-dialog").waitFor({ state: "hidden" });
    await type(page, "5x5/torus Q5");
    await says(page, "Placements", "10");
    await box("shifts").check();
    await says(page, "Up to rotations and shifts", "2");
    assert.equal(await page.getAttribute("#gallery", "title"), "Show all placements, up to rotations and shifts");
    // Groups that do not suit the next board are dropped.
    await type(page, "6x6 Q6");
    await says(page, "Up to symmetry", "1");
  });

  await reader.test("what takes long can be stopped, and is not begun unasked", async (page) => {
    await type(page, "24x24 Q24");
    const count = page.getByRole("button", { name: "Count", exact: true }).first();
    await count.waitFor();
    assert.match(await page.textContent("#answers"), reader.isServed ? /about / : /about .* here; the command armistice is faster/);
    await count.click();
    await page.locator("#long:not([hidden])").waitFor();
    // Meanwhile the page finds a placement.
    await page.click("#next");
    await has(page, 24);
    await page.click("#stop");
    await page.locator("#answers", { hasText: "stopped" }).waitFor();
    // The page continues to count.
    await type(page, "5x5 Q5");
    await says(page, "Placements", "10");
  });
}
