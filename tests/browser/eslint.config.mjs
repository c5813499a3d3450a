// What ESLint looks for: its recommended rules, and some whose breach would be a fault of the page.

import { readdirSync, readFileSync } from "node:fs";
import js from "@eslint/js";
import globals from "globals";

const SCRIPTS = new URL("../../glossary/desk/report/web/scripts/", import.meta.url);
const declared = readdirSync(SCRIPTS).flatMap(name => readFileSync(new URL(name, SCRIPTS), "utf8").match(/(?<=^(?:const|let|(?:async )?function\*?) )\w+/gm) ?? []);

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
  // All scripts of the page, one behind the other as a page holds them: `lint.py` puts them together.
  { files: ["page.js"], languageOptions: { sourceType: "script", globals: globals.browser } },
  // An editor's extension, and the scripts that start it.
  { files: ["flows/**/*.js", "tests/**/*.cjs"], languageOptions: { sourceType: "commonjs", globals: globals.node } },
  { files: ["flows/**/*.mjs"], languageOptions: { globals: globals.node } },
  // Tests; what they hand over to the page runs there, where its names are known.
  { files: ["tests/**/*.mjs"], languageOptions: { globals: { ...globals.node, ...globals.browser, ...Object.fromEntries(declared.map(name => [name, "readonly"])) } } },
];
