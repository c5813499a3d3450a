// Views: one section at a time, named by the address, so that a place can be sent to a colleague.

const views = {
  overview: () => null, findings: showQueue, concepts: showConcepts, documents: () => null, document: showDocument, "left-out": () => null,
};
const under = { document: "documents" }; // the entry of the menu that a view without one belongs to
const scrolled = new Map(); // address → how far down it was left
let shown = null;

// The browser must not scroll to a section by itself: here an address names a view, not a place on the page.
const sections = [...document.querySelectorAll("main > section")];
for (const section of sections) {
  section.dataset.view = section.id;
  section.removeAttribute("id");
}

function go() {
  const [asked, values] = location.hash.slice(1).split("?"), view = Object.hasOwn(views, asked) ? asked : "overview";
  for (const section of sections) section.hidden = section.dataset.view !== view;
  for (const entry of document.querySelectorAll("nav a")) {
    if (entry.hash === `#${under[view] ?? view}`) entry.setAttribute("aria-current", "page");
    else entry.removeAttribute("aria-current");
  }
  const [words, card] = views[view](new URLSearchParams(values)) ?? [];
  const title = document.getElementById(`${view}-title`);
  if (shown !== null) (words?.matches("a") ? words : title).focus({ preventScroll: true });
  if (!words) scrollTo(0, scrolled.get(location.hash) ?? 0);
  else if (shown?.split("&")[0] !== location.hash.split("&")[0]) words.scrollIntoView({ block: "center" });
  card?.scrollIntoView({ block: "nearest" });
  words?.scrollIntoView({ block: "nearest" }); // above all
  shown = location.hash;
}

addEventListener("scroll", () => shown === location.hash && scrolled.set(shown, scrollY), { passive: true });
addEventListener("hashchange", go);

const chosen = document.getElementById("says");
chosen.addEventListener("change", () => {
  says = Number(chosen.value);
  try { localStorage.setItem("taiyaku-says", chosen.value); } catch { /* a file may have no storage */ }
  reading = null;
  go();
});
try { chosen.value = localStorage.getItem("taiyaku-says") ?? "0"; } catch { /* nor here */ }
says = Number(chosen.value);

document.querySelector(".skip").addEventListener("click", event => {
  event.preventDefault();
  sections.find(one => !one.hidden).querySelector("h2").focus();
});

history.scrollRestoration = "manual";
for (const one of document.querySelectorAll(".messages, .filters")) one.hidden = false;
go();
