// What stands behind # in an address: the problem, and then what else is to be seen, as in `#8x8+Q8@a1&view=table&to=9`.

// Signs that mean nothing in this part of an address, and are easier to read as they are.
const PLAIN = { "%2F": "/", "%40": "@", "%2C": ",", "%3D": "=", "%3A": ":", "%7B": "{", "%7D": "}" };

const written = (text) => encodeURIComponent(text).replaceAll("%20", "+").replace(/%(2F|40|2C|3D|3A|7B|7D)/g, (code) => PLAIN[code]);

const read = (text) => decodeURIComponent(text.replaceAll("+", " "));

// An address of a problem; of the other things, those that are something.
export function addressOf(text, others = {}) {
  const seen = Object.entries(others).filter(([, value]) => value !== undefined && value !== "" && value !== false);
  return `#${[written(text), ...seen.map(([name, value]) => `${name}=${written(String(value))}`)].join("&")}`;
}

// The text of the problem, and the other things; nothing of what cannot be read.
export function readAddress(address) {
  try {
    const [text, ...others] = address.replace(/^#/, "").split("&");
    const pair = (other) => [other.slice(0, other.indexOf("=")), read(other.slice(other.indexOf("=") + 1))];
    return { ...Object.fromEntries(others.filter((other) => other.includes("=")).map(pair)), text: read(text) };
  } catch {
    return { text: "" };
  }
}
