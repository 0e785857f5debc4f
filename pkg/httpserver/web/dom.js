// Builds elements from data. Text from a repository only ever becomes text
// nodes; control and direction characters are shown by their code point, so
// that no name or body can drive the page or disguise itself.

const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

export function show(parent, text) {
  let at = 0;
  for (const m of String(text).matchAll(hidden)) {
    if (m.index > at) parent.append(text.slice(at, m.index));
    const mark = document.createElement("span");
    mark.className = "ctl";
    mark.textContent = "<U+" + m[0].codePointAt(0).toString(16).toUpperCase().padStart(4, "0") + ">";
    parent.append(mark);
    at = m.index + m[0].length;
  }
  parent.append(String(text).slice(at));
  return parent;
}

// el("p", {class: "quiet"}, "text", child…): attributes by name, functions as
// listeners, strings through show.
export function el(name, attributes, ...children) {
  const e = document.createElement(name);
  for (const [k, v] of Object.entries(attributes || {})) {
    if (typeof v === "function") e.addEventListener(k, v);
    else if (v !== undefined && v !== null && v !== false) e.setAttribute(k, v === true ? "" : v);
  }
  for (const c of children.flat(Infinity)) {
    if (c === undefined || c === null || c === false) continue;
    if (c instanceof Node) e.append(c);
    else show(e, String(c));
  }
  return e;
}

const svgSpace = "http://www.w3.org/2000/svg";

export function svg(name, attributes, ...children) {
  const e = document.createElementNS(svgSpace, name);
  for (const [k, v] of Object.entries(attributes || {})) {
    if (typeof v === "function") e.addEventListener(k, v);
    else e.setAttribute(k, v);
  }
  for (const c of children.flat(Infinity)) {
    if (c instanceof Node) e.append(c);
    else if (c) e.append(String(c));
  }
  return e;
}

export const $ = (id) => document.getElementById(id);

export const number = (n) => new Intl.NumberFormat("en").format(n);

export function name(uri) {
  if (!uri.startsWith("majordomus://")) return uri; // a path or an intent
  const rest = uri.slice("majordomus://".length);
  return rest.slice(rest.indexOf("/") + 1) || uri;
}

// download hands text to the browser as a file, byte for byte.
export function download(text, file) {
  const link = el("a", {href: URL.createObjectURL(new Blob([new TextEncoder().encode(text)], {type: "text/markdown"})), download: file});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
