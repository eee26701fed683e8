// Uses the page in a real Chromium as a reader would, and sees that it answers rightly.
//
//   node web/test.mjs DIST [SCREENSHOTS]
//   node web/test.mjs ADDRESS               the page that `armistice page` serves there
//
// `playwright-core` must be found from the working directory. A static page is served beneath a path, as a host may do.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, extname, normalize } from "node:path";
import assert from "node:assert/strict";

const { chromium } = createRequire(join(process.cwd(), "test.cjs"))("playwright-core");
const [dist, screenshots] = process.argv.slice(2);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };
const BENEATH = "/some/where/";

const server = createServer(async (request, response) => {
  try {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    if (!path.startsWith(BENEATH)) throw new Error(path);
    const file = join(dist, path.slice(BENEATH.length) || "index.html");
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" }).end(await readFile(file));
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const isServed = dist.startsWith("http:");
const address = isServed ? dist : `http://127.0.0.1:${server.address().port}${BENEATH}`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"],
});

let passed = 0;

// A page of its own, on which nothing may go wrong, and which may ask no other host.
async function test(name, work, { width = 1400, height = 900, colorScheme = "light", hash = "", serviceWorkers = "block" } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, serviceWorkers, acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith("http") && host !== new URL(address).host) faults.push(`asked ${request.url()}`);
  });
  try {
    await page.goto(address + hash);
    await page.locator("main:not([inert])").waitFor();
    await work(page, context);
    assert.deepEqual(faults, []);
  } catch (error) {
    console.error(`FAILED: ${name}\n${error.stack}\n${faults.join("\n")}`);
    await page.screenshot({ path: `${screenshots ?? "/tmp"}/failed.png` }).catch(() => {});
    process.exit(1);
  } finally {
    await context.close();
  }
  passed += 1;
  console.log(`ok: ${name}`);
}

// Waits for a number beside a label.
async function says(page, label, number) {
  const grouped = number.replace(/\B(?=(\d{3})+$)/g, ",");
  await page.locator(`#answers dt:text-is("${label}") + dd`).filter({ hasText: new RegExp(`^${grouped} `) }).waitFor();
}

const type = async (page, text) => {
  await page.fill("#problem", text);
  await page.press("#problem", "Enter");
};
const square = (page, name) => page.locator(`#board [data-square="${name}"]`);
// Waits until the board has so many pieces: the engine is asked about every move.
const has = (page, number) =>
  page.waitForFunction((number) => document.querySelectorAll("#board [data-square] > svg").length === number, number);
const ask = (page, question) => page.evaluate(async (question) => {
  const { Engine } = await import(new URL("engine.js", location.href));
  window.asked ??= new Engine();
  return window.asked.ask(question);
}, question);

await test("the first answer comes soon", async (page) => {
  await says(page, "Placements", "92");
  const took = await page.evaluate(() => Math.round(performance.now()));
  console.log(`    after ${took} ms`);
  assert.ok(took < 10_000);
  await says(page, "Up to symmetry", "12");
  assert.equal(await page.title(), "8x8 Q8 · Armistice");
  const sent = await page.evaluate(() => performance.getEntriesByType("resource").length);
  assert.ok(sent >= 10);
});

await test("known numbers", async (page) => {
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
    // By two engines, where nobody else says it.
    else assert.equal((await ask(page, { ask: "count", text, upTo: "symmetry" })).placements ?? count, count, text);
  }
  assert.equal((await ask(page, { ask: "max", text: "8x8 Q5 N" })).number, 5);
});

await test("pieces are put, moved and taken off", async (page) => {
  await square(page, "a1").click();
  await says(page, "With these pieces", "4");
  assert.equal(await page.inputValue("#problem"), "8x8 Q8@a1");
  assert.ok(page.url().endsWith("#8x8+Q8@a1"));
  assert.match(await square(page, "h1").getAttribute("aria-label"), /attacked/);
  // Two that attack each other.
  await square(page, "b2").click();
  await page.locator("#conflicts line").waitFor({ state: "attached" });
  assert.match(await page.textContent("#position"), /1 pair of pieces attacks/);
  await square(page, "b2").dragTo(square(page, "b3"));
  await page.locator("#conflicts line").waitFor({ state: "detached" });
  assert.equal(await page.inputValue("#problem"), "8x8 Q8@a1,b3");
  await page.locator(".piece-button").first().dragTo(square(page, "e8"));
  await has(page, 3);
  await square(page, "e8").click();
  await has(page, 2);
  // Off the board.
  await square(page, "b3").dragTo(page.locator("footer"));
  await has(page, 1);
  await page.click("#clear");
  await page.waitForFunction(() => document.querySelectorAll("#board [data-square] > svg").length === 0);
});

