// Printing: the board, or a sheet of boards to fill in.

const $ = (id) => document.getElementById(id);
const BOARDS = 6;

export function printing(engine, desk) {
  addEventListener("beforeprint", () => { $("print-title").textContent = desk.problem ? desk.text : ""; });
  addEventListener("afterprint", () => document.body.classList.remove("sheet"));
  $("print").addEventListener("click", () => print());
  $("print-sheet").addEventListener("click", async () => {
    // These boards have the reader's own pieces.
    const { svg } = await engine.ask({ ask: "picture", text: desk.text, placed: desk.placed });
    const source = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    $("sheet").replaceChildren(...Array.from({ length: BOARDS }, () => Object.assign(new Image(), { src: source, alt: "" })));
    await Promise.all([...$("sheet").children].map((image) => image.decode()));
    document.body.classList.add("sheet");
    print();
  });
}
