// What stands above the text of a document: where it is from, its findings, how it is laid out.

import { data, findings, sources, STANDING } from "./data.js";
import { clip, ELSEWHERE, fill, langOf, link, make } from "./elements.js";
import { headBadges, instead } from "./finding_card.js";
import { gapsOf } from "./page_map.js";
import { many, say } from "./phrases.js";
import { placeLink } from "./places.js";
import { apart, layOut, reader } from "./reader.js";
import { addressOf } from "./source_links.js";
import { textOf, written } from "./texts.js";
import { missingOf } from "./volumes.js";

/** @param {Source} source */
export function aboutDocument(source) {
  const documentFindings = findings.filter(finding => sources[finding.document] === source && STANDING.has(finding.state)), text = textOf(source.number), gaps = gapsOf(source);
  return [
    pathAndOrigin(source),
    missingOf(source).length ? make("p", { class: "note" }, fill(say.missing, { files: missingOf(source).join(", ") })) : null,
    text.whole ? null : make("p", { class: "note" }, say.not_whole),
    make("details", {}, make("summary", {}, documentFindings.length ? many(say.finding, documentFindings.length) : say.no_findings),
      make("ul", { class: "list" }, documentFindings.map(briefly))),
    gaps.length ? make("details", {}, make("summary", {}, many(say.gaps, gaps.length)),
      make("ul", { class: "list" }, gaps.map(({ start, words, tag }) => make("li", {}, make("a", { href: link("document", { id: source.id, at: start }), lang: langOf(words, tag) }, written(words)))))) : null,
    make("div", { class: "choices" }, text.beside ? layouts() : null, text.terms.length ? termsBox() : null),
    text.beside?.links ? make("p", { class: "dim" }, say.linking.about) : null,
  ];
}

function termsBox() {
  const box = make("input", { type: "checkbox", checked: true });
  box.addEventListener("change", () => reader.classList.toggle("with-terms", box.checked));
  reader.classList.add("with-terms");
  return make("label", {}, box, " ", say.mark_terms);
}

function layouts() {
  /** @param {string} text @param {boolean} alone */
  const choice = (text, alone) => {
    const button = make("input", { type: "radio", name: "layout", checked: apart === alone });
    button.addEventListener("change", () => layOut(alone));
    return make("label", {}, button, " ", text);
  };
  return make("fieldset", { class: "choice" }, make("legend", { class: "away" }, say.layout), choice(say.beside, false), choice(say.alone, true));
}

// The title is the path where there is no other.
/** @param {Source} source */
function pathAndOrigin(source) {
  const { title, path, origin, address, work, number } = source;
  const file = address ? make("a", { href: addressOf(source, 1), ...ELSEWHERE }, title ? path : say.open_source) : title && path;
  const others = sources.filter(source => source.work === work && source.number !== number)
    .map(source => make("a", { href: link("document", { id: source.id }), lang: source.tag }, data.names[source.lang]));
  const parts = [file, origin && make("a", { href: origin, ...ELSEWHERE }, say.origin), ...others].filter(Boolean);
  return parts.length ? make("p", { class: "dim" }, parts.map((part, index) => [index ? " · " : null, part])) : null;
}

/** @param {Finding} finding */
function briefly(finding) {
  const source = sources[finding.document];
  return make("li", { class: finding.severity }, headBadges(finding),
    make("span", { lang: langOf(finding.surface, source.tag) }, written(clip(finding.surface, 40))), instead(finding, source), " ",
    finding.places.length ? placeLink(finding, 0) : null);
}
