// The request form and what follows from it.
import {el, $, show, number, name, download} from "./dom.js";
import * as api from "./api.js";
import {bar, selected, excluded, notes, reason, pair} from "./answer.js";
import {graph} from "./graph.js";
import {complete} from "./complete.js";
import "./compiled.js";

let answer = null, asked = null, running = null, spending = null;

function request() {
  const paths = $("paths").value.split("\n").map((s) => s.trim()).filter(Boolean);
  const input = {budget_tokens: Number($("budget").value), max_depth: Number($("depth").value), floor: Number($("floor").value)};
  for (const k of ["issue", "milestone", "intent"]) if ($(k).value.trim()) input[k] = $(k).value.trim();
  if (paths.length) input.paths = paths;
  if ($("rules").checked) input.all_blocking_rules = true;
  return input;
}

function say(text, bad) {
  $("status").className = bad ? "error" : "quiet";
  $("status").replaceChildren();
  show($("status"), text);
}

function fail(e) {
  if (e.name === "AbortError") return;
  say(e.message + (e.hint ? `. ${e.hint}` : ""), true);
}

async function submit(event) {
  event?.preventDefault();
  running?.abort();
  running = new AbortController();
  asked = request();
  $("answer").setAttribute("aria-busy", "true");
  say("Compiling…");
  try {
    const a = await api.compile(asked, running.signal);
    const all = a.budget.used_tokens + a.excluded.filter((x) => x.reason === "budget").reduce((n, x) => n + x.cost_tokens, 0);
    $("slider").max = String(Math.max(all, 1)); // there everything fits
    $("slider").value = String(a.budget.limit_tokens);
    draw(a);
    say(`Compiled: ${a.selected.length} things to read.`);
  } catch (e) {
    $("result").hidden = true;
    fail(e);
  } finally {
    $("answer").setAttribute("aria-busy", "false");
  }
}

function draw(a) {
  answer = a;
  $("result").hidden = false;
  $("slider-out").textContent = number(a.budget.limit_tokens);
  bar(a);
  selected(a, why);
  excluded(a, why);
  graph(a, why);
  notes(a);
  $("view-prompt").replaceChildren(el("p", {class: "quiet"}, "Rendered when you open this tab."));
  if ($("tab-prompt").getAttribute("aria-selected") === "true") prompt();
}

async function spend() {
  const budget = Number($("slider").value);
  $("slider-out").textContent = number(budget);
  spending?.abort();
  spending = new AbortController();
  try {
    draw(await api.rebudget({request_digest: answer.request_digest, budget_tokens: budget}, spending.signal));
    say(`Spent again under ${number(budget)} tokens.`);
  } catch (e) {
    if (e.status === 404) return submitWith(budget);
    fail(e);
  }
}

// The server forgets old walks; then the request is compiled afresh.
function submitWith(budget) {
  $("budget").value = String(budget);
  return submit();
}

async function why(uri) {
  $("explain-title").replaceChildren();
  show($("explain-title"), name(uri));
  $("explain-body").replaceChildren(el("p", {class: "quiet"}, "…"));
  $("explain").showModal();
  try {
    const x = await api.explain({...asked, budget_tokens: answer.budget.limit_tokens, uri});
    $("explain-body").replaceChildren(el("p", {}, `${x.standing.replace("_", " ")}: ${x.detail}`), el("dl", {},
      pair("Identifier", el("code", {}, x.uri)), pair("Budget", `${number(x.used_tokens)} of ${number(x.limit_tokens)} tokens`),
      x.fits_at_tokens ? pair("Fits at", `${number(x.fits_at_tokens)} tokens`) : [],
      x.entry ? [pair("Relevance", String(x.entry.relevance)), pair("Confidence", String(x.entry.confidence)),
        pair("Cost", `${number(x.entry.cost_tokens)} tokens, ${number(x.entry.cost_bytes)} bytes`), pair("Path", x.entry.provenance.path)] : []),
    x.entry ? el("ul", {}, x.entry.discovered_by.map((d) => el("li", {}, reason(d)))) : "");
  } catch (e) {
    $("explain-body").replaceChildren(el("p", {class: "error"}, e.message));
  }
}

async function prompt() {
  const view = $("view-prompt");
  view.replaceChildren(el("p", {class: "quiet"}, "Rendering…"));
  const asked = answer;
  try {
    const r = await api.render({request_digest: asked.request_digest, format: "md"});
    if (asked !== answer) return;
    const copy = el("button", {id: "copy", type: "button", click: async () => {
      await navigator.clipboard.writeText(r.text);
      copy.textContent = "Copied";
      setTimeout(() => { copy.textContent = "Copy"; }, 1500);
    }}, "Copy");
    const keep = el("button", {id: "download", class: "plain", type: "button", click: () => download(r.text, "context.md")}, "Download");
    view.replaceChildren(el("div", {class: "actions"}, copy, keep, el("span", {class: "quiet"}, `${number(r.tokens)} tokens`)),
      el("pre", {id: "prompt-text", tabindex: "0"}, r.text));
  } catch (e) {
    view.replaceChildren(el("p", {class: "error"}, e.message));
  }
}

const tabs = [...document.querySelectorAll("[role=tab]")];

function open(tab) {
  for (const t of tabs) {
    const on = t === tab;
    t.setAttribute("aria-selected", String(on));
    t.tabIndex = on ? 0 : -1;
    $(t.getAttribute("aria-controls")).hidden = !on;
  }
  if (tab.id === "tab-prompt" && answer) prompt();
}

tabs.forEach((t, i) => {
  t.addEventListener("click", () => open(t));
  t.addEventListener("keydown", (e) => {
    const to = {ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: tabs.length - 1}[e.key];
    if (to === undefined) return;
    e.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    open(next);
    next.focus();
  });
});

function page() {
  const which = location.hash === "#compiled" ? "compiled" : "context";
  for (const a of document.querySelectorAll("nav a")) {
    if (a.dataset.page === which) a.setAttribute("aria-current", "page");
    else a.removeAttribute("aria-current");
  }
  $("page-context").hidden = which !== "context";
  $("page-compiled").hidden = which !== "compiled";
}

async function start() {
  page();
  addEventListener("hashchange", page);
  $("request").addEventListener("submit", submit);
  let timer = 0;
  $("slider").addEventListener("input", () => {
    $("slider-out").textContent = number(Number($("slider").value));
    clearTimeout(timer);
    timer = setTimeout(spend, 60);
  });
  complete($("paths"), $("path-options"));
  try {
    const s = await api.status();
    $("repo").replaceChildren();
    show($("repo"), `${s.git.branch || "detached"} · ${number(s.objects)} objects` + (s.degraded ? " · degraded" : ""));
    for (const [kind, id] of [["issue", "issues"], ["milestone", "milestones"]]) {
      const found = await api.objects({kind, limit: 200});
      $(id).replaceChildren(...found.objects.map((o) => el("option", {value: o.identity}, o.title || "")));
    }
  } catch (e) {
    fail(e);
  }
}

start();