await test("an address is a problem", async (page) => {
  assert.equal(await page.inputValue("#problem"), "5x5/torus-c3 K2@a1 N2");
  assert.equal(await page.inputValue("#topology"), "torus");
  await has(page, 1);
  assert.equal(await page.getAttribute('#board [data-square="c3"]', "aria-label"), "c3, hole");
  await page.evaluate(() => { location.hash = "#6x6+Q6"; });
  await page.waitForFunction(() => document.getElementById("problem").value === "6x6 Q6");
  await says(page, "Placements", "4");
}, { hash: "#5x5/torus-c3+K2@a1+N2" });

await test("what is no problem is told", async (page) => {
  await type(page, "8x8 Y3");
  await page.locator("#problem-fault:not(:empty)").waitFor();
  assert.match(await page.textContent("#problem-fault"), /column 5/);
  await type(page, "4x4 Q4");
  await says(page, "Placements", "2");
  assert.equal(await page.textContent("#problem-fault"), "");
});

await test("board and tray", async (page) => {
  await type(page, "6x6 Q6");
  await says(page, "Placements", "4");
  await page.fill("#rows", "5");
  await page.press("#rows", "Enter");
  await page.waitForFunction(() => document.getElementById("problem").value === "5x6 Q6");
  // What is not taken as it was typed is told.
  await page.fill("#cols", "5000");
  await page.press("#cols", "Enter");
  await page.locator("#problem-fault").filter({ hasText: "819 instead of 5000" }).waitFor();
  assert.equal(await page.inputValue("#problem"), "5x819 Q6");
  await page.fill("#cols", "6");
  await page.press("#cols", "Enter");
  await page.waitForFunction(() => document.getElementById("problem").value === "5x6 Q6");
  assert.equal(await page.textContent("#problem-fault"), "");
  await page.getByRole("button", { name: "One queen fewer" }).click();
  await page.waitForFunction(() => document.getElementById("problem").value === "5x6 Q5");
  await page.selectOption("#topology", "cylinder");
  await page.waitForFunction(() => document.getElementById("problem").value === "5x6/cylinder Q5");
  await page.click("#hole-tool");
  await square(page, "c3").click();
  await page.waitForFunction(() => document.getElementById("problem").value === "5x6/cylinder-c3 Q5");
  await page.getByRole("button", { name: "Add a kind of piece" }).click();
  await page.selectOption("#kind-choice", "N");
  await page.click("#kind-add");
  await page.waitForFunction(() => document.getElementById("problem").value === "5x6/cylinder-c3 Q5 N");
  await page.getByRole("button", { name: "Add a kind of piece" }).click();
  await page.selectOption("#kind-choice", "own");
  await page.fill("#own-betza", "(1,4)");
  await page.click("#kind-add");
  await page.waitForFunction(() => document.getElementById("problem").value.endsWith("X X=(1,4)"));
  // Away again.
  await page.getByRole("button", { name: /One X .* fewer/ }).click();
  await page.waitForFunction(() => document.getElementById("problem").value === "5x6/cylinder-c3 Q5 N");
  await page.getByRole("button", { name: "Add an army against these" }).click();
  await page.waitForFunction(() => document.getElementById("problem").value === "5x6/cylinder-c3 Q5 N/Q5 N");
});

