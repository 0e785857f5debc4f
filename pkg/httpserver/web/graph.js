// Draws how each selected entry was reached: a column a depth, an arrow a
// discovery that came over an edge. Enter or a click on a node explains it.
import {svg, el, $, name, show} from "./dom.js";

const wide = 220, gap = 70, high = 26, step = 36, top = 16;

export function graph(answer, why) {
  const columns = [];
  for (const e of answer.selected) (columns[e.depth] ||= []).push(e);
  const at = new Map();
  columns.forEach((column, x) => column.forEach((e, y) => at.set(e.uri, {x: 12 + x * (wide + gap), y: top + y * step})));
  const rows = Math.max(1, ...columns.map((c) => (c || []).length));
  const width = 24 + columns.length * (wide + gap) - gap, height = top * 2 + rows * step;
  const edges = [], nodes = [];
  for (const e of answer.selected) {
    const to = at.get(e.uri);
    for (const d of e.discovered_by) {
      const from = d.via && at.get(d.via);
      if (from) edges.push(arrow(from, to, d, e));
    }
    nodes.push(node(e, to, why, edges));
  }
  const picture = svg("svg", {width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Graph of discovery"}, edges, nodes);
  $("view-graph").replaceChildren(el("p", {class: "quiet"}, "Columns are hops from what was asked for. An arrow leads from what named a thing to the thing."),
    el("div", {class: "wide"}, picture));
}

function arrow(from, to, d, e) {
  const x1 = from.x + (to.x > from.x ? wide : 0), x2 = to.x + (to.x > from.x ? 0 : wide);
  const y1 = from.y + high / 2, y2 = to.y + high / 2, bend = to.x === from.x ? -40 : (x2 - x1) / 2;
  const path = svg("path", {class: "edge", d: `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - (to.x === from.x ? 40 : bend)} ${y2} ${x2} ${y2}`});
  const title = svg("title");
  show(title, `${d.edge || d.selector}: ${d.reason}`);
  path.append(title);
  path.dataset.from = d.via;
  path.dataset.to = e.uri;
  return path;
}

function node(e, p, why, edges) {
  const label = svg("text", {x: p.x + 8, y: p.y + 17});
  const text = e.title || name(e.uri);
  show(label, text.length > 30 ? text.slice(0, 29) + "…" : text);
  const light = (on) => edges.forEach((a) => a.classList.toggle("lit", on && (a.dataset.from === e.uri || a.dataset.to === e.uri)));
  const g = svg("g", {class: "node", tabindex: "0", role: "button", "aria-label": `${e.kind} ${text}, ${e.cost_tokens} tokens`,
    click: () => why(e.uri), keydown: (k) => { if (k.key === "Enter" || k.key === " ") { k.preventDefault(); why(e.uri); } },
    focus: () => light(true), blur: () => light(false), mouseenter: () => light(true), mouseleave: () => light(false)},
    svg("rect", {class: "s-" + e.tier, x: p.x, y: p.y, width: wide, height: high, rx: 4}), label);
  const title = svg("title");
  show(title, e.uri);
  g.append(title);
  return g;
}
