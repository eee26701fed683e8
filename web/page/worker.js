// The library on a thread of its own. It receives {number, question} and answers {number, answer}. During
// long work it reports {number, share, found}. Ending the worker stops the work.

let library;
let number;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

const read = (address, length) => decoder.decode(new Uint8Array(library.memory.buffer, address, length));

const page = {
  now: () => performance.now(),
  progress: (share, found) => postMessage({ number, share, found }),
  fault: (address, length) => postMessage({ number, answer: { error: `internal fault: ${read(address, length)}` } }),
};

const ready = (async () => {
  const fetched = fetch(new URL("armistice.wasm", import.meta.url));
  // Some servers do not send the type of the file, which then cannot be compiled while it arrives.
  const compiled = await WebAssembly.instantiateStreaming(fetched, { page }).catch(async () => {
    const response = await fetch(new URL("armistice.wasm", import.meta.url));
    return WebAssembly.instantiate(await response.arrayBuffer(), { page });
  });
  library = compiled.instance.exports;
  library.begin();
})();

onmessage = async ({ data }) => {
  try {
    await ready;
    number = data.number;
    const question = encoder.encode(JSON.stringify(data.question));
    const address = library.question(question.length);
    new Uint8Array(library.memory.buffer, address, question.length).set(question);
    const length = library.answer();
    postMessage({ number, answer: JSON.parse(read(library.answered(), length)) });
  } catch (error) {
    postMessage({ number: data.number, answer: { error: `the program failed: ${error.message}` }, isBroken: true });
  }
};
