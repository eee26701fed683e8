// A reader of the page: a browser with the page in it, and frequent actions.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, extname, normalize } from "node:path";
import assert from "node:assert/strict";

const require = createRequire(join(process.cwd(), "test.cjs"));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };
const BENEATH = "/some/where/";

export class Reader {
  passed = 0;

  // Begins with the folder of a static page, or the address of a served one.
  static async begin(dist, screenshots) {
    const reader = new Reader();
    const { chromium } = require("playwright-core");
    Object.assign(reader, { dist, screenshots, isServed: dist.startsWith("http:"), axe: require.resolve("axe-core/axe.min.js") });
    if (!reader.isServed) {
      reader.server = createServer((request, response) => reader.#serve(request, response));
      await new Promise((resolve) => reader.server.listen(0, "127.0.0.1", resolve));
    }
    reader.address = reader.isServed ? dist : `http://127.0.0.1:${reader.server.address().port}${BENEATH}`;
    reader.browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync"],
    });
    return reader;
  }

  async #serve(request, response) {
    try {
      const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
      if (!path.startsWith(BENEATH)) throw new Error(path);
      const file = join(this.dist, path.slice(BENEATH.length) || "index.html");
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" }).end(await readFile(file));
    } catch {
      response.writeHead(404).end();
    }
  }

  async end() {
    await this.browser.close();
    this.server?.close();
    console.log(`${this.passed} passed, 0 failed`);
  }

  // Runs a test on a page of its own, which must log no error and ask for nothing of another host or in another file.
  async test(name, work, { width = 1400, height = 900, colorScheme = "light", hash = "", address = this.address, ...others } = {}) {
    if (!name.includes(process.env.ONLY ?? "")) return;
    const context = await this.browser.newContext({
      viewport: { width, height }, colorScheme, serviceWorkers: "block", acceptDownloads: true, ...others,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    const faults = [];
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    page.on("request", (request) => {
      const { protocol, host, pathname } = new URL(request.url());
      const home = new URL(address);
      const isOther = protocol === "file:" ? pathname !== home.pathname : protocol.startsWith("http") && host !== home.host;
      if (isOther) faults.push(`asked ${request.url()}`);
    });
    try {
      await page.goto(address + hash);
      await page.locator("main:not([inert])").waitFor();
      await work(page, context);
      assert.deepEqual(faults, []);
    } catch (error) {
      console.error(`FAILED: ${name}\n${error.stack}\n${faults.join("\n")}`);
      await page.screenshot({ path: `${this.screenshots ?? "/tmp"}/failed.png` }).catch(() => {});
      process.exit(1);
    } finally {
      await context.close();
    }
    this.passed += 1;
    console.log(`ok: ${name}`);
  }
}

// Waits for a number next to a label.
export async function says(page, label, number) {
  const grouped = number.replace(/\B(?=(\d{3})+$)/g, ",");
  await page.locator(`#answers dt:text-is("${label}") + dd`).filter({ hasText: new RegExp(`^${grouped} `) }).waitFor();
}

export const type = async (page, text) => {
  await page.fill("#problem", text);
  await page.press("#problem", "Enter");
};

export const square = (page, name) => page.locator(`#board [data-square="${name}"]`);

// Waits until the board has this number of pieces. The engine is asked about every move.
export const has = (page, number) =>
  page.waitForFunction((number) => document.querySelectorAll("#board [data-square] > svg").length === number, number);

// Waits until the problem has changed to this text, and is drawn.
export const becomes = (page, text) => page.waitForFunction((text) =>
  document.getElementById("problem").value === text && !document.querySelector("#board-frame[aria-busy]"), text);

// Waits for a sentence below the board.
export const finds = (page, text) => page.locator("#finding-text", { hasText: text }).waitFor();

// Asks the library directly.
export const ask = (page, question) => page.evaluate(async (question) => {
  const { Engine } = await import(new URL("engine.js", location.href));
  window.asked ??= new Engine();
  return window.asked.ask(question);
}, question);

export const button = (page, name) => page.getByRole("button", { name, exact: true });
