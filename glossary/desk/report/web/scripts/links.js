// Links: which words of a document stand for which term of its original. They are packed into a text for each document:
// numbers in digits of base 64, five for each link. No elements here.

import { data, kept } from "./data.js";
import { outerFirst } from "./marks.js";
import { reading } from "./reader.js";
import { textOf } from "./texts.js";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", KINDS = 16;
const DIGIT = new Map([...DIGITS].map((digit, value) => [digit, value]));

/** @param {string} packed */
function unpacked(packed) {
  const numbers = /** @type {number[]} */ ([]);
  let rest = 0, weight = 1;
  for (const digit of packed) {
    const value = DIGIT.get(digit) ?? 0;
    rest += (value & 31) * weight;
    weight *= 32;
    if (value & 32) continue;
    numbers.push(rest % 2 ? -(rest - 1) / 2 : rest / 2);
    [rest, weight] = [0, 1];
  }
  return numbers;
}

/** @type {Map<number, Link[]>} */
const linksByDocument = new Map();
/** @type {Map<string, LinkMark[]>} */
const linkMarksBySide = new Map();

// The links of a document with the original that stands beside it, in the order of the original.
/** @param {Source} source */
export function linksOf(source) {
  return kept(linksByDocument, source.number, () => readLinks(unpacked(textOf(source.number).beside?.links ?? "")));
}

/** @param {number[]} numbers */
function readLinks(numbers) {
  const links = /** @type {Link[]} */ ([]);
  for (let position = 0, originalOffset = 0, ownOffset = 0; position < numbers.length; position += 5) {
    const [after, length, on, ownLength, kind] = numbers.slice(position, position + 5);
    originalOffset += after;
    ownOffset += on;
    links.push({
      number: links.length, original: [originalOffset, originalOffset + length], own: ownLength ? [ownOffset, ownOffset + ownLength] : null,
      relation: data.link_relations[kind % KINDS], sure: 1 - Math.floor(kind / KINDS) / 100,
    });
  }
  return links;
}

// The links of the document that is read as marks in its own text, or in that of its original.
/** @param {Source} source */
export function linkMarks(source) {
  if (!reading) return [];
  const document = reading, isOwn = source === reading;
  return kept(linkMarksBySide, `${document.number} ${source.number}`, () => linksOf(document).flatMap(link => {
    const [start, end] = (isOwn ? link.own : link.original) ?? [0, 0];
    return start < end ? [{ start, end, link }] : [];
  }).sort(outerFirst));
}
