// The library on a thread of its own. It first receives {library}: an address, or the compiled library. Then it
// receives {number, question} and answers {number, answer}. During long work it reports {number, share, found}.
// Ending the worker stops the work.

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

async function fetched(address) {
  // Some servers do not send the type of the file, which then cannot be compiled while it arrives.
  const { instance } = await WebAssembly.instantiateStreaming(fetch(address), { page }).catch(async () => {
    const response = await fetch(address);
    return WebAssembly.instantiate(await response.arrayBuffer(), { page });
  });
  return instance;
}

async function begin(from) {
  const instance = typeof from === "string" ? await fetched(from) : await WebAssembly.instantiate(from, { page });
  library = instance.exports;
  library.begin();
}

let told;
const ready = new Promise((resolve) => { told = resolve; }).then(begin);

onmessage = async ({ data }) => {
  if (data.library) {
    told(data.library);
    return;
  }
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
