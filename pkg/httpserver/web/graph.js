// Draws how each selected entry was reached: a column a depth, an arrow a
// discovery that came over an edge. Enter or a click on a node explains it.
import {svg, el, $, name, show} from "./dom.js";

const wide = 220, gap = 70, high = 26, step = 36, top = 16;

export function graph(answer, why) {
  const shown = new Map(answer.selected.map((e) => [e.uri, e]));
  const columns = [];
  const place = (e) => (columns[e.depth] ||= []).push(e);
  for (const e of ghosts(answer, shown)) place(e);
  for (const e of answer.selected) place(e);
  const at = new Map();
  columns.forEach((column, x) => column.forEach((e, y) => at.set(e.uri, {x: 12 + x * (wide + gap), y: top + y * step})));
  const rows = Math.max(1, ...columns.map((c) => (c || []).length));
  const width = 24 + columns.length * (wide + gap) - gap, height = top * 2 + rows * step - (step - high);
  const edges = [], nodes = [];
  for (const column of columns) {
    for (const e of column || []) {
      const to = at.get(e.uri);
      for (const d of e.discovered_by || []) {
        const from = d.via && at.get(d.via);
        if (from) edges.push(arrow(from, to, d, e));
      }
      nodes.push(node(e, to, why, edges));
    }
  }
  const head = svg("marker", {id: "head", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto"},
    svg("path", {d: "M0 0 L8 4 L0 8 z", class: "head"}));
  const picture = svg("svg", {width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": "Graph of discovery"},
    svg("defs", {}, head), edges, nodes);
  $("view-graph").replaceChildren(el("p", {class: "quiet"}, "Columns are hops from what was asked for. An arrow leads from what named a thing to the thing; "
    + "what is dashed led somewhere and is not selected itself."),
    el("div", {class: "wide"}, picture));
}

// ghosts are what discoveries came over that is not selected: paths of the
// request, and things that were left out.
function ghosts(answer, shown) {
  const found = new Map();
  for (const e of answer.selected) {
    for (const d of e.discovered_by) {
      if (!d.via || shown.has(d.via)) continue;
      const out = answer.excluded.find((x) => x.uri === d.via);
      const depth = Math.max(0, d.depth - 1);
      if (!found.has(d.via) || found.get(d.via).depth > depth) {
        found.set(d.via, {uri: d.via, kind: out?.kind || "path", tier: out?.tier || "", cost_tokens: out?.cost_tokens || 0, depth, ghost: true, known: Boolean(out)});
      }
    }
  }
  return [...found.values()].sort((a, b) => (a.uri < b.uri ? -1 : 1));
}

function arrow(from, to, d, e) {
  const x1 = from.x + (to.x > from.x ? wide : 0), x2 = to.x + (to.x < from.x ? wide : 0);
  const y1 = from.y + high / 2, y2 = to.y + high / 2;
  const bend = to.x === from.x ? x1 - 30 : (x1 + x2) / 2; // within a column it goes around on the left
  const path = svg("path", {class: "edge", "marker-end": "url(#head)", d: `M${x1} ${y1} C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`});
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
  const act = e.ghost && !e.known ? {} : {
    role: "button", click: () => why(e.uri),
    keydown: (k) => { if (k.key === "Enter" || k.key === " ") { k.preventDefault(); why(e.uri); } },
  };
  const g = svg("g", {class: e.ghost ? "node ghost" : "node", tabindex: "0", role: "img",
    "aria-label": e.ghost ? `${e.kind} ${text}, not selected` : `${e.kind} ${text}, ${e.cost_tokens} tokens`,
    focus: () => light(true), blur: () => light(false), mouseenter: () => light(true), mouseleave: () => light(false), ...act},
    svg("rect", {class: "s-" + e.tier, x: p.x, y: p.y, width: wide, height: high, rx: 4}), label);
  const title = svg("title");
  show(title, e.uri);
  g.append(title);
  return g;
}
