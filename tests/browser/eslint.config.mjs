// What ESLint looks for: its recommended rules, and some whose breach would be a fault of the page.

import { readdirSync, readFileSync } from "node:fs";
import js from "@eslint/js";
import globals from "globals";

const SCRIPTS = new URL("../../glossary/desk/report/web/scripts/", import.meta.url);
const modules = readdirSync(SCRIPTS).map(name => readFileSync(new URL(name, SCRIPTS), "utf8"));
const declared = modules.flatMap(text => text.match(/(?<=^(?:export )?(?:const|let|(?:async )?function\*?) )\w+/gm) ?? []);
const imported = new Set(modules.flatMap(text => [...text.matchAll(/^import \{([^}]+)\}/gm)]).flatMap(([, names]) => names.match(/\w+/g)));

// What is exported is imported by another module.
const usedExports = context => ({
  ExportNamedDeclaration(node) {
    const names = context.sourceCode.getDeclaredVariables(node.declaration).map(variable => variable.name);
    if (!names.some(name => imported.has(name))) context.report({ node, message: `no module imports ${names.join(", ")}` });
  },
});

export default [
  { ignores: ["**/dist/"] },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }], // `== null` asks for null and undefined at once
      "no-unused-vars": ["error", { ignoreRestSiblings: true }], // `{ when, ...rest }` is how one leaves `when` out
      "no-var": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      "no-use-before-define": ["error", { functions: false, variables: false }], // what runs at once finds all that it needs
      "array-callback-return": "error",
      "no-control-regex": "off", // such characters are looked for on purpose
    },
  },
  // The modules of the page; and the one script that is made of them, where what runs at once finds all that it needs.
  { files: ["**/web/scripts/*.js"], languageOptions: { globals: globals.browser }, plugins: { page: { rules: { "used-exports": { create: usedExports } } } }, rules: { "page/used-exports": "error" } },
  { files: ["**/web/page.js"], languageOptions: { sourceType: "script", globals: globals.browser }, rules: { "no-var": "off", "no-empty": "off", "no-unused-vars": "off" } },
  // An editor's extension, and the scripts that start it.
  { files: ["flows/**/*.js", "tests/**/*.cjs"], languageOptions: { sourceType: "commonjs", globals: globals.node } },
  { files: ["flows/**/*.mjs"], languageOptions: { globals: globals.node } },
  // Tests; what they hand over to the page runs there, where its names are known.
  { files: ["tests/**/*.mjs"], languageOptions: { globals: { ...globals.node, ...globals.browser, ...Object.fromEntries(declared.map(name => [name, "readonly"])) } } },
];
