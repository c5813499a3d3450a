// Starts the server and opens a page with the protocol library that VS Code uses; prints what came, as JSON.
// Its arguments: the folder of the npm packages, the file of the page, the server's command.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [packages, file, command, ...args] = process.argv.slice(2);
const protocol = createRequire(`${packages}/`)("vscode-languageserver-protocol/node");
const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
const connection = protocol.createProtocolConnection(
  new protocol.StreamMessageReader(server.stdout),
  new protocol.StreamMessageWriter(server.stdin),
);
const uri = pathToFileURL(file).href;
const told = [];
const waiting = [];
connection.onNotification(protocol.PublishDiagnosticsNotification.type, (params) => {
  told.push(params);
  waiting.shift()?.();
});
const next = () => new Promise((resolve) => waiting.push(resolve));
connection.listen();

const { capabilities } = await connection.sendRequest(protocol.InitializeRequest.type, {
  processId: process.pid,
  rootUri: null,
  capabilities: {},
});
await connection.sendNotification(protocol.InitializedNotification.type, {});
let heard = next();
await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
  textDocument: { uri, languageId: "markdown", version: 1, text: readFileSync(file, "utf-8") },
});
await heard;
heard = next();
const place = { line: 2, character: 4 };
await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
  textDocument: { uri, version: 2 },
  contentChanges: [{ range: { start: place, end: { line: 2, character: 7 } }, text: "库" }],
});
await heard;
const hover = await connection.sendRequest(protocol.HoverRequest.type, {
  textDocument: { uri },
  position: { line: 2, character: 9 },
});
await connection.sendRequest(protocol.ShutdownRequest.type);
await connection.sendNotification(protocol.ExitNotification.type);
const status = await new Promise((resolve) => server.on("exit", resolve));
console.log(JSON.stringify({ sync: capabilities.textDocumentSync.change, told, hover, status }));
process.exit(0);
