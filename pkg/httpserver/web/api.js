// Speaks the HTTP API. A failure is an Error with the problem's own words. When
// the server wants a token, a person is asked and the call is made again.
import {ask, token} from "./token.js";

async function send(path, options = {}) {
  for (;;) {
    const held = token();
    let response;
    try {
      response = await fetch(path, {...options, headers: {...options.headers, ...(held ? {Authorization: "Bearer " + held} : {})}});
    } catch (e) {
      if (e.name === "AbortError") throw e;
      throw new Error("the server does not answer");
    }
    if (response.status !== 401) return response;
    await ask(held);
  }
}

async function call(path, options) {
  const response = await send(path, options);
  const body = await response.text();
  if (response.ok) return body ? JSON.parse(body) : null;
  let problem = {};
  try { problem = JSON.parse(body); } catch { /* not a problem document */ }
  const e = new Error(problem.detail || problem.title || `status ${response.status}`);
  e.status = response.status;
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

const v1 = "api/v1/", context = "api/context/";

export const compile = (input, signal) => post(v1 + "devcontext", input, signal);
export const rebudget = (input, signal) => post(v1 + "devcontext/rebudget", input, signal);
export const render = (input, signal) => post(v1 + "devcontext/render", input, signal);
export const explain = (input) => call(v1 + "devcontext/explain?" + query(input));
export const objects = (input, signal) => call(v1 + "objects?" + query(input), {signal});
export const status = () => call(v1 + "index");
// A Capsule travels as the text it is: writing it anew here could lose what the
// server must judge.
function withCapsule(path, capsule, rest) {
  try { JSON.parse(capsule); } catch { throw new Error("the Capsule is not JSON"); }
  return call(path, {method: "POST", headers: {"Content-Type": "application/json"}, body: `{"capsule":${capsule},${JSON.stringify(rest).slice(1)}`});
}

export const preview = (capsule, rest) => withCapsule(context + "compiled/preview", capsule, rest);
export const check = (capsule, rest) => withCapsule(context + "compiled/check", capsule, rest);
