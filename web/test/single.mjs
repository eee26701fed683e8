// The page as one file, opened from a disk. SINGLE=FILE names it; `armistice page --single FILE` writes it.

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { has, says, type } from "./reader.mjs";

export async function single(reader) {
  if (!process.env.SINGLE) return;
  const address = pathToFileURL(resolve(process.env.SINGLE)).href;

  await reader.test("one file: it counts and shows placements", async (page) => {
    await says(page, "Placements", "92");
    assert.match(await page.textContent("footer"), /works offline/);
    await page.click("#next");
    await has(page, 8);
    await type(page, "6x6 Q6");
    await says(page, "Placements", "4");
    // The address keeps the problem.
    assert.equal(new URL(page.url()).hash, "#6x6+Q6");
    await page.reload();
    await says(page, "Placements", "4");
    await page.click(".more summary");
    await page.click("#link");
    await page.getByText("Link copied. It works on this machine only.", { exact: true }).waitFor();
  }, { address });

  await reader.test("one file: the other views", async (page) => {
    await page.click("#tab-search");
    await page.frameLocator("#players iframe").first().locator("canvas").first().waitFor();
    await page.click("#tab-table");
    await page.fill("#family-last", "9");
    await page.click("#family-form button[type=submit]");
    await page.locator("#table-status", { hasText: "A000170" }).waitFor();
  }, { address });
}
