// Shows an answer: the bar, the numbers, and the lists behind the tabs.
import {el, $, number, name} from "./dom.js";

export function bar(answer) {
  const b = answer.budget;
  const whole = Math.max(b.limit_tokens, b.used_tokens, 1);
  const box = $("bar");
  box.replaceChildren();
  box.classList.toggle("over", b.over_budget);
  const legend = el("ul", {class: "legend"});
  for (const t of b.tiers) {
    if (t.tokens > 0) {
      const part = el("span", {class: "t-" + t.tier, title: `${t.tier}: ${number(t.tokens)} tokens`});
      part.style.width = (100 * t.tokens / whole) + "%";
      box.append(part);
    }
    legend.append(el("li", {title: t.meaning}, el("i", {class: "t-" + t.tier, "aria-hidden": "true"}),
      `${t.tier} ${number(t.tokens)}`, t.excluded ? ` (${t.excluded} cut)` : ""));
  }
  box.setAttribute("role", "img");
  box.setAttribute("aria-label", "Tokens by tier: " + b.tiers.map((t) => `${t.tier} ${t.tokens}`).join(", "));
  $("numbers").replaceChildren(el("span", {class: b.over_budget ? "error" : null},
    `${number(b.used_tokens)} of ${number(b.limit_tokens)} tokens` + (b.over_budget ? ", over budget" : "")),
    ` · ${number(b.required_tokens)} required · ${number(b.remaining_tokens)} left · `
    + `${answer.selected.length} selected · ${answer.excluded.length} left out`, legend);
}

const inferred = (d) => d.confidence < 1;

export function selected(answer, why) {
  const out = [];
  let tier = "";
  for (const e of answer.selected) {
    if (e.tier !== tier) out.push(el("h2", {}, tier = e.tier));
    out.push(el("article", {class: "entry " + e.tier},
      el("div", {class: "head"},
        el("span", {},
          el("button", {class: "name", type: "button", click: () => why(e.uri)}, e.title || name(e.uri)),
          e.required && el("span", {class: "flag"}, "required"),
          e.status && el("span", {class: "flag quiet"}, e.status)),
        el("span", {class: "cost"}, `${number(e.cost_tokens)} tokens · ${e.relevance.toFixed(3)}`)),
      el("div", {class: "uri quiet"}, e.provenance.path),
      el("ul", {}, e.discovered_by.map((d) => el("li", {class: inferred(d) ? "inferred" : null}, reason(d))))));
  }
  $("view-selected").replaceChildren(...(out.length ? out : [el("p", {class: "quiet"}, "Nothing is selected.")]));
}

export function reason(d) {
  let s = d.reason;
  if (d.via) s += ` (via ${name(d.via)})`;
  if (inferred(d)) s += ` · inferred, ${d.confidence.toFixed(3)}`;
  return s;
}

export function excluded(answer, why) {
  const rows = answer.excluded.map((x) => el("tr", {},
    el("td", {}, el("div", {class: "entry " + x.tier}, el("button", {class: "name", type: "button", click: () => why(x.uri)}, name(x.uri)),
      el("div", {class: "quiet"}, x.detail))),
    el("td", {}, x.reason), el("td", {class: "n"}, number(x.cost_tokens)), el("td", {class: "n"}, x.relevance.toFixed(3))));
  $("view-excluded").replaceChildren(rows.length
    ? el("div", {class: "wide"}, el("table", {},
      el("thead", {}, el("tr", {}, el("th", {scope: "col"}, "What"), el("th", {scope: "col"}, "Reason"),
        el("th", {scope: "col", class: "n"}, "Would cost"), el("th", {scope: "col", class: "n"}, "Relevance"))),
      el("tbody", {}, rows)))
    : el("p", {class: "quiet"}, "Nothing that was reached is left out."));
}

export function notes(answer) {
  const facts = el("dl", {},
    pair("Fingerprint", el("code", {}, answer.fingerprint)), pair("Request digest", el("code", {}, answer.request_digest || "")),
    pair("Branch", answer.git.branch || "detached"), pair("Head", el("code", {}, answer.git.head || "no commit yet")),
    pair("Tree", answer.git.working_tree));
  $("view-notes").replaceChildren(facts,
    list("Seeds", answer.seeds, (s) => `${s.kind} ${s.resolved || name(s.uri)} (from ${s.from})`),
    list("Conflicts", answer.conflicts, (c) => `${name(c.current)} against ${name(c.against)}: ${c.detail}`),
    list("Deduplicated", answer.deduplicated, (d) => `${name(d.kept)}: ${d.detail}`),
    list("Commits", answer.git.commits || [], (c) => `${c.commit} named by ${name(c.named_by)}${c.covers ? ": " + c.covers : ""}`),
    list("Diagnostics", answer.diagnostics, (d) => `${d.severity} ${d.code}: ${d.message}${d.path ? ` (${d.path})` : ""}`));
}

export const pair = (term, value) => [el("dt", {}, term), el("dd", {}, value)];

function list(title, rows, line) {
  if (!rows.length) return el("div", {});
  return el("div", {}, el("h2", {}, title), el("ul", {}, rows.map((r) => el("li", {}, line(r)))));
}
