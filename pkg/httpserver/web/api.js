// Speaks the HTTP API. A failure is an Error with the problem's own words.

async function call(path, options) {
  let response;
  try {
    response = await fetch("api/v1/" + path, options);
  } catch (e) {
    if (e.name === "AbortError") throw e;
    throw new Error("the server does not answer");
  }
  const body = await response.text();
  if (response.ok) return body ? JSON.parse(body) : null;
  let problem = {};
  try { problem = JSON.parse(body); } catch { /* not a problem document */ }
  const e = new Error(problem.detail || problem.title || `status ${response.status}`);
  e.code = problem.code;
  e.hint = problem.hint;
  throw e;
}

const post = (path, input, signal) => call(path, {
  method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(input), signal,
});

const query = (input) => {
  const q = new URLSearchParams();
  for (const [k, v] of Object.entries(input)) {
    for (const one of [].concat(v ?? [])) q.append(k, one);
  }
  return q.toString();
};

export const compile = (input, signal) => post("devcontext", input, signal);
export const rebudget = (input, signal) => post("devcontext/rebudget", input, signal);
export const render = (input, signal) => post("devcontext/render", input, signal);
export const explain = (input) => call("devcontext/explain?" + query(input));
export const policy = () => call("devcontext/policy");
export const objects = (input, signal) => call("objects?" + query(input), {signal});
export const status = () => call("index");

async function context(path, input) {
  const response = await fetch("api/context/" + path, {
    method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(input),
  });
  const body = await response.json();
  if (!response.ok) throw new Error(body.detail || body.title || `status ${response.status}`);
  return body;
}

export const preview = (input) => context("compiled/preview", input);
export const check = (input) => context("compiled/check", input);
