// Completes the line of a text area in which the cursor stands from the paths
// of the index: arrows choose, Enter or Tab takes, Escape closes.
import {el} from "./dom.js";
import * as api from "./api.js";

export function complete(area, list) {
  let running = null, chosen = -1;

  const line = () => {
    const start = area.value.lastIndexOf("\n", area.selectionStart - 1) + 1;
    const end = area.value.indexOf("\n", area.selectionStart);
    return {start, end: end < 0 ? area.value.length : end};
  };
  const close = () => {
    list.hidden = true;
    chosen = -1;
    area.setAttribute("aria-expanded", "false");
    area.removeAttribute("aria-activedescendant");
  };
  const take = (text) => {
    const {start, end} = line();
    area.setRangeText(text, start, end, "end");
    close();
    area.focus();
  };
  const choose = (i) => {
    const items = [...list.children];
    chosen = (i + items.length) % items.length;
    items.forEach((item, n) => item.setAttribute("aria-selected", String(n === chosen)));
    items[chosen].scrollIntoView({block: "nearest"});
    area.setAttribute("aria-activedescendant", items[chosen].id);
  };

  area.addEventListener("input", async () => {
    const {start, end} = line();
    const prefix = area.value.slice(start, end).trim();
    running?.abort();
    if (!prefix) return close();
    running = new AbortController();
    try {
      const found = await api.objects({path: prefix, limit: 12}, running.signal);
      const paths = [...new Set(found.objects.map((o) => o.provenance.path))];
      if (!paths.length || (paths.length === 1 && paths[0] === prefix)) return close();
      list.replaceChildren(...paths.map((p, i) => el("li", {role: "option", id: "path-option-" + i, "aria-selected": "false",
        mousedown: (e) => { e.preventDefault(); take(p); }}, p)));
      chosen = -1;
      list.hidden = false;
      area.setAttribute("aria-expanded", "true");
    } catch {
      close();
    }
  });
  area.addEventListener("keydown", (e) => {
    if (list.hidden) return;
    if (e.key === "ArrowDown" || e.key === "ArrowUp") {
      e.preventDefault();
      choose(e.key === "ArrowDown" ? chosen + 1 : chosen < 0 ? -1 : chosen - 1);
    } else if ((e.key === "Enter" || e.key === "Tab") && chosen >= 0) {
      e.preventDefault();
      take(list.children[chosen].textContent);
    } else if (e.key === "Escape") {
      close();
    }
  });
  area.addEventListener("blur", close);
}
