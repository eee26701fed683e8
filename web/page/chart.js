// A chart of terms. Its bars show numbers of digits, because terms grow by factors.

import { grouped } from "./words.js";

export function chart(terms) {
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
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Terms by size, on a logarithmic scale">${bars.join("")}<text x="0" y="11">last term: ${grouped(terms.at(-1)[1])} (logarithmic scale)</text></svg>`;
}
