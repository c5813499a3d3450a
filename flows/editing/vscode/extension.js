// Starts `taiyaku lsp` for the pages that taiyaku reads, and says what to do where the command is missing.
"use strict";

const { spawn } = require("node:child_process");
const vscode = require("vscode");
const { CloseAction, ErrorAction, LanguageClient, RevealOutputChannelOn } = require("vscode-languageclient/node");

const LANGUAGES = ["markdown", "mdx", "plaintext", "restructuredtext", "html"];
const INSTALL = 'pipx install taiyaku';
const COPY = "Copy the command";
const SETTINGS = "Open settings";
const MOST_SAID = 2000; // characters of what the server said last

let client;
let log;

/** Called by the editor once such a page is open. */
async function activate(context) {
  log = vscode.window.createOutputChannel("taiyaku", { log: true });
  context.subscriptions.push(
    log,
    vscode.commands.registerCommand("taiyaku.restart", restart),
    vscode.commands.registerCommand("taiyaku.showLog", () => log.show()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      const starts = ["taiyaku.command", "taiyaku.arguments"];
      return starts.some((name) => event.affectsConfiguration(name)) ? restart() : undefined;
    }),
  );
  await start();
}

async function deactivate() {
  const running = client;
  client = undefined;
  if (running?.needsStop()) {
    await running.stop();
  }
}

async function restart() {
  await deactivate();
  await start();
}

async function start() {
  const settings = vscode.workspace.getConfiguration("taiyaku");
  const [command, ...words] = settings.get("command", ["taiyaku", "lsp"]);
  const args = [...words, ...settings.get("arguments", [])];
  const cwd = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const server = await serve(command, args, cwd);
  if (!server) {
    return;
  }
  const starting = new LanguageClient("taiyaku", "taiyaku", async () => server, {
    documentSelector: [
      ...LANGUAGES.map((language) => ({ scheme: "file", language })),
      { scheme: "file", pattern: "**/*.{ipynb,po,xlf,xliff}" },
    ],
    outputChannel: log,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationFailedHandler: () => false,
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => ({ action: CloseAction.DoNotRestart, handled: true }),
    },
  });
  client = starting;
  try {
    await starting.start();
  } catch (error) {
    log.error(String(error)); // `serve` has shown what there is to do
  }
}

/** The server's process, once it runs; none where it cannot. What keeps it from running, or ends it, is shown. */
function serve(command, args, cwd) {
  return new Promise((resolve) => {
    const server = spawn(command, args, { cwd });
    let said = "";
    server.stderr.on("data", (piece) => {
      said = `${said}${piece}`.slice(-MOST_SAID);
      log.info(String(piece).trimEnd());
    });
    server.on("spawn", () => resolve(server));
    server.on("error", (error) => {
      const why = error.code === "ENOENT" ? "is not installed, or not on the path" : `cannot be started: ${error.message}`;
      void offerRemedy(`The command “${command}” ${why}. Install it with: ${INSTALL}`);
      resolve(undefined);
    });
    server.on("exit", (status) => {
      if (status) {
        void offerRemedy(`“${[command, ...args].join(" ")}” has ended: ${said.trim() || `status ${status}`}`);
      }
    });
  });
}

async function offerRemedy(problem) {
  const chosen = await vscode.window.showErrorMessage(problem, COPY, SETTINGS);
  if (chosen === COPY) {
    await vscode.env.clipboard.writeText(INSTALL);
  } else if (chosen === SETTINGS) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "taiyaku.command");
  }
}

module.exports = { activate, deactivate };
