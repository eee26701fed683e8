// Keeps the page, so that it works without a network. Newer files of the server are used if there is a
// network.

const KEPT = "armistice-1";
const FILES = [
  "./", "index.html", "style.css", "icon.svg", "armistice.wasm", "address.js", "answers.js", "board.js", "chart.js",
  "copy.js", "desk.js", "engine.js", "extremes.js", "finding.js", "formula.js", "gallery.js", "heat.js", "help.js", "hints.js",
  "kinds.js", "library.js", "main.js", "mathml.js", "overlay.js", "placements.js", "problem.js", "puzzle.js", "same.js", "search.js", "sheet.js",
  "size.js", "table.js", "terms.js", "theme.js", "tray.js", "views.js", "words.js", "work.js", "worker.js",
];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)).then(() => self.skipWaiting()));
});

addEventListener("activate", (event) => {
  const others = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("armistice-") && name !== KEPT).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(others());
});

addEventListener("fetch", (event) => {
  const answer = async () => {
    try {
      const fresh = await fetch(event.request);
      if (fresh.ok) (await caches.open(KEPT)).put(event.request, fresh.clone());
      return fresh;
    } catch (error) {
      const kept = await caches.match(event.request, { ignoreSearch: true });
      if (kept) return kept;
      throw error;
    }
  };
  if (event.request.method === "GET" && new URL(event.request.url).origin === location.origin) event.respondWith(answer());
});
