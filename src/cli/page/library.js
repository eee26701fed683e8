// The worker and the library, which are part of this page. This file replaces the one of the same name in web/page.

// Whether the page is one file.
export const isWhole = true;

const part = (id) => document.getElementById(id).textContent;

const worker = URL.createObjectURL(new Blob([part("worker")], { type: "text/javascript" }));

// All workers share what is compiled once.
const library = (async () => {
  const packed = Uint8Array.from(atob(part("library")), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
})();

// Returns a new worker, which gets the library as soon as it is compiled.
export function beginWorker() {
  const begun = new Worker(worker);
  library
    .then((library) => begun.postMessage({ library }))
    .catch(({ message }) => begun.dispatchEvent(new ErrorEvent("error", { message })));
  return begun;
}
