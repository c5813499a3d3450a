// What the scripts of the report page know: the data that the page holds, and what they make of it.
// `lint.py` beside this file has them checked; tests/glossary/desk/report/web/test_script_types.py holds it against the Python code.

// What `page_content.py` embeds.

type Lang = "en" | "zh" | "ja";
type Severity = "critical" | "major" | "minor" | "neutral";
type State = "new" | "open" | "accepted" | "suppressed" | "fixed";

/** A place with its sentence; `cut`: 1 where that is cut before it, 2 behind, 3 both. */
type PlaceRow = [document: number, start: number, end: number, from: number, to: number, cut: number, line: number, column: number];
/** A place in a concordance. */
type SpotRow = [document: number, start: number, end: number, from: number, to: number, line: number, column: number];
type DocumentRow = [id: string, work: number, path: string, title: string, lang: Lang, tag: string, extracted: boolean, origin: string, address: string, volume: number, others: number[]];

interface PageData {
  build: string;
  packet: string;
  words: Record<Lang, Words>;
  tags: Record<string, string>;
  names: Record<string, string>;
  /** `judged`: by language how many of its findings were judged, and how many of these were right. */
  rules: Record<string, [name: string, bad: string, good: string, judged: Partial<Record<Lang, [findings: number, right: number]>>, confidence: number, own: Partial<Record<Lang, [base: number, right: number, expected: number]>>]>;
  certain: number;
  likely: number;
  prior: number;
  grave: Severity[];
  step: number;
  pace: ReviewPace;
  relations: string[];
  link_relations: string[];
  documents: DocumentRow[];
  /** Of works: the names of all, and which of them each work lies in. */
  folders: [names: string[], numbers: number[]];
  severities: Severity[];
  checked: Lang[];
  standing: State[];
  columns: string[];
  findings: unknown[][];
  originals: string[];
  doubtful: number[];
  elsewhere: Elsewhere;
  concepts: Concept[];
  volumes: Volumes | null;
}

/** Seconds that a reviewer takes, how many characters of a text are read, and which of them are wide. */
interface ReviewPace {
  deciding: number;
  wide_character: number;
  other_character: number;
  further_place: number;
  further_places: number;
  longest: number;
  wide: string;
}

/** How other languages say the originals, by the numbers of these. */
type Elsewhere = Record<number, [tag: string, said: string][]>;

/** What lies beside the page: the numbers of volumes of findings, and how many findings stand in the texts. */
interface Volumes {
  findings: number[];
  standing: number;
  /** Whether all findings are new, those that the page holds and all others. */
  all_new: boolean;
}

/** Findings of a volume, with the passages around their places by the number of the document. */
interface FindingsVolume {
  ranks: number[];
  findings: unknown[][];
  originals: string[];
  doubtful: number[];
  elsewhere: Elsewhere;
  passages: Record<string, Piece[]>;
}
type DocumentFigures = [chars: number, judged: number | null, terms: number, success: number | null, accuracy: number | null, found: number[], points: number | null];

interface Concept {
  id: string;
  domain: string;
  names: Record<Lang, string>;
  findings: number;
  mentions: number;
  definition: string;
  reference: string;
  languages: Record<string, ConceptInLanguage>;
  asked: number;
}

interface ConceptInLanguage {
  mentions: number;
  documents: number;
  success: number | null;
  consistency: number | null;
  forms: [form: string, status: string, count: number][];
}

type Rendering = [surface: string, status: string, count: number, places: SpotRow[], share: number | null, question: string];
/** A rendering that the glossary lacks. */
interface AskedRendering {
  id: string;
  surface: string;
  lang: string;
  concept: string;
}
type Lines = Record<string, Record<string, Rendering[] | undefined>>;

type Piece = [offset: number, line: number, text: string];
interface DocumentText {
  whole: boolean;
  pieces: Piece[];
  terms: [start: number, end: number, concept: number, status: string][];
  beside: Beside | null;
}

/** The English original of a document: where the stretches of each row begin, -1 for none, and what the two are. */
interface Beside {
  english: number;
  rows: [own: Begins[], theirs: Begins[], relations: number[]];
  links: string;
}
type Begins = number | number[];

// What `data.js` makes of it.

interface Opinion {
  judge: string;
  verdict: Action;
  words: string;
  reason: string;
  precision: number | null;
}

