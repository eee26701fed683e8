// Families: terms as they come, a chart of them, the sequence that they are, and a formula.

import { grouped, seconds, time } from "./answers.js";
import { Stopped } from "./engine.js";

const $ = (id) => document.getElementById(id);

export function tableView(engine, same) {
  const status = (text) => { $("table-status").textContent = text; };
  const busy = (isBusy) => { $("table-stop").disabled = !isBusy; };
  const upTo = () => ($("family-classes").checked ? same.upTo : "");
  let round = 0;

  const begin = () => {
    round += 1;
    if (engine.isBusy) engine.stop();
    busy(true);
    return round;
  };

  $("table-stop").addEventListener("click", () => engine.stop());

  $("family-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const mine = begin();
    const body = $("table").tBodies[0];
    const terms = [];
    // What stands there is of another family, perhaps.
    $("formula").hidden = true;
    body.replaceChildren();
    $("table").hidden = false;
    $("chart").replaceChildren();
    status("");
    try {
      const { text, variables } = await engine.ask({ ask: "family", text: $("family").value });
      if (variables.length !== 1) throw new Error(`${text}: a table here has one variable, like {n}x{n} Q{n}`);
      $("table").tHead.rows[0].cells[0].textContent = variables[0];
      const [first, last] = ["family-first", "family-last"].map((id) => Number($(id).value));
      if (last < first) throw new Error(`from ${first} to ${last}: there is nothing between`);
      for (let value = first; value <= last; value += 1) {
        const { problem } = await engine.ask({ ask: "member", text, value });
        if (problem === null) continue;
        status(`Counting ${problem} …`);
        const answer = await engine.ask({ ask: "count", text: problem, upTo: upTo() });
        if (mine !== round) return;
        terms.push([value, answer.count]);
        const row = body.insertRow();
        for (const cell of [value, problem, grouped(answer.count)]) row.insertCell().textContent = cell;
        row.title = time(seconds(answer));
        chart(terms);
      }
      const { sequences } = await engine.ask({ ask: "identify", terms: terms.map(([, count]) => count) });
      status(sequences.length ? `These are terms of ${sequences.map(({ id, name }) => `${id}: ${name}`).join("; ")}` : "");
    } catch (error) {
      if (mine === round) status(error instanceof Stopped ? "Stopped." : error.message);
    } finally {
      if (mine === round) busy(false);
    }
  });

  $("derive").addEventListener("click", async () => {
    const mine = begin();
    $("formula").hidden = true;
    $("table").hidden = true;
    $("chart").replaceChildren();
    status("Looking for a formula …");
    try {
      const { text } = await engine.ask({ ask: "formula", text: $("family").value, upTo: upTo() });
      if (mine !== round) return;
      $("formula").textContent = text;
      $("formula").hidden = false;
      status("");
    } catch (error) {
      if (mine === round) status(error instanceof Stopped ? "Stopped." : error.message);
    } finally {
      if (mine === round) busy(false);
    }
  });
}

// Bars of the numbers of digits, since terms grow by factors.
function chart(terms) {
  const size = ([, count]) => (count === "0" ? 0 : count.length - 1 + Math.log10(Number(`${count[0]}.${count.slice(1, 15)}`)));
  const most = Math.max(1, ...terms.map(size));
  const [width, height, edge] = [600, 160, 18];
  const wide = width / terms.length;
  const bars = terms.map((term, place) => {
    const high = (height - 2 * edge) * Math.max(size(term) / most, term[1] === "0" ? 0 : 0.02);
    const x = place * wide;
    const label = terms.length <= 30 ? `<text x="${x + wide / 2}" y="${height - 4}" text-anchor="middle">${term[0]}</text>` : "";
    return `<rect x="${x + wide * 0.1}" y="${height - edge - high}" width="${wide * 0.8}" height="${high}"><title>${term[0]}: ${grouped(term[1])}</title></rect>${label}`;
  });
  $("chart").innerHTML = `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Terms by size, on a logarithmic scale">${bars.join("")}<text x="0" y="11">up to ${grouped(terms.at(-1)[1])} (logarithmic)</text></svg>`;
}
