// Pictures of the overview: what is pressed in one opens what the table below it links to.

for (const picture of document.querySelectorAll(".picture")) {
  const rows = /** @type {NodeListOf<HTMLTableRowElement>} */ (picture.querySelectorAll("details tbody tr"));
  picture.addEventListener("click", event => {
    const pressed = targetOf(event)?.closest("svg [data-row]");
    if (pressed) rows[Number(pressed.getAttribute("data-row"))].querySelector("a")?.click();
  });
}
