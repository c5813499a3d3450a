// Makes dist/extension.js, one file with all that the extension calls, and beside it the licences of what is in it.
import { copyFileSync, existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const { metafile } = await build({
  entryPoints: ["extension.js"],
  outfile: "dist/extension.js",
  bundle: true,
  minify: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
  legalComments: "none",
  metafile: true,
  mainFields: ["module", "main"],
});
const packages = new Set(
  Object.keys(metafile.inputs).flatMap((file) => file.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []),
);
const notices = [...packages].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf-8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return `${name} ${version}, ${license}\n\n${file ? readFileSync(`${folder}/${file}`, "utf-8").trim() : ""}\n`;
});
writeFileSync("dist/NOTICES.txt", notices.join("\n---\n\n"));
if (existsSync("../../../LICENSE")) {
  copyFileSync("../../../LICENSE", "LICENSE");
}
