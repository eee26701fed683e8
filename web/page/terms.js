// The terms of a table in the formats of other programs. A term is its value, its count and its problem.

const quoted = (text) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const FORMS = {
  CSV: (variable, terms) =>
    [`${variable},problem,count`, ...terms.map(([value, count, problem]) => `${value},${quoted(problem)},${count}`)].join("\n") + "\n",
  "b-file": (variable, terms) => terms.map(([value, count]) => `${value} ${count}\n`).join(""),
  LaTeX: (variable, terms) => {
    const lines = terms.map(([value, count]) => `$${value}$ & ${count.replace(/\B(?=(\d{3})+$)/g, "\\,")} \\\\`);
    return ["\\begin{tabular}{rr}", "\\hline", `$${variable}$ & placements \\\\`, "\\hline", ...lines, "\\hline", "\\end{tabular}", ""].join("\n");
  },
};
