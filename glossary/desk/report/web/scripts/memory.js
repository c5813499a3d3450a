// What a reader chose is remembered where a file may have storage.

/** @param {string} name */
export function remembered(name) {
  try { return localStorage.getItem(`taiyaku-${name}`); } catch { return null; }
}

/** @param {string} name @param {string} value */
export function remember(name, value) {
  try { localStorage.setItem(`taiyaku-${name}`, value); } catch { /* until the page is closed */ }
}
