// Numbers, times and names for sentences.

// Writes a decimal number with its digits in groups.
export const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

// Writes a text with a capital letter.
export const capitalised = (text) => text[0].toUpperCase() + text.slice(1);

// Returns the name of a kind, or its letter.
export const nameOf = ({ name, letter }) => name ?? letter;

// "a queen", "an amazon"; a kind of the reader's own is "a piece X".
export const oneOf = ({ name, letter }) => (name ? `${/^[aeio]/.test(name) ? "an" : "a"} ${name}` : `a piece ${letter}`);

export const plural = (word) => word + (/([sxz]|ch|sh)$/.test(word) ? "es" : "s");

// "queens"; a kind of the reader's own is "pieces X".
export const pluralOf = ({ name, letter }) => (name ? plural(name) : `pieces ${letter}`);

// "1 queen", "8 queens"; a kind of the reader's own is "3 pieces X".
export function some(number, kind) {
  const one = kind.name ?? `piece ${kind.letter}`;
  return `${grouped(number)} ${number === 1 ? one : pluralOf(kind)}`;
}

// "a, b and c".
export function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

// Writes the time of a count, from the question on.
export const seconds = (answer) => answer.planning_seconds + answer.seconds;

const about = (number, unit) => `${grouped(Math.round(number))} ${Math.round(number) === 1 ? unit : plural(unit)}`;

export function time(seconds) {
  if (seconds < 1) return `${Math.max(1, Math.round(1000 * seconds))} ms`;
  if (seconds < 100) return `${seconds.toPrecision(2)} s`;
  if (seconds < 6000) return about(seconds / 60, "minute");
  if (seconds < 200000) return about(seconds / 3600, "hour");
  if (seconds < 1e8) return about(seconds / 86400, "day");
  return about(seconds / 31557600, "year");
}
