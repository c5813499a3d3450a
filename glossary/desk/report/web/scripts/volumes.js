// Volumes: what the page has no room for lies in files of the folder `data` beside it, read when it is asked for.

import { addSources, data, findings, kept, more } from "./data.js";
import { addEntries } from "./document_table.js";
import { addFindings, addTexts } from "./texts.js";

/** @type {Map<string, (value: any) => void>} */
const awaited = new Map(); // the name of a volume → what takes it
/** @type {Map<string, Promise<void>>} */
const reads = new Map();
/** @type {Set<string>} */
export const loaded = new Set(), missing = new Set(); // volumes that were read, and that could not be

// Where the history of builds lies, seen from the page of one of them or of the latest; elsewhere it is not looked for.
const [, among] = /\/(builds\/[^/]+|latest)\/report\/[^/]*$/.exec(location.pathname) ?? [];
export const historyAddress = among === "latest" ? "../../history/history.js" : among === `builds/${data.build}` ? "../../../history/history.js" : "";

// Only these addresses may a script have.
const VOLUME = /^(?:documents|(?:texts|findings)-\d+)$/;
/** @param {string} name */
export const volumeAddress = name => name === "history" && historyAddress || `data/${VOLUME.test(name) ? name : ""}.js`;
/** @type {ScriptAddresses} */
const addresses = window.trustedTypes?.createPolicy("volumes", { createScriptURL: volumeAddress }) ?? { createScriptURL: volumeAddress };

// Reads a volume once; where it is not there, or is one of another build, it is among those that are missing.
/** @param {string} name @param {(value: any) => void} take */
export function readVolume(name, take) {
  return kept(reads, name, () => new Promise(resolve => {
    const script = document.createElement("script");
    awaited.set(name, value => {
      take(value);
      loaded.add(name);
    });
    for (const end of ["load", "error"]) {
      script.addEventListener(end, () => {
        if (!loaded.has(name) && name !== "history") missing.add(name); // the history of builds is not missed
        script.remove();
        resolve();
      });
    }
    script.src = /** @type {string} */ (addresses.createScriptURL(name));
    document.head.append(script);
  }));
}

/** @param {string} name */
const isAway = name => !loaded.has(name) && !missing.has(name);

// --- documents

export const lacksDocuments = () => !!data.volumes && isAway("documents");

export function readDocuments() {
  return lacksDocuments() ? readVolume("documents", value => {
    addSources(value.rows);
    addEntries(value.figures);
    more();
  }) : Promise.resolve();
}

// --- findings

/** @param {number} number */
export const lacksFindings = number => isAway(`findings-${number}`);
export const lacksSomeFindings = () => !!data.volumes?.findings.some(lacksFindings);

/** @param {number[]} numbers */
async function readFindings(numbers) {
  await readDocuments();
  if (missing.has("documents")) numbers.forEach(number => missing.add(`findings-${number}`)); // it is unknown what they speak of
  await Promise.all(numbers.filter(lacksFindings).map(number => readVolume(`findings-${number}`, addFindings)));
  findings.sort((a, b) => a.rank - b.rank);
  more();
}
export const readAllFindings = () => readFindings(data.volumes?.findings ?? []);

// --- the text of a document, with all that was found in it

/** @param {Source} source */
export const lacksText = source => !!source.volume && isAway(`texts-${source.volume}`);

/** @param {Source} source */
export const lacks = source => lacksText(source) || source.others.some(lacksFindings);

/** @param {Source} source */
export async function readSource(source) {
  await readFindings(source.others);
  if (missing.has("documents")) missing.add(`texts-${source.volume}`);
  if (lacksText(source)) await readVolume(`texts-${source.volume}`, addTexts);
  more();
}

// What could not be read of a document.
/** @param {Source} source */
export const missingOf = ({ volume, others }) => [`texts-${volume}`, ...others.map(number => `findings-${number}`)].filter(name => missing.has(name)).map(volumeAddress);

export function startVolumes() {
  // What a volume calls, and the history of builds, which is of no build.
  /** @param {string} build @param {string} name @param {any} value */
  window.taiyaku = (build, name, value) => {
    if (build === data.build || build === "history") awaited.get(name)?.(value);
  };
}