/** The columns of a finding, and its rank. */
interface Finding {
  rank: number;
  id: string;
  rule: string;
  severity: Severity;
  certainty: number;
  document: number;
  surface: string;
  concept: string;
  says: string[];
  expected: string[];
  suggestion: string;
  occurrences: number;
  places: PlaceRow[];
  remedies: string[];
  originals: number[];
  /** By place the words of the original that it is about. */
  english: (0 | [start: number, end: number, omitted: boolean])[];
  inherited: boolean;
  state: State;
  reason: string;
  similar: [] | [english: string[], translation: string, likeness: number];
  marks: string;
  /** Findings of the same number are one decision. */
  alike: number;
  /** How many these are. */
  alikes: number;
  /** Of assistants. */
  opinions: Opinion[];
}

interface Source {
  number: number;
  id: string;
  work: number;
  path: string;
  title: string;
  lang: Lang;
  tag: string;
  extracted: boolean;
  origin: string;
  address: string;
  /** Where its text lies that the page does not have whole; 0: nowhere else. */
  volume: number;
  /** The volumes of findings of it that the page does not hold. */
  others: number[];
}

/** What a table is asked for by: an attribute of an element or a value of the address, which may be missing. */
type Key = string | null | undefined;

interface LineOfSource {
  source: Source;
  line: number;
  column: number;
}

interface Place extends LineOfSource {
  start: number;
  end: number;
  from: number;
  to: number;
  cut: number;
}

// Decisions.

type Action = "accept" | "reject" | "admit" | "prefer" | "wrong" | "exclude" | "discuss";

interface Decision {
  action: Action;
  when: string;
  words: string;
  why: string;
  marks?: string;
  about?: string;
  handed?: boolean;
  /** The places that it is about; without: all. */
  at?: string[];
  /** What was decided of other places of the same finding. */
  others?: Decision[];
}

// What a step of a reviewer says of a rule.
interface Vote {
  rule: string;
  lang: Lang;
  isFalse: boolean;
  sure: number;
}

// How sure a rule is in a language, without the decisions on the page and with them.
interface Effect {
  rule: string;
  lang: Lang;
  before: number;
  after: number;
}

type Decided = [id: string, decision: Decision];
type Change = [id: string, after: Decision | undefined];
type Step = [id: string, before: Decision | undefined, after: Decision | undefined][];
type FieldName = "words" | "why" | "within";
type Draft = { words?: string; why?: string; within?: string; ticked?: string[] };
type BulkAction = "accept" | "reject";

interface Offer {
  build: string;
  when: string;
  still: Decided[];
  others: Decided[];
}

// Views.

/** What is to come into view: words, and what is told below them. */
type Shown = (HTMLElement | null | undefined)[] | null | void;

interface DocumentEntry {
  values: (string | number)[];
  row: () => HTMLTableRowElement;
  id: Key;
}

// The queue.

type Choice = "severity" | "certainty" | "rule" | "lang" | "document" | "concept" | "state" | "assistants" | "decision";
type Filter = "words" | "alike" | "sure" | "grave" | "folder" | Choice;

interface FilterForm extends HTMLFormElement {
  readonly elements: HTMLFormControlsCollection & { words: HTMLInputElement } & Record<Choice, HTMLSelectElement>;
}

interface ConcordanceForm extends HTMLFormElement {
  readonly elements: HTMLFormControlsCollection & { kwic: RadioNodeList };
}

interface ConcordancePlaces {
  places: SpotRow[];
  tag: string;
}

// A document.

interface TermMark {
  start: number;
  end: number;
  concept: Concept;
  status: string;
  finding?: undefined;
  link?: undefined;
}

interface FindingMark {
  start: number;
  end: number;
  finding: Finding;
  at: number;
  concept?: undefined;
  link?: undefined;
}

/** What stands for a term of the original; `own` is null where nothing does. */
interface Link {
  number: number;
  original: Stretch;
  own: Stretch | null;
  relation: string;
  sure: number;
}

interface LinkMark {
  start: number;
  end: number;
  link: Link;
  concept?: undefined;
  finding?: undefined;
}

type Mark = TermMark | FindingMark | LinkMark;
type Stretch = [start: number, end: number];

/** A finding of a document, at its first place there. */
interface Work {
  finding: Finding;
  at: number;
  start: number;
}

/** A stretch of a document without a counterpart, or where one of its original would stand. */
interface Gap {
  start: number;
  end: number;
  words: string;
  tag: string;
}

/** What makes addresses of scripts, in browsers that ask for it. */
interface ScriptAddresses {
  createScriptURL(name: string): unknown;
}
interface Window {
  taiyaku: (build: string, name: string, value: unknown) => void;
  trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(name: string): string }): ScriptAddresses };
}

/** What the script of the history hands over: builds with their days, and figures with a value for each of them. */
interface BuildFigures {
  builds: [build: string, day: string][];
  figures: Record<string, (number | null)[] | undefined>;
}

