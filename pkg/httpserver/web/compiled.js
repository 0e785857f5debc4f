// The compiled-context page: previews exactly the server's verified bytes,
// checks a supplied artifact, downloads the Markdown byte for byte.
import {el, $, show, number, download} from "./dom.js";
import {pair} from "./answer.js";
import * as api from "./api.js";

function say(text, bad) {
  $("compiled-status").className = bad ? "error" : "quiet";
  $("compiled-status").replaceChildren();
  show($("compiled-status"), text);
}

const input = () => {
  const v = {budgetTokens: Number($("tokens").value)};
  if ($("bytes").value) v.budgetBytes = Number($("bytes").value);
  return v;
};

// A preview is of exactly the inputs on the page: any edit clears it.
function clear() {
  if (!$("compiled-result").childElementCount) return;
  $("compiled-result").replaceChildren();
  say("The inputs changed; preview again.");
}

function citations(capsule, ids) {
  const chosen = capsule.evidence.filter((e) => ids.includes(e.evidenceId));
  return el("ol", {}, chosen.map((e) => {
    const text = el("pre", {hidden: true, tabindex: "0"}, e.text);
    const button = el("button", {class: "plain", type: "button", "aria-expanded": "false", click: () => {
      text.hidden = !text.hidden;
      button.setAttribute("aria-expanded", String(!text.hidden));
    }}, `${e.uri} lines ${e.startLine}–${e.endLine}`);
    return el("li", {}, button, text);
  }));
}

async function preview(event) {
  event.preventDefault();
  $("compiled-result").replaceChildren();
  say("Verifying…");
  const text = $("capsule").value, asked = input();
  try {
    const r = await api.preview(text, asked);
    if (text !== $("capsule").value || JSON.stringify(asked) !== JSON.stringify(input())) return;
    const capsule = JSON.parse(text);
    $("compiled-result").replaceChildren(
      el("div", {class: "actions"}, el("button", {type: "button", id: "download-artifact", click: () => download(r.markdown, "context.gno-context.md")}, "Download"),
        el("span", {class: "quiet"}, `${number(r.budget.usedTokens)} of ${number(r.budget.requestedTokens)} tokens · ${number(r.budget.usedBytes)} of ${number(r.budget.requestedBytes)} bytes (${r.budget.estimator})`)),
      el("dl", {}, pair("Digest", el("code", {}, r.digest)), pair("Coverage", r.coverage.complete ? "complete" : "incomplete"),
        pair("Covered", r.coverage.coveredFacets.map((f) => f.facet ?? f).join(", ") || "none"),
        pair("Unresolved", r.coverage.unresolvedFacets.join(", ") || "none"),
        pair("Omitted", r.omissions.map((o) => `${o.evidenceId.slice(0, 12)} ${o.reason}`).join(", ") || "nothing")),
      el("h2", {}, "Citations"), citations(capsule, r.evidenceIds),
      el("h2", {}, "Artifact"), el("pre", {id: "markdown", tabindex: "0"}, r.markdown),
      el("h2", {}, "Keep it in a file"),
      el("pre", {}, `majordomus context compiled compile --capsule FILE --budget ${r.budget.requestedTokens} --output NAME.gno-context.md\nmajordomus context compiled refresh NAME.gno-context.md --capsule-output FILE.gno-context.capsule.json`));
    say("Verified: every passage is as its source has it.");
  } catch (e) {
    say(e.message, true);
  }
}

async function check() {
  say("Checking…");
  try {
    const r = await api.check($("capsule").value, {markdown: $("artifact").value});
    say(`${r.status}${r.reasons.length ? ": " + r.reasons.join(", ") : ""}`, r.status !== "current");
  } catch (e) {
    say(e.message, true);
  }
}

$("compiled").addEventListener("submit", preview);
$("compiled").addEventListener("input", clear);
$("check").addEventListener("click", check);
$("capsule-file").addEventListener("change", async () => {
  const file = $("capsule-file").files[0];
  if (!file) return;
  $("capsule").value = await file.text();
  clear();
});
