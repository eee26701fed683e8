// The part of an address behind #: the problem and the rest of the view, as in `#8x8+Q8@a1&view=table&to=9`.

// Signs that have no meaning in this part of an address, and are easier to read without encoding.
const PLAIN = { "%2F": "/", "%40": "@", "%2C": ",", "%3D": "=", "%3A": ":", "%7B": "{", "%7D": "}" };

const written = (text) => encodeURIComponent(text).replaceAll("%20", "+").replace(/%(2F|40|2C|3D|3A|7B|7D)/g, (code) => PLAIN[code]);

const read = (text) => decodeURIComponent(text.replaceAll("+", " "));

// Returns the address of a problem and of those other values that are not empty.
export function addressOf(text, others = {}) {
  const seen = Object.entries(others).filter(([, value]) => value !== undefined && value !== "" && value !== false);
  return `#${[written(text), ...seen.map(([name, value]) => `${name}=${written(String(value))}`)].join("&")}`;
}

// Returns the text of the problem and the other values. Unreadable parts are left out.
export function readAddress(address) {
  try {
    const [text, ...others] = address.replace(/^#/, "").split("&");
    const pair = (other) => [other.slice(0, other.indexOf("=")), read(other.slice(other.indexOf("=") + 1))];
    return { ...Object.fromEntries(others.filter((other) => other.includes("=")).map(pair)), text: read(text) };
  } catch {
    return { text: "" };
  }
}
