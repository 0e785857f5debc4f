// Drives majordomus with the MCP SDK for TypeScript, over both transports:
//   node scripts/mcp-client.mjs stdio PROGRAM [ARG…]
//   node scripts/mcp-client.mjs http URL
// The SDK is looked for in the folder MCP_SDK, else from here. Prints what it did, a line each, and fails on the first surprise.
import assert from "node:assert/strict";
import {createRequire} from "node:module";
import {pathToFileURL} from "node:url";

const require = createRequire(process.env.MCP_SDK ? pathToFileURL(process.env.MCP_SDK + "/") : import.meta.url);
const load = (name) => import(pathToFileURL(require.resolve("@modelcontextprotocol/sdk/" + name)));
const {Client} = await load("client/index.js");
const {StdioClientTransport} = await load("client/stdio.js");
const {StreamableHTTPClientTransport} = await load("client/streamableHttp.js");

console.warn = () => {}; // its validator tells of every number format it does not know

const [kind, target, ...args] = process.argv.slice(2);
const transport = kind === "http" ? new StreamableHTTPClientTransport(new URL(target)) : new StdioClientTransport({command: target, args, stderr: "inherit", env: process.env});
const client = new Client({name: "typescript", version: "1"}, {capabilities: {}});
let closing = false;
client.onerror = (e) => { // an answer may cross its cancellation, and closing aborts the streams of the client itself
  if (/unknown message ID/.test(e.message) || closing && (e.name === "AbortError" || /abort/i.test(e.message))) return;
  console.error("protocol: " + e.message.slice(0, 200));
  process.exitCode = 1;
};
const did = (what) => console.log(`${kind}: ${what}`);

await client.connect(transport);
assert.equal(client.getServerVersion().name, "majordomus");
did("connected");

const {tools} = await client.listTools();
assert.ok(tools.some((t) => t.name === "majordomus_devcontext"));
assert.ok(tools.every((t) => t.inputSchema.type === "object" && t.description.split(/\s+/).length < 120));
did(`listed ${tools.length} tools`);

const call = (name, input, options) => client.callTool({name, arguments: input}, undefined, options);
const compiled = await call("majordomus_devcontext", {issue: "I0001"});
assert.equal(compiled.structuredContent.schema, 1);
assert.ok(compiled.content[0].text.includes("request_digest"));
const digest = compiled.structuredContent.request_digest;
const respent = await call("majordomus_devcontext_rebudget", {request_digest: digest, budget_tokens: 300});
assert.equal(respent.structuredContent.budget.limit_tokens, 300);
did("compiled and spent again");

const refused = await call("majordomus_devcontext", {issue: "I9999"});
assert.equal(refused.isError, true);
assert.ok(refused.content[0].text.startsWith("issue_not_found"));
did("refused with a code");

const resources = [];
for (let cursor; ;) {
  const page = await client.listResources(cursor ? {cursor} : {});
  resources.push(...page.resources);
  if (!(cursor = page.nextCursor)) break;
}
assert.ok(resources.some((r) => r.uri === "majordomus://devcontext/policy"));
const issue = await client.readResource({uri: "majordomus://issue/I0001"});
assert.ok(issue.contents[0].text.includes("I0001"));
did(`listed ${resources.length} resources and read one`);

let body = "", cursor;
do {
  const page = await call("majordomus_object", {uri: "majordomus://issue/I0001", limit: 20, ...(cursor ? {cursor} : {})});
  body += page.structuredContent.body;
  cursor = page.structuredContent.next_cursor;
} while (cursor);
assert.equal(body, issue.contents[0].text);
did("paged through a body");

const prompt = await client.getPrompt({name: "work-on-issue", arguments: {issue: "I0001"}});
assert.ok(prompt.messages[0].content.text.includes("I0001"));
const completed = await client.complete({ref: {type: "ref/prompt", name: "work-on-issue"}, argument: {name: "issue", value: "I"}});
assert.deepEqual(completed.completion.values, ["I0001", "I0002"]);
did("got a prompt and completed an argument");

const controller = new AbortController();
const cancelled = call("majordomus_devcontext", {intent: "a thing that is declared"}, {signal: controller.signal});
controller.abort();
await assert.rejects(cancelled);
await client.ping();
did("cancelled, and the server lives");

closing = true;
await client.close();
did("closed");
