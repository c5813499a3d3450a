// What a reader chose is remembered where a file may have storage.

function remembered(name) {
  try { return localStorage.getItem(`taiyaku-${name}`); } catch { return null; }
}

function remember(name, value) {
  try { localStorage.setItem(`taiyaku-${name}`, value); } catch { /* until the page is closed */ }
}
