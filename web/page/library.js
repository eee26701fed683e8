// The worker and the library, which are files of their own. (A page that is one file has another file in place of this one.)

// Whether the page is one file.
export const isWhole = false;

// Returns a new worker, which is told where the library is.
export function beginWorker() {
  const worker = new Worker(new URL("worker.js", import.meta.url));
  worker.postMessage({ library: new URL("armistice.wasm", import.meta.url).href });
  return worker;
}
