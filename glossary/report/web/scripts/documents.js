// The table of documents: sorted by its columns, narrowed by words.

const documentTable = element("document-table", HTMLTableElement), documentWords = element("document-words", HTMLInputElement);
const documentRows = [...documentTable.tBodies[0].rows], documentHeads = [...documentTable.rows[0].cells];

/** @param {HTMLTableRowElement} row @param {number} at */
const cellValue = (row, at) => row.cells[at].dataset.value === undefined ? row.cells[at].textContent : Number(row.cells[at].dataset.value);
/** @param {string | number} a @param {string | number} b */
const compare = (a, b) => typeof a === "number" ? a - Number(b) : a.localeCompare(`${b}`, "en");

/** @param {HTMLTableCellElement} head */
function sortBy(head) {
  const before = head.getAttribute("aria-sort");
  const downward = before ? before === "ascending" : head.classList.contains("number");
  for (const one of documentHeads) one.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", downward ? "descending" : "ascending");
  const sign = downward ? -1 : 1, at = head.cellIndex;
  documentTable.tBodies[0].append(...documentRows.sort((a, b) => sign * compare(cellValue(a, at), cellValue(b, at))));
}

for (const head of documentHeads) {
  const button = make("button", { type: "button" }, ...head.childNodes);
  button.addEventListener("click", () => sortBy(head));
  head.replaceChildren(button);
}

documentWords.addEventListener("input", () => {
  const words = fold(documentWords.value).split(/\s+/);
  for (const row of documentRows) row.hidden = !words.every(word => fold(row.cells[0].textContent).includes(word));
});
documentWords.form?.addEventListener("submit", event => event.preventDefault());
