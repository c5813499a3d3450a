// Loads the packed extension into an editor that has nothing, with a command that is not there; prints what it shows.
const Module = require("node:module");

const shown = [];
const anything = () =>
  new Proxy(class {}, {
    get: (target, name) => (name === Symbol.toPrimitive ? () => "" : name in target ? target[name] : anything()),
    apply: () => anything(),
  });
class EventEmitter {
  event = () => ({ dispose() {} });
  fire() {}
  dispose() {}
}
const levels = Object.fromEntries(["error", "warn", "info", "debug", "trace"].map((name) => [name, console.error]));
const vscode = {
  EventEmitter,
  version: "1.120.0",
  window: {
    createOutputChannel: () => ({ ...levels, show() {}, dispose() {} }),
    showErrorMessage: async (message, ...buttons) => void shown.push({ message, buttons }),
  },
  workspace: {
    workspaceFolders: undefined,
    getConfiguration: () => ({ get: (name, otherwise) => (name === "command" ? [process.argv[3]] : otherwise) }),
    onDidChangeConfiguration: () => ({ dispose() {} }),
  },
  commands: { registerCommand: () => ({ dispose() {} }) },
};
const withAnything = (part) =>
  new Proxy(part, {
    get: (target, name) =>
      name in target ? (typeof target[name] === "object" ? withAnything(target[name]) : target[name]) : anything(),
  });
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? withAnything(vscode) : load(name, ...rest));

require(process.argv[2])
  .activate({ subscriptions: [] })
  .then(() => console.log(JSON.stringify(shown)))
  .catch((error) => console.log(JSON.stringify({ failed: String(error.stack) })))
  .finally(() => process.exit(0));