await test("the keyboard alone", async (page) => {
  await square(page, "a1").focus();
  for (const key of ["ArrowRight", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await page.waitForFunction(() => document.getElementById("problem").value === "8x8 Q8@b2");
  assert.match(await square(page, "b2").getAttribute("aria-label"), /queen/);
  await page.focus("#tab-board");
  await page.keyboard.press("ArrowRight");
  assert.ok(await page.isVisible("#view-search"));
});

await test("placements, one after another", async (page) => {
  await page.click("#next");
  await page.getByText("Placement 1").waitFor();
  const first = await page.evaluate(() => document.getElementById("board").innerText + document.querySelectorAll("#board svg").length);
  assert.ok(first.endsWith("9"), "eight queens and the drawing of conflicts");
  for (let number = 2; number <= 5; number += 1) {
    await page.click("#next");
    await page.getByText(`Placement ${number}`, { exact: true }).waitFor();
  }
  await page.click("#previous");
  await page.getByText("Placement 4", { exact: true }).waitFor();
  await page.click("#random");
  await page.getByText("A placement at random").waitFor();
  await has(page, 8);
  await page.click("#gallery");
  await page.locator("#gallery-title", { hasText: "12 up to symmetry" }).waitFor();
  assert.equal(await page.locator("#gallery-boards img").count(), 12);
  await page.locator("#gallery-boards button").nth(3).click();
  await has(page, 8);
});

await test("changes are taken back, and wrong text is seen to be wrong", async (page) => {
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
});

await test("given pieces beside any number", async (page) => {
  await type(page, "8x8 Q*");
  await square(page, "e4").click();
  await says(page, "With these pieces", "6713");
  // More than are asked for.
  await type(page, "4x4 Q@a1");
  await square(page, "c2").click();
  await page.locator("#answers", { hasText: "at most one square a piece" }).waitFor();
  await square(page, "c2").focus();
  await page.keyboard.press("Delete");
  await page.waitForFunction(() => document.getElementById("problem").value === "4x4 Q@a1");
});

await test("how many fit beside others", async (page) => {
  await type(page, "8x8 Q5 Nmax");
  await page.waitForURL(/#8x8\+Q5\+Nmax$/);
  await page.click("#maximum");
  await page.locator("#browse", { hasText: "The most of knight beside the others: 5 (proved" }).waitFor();
  assert.equal(await page.inputValue("#problem"), "8x8 Q5 N5");
  await type(page, "6x6 Q2/Q2");
  await says(page, "Up to symmetry", "3514");
  await page.click("#maximum");
  await page.locator("#browse", { hasText: "5 against 5 (proved" }).waitFor();
  assert.equal(await page.inputValue("#problem"), "6x6 Q5/Q5");
});

await test("how few leave no room", async (page) => {
  await page.click("#minimum");
  await page.locator("#browse", { hasText: "The fewest of queen that leave no room: 5 (728 placements" }).waitFor();
  assert.equal(await page.inputValue("#problem"), "8x8 Q5");
  await has(page, 5);
  await type(page, "6x6 Q2/Q2");
  await page.locator("#minimum").waitFor({ state: "hidden" });
});

await test("what is the same is chosen", async (page) => {
  await says(page, "Up to symmetry", "12");
  await page.click("#same summary");
  const box = (name) => page.getByLabel(name, { exact: true });
  assert.equal(await page.getByLabel("shifts", { exact: true }).count(), 0);
  // A group that is part of another stands in its place.
  await box("rotations").check();
  await says(page, "Up to rotations", "24");
  assert.equal(await box("symmetry").isChecked(), false);
  await page.click("#gallery");
  await page.locator("#gallery-title", { hasText: "24 up to rotations" }).waitFor();
  await page.click("#gallery-close");
  await type(page, "5x5/torus Q5");
  await says(page, "Placements", "10");
  await box("shifts").check();
  await says(page, "Up to rotations and shifts", "2");
  assert.equal(await page.textContent("#gallery"), "All, up to rotations and shifts");
  // What does not suit the next board is given up.
  await type(page, "6x6 Q6");
  await says(page, "Up to symmetry", "1");
});

await test("boards that are no grid are shown as pictures", async (page) => {
  await says(page, "Placements", "1");
  assert.equal(await page.isVisible("#board"), false);
  assert.equal(await page.isVisible("#shape"), false);
  await page.locator("#picture img").waitFor();
  await page.click("#next");
  await page.getByText("Placement 1").waitFor();
  assert.match(await page.getAttribute("#picture img", "alt"), /king/);
  await page.getByRole("button", { name: "One king fewer" }).click();
  await page.waitForFunction(() => document.getElementById("problem").value === "hexagon:3 K6");
  await page.click("#maximum");
  await page.locator("#browse", { hasText: "The most of king: 7 (proved" }).waitFor();
  // There and back.
  await type(page, "4x4 Q4");
  await says(page, "Placements", "2");
  assert.ok(await page.isVisible("#board") && !(await page.isVisible("#picture")));
  await type(page, "8x8 Q9 #1");
  await page.locator("#problem-fault", { hasText: "walls (#) cannot be shown on this page" }).waitFor();
  await page.click("#tab-search");
  await type(page, "6x6/moebius Q3");
  await page.click("#play");
  await page.locator("#search-status", { hasText: "twisted" }).waitFor();
}, { hash: "#hexagon:3+K7" });

await test("how many fit", async (page) => {
  await type(page, "8x8 N1");
  await says(page, "Placements", "64");
  await page.click("#maximum");
  await page.locator("#browse", { hasText: "The most of knight: 32 (proved" }).waitFor();
  assert.equal(await page.inputValue("#problem"), "8x8 N32");
  await has(page, 32);
});

await test("what takes long can be stopped, and is not begun unasked", async (page) => {
  await type(page, "24x24 Q24");
  await page.getByRole("button", { name: "Count", exact: true }).first().waitFor();
  assert.match(await page.textContent("#answers"), isServed ? /about / : /about .* here; the command armistice is faster/);
  await page.getByRole("button", { name: "Count", exact: true }).first().click();
  await page.locator("#long:not([hidden])").waitFor();
  await page.click("#stop");
  await page.locator("#answers", { hasText: "stopped" }).waitFor();
  // And goes on.
  await type(page, "5x5 Q5");
  await says(page, "Placements", "10");
});

await test("copies", async (page, context) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await square(page, "d1").click();
  const copy = async (name) => {
    await page.getByRole("button", { name, exact: true }).click();
    await page.getByText(`${name} copied.`).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.ok((await copy("Link")).endsWith("#8x8+Q8@d1"));
  assert.equal(await copy("Command"), "armistice count '8x8 Q8@d1'");
  assert.equal(await copy("Python"), 'armistice.count("8x8 Q8@d1")');
  assert.equal(await copy("FEN"), "8/8/8/8/8/8/8/3Q4");
  assert.ok((await copy("SVG")).startsWith("<svg"));
  assert.ok((await copy("LaTeX")).includes("tikzpicture"));
  assert.deepEqual(JSON.parse(await copy("JSON")).squares, "Qd1");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save PNG" }).click();
  assert.equal((await download).suggestedFilename(), "board.png");
});

await test("the search", async (page) => {
  await page.click("#tab-search");
  await page.check("#two");
  await page.click("#play");
  await page.waitForFunction(() => document.querySelectorAll("#players iframe").length === 2);
  const frame = page.frameLocator("#players iframe").first();
  await frame.locator("canvas").first().waitFor();
  assert.match(await page.locator("#players iframe").first().getAttribute("title"), /75 choices/);
});

await test("tables and formulas", async (page) => {
  await page.click("#tab-table");
  await page.fill("#family-last", "9");
  await page.click("#family-form button[type=submit]");
  await page.locator("#table-status", { hasText: "A000170" }).waitFor();
  const cells = await page.locator("#table tbody td:last-child").allTextContents();
  assert.deepEqual(cells, ["1", "0", "0", "2", "10", "4", "40", "92", "352"]);
  assert.equal(await page.locator("#chart rect").count(), 9);
  await page.fill("#family", "5x{n} K*");
  await page.click("#derive");
  await page.locator("#formula", { hasText: "proved" }).waitFor();
  assert.match(await page.textContent("#formula"), /a\(n\) = 2 a\(n-1\) \+ 16 a\(n-2\)/);
  await page.fill("#family", "8x8 Q8");
  await page.click("#family-form button[type=submit]");
  await page.locator("#table-status", { hasText: "one variable" }).waitFor();
});

if (!isServed) await test("without a network", async (page, context) => {
  await page.locator("#offline:not(:empty)").waitFor();
  await context.setOffline(true);
  await page.reload();
  await says(page, "Placements", "92");
}, { serviceWorkers: "allow" });

// Nothing is wider than the screen, whatever its width.
for (const [name, options] of Object.entries({
  "wide-light": { hash: "#8x8+Q8@d1,b2" },
  "wide-dark": { hash: "#6x6+Q5/Q5", colorScheme: "dark" },
  "phone-light": { width: 390, height: 844, hash: "#7x7+K2+Q2+B2+N" },
  "phone-dark": { width: 390, height: 844, colorScheme: "dark", hash: "#10x10-c3,h8+X4@b2+N3+X=NN" },
  "large-board": { hash: "#32x32+K20" },
})) {
  await test(`as it looks: ${name}`, async (page) => {
    await page.locator("#board [data-square]").first().waitFor();
    await page.waitForTimeout(700);
    for (const view of ["board", "search", "table"]) {
      await page.click(`#tab-${view}`);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${view} is ${over} pixels too wide`);
    }
    await page.click("#tab-board");
    if (screenshots) await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
  }, options);
}

await browser.close();
server.close();
console.log(`${passed} passed, 0 failed`);
