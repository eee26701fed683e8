// Asks the command that serves the page. This file replaces the one of the same name in web/page, which asks
// a worker.

// Whether the command answers (and not a worker).
export const isServed = true;

// Whether the page is one file.
export const isWhole = false;

export class Engine {
  #session = Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join("");
  #asked = new Map();
  #number = 0;

  // Returns the answer to a question, as an object. If there is none, throws the message of the library, with
  // the whole answer as the cause. Calls `tell` with the share that is done and the number found so far.
  async ask(question, tell = () => {}) {
    const number = ++this.#number;
    const asked = new AbortController();
    this.#asked.set(number, asked);
    try {
      const response = await fetch("ask", {
        method: "POST",
        headers: { "x-session": this.#session },
        body: JSON.stringify(question),
        signal: asked.signal,
      });
      if (!response.ok) throw new Error(`the command answered: ${response.status} ${response.statusText}`);
      for await (const event of events(response.body)) {
        if (!event.answer) tell(event.share, event.found);
        else if (event.answer.error) throw new Error(event.answer.error, { cause: event.answer });
        else return event.answer;
      }
      throw new Error("the command stopped before it answered");
    } catch (error) {
      if (error.name === "AbortError") throw new Stopped();
      throw error instanceof TypeError ? new Error("the command does not answer; it may have ended") : error;
    } finally {
      this.#asked.delete(number);
    }
  }

  // Stops all questions that are being answered.
  stop() {
    for (const asked of this.#asked.values()) asked.abort();
    this.#asked.clear();
  }

  get isBusy() {
    return this.#asked.size > 0;
  }
}

export class Stopped extends Error {}

// Yields the events that the command sends.
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      if (line.startsWith("data: ")) yield JSON.parse(line.slice(6));
    }
  }
}
