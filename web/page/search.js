// The search, played: pages that the library makes, each in a frame of its own.

const $ = (id) => document.getElementById(id);
const ORDERS = { "first-fail": "where the fewest squares are left", leftmost: "from left to right, the first file or kind" };

export function searchView(engine, text) {
  $("play").addEventListener("click", async () => {
    const names = Object.keys(ORDERS);
    const orders = $("two").checked ? names : names.slice(0, 1);
    $("players").replaceChildren();
    $("search-status").textContent = "";
    try {
      for (const order of orders) {
        const { page, choices } = await engine.ask({ ask: "trace", text: text(), order });
        const frame = document.createElement("iframe");
        frame.title = `The search, ${ORDERS[order]}: ${choices} choices`;
        frame.setAttribute("sandbox", "allow-scripts");
        frame.srcdoc = page;
        $("players").append(frame);
      }
    } catch (error) {
      $("search-status").textContent = error.message;
    }
  });
  $("classroom").addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else $("view-search").requestFullscreen?.().catch((error) => { $("search-status").textContent = error.message; });
  });
}