interface TrendRow {
  name: string;
  values: (number | null)[];
}

// Elements. All that the scripts look for are those of HTML.

type Attributes = Record<string, string | number | boolean | null | undefined>;
type Child = Node | string | false | null | undefined | readonly Child[];

interface ParentNode {
  querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  querySelector<E extends HTMLElement = HTMLElement>(selectors: string): E | null;
  querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
  querySelectorAll<E extends HTMLElement = HTMLElement>(selectors: string): NodeListOf<E>;
}

interface Element {
  closest<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  closest<E extends HTMLElement = HTMLElement>(selectors: string): E | null;
}

// The texts of the interface that the scripts say.

/** A text, or the singular and the plural. */
type Phrase = string | string[];

interface Words {
  all_certainties: string;
  all_documents: string;
  all_languages: string;
  all_rules: string;
  all_severities: string;
  all_shown: Phrase;
  all_states: string;
  alone: string;
  bad: string;
  because: string;
  beside: string;
  certain_only: string;
  concept: Phrase;
  consistency: string;
  counted: Record<Severity, Phrase>;
  copied: string;
  copy_place: string;
  elsewhere: string;
  document: Phrase;
  finding: Phrase;
  forms: string;
  gaps: Phrase;
  gone: string;
  good: string;
  head: string;
  inherited: string;
  invisible: string;
  judged_so_far: string;
  layout: string;
  lines_shown: string;
  mark_terms: string;
  mention: Phrase;
  missing: string;
  more: string;
  no_document: string;
  no_findings: string;
  no_original: string;
  none_fits: string;
  not_found: string;
  not_met: string;
  not_translated: string;
  not_whole: string;
  open_source: string;
  origin: string;
  original: string;
  alike: Phrase;
  alike_about: string;
  perhaps: string;
  reading: string;
  reference: string;
  shown_of: string;
  shown_documents: string;
  search_beside: Phrase;
  similar: string;
  standing: string;
  success: string;
  sure: string;
  term: string;
  title: string;
  uncertain: string;
  uncertain_only: string;
  counted_only: string;
  doubtful: string;
  doubtful_only: string;
  untranslated_run: Phrase;
  why: string;
  write: string;
  acted: Record<Action, string>;
  actions: Record<Action, string>;
  bulk: Record<string, Phrase>;
  linking: Record<string, string>;
  meant: Record<Action, string>;
  relations: Record<string, string>;
  rules: Record<string, string>;
  severities: Record<Severity, string>;
  states: Record<State, string>;
  statuses: Record<string, string>;
  whys: Record<string, string>;
  trend: Record<string, string>;
  working: {
    all: string;
    all_documents: string;
    first: string;
    last: string;
  };
  verdict: {
    and: string;
    change: string;
    minutes: Phrase;
    reviewed: string;
    since: string;
    unchanged: string;
  };
  tabling: {
    about: string;
    save: Phrase;
    saved: Phrase;
  };
  asking: {
    admit: string;
    asked: Phrase;
    done: string;
    share: string;
    wrong: string;
  };
  assistants: {
    agree: string;
    all: string;
    none: string;
    right: string;
    said: string;
    split: string;
    take: string;
    unmeasured: string;
  };
  deciding: {
    all_concepts: string;
    all_decisions: string;
    by_hand: string;
    extracted: string;
    left: Phrase;
    minutes: Phrase;
    more_kinds: Phrase;
    none_ticked: string;
    of_places: Phrase;
    places: Phrase;
    rest: Phrase;
    take_off: string;
    ticked: Phrase;
    wanting: string;
    already: string;
    change: string;
    clear: string;
    comment: string;
    comment_about: string;
    decide: string;
    decided: string;
    done: string;
    done_all: string;
    earlier: string;
    exclude: string;
    more: string;
    none_left: string;
    not_within: string;
    replacement: string;
    undecided: string;
    undone: Phrase;
    use: string;
    within: string;
  };
  earlier: {
    dismiss: string;
    dismissed: Phrase;
    export: Phrase;
    look: string;
    more: string;
    not_exported: Phrase;
    not_here: string;
    others: Phrase;
    take: Phrase;
    taken: Phrase;
  };
  handing: {
    bad_decision: string;
    export: Phrase;
    exported: string;
    lowers: string;
    raises: string;
    more_rules: Phrase;
    loaded: string;
    no_name: string;
    not_ours: string;
    other_name: string;
    other_version: string;
  };
  reviewer: {
    about: string;
    languages: string;
    name: string;
    once: string;
    others: Phrase;
  };
}
